/** The workflows of the rehearsal: with every node, with each trigger, and of the next version. */
import assert from 'node:assert/strict';

import { say, until } from './rehearsal.mjs';

const FIVE_SECONDS = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${5 * index} * * * * *`,
}));

/** A workflow that was saved by an older version: what it asks the platform has to be the same. */
export async function runWorkflow(stage, id, wanted) {
	const { requestsOf } = await import('./everyNode.mjs');
	stage.emulator.reset();
	stage.emulator.log.length = 0;
	const execution = await stage.n8n.run(id, 'Start');
	assert.equal(
		execution.status,
		'success',
		`${execution.error?.message} ${execution.error?.description ?? ''}`,
	);
	const requests = requestsOf(stage.emulator.log);
	if (wanted) assert.deepEqual(requests, wanted);
	return requests;
}

/** Every node of the package is in the workflow or watched. */
export async function checkNodesUsed(n8n, every, nodes) {
	const { TRIGGERS } = await import('../../test/e2e/support/events.mjs');
	const nameOf = (type) => type.split('.').at(-1);
	const used = new Set([
		...every.nodes.map(({ type }) => nameOf(type)),
		...Object.values(TRIGGERS).map(({ type }) => type),
	]);
	const installed = (await n8n.rest('GET', '/community-packages')).flatMap(({ installedNodes }) =>
		installedNodes.map(({ type }) => nameOf(type)),
	);
	assert.equal(installed.length, nodes.length);
	assert.deepEqual(
		installed.filter((type) => !used.has(type)),
		[],
		'nodes of the package that are neither in the workflow nor watched',
	);
}

/**
 * Runs the workflow with every node for the first time.
 * @returns its ID and what it requested
 */
export async function runEveryNode(stage, every) {
	const { id } = await stage.n8n.workflow(every, [stage.credential]);
	const requests = await runWorkflow(stage, id);
	const count = every.nodes.length - 1;
	assert.ok(requests.length >= count, `${count} nodes have sent only ${requests.length} requests`);
	say(`A workflow with ${count} nodes has run: ${requests.length} requests`);
	return { id, requests };
}

/**
 * Publishes a workflow of each trigger. `settle` causes an event for each and waits for it; `check`
 * compares all that have arrived.
 */
export async function watchTriggers(stage) {
	const { TRIGGERS, watching } = await import('../../test/e2e/support/events.mjs');
	const names = Object.keys(TRIGGERS);
	const watched = await watching(stage, FIVE_SECONDS);
	const happened = Object.fromEntries(names.map((name) => [name, []]));
	return {
		count: names.length,
		async settle() {
			for (const name of names) happened[name].push(TRIGGERS[name].happens(stage.emulator));
			for (const name of names)
				await until(`the event of ${name}`, async () =>
					(await watched.arrived(name)).has(happened[name].at(-1)),
				);
		},
		async check() {
			for (const name of names) {
				const counts = await watched.arrived(name);
				assert.deepEqual(
					[...counts.keys()].sort(),
					[...happened[name]].sort(),
					`${name}: the events that arrived`,
				);
				assert.deepEqual([...new Set(counts.values())], [1], `${name}: how often each arrived`);
			}
		},
	};
}

/**
 * A workflow that only the next version can run: with its new operation, its renamed field, and the
 * default that has changed.
 */
export async function runNextWorkflow({ n8n, emulator, credential }) {
	const { ours, start, START, workflow } = await import('../../test/e2e/support/build.mjs');
	const create = { resource: 'environment', operation: 'create', workspaceName: 'New' };
	const { id } = await n8n.workflow(
		workflow('New', [
			start(),
			ours(
				'Create',
				'Orchestration',
				{ ...create, name: 'New', purpose: 'Made by version 2' },
				{ typeVersion: 2 },
			),
			ours(
				'Create with Default',
				'Orchestration',
				{ ...create, name: 'Newer' },
				{ typeVersion: 2 },
			),
			ours(
				'All',
				'Orchestration',
				{ resource: 'environment', operation: 'getAll' },
				{ typeVersion: 2 },
			),
		]),
		[credential],
	);
	emulator.reset();
	emulator.log.length = 0;
	const execution = await n8n.run(id, START);
	assert.equal(execution.status, 'success', execution.error?.message);
	const created = emulator.log
		.filter(({ operation }) => operation === 'POST /orchestration/environments')
		.map(({ body }) => JSON.parse(body).description);
	assert.deepEqual(created, ['Made by version 2', 'Made by a workflow']);
}
