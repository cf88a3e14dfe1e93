/** Following something on the platform until it ends. */
import { clock } from './clock';

export interface Waiting<T> {
	/** Reads the present state. */
	read: () => Promise<T>;
	/** Whether it has ended. What is not known as an end is none. */
	ended: (state: T) => boolean;
	/** Give up after so many ms; no limit when absent. */
	limitMs?: number;
	signal?: AbortSignal;
	/** First wait between two looks, in ms. */
	everyMs?: number;
	/** Longest wait between two looks, in ms. */
	atMostMs?: number;
}

/** The time limit passed before it ended. Carries the last state. */
export class TimeLimit<T> extends Error {
	override readonly name = 'TimeLimit';

	constructor(
		readonly state: T,
		readonly limitMs: number,
	) {
		super('The time limit passed');
	}
}

const FIRST_MS = 2_000;
const GROWTH = 1.5;
const LONGEST_MS = 30_000;

/**
 * Looks again and again, at growing distances, until it has ended.
 * @throws TimeLimit with the last state; the signal's reason when the workflow is stopped
 */
export async function follow<T>(waiting: Waiting<T>): Promise<T> {
	if (waiting.limitMs !== undefined && !Number.isFinite(waiting.limitMs)) throw new RangeError('The time limit must be a number');
	const start = clock.now();
	const longest = waiting.atMostMs ?? LONGEST_MS;
	let every = waiting.everyMs ?? FIRST_MS;
	for (;;) {
		const state = await waiting.read();
		if (waiting.ended(state)) return state;
		const left = waiting.limitMs === undefined ? Infinity : start + waiting.limitMs - clock.now();
		if (left <= 0) throw new TimeLimit(state, waiting.limitMs!);
		await clock.sleep(Math.min(every, left), waiting.signal);
		every = Math.min(longest, every * GROWTH);
	}
}
