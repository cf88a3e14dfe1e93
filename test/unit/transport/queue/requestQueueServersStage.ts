/** Servers that count requests in different ways, and work that a queue sends to them. */
import { MAX_IN_FLIGHT } from '../../../../nodes/shared/declare/limits';
import { RequestQueue } from '../../../../nodes/shared/transport/queue/requestQueue';
import { simulatedTimeForEach } from '../../../support/time';

export const time = simulatedTimeForEach();

const PATIENCE = 120_000;

/** A server with a limit, and a client that repeats a 429 up to five times, as `send` does. */
export interface Server {
	/**
	 * Returns the time to wait in ms if it refuses (undefined if it states none), or null if it
	 * accepts the request.
	 */
	take: (now: number) => number | undefined | null;
	latencyMs?: number;
}

export async function work(
	queue: RequestQueue,
	server: Server,
	count: number,
	atOnce = MAX_IN_FLIGHT,
	endpoint = 'GET /any',
) {
	let next = 0;
	let failed = 0;
	let refused = 0;
	let inFlight = 0;
	let most = 0;
	const started = time.now();
	const one = async () => {
		let spent = 0;
		let pause = 0;
		for (let attempt = 1; ; attempt++) {
			const patienceMs = PATIENCE - spent + pause;
			const done = await queue.run(
				async (slot) => {
					most = Math.max(most, ++inFlight);
					await time.sleep(server.latencyMs ?? 5);
					inFlight--;
					const reported = server.take(time.now());
					if (reported === null) {
						queue.speedUp();
						return true;
					}
					refused++;
					pause = queue.slowDown(slot, reported) - time.elapsed();
					return false;
				},
				{ endpoint, patienceMs, isRetry: attempt > 1 },
			);
			if (done) return;
			spent += pause;
			if (attempt >= 5 || spent > PATIENCE) {
				failed++;
				return;
			}
		}
	};
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			while (next++ < count) await one();
		}),
	);
	return { failed, refused, most, seconds: (time.now() - started) / 1000 };
}

/** No request has failed, and the work stayed within these limits; what exceeds them is named. */
export function expectWithin(
	result: Awaited<ReturnType<typeof work>>,
	limits: { refused: number; seconds: number },
	about: string,
): void {
	const exceeded = (['failed', 'refused', 'seconds'] as const)
		.map((name) => ({ name, value: result[name], most: { failed: 0, ...limits }[name] }))
		.filter(({ value, most }) => !(value <= most));
	expect({ about, exceeded }).toEqual({ about, exceeded: [] });
}

type Reported = (leftMs: number) => number | undefined;

export const exactly: Reported = (left) => left;

export const roundedDown: Reported = (left) => Math.floor(left / 1000) * 1000;

export const silent: Reported = () => undefined;

/** A number of requests in each window of time. */
export function windows(limit: number, windowMs: number, reported: Reported): Server {
	let start = -Infinity;
	let count = 0;
	return {
		take: (now) => {
			if (now >= start + windowMs) [start, count] = [now, 0];
			return ++count <= limit ? null : reported(start + windowMs - now);
		},
	};
}

/**
 * A number of requests in each second by the clock of the server, which is ahead by some
 * milliseconds.
 */
function byTheClock(limit: number, aheadMs: number, reported: Reported): Server {
	let second = -1;
	let count = 0;
	return {
		take: (now) => {
			const at = Math.floor((now + aheadMs) / 1_000);
			if (at !== second) [second, count] = [at, 0];
			return ++count <= limit ? null : reported(1_000);
		},
	};
}

/** A bucket of tokens that fills at a rate per second. */
export function bucket(burst: number, perSecond: number, reported: Reported): Server {
	let tokens = burst;
	let at = time.now();
	return {
		take: (now) => {
			tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
			at = now;
			if (tokens < 1) return reported(((1 - tokens) / perSecond) * 1000);
			tokens--;
			return null;
		},
	};
}

/** A server that accepts this many requests in any second. */
export function lastSecond(limit: number): Server {
	let accepted: number[] = [];
	return {
		take: (now) => {
			accepted = accepted.filter((at) => at > now - 1_000);
			return accepted.length < limit ? (accepted.push(now), null) : undefined;
		},
	};
}

/**
 * Servers that take ten requests of one endpoint in a second and announce no time, one for each
 * known way of counting.
 */
export const SECONDS: Array<[string, (shift: number) => Server]> = [
	['in windows', () => windows(10, 1_000, silent)],
	['by the clock', (shift) => byTheClock(10, shift, silent)],
	['a bucket', () => bucket(10, 10, silent)],
	['the last second', () => lastSecond(10)],
];
