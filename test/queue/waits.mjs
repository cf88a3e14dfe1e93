/**
 * Executions that n8n stores while they wait, many more than there are slots, with a worker and
 * main killed meanwhile. With Start and Wait for Callback, all of them continue once, with the end
 * of their own task. With a loop and the Wait node, some can be cut off, but none is started twice,
 * and none continues with anything else.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ENDED, outputOf } from '../../tools/demo/n8n.mjs';
import { root } from '../../tools/programs.mjs';
import { chosen, node, ours, workflow } from '../e2e/support/build.mjs';
import { DEMO, orchestrationOf } from '../e2e/support/stage.mjs';
import { MINUTE } from '../support/durations.mjs';
import { startCluster } from './cluster.mjs';
import { memoryOf, sleep, until } from './watch.mjs';

const { taskExecutions } = createRequire(import.meta.url)(
	join(root, 'build/emulator/areas/processing/processingStore.js'),
);

const CALLS = 200;
const WORKERS = 2;
const SLOTS_OF_A_WORKER = 5;
/** So many jobs never call: their workflows continue at the time limit. */
const SILENT = 10;
/** Of a job: longer than it takes to start all of them. */
const DURATION_MS = 3 * MINUTE;
const START = 'Start the Task';
const END = 'Its End';

const called = node(
	'Call',
	'webhook',
	{ path: 'run', responseMode: 'onReceived' },
	{ typeVersion: 2, webhookId: 'run' },
);
const task = {
	resource: 'taskExecution',
	executable: chosen('name', DEMO.callingTask),
};
const numbered = { parametersJson: '={{ { call: String($json.query.call) } }}' };
const execution = (id) => ({ resource: 'taskExecution', executionId: chosen('id', id) });

const callback = {
	name: 'Start and Wait for Callback',
	workflow: workflow('Callback', [
		called,
		ours(START, 'Processing', {
			...task,
			operation: 'startAndWaitForCallback',
			callbackParameter: 'resume_url',
			timeLimit: 12,
			additionalFields: numbered,
		}),
		ours(
			END,
			'Processing',
			{ ...execution('={{ $json.executionId }}'), operation: 'get', simplify: true },
			{ retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 },
		),
	]),
	/** Most jobs call when they have ended: this process does it for them, ten at a time. */
	async resume(runs) {
		await sleep(DURATION_MS);
		const waiting = runs.slice(SILENT);
		await Promise.all(
			Array.from({ length: 10 }, async () => {
				for (let run = waiting.pop(); run; run = waiting.pop()) {
					const answer = await fetch(run.parameters.resume_url, {
						method: 'POST',
						headers: { 'content-type': 'application/json' },
						body: JSON.stringify({ call: run.parameters.call }),
					});
					if (!answer.ok) throw new Error(`n8n answered ${answer.status} to a call of a job`);
				}
			}),
		);
	},
	/** Whether what the workflow got is of its own job: silent jobs did not call. */
	isOwn: ({ json }, run, index) =>
		json.executionId === run.id &&
		json.calledBack === index >= SILENT &&
		(json.calledBack ? json.body.call === run.parameters.call : json.body === undefined),
};

const loop = {
	name: 'The loop with the Wait node',
	workflow: workflow(
		'Loop',
		[
			called,
			ours(START, 'Processing', { ...task, operation: 'start', additionalFields: numbered }),
			node(
				'Wait',
				'wait',
				{ amount: 66, unit: 'seconds' },
				{ typeVersion: 1.1, webhookId: 'wait' },
			),
			ours(
				END,
				'Processing',
				{
					...execution(`={{ $('${START}').first().json.executionId }}`),
					operation: 'get',
					simplify: true,
				},
				{ retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 },
			),
			node(
				'Still in Progress?',
				'if',
				{
					conditions: {
						options: {
							caseSensitive: true,
							leftValue: '',
							typeValidation: 'strict',
							version: 2,
						},
						conditions: [
							{
								id: 'running',
								leftValue: "={{ $json.outcome === 'running' }}",
								rightValue: '',
								operator: { type: 'boolean', operation: 'true', singleValue: true },
							},
						],
						combinator: 'and',
					},
					options: {},
				},
				{ typeVersion: 2.2 },
			),
			node('Ended', 'noOp'),
		],
		{ 'Still in Progress?': [['Wait'], ['Ended']] },
	),
	resume: async () => undefined,
	// Each look is an execution that a kill can cut off: n8n lists it as crashed.
	mayBeCutOff: true,
	isOwn: ({ json }, run) => json.executionId === run.id,
};

