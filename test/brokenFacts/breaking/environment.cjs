/**
 * Runs of each block the tests that it names, up to the first that fails, and writes down how each
 * ended and which facts it covers. A test that fails because something before it failed, or that
 * only ran out of time, has noticed nothing.
 */
const { TestEnvironment } = require('jest-environment-node');
const { appendFileSync, readFileSync } = require('node:fs');

const batch = JSON.parse(readFileSync(process.env.BREAKING_BATCH, 'utf8'));
const byId = new Map(batch.blocks.map((block) => [block.id, block]));

const titleOf = (test) => {
	const parts = [test.name];
	for (let at = test.parent; at.parent; at = at.parent) parts.unshift(at.name);
	return { id: parts[0], title: parts.slice(1).join(' › ') };
};

/** Whether anything below is to be run; all else is skipped, with what it would set up. */
function choose(block, wanted) {
	let any = false;
	for (const child of block.children) {
		const is = child.type === 'describeBlock' ? choose(child, wanted) : wanted(child);
		if (!is) child.mode = 'skip';
		any ||= is;
	}
	return any;
}

module.exports = class extends TestEnvironment {
	hooked = new Set();
	/** Titles of the tests that are green without a change. */
	green = new Set();
	facts = new Set();
	async setup() {
		await super.setup();
		// test/support/fact.ts
		this.global.coversFacts = (ids) => ids.forEach((id) => this.facts.add(id));
	}
	handleTestEvent(event, state) {
		if (event.name === 'run_start') {
			for (const block of state.rootDescribeBlock.children) {
				const { tests } = byId.get(block.name);
				const patterns = tests?.map((each) => new RegExp(each));
				choose(
					block,
					(test) => !patterns || patterns.some((pattern) => pattern.test(titleOf(test).title)),
				);
			}
		}
		if (event.name === 'hook_failure' && event.hook?.type?.endsWith('All'))
			this.hooked.add(this.topOf(event.describeBlock));
		if (event.name === 'hook_failure' && event.test) event.test.hookFailed = true;
		if (event.name === 'test_start') this.facts.clear();
		if (event.name === 'test_done') {
			const { test } = event;
			const { id, title } = titleOf(test);
			if (test.mode === 'skip') return;
			const words = test.errors
				.map((each) => {
					const error = Array.isArray(each) ? (each[0] ?? each[1]) : each;
					return String(error?.message ?? error);
				})
				.join('\n');
			const how =
				test.errors.length === 0
					? 'green'
					: /Exceeded timeout of/.test(words)
						? 'late'
						: this.hooked.has(id) || test.hookFailed
							? 'unready'
							: 'red';
			appendFileSync(
				process.env.BREAKING_RESULT,
				`${JSON.stringify({ id, title, how, facts: [...this.facts], words: words.slice(0, 300), ms: test.duration })}\n`,
			);
			const isChanged = byId.get(id).change !== undefined;
			if (!isChanged && how === 'green') this.green.add(title);
			if (isChanged && how === 'red' && this.green.has(title)) this.skipRest(test);
		}
	}
	topOf(block) {
		let at = block;
		while (at?.parent?.parent) at = at.parent;
		return at?.name;
	}
	skipRest(test) {
		let at = test.parent;
		while (at.parent.parent) at = at.parent;
		const skip = (block) =>
			block.children.forEach((child) =>
				child.type === 'describeBlock' ? skip(child) : (child.mode = 'skip'),
			);
		skip(at);
	}
};
