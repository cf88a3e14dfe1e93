import { MAX_IN_FLIGHT } from '../declare/limits';

/**
 * Does work for each entry of a list, as many at a time as a request queue sends at once. After a
 * failure, no more work begins.
 * @returns the results in the order of the entries
 * @throws the first failure
 */
export async function mapConcurrently<T, R>(
	list: readonly T[],
	work: (entry: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	const worker = async () => {
		while (next < list.length) {
			const index = next++;
			results[index] = await work(list[index]!).catch((error: unknown) => {
				next = list.length;
				throw error;
			});
		}
	};
	await Promise.all(Array.from({ length: Math.min(MAX_IN_FLIGHT, list.length) }, worker));
	return results;
}
