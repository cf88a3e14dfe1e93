/**
 * Sets up a checkout: installs what `npm start`, `npm test` and CI need. Only
 * Node and npm have to be present.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	statSync,
	readdirSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Something that the user has to fix; only its message is shown. */
export class SetupTrouble extends Error {}

/** Ends a script with an error message, without a stack trace if the cause is known. */
export function fail(error) {
	console.error(error instanceof SetupTrouble ? `\n${error.message}` : error);
	process.exit(1);
}

/** Refuses versions of Node that are too old. */
export function checkNode(least = 20) {
	const major = Number(process.versions.node.split('.')[0]);
	if (major < least)
		throw new SetupTrouble(
			`This needs Node ${least} or later; this is Node ${process.versions.node}. Install a newer Node from https://nodejs.org and try again.`,
		);
}

const SIGNALS = ['SIGINT', 'SIGTERM'];

/**
 * Runs a program and shows nothing unless it fails; a dot every few seconds shows that it is still running.
 * @returns what it printed
 */
export async function quietly(label, command, args, options = {}) {
	process.stdout.write(label);
	const started = Date.now();
	const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
	let output = '';
	child.stdout.on('data', (data) => (output += data));
	child.stderr.on('data', (data) => (output += data));
	const dots = setInterval(() => process.stdout.write('.'), 3_000);
	// Whoever ends this program ends what it runs.
	const end = (signal) => {
		child.kill(signal);
		child.once('close', () => process.exit(1));
	};
	for (const signal of SIGNALS) process.on(signal, end);
	const code = await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	}).finally(() => {
		clearInterval(dots);
		for (const signal of SIGNALS) process.off(signal, end);
	});
	console.log(code === 0 ? ` done (${Math.round((Date.now() - started) / 1000)} s)` : ' failed');
	if (code !== 0)
		throw new SetupTrouble(
			`${output.slice(-4_000)}\n\n${command} ${args.join(' ')} ended with code ${code}.`,
		);
	return output;
}

/** Longer than any installation takes. */
const LONGEST_WAIT_MS = 1_800_000;

const isRunning = (pid) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
};

/** The process that holds a lock; nothing if there is none. One that is being written has no content yet. */
function holderOf(lock) {
	try {
		return readFileSync(lock, 'utf8');
	} catch {
		return undefined;
	}
}

/** Makes a lock file. @returns whether there was none */
function take(lock) {
	try {
		writeFileSync(lock, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code === 'EEXIST') return false;
		throw error;
	}
}

/**
 * Removes the lock of a process that has ended without doing so. Only one process at a time may, and looks again before:
 * otherwise a slower one would remove the lock that the faster one has made since.
 * @returns whether it was this process
 */
function removeLeft(lock, holder) {
	const claim = `${lock}.${holder}`;
	if (!take(claim)) return false;
	if (holderOf(lock) === holder) rmSync(lock, { force: true });
	rmSync(claim, { force: true });
	return true;
}

/** Does work in a folder while no other process does work there: a second one waits. */
async function oneAtATime(folder, work) {
	const lock = join(folder, '.setup.lock');
	const until = Date.now() + LONGEST_WAIT_MS;
	for (let noted = false; !take(lock);) {
		const holder = holderOf(lock);
		if (holder && !isRunning(Number(holder)) && removeLeft(lock, holder)) continue;
		if (Date.now() > until)
			throw new SetupTrouble(
				`Another process still sets up ${folder}. If there is none, delete ${lock} and try again.`,
			);
		if (!noted) console.log('Waiting for another process that sets up the same folder');
		noted = true;
		await new Promise((resolve) => setTimeout(resolve, 500));
	}
	const release = () => rmSync(lock, { force: true });
	process.on('exit', release);
	try {
		return await work();
	} finally {
		process.off('exit', release);
		release();
	}
}

export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Installs the contents of a folder's lock file, unless that has been done already. */
export async function ensureDependencies(folder, label, args = []) {
	const lock = readFileSync(join(folder, 'package-lock.json'));
	const wanted = createHash('sha256').update(lock).update(process.versions.modules).digest('hex');
	const stamp = join(folder, 'node_modules', '.installed');
	const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
	if (isDone()) return;
	// Two installations at once would remove each other's files. What the first has installed, the second shares.
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
		'tools/interface',
		'tools/checkup',
		'icons',
		'package.json',
		'gulpfile.js',
		...['bundle.mjs', 'contents.cjs', 'onFirstUse.cjs'].map((name) => `tools/scripts/${name}`),
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
