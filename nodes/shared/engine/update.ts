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
import { identityOf, otherIdIn } from '../declare/recordId';
import { idKey, isObject } from '../support/json';
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
	const write = async (of: Input, change?: Change) =>
		await around(call, of, async () => await call.request(operation, of), change);
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
	Object.keys(keep).every((name) => (body as IDataObject)[name] !== undefined);

/** The values that are kept, overwritten by those that were given. */
async function mergeKept(
	call: Call<Message>,
	operation: RequestOperation,
	present: IDataObject,
	input: Input,
): Promise<IDataObject> {
	const { keep, keepOthersBut, form, join = {} } = operation.readFirst!;
	const record = (await form?.(present, call, input)) ?? present;
	const given = input.body as IDataObject;
	const body: IDataObject = {};
	if (keepOthersBut)
		for (const [name, value] of Object.entries(record))
			if (!keepOthersBut.includes(name) && isThere(value)) body[name] = value;
	const declared = Object.entries(bodyFields(operation));
	const fields = Object.fromEntries(
		declared.map(([name, field]) => [nameOnWire(name, field), field]),
	);
	for (const [name, kept] of Object.entries(keep)) {
		const value = record[name];
		if (!isThere(value)) {
			if (kept === 'always') throw notTheRecord(call, `it has no ${labelOf(name, fields[name]!)}`);
			if (kept === 'orEmpty') body[name] = '';
			continue;
		}
		const field = fields[name];
		if (field && kindSent(field) !== kindOf(value))
			throw notTheRecord(call, `its ${labelOf(name, field)} is ${kindOf(value)}`);
		body[name] = value;
	}
	for (const [name, value] of Object.entries(given))
		body[name] = join[name]?.(body[name], value, input) ?? value;
	return body;
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
	{ path = {}, readFirst }: RequestOperation,
	input: Input,
): Promise<IDataObject> {
	const { get, values } = readFirst!;
	const by = Object.fromEntries(
		Object.keys(get.path ?? {}).map((name) => [name, input.values[name]]),
	);
	if (get.answers.kind !== 'list') return await readRecord(call, get, { ...values, ...by });
	const [name = '', field] = Object.entries(path).at(-1) ?? [];
	const found = (await call.list(get, {})).find(
		({ id }) => idKey(id) === idKey(input.values[name]),
	);
	if (found) return found;
	throw call.problem(ENGINE.notFound, { noun: field?.spec.picker?.noun ?? 'record' });
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
