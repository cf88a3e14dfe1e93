/**
 * Locks of records: whatever writes to one does so one after the other, the items of a run in their
 * order.
 */
import type { IDataObject } from 'n8n-workflow';
import { getEventListeners } from 'node:events';

import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { flow, operation } from '../../../../nodes/shared/declare/define';
import { id, text } from '../../../../nodes/shared/declare/field';
import type { NodeRun } from '../../../../nodes/shared/declare/nodeRun';
import type { Operation, RequestOperation } from '../../../../nodes/shared/declare/operation';
import { ItemLocks, recordKey } from '../../../../nodes/shared/engine/locks/itemLocks';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { stub } from '../../../support/stub';

const path = { taskId: id('T') };
const update = operation('PUT /tasks/{taskId}', {
	...ANY_TEXTS,
	path,
	body: { name: text('N').optional() },
	answers: record(undefined),
});
const pause = operation('POST /tasks/{taskId}/pause', { ...ANY_TEXTS, path, answers: nothing() });
const create = operation('POST /tasks', {
	...ANY_TEXTS,
	body: { name: text('N') },
	answers: record(undefined),
});
const read = operation('GET /tasks/{taskId}', { ...ANY_TEXTS, path, answers: record(undefined) });
const whole = operation('PUT /settings', {
	...ANY_TEXTS,
	body: { name: text('N') },
	answers: record(undefined),
});
const part = operation('PUT /settings/{taskId}', {
	...ANY_TEXTS,
	path,
	partOf: '/settings',
	answers: record(undefined),
});

test('the record that a request writes to is known by its path', () => {
	const of = (each: RequestOperation, taskId = 'A/b') => recordKey(each, { taskId });
	expect([update, pause, create, read, whole, part].map((each) => of(each))).toEqual([
		'/tasks/a%2fb',
		'/tasks/a%2fb',
		undefined,
		undefined,
		'/settings',
		'/settings',
	]);
	const deep = operation('DELETE /tasks/{taskId}/runs/{runId}/log', {
		...ANY_TEXTS,
		path: { ...path, runId: id('R') },
		answers: nothing(),
	});
	expect(recordKey(deep, { taskId: 'T', runId: 'R' })).toBe('/tasks/t/runs/r');
});

let credentials = 0;
/** The items of a run, in their order; what they do is written down. */
function items(count: number, shared: { credential?: string; run?: NodeRun } = {}) {
	const credential = shared.credential ?? `locks ${++credentials}`;
	const run = shared.run ?? stub<NodeRun>({ waiting: 0 });
	const stops = Array.from({ length: count }, () => new AbortController());
	return {
		run,
		credential,
		stops,
		locks: stops.map(({ signal }) => new ItemLocks(run, () => credential, signal)),
	};
}

const log: string[] = [];
beforeEach(() => void (log.length = 0));
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** Work that lasts until the test ends it. */
function work(name: string) {
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	return {
		end: async () => {
			end();
			await settled();
		},
		run: async () => {
			log.push(`${name} begins`);
			await ended;
			log.push(`${name} ends`);
			return name;
		},
	};
}

/** An item from its beginning to its end. */
const item = async (
	locks: ItemLocks,
	of: Operation,
	values: IDataObject,
	run: () => Promise<unknown>,
) => await locks.withItemLock(of, { path: values, values }, run).finally(() => locks.release());

