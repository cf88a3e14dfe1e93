/**
 * Waiting for the end of what was started: how often it is looked at, which faults pass, and the
 * message when it is no longer followed.
 */
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import type { Message } from '../../../nodes/shared/declare/messages';
import type { OperationContext } from '../../../nodes/shared/declare/operation';
import { otherIdIn } from '../../../nodes/shared/declare/recordId';
import { awaitEnd, type Followed, readUntil } from '../../../nodes/shared/flows/wait';
import { notedRecord } from '../../../nodes/shared/support/errorNotes';
import { showing } from '../../support/messages';
import { stub } from '../../support/stub';
import { MINUTE, simulatedTimeForEach } from '../../support/time';

const time = simulatedTimeForEach();

const node = { name: 'Node' } as INode;
const refusal = (status: number | undefined) =>
	new NodeApiError(
		node,
		{},
		{
			message: `refused ${String(status)}`,
			description: 'Why.',
			httpCode: status === undefined ? undefined : String(status),
		},
	);

describe('a check', () => {
	const tooLate = async (state: number) =>
		await Promise.resolve(Object.assign(new Error('too late'), { state }));
	const usual = { limitMs: 3_600_000, tooLate, signal: new AbortController().signal };
	const looksUntil = async (lastAt: number, more: object = {}) => {
		const started = time.elapsed();
		const looks: number[] = [];
		await readUntil({
			read: () => Promise.resolve(looks.push(time.elapsed() - started)),
			ended: () => time.elapsed() - started >= lastAt,
			...usual,
			...more,
		});
		return looks;
	};
	test('a check is made after two seconds, then after half as long again each time, at most thirty', async () => {
		const looks = await looksUntil(200_000);
		const waits = looks.slice(1).map((at, index) => at - looks[index]!);
		expect(waits.slice(0, 9)).toEqual([
			2_000, 3_000, 4_500, 6_750, 10_125, 15_187.5, 22_781.25, 30_000, 30_000,
		]);
	});
	test('a check is made as often as declared', async () => {
		expect(await looksUntil(3_000, { firstPauseMs: 100, maxPauseMs: 1_000 })).toEqual([
			0, 100, 250, 475, 812.5, 1_318.75, 2_078.125, 3_078.125,
		]);
	});
	test('a check is the last one at the time limit', async () => {
		const started = time.elapsed();
		const looks: number[] = [];
		const waiting = readUntil({
			read: () => Promise.resolve(looks.push(time.elapsed() - started)),
			ended: () => false,
			...usual,
			limitMs: 4_000,
		});
		await expect(waiting).rejects.toMatchObject({ message: 'too late', state: 3 });
		expect(looks).toEqual([0, 2_000, 4_000]);
	});
	test('a time limit that is not a finite number is refused', async () => {
		for (const limitMs of [NaN, Infinity])
			await expect(
				readUntil({ read: () => Promise.resolve(1), ended: () => true, ...usual, limitMs }),
			).rejects.toThrow('The time limit must be a number');
	});
});

const SHOWN = stub<OperationContext<Message>>(showing());

type Look = IDataObject | Error;

/** Follows something whose looks meet these, in their turn, the last one for all that follow. */
async function watch(
	looks: Look[] | ((passed: number) => Look),
	more: Partial<Followed> & {
		stopAt?: number;
		failed?: { itemIndex: number; message: string };
	} = {},
) {
	const { stopAt, failed, ...of } = more;
	const stop = new AbortController();
	const running = new Set<string>(['other']);
	const op = stub<OperationContext<Message>>({
		itemIndex: 4,
		run: { stillRunning: running, failed },
		signal: stop.signal,
		...showing(),
	});
	const began = time.elapsed();
	const seen: number[] = [];
	const result = await awaitEnd(op, {
		subject: 'Run 7',
		id: '7',
		ids: { executionId: '7' },
		read: async () => {
			const passed = time.elapsed() - began;
			expect(running.has('7')).toBe(true);
			seen.push(passed);
			if (stopAt !== undefined && passed >= stopAt) stop.abort(new Error('stopped by a person'));
			const look =
				typeof looks === 'function'
					? looks(passed)
					: looks[Math.min(seen.length, looks.length) - 1]!;
			return look instanceof Error ? await Promise.reject(look) : await Promise.resolve(look);
		},
		ended: ({ status }) => status === 'done',
		timeLimit: 60,
		...of,
	}).catch((error: Error & { description?: string }) => error);
	return {
		result: result as Error & { description?: string },
		seen,
		took: time.elapsed() - began,
		running: [...running],
	};
}
const DONE = { status: 'done' };
const GOING = { status: 'going' };
const lost = (status: number | undefined) => ({
	message: `Run 7 was started, but could not be followed: refused ${String(status)}`,
	description: 'Why. It may still be running. Check it by its ID before you start it again.',
});

