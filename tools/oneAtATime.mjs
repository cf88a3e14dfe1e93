/** Keeps processes that set up the same folder from working in it at the same time. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SetupTrouble } from './programs.mjs';

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
export async function oneAtATime(folder, work) {
	const own = `${NOTE}${process.pid}`;
	const remove = (name) => rmSync(join(folder, name), { force: true });
	const removeOwn = () => remove(own);
	const others = () => readdirSync(folder).filter((name) => name.startsWith(NOTE) && name !== own);
	const isOfEndedProcess = (name) => !isRunning(Number(name.slice(NOTE.length)));
	const isAlone = () => {
		writeFileSync(join(folder, own), '');
		return others().every(isOfEndedProcess);
	};
	process.on('exit', removeOwn);
	try {
		const until = Date.now() + MAX_WAIT_MS;
		for (let told = false; !isAlone(); told = true) {
			removeOwn();
			if (Date.now() > until)
				throw new SetupTrouble(
					`Another process still sets up ${folder}. If there is none, delete ${join(folder, NOTE)}* and try again.`,
				);
			if (!told) console.log('Waiting for another process that sets up the same folder');
			// The random time keeps waiting processes from looking at the same time.
			await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 400));
		}
		others().filter(isOfEndedProcess).forEach(remove);
		return await work();
	} finally {
		process.off('exit', removeOwn);
		removeOwn();
	}
}
