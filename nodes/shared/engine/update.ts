/** Updates of records that the platform only replaces as a whole: read, check, complete what was given, write. */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../declare/answers';
import { bodyFields } from '../declare/define';
import { type Field, labelOf, nameOnWire } from '../declare/field';
import type { Message } from '../declare/messages';
import type {
	Call,
	Change,
	CheckOfChange,
	Input,
	ReadFirst,
	RequestOperation,
} from '../declare/operation';
import { identityOf, otherIdIn, recordWithId } from '../declare/recordId';
import { isObject, objectIn } from '../support/json';
import { ENGINE } from './messages';

/** Executes an update as declared. */
export async function update(
	call: Call<Message>,
	operation: RequestOperation,
	given: Input,
	check?: CheckOfChange,
): Promise<Output[]> {
	const { readFirst, around = async (_call, _input, writing) => await writing() } = operation;
	const input = (await operation.prepare?.(call, operation, given)) ?? given;
	const write = async (changed: Input, change?: Change) =>
		await around(call, changed, async () => await call.request(operation, changed), change);
	if (!readFirst || (!check && (readFirst.unless?.(input) ?? hasAll(readFirst, input))))
		return await write(input);
	const present = await readPresent(call, operation, input);
	const body = await mergeKept(call, operation, present, input);
	const change: Change = {
		present,
		body,
		input: { ...input, body, values: { ...input.values, ...body } },
	};
	await check?.(call, change);
	await readFirst.check?.(call, change);
	return await write(change.input, change);
}

const hasAll = ({ keep, keepOthersBut }: ReadFirst, { body }: Input): boolean =>
	keepOthersBut === undefined &&
	Object.keys(keep).every((name) => objectIn(body)[name] !== undefined);

/** The values that are kept, overwritten by those that were given. */
async function mergeKept(
	call: Call<Message>,
	operation: RequestOperation,
	present: IDataObject,
	input: Input,
): Promise<IDataObject> {
	const { form, join = {} } = operation.readFirst!;
	const record = (await form?.(present, call, input)) ?? present;
	const body = { ...othersOf(operation, record), ...keptOf(call, operation, record) };
	for (const [name, value] of Object.entries(objectIn(input.body)))
		body[name] = join[name]?.(body[name], value, input) ?? value;
	return body;
}

/** The values of a record that are kept although the update has no field for them. */
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
 * The values of a record that are kept if the update does not give them.
 * @throws if the record lacks what every such record has, or has a value of another kind
 */
function keptOf(
	call: Call<Message>,
	operation: RequestOperation,
	record: IDataObject,
): IDataObject {
	const fields = new Map(
		Object.entries(bodyFields(operation)).map(([name, field]) => [nameOnWire(name, field), field]),
	);
	const kept: IDataObject = {};
	for (const [name, rule] of Object.entries(operation.readFirst!.keep)) {
		const value = record[name];
		const field = fields.get(name);
		if (isThere(value)) {
			if (field && kindSent(field) !== kindOf(value))
				throw notTheRecord(call, `its ${labelOf(name, field)} is ${kindOf(value)}`);
			kept[name] = value;
		} else if (rule === 'always') {
			throw notTheRecord(call, `it has no ${labelOf(name, field!)}`);
		} else if (rule === 'orEmpty') kept[name] = '';
	}
	return kept;
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

const OBJECTS = new Set(['json', 'object', 'pairs', 'spread']);

/** What a field sends, in words. */
function kindSent({ isMany, wire, spec }: Field): string {
	if (isMany) return 'a list';
	if (OBJECTS.has(spec.kind)) return 'an object';
	return `a ${wire}`;
}

async function readPresent(
	call: Call<Message>,
	operation: RequestOperation,
	input: Input,
): Promise<IDataObject> {
	const { get, values } = operation.readFirst!;
	const by = Object.fromEntries(
		Object.keys(get.path ?? {}).map((name) => [name, input.values[name]]),
	);
	if (get.answers.kind !== 'list') return await readRecord(call, get, { ...values, ...by });
	const { variable } = identityOf(operation)!;
	const present = recordWithId(get, await call.list(get, {}), input.values[variable]);
	if (present) return present;
	const noun = operation.path?.[variable]?.spec.picker?.noun ?? 'record';
	throw call.problem(ENGINE.notFound, { noun });
}

/**
 * A response that is no record, or another one, is not written back.
 * @param must fields without which it is not the record
 */
export async function readRecord(
	call: Call<Message>,
	...read: Parameters<Call['readRecord']>
): Promise<IDataObject> {
	const [get, values, must = []] = read;
	const { body } = await call.ask(get, values);
	if (!isObject(body)) throw notTheRecord(call, `it is ${body === '' ? 'empty' : kindOf(body)}`);
	if (Object.keys(body).length === 0) throw notTheRecord(call, 'it is an object without a field');
	const identity = identityOf(get);
	const wanted = identity && values[identity.variable];
	if (isThere(wanted) && otherIdIn(body, identity!.field, wanted) !== undefined)
		throw notTheRecord(call, 'it has another ID');
	for (const name of must) if (!isThere(body[name])) throw notTheRecord(call, `it has no ${name}`);
	return body;
}

function kindOf(value: unknown): string {
	if (!isThere(value)) return 'empty';
	if (Array.isArray(value)) return 'a list';
	return isObject(value) ? 'an object' : typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

const notTheRecord = (call: Call<Message>, why: string): Error =>
	call.problem(ENGINE.notTheRecord, { why });
