/** Lines in which work waits for its turn, in the order in which it arrives: a keyed lock for readers and writers. */

interface Line {
	/** Resolves when everybody in the line has left it. */
	allLeft: Promise<void>;
	/** Resolves when the last work that must be alone has left. */
	aloneLeft?: Promise<void>;
}

/** By the key that work has to share to wait for each other. */
export type Lines = Map<string, Line>;

export interface PlaceInLine {
	/** Resolves when it is the turn of this place; absent if it already is. */
	turn?: Promise<void>;
	leave: () => void;
}

/**
 * Takes the last place in a line, and keeps it until `leave` is called.
 * @param isAlone whether the work must be alone, as a write: it waits until all before it have left, and all after it wait for it. Other
 * work, as reads, waits only for such work, and is done at the same time as its like
 */
export function takePlace(lines: Lines, key: string, isAlone = true): PlaceInLine {
	const { allLeft: othersLeft, aloneLeft } = lines.get(key) ?? {};
	let leave = () => {};
	const hasLeft = new Promise<void>((resolve) => (leave = resolve));
	const allLeft = othersLeft ? othersLeft.then(() => hasLeft) : hasLeft;
	lines.set(key, { allLeft, aloneLeft: isAlone ? allLeft : aloneLeft });
	// The last one to leave removes the line.
	void allLeft.then(() => {
		if (lines.get(key)?.allLeft === allLeft) lines.delete(key);
	});
	return { turn: isAlone ? othersLeft : aloneLeft, leave };
}
