/**
 * Sets up a checkout: installs what `npm start`, `npm test` and CI need. Only
 * Node and npm have to be present.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

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
 * Runs a program and shows nothing unless it fails; a dot every few seconds shows that it is still
 * running.
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
	// A signal that ends this program also ends the program that it started.
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
const MAX_WAIT_MS = 1_800_000;

const isRunning = (pid) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
};

/**
 * Begins the names of the notes that say who does work in a folder, or wants to; the ID of the
 * process follows.
 */
const NOTE = '.setup.lock.';

/**
 * Does work in a folder while no other process does work there: a second one waits. A process that
 * wants to begin leaves a note, then looks for the notes of others, and removes its own if there
 * are any. So of two processes, at least the later one sees the note of the other. The note of a
 * process that was killed is ignored.
 */
async function oneAtATime(folder, work) {
	const own = `${NOTE}${process.pid}`;
	const take = (name) => rmSync(join(folder, name), { force: true });
	const takeOwn = () => take(own);
	const noted = () => readdirSync(folder).filter((name) => name.startsWith(NOTE) && name !== own);
	const isLeft = (name) => !isRunning(Number(name.slice(NOTE.length)));
	const isAlone = () => {
		writeFileSync(join(folder, own), '');
		return noted().every(isLeft);
	};
	process.on('exit', takeOwn);
	try {
		const until = Date.now() + MAX_WAIT_MS;
		for (let told = false; !isAlone(); told = true) {
			takeOwn();
			if (Date.now() > until)
				throw new SetupTrouble(
					`Another process still sets up ${folder}. If there is none, delete ${join(folder, NOTE)}* and try again.`,
				);
			if (!told) console.log('Waiting for another process that sets up the same folder');
			// The random time keeps waiting processes from looking at the same time.
			await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 400));
		}
		noted().filter(isLeft).forEach(take);
		return await work();
	} finally {
		process.off('exit', takeOwn);
		takeOwn();
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
