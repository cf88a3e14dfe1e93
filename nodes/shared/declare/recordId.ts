/** Which field of a record is its ID, and whether a record is the one that was asked for. */
import type { IDataObject } from 'n8n-workflow';

import { idKey, idText, isObject } from '../support/json';
import type { RequestOperation } from './operation';

/** The fields in which records have the ID by which they are read, the most telling first. */
const ID_FIELDS: readonly string[] = ['executionId', 'id', 'executable', 'definitionId'];

/** The fields in which only a text or a number is a value. */
const IDS: ReadonlySet<string> = new Set([...ID_FIELDS, 'entityId']);

const isMissing = (value: unknown): boolean =>
	value === undefined || value === null || value === '';

/**
 * Whether a record lacks a field that makes it one. An ID that is no text or number, or is blank,
 * is none.
 */
export const lacks = (record: IDataObject, name: string): boolean =>
	IDS.has(name) ? idText(record[name]) === undefined : isMissing(record[name]);

/** The field in which a record has something that is no ID, although its ID belongs there. */
export function invalidIdIn(operation: RequestOperation, record: IDataObject): string | undefined {
	const field = identityOf(operation)?.field;
	return field !== undefined && !isMissing(record[field]) && idText(record[field]) === undefined
		? field
		: undefined;
}

/**
 * The ID of what a request started or created, if the response shows it.
 * @param first a field that has it here
 */
export const idIn = (record: IDataObject, first?: string): string | undefined =>
	[...(first === undefined ? [] : [first]), ...ID_FIELDS]
		.map((name) => record[name])
		.filter((value) => typeof value === 'string')
		.map(idText)
		.find((id) => id !== undefined);

/**
 * The path variable that names the record of a response, and the field of the record that repeats
 * it; nothing if no variable does.
 */
export function identityOf({
	answers,
	endpoint,
	path = {},
}: RequestOperation): { variable: string; field: string } | undefined {
	const last = endpoint.endsWith('}') ? Object.keys(path).at(-1) : undefined;
	const variable = answers.idVariable ?? last;
	if (!variable) return undefined;
	const needed = answers.requiredFields?.find(
		(name): name is string => typeof name === 'string' && ID_FIELDS.includes(name),
	);
	// The step of a plan has an ID beside that of its execution.
	const usual = variable.endsWith('ExecutionId') ? 'executionId' : 'id';
	return { variable, field: answers.key ?? needed ?? usual };
}

/** The record with an ID among those of a list. */
export const recordWithId = (
	{ answers: { key = 'id' } }: RequestOperation,
	records: readonly IDataObject[],
	id: unknown,
): IDataObject | undefined => records.find((record) => idKey(record[key]) === idKey(id));

/**
 * The ID of another record than the one that was asked for. UUIDs may be returned in another case.
 * @returns nothing if it is the record, or does not say its ID
 */
export function otherIdIn(record: unknown, field: string, wantedId: unknown): string | undefined {
	const id = isObject(record) ? idText(record[field]) : undefined;
	if (id === undefined) return undefined;
	return idKey(id) === idKey(wantedId) ? undefined : id;
}
