/**
 * Choosing a record from a list instead of typing its ID. A picker is declared once, beside the
 * operation that lists the records; the three ways to choose, the list search of the editor and the
 * resolving of names are derived from it.
 */
import type { IDataObject } from 'n8n-workflow';

import {
	findAllByName,
	plainName,
	visibleName,
	withInvisibleShown,
} from '../../support/text/visibleNames';
import { sentFields } from '../derived/operationParts';
import type { Choosable, Field } from '../fields';
import type { RequestOperation } from '../operation';

export interface Picker extends Choosable {
	list: RequestOperation;
	/** The values with which the platform filters the list by the typed text; absent if it cannot. */
	search?: (text: string) => IDataObject;
	/** Values that are sent with each request. */
	always?: IDataObject;
	/** Other fields of the same operation that filter the list, by parameter name. */
	narrowedBy?: readonly string[];
	/** The parameters of the list for these fields, if they have other names there. */
	listValues?: (narrowing: IDataObject) => IDataObject;
	/** Takes the records from a response that is not a list. */
	records?: (body: unknown) => IDataObject[];
	/**
	 * Completes the records of a page, for example with the names of the tasks that were executed.
	 */
	complete?: (
		records: IDataObject[],
		ask: (list: RequestOperation, values: IDataObject) => Promise<unknown>,
	) => Promise<IDataObject[]>;
	/**
	 * Whether each entry shows its description, such as its workspace or the name of a person: names
	 * repeat, or say little.
	 */
	isDescribed?: boolean;
	/** Filters the records by the fields in `narrowedBy`, if the platform cannot do so. */
	keep?: (record: IDataObject, narrowing: IDataObject) => boolean;
	/** Records of other lists that may be chosen as well; they are added to the first page. */
	otherPickers?: readonly Picker[];
	/**
	 * A second kind of ID that users may give instead: the field of the records that has it, and its
	 * pattern.
	 */
	otherId?: { name: string; pattern: RegExp };
	/** @param timezone the time zone of the workflow; absent if no times are shown */
	entry: (record: IDataObject, timezone?: string) => PickerEntry;
}

export interface PickerEntry {
	id: string;
	name: string;
	/** Another name of the record, which outputs also contain. */
	technicalName?: string;
	description?: string;
	/**
	 * What contains the record, if names repeat. It may be written before the name:
	 * "Production/Finance".
	 */
	container?: string;
}

/** A picker as it is declared: values of an entry need not be texts, and may be missing. */
type DeclaredPicker = Omit<Picker, 'entry'> & {
	entry: (...args: Parameters<Picker['entry']>) => { [K in keyof PickerEntry]: unknown };
};

/** A picker whose entries have texts only: an ID or name that a record lacks is an empty one. */
export const picker = (declared: DeclaredPicker): Picker => ({
	...declared,
	entry: (...args) => {
		const { id, name, ...more } = declared.entry(...args);
		return {
			id: String(id ?? ''),
			name: String(name ?? ''),
			...Object.fromEntries(
				Object.entries(more).flatMap(([field, value]) => (value ? [[field, String(value)]] : [])),
			),
		};
	},
});

/** A picker, followed by the other pickers whose records can be chosen as well. */
export const withOthers = (first: Picker): Picker[] => [first, ...(first.otherPickers ?? [])];

/**
 * The picker of a field. The type of the field only shows a part of it ({@link Choosable}), but
 * each is made by {@link picker}.
 */
export const pickerOf = (field: Pick<Field, 'spec'>): Picker | undefined =>
	field.spec.picker as Picker | undefined;

/** The values that filter a list, without those that its operation has no parameter for. */
export function withoutValuesUnknownToList({ list }: Picker, narrowing: IDataObject): IDataObject {
	const taken = sentFields(list);
	return Object.fromEntries(Object.entries(narrowing).filter(([name]) => name in taken));
}

/** "Production/Finance", without blanks around the slash. */
const asPath = (text: string): string =>
	text
		.split('/')
		.map((part) => part.trim())
		.join('/');

/**
 * The entries that a text means: those with this name, or shown with this text in the list. If
 * there are none, it is those with this technical name, or with this container and name.
 */
function matchesByName(entries: readonly PickerEntry[], name: string): PickerEntry[] {
	const byEntryName = findAllByName(entries, name, (entry) => entry.name);
	if (byEntryName.length > 0) return byEntryName;
	const byShownName = findAllByName(
		entries,
		name,
		(entry) => `${entry.name} (${entry.description})`,
	);
	if (byShownName.length > 0) return byShownName;
	const byTechnicalName = findAllByName(entries, name, (entry) => entry.technicalName ?? '');
	if (byTechnicalName.length > 0 || !name.includes('/')) return byTechnicalName;
	const contained = entries.filter(({ container }) => container !== undefined);
	return findAllByName(contained, asPath(name), (entry) =>
		asPath(`${entry.container}/${entry.name}`),
	);
}

const isSeenAlike = (entries: readonly PickerEntry[]): boolean =>
	new Set(entries.map(({ container, name }) => visibleName(`${container}/${name}`))).size === 1;

/** Whether the name of an entry looks like the given name, but has other characters. */
const isSpelledOtherwise = (entry: PickerEntry, name: string): boolean =>
	entry.name.trim() !== name.trim() && visibleName(entry.name) === visibleName(name);

/** Says how to choose between entries with the same name: by their containers, or by their IDs. */
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
 * The entries of a list that a name means.
 * @param entriesWith lists the entries that the platform finds for a text, or all of them
 * @param isSearched whether the platform can find them by a text
 */
export async function entriesByName(
	name: string,
	isSearched: boolean,
	entriesWith: (text?: string) => Promise<PickerEntry[]>,
): Promise<PickerEntry[]> {
	const byName = matchesByName(await entriesWith(plainName(name)), name);
	if (!isSearched) return byName;
	// The name of this entry only looks the same. Another entry may look the same, too, or be spelled
	// exactly so, and the platform may not find it with this text.
	if (byName.some((entry) => isSpelledOtherwise(entry, name)))
		return matchesByName(await entriesWith(), name);
	if (byName.length > 0) return byName;
	// "Production/Finance/Load customers": the platform can only search for the name, and any of the
	// names may have a slash in it.
	const parts = name.split('/');
	const byPath = new Map<string, PickerEntry>();
	for (let first = 2; first < parts.length; first++) {
		const searched = parts.slice(first).join('/').trim();
		if (searched === '') continue;
		for (const entry of matchesByName(await entriesWith(searched), name))
			byPath.set(entry.id, entry);
	}
	if (byPath.size > 0) return [...byPath.values()];
	// A name that only looks the same may not be found by the platform's search, so the whole list is
	// compared.
	return matchesByName(await entriesWith(), name);
}
