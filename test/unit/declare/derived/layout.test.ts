/** Where the fields of an operation stand in n8n, and what the collection of them is called. */
import { nothing, record, records } from '../../../../nodes/shared/declare/answers';
import { flow, operation, wholeBody } from '../../../../nodes/shared/declare/define';
import {
	collectionOf,
	isInCollection,
	isTopLevel,
	jsonTwin,
	labelOfJson,
} from '../../../../nodes/shared/declare/derived/layout';
import { purposeOf } from '../../../../nodes/shared/declare/derived/purpose';
import { boolean, object, text } from '../../../../nodes/shared/declare/fields';
import type { FlowOperation, RequestOperation } from '../../../../nodes/shared/declare/operation';
import { ANY_TEXTS } from '../../../support/anyTexts';

const a = text('A');

const optional = a.optional();
test.each<[string, string, RequestOperation | FlowOperation]>([
	[
		'a GET of a list',
		'filters',
		operation('GET /x', { ...ANY_TEXTS, query: { optional }, answers: records(undefined) }),
	],
	[
		'a GET of a record',
		'options',
		operation('GET /x', { ...ANY_TEXTS, query: { optional }, answers: record(undefined) }),
	],
	[
		'a POST whose body is one field',
		'options',
		operation('POST /x', {
			...ANY_TEXTS,
			query: { optional },
			body: wholeBody('all', a),
			answers: record(undefined),
		}),
	],
	[
		'a POST that creates',
		'additionalFields',
		operation('POST /x', { ...ANY_TEXTS, body: { optional }, answers: record(undefined) }),
	],
	[
		'a POST without a body',
		'options',
		operation('POST /x', { ...ANY_TEXTS, query: { optional }, answers: record(undefined) }),
	],
	[
		'a POST that only reads',
		'options',
		operation('POST /x', {
			...ANY_TEXTS,
			effect: 'read',
			body: { optional },
			answers: record(undefined),
		}),
	],
	[
		'a PUT',
		'updateFields',
		operation('PUT /x', { ...ANY_TEXTS, body: { optional }, answers: record(undefined) }),
	],
	[
		'a PATCH',
		'updateFields',
		operation('PATCH /x', { ...ANY_TEXTS, body: { optional }, answers: record(undefined) }),
	],
	[
		'a PUT with an optional setting',
		'updateFields',
		operation('PUT /x', {
			...ANY_TEXTS,
			body: { optional },
			settings: { how: optional },
			answers: record(undefined),
		}),
	],
	[
		'a PUT whose fields are all required',
		'updateFields',
		operation('PUT /x', { ...ANY_TEXTS, body: { a }, answers: record(undefined) }),
	],
	[
		'a PUT with a setting that starts with a value',
		'updateFields',
		operation('PUT /x', {
			...ANY_TEXTS,
			body: { a },
			settings: { how: boolean('H').initial(true) },
			answers: record(undefined),
		}),
	],
	[
		'a PUT whose only optional field is a setting',
		'options',
		operation('PUT /x', {
			...ANY_TEXTS,
			body: { a },
			settings: { how: optional },
			answers: record(undefined),
		}),
	],
	[
		'a DELETE',
		'options',
		operation('DELETE /x', { ...ANY_TEXTS, query: { optional }, answers: nothing() }),
	],
	[
		'a flow',
		'options',
		flow({
			...ANY_TEXTS,
			fields: { optional },
			uses: [],
			answers: records(undefined),
			run: async () => await Promise.resolve([]),
		}),
	],
	[
		'a flow that declares its collection',
		'filters',
		flow({
			...ANY_TEXTS,
			fields: { optional },
			optionalAs: 'filters',
			uses: [],
			answers: nothing(),
			run: async () => await Promise.resolve([]),
		}),
	],
])('the optional fields of %s are in %s', (_what, collection, of) => {
	expect(collectionOf(of)).toBe(collection);
});

const form = object('F', { a });
const startsOff = boolean('B').initial(false);
const startsBlank = optional.initial('');

test.each([
	{ kind: 'a required field', field: a },
	{ kind: 'a field that starts with a value', field: startsOff },
	{ kind: 'an optional field that starts blank', field: startsBlank },
	{ kind: 'an optional field that is declared `onTop`', field: optional.onTop() },
])('$kind is shown directly', ({ field }) => {
	expect(isTopLevel(field)).toBe(true);
});

test.each([
	{ kind: 'an optional field', field: optional },
	{ kind: 'an optional form', field: form.optional() },
])('$kind is not shown directly', ({ field }) => {
	expect(isTopLevel(field)).toBe(false);
});

test.each([
	{ kind: 'the JSON of a form', field: form },
	{ kind: 'the JSON of an optional form', field: form.optional() },
	{ kind: 'the JSON of an optional form that is shown directly', field: form.optional().onTop() },
	{ kind: 'an optional field', field: optional },
])('$kind is in the collection', ({ field }) => {
	expect(isInCollection(field)).toBe(true);
});

test.each([
	{ kind: 'a field that starts with a value', field: startsOff },
	{ kind: 'an optional field that starts blank', field: startsBlank },
])('$kind is not in the collection', ({ field }) => {
	expect(isInCollection(field)).toBe(false);
});

test('the JSON of a form has the name and the label of the form', () => {
	expect(jsonTwin('a')).toBe('aJson');
	expect(labelOfJson('a', form)).toBe('A (JSON)');
});

test('a POST that can be repeated has the same collection and blanks as one that cannot', () => {
	const posted = (facts: { effect?: 'write' | 'start'; creates?: boolean }) => {
		const posting = operation('POST /things', {
			...ANY_TEXTS,
			body: { name: text('Name').optional() },
			answers: nothing(),
			...facts,
		});
		return { collection: collectionOf(posting), blank: purposeOf(posting, 'name') };
	};
	const creation = { collection: 'additionalFields', blank: 'describes' };
	expect(posted({ effect: 'write' })).toEqual(creation);
	expect(posted({ effect: 'start' })).toEqual(creation);
	expect(posted({ creates: false })).toEqual({ collection: 'options', blank: 'selects' });
});
