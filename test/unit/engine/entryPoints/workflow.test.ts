/**
 * The items of a node in a workflow: how many at once, in which order, and what becomes of the run
 * where one fails.
 */
import type { INodeExecutionData } from 'n8n-workflow';

import { record } from '../../../../nodes/shared/declare/answers';
import { flow, operation, resource } from '../../../../nodes/shared/declare/define';
import { id } from '../../../../nodes/shared/declare/fields';
import type { Operation } from '../../../../nodes/shared/declare/operation';
import { customOperations } from '../../../../nodes/shared/engine/entryPoints/workflow';
import { pool } from '../../../../nodes/shared/engine/run/pool';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { fakeNode } from '../../../support/fakeNode';
import { simulatedTimeForEach } from '../../../support/time';

const time = simulatedTimeForEach();

const get = operation('GET /things/{thingId}', {
	...ANY_TEXTS,
	path: { thingId: id('T') },
	answers: record(undefined),
});
const thing = (index: number) => ({ id: `t${index}` });
const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));

/** Runs an operation over items; what each request is answered is the number of its item. */
async function running(
	count: number,
	{
		of = get,
		resources,
		...given
	}: { of?: Operation; resources?: ReturnType<typeof resource>[] } & Parameters<
		typeof fakeNode
	>[0] = {},
) {
	const node = fakeNode({
		items: items(count),
		replies: ({ url }) => ({ afterMs: 1_000, body: { at: url } }),
		...given,
		parameters: {
			resource: 'thing',
			operation: 'get',
			thingId: (index: number) => thing(index).id,
			...given.parameters,
		},
	});
	const run = customOperations(resources ?? [resource('thing', 'Thing', { get: of })]).thing!.get!;
	const began = time.elapsed();
	const outcome = await run.call(node.inWorkflow).then(
		([output]) => ({ output: output!.map(({ json }) => json), error: undefined }),
		(error: unknown) => ({ output: undefined, error: error as Error & { description?: string } }),
	);
	return {
		...outcome,
		...node,
		at: node.sent.map(({ at }) => at - began),
		tookMs: time.elapsed() - began,
	};
}

/** A flow that waits, and counts how many of it do so at once. */
function waiting(patient: boolean) {
	const count = { now: 0, most: 0 };
	const declared = flow({
		...ANY_TEXTS,
		fields: { thingId: id('T') },
		patient,
		uses: [],
		answers: record(undefined),
		run: async () => {
			count.most = Math.max(count.most, ++count.now);
			await time.sleep(1_000);
			count.now--;
			return [{ json: { done: true } }];
		},
	});
	return { of: declared, count };
}

test('each operation of each resource runs', () => {
	const operations = customOperations([
		resource('a', 'A', { get, getMany: get }),
		resource('b', 'B', { get }),
	]);
	expect(
		Object.fromEntries(Object.entries(operations).map(([name, each]) => [name, Object.keys(each)])),
	).toEqual({ a: ['get', 'getMany'], b: ['get'] });
});

describe('items', () => {
	test('items have their outputs in order, each linked to its item', async () => {
		const node = fakeNode({
			items: items(3),
			parameters: { resource: 'thing', operation: 'get', thingId: (index: number) => `t${index}` },
			replies: ({ url }) => ({ afterMs: url.endsWith('t0') ? 500 : 1, body: { at: url } }),
		});
		const [output] = await customOperations([resource('thing', 'Thing', { get })]).thing!.get!.call(
			node.inWorkflow,
		);
		expect(output).toEqual(
			[0, 1, 2].map((item) => ({ json: { at: `/things/t${item}` }, pairedItem: { item } })),
		);
		expect((await running(0)).output).toHaveLength(0);
	});

	test('eight items are in progress at once, or fifty if they wait for long', async () => {
		const usual = waiting(false);
		await running(120, { of: usual.of });
		expect(usual.count.most).toBe(8);
		const patient = waiting(true);
		const { tookMs } = await running(120, { of: patient.of });
		expect([patient.count.most, tookMs]).toEqual([50, 3_000]);
	});

	test('eight items are in progress at once if the node is set to another operation than the one that waits', async () => {
		const { count, of } = waiting(true);
		await running(20, {
			of,
			resources: [
				resource('other', 'Other', { get: of }),
				resource('thing', 'Thing', { get: of, else: get }),
			],
			node: { parameters: { resource: 'thing', operation: 'none' } },
		});
		expect(count.most).toBe(8);
	});

	test('eight items are in progress at once if only an operation of another resource waits for long', async () => {
		const here = waiting(false);
		await running(20, {
			of: here.of,
			resources: [
				resource('other', 'Other', { get: waiting(true).of }),
				resource('thing', 'Thing', { get: here.of }),
			],
		});
		expect(here.count.most).toBe(8);
	});

	test('items of an unknown resource are refused', async () => {
		expect((await running(1, { parameters: { resource: 'none' } })).error).toMatchObject({
			message:
				'"Operation" is "get", which does not exist for the resource "none": choose one from the list',
		});
	});

	test('items are processed in the chosen batches, with pauses in between', async () => {
		const requestOptions = (batchSize: number, batchInterval: number) => ({
			requestOptions: { batching: { batch: { batchSize, batchInterval } } },
		});
		expect((await running(5, { parameters: requestOptions(2, 300) })).at).toEqual([
			0, 0, 1_300, 1_300, 2_600,
		]);
		const whole = await running(4, { parameters: requestOptions(2, 300) });
		expect([whole.at, whole.tookMs]).toEqual([[0, 0, 1_300, 1_300], 2_300]);
		expect((await running(3, { parameters: requestOptions(1, 0) })).at).toEqual([0, 1_000, 2_000]);
		expect((await running(3, { parameters: requestOptions(-1, 300) })).at).toEqual([0, 0, 0]);
	});
});

