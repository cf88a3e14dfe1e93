/**
 * Updates of records that the platform only replaces as a whole: read the record, check it, merge
 * the changes into it, write it back.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../declare/answers';
import type { Input } from '../../declare/context';
import { bodyFields } from '../../declare/define';
import { type Field, labelOf, nameOnWire } from '../../declare/field';
import type { Message } from '../../declare/messages';
import type {
	Change,
	CheckOfChange,
	OperationContext,
	ReadFirst,
	RequestOperation,
} from '../../declare/operation';
import { identityOf, otherIdIn, recordWithId } from '../../declare/recordId';
import { isObject, objectIn } from '../../support/json';
import { ENGINE } from '../messages';

/**
 * Executes a request as declared, which reads the record first if it declares `readFirst`.
 * @param check in addition to that of the declaration; with it, the record is always read
 */
export async function performRequest(
	op: OperationContext<Message>,
	operation: RequestOperation,
	checkedInput: Input,
	check?: CheckOfChange,
): Promise<Output[]> {
	const { readFirst, around = async (_call, _input, send) => await send() } = operation;
	const input = (await operation.prepare?.(op, operation, checkedInput)) ?? checkedInput;
	const write = async (toWrite: Input, change?: Change) =>
		await around(op, toWrite, async () => await op.request(operation, toWrite), change);
	if (!readFirst || (!check && (readFirst.unless?.(input) ?? replacesAll(readFirst, input))))
		return await write(input);
	const present = await readPresent(op, operation, input);
	const body = await mergeKept(op, operation, present, input);
	const change: Change = {
		present,
		body,
		input: { ...input, body, values: { ...input.values, ...body } },
	};
	await check?.(op, change);
	await readFirst.check?.(op, change);
	return await write(change.input, change);
}

/**
 * Whether the input has a value for everything that would be kept, so that nothing has to be read.
 */
const replacesAll = ({ keep, keepOthersBut }: ReadFirst, { body }: Input): boolean =>
	keepOthersBut === undefined &&
	Object.keys(keep).every((name) => objectIn(body)[name] !== undefined);

/** The body to write: the values that are kept, overwritten by those of the input. */
async function mergeKept(
	op: OperationContext<Message>,
	operation: RequestOperation,
	present: IDataObject,
	input: Input,
): Promise<IDataObject> {
	const { toUpdate: form, join = {} } = operation.readFirst!;
	const record = (await form?.(present, op, input)) ?? present;
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
			([name, value]) => !keepOthersBut.includes(name) && isThere(value),
		),
	);
}

/**
 * The values of a record that are kept if the input does not change them (`keep`).
 * @throws if a value that is always there is missing, or one has another type than its field: then
 * it is not the record
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
		if (isThere(value)) {
			if (field && typeSentBy(field) !== typeInWords(value))
				throw notTheRecord(op, `its ${labelOf(name, field)} is ${typeInWords(value)}`);
			keptValues[name] = value;
		} else if (rule === 'always') {
			throw notTheRecord(op, `it has no ${labelOf(name, field!)}`);
		} else if (rule === 'orEmpty') keptValues[name] = '';
	}
	return keptValues;
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/** The kinds of fields that send an object. */
const OBJECT_KINDS = new Set(['json', 'object', 'pairs', 'spread']);

/** The type of the values of a field, as {@link typeInWords} names it. */
function typeSentBy({ isMany, wire, spec }: Field): string {
	if (isMany) return 'a list';
	if (OBJECT_KINDS.has(spec.kind)) return 'an object';
	return `a ${wire}`;
}

/**
 * Reads the record as it is now, alone or among those of a list.
 * @throws if the platform has no such record
 */
async function readPresent(
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
	throw op.problem(ENGINE.notFound, { noun });
}

/**
 * Reads a record and checks that it is the one with this ID, so that nothing else is written back.
 * @param required names of fields without which it is not the record
 * @throws if it is another record, or none
 */
export async function readRecord(
	op: OperationContext<Message>,
	...[get, values, required = []]: Parameters<OperationContext['readRecord']>
): Promise<IDataObject> {
	const { body } = await op.sendValues(get, values);
	if (!isObject(body)) throw notTheRecord(op, `it is ${body === '' ? 'empty' : typeInWords(body)}`);
	if (Object.keys(body).length === 0) throw notTheRecord(op, 'it is an object without a field');
	const identity = identityOf(get);
	const wantedId = identity && values[identity.variable];
	if (isThere(wantedId) && otherIdIn(body, identity!.field, wantedId) !== undefined)
		throw notTheRecord(op, 'it has another ID');
	for (const name of required)
		if (!isThere(body[name])) throw notTheRecord(op, `it has no ${name}`);
	return body;
}

function typeInWords(value: unknown): string {
	if (!isThere(value)) return 'empty';
	if (Array.isArray(value)) return 'a list';
	return isObject(value) ? 'an object' : typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

const notTheRecord = (op: OperationContext<Message>, why: string): Error =>
	op.problem(ENGINE.notTheRecord, { why });
