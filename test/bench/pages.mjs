/** All of a long list: audit logs with Return All, Simplify off. */
import { node, ours, start, workflow } from '../e2e/support/build.mjs';
import { CREDENTIALS, measure, prepare } from './cli.mjs';
import { startServer } from './server.mjs';

const LOGS = 100_000;
const SIZE = 1_000;
const used = { credentials: { talendCloudApi: CREDENTIALS.talendCloudApi } };

export default async function pages({ n8n, turns, median, figure }) {
	const server = await startServer({ logs: LOGS });
	try {
		const list = (name, simplify) => ours(name, 'Account', { resource: 'auditLog', operation: 'getMany', returnAll: true, simplify, filters: {} }, used);
		const http = node('Work', 'httpRequest', {
			url: `${server.address}/security/audit/logs?size=${SIZE}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'talendCloudApi',
			options: { pagination: { pagination: { paginationMode: 'updateAParameterInEachRequest', parameters: { parameters: [{ name: 'page', value: '={{ $pageCount + 1 }}' }] }, paginationCompleteWhen: 'other', completeExpression: '={{ $response.headers["page-last"] === "true" }}' } } },
		}, { typeVersion: 4.2, ...used });
		const made = { ours: list('Work', false), simplified: list('Work', true), http };
		await prepare(n8n, server.address, Object.entries(made).map(([name, work]) => ({ id: `benchpages${name}`, active: false, settings: { executionOrder: 'v1' }, ...workflow(`benchpages${name}`, [start(), work]) })));
		const results = await turns(Object.fromEntries(Object.keys(made).map((name) => [name, () => measure(n8n, server, `benchpages${name}`)])));
		const of = (way, value) => median(results[way].map(value));
		const names = Object.keys(made);
		const row = (name, value, digits) => [name, ...names.map((way) => figure(of(way, value), digits))];
		const ratio = (name, value) => [name, ...names.map((way) => figure(of(way, value) / of('http', value)))];
		return {
			head: [`${LOGS} audit logs in pages of ${SIZE}`, 'Get Many', 'Get Many, Simplify', 'HTTP Request'],
			rows: [
				row('items', ({ nodes }) => nodes.Work.items, 0),
				row('seconds', ({ nodes }) => nodes.Work.ms / 1000),
				ratio('… times as long', ({ nodes }) => nodes.Work.ms),
				row('peak memory of the process, MB', ({ peak }) => peak, 0),
				ratio('… times as much', ({ peak }) => peak),
				row('longest block of the event loop, ms', ({ nodes }) => nodes.Work.block, 0),
			],
		};
	} finally {
		server.close();
	}
}
