/** A script that is ended takes with it the program that it runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const programs = join(__dirname, '../../../tools/programs.mjs');

/**
 * Runs a program through `quietly` that prints its process ID on the error output of the script,
 * and never ends.
 */
const NEVER = "require('node:fs').writeSync(3, String(process.pid)); setInterval(() => {}, 1_000)";

const isRunning = (id: number): boolean => {
	try {
		return process.kill(id, 0);
	} catch {
		return false;
	}
};

test.each(['SIGINT', 'SIGTERM'] as const)(
	'%s ends the script and the program that it runs',
	async (signal) => {
		const script = `import { quietly } from ${JSON.stringify(programs)}; await quietly('Waiting ', process.execPath, ['-e', ${JSON.stringify(NEVER)}], { stdio: ['ignore', 'pipe', 'pipe', 3] });`;
		const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
			stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
		});
		const [id] = (await once(parent.stdio[3]!, 'data')).map(Number) as [number];
		expect(isRunning(id)).toBe(true);
		parent.kill(signal);
		const exit: unknown = await once(parent, 'exit');
		const isLeft = isRunning(id);
		if (isLeft) process.kill(id, 'SIGKILL');
		expect([exit, isLeft]).toEqual([[1, null], false]);
	},
);
