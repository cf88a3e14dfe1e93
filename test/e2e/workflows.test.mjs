/**
 * Each example workflow, run unchanged in the real n8n against the emulated platform, which follows
 * the interface documents, or another dialect with `npm run test:e2e -- --dialect vendor` (or
 * `field`). Each exchange is judged by both descriptions. The expected results are in
 * `workflows/<name>.expect.mjs` next to this file.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { TIMEOUT_MS } from '../../tools/demo/n8n.mjs';
import { root } from '../../tools/programs.mjs';
import { exampleWorkflow, startStage } from './support/stage.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'workflows');
const expectations = readdirSync(folder).filter((name) => name.endsWith('.expect.mjs'));

const DIALECT = process.env.EMULATOR_DIALECT ?? 'documents';

let stage;
before(async () => {
	stage = await startStage({ judged: DIALECT });
});
after(async () => await stage?.close());

test('each example has its expectations', () => {
	const examples = readdirSync(join(root, 'workflows')).filter((name) => name.endsWith('.json'));
	assert.deepEqual(
		expectations.map((name) => name.replace('.expect.mjs', '.json')).sort(),
		examples.sort(),
	);
});

const isTrigger = ({ type }) => /(Trigger|\.webhook)$/.test(type);

/** n8n refuses to poll more often than each minute, but accepts several poll times. */
const EVERY_FIVE_SECONDS = {
	item: Array.from({ length: 12 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${5 * index} * * * * *`,
	})),
};

/**
 * An example that waits for events or calls: it is published, and polls often so that nobody waits
 * for long.
 */
async function runPublished(workflow, credentials, expected) {
	const { n8n, emulator } = stage;
	for (const { type, parameters } of workflow.nodes)
		if (/talendCloud\w+Trigger$/.test(type)) parameters.pollTimes = EVERY_FIVE_SECONDS;
	const { id } = await n8n.workflow(workflow, credentials);
	await n8n.publish(id);
	/** Waits until the workflow has run this many times; returns the executions. */
	const executed = async (count) => {
		for (
			const deadline = Date.now() + TIMEOUT_MS;
			;
			await new Promise((resolve) => setTimeout(resolve, 300))
		) {
			const executions = (await n8n.executions(id)).filter(({ stoppedAt }) => stoppedAt);
			for (const { status, error } of executions)
				assert.equal(status, 'success', `${error?.message}: ${error?.description}`);
			if (executions.length >= count) return executions;
			assert.ok(
				Date.now() < deadline,
				`The workflow ran ${executions.length} times instead of ${count}. ${n8n.output}`,
			);
		}
	};
	try {
		await expected.published({ emulator, executed, n8n, fileOf: (binary) => n8n.file(binary) });
	} finally {
		await n8n.unpublish(id);
	}
	assert.deepEqual(emulator.faults.unconsumed(), []);
}

/** An example that is run several times, or that waits for somebody. */
async function runManually(workflow, credentials, expected) {
	const { n8n, emulator } = stage;
	const imported = async (given) =>
		await n8n.workflow({ ...given, name: `${workflow.name}, manual` }, credentials);
	const { id } = await imported(workflow);
	/** `change` makes the changes of a user, in a copy of the workflow. */
	const run = async ({
		change,
		trigger = workflow.nodes.find(isTrigger).name,
		...options
	} = {}) => {
		if (change) {
			const copy = JSON.parse(JSON.stringify(workflow));
			change(copy);
			await imported(copy);
		}
		const execution = await n8n.run(id, trigger, options);
		assert.equal(
			execution.status,
			'success',
			`${execution.error?.message}: ${execution.error?.description}`,
		);
		return execution;
	};
	await expected.manually({ emulator, run, n8n, fileOf: (binary) => n8n.file(binary) });
	assert.deepEqual(emulator.faults.unconsumed(), []);
}

/**
 * Lets the platform's clock run ahead while an example waits for it, so that nobody waits for a
 * minute.
 */
async function inHaste(example) {
	const ticking = setInterval(() => stage.emulator.clock.advance(2_000), 200);
	try {
		return await example();
	} finally {
		clearInterval(ticking);
	}
}

describe(`example workflow, dialect ${DIALECT}`, () => {
	for (const file of expectations)
		test(`the example ${file.replace('.expect.mjs', '')} does what it says`, async () => {
			const expected = (await import(pathToFileURL(join(folder, file)))).default;
			await (expected.fast ? inHaste(() => run(expected)) : run(expected));
		});
});

/** Runs an example and compares what it does with what is expected. */
async function run(expected) {
	// A name for each dialect: a workflow of the same name would be replaced, and would keep its
	// executions.
	const example = exampleWorkflow(expected.workflow, stage.platform);
	const workflow = { ...example, name: `${example.name}, ${DIALECT}` };
	const credentials = [
		stage.credential,
		stage.readOnlyCredential,
		...((await expected.credentials?.(stage.n8n)) ?? []),
	];
	expected.change?.(workflow);
	stage.emulator.reset();
	if (expected.manually) {
		await runManually(workflow, credentials, expected);
		if (!expected.published) return;
		stage.emulator.reset();
	}
	await expected.prepare?.(stage.platform);
	if (expected.published) return await runPublished(workflow, credentials, expected);
	const { id } = await stage.n8n.workflow(workflow, credentials);
	const trigger = expected.trigger ?? workflow.nodes.find(isTrigger).name;
	const execution = await stage.n8n.run(id, trigger);
	assert.equal(
		execution.status,
		'success',
		`${execution.error?.message}: ${execution.error?.description}`,
	);
	await expected.check({
		runData: execution.runData,
		emulator: stage.platform,
		fileOf: (binary) => stage.n8n.file(binary),
	});
	assert.deepEqual(stage.emulator.faults.unconsumed(), []);
}
