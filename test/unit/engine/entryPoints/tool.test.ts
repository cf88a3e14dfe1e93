/**
 * The items of a tool, as n8n's declarative engine hands them over one by one: which of them are
 * one run, and when an error is thrown.
 */

import { type INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { getEventListeners } from 'node:events';

import { record, records } from '../../../../nodes/shared/declare/answers';
import { operation, resource } from '../../../../nodes/shared/declare/define';
import { id, text } from '../../../../nodes/shared/declare/fields';
import { paginate } from '../../../../nodes/shared/engine/entryPoints/tool';
import { clock } from '../../../../nodes/shared/support/time/clock';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { fakeNode } from '../../../support/fakeNode';
import { simulatedTimeForEach } from '../../../support/time';

const time = simulatedTimeForEach();
let began: number;
beforeEach(() => {
	began = time.elapsed();
});

const get = operation('GET /things/{thingId}', {
	...ANY_TEXTS,
	path: { thingId: id('T').pick({ noun: 'thing', method: 'm', byName: false, example: 'e' }) },
	answers: record(undefined),
});
const start = operation('POST /things/{thingId}', {
	...ANY_TEXTS,
	action: 'Start a thing',
	path: { thingId: id('T') },
	answers: record(undefined),
});
const getMany = operation('GET /things', {
	...ANY_TEXTS,
	query: { q: text('Q').optional() },
	answers: records(undefined),
});
const run = paginate([resource('thing', 'Thing', { get, start, getMany })]);

type Given = Parameters<typeof fakeNode>[0] & { count?: number; operation?: string };
/** A tool, and its items as they come. */
function tool({ count = 2, operation: name = 'get', ...given }: Given = {}) {
	const items: INodeExecutionData[] = Array.from({ length: count }, (_, index) => ({
		json: { index },
	}));
	const node = fakeNode({
		items,
		replies: ({ url }) => ({ afterMs: 1_000, body: { at: url } }),
		...given,
		parameters: {
			resource: 'thing',
			operation: name,
			thingId: (index: number) => `t${index}`,
			...given.parameters,
		},
	});
	const item = async (itemIndex: number, context = node.asTool(itemIndex)) =>
		await run.call(context).then(
			(output) => ({
				output: output.map(({ json }) => json),
				error: undefined,
				at: time.elapsed() - began,
			}),
			(error: unknown) => ({
				output: undefined,
				error: error as Error & { description?: string; httpCode?: string; context?: object },
				at: time.elapsed() - began,
			}),
		);
	return { ...node, item };
}
const fails = (at: string, afterMs = 500): Given => ({
	replies: ({ url }) =>
		url.endsWith(at)
			? { afterMs, status: 404, body: { message: 'none' } }
			: { afterMs: 1_000, body: { at: url } },
});

test('each item has an output of its own', async () => {
	const { item, sent } = tool();
	expect(await Promise.all([item(0), item(1)])).toEqual(
		[0, 1].map((index) => ({ output: [{ at: `/things/t${index}` }], error: undefined, at: 1_000 })),
	);
	expect(sent).toHaveLength(2);
});

test('the output of an empty list says to the model that nothing was found', async () => {
	const { item } = tool({ operation: 'getMany', replies: () => ({ body: [] }) });
	expect((await item(0)).output).toEqual([{ result: 'Nothing was found: the list is empty.' }]);
});

describe('an item that fails', () => {
	test('the error of an item that ends the node run names what the others have started', async () => {
		const { item } = tool({
			count: 3,
			operation: 'start',
			replies: ({ url }) =>
				url.endsWith('t2')
					? { afterMs: 500, status: 404, body: {} }
					: { afterMs: 100, body: { executionId: `run of ${url}` } },
		});
		const [first, second, third] = await Promise.all([item(0), item(1), item(2)]);
		expect([first.output, second.output]).toEqual([
			[{ executionId: 'run of /things/t0' }],
			[{ executionId: 'run of /things/t1' }],
		]);
		expect(third.error).toBeInstanceOf(NodeApiError);
		expect(third.error).toMatchObject({
			httpCode: '404',
			description: expect.stringContaining(
				'Done by other items (Start a thing): run of /things/t0, run of /things/t1.',
			) as string,
		});
	});

	test('items that are unsent when one fails say why they are not sent', async () => {
		const { item, sent } = tool({ count: 2, ...fails('t0') });
		const first = await item(0);
		const second = await item(1);
		expect([first.error?.httpCode, second.error?.message, sent.length]).toEqual([
			'404',
			expect.stringMatching(/^Not sent: item 0 stopped the node\. /),
			1,
		]);
	});

	test('a failure waits for the other items of its node run to end', async () => {
		const { item } = tool({ ...fails('t0'), operation: 'start' });
		const [first] = await Promise.all([item(0), item(1)]);
		// What starts something is not broken off.
		expect([first.error?.httpCode, first.at]).toEqual(['404', 1_000]);
	});

	test('a node run continues after a failure if the node continues on failure', async () => {
		const { item } = tool({ ...fails('t0'), continues: true });
		const [first, second] = await Promise.all([item(0), item(1)]);
		expect([first.error?.httpCode, first.at, second.output]).toEqual([
			'404',
			500,
			[{ at: '/things/t1' }],
		]);
	});

	test('refused input becomes an error like the platform’s, which n8n passes on unchanged', async () => {
		const { error } = await tool({ parameters: { thingId: { mode: 'id', value: '' } } }).item(1);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'Choose a thing',
			description: expect.stringContaining('is required') as string,
			node: { name: 'Node' },
			context: { itemIndex: 1 },
		});
	});
});

