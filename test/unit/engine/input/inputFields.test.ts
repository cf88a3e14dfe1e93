/**
 * The parameters of one item: which of them are read, what counts as given, and where each travels.
 */
import type { IDataObject } from 'n8n-workflow';

import {
	fileAnswer as fileAnswer,
	nothing,
	record,
	records,
} from '../../../../nodes/shared/declare/answers';
import type { Input } from '../../../../nodes/shared/declare/context';
import { flow, operation, wholeBody } from '../../../../nodes/shared/declare/define';
import {
	boolean,
	choice,
	datetime,
	file,
	id,
	integer,
	list,
	object,
	pairs,
	rows,
	spread,
	text,
} from '../../../../nodes/shared/declare/field';
import type { Field } from '../../../../nodes/shared/declare/field';
import { limitOffset } from '../../../../nodes/shared/declare/lists/paging';
import type { Operation } from '../../../../nodes/shared/declare/operation';
import { onlyWith } from '../../../../nodes/shared/declare/rules';
import {
	assemble,
	checkFields,
	inputFrom,
	warningsOf,
} from '../../../../nodes/shared/engine/input/input';
import { buildRequest, pathOf, queryString } from '../../../../nodes/shared/transport/wire';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { stub } from '../../../support/stub';

const EMPTY = /is empty/;

/**
 * What an item's parameters come to; the values are those of the expressions that were written, if
 * any.
 */
function read(
	of: Operation,
	values: IDataObject,
	{ written = values, version }: { written?: IDataObject; version?: number } = {},
) {
	const asked: string[] = [];
	const parameters = {
		value: (name: string) => (asked.push(name), values[name] ?? null),
		entered: (name: string) => written[name],
	};
	return { ...assemble(of, checkFields(of, parameters, { timezone: 'UTC', version })), asked };
}
const update = operation('PUT /things/{thingId}', {
	...ANY_TEXTS,
	path: { thingId: id('T').wireName('id') },
	query: { force: boolean('F').optional() },
	body: {
		name: text('N').optional(),
		label: text('L').wireName('title').optional(),
		size: integer('S').onTop().optional(),
	},
	settings: {
		wait: boolean('W').initial(false),
		minutes: integer('M')
			.shownWhen({ wait: [true] })
			.initial(5),
		note: text('O').optional(),
	},
	constants: { kind: 'thing' },
	answers: record(undefined),
});

