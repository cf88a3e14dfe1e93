/** Pages of a list that changes while it is read, one by one: what they show to be complete, and what not. */
import type { IDataObject } from 'n8n-workflow';

import { Chain } from '../../nodes/shared/trigger/chain';

const list = { key: ({ id }: IDataObject) => String(id), time: ({ at }: IDataObject) => Number(at) };

/** A record's name says its time: "b1" is of time 1. */
const records = (names: string) => names.split(' ').map((id) => ({ id, at: Number(id.slice(1)) }));
const page = (at: number, size: number, names: string, total: number) => ({ at, size, total, records: records(names) });
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
