/** The promises of the engine, kept through n8n-core against the emulated platform. */

import { ExecuteContext } from 'n8n-core';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getEventListeners } from 'node:events';
import type { ClientRequest } from 'node:http';

import type { Emulator } from '../../../emulator';
import { processingOf } from '../../../emulator/areas/processing/records';
import { DEMO, DEMO_ACCOUNT, DEMO_TOKEN } from '../../../emulator/seed';
import { MAX_IN_FLIGHT } from '../../../nodes/shared/declare/families';
import { byId, named } from '../../support/demo';
import type { NodeResult } from '../../support/engine';
import { fact } from '../../support/fact';
import { type Platform, startPlatform, unfollowClock } from '../../support/platform';
import { casesOf } from '../../support/share';

let platform: Platform | undefined;
afterEach(async () => {
	await platform?.close();
	platform = undefined;
});

const start = async (...options: Parameters<typeof startPlatform>) =>
	(platform = await startPlatform(...options));
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ json: { index } }));
const times = (operation: string) =>
	platform!.emulator.log.filter((request) => request.operation === operation).length;
const TOKEN = 'POST /security/oauth/token';
const GET = 'GET /processing/executions/{executionId}';
const anExecution = () => [...processingOf(platform!.emulator.state).tasks.keys()][0]!;
const entryPoints = ['workflow', 'tool'] as const;

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
	expect(times(TOKEN)).toBe(2);
	// It is asked no more often than before: n8n's own try, and one with a new token.
	platform!.forget();
	emulator.clock.advance(1_000);
	emulator.faults.add({ operation: GET, status: 401, times: 10 });
	expect((await get(1)).error).toMatchObject({ httpCode: '401' });
	expect([times(GET), times(TOKEN)]).toEqual([2, 1]);
}

describe.each(entryPoints)('bounded (%s)', (entryPoint) => {
	test('no more than 8 requests of a queue are in flight, and one token is fetched', async () => {
		const { run, emulator } = await start();
		emulator.faults.add({ operation: GET, delayMs: 5, times: 400 });
		const result = await run(
			'Processing',
			'taskExecution',
			'get',
			{ executionId: byId(anExecution()) },
			{ items: items(400), entryPoint },
		);
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items(400).map((_, item) => ({ item })),
		);
		expect(emulator.inFlight.most).toBeLessThanOrEqual(8);
		expect(emulator.inFlight.most).toBeGreaterThan(4);
		expect(times(TOKEN)).toBe(1);
	});

	test('an expired token costs one exchange', async () => {
		const { run, emulator } = await start();
		const get = () =>
			run(
				'Processing',
				'taskExecution',
				'get',
				{ executionId: byId(anExecution()) },
				{ items: items(50), entryPoint },
			);
		await get();
		emulator.clock.advance(31 * 60_000);
		expect((await get()).error).toBeUndefined();
		expect(times(TOKEN)).toBe(2);
		// Revoked before its time: the platform says 401, and one new token serves all.
		emulator.tokens.revokeAll(DEMO_ACCOUNT.id);
		expect((await get()).error).toBeUndefined();
		expect(times(TOKEN)).toBe(3);
	});

	// What else would notice: test/unit/transport/requestQueueSimulations.test.ts, with limits of
	// every kind.
	test.each([
		[
			'a minute’s window',
			{ perMinute: { processing: 600 }, headers: 'retry-after' as const },
			{ items: 2_000, perWindow: 600, windowSeconds: 60 },
		],
		[
			'a window of a second, without a word about the time',
			{ perMinute: { processing: 10 }, windowMs: 1000, headers: 'none' as const },
			{ items: casesOf(2_000), perWindow: 10, windowSeconds: 1 },
		],
		[
			'X-RateLimit headers only',
			{ perMinute: { processing: 100 }, windowMs: 10_000, headers: 'x-ratelimit' as const },
			{ items: casesOf(2_000), perWindow: 100, windowSeconds: 10 },
		],
	])(
		'more items than a limit allows end without a failure and close to that limit: %s',
		async (_name, limits, { items: most, perWindow, windowSeconds }) => {
			const { run, emulator } = await start({ limits });
			const started = emulator.clock.now();
			const count = entryPoint === 'tool' ? Math.min(300, most) : most;
			const result = await run(
				'Processing',
				'taskExecution',
				'get',
				{ executionId: byId(anExecution()) },
				{ items: items(count), entryPoint },
			);
			expect(result.error).toBeUndefined();
			expect(result.items).toHaveLength(count);
			const seconds = (emulator.clock.now() - started) / 1000;
			const fastest = (Math.ceil(count / perWindow) - 1) * windowSeconds;
			expect(seconds).toBeLessThan(fastest * 1.2 + 12);
			// Each window that is announced costs what is in flight, the limit of an endpoint only once.
			const refusals =
				limits.headers === 'none' ? 10 : MAX_IN_FLIGHT * Math.ceil(count / perWindow);
			expect(emulator.log.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(
				refusals,
			);
		},
	);
});

