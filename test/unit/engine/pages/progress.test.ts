/**
 * What counts as read before, page by page and record by record; whole lists are in
 * readPagesRepeated.test.ts.
 */
import type { IDataObject } from 'n8n-workflow';

import {
	markOf,
	RepetitionGuard,
	repetitionOf,
	SeenRecords,
} from '../../../../nodes/shared/engine/pages/progress';

test('a record is identified by its key, or else by all of it', () => {
	const record = { id: 7, name: 'x' };
	expect([markOf(record, 'id'), markOf(record, 'name'), markOf({ id: { of: 1 } }, 'id')]).toEqual([
		7,
		'x',
		'{"of":1}',
	]);
	expect([
		markOf(record, 'other'),
		markOf({ id: null, name: 'x' }, 'id'),
		markOf(record, undefined),
	]).toEqual([JSON.stringify(record), '{"id":null,"name":"x"}', JSON.stringify(record)]);
	expect(markOf({ undefined: 1, name: 'x' }, undefined)).toBe('{"undefined":1,"name":"x"}');
	// A list may have holes.
	const [hole] = JSON.parse('[null]') as IDataObject[];
	expect([markOf(hole!, 'id'), markOf(hole!, undefined)]).toEqual(['null', 'null']);
});

/** The keys or texts of the records of two pages, one after the other. */
interface PagesInTurn {
	what: string;
	before: string[] | undefined;
	now: string[];
	keyed: boolean;
	size: number;
}

test.each<PagesInTurn>([
	{
		what: 'the same',
		before: ['a', 'b'],
		now: ['a', 'b'],
		keyed: true,
		size: 2,
	},
	{
		what: 'the same in another order',
		before: ['a', 'b'],
		now: ['b', 'a'],
		keyed: true,
		size: 2,
	},
	{
		what: 'different ones without a key',
		before: ['a', 'b'],
		now: ['b', 'a'],
		keyed: false,
		size: 2,
	},
	{
		what: 'different ones without a key, more than were asked for',
		before: ['a', 'b'],
		now: ['a', 'b'],
		keyed: false,
		size: 1,
	},
	{
		what: 'one without a key, of several that were asked for',
		before: ['a'],
		now: ['a'],
		keyed: false,
		size: 2,
	},
])('a page certainly repeats the previous one: $what', ({ before, now, keyed, size }) => {
	expect(repetitionOf(before, now, keyed, size)).toBe('certainly');
});

test.each<PagesInTurn>([
	{
		what: 'equal ones without a key',
		before: ['a', 'a'],
		now: ['a', 'a'],
		keyed: false,
		size: 2,
	},
	{
		what: 'one without a key',
		before: ['a'],
		now: ['a'],
		keyed: false,
		size: 1,
	},
])('a page perhaps repeats the previous one: $what', ({ before, now, keyed, size }) => {
	expect(repetitionOf(before, now, keyed, size)).toBe('perhaps');
});

test.each<PagesInTurn>([
	{
		what: 'the first page',
		before: undefined,
		now: ['a'],
		keyed: true,
		size: 2,
	},
	{ what: 'two empty pages', before: [], now: [], keyed: true, size: 2 },
	{ what: 'others', before: ['a', 'b'], now: ['c', 'd'], keyed: true, size: 2 },
	{
		what: 'another last one',
		before: ['a', 'b', 'c'],
		now: ['a', 'b', 'd'],
		keyed: true,
		size: 3,
	},
	{
		what: 'another first one',
		before: ['a', 'b', 'c'],
		now: ['d', 'b', 'c'],
		keyed: true,
		size: 3,
	},
	{
		what: 'one fewer',
		before: ['a', 'b', 'b'],
		now: ['a', 'b'],
		keyed: true,
		size: 3,
	},
	{
		what: 'only some of them, several times',
		before: ['a', 'b', 'b'],
		now: ['a', 'a', 'a'],
		keyed: true,
		size: 3,
	},
])('a page does not repeat the previous one: $what', ({ before, now, keyed, size }) => {
	expect(repetitionOf(before, now, keyed, size)).toBeUndefined();
});

