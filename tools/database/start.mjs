/**
 * A Postgres that runs in this process (PGlite), for people who have none at hand. Only this
 * machine can reach it.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensureDependencies } from '../setup.mjs';

/**
 * Starts the database. The first time, it is installed and creates its files, which takes some
 * seconds and almost a gigabyte of memory.
 * @param folder where it keeps its tables
 * @returns `credentialData`, what a credential of n8n holds for it, and `close`
 */
export async function startDatabase(folder) {
	await ensureDependencies(dirname(fileURLToPath(import.meta.url)), 'the database', [
		'--ignore-scripts',
		'--legacy-peer-deps',
	]);
	const { PGlite } = await import('@electric-sql/pglite');
	const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket');
	if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
	const db = await PGlite.create(folder);
	// The database has only one connection, so those of n8n take turns.
	const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 100 });
	await server.start();
	const port = Number(server.getServerConn().split(':').at(-1));
	return {
		credentialData: {
			host: '127.0.0.1',
			port,
			database: 'postgres',
			user: 'postgres',
			password: '',
			ssl: 'disable',
			sshTunnel: false,
		},
		close: async () => {
			await server.stop();
			await db.close();
		},
	};
}
