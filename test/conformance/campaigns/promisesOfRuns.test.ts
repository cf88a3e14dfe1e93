/**
 * What the engine promises about the requests of a node run, and its end.
 */
import { ExecuteContext } from 'n8n-core';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getEventListeners } from 'node:events';
import type { ClientRequest } from 'node:http';

import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { MAX_IN_FLIGHT } from '../../../nodes/shared/declare/limits';
import { changed } from '../../support/changed';
import { byId } from '../../support/demo';
import { quiet, until } from '../../support/followedClock';
import { casesToDraw } from '../../support/share';
import { anExecution, GET, items, requestCount, start, TOKEN } from './promisesStage';

const entryPoints = ['workflow', 'tool'] as const;

describe.each(entryPoints)('bounded (%s)', (entryPoint) => {
	test('the outputs of 400 items are in order, with at most 8 requests in flight and one token', async () => {
		const { run, emulator } = await start();
		emulator.faults.add({ operation: GET, delayMs: 5, times: 400 });
		const { error, items: outputs } = await run(
			'Processing',
			'taskExecution',
			'get',
			{ executionId: byId(anExecution()) },
			{ items: items(400), entryPoint },
		);
		expect(error).toBeUndefined();
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(
			items(400).map((_, item) => ({ item })),
		);
		expect(emulator.inFlight.most).toBeLessThanOrEqual(8);
		expect(emulator.inFlight.most).toBeGreaterThan(4);
		expect(requestCount(TOKEN)).toBe(1);
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
		expect(requestCount(TOKEN)).toBe(2);
		// Revoked before its time: the platform says 401, and one new token serves all.
		emulator.tokens.revokeAll(DEMO_ACCOUNT.id);
		expect((await get()).error).toBeUndefined();
		expect(requestCount(TOKEN)).toBe(3);
	});

	// Also tested in test/unit/transport/queue/requestQueueSimulations.test.ts, with all kinds of
	// limits.
	test.each([
		[
			'a minute’s window',
			{ perMinute: { processing: 600 }, headers: 'retry-after' as const },
			{ items: 2_000, perWindow: 600, windowSeconds: 60 },
		],
		[
			'a window of a second, without a word about the time',
			{ perMinute: { processing: 10 }, windowMs: 1000, headers: 'none' as const },
			{ items: casesToDraw(2_000), perWindow: 10, windowSeconds: 1 },
		],
		[
			'X-RateLimit headers only',
			{ perMinute: { processing: 100 }, windowMs: 10_000, headers: 'x-ratelimit' as const },
			{ items: casesToDraw(2_000), perWindow: 100, windowSeconds: 10 },
		],
	])(
		'more items than a limit allows succeed in a time close to that limit: %s',
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

describe.each(entryPoints)('items after a failure (%s)', (entryPoint) => {
	test('nothing more is started after the first item fails', async () => {
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
		expect(requestCount(GET)).toBeLessThanOrEqual(20 + 16);
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

	test('the error output keeps the fields of the input beside the error', async () => {
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
		changed(ExecuteContext.prototype, {
			getExecutionCancelSignal(this: ExecuteContext) {
				return (signal = getExecutionCancelSignal.call(this));
			},
		});
		await run(
			'Processing',
			'taskExecution',
			'get',
			{ executionId: byId(anExecution()) },
			{ items: items(20), entryPoint },
		);
		expect(signal).toBeDefined();
		expect(
			getEventListeners(signal!, 'abort').filter((listener) =>
				/endRun|aborted\)/.test(String(listener)),
			),
		).toEqual([]);
	});

	/** Counted as they leave: how long one that has left takes to arrive depends on the machine. */
	let readsSent = 0;
	const count = (message: unknown) =>
		void (
			(message as { request: ClientRequest }).request.path.startsWith('/processing/executions/') &&
			readsSent++
		);
	beforeEach(() => {
		readsSent = 0;
		subscribe('http.client.request.start', count);
	});
	afterEach(() => unsubscribe('http.client.request.start', count));

	test('stopping the workflow stops waiting and retrying', async () => {
		const { run, emulator } = await start();
		emulator.faults.add({ operation: GET, status: 429, retryAfter: 100, times: 1_000 });
		const stop = new AbortController();
		const running = run(
			'Processing',
			'taskExecution',
			'get',
			{ executionId: byId(anExecution()) },
			{ items: items(100), entryPoint, signal: stop.signal },
		);
		await until('a read is sent', () => requestCount(GET) > 0);
		stop.abort();
		const before = readsSent;
		// n8n itself sends nothing after this; a node that went on would report what happened to its
		// tries.
		expect((await running).error?.message).toBe(
			entryPoint === 'tool' ? 'The workflow was stopped' : 'This operation was aborted',
		);
		await quiet();
		expect(before).toBeGreaterThan(0);
		expect(readsSent).toBe(before);
		expect(readsSent).toBeLessThan(30);
	});
});
