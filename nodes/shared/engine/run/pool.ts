/** Processes the items of a node run, several at a time. */
import { clock } from '../../support/time/clock';
import type { RunState } from './runState';

/**
 * For how long items are started before n8n's other work gets a turn. The first items of a process
 * are slow to start.
 */
const STARTING_MS = 8;

/**
 * Maximum number of items that wait for others about the same record while items about other
 * records continue.
 */
const MAX_WAITING = 500;

/** The indexes of some items: from `from`, up to but not including `to`. */
export interface ItemRange {
	from: number;
	to: number;
}

/**
 * Processes items, `atOnce` at a time in addition to those that wait, until the run ends.
 * @throws the error of the first item whose `work` failed, when the items in progress have ended
 */
export async function pool(
	{ from, to }: ItemRange,
	atOnce: number,
	nodeRun: Pick<RunState, 'endedBy' | 'waiting' | 'whenWaiting'>,
	work: (itemIndex: number) => Promise<void>,
): Promise<void> {
	let next = from;
	let inProgress = 0;
	let failure: { error: Error } | undefined;
	await new Promise<void>((resolve, reject) => {
		const startMore = () => {
			const since = clock.elapsed();
			while (
				next < to &&
				!failure &&
				!nodeRun.endedBy &&
				inProgress - nodeRun.waiting < atOnce &&
				nodeRun.waiting < MAX_WAITING
			) {
				inProgress++;
				void work(next++)
					.catch((error: Error) => void (failure ??= { error }))
					.then(() => {
						inProgress--;
						startMore();
					});
				if (clock.elapsed() - since > STARTING_MS) return void clock.sleep(0).then(startMore);
			}
			if (inProgress > 0) return;
			if (failure) reject(failure.error);
			else resolve();
		};
		nodeRun.whenWaiting = startMore;
		startMore();
	}).finally(() => (nodeRun.whenWaiting = undefined));
}
