/**
 * Names as people see them. Tables and web pages add characters that are invisible: a byte order
 * mark, blanks around a name or of another kind, soft hyphens, letters in two parts. Letters that
 * only resemble each other (full width, Greek and Latin) stay different.
 */

import { truncated } from './truncate';

/** Characters without width. Tabs and line breaks are not among them: they count as blanks. */
const WITHOUT_WIDTH = /(?!\s)[\p{DI}\p{Cc}]/gu;

/** Blanks, including the blank of Braille, which `\s` does not match. */
const BLANKS = /[\s\u2800]+/g;

/** Matches names that have only visible ASCII characters, as most names do. */
const PLAIN = /^[!-~]*$/;

/** Hyphens that keep words together or apart. */
const HYPHENS = /[\u2010\u2011]/g;

/**
 * Characters that are invisible at an end of a name. Characters that change the one before them, as
 * in emoji, are not among them.
 */
const AT_AN_END = /[\s\u2800\p{Cc}\p{Cf}]/u;

/**
 * A name without blanks around it, in which an accented letter is one character if there is one
 * (NFC).
 */
export const plainName = (name: string): string => name.normalize('NFC').trim();

/**
 * A name as people see it: without characters that have no width, and with only one kind of blanks
 * and hyphens. Several blanks become one.
 */
export const visibleName = (name: string): string =>
	PLAIN.test(name)
		? name
		: plainName(name.replace(WITHOUT_WIDTH, '').replace(BLANKS, ' ').replace(HYPHENS, '-'));

/** A name without the invisible characters around it. */
export function trimmedName(name: string): string {
	const characters = [...name];
	const isSeen = (character: string) => !AT_AN_END.test(character);
	const first = characters.findIndex(isSeen);
	return first < 0 ? name : characters.slice(first, characters.findLastIndex(isSeen) + 1).join('');
}

/**
 * Matches a Greek or Cyrillic letter beside a Latin one, as in a word in which somebody has used
 * the wrong keyboard.
 */
const OTHER_LETTERS =
	/(?<=\p{sc=Latn})[\p{sc=Cyrl}\p{sc=Grek}]|[\p{sc=Cyrl}\p{sc=Grek}](?=\p{sc=Latn})/gu;

/**
 * A name with its invisible characters shown as numbers, "Load[U+00A0]customers", and blanks in a
 * row or at an end as "[2 blanks]". Accents are shown as numbers as well if they are separate
 * characters, and letters that only look like those beside them.
 */
export function withInvisibleShown(name: string): string {
	const hidden =
		name === name.normalize('NFC')
			? /(?! )[\p{DI}\p{Cc}\p{Z}\u2800\u2010\u2011]/gu
			: /(?! )[\p{DI}\p{Cc}\p{Z}\u2800\u2010\u2011\p{Mn}]/gu;
	return name
		.replace(OTHER_LETTERS, asNumber)
		.replace(hidden, asNumber)
		.replace(
			/ {2,}|^ | $/g,
			(blanks) => `[${blanks.length === 1 ? 'blank' : `${blanks.length} blanks`}]`,
		);
}

/** How many characters of a name a refusal repeats: an expression may give a whole document. */
const MAX_SHOWN_LENGTH = 200;

/** A name that was given and not found, as a refusal repeats it. */
export const nameAsGiven = (name: string): string =>
	withInvisibleShown(truncated(name, MAX_SHOWN_LENGTH));

const asNumber = (character: string): string =>
	`[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;

/**
 * Finds objects by a name: those with exactly this name; if there are none, those whose name
 * differs only in blanks around it or in the encoding of its letters; if there are none either,
 * those whose name looks the same.
 */
export function findAllByName<T>(
	records: readonly T[],
	name: string,
	nameOf: (record: T) => string,
): T[] {
	const simplifications = [(text: string) => text, plainName, visibleName];
	for (const simplified of simplifications) {
		const wanted = simplified(name);
		const matches =
			wanted === '' ? [] : records.filter((one) => simplified(nameOf(one)) === wanted);
		if (matches.length > 0) return matches;
	}
	return [];
}

/** What is called for names that were trimmed. */
export interface TrimmedNames {
	renamed?: (original: string, name: string) => void;
	/** Called if two names have become the same. */
	twice: (one: string, other: string) => never;
}

/**
 * The same fields with trimmed names. The names come from the first line of a table, or are the
 * keys of an item.
 */
export function withTrimmedNames<T>(
	entries: ReadonlyArray<readonly [name: string, value: T]>,
	{ renamed, twice }: TrimmedNames,
): Array<[name: string, value: T]> {
	const originals = new Map<string, string>();
	return entries.map(([original, value]) => {
		const name = trimmedName(original);
		const otherOriginal = originals.get(name);
		if (otherOriginal !== undefined) twice(otherOriginal, original);
		originals.set(name, original);
		if (name !== original) renamed?.(original, name);
		return [name, value];
	});
}
