/**
 * Lanes limit how many requests are in flight. A lane is one API family for one credential: the
 * requests that the platform counts against one limit. At most {@link WIDTH} requests of a lane are
 * in flight. A 429 pauses the lane until the server's time; then it starts again with one request at a time
 * at the pace that got through before (`pace.ts`), and speeds up again while that holds. Where the pace
 * could not be measured, at most half as many requests as before are in flight from then on, twice as many
 * again with each minute without a 429: if the limit is met again, all requests in flight are refused.
 * Times are those of the monotonic clock.
 */
import { clock } from '../support/clock';
import { Pace } from './pace';

/** Requests of one lane that may be in flight together. */
export const WIDTH = 8;

/**
 * A pause without a time from the server: this long, four times as long each time, up to the cap. The
 * pauses of one request's attempts together outlast a minute, the window of the platform's limits.
 */
const PAUSE_MS = 1_000;

const PAUSE_GROWTH = 4;

const PAUSE_CAP_MS = 40_000;

/** However long the server asks to wait, one request tries again after this time. */
const LOOK_AGAIN_MS = 600_000;

/** After this long without a request, and without the effect of a limit, a lane is reset. */
const FORGOTTEN_MS = 600_000;

interface Waiting {
	start: () => void;
	fail: (reason: Error) => void;
	patienceMs: number;
	again: boolean;
}

interface Entering {
	signal?: AbortSignal;
	patienceMs: number;
	again: boolean;
}

/** The lane is paused for longer than a request may wait. */
export class LanePaused extends Error {
	override readonly name = 'LanePaused';

	constructor(readonly untilMs: number) {
		super('The platform asks to wait for longer than a request may take');
	}
}

export class Lane {
	private inFlight = 0;
	/** Requests that may be in flight now: 1 after a 429, growing back to {@link widest}. */
	private width = WIDTH;
	/** To how many the width may grow, right after the last 429. */
	private ceiling = WIDTH;
	private pausedUntil = 0;
	/** Until when the server itself asked to wait. */
	private toldUntil = 0;
	private readonly pace = new Pace();
	private nextStart = 0;
	private pauses = 0;
	private epoch = 0;
	private readonly waiting: Waiting[] = [];
	private timer: AbortController | undefined;

	/**
	 * Waits for a slot, does the work and releases the slot.
	 * @param work gets a number to pass to {@link limited}
	 * @param options.patienceMs the longest pause that is waited for
	 * @param options.again the request was sent before: it goes first
	 * @throws LanePaused if the lane is paused for longer than that
	 */
	async run<T>(work: (epoch: number) => Promise<T>, options: Entering): Promise<T> {
		await this.enter(options);
		try {
			return await work(this.epoch);
		} finally {
			this.inFlight--;
			this.wake();
			this.notice();
		}
	}

	/** A request succeeded: the lane widens. */
	through(): void {
		this.pace.through();
		this.pauses = 0;
		this.width = Math.min(this.widest, this.width + 1 / Math.floor(this.width));
	}

	private get widest(): number {
		return Math.min(WIDTH, this.ceiling * 2 ** this.pace.calmMinutes());
	}

	/** Until when the lane is paused or slowed; a past time if it is not. */
	slowedUntil(): number {
		return Math.max(this.pausedUntil, this.pace.freeAt());
	}

	/** No request is in progress, and no earlier limit has an effect: a new lane would do the same. */
	get forgettable(): boolean {
		return this.inFlight === 0 && clock.elapsed() >= Math.max(this.nextStart, this.slowedUntil()) + FORGOTTEN_MS;
	}

	private notice(): void {
		this.pace.notice(this.inFlight > 0 || this.waiting.length > 0);
	}

	/**
	 * The server responded with 429. Of several responses that belong to one burst, only the first slows the
	 * lane down; all can lengthen the pause.
	 * @param epoch what {@link run} gave to the request
	 * @param afterMs the server's time to wait, if it gave one
	 * @returns the time until which to wait, by the monotonic clock
	 */
	limited(epoch: number, afterMs: number | undefined): number {
		const now = clock.elapsed();
		const first = epoch === this.epoch;
		if (first) this.pauses++;
		const own = Math.min(PAUSE_CAP_MS, PAUSE_MS * PAUSE_GROWTH ** (this.pauses - 1));
		// A given time of less than a second was rounded; one that did not help is not trusted again.
		const wait = Math.max(afterMs ?? 0, own);
		this.toldUntil = Math.max(this.toldUntil, now + wait);
		this.pausedUntil = Math.max(this.pausedUntil, now + Math.min(wait, LOOK_AGAIN_MS));
		if (!first) return this.toldUntil;
		this.epoch++;
		const { widest } = this;
		this.width = 1;
		this.ceiling = this.pace.limited(this.pausedUntil) ? WIDTH : Math.max(1, widest / 2);
		this.nextStart = this.pausedUntil;
		return this.toldUntil;
	}

	private async enter(options: Entering): Promise<void> {
		const { signal } = options;
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const leave = () => signal?.removeEventListener('abort', aborted);
			const waiting: Waiting = {
				patienceMs: options.patienceMs,
				again: options.again,
				start: () => {
					leave();
					resolve();
				},
				fail: (reason) => {
					leave();
					reject(reason);
				},
			};
			const aborted = () => {
				this.waiting.splice(this.waiting.indexOf(waiting), 1);
				this.notice();
				// The timer is cleared with the last waiting request.
				this.wake();
				waiting.fail(signal?.reason as Error);
			};
			signal?.addEventListener('abort', aborted);
			const place = options.again ? this.waiting.findIndex((other) => !other.again) : -1;
			this.waiting.splice(place < 0 ? this.waiting.length : place, 0, waiting);
			this.notice();
			this.wake();
		});
	}

	private free(): boolean {
		return (
			this.inFlight < Math.floor(this.width) && clock.elapsed() >= Math.max(this.pausedUntil, this.nextStart)
		);
	}

	/** Takes a slot; {@link run} releases it. */
	private take(): void {
		const now = clock.elapsed();
		this.inFlight++;
		// Timers are late: at most one start is made up for, otherwise the pace would be slower than intended.
		this.nextStart = Math.max(now, this.nextStart + this.pace.interval());
		this.notice();
	}

	/** Starts what may start; if only the time has not come yet, tries again at that time. */
	private wake(): void {
		this.timer?.abort();
		this.timer = undefined;
		this.refuseLate();
		while (this.waiting.length > 0 && this.free()) {
			this.take();
			this.waiting.shift()!.start();
		}
		if (this.waiting.length === 0 || this.inFlight >= Math.floor(this.width)) return;
		const wait = Math.max(this.pausedUntil, this.nextStart) - clock.elapsed();
		const timer = new AbortController();
		this.timer = timer;
		clock.sleep(Math.max(1, wait), timer.signal).then(
			() => this.wake(),
			() => undefined,
		);
	}

	/** No request waits for a pause that is longer than its budget. */
	private refuseLate(): void {
		const now = clock.elapsed();
		if (this.pausedUntil <= now) return;
		for (let index = this.waiting.length - 1; index >= 0; index--) {
			const waiting = this.waiting[index]!;
			if (now + waiting.patienceMs >= this.toldUntil) continue;
			this.waiting.splice(index, 1);
			waiting.fail(new LanePaused(this.toldUntil));
		}
	}
}
