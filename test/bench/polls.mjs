/** A poll that finds nothing, and a trigger that catches up: requests, CPU and memory, without n8n itself. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { root } from '../../scripts/setup.mjs';
import { startServer } from './server.mjs';

const require = createRequire(import.meta.url);
const IDLE = 200;

/** As much of n8n as a poll needs. */
function contextOf(address, parameters) {
	const data = {};
	const answerOf = async (response) => {
		const text = await response.text();
		return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: text === '' ? undefined : JSON.parse(text) };
	};
	return {
		data,
		getWorkflowStaticData: () => data,
		getNodeParameter: (name, fallback) => parameters[name] ?? fallback,
		getNode: () => ({ id: 'trigger', name: 'Trigger', type: 'trigger', typeVersion: 1, parameters, credentials: { talendCloudApi: { id: '1', name: 'Bench' } } }),
		getWorkflow: () => ({ id: 'bench' }),
		getMode: () => 'trigger',
		getActivationMode: () => 'activate',
		getTimezone: () => 'UTC',
		getCredentials: async () => ({ clientId: 'bench' }),
		logger: { warn: () => undefined, info: () => undefined, debug: () => undefined, error: () => undefined },
		helpers: {
			httpRequestWithAuthentication: async (_type, { url, qs }) => {
				const asked = new URL(url, address);
				for (const [name, value] of Object.entries(qs ?? {})) asked.searchParams.set(name, String(value));
				return await answerOf(await fetch(asked));
			},
			returnJsonArray: (items) => items.map((json) => ({ json })),
		},
	};
}

export default async function polls({ turns, median, figure }) {
	const { TalendCloudAccountTrigger } = require(join(root, 'dist/nodes/TalendCloudAccountTrigger/TalendCloudAccountTrigger.node.js'));
	const server = await startServer({ logs: 20 });
	try {
		const parameters = { authentication: 'serviceAccount', filters: {}, options: {}, simplify: true };
		const idle = async () => {
			const context = contextOf(server.address, parameters);
			const trigger = new TalendCloudAccountTrigger();
			await trigger.poll.call(context);
			server.reset();
			const before = process.cpuUsage();
			for (let poll = 0; poll < IDLE; poll++) await trigger.poll.call(context);
			const { user, system } = process.cpuUsage(before);
			return { requests: server.seen.requests / IDLE, ms: (user + system) / 1000 / IDLE, kb: JSON.stringify(context.data).length / 1000 };
		};
		const results = (await turns({ idle })).idle;
		const of = (key) => median(results.map((each) => each[key]));
		return { head: ['a poll that finds nothing new (20 audit logs)', ''], rows: [['requests', figure(of('requests'), 2)], ['CPU, ms (with the server’s part)', figure(of('ms'), 1)], ['remembered, kB', figure(of('kb'), 1)]] };
	} finally {
		server.close();
	}
}
