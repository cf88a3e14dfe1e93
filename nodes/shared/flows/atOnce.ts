/** As many as a queue has in flight. */
const AT_ONCE = 8;

/**
 * Does work for each of several things, a few at a time.
 * @returns the results in the order of the things; rejects with the first failure, after which nothing more begins
 */
export async function eachAtOnce<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	let hasFailed = false;
	const worker = async () => {
		while (next < all.length && !hasFailed) {
			const index = next++;
			const made = work(all[index]!);
			made.catch(() => {
				hasFailed = true;
			});
			results[index] = await made;
		}
	};
	await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, worker));
	return results;
}
