import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * MB (a million bytes) that this process holds in its heap and in buffers, garbage not counted.
 *
 * Without the collection a figure says how lately the machine found time to collect, not what the
 * code keeps.
 */
export function megabytesInUse(): number {
	collectGarbage();
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return (heapUsed + arrayBuffers) / 1e6;
}

/** Turns of the event loop in which work that is done in pieces comes to its end. */
const TURNS = 200;

/**
 * MB in use as soon as they no longer shrink, for work that sends and receives: what was used last
 * is let go late, above all by a busy machine. It waits for turns of the event loop, since a busy
 * machine does less in the same time, but not in the same number of turns.
 * @param enough so few that it does not matter whether they still shrink
 */
export async function steadyMegabytes(enough = 0): Promise<number> {
	let lowest = megabytesInUse();
	for (let steady = 0; steady < 3 && lowest > enough; steady++) {
		await new Promise((resolve) => setTimeout(resolve, 20));
		for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
		const now = megabytesInUse();
		if (lowest - now >= 0.5) steady = -1;
		lowest = Math.min(lowest, now);
	}
	return lowest;
}