/** What was new, and whether reading on would bring nothing, after each page. */
function after(
	keyed: boolean,
	...pages: Array<[marks: string, fresh: number, isAnnounced?: boolean]>
) {
	const progress = new RepetitionGuard(keyed);
	expect([progress.newCount, progress.isStuck]).toEqual([0, false]);
	return pages.map(([marks, fresh, isAnnounced = false]) => {
		progress.notePage(marks === '' ? [] : marks.split(' '), fresh, isAnnounced);
		return [progress.newCount, progress.isStuck];
	});
}

describe('progress', () => {
	test('reading ends when as many records with a key were repeated as were new', () => {
		expect(after(true, ['a b', 2], ['a', 0], ['b', 0])).toEqual([
			[2, false],
			[2, false],
			[2, true],
		]);
		expect(after(true, ['a b', 2], ['a', 0], ['b c', 1], ['a', 0], ['b c', 0])).toEqual([
			[2, false],
			[2, false],
			[3, false],
			[3, false],
			[3, true],
		]);
	});

	test('reading ends when whole pages of records without a key are repeated, in any order', () => {
		expect(after(false, ['a b', 2], ['b a', 2])).toEqual([
			[2, false],
			[2, true],
		]);
		expect(after(false, ['a b', 2], ['a c', 2], ['a b', 2], ['c a', 2])).toEqual([
			[2, false],
			[4, false],
			[4, false],
			[4, true],
		]);
		expect(after(false, ['ab c', 2], ['a bc', 2])).toEqual([
			[2, false],
			[4, false],
		]);
		expect(after(false, ['a', 1], ['a', 1])).toEqual([
			[1, false],
			[1, true],
		]);
		expect(after(false, ['a a', 2], ['a a', 2])).toEqual([
			[2, false],
			[2, true],
		]);
	});

	test('reading does not end with equal rows while a total announces more', () => {
		expect(
			after(false, ['a', 1, true], ['a', 1, true], ['a a', 2, true], ['a a', 2, true]),
		).toEqual([
			[1, false],
			[2, false],
			[4, false],
			[6, false],
		]);
		expect(after(false, ['a b', 2, true], ['b a', 2, true])).toEqual([
			[2, false],
			[2, true],
		]);
	});

	test('reading ends after a thousand empty pages in a row', () => {
		for (const keyed of [true, false]) {
			const empty = (count: number) =>
				Array.from({ length: count }, (): [string, number] => ['', 0]);
			expect(after(keyed, ...empty(999)).at(-1)).toEqual([0, false]);
			expect(after(keyed, ...empty(1_000)).at(-1)).toEqual([0, true]);
			expect(after(keyed, ...empty(999), ['a', 1], ...empty(999)).at(-1)).toEqual([1, false]);
			expect(after(keyed, ['a', 1], ...empty(1_000)).at(-1)).toEqual([1, true]);
		}
	});
});

test('records that have been read are known for two generations', () => {
	const read = new SeenRecords(2);
	const reading = (...keys: unknown[]) =>
		keys.map((key) => (read.isFirst(key) ? key : `${String(key)} again`));
	expect(reading('a', 'a', 'b', 'c', 'a', 'b', 'd')).toEqual([
		'a',
		'a again',
		'b',
		'c',
		'a again',
		'b again',
		'd',
	]);
	// With the next one the first two are forgotten.
	expect(reading('e', 'c', 'd', 'e', 'a')).toEqual(['e', 'c again', 'd again', 'e again', 'a']);
	// What has no key is never known.
	expect(reading(undefined, undefined, null, null)).toEqual([undefined, undefined, null, null]);
	expect(reading(0, 0, '', '')).toEqual([0, '0 again', '', ' again']);
});
