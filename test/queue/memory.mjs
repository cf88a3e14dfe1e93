/**
 * What 200 workflow executions cost that wait in the process: a slot each, and memory of the
 * workers. With Run and Wait, and for comparison with n8n's HTTP Request node, whose response comes
 * late.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { root } from '../../tools/programs.mjs';
import { chosen, node, ours, workflow } from '../e2e/support/build.mjs';
import { DEMO, orchestrationOf } from '../e2e/support/stage.mjs';
import { startCluster } from './cluster.mjs';
import { memoryOf, until } from './watch.mjs';

const { taskExecutions } = createRequire(import.meta.url)(
	join(root, 'build/emulator/areas/processing/processingStore.js'),
);

const EXECUTIONS = 200;
const WORKERS = 2;
/** Of a task: longer than it takes to start all of them. */
const DURATION_MS = 8 * 60_000;

const calledThen = (next) =>
	workflow('Waits in the Process', [
		node(
			'Call',
			'webhook',
			{ path: 'run', responseMode: 'onReceived' },
			{ typeVersion: 2, webhookId: 'run' },
		),
		next,
	]);

/** Tasks that take a time. */
function runAndWait({ state }) {
	const task = [...orchestrationOf(state).tasks.values()].find(
		({ name }) => name === DEMO.callingTask,
	);
	task.behaviors = [{ ...task.behaviors[0], durationMs: DURATION_MS, calls: undefined }];
	const calls = () =>
		taskExecutions.all(state).filter(({ parameters }) => parameters.call !== undefined).length;
	return {
		name: 'Run and Wait',
		given: calledThen(
			ours('Run', 'Processing', {
				resource: 'taskExecution',
				operation: 'runAndWait',
				executable: chosen('name', DEMO.callingTask),
				timeLimit: 30,
				options: { parametersJson: '={{ { call: String($json.query.call) } }}' },
			}),
		),
		waiting: calls,
		release: async () => undefined,
	};
}

/** A server that holds all responses back until it is released. */
async function lateResponse() {
	const held = [];
	const server = createServer((request, response) => held.push(response));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${server.address().port}/`;
	return {
		name: 'HTTP Request',
		given: calledThen(
			node(
				'Read',
				'httpRequest',
				{ url: `=${url}{{ $json.query.call }}`, options: { timeout: 30 * 60_000 } },
				{ typeVersion: 4.2 },
			),
		),
		waiting: () => held.length,
		release: async () => {
			for (const response of held) response.end('{}');
			server.close();
		},
	};
}

async function measured(say, prepare) {
	const cluster = await startCluster({ workers: WORKERS, atOnce: EXECUTIONS / WORKERS });
	const { n8n, workers, emulator, credential } = cluster;
	const { name, given, waiting, release } = await prepare(emulator);
	try {
		const { id } = await n8n.workflow(given, [credential]);
		await n8n.publish(id);
		const before = workers.map(memoryOf);
		for (let call = 0; call < EXECUTIONS; call++) {
			const answer = await fetch(`${n8n.address}/webhook/run?call=${call}`);
			if (!answer.ok) throw new Error(`n8n answered ${answer.status} to a call`);
		}
		await until('all wait', async () => waiting() === EXECUTIONS || waiting());
		const during = workers.map(memoryOf);
		await release();
		// n8n's list repeats or leaves out some of so many executions that began together, so each is
		// read with a request of its own.
		const succeeded = async () => {
			const ids = Array.from({ length: EXECUTIONS }, (_, index) => index + 1);
			const executions = await Promise.all(
				ids.map(async (each) => await n8n.rest('GET', `/executions/${each}`)),
			);
			return executions.filter(({ status }) => status === 'success').length;
		};
		await until('all succeeded', async () => {
			const count = await succeeded();
			return count === EXECUTIONS || count;
		});
		say(
			true,
			`${name}: ${EXECUTIONS} waited at once, and all succeeded; memory of the workers ${before.join(' and ')} MB before, ${during.join(' and ')} MB while all waited`,
		);
	} finally {
		await release();
		await cluster.close();
	}
}

export default async function memory(say) {
	await measured(say, lateResponse);
	await measured(say, runAndWait);
}
