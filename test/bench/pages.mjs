/**
 * All of a long list: audit logs with Return All, Simplify off; and ten times as many into files.
 */
import { node, ours, start, workflow } from '../e2e/support/build.mjs';
import { CREDENTIALS } from './cli.mjs';
import { startServer } from './server.mjs';

const SIZE = 1_000;
const INTO_FILES = { outputAs: 'jsonLines' };
const used = { credentials: { talendCloudApi: CREDENTIALS.talendCloudApi } };

export default async function pages({ prepare, measure, size, turns, median, figure }) {
	const logs = size(100_000, 2_000);
	const many = 10 * logs;
	const server = await startServer({ logs });
	try {
		const list = (name, simplify, filters = {}) =>
			ours(
				name,
				'Account',
				{ resource: 'auditLog', operation: 'getMany', returnAll: true, simplify, filters },
				used,
			);
		const http = node(
			'Work',
			'httpRequest',
			{
				url: `${server.address}/security/audit/logs?size=${SIZE}`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'talendCloudApi',
				options: {
					pagination: {
						pagination: {
							paginationMode: 'updateAParameterInEachRequest',
							parameters: { parameters: [{ name: 'page', value: '={{ $pageCount + 1 }}' }] },
							paginationCompleteWhen: 'other',
							completeExpression: '={{ $response.headers["page-last"] === "true" }}',
						},
					},
				},
			},
			{ typeVersion: 4.2, ...used },
		);
		const floor = {
			...node('Work', 'floor', { list: `/security/audit/logs?size=${SIZE}` }, used),
			type: 'n8n-nodes-floor.floor',
		};
		const made = {
			ours: list('Work', false),
			simplified: list('Work', true),
			files: list('Work', false, INTO_FILES),
			http,
			floor,
		};
		await prepare(
			server.address,
			Object.entries(made).map(([name, work]) => ({
				id: `benchpages${name}`,
				active: false,
				settings: { executionOrder: 'v1' },
				...workflow(`benchpages${name}`, [start(), work]),
			})),
		);
		const results = await turns(
			Object.fromEntries(
				Object.keys(made).map((name) => [name, () => measure(server, `benchpages${name}`)]),
			),
		);
		const ofMany = await measure(server, 'benchpagesfiles', { logs: many });
		const of = (way, value) => median(results[way].map(value));
		const names = Object.keys(made);
		const row = (name, value, digits) => [
			name,
			...names.map((way) => figure(of(way, value), digits)),
			figure(value(ofMany), digits),
		];
		const ratio = (name, value) => [
			name,
			...names.map((way) => figure(of(way, value) / of('http', value))),
			'',
		];
		return {
			head: [
				`${logs} audit logs in pages of ${SIZE}`,
				'Get Many',
				'Get Many, Simplify',
				'Get Many, Output as Files',
				'HTTP Request',
				'smallest possible node',
				`Get Many, Output as Files, of ${many} logs`,
			],
			rows: [
				row('items', ({ nodes }) => nodes.Work.items, 0),
				row('seconds', ({ nodes }) => nodes.Work.ms / 1000),
				ratio('… times as long', ({ nodes }) => nodes.Work.ms),
				row(
					'most memory of the process while the node runs, MB',
					({ nodes }) => nodes.Work.peak,
					0,
				),
				ratio('… times as much', ({ nodes }) => nodes.Work.peak),
				row(
					'most memory in all, with what n8n does afterwards to save the items, MB',
					({ peak }) => peak,
					0,
				),
				ratio('… times as much', ({ peak }) => peak),
				row('longest block of the event loop, ms', ({ nodes }) => nodes.Work.block, 0),
			],
		};
	} finally {
		server.close();
	}
}
