/**
 * Choosing a record from a list instead of typing its ID. A picker is declared once, beside the
 * operation that lists the records; the three ways to choose (From List, By ID, By Name), the
 * list search of the editor and the look-up by name are derived from it.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Choosable, Field } from './field';
import type { RequestOperation } from './operation';

export interface Picker extends Choosable {
	/** The operation that lists the records. */
	list: RequestOperation;
	/** Values that let the platform narrow the list by what was typed; absent where it cannot. */
	search?: (text: string) => IDataObject;
	/** Values that are always sent. */
	always?: IDataObject;
	/** Other fields of the same operation that narrow the list, by parameter name. */
	within?: readonly string[];
	/** The records in an answer that is not a list itself. */
	records?: (body: unknown) => IDataObject[];
	/** Narrows by those fields here, where the platform cannot. */
	keep?: (record: IDataObject, within: IDataObject) => boolean;
	/** One record as an entry. */
	entry: (record: IDataObject) => Entry;
}

/** A record as a list shows it. */
export interface Entry {
	id: string;
	name: string;
	description?: string;
}

/** Declares a picker. */
export const picker = (declared: Picker): Picker => declared;

/** The picker of a field; a field takes none but those that {@link picker} made. */
export const pickerOf = (field: Pick<Field, 'spec'>): Picker | undefined => field.spec.picker as Picker | undefined;
