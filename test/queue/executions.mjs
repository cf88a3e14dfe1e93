/**
 * Many executions that each start a task, with a worker killed in the middle: each task is started
 * at most once.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ENDED, outputOf } from '../../tools/demo/n8n.mjs';
import { root } from '../../tools/programs.mjs';
import { chosen, node, ours, start, START, workflow } from '../e2e/support/build.mjs';
import { startCluster } from './cluster.mjs';

const { taskExecutions } = createRequire(import.meta.url)(
	join(root, 'build/emulator/areas/processing/processingStore.js'),
);

const CALLS = 200;
const TASK = 'Load customers';
const RUN = 'Run and Wait';
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const running = workflow('Run', [
	node(
		'Call',
		'webhook',
		{ path: 'run', responseMode: 'onReceived' },
		{ typeVersion: 2, webhookId: 'run' },
	),
	ours(
		RUN,
		'Processing',
		{
			resource: 'taskExecution',
			operation: 'runAndWait',
			executable: chosen('name', TASK),
			timeLimit: 10,
			failOnFailure: true,
			simplify: true,
			options: {
				parametersJson: '={{ { call: String($json.query.call), execution: $execution.id } }}',
			},
		},
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1_000 },
	),
]);

/**
 * As docs/guide/scaling.md describes: the executions of the task since a workflow execution began.
 */
const finding = (from) =>
	workflow('Find', [
		start(),
		ours('Runs', 'Processing', {
			resource: 'taskExecution',
			operation: 'getManyOfTask',
			taskId: chosen('name', TASK),
			returnAll: true,
			simplify: false,
			filters: { from },
		}),
	]);

export default async function executions(say) {
	const { n8n, workers, emulator, credential, close } = await startCluster({ atOnce: 10 });
	try {
		const began = Date.now();
		const { id } = await n8n.workflow(running, [credential]);
		await n8n.publish(id);
		const runs = () =>
			taskExecutions.all(emulator.state).filter(({ parameters }) => parameters.call !== undefined);
		const calling = Promise.all(
			Array.from(
				{ length: CALLS },
				async (_, call) =>
					(
						await fetch(`${n8n.address}/webhook/run?call=${call}`, {
							signal: AbortSignal.timeout(60_000),
						})
					).status,
			),
		);
		const startedBy = Date.now() + 5 * 60_000;
		while (runs().length < CALLS / 4) {
			if (Date.now() > startedBy)
				throw new Error(
					`Only ${runs().length} of ${CALLS} executions started their task: ${JSON.stringify(await n8n.executions(id)).slice(0, 500)}`,
				);
			await sleep(50);
		}
		await workers[0].stop('SIGKILL');
		const killedAt = runs().length;
		const called = (await calling).filter((status) => status === 200).length;
		await workers[0].start();
		const deadline = Date.now() + 8 * 60_000;
		let all;
		do {
			await sleep(3_000);
			all = await n8n.executions(id);
		} while (
			(all.length < called || all.some(({ status }) => !ENDED.includes(status))) &&
			Date.now() < deadline
		);
		const statuses = all.reduce(
			(counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
			{},
		);
		const counts = new Map();
		for (const { parameters } of runs())
			counts.set(parameters.call, (counts.get(parameters.call) ?? 0) + 1);
		const twice = [...counts].filter(([, times]) => times > 1);
		say(
			twice.length === 0,
			`${called} executions on ${workers.length} workers, one killed after ${killedAt} starts: ${runs().length} executions of the task, ${twice.length} started twice; workflow executions ${JSON.stringify(statuses)}`,
		);
		say(
			all.every(({ status }) => ENDED.includes(status)),
			'every execution has ended',
		);

		const known = new Set(
			all.flatMap((execution) => outputOf(execution, RUN).map(({ json }) => json.executionId)),
		);
		const orphans = runs().filter(({ id: run }) => !known.has(run));
		const { id: finder } = await n8n.workflow(finding(new Date(began).toISOString()), [credential]);
		const found = outputOf(await n8n.run(finder, START), 'Runs')
			.map(({ json }) => json.executionId)
			.filter((run) => !known.has(run));
		const cutOff = all.filter(({ status }) => status !== 'success').length;
		say(
			orphans.length === found.length && orphans.every(({ id: run }) => found.includes(run)),
			`${orphans.length} task executions whose workflow execution was cut off (${cutOff} of them): Get Many by Task finds ${found.length} that are in no workflow execution`,
		);
	} finally {
		await close();
	}
}
