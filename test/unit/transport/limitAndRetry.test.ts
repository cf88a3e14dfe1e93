/**
 * How a request is sent, and what the error says about what it may have done.
 */
import { failureErrorFor } from '../../../nodes/shared/transport/failure/failureError';
import { lostResponseOf } from '../../../nodes/shared/transport/failure/fate';
import { anyNode } from '../../support/anyNode';
import { breaks, ok, once, Reaction, refuses, sending, time } from './limitAndRetryStage';

describe('sending a request', () => {
	const headers = { accept: 'application/json' };

	test('a request is sent unchanged with the options of a single attempt', async () => {
		const { done, attempts } = sending([ok], {
			request: { method: 'PUT', url: '/tasks/1?x=2', headers, body: '{"a":1}' },
		});
		await done;
		expect(attempts).toEqual([
			{
				at: 0,
				uninterrupted: false,
				options: {
					method: 'PUT',
					url: '/tasks/1?x=2',
					headers,
					body: '{"a":1}',
					encoding: 'arraybuffer',
					returnFullResponse: true,
					ignoreHttpStatusErrors: { ignore: true, except: [401] },
					sendCredentialsOnCrossOriginRedirect: false,
					disableFollowRedirect: true,
					timeout: 60_000,
				},
			},
		]);
		// n8n adds to them.
		expect(attempts[0]!.options.headers).not.toBe(headers);
	});

	test('a request without a body is sent without one', async () => {
		const { done, attempts } = sending([ok], once);
		await done;
		expect('body' in attempts[0]!.options).toBe(false);
	});

	test('a request that starts something is not aborted', async () => {
		const { done, attempts } = sending([ok], once);
		await done;
		expect(attempts[0]!.uninterrupted).toBe(true);
	});

	test('a request for a file, or a slow operation, has ten minutes', async () => {
		const file = sending([ok], { request: { binary: true } });
		const slow = sending([ok], { operation: { slow: true } });
		await Promise.all([file.done, slow.done]);
		expect([file, slow].map(({ attempts }) => attempts[0]!.options.timeout)).toEqual([
			600_000, 600_000,
		]);
	});

	test('a request is sent with a file that is closed after each attempt', async () => {
		const release = jest.fn(async () => await Promise.resolve());
		await sending([breaks('ECONNRESET'), refuses(503), ok], { request: { body: { release } } })
			.done;
		expect(release).toHaveBeenCalledTimes(3);
	});
});

describe('a deleted record that no longer exists', () => {
	const deletes = (reaction: Reaction) =>
		sending([reaction, refuses(404)], { operation: { method: 'DELETE', effect: 'write' } });

	test.each<[string, Reaction]>([
		['a gateway gave up', refuses(502)],
		['its time was up', refuses(408)],
		['the server failed', refuses(500)],
		['the connection broke', breaks('ECONNRESET')],
	])('a 404 after a delete is a success, if %s before', async (_what, reaction) => {
		await expect(deletes(reaction).done).resolves.toEqual({
			status: 204,
			headers: {},
			body: undefined,
		});
	});

	test.each<[string, Reaction]>([
		['the first answer was a 404', refuses(404)],
		['a limit was reached before', refuses(429)],
		['there was no connection before', breaks('ECONNREFUSED')],
		['the sign-in failed before', { fault: { credentialRefused: true, refusedWith: 503 } }],
	])('a 404 after a delete is a refusal, if %s', async (_what, reaction) => {
		expect((await deletes(reaction).refusal()).refused).toMatchObject({ status: 404 });
	});

	test.each<[string, Reaction]>([
		['a web page', { status: 404, body: '<html><title>404 Not Found</title></html>' }],
		['a text of a gateway', { status: 404, body: 'default backend - 404' }],
		['a refused sign-in', { fault: { credentialRefused: true, refusedWith: 404 } }],
	])('a record does not count as deleted because of a 404 that is %s', async (_what, missing) => {
		const { refusal } = sending([refuses(502), missing], {
			operation: { method: 'DELETE', effect: 'write' },
		});
		expect((await refusal()).refused).toMatchObject({ status: 404, attempts: 2 });
	});

	test('another refusal after a delete is not a success', async () => {
		const { refusal } = sending([refuses(502), refuses(403)], {
			operation: { method: 'DELETE', effect: 'write' },
		});
		expect((await refusal()).refused).toMatchObject({ status: 403, attempts: 2 });
	});

	test('a 404 for another request is a refusal', async () => {
		const { refusal } = sending([refuses(502), refuses(404)], {
			operation: { method: 'PUT', effect: 'write' },
		});
		expect((await refusal()).refused).toMatchObject({ status: 404, attempts: 2 });
	});
});

