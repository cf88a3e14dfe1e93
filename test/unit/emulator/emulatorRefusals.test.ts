/**
 * Which requests the emulator refuses, as docs/platform/emulator.md promises.
 */
import { handlers } from '../../../emulator/areas';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { ask, aTask, begin, emulator, LIST, refusalOf, Request, START } from './emulatorStage';

describe('strict checks', () => {
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

	test('the media type of SCIM is accepted only for SCIM', async () => {
		const headers = { 'content-type': 'application/scim+json' };
		const user = {
			schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
			userName: 'scim.json',
			name: { givenName: 'A', familyName: 'B' },
		};
		expect((await ask('POST /scim/v2/Users', { headers, body: user })).status).toBe(201);
		expect((await ask('POST /account/groups', { headers, body: { name: 'X' } })).status).toBe(415);
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
		expect(emulator().log.at(-1)).toMatchObject({ operation: START });
	});

	test('a body is refused if none is accepted, but may have another encoding', async () => {
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

	test('the version selector is accepted under each of its names', async () => {
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
			await emulator().close();
			await begin({ loud: true });
			await ask(LIST);
			expect(warn).toHaveBeenCalledWith(`The emulator does not support ${LIST} yet`);
		} finally {
			Object.assign(handlers, { [LIST]: handler });
			warn.mockRestore();
		}
	});

	test('each area refuses in its own format', async () => {
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