describe('something started', () => {
	test('something started is followed to its end', async () => {
		const { result, running, seen } = await watch([GOING, GOING, DONE]);
		expect(result).toEqual(DONE);
		expect(seen).toEqual([0, 2_000, 5_000]);
		expect(running).toEqual(['other']);
	});

	test.each([408, 429, 500, 503, 599])(
		'something started is still followed after a %i',
		async (status) => {
			expect((await watch([refusal(status), GOING, refusal(status), DONE])).result).toEqual(DONE);
		},
	);

	test.each([200, 204, 302])(
		'something started is still followed after a %i that says nothing about it, such as a page of a proxy',
		async (status) => {
			expect((await watch([GOING, refusal(status), GOING, DONE])).result).toEqual(DONE);
			const { result, took } = await watch([refusal(status)]);
			expect(result).toMatchObject(lost(status));
			expect(took).toBeGreaterThanOrEqual(10 * MINUTE);
		},
	);

	test.each([400, 401, 403, 407, 409, 428, 430, 499])(
		'something started is given up after a %i, and named',
		async (status) => {
			const { result, seen, running } = await watch([GOING, refusal(status)]);
			expect(result).toMatchObject(lost(status));
			expect(notedRecord(result)).toEqual({ executionId: '7' });
			expect(seen).toHaveLength(2);
			expect(running).toEqual(['other']);
		},
	);

	test('something started is still followed if there was no response', async () => {
		expect((await watch([refusal(undefined), DONE])).result).toEqual(DONE);
	});

	test('something started may be unknown for a minute after its start, and no longer', async () => {
		expect((await watch((passed) => (passed < MINUTE - 1 ? refusal(404) : DONE))).result).toEqual(
			DONE,
		);
		const { result, took } = await watch([refusal(404)]);
		expect(result).toMatchObject(lost(404));
		expect(took).toBe(64_343.75);
		// What was there and is not any more is lost.
		expect((await watch((passed) => (passed < MINUTE ? GOING : refusal(404)))).took).toBe(
			64_343.75,
		);
	});

	test('something started is given up if it was unreadable for ten minutes', async () => {
		const { result, took } = await watch([refusal(503)]);
		expect(result).toMatchObject(lost(503));
		expect(took).toBeGreaterThanOrEqual(10 * MINUTE);
		expect(took).toBeLessThanOrEqual(10 * MINUTE + 30_000);
	});

	test('the ten minutes begin again with each response', async () => {
		const { took } = await watch((passed) =>
			passed > 4 * MINUTE && passed < 5 * MINUTE ? GOING : refusal(503),
		);
		expect(took).toBeGreaterThanOrEqual(14 * MINUTE);
		expect(took).toBeLessThanOrEqual(15 * MINUTE + 30_000);
	});

	describe('the states of another run', () => {
		const theirs = { ...DONE, runId: '8' };

		test('something started is followed past the states of another run', async () => {
			const { result, seen } = await watch(
				[theirs, { ...GOING, runId: '7' }, theirs, { ...DONE, runId: '7' }],
				{ idField: 'runId' },
			);
			expect(result).toEqual({ ...DONE, runId: '7' });
			expect(seen).toHaveLength(4);
		});

		test('a state that is always that of another run is waited for ten minutes, and then reported', async () => {
			const never = await watch([theirs], { idField: 'runId' });
			expect(never.result).toMatchObject({
				message:
					'Run 7 was started, but could not be followed, because the platform returned another one: 8',
				description: 'It may still be running. Check it by its ID before you start it again.',
			});
			expect(notedRecord(never.result)).toEqual({ executionId: '7' });
			expect(never.running).toEqual(['other']);
			expect(never.took).toBeGreaterThanOrEqual(10 * MINUTE);
			expect(never.took).toBeLessThanOrEqual(10 * MINUTE + 30_000);
		});

		test('the ten minutes begin again with each state of its own', async () => {
			const later = await watch(
				(passed) => (passed > 4 * MINUTE && passed < 5 * MINUTE ? GOING : theirs),
				{ idField: 'runId' },
			);
			expect(later.took).toBeGreaterThanOrEqual(14 * MINUTE);
			expect(later.took).toBeLessThanOrEqual(15 * MINUTE + 30_000);
		});

		test('no run is compared where no field is known to have the ID', async () => {
			expect((await watch([theirs])).result).toEqual(theirs);
		});
	});

	test('something started is followed where a state names nothing', async () => {
		for (const runId of [undefined, null, '', {}])
			expect((await watch([{ ...DONE, runId }], { idField: 'runId' })).seen).toHaveLength(1);
	});

	test('something started ends with an error that is not a refusal', async () => {
		const broken = new Error('broken');
		const { result } = await watch([broken]);
		expect(result).toBe(broken);
		expect(result.message).toBe('broken');
		expect(notedRecord(result)).toEqual({ executionId: '7' });
	});

	test('a refusal without a message gets one', async () => {
		const silent = refusal(403);
		silent.description = undefined;
		expect((await watch([silent])).result).toMatchObject({
			description: 'It may still be running. Check it by its ID before you start it again.',
		});
	});
});

