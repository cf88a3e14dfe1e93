/**
 * Which requests the engine repeats, and which it never does.
 */
import type { Emulator } from '../../../emulator';
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { byId } from '../../support/demo';
import type { NodeResult } from '../../support/engine';
import { fact } from '../../support/fact';
import { sleeperCount, standStill, until } from '../../support/followedClock';
import { anExecution, GET, items, platform, requestCount, start, TOKEN } from './promisesStage';

/**
 * Tokens that are revoked while nobody looks cost one exchange and no item; a platform that refuses
 * each token is asked twice.
 */
async function expectOneExchange({
	get,
	emulator,
	items: count,
}: {
	get: (items: number) => Promise<NodeResult>;
	emulator: Emulator;
	items: number;
}) {
	emulator.clock.advance(1_000);
	emulator.tokens.revokeAll(DEMO_ACCOUNT.id);
	expect((await get(count)).error).toBeUndefined();
	expect(requestCount(TOKEN)).toBe(2);
	// It is asked no more often than before: n8n's own try, and one with a new token.
	platform().clearLog();
	emulator.clock.advance(1_000);
	emulator.faults.add({ operation: GET, status: 401, times: 10 });
	expect((await get(1)).error).toMatchObject({ httpCode: '401' });
	expect([requestCount(GET), requestCount(TOKEN)]).toEqual([2, 1]);
}

