/**
 * Items that write to the same record do so one after the other, in their order.
 */
import { getEventListeners } from 'node:events';

import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { id, text } from '../../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../../nodes/shared/declare/operation';
import { recordKey } from '../../../../nodes/shared/engine/locks/itemLocks';
import { ANY_TEXTS } from '../../../support/anyTexts';
import {
	create,
	item,
	items,
	log,
	path,
	pause,
	read,
	settled,
	update,
	work,
} from './itemLocksStage';

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
	const keyOf = (each: RequestOperation, taskId = 'A/b') => recordKey(each, { taskId });
	expect([update, pause, create, read, whole, part].map((each) => keyOf(each))).toEqual([
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

describe('items', () => {
	test('items with one record are processed in their order, even if their operations differ', async () => {
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

	test('items do not wait for each other if their record, credential or effect differs', async () => {
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

	test('items of several runs with one record also wait for each other', async () => {
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

	test('items do not wait for one that ended before it had a lock, or needs none', async () => {
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

		test('the later items do not wait for it', async () => {
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

	test('waiting items report it, so that others can begin', async () => {
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
