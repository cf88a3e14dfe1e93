/**
 * How the path, the query and the body of a request are built, and which rules the input has to
 * fit.
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing, record, records } from '../../../../nodes/shared/declare/answers';
import { flow, operation, wholeBody } from '../../../../nodes/shared/declare/define';
import { collectionOf } from '../../../../nodes/shared/declare/derived/layout';
import {
	boolean,
	id,
	integer,
	milliseconds,
	object,
	pairs,
	rows,
	text,
} from '../../../../nodes/shared/declare/fields';
import { limitOffset } from '../../../../nodes/shared/declare/lists/paging';
import { period } from '../../../../nodes/shared/declare/rules';
import { inputFrom } from '../../../../nodes/shared/engine/input/assemble';
import { buildRequest, queryString } from '../../../../nodes/shared/transport/request/wire';
import { get, readAll, reported, sent } from './inputRulesStage';

describe('paths', () => {
	test.each<{ what: string; thingId: string; wanted: string }>([
		{ what: 'plain', thingId: 'a', wanted: 'GET /things/a/parts/b' },
		{ what: 'with a slash', thingId: 'a/b', wanted: 'GET /things/a%2Fb/parts/b' },
		{ what: 'with a dot inside', thingId: 'a.b', wanted: 'GET /things/a.b/parts/b' },
		{
			what: 'with what a URL gives a meaning',
			thingId: 'a?b#c%2e',
			wanted: 'GET /things/a%3Fb%23c%252e/parts/b',
		},
		{ what: 'with other letters', thingId: 'ä', wanted: 'GET /things/%C3%A4/parts/b' },
		{ what: '.', thingId: '.', wanted: 'thingId: "Thing ID" must not be "." or ".."' },
		{ what: '..', thingId: '..', wanted: 'thingId: "Thing ID" must not be "." or ".."' },
		{ what: 'blank', thingId: '  ', wanted: 'thingId: "Thing ID" is required' },
		{ what: 'empty', thingId: '', wanted: 'thingId: "Thing ID" is required' },
	])('the ID in a path is encoded: $what', ({ thingId, wanted }) => {
		expect(sent(get, { thingId, partId: 'b' })).toBe(wanted);
	});

	const anyPath = operation('GET {path}', {
		name: 'Get',
		...reported,
		path: { path: text('Path').rawPath() },
		family: 'x',
		answers: record(undefined),
	});

	test('a path that the user gives as a whole is sent as given', () => {
		expect(sent(anyPath, { path: '/processing/x' })).toBe('GET /processing/x');
	});

	test.each([
		'processing/x',
		'//evil.example/x',
		'/processing/../security',
		'/processing/%2e%2e/security',
		'/processing/a%2Fb',
		'/processing/%zz',
		'/processing/x?y=1',
		'https://evil.example/x',
		'/',
	])('the path %s, given as a whole, is refused', (path) => {
		expect(sent(anyPath, { path })).toMatch(/^path: "Path" must/);
	});
});

test('the entries of an array in the query are repeated, each encoded', () => {
	expect(
		sent(get, {
			thingId: 'a',
			partId: 'b',
			options: { ids: ['x y', 'z&'], from: '2026-03-31T08:00:00Z', q: 'a=b' },
		}),
	).toBe('GET /things/a/parts/b?ids=x%20y&ids=z%26&from=1774944000000&q=a%3Db');
});

test('a query leaves out only what is missing or null', () => {
	expect(queryString({ a: undefined, b: null, c: 0, d: false, e: '' })).toBe('?c=0&d=false&e=');
});

describe('bodies', () => {
	const create = operation('POST /things', {
		name: 'Create',
		...reported,
		body: {
			name: text('Name'),
			parts: rows('Parts', { id: id('ID'), size: integer('Size').optional() }).optional(),
			settings: pairs('Settings').optional(),
			place: object('Place', { x: integer('X') }).optional(),
			on: boolean('Whether on').wireName('enabled').optional(),
		},
		constants: { kind: 'thing' },
		answers: record(undefined),
	});

	test('a body contains only the given values beside the constants', () => {
		expect(sent(create, { name: 'n' })).toBe('POST /things {"kind":"thing","name":"n"}');
		expect(sent(create, { name: 'n', additionalFields: { on: false } })).toBe(
			'POST /things {"kind":"thing","name":"n","enabled":false}',
		);
	});

	test('optional forms are left out, filled in or given as JSON', () => {
		const parts = '[{"id":"p","size":3}]';
		const asJson = { partsJson: parts, settingsJson: '{"a":"b"}', placeJson: '{"x":1}' };
		expect(sent(create, { name: 'n', additionalFields: asJson })).toBe(
			'POST /things {"kind":"thing","name":"n","parts":[{"id":"p","size":3}],"settings":{"a":"b"},"place":{"x":1}}',
		);
		expect(
			sent(create, { name: 'n', additionalFields: { parts: { rows: [{ id: 'q' }] } } }),
		).toContain('"parts":[{"id":"q"}]');
		expect(sent(create, { name: 'n', additionalFields: { parts: {} } })).toBe(
			'parts: "Parts" was given, but is empty: give a value, or leave the field out',
		);
	});

	test('a required form counts unless its JSON is given', () => {
		const many = operation('POST /things/batch', {
			name: 'Create Many',
			...reported,
			body: wholeBody('things', rows('Things', { id: id('ID') })),
			answers: nothing(),
		});
		const things = { rows: [{ id: 'b' }] };
		expect(sent(many, { things, options: { thingsJson: '[{"id":"a"}]' } })).toBe(
			'POST /things/batch [{"id":"a"}]',
		);
		expect(sent(many, { things })).toBe('POST /things/batch [{"id":"b"}]');
	});

	test('an update without a field is refused', () => {
		const update = operation('PUT /things/{thingId}', {
			name: 'Update',
			...reported,
			path: { thingId: id('T') },
			body: { name: text('Name').optional() },
			answers: nothing(),
		});
		expect(sent(update, { thingId: 'a', updateFields: {} })).toBe(
			'updateFields: "Update Fields" needs at least one field to change',
		);
		expect(sent(update, { thingId: 'a', updateFields: { name: 'n' } })).toBe(
			'PUT /things/a {"name":"n"}',
		);
	});

	test('a body of text is sent unchanged, with its type', () => {
		const declared = operation('POST /tokens', {
			name: 'Ask',
			...reported,
			body: wholeBody('token', text('Token'), 'text/plain'),
			answers: record(undefined),
		});
		const { body, headers } = buildRequest(declared, readAll(declared, { token: '{"a":1}' }));
		expect({ body, type: headers['Content-Type'] }).toEqual({
			body: '{"a":1}',
			type: 'text/plain',
		});
	});

	test('pages are requested in the place that their style defines', () => {
		const paged = {
			limit: integer('Limit').max(100).optional(),
			offset: integer('Offset').optional(),
		};
		const search = operation('POST /things/search', {
			name: 'Search',
			...reported,
			effect: 'read',
			body: paged,
			pages: limitOffset({ where: 'body' }),
			answers: records(undefined),
		});
		expect(buildRequest(search, inputFrom(search, {}), { limit: 5, offset: 10 }).body).toBe(
			'{"limit":5,"offset":10}',
		);
		const all = operation('GET /things', {
			name: 'Get Many',
			...reported,
			query: paged,
			pages: limitOffset(),
			answers: records(undefined),
		});
		expect(buildRequest(all, inputFrom(all, {}), { limit: 5 }).url).toBe('/things?limit=5');
	});
});

describe('hidden fields do not count', () => {
	const declared = operation('POST /runs', {
		name: 'Run',
		...reported,
		settings: {
			wait: boolean('Whether to wait').initial(false),
			minutes: integer('Minutes')
				.min(1)
				.initial(5)
				.shownWhen({ wait: [true] }),
		},
		body: { name: text('Name') },
		answers: nothing(),
	});

	const minutesRead = (wait: boolean | string) =>
		readAll(declared, { name: 'n', wait, minutes: 5 }).settings.minutes;

	test.each([false, 'false'])('a field that %j hides is not read', (wait) => {
		expect(minutesRead(wait)).toBeUndefined();
	});

	test.each([true, 'true', 'True'])('a field that %j shows is read', (wait) => {
		expect(minutesRead(wait)).toBe(5);
	});

	test('an invalid value in a hidden field is ignored', () => {
		expect(readAll(declared, { name: 'n', wait: false, minutes: 0 }).settings).toEqual({
			wait: false,
		});
	});

	test('an invalid value in a shown field is refused', () => {
		expect(() => readAll(declared, { name: 'n', wait: true, minutes: 0 })).toThrow(
			'"Minutes" must be at least 1',
		);
	});
});

describe('rules over several values', () => {
	const rules = [period('from', 'to', 60)];
	const declared = operation('GET /x', {
		name: 'Get',
		...reported,
		query: { from: milliseconds('From').optional(), to: milliseconds('To').optional() },
		rules,
		answers: record(undefined),
	});

	test.each<[IDataObject, string]>([
		[{ from: '2026-01-01', to: '2026-03-02' }, 'GET /x?from=1767225600000&to=1772409600000'],
		[{ to: '2020-01-01' }, 'GET /x?to=1577836800000'],
	])('the period %j is sent', (options, request) => {
		expect(sent(declared, { options })).toBe(request);
	});

	test.each<[IDataObject, string]>([
		[{ from: '2026-01-01', to: '2026-03-03' }, 'to: "To" must be at most 60 days after "From"'],
		[{ from: '2026-01-02', to: '2026-01-01' }, 'to: "To" must not be before "From"'],
		[
			{ from: '2020-01-01' },
			'to: "To" must be at most 60 days after "From" ("To" is now if left out)',
		],
	])('the period %j is refused by the rule for both times', (options, refusal) => {
		expect(sent(declared, { options })).toBe(refusal);
	});
});

const optionalBody = { a: text('A').optional() };

test.each<{
	what: string;
	endpoint: 'GET /x' | 'POST /x' | 'PUT /x' | 'DELETE /x';
	more: object;
	collection: string;
}>([
	{
		what: 'a list',
		endpoint: 'GET /x',
		more: { answers: records(undefined) },
		collection: 'filters',
	},
	{ what: 'a record', endpoint: 'GET /x', more: {}, collection: 'options' },
	{
		what: 'a creation',
		endpoint: 'POST /x',
		more: { body: optionalBody },
		collection: 'additionalFields',
	},
	{
		what: 'a reading POST',
		endpoint: 'POST /x',
		more: { body: optionalBody, effect: 'read' },
		collection: 'options',
	},
	{
		what: 'an update',
		endpoint: 'PUT /x',
		more: { body: optionalBody },
		collection: 'updateFields',
	},
	{ what: 'a deletion', endpoint: 'DELETE /x', more: {}, collection: 'options' },
])(
	'the optional fields of $what ($endpoint) are in $collection',
	({ endpoint, more, collection }) => {
		const declared = operation(endpoint, {
			name: 'X',
			...reported,
			answers: record(undefined),
			...more,
		});
		expect(collectionOf(declared)).toBe(collection);
	},
);

test('the optional fields of a flow are in its options', () => {
	const declared = flow({
		name: 'F',
		...reported,
		fields: {},
		uses: [],
		answers: record(undefined),
		run: () => Promise.resolve([]),
	});
	expect(collectionOf(declared)).toBe('options');
});
