/** Reads single records, and checks that each is the one that was requested. */
import type { IDataObject } from 'n8n-workflow';

import { identityOf, otherIdIn, recordWithId } from '../../declare/derived/recordId';
import type { Message } from '../../declare/messages';
import type { OperationContext, RequestOperation } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import { isObject } from '../../support/json';
import { isAbsent } from '../../support/nothing';
import { ENGINE_MESSAGES } from '../engineMessages';

/**
 * Reads the present record before an update, alone or from a list.
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
	if (get.answers.kind !== 'list') {
		const notTheRecordToUpdate = (why: string) => notTheRecord(op, why);
		return await readChecked(op, get, { ...values, ...path }, { error: notTheRecordToUpdate });
	}
	const { variable } = identityOf(operation)!;
	const present = recordWithId(get, await op.list(get, {}), input.values[variable]);
	if (present) return present;
	throw op.problem(ENGINE_MESSAGES.notFound, { noun: nounOf(operation) });
}

/** What `readRecord` of the operation context does. */
export async function readRecord(
	op: OperationContext<Message>,
	get: RequestOperation,
	values: IDataObject,
	required: readonly string[] = [],
): Promise<IDataObject> {
	const error = (why: string) =>
		op.problem(ENGINE_MESSAGES.notRequested, { noun: nounOf(get), why });
	return await readChecked(op, get, values, { required, error });
}

async function readChecked(
	op: OperationContext<Message>,
	get: RequestOperation,
	values: IDataObject,
	{ required = [], error }: { required?: readonly string[]; error: (why: string) => Error },
): Promise<IDataObject> {
	const { body } = await op.sendValues(get, values);
	if (!isObject(body)) throw error(`it is ${body === '' ? 'empty' : jsonTypeOf(body)}`);
	if (Object.keys(body).length === 0) throw error('it is an object without a field');
	const identity = identityOf(get);
	const wantedId = identity && values[identity.variable];
	if (!isAbsent(wantedId) && otherIdIn(body, identity!.field, wantedId) !== undefined)
		throw error('it has a different ID');
	for (const name of required) if (isAbsent(body[name])) throw error(`it has no ${name}`);
	return body;
}

/** What the record of an operation is called. */
function nounOf(operation: RequestOperation): string {
	const variable = identityOf(operation)?.variable ?? '';
	return operation.path?.[variable]?.spec.picker?.noun ?? 'record';
}

/** The type of a value, in the words of a message. */
export function jsonTypeOf(value: unknown): string {
	if (isAbsent(value)) return 'empty';
	if (Array.isArray(value)) return 'a list';
	if (isObject(value)) return 'an object';
	return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

/** @param why the end of the sentence "… the record to update was not returned: …" */
export const notTheRecord = (op: OperationContext<Message>, why: string): Error =>
	op.problem(ENGINE_MESSAGES.notTheRecord, { why });
