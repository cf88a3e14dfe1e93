/**
 * n8n in queue mode: main and workers, Redis and Postgres, all on free ports of this machine and in
 * scratch folders, against one emulator.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8n } from '../../tools/demo/n8n.mjs';
import { freePort } from '../../tools/demo/ports.mjs';
import { ensurePackages } from '../../tools/setup.mjs';
import { CREDENTIAL } from '../e2e/support/build.mjs';
import { answers, DATABASE, serve, startPostgres } from '../e2e/support/postgres.mjs';
import { connectionTo, Emulator } from '../e2e/support/stage.mjs';

/** Installs Redis if it is missing and apt is available. */
export async function ensureServers() {
	if (!existsSync('/usr/bin/redis-server'))
		await ensurePackages("n8n's queue mode", ['redis-server']);
}

/**
 * Starts all of it, signed in and with the demo's credential.
 * @param options.workers how many workers
 * @param options.atOnce how many executions a worker runs at once
 * @param options.env additional environment variables for all n8n processes
 * @param options.bare does not put the package in, and creates no credential: n8n does not know its
 * type yet
 */
export async function startCluster({
	workers: count = 2,
	atOnce = 5,
	env: more = {},
	bare = false,
} = {}) {
	const scratch = mkdtempSync(join(tmpdir(), 'n8n-queue-'));
	const emulator = new Emulator();
	const servers = [];
	let database;
	const processes = [];
	const close = async () => {
		for (const each of processes.toReversed()) await each.stop();
		for (const child of servers) child.kill('SIGINT');
		await Promise.all(servers.map(({ ended }) => ended));
		await database?.close();
		await emulator.close();
		rmSync(scratch, { recursive: true, force: true });
	};
	try {
		const platform = await emulator.listen();
		database = await startPostgres();
		const redisPort = await freePort();
		servers.push(
			await serve(
				'redis-server',
				['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', scratch],
				() => answers('redis-cli', ['-p', String(redisPort), 'ping']),
			),
		);
		const env = {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(database.port),
			DB_POSTGRESDB_DATABASE: DATABASE,
			DB_POSTGRESDB_USER: DATABASE,
			N8N_ENCRYPTION_KEY: 'queue',
			// Otherwise webhook calls get no response: the queue forgets jobs before main listens.
			N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
			// What a killed worker had started is found within seconds instead of minutes.
			QUEUE_WORKER_LOCK_DURATION: '10000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
			...more,
		};
		const start = async (name, own = {}, program) => {
			const userFolder = join(scratch, name);
			mkdirSync(userFolder);
			const port = await freePort();
			const n8n = await N8n.create({
				userFolder,
				port,
				program,
				copied: true,
				bare,
				env: { ...env, ...own, QUEUE_HEALTH_CHECK_PORT: String(port) },
			});
			processes.push(n8n);
			return await n8n.start();
		};
		const n8n = await start('main');
		// Workers make the addresses that resume a workflow, and main answers there.
		env.WEBHOOK_URL = `${n8n.address}/`;
		const workers = [];
		for (let index = 0; index < count; index++)
			workers.push(
				await start(
					`worker-${index}`,
					{ QUEUE_HEALTH_CHECK_ACTIVE: 'true', N8N_WORKER_SERVER_ADDRESS: '127.0.0.1' },
					['worker', `--concurrency=${atOnce}`],
				),
			);
		await n8n.signIn();
		const created = async () => ({
			id: (await n8n.credential(CREDENTIAL, 'talendCloudApi', connectionTo(platform))).id,
			name: CREDENTIAL,
			type: 'talendCloudApi',
		});
		return {
			emulator,
			platform,
			n8n,
			workers,
			credential: bare ? undefined : await created(),
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}
