/**
 * Which fields an operation has, and where each of them is sent.
 */
import { nothing, records } from '../../../../nodes/shared/declare/answers';
import { flow, operation, wholeBody } from '../../../../nodes/shared/declare/define';
import {
	allFields,
	bodyFields,
	inputFields,
	isWholeBody,
} from '../../../../nodes/shared/declare/derived/operationParts';
import { id, integer, text } from '../../../../nodes/shared/declare/fields';
import { limitOffset } from '../../../../nodes/shared/declare/lists/paging';
import { ANY_TEXTS } from '../../../support/anyTexts';

const a = text('A');

const path = { taskId: id('T') };

const paging = limitOffset();

const paged = { limit: integer('L').optional(), offset: integer('O').optional() };

describe('the fields of an operation', () => {
	const op = operation('PUT /x/{taskId}', {
		...ANY_TEXTS,
		path,
		query: { ...paged, q: a },
		body: { b: a, made: a.optional().derived() },
		settings: { s: a.optional() },
		pages: paging,
		answers: records(undefined),
	});

	test('the input fields of an operation are those that a person fills in for its request', () => {
		expect(Object.keys(inputFields(op))).toEqual(['taskId', 'offset', 'q', 'b']);
	});

	test('all fields of an operation include its settings', () => {
		const ofRequest = Object.keys(inputFields(op));
		expect(Object.keys(allFields(op))).toEqual([...ofRequest, 'returnAll', 'limit', 's']);
	});

	test('the body fields of an operation include those that nobody fills in', () => {
		expect(Object.keys(bodyFields(op))).toEqual(['b', 'made']);
	});

	test('a field can be the whole body of an operation', () => {
		const whole = wholeBody('all', a, 'text/plain');
		expect(whole).toEqual({ whole: 'all', field: a, contentType: 'text/plain' });
		const replace = operation('PUT /x', { ...ANY_TEXTS, body: whole, answers: nothing() });
		expect(bodyFields(replace)).toEqual({ all: a });
	});

	test('a whole body is distinguished from the fields of a body, even one called whole', () => {
		expect(isWholeBody(wholeBody('all', a))).toBe(true);
		expect(isWholeBody({ whole: a })).toBe(false);
		expect(isWholeBody({})).toBe(false);
		expect(isWholeBody(undefined)).toBe(false);
	});

	test('an operation without a body has no body fields', () => {
		expect(
			bodyFields(operation('GET /x', { ...ANY_TEXTS, query: { a }, answers: nothing() })),
		).toEqual({});
	});

	test('the fields of a flow are its own', () => {
		const declared = flow({
			...ANY_TEXTS,
			fields: { a },
			settings: { s: a },
			patient: true,
			uses: [],
			answers: nothing(),
			run: async () => await Promise.resolve([]),
		});
		expect(declared).toMatchObject({ kind: 'flow', patient: true, rules: [] });
		expect(inputFields(declared)).toEqual({ a });
		expect(allFields(declared)).toEqual({ a, s: a });
		expect(bodyFields(declared)).toEqual({});
	});
});
