/** An update that replaces a whole record first reads the values that are to be kept. */
import type { IDataObject } from 'n8n-workflow';

import type { Input } from '../../declare/context';
import type { Message } from '../../declare/messages';
import type { OperationContext, RequestOperation } from '../../declare/operation';
import { identityOf, otherIdIn, recordWithId } from '../../declare/recordId';
import { isObject } from '../../support/json';
import { ENGINE_MESSAGES } from '../engineMessages';

/**
 * Reads the present record, alone or from a list.
 * @throws if the platform has no such record
 */
export async function readPresent(
	op: OperationContext<Message>,
	operation: RequestOperation,
	input: Input,
): Promise<IDataObject> {
	const { get, values } = operation.readFirst!;
	const path = Object.fromEntries(
		Object.keys(get.path ?? {}).map((name) => [name, input.values[name]]),
	);
	if (get.answers.kind !== 'list') return await readRecord(op, get, { ...values, ...path });
	const { variable } = identityOf(operation)!;
	const present = recordWithId(get, await op.list(get, {}), input.values[variable]);
	if (present) return present;
	const noun = operation.path?.[variable]?.spec.picker?.noun ?? 'record';
	throw op.problem(ENGINE_MESSAGES.notFound, { noun });
}

/**
 * Reads a record and checks that it is the one with this ID, so that nothing else is written back.
 * @param required the names of fields that the record always has
 * @throws if the response is another record, or none
 */
export async function readRecord(
	op: OperationContext<Message>,
	get: RequestOperation,
	values: IDataObject,
	required: readonly string[] = [],
): Promise<IDataObject> {
	const { body } = await op.sendValues(get, values);
	if (!isObject(body)) throw notTheRecord(op, `it is ${body === '' ? 'empty' : jsonTypeOf(body)}`);
	if (Object.keys(body).length === 0) throw notTheRecord(op, 'it is an object without a field');
	const identity = identityOf(get);
	const wantedId = identity && values[identity.variable];
	if (isThere(wantedId) && otherIdIn(body, identity!.field, wantedId) !== undefined)
		throw notTheRecord(op, 'it has another ID');
	for (const name of required)
		if (!isThere(body[name])) throw notTheRecord(op, `it has no ${name}`);
	return body;
}

export const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/** The type of a value, in the words of a message. */
export function jsonTypeOf(value: unknown): string {
	if (!isThere(value)) return 'empty';
	if (Array.isArray(value)) return 'a list';
	return isObject(value) ? 'an object' : typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

/** @param why the end of the sentence "… the record to update was not returned: …" */
export const notTheRecord = (op: OperationContext<Message>, why: string): Error =>
	op.problem(ENGINE_MESSAGES.notTheRecord, { why });
