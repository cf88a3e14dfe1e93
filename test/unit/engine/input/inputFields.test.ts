/**
 * The parameters of one item: which of them are read, and where each of them is sent.
 */
import { record } from '../../../../nodes/shared/declare/answers';
import { flow, operation } from '../../../../nodes/shared/declare/define';
import {
	boolean,
	choice,
	datetime,
	id,
	integer,
	text,
} from '../../../../nodes/shared/declare/fields';
import { inputFrom } from '../../../../nodes/shared/engine/input/assemble';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { EMPTY, read } from './inputStage';

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

	test('parameters exist only if something was given', () => {
		const { values, settings } = read(update, { thingId: 'a', size: 3, wait: false, minutes: 7 });
		expect([values, settings]).toStrictEqual([
			{ thingId: 'a', size: 3, wait: false },
			{ wait: false },
		]);
	});

	describe('a parameter that another one shows', () => {
		const declared = operation('GET /x', {
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
			read(declared, { how, wait: wait as boolean, a: 'a', b: 'b' }).query;

		test('a hidden parameter is not read', () => {
			expect(queryWith('A', false)).toEqual({ a: 'a' });
			expect(queryWith('B', true)).toEqual({ b: 'b' });
		});

		test('the switch that shows a parameter may be a text', () => {
			expect(queryWith('A', 'true')).toEqual({ a: 'a', b: 'b' });
			expect(queryWith('B', 'false')).toEqual({});
		});
	});

	test('parameters of a flow stay together', () => {
		const declared = flow({
			...ANY_TEXTS,
			fields: { a: text('A') },
			settings: { b: boolean('B').initial(false) },
			uses: [],
			answers: record(undefined),
			run: () => Promise.resolve([]),
		});
		expect(read(declared, { a: 'x', b: true })).toMatchObject({
			path: {},
			query: {},
			body: undefined,
			settings: { b: true },
			values: { a: 'x', b: true },
		});
	});

	test('parameters that are not shown are not read', () => {
		const declared = operation('GET /x', {
			...ANY_TEXTS,
			query: { a: text('A') },
			answers: record(undefined),
		});
		expect(read(declared, { a: 'x' }).asked).toEqual(['a']);
		expect(
			read(operation('GET /x', { ...ANY_TEXTS, answers: record(undefined) }), {}),
		).toMatchObject({ path: {}, query: {}, body: undefined, settings: {} });
	});

	test('parameters of another version of the node are not read', () => {
		const declared = operation('GET /x', {
			...ANY_TEXTS,
			query: {
				old: text('A').until(1).optional().onTop(),
				fresh: text('B').since(2).optional().onTop(),
			},
			answers: record(undefined),
		});
		const given = { old: 'o', fresh: 'f' };
		expect([undefined, 1, 2].map((version) => read(declared, given, { version }).query)).toEqual([
			{ old: 'o' },
			{ old: 'o' },
			{ fresh: 'f' },
		]);
	});

	test('parameters that are empty count as given if a person added them or entered an expression', () => {
		const declared = operation('GET /x', {
			...ANY_TEXTS,
			query: { top: text('A').onTop().optional(), inside: text('B').optional() },
			answers: record(undefined),
		});
		expect(read(declared, { top: '', options: {} }).query).toEqual({});
		expect(read(declared, {}).query).toEqual({});
		expect(() => read(declared, { top: '' }, { written: { top: '={{ $json.x }}' } })).toThrow(
			EMPTY,
		);
		expect(() => read(declared, { options: { inside: '' } })).toThrow(EMPTY);
		expect(() => read(declared, { top: ' ' })).toThrow(EMPTY);
		expect(
			read(
				declared,
				{ options: { inside: 'x' } },
				{ written: { options: { inside: '={{ $json.x }}' } } },
			).query,
		).toEqual({ inside: 'x' });
	});

	test('parameters that describe the created record can be blank', () => {
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

test('values with API names pass through the same checks', () => {
	expect(
		inputFrom(update, { thingId: 'a', name: 'n', force: false, label: undefined }),
	).toStrictEqual({
		path: { id: 'a' },
		query: { force: false },
		body: { kind: 'thing', name: 'n' },
		settings: {},
		values: { thingId: 'a', name: 'n', force: false },
	});
	expect(() => inputFrom(update, { name: 'n' })).toThrow('"Thing ID" is required');
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
		'"Size" must be a whole number',
	);
});
