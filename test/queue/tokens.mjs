/**
 * Simultaneous executions on workers that share only the database: how often a token is fetched.
 */
import { node, ours, workflow } from '../e2e/support/build.mjs';
import { DEMO_ACCOUNT } from '../e2e/support/stage.mjs';
import { startCluster } from './cluster.mjs';

const AT_ONCE = 20;

/** A webhook that reads one execution and then responds. */
const reading = workflow('Queue', [
	node(
		'Call',
		'webhook',
		{ path: 'read', responseMode: 'lastNode' },
		{ typeVersion: 2, webhookId: 'read' },
	),
	ours('Read', 'Processing', {
		resource: 'taskExecution',
		operation: 'getMany',
		returnAll: false,
		limit: 1,
		filters: {},
	}),
]);

export default async function tokens(say) {
	const { n8n, workers, emulator, credential, close } = await startCluster();
	try {
		await n8n.publish((await n8n.workflow(reading, [credential])).id);
		const exchanges = () =>
			emulator.log.filter(({ path, status }) => path === '/security/oauth/token' && status < 300)
				.length;
		const round = async (title, most) => {
			const before = exchanges();
			const called = await Promise.all(
				Array.from(
					{ length: AT_ONCE },
					async () =>
						(await fetch(`${n8n.address}/webhook/read`, { signal: AbortSignal.timeout(60_000) }))
							.status,
				),
			);
			const done = called.filter((status) => status === 200).length;
			const fetched = exchanges() - before;
			say(
				done === AT_ONCE && fetched <= most,
				`${title}: ${done} of ${AT_ONCE} simultaneous executions on ${workers.length} workers succeeded, with ${fetched} token exchanges (at most ${most})`,
			);
		};
		await round('No token yet', workers.length);
		await round('Fresh token', 0);
		for (let times = 0; times < 3; times++) {
			emulator.tokens.revokeAll(DEMO_ACCOUNT.id);
			await round('Revoked token', workers.length);
		}
	} finally {
		await close();
	}
}
