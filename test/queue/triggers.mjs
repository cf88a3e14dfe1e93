/**
 * All triggers in queue mode, while main and a worker are killed: what arrives, compared with what
 * happened on the platform.
 */
import { DURABLE_CURSORS } from '../e2e/support/build.mjs';
import { TRIGGERS, watching } from '../e2e/support/events.mjs';
import { startCluster } from './cluster.mjs';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Polls every ten seconds: n8n refuses a single rule that is this frequent, but not several rules.
 */
const POLL_TIMES = [0, 10, 20, 30, 40, 50].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

/** What happens to the processes, one after the other. */
const HAPPENS = [
	({ workers }) => workers[0].stop('SIGKILL'),
	({ workers }) => workers[0].start(),
	({ n8n }) => n8n.stop('SIGKILL'),
	({ n8n }) => n8n.startAfterKill(),
	({ n8n }) => n8n.stop('SIGKILL'),
	({ n8n }) => n8n.startAfterKill(),
];

async function counted(say, engine, env) {
	const cluster = await startCluster({ env });
	try {
		const watched = await watching(cluster, POLL_TIMES);
		const made = Object.fromEntries(Object.keys(TRIGGERS).map((name) => [name, []]));
		const making = setInterval(() => {
			for (const [name, { happens }] of Object.entries(TRIGGERS))
				made[name].push(happens(cluster.emulator));
		}, 3_000);
		await sleep(20_000);
		for (const happens of HAPPENS) {
			await happens(cluster);
			await sleep(20_000);
		}
		clearInterval(making);
		await sleep(40_000);
		for (const [name, events] of Object.entries(made)) {
			const counts = await watched.arrived(name);
			const lost = events.filter((event) => !counts.has(event));
			const twice = [...counts.values()].filter((times) => times > 1);
			// If main is killed right after a poll, it is the default scheduler itself that loses events
			// (docs/guide/triggers.md).
			say(
				(lost.length === 0 || engine === 'default scheduler') && twice.length === 0,
				`${engine}, ${name}: ${events.length - lost.length} of ${events.length} events arrived, ${lost.length} lost, ${twice.length} more than once; ${(await watched.crashed(name)).length} executions cut off with their events in them`,
			);
		}
	} finally {
		await cluster.close();
	}
}

export default async function triggers(say) {
	await counted(say, 'default scheduler', {});
	await counted(say, 'durable cursors', DURABLE_CURSORS);
}
