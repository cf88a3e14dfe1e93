/** Which field of a record is its ID, and whether a record is the requested one. */
import type { IDataObject } from 'n8n-workflow';

import { idText, isObject, isSameId } from '../../support/json';
import { isNothing } from '../../support/nothing';
import { ofKind } from '../answers';
import type { RequestOperation } from '../operation';

/** The fields in which records have the ID by which they are read, the most specific one first. */
const ID_FIELDS: readonly string[] = ['executionId', 'id', 'executable', 'definitionId'];

/** The fields whose value must be a text or a number. */
const IDS: ReadonlySet<string> = new Set([...ID_FIELDS, 'entityId']);

/**
 * Whether a record lacks a required field. An ID that is blank, or neither a text nor a number,
 * counts as missing.
 */
export const lacks = (record: IDataObject, name: string): boolean =>
	IDS.has(name) ? idText(record[name]) === undefined : isNothing(record[name]);

/**
 * The field in which a record must have its ID, but has something else; undefined if there is none.
 */
export function invalidIdIn(operation: RequestOperation, record: IDataObject): string | undefined {
	const field = identityOf(operation)?.field;
	return field !== undefined && !isNothing(record[field]) && idText(record[field]) === undefined
		? field
		: undefined;
}

/**
 * The ID of what a request started or created, if the response shows it.
 * @param first the field that is tried first
 */
export const idIn = (record: IDataObject, first?: string): string | undefined =>
	[...(first === undefined ? [] : [first]), ...ID_FIELDS]
		.map((name) => record[name])
		.filter((value) => typeof value === 'string')
		.map(idText)
		.find((id) => id !== undefined);

/**
 * The path variable with the ID of the record in a response, and the field of the record that must
 * have the same value; undefined if no variable has this ID.
 */
export function identityOf({
	answers,
	endpoint,
	path = {},
}: RequestOperation): { variable: string; field: string } | undefined {
	const last = endpoint.endsWith('}') ? Object.keys(path).at(-1) : undefined;
	const variable = answers.idVariable ?? last;
	if (!variable) return undefined;
	const needed = ofKind('record', answers).requiredFields?.find(
		(name): name is string => typeof name === 'string' && ID_FIELDS.includes(name),
	);
	// An execution of a step has two IDs: that of the execution, and that of the step.
	const usual = variable.endsWith('ExecutionId') ? 'executionId' : 'id';
	return { variable, field: answers.key ?? needed ?? usual };
}

/** Finds the record with an ID in a list. */
export const recordWithId = (
	{ answers: { key = 'id' } }: RequestOperation,
	records: readonly IDataObject[],
	id: unknown,
): IDataObject | undefined => records.find((record) => isSameId(record[key], id));

/**
 * The ID of a record, if it is another one than the requested ID. UUIDs may be returned in another
 * letter case.
 * @returns undefined if it is the requested record, or if it does not say its ID
 */
export function otherIdIn(record: unknown, field: string, wantedId: unknown): string | undefined {
	const id = isObject(record) ? idText(record[field]) : undefined;
	if (id === undefined) return undefined;
	return isSameId(id, wantedId) ? undefined : id;
}