describe('the time limit', () => {
	const limit = { timeLimit: 5 };
	test('an execution keeps running, and is named', async () => {
		const { result, took, running } = await watch([GOING], limit);
		expect(result).toMatchObject({
			message: 'Run 7 did not end within 5 minutes',
			description: 'Run 7 is still running. Read it later by its ID, or raise the time limit.',
		});
		expect(notedRecord(result)).toEqual({ executionId: '7' });
		expect(took).toBe(5 * MINUTE);
		expect(running).toEqual(['other']);
		const act = jest.fn();
		expect(
			(await watch([GOING], { ...limit, end: { op: SHOWN, act, onStop: true } })).result
				.description,
		).toBe('Run 7 is still running. Read it later by its ID, or raise the time limit.');
		expect(act).not.toHaveBeenCalled();
	});
	test('the error says what the last state waits for', async () => {
		const waitsFor = (state: IDataObject) => (state === GOING ? 'Somebody has to act.' : undefined);
		expect((await watch([GOING], { ...limit, waitsFor })).result.description).toBe(
			'Somebody has to act. Run 7 is still running. Read it later by its ID, or raise the time limit.',
		);
		expect(
			(await watch([GOING, { status: 'on its way' }], { ...limit, waitsFor })).result.description,
		).toBe('Run 7 is still running. Read it later by its ID, or raise the time limit.');
	});
	test.each([200, 404, 408, 429, 500, 503, undefined])(
		'an execution that could never be read because of %s was not followed, and the cause is named',
		async (status) => {
			const { result, took, running } = await watch([refusal(status)], { timeLimit: 1 });
			expect(result).toMatchObject(lost(status));
			expect(notedRecord(result)).toEqual({ executionId: '7' });
			expect(took).toBe(MINUTE);
			expect(running).toEqual(['other']);
		},
	);
	test('an execution that was always another one was not followed', async () => {
		const { result } = await watch([{ ...DONE, runId: '8' }], { ...limit, idField: 'runId' });
		expect(result).toMatchObject({
			message:
				'Run 7 was started, but could not be followed, because the platform returned another one: 8',
			description: 'It may still be running. Check it by its ID before you start it again.',
		});
	});
	test('an execution that can no longer be read is not said to be running', async () => {
		const last = async (more: Partial<Followed>, ...looks: Look[]) =>
			(await watch((passed) => looks[passed < 4 * MINUTE ? 0 : 1]!, { ...limit, ...more })).result;
		expect(await last({}, GOING, refusal(503))).toMatchObject({
			message: 'Run 7 did not end within 5 minutes',
			description:
				'The last attempt to read it failed: refused 503. Run 7 may still be running. Read it later by its ID, or raise the time limit.',
		});
		expect(
			(await last({ idField: 'runId' }, GOING, { ...DONE, runId: '8' })).description,
		).toContain('could not be followed, because the platform returned another one: 8. Run 7 may');
		expect((await last({}, refusal(503), GOING)).description).toBe(
			'Run 7 is still running. Read it later by its ID, or raise the time limit.',
		);
	});
	test('an execution that could never be read is ended all the same, if so chosen', async () => {
		const act = jest.fn(async () => await Promise.resolve());
		const { result } = await watch([refusal(503)], {
			...limit,
			end: { op: SHOWN, act, atTimeLimit: true },
		});
		expect(result.description).toBe('Run 7 was terminated, as chosen.');
		expect(act).toHaveBeenCalledTimes(1);
	});
	test('an execution is ended if so chosen', async () => {
		const act = jest.fn(async () => await Promise.resolve());
		expect(
			(await watch([GOING], { ...limit, end: { op: SHOWN, act, atTimeLimit: true } })).result,
		).toMatchObject({
			message: 'Run 7 did not end within 5 minutes',
			description: 'Run 7 was terminated, as chosen.',
		});
		expect(act).toHaveBeenCalledTimes(1);
	});
	test('an execution is known to be ended, also if another item stops the node meanwhile', async () => {
		const end = { op: SHOWN, act: async () => await Promise.resolve(), atTimeLimit: true };
		const { result } = await watch([GOING], {
			...limit,
			end,
			stopAt: 5 * MINUTE,
			failed: { itemIndex: 1, message: 'Other.' },
		});
		expect(result.description).toBe('Run 7 was terminated, as chosen.');
	});
	test('the error says if something could not be ended at the time limit', async () => {
		const ending = (message: string) => ({
			...limit,
			end: {
				op: SHOWN,
				act: async () => await Promise.reject(new Error(message)),
				atTimeLimit: true,
			},
		});
		for (const message of ['Not now', 'Not now.'])
			expect((await watch([GOING], ending(message))).result.description).toBe(
				'It could not be terminated: Not now. Run 7 is still running. Read it later by its ID, or raise the time limit.',
			);
	});
});

