/** What a response says about its list: its records, their number, and where its page begins. */
import {
	countIn,
	numberOfPage,
	recordsOf,
	totalOf,
} from '../../../../nodes/shared/declare/lists/listInResponse';

const answer = (body: unknown, headers: Record<string, string> = {}) => ({
	status: 200,
	headers,
	body,
});

test.each<[unknown, number | undefined]>([
	[0, 0],
	[7, 7],
	['7', 7],
	[' 7 ', 7],
	['', undefined],
	['  ', undefined],
	['seven', undefined],
	[-1, undefined],
	[1.5, undefined],
	[NaN, undefined],
	[true, undefined],
	[null, undefined],
	[undefined, undefined],
	[[7], undefined],
])('the value %j as a number of records is %s', (value, count) => {
	expect(countIn(value)).toBe(count);
});

test.each<[unknown, number]>([
	[{ total: 7 }, 7],
	[{ totalLength: 7 }, 7],
	[{ totalResults: 7 }, 7],
	[{ paging: { total: 7 } }, 7],
	[{ total: 'x', totalLength: '7' }, 7],
	[{ total: 7, totalLength: 8 }, 7],
])('the total is read in any of its forms: %j', (body, total) => {
	expect(totalOf(answer(body))).toBe(total);
});

test.each([[{}], ['text'], [undefined], [[7]], [{ paging: 7 }]])(
	'the body %j has no total',
	(body) => {
		expect(totalOf(answer(body))).toBeUndefined();
	},
);

test('the total of a list inside the body is read only there', () => {
	expect(totalOf(answer({ total: 1, inner: { total: 7 } }), 'inner')).toBe(7);
	expect(totalOf(answer({ inner: { total: 9 } }), 'inner')).toBe(9);
	expect(totalOf(answer({ total: 1 }), 'inner')).toBeUndefined();
});

test('the total is read from a header if the body has none', () => {
	const headers = { 'total-elements': '8' };
	expect(totalOf(answer({}, headers))).toBe(8);
	expect(totalOf(answer({ total: 7 }, headers))).toBe(7);
});

test.each<[unknown, number | undefined]>([
	[{ offset: 3 }, 3],
	[{ paging: { offset: '4' } }, 4],
	[{ offset: 3, paging: { offset: 4 } }, 3],
	[{}, undefined],
	['text', undefined],
	[{ paging: 4 }, undefined],
	[[1], undefined],
	[{ offset: -1 }, undefined],
])('the page of %j begins at %s', (body, position) => {
	expect(numberOfPage(answer(body), undefined, 'offset')).toBe(position);
});

test('the page of a list inside the body begins where that list says', () => {
	expect(numberOfPage(answer({ inner: { offset: 5 } }), 'inner', 'offset')).toBe(5);
});

test.each<{ what: string; body: unknown; found: unknown }>([
	{ what: 'items', body: { results: [4], Resources: [3], data: [2], items: [1] }, found: [1] },
	{ what: 'data', body: { results: [4], Resources: [3], data: [2] }, found: [2] },
	{ what: 'Resources', body: { results: [4], Resources: [3] }, found: [3] },
	{ what: 'results', body: { results: [4] }, found: [4] },
	{ what: 'data', body: { items: 'none', data: [1] }, found: [1] },
])('the records are those of the first list of several, here $what', ({ body, found }) => {
	expect(recordsOf(body)).toEqual(found);
});

test.each<[unknown, unknown]>([
	[{}, undefined],
	[{ totalResults: '0' }, []],
	[{ size: 0 }, []],
	[{ totalResults: 1 }, undefined],
	[{ size: 1, totalResults: 1 }, undefined],
])('the records of %j, which has no list, are %j', (body, found) => {
	expect(recordsOf(body)).toEqual(found);
});
