/** A longer run in steps, each of which is a program. */
import { spawn } from 'node:child_process';

import { root } from '../programs.mjs';

const WINDOWS = process.platform === 'win32';

export const secondsSince = (from) => Math.round((Date.now() - from) / 1000);

export class Steps {
	#running = new Map();
	#isStopped = false;
	#ended;

	/**
	 * @param ended is called for each step that has ended, with its name, whether it was good, in how
	 * many seconds, what it printed, and `outcome` in words
	 */
	constructor(ended) {
		this.#ended = ended;
		for (const signal of ['SIGINT', 'SIGTERM'])
			process.once(signal, () => {
				this.stop();
				process.exit(130);
			});
	}

	/**
	 * Runs a program once other steps have succeeded.
	 * @param after what `run` returned for these steps
	 * @throws if it, or one of these, does not succeed
	 */
	async run(name, [command, ...args], { after = [] } = {}) {
		await Promise.all(after);
		if (this.#isStopped) throw new Error(`${name} was not begun`);
		const from = Date.now();
		// The program gets its own group, so that everything that it has started ends with it.
		const child = spawn(command, args, {
			cwd: root,
			stdio: ['ignore', 'pipe', 'pipe'],
			detached: !WINDOWS,
		});
		this.#running.set(name, { child, from });
		const printed = [];
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (data) => printed.push(data));
		const code = await new Promise((resolve) =>
			child
				.once('error', (error) => resolve(error.message))
				.once('close', (exit, signal) => resolve(exit ?? signal)),
		);
		this.#running.delete(name);
		const good = code === 0;
		const outcome = this.#outcomeOf(code);
		const text = Buffer.concat(printed).toString();
		this.#ended({ name, good, outcome, text, seconds: secondsSince(from) });
		if (!good) throw new Error(`${name} ${outcome}`);
	}

	/** What became of a step that ended with this code, in words. */
	#outcomeOf(code) {
		if (code === 0) return 'done';
		return this.#isStopped ? 'stopped' : `ended with ${code}`;
	}

	/** The steps that are running, and since when. */
	get running() {
		return [...this.#running].map(([name, { from }]) => `${name} (${secondsSince(from)} s)`);
	}

	/** Ends the running steps, and begins no others. */
	stop() {
		this.#isStopped = true;
		for (const { child } of this.#running.values())
			try {
				process.kill(WINDOWS ? child.pid : -child.pid, 'SIGTERM');
			} catch (error) {
				if (error.code !== 'ESRCH') throw error;
			}
	}
}
