/**
 * Choosing a record from a list instead of typing its ID. A picker is declared once, beside the
 * operation that lists the records; the three ways to choose, the list search of the editor and the
 * resolving of names are derived from it.
 */
import type { IDataObject } from 'n8n-workflow';

import { findNamed, plainName, visibleName, withInvisibleShown } from '../../support/visibleNames';
import type { Choosable, Field } from '../field';
import type { RequestOperation } from '../operation';

export interface Picker extends Choosable {
	list: RequestOperation;
	/** Values that let the platform filter the list by what was typed; absent if it cannot. */
	search?: (text: string) => IDataObject;
	/** Values that are always sent. */
	always?: IDataObject;
	/** Other fields of the same operation that filter the list, by parameter name. */
	within?: readonly string[];
	/** The list's parameters for these fields, if it names them differently. */
	asks?: (within: IDataObject) => IDataObject;
	/** The records in a response that is not a list itself. */
	records?: (body: unknown) => IDataObject[];
	/** Completes the records of a page, as with the names of what they are about. */
	complete?: (
		records: IDataObject[],
		ask: (list: RequestOperation, values: IDataObject) => Promise<unknown>,
	) => Promise<IDataObject[]>;
	/**
	 * Whether each entry shows its description, such as its workspace or the name of a person: names
	 * repeat, or say little.
	 */
	isDescribed?: boolean;
	/** Filters by those fields here, if the platform cannot. */
	keep?: (record: IDataObject, within: IDataObject) => boolean;
	/** Records of other lists that may be chosen as well; they are added to the first page. */
	otherPickers?: readonly Picker[];
	/**
	 * Another ID of a record that may be given instead: its name in the records, and what it looks
	 * like.
	 */
	otherId?: { name: string; pattern: RegExp };
	/** @param timezone that of the workflow, for times; absent if they are not shown */
	entry: (record: IDataObject, timezone?: string) => PickerEntry;
}

export interface PickerEntry {
	id: string;
	name: string;
	/** Another name of the record, which outputs show beside the one that people see. */
	technicalName?: string;
	description?: string;
	/**
	 * What contains the record, where names of records repeat: it may be written before the name,
	 * "Production/Finance".
	 */
	container?: string;
}

/** Declares a picker. */
export const picker = (declared: Picker): Picker => declared;

/** A picker and those whose records may be chosen in addition to its own. */
export const withOthers = (first: Picker): Picker[] => [first, ...(first.otherPickers ?? [])];

/**
 * The picker of a field. Fields only know what they need of it ({@link Choosable}); all of them are
 * made by {@link picker}.
 */
export const pickerOf = (field: Pick<Field, 'spec'>): Picker | undefined =>
	field.spec.picker as Picker | undefined;

/** "Production/Finance", without blanks around the slash. */
const asPath = (text: string): string =>
	text
		.split('/')
		.map((part) => part.trim())
		.join('/');

/**
 * Entries that a name means: those that are called so, or shown so in the list; where there is
 * none, those whose technical name, or whose container and name, it gives.
 */
function meantBy(entries: readonly PickerEntry[], name: string): PickerEntry[] {
	const called = findNamed(entries, name, (entry) => entry.name);
	if (called.length > 0) return called;
	const byShownName = findNamed(entries, name, (entry) => `${entry.name} (${entry.description})`);
	if (byShownName.length > 0) return byShownName;
	const byTechnicalName = findNamed(entries, name, (entry) => entry.technicalName ?? '');
	if (byTechnicalName.length > 0 || !name.includes('/')) return byTechnicalName;
	const within = entries.filter(({ container }) => container !== undefined);
	return findNamed(within, asPath(name), (entry) => asPath(`${entry.container}/${entry.name}`));
}

const isSeenAlike = (entries: readonly PickerEntry[]): boolean =>
	new Set(entries.map(({ container, name }) => visibleName(`${container}/${name}`))).size === 1;

/** Whether the name of an entry looks like this one, but has other characters. */
const isSpelledOtherwise = (entry: PickerEntry, name: string): boolean =>
	entry.name.trim() !== name.trim() && visibleName(entry.name) === visibleName(name);

/**
 * How to say which of several entries of one name is meant: with what contains it, or by its ID.
 */
export function choicesAmong(entries: readonly PickerEntry[]): string {
	const paths = entries.map(({ container, name }) => `${container}/${name}`);
	const ids = entries
		.map(({ id, description }) => (description ? `${id}: ${description}` : id))
		.join('; ');
	if (new Set(paths).size > 1 && isSeenAlike(entries))
		return `they differ in invisible characters, choose one by ID (${entries.map(({ id, name }) => `${id}: ${withInvisibleShown(name)}`).join('; ')})`;
	const distinct =
		entries.every(({ container }) => container !== undefined) &&
		new Set(paths.map(asPath)).size === paths.length;
	return distinct
		? `write ${paths.join(' or ')}, or choose one by ID (${ids})`
		: `choose one by ID (${ids})`;
}

/**
 * The entries that a name means, wherever they are in the list.
 * @param entriesWith lists the entries that the platform finds for a text, or all of them
 * @param isSearched whether the platform can find them by a text
 */
export async function entriesCalled(
	name: string,
	isSearched: boolean,
	entriesWith: (text?: string) => Promise<PickerEntry[]>,
): Promise<PickerEntry[]> {
	const byName = meantBy(await entriesWith(plainName(name)), name);
	if (!isSearched) return byName;
	// What only looks the same may have a twin that the platform does not find by this text, or one
	// that is spelled exactly so.
	if (byName.some((entry) => isSpelledOtherwise(entry, name)))
		return meantBy(await entriesWith(), name);
	if (byName.length > 0) return byName;
	// "Production/Finance/Load customers": the platform can only search for the name, and any of the
	// names may have a slash in it.
	const parts = name.split('/');
	const byPath = new Map<string, PickerEntry>();
	for (let first = 2; first < parts.length; first++) {
		const searched = parts.slice(first).join('/').trim();
		if (searched === '') continue;
		for (const entry of meantBy(await entriesWith(searched), name)) byPath.set(entry.id, entry);
	}
	if (byPath.size > 0) return [...byPath.values()];
	// It may look the same as a name that the platform does not find by it.
	return meantBy(await entriesWith(), name);
}
