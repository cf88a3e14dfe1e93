/**
 * A request queue limits how many requests are in flight. It holds the requests of one API family for one credential,
 * those that the platform counts against one limit. At most {@link WIDTH} requests of a queue are
 * in flight. A 429 pauses the queue until the server's time; then it starts again with one request at a time
 * at the pace that got through before (`pace.ts`), and speeds up again while that holds. Where the pace
 * could not be measured, at most half as many requests as before are in flight from then on, twice as many
 * again with each minute without a 429: if the limit is met again, all requests in flight are refused.
 * Times are those of the monotonic clock.
 */
import { clock } from '../support/clock';
import { Endpoints, type Use } from './endpoints';
import { Pace } from './pace';

/** Requests of one queue that may be in flight together. */
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

/** After this long without a request, and without the effect of a limit, a queue is reset. */
const FORGOTTEN_MS = 600_000;

interface Entering {
	signal?: AbortSignal;
	/** Method and path, as declared. */
	endpoint: string;
	/** The longest pause that is waited for. */
	patienceMs: number;
	/** The request was sent before: it goes first. */
	again: boolean;
}

interface Waiting extends Entering {
	start: (slot: Slot) => void;
	fail: (reason: Error) => void;
}

/** A request in flight; of those with one epoch, only the first 429 slows the queue down. */
export interface Slot {
	epoch: number;
	use: Use;
}

/** The queue is paused for longer than a request may wait. */
export class QueuePaused extends Error {
	override readonly name = 'QueuePaused';

	constructor(readonly untilMs: number) {
		super('The platform asks to wait for longer than a request may take');
	}
}

export class RequestQueue {
	private inFlight = 0;
	/** Requests that may be in flight now: 1 after a 429, growing back to {@link widest}. */
	private width = WIDTH;
	/** To how many the width may grow, right after the last 429. */
	private ceiling = WIDTH;
	private pausedUntil = 0;
	/** Until when the server itself asked to wait. */
	private askedUntil = 0;
	private readonly pace = new Pace();
	private readonly endpoints = new Endpoints();
	private nextStart = 0;
	private pauses = 0;
	private epoch = 0;
	private waiting: Waiting[] = [];
	private timer: AbortController | undefined;

	/**
	 * Waits for a slot, does the work and releases the slot.
	 * @param work gets its slot, to pass to {@link through} or {@link limited}
	 * @throws QueuePaused if the queue is paused for longer than that
	 */
	async run<T>(work: (slot: Slot) => Promise<T>, options: Entering): Promise<T> {
		const { signal, again } = options;
		signal?.throwIfAborted();
		let aborted: () => void;
		const entered = new Promise<Slot>((start, fail) => {
			const waiting: Waiting = { ...options, start, fail };
			aborted = () => {
				this.waiting = this.waiting.filter((other) => other !== waiting);
				// The timer is cleared with the last waiting request.
				this.wake();
				fail(signal?.reason as Error);
			};
			signal?.addEventListener('abort', aborted);
			const place = again ? this.waiting.findIndex((other) => !other.again) : -1;
			this.waiting.splice(place < 0 ? this.waiting.length : place, 0, waiting);
			this.wake();
		});
		const slot = await entered.finally(() => signal?.removeEventListener('abort', aborted));
		try {
			return await work(slot);
		} finally {
			this.inFlight--;
			this.endpoints.end(slot.use);
			this.wake();
		}
	}

	/** A request succeeded: the queue widens. */
	through({ use }: Slot): void {
		this.endpoints.through(use);
		this.pace.through();
		this.pauses = 0;
		this.width = Math.min(this.widest, this.width + 1 / Math.floor(this.width));
	}

	private get widest(): number {
		return Math.min(WIDTH, this.ceiling * 2 ** this.pace.calmMinutes());
	}

	/** Until when the queue, or one endpoint of it, is paused or slowed; a past time if it is not. */
	slowedUntil(endpoint?: string): number {
		return Math.max(this.pausedUntil, this.pace.freeAt(), this.endpoints.slowedUntil(endpoint));
	}

	/** No request is in progress, and no earlier limit has an effect: a new queue would do the same. */
	get forgettable(): boolean {
		return (
			this.inFlight === 0 &&
			clock.elapsed() >= Math.max(this.nextStart, this.slowedUntil()) + FORGOTTEN_MS
		);
	}

	/**
	 * The server responded with 429. Of several responses that belong to one burst, only the first slows the
	 * queue down; all can lengthen the pause.
	 * @param afterMs the server's time to wait, if it gave one
	 * @returns the time until which to wait, by the monotonic clock
	 */
	limited({ epoch, use }: Slot, afterMs: number | undefined): number {
		const now = clock.elapsed();
		const first = epoch === this.epoch;
		if (first) {
			this.pauses++;
			this.epoch++;
		}
		const endpointUntil = afterMs === undefined ? this.endpoints.limited(use, first) : undefined;
		if (endpointUntil !== undefined) return endpointUntil;
		const own = Math.min(PAUSE_CAP_MS, PAUSE_MS * PAUSE_GROWTH ** (this.pauses - 1));
		// A given time of less than a second was rounded; one that did not help is not trusted again.
		const wait = Math.max(afterMs ?? 0, own);
		this.askedUntil = Math.max(this.askedUntil, now + wait);
		this.pausedUntil = Math.max(this.pausedUntil, now + Math.min(wait, LOOK_AGAIN_MS));
		if (!first) return this.askedUntil;
		const { widest } = this;
		this.width = 1;
		this.ceiling = this.pace.limited(this.pausedUntil) ? WIDTH : Math.max(1, widest / 2);
		this.nextStart = this.pausedUntil;
		return this.askedUntil;
	}

	/** When a waiting request may start; infinite if another has to end first. */
	private opensAt({ endpoint }: Waiting): number {
		if (this.inFlight >= Math.floor(this.width)) return Infinity;
		return Math.max(this.pausedUntil, this.nextStart, this.endpoints.opensAt(endpoint));
	}

	/** Starts what may start; if only the time has not come yet, tries again at that time. */
	private wake(): void {
		this.timer?.abort();
		const now = clock.elapsed();
		// No request waits for a pause that is longer than its budget.
		const isLate = ({ patienceMs }: Waiting) =>
			this.pausedUntil > now && now + patienceMs < this.askedUntil;
		const late = this.waiting.filter(isLate);
		if (late.length > 0) this.waiting = this.waiting.filter((waiting) => !isLate(waiting));
		for (const { fail } of late) fail(new QueuePaused(this.askedUntil));
		let next: number;
		while (
			(next = this.waiting.findIndex((waiting) => this.opensAt(waiting) <= clock.elapsed())) >= 0
		) {
			const [{ start, endpoint }] = this.waiting.splice(next, 1) as [Waiting];
			this.inFlight++;
			// Timers are late: at most one start is made up for, otherwise the pace would be slower than intended.
			this.nextStart = Math.max(clock.elapsed(), this.nextStart + this.pace.interval());
			start({ epoch: this.epoch, use: this.endpoints.start(endpoint) });
		}
		this.pace.notice(this.inFlight > 0 || this.waiting.length > 0);
		const at = Math.min(...this.waiting.map((waiting) => this.opensAt(waiting)));
		if (at === Infinity) return;
		this.timer = new AbortController();
		clock.sleep(Math.max(1, at - clock.elapsed()), this.timer.signal).then(
			() => this.wake(),
			() => undefined,
		);
	}
}
