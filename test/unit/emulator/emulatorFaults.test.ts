/**
 * Faults that the emulator injects on command.
 */
import { type Fault } from '../../../emulator';
import { ask, aTask, begin, emulator, LIST, START } from './emulatorStage';

const SEARCH = 'POST /processing/run-profiles/search';

describe('injected faults', () => {
	beforeEach(async () => await begin());

	describe('a fault of one operation that skips a request and meets two', () => {
		beforeEach(() => {
			emulator().faults.add({ operation: LIST, status: 503, times: 2, after: 1 });
		});

		test('another operation succeeds', async () => {
			expect((await ask(SEARCH, { body: { offset: 0 } })).status).toBe(200);
		});

		test('only the second and third request fail', async () => {
			const statuses = [];
			for (let count = 0; count < 4; count++) statuses.push((await ask(LIST)).status);
			expect(statuses).toEqual([200, 503, 503, 200]);
		});

		test('the log marks the requests that the fault met', async () => {
			await ask(SEARCH, { body: { offset: 0 } });
			for (let count = 0; count < 4; count++) await ask(LIST);
			expect(emulator().log.map(({ faulty }) => faulty ?? false)).toEqual([
				false,
				false,
				true,
				true,
				false,
			]);
		});
	});

	test('a fault without an operation applies to any operation, before any check', async () => {
		emulator().faults.add({ status: 500 });
		expect((await ask('GET /nothing', { headers: { authorization: 'none' } })).status).toBe(500);
		expect((await ask('GET /nothing')).status).toBe(404);
	});

	test('remaining faults are counted until they are cleared', async () => {
		emulator().faults.add({ operation: LIST, status: 503, times: 3 });
		emulator().faults.add({ operation: START, status: 500 });
		await ask(LIST);
		expect(emulator().faults.unconsumed()).toMatchObject([
			{ operation: LIST, times: 3, left: 2 },
			{ operation: START, left: 1 },
		]);
		emulator().faults.clear();
		expect(emulator().faults.unconsumed()).toEqual([]);
		expect((await ask(LIST)).status).toBe(200);
	});

	test('a fault has the given response', async () => {
		emulator().faults.add({
			operation: LIST,
			status: 502,
			body: '<html></html>',
			contentType: 'text/html',
			headers: { 'x-a': 'b' },
			retryAfter: 7,
		});
		const { status, text, headers } = await ask(LIST);
		expect({ status, text }).toEqual({ status: 502, text: '<html></html>' });
		expect(Object.fromEntries(headers)).toMatchObject({
			'content-type': 'text/html',
			'x-a': 'b',
			'retry-after': '7',
		});
	});

	test('a fault without a body has one in the format of the area', async () => {
		const retryAfter = 'Tue, 31 Mar 2026 08:00:30 GMT';
		emulator().faults.add({ operation: LIST, status: 429, retryAfter });
		const { headers, body } = await ask(LIST);
		expect(headers.get('retry-after')).toBe(retryAfter);
		expect(body).toEqual({
			status: 429,
			message: 'Injected fault: 429',
			requestId: headers.get('x-request-id'),
		});
	});

	test('a fault with an empty body has an empty response', async () => {
		emulator().faults.add({ operation: LIST, status: 400, body: '' });
		expect((await ask(LIST)).text).toBe('');
	});

	test('a fault can drop the connection before or after the request is processed', async () => {
		const running = async () => Number((await ask(`${LIST}?status=dispatching`)).body.total);
		for (const [breaks, done] of [
			['before', 0],
			['after', 1],
		] as const) {
			emulator().faults.add({ operation: START, breaks });
			await expect(ask(START, { body: { executable: aTask() } })).rejects.toThrow('fetch failed');
			expect(await running()).toBe(done);
		}
	});

	test('a delay takes real time', async () => {
		emulator().faults.add({ operation: LIST, delayMs: 60 });
		const began = Date.now();
		expect((await ask(LIST)).status).toBe(200);
		expect(Date.now() - began).toBeGreaterThanOrEqual(55);
	});

	test.each<{ what: string; fault: object; words: RegExp }>([
		{
			what: 'an operation that there is not',
			fault: { operation: 'GET /processing/execution', status: 500 },
			words: /no operation GET \/processing\/execution/,
		},
		{
			what: 'a word that it does not know',
			fault: { operation: LIST, status: 500, time: 2 },
			words: /time/,
		},
		{ what: 'no time at all', fault: { status: 500, times: 0 }, words: /times/ },
		{ what: 'an invalid status', fault: { status: 42 }, words: /status/ },
		{
			what: 'nothing that goes wrong',
			fault: { operation: LIST, times: 2 },
			words: /does nothing/,
		},
		{
			what: 'an answer without a status',
			fault: { operation: LIST, delayMs: 1, retryAfter: 3 },
			words: /but no status/,
		},
	])('a fault with $what is refused', async ({ fault, words }) => {
		expect(() => emulator().faults.add(fault as Fault)).toThrow(words);
		const { status, body } = await ask('POST /__emulator/faults', { body: fault });
		expect([status, body.message]).toEqual([400, expect.stringMatching(words)]);
		expect(emulator().faults.unconsumed()).toEqual([]);
	});
});
