/** Long lists are processed in pieces, so that n8n can do everything else in between. */
import { clock } from './time/clock';

/** How many records are processed without a pause: a few milliseconds. */
const PIECE_SIZE = 2_000;

/** Maps each entry of a list, in order. */
export async function inPieces<From, To>(
	list: readonly From[],
	work: (entry: From) => To,
): Promise<To[]> {
	const results: To[] = [];
	for (let from = 0; from < list.length; from += PIECE_SIZE) {
		if (from > 0) await clock.sleep(0);
		for (const entry of list.slice(from, from + PIECE_SIZE)) results.push(work(entry));
	}
	return results;
}
