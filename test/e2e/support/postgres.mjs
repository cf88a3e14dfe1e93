/** A real Postgres on a free port of this machine, in a scratch folder. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../../tools/demo/ports.mjs';
import { SetupTrouble } from '../../../tools/programs.mjs';
import { ensurePackages } from '../../../tools/setup.mjs';

/** The database, and its user, who needs no password. */
export const DATABASE = 'n8n';
const FOLDER = '/usr/lib/postgresql';

/** The Postgres binaries, which Debian does not put into the path. */
const postgres = (program) => join(FOLDER, readdirSync(FOLDER).sort().at(-1), 'bin', program);

/**
 * Postgres refuses to run as root, so in that case it runs as the user that its package created.
 */
function asPostgres(folder) {
	if (process.getuid() !== 0) return {};
	const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
	chownSync(folder, uid, gid);
	return { uid, gid };
}

/** Whether a program ends without an error. */
export function answers(command, args) {
	try {
		execFileSync(command, args, { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

/**
 * Starts a program and waits until it is ready.
 * @returns its process, with `ended`
 */
export async function serve(command, args, ready, options = {}) {
	const child = spawn(command, args, { stdio: 'ignore', ...options });
	child.ended = new Promise((resolve) => child.once('close', resolve));
	for (let tries = 0; tries < 100; tries++) {
		if (child.exitCode !== null)
			throw new SetupTrouble(`${command} ended with code ${child.exitCode}.`);
		if (ready()) return child;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	throw new SetupTrouble(`${command} was not ready after 20 seconds.`);
}

/** Installs Postgres if it is missing and apt is available, and starts it. */
export async function startPostgres() {
	if (!existsSync(FOLDER)) await ensurePackages('A database', ['postgresql']);
	const folder = mkdtempSync(join(tmpdir(), 'n8n-database-'));
	const user = asPostgres(folder);
	const port = await freePort();
	const at = ['-h', '127.0.0.1', '-p', String(port), '-U', DATABASE];
	execFileSync(postgres('initdb'), ['-D', folder, '-U', DATABASE, '--auth=trust'], {
		stdio: 'ignore',
		cwd: folder,
		...user,
	});
	const settings = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', folder];
	const child = await serve(
		postgres('postgres'),
		['-D', folder, ...settings],
		() => answers(postgres('pg_isready'), at),
		{ cwd: folder, ...user },
	);
	execFileSync(postgres('createdb'), [...at, DATABASE], { stdio: 'ignore' });
	return {
		port,
		/** The rows of a SELECT. */
		rows: (select) =>
			JSON.parse(
				execFileSync(
					postgres('psql'),
					[
						...at,
						'-d',
						DATABASE,
						'-Atc',
						`SELECT coalesce(json_agg(found), '[]') FROM (${select}) AS found`,
					],
					{ encoding: 'utf8' },
				),
			),
		/** What a credential of n8n holds for it. */
		credentialData: {
			host: '127.0.0.1',
			port,
			database: DATABASE,
			user: DATABASE,
			password: '',
			ssl: 'disable',
			sshTunnel: false,
		},
		close: async () => {
			child.kill('SIGINT');
			await child.ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
