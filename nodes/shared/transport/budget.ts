/** How long a request may take, with all its attempts. */
import { isSlow } from './attempt';
import type { Outgoing } from './pipeline';

/** After this time of attempts and waits between them, no further attempt begins. */
export const BUDGET_MS = 120_000;

/** The budget of a request that reads a file or is slow, one attempt of which may take longer. */
export const SLOW_BUDGET_MS = 660_000;

/**
 * An attempt has at least this time, even at the end of the budget, unless a poll has less left or
 * a person chose a shorter timeout. With less, the platform might still carry out a change, but its
 * response would arrive too late.
 */
const MIN_ATTEMPT_MS = 10_000;

/** A wait before the next attempt. */
export interface Wait {
	ms: number;
	/**
	 * Whether the queue pauses for this time: then the request waits in the queue, and not before it.
	 */
	isInQueue: boolean;
	/**
	 * When another try is worthwhile, if that is known: the time that the platform asks to wait or,
	 * after a 429, the pause of the queue.
	 */
	retryAfterMs: number | undefined;
}

/**
 * How long a request may take: its attempts and the waits between them. An attempt gets the time
 * that is left, but at least {@link MIN_ATTEMPT_MS} (less in a poll that ends before), and never
 * more than one attempt may take (attempt.ts). n8n ends it when nothing has arrived for that long.
 * Waiting for a slot does not count, except for a pause of the queue that the request itself has
 * caused. A longer timeout that a person chose replaces the budget.
 *
 * For example, the first of 120 seconds is spent on an attempt, whose 429 asks for 30 seconds. The
 * queue pauses for that time, which counts as spent at once: 89 seconds are left. The second
 * attempt waits in the queue for the same 30 seconds, so its patience is 89 + 30 = 119 seconds. If
 * another 429 meanwhile makes the pause end later than that, the request fails without being sent.
 */
export class Budget {
	private spentMs = 0;
	/** The pause of the queue that the last attempt has caused. It is already counted as spent. */
	private causedPauseMs = 0;

	private readonly allowedMs: number;

	constructor(
		private readonly chosen: { leftMs?: () => number; timeoutMs?: number },
		request: Outgoing,
	) {
		const usualMs = isSlow(request) ? SLOW_BUDGET_MS : BUDGET_MS;
		const longestMs = Math.max(usualMs, chosen.timeoutMs ?? 0);
		this.allowedMs = Math.min(longestMs, chosen.leftMs?.() ?? Infinity);
	}

	spend(attemptMs: number, wait: Wait): void {
		this.spentMs += attemptMs + wait.ms;
		this.causedPauseMs = wait.isInQueue ? wait.ms : 0;
	}

	get isSpent(): boolean {
		return this.spentMs > this.allowedMs;
	}

	/** How long the attempt that begins now may take. */
	get attemptMs(): number {
		const leftMs = Math.max(this.allowedMs - this.spentMs, MIN_ATTEMPT_MS);
		return Math.min(leftMs, this.chosen.leftMs?.() ?? Infinity);
	}

	/** The longest pause of the queue for which the request still waits. */
	get patienceMs(): number {
		return this.allowedMs - this.spentMs + this.causedPauseMs;
	}
}