describe('the start that may have succeeded', () => {
	test.each<{ what: string; reaction: Reaction; beganWell: boolean }>([
		{ what: 'a gateway gave up', reaction: refuses(502), beganWell: false },
		{ what: 'the time was up', reaction: refuses(408), beganWell: false },
		{ what: 'the connection broke', reaction: breaks('ECONNRESET'), beganWell: false },
		{ what: 'the answer broke off', reaction: breaks('ERR_BAD_RESPONSE'), beganWell: true },
		{ what: 'the answer is not a record', reaction: { status: 200, body: '[]' }, beganWell: true },
	])('the error says that a start may have succeeded if $what', async ({ reaction, beganWell }) => {
		const error = await sending([reaction], once).refusal();
		expect(lostResponseOf(error)).toMatchObject({ beganWell });
	});

	test('the time of a lost start is that of its attempt, not of an earlier refused one', async () => {
		const { refusal } = sending([refuses(429, { 'retry-after': '20' }), refuses(502)], once);
		const before = time.now();
		const sentAfterMs = lostResponseOf(await refusal())!.sentAt - before;
		expect(sentAfterMs).toBeGreaterThanOrEqual(20_000);
		expect(sentAfterMs).toBeLessThanOrEqual(time.now() - before);
	});

	test.each<{ what: string; reaction: Reaction }>([
		{ what: 'it was refused', reaction: refuses(403) },
		{ what: 'a limit was reached', reaction: refuses(429) },
		{ what: 'the platform never does it', reaction: refuses(501) },
		{ what: 'the platform never serves this version of HTTP', reaction: refuses(505) },
		{ what: 'there is no connection', reaction: breaks('ENOTFOUND') },
		{
			what: 'the sign-in failed',
			reaction: { fault: { credentialRefused: true, refusedWith: 500 } },
		},
	])('the error says nothing of a start if $what', async ({ reaction }) => {
		const error = await sending([reaction], once).refusal();
		expect(lostResponseOf(error)).toBeUndefined();
	});

	test('nothing may have been started if a request only reads or writes', async () => {
		for (const effect of ['read', 'write'])
			expect(
				lostResponseOf(await sending([refuses(502)], { operation: { effect } }).refusal()),
			).toBeUndefined();
		for (const other of [undefined, null, 'text', new Error('another')])
			expect(lostResponseOf(other)).toBeUndefined();
	});

	describe('a workflow that is stopped before the response arrives', () => {
		const stopped = async (operation: object, reaction: Reaction) => {
			const stop = new AbortController();
			const { done } = sending([{ ...reaction, after: 1_000 }], {
				operation,
				sender: { signal: stop.signal },
			});
			const settled = done.catch((error: Error) => error);
			await time.sleep(500);
			stop.abort(new Error('stopped'));
			return (await settled) as Error;
		};

		test.each([
			{ what: 'a 502', reaction: refuses(502), beganWell: false },
			{ what: 'an invalid success', reaction: { status: 200, body: '[]' }, beganWell: true },
		])(
			'a start that may have succeeded is reported after $what',
			async ({ reaction, beganWell }) => {
				expect(lostResponseOf(await stopped(once.operation, reaction))).toMatchObject({
					beganWell,
				});
			},
		);

		test.each([
			{ what: 'a refused start', operation: once.operation, reaction: refuses(403) },
			{ what: 'a refused read', operation: {}, reaction: refuses(404) },
		])('$what only stops', async ({ operation, reaction }) => {
			expect(await stopped(operation, reaction)).toMatchObject({ message: 'stopped' });
		});

		test('a start that succeeded has its response', async () => {
			expect(await stopped(once.operation, { status: 201, body: '{"id":1}' })).toMatchObject({
				status: 201,
			});
		});
	});
});

describe('the secrets in an error', () => {
	const node = anyNode();
	const body = '{"message":"bad key of-the-input or of-the-credential"}';

	test('an error repeats no secret of the credential or of the input', async () => {
		const { done } = sending([{ status: 400, body }], {
			sender: {
				errorOf: failureErrorFor({ node, itemIndex: 3, secrets: ['of-the-input'] }),
				secrets: async () => await Promise.resolve(['of-the-credential']),
			},
		});
		await expect(done).rejects.toMatchObject({
			message: 'bad key *** or ***',
			context: { itemIndex: 3 },
			description: expect.stringContaining('Status 400') as string,
		});
	});

	test('the error of a list to choose from masks only the secrets that it is given', async () => {
		const { done } = sending([{ status: 400, body }], {
			sender: {
				errorOf: failureErrorFor({ node }),
				secrets: async () => await Promise.resolve(['of-the-credential']),
			},
		});
		await expect(done).rejects.toMatchObject({ message: 'bad key of-the-input or ***' });
	});

	test('a request without secrets has none to mask', async () => {
		expect((await sending([{ status: 400, body }]).refusal()).secrets).toEqual([]);
	});
});
