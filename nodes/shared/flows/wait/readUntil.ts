import { clock } from '../../support/time/clock';

interface ReadUntilOptions<T> {
	read: () => Promise<T>;
	/** Whether it has ended with this state. An unknown state does not count as an end. */
	hasEnded: (state: T) => boolean;
	limitMs: number;
	/** The error if it has not ended when the time limit has passed. */
	errorAtLimit: (lastState: T) => Error | Promise<Error>;
	signal: AbortSignal;
	firstPauseMs?: number;
	maxPauseMs?: number;
}

/** Each pause is longer than the one before by this factor. */
const GROWTH = 1.5;

/**
 * Reads a state after growing pauses until it is an end.
 * @throws what `errorAtLimit` makes of the last state; the reason of the signal if it is aborted
 */
export async function readUntil<T>({
	read,
	hasEnded,
	limitMs,
	errorAtLimit,
	signal,
	firstPauseMs = 2_000,
	maxPauseMs = 30_000,
}: ReadUntilOptions<T>): Promise<T> {
	if (!Number.isFinite(limitMs)) throw new RangeError('The time limit must be a number');
	const deadline = clock.elapsed() + limitMs;
	for (let pause = firstPauseMs; ; pause = Math.min(maxPauseMs, pause * GROWTH)) {
		const state = await read();
		if (hasEnded(state)) return state;
		const timeLeft = deadline - clock.elapsed();
		if (timeLeft <= 0) throw await errorAtLimit(state);
		await clock.sleep(Math.min(pause, timeLeft), signal);
	}
}
