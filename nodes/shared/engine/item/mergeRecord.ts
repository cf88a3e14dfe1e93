/**
 * Merges an update into the present record, because the platform can only replace the record as a
 * whole.
 */
import type { IDataObject } from 'n8n-workflow';

import { bodyFields } from '../../declare/derived/operationParts';
import { type Field, labelOf, nameOnWire } from '../../declare/fields';
import type { Message } from '../../declare/messages';
import type { OperationContext, RequestOperation } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import { objectIn } from '../../support/json';
import { isAbsent } from '../../support/nothing';
import { jsonTypeOf, notTheRecord } from './readRecord';

/** The body to write: the values that are kept, overwritten by those of the input. */
export async function mergeRecord(
	op: OperationContext<Message>,
	operation: RequestOperation,
	present: IDataObject,
	input: Input,
): Promise<IDataObject> {
	const { toUpdate, join = {} } = operation.readFirst!;
	const record = (await toUpdate?.(present, op, input)) ?? present;
	const body = { ...othersOf(operation, record), ...keptOf(op, operation, record) };
	for (const [name, value] of Object.entries(objectIn(input.body)))
		body[name] = join[name]?.(body[name], value, input) ?? value;
	return body;
}

/**
 * The values of a record that are kept although the update has no field for them (`keepOthersBut`).
 */
function othersOf({ readFirst }: RequestOperation, record: IDataObject): IDataObject {
	const { keepOthersBut } = readFirst!;
	if (!keepOthersBut) return {};
	return Object.fromEntries(
		Object.entries(record).filter(
			([name, value]) => !keepOthersBut.includes(name) && !isAbsent(value),
		),
	);
}

/**
 * The values of a record that are kept if the input does not change them (`keep`).
 * @throws if the record lacks a value that it always has, or if a value has another type than its
 * field: then it is not the record to change
 */
function keptOf(
	op: OperationContext<Message>,
	operation: RequestOperation,
	record: IDataObject,
): IDataObject {
	const fields = new Map(
		Object.entries(bodyFields(operation)).map(([name, field]) => [nameOnWire(name, field), field]),
	);
	const keptValues: IDataObject = {};
	for (const [name, rule] of Object.entries(operation.readFirst!.keep)) {
		const value = record[name];
		const field = fields.get(name);
		if (!isAbsent(value)) {
			if (field && typeSentBy(field) !== jsonTypeOf(value))
				throw notTheRecord(op, `its ${labelOf(name, field)} is ${jsonTypeOf(value)}`);
			keptValues[name] = value;
		} else if (rule === 'always') {
			throw notTheRecord(op, `it has no ${labelOf(name, field!)}`);
		} else if (rule === 'orEmpty') keptValues[name] = '';
	}
	return keptValues;
}

/** The type of the values of a field, as {@link jsonTypeOf} names it. */
function typeSentBy({ isMany, isObject, sentAs }: Field): string {
	if (isMany) return 'a list';
	if (isObject) return 'an object';
	return `a ${sentAs}`;
}
