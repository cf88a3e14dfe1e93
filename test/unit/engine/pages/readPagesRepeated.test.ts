/**
 * Lists that go around: a server that takes no place, or leads back, and shows each page in another
 * order.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
import { logIndex } from '../../../../nodes/records/lists/logPaging';
import { scimList } from '../../../../nodes/records/lists/scimPaging';
import { limitOffset, type Paging } from '../../../../nodes/shared/declare/lists/paging';
import type { Message } from '../../../../nodes/shared/declare/messages';
import type {
	OperationContext,
	RequestOperation,
} from '../../../../nodes/shared/declare/operation';
import type { Input } from '../../../../nodes/shared/declare/runtime/context';
import type { Answer } from '../../../../nodes/shared/declare/runtime/exchange';
import { readPages } from '../../../../nodes/shared/engine/pages/readPages';
import { showing } from '../../../support/messages';
import { stub } from '../../../support/stub';

/** More than any of these lists needs. */
const WITHOUT_END = 3_000;

interface Served {
	records: IDataObject[];
	total?: number;
}

/** How each style says a page. */
const STYLES: Record<
	string,
	{ pages: Paging; say: (served: Served, page: IDataObject) => Partial<Answer> }
> = {
	'limit and offset': {
		pages: limitOffset(),
		say: ({ records, total }) => ({ body: { items: records, total } }),
	},
	'a plain array': { pages: limitOffset(), say: ({ records }) => ({ body: records }) },
	SCIM: {
		pages: scimList(),
		say: ({ records, total }) => ({ body: { Resources: records, totalResults: total } }),
	},
	'totals in headers': {
		pages: pageHeaders,
		say: ({ records, total }) => ({
			body: records,
			...(total === undefined ? {} : { headers: { 'total-elements': String(total) } }),
		}),
	},
	'never the last page': {
		pages: pageHeaders,
		say: ({ records }) => ({ body: records, headers: { 'page-last': 'false' } }),
	},
	'log entries': {
		pages: logIndex,
		say: ({ records, total }, { startIndex }) => ({
			body: {
				data: records,
				nextIndex: Number(startIndex ?? 0) + Math.max(1, records.length),
				totalSize: total ?? 1_000_000,
			},
		}),
	},
};

async function read(
	style: string,
	serve: (asked: number) => Served,
	{ key, limit }: { key?: string; limit?: number } = {},
) {
	const { pages, say } = STYLES[style]!;
	let asked = 0;
	const op = stub<OperationContext<Message>>({
		send: (
			_operation: RequestOperation,
			_input: Input,
			page: IDataObject = {},
		): Promise<Answer> => {
			if (asked++ >= WITHOUT_END) throw new Error('asks without end');
			return Promise.resolve({
				status: 200,
				headers: {},
				body: undefined,
				...say(serve(asked - 1), page),
			});
		},
		...showing(),
	});
	const operation = stub<RequestOperation>({ pages, answers: { kind: 'list', key } });
	const records: IDataObject[] = [];
	const failure = await readPages(
		op,
		{ operation, input: { query: {}, body: {}, settings: {}, path: {}, values: {} }, limit },
		(some) => void records.push(...some),
	).then(
		() => undefined,
		(error: Error) => error.message,
	);
	return { failure, records, asked };
}

const some = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: `r${from + index}` }));

const turned = (records: IDataObject[], by: number) => [
	...records.slice(by % records.length),
	...records.slice(0, by % records.length),
];

describe.each(Object.keys(STYLES))('%s', (style) => {
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