describe('a workflow that is stopped', () => {
	const stopped = { stopAt: 5_000 };
	test('an execution keeps running, and is still listed as running', async () => {
		const act = jest.fn();
		const { result, seen, running } = await watch([GOING], {
			...stopped,
			end: { op: SHOWN, act, atTimeLimit: true },
		});
		expect(result.message).toBe('stopped by a person');
		expect(seen).toEqual([0, 2_000, 5_000]);
		expect(running).toEqual(['other', '7']);
		expect(act).not.toHaveBeenCalled();
		expect(notedRecord(result)).toEqual({ executionId: '7' });
	});
	test('an execution is ended if so chosen, even if that is refused', async () => {
		const act = jest.fn(async () => await Promise.reject(new Error('Not now')));
		const refused = await watch([GOING], { ...stopped, end: { op: SHOWN, act, onStop: true } });
		expect([refused.result.message, refused.running]).toEqual([
			'stopped by a person',
			['other', '7'],
		]);
		expect(act).toHaveBeenCalledTimes(1);
		expect((await watch([GOING], stopped)).result.message).toBe('stopped by a person');
	});
	test('an execution that was ended is not listed as running', async () => {
		const { result, running } = await watch([GOING], {
			...stopped,
			end: { op: SHOWN, act: async () => await Promise.resolve(), onStop: true },
		});
		expect([result.message, running]).toEqual(['stopped by a person', ['other']]);
	});
	test('an execution is not ended if another item stops the workflow, and the error says so', async () => {
		const act = jest.fn();
		const { result } = await watch([GOING], {
			...stopped,
			failed: { itemIndex: 2, message: 'No such task.' },
			end: { op: SHOWN, act, onStop: true },
		});
		expect(result).toMatchObject({
			message: 'Run 7 is no longer followed: item 2 stopped the node. No such task.',
			description: 'Run 7 is still running. Read it later by its ID.',
		});
		expect(act).not.toHaveBeenCalled();
	});
	test('an execution is ended when its item stops the workflow, if the user chose so', async () => {
		const act = jest.fn(async () => await Promise.resolve());
		const { result } = await watch([GOING], {
			...stopped,
			failed: { itemIndex: 4, message: 'Mine.' },
			end: { op: SHOWN, act, onStop: true },
		});
		expect(result.message).toBe('stopped by a person');
		expect(act).toHaveBeenCalledTimes(1);
	});
});

test('an ID is that of another record unless it is the same, in whichever form', () => {
	expect(
		['7', 7, ' 7 ', undefined, null, '', {}, []].map((id) => otherIdIn({ id }, 'id', '7')),
	).toEqual(Array.from({ length: 8 }, () => undefined));
	expect(otherIdIn({ id: 'AB' }, 'id', 'ab ')).toBeUndefined();
	expect(['8', 8, '77', '70'].map((id) => otherIdIn({ id }, 'id', '7'))).toEqual([
		'8',
		'8',
		'77',
		'70',
	]);
	expect([undefined, null, 'text', []].map((record) => otherIdIn(record, 'id', '7'))).toEqual([
		undefined,
		undefined,
		undefined,
		undefined,
	]);
	expect(otherIdIn({ id: '8', runId: '7' }, 'runId', '7')).toBeUndefined();
});
