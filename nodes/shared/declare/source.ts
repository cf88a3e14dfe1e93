/** Lists from which several values are chosen at once, as the editor shows them when they are opened. */
import type { IDataObject } from 'n8n-workflow';

import { type Choice, type Field, list, type Loadable } from './field';
import type { ListField } from './kinds/list';
import type { RequestOperation } from './operation';
import type { Picker } from './picker';
import { titleCase } from '../support/words';

/** Sends one request with values of the wire; answers its body. */
export type Ask = (operation: RequestOperation, values: IDataObject) => Promise<unknown>;

/** The choices are asked for in a way of their own. */
interface Loaded extends Loadable {
	/**
	 * Asks for the choices.
	 * @param chosen the first of the fields in `dependsOn` that the operation has: its name and ID
	 */
	load: (ask: Ask, chosen: { name: string; id: string }) => Promise<Choice[]>;
}

/** The choices are the records that a picker shows one of. */
export interface Picked extends Loadable {
	picker: Picker;
	/** What of a record is sent. */
	as: 'id' | 'name';
}

export type Source = Loaded | Picked;

/** Declares a source. */
export const source = (declared: Loaded): Source => declared;

/**
 * A list of records of a picker: chosen from what the platform has, or given by ID or by name. What is
 * sent is one of both: the flows in `named.ts` look the other up.
 */
export function severalOf(picker: Picker, method: string, description: string, as: 'id' | 'name' = 'id'): ListField {
	const used: Picked = { picker, method, as, dependsOn: [] };
	const example = as === 'id' ? picker.example : `My ${picker.noun}`;
	return list(`${description}. ${CHOOSE}`).label(`${titleCase(picker.noun)} Names or IDs`).from(used).sample([example]);
}

/** What n8n wants to be said of each list that is loaded. */
const CHOOSE = 'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

/** The source of a field; a field takes none but those that were made here. */
export const sourceOf = (field: Pick<Field, 'spec'>): Source | undefined => field.spec.source as Source | undefined;
