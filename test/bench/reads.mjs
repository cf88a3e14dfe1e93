/** Single reads, with an ID from each item, with both credentials; the same with a token that expires in the middle. */
import axios from 'axios';

import { chosen, node, ours, start, workflow } from '../e2e/support/build.mjs';
import { CREDENTIALS } from './cli.mjs';
import { LATENCY_MS, startServer } from './server.mjs';

const [FIRST, WORK, AGAIN] = ['First', 'Work', 'Again'];
const used = (type) => ({ credentials: { [type]: CREDENTIALS[type] } });
export const itemsOf = (name, count) => node(name, 'code', { jsCode: `return Array.from({ length: ${count} }, (_, index) => ({ json: { id: 'e' + index } }))` }, { typeVersion: 2 });
const ID = '={{ $json.id }}';

export const OURS = (name, id = ID) => ours(name, 'Processing', { resource: 'taskExecution', operation: 'get', executionId: chosen('id', id), simplify: false }, used('talendCloudApi'));

/** The candidates, as nodes by name. */
const ways = (address) => ({
	ours: OURS,
	http: (name) => node(name, 'httpRequest', { url: `=${address}/processing/executions/{{ $json.id }}`, authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth', options: {} }, { typeVersion: 4.2, ...used('httpHeaderAuth') }),
	floor: (name) => ({ ...node(name, 'floor', { id: ID }, used('talendCloudApi')), type: 'n8n-nodes-floor.floor' }),
	oursByToken: (name) => ({ ...OURS(name), ...used('talendCloudTokenApi'), parameters: { ...OURS(name).parameters, authentication: 'token' } }),
	floorByToken: (name) => ({ ...node(name, 'floor', { id: ID, credential: 'talendCloudTokenApi' }, used('talendCloudTokenApi')), type: 'n8n-nodes-floor.floor' }),
});

/** A bare loop of eight requests: what the server and this machine allow. */
async function bare(address, count) {
	const client = axios.create({ baseURL: address });
	const started = performance.now();
	let next = 0;
	await Promise.all(
		Array.from({ length: 8 }, async () => {
			while (next < count) await client.get(`/processing/executions/e${next++}`);
		}),
	);
	return { nodes: { [WORK]: { ms: performance.now() - started } } };
}

export default async function reads({ prepare, measure, size, turns, median, figure }) {
	const [count, few] = [size(2_000, 20), size(20, 2)];
	const server = await startServer();
	try {
		const all = ways(server.address);
		const made = Object.entries(all).map(([name, way]) => ({ id: `bench${name}`, active: false, settings: { executionOrder: 'v1' }, ...workflow(`bench${name}`, [start(), itemsOf('Few', few), way(FIRST), itemsOf('Items', count), way(WORK), itemsOf('Items Again', count), way(AGAIN)]) }));
		const cold = { id: 'benchcold', active: false, settings: { executionOrder: 'v1' }, ...workflow('benchcold', [start(), itemsOf('Items', count), OURS(WORK)]) };
		await prepare(server.address, [...made, cold]);
		const results = await turns({ ...Object.fromEntries(Object.keys(all).map((name) => [name, () => measure(server, `bench${name}`)])), loop: () => bare(server.address, count) });
		const of = (way, at, key) => median(results[way].map(({ nodes }) => nodes[at][key]));
		const seconds = (way, at = WORK) => of(way, at, 'ms') / 1000;
		const tokens = await measure(server, 'benchcold');
		const expiring = await measure(server, 'benchcold', { expiresAfter: count / 2 });
		return {
			head: [`${count} reads, ${LATENCY_MS} ms each`, 'these nodes', 'HTTP Request, header credential', 'smallest possible node', 'bare loop'],
			rows: [
				['seconds', ...['ours', 'http', 'floor', 'loop'].map((way) => figure(seconds(way)))],
				['these nodes take … times as long', '', figure(seconds('ours') / seconds('http')), figure(seconds('ours') / seconds('floor')), figure(seconds('ours') / seconds('loop'))],
				['seconds, with a personal access token instead of a service account', figure(seconds('oursByToken')), '', figure(seconds('floorByToken')), ''],
				['these nodes take … times as long, with a personal access token', '', '', figure(seconds('oursByToken') / seconds('floorByToken')), ''],
				[`seconds, ${count} more in the same process`, ...['ours', 'http', 'floor'].map((way) => figure(seconds(way, AGAIN))), ''],
				['these nodes take … times as long', '', figure(seconds('ours', AGAIN) / seconds('http', AGAIN)), figure(seconds('ours', AGAIN) / seconds('floor', AGAIN)), ''],
				['these nodes take … times as long, with a personal access token', '', '', figure(seconds('oursByToken', AGAIN) / seconds('floorByToken', AGAIN)), ''],
				['longest block of the event loop, ms', ...['ours', 'http', 'floor'].map((way) => figure(of(way, WORK, 'block'), 0)), ''],
				[`longest block, first execution after the start (${few} reads), ms`, ...['ours', 'http', 'floor'].map((way) => figure(of(way, FIRST, 'block'), 0)), ''],
				['most requests in flight', ...['ours', 'http', 'floor'].map((way) => median(results[way].map(({ most }) => most))), 8],
				['token exchanges, no token at first', tokens.tokens, '', '', ''],
				['token exchanges, the token expires in the middle', expiring.tokens, '', '', ''],
			],
		};
	} finally {
		server.close();
	}
}
