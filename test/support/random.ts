/**
 * Random numbers for tests, different ones each time. The `TEST_SEED` that jest prints at the end
 * (runEnd.cjs) repeats those of a file: `TEST_SEED=17 npx jest FILE`.
 */
let state = Number(process.env.TEST_SEED);

/** The next random number, from 0 to just below 1 (mulberry32). */
export function random(): number {
	state = (state + 0x6d2b79f5) >>> 0;
	let mixed = Math.imul(state ^ (state >>> 15), state | 1);
	mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
	return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
