/**
 * What becomes of one answer: items for the next node, a file, or what was done where the platform
 * says nothing.
 */
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { text } from '../../../../nodes/shared/declare/kinds/text';
import type { Input } from '../../../../nodes/shared/declare/runtime/context';
import {
	doneRecord,
	fileOf,
	inReadableOrder,
	outputOf,
	paired,
	simplify,
} from '../../../../nodes/shared/engine/output/output';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { stub } from '../../../support/stub';

const path = { taskId: text('ID of the task') };
const get = operation('GET /x/{taskId}', { ...ANY_TEXTS, path, answers: record(undefined) });
const given = (more: Partial<Input> = {}) =>
	stub<Input>({ path: { taskId: '7' }, values: { taskId: '7' }, settings: {}, ...more });
const answer = (body: unknown, headers: Record<string, string> = {}) => ({
	status: 200,
	headers,
	body,
});
const jsons = (body: unknown, input = given()) =>
	outputOf(get, input, answer(body)).map(({ json }) => json);

test.each([
	{ what: 'a record is one item', body: { id: 1 }, items: [{ id: 1 }] },
	{
		what: 'a list is an item for each entry',
		body: [{ id: 1 }, 'two'],
		items: [{ id: 1 }, { value: 'two' }],
	},
	{ what: 'a text is an item with a value', body: 'done', items: [{ value: 'done' }] },
	{ what: 'an empty list is no item', body: [], items: [] },
])('$what', ({ body, items }) => {
	expect(jsons(body)).toEqual(items);
});

test('an output without a response says what was done to which record', () => {
	for (const body of [undefined, null, ''])
		expect(jsons(body)).toEqual([{ success: true, taskId: '7' }]);
	const remove = operation('DELETE /x/{taskId}', { ...ANY_TEXTS, path, answers: nothing() });
	expect(outputOf(remove, given(), answer({ any: 1 }))).toEqual([
		{ json: { deleted: true, taskId: '7' } },
	]);
	expect(doneRecord(operation('POST /x', { ...ANY_TEXTS, answers: nothing() }), given())).toEqual({
		success: true,
	});
});

describe('a record with more than its most useful fields', () => {
	const full = {
		id: 1,
		at: 1_774_944_000_000,
		until: '1774944000000',
		short: 123,
		size: 1_774_944_000_000,
		more: true,
	};
	const answers = {
		...get.answers,
		simple: ['id', 'at', 'until', 'short', 'size'],
		times: ['at', 'until', 'short'],
	};

	test('Simplify keeps the most useful fields with readable times', () => {
		const input = given({ settings: { simplify: true } });
		const shown = inReadableOrder(
			{ ...get, answers },
			input,
		)({ json: simplify(answers, input, full) });
		expect(shown.json).toEqual({
			id: 1,
			at: '2026-03-31T08:00:00.000Z',
			until: '2026-03-31T08:00:00.000Z',
			short: 123,
			size: 1_774_944_000_000,
		});
	});

	test.each([{}, { simplify: false }, { simplify: 'yes' }])(
		'the settings %j change nothing',
		(settings) => {
			expect(simplify(answers, given({ settings }), full)).toBe(full);
		},
	);
});

test('an operation can define its output', () => {
	const own = {
		...get,
		answers: {
			...get.answers,
			output: ({ status }: { status: number }, values: object) => ({ status, ...values }),
		},
	};
	expect(outputOf(own, given(), answer({ any: 1 }))).toEqual([
		{ json: { status: 200, taskId: '7' } },
	]);
});

describe('Simplify', () => {
	const simple = { ...get, answers: { ...get.answers, simple: ['id', 'at'], times: ['at'] } };
	const input = given({ settings: { simplify: true } });
	const shown = (body: unknown) =>
		outputOf(simple, input, answer(body))
			.map(inReadableOrder(simple, input))
			.map(({ json }) => json);

	test('a record has only its most useful fields', () => {
		expect(shown({ id: 1, at: '2026-03-31', more: 1 })).toEqual([{ id: 1, at: '2026-03-31' }]);
	});

	test.each([
		{ at: 100_000_000_000, iso: '1973-03-03T09:46:40.000Z' },
		{ at: '999999999999999', iso: '+033658-09-27T01:46:39.999Z' },
	])('milliseconds such as $at are shown as $iso', ({ at, iso }) => {
		expect(shown({ at })).toEqual([{ at: iso }]);
	});

	test.each([99_999_999_999, '2026-03-31', '1000000000000000', 'x1774944000000', '1774944000000x'])(
		'%j is not taken for milliseconds',
		(at) => {
			expect(shown({ at })).toEqual([{ at }]);
		},
	);

	test('each record of a list is simplified', () => {
		expect(
			shown([
				{ id: 1, more: 1 },
				{ id: 2, more: 2 },
			]),
		).toEqual([{ id: 1 }, { id: 2 }]);
	});

	test('a time that the operation does not declare is not changed', () => {
		expect(
			simplify({ ...get.answers, simple: ['id', 'at'] }, input, { id: 1, at: 1_774_944_000_000 }),
		).toEqual({ id: 1, at: 1_774_944_000_000 });
	});
});

