/**
 * Who may use the emulator: its tokens and permissions.
 */
import { type EmulatorOptions } from '../../../emulator';
import { ALL_PERMISSIONS, DEMO_ACCOUNT, DEMO_TOKEN } from '../../../emulator/seed';
import { address, ask, begin, emulator, LIST, refusalOf, Request } from './emulatorStage';

describe('the caller', () => {
	beforeEach(async () => await begin());

	const basic = (id = DEMO_ACCOUNT.id, secret = DEMO_ACCOUNT.secret) => ({
		authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
	});
	const TOKEN = 'POST /security/oauth/token';
	const grant = () => ({ grant_type: 'client_credentials', audience: `${address()}/` });
	const token = async () =>
		String((await ask(TOKEN, { headers: basic(), body: grant() })).body.access_token);
	const statusWith = async (bearer: string) =>
		(await ask(LIST, { headers: { authorization: `Bearer ${bearer}` } })).status;

	test.each([
		['no token', {}],
		['an unknown token', { authorization: 'Bearer none' }],
		[
			'a token that nobody signed',
			{ authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJkZW1vLWNsaWVudC1pZCJ9.' },
		],
		['a basic credential', basic()],
		['another scheme', { authorization: `bearer ${DEMO_TOKEN}` }],
	])('%s gives no access', async (_what, headers) => {
		const response = await fetch(address() + LIST.split(' ')[1]!, {
			headers: headers as Record<string, string>,
		});
		expect(response.status).toBe(401);
	});

	test('a token is valid for half an hour', async () => {
		const first = await token();
		expect(await statusWith(first)).toBe(200);
		emulator().clock.advance(29 * 60_000);
		expect(await statusWith(first)).toBe(200);
		emulator().clock.advance(2 * 60_000);
		expect(await statusWith(first)).toBe(401);
	});

	test('a token is valid as long as configured', async () => {
		await emulator().close();
		await begin({ tokens: { lifeSeconds: 60 } });
		const short = await token();
		emulator().clock.advance(59_000);
		expect(await statusWith(short)).toBe(200);
		emulator().clock.advance(2_000);
		expect(await statusWith(short)).toBe(401);
	});

	test('a revoked token gives no access', async () => {
		const revoked = await token();
		expect(await statusWith(revoked)).toBe(200);
		emulator().tokens.revokeAll(DEMO_ACCOUNT.id);
		expect(await statusWith(revoked)).toBe(401);
	});

	test('a token of another platform gives no access', async () => {
		const foreign = await token();
		await emulator().close();
		await begin();
		expect(await statusWith(foreign)).toBe(401);
	});

	test.each<[EmulatorOptions['tokens'], unknown]>([
		[{ expiresIn: 'string' }, '1800'],
		[{ expiresIn: 'number' }, 1800],
		[{ expiresIn: 'absent' }, undefined],
	])('the lifetime of a token follows the configuration: %j', async (tokens, reported) => {
		await emulator().close();
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
		{ what: 'a bearer token', request: () => ({ body: grant() }), status: 401 },
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

	test('a permission that the interface names is required, with or without its prefix', async () => {
		const account = emulator().state.serviceAccounts.get(DEMO_ACCOUNT.id)!;
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