describe('items', () => {
	test('items about one record are processed in their order, whatever they do with it', async () => {
		const { locks, run } = items(3);
		const works = ['one', 'two', 'three'].map(work);
		const all = [
			item(locks[0]!, update, { taskId: 'T' }, works[0]!.run),
			item(locks[1]!, pause, { taskId: 't' }, works[1]!.run),
			item(locks[2]!, update, { taskId: 'T' }, works[2]!.run),
		];
		await settled();
		expect(log).toEqual(['one begins']);
		expect(run.waiting).toBe(2);
		await works[0]!.end();
		expect(log).toEqual(['one begins', 'one ends', 'two begins']);
		expect(run.waiting).toBe(1);
		await works[2]!.end();
		expect(log).toHaveLength(3);
		await works[1]!.end();
		expect(log.slice(3)).toEqual(['two ends', 'three begins', 'three ends']);
		expect(await Promise.all(all)).toEqual(['one', 'two', 'three']);
		expect(run.waiting).toBe(0);
	});

	test('items about different records, of another credential, and reads do not wait', async () => {
		const { locks } = items(4);
		const other = items(1);
		const works = ['a', 'b', 'c', 'd', 'e'].map(work);
		const all = [
			item(locks[0]!, update, { taskId: 'T' }, works[0]!.run),
			item(locks[1]!, update, { taskId: 'U' }, works[1]!.run),
			item(locks[2]!, read, { taskId: 'T' }, works[2]!.run),
			item(locks[3]!, create, {}, works[3]!.run),
			item(other.locks[0]!, update, { taskId: 'T' }, works[4]!.run),
		];
		await settled();
		expect(log.sort()).toEqual(['a begins', 'b begins', 'c begins', 'd begins', 'e begins']);
		for (const each of works) await each.end();
		await Promise.all(all);
	});

	test('items of several runs about one record wait for each other, too', async () => {
		const one = items(1);
		const two = items(1, { credential: one.credential });
		const [first, second] = [work('first'), work('second')];
		const all = [
			item(one.locks[0]!, update, { taskId: 'T' }, first.run),
			item(two.locks[0]!, update, { taskId: 'T' }, second.run),
		];
		await settled();
		expect(log).toEqual(['first begins']);
		await first.end();
		await second.end();
		await Promise.all(all);
		expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
	});

	test('items keep their order even if an earlier one is ready later', async () => {
		const { locks } = items(2);
		const [first, second] = [work('first'), work('second')];
		const later = item(locks[1]!, update, { taskId: 'T' }, second.run);
		await settled();
		expect(log).toEqual([]);
		const earlier = item(locks[0]!, update, { taskId: 'T' }, first.run);
		await settled();
		expect(log).toEqual(['first begins']);
		await first.end();
		await second.end();
		await Promise.all([earlier, later]);
		expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
	});

	test('items that neither write nor wait begin before earlier ones are ready', async () => {
		const { locks } = items(3);
		const [reads, creates] = [work('reads'), work('creates')];
		const all = [
			item(locks[1]!, read, { taskId: 'T' }, reads.run),
			item(locks[2]!, create, {}, creates.run),
		];
		await settled();
		expect(log).toEqual(['reads begins', 'creates begins']);
		await reads.end();
		await creates.end();
		await Promise.all(all);
	});

	test('items that arrive while another one holds the lock wait for it', async () => {
		const { locks, stops } = items(3);
		const works = ['one', 'two', 'three'].map(work);
		const all = [0, 1].map(
			async (index) => await item(locks[index]!, update, { taskId: 'T' }, works[index]!.run),
		);
		await settled();
		await works[0]!.end();
		all.push(item(locks[2]!, update, { taskId: 'T' }, works[2]!.run));
		await settled();
		expect(log).toEqual(['one begins', 'one ends', 'two begins']);
		await works[1]!.end();
		await works[2]!.end();
		await Promise.all(all);
		expect(log.slice(3)).toEqual(['two ends', 'three begins', 'three ends']);
		// Nobody listens for a stop any more.
		expect(stops.map(({ signal }) => getEventListeners(signal, 'abort').length)).toEqual([0, 0, 0]);
	});

	test('items do not wait for one that ended before it had a lock, or that needs none', async () => {
		const { locks } = items(3);
		locks[0]!.release();
		const reads = work('reads');
		const reading = item(locks[1]!, read, { taskId: 'T' }, reads.run);
		const writes = work('writes');
		const writing = item(locks[2]!, update, { taskId: 'T' }, writes.run);
		await settled();
		expect(log).toEqual(['reads begins', 'writes begins']);
		await reads.end();
		await writes.end();
		await Promise.all([reading, writing]);
	});

	test('items that failed release their lock for the next', async () => {
		const { locks } = items(2);
		const failing = item(
			locks[0]!,
			update,
			{ taskId: 'T' },
			async () => await Promise.reject(new Error('x')),
		);
		const next = item(
			locks[1]!,
			update,
			{ taskId: 'T' },
			async () => await Promise.resolve('done'),
		);
		await expect(failing).rejects.toThrow('x');
		expect(await next).toBe('done');
	});

	describe('an item that is stopped while it waits', () => {
		/** Three items about one record, of which the second is stopped while it waits. */
		const stopTheSecond = async () => {
			const { locks, stops, run } = items(3);
			const first = work('first');
			const third = work('third');
			const one = item(locks[0]!, update, { taskId: 'T' }, first.run);
			const two = item(locks[1]!, update, { taskId: 'T' }, work('second').run);
			const three = item(locks[2]!, update, { taskId: 'T' }, third.run);
			const stopped = expect(two).rejects.toThrow('stopped');
			await settled();
			expect(run.waiting).toBe(2);
			stops[1]!.abort(new Error('stopped'));
			await stopped;
			const finish = async () => {
				await first.end();
				await third.end();
				await Promise.all([one, three]);
			};
			return { run, finish };
		};

		test('the item stops at once', async () => {
			const { run, finish } = await stopTheSecond();
			expect(run.waiting).toBe(1);
			expect(log).toEqual(['first begins']);
			await finish();
		});

		test('the items after it do not wait for it', async () => {
			const { finish } = await stopTheSecond();
			await finish();
			expect(log).toEqual(['first begins', 'first ends', 'third begins', 'third ends']);
		});
	});

	test('items that are stopped before they have their lock begin nothing', async () => {
		const { locks, stops } = items(1);
		stops[0]!.abort(new Error('stopped'));
		const doing = jest.fn();
		await expect(item(locks[0]!, update, { taskId: 'T' }, doing)).rejects.toThrow('stopped');
		expect(doing).not.toHaveBeenCalled();
	});

	test('items say that they wait, so that others can begin', async () => {
		const { locks, run } = items(2);
		run.whenWaiting = jest.fn();
		const [first, second] = [work('first'), work('second')];
		const all = [
			item(locks[0]!, update, { taskId: 'T' }, first.run),
			item(locks[1]!, update, { taskId: 'T' }, second.run),
		];
		await settled();
		expect(run.whenWaiting).toHaveBeenCalledTimes(1);
		await first.end();
		await second.end();
		await Promise.all(all);
	});
});

