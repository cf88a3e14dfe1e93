/**
 * Flows lock the records to which they write.
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { flow, operation } from '../../../../nodes/shared/declare/define';
import { id, text } from '../../../../nodes/shared/declare/fields';
import type { Operation } from '../../../../nodes/shared/declare/operation';
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
		lockKey: ({ name }) => name!,
		answers: record(undefined),
		run,
	});

	/** What begins before the first flow ends. */
	const ONE_AFTER_ANOTHER = ['first begins'];
	const AT_ONCE = ['first begins', 'second begins'];

	test.each<{ what: string; of: Operation; one: IDataObject; two: IDataObject; begun: string[] }>([
		{
			what: 'flows about the same record run one after another',
			of: switchTask,
			one: { taskId: 'T' },
			two: { taskId: 't' },
			begun: ONE_AFTER_ANOTHER,
		},
		{
			what: 'flows about different records run at once',
			of: switchTask,
			one: { taskId: 'T' },
			two: { taskId: 'U' },
			begun: AT_ONCE,
		},
		{
			what: 'flows without a record run at once',
			of: switchTask,
			one: {},
			two: {},
			begun: AT_ONCE,
		},
		{
			what: 'flows with the same lock key run one after another',
			of: aboutName,
			one: { name: 'a' },
			two: { name: 'a' },
			begun: ONE_AFTER_ANOTHER,
		},
		{
			what: 'flows with different lock keys run at once',
			of: aboutName,
			one: { name: 'a' },
			two: { name: 'b' },
			begun: AT_ONCE,
		},
		{
			what: 'flows without a lock key run at once',
			of: aboutName,
			one: {},
			two: {},
			begun: AT_ONCE,
		},
	])('$what', async ({ of, one, two, begun }) => {
		const { locks } = items(2);
		const [first, second] = [work('first'), work('second')];
		const all = [item(locks[0]!, of, one, first.run), item(locks[1]!, of, two, second.run)];
		await settled();
		expect(log).toEqual(begun);
		await first.end();
		await second.end();
		await Promise.all(all);
	});

	test('flows wait for others at each record to which they write', async () => {
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

	test('flows concern a record only if all of its IDs were given', async () => {
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

	test('flows of one node run work on the same record one after another', async () => {
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