describe('the node run to which an item belongs', () => {
	/** Whether the second is not sent because the first failed. */
	const areOne = async (
		first: number,
		second: number,
		of = tool({ count: 3, ...fails(`t${first}`) }),
	) => {
		await of.item(first);
		return (await of.item(second)).error?.message.startsWith('Not sent') === true;
	};

	test('items that arrive in order belong to one node run', async () => {
		expect([await areOne(0, 1), await areOne(0, 2), await areOne(1, 2)]).toEqual([
			true,
			true,
			true,
		]);
		// n8n runs the node again, from its first item on.
		expect(await areOne(1, 0)).toBe(false);
		const again = tool({ count: 1, ...fails('t0') });
		await again.item(0);
		await again.item(0);
		expect(again.sent).toHaveLength(2);
	});

	test('items of one call by an agent belong to one node run', async () => {
		const one = tool(fails('t0'));
		await one.item(0);
		const other = one.asTool(1);
		Object.assign(other, { inputData: { main: [[{ json: {} }, { json: {} }]] } });
		expect((await one.item(1, other)).output).toEqual([{ at: '/things/t1' }]);
		const alone = Object.assign(one.asTool(1), { inputData: undefined });
		expect((await one.item(1, alone)).output).toEqual([{ at: '/things/t1' }]);
	});
});

describe('a workflow that is stopped', () => {
	test('a stop ends the node run with a report of what it has started', async () => {
		const { item, stop } = tool({
			operation: 'start',
			replies: ({ url }) => ({
				afterMs: url.endsWith('t0') ? 100 : 5_000,
				body: { executionId: 'e1' },
			}),
		});
		void time.sleep(1_000).then(() => stop.abort(new Error('stopped by a person')));
		const [first, second] = await Promise.all([item(0), item(1)]);
		expect(first.output).toEqual([{ executionId: 'e1' }]);
		expect(second.error?.message).toBe('stopped by a person');
		expect(second.error?.description).toContain('e1');
	});

	test('a stop is listened to only while items are in progress', async () => {
		const stop = new AbortController();
		const count = { added: 0, removed: 0 };
		const { signal } = stop;
		const [add, remove] = [
			signal.addEventListener.bind(signal),
			signal.removeEventListener.bind(signal),
		];
		signal.addEventListener = (type: string, ...rest: [never]) => (
			type === 'abort' && count.added++,
			add(type, ...rest)
		);
		signal.removeEventListener = (type: string, ...rest: [never]) => (
			type === 'abort' && count.removed++,
			remove(type, ...rest)
		);
		const { item } = tool({ count: 3, stop });
		const listeners = () => count.added - count.removed;
		const both = [item(0), item(1)];
		expect(listeners()).toBe(1);
		await Promise.all(both);
		expect(listeners()).toBe(0);
		const last = item(2);
		expect(listeners()).toBe(1);
		await last;
		expect(listeners()).toBe(0);
	});
});

