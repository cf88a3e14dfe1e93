/**
 * A rate limiter for the requests of one API family and one credential. (The platform counts the
 * requests of an IP address, but other processes and credentials cannot be seen from here.) It has
 * three rules (docs/project/why/request-queues.md):
 *
 * 1. At most {@link MAX_IN_FLIGHT} requests are in flight.
 * 2. A 429 pauses the queue, except for one to which rule 3 applies. After the pause, one request
 *    is in flight, and one more after each response that is not a 429.
 * 3. The first 429 without a time is attributed to the limit of its endpoint
 *    ({@link PLATFORM_LIMITS}): only this endpoint pauses, for a second, and keeps to the limit for
 *    {@link ENDPOINT_LIMIT_MS}. If the next request is refused as well, it was another limit, and
 *    rule 2 applies.
 *
 * Times are those of the monotonic clock.
 */
import { MAX_IN_FLIGHT, PLATFORM_LIMITS } from '../../declare/limits';
import { clock } from '../../support/time/clock';

/** The pause after the first 429, if the platform does not ask for a longer one. */
const FIRST_PAUSE_MS = 1_000;

/**
 * How many times longer each pause is than the one before, as long as 429s follow each other: 1, 4,
 * 16 and 40 seconds. Together, they are longer than a minute, the period of most of the platform's
 * limits. So a request that is sent five times outlasts such a limit.
 */
const PAUSE_GROWTH = 4;

/** No pause is longer than this, unless the platform asks for a longer one. */
const MAX_PAUSE_MS = 40_000;

/** Even if the platform asks for a longer pause, one request is sent after this time. */
const MAX_ANNOUNCED_PAUSE_MS = 600_000;

/**
 * The time between two requests to an endpoint that is slowed down. It is a little longer than the
 * limit requires, because some requests take longer to arrive than others.
 */
const ENDPOINT_INTERVAL_MS = (1_000 / PLATFORM_LIMITS.perSecondAndEndpoint) * 1.08;

/** How long an endpoint stays slowed down. */
const ENDPOINT_LIMIT_MS = 300_000;

/**
 * A queue is removed if it has had no request for this time, and if none of its limits still has an
 * effect.
 */
const IDLE_MS = 600_000;

interface QueueOptions {
	signal?: AbortSignal;
	/** Method and path, as declared. */
	endpoint: string;
	/** The longest pause for which the request waits. */
	patienceMs: number;
	/** A retry enters before all requests that wait. */
	isRetry: boolean;
	/** The number of the poll that sends the request, if it is one of a trigger. */
	pollNumber?: number;
}

interface QueuedRequest extends QueueOptions {
	start: (slot: Slot) => void;
	fail: (reason: Error) => void;
}

/** The permission to send one request. */
export interface Slot {
	/** The endpoint of the request. */
	endpoint: string;
	/**
	 * How many times the queue had slowed down when the request was sent. If several requests of one
	 * epoch are refused, the pause grows only once. A later refusal still counts if it says how long
	 * to wait, or if its endpoint is not limited yet.
	 */
	epoch: number;
}

/** The queue is paused for longer than a request may wait. */
export class QueuePaused extends Error {
	override readonly name = 'QueuePaused';

	constructor(readonly untilMs: number) {
		super('Rate limit reached: Talend Cloud asks for a longer wait than the request allows');
	}
}

export class RequestQueue {
	private waiting: QueuedRequest[] = [];
	private inFlight = 0;
	/** How many requests may be in flight at present. */
	private allowedInFlight = MAX_IN_FLIGHT;
	private pausedUntil = 0;
	/**
	 * Until when the platform asks to wait. This is later than `pausedUntil` if the wait exceeds
	 * {@link MAX_ANNOUNCED_PAUSE_MS}.
	 */
	private announcedUntil = 0;
	/** The endpoints that are slowed down. */
	private readonly endpointLimits = new Map<string, { nextStart: number; until: number }>();
	/** The number of epochs with a 429 since the last response with another status. */
	private limitsInARow = 0;
	private epoch = 0;
	private lastStart = 0;
	private timer: AbortController | undefined;

	/**
	 * Waits for a slot, does the work, and releases the slot.
	 * @param work gets the slot, which it passes to {@link slowDown}
	 * @throws QueuePaused if the queue is paused for longer than `patienceMs`; the reason of the
	 * signal if it is aborted
	 */
	async run<T>(work: (slot: Slot) => Promise<T>, options: QueueOptions): Promise<T> {
		const { signal } = options;
		signal?.throwIfAborted();
		let aborted: () => void;
		const entered = new Promise<Slot>((start, fail) => {
			const request: QueuedRequest = { ...options, start, fail };
			aborted = () => {
				this.waiting = this.waiting.filter((other) => other !== request);
				// If this was the last waiting request, this clears the timer.
				this.startWaiting();
				fail(signal?.reason as Error);
			};
			signal?.addEventListener('abort', aborted);
			this.enter(request);
		});
		const slot = await entered.finally(() => signal?.removeEventListener('abort', aborted));
		try {
			return await work(slot);
		} finally {
			this.inFlight--;
			this.startWaiting();
		}
	}

	/** Allows one more request in flight, after a response with any status other than 429. */
	speedUp(): void {
		this.limitsInARow = 0;
		this.allowedInFlight = Math.min(MAX_IN_FLIGHT, this.allowedInFlight + 1);
	}

