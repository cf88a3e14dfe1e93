/**
 * Sets up a checkout: installs what `npm start`, `npm test` and CI need. Only Node and npm have to
 * be present.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { oneAtATime } from './oneAtATime.mjs';
import { npm, quietly, root, SetupTrouble } from './programs.mjs';

/** Refuses versions of Node that are too old. */
export function checkNode(least = 20) {
	const major = Number(process.versions.node.split('.')[0]);
	if (major < least)
		throw new SetupTrouble(
			`This needs Node ${least} or later; this is Node ${process.versions.node}. Install a newer Node from https://nodejs.org and try again.`,
		);
}

/** Installs the contents of a folder's lock file, unless that has been done already. */
export async function ensureDependencies(folder, label, args = []) {
	const lock = readFileSync(join(folder, 'package-lock.json'));
	const wanted = createHash('sha256').update(lock).update(process.versions.modules).digest('hex');
	const stamp = join(folder, 'node_modules', '.installed');
	const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
	if (isDone()) return;
	// Two installations at once would remove each other's files. What the first has installed, the
	// second shares.
	await oneAtATime(folder, async () => {
		if (isDone()) return;
		await install(folder, label, args);
		mkdirSync(dirname(stamp), { recursive: true });
		writeFileSync(stamp, wanted);
	});
}

async function install(folder, label, args) {
	try {
		await quietly(`Installing ${label} `, npm, ['ci', '--no-audit', '--no-fund', ...args], {
			cwd: folder,
			shell: process.platform === 'win32',
		});
	} catch (error) {
		throw error.code === 'ENOENT'
			? new SetupTrouble(
					'npm was not found. It comes with Node: install Node from https://nodejs.org and try again.',
				)
			: new SetupTrouble(
					`${error.message}\nThe dependencies could not be installed. Check the connection to the npm registry, then try again.`,
				);
	}
}

/** The dependencies of the project itself. */
export const ensureProject = () =>
	ensureDependencies(root, 'the dependencies of the project', [
		'--ignore-scripts',
		'--legacy-peer-deps',
	]);

/** The newest change below some paths, in ms since 1970. */
function newest(...paths) {
	let latest = 0;
	for (const path of paths) {
		if (!existsSync(path)) continue;
		const { mtimeMs } = statSync(path);
		latest = Math.max(latest, mtimeMs);
		if (statSync(path).isDirectory())
			for (const name of readdirSync(path))
				if (name !== 'node_modules') latest = Math.max(latest, newest(join(path, name)));
	}
	return latest;
}

const built = join(root, 'build', '.built');

/** Remembers when everything was built. */
export const noteBuild = () => writeFileSync(built, '');

/** Builds the package and the emulator if their sources are newer. */
export async function ensureBuild() {
	const sources = [
		'nodes',
		'credentials',
		'emulator',
		'platform',
		'tools/checkup',
		'tools/reference',
		'icons',
		'package.json',
		'gulpfile.js',
		'tools/build',
	].map((name) => join(root, name));
	const isDone = () =>
		existsSync(built) &&
		existsSync(join(root, 'dist')) &&
		statSync(built).mtimeMs > newest(...sources);
	if (isDone()) return;
	await oneAtATime(root, async () => {
		if (isDone()) return;
		await quietly('Building ', process.execPath, [
			join(root, 'node_modules/gulp/bin/gulp.js'),
			'build',
		]);
		noteBuild();
	});
}

/**
 * Installs Debian packages if apt is available.
 * @param what what needs them, for the message to users who have to install them
 */
export async function ensurePackages(what, names) {
	if (!existsSync('/usr/bin/apt-get'))
		throw new SetupTrouble(
			`${what} needs ${names.join(' and ')} (names of Debian packages): install those that are missing.`,
		);
	const [command, ...before] = [...(process.getuid() === 0 ? [] : ['sudo']), 'apt-get'];
	await quietly('Updating the package lists ', command, [...before, 'update', '-qq']);
	await quietly(`Installing ${names.join(', ')} `, command, [
		...before,
		'install',
		'-y',
		'-qq',
		'--no-install-recommends',
		...names,
	]);
}
