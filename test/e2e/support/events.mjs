/** All triggers, and how to cause an event on the emulated platform that each one must emit. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ENDED, outputOf } from '../../../tools/demo/n8n.mjs';
import { root } from '../../../tools/programs.mjs';
import { CREDENTIAL, DEMO, orchestrationOf, remoteEngines } from './stage.mjs';

const require = createRequire(import.meta.url);
const built = (path) => require(join(root, 'build', path));
export const { addAuditLog } = built('emulator/areas/account/accountStore.js');
const { addCrawler, connections } = built('emulator/areas/catalog/catalogStore.js');
const { startRun } = built('emulator/areas/catalog/runs.js');
const { startTask } = built('emulator/areas/processing/executions.js');
const { tasks: stewardshipTasks } = built('emulator/areas/stewardship/stewardshipStore.js');

const eventOfVersion = ({ id, version }) => `${id}:${version}`;

/** Remote engines that can become unavailable, one after the other. */
const ENGINES = 80;
const OURS = 'Test';

/**
 * For each trigger: the request with which a poll begins, its parameters, a function that causes an
 * event and returns its key, and the key of an item.
 */
export const TRIGGERS = {
	logs: {
		type: 'talendCloudAccountTrigger',
		list: 'GET /security/audit/logs',
		parameters: () => ({ filters: { eventCategory: [OURS] } }),
		happens: ({ state, clock }) => addAuditLog(state, clock.now(), { eventCategory: OURS }).logId,
		known: ({ eventId }) => eventId,
	},
	executions: {
		type: 'talendCloudProcessingTrigger',
		list: 'GET /processing/executables/tasks/executions',
		parameters: () => ({ runsOf: 'tasks', events: ['failed'] }),
		happens: ({ state, clock }) => {
			const task = [...orchestrationOf(state).tasks.values()].find(
				({ name }) => name === DEMO.goodTask,
			);
			return startTask(state, task, clock.now(), {
				type: 'MANUAL',
				by: { id: 'ana.demo', type: 'HUMAN' },
				behavior: {
					dispatchMs: 100,
					durationMs: 500,
					end: 'execution_failed',
					rows: 0,
					rejected: 0,
				},
			}).id;
		},
		known: ({ executionId }) => executionId,
	},
	crawlers: {
		type: 'talendCloudCatalogTrigger',
		list: 'GET /connections/crawlers',
		parameters: () => ({ events: ['finished', 'partlyFailed', 'failed'] }),
		happens: ({ state, clock }) => {
			const [connection] = connections.all(state);
			const crawler = addCrawler(state, {
				connectionId: connection.id,
				name: 'Test',
				selected: [],
				createdAt: clock.now(),
				by: 'ana.demo',
			});
			startRun(state, crawler, 'ana.demo', clock.now());
			return crawler.id;
		},
		known: ({ id }) => id,
	},
	engines: {
		type: 'talendCloudEnginesTrigger',
		list: 'GET /processing/runtimes/remote-engines',
		prepare: ({ state }) => {
			const [like] = remoteEngines.all(state);
			for (let index = 0; index < ENGINES; index++)
				remoteEngines.add(state, {
					...like,
					id: undefined,
					name: `Test ${index}`,
					runtimeId: state.uuid(),
					clusterId: undefined,
					outages: [],
				});
		},
		parameters: () => ({ watch: 'remoteEngines', events: ['unavailable'], minutes: 0 }),
		happens: ({ state, clock }) => {
			const engine = remoteEngines
				.all(state)
				.find(({ name, outages }) => name.startsWith('Test') && outages.length === 0);
			engine.outages = [{ from: clock.now(), to: Infinity }];
			return engine.id;
		},
		known: ({ id }) => id,
	},
	artifacts: {
		type: 'talendCloudOrchestrationTrigger',
		list: 'GET /orchestration/artifacts',
		parameters: () => ({}),
		happens: (emulator) => eventOfVersion(emulator.publish('stock_api')),
		known: ({ eventId }) => eventId,
	},
	tasks: {
		type: 'talendCloudStewardshipTrigger',
		list: 'GET /data-stewardship/api/v1/campaigns/owned/{campaignName}/tasks/{state}',
		parameters: () => ({
			campaignName: { __rl: true, mode: 'id', value: 'rejected-invoices' },
			events: ['created'],
		}),
		happens: ({ state, clock }) =>
			stewardshipTasks.add(state, {
				campaign: 'rejected-invoices',
				type: 'RESOLUTION',
				record: { number: 'Test', amount: 1 },
				createdAt: clock.now(),
				invalid: [],
			}).id,
		known: ({ id }) => id,
	},
};

/** The name of the trigger node in each workflow. */
const NODE = 'When It Happens';

/**
 * A published workflow for each trigger, and the events that have arrived in it.
 * @param pollTimes n8n's poll times
 */
export async function watching(stage, pollTimes) {
	const ids = {};
	for (const [name, { type, parameters, prepare }] of Object.entries(TRIGGERS)) {
		prepare?.(stage.emulator);
		const node = {
			id: `t-${name}`,
			name: NODE,
			type: `n8n-nodes-talend-cloud.${type}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				authentication: 'serviceAccount',
				pollTimes: { item: pollTimes },
				...parameters(),
			},
			credentials: { talendCloudApi: { name: CREDENTIAL } },
		};
		const done = {
			id: 'n',
			name: 'Done',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [200, 0],
			parameters: {},
		};
		const { id } = await stage.n8n.workflow(
			{
				name,
				nodes: [node, done],
				connections: { [NODE]: { main: [[{ node: 'Done', type: 'main', index: 0 }]] } },
			},
			[stage.credential],
		);
		await stage.n8n.publish(id);
		ids[name] = id;
	}
	const seen = new Map();

	/** The items of one execution, however it ended; one that has ended no longer changes. */
	async function itemsOf(id) {
		if (seen.has(id)) return seen.get(id);
		const execution = await stage.n8n.execution(id);
		const items = outputOf(execution, NODE);
		const waiting =
			items.length > 0 ? [] : execution.stack.flatMap(({ data }) => data?.main?.[0] ?? []);
		const found = [...items, ...waiting].map(({ json }) => json);
		if (ENDED.includes(execution.status)) seen.set(id, found);
		return found;
	}

	return {
		/**
		 * How often each event arrived; an event can have arrived in an execution that has not ended,
		 * or not even started.
		 */
		async arrived(name) {
			const counts = new Map();
			for (const { id } of await stage.n8n.listExecutions(ids[name]))
				for (const json of await itemsOf(id)) {
					const key = TRIGGERS[name].known(json);
					if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
				}
			return counts;
		},
		/**
		 * Whether all executions have ended; on a busy machine, this can be most of a minute after
		 * their events arrived.
		 */
		ended: async (name) =>
			(await stage.n8n.listExecutions(ids[name])).every(({ status }) => ENDED.includes(status)),
		/** When the executions began that n8n cut off. */
		crashed: async (name) =>
			(await stage.n8n.listExecutions(ids[name]))
				.filter(({ status }) => status === 'crashed')
				.map(({ startedAt, createdAt }) => startedAt ?? createdAt),
	};
}