test('an output of what was done has the IDs under the names of the fields', () => {
	const renamed = operation('PUT /x/{id}', {
		...ANY_TEXTS,
		path: { id: text('ID').wireName('taskId') },
		answers: nothing(),
	});
	expect(doneRecord(renamed, given())).toEqual({ success: true, id: '7' });
});

test('each output is linked to its item', () => {
	expect(paired([{ json: { id: 1 } }, { json: { id: 2 } }], 3)).toEqual(
		[1, 2].map((id) => ({ json: { id }, pairedItem: { item: 3 } })),
	);
	// n8n saves what is one object once.
	const [one, other] = paired([{ json: { id: 1 } }, { json: { id: 2 } }], 3);
	expect(one!.pairedItem).toBe(other!.pairedItem);
});

describe('a file', () => {
	const binary = async (data: Buffer, fileName: string, mimeType: string) =>
		await Promise.resolve({ data: data.toString(), fileName, mimeType } as IBinaryData);
	const fileFrom = async (body: unknown, headers: Record<string, string> = {}, answers = {}) =>
		await fileOf(
			{ path, answers: { kind: 'file', ...answers } },
			given({ settings: { binaryPropertyName: 'log' } }),
			answer(body, headers),
			binary,
		);

	test('a file has the name and type that the platform gives', async () => {
		expect(
			await fileFrom(Buffer.from('lines'), {
				'content-disposition': 'attachment; filename=run.log',
				'content-type': ' text/plain ; charset=utf-8',
			}),
		).toEqual({
			json: { taskId: '7', fileName: 'run.log', mimeType: 'text/plain', size: 5 },
			binary: { log: { data: 'lines', fileName: 'run.log', mimeType: 'text/plain' } },
		});
	});

	test('an empty file without a name or type has the default ones', async () => {
		expect((await fileFrom(undefined)).json).toEqual({
			taskId: '7',
			fileName: 'data',
			mimeType: 'application/octet-stream',
			size: 0,
		});
	});

	test('the size of a file is that of its bytes', async () => {
		expect((await fileFrom('é', {}, { fileName: 'own.zip' })).json).toMatchObject({
			fileName: 'own.zip',
			size: 2,
		});
	});
});

test('times in outputs are in ISO 8601, except for raw records', () => {
	const outputWith = (settings: IDataObject, values = {}) =>
		inReadableOrder(
			{ ...get, answers: { ...get.answers, times: ['at', 'asText', 'absent', 'odd'] } },
			given({ settings, values }),
		)({ json: { id: 1774944000000, at: 1774944000000, asText: '1774944001000', odd: 'today' } })
			.json;
	const readableTimes = {
		id: 1774944000000,
		at: '2026-03-31T08:00:00.000Z',
		asText: '2026-03-31T08:00:01.000Z',
		odd: 'today',
	};
	expect(outputWith({})).toEqual(readableTimes);
	expect(outputWith({ simplify: true })).toEqual(readableTimes);
	expect(outputWith({ simplify: false })).toMatchObject({
		at: 1774944000000,
		asText: '1774944001000',
	});
	expect(outputWith({}, { simplify: false })).toMatchObject({ at: 1774944000000 });
});

test('outputs are in reading order, except for raw records', () => {
	const keys = (settings: IDataObject, values = {}) =>
		Object.keys(
			inReadableOrder(
				{ ...get, answers: { ...get.answers, leads: ['b'] } },
				given({ settings, values }),
			)({ json: { id: 1, a: 2, status: 3, b: 4 } }).json,
		).join();
	expect(keys({})).toBe('b,status,a,id');
	expect(keys({ simplify: true })).toBe('b,status,a,id');
	expect(keys({ simplify: false })).toBe('id,a,status,b');
	expect(keys({}, { simplify: false })).toBe('id,a,status,b');
});
