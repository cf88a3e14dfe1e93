/** Work in the order in which it arrives, by what it is about. */

interface Line {
	/** The end of all work so far. */
	all: Promise<void>;
	/** The end of the last work that must be alone. */
	alone?: Promise<void>;
}

export type Lines = Map<string, Line>;

export interface Place {
	/** Resolves when it is its turn; absent if that is at once. */
	turn?: Promise<void>;
	leave: () => void;
}

/**
 * Takes the last place of a line, which lasts until `leave` is called.
 * @param isAlone its turn is when all before it have left, and those after it wait; others have their turns together
 */
export function takePlace(lines: Lines, key: string, isAlone = true): Place {
	const { all, alone } = lines.get(key) ?? {};
	let leave = () => {};
	const left = new Promise<void>((resolve) => (leave = resolve));
	const end = all ? all.then(() => left) : left;
	lines.set(key, { all: end, alone: isAlone ? end : alone });
	void end.then(() => {
		if (lines.get(key)?.all === end) lines.delete(key);
	});
	return { turn: isAlone ? all : alone, leave };
}