describe('the repetition of a request', () => {
	test.each([408, 429, 500, 502, 503, 504])(
		'a read is repeated on %s, up to 5 attempts',
		async (status) => {
			fact('B.192');
			const { run, emulator } = await start();
			emulator.faults.add({ operation: GET, status, times: 4 });
			expect(
				(await run('Processing', 'taskExecution', 'get', { executionId: byId(anExecution()) }))
					.error,
			).toBeUndefined();
			expect(requestCount(GET)).toBe(5);
			platform().clearLog();
			emulator.faults.add({ operation: GET, status, times: 5 });
			const { error } = await run('Processing', 'taskExecution', 'get', {
				executionId: byId(anExecution()),
			});
			expect(error).toMatchObject({ httpCode: String(status) });
			expect(error!.description).toContain('tried 5 times');
			expect(requestCount(GET)).toBe(5);
			expect(emulator.faults.unconsumed()).toEqual([]);
		},
	);

	test.each(['before', 'after'] as const)(
		'a read is repeated if the connection breaks %s it is done',
		async (breaks) => {
			const { run, emulator } = await start();
			emulator.faults.add({ operation: GET, breaks, times: 2 });
			expect(
				(await run('Processing', 'taskExecution', 'get', { executionId: byId(anExecution()) }))
					.error,
			).toBeUndefined();
			expect(requestCount(GET)).toBe(3);
			emulator.faults.add({ operation: GET, breaks, times: 5 });
			const { error } = await run('Processing', 'taskExecution', 'get', {
				executionId: byId(anExecution()),
			});
			expect(error!.message).toBe('The connection broke before a response arrived');
			expect(error!.failure).toEqual({ cause: 'temporarily-unavailable' });
		},
	);

	test('two tokens revoked in two processes cost one exchange and no item', async () => {
		const { run, emulator, credentialStore } = await start();
		const get = (count: number) =>
			run(
				'Processing',
				'taskExecution',
				'get',
				{ executionId: byId(anExecution()) },
				{ items: items(count) },
			);
		expect((await get(1)).error).toBeUndefined();
		// n8n has no lock: another process fetched one a moment before, and stored it last.
		const [[id, stored]] = [...credentialStore.stored] as [[string, { accessToken: string }]];
		const own = JSON.parse(stored.accessToken) as { token: string; issuedAt: number };
		credentialStore.stored.set(id, {
			...stored,
			accessToken: JSON.stringify({
				...own,
				token: 'of-the-other-process',
				issuedAt: own.issuedAt - 10,
			}),
		});
		await expectOneExchange({ get, emulator, items: 20 });
	});

	test('a 401 that n8n returns as a response leads to a new token', async () => {
		const { run, emulator, credentialStore } = await start();
		credentialStore.handsBack401 = true;
		const get = (count: number) =>
			run(
				'Processing',
				'taskExecution',
				'get',
				{ executionId: byId(anExecution()) },
				{ items: items(count) },
			);
		expect((await get(1)).error).toBeUndefined();
		await expectOneExchange({ get, emulator, items: 50 });
	});

	test('a hint says that the node has waited for a pause shorter than the budget of a request', async () => {
		const { run, emulator } = await start();
		const started = emulator.clock.now();
		emulator.faults.add({ operation: GET, status: 429, retryAfter: 100 });
		const result = await run(
			'Processing',
			'taskExecution',
			'get',
			{ executionId: byId(anExecution()) },
			{ items: items(5), timezone: 'Europe/Paris' },
		);
		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(5);
		expect(emulator.clock.now() - started).toBeGreaterThanOrEqual(100_000);
		expect(result.hints).toEqual([
			expect.stringMatching(
				/^Rate limit reached \(429\): requests to "processing" are slowed down until about \d\d:\d\d \(Europe\/Paris\)/,
			),
		]);
	});

	test.each([400, 403, 404, 405, 409, 422, 501])(
		'a read that is refused with %s is not repeated',
		async (status) => {
			const { run, emulator } = await start();
			emulator.faults.add({ operation: GET, status });
			const { error } = await run('Processing', 'taskExecution', 'get', {
				executionId: byId(anExecution()),
			});
			expect(error).toMatchObject({ httpCode: String(status) });
			expect(requestCount(GET)).toBe(1);
		},
	);

	test('a 401 leads to a new token, once', async () => {
		const { run, emulator } = await start();
		emulator.faults.add({ operation: GET, status: 401, times: 10 });
		const { error } = await run('Processing', 'taskExecution', 'get', {
			executionId: byId(anExecution()),
		});
		expect(error).toMatchObject({ httpCode: '401' });
		expect([requestCount(GET), requestCount(TOKEN)]).toEqual([2, 2]);
	});

	test('a deletion whose response was lost has succeeded if the record no longer exists', async () => {
		const { run, emulator } = await start();
		const [profile] = (await run('Processing', 'runProfile', 'search')).items;
		emulator.faults.add({
			operation: 'DELETE /processing/run-profiles/{runProfileId}',
			breaks: 'after',
		});
		const { error, items: output } = await run('Processing', 'runProfile', 'delete', {
			runProfileId: byId(profile!.json.id),
		});
		expect(error).toBeUndefined();
		expect(output[0]!.json).toEqual({ deleted: true, runProfileId: profile!.json.id });
		expect(requestCount('DELETE /processing/run-profiles/{runProfileId}')).toBe(2);
		const again = await run('Processing', 'runProfile', 'delete', {
			runProfileId: byId(profile!.json.id),
		});
		expect(again.error).toMatchObject({ httpCode: '404' });
	});

	test('a request whose connection was never established is repeated, even for a start', async () => {
		const { run, emulator, address } = await start();
		await run('Processing', 'taskExecution', 'getMany');
		const port = Number(new URL(address).port);
		await emulator.close();
		const goOn = standStill();
		const running = run('Processing', 'taskExecution', 'start', {
			executable: byId([...platform().emulator.state.serviceAccounts.keys()][0]),
		});
		await until('the node waits before its next try', () => sleeperCount() > 0);
		await emulator.listen(port);
		goOn();
		const { error } = await running;
		// The task does not exist: the platform was reached in the end, and once.
		expect(error).toMatchObject({ httpCode: '404' });
		expect(requestCount('POST /processing/executions')).toBe(1);
	});

	test('a pause beyond the budget is reported for all items, without waiting', async () => {
		const { run, emulator } = await start();
		emulator.faults.add({ operation: GET, status: 429, retryAfter: 3600, times: 8 });
		const result = await run(
			'Processing',
			'taskExecution',
			'get',
			{ executionId: byId(anExecution()) },
			{ items: items(20), onError: 'continueRegularOutput' },
		);
		expect(result.items).toHaveLength(20);
		for (const { json } of result.items)
			expect(json.details).toEqual({
				httpCode: '429',
				description: expect.stringMatching(/^Try again in (60|59) minutes\./) as string,
			});
		expect(requestCount(GET)).toBeLessThanOrEqual(8);
	});
});
