/**
 * Programs that start others, as n8n does: each is in a group of its own, and all of the group ends
 * with this process.
 */
import { spawn } from 'node:child_process';

const WINDOWS = process.platform === 'win32';

const running = new Set();

/** Sends a signal to a program and to all that it has started. */
export function killGroup(child, signal) {
	try {
		if (WINDOWS) child.kill(signal);
		else process.kill(-child.pid, signal);
	} catch (error) {
		if (error.code !== 'ESRCH') throw error;
	}
}

/** Starts a program in a group of its own. */
export function spawnGroup(command, args, options) {
	const child = spawn(command, args, { ...options, detached: !WINDOWS });
	running.add(child);
	child.once('close', () => running.delete(child));
	return child;
}

process.once('exit', () => {
	for (const child of running) killGroup(child, 'SIGKILL');
});

// A signal to this process or its group does not reach the other groups. What handles it otherwise
// decides when this process exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
	process.once(signal, () => {
		if (process.listenerCount(signal) === 0) process.exit(130);
	});