describe.each(entryPoints)('stops (%s)', (entryPoint) => {
	test('nothing more is started after a first failing item', async () => {
		const { run } = await start();
		const good = anExecution();
		const result = await run(
			'Processing',
			'taskExecution',
			'get',
			{ executionId: byId(`={{ $json.index === 20 ? "none" : "${good}" }}`) },
			// As a tool, n8n itself takes much longer for each item.
			{ items: items(entryPoint === 'tool' ? 100 : 500), entryPoint },
		);
		expect(result.items).toEqual([]);
		expect(result.error!.message).toContain('Execution none was not found');
		expect(times(GET)).toBeLessThanOrEqual(20 + 16);
	});

	test('each item has its result or its error, in order, with On Error set to continue', async () => {
		const { run } = await start();
		const good = anExecution();
		const parameters = { executionId: byId(`={{ $json.index % 10 === 3 ? "none" : "${good}" }}`) };
		const result = await run('Processing', 'taskExecution', 'get', parameters, {
			items: items(50),
			entryPoint,
			onError: 'continueRegularOutput',
		});
		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(50);
		result.items.forEach(({ json, pairedItem }, index) => {
			expect(pairedItem).toEqual({ item: index });
			if (index % 10 === 3) expect(json.error).toBe('Execution none was not found');
			else expect(json.executionId).toBe(good);
		});
		const split = await run('Processing', 'taskExecution', 'get', parameters, {
			items: items(50),
			entryPoint,
			onError: 'continueErrorOutput',
		});
		expect(split.items).toHaveLength(45);
		expect(split.errorItems).toHaveLength(5);
	});

	test('the error output keeps the fields of the input next to the error', async () => {
		const { run } = await start();
		const parameters = { executionId: byId('={{ $json.id }}') };
		const given = [
			{ json: { id: anExecution(), customer: 'Ada' } },
			{ json: { id: 'none', customer: 'Bob' } },
		];
		const result = await run('Processing', 'taskExecution', 'get', parameters, {
			items: given,
			entryPoint,
			onError: 'continueErrorOutput',
		});
		expect(result.items).toHaveLength(1);
		expect(result.errorItems.map(({ json }) => json)).toEqual([
			entryPoint === 'workflow'
				? {
						id: 'none',
						customer: 'Bob',
						error: 'Execution none was not found',
						details: expect.objectContaining({ httpCode: '404' }) as object,
					}
				: { error: 'Execution none was not found' },
		]);
	});

	test('a node leaves no listener on the signal of its execution', async () => {
		const { run } = await start();
		let signal: AbortSignal | undefined;
		// eslint-disable-next-line @typescript-eslint/unbound-method -- called with the context of the run, below
		const { getExecutionCancelSignal } = ExecuteContext.prototype;
		const spy = jest
			.spyOn(ExecuteContext.prototype, 'getExecutionCancelSignal')
			.mockImplementation(function (this: ExecuteContext) {
				return (signal = getExecutionCancelSignal.call(this));
			});
		await run(
			'Processing',
			'taskExecution',
			'get',
			{ executionId: byId(anExecution()) },
			{ items: items(20), entryPoint },
		);
		spy.mockRestore();
		expect(signal).toBeDefined();
		expect(
			getEventListeners(signal!, 'abort').filter((listener) =>
				/endRun|aborted\)/.test(String(listener)),
			),
		).toEqual([]);
	});

	test('stopping the workflow stops waiting and retrying', async () => {
		const { run, emulator } = await start();
		emulator.faults.add({ operation: GET, status: 429, retryAfter: 100, times: 1_000 });
		// Counted as they leave: how long one that has left takes to arrive depends on the machine.
		let sent = 0;
		const count = (message: unknown) =>
			void (
				(message as { request: ClientRequest }).request.path.startsWith(
					'/processing/executions/',
				) && sent++
			);
		subscribe('http.client.request.start', count);
		const stop = new AbortController();
		const running = run(
			'Processing',
			'taskExecution',
			'get',
			{ executionId: byId(anExecution()) },
			{ items: items(100), entryPoint, signal: stop.signal },
		);
		while (times(GET) === 0) await new Promise((resolve) => setTimeout(resolve, 2));
		stop.abort();
		const before = sent;
		// n8n itself sends nothing after this; a node that went on would report what happened to its
		// tries.
		expect((await running).error?.message).toBe(
			entryPoint === 'tool' ? 'The workflow was stopped' : 'This operation was aborted',
		);
		await new Promise((resolve) => setTimeout(resolve, 350));
		unsubscribe('http.client.request.start', count);
		expect(before).toBeGreaterThan(0);
		expect(sent).toBe(before);
		expect(sent).toBeLessThan(30);
	});
});

