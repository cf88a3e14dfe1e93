/**
 * What the emulator remembers, and how it is reset.
 */
import { Emulator, type EmulatorOptions, runningClock, standingClock } from '../../../emulator';
import { ALL_PERMISSIONS, DEMO_TOKEN } from '../../../emulator/seed';
import { ask, aTask, begin, emulator, LIST, START } from './emulatorStage';

test('scheduled executions are listed without being started', async () => {
	await begin();
	const executions = async () => {
		const { body } = await ask(LIST);
		return (body as { items: unknown[] }).items.length;
	};
	const scheduled = async () => {
		const at = emulator().clock.now();
		const { text } = await ask(
			`GET /orchestration/executables/tasks/${aTask()}/run-config/events?from=${at}&to=${at + 26 * 3_600_000}`,
		);
		return (JSON.parse(text) as { items?: unknown[] }).items ?? (JSON.parse(text) as unknown[]);
	};
	const before = await executions();
	expect(before).toBeGreaterThan(0);
	expect(await scheduled()).toHaveLength(1);
	emulator().clock.advance(26 * 3_600_000);
	expect(await executions()).toBe(before);
});

describe('the data of the emulator', () => {
	beforeEach(async () => await begin());

	test('the log has every request, without its secrets', async () => {
		await ask('GET /processing/run-profiles/a%2Fb?talendVersion=1', { headers: { 'x-a': 'b' } });
		await ask(START, { body: { executable: 'none' } });
		await ask('GET /nothing', {
			headers: { authorization: `Basic ${Buffer.from('id:secret').toString('base64')}` },
		});
		expect(emulator().log).toMatchObject([
			{
				method: 'GET',
				path: '/processing/run-profiles/a%2Fb',
				query: [['talendVersion', '1']],
				operation: 'GET /processing/run-profiles/{runProfileId}',
				status: 404,
				at: emulator().clock.now(),
				headers: { 'x-a': 'b', authorization: 'Bearer ***' },
			},
			{ method: 'POST', body: '{"executable":"none"}', operation: START, status: 404 },
			{
				method: 'GET',
				path: '/nothing',
				operation: undefined,
				status: 404,
				headers: { authorization: 'Basic ***' },
			},
		]);
		const { text } = await ask('GET /__emulator/log');
		expect(JSON.parse(text)).toHaveLength(3);
		expect(text).not.toContain(DEMO_TOKEN);
		expect(text).not.toContain(Buffer.from('id:secret').toString('base64'));
		expect(emulator().log[0]).not.toHaveProperty('answer');
	});

	describe('a reset', () => {
		test('the data is that of the demo again', async () => {
			const demo = (await ask(LIST)).text;
			const { body } = await ask(START, { body: { executable: aTask() } });
			expect((await ask(`GET /processing/executions/${String(body.executionId)}`)).status).toBe(
				200,
			);
			expect((await ask('POST /__emulator/reset')).status).toBe(204);
			expect((await ask(`GET /processing/executions/${String(body.executionId)}`)).status).toBe(
				404,
			);
			expect((await ask(LIST)).text).toBe(demo);
		});

		test('the log of requests is empty', async () => {
			await ask(LIST);
			await ask('POST /__emulator/reset');
			expect(emulator().log).toEqual([]);
		});

		test('no fault is left', async () => {
			emulator().faults.add({ operation: START, status: 500 });
			await ask('POST /__emulator/reset');
			expect(emulator().faults.unconsumed()).toEqual([]);
		});
	});

	test('a reset also turns the clock back: the account is as it was at first, with all its times', async () => {
		const seen = async () => [(await ask(LIST)).text, (await ask('GET /__emulator')).body.now];
		const first = await seen();
		await ask('POST /__emulator/clock', { body: { advanceMs: 3_600_000 } });
		await ask('POST /__emulator/clock', { body: { advanceMs: 86_400_000 } });
		expect((await seen())[1]).not.toBe(first[1]);
		await ask('POST /__emulator/reset');
		expect(await seen()).toEqual(first);
	});

	test('a reset clock is as it was created: at its start, or following this machine', () => {
		const standing = standingClock(5);
		standing.advance(10);
		standing.reset();
		expect(standing.now()).toBe(5);
		const running = runningClock();
		running.advance(3_600_000);
		running.reset();
		expect(Math.abs(running.now() - Date.now())).toBeLessThan(60_000);
	});

	test('a new emulator does not move the clock that it is given', async () => {
		const clock = standingClock(0);
		clock.advance(60_000);
		expect(new Emulator({ clock }).clock.now()).toBe(60_000);
	});

	test('a custom seed is also used after a reset', async () => {
		await emulator().close();
		const seed = jest.fn<void, Parameters<NonNullable<EmulatorOptions['seed']>>>((state) => {
			state.personalTokens.set(DEMO_TOKEN, {
				id: 'me',
				name: 'Me',
				type: 'HUMAN',
				permissions: ALL_PERMISSIONS,
			});
		});
		await begin({ seed });
		expect((await ask(LIST)).body).toMatchObject({ items: [], total: 0 });
		emulator().reset();
		expect(seed).toHaveBeenCalledTimes(2);
		expect((await ask('GET /orchestration/environments')).text).toBe('[]');
	});

	test('two accounts with the same seed are the same', async () => {
		const answers = async () =>
			(
				await Promise.all(
					[LIST, 'GET /orchestration/executables/tasks', 'GET /orchestration/environments'].map(
						(each) => ask(each),
					),
				)
			).map(({ text }) => text);
		const first = await answers();
		await emulator().close();
		await begin();
		expect(await answers()).toEqual(first);
	});

	test('the clock can be moved from outside, but only forward', async () => {
		const before = emulator().clock.now();
		expect((await ask('POST /__emulator/clock', { body: { advanceMs: 60_000 } })).body).toEqual({
			now: new Date(before + 60_000).toISOString(),
		});
		for (const advanceMs of [-1, 'x', undefined])
			expect((await ask('POST /__emulator/clock', { body: { advanceMs } })).status).toBe(400);
		expect(emulator().clock.now()).toBe(before + 60_000);
	});

	const FAULTS = '/__emulator/faults';
	const setFault = async () =>
		await ask(`POST ${FAULTS}`, { body: { operation: LIST, status: 503, times: 2 } });

	test('a fault can be set from outside', async () => {
		expect((await setFault()).status).toBe(201);
		expect((await ask(LIST)).status).toBe(503);
	});

	test('a fault that is not JSON is refused', async () => {
		expect((await ask(`POST ${FAULTS}`, { body: 'no JSON' })).status).toBe(400);
	});

	test('remaining faults can be counted from outside', async () => {
		await setFault();
		await ask(LIST);
		expect((await ask('GET /__emulator')).body).toMatchObject({
			requests: 1,
			unconsumedFaults: [{ operation: LIST, left: 1 }],
		});
		expect((await ask(`GET ${FAULTS}`)).text).toContain('"left":1');
	});

	test('faults can be cleared from outside', async () => {
		await setFault();
		expect((await ask(`DELETE ${FAULTS}`)).status).toBe(204);
		expect((await ask(`GET ${FAULTS}`)).text).toBe('[]');
	});

	test('the controls are not among the requests to the platform', async () => {
		await setFault();
		await ask('GET /__emulator');
		expect(emulator().log).toEqual([]);
	});
});
