/** Places for values in the parameters of all operations, and what reading them results in. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { inspect } from 'node:util';

import { areas } from '../../../nodes/areas';
import { BadInput } from '../../../nodes/shared/declare/badInput';
import { collectionOf, jsonTwin } from '../../../nodes/shared/declare/derived/layout';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import type { Field } from '../../../nodes/shared/declare/fields';
import type { Operation } from '../../../nodes/shared/declare/operation';
import { readParameters } from '../../../nodes/shared/engine/input/readParameters';
import { type Case, isBlankAt } from '../../support/places';
import { report } from '../../support/report';
import { parametersOf } from '../../support/samples';

export const locators = (value: unknown) =>
	['list', 'id', 'name'].map((mode) => ({ __rl: true, mode, value }));

export const BLANK: unknown[] = [
	undefined,
	null,
	'',
	' ',
	'\n',
	[],
	[undefined],
	[null],
	[''],
	[' '],
	[[]],
	',',
	'[]',
	'[""]',
	'[null]',
	{},
	{ rows: [] },
	{ rows: undefined },
	{ pairs: [] },
	{ value: undefined },
];

export const WRONG: unknown[] = [
	...[
		NaN,
		Infinity,
		-Infinity,
		true,
		false,
		2 ** 60,
		1.1,
		-0.5,
		'12345678901234567890',
		'a,,b',
		'a=1,b',
		'a=1,b\nc',
		['a', ''],
		['a', []],
		['a', undefined],
		[NaN],
		[true],
		[2 ** 60],
		'[12345678901234567890]',
		'{"a":12345678901234567890}',
	],
	...[
		'\ud800',
		'2026-02-30',
		'2026-13-45T99:99:99Z',
		'tomorrow',
		new Date(NaN),
		{ a: undefined },
		{ a: NaN },
		{ pairs: [{ name: 'a', value: undefined }] },
		{ pairs: [{ name: '', value: 'a' }] },
		{ rows: [undefined] },
		{ rows: [{}] },
		() => 1,
		Symbol('x'),
		10n,
	],
];

const itself: Record<string, unknown> = { a: 'x' };

itself.b = [itself];

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** What JSON has no form for: it would write nothing in its place, or break off. */
export const NOT_JSON: unknown[] = [
	new Map([['a', 'b']]),
	new Set(['a']),
	/a/,
	new Error('a'),
	Promise.resolve('a'),
	new Uint8Array([1]),
	itself,
	[itself],
	nested(10_000),
	'['.repeat(10_000) + ']'.repeat(10_000),
	...[new Set(['a']), new Date(NaN), DateTime.invalid('a'), itself].flatMap((value) => [
		{ a: value },
		[value],
		[{ a: [value] }],
	]),
	// eslint-disable-next-line no-sparse-arrays
	['a', , 'b'],
];

/** A record that was to be chosen from a list, by ID or by name. */
export const NOT_CHOSEN = [undefined, null, '', ' ', NaN, true, 2 ** 60].flatMap(locators);

/** Whether a value left as exactly what was given. */
function isExactly(field: Field, given: unknown, sent: unknown): boolean {
	const { kind } = field.spec;
	const raw =
		field.spec.picker && typeof given === 'object' && given !== null && 'value' in given
			? given.value
			: given;
	if (kind === 'date') return false;
	if (kind === 'choice' && typeof raw === 'boolean')
		return field.schema.safeParse(String(raw)).success && sent === String(raw);
	if (['text', 'id', 'choice'].includes(kind)) {
		if (
			typeof raw === 'number' &&
			(!Number.isFinite(raw) || !(Number.isSafeInteger(raw) || raw % 1 !== 0))
		)
			return false;
		return (
			['string', 'number'].includes(typeof raw) &&
			(kind === 'id' ? String(raw).trim() : String(raw)) === sent &&
			(sent !== '' || 'mayBeEmpty' in field.spec)
		);
	}
	if (kind === 'file') return typeof raw === 'string' && raw.trim() === sent;
	if (kind === 'boolean') return raw === sent;
	if (kind === 'integer' || kind === 'number')
		return (
			(Number.isSafeInteger(sent) || (kind === 'number' && Number.isFinite(sent))) &&
			String(raw) === String(sent)
		);
	if (kind === 'list' || kind === 'choices') {
		const entries = (
			typeof raw === 'string'
				? raw.trim().startsWith('[')
					? // All digits of a number are kept.
						(JSON.parse(raw.replace(/\b\d{16,}\b/g, '"$&"')) as unknown[])
					: raw.split('commas' in field.spec ? '\n' : /[,\n]/)
				: [raw]
		).flat(2);
		return (
			JSON.stringify(entries.map((entry) => String(entry).trim())) === JSON.stringify(sent) &&
			!entries.some((entry) => String(entry ?? '').trim() === '' || typeof entry === 'boolean')
		);
	}
	// What holds other values may have left out what was blank in it, but JSON must be able to say
	// it, and something must be left.
	return (
		isSayable(sent) &&
		!(field.spec.fields && !field.spec.required && isHollow(sent)) &&
		(!['json'].includes(kind) || field.spec.fields !== undefined || same(raw, sent))
	);
}

