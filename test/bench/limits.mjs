/** The same reads against a platform that accepts a limited number of requests per second and answers the rest with 429. */
import { node, start, workflow } from '../e2e/support/build.mjs';
import { measure, prepare } from './cli.mjs';
import { OURS } from './reads.mjs';
import { startServer } from './server.mjs';

const READS = 2_000;
const PER_SECOND = 50;

export default async function limits({ n8n, turns, median, figure }) {
	const server = await startServer();
	try {
		const items = node('Items', 'code', { jsCode: `return Array.from({ length: ${READS} }, (_, index) => ({ json: { id: 'e' + index } }))` }, { typeVersion: 2 });
		await prepare(n8n, server.address, [{ id: 'benchlimit', active: false, settings: { executionOrder: 'v1' }, ...workflow('benchlimit', [start(), items, OURS('Work')]) }]);
		const results = await turns({
			told: () => measure(n8n, server, 'benchlimit', { perSecond: PER_SECOND, retryAfter: true }),
			untold: () => measure(n8n, server, 'benchlimit', { perSecond: PER_SECOND }),
		});
		const least = READS / PER_SECOND;
		const row = (name, way) => [name, `${median(results[way].map(({ nodes }) => nodes.Work.items))} of ${READS}`, figure(median(results[way].map(({ nodes }) => nodes.Work.ms)) / 1000 / least), median(results[way].map(({ refused }) => refused))];
		return { head: [`${READS} reads, ${PER_SECOND} a second answered`, 'read', 'times the least possible time', 'answers 429'], rows: [row('with Retry-After', 'told'), row('without', 'untold')] };
	} finally {
		server.close();
	}
}