async function measured(say, { name, workflow: given, resume, isOwn, mayBeCutOff = false }) {
	const cluster = await startCluster({ workers: WORKERS, atOnce: SLOTS_OF_A_WORKER });
	const { n8n, workers, emulator, credential } = cluster;
	try {
		const calling = [...orchestrationOf(emulator.state).tasks.values()].find(
			(each) => each.name === DEMO.callingTask,
		);
		// This process calls in place of the job.
		calling.behaviors = [{ ...calling.behaviors[0], durationMs: DURATION_MS, calls: undefined }];
		const { id } = await n8n.workflow(given, [credential]);
		await n8n.publish(id);
		const counts = async () => {
			const of = {};
			for (const { status } of await n8n.listExecutions(id)) of[status] = (of[status] ?? 0) + 1;
			return of;
		};
		const runs = () =>
			taskExecutions.all(emulator.state).filter(({ parameters }) => parameters.call !== undefined);
		for (let call = 0; call < CALLS; call += 20)
			await Promise.all(
				Array.from({ length: 20 }, async (_, each) => {
					const answer = await fetch(`${n8n.address}/webhook/run?call=${call + each}`);
					if (!answer.ok) throw new Error(`n8n answered ${answer.status} to a call`);
				}),
			);
		await until('stored', async () => {
			const now = await counts();
			const tasks = runs().length;
			return tasks === CALLS && now.waiting === CALLS ? true : { ...now, tasks };
		});
		say(
			true,
			`${name}: ${CALLS} stored at once with ${WORKERS * SLOTS_OF_A_WORKER} slots; main ${memoryOf(n8n)} MB, workers ${workers.map(memoryOf).join(' and ')} MB`,
		);
		await workers[0].stop('SIGKILL');
		await n8n.stop('SIGKILL');
		await n8n.startAfterKill();
		await workers[0].start();
		await resume(runs());
		await until(
			'ended',
			async () => {
				const now = await counts();
				const ended = ENDED.reduce((sum, status) => sum + (now[status] ?? 0), 0);
				return ended === CALLS ? true : now;
			},
			20,
		);
		const ofCall = new Map();
		for (const run of runs())
			ofCall.set(run.parameters.call, [...(ofCall.get(run.parameters.call) ?? []), run]);
		const startedOnce = [...ofCall.values()].filter(({ length }) => length === 1).length;
		const all = await n8n.executions(id);
		const own = all.filter((each) => {
			const ends = outputOf(each, END);
			const [started] = outputOf(each, START);
			const index = runs().findIndex((run) => run.id === started?.json.executionId);
			return (
				each.status === 'success' &&
				index >= 0 &&
				ends.at(-1)?.json.executionId === started.json.executionId &&
				ends.at(-1).json.outcome === 'succeeded' &&
				isOwn(started, runs()[index], index)
			);
		});
		const succeeded = all.filter(({ status }) => status === 'success').length;
		say(
			startedOnce === CALLS && own.length === succeeded && (mayBeCutOff || succeeded === CALLS),
			`${name}: a worker and main killed while all waited: ${startedOnce} of ${CALLS} tasks started once, ${own.length} workflow executions continued with the end of their own task ${JSON.stringify(await counts())}`,
		);
		for (const status of new Set(all.map((each) => each.status))) {
			const other = all.find((each) => each.status === status && !own.includes(each));
			if (other)
				console.log(
					`    e.g. ${status}: ${other.error?.message ?? 'no error'}; ${JSON.stringify([START, END].map((name) => outputOf(other, name)))}`,
				);
		}
	} finally {
		await cluster.close();
	}
}

export default async function waits(say) {
	await measured(say, callback);
	await measured(say, loop);
}
