/**
 * Single reads, with an ID from each item, with both credentials; the same with a token that
 * expires in the middle. The candidates take turns in one process: between processes, and from
 * minute to minute, a machine differs by more than they do.
 */
import axios from 'axios';

import { chosen, node, ours, start, workflow } from '../e2e/support/build.mjs';
import { CREDENTIALS } from './cli.mjs';
import { LATENCY_MS, startServer } from './server.mjs';

const [FIRST, WORK] = ['First', 'Work'];
const used = (type) => ({ credentials: { [type]: CREDENTIALS[type] } });
export const itemsOf = (name, count) =>
	node(
		name,
		'code',
		{
			jsCode: `return Array.from({ length: ${count} }, (_, index) => ({ json: { id: 'e' + index } }))`,
		},
		{ typeVersion: 2 },
	);
const ID = '={{ $json.id }}';

export const OURS = (name, id = ID) =>
	ours(
		name,
		'Processing',
		{ resource: 'taskExecution', operation: 'get', executionId: chosen('id', id), simplify: false },
		used('talendCloudApi'),
	);

/** The candidates, as nodes by name. */
const ways = (address) => ({
	ours: OURS,
	oursByToken: (name) => ({
		...OURS(name),
		...used('talendCloudTokenApi'),
		parameters: { ...OURS(name).parameters, authentication: 'token' },
	}),
	http: (name) =>
		node(
			name,
			'httpRequest',
			{
				url: `=${address}/processing/executions/{{ $json.id }}`,
				authentication: 'genericCredentialType',
				genericAuthType: 'httpHeaderAuth',
				options: {},
			},
			{ typeVersion: 4.2, ...used('httpHeaderAuth') },
		),
	floor: (name) => ({
		...node(name, 'floor', { id: ID }, used('talendCloudApi')),
		type: 'n8n-nodes-floor.floor',
	}),
	floorByToken: (name) => ({
		...node(
			name,
			'floor',
			{ id: ID, credential: 'talendCloudTokenApi' },
			used('talendCloudTokenApi'),
		),
		type: 'n8n-nodes-floor.floor',
	}),
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
	return performance.now() - started;
}

/** What each candidate is compared with. */
const FLOORS = { ours: 'floor', oursByToken: 'floorByToken', http: 'floor' };

export default async function reads({ prepare, measure, size, rounds, turns, median, figure }) {
	const [count, few] = [size(2_000, 20), size(20, 2)];
	const server = await startServer();
	try {
		const all = ways(server.address);
		const names = Object.keys(all);
		const saved = (id, nodes) => ({
			id,
			active: false,
			settings: { executionOrder: 'v1' },
			...workflow(id, [start(), ...nodes.flat()]),
		});
		const nameOf = (name, round) => `${name} ${round}`;
		// The first turn of each compiles the code. Each comes once before and once after the others.
		const inTurn = Array.from({ length: rounds + 1 }, (_, round) =>
			(round % 2 === 0 ? names : [...names].reverse()).map((name) => [
				itemsOf(`Items for ${nameOf(name, round)}`, count),
				all[name](nameOf(name, round)),
			]),
		).flat();
		const cold = saved('benchcold', [itemsOf('Items', count), OURS(WORK)]);
		await prepare(server.address, [
			...names.map((name) => saved(`bench${name}`, [itemsOf('Few', few), all[name](FIRST)])),
			saved('bench', inTurn),
			cold,
		]);
		const first = await turns(
			Object.fromEntries(names.map((name) => [name, () => measure(server, `bench${name}`)])),
		);
		const { loop } = await turns({ loop: () => bare(server.address, count) });
		const { nodes } = await measure(server, 'bench');
		const tokens = await measure(server, 'benchcold');
		const expiring = await measure(server, 'benchcold', { expiresAfter: count / 2 });
		const overRounds = (value) =>
			median(Array.from({ length: rounds }, (_, round) => value(round + 1)));
		const of = (name, key) => overRounds((round) => nodes[nameOf(name, round)][key]);
		const ratio = (key, name, other) =>
			other && other !== name
				? figure(
						overRounds(
							(round) => nodes[nameOf(name, round)][key] / nodes[nameOf(other, round)][key],
						),
					)
				: '';
		const each = (label, value) => [label, ...names.map(value), ''];
		return {
			head: [
				`${count} reads, ${LATENCY_MS} ms each`,
				'these nodes',
				'these nodes, token',
				'HTTP Request, header credential',
				'smallest possible node',
				'smallest possible node, token',
				'bare loop',
			],
			rows: [
				[
					'seconds',
					...names.map((name) => figure(of(name, 'ms') / 1000)),
					figure(median(loop) / 1000),
				],
				each('… times as long as the smallest possible node', (name) =>
					ratio('ms', name, FLOORS[name]),
				),
				each('… times as long as HTTP Request', (name) => ratio('ms', name, 'http')),
				each('CPU, seconds', (name) => figure(of(name, 'cpu') / 1000)),
				each('… times as much as the smallest possible node', (name) =>
					ratio('cpu', name, FLOORS[name]),
				),
				each('… times as much as HTTP Request', (name) => ratio('cpu', name, 'http')),
				each('longest block of the event loop, ms', (name) => figure(of(name, 'block'), 0)),
				each(`longest block, first execution after the start (${few} reads), ms`, (name) =>
					figure(median(first[name].map((one) => one.nodes[FIRST].block)), 0),
				),
				[
					...each('most requests in flight', (name) =>
						median(first[name].map(({ most }) => most)),
					).slice(0, -1),
					8,
				],
				['token exchanges, no token at first', tokens.tokens, '', '', '', '', ''],
				['token exchanges, the token expires in the middle', expiring.tokens, '', '', '', '', ''],
			],
		};
	} finally {
		server.close();
	}
}