describe('an item that fails', () => {
	const fails = (at: string) => ({
		replies: ({ url }: { url: string }) =>
			url.endsWith(at)
				? { afterMs: 500, status: 404, body: { message: 'none' } }
				: { afterMs: 1_000, body: { at: url } },
	});

	test('nothing more is sent after an item has failed', async () => {
		const { error, sent, tookMs } = await running(30, fails('t2'));
		expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 2 } });
		expect([sent.length, tookMs]).toEqual([8, 1_000]);
	});

	test('a failure ends the pause before the next batch', async () => {
		const parameters = {
			requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 60_000 } } },
		};
		const { sent, tookMs, error } = await running(3, { ...fails('t0'), parameters });
		expect([sent.length, tookMs, error !== undefined]).toEqual([1, 500, true]);
	});

	test('an item with the error is returned if the node continues', async () => {
		const { output, error } = await running(3, { ...fails('t1'), continues: true });
		expect(error).toBeUndefined();
		expect(output).toEqual([
			{ at: '/things/t0' },
			expect.objectContaining({ error: expect.any(String) as string }),
			{ at: '/things/t2' },
		]);
	});

	test('a failure names what the other items have started', async () => {
		const start = operation('POST /things/{thingId}', {
			...ANY_TEXTS,
			action: 'Start a thing',
			path: { thingId: id('T') },
			answers: record(undefined),
		});
		const { error } = await running(2, {
			of: start,
			replies: ({ url }) =>
				url.endsWith('t1')
					? { afterMs: 2_000, status: 400, body: { message: 'no' } }
					: { body: { executionId: 'e1' } },
		});
		expect(error!.description).toContain('Done by other items (Start a thing): e1.');
	});
});

describe('a workflow that is stopped', () => {
	test('a workflow that is stopped between batches ends at once, without starting the next one', async () => {
		const stop = new AbortController();
		const parameters = {
			requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 60_000 } } },
		};
		void time.sleep(5_000).then(() => stop.abort(new Error('stopped by a person')));
		const { error, sent, tookMs } = await running(3, { parameters, stop });
		expect([error?.message, sent.length, tookMs]).toEqual(['stopped by a person', 1, 5_000]);
	});

	test('a stop before the node begins prevents everything, without a wait between batches', async () => {
		const stop = new AbortController();
		stop.abort(new Error('stopped before'));
		const parameters = {
			requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 60_000 } } },
		};
		const { error, sent, tookMs } = await running(3, { parameters, stop });
		expect([error?.message, sent, tookMs]).toEqual(['stopped before', [], 0]);
	});

	test('a stopped workflow leaves no listener behind', async () => {
		const stop = new AbortController();
		const remove = jest.spyOn(stop.signal, 'removeEventListener');
		const add = jest.spyOn(stop.signal, 'addEventListener');
		await running(1, { stop });
		expect(add.mock.calls.filter(([type]) => type === 'abort')).toHaveLength(
			remove.mock.calls.filter(([type]) => type === 'abort').length,
		);
		expect(add).toHaveBeenCalled();
	});
});

describe('the items in progress', () => {
	/**
	 * Works on ten of them; those of these numbers wait for others about the same record until all
	 * others are done.
	 */
	const pooled = async (waits: number[], atOnce: number, of = 10) => {
		const run: { endedBy?: { reason: unknown }; waiting: number; whenWaiting?: () => void } = {
			waiting: 0,
		};
		const began: number[] = [];
		await pool({ from: 0, to: of }, atOnce, run, async (index) => {
			began.push(index);
			if (waits.includes(index)) {
				run.waiting++;
				run.whenWaiting?.();
				await time.sleep(100);
				run.waiting--;
			}
			await time.sleep(
				index === 3 && atOnce === 1 && waits.length === 0
					? ((run.endedBy = { reason: 'x' }), 1)
					: 1,
			);
		});
		return { began, run };
	};

	test('the allowed number of items is in progress, in addition to those that wait', async () => {
		expect((await pooled([0, 1], 2)).began).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
		const { began, run } = await pooled([], 1);
		// The fourth one ended the run.
		expect([began, run.whenWaiting]).toEqual([[0, 1, 2, 3], undefined]);
	});

	test('no further item begins while five hundred wait', async () => {
		const run: { waiting: number; whenWaiting?: () => void } = { waiting: 0 };
		let most = 0;
		let now = 0;
		await pool({ from: 0, to: 600 }, 8, run, async () => {
			most = Math.max(most, ++now);
			run.waiting++;
			run.whenWaiting?.();
			await time.sleep(100);
			run.waiting--;
			now--;
		});
		expect(most).toBe(500);
	});

	test('items begin at the index that n8n gives', async () => {
		const began: number[] = [];
		await pool(
			{ from: 3, to: 5 },
			8,
			{ waiting: 0 },
			async (index) => await Promise.resolve(void began.push(index)),
		);
		expect(began).toEqual([3, 4]);
		await pool(
			{ from: 5, to: 5 },
			8,
			{ waiting: 0 },
			async () => await Promise.reject(new Error('none')),
		);
	});
});
