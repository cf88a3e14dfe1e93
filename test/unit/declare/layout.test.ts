/** Where the fields of an operation stand in n8n, and what the collection of them is called. */
import { nothing, record, records } from '../../../nodes/shared/declare/answers';
import { flow, operation, wholeBody } from '../../../nodes/shared/declare/define';
import { boolean, object, text } from '../../../nodes/shared/declare/fields';
import {
	collectionOf,
	isInCollection,
	isTopLevel,
	jsonTwin,
	labelOfJson,
} from '../../../nodes/shared/declare/layout';
import type { FlowOperation, RequestOperation } from '../../../nodes/shared/declare/operation';
import { purposeOf } from '../../../nodes/shared/declare/purpose';
import { ANY_TEXTS } from '../../support/anyTexts';

const a = text('A');

const optional = a.optional();
test.each<[string, RequestOperation | FlowOperation]>([
	[
		'filters',
		operation('GET /x', { ...ANY_TEXTS, query: { optional }, answers: records(undefined) }),
	],
	[
		'options',
		operation('GET /x', { ...ANY_TEXTS, query: { optional }, answers: record(undefined) }),
	],
	[
		'options',
		operation('POST /x', {
			...ANY_TEXTS,
			query: { optional },
			body: wholeBody('all', a),
			answers: record(undefined),
		}),
	],
	[
		'additionalFields',
		operation('POST /x', { ...ANY_TEXTS, body: { optional }, answers: record(undefined) }),
	],
	[
		'options',
		operation('POST /x', { ...ANY_TEXTS, query: { optional }, answers: record(undefined) }),
	],
	[
		'options',
		operation('POST /x', {
			...ANY_TEXTS,
			effect: 'read',
			body: { optional },
			answers: record(undefined),
		}),
	],
	[
		'updateFields',
		operation('PUT /x', { ...ANY_TEXTS, body: { optional }, answers: record(undefined) }),
	],
	[
		'updateFields',
		operation('PATCH /x', { ...ANY_TEXTS, body: { optional }, answers: record(undefined) }),
	],
	[
		'updateFields',
		operation('PUT /x', {
			...ANY_TEXTS,
			body: { optional },
			settings: { how: optional },
			answers: record(undefined),
		}),
	],
	['updateFields', operation('PUT /x', { ...ANY_TEXTS, body: { a }, answers: record(undefined) })],
	[
		'updateFields',
		operation('PUT /x', {
			...ANY_TEXTS,
			body: { a },
			settings: { how: boolean('H').initial(true) },
			answers: record(undefined),
		}),
	],
	[
		'options',
		operation('PUT /x', {
			...ANY_TEXTS,
			body: { a },
			settings: { how: optional },
			answers: record(undefined),
		}),
	],
	['options', operation('DELETE /x', { ...ANY_TEXTS, query: { optional }, answers: nothing() })],
	[
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
])('optional fields are in %s', (collection, of) => {
	expect(collectionOf(of)).toBe(collection);
});

const form = object('F', { a });
const startsOff = boolean('B').initial(false);
const startsBlank = optional.initial('');

test.each([
	{ kind: 'a required field', field: a, onTop: true },
	{ kind: 'an optional field', field: optional, onTop: false },
	{ kind: 'a field that starts with a value', field: startsOff, onTop: true },
	{ kind: 'an optional field that starts blank', field: startsBlank, onTop: true },
	{ kind: 'an optional field that is declared to', field: optional.onTop(), onTop: true },
	{ kind: 'an optional form', field: form.optional(), onTop: false },
])('$kind is on top: $onTop', ({ field, onTop }) => {
	expect(isTopLevel(field)).toBe(onTop);
});

test.each([
	{ kind: 'the JSON of a form', field: form, inCollection: true },
	{ kind: 'the JSON of an optional form', field: form.optional(), inCollection: true },
	{
		kind: 'the JSON of an optional form on top',
		field: form.optional().onTop(),
		inCollection: true,
	},
	{ kind: 'an optional field', field: optional, inCollection: true },
	{ kind: 'a field that starts with a value', field: startsOff, inCollection: false },
	{ kind: 'an optional field that starts blank', field: startsBlank, inCollection: false },
])('$kind is in the collection: $inCollection', ({ field, inCollection }) => {
	expect(isInCollection(field)).toBe(inCollection);
});

test('the JSON of a form has the name and the label of the form', () => {
	expect(jsonTwin('a')).toBe('aJson');
	expect(labelOfJson('a', form)).toBe('A (JSON)');
});

test('a POST that can be repeated has the same collection and blanks as one that cannot', () => {
	const posted = (facts: { effect?: 'write' | 'once'; creates?: boolean }) => {
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
	expect(posted({ effect: 'once' })).toEqual(creation);
	expect(posted({ creates: false })).toEqual({ collection: 'options', blank: 'selects' });
});
