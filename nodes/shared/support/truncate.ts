/**
 * Shortens texts between characters as people see them. A cut inside an emoji, or between a letter and its accent, shows
 * another character, and many services refuse a text with half of a surrogate pair. Lengths are in UTF-16 code units.
 */

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A longer character (a letter under a pile of accents) is cut between its code points, so that something of it stays. */
const LONGEST_CHARACTER = 40;

/** The last position up to `at` that is between two characters. */
function boundaryBefore(text: string, at: number): number {
	if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length);
	const start = characters.segment(text).containing(at)!.index;
	if (at - start <= LONGEST_CHARACTER) return start;
	return text.codePointAt(at - 1)! > 0xffff ? at - 1 : at;
}

/** The beginning of a text, of at most `most` code units. */
export const beginningOf = (text: string, most: number): string =>
	text.slice(0, boundaryBefore(text, most));

/** A text of at most `most` code units: a longer one ends with "…". */
export const truncated = (text: string, most: number): string =>
	text.length > most ? `${beginningOf(text, most - 1)}…` : text;

/** The part of a text between two positions, on one line; "…" marks where something was left out. */
export function excerpt(text: string, from: number, to: number): string {
	const start = boundaryBefore(text, from);
	const end = boundaryBefore(text, to);
	const part = text.slice(start, end).replace(/\s+/g, ' ').trim();
	return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}
