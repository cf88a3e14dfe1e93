/**
 * What docs/platform/emulator.md promises: a platform that is strict, stateful, and misbehaves on
 * command only.
 */
import { networkInterfaces } from 'node:os';

import {
	Emulator,
	type EmulatorOptions,
	type Fault,
	runningClock,
	standingClock,
} from '../../../emulator';
import { handlers } from '../../../emulator/areas';
import { ALL_PERMISSIONS, DEMO, DEMO_ACCOUNT, DEMO_TOKEN } from '../../../emulator/seed';
import { refusedControl } from '../../../emulator/server/control';
import { NO_LIMITS } from '../../../emulator/server/limits';
import { schemaFindings } from '../../../tools/interface/documented';
import { DOCUMENTED_LIMITS } from '../../../tools/interface/limits';
import { taskNamed } from '../../support/demo';

let emulator: Emulator;
let address: string;
afterEach(async () => await emulator.close());

async function begin(options: EmulatorOptions = {}) {
	emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS, ...options });
	address = await emulator.listen();
}

interface Request {
	headers?: Record<string, string>;
	/** Sent as it is; an object as JSON. */
	body?: unknown;
}

/** A request as the demo's person, unless other headers say otherwise. */
async function ask(endpoint: string, { headers, body }: Request = {}) {
	const [method, path] = endpoint.split(' ');
	const response = await fetch(address + path!, {
		method,
		headers: {
			authorization: `Bearer ${DEMO_TOKEN}`,
			...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
			...headers,
		},
		...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	return {
		status: response.status,
		headers: response.headers,
		text,
		body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined) as Record<
			string,
			unknown
		>,
	};
}

const LIST = 'GET /processing/executables/tasks/executions';
const START = 'POST /processing/executions';
const SEARCH = 'POST /processing/run-profiles/search';
const aTask = () => taskNamed(emulator.state, DEMO.goodTask).id;
const refusalOf = async (...given: Parameters<typeof ask>) => {
	const { status, body } = await ask(...given);
	return `${status} ${String(body.message)}`;
};

describe('strict', () => {
	beforeEach(async () => await begin());

	test.each([
		['GET /processing/nothing', '404 The platform has no GET /processing/nothing'],
		['GET /', '404 The platform has no GET /'],
		['PATCH /processing/executions', '404 The platform has no PATCH /processing/executions'],
		['GET /processing/run-profiles/', '404 The platform has no GET /processing/run-profiles/'],
		[
			'GET /processing/executables/tasks/executions/',
			'404 The platform has no GET /processing/executables/tasks/executions/',
		],
		[`${LIST}?surprise=1`, '400 Unknown query parameter surprise'],
		[`${LIST}?Limit=1`, '400 Unknown query parameter Limit'],
		[`${LIST}?limit=1&limit=2`, '400 Query parameter limit is given more than once'],
		[`${LIST}?limit=`, '400 Query parameter limit must be a number'],
		[`${LIST}?limit=1e1`, '400 Query parameter limit must be a number'],
		[`${LIST}?limit=1.5`, '400 Query parameter limit must be a whole number'],
		[`${LIST}?from=2026-03-01`, '400 Query parameter from must be a number'],
		[
			'POST /monitoring/executions/8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11/logs?newFileName=yes',
			'400 Query parameter newFileName must be true or false',
		],
		[
			'PUT /orchestration/dynamic-engine-environments/x/connection',
			'404 The platform has no PUT /orchestration/dynamic-engine-environments/x/connection',
		],
	])('the request %s is refused: %s', async (endpoint, words) => {
		expect(await refusalOf(endpoint)).toBe(words);
	});

	test.each<{ what: string; request: Request; words: string }>([
		{
			what: 'an unknown field',
			request: { body: { executable: 'x', surprise: 1 } },
			words: '400 Field has no field surprise: remove it, or check its spelling',
		},
		{ what: 'a missing field', request: { body: {} }, words: '400 Field executable must be text' },
		{
			what: 'a field of another type',
			request: { body: { executable: 7 } },
			words: '400 Field executable must be text',
		},
		{
			what: 'a number as text',
			request: { body: { executable: 'x', timeout: '5' } },
			words: '400 Field timeout must be a number',
		},
		{
			what: 'a value that is not one of them',
			request: { body: { executable: 'x', logLevel: 'LOUD' } },
			words: '400 Field logLevel must be one of OFF, ERROR, WARN, INFO',
		},
		{
			what: 'null',
			request: { body: { executable: null } },
			words: '400 Field executable must be text',
		},
		{
			what: 'a list',
			request: { body: [{ executable: 'x' }] },
			words: '400 Field must be an object',
		},
		{
			what: 'a text',
			request: { body: '"x"', headers: { 'content-type': 'application/json' } },
			words: '400 Field must be an object',
		},
		{
			what: 'broken JSON',
			request: { body: '{"executable":', headers: { 'content-type': 'application/json' } },
			words: '400 The body is not valid JSON',
		},
		{
			what: 'nothing',
			request: { headers: { 'content-type': 'application/json' } },
			words: '400 The body is not valid JSON',
		},
		{
			what: 'another media type',
			request: { body: '{"executable":"x"}', headers: { 'content-type': 'text/plain' } },
			words: '415 The body must be application/json',
		},
		{
			what: 'a form',
			request: {
				body: 'executable=x',
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
			},
			words: '415 The body must be application/json',
		},
	])('a body that is $what is refused', async ({ request, words }) => {
		expect(await refusalOf(START, request)).toBe(words);
		expect(emulator.log.at(-1)).toMatchObject({ operation: START });
	});

	test('a body where none is accepted, and one in another encoding, which is accepted', async () => {
		expect(await refusalOf('DELETE /processing/executions/x', { body: {} })).toBe(
			'400 This operation takes no body',
		);
		expect(
			(
				await ask(START, {
					body: JSON.stringify({ executable: aTask() }),
					headers: { 'content-type': 'application/json; charset=utf-8' },
				})
			).status,
		).toBe(201);
	});

	test('every operation accepts the version selector', async () => {
		expect((await ask(`${LIST}?platformVersion=2021-03`)).status).toBe(200);
		expect((await ask(`${LIST}?talendVersion=2021-03`)).status).toBe(200);
	});

	test('a path variable is decoded', async () => {
		expect(await refusalOf('GET /processing/run-profiles/a%2Fb%3F')).toBe(
			'404 Run profile a/b? was not found',
		);
	});

	test('an unsupported request is refused, with a message on the console', async () => {
		const warn = jest.spyOn(console, 'warn').mockReturnValue();
		const { [LIST]: handler } = handlers;
		delete (handlers as Record<string, unknown>)[LIST];
		try {
			expect(await refusalOf(LIST)).toBe(`501 The emulator does not support ${LIST} yet`);
			expect(warn).not.toHaveBeenCalled();
			await emulator.close();
			await begin({ loud: true });
			await ask(LIST);
			expect(warn).toHaveBeenCalledWith(`The emulator does not support ${LIST} yet`);
		} finally {
			Object.assign(handlers, { [LIST]: handler });
			warn.mockRestore();
		}
	});

	test('each area refuses in its own shape', async () => {
		const none = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';
		for (const [endpoint, schema] of [
			['GET /processing/run-profiles/none', 'B.Processing ErrorResponse'],
			['GET /orchestration/executables/tasks?x=1', 'B.Orchestration ErrorResponse'],
			[`GET /monitoring/executions/${none}/logs`, 'B.Logs ErrorResponse'],
			[`GET /monitoring/observability/executions/${none}/component`, 'B.Observability errors'],
		] as const) {
			const { body, headers } = await ask(endpoint);
			expect([endpoint, schemaFindings(schema, body)]).toEqual([endpoint, []]);
			expect(body.requestId).toBe(headers.get('x-request-id'));
		}
		expect(Object.keys((await ask('GET /account/service-accounts/none')).body)).toEqual([
			'status',
			'detail',
		]);
		expect((await ask('GET /scim/v2/Users/none')).body.schemas).toEqual([
			'urn:ietf:params:scim:api:messages:2.0:Error',
		]);
	});
});

describe('the caller', () => {
	beforeEach(async () => await begin());

	const basic = (id = DEMO_ACCOUNT.id, secret = DEMO_ACCOUNT.secret) => ({
		authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
	});
	const TOKEN = 'POST /security/oauth/token';
	const grant = () => ({ grant_type: 'client_credentials', audience: `${address}/` });
	const token = async () =>
		String((await ask(TOKEN, { headers: basic(), body: grant() })).body.access_token);
	const as = async (bearer: string) =>
		(await ask(LIST, { headers: { authorization: `Bearer ${bearer}` } })).status;

	test.each([
		['no token', {}],
		['an unknown one', { authorization: 'Bearer none' }],
		[
			'one that nobody signed',
			{ authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJkZW1vLWNsaWVudC1pZCJ9.' },
		],
		['a basic one', basic()],
		['another scheme', { authorization: `bearer ${DEMO_TOKEN}` }],
	])('%s gives no access', async (_what, headers) => {
		const response = await fetch(address + LIST.split(' ')[1]!, {
			headers: headers as Record<string, string>,
		});
		expect(response.status).toBe(401);
	});

	test('a token is valid for half an hour, or as long as configured', async () => {
		const first = await token();
		expect(await as(first)).toBe(200);
		emulator.clock.advance(29 * 60_000);
		expect(await as(first)).toBe(200);
		emulator.clock.advance(2 * 60_000);
		expect(await as(first)).toBe(401);
		await emulator.close();
		await begin({ tokens: { lifeSeconds: 60 } });
		const short = await token();
		emulator.clock.advance(59_000);
		expect(await as(short)).toBe(200);
		emulator.clock.advance(2_000);
		expect(await as(short)).toBe(401);
	});

	test('a revoked token gives no access', async () => {
		const revoked = await token();
		expect(await as(revoked)).toBe(200);
		emulator.tokens.revokeAll(DEMO_ACCOUNT.id);
		expect(await as(revoked)).toBe(401);
	});

	test('a token of another platform gives no access', async () => {
		const foreign = await token();
		await emulator.close();
		await begin();
		expect(await as(foreign)).toBe(401);
	});

	test.each<[EmulatorOptions['tokens'], unknown]>([
		[{ expiresIn: 'string' }, '1800'],
		[{ expiresIn: 'number' }, 1800],
		[{ expiresIn: 'absent' }, undefined],
	])('the lifetime of a token is given as configured: %j', async (tokens, reported) => {
		await emulator.close();
		await begin({ tokens });
		expect((await ask(TOKEN, { headers: basic(), body: grant() })).body.expires_in).toBe(reported);
	});

	test.each<{ what: string; request: () => Request; status: number }>([
		{
			what: 'a wrong secret',
			request: () => ({ headers: basic(DEMO_ACCOUNT.id, 'wrong'), body: grant() }),
			status: 401,
		},
		{
			what: 'an unknown account',
			request: () => ({ headers: basic('none'), body: grant() }),
			status: 401,
		},
		{ what: 'a bearer', request: () => ({ body: grant() }), status: 401 },
		{
			what: 'another grant',
			request: () => ({ headers: basic(), body: { ...grant(), grant_type: 'password' } }),
			status: 400,
		},
		{
			what: 'another audience',
			request: () => ({
				headers: basic(),
				body: { ...grant(), audience: 'https://api.eu.cloud.talend.com/' },
			}),
			status: 400,
		},
		{
			what: 'a form',
			request: () => ({
				headers: { ...basic(), 'content-type': 'application/x-www-form-urlencoded' },
				body: 'grant_type=client_credentials',
			}),
			status: 415,
		},
	])('$what gets no token', async ({ request, status }) => {
		const answer = await ask(TOKEN, request());
		expect(answer.status).toBe(status);
		expect(answer.text).not.toContain('access_token');
	});

	test('a permission is required if the interface says so, with or without its prefix', async () => {
		const account = emulator.state.serviceAccounts.get(DEMO_ACCOUNT.id)!;
		const bearer = { authorization: `Bearer ${await token()}` };
		const path = 'GET /processing/runtimes/cloud-engines/configuration';
		expect((await ask(path, { headers: bearer })).status).toBe(200);
		account.permissions = ALL_PERMISSIONS.filter(
			(permission) => permission !== 'TMC_CLUSTER_MANAGEMENT',
		);
		expect(await refusalOf(path, { headers: bearer })).toBe(
			'403 Permission TMC_CLUSTER_MANAGEMENT is required',
		);
		account.permissions = ['CLUSTER_MANAGEMENT'];
		expect((await ask(path, { headers: bearer })).status).toBe(200);
	});
});

describe('injects faults', () => {
	beforeEach(async () => await begin());

	test('a fault can be of one operation, after a given number of requests, a given number of times', async () => {
		emulator.faults.add({ operation: LIST, status: 503, times: 2, after: 1 });
		expect((await ask(SEARCH, { body: { offset: 0 } })).status).toBe(200);
		const statuses = [];
		for (let count = 0; count < 4; count++) statuses.push((await ask(LIST)).status);
		expect(statuses).toEqual([200, 503, 503, 200]);
		expect(emulator.log.map(({ faulty }) => faulty ?? false)).toEqual([
			false,
			false,
			true,
			true,
			false,
		]);
	});

	test('a fault without an operation is of any operation, before any check', async () => {
		emulator.faults.add({ status: 500 });
		expect((await ask('GET /nothing', { headers: { authorization: 'none' } })).status).toBe(500);
		expect((await ask('GET /nothing')).status).toBe(404);
	});

	test('faults that are not used up are counted until they are cleared', async () => {
		emulator.faults.add({ operation: LIST, status: 503, times: 3 });
		emulator.faults.add({ operation: START, status: 500 });
		await ask(LIST);
		expect(emulator.faults.unconsumed()).toMatchObject([
			{ operation: LIST, times: 3, left: 2 },
			{ operation: START, left: 1 },
		]);
		emulator.faults.clear();
		expect(emulator.faults.unconsumed()).toEqual([]);
		expect((await ask(LIST)).status).toBe(200);
	});

	test('a fault has the response that is given', async () => {
		emulator.faults.add({
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

	test('a fault without a body has one in the shape of the area', async () => {
		const retryAfter = 'Tue, 31 Mar 2026 08:00:30 GMT';
		emulator.faults.add({ operation: LIST, status: 429, retryAfter });
		const { headers, body } = await ask(LIST);
		expect(headers.get('retry-after')).toBe(retryAfter);
		expect(body).toEqual({
			status: 429,
			message: 'Injected fault: 429',
			requestId: headers.get('x-request-id'),
		});
	});

	test('a fault with an empty body has an empty response', async () => {
		emulator.faults.add({ operation: LIST, status: 400, body: '' });
		expect((await ask(LIST)).text).toBe('');
	});

	test('a fault can drop the connection before or after the request is processed', async () => {
		const running = async () => Number((await ask(`${LIST}?status=dispatching`)).body.total);
		for (const [breaks, done] of [
			['before', 0],
			['after', 1],
		] as const) {
			emulator.faults.add({ operation: START, breaks });
			await expect(ask(START, { body: { executable: aTask() } })).rejects.toThrow('fetch failed');
			expect(await running()).toBe(done);
		}
	});

	test('a delay takes real time', async () => {
		emulator.faults.add({ operation: LIST, delayMs: 60 });
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
		{ what: 'a status that is none', fault: { status: 42 }, words: /status/ },
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
		expect(() => emulator.faults.add(fault as Fault)).toThrow(words);
		const { status, body } = await ask('POST /__emulator/faults', { body: fault });
		expect([status, body.message]).toEqual([400, expect.stringMatching(words)]);
		expect(emulator.faults.unconsumed()).toEqual([]);
	});
});

test('scheduled executions are listed without ever being started', async () => {
	await begin();
	const executions = async () => {
		const { body } = await ask(LIST);
		return (body as { items: unknown[] }).items.length;
	};
	const scheduled = async () => {
		const at = emulator.clock.now();
		const { text } = await ask(
			`GET /orchestration/executables/tasks/${aTask()}/run-config/events?from=${at}&to=${at + 26 * 3_600_000}`,
		);
		return (JSON.parse(text) as { items?: unknown[] }).items ?? (JSON.parse(text) as unknown[]);
	};
	const before = await executions();
	expect(before).toBeGreaterThan(0);
	expect(await scheduled()).toHaveLength(1);
	emulator.clock.advance(26 * 3_600_000);
	expect(await executions()).toBe(before);
});

describe('limits', () => {
	test.each([
		{
			family: 'processing',
			endpoint: LIST,
			limit: 1800,
			headers: ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
		},
		{
			family: 'scim',
			endpoint: 'GET /scim/v2/Users',
			limit: 600,
			headers: ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
		},
	])(
		'the limit of $family is a number of requests per minute, then 429 with its headers',
		async ({ family, endpoint, limit, headers }) => {
			await begin({
				limits: {
					...DOCUMENTED_LIMITS,
					perMinute: { ...DOCUMENTED_LIMITS.perMinute, [family]: 3 },
				},
			});
			expect(DOCUMENTED_LIMITS.perMinute[family]).toBe(limit);
			emulator.clock.advance(5_000);
			const statuses = [];
			for (let count = 0; count < 4; count++) {
				statuses.push((await ask(endpoint)).status);
				emulator.clock.advance(10_000);
			}
			expect(statuses).toEqual([200, 200, 200, 429]);
			const refused = await ask(endpoint);
			expect(
				[...refused.headers.keys()].filter((name) => /retry|ratelimit/.test(name)).sort(),
			).toEqual(headers);
			expect(refused.headers.get('x-ratelimit-reset')).toBe('20');
			expect((await ask('GET /account/subscription')).status).toBe(200);
			emulator.clock.advance(20_000);
			expect((await ask(endpoint)).status).toBe(200);
		},
	);

	test.each([
		['preparation', 'GET /tdp/transform/preparations/automation/preparations'],
		['stewardship', 'GET /tds/data-stewardship/api/v1/campaigns'],
		['designer', 'GET /apid/api/v1/api-definitions'],
		['catalog', 'GET /connections'],
	])(
		'the requests of the family %s count together, as those of the node do',
		async (family, endpoint) => {
			await begin({ limits: { perMinute: { [family]: 1 } } });
			await ask(endpoint);
			expect((await ask(endpoint)).status).toBe(429);
		},
	);
});

describe('its data', () => {
	beforeEach(async () => await begin());

	test('the log has every request, without its secrets', async () => {
		await ask('GET /processing/run-profiles/a%2Fb?talendVersion=1', { headers: { 'x-a': 'b' } });
		await ask(START, { body: { executable: 'none' } });
		await ask('GET /nothing', {
			headers: { authorization: `Basic ${Buffer.from('id:secret').toString('base64')}` },
		});
		expect(emulator.log).toMatchObject([
			{
				method: 'GET',
				path: '/processing/run-profiles/a%2Fb',
				query: [['talendVersion', '1']],
				operation: 'GET /processing/run-profiles/{runProfileId}',
				status: 404,
				at: emulator.clock.now(),
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
		expect(emulator.log[0]).not.toHaveProperty('answer');
	});

	test('a reset restores the demo data, and nothing else is left', async () => {
		const demo = (await ask(LIST)).text;
		const { body } = await ask(START, { body: { executable: aTask() } });
		emulator.faults.add({ operation: START, status: 500 });
		expect((await ask(`GET /processing/executions/${String(body.executionId)}`)).status).toBe(200);
		expect((await ask('POST /__emulator/reset')).status).toBe(204);
		expect(emulator.log).toEqual([]);
		expect(emulator.faults.unconsumed()).toEqual([]);
		expect((await ask(LIST)).text).toBe(demo);
	});

	test('a reset turns the clock back, too: the account is as it was at first, with all its times', async () => {
		const seen = async () => [(await ask(LIST)).text, (await ask('GET /__emulator')).body.now];
		const first = await seen();
		await ask('POST /__emulator/clock', { body: { advanceMs: 3_600_000 } });
		await ask('POST /__emulator/clock', { body: { advanceMs: 86_400_000 } });
		expect((await seen())[1]).not.toBe(first[1]);
		await ask('POST /__emulator/reset');
		expect(await seen()).toEqual(first);
	});

	test('a reset clock is as it was made: it stands at its start, or runs with this machine', () => {
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

	test('a custom seed is used, also after a reset', async () => {
		await emulator.close();
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
		emulator.reset();
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
		await emulator.close();
		await begin();
		expect(await answers()).toEqual(first);
	});

	test('the clock can be moved from outside, but only forward', async () => {
		const before = emulator.clock.now();
		expect((await ask('POST /__emulator/clock', { body: { advanceMs: 60_000 } })).body).toEqual({
			now: new Date(before + 60_000).toISOString(),
		});
		for (const advanceMs of [-1, 'x', undefined])
			expect((await ask('POST /__emulator/clock', { body: { advanceMs } })).status).toBe(400);
		expect(emulator.clock.now()).toBe(before + 60_000);
	});

	const FAULTS = '/__emulator/faults';
	const setFault = async () =>
		await ask(`POST ${FAULTS}`, { body: { operation: LIST, status: 503, times: 2 } });

	test('a fault can be set from outside', async () => {
		expect((await setFault()).status).toBe(201);
		expect((await ask(LIST)).status).toBe(503);
	});

	test('a fault that is no JSON is refused', async () => {
		expect((await ask(`POST ${FAULTS}`, { body: 'no JSON' })).status).toBe(400);
	});

	test('faults that are left can be counted from outside', async () => {
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

	test('the controls are not part of the platform, and not logged', async () => {
		await setFault();
		await ask('GET /__emulator');
		expect(emulator.log).toEqual([]);
	});
});

describe('its address', () => {
	const outside = Object.values(networkInterfaces())
		.flat()
		.find((each) => each && !each.internal && each.family === 'IPv4')?.address;

	test('the address is on this machine only', async () => {
		await begin();
		expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		if (outside)
			await expect(fetch(address.replace('127.0.0.1', outside))).rejects.toThrow('fetch failed');
	});

	test('the address is elsewhere if configured', async () => {
		emulator = new Emulator({ clock: standingClock() });
		address = await emulator.listen(0, '0.0.0.0');
		if (!outside) return;
		const there = address.replace('0.0.0.0', outside);
		expect(
			(await fetch(`${there}/account/me`, { headers: { authorization: `Bearer ${DEMO_TOKEN}` } }))
				.status,
		).toBe(200);
		expect((await fetch(`${there}/__emulator`)).status).toBe(403);
	});

	test('a port in use is reported, and its user is not affected', async () => {
		await begin();
		const second = new Emulator({ clock: standingClock() });
		await expect(second.listen(Number(new URL(address).port))).rejects.toMatchObject({
			code: 'EADDRINUSE',
		});
		expect((await ask(LIST)).status).toBe(200);
		await second.close();
	});
});

describe('the controls', () => {
	beforeEach(async () => await begin());

	test.each([
		{
			title: 'this machine',
			asked: { remote: '127.0.0.1', host: '127.0.0.1:4010', origin: undefined },
			refused: undefined,
		},
		{
			title: 'its own page',
			asked: { remote: '::1', host: 'localhost:4010', origin: 'http://localhost:4010' },
			refused: undefined,
		},
		{
			title: 'IPv4 in IPv6',
			asked: { remote: '::ffff:127.0.0.1', host: '127.0.0.1:4010', origin: undefined },
			refused: undefined,
		},
		{
			title: 'another machine',
			asked: { remote: '10.0.0.7', host: '10.0.0.5:4010', origin: undefined },
			refused: 'The controls can be used from this machine only',
		},
		{
			title: 'another name of this machine',
			asked: { remote: '127.0.0.1', host: 'example.com:4010', origin: undefined },
			refused: 'The controls can be reached only at 127.0.0.1 or localhost',
		},
		{
			title: 'another web page',
			asked: { remote: '127.0.0.1', host: '127.0.0.1:4010', origin: 'https://example.com' },
			refused: 'Another web page cannot use the controls',
		},
	])(
		'the controls can be used only from this machine, and not by other web pages: $title',
		({ asked, refused }) => {
			expect(refusedControl(asked)).toBe(refused);
		},
	);

	test('the controls refuse another web page before anything is done', async () => {
		await ask(`GET /security/nothing`);
		const headers = { origin: 'https://example.com' };
		expect(await refusalOf('POST /__emulator/reset', { headers, body: {} })).toBe(
			'403 Another web page cannot use the controls',
		);
		expect(emulator.log).toHaveLength(1);
		expect((await ask('GET /__emulator/data', { headers })).status).toBe(403);
	});

	test('the controls give a browser the page, which may load nothing from elsewhere', async () => {
		const page = await ask('GET /__emulator', { headers: { accept: 'text/html,*/*' } });
		expect(page.headers.get('content-type')).toContain('text/html');
		expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
		for (const [, part] of page.text.matchAll(/(?:src|href)="([^"]+)"/g))
			expect((await ask(`GET ${part!}`)).status).toBe(200);
		expect((await ask('GET /__emulator/page/..%2Fmain.ts')).status).toBe(404);
	});

	test('the controls lead a browser that opens the address of the platform to the page', async () => {
		const led = await ask('GET /', { headers: { accept: 'text/html,*/*' } });
		const page = await ask('GET /__emulator', { headers: { accept: 'text/html,*/*' } });
		expect([led.status, led.text]).toEqual([200, page.text]);
		expect((await ask('GET /', { headers: { accept: 'application/json' } })).status).toBe(404);
	});

	test('the controls show the data of the account, without secrets', async () => {
		const { text } = await ask('GET /__emulator/data');
		const kinds = JSON.parse(text) as Array<{ title: string; total: number; records: object[] }>;
		expect(kinds.find(({ title }) => title === 'Orchestration: Task')!.records).toContainEqual(
			expect.objectContaining({ name: DEMO.goodTask }),
		);
		expect(kinds.length).toBeGreaterThan(20);
		for (const secret of [DEMO_ACCOUNT.secret, DEMO_TOKEN]) expect(text).not.toContain(secret);
		expect(emulator.log).toEqual([]);
	});

	test('the controls switch the dialect while it is running', async () => {
		expect((await ask('POST /__emulator/dialect', { body: { dialect: 'vendor' } })).body).toEqual({
			dialect: 'vendor',
		});
		expect((await ask('GET /__emulator')).body).toMatchObject({ dialect: 'vendor' });
		expect(await refusalOf('POST /__emulator/dialect', { body: { dialect: 'other' } })).toBe(
			'400 dialect must be one of documents, vendor, field',
		);
	});

	test('the controls publish a version of an artifact', async () => {
		const { body } = await ask('POST /__emulator/publish', {
			body: { artifact: 'load_suppliers' },
		});
		expect(body).toMatchObject({
			name: 'load_suppliers',
			version: expect.stringMatching(/^[\d.]+$/) as string,
		});
		expect(
			(
				await ask('POST /__emulator/publish', {
					body: { artifact: (body as { id: string }).id, version: '9.0.0' },
				})
			).body,
		).toMatchObject({ version: '9.0.0' });
		expect(
			await refusalOf('POST /__emulator/publish', {
				body: { artifact: 'load_suppliers', version: '9.0.0' },
			}),
		).toBe('409 There is no artifact load_suppliers, or it has that version');
		expect(await refusalOf('POST /__emulator/publish', { body: { version: '1' } })).toBe(
			'400 artifact must be its ID or name, and version a text',
		);
	});

	describe('the files of the controls', () => {
		const DEFINITIONS = '/__emulator/files/Finance.yaml';
		const LOGS = '/__emulator/files/otlp/v1/logs';

		test('the demo has a file of definitions', async () => {
			expect((await ask(`GET ${DEFINITIONS}`)).text).toMatch(/^tasks:\n/);
		});

		test('a file that nobody has written is not found', async () => {
			expect(await refusalOf(`GET ${LOGS}`)).toBe('404 There is no such file');
		});

		test.each(['POST', 'PUT'])('a %s writes a file, and is not logged', async (method) => {
			expect((await ask(`${method} ${LOGS}`, { body: { method } })).body).toEqual({});
			expect((await ask(`GET ${LOGS}`)).text).toBe(JSON.stringify({ method }));
			expect(emulator.log).toEqual([]);
		});

		test('another web page writes no file', async () => {
			const headers = { origin: 'https://example.com' };
			expect((await ask(`POST ${DEFINITIONS}`, { headers, body: {} })).status).toBe(403);
		});

		test('a reset removes the files that were written, and restores those of the demo', async () => {
			await ask(`POST ${LOGS}`, { body: {} });
			await ask(`POST ${DEFINITIONS}`, { body: {} });
			await ask('POST /__emulator/reset');
			expect((await ask(`GET ${LOGS}`)).status).toBe(404);
			expect((await ask(`GET ${DEFINITIONS}`)).text).toMatch(/^tasks:\n/);
		});
	});

	test('the controls return the requests from a position on', async () => {
		await ask('GET /one');
		await ask('GET /two');
		expect((await ask('GET /__emulator/log/since?from=1')).body).toMatchObject({
			from: 1,
			requests: [{ path: '/two' }],
		});
		expect(await refusalOf('GET /__emulator/log/since?from=-1')).toBe(
			'400 from must be a number of 0 or more',
		);
	});
});
