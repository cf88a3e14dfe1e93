/**
 * Changes a record that the platform only replaces as a whole. It has no conditional update: what
 * somebody else changes between the read and the write is overwritten.
 */
import { NodeApiError, type IDataObject } from 'n8n-workflow';

import type { Call, Input, RequestOperation } from '../shared/declare/operation';
import { isObject } from '../shared/support/json';

/** Completes the description of an operation that reads, changes and writes. */
export const READ_FIRST = 'what is not given stays: the node reads the record, changes it and writes it back; a change that somebody else makes in between is overwritten';

/** The matching record of a list, by its name in its scope; nothing if there is none. @throws if several match, naming their IDs */
export async function findOneByName(
	call: Call,
	noun: string,
	list: RequestOperation,
	values: IDataObject,
	fits: (record: IDataObject) => boolean,
): Promise<IDataObject | undefined> {
	const found = (await call.list(list, values)).filter(fits);
	if (found.length < 2) return found[0];
	const ids = found.map(idOf);
	throw call.problem(
		`${String(found[0]!.name)} matches ${found.length} ${noun}s: ${ids.join(', ')}`,
		'Nothing was changed. Change the one you mean by its ID, with Update.',
	);
}

/** The ID of a record; tasks and plans in a list have it as `executable`. */
export const idOf = (record: IDataObject): string => String(record.executable ?? record.id);

/** The record that was read; nothing if the platform does not have it. @throws if the response is not a record */
export async function readIfThere(call: Call, get: RequestOperation, values: IDataObject): Promise<IDataObject | undefined> {
	const { body } = await call.ask(get, values).catch((error: unknown) => {
		if (error instanceof NodeApiError && error.httpCode === '404') return { body: undefined };
		throw error;
	});
	if (isObject(body)) return withoutEmptyValues(body);
	if (body === undefined || body === null || body === '') return undefined;
	throw call.problem(`The platform answered "${get.action}" with something other than a record`, 'Try again; if this persists, check the address in the credential.');
}

/** Only what has a value, inside of objects, too: the platform returns some empty fields as null. */
export const withoutEmptyValues = (values: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(values)
			.filter(([, value]) => value !== undefined && value !== null)
			.map(([name, value]) => [name, isObject(value) ? withoutEmptyValues(value) : value]),
	);

/** The input with this body, everything else as it was. */
export const withBody = (input: Input, body: IDataObject): Input => ({ ...input, body });
