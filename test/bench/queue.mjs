/**
 * `npm run bench:queue`: our nodes in n8n's queue mode (main and two workers, on Redis and
 * Postgres). Counts what processes that share nothing but the database ask of the platform. Needs
 * Debian's packages postgresql and redis-server.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureN8n, freePort, N8n } from '../../demo/n8n.mjs';
import { ensureBuild, ensureProject, fail, root, SetupTrouble } from '../../scripts/setup.mjs';

const WORKERS = 2;
const AT_ONCE = 20;
const DATABASE = 'n8n';

/** The programs of Postgres; Debian keeps them out of the path. */
function postgresPrograms() {
	const base = '/usr/lib/postgresql';
	const version = existsSync(base) ? readdirSync(base).sort().at(-1) : undefined;
	if (!version || !existsSync('/usr/bin/redis-server')) throw new SetupTrouble('This needs Postgres and Redis (Debian: apt-get install postgresql redis-server).');
	return join(base, version, 'bin');
}

/** Postgres refuses to run as root: then it runs as the user that its package made. */
function asPostgres(folder) {
	if (process.getuid() !== 0) return {};
	const uid = Number(execFileSync('id', ['-u', 'postgres']));
	const gid = Number(execFileSync('id', ['-g', 'postgres']));
	chownSync(folder, uid, gid);
	return { uid, gid };
}

/** Starts a program of a server and waits until it listens. */
async function serve(children, command, args, ready, options = {}) {
	const child = spawn(command, args, { stdio: 'ignore', ...options });
	children.push(child);
	for (let tries = 0; tries < 100; tries++) {
		if (child.exitCode !== null) throw new SetupTrouble(`${command} ended with code ${child.exitCode}.`);
		if (await ready()) return;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	throw new SetupTrouble(`${command} was not ready after 20 seconds.`);
}

const answers = (command, args) => {
	try {
		execFileSync(command, args, { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
};

/** A webhook that reads the environments with our node and answers with their number. */
function workflow(credential) {
	const used = { [credential.type]: { id: credential.id, name: credential.name } };
	const at = (name, x, type, typeVersion, parameters, more = {}) => ({ id: name, name, type, typeVersion, position: [x, 0], parameters, ...more });
	return {
		name: 'Queue',
		nodes: [
			at('Call', 0, 'n8n-nodes-base.webhook', 2, { path: 'bench', responseMode: 'lastNode' }, { webhookId: 'bench' }),
			at('Read', 200, 'n8n-nodes-talend-cloud.talendCloudProcessing', 1, { authentication: 'serviceAccount', resource: 'taskExecution', operation: 'getMany', limit: 1, filters: {} }, { credentials: used }),
		],
		connections: { Call: { main: [[{ node: 'Read', type: 'main', index: 0 }]] } },
	};
}

async function measure() {
	await ensureProject();
	await ensureBuild();
	await ensureN8n();
	const require = createRequire(import.meta.url);
	const { Emulator } = require(join(root, 'build/emulator/index.js'));
	const { DEMO_ACCOUNT } = require(join(root, 'build/emulator/seed.js'));
	const programs = postgresPrograms();
	const scratch = mkdtempSync(join(tmpdir(), 'n8n-queue-'));
	const children = [];
	const processes = [];
	const emulator = new Emulator();
	try {
		const platform = await emulator.listen();
		const [redisPort, databasePort] = [await freePort(), await freePort()];
		const database = mkdtempSync(join(tmpdir(), 'n8n-queue-database-'));
		children.folder = database;
		const user = asPostgres(database);
		execFileSync(join(programs, 'initdb'), ['-D', database, '-U', DATABASE, '--auth=trust'], { stdio: 'ignore', cwd: database, ...user });
		await serve(children, join(programs, 'postgres'), ['-D', database, '-p', String(databasePort), '-c', 'listen_addresses=127.0.0.1', '-k', database], () => answers(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(databasePort)]), { cwd: database, ...user });
		execFileSync(join(programs, 'createdb'), ['-h', '127.0.0.1', '-p', String(databasePort), '-U', DATABASE, DATABASE], { stdio: 'ignore' });
		await serve(children, 'redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', scratch], () => answers('redis-cli', ['-p', String(redisPort), 'ping']));
		const env = {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(databasePort),
			DB_POSTGRESDB_DATABASE: DATABASE,
			DB_POSTGRESDB_USER: DATABASE,
			N8N_ENCRYPTION_KEY: 'bench',
			N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
		};
		const start = async (name, more = {}, program) => {
			const userFolder = join(scratch, name);
			mkdirSync(userFolder);
			const port = await freePort();
			const n8n = await N8n.create({ userFolder, port, program, env: { ...env, ...more, QUEUE_HEALTH_CHECK_PORT: String(port) } });
			processes.push(n8n);
			return await n8n.start();
		};
		const main = await start('main');
		for (let index = 0; index < WORKERS; index++) await start(`worker-${index}`, { QUEUE_HEALTH_CHECK_ACTIVE: 'true', N8N_WORKER_SERVER_ADDRESS: '127.0.0.1' }, ['worker', '--concurrency=5']);
		await main.signIn();
		const data = { region: 'other', address: platform, clientId: DEMO_ACCOUNT.id, clientSecret: DEMO_ACCOUNT.secret, apiVersion: '' };
		const { id } = await main.credential('Bench', 'talendCloudApi', data);
		await main.publish((await main.workflow(workflow({ id, name: 'Bench', type: 'talendCloudApi' }))).id);

		const exchanges = () => emulator.log.filter(({ path, status }) => path === '/security/oauth/token' && status < 300).length;
		const round = async (title) => {
			const before = exchanges();
			const called = await Promise.all(
				Array.from({ length: AT_ONCE }, async () => (await fetch(`${main.address}/webhook/bench`, { signal: AbortSignal.timeout(60_000) })).status),
			);
			const done = called.filter((status) => status === 200).length;
			console.log(`${title}: ${done} of ${AT_ONCE} executions at once on ${WORKERS} workers did their work, with ${exchanges() - before} token exchanges`);
		};
		await round('Empty token');
		await round('Fresh token');
		for (let times = 0; times < 3; times++) {
			emulator.tokens.revokeAll(DEMO_ACCOUNT.id);
			await round('Revoked token');
		}
	} finally {
		for (const n8n of processes.reverse()) await n8n.stop();
		for (const child of children) child.kill('SIGINT');
		await Promise.all(children.map((child) => child.exitCode ?? new Promise((resolve) => child.once('close', resolve))));
		await emulator.close();
		for (const folder of [scratch, children.folder]) if (folder) rmSync(folder, { recursive: true, force: true });
	}
}

measure().catch(fail);
