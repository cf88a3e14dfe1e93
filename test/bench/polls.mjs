/**
 * A trigger that finds nothing new, and one that catches up: requests, CPU and what is remembered,
 * without n8n itself.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { root } from '../../tools/programs.mjs';
import { startServer } from './server.mjs';

const require = createRequire(import.meta.url);
const EXISTING = 20;

/** As much of n8n as a poll needs. */
function contextOf(address, parameters) {
	const data = {};
	const answerOf = async (response) => {
		const text = await response.text();
		return {
			statusCode: response.status,
			headers: Object.fromEntries(response.headers),
			body: text === '' ? undefined : JSON.parse(text),
		};
	};
	return {
		data,
		getWorkflowStaticData: () => data,
		getNodeParameter: (name, fallback) => parameters[name] ?? fallback,
		getNode: () => ({
			id: 'trigger',
			name: 'Trigger',
			type: 'trigger',
			typeVersion: 1,
			parameters,
			credentials: { talendCloudApi: { id: '1', name: 'Bench' } },
		}),
		getWorkflow: () => ({ id: 'bench' }),
		getMode: () => 'trigger',
		getActivationMode: () => 'activate',
		getTimezone: () => 'UTC',
		getPollBudgetMs: () => 36_000,
		getCredentials: async () => ({ clientId: 'bench' }),
		logger: {
			warn: () => undefined,
			info: () => undefined,
			debug: () => undefined,
			error: () => undefined,
		},
		helpers: {
			httpRequestWithAuthentication: async (_type, { url, qs }) => {
				const asked = new URL(url, address);
				for (const [name, value] of Object.entries(qs ?? {}))
					asked.searchParams.set(name, String(value));
				return await answerOf(await fetch(asked));
			},
			returnJsonArray: (items) => items.map((json) => ({ json })),
		},
	};
}

export default async function polls({ size, turns, median, figure }) {
	const idlePolls = size(200, 2);
	// More than the trigger reads of one span of time.
	const [some, many] = [size(5_000, 500), size(50_000, 2_500)];
	const { TalendCloudAccountTrigger } = require(
		join(root, 'dist/nodes/TalendCloudAccountTrigger/TalendCloudAccountTrigger.node.js'),
	);
	const server = await startServer({ logs: EXISTING });
	try {
		const parameters = {
			authentication: 'serviceAccount',
			filters: {},
			options: {},
			simplify: true,
		};
		const idle = async () => {
			const context = contextOf(server.address, parameters);
			const trigger = new TalendCloudAccountTrigger();
			server.reset();
			await trigger.poll.call(context);
			server.reset();
			const before = process.cpuUsage();
			for (let poll = 0; poll < idlePolls; poll++) await trigger.poll.call(context);
			const { user, system } = process.cpuUsage(before);
			return {
				requests: server.seen.requests / idlePolls,
				ms: (user + system) / 1000 / idlePolls,
				kb: JSON.stringify(context.data).length / 1000,
			};
		};
		const catchUp = async (count) => {
			const context = contextOf(server.address, parameters);
			const trigger = new TalendCloudAccountTrigger();
			server.reset();
			await trigger.poll.call(context);
			server.reset({ logs: EXISTING + count, newer: count });
			const before = process.cpuUsage();
			let [events, polls, kb] = [0, 0, 0];
			for (; events < count; polls++) {
				const output = await trigger.poll.call(context);
				if (!output)
					throw new Error(`A poll found nothing new, but ${count - events} logs are missing.`);
				events += output[0].length;
				kb = Math.max(kb, JSON.stringify(context.data).length / 1000);
			}
			const { user, system } = process.cpuUsage(before);
			return { polls, requests: server.seen.requests, ms: (user + system) / 1000, kb };
		};
		const results = await turns({ idle, some: () => catchUp(some), many: () => catchUp(many) });
		const of = (way, key) => median(results[way].map((each) => each[key]));
		const row = (name, key, digits) => [
			name,
			...Object.keys(results).map((way) => figure(of(way, key), digits)),
		];
		return {
			head: [
				'audit logs',
				`a poll that finds nothing new (${EXISTING} logs)`,
				`catching up ${some} logs`,
				`catching up ${many} logs`,
			],
			rows: [
				['polls', '1', figure(of('some', 'polls'), 0), figure(of('many', 'polls'), 0)],
				row('requests', 'requests', 0),
				row('CPU, ms (with the server’s part)', 'ms', 1),
				[
					'CPU for each log, … times as much',
					'',
					'1.00',
					figure(of('many', 'ms') / many / (of('some', 'ms') / some)),
				],
				row('remembered, kB', 'kb', 1),
			],
		};
	} finally {
		server.close();
	}
}