describe('parameters', () => {
	test('parameters are sent where they are declared, by their API names', () => {
		const { path, query, body, settings, values } = read(update, {
			thingId: 'a',
			size: 3,
			updateFields: { name: 'n', label: 'l', force: 'true', note: 'o' },
			wait: true,
			minutes: 7,
		});
		expect({ path, query, body, settings, values }).toStrictEqual({
			path: { id: 'a' },
			query: { force: true },
			body: { kind: 'thing', name: 'n', title: 'l', size: 3 },
			settings: { wait: true, minutes: 7, note: 'o' },
			values: {
				thingId: 'a',
				name: 'n',
				label: 'l',
				force: true,
				size: 3,
				wait: true,
				minutes: 7,
				note: 'o',
			},
		});
	});

	test('parameters are there only where something was given', () => {
		const { values, settings } = read(update, { thingId: 'a', size: 3, wait: false, minutes: 7 });
		expect([values, settings]).toStrictEqual([
			{ thingId: 'a', size: 3, wait: false },
			{ wait: false },
		]);
	});

	test('a hidden parameter is not read; the switch that shows it may be a text', () => {
		const of = operation('GET /x', {
			...ANY_TEXTS,
			query: {
				a: text('A')
					.optional()
					.onTop()
					.shownWhen({ how: ['A'] }),
				b: text('B')
					.optional()
					.onTop()
					.shownWhen({ wait: [true] }),
			},
			settings: {
				how: choice('H', ['A', 'B']).initial('A'),
				wait: boolean('W').initial(false),
			},
			answers: record(undefined),
		});
		const queryWith = (how: string, wait: unknown) =>
			read(of, { how, wait: wait as boolean, a: 'a', b: 'b' }).query;
		expect(queryWith('A', false)).toEqual({ a: 'a' });
		expect(queryWith('B', true)).toEqual({ b: 'b' });
		expect(queryWith('A', 'true')).toEqual({ a: 'a', b: 'b' });
		expect(queryWith('B', 'false')).toEqual({});
	});

	test('parameters of a flow stay together', () => {
		const of = flow({
			...ANY_TEXTS,
			fields: { a: text('A') },
			settings: { b: boolean('B').initial(false) },
			uses: [],
			answers: record(undefined),
			run: () => Promise.resolve([]),
		});
		expect(read(of, { a: 'x', b: true })).toMatchObject({
			path: {},
			query: {},
			body: undefined,
			settings: { b: true },
			values: { a: 'x', b: true },
		});
	});

	test('parameters that are not shown are not read', () => {
		const of = operation('GET /x', {
			...ANY_TEXTS,
			query: { a: text('A') },
			answers: record(undefined),
		});
		expect(read(of, { a: 'x' }).asked).toEqual(['a']);
		expect(
			read(operation('GET /x', { ...ANY_TEXTS, answers: record(undefined) }), {}),
		).toMatchObject({ path: {}, query: {}, body: undefined, settings: {} });
	});

	test('parameters of another version of the node are not read', () => {
		const of = operation('GET /x', {
			...ANY_TEXTS,
			query: {
				old: text('A').until(1).optional().onTop(),
				fresh: text('B').since(2).optional().onTop(),
			},
			answers: record(undefined),
		});
		const given = { old: 'o', fresh: 'f' };
		expect([undefined, 1, 2].map((version) => read(of, given, { version }).query)).toEqual([
			{ old: 'o' },
			{ old: 'o' },
			{ fresh: 'f' },
		]);
	});

	test('parameters that are empty count as given if a person added them, or wrote an expression', () => {
		const of = operation('GET /x', {
			...ANY_TEXTS,
			query: { top: text('A').onTop().optional(), inside: text('B').optional() },
			answers: record(undefined),
		});
		expect(read(of, { top: '', options: {} }).query).toEqual({});
		expect(read(of, {}).query).toEqual({});
		expect(() => read(of, { top: '' }, { written: { top: '={{ $json.x }}' } })).toThrow(EMPTY);
		expect(() => read(of, { options: { inside: '' } })).toThrow(EMPTY);
		expect(() => read(of, { top: ' ' })).toThrow(EMPTY);
		expect(
			read(of, { options: { inside: 'x' } }, { written: { options: { inside: '={{ $json.x }}' } } })
				.query,
		).toEqual({ inside: 'x' });
	});

	test('parameters may describe what is being created, and then be blank', () => {
		const body = { about: text('A').optional() };
		const create = operation('POST /x', { ...ANY_TEXTS, body, answers: record(undefined) });
		expect(read(create, { additionalFields: { about: ' ' } }).body).toEqual({});
		const search = operation('POST /x/search', {
			...ANY_TEXTS,
			effect: 'read',
			body,
			answers: record(undefined),
		});
		expect(() => read(search, { options: { about: ' ' } })).toThrow(EMPTY);
		const change = operation('PUT /x/{xId}', {
			...ANY_TEXTS,
			path: { xId: id('X') },
			body,
			answers: record(undefined),
		});
		expect(() => read(change, { xId: 'a', updateFields: { about: ' ' } })).toThrow(EMPTY);
		const part = operation('PATCH /x/{xId}', {
			...ANY_TEXTS,
			path: { xId: id('X') },
			body,
			answers: record(undefined),
		});
		expect(() => read(part, { xId: 'a', updateFields: { about: ' ' } })).toThrow(EMPTY);
		const beside = operation('POST /y', {
			...ANY_TEXTS,
			query: { q: text('Q').optional() },
			body: { name: text('N') },
			answers: record(undefined),
		});
		expect(() => read(beside, { name: 'n', additionalFields: { q: ' ' } })).toThrow(EMPTY);
	});
});

