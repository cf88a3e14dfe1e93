const LENGTH = 25_000;
const TIMES = 4;

/** Less CPU time than this, in µs, says nothing: a garbage collection takes as long. */
const NOISE_US = 50_000;

/**
 * How the work on a text grows with its length: the CPU time for four times the text, divided by
 * the time for the text itself. Linear work gives at most 4, quadratic work 16, on a busy machine,
 * too.
 */
export function growth(work: (text: string) => void, part: string): number {
	const cost = (length: number) => {
		const text = part.repeat(length / part.length);
		const began = process.cpuUsage();
		work(text);
		const { user, system } = process.cpuUsage(began);
		return Math.max(user + system, NOISE_US);
	};
	const rounds = (length: number) => Math.min(...[1, 2, 3].map(() => cost(length)));
	return rounds(TIMES * LENGTH) / rounds(LENGTH);
}
