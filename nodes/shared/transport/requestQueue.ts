/**
 * A request queue holds the requests of one API family for one credential, those that the platform
 * counts against one limit. It knows three rules (docs/project/architecture.md, "Request queues"):
 *
 * 1. At most {@link WIDTH} requests are in flight.
 * 2. A 429 pauses the queue. Then one request is in flight, and twice as many with each round that succeeds.
 * 3. A 429 that announces no time is the limit of its endpoint ({@link PLATFORM_LIMITS}): only this endpoint
 *    pauses, for a second, and keeps to the limit for {@link ENDPOINT_HOLDS_MS}. If the next request is refused
 *    as well, it was another limit, and rule 2 applies.
 *
 * Times are those of the monotonic clock.
 */
import { PLATFORM_LIMITS } from '../declare/families';
import { clock } from '../support/clock';

/** Requests of one queue that may be in flight together. */
export const WIDTH = 8;

/**
 * A pause without a time from the server: this long, four times as long each time, up to the cap. The pauses
 * of one request's attempts together outlast a minute, the window of the platform's limits.
 */
const PAUSE_MS = 1_000;
const PAUSE_GROWTH = 4;
const PAUSE_CAP_MS = 40_000;

/** However long the server asks to wait, one request tries again after this time. */
const LOOK_AGAIN_MS = 600_000;

/** Two starts at a limited endpoint are a little further apart than the limit asks, because responses take uneven times. */
const ENDPOINT_INTERVAL_MS = (1_000 / PLATFORM_LIMITS.perSecondAndEndpoint) * 1.08;

const ENDPOINT_HOLDS_MS = 300_000;

/** After this long without a request, and without the effect of a limit, a queue is forgotten. */
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

/** A request in flight. */
export interface Slot {
	endpoint: string;
	/** Of the requests that were in flight together when a limit was met, only the first refusal counts. */
	epoch: number;
}

/** The queue is paused for longer than a request may wait. */
export class QueuePaused extends Error {
	override readonly name = 'QueuePaused';

	constructor(readonly untilMs: number) {
		super('The platform asks to wait for longer than a request may take');
	}
}

export class RequestQueue {
	private waiting: Waiting[] = [];
	private inFlight = 0;
	/** Requests that may be in flight now. */
	private width = WIDTH;
	private pausedUntil = 0;
	/** Until when the server itself asked to wait; later than `pausedUntil` if that is very long. */
	private announcedUntil = 0;
	/** The endpoints that are kept to their limit. */
	private readonly endpointLimits = new Map<string, { nextStart: number; until: number }>();
	/** 429s since the last success. */
	private refusals = 0;
	private epoch = 0;
	private lastStart = 0;
	private timer: AbortController | undefined;

