/**
 * How something that was started is followed to its end.
 */
import { otherIdIn } from '../../../../nodes/shared/declare/derived/recordId';
import { readUntil } from '../../../../nodes/shared/flows/wait/readUntil';
import { notedRecord } from '../../../../nodes/shared/support/errorNotes';
import { MINUTE } from '../../../support/time';
import { DONE, GOING, notFollowed, refusal, time, watch } from './awaitEndStage';

describe('a check', () => {
	const errorAtLimit = async (state: number) =>
		await Promise.resolve(Object.assign(new Error('too late'), { state }));
	const usual = { limitMs: 3_600_000, errorAtLimit, signal: new AbortController().signal };
	const looksUntil = async (lastAt: number, more: object = {}) => {
		const started = time.elapsed();
		const looks: number[] = [];
		await readUntil({
			read: () => Promise.resolve(looks.push(time.elapsed() - started)),
			hasEnded: () => time.elapsed() - started >= lastAt,
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
			hasEnded: () => false,
			...usual,
			limitMs: 4_000,
		});
		await expect(waiting).rejects.toMatchObject({ message: 'too late', state: 3 });
		expect(looks).toEqual([0, 2_000, 4_000]);
	});

	test('a time limit that is not a finite number is refused', async () => {
		for (const limitMs of [NaN, Infinity])
			await expect(
				readUntil({ read: () => Promise.resolve(1), hasEnded: () => true, ...usual, limitMs }),
			).rejects.toThrow('The time limit must be a number');
	});
});

describe('following an execution', () => {
	test('an execution is followed to its end', async () => {
		const { result, running, seen } = await watch([GOING, GOING, DONE]);
		expect(result).toEqual(DONE);
		expect(seen).toEqual([0, 2_000, 5_000]);
		expect(running).toEqual(['other']);
	});

	test.each([408, 429, 500, 503, 599])(
		'an execution is still followed after a %i',
		async (status) => {
			expect((await watch([refusal(status), GOING, refusal(status), DONE])).result).toEqual(DONE);
		},
	);

	test.each([200, 204, 302])(
		'an execution is still followed after an unrelated %i, such as a page of a proxy',
		async (status) => {
			expect((await watch([GOING, refusal(status), GOING, DONE])).result).toEqual(DONE);
			const { result, took } = await watch([refusal(status)]);
			expect(result).toMatchObject(notFollowed(status));
			expect(took).toBeGreaterThanOrEqual(10 * MINUTE);
		},
	);

	test.each([400, 401, 403, 407, 409, 428, 430, 499])(
		'the error that an execution is given up after a %i names it',
		async (status) => {
			const { result, seen, running } = await watch([GOING, refusal(status)]);
			expect(result).toMatchObject(notFollowed(status));
			expect(notedRecord(result)).toEqual({ executionId: '7' });
			expect(seen).toHaveLength(2);
			expect(running).toEqual(['other']);
		},
	);

	test('an execution is still followed if there was no response', async () => {
		expect((await watch([refusal(undefined), DONE])).result).toEqual(DONE);
	});

	test('an execution can be unknown for a minute after its start', async () => {
		const { result } = await watch((passed) => (passed < MINUTE - 1 ? refusal(404) : DONE));
		expect(result).toEqual(DONE);
	});

	/** The pauses between checks grow to 22,781 ms: the checks are at 41,563 and at 64,344 ms. */
	const FIRST_CHECK_AFTER_A_MINUTE = 64_343.75;

	test('an execution that is unknown for more than a minute after its start is lost', async () => {
		const { result, took } = await watch([refusal(404)]);
		expect(result).toMatchObject(notFollowed(404));
		expect(took).toBe(FIRST_CHECK_AFTER_A_MINUTE);
	});

	test('an execution that is not there any more is lost at once', async () => {
		const { took } = await watch((passed) => (passed < MINUTE ? GOING : refusal(404)));
		expect(took).toBe(FIRST_CHECK_AFTER_A_MINUTE);
	});

	test('an execution is given up if it was unreadable for ten minutes', async () => {
		const { result, took } = await watch([refusal(503)]);
		expect(result).toMatchObject(notFollowed(503));
		expect(took).toBeGreaterThanOrEqual(10 * MINUTE);
		expect(took).toBeLessThanOrEqual(10 * MINUTE + 30_000);
	});

	test('an execution is followed for ten more minutes after each response', async () => {
		const { took } = await watch((passed) =>
			passed > 4 * MINUTE && passed < 5 * MINUTE ? GOING : refusal(503),
		);
		expect(took).toBeGreaterThanOrEqual(14 * MINUTE);
		expect(took).toBeLessThanOrEqual(15 * MINUTE + 30_000);
	});

	describe('the states of another execution', () => {
		const theirs = { ...DONE, runId: '8' };

		test('an execution is followed past the states of another execution', async () => {
			const { result, seen } = await watch(
				[theirs, { ...GOING, runId: '7' }, theirs, { ...DONE, runId: '7' }],
				{ idField: 'runId' },
			);
			expect(result).toEqual({ ...DONE, runId: '7' });
			expect(seen).toHaveLength(4);
		});

		test('a state that is always that of another execution is reported after ten minutes', async () => {
			const never = await watch([theirs], { idField: 'runId' });
			expect(never.result).toMatchObject({
				message: 'Run 7 was started, but could not be followed: Talend Cloud returned 8 instead',
				description: 'It may still be running. Check it by its ID before you start it again.',
			});
			expect(notedRecord(never.result)).toEqual({ executionId: '7' });
			expect(never.running).toEqual(['other']);
			expect(never.took).toBeGreaterThanOrEqual(10 * MINUTE);
			expect(never.took).toBeLessThanOrEqual(10 * MINUTE + 30_000);
		});

		test('an execution is followed for ten more minutes after each state of its own', async () => {
			const later = await watch(
				(passed) => (passed > 4 * MINUTE && passed < 5 * MINUTE ? GOING : theirs),
				{ idField: 'runId' },
			);
			expect(later.took).toBeGreaterThanOrEqual(14 * MINUTE);
			expect(later.took).toBeLessThanOrEqual(15 * MINUTE + 30_000);
		});

		test('a state of another execution is accepted if no field is known to have the ID', async () => {
			expect((await watch([theirs])).result).toEqual(theirs);
		});
	});

	test('an execution is followed if a state names none', async () => {
		for (const runId of [undefined, null, '', {}])
			expect((await watch([{ ...DONE, runId }], { idField: 'runId' })).seen).toHaveLength(1);
	});

	test('the wait ends with an error that is not a refusal', async () => {
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

test('an ID in another form, such as in another case, is the same ID', () => {
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