const same = (raw: unknown, sent: unknown): boolean =>
	raw === sent ||
	JSON.stringify(typeof raw === 'string' ? (JSON.parse(raw) as unknown) : raw) ===
		JSON.stringify(sent);

function isSayable(value: unknown): boolean {
	if (typeof value === 'number')
		return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
	if (typeof value === 'object' && value !== null) return Object.values(value).every(isSayable);
	return ['string', 'boolean'].includes(typeof value) || value === null;
}

/** Whether it is an object without a field, or a list with one. */
const isHollow = (sent: unknown): boolean =>
	typeof sent === 'object' &&
	sent !== null &&
	(Array.isArray(sent) ? sent.some(isHollow) : Object.keys(sent).length === 0);

/** Whether a value is a text for a field of texts. */
const isText = ({ spec }: Field, value: unknown): boolean =>
	typeof value === 'string' && ['text', 'id', 'choice', 'file'].includes(spec.kind);

/** Whether a text was divided where it may have been meant as one value. */
const isDivided = ({ spec }: Field, given: unknown, sent: unknown): boolean =>
	spec.kind === 'list' &&
	typeof given === 'string' &&
	!given.trim().startsWith('[') &&
	Array.isArray(sent) &&
	sent.length > 1 &&
	!spec.source?.picker;

export const operations = Object.entries(areas).flatMap(([node, resources]) =>
	resources.flatMap(({ value: resource, operations: all }) =>
		Object.entries(all).map(([name, operation]) => ({
			node,
			resource,
			name,
			operation,
			title: `${node}: ${resource}.${name}`,
		})),
	),
);

export const EXPRESSION = '={{ $json.value }}';

export const triedInside = new Map<Field, Set<string>>();

export const count = { tried: 0 };

afterAll(() =>
	report(`Wrong and blank values: ${count.tried} cases in ${operations.length} operations`),
);

/** What is wrong with what became of a value; nothing when all is right. */
export function findingOf(
	operation: Operation,
	top: string,
	others: IDataObject,
	at: Case,
	value: unknown,
): string | undefined {
	count.tried++;
	const declared = inputFields(operation)[top] ?? operation.settings![top]!;
	const parameters = {
		...others,
		...parametersOf(operation, { [top]: at.put(value) as IDataObject }),
	};
	const inputs = [top, jsonTwin(top), ...Object.keys(declared.parts?.(top) ?? {})];
	const entered = (name: string) =>
		name === collectionOf(operation)
			? Object.fromEntries(inputs.map((each) => [each, EXPRESSION]))
			: inputs.includes(name)
				? EXPRESSION
				: undefined;
	const leftOut: string[] = [];
	const divided: string[][] = [];
	try {
		const { values, settings } = readParameters(
			operation,
			{
				value: (name) => parameters[name] ?? (name in parameters ? parameters[name] : null),
				entered,
			},
			{
				timezone: 'UTC',
				version: 1,
				leftOut: (label) => leftOut.push(label),
				divided: (_label, entries) => divided.push([...entries]),
			},
		);
		const sent = at.got({ ...settings, ...values }[top]);
		if (NOT_JSON.includes(value) && !isText(at.field, value))
			return 'was read, but JSON has no form for it';
		if (sent === undefined)
			return isBlankAt(at, value)
				? leftOut.length > 0
					? undefined
					: 'was left out without a hint'
				: 'was left out without a word';
		if (isDivided(at.field, value, sent) && !divided.some((entries) => same(entries, sent)))
			return `was divided into ${JSON.stringify(sent)} without a hint`;
		return isExactly(at.field, value, sent)
			? undefined
			: `left as ${typeof sent} ${JSON.stringify(sent)}`;
	} catch (error) {
		if (!(error instanceof BadInput)) return `broke off: ${String(error)}`;
		const named = error.field.replace(/\[\d+\]/g, '').replace(/Json\b/, '');
		return named === at.path || named.startsWith(`${at.path}.`)
			? undefined
			: `was refused as ${error.field}: ${error.message}`;
	}
}

export const words = (value: unknown): string =>
	NOT_JSON.includes(value)
		? inspect(value, { depth: 3 }).slice(0, 80)
		: typeof value === 'object' && value !== null
			? JSON.stringify(value, (_key, each: unknown) =>
					each === undefined || (typeof each === 'number' && !Number.isFinite(each))
						? String(each)
						: each,
				)
			: typeof value === 'string'
				? JSON.stringify(value)
				: String(value);