	/**
	 * The platform responded with 429: pauses the queue, or slows down the endpoint.
	 * @param afterMs how long it asks to wait, if it says so
	 * @returns until when to wait, by the monotonic clock
	 */
	slowDown(slot: Slot, afterMs: number | undefined): number {
		const limit = this.limitOf(slot.endpoint);
		const isFirstOfEpoch = slot.epoch === this.epoch;
		if (isFirstOfEpoch) {
			this.limitsInARow++;
			this.epoch++;
		}
		// Its endpoint is slowed down already, and something has been slowed down since the request was
		// sent, so this 429 says nothing new.
		const isStale = !isFirstOfEpoch && afterMs === undefined;
		if (isStale && limit) return limit.nextStart;
		const isFirstWithoutTime = afterMs === undefined && this.limitsInARow <= 1;
		return isFirstWithoutTime
			? this.limitEndpoint(slot.endpoint)
			: this.pauseAfterRefusal(slot.endpoint, afterMs);
	}

	/** Applies rule 2: pauses the queue. */
	private pauseAfterRefusal(endpoint: string, afterMs = 0): number {
		const now = clock.elapsed();
		this.endpointLimits.delete(endpoint);
		const usual = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * PAUSE_GROWTH ** (this.limitsInARow - 1));
		// The announced time may be too short, because it was rounded to seconds, or because waiting
		// that long has not helped before. So the pause is never shorter than usual.
		const wait = Math.max(afterMs, usual);
		this.announcedUntil = Math.max(this.announcedUntil, now + wait);
		this.pausedUntil = Math.max(this.pausedUntil, now + Math.min(wait, MAX_ANNOUNCED_PAUSE_MS));
		this.allowedInFlight = 1;
		return this.announcedUntil;
	}

	/**
	 * Until when the queue, or one of its endpoints, is paused or slowed down; a time in the past if
	 * it is not.
	 */
	slowedUntil(endpoint?: string): number {
		const limits =
			endpoint === undefined
				? [...this.endpointLimits.values()]
				: [this.endpointLimits.get(endpoint)];
		return Math.max(this.pausedUntil, ...limits.map((limit) => limit?.until ?? 0));
	}

	/**
	 * Whether the queue can be removed: it has no request, and its limits ended long ago. (A new one
	 * begins at full speed.)
	 */
	get isIdle(): boolean {
		const usedUntil = Math.max(this.lastStart, this.slowedUntil());
		return this.inFlight === 0 && clock.elapsed() >= usedUntil + IDLE_MS;
	}

	/** Applies rule 3: slows down the endpoint. */
	private limitEndpoint(endpoint: string): number {
		const now = clock.elapsed();
		const limit = { nextStart: now + FIRST_PAUSE_MS, until: now + ENDPOINT_LIMIT_MS };
		this.endpointLimits.set(endpoint, limit);
		return limit.nextStart;
	}

	private limitOf(endpoint: string): { nextStart: number } | undefined {
		const limit = this.endpointLimits.get(endpoint);
		return limit && clock.elapsed() < limit.until ? limit : undefined;
	}

	/**
	 * Puts a request at its place. Requests of a poll come before those of polls that began later.
	 * Polls that begin at once would otherwise share what the limit allows, and it might not be
	 * enough for any of them. No request of a node is overtaken, except by retries.
	 */
	private enter(request: QueuedRequest): void {
		const { isRetry, pollNumber = Infinity } = request;
		const before = isRetry
			? -1
			: this.waiting.findLastIndex((other) => (other.pollNumber ?? 0) <= pollNumber);
		this.waiting.splice(before + 1, 0, request);
		this.startWaiting();
	}

	/** When a waiting request may start; Infinity if another request must end first. */
	private mayStartAt({ endpoint }: QueuedRequest): number {
		if (this.inFlight >= this.allowedInFlight) return Infinity;
		return Math.max(this.pausedUntil, this.limitOf(endpoint)?.nextStart ?? 0);
	}

	/** Starts all requests that may start now, and sets a timer for the next one. */
	private startWaiting(): void {
		this.failImpatient();
		this.startAllowed();
		this.setTimer();
	}

	private startAllowed(): void {
		const mayStart = (request: QueuedRequest) => this.mayStartAt(request) <= clock.elapsed();
		for (;;) {
			// Each start may change which of the others may start, so they are asked again.
			const request = this.waiting.find(mayStart);
			if (!request) return;
			this.waiting.splice(this.waiting.indexOf(request), 1);
			this.startRequest(request);
		}
	}

	/** Sets a timer for the next request that may start without the end of another one. */
	private setTimer(): void {
		this.timer?.abort();
		const nextStartAt = Math.min(...this.waiting.map((request) => this.mayStartAt(request)));
		if (nextStartAt === Infinity) return;
		this.timer = new AbortController();
		clock.sleep(Math.max(1, nextStartAt - clock.elapsed()), this.timer.signal).then(
			() => this.startWaiting(),
			() => undefined,
		);
	}

	private startRequest({ endpoint, start }: QueuedRequest): void {
		const limit = this.limitOf(endpoint);
		this.inFlight++;
		this.lastStart = clock.elapsed();
		// Timers fire late. The next request may follow sooner by this delay; otherwise, the rate would
		// be lower than intended.
		if (limit) limit.nextStart = Math.max(this.lastStart, limit.nextStart + ENDPOINT_INTERVAL_MS);
		start({ endpoint, epoch: this.epoch });
	}

	/** Rejects the requests that would have to wait for longer than they may. */
	private failImpatient(): void {
		const now = clock.elapsed();
		if (this.pausedUntil <= now) return;
		const isImpatient = ({ patienceMs }: QueuedRequest) => now + patienceMs < this.announcedUntil;
		const impatient = this.waiting.filter(isImpatient);
		this.waiting = this.waiting.filter((request) => !isImpatient(request));
		for (const { fail } of impatient) fail(new QueuePaused(this.announcedUntil));
	}
}
