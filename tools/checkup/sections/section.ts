/** A section of the report, and what all sections use. */
import type { Given } from '../given';

/** One part of the report. It is left out if it has no rows. */
export interface Section {
	title: string;
	/** What it means for a user. */
	means: string;
	/** What to do now. */
	next?: string;
	rows: string[];
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
	`${count} ${count === 1 ? one : many}`;

export const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];
/** What to do about differences that need no action by users. */
export const SETTLES = 'Nothing. Sending the file with an issue settles which source is right.';
export const SEND =
	'Send the file with an issue (see the end), so that the package can be adapted.';

/** "Talend Cloud Administration → User → Get Many (GET /account/users)". */
export const titleOf = ({ place: { name, key } }: Pick<Given, 'place'>): string =>
	`${name} (${key})`;

/** Groups entries by a key, in the order in which the keys first occur. */
export function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Array<[string, T[]]> {
	const groups = new Map<string, T[]>();
	for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
	return [...groups];
}
