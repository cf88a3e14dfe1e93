/**
 * The same reads against a platform that accepts a limited number of requests per second and
 * answers the rest with 429.
 */
import { node, start, workflow } from '../e2e/support/build.mjs';
import { OURS } from './reads.mjs';
import { startServer } from './server.mjs';

/** The last one is the platform's limit for each endpoint, as others have met it. */
const waysOf = (size) => ({
	reported: { reads: size(2_000, 60), perSecond: 50, retryAfter: true },
	untold: { reads: size(2_000, 60), perSecond: 50 },
	endpoint: { reads: size(300, 20), perSecond: 10 },
});

const ITEMS = 'Items';
const WORK = 'Work';

/** Reads one execution for each item. */
function readingWorkflow(id, count) {
	const jsCode = `return Array.from({ length: ${count} }, (_, index) => ({ json: { id: 'e' + index } }))`;
	const nodes = [start(), node(ITEMS, 'code', { jsCode }, { typeVersion: 2 }), OURS(WORK)];
	return { id, active: false, settings: { executionOrder: 'v1' }, ...workflow(id, nodes) };
}

export default async function limits({ prepare, measure, size, turns, median, figure }) {
	const server = await startServer();
	try {
		const all = Object.entries(waysOf(size)).map(([way, limit]) => ({
			way,
			id: `bench${way}`,
			...limit,
		}));
		await prepare(
			server.address,
			all.map(({ id, reads }) => readingWorkflow(id, reads)),
		);
		const measured = ({ id, perSecond, retryAfter }) =>
			measure(server, id, { perSecond, retryAfter });
		const results = await turns(
			Object.fromEntries(all.map((each) => [each.way, () => measured(each)])),
		);
		const rows = all.map(({ way, reads, perSecond, retryAfter }) => {
			const of = (value) => median(results[way].map(value));
			const times = of(({ nodes }) => nodes[WORK].ms) / 1_000 / (reads / perSecond);
			const read = `${of(({ nodes }) => nodes[WORK].items)} of ${reads}`;
			return [
				`${perSecond} a second, ${retryAfter ? 'with' : 'without'} Retry-After`,
				read,
				figure(times),
				of(({ refused }) => refused),
			];
		});
		return {
			head: ['rate limit', 'read', 'times the least possible time', 'responses with 429'],
			rows,
		};
	} finally {
		server.close();
	}
}
