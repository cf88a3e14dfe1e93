/**
 * Shortens texts, but only between two visible characters. A cut inside an emoji, or between a
 * letter and its accent, shows another character, and many services refuse a text with half of a
 * surrogate pair. Lengths are in UTF-16 code units.
 */

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A longer character (a letter with dozens of accents) is cut between its code points, so that a
 * part of it remains.
 */
const MAX_CHARACTER_LENGTH = 40;

/** The last position up to a given one that is between two characters. */
function boundaryBefore(text: string, position: number): number {
	if (position <= 0 || position >= text.length) return Math.min(Math.max(position, 0), text.length);
	const start = characters.segment(text).containing(position)!.index;
	if (position - start <= MAX_CHARACTER_LENGTH) return start;
	return text.codePointAt(position - 1)! > 0xffff ? position - 1 : position;
}

/** The beginning of a text, of at most `maxLength` code units. */
export const beginningOf = (text: string, maxLength: number): string =>
	text.slice(0, boundaryBefore(text, maxLength));

/** A text of at most `maxLength` code units: a longer one ends with "…". */
export const truncated = (text: string, maxLength: number): string =>
	text.length > maxLength ? `${beginningOf(text, maxLength - 1)}…` : text;

/**
 * The part of a text between two positions, on one line; "…" marks where something was left out.
 */
export function excerpt(text: string, from: number, until: number): string {
	const start = boundaryBefore(text, from);
	const end = boundaryBefore(text, until);
	const part = text.slice(start, end).replace(/\s+/g, ' ').trim();
	return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}
