/**
 * `npm run bench`: our nodes in the real n8n beside its HTTP Request node on the same work, and a
 * bare loop of requests as the limit. Prints ratios; fails nothing.
 *
 * Each measurement is a run of its own process (`n8n execute`), so that none warms up another. The
 * server answers after 5 ms.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import axios from 'axios';

import { nodeForN8n, programOf } from '../../demo/install.mjs';
import { ensureN8n, N8n } from '../../demo/n8n.mjs';
import { ensureBuild, ensureProject, fail } from '../../scripts/setup.mjs';

const LATENCY_MS = 5;
const READS = 2_000;
const RECORDS = 100_000;
const PAGE = 100;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/** A platform that answers any read after a moment and counts what comes. */
async function startServer() {
	const seen = { tokens: 0, requests: 0, inFlight: 0, most: 0 };
	const record = (id) => ({ executionId: id, status: 'execution_successful', executionStatus: 'EXECUTION_SUCCESS', startTimestamp: '2026-03-31T08:00:00Z', triggerTimestamp: '2026-03-31T08:00:00Z', finishTimestamp: '2026-03-31T08:01:00Z', userId: 'u', userType: 'HUMAN', taskId: 't', workspaceId: 'w', numberOfProcessedRows: 1200 });
	const server = createServer((request, response) => {
		const url = new URL(request.url, 'http://127.0.0.1');
		const json = (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
		if (url.pathname === '/security/oauth/token') {
			seen.tokens++;
			request.resume();
			return void json({ access_token: 'token', token_type: 'Bearer', expires_in: 1800 });
		}
		seen.requests++;
		seen.most = Math.max(seen.most, ++seen.inFlight);
		setTimeout(() => {
			seen.inFlight--;
			if (url.pathname !== '/processing/executables/tasks/executions') return json(record(url.pathname.split('/').at(-1)));
			const offset = Number(url.searchParams.get('offset') ?? 0);
			const items = Array.from({ length: Math.max(0, Math.min(PAGE, RECORDS - offset)) }, (_, index) => record(`e${offset + index}`));
			json({ items, limit: PAGE, offset, total: RECORDS });
		}, LATENCY_MS);
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { server, seen, address: `http://127.0.0.1:${server.address().port}` };
}

const CREDENTIAL = { id: 'benchcredential1', name: 'Bench' };
const used = { talendCloudApi: CREDENTIAL };

function workflow(id, nodes) {
	const all = [{ id: 't', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} }, ...nodes];
	const connections = {};
	for (let index = 0; index < all.length - 1; index++) connections[all[index].name] = { main: [[{ node: all[index + 1].name, type: 'main', index: 0 }]] };
	return { id, name: id, nodes: all, connections, active: false, settings: { executionOrder: 'v1' } };
}

const manyItems = { id: 'c', name: 'Items', type: 'n8n-nodes-base.code', typeVersion: 2, position: [0, 0], parameters: { jsCode: `return Array.from({ length: ${READS} }, (_, index) => ({ json: { id: 'e' + index } }))` } };
const ours = (name, operation, parameters) => ({ id: name, name, type: 'n8n-nodes-talend-cloud.talendCloudProcessing', typeVersion: 1, position: [0, 0], credentials: used, parameters: { authentication: 'serviceAccount', resource: 'taskExecution', operation, ...parameters } });
const http = (name, url, options = {}) => ({ id: name, name, type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, position: [0, 0], credentials: used, parameters: { url, authentication: 'predefinedCredentialType', nodeCredentialType: 'talendCloudApi', options } });

function workflows(address) {
	return [
		workflow('benchreads0ours', [manyItems, ours('Work', 'get', { executionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } })]),
		workflow('benchreads0http', [manyItems, http('Work', `=${address}/processing/executions/{{ $json.id }}`)]),
		workflow('benchpages0ours', [ours('Work', 'getMany', { returnAll: true, filters: {} })]),
		workflow('benchpages0http', [
			http('Work', `${address}/processing/executables/tasks/executions?limit=${PAGE}`, {
				pagination: { pagination: { paginationMode: 'updateAParameterInEachRequest', parameters: { parameters: [{ name: 'offset', value: `={{ $pageCount * ${PAGE} }}` }] }, paginationCompleteWhen: 'other', completeExpression: `={{ $response.body.items.length < ${PAGE} || $response.body.offset + ${PAGE} >= $response.body.total }}` } },
			}),
			{ id: 's', name: 'Split', type: 'n8n-nodes-base.splitOut', typeVersion: 1, position: [0, 0], parameters: { fieldToSplitOut: 'items', options: {} } },
		]),
	];
}

/** Runs one program of n8n to its end. */
async function cli(n8n, args, output) {
	// To a file: n8n ends without waiting until a pipe has taken all.
	const file = join(n8n.userFolder, 'output.txt');
	const descriptor = openSync(file, 'w');
	const child = spawn(nodeForN8n(), ['--max-old-space-size=8192', programOf(), ...args], {
		env: { ...n8n.env, N8N_LOG_LEVEL: 'info' },
		stdio: ['ignore', descriptor, output === undefined ? descriptor : 'ignore'],
	});
	let peak = 0;
	const watch = setInterval(() => {
		try {
			peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
		} catch {
			peak ||= NaN; // The peak is known on Linux only.
		}
	}, 50);
	const code = await new Promise((resolve) => child.once('close', resolve));
	clearInterval(watch);
	closeSync(descriptor);
	const text = readFileSync(file, 'utf8');
	if (code !== 0) throw new Error(`n8n ${args.join(' ')} ended with ${code}:\n${text.slice(-2_000)}`);
	return { text, peak };
}

/** Runs a workflow with a cold credential; the time is that of its nodes. */
async function measure(n8n, server, id) {
	await cli(n8n, ['import:credentials', `--input=${n8n.credentialFile}`]);
	Object.assign(server.seen, { tokens: 0, requests: 0, inFlight: 0, most: 0 });
	const { text, peak } = await cli(n8n, ['execute', `--id=${id}`, '--rawOutput'], 'json');
	const { data } = JSON.parse(text.slice(text.indexOf('{"data"') >= 0 ? text.indexOf('{"data"') : text.indexOf('{'), text.lastIndexOf('}') + 1));
	const runs = data.resultData.runData;
	const names = Object.keys(runs).filter((name) => !['Start', 'Items'].includes(name));
	return {
		ms: names.reduce((sum, name) => sum + runs[name][0].executionTime, 0),
		items: runs[names.at(-1)][0].data.main[0].length,
		peak,
		...server.seen,
	};
}

/** The limit: a bare loop of eight requests at a time. */
async function bare(server) {
	const client = axios.create({ baseURL: server.address });
	const started = performance.now();
	let next = 0;
	await Promise.all(
		Array.from({ length: 8 }, async () => {
			while (next < READS) await client.get(`/processing/executions/e${next++}`);
		}),
	);
	return performance.now() - started;
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const figure = (value) => (Number.isFinite(value) ? value.toFixed(2) : 'not known here');

async function main() {
	await ensureProject();
	await ensureBuild();
	await ensureN8n();
	const server = await startServer();
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-bench-'));
	try {
		const n8n = await N8n.create({ userFolder });
		n8n.link();
		n8n.credentialFile = join(userFolder, 'credential.json');
		writeFileSync(n8n.credentialFile, JSON.stringify([{ ...CREDENTIAL, type: 'talendCloudApi', data: { region: 'other', address: server.address, clientId: 'bench', clientSecret: 'bench', accessToken: '' } }]));
		const file = join(userFolder, 'workflows.json');
		writeFileSync(file, JSON.stringify(workflows(server.address)));
		await cli(n8n, ['import:credentials', `--input=${n8n.credentialFile}`]);
		await cli(n8n, ['import:workflow', `--input=${file}`]);
		const results = {};
		// The two ways take turns, so that a slow moment of the machine meets both.
		for (let round = 0; round < ROUNDS; round++)
			for (const id of ['benchreads0ours', 'benchreads0http', 'benchpages0ours', 'benchpages0http']) {
				(results[id] ??= []).push(await measure(n8n, server, id));
				process.stdout.write('.');
			}
		const loop = median(await Promise.all([bare(server)]));
		console.log('');
		const of = (id, key) => median(results[id].map((result) => result[key]));
		const table = [
			[`${READS} single reads, an ID from each item: time, ours / HTTP Request`, figure(of('benchreads0ours', 'ms') / of('benchreads0http', 'ms'))],
			[`${READS} single reads: time, ours / bare loop of 8`, figure(of('benchreads0ours', 'ms') / loop)],
			[`${READS} single reads: time, HTTP Request / bare loop of 8`, figure(of('benchreads0http', 'ms') / loop)],
			[`${RECORDS} records by Return All: time, ours / HTTP Request and Split Out`, figure(of('benchpages0ours', 'ms') / of('benchpages0http', 'ms'))],
			[`${RECORDS} records by Return All: peak memory, ours / HTTP Request and Split Out`, figure(of('benchpages0ours', 'peak') / of('benchpages0http', 'peak'))],
			[`token exchanges for ${READS} cold items: ours`, of('benchreads0ours', 'tokens')],
			[`token exchanges for ${READS} cold items: HTTP Request with the same credential`, of('benchreads0http', 'tokens')],
			['most requests in flight: ours', of('benchreads0ours', 'most')],
			['most requests in flight: HTTP Request', of('benchreads0http', 'most')],
			['items put out: ours, reads and records', `${of('benchreads0ours', 'items')}, ${of('benchpages0ours', 'items')}`],
		];
		const width = Math.max(...table.map(([name]) => name.length));
		for (const [name, value] of table) console.log(`${name.padEnd(width)}  ${value}`);
		console.log(`\nmedians of ${ROUNDS} rounds; seconds: ${Object.keys(results).map((id) => `${id} ${(of(id, 'ms') / 1000).toFixed(1)}`).join(', ')}, bare loop ${(loop / 1000).toFixed(1)}`);
	} finally {
		server.server.closeAllConnections();
		server.server.close();
		rmSync(userFolder, { recursive: true, force: true });
	}
}

main().then(() => process.exit(0), fail);
