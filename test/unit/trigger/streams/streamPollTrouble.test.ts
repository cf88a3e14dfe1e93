/**
 * Polls in which something fails, and polls at the same time.
 */
import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../../../nodes/shared/support/time/clock';
import { type ObservedPart } from '../../../../nodes/shared/trigger/streams/source';
import type { Observation } from '../../../../nodes/shared/trigger/streams/stream';
import { changed } from '../../../support/changed';
import { DAY, HOUR, MINUTE } from '../../../support/time';
import { ended, start, time, trigger } from './streamPollStage';

describe('trouble', () => {
	const active = async (...given: Parameters<typeof trigger>) => {
		const made = trigger(...given);
		await made.poll();
		await time.sleep(MINUTE);
		return made;
	};

	test('a poll without events leaves the state as it was when it fails because a list cannot be read', async () => {
		const commit = jest.fn(async () => await Promise.resolve());
		const { poll, memory } = await active({ tasks: { parts: [new Error('refused')] } }, { commit });
		const before = JSON.stringify(memory());
		await expect(poll()).rejects.toThrow('refused');
		expect(JSON.stringify(memory())).toBe(before);
		expect(commit).toHaveBeenCalledTimes(1);
		// The next one is not kept from its turn.
		await expect(poll()).rejects.toThrow('refused');
	});

	test('a failure is only a warning if something was read, which is not read again', async () => {
		const { keys, warnings, memory, streams } = await active({
			tasks: {
				parts: [
					{ observations: [ended('a', start + 1)], reached: start + 2 },
					new Error('refused'),
				],
			},
		});
		expect(await keys()).toEqual(['a 1']);
		expect([warnings, memory().polls]).toEqual([['Not everything could be read: refused'], 1]);
		streams.tasks!.parts = [{ observations: [ended('a', start + 1)] }];
		expect(await keys()).toBeNull();
	});

	test('a failure of one stream does not keep the events of the others from being emitted', async () => {
		const { keys, warnings, memory } = await active({
			tasks: { parts: [new Error('refused')] },
			plans: { parts: [{ observations: [ended('p', start + 1)] }] },
		});
		expect(await keys()).toEqual(['p 1']);
		expect([warnings, memory().polls]).toEqual([['Not everything could be read: refused'], 1]);
	});

	test('a poll that fails after progress without events saves that progress', async () => {
		const commit = jest.fn(async () => await Promise.resolve());
		const { poll, memory } = await active(
			{
				tasks: { parts: [new Error('first'), new Error('never')] },
				plans: { parts: [{ newestAt: start + 30 * MINUTE }] },
				others: { parts: [new Error('second')] },
			},
			{ commit },
		);
		await expect(poll()).rejects.toThrow('first');
		expect(memory().polls).toBe(1);
		expect(commit).toHaveBeenCalledTimes(2);
	});

	/** A part after which the time of the poll is up. */
	const lateAfter = (part: Partial<ObservedPart>) => ({
		parts: [part, new Error('late')],
		takesMs: 30_000,
	});

	test('running out of time after a complete part is no failure', async () => {
		const { keys, warnings, memory } = await active({
			tasks: lateAfter({ observations: [ended('a', start + 1)], reached: start + 2 }),
		});
		expect([await keys(), warnings, memory().polls]).toEqual([['a 1'], [], 1]);
	});

	test('running out of time before the first part is a failure', async () => {
		const { poll } = await active({ tasks: { parts: [new Error('late')], takesMs: 45_000 } });
		await expect(poll()).rejects.toThrow('late');
	});

	test('running out of time after an event leaves the watermark behind the newest record', async () => {
		const { keys, memory, streams } = await active({ tasks: {} });
		await time.sleep(20 * MINUTE);
		const newest = start + 10 * MINUTE;
		streams.tasks = lateAfter({
			observations: [ended('a', newest)],
			newestAt: newest,
			reached: start + 20 * MINUTE,
		});
		expect(await keys()).toEqual(['a 1']);
		expect(parseInt(memory().streams.tasks!.watermark, 36)).toBe(newest - 5 * MINUTE);
	});

	test('a poll that continues where the time of the one before was up leaves the watermark', async () => {
		const { poll, memory, streams, reads } = await active({ tasks: {} });
		const watermarkTime = () => parseInt(memory().streams.tasks!.watermark, 36) - start;
		reads.length = 0;
		for (const reached of [start - 2 * MINUTE, start - MINUTE]) {
			streams.tasks = lateAfter({ newestAt: start - 10 * MINUTE, reached });
			expect(await poll()).toBeNull();
			// Half a minute after the poll began, the platform sent its time. The second poll does not
			// raise the watermark.
			expect(watermarkTime()).toBe(MINUTE + 30_000 - 5 * MINUTE);
		}
		streams.tasks = { parts: [{ newestAt: start + 2 * MINUTE }] };
		expect([await poll(), watermarkTime()]).toEqual([null, -3.5 * MINUTE]);
		expect([await poll(), watermarkTime()]).toEqual([null, -3 * MINUTE]);
		expect(reads.map(({ from }) => from - start)).toEqual([
			-5 * MINUTE,
			-2 * MINUTE,
			-MINUTE,
			-3.5 * MINUTE,
		]);
	});

	test('a poll does not continue where the one before had to stop if that cannot be read', async () => {
		const { poll, streams, reads } = await active({ tasks: {} });
		reads.length = 0;
		streams.tasks = lateAfter({ reached: start - MINUTE });
		await poll();
		streams.tasks = { parts: [new Error('refused')] };
		await expect(poll()).rejects.toThrow('refused');
		streams.tasks = {};
		await poll();
		expect(reads.map(({ from }) => from - start)).toEqual([-5 * MINUTE, -MINUTE, -3.5 * MINUTE]);
	});

	test('a poll continues where the one before had to stop while the clock of n8n is hours slow', async () => {
		const { poll, streams, reads } = await active({ tasks: {} });
		await time.sleep(5 * MINUTE);
		const slow = start - 3 * HOUR;
		changed(clock, { now: () => slow });
		reads.length = 0;
		streams.tasks = lateAfter({ reached: slow + HOUR, laterClock: start });
		await poll();
		await poll();
		expect(reads.map(({ from }) => from)).toEqual([slow, slow + HOUR]);
	});

	test("a poll continues from no later than Talend Cloud's time", async () => {
		const { poll, streams, reads } = await active({ tasks: {} });
		streams.tasks = lateAfter({ reached: start + 365 * DAY, now: start + MINUTE });
		await poll();
		await poll();
		expect(reads.at(-1)!.from).toBe(start + MINUTE);
	});

	test('the poll after one that could not list all records with the same time fails once', async () => {
		const { keys, warnings } = await active({
			tasks: {
				parts: [{ observations: [ended('a', start + 1)], isCut: true, reached: start + 2 }],
			},
		});
		expect(await keys()).toEqual(['a 1']);
		await expect(keys()).rejects.toMatchObject({
			message: `Some executions or logs before ${new Date(start + 2).toISOString()} may have been missed: too many have the same time for Talend Cloud to list`,
			description:
				'The trigger emitted the listed ones, and continues with the next poll. Look for the others in Talend Cloud, or use Get Many with filters.',
		});
		expect([await keys(), warnings]).toEqual([null, []]);
	});

	/** A part that has more records with the same time than the platform lists. */
	const cut = (observations: Observation[]) => ({
		parts: [{ observations, isCut: true, reached: start + 2 }],
	});

	test('missing records are reported once, although n8n has not saved the state after the report', async () => {
		const { keys, data } = await active({ tasks: cut([ended('a', start + 1)]) });
		await keys();
		const saved = JSON.stringify(data);
		await expect(keys()).rejects.toThrow('may have been missed');
		Object.assign(data, JSON.parse(saved));
		await time.sleep(10 * MINUTE);
		expect(await keys()).toBeNull();
	});

	test('missing records are not reported if the records that are listed were emitted before', async () => {
		const { keys } = await active({ tasks: cut([]) });
		expect([await keys(), await keys()]).toEqual([null, null]);
	});

	test('a poll that reports missing records leaves new events to the next one, so that it fails', async () => {
		const { keys, streams } = await active({ tasks: cut([ended('a', start + 1)]) });
		await keys();
		streams.tasks = { parts: [{ observations: [ended('b', start + 3)] }] };
		await expect(keys()).rejects.toThrow('too many have the same time for Talend Cloud to list');
		expect(await keys()).toEqual(['b 1']);
	});
});