describe('a form', () => {
	const of = operation('POST /x', {
		...ANY_TEXTS,
		body: {
			must: rows('M', { a: text('A') }),
			may: pairs('P').optional(),
			start: pairs('S').optional().onTop(),
		},
		answers: record(undefined),
	});
	const must = { rows: [{ a: 'x' }] };
	test('a form is filled in, given as JSON, or left out', () => {
		const body = (given: IDataObject) => read(of, { must, ...given }).body as IDataObject;
		const form = { pairs: [{ name: 'n', value: 'v' }] };
		expect(body({ additionalFields: { may: form } })).toEqual({
			must: [{ a: 'x' }],
			may: { n: 'v' },
		});
		expect(body({ additionalFields: { mayJson: '{"j":"k"}' } })).toEqual({
			must: [{ a: 'x' }],
			may: { j: 'k' },
		});
		expect(body({ start: form })).toEqual({ must: [{ a: 'x' }], start: { n: 'v' } });
		expect(body({ start: {}, additionalFields: { startJson: '{"j":"k"}' } })).toEqual({
			must: [{ a: 'x' }],
			start: { j: 'k' },
		});
		expect(() => body({ additionalFields: { may: form, mayJson: '{}' } })).toThrow(
			/ is given as a form and as JSON: leave one of them out$/,
		);
		expect(body({ additionalFields: { mustJson: '[{"a":"y"}]' } })).toEqual({
			must: [{ a: 'y' }],
		});
	});
	test('a form that starts filled is hidden while its JSON is given, and counts again once that is emptied', () => {
		const body = (mustJson: string) => read(of, { must, additionalFields: { mustJson } }).body;
		expect(body('[{"a":"y"}]')).toEqual({ must: [{ a: 'y' }] });
		expect(body('')).toEqual({ must: [{ a: 'x' }] });
	});
	test('a form that is always shown is refused beside its JSON, and counts again once that is emptied', () => {
		const started = (startJson: string) =>
			read(of, {
				must,
				start: { pairs: [{ name: 'n', value: 'v' }] },
				additionalFields: { startJson },
			}).body;
		for (const twice of ['{"j":"k"}', '{}'])
			expect(() => started(twice)).toThrow('as a form and as JSON: leave one of them out');
		expect(started('')).toEqual({ must: [{ a: 'x' }], start: { n: 'v' } });
	});
	test('a form that was chosen must not be empty, one that is always shown may be', () => {
		for (const may of [{ may: {} }, { mayJson: '{}' }])
			expect(() => read(of, { must, additionalFields: may })).toThrow(EMPTY);
		expect(read(of, { must, start: {} }).body).toEqual({ must: [{ a: 'x' }] });
		expect(() => read(of, { must, additionalFields: { startJson: '{}' } })).toThrow(EMPTY);
	});
	test('a form may have an expression inside that must not be empty', () => {
		const inner = { a: text('A'), t: id('T').onTop().optional() };
		const top = operation('POST /x', {
			...ANY_TEXTS,
			body: { must: rows('M', inner) },
			answers: record(undefined),
		});
		const given = { rows: [{ a: 'x', t: '' }] };
		const written = { rows: [{ a: 'x', t: '={{ $json.t }}' }] };
		expect(read(top, { must: given }).body).toEqual({ must: [{ a: 'x' }] });
		expect(() => read(top, { must: given }, { written: { must: written } })).toThrow(EMPTY);
		const about = object('A', {
			o: object('O', inner).optional(),
			n: text('N').optional(),
		}).optional();
		const inside = operation('POST /x', {
			...ANY_TEXTS,
			body: { name: text('N'), about },
			answers: record(undefined),
		});
		const values = (t: string) => ({
			name: 'n',
			additionalFields: { about: { n: 'm', o: { value: { a: 'x', t } } } },
		});
		expect(read(inside, values('')).body).toEqual({ name: 'n', about: { n: 'm', o: { a: 'x' } } });
		expect(() => read(inside, values(''), { written: values('={{ $json.t }}') })).toThrow(EMPTY);
	});
	test('a form whose JSON is an expression counts as given', () => {
		expect(
			read(
				of,
				{ must, additionalFields: { startJson: { a: 'b' } } },
				{ written: { additionalFields: { startJson: '={{ $json.x }}' } } },
			).body,
		).toEqual({ must: [{ a: 'x' }], start: { a: 'b' } });
	});
});

