/** The clock of the emulated platform. It runs or stands still, and can be moved forward. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Moves the clock forward by this many milliseconds. */
	advance(ms: number): void;
	/** Undoes all movements of the clock. */
	reset(): void;
}

/** A clock that runs like that of this machine, and can be moved ahead of it. */
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
			// The time stays in whole milliseconds.
			time += Math.ceil(ms);
		},
		reset: () => {
			time = start;
		},
	};
}

/** A time in the form that responses have: RFC 3339 in UTC. */
export function rfc3339(ms: number): string;
export function rfc3339(ms: number | undefined): string | undefined;
export function rfc3339(ms: number | undefined): string | undefined {
	return ms === undefined ? undefined : new Date(ms).toISOString();
}
