/**
 * The clock of the emulated platform. It stands still or runs, and can be moved forward until it is
 * reset.
 */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Moves the clock forward by this many milliseconds. */
	advance(ms: number): void;
	/** Takes back all that it was moved. */
	reset(): void;
}

/** A clock that runs with this machine's; `advance` puts it ahead. */
export function runningClock(): Clock {
	let ahead = 0;
	return {
		now: () => Date.now() + ahead,
		advance: (ms) => {
			ahead += ms;
		},
		reset: () => {
			ahead = 0;
		},
	};
}

/** A clock that stands still until it is moved: for tests. */
export function standingClock(start = Date.UTC(2026, 2, 31, 8)): Clock {
	let time = start;
	return {
		now: () => time,
		advance: (ms) => {
			// Whole milliseconds, as those of any clock.
			time += Math.ceil(ms);
		},
		reset: () => {
			time = start;
		},
	};
}

/** A time of the platform as it is in responses: RFC 3339 in UTC. */
export const rfc3339 = (ms: number): string => new Date(ms).toISOString();
