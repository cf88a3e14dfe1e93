/**
 * Names as people see them. Tables and web pages bring signs along that nobody sees: a byte order mark, blanks around a name or of
 * another kind, soft hyphens, letters in two parts. Letters that only resemble each other (full width, Greek and Latin) stay different.
 */

/** What has no width. Not \p{Cc} alone: tabs and line breaks are blanks. */
const WITHOUT_WIDTH = /(?!\s)[\p{DI}\p{Cc}]/gu;

/** Braille has a blank that is none to JavaScript. */
const BLANKS = /[\s\u2800]+/g;

/** Most names have nothing but these signs. */
const PLAIN = /^[!-~]*$/;

/** Hyphens that keep words together or apart. */
const HYPHENS = /[\u2010\u2011]/g;

/** What is not seen at an end of a name. Marks that change the sign before them (emoji) are not among it. */
const AT_AN_END = /[\s\u2800\p{Cc}\p{Cf}]/u;

/** A name without the blanks that copying brings along, and with its letters put together in the usual one of several ways. */
export const plainName = (name: string): string => name.normalize('NFC').trim();

/** What people see of a name: without signs of no width, and with one kind of blank and hyphen, once. */
export const seenName = (name: string): string =>
	PLAIN.test(name)
		? name
		: plainName(name.replace(WITHOUT_WIDTH, '').replace(BLANKS, ' ').replace(HYPHENS, '-'));

/** A name without what is not seen around it; unchanged if it has nothing else. */
export function bareName(name: string): string {
	const signs = [...name];
	const isSeen = (sign: string) => !AT_AN_END.test(sign);
	const first = signs.findIndex(isSeen);
	return first < 0 ? name : signs.slice(first, signs.findLastIndex(isSeen) + 1).join('');
}

/**
 * A name with the signs that nobody sees as their numbers, "Load[U+00A0]customers", and blanks in a row or at an end as [blanks].
 * Accents are shown as well where they are apart from their letters.
 */
export function withSignsShown(name: string): string {
	const hidden =
		name === name.normalize('NFC')
			? /(?! )[\p{DI}\p{Cc}\p{Z}\u2800\u2010\u2011]/gu
			: /(?! )[\p{DI}\p{Cc}\p{Z}\u2800\u2010\u2011\p{Mn}]/gu;
	return name
		.replace(hidden, (sign) => {
			const number = sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
			return `[U+${number}]`;
		})
		.replace(
			/ {2,}|^ | $/g,
			(blanks) => `[${blanks.length === 1 ? 'blank' : `${blanks.length} blanks`}]`,
		);
}

/**
 * Those with exactly this name; where there is none, those whose name differs in blanks around it or in how its letters are put
 * together; where there is none either, those whose name looks the same.
 */
export function calledSo<T>(all: readonly T[], name: string, nameOf: (one: T) => string): T[] {
	const looks = [(text: string) => text, plainName, seenName];
	for (const look of looks) {
		const wanted = look(name);
		const found = wanted === '' ? [] : all.filter((one) => look(nameOf(one)) === wanted);
		if (found.length > 0) return found;
	}
	return [];
}

/** What becomes of names of which something was taken off. */
export interface NamesTaken {
	renamed?: (given: string, name: string) => void;
	/** Two have become one. */
	twice: (one: string, other: string) => never;
}

/** Fields as the header line of a table or the keys of an item name them, without what is not seen around their names. */
export function withBareNames<T>(
	entries: ReadonlyArray<readonly [name: string, value: T]>,
	{ renamed, twice }: NamesTaken,
): Array<[name: string, value: T]> {
	const givenAs = new Map<string, string>();
	return entries.map(([given, value]) => {
		const name = bareName(given);
		const other = givenAs.get(name);
		if (other !== undefined) twice(other, given);
		givenAs.set(name, given);
		if (name !== given) renamed?.(given, name);
		return [name, value];
	});
}
