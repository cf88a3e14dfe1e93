/**
 * Lists that go around: a server that takes no place, or leads back, and shows each page in another
 * order.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { read, some, STYLES, turned } from './readPagesRepeatedStage';

describe.each(Object.keys(STYLES))('the paging style %s', (style) => {
	const full = STYLES[style]!.pages.largest;

	test.each([
		{
			what: 'the same records in another order each time',
			page: (asked: number) => turned(some(full), asked),
			count: full,
		},
		{
			what: 'two pages in turn',
			page: (asked: number) => some(full, (asked % 2) * full),
			count: 2 * full,
		},
		{
			what: 'three pages in turn, in other orders',
			page: (asked: number) => turned(some(full, (asked % 3) * full), asked),
			count: 3 * full,
		},
	])('a list is refused: $what', async ({ page, count }) => {
		for (const key of ['id', undefined])
			for (const limit of [undefined, 10 * full])
				for (const total of [undefined, 3, 1_000_000]) {
					const { failure, asked } = await read(
						style,
						(number) => ({ records: page(number), total }),
						{ key, limit },
					);
					expect(failure).toMatch(
						/^Only part of the list could be read: \d+( of 1000000)? records arrived$/,
					);
					expect(Number(/: (\d+)/.exec(failure!)![1])).toBe(count);
					expect(asked).toBeLessThanOrEqual(2 * (count / full) + 1);
				}
	});

	test('the reading ends, whatever pages arrive', async () => {
		const pool = some(6);
		// One that comes alone may be another with the same values, as long as a total says that more
		// come.
		const page = fc
			.oneof(fc.constant<IDataObject[]>([]), fc.subarray(pool, { minLength: 2 }))
			.chain((records: IDataObject[]) =>
				fc.shuffledSubarray(records, { minLength: records.length }),
			);
		await fc.assert(
			fc.asyncProperty(
				fc.array(page, { minLength: 1, maxLength: 12 }),
				fc.constantFrom('id', undefined),
				fc.option(fc.constantFrom(0, 4, 6, 1_000_000), { nil: undefined }),
				async (pages, key, total) => {
					const { failure } = await read(
						style,
						(number) => ({ records: pages[number % pages.length]!, total }),
						{ key },
					);
					expect(failure).not.toBe('asks without end');
				},
			),
			{ numRuns: 300 },
		);
	});
});

test('a list that grows by several pages while it is read is complete', async () => {
	// Each newer record pushes the others back: from the sixth page on two pages come that were read
	// before.
	const old = some(1_000, 200);
	const all = [...some(200), ...old];
	const { failure, records } = await read(
		'a plain array',
		(asked) => ({
			records:
				asked < 5
					? old.slice(asked * 100, asked * 100 + 100)
					: all.slice(asked * 100, asked * 100 + 100),
		}),
		{ key: 'id' },
	);
	expect(failure).toBeUndefined();
	expect(records).toEqual(old);
});

test('equal rows within the reported total are different records', async () => {
	const { failure, records } = await read('limit and offset', () => ({
		records: Array.from({ length: 100 }, () => ({ rows: 1 })),
		total: 500,
	}));
	expect(failure).toBeUndefined();
	expect(records).toHaveLength(500);
});

test('empty pages without end are refused', async () => {
	const { failure, asked } = await read('log entries', (number) => ({
		records: number === 0 ? some(200) : [],
	}));
	expect(failure).toMatch(/^Only part of the list could be read: 200/);
	expect(asked).toBeLessThan(1_100);
});

test('a log whose filter matches nothing for 900 pages is read to its end', async () => {
	const { failure, records } = await read('log entries', (number) => ({
		records: number === 0 || number === 901 ? some(200, number) : [],
		total: number < 901 ? 1_000_000 : 0,
	}));
	expect(failure).toBeUndefined();
	expect(records).toHaveLength(400);
});
