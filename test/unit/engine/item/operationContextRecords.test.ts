/**
 * The lists and records that an operation reads and changes for its item.
 */
import { record, records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { integer, text } from '../../../../nodes/shared/declare/fields';
import { limitOffset } from '../../../../nodes/shared/declare/lists/paging';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { type Sent } from '../../../support/fakeNode';
import { calling, get, input, ofThing, path, time } from './operationContextStage';

describe('a list', () => {
	const getMany = operation('GET /things', {
		...ANY_TEXTS,
		query: {
			q: text('Q').optional(),
			limit: integer('L').optional(),
			offset: integer('O').optional(),
		},
		pages: limitOffset({ largest: 2 }),
		answers: records(undefined),
	});
	const replies = ({ url }: Sent) => {
		const offset = Number(/offset=(\d+)/.exec(url)?.[1] ?? 0);
		return {
			body: {
				items: [1, 2].map((add) => ({ id: offset + add })).filter(({ id }) => id <= 5),
				total: 5,
			},
		};
	};

	test('a list is read completely, or up to the requested number', async () => {
		const { done, sent } = await calling(
			async (op) => [await op.list(getMany, { q: 'x' }), await op.list(getMany, {}, 3)],
			{ replies },
		);
		expect(done).toEqual([
			[1, 2, 3, 4, 5].map((each) => ({ id: each })),
			[1, 2, 3].map((each) => ({ id: each })),
		]);
		expect(sent.slice(0, 3).map(({ url }) => url)).toEqual([
			'/things?q=x&limit=2',
			'/things?q=x&limit=2&offset=2',
			'/things?q=x&limit=2&offset=4',
		]);
	});

	test('op.request makes outputs of the response to its request', async () => {
		const { done } = await calling(async (op) => await op.request(get, ofThing('a')), {
			replies: () => ({ body: { a: 1 } }),
		});
		expect(done).toEqual([{ json: { a: 1 } }]);
	});

	test('op.outputs makes outputs of a given response', async () => {
		const { done } = await calling(
			async (op) =>
				await Promise.resolve(
					op.outputs(get, input(), { status: 200, headers: {}, body: { b: 1 } }),
				),
		);
		expect(done).toEqual([{ json: { b: 1 } }]);
	});
});

describe('a record', () => {
	const put = operation('PUT /things/{thingId}', {
		...ANY_TEXTS,
		path,
		body: { name: text('N').optional(), size: integer('S').optional() },
		readFirst: { get, keep: { name: 'always' } },
		answers: record(undefined),
	});

	test('a record is read, checked, completed and written', async () => {
		const checked: unknown[] = [];
		const { done, sent } = await calling(
			async (op) =>
				await op.update(
					put,
					{ thingId: 'a', size: 3 },
					(_call, { present, body }) => void checked.push(present, body),
				),
			{
				replies: ({ method }) => ({
					body: method === 'GET' ? { id: 'a', name: 'old' } : { id: 'a', written: true },
				}),
			},
		);
		expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
			['GET', '/things/a', undefined],
			['PUT', '/things/a', '{"name":"old","size":3}'],
		]);
		expect([done, checked]).toEqual([
			[{ json: { id: 'a', written: true } }],
			[
				{ id: 'a', name: 'old' },
				{ name: 'old', size: 3 },
			],
		]);
		// The whole change holds the record.
		const both = await calling(
			async (op) => await op.update(put, { thingId: 'b', size: op.itemIndex }),
			{ items: [{ json: {} }, { json: {} }], replies: () => ({ body: { id: 'b', name: 'old' } }) },
		);
		expect(both.sent.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'PUT']);
	});

	test('a record without its required fields is refused', async () => {
		const reading = async (must?: string[]) =>
			await calling(async (op) => await op.readRecord(get, { thingId: 'a' }, must), {
				replies: () => ({ body: { id: 'a' } }),
			});
		expect((await reading()).done).toEqual({ id: 'a' });
		expect((await reading(['name'])).failed).toMatchObject({
			message: expect.stringContaining('it has no name') as string,
		});
	});

	test('a record is used by one item at a time', async () => {
		const log: string[] = [];
		const worked = async (thingOf: (item: number) => string) => {
			log.length = 0;
			await calling(
				async (op) =>
					await op.withRecordLock(put, { thingId: thingOf(op.itemIndex) }, async () => {
						log.push(`${op.itemIndex} begins`);
						await time.sleep(10);
						log.push(`${op.itemIndex} ends`);
					}),
				{ items: [{ json: {} }, { json: {} }] },
			);
			return [...log];
		};
		expect(await worked(() => 'a')).toEqual(['0 begins', '0 ends', '1 begins', '1 ends']);
		expect(await worked(String)).toEqual(['0 begins', '1 begins', '0 ends', '1 ends']);
	});
});
