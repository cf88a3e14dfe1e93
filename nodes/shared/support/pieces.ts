/** Long lists are worked on in pieces, so that n8n can do everything else in between. */
import { clock } from './clock';

/** Records that are worked on at a stretch: some milliseconds. */
const PIECE = 2_000;

/** What becomes of each entry of a list, in its order. */
export async function inPieces<From, To>(list: readonly From[], work: (entry: From) => To): Promise<To[]> {
	const done: To[] = [];
	for (let from = 0; from < list.length; from += PIECE) {
		if (from > 0) await clock.sleep(0);
		for (const entry of list.slice(from, from + PIECE)) done.push(work(entry));
	}
	return done;
}