describe('flows', () => {
	const run = () => Promise.resolve([]);
	const switchTask = flow({
		...ANY_TEXTS,
		fields: { taskId: id('T').optional() },
		uses: [read, pause, update],
		answers: record(undefined),
		run,
	});
	const aboutName = flow({
		...ANY_TEXTS,
		fields: { name: text('N').optional() },
		uses: [create],
		lockKey: ({ name }: { name?: string }) => name,
		answers: record(undefined),
		run,
	} as never);

	test.each<{ what: string; of: Operation; one: IDataObject; two: IDataObject; follow: boolean }>([
		{
			what: 'about one record',
			of: switchTask,
			one: { taskId: 'T' },
			two: { taskId: 't' },
			follow: true,
		},
		{
			what: 'about different records',
			of: switchTask,
			one: { taskId: 'T' },
			two: { taskId: 'U' },
			follow: false,
		},
		{ what: 'about no record that was given', of: switchTask, one: {}, two: {}, follow: false },
		{
			what: 'about one thing of their own',
			of: aboutName,
			one: { name: 'a' },
			two: { name: 'a' },
			follow: true,
		},
		{
			what: 'about different things',
			of: aboutName,
			one: { name: 'a' },
			two: { name: 'b' },
			follow: false,
		},
		{ what: 'about nothing', of: aboutName, one: {}, two: {}, follow: false },
	])('flows wait for each other if necessary: $what', async ({ of, one, two, follow }) => {
		const { locks } = items(2);
		const [first, second] = [work('first'), work('second')];
		const all = [item(locks[0]!, of, one, first.run), item(locks[1]!, of, two, second.run)];
		await settled();
		expect(log).toEqual(follow ? ['first begins'] : ['first begins', 'second begins']);
		await first.end();
		await second.end();
		await Promise.all(all);
	});

	test('flows wait for others at each record that they write to', async () => {
		const { locks } = items(2);
		const [first, second] = [work('first'), work('second')];
		const one = locks[0]!.withRecordLock(update, { taskId: 'T' }, first.run);
		const two = locks[1]!.withRecordLock(pause, { taskId: 'T' }, second.run);
		await settled();
		expect(log).toEqual(['first begins']);
		await first.end();
		expect(log.slice(1)).toEqual(['first ends', 'second begins']);
		await second.end();
		expect(await Promise.all([one, two])).toEqual(['first', 'second']);
	});

	test('flows do not wait for others at a record that they read', async () => {
		const { locks } = items(2);
		const [first, second] = [work('first'), work('second')];
		const one = locks[0]!.withRecordLock(update, { taskId: 'T' }, first.run);
		const two = locks[1]!.withRecordLock(read, { taskId: 'T' }, second.run);
		await settled();
		expect(log).toEqual(['first begins', 'second begins']);
		await second.end();
		await first.end();
		expect(await Promise.all([one, two])).toEqual(['first', 'second']);
	});

	test('flows do not wait for others that read', async () => {
		const { locks } = items(2);
		const [first, second] = [work('first'), work('second')];
		const all = [
			locks[0]!.withRecordLock(read, { taskId: 'T' }, first.run),
			locks[1]!.withRecordLock(create, {}, second.run),
		];
		await settled();
		expect(log).toEqual(['first begins', 'second begins']);
		await first.end();
		await second.end();
		await Promise.all(all);
	});

	test('flows lock a record only while they write to it', async () => {
		const { locks, credential } = items(1);
		const other = items(1, { credential });
		const [holds, inner] = [work('holds'), work('inner')];
		const all = [
			item(other.locks[0]!, update, { taskId: 'T' }, holds.run),
			item(
				locks[0]!,
				switchTask,
				{ taskId: 'T' },
				async () => await locks[0]!.withRecordLock(pause, { taskId: 'T' }, inner.run),
			),
		];
		await settled();
		expect(log).toEqual(['holds begins']);
		await holds.end();
		await inner.end();
		await Promise.all(all);
		expect(log).toEqual(['holds begins', 'holds ends', 'inner begins', 'inner ends']);
	});

	test('flows are about a record only if all of its IDs were given', async () => {
		const deep = operation('DELETE /tasks/{taskId}/runs/{runId}', {
			...ANY_TEXTS,
			path: { ...path, runId: id('R') },
			answers: nothing(),
		});
		const both = flow({
			...ANY_TEXTS,
			fields: { taskId: id('T').optional() },
			uses: [deep],
			answers: record(undefined),
			run,
		});
		const { locks } = items(1);
		expect(
			await item(locks[0]!, both, { taskId: 'T' }, async () => await Promise.resolve('done')),
		).toBe('done');
	});

	test('flows do not wait for themselves', async () => {
		const { locks } = items(1);
		const inner = async () =>
			await locks[0]!.withRecordLock(
				pause,
				{ taskId: 'T' },
				async () => await Promise.resolve('inner'),
			);
		expect(await locks[0]!.withRecordLock(update, { taskId: 'T' }, inner)).toBe('inner');
		expect(await item(locks[0]!, update, { taskId: 'T' }, inner)).toBe('inner');
	});

	test('flows release the record when they are done with it, even after an error', async () => {
		const { locks } = items(2);
		await expect(
			locks[0]!.withRecordLock(
				update,
				{ taskId: 'T' },
				async () => await Promise.reject(new Error('x')),
			),
		).rejects.toThrow('x');
		const [first, second] = [work('first'), work('second')];
		const one = locks[1]!.withRecordLock(update, { taskId: 'T' }, first.run);
		const two = locks[0]!.withRecordLock(update, { taskId: 'T' }, second.run);
		await settled();
		expect(log).toEqual(['first begins']);
		await first.end();
		await second.end();
		await Promise.all([one, two]);
	});

	test('flows do the work about one record of a run one after the other', async () => {
		const { locks } = items(2);
		const [first, second, other] = [work('first'), work('second'), work('other')];
		const all = [
			locks[0]!.serialize('/x', first.run),
			locks[1]!.serialize('/x', second.run),
			locks[1]!.serialize('/y', other.run),
		];
		await settled();
		expect(log).toEqual(['first begins', 'other begins']);
		await first.end();
		await second.end();
		await other.end();
		await Promise.all(all);
	});
});
