/** Pages of a list that changes while it is read, one by one: what they show to be complete, and what not. */
import type { IDataObject } from 'n8n-workflow';

import { Chain } from '../../nodes/shared/trigger/chain';

const list = { key: ({ id }: IDataObject) => String(id), time: ({ at }: IDataObject) => Number(at) };

/** A record's name says its time: "b1" is of time 1. */
const records = (names: string) => names.split(' ').map((id) => ({ id, at: Number(id.slice(1)) }));
const page = (at: number, size: number, names: string, total?: number) => ({ at, size, total, records: records(names) });
const ids = (found: IDataObject[]) => found.map(({ id }) => id).sort();

test('a list that is read again is complete only when it has been read as far as before', () => {
	const chain = new Chain(list, 0);
	const oldest = page(3, 3, 'b2 c2 z1', 6);
	expect(chain.add(oldest)).toEqual({ end: 3, fits: true });
	expect(ids(chain.complete().records)).toEqual(['z1']);
	// In another order, so that a2 is not among them.
	expect(chain.add(page(1, 3, 'n3 b2 c2', 6)).fits).toBe(false);
	expect(chain.add(oldest).fits).toBe(true);
	expect(chain.complete().records).toEqual([]);
	const next = page(1, 3, 'n3 a2 b2', 6);
	expect(chain.add(next).fits).toBe(true);
	expect(ids(chain.complete().records)).toEqual(['a2', 'b2', 'c2']);
});

test('records that disappeared are not counted as others that were not read', () => {
	const chain = new Chain(list, 0);
	expect(chain.add(page(4, 2, 'b1 a1', 6)).fits).toBe(true);
	expect(chain.add(page(3, 2, 'c1 b1', 6)).fits).toBe(true);
	// a1 and b1 leave.
	expect(chain.add(page(2, 2, 'd1 c1', 4)).fits).toBe(true);
	expect(chain.add(page(1, 2, 'f1 d1', 4)).fits).toBe(true);
	// In another order, so that e1 is not shown.
	expect(chain.add(page(0, 2, 'f1 d1', 4)).fits).toBe(false);
	expect(chain.add(page(0, 2, 'e1 f1', 4)).fits).toBe(true);
	expect(ids(chain.rest([]))).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1']);
});

test('records of one time are read again as long as that finds new ones, and a dozen times more', () => {
	const chain = new Chain(list, 0);
	const names = Array.from({ length: 20 }, (_, index) => `${String.fromCharCode(97 + index)}1`);
	const shown = (index: number) => page(0, 2, names.slice(index, index + 2).join(' '), 21);
	expect(chain.add(page(19, 2, 'a1 b1', 21))).toEqual({ end: 19, fits: true });
	for (let index = 1; index < 19; index++) expect([index, chain.add(shown(index)).fits]).toEqual([index, false]);
	for (let again = 1; again < 12; again++) expect([again, chain.add(shown(3)).fits]).toEqual([again, false]);
	expect(chain.add(shown(3)).fits).toBe(true);
	// Then it joins the first page, although one more may be missing.
	expect(chain.joins(page(0, 2, 'x1 t1', 30))).toBe(true);
	expect(ids(chain.rest([]))).toEqual(names);
});

test('a record that disappeared is not counted as another when the first page is joined, even if as many were added', () => {
	const chain = new Chain(list, 0);
	const head = page(0, 2, 'f1 e1', 6);
	chain.add(page(4, 2, 'b1 a1', 6));
	// a1 leaves, and later g1 comes: c1 was never shown.
	chain.add(page(3, 2, 'd1 b1', 5));
	chain.add(page(2, 2, 'e1 d1', 6));
	chain.add(page(1, 2, 'g1 e1', 6));
	expect(chain.joins(head)).toBe(false);
	chain.add(page(1, 2, 'c1 e1', 6));
	expect(chain.joins(head)).toBe(true);
});

test('after older records have disappeared, the list is read again from farther away', () => {
	const chain = new Chain(list, 0);
	expect(chain.add(page(5, 2, 'a2 z1', 7))).toEqual({ end: 5, fits: true });
	expect(ids(chain.complete().records)).toEqual(['z1']);
	// z1 leaves: the oldest of those that are held may be the sixth now.
	expect(chain.add(page(0, 3, 'f2 e2 d2', 6))).toEqual({ end: 6, fits: false });
});

test('a complete part is not read again', () => {
	const chain = new Chain(list, 0);
	chain.add(page(5, 2, 'a2 z1', 7));
	expect(ids(chain.complete().records)).toEqual(['z1']);
	expect(chain.add(page(0, 3, 'f2 e2 d2', 7))).toEqual({ end: 6, fits: false });
});

