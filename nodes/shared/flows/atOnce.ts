/** As many as a request queue sends at once. */
const AT_ONCE = 8;

/**
 * Does work for each of several things, a few at a time.
 * @returns the results in the order of the things; rejects with the first failure, after which nothing more begins
 */
export async function eachAtOnce<T, R>(
	all: readonly T[],
	work: (one: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	const worker = async () => {
		while (next < all.length) {
			const index = next++;
			results[index] = await work(all[index]!).catch((error: unknown) => {
				next = all.length;
				throw error;
			});
		}
	};
	await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, worker));
	return results;
}
