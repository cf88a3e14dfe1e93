/** What scripts need to run programs: where the project is, and what they say if one fails. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The program that runs npm. */
export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Something that the user has to fix; only its message is shown. */
export class SetupTrouble extends Error {}

/** Ends a script with an error message, without a stack trace if the cause is known. */
export function fail(error) {
	console.error(error instanceof SetupTrouble ? `\n${error.message}` : error);
	process.exit(1);
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
