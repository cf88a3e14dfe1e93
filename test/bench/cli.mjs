/** Runs each workflow in a separate n8n process (`n8n execute`), so that no measurement warms up another. */
import { spawn } from 'node:child_process';
import { closeSync, cpSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { nodeForN8n, programOf } from '../../tools/demo/install.mjs';
import { root } from '../../tools/scripts/setup.mjs';
import { tokenNumber } from './server.mjs';

export const CREDENTIALS = {
	talendCloudApi: { id: 'benchcredential1', name: 'Bench' },
	httpHeaderAuth: { id: 'benchcredential2', name: 'Bench header' },
	talendCloudTokenApi: { id: 'benchcredential3', name: 'Bench token' },
};

/** Installs the package and the smallest possible node, and imports the credentials, without a token. */
export async function prepare(n8n, address, workflows) {
	n8n.link();
	cpSync(join(root, 'test/bench/floor'), join(n8n.userFolder, '.n8n/nodes/node_modules/n8n-nodes-floor'), { recursive: true });
	const at = (name) => join(n8n.userFolder, name);
	n8n.credentialFile = at('credentials.json');
	const [account, header, person] = Object.entries(CREDENTIALS).map(([type, credential]) => ({ ...credential, type }));
	writeFileSync(
		n8n.credentialFile,
		JSON.stringify([
			{ ...account, data: { region: 'other', address, clientId: 'bench', clientSecret: 'bench', accessToken: '' } },
			{ ...header, data: { name: 'Authorization', value: `Bearer ${tokenNumber(1)}` } },
			{ ...person, data: { region: 'other', address, token: tokenNumber(1) } },
		]),
	);
	writeFileSync(at('workflows.json'), JSON.stringify(workflows));
	await cli(n8n, ['import:credentials', `--input=${n8n.credentialFile}`]);
	await cli(n8n, ['import:workflow', `--input=${at('workflows.json')}`]);
}

/** Runs one program of n8n to its end. @returns what it printed, its peak memory in MB, its memory every 50 ms (Linux only), and when its event loop was blocked */
async function cli(n8n, args) {
	// To a file: n8n exits without waiting for a pipe to be drained.
	const [file, blocks] = ['output.txt', 'blocks.json'].map((name) => join(n8n.userFolder, name));
	rmSync(blocks, { force: true });
	const descriptor = openSync(file, 'w');
	const child = spawn(nodeForN8n(), ['--max-old-space-size=8192', programOf(), ...args], {
		env: { ...n8n.env, N8N_LOG_LEVEL: 'info', NODE_OPTIONS: `--require=${join(root, 'test/bench/blocks.cjs')}`, BENCH_BLOCKS: blocks },
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
	if (code !== 0) throw new Error(`n8n ${args.join(' ')} ended with ${code}:\n${text.slice(-2_000)}`);
	return { text, peak, memory, blocks: existsSync(blocks) ? JSON.parse(readFileSync(blocks, 'utf8')) : [] };
}

/**
 * Runs a workflow with a credential without a token.
 * @returns for each node its time, its items, the longest block of the event loop and the peak memory (MB) of the process while it ran; for the whole workflow its peak memory and what the server received
 */
export async function measure(n8n, server, id, options) {
	await cli(n8n, ['import:credentials', `--input=${n8n.credentialFile}`]);
	server.reset(options);
	const { text, peak, memory, blocks } = await cli(n8n, ['execute', `--id=${id}`, '--rawOutput']);
	const from = text.indexOf('{"data"') >= 0 ? text.indexOf('{"data"') : text.indexOf('{');
	const { resultData } = JSON.parse(text.slice(from, text.lastIndexOf('}') + 1)).data;
	if (resultData.error) throw new Error(`${id}: ${resultData.error.message}`);
	const nodes = Object.fromEntries(
		Object.entries(resultData.runData).map(([name, [{ startTime, executionTime, data }]]) => {
			const meanwhile = blocks.filter(({ until, ms }) => until >= startTime && until - ms <= startTime + executionTime);
			return [name, { ms: executionTime, items: data.main[0].length, block: Math.max(0, ...meanwhile.map(({ ms }) => ms)), peak: Math.max(...memory.filter(({ at }) => at >= startTime && at <= startTime + executionTime).map(({ megabytes }) => megabytes)) }];
		}),
	);
	return { nodes, peak, ...server.seen };
}