describe('an object that is entered one by one', () => {
	const inner = { id: text('I'), version: id('V').optional() };
	const top = operation('POST /x', {
		...ANY_TEXTS,
		body: { artifact: spread('A', inner) },
		answers: record(undefined),
	});
	const inside = operation('POST /x', {
		...ANY_TEXTS,
		body: { name: text('N'), artifact: spread('A', inner).optional() },
		answers: record(undefined),
	});
	test('an object that is entered one by one is read from its inputs', () => {
		expect(read(top, { artifactId: 'a', artifactVersion: '' }).body).toEqual({
			artifact: { id: 'a' },
		});
		expect(
			read(inside, { name: 'n', additionalFields: { artifactId: 'a', artifactVersion: '1' } }).body,
		).toEqual({ name: 'n', artifact: { id: 'a', version: '1' } });
		expect(read(inside, { name: 'n', additionalFields: {} }).body).toEqual({ name: 'n' });
		expect(read(inside, { name: 'n', additionalFields: { artifactId: '' } }).body).toEqual({
			name: 'n',
		});
	});
	test('an object that is entered one by one is given if one of its inputs is: an expression for another must not be empty', () => {
		const three = operation('POST /x', {
			...ANY_TEXTS,
			body: { artifact: spread('A', { ...inner, kind: id('K').optional() }) },
			answers: record(undefined),
		});
		const given = { artifactId: 'a', artifactVersion: '', artifactKind: '' };
		expect(() =>
			read(three, given, { written: { ...given, artifactVersion: '={{ $json.v }}' } }),
		).toThrow(/Artifact Version was given, but is empty/);
	});
	test('an object that is entered one by one must not be empty if an expression gives it', () => {
		expect(() =>
			read(
				top,
				{ artifactId: 'a', artifactVersion: '' },
				{ written: { artifactId: 'a', artifactVersion: '={{ $json.v }}' } },
			),
		).toThrow(EMPTY);
		expect(() =>
			read(
				inside,
				{ name: 'n', additionalFields: { artifactId: '', artifactVersion: '' } },
				{ written: { name: 'n', additionalFields: { artifactId: '={{ $json.i }}' } } },
			),
		).toThrow(/Artifact ID/);
	});
});

describe('an update', () => {
	const MISSING = {
		field: 'updateFields',
		label: 'Update Fields',
		rule: 'needs at least one field to change',
	};
	const path = { xId: id('X') };
	const given =
		(body: IDataObject, more: object = {}, parameters: IDataObject = {}) =>
		() =>
			read(
				operation('PATCH /x/{xId}', {
					...ANY_TEXTS,
					path,
					body,
					answers: record(undefined),
					...more,
				} as never),
				{ xId: 'a', ...parameters },
			);
	test('an update must change something', () => {
		expect(given({ name: text('N').optional() })).toThrow(
			expect.objectContaining(MISSING) as Error,
		);
		expect(() =>
			read(
				operation('PUT /x', {
					...ANY_TEXTS,
					body: { name: text('N').optional() },
					answers: record(undefined),
				}),
				{},
			),
		).toThrow(expect.objectContaining(MISSING) as Error);
		expect(given({ name: text('N').optional().onTop(), other: text('O').optional() })).toThrow(
			expect.objectContaining(MISSING) as Error,
		);
	});

	test('an update with something to change passes', () => {
		expect(
			given({ name: text('N').optional() }, {}, { updateFields: { name: 'n' } }),
		).not.toThrow();
		expect(given({ name: text('N') }, {}, { name: 'n' })).not.toThrow();
		expect(
			given({ name: text('N'), other: text('O').optional() }, {}, { name: 'n' }),
		).not.toThrow();
	});

	test('an update without a body, or with a field that is always shown, needs nothing to change', () => {
		expect(given({})).not.toThrow();
		expect(() =>
			read(operation('PUT /x', { ...ANY_TEXTS, answers: record(undefined) }), {}),
		).not.toThrow();
		expect(given({ name: text('N').optional().onTop() })).not.toThrow();
	});
	test('an update may consist of fields that a setting hides', () => {
		const settings = { how: choice('H', ['A', 'B']).initial('A') };
		const body = {
			name: text('N')
				.optional()
				.shownWhen({ how: ['A'] }),
		};
		expect(given(body, { settings }, { how: 'A' })).toThrow(
			expect.objectContaining(MISSING) as Error,
		);
		expect(given(body, { settings }, { how: 'B' })).not.toThrow();
		// A required one is built from others while it is hidden, whatever else there is.
		const required = { name: text('N').shownWhen({ how: ['A'] }), other: text('O').optional() };
		expect(
			given(required, { settings: { how: choice('H', ['B', 'A']).initial('B') } }, { how: 'B' }),
		).not.toThrow();
		// With values by their API names nobody chose anything.
		expect(() =>
			inputFrom(
				operation('PATCH /x', { ...ANY_TEXTS, settings, body, answers: record(undefined) }),
				{},
			),
		).toThrow(expect.objectContaining(MISSING) as Error);
	});
	test('an update does not apply to a creation, or to a body of one field', () => {
		expect(() =>
			read(
				operation('POST /x', {
					...ANY_TEXTS,
					body: { name: text('N').optional() },
					answers: record(undefined),
				}),
				{},
			),
		).not.toThrow();
		expect(() =>
			read(
				operation('PUT /x', {
					...ANY_TEXTS,
					body: wholeBody('all', list('A').optional()),
					answers: record(undefined),
				}),
				{},
			),
		).not.toThrow();
	});
});

