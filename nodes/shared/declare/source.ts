/** Lists from which several values are chosen at once, as the editor shows them when they are opened. */
import type { IDataObject } from 'n8n-workflow';

import type { Choice, Field, Loadable } from './field';
import type { RequestOperation } from './operation';

/** Sends one request with values of the wire; answers its body. */
export type Ask = (operation: RequestOperation, values: IDataObject) => Promise<unknown>;

export interface Source extends Loadable {
	/**
	 * Asks for the choices.
	 * @param chosen the first of the fields in `dependsOn` that the operation has: its name and ID
	 */
	load: (ask: Ask, chosen: { name: string; id: string }) => Promise<Choice[]>;
}

/** Declares a source. */
export const source = (declared: Source): Source => declared;

/** The source of a field; a field takes none but those that {@link source} made. */
export const sourceOf = (field: Pick<Field, 'spec'>): Source | undefined => field.spec.source as Source | undefined;