describe('one poll at a time', () => {
	test('a second poll at the same time emits nothing for the same node, but does for another', async () => {
		const one = trigger({
			tasks: { parts: [{ observations: [ended('a', start + 1)] }], takesMs: 1_000 },
		});
		await one.poll();
		const [first, second] = await Promise.all([one.keys(), one.keys()]);
		expect([first, second]).toEqual([['a 1'], null]);
		expect(one.reads).toHaveLength(1);
		const other = trigger({
			tasks: { parts: [{ observations: [ended('a', start + 1)] }], takesMs: 1_000 },
		});
		await other.poll();
		one.streams.tasks!.parts = [{ observations: [ended('b', start + 2)] }];
		expect(await Promise.all([one.keys(), other.keys()])).toEqual([['b 1'], ['a 1']]);
		// A copy of a workflow has nodes of the same names.
		const copy = trigger(
			{ tasks: { parts: [{ observations: [ended('c', start + 3)] }], takesMs: 1_000 } },
			{ node: other.id },
		);
		await copy.poll();
		other.streams.tasks!.parts = [{ observations: [ended('d', start + 4)] }];
		expect(await Promise.all([other.keys(), copy.keys()])).toEqual([['d 1'], ['c 1']]);
	});

	test('a poll with other settings starts over after the one in progress', async () => {
		const { poll, keys, parameters, memory, reads } = trigger({
			tasks: { parts: [{ observations: [ended('a', start + 1)] }], takesMs: 1_000 },
		});
		await poll();
		const running = keys();
		await time.sleep(500);
		parameters.events = ['failed', 'started'];
		const { scope } = memory();
		expect([await poll(), await running]).toEqual([null, ['a 1']]);
		expect([memory().scope === scope, memory().polls]).toEqual([false, 0]);
		expect([await keys(), reads.length]).toEqual([['a 1'], 2]);
	});

	test('a poll with other settings that are wrong fails while another is in progress', async () => {
		const { poll, keys, parameters } = trigger({
			tasks: { parts: [{ observations: [ended('a', start + 1)] }], takesMs: 1_000 },
		});
		await poll();
		const running = keys();
		await time.sleep(500);
		parameters.options = { maxEvents: -1 };
		await expect(poll()).rejects.toThrow('Max Events');
		parameters.options = {};
		expect(await running).toEqual(['a 1']);
	});

	test('a poll that is given an older state a moment later steps aside for a minute', async () => {
		const { keys, data, memory, streams } = trigger({
			tasks: { parts: [{ observations: [ended('a', start + 1)] }] },
		});
		await keys();
		const older = JSON.parse(JSON.stringify(data)) as IDataObject;
		expect(await keys()).toEqual(['a 1']);
		Object.assign(data, older);
		streams.tasks!.parts = [{ observations: [ended('a', start + 1), ended('b', start + 2)] }];
		await time.sleep(MINUTE - 1);
		expect([await keys(), memory().polls]).toEqual([null, 0]);
		await time.sleep(1);
		expect(await keys()).toEqual(['a 1', 'b 1']);
	});

	test('the number of polls tells an old state for a minute, for one trigger only', async () => {
		const { keys, data, reads } = trigger({ tasks: {} });
		for (let polls = 0; polls <= 3; polls++) await keys();
		/** Whether a poll to which n8n gives a state of that age steps aside. */
		const isOutdated = async (polls: number) => {
			data.memory = { ...(data.memory as IDataObject), polls };
			const before = reads.length;
			await keys();
			return reads.length === before;
		};
		expect([await isOutdated(2), await isOutdated(3), await isOutdated(4)]).toEqual([
			true,
			false,
			false,
		]);
		const another = trigger({ tasks: {} });
		await another.keys();
		await another.keys();
		expect(another.reads).toHaveLength(1);
		await time.sleep(MINUTE);
		expect(await isOutdated(2)).toBe(false);
	});
});
