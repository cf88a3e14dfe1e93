/**
 * Runs each workflow in a separate n8n process (`n8n execute`), so that no measurement warms up
 * another; or all in one that is running.
 */
import { spawn } from 'node:child_process';
import {
	closeSync,
	cpSync,
	existsSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { nodeForN8n, programOf } from '../../tools/demo/install.mjs';
import { root } from '../../tools/programs.mjs';
import { START } from '../e2e/support/build.mjs';
import { tokenNumber } from './server.mjs';

export const CREDENTIALS = {
	talendCloudApi: { id: 'benchcredential1', name: 'Bench' },
	httpHeaderAuth: { id: 'benchcredential2', name: 'Bench header' },
	talendCloudTokenApi: { id: 'benchcredential3', name: 'Bench token' },
};

/** The credentials, without a token. */
export const credentialsFor = (address) => {
	const [account, header, person] = Object.entries(CREDENTIALS).map(([type, credential]) => ({
		...credential,
		type,
	}));
	return [
		{
			...account,
			data: { region: 'other', address, clientId: 'bench', clientSecret: 'bench', accessToken: '' },
		},
		{ ...header, data: { name: 'Authorization', value: `Bearer ${tokenNumber(1)}` } },
		{ ...person, data: { region: 'other', address, token: tokenNumber(1) } },
	];
};

/** Installs the smallest possible node; n8n must not be running. */
export const installFloor = (userFolder) =>
	cpSync(
		join(root, 'test/bench/floor'),
		join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-floor'),
		{ recursive: true },
	);

/**
 * Runs one program of n8n to its end.
 * @returns what it printed, its peak memory in MB, its memory
 * every 50 ms (Linux only), when its event loop was blocked, and its CPU time every 5 ms
 */
async function cli(n8n, args) {
	// To a file: n8n exits without waiting for a pipe to be drained.
	const [file, probe] = ['output.txt', 'probe.json'].map((name) => join(n8n.userFolder, name));
	rmSync(probe, { force: true });
	const descriptor = openSync(file, 'w');
	const child = spawn(nodeForN8n(), ['--max-old-space-size=8192', programOf(), ...args], {
		env: {
			...n8n.env,
			N8N_LOG_LEVEL: 'info',
			NODE_OPTIONS: `--require=${join(root, 'test/bench/probe.cjs')}`,
			BENCH_PROBE: probe,
		},
		stdio: ['ignore', descriptor, descriptor],
	});
	let peak = NaN;
	const memory = [];
	const watch = setInterval(() => {
		const path = `/proc/${child.pid}/status`;
		const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
		const megabytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
		if (Number.isNaN(megabytes('VmHWM'))) return;
		peak = megabytes('VmHWM');
		memory.push({ at: Date.now(), megabytes: megabytes('VmRSS') });
	}, 50);
	const code = await new Promise((resolve) => child.once('close', resolve));
	clearInterval(watch);
	closeSync(descriptor);
	const text = readFileSync(file, 'utf8');
	if (code !== 0)
		throw new Error(`n8n ${args.join(' ')} ended with ${code}:\n${text.slice(-2_000)}`);
	return {
		text,
		peak,
		memory,
		...(existsSync(probe) ? JSON.parse(readFileSync(probe, 'utf8')) : {}),
	};
}

/**
 * For each node of a finished execution its time, the CPU time of the process while it ran (ms),
 * its items, the longest block of the event loop and the peak memory (MB).
 */
export function nodesOf(id, { runData, error }, { memory = [], blocks = [], cpu = [] } = {}) {
	if (error) throw new Error(`${id}: ${error.message}`);
	const cpuUntil = (time) => cpu.findLast(({ at }) => at <= time)?.ms ?? NaN;
	return Object.fromEntries(
		Object.entries(runData).map(([name, [{ startTime, executionTime, data }]]) => {
			const endTime = startTime + executionTime;
			const meanwhile = blocks.filter(
				({ until, ms }) => until >= startTime && until - ms <= endTime,
			);
			return [
				name,
				{
					ms: executionTime,
					cpu: cpuUntil(endTime) - cpuUntil(startTime),
					items: data.main[0].length,
					block: Math.max(0, ...meanwhile.map(({ ms }) => ms)),
					peak: Math.max(
						...memory
							.filter(({ at }) => at >= startTime && at <= endTime)
							.map(({ megabytes }) => megabytes),
					),
				},
			];
		}),
	);
}

/** How the parts run their workflows: each in a process of its own. */
export function inProcesses(n8n) {
	const at = (name) => join(n8n.userFolder, name);
	return {
		/** Installs the nodes and imports the workflows and the credentials. */
		prepare: async (address, workflows) => {
			n8n.link();
			installFloor(n8n.userFolder);
			writeFileSync(at('credentials.json'), JSON.stringify(credentialsFor(address)));
			writeFileSync(at('workflows.json'), JSON.stringify(workflows));
			await cli(n8n, ['import:workflow', `--input=${at('workflows.json')}`]);
		},
		/**
		 * Runs a workflow with a credential without a token.
		 * @returns what is known of each node; for the whole workflow its peak memory and what the
		 * server received
		 */
		measure: async (server, id, options) => {
			await cli(n8n, ['import:credentials', `--input=${at('credentials.json')}`]);
			server.reset(options);
			const { text, peak, ...watched } = await cli(n8n, ['execute', `--id=${id}`, '--rawOutput']);
			const from = text.indexOf('{"data"') >= 0 ? text.indexOf('{"data"') : text.indexOf('{');
			const { resultData } = JSON.parse(text.slice(from, text.lastIndexOf('}') + 1)).data;
			return { nodes: nodesOf(id, resultData, watched), peak, ...server.seen };
		},
	};
}

/**
 * The same in an n8n that is running: says whether a workflow runs to its end, and not what it
 * costs.
 */
export function inRunning(n8n) {
	const ids = {};
	let credentials;
	const save = () =>
		Promise.all(credentials.map(({ name, type, data }) => n8n.credential(name, type, data)));
	return {
		prepare: async (address, workflows) => {
			await n8n.signIn();
			credentials = credentialsFor(address);
			const saved = await save();
			for (const workflow of workflows)
				({ id: ids[workflow.id] } = await n8n.workflow(workflow, saved));
		},
		measure: async (server, id, options) => {
			await save();
			server.reset(options);
			return { nodes: nodesOf(id, await n8n.run(ids[id], START)), peak: NaN, ...server.seen };
		},
	};
}
