/** How much a trigger can remember. */

/** The size of what a trigger remembers of its records, so that its memory stays below 64 kB. */
export const MAX_MEMORY_BYTES = 60_000;

/** The first entries that fit into a number of bytes (UTF-8, as JSON), and the others. */
export function fitting<T extends readonly [key: string, value: unknown]>(
	entries: readonly T[],
	bytes: number,
): { kept: T[]; dropped: T[] } {
	let bytesLeft = bytes;
	const kept: T[] = [];
	const dropped: T[] = [];
	for (const entry of entries) {
		bytesLeft -= Buffer.byteLength(JSON.stringify(entry));
		(bytesLeft >= 0 ? kept : dropped).push(entry);
	}
	return { kept, dropped };
}

/** What n8n's log says if not all records can be remembered. */
export const tooManyToWatch = (count: number, noun: string): string =>
	`There are too many ${noun} to watch. Not watched: ${count}. Use filters, or more than one trigger`;