	/**
	 * Waits for a slot, does the work and releases the slot.
	 * @param work gets its slot, to pass to {@link limited}
	 * @throws QueuePaused if the queue is paused for longer than `patienceMs`; the signal's reason if it is aborted
	 */
	async run<T>(work: (slot: Slot) => Promise<T>, options: Entering): Promise<T> {
		const { signal } = options;
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
			this.enter(waiting);
		});
		const slot = await entered.finally(() => signal?.removeEventListener('abort', aborted));
		try {
			return await work(slot);
		} finally {
			this.inFlight--;
			this.wake();
		}
	}

	/** A request succeeded. */
	through(): void {
		this.refusals = 0;
		this.width = Math.min(WIDTH, this.width + 1);
	}

	/**
	 * The server responded with 429.
	 * @param afterMs the server's time to wait, if it announced one
	 * @returns the time until which to wait, by the monotonic clock
	 */
	limited(slot: Slot, afterMs: number | undefined): number {
		const now = clock.elapsed();
		const limit = this.limitOf(slot.endpoint);
		if (slot.epoch === this.epoch) {
			this.refusals++;
			this.epoch++;
		} else if (limit && afterMs === undefined) {
			// The request left before its endpoint was limited: its refusal says nothing new.
			return limit.nextStart;
		}
		if (afterMs === undefined && this.refusals <= 1) return this.limitEndpoint(slot.endpoint, now);
		this.endpointLimits.delete(slot.endpoint);
		const usual = Math.min(PAUSE_CAP_MS, PAUSE_MS * PAUSE_GROWTH ** (this.refusals - 1));
		// An announced time of less than a second was rounded; one that did not help is not trusted again.
		const wait = Math.max(afterMs ?? 0, usual);
		this.announcedUntil = Math.max(this.announcedUntil, now + wait);
		this.pausedUntil = Math.max(this.pausedUntil, now + Math.min(wait, LOOK_AGAIN_MS));
		this.width = 1;
		return this.announcedUntil;
	}

	/** Until when the queue, or one endpoint of it, is paused or slowed; a past time if it is not. */
	slowedUntil(endpoint?: string): number {
		const limits =
			endpoint === undefined
				? [...this.endpointLimits.values()]
				: [this.endpointLimits.get(endpoint)];
		return Math.max(this.pausedUntil, ...limits.map((limit) => limit?.until ?? 0));
	}

	/** No request is in progress, and no earlier limit has an effect: a new queue would do the same. */
	get forgettable(): boolean {
		const usedUntil = Math.max(this.lastStart, this.slowedUntil());
		return this.inFlight === 0 && clock.elapsed() >= usedUntil + FORGOTTEN_MS;
	}

	private limitEndpoint(endpoint: string, now: number): number {
		const limit = { nextStart: now + 1_000, until: now + ENDPOINT_HOLDS_MS };
		this.endpointLimits.set(endpoint, limit);
		return limit.nextStart;
	}

	private limitOf(endpoint: string): { nextStart: number } | undefined {
		const limit = this.endpointLimits.get(endpoint);
		return limit && clock.elapsed() < limit.until ? limit : undefined;
	}

	private enter(waiting: Waiting): void {
		if (waiting.again) this.waiting.unshift(waiting);
		else this.waiting.push(waiting);
		this.wake();
	}

	/** When a waiting request may start; infinite if another has to end first. */
	private opensAt({ endpoint }: Waiting): number {
		if (this.inFlight >= this.width) return Infinity;
		return Math.max(this.pausedUntil, this.limitOf(endpoint)?.nextStart ?? 0);
	}

	/** Starts what may start; if only the time has not come yet, tries again at that time. */
	private wake(): void {
		this.timer?.abort();
		this.refuseImpatient();
		let next: number;
		while (
			(next = this.waiting.findIndex((waiting) => this.opensAt(waiting) <= clock.elapsed())) >= 0
		)
			this.start(this.waiting.splice(next, 1)[0]!);
		const at = Math.min(...this.waiting.map((waiting) => this.opensAt(waiting)));
		if (at === Infinity) return;
		this.timer = new AbortController();
		clock.sleep(Math.max(1, at - clock.elapsed()), this.timer.signal).then(
			() => this.wake(),
			() => undefined,
		);
	}

	private start({ endpoint, start }: Waiting): void {
		const limit = this.limitOf(endpoint);
		this.inFlight++;
		this.lastStart = clock.elapsed();
		// Timers are late: one start is made up for, otherwise the pace would be slower than intended.
		if (limit) limit.nextStart = Math.max(this.lastStart, limit.nextStart + ENDPOINT_INTERVAL_MS);
		start({ endpoint, epoch: this.epoch });
	}

	/** No request waits for a pause that is longer than its patience. */
	private refuseImpatient(): void {
		const now = clock.elapsed();
		if (this.pausedUntil <= now) return;
		const isImpatient = ({ patienceMs }: Waiting) => now + patienceMs < this.announcedUntil;
		const impatient = this.waiting.filter(isImpatient);
		this.waiting = this.waiting.filter((waiting) => !isImpatient(waiting));
		for (const { fail } of impatient) fail(new QueuePaused(this.announcedUntil));
	}
}