describe('the words of rules and warnings', () => {
	const rule = onlyWith('zone', 'cron');
	const fields = { zone: text('Z').label('Time Zone').optional(), cron: text('C').optional() };
	const of = operation('GET /x', {
		...ANY_TEXTS,
		query: fields,
		rules: [rule],
		answers: record(undefined),
	});

	test('a rule uses the labels of its fields', () => {
		expect(() => read(of, { options: { zone: 'x' } })).toThrow(
			expect.objectContaining({
				field: 'zone',
				message: 'Time Zone can only be used together with Cron',
			}) as Error,
		);
		expect(read(of, { options: { zone: 'x', cron: '*' } }).query).toEqual({ zone: 'x', cron: '*' });
	});

	test('a rule says where a field that is missing can be added', () => {
		const missing = { ...rule, check: () => 'is required together with {cron}' };
		const refusing = (zone: Field) => () =>
			read(
				operation('GET /x', {
					...ANY_TEXTS,
					query: { ...fields, zone },
					rules: [missing],
					answers: record(undefined),
				}),
				{ zone: 'x' },
			);
		expect(refusing(fields.zone)).toThrow(
			expect.objectContaining({
				message: 'Time Zone is required together with Cron',
				step: 'Add a time zone under Options',
			}) as Error,
		);
		expect(refusing(text('Z').label('Time Zone'))).toThrow(
			expect.objectContaining({
				message: 'Time Zone is required together with Cron',
				step: 'Enter a time zone',
			}) as Error,
		);
	});

	test('a warning uses the labels of its fields', () => {
		const warned = operation('GET /x', {
			...ANY_TEXTS,
			query: fields,
			warnings: [rule, { ...rule, check: () => undefined }],
			answers: record(undefined),
		});
		expect(warningsOf(warned, stub<Input>({ values: { zone: 'x' } }))).toEqual([
			'Time Zone can only be used together with Cron',
		]);
		expect(warningsOf(of, stub<Input>({ values: { zone: 'x' } }))).toEqual([]);
	});

	test('a rule and a warning of a flow can be about what has no input', () => {
		// In a flow, one may be about what has no input.
		const wrong = { ...rule, field: 'nothing', check: () => 'is wrong' };
		const flowWith = (more: object) =>
			flow({
				...ANY_TEXTS,
				fields,
				uses: [],
				answers: record(undefined),
				run: () => Promise.resolve([]),
				...more,
			});
		expect(() => read(flowWith({ rules: [wrong] }), {})).toThrow(
			expect.objectContaining({ field: 'nothing', message: 'nothing is wrong' }) as Error,
		);
		expect(warningsOf(flowWith({ warnings: [wrong] }), stub<Input>({ values: {} }))).toEqual([
			'nothing is wrong',
		]);
	});
});