describe('the pause between batches', () => {
	const batching = (batchSize: number, batchInterval: number) => ({
		requestOptions: { batching: { batch: { batchSize, batchInterval } } },
	});

	test('errors that wait for the next batch share no signal: n8n would warn of a leak', async () => {
		const { sleep } = clock;
		let most = 0;
		clock.sleep = async (ms, signal) => {
			const sleeping = sleep(ms, signal);
			if (signal) most = Math.max(most, getEventListeners(signal, 'abort').length);
			await sleeping;
		};
		const { item } = tool({
			count: 40,
			continues: true,
			replies: () => ({ afterMs: 100, status: 404, body: {} }),
			parameters: batching(20, 5_000),
		});
		const failed = await Promise.all(
			Array.from({ length: 20 }, async (_, index) => await item(index)),
		);
		expect(failed.map(({ error }) => error?.httpCode)).toEqual(
			Array.from({ length: 20 }, () => '404'),
		);
		expect(most).toBe(1);
	});

	test('an error is reported only after all items have arrived', async () => {
		const { item } = tool({ count: 3, ...fails('t0', 100), parameters: batching(1, 5_000) });
		const first = item(0);
		await time.sleep(5_000);
		const second = item(1);
		await time.sleep(5_000);
		const third = item(2);
		const ended = await Promise.all([first, second, third]);
		expect(ended.map(({ at }) => at)).toEqual([10_000, 10_000, 10_000]);
		expect(ended[0].error?.httpCode).toBe('404');
	});

	test('an error waits for all items even if n8n is late after each pause', async () => {
		const { item } = tool({ count: 4, ...fails('t0', 100), parameters: batching(1, 5_000) });
		const all = [item(0)];
		for (const index of [1, 2, 3]) {
			await time.sleep(9_000);
			all.push(item(index));
		}
		const ended = await Promise.all(all);
		expect(ended.map(({ at }) => at)).toEqual([27_000, 27_000, 27_000, 27_000]);
		expect(ended[0]!.error?.httpCode).toBe('404');
	});

	test.each([
		['three batches of one, the first item', { count: 3, index: 0, size: 1 }, 20_100],
		['three batches of one, the second item', { count: 3, index: 1, size: 1 }, 10_100],
		['three batches of one, the last item', { count: 3, index: 2, size: 1 }, 100],
		['two batches of two, the first item', { count: 4, index: 0, size: 2 }, 10_100],
		['a batch of three and one item, the second', { count: 4, index: 1, size: 3 }, 10_100],
		['one batch of four, the first item', { count: 4, index: 0, size: 4 }, 100],
	])(
		'an item that never arrives is waited for as long as its batch may take: %s',
		async (_which, { count, index, size }, endsAt) => {
			began = time.elapsed();
			const { item } = tool({
				count,
				...fails(`t${index}`, 100),
				parameters: batching(size, 5_000),
			});
			const only = item(index);
			// Something else is in progress meanwhile.
			await time.sleep(60_000);
			expect((await only).at).toBe(endsAt);
		},
	);

	test('an error is thrown at once without a pause between batches', async () => {
		const { item } = tool({ count: 3, ...fails('t0', 100), parameters: batching(1, 0) });
		expect((await item(0)).at).toBe(100);
		expect((await tool({ count: 3, ...fails('t0', 100) }).item(0)).error?.httpCode).toBe('404');
	});
});
