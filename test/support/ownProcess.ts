/**
 * Programs of tests that run in a process of their own: what other test files left in memory, and
 * when it is collected, changes nothing that is measured there.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const LOADER = join(__dirname, 'requireTypescript.cjs');

/**
 * Runs a TypeScript program.
 * @returns what it passes to {@link sendResult}
 * @throws if it ends without that; its error is printed
 */
export async function inOwnProcess<T>(program: string): Promise<T> {
	const child = fork(program, { execArgv: ['--require', LOADER] });
	const results: T[] = [];
	child.on('message', (result) => results.push(result as T));
	const [code] = (await once(child, 'close')) as [number];
	if (code !== 0 || results.length !== 1) throw new Error(`${program} ended with code ${code}`);
	return results[0]!;
}

/** The end of a program: it passes its result to the test, or fails. */
export function sendResult(result: Promise<object>): void {
	void result.then((value) => process.send!(value, () => process.disconnect()));
}
