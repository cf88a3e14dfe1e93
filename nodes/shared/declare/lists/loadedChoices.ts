/** Lists from which several values are chosen, loaded when the editor opens them. */
import type { IDataObject } from 'n8n-workflow';

import { titleCase } from '../../support/text/words';
import { type Choice, type Field, list, type Loadable, type Mappable } from '../fields';
import type { ListField } from '../kinds/list';
import type { RequestOperation } from '../operation';
import type { Picker } from './picker';

/**
 * Sends one request with values in the API's form.
 * @returns the body of the response
 */
export type Ask = (operation: RequestOperation, values: IDataObject) => Promise<unknown>;

export interface LoadedChoices extends Loadable {
	picker?: undefined;
	/**
	 * @param chosen the name and the ID of the first field in `dependsOn` that the operation has
	 * @param otherIds the IDs that are chosen in the fields of `alsoNeeds`
	 */
	load: (
		ask: Ask,
		chosen: { name: string; id: string },
		otherIds: Readonly<Record<string, string>>,
	) => Promise<Choice[]>;
}

export interface PickedChoices extends Loadable {
	picker: Picker;
	as: 'id' | 'name';
}

export type ChoiceSource = LoadedChoices | PickedChoices;

/** The choices that a source loads, sorted by name, without records that have no ID. */
export const choicesOf = (
	entries: Array<{ id: string; name: string; description?: string }>,
): Choice[] =>
	entries
		.filter(({ id }) => id !== '')
		.map(({ id, name, description }) => ({
			value: id,
			name: name || id,
			...(description ? { description } : {}),
		}))
		.sort((a, b) => a.name.localeCompare(b.name));

/** The choices are the records of a picker. */
export const recordsOfPicker = (
	picker: Picker,
	method: string,
	as: PickedChoices['as'] = 'id',
): PickedChoices => ({ picker, method, as, dependsOn: [] });

/**
 * A field for several records of a picker, chosen from its list or given by ID or name. All values
 * are sent as IDs, or all as names (`as`): `flows/valuesToSend.ts` replaces the others.
 */
export function listOf(
	picker: Picker,
	method: string,
	description: string,
	as: 'id' | 'name' = 'id',
): ListField {
	const example = as === 'id' ? picker.example : `My ${picker.noun}`;
	return list(`${description}. ${CHOOSE}`)
		.label(`${titleCase(picker.noun)} Names or IDs`)
		.from(recordsOfPicker(picker, method, as))
		.sample([example]);
}

/** The sentence that n8n requires for each loaded list. */
export const CHOOSE =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

export interface Column {
	name: string;
	/** The label of the input; by default, it is the name. */
	label?: string;
	type?: 'string' | 'number' | 'dateTime' | 'options';
	options?: Choice[];
	required?: boolean;
}

export interface Columns extends Mappable {
	/**
	 * @param chosen the known IDs in the fields of `dependsOn`
	 * @returns undefined if too few of them are known
	 */
	load: (ask: Ask, chosen: Readonly<Record<string, string>>) => Promise<Column[] | undefined>;
	/** What the user has to do before the names can be loaded, as a sentence. */
	howToBegin: string;
}

/** The columns of a field. The type of the field only shows a part of them ({@link Mappable}). */
export const columnsOf = (field: Pick<Field, 'spec'>): Columns | undefined =>
	field.spec.columns as Columns | undefined;

/** The source of a field. The type of the field only shows a part of it. */
export const sourceOf = (field: Pick<Field, 'spec'>): ChoiceSource | undefined =>
	field.spec.source as ChoiceSource | undefined;