describe('repeats only what may be repeated', () => {
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
			expect(times(GET)).toBe(5);
			platform!.forget();
			emulator.faults.add({ operation: GET, status, times: 5 });
			const { error } = await run('Processing', 'taskExecution', 'get', {
				executionId: byId(anExecution()),
			});
			expect(error).toMatchObject({ httpCode: String(status) });
			expect(error!.description).toContain('tried 5 times');
			expect(times(GET)).toBe(5);
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
			expect(times(GET)).toBe(3);
			emulator.faults.add({ operation: GET, breaks, times: 5 });
			const { error } = await run('Processing', 'taskExecution', 'get', {
				executionId: byId(anExecution()),
			});
			expect(error!.message).toBe('The connection broke before a response arrived');
			expect(error!.failure).toEqual({ cause: 'temporarily-unavailable' });
		},
	);

	test('two revoked tokens of two processes cost one exchange and no item', async () => {
		const { run, emulator, helper } = await start();
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
		const [[id, stored]] = [...helper.stored] as [[string, { accessToken: string }]];
		const own = JSON.parse(stored.accessToken) as { token: string; issuedAt: number };
		helper.stored.set(id, {
			...stored,
			accessToken: JSON.stringify({
				...own,
				token: 'of-the-other-process',
				issuedAt: own.issuedAt - 10,
			}),
		});
		await expectOneExchange({ get, emulator, items: 20 });
	});

	test('a 401 that n8n returns as a response is met with a new token', async () => {
		const { run, emulator, helper } = await start();
		helper.handsBack401 = true;
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

	test('a pause shorter than the budget of a request is waited for, and a hint says so', async () => {
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

	test.each([400, 403, 404, 405, 409, 422, 501])('%s is not repeated', async (status) => {
		const { run, emulator } = await start();
		emulator.faults.add({ operation: GET, status });
		const { error } = await run('Processing', 'taskExecution', 'get', {
			executionId: byId(anExecution()),
		});
		expect(error).toMatchObject({ httpCode: String(status) });
		expect(times(GET)).toBe(1);
	});

	test('a 401 is met with a new token, once', async () => {
		const { run, emulator } = await start();
		emulator.faults.add({ operation: GET, status: 401, times: 10 });
		const { error } = await run('Processing', 'taskExecution', 'get', {
			executionId: byId(anExecution()),
		});
		expect(error).toMatchObject({ httpCode: '401' });
		expect([times(GET), times(TOKEN)]).toEqual([2, 2]);
	});

	test('a delete whose response was lost has succeeded if the record no longer exists', async () => {
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
		expect(times('DELETE /processing/run-profiles/{runProfileId}')).toBe(2);
		const again = await run('Processing', 'runProfile', 'delete', {
			runProfileId: byId(profile!.json.id),
		});
		expect(again.error).toMatchObject({ httpCode: '404' });
	});

	test('a connection that was never made is tried again, also for a start', async () => {
		const { run, emulator, address } = await start();
		await run('Processing', 'taskExecution', 'getMany');
		const port = Number(new URL(address).port);
		await emulator.close();
		unfollowClock();
		setTimeout(() => void emulator.listen(port), 30);
		const { error } = await run('Processing', 'taskExecution', 'start', {
			executable: byId([...platform!.emulator.state.serviceAccounts.keys()][0]),
		});
		// The task does not exist: the platform was reached in the end, and once.
		expect(error).toMatchObject({ httpCode: '404' });
		expect(times('POST /processing/executions')).toBe(1);
	});

	test('a pause beyond the budget is reported instead of waited for, for all items', async () => {
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
		expect(times(GET)).toBeLessThanOrEqual(8);
	});
});

describe('the credential', () => {
	test('a refused sign-in says what to check, without showing it, after one exchange', async () => {
		const { run, helper } = await start();
		const [id] = helper.stored.keys();
		helper.stored.set(id!, {
			...helper.stored.get(id!),
			clientSecret: 'a-wrong-secret',
			accessToken: '',
		});
		const { error, stored } = await run(
			'Processing',
			'taskExecution',
			'getMany',
			{},
			{ items: items(20) },
		);
		expect(error!.message).toMatch(
			/^The sign-in at 127\.0\.0\.1:\d+ was refused \(401\): check the client ID, the client secret and the region$/,
		);
		expect(error!.description).toContain('The secret is shown only once');
		expect(error).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
		expect(stored).not.toContain('a-wrong-secret');
		expect(stored).not.toContain(DEMO_ACCOUNT.secret);
		expect(times(TOKEN)).toBeLessThanOrEqual(2);
	});

	test('an old token is never used with a changed secret', async () => {
		const { run, helper, emulator } = await start();
		const get = () =>
			run('Processing', 'taskExecution', 'get', { executionId: byId(anExecution()) });
		expect((await get()).error).toBeUndefined();
		const [id] = helper.stored.keys();
		helper.stored.set(id!, { ...helper.stored.get(id!), clientSecret: 'a-wrong-secret' });
		expect((await get()).error!.message).toMatch(/^The sign-in at .* was refused/);
		emulator.state.serviceAccounts.get(DEMO_ACCOUNT.id)!.secret = 'a-new-secret';
		helper.stored.set(id!, { ...helper.stored.get(id!), clientSecret: 'a-new-secret' });
		expect((await get()).error).toBeUndefined();
	});

	test.each(['string', 'number', 'absent'] as const)(
		'a token works when expires_in is %s',
		async (expiresIn) => {
			fact('A.15');
			// Both descriptions show a text; what clients saw is that and more
			// (docs/platform/interface.md, "Signing in").
			const odd = [
				'answered: A/TokenResponse.expires_in must be null',
				'answered: A/TokenResponse.expires_in must be string',
				'answered: oauth/TokenResponse.expires_in must be string',
			];
			const { run, emulator } = await start(
				{ tokens: { expiresIn } },
				expiresIn === 'number' ? odd : [],
			);
			const get = () =>
				run('Processing', 'taskExecution', 'get', { executionId: byId(anExecution()) });
			expect((await get()).error).toBeUndefined();
			emulator.clock.advance(31 * 60_000);
			expect((await get()).error).toBeUndefined();
			expect(times(TOKEN)).toBe(2);
		},
	);

	test('a missing permission for tokens says which', async () => {
		fact('A.137');
		const { run, emulator } = await start();
		emulator.state.serviceAccounts.get(DEMO_ACCOUNT.id)!.permissions = [];
		const { error } = await run('Processing', 'taskExecution', 'getMany');
		expect(error!.message).toMatch(/^The service account may not fetch a token/);
		expect(error!.description).toContain('TMC_SERVICE_ACCOUNT_MANAGEMENT');
	});

	test.each(['serviceAccount', 'token'])(
		'n8n reads a credential once a second, not for each of 100 items: %s',
		async (authentication) => {
			const { run, helper, address } = await start();
			const credentials =
				authentication === 'token'
					? {
							talendCloudTokenApi: helper.add('talendCloudTokenApi', {
								region: 'other',
								address,
								token: DEMO_TOKEN,
								apiVersion: '2021-03',
							}),
						}
					: undefined;
			const get = async (count: number) =>
				await run(
					'Processing',
					'taskExecution',
					'get',
					{ authentication, executionId: byId(anExecution()) },
					{ items: items(count), ...(credentials ? { credentials } : {}) },
				);
			await get(1);
			const reads = jest.spyOn(helper, 'getDecrypted');
			const result = await get(100);
			expect(result.error).toBeUndefined();
			expect(result.items).toHaveLength(100);
			expect(reads.mock.calls.length).toBeGreaterThan(0);
			expect(reads.mock.calls.length).toBeLessThan(10);
		},
	);

	const startWithToken = async () => {
		const { run, helper, address } = await start();
		const credentials = {
			talendCloudTokenApi: helper.add('talendCloudTokenApi', {
				region: 'other',
				address,
				token: DEMO_TOKEN,
				apiVersion: '2021-03',
			}),
		};
		const parameters = { authentication: 'token', executionId: byId(anExecution()) };
		return {
			helper,
			read: async () =>
				await run('Processing', 'taskExecution', 'get', parameters, { credentials }),
		};
	};

	test('a personal access token is accepted in place of a service account', async () => {
		fact('A.131');
		const { read } = await startWithToken();
		expect((await read()).error).toBeUndefined();
		expect(platform!.emulator.log.at(-1)!.headers).toMatchObject({
			'talend-version': '2021-03',
			'platform-version': '2021-03',
		});
	});

	test('a revoked personal access token is refused without being shown', async () => {
		const { read, helper } = await startWithToken();
		const id = [...helper.stored.keys()].at(-1);
		helper.stored.set(id!, { ...helper.stored.get(id!), token: 'a-revoked-token' });
		const { error, stored } = await read();
		expect(error).toMatchObject({
			httpCode: '401',
			message: 'The bearer token is missing, invalid or expired',
		});
		expect(error!.description).toMatch(
			/^Check the client ID, secret and region in the credential \(or the token/,
		);
		expect(stored).not.toContain('a-revoked-token');
	});

	test('a failed execution that n8n stores contains no token', async () => {
		const { run, helper } = await start();
		const { stored } = await run('Processing', 'taskExecution', 'get', {
			executionId: byId('none'),
		});
		const token = JSON.parse(String([...helper.stored.values()][0]!.accessToken)) as {
			token: string;
		};
		expect(stored).toContain('Execution none was not found');
		expect(stored).not.toContain(token.token);
		expect(stored).not.toMatch(/Bearer|eyJ/);
	});
});

describe('explains', () => {
	test.each<{
		what: string;
		fault: { status: number; body: unknown; contentType?: string };
		message: string;
		description: RegExp;
	}>([
		{
			what: 'service accounts',
			fault: { status: 400, body: { status: 400, detail: 'Malformed' } },
			message: 'Malformed',
			description: /^Check the values of the fields\. \(Status 400/,
		},
		{
			what: 'security',
			fault: {
				status: 403,
				body: {
					status: 403,
					message: 'No way',
					details: 'dev words',
					code: 'SEC-1',
					requestId: 'r-1',
				},
			},
			message: 'No way',
			description: /^dev words\. Ask an administrator.*Status 403, code SEC-1, request ID r-1/,
		},
		{
			what: 'orchestration',
			fault: {
				status: 404,
				body: { status: 404, message: 'Gone', detail: 'more', requestId: 'r-2' },
			},
			message: 'Gone',
			description: /^more\. Check the ID/,
		},
		{
			what: 'datasets',
			fault: {
				status: 404,
				body: {
					timestamp: 1,
					status: 404,
					error: 'Not Found',
					message: 'No dataset',
					path: '/datasets/1',
				},
			},
			message: 'No dataset',
			description: /Check the ID/,
		},
		{
			what: 'engines',
			fault: {
				status: 409,
				body: {
					status: 409,
					title: 'Conflict',
					details: 'An operation is ongoing',
					type: 'about:blank',
				},
			},
			message: 'An operation is ongoing',
			description: /^Check the current state/,
		},
		{
			what: 'crawlers',
			fault: { status: 400, body: { connectionId: 'c-1' } },
			message: 'Connection c-1 already has one',
			description: /Check the values/,
		},
		{
			what: 'crawlers, missing',
			fault: { status: 404, body: { entityId: 'e-1', entityType: 'CRAWLER' } },
			message: 'CRAWLER e-1 was not found',
			description: /Check the ID/,
		},
		{
			what: 'SCIM',
			fault: {
				status: 400,
				body: { schemas: [], status: '400', detail: 'Bad filter', scimType: 'invalidFilter' },
			},
			message: 'Bad filter',
			description: /^invalidFilter\. Check the values/,
		},
		{
			what: 'HTML',
			fault: {
				status: 400,
				body: '<html><head><title>Bad</title></head></html>',
				contentType: 'text/html',
			},
			message: 'The address answered with a web page ("Bad") instead of data',
			description: /Status 400/,
		},
		{
			what: 'nothing',
			fault: { status: 400, body: '' },
			message: 'The platform did not accept the values',
			description: /Check the values/,
		},
	])(
		'an error explains a refusal in the form of $what',
		async ({ fault, message, description }) => {
			const { run, emulator } = await start();
			emulator.faults.add({ operation: GET, ...fault });
			const { error } = await run('Processing', 'taskExecution', 'get', {
				executionId: byId(anExecution()),
			});
			expect(error).toMatchObject({ message, httpCode: String(fault.status) });
			expect(error!.description).toMatch(description);
		},
	);

	test('a token that the platform echoes is not repeated', async () => {
		const { run, emulator } = await start();
		emulator.faults.add({
			operation: GET,
			status: 400,
			body: { message: 'Bad header Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.sig' },
		});
		const { error } = await run('Processing', 'taskExecution', 'get', {
			executionId: byId(anExecution()),
		});
		expect(error!.message).toBe('Bad header Bearer ***');
	});
});

describe('lists', () => {
	test('a failing page makes the node fail: a part is never returned as if it were all', async () => {
		const { run, emulator } = await start();
		const { goodTask } = DEMO;
		for (let count = 0; count < 120; count++)
			await run('Processing', 'taskExecution', 'start', { executable: named(goodTask) });
		emulator.faults.add({
			operation: 'GET /processing/executables/tasks/executions',
			after: 1,
			status: 500,
			times: 5,
		});
		const { error, items: output } = await run('Processing', 'taskExecution', 'getMany', {
			returnAll: true,
		});
		expect(error).toMatchObject({ httpCode: '500' });
		expect(output).toEqual([]);
		const all = await run('Processing', 'taskExecution', 'getMany', { returnAll: true });
		expect(new Set(all.items.map(({ json }) => json.executionId)).size).toBe(135);
	});

	test('records that move between pages while they are read are returned once', async () => {
		const { run, emulator } = await start();
		const all = [...processingOf(emulator.state).tasks.values()]
			.map(({ id }) => ({ executionId: id }))
			.slice(0, 15);
		emulator.faults.add({
			operation: 'GET /processing/executables/tasks/executions',
			status: 200,
			body: { items: all.slice(0, 10), limit: 100, offset: 0, total: 15 },
		});
		emulator.faults.add({
			operation: 'GET /processing/executables/tasks/executions',
			status: 200,
			body: { items: all.slice(9, 15), limit: 100, offset: 10, total: 16 },
		});
		const { items: output } = await run('Processing', 'taskExecution', 'getMany', {
			returnAll: true,
		});
		expect(output.map(({ json }) => json.executionId)).toEqual(
			all.map(({ executionId }) => executionId),
		);
	});

	test('a response that is not a list says so', async () => {
		const { run, emulator } = await start();
		emulator.faults.add({
			operation: 'GET /processing/executables/tasks/executions',
			status: 200,
			body: { surprise: true },
		});
		const { error } = await run('Processing', 'taskExecution', 'getMany');
		expect(error!.message).toBe(
			'The platform answered with an object that has surprise instead of a list',
		);
	});
});