test('values with API names pass the same checks', () => {
	expect(
		inputFrom(update, { thingId: 'a', name: 'n', force: false, label: undefined }),
	).toStrictEqual({
		path: { id: 'a' },
		query: { force: false },
		body: { kind: 'thing', name: 'n' },
		settings: {},
		values: { thingId: 'a', name: 'n', force: false },
	});
	expect(() => inputFrom(update, { name: 'n' })).toThrow();
	expect(
		inputFrom(
			operation('GET /x', {
				...ANY_TEXTS,
				query: { from: datetime('F') },
				answers: record(undefined),
			}),
			{ from: '2026-03-31T08:00:00' },
		).query,
	).toEqual({ from: '2026-03-31T08:00:00Z' });
	expect(() => inputFrom(update, { thingId: 'a', size: 'many' })).toThrow(
		'Size must be a whole number',
	);
});

describe('a request', () => {
	const input = (more: Partial<Input>): Input => ({
		path: {},
		query: {},
		body: undefined,
		settings: {},
		values: {},
		...more,
	});
	const accept = { Accept: 'application/json, text/plain, */*' };
	test('a request without a body has none', () => {
		const get = operation('GET /x/{xId}', {
			...ANY_TEXTS,
			path: { xId: id('X') },
			answers: record(undefined),
		});
		expect(
			buildRequest(get, input({ path: { xId: 'a b' }, query: { q: 1 } }), { page: 2 }),
		).toEqual({ method: 'GET', url: '/x/a%20b?q=1&page=2', headers: accept });
		const download = operation('GET /x', { ...ANY_TEXTS, answers: fileAnswer() });
		expect(buildRequest(download, input({}))).toEqual({
			method: 'GET',
			url: '/x',
			headers: accept,
			binary: true,
		});
	});
	test('a request has its body as JSON, or unchanged', () => {
		const json = { ...accept, 'Content-Type': 'application/json' };
		const paged = operation('POST /x', {
			...ANY_TEXTS,
			effect: 'read',
			body: {
				a: text('A').optional(),
				limit: integer('L').optional(),
				offset: integer('O').optional(),
			},
			pages: limitOffset({ where: 'body' }),
			answers: records(undefined),
		});
		expect(buildRequest(paged, input({ query: { q: 1 }, body: { a: 'x' } }), { limit: 5 })).toEqual(
			{ method: 'POST', url: '/x?q=1', headers: json, body: '{"a":"x","limit":5}' },
		);
		const whole = (contentType?: string) =>
			operation('PUT /x', {
				...ANY_TEXTS,
				body: wholeBody('all', list('A'), contentType),
				answers: nothing(),
			});
		expect(buildRequest(whole(), input({ body: ['a'] }))).toMatchObject({
			headers: json,
			body: '["a"]',
		});
		expect(buildRequest(whole('application/json'), input({ body: 'text' }))).toMatchObject({
			headers: json,
			body: '"text"',
		});
		expect(buildRequest(whole('text/csv'), input({ body: 7 }))).toMatchObject({
			headers: { ...accept, 'Content-Type': 'text/csv' },
			body: '7',
		});
		expect(buildRequest(whole('text/csv'), input({}))).toMatchObject({ body: '' });
	});
	test('a request with a file has parts, one of which is the rest of the body', async () => {
		const given = {
			bytes: 4,
			fileName: 'f.txt',
			mimeType: 'text/plain',
			chunks: async function* () {
				yield await Promise.resolve(Buffer.from('four'));
			},
		};
		const upload = (multipart: object) =>
			operation('POST /x', {
				...ANY_TEXTS,
				body: {
					data: file('D').wireName('content'),
					note: text('N').wireName('remark').optional(),
					none: text('O').optional(),
				},
				constants: { kind: 'k' },
				multipart,
				answers: nothing(),
			} as never);
		const sent = async (multipart: object, settings: IDataObject = {}) => {
			const { body, headers } = buildRequest(
				upload(multipart),
				input({ body: { content: given, remark: 'n' }, settings }),
			);
			type Streamed = Exclude<typeof body, string | undefined> & {
				stream: () => AsyncIterable<Uint8Array>;
			};
			const chunks: Uint8Array[] = [];
			for await (const chunk of (body as Streamed).stream()) chunks.push(chunk);
			return { type: headers['Content-Type'], text: Buffer.concat(chunks).toString() };
		};
		const both = await sent({ jsonPart: 'meta', base64: 'asText' }, { asText: false });
		expect(both.type).toMatch(/^multipart\/form-data; boundary=/);
		expect(both.text).toContain(
			'name="meta"\r\nContent-Type: application/json\r\n\r\n{"kind":"k","remark":"n"}\r\n',
		);
		expect(both.text).toContain(
			'name="content"; filename="f.txt"\r\nContent-Type: text/plain\r\n\r\nfour\r\n',
		);
		expect((await sent({ base64: 'asText' }, { asText: true })).text).toContain(
			'\r\n\r\nZm91cg==\r\n',
		);
		expect((await sent({})).text).not.toContain('remark');
		expect((await sent({}, { asText: true })).text).toContain('\r\n\r\nfour\r\n');
	});

	describe('the path of a request', () => {
		const of = operation('GET /x/{xId}/y/{yId}', {
			...ANY_TEXTS,
			path: { xId: id('X').wireName('ex'), yId: id('Y') },
			answers: record(undefined),
		});

		test('a path variable is encoded', () => {
			expect(pathOf(of, { ex: 'a/b', yId: 7 })).toBe('/x/a%2Fb/y/7');
		});

		test('a path variable without a field is the value of its name', () => {
			expect(pathOf({ ...of, path: undefined }, { xId: 'a', yId: 'b' })).toBe('/x/a/y/b');
		});

		test.each([
			{
				how: 'is missing',
				values: { ex: 'a' },
				refusal: { field: 'yId', message: 'Y ID must not be empty' },
			},
			{
				how: 'is blank',
				values: { ex: ' ', yId: 'b' },
				refusal: { message: 'X ID must not be empty' },
			},
			{
				how: 'is ".."',
				values: { ex: '..', yId: 'b' },
				refusal: { rule: 'must not be "." or ".."', shownValue: '..' },
			},
			{
				how: 'is "."',
				values: { ex: '.', yId: 'b' },
				refusal: { rule: 'must not be "." or ".."', shownValue: '.' },
			},
		])('a path variable that $how is refused', ({ values, refusal }) => {
			expect(() => pathOf(of, values)).toThrow(expect.objectContaining(refusal) as Error);
		});
	});

	describe('a path that is given as a whole', () => {
		const raw = operation('GET {path}', {
			...ANY_TEXTS,
			path: { path: text('P').rawPath() },
			family: 'x',
			answers: record(undefined),
		});
		const FORM = 'must be a path that begins with "/" and has no query, such as /processing/…';
		const DOTS = 'must not have "." or ".." in it';

		test('a whole path is sent unchanged', () => {
			expect(pathOf(raw, { path: '/a/b~c.d-e_f%20g' })).toBe('/a/b~c.d-e_f%20g');
		});

		test.each([
			['a/b', FORM],
			['/a/', FORM],
			['x/a', FORM],
			['/a?b', FORM],
			['/a/%zz', 'must be correctly encoded'],
			['/a/..', DOTS],
			['/./a', DOTS],
			['/a%2Fb', DOTS],
			['/a%5Cb', DOTS],
			['/%2e%2e/a', DOTS],
		])('the whole path %s is refused', (path, rule) => {
			expect(() => pathOf(raw, { path })).toThrow(
				expect.objectContaining({ field: 'path', label: 'Path', rule, shownValue: path }) as Error,
			);
		});
	});

	test('a request has a query of what was given', () => {
		expect(queryString({})).toBe('');
		expect(queryString({ a: undefined, b: null })).toBe('');
		expect(queryString({ 'a b': ['x&', 2], c: false, d: [] })).toBe('?a%20b=x%26&a%20b=2&c=false');
	});
});

test('the fields of an object in a query or a body are read', () => {
	const of = operation('POST /x', {
		...ANY_TEXTS,
		body: { place: object('P', { x: integer('X') }).optional() },
		answers: record(undefined),
	});
	expect(read(of, { additionalFields: { place: { value: { x: '7' } } } }).body).toEqual({
		place: { x: 7 },
	});
});