describe('where the platform states no total', () => {
	test('a page must show a record again, and only the next one says that its newest are all there', () => {
		const chain = new Chain(list, 0);
		expect(chain.begun).toBe(false);
		expect(chain.complete()).toEqual({ records: [], reached: undefined });
		expect(chain.add(page(4, 3, 'c2 b2 a1'))).toEqual({ end: 4, fits: true });
		expect(chain.begun).toBe(true);
		const { records: complete, reached } = chain.complete();
		expect([ids(complete), reached]).toEqual([['a1'], 2]);
		// It shows nothing of the page before: what is between is asked for, two pages farther away.
		expect(chain.add(page(1, 3, 'f5 e4 d3'))).toEqual({ end: 7, fits: false });
		expect(chain.complete().records).toEqual([]);
		// The same time is not the same record.
		expect(chain.add(page(2, 3, 'f4 e3 d2'))).toEqual({ end: 8, fits: false });
		expect(chain.add(page(2, 3, 'e4 d3 c2'))).toEqual({ end: 2, fits: true });
		expect(ids(chain.complete().records)).toEqual(['b2', 'c2', 'd3']);
		expect(ids(chain.rest(records('f5')))).toEqual(['e4', 'f5']);
	});

	test('a page that is not full reaches to the end, whatever it shows', () => {
		const chain = new Chain(list, 0);
		chain.add(page(3, 3, 'c2 b2 a1'));
		expect(chain.add(page(1, 3, 'f5 e4'))).toEqual({ end: 1, fits: true });
		expect(chain.add(page(0, 3, 'i8 h7 g6'))).toEqual({ end: 6, fits: false });
	});

	test('an empty page says nothing', () => {
		const chain = new Chain(list, 0);
		expect(chain.add({ at: 3, size: 3, total: undefined, records: [] })).toEqual({ end: 3, fits: true });
		expect(chain.complete()).toEqual({ records: [], reached: Infinity });
		const counted = new Chain(list, 0);
		expect(counted.add({ at: 3, size: 3, total: 3, records: [] })).toEqual({ end: 3, fits: true });
		expect(counted.complete()).toEqual({ records: [], reached: undefined });
		expect(counted.add({ at: 0, size: 3, total: 3, records: [] })).toEqual({ end: 0, fits: true });
		// Nor does it say how many there are.
		const other = new Chain(list, 0);
		other.add(page(4, 2, 'b2 a1', 6));
		other.add({ at: 9, size: 2, total: 6, records: [] });
		expect(other.add(page(3, 2, 'c3 b2', 6)).fits).toBe(true);
	});

	test('the first page must show one of those that are known, if there are any', () => {
		const first = page(2, 2, 'b2 a1');
		expect(new Chain(list, 0, records('d4 c3')).add(first)).toEqual({ end: 6, fits: false });
		expect(new Chain(list, 0, records('d4 b2')).add(first)).toEqual({ end: 2, fits: true });
		expect(new Chain(list, 0).add(first)).toEqual({ end: 2, fits: true });
		// Of a page with a total it is counted instead.
		expect(new Chain(list, 0, records('d4 c3')).add(page(2, 2, 'b2 a1', 4))).toEqual({ end: 2, fits: true });
	});

	test('it joins the first page where that shows a record again, and another', () => {
		const chain = new Chain(list, 0);
		chain.add(page(2, 3, 'c2 b2 a1'));
		expect(chain.joins(page(0, 2, 'e4 d3'))).toBe(false);
		expect(chain.joins(page(0, 2, 'd3 c2'))).toBe(true);
	});
});

describe('where it states one', () => {
	test('between pages of one time there is nothing, between others there may be', () => {
		const chain = new Chain(list, 0);
		expect(chain.add(page(4, 2, 'b2 a1', 6))).toEqual({ end: 4, fits: true });
		expect(chain.add(page(2, 2, 'f4 e4', 6))).toEqual({ end: 6, fits: false });
		// As they may be in another order.
		expect(chain.add(page(2, 2, 'd3 c2', 6)).fits).toBe(true);
		expect(ids(chain.complete().records)).toEqual(['a1', 'b2', 'c2']);
	});

	test('a page that is not full says how many more there are', () => {
		const chain = new Chain(list, 0);
		// There are six records, although the platform says four.
		expect(chain.add(page(4, 3, 'b2 a1', 4))).toEqual({ end: 4, fits: true });
		expect(chain.add(page(2, 3, 'd3 c2 b2', 4))).toEqual({ end: 2, fits: true });
		const head = page(0, 3, 'f5 e4 d3', 4);
		expect(chain.joins(head)).toBe(true);
		expect(chain.joins(page(0, 3, 'f5 d3', 4))).toBe(false);
	});

	test('a first page that does not reach to the end is read again from there', () => {
		const chain = new Chain(list, 1);
		expect(chain.add(page(2, 2, 'b2 a1', 6))).toEqual({ end: 7, fits: false });
		expect(chain.begun).toBe(false);
		expect(chain.add(page(5, 2, 'b2 a1', 6))).toEqual({ end: 5, fits: true });
	});

	test('a first page that is known whole joins nothing', () => {
		const chain = new Chain(list, 0);
		chain.add(page(0, 3, 'c2 b2 a1', 3));
		expect(chain.joins(page(0, 2, 'e4 d3', 3))).toBe(false);
		expect(chain.joins(page(0, 2, 'c2 b2', 3))).toBe(true);
	});
});

test('a first page that is newer than those after it says how many there were', () => {
	const chain = new Chain(list, 0);
	chain.add(page(4, 2, 'b2 a1', 6));
	chain.add(page(3, 2, 'c3 b2', 6));
	chain.add(page(2, 2, 'd4 c3', 6));
	expect(chain.joins(page(0, 2, 'e5 d4', 5))).toBe(false);
	expect(chain.joins(page(0, 3, 'f6 e5 d4', 6))).toBe(true);
	expect(chain.joins(page(0, 3, 'f6 e5 d4', 7))).toBe(false);
});

test('a list of which forty pages do not fit changes too fast', () => {
	const chain = new Chain(list, 0);
	chain.add(page(4, 2, 'b2 a1', 6));
	for (let misfit = 0; misfit < 40; misfit++) {
		expect(chain.add(page(2, 2, 'f4 e4', 6)).fits).toBe(false);
		expect(chain.isHopeless).toBe(false);
	}
	chain.add(page(2, 2, 'f4 e4', 6));
	expect(chain.isHopeless).toBe(true);
	const grows = new Chain(list, 0);
	for (let misfit = 0; misfit <= 40; misfit++) expect([misfit, grows.isHopeless, grows.add(page(2, 2, 'b2 a1', 6)).fits]).toEqual([misfit, false, false]);
	expect(grows.isHopeless).toBe(true);
});
