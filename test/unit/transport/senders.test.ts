/** As whom something is sent: a node, the editor and a trigger, with either sign-in. */
import type {
	IAdditionalCredentialOptions,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INode,
} from 'n8n-workflow';

import { TalendCloudApi } from '../../../credentials/TalendCloudApi.credentials';
import { accountFingerprint, tokenFor } from '../../../credentials/token';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { clock } from '../../../nodes/shared/support/clock';
import {
	checkSignIn,
	credentialKey,
	credentialTypeOf,
	loadOptionsSender,
	senderOf,
} from '../../../nodes/shared/transport/senders';
import { account, signIn } from '../../support/signIn';
import { stub } from '../../support/stub';

const node = (credentials?: INode['credentials']): INode => ({
	id: 'node',
	name: 'Node',
	type: 't',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	credentials,
});

/** What n8n gives to a node: the data of its credential, and what a request is answered. */
function context({
	credential = {},
	answer = async () => await Promise.resolve({ statusCode: 200 }),
	authentication = 'token',
}: {
	credential?: IDataObject | Error;
	answer?: () => Promise<object>;
	authentication?: string;
} = {}) {
	const requested: Array<{
		caller: IExecuteFunctions;
		type: string;
		options: IHttpRequestOptions;
		credential?: IDataObject;
	}> = [];
	const stop = new AbortController();
	const given = {
		getNode: () => node({ talendCloudTokenApi: { id: '7', name: 'mine' } }),
		getCredentials: async (type: string) => {
			expect(type).toBe(authentication === 'token' ? 'talendCloudTokenApi' : 'talendCloudApi');
			if (credential instanceof Error) throw credential;
			return await Promise.resolve(credential);
		},
		getCurrentNodeParameter: (name: string) =>
			name === 'authentication' ? authentication : undefined,
		getNodeParameter: (name: string) => (name === 'authentication' ? authentication : undefined),
		getExecutionCancelSignal: () => stop.signal,
		helpers: {
			async httpRequestWithAuthentication(
				this: IExecuteFunctions,
				type: string,
				options: IHttpRequestOptions,
				given?: IAdditionalCredentialOptions,
			) {
				requested.push({
					caller: this,
					type,
					options,
					credential: given?.credentialsDecrypted?.data,
				});
				return await answer();
			},
		},
	};
	return { given: stub<IExecuteFunctions & ILoadOptionsFunctions>(given), requested, stop };
}

const GET = { method: 'GET' as const, url: '/x' };

test('a token or a service account is chosen by Authentication', () => {
	expect(['token', 'serviceAccount', undefined].map(credentialTypeOf)).toEqual([
		'talendCloudTokenApi',
		'talendCloudApi',
		'talendCloudApi',
	]);
});

test('requests that only a person may send are refused for a service account, with the reason', () => {
	const personOnly = 'Talend asks for a user.';
	expect(() => checkSignIn({ personOnly }, 'serviceAccount')).toThrow(
		expect.objectContaining({
			field: 'authentication',
			label: 'Authentication',
			rule: `must be Token. ${personOnly}`,
		}) as Error,
	);
	expect(() => checkSignIn({ personOnly }, 'token')).not.toThrow();
	expect(() => checkSignIn({}, 'serviceAccount')).not.toThrow();
});

test('two credentials do not share a queue, two nodes of one credential do', () => {
	const key = (type: string, used?: INode['credentials']) => credentialKey(node(used), type);
	expect(key('a', { a: { id: '7', name: 'mine' } })).toBe('a 7');
	expect(key('a', { a: { id: null, name: 'mine' } })).toBe('a mine');
	expect(key('a')).toBe('a node');
	expect(key('b', { a: { id: '7', name: 'mine' } })).toBe('b node');
});

describe('the secrets of a credential', () => {
	test.each<{ what: string; credential: IDataObject | Error; secrets: string[] }>([
		{ what: 'a token', credential: { region: 'eu', token: 'my-token' }, secrets: ['my-token'] },
		{
			what: 'a secret, and the token that n8n keeps for it',
			credential: {
				clientId: 'id',
				clientSecret: 'my-secret',
				accessToken: '{"token":"kept-token","of":"x"}',
			},
			secrets: ['my-secret', 'kept-token'],
		},
		{
			what: 'none is stored yet',
			credential: { clientSecret: 'my-secret', accessToken: '' },
			secrets: ['my-secret'],
		},
		{
			what: 'nothing of that is a text',
			credential: { clientSecret: 17, token: '', accessToken: undefined },
			secrets: [],
		},
		{ what: 'it cannot be read', credential: new Error('gone'), secrets: [] },
	])('the secrets of a credential are known: $what', async ({ credential, secrets }) => {
		expect(await senderOf(context({ credential }).given, 'talendCloudTokenApi').secrets!()).toEqual(
			secrets,
		);
	});
});

test('a service account is identified by its client ID', async () => {
	const asker = async (clientId?: unknown) =>
		await senderOf(
			context({ credential: { clientId } as IDataObject }).given,
			'talendCloudTokenApi',
		).clientId();
	expect(await asker(' id ')).toBe('id');
	expect(await asker('  ')).toBeUndefined();
	expect(await asker(17)).toBeUndefined();
	expect(await asker()).toBeUndefined();
});

describe('a request', () => {
	test('a request is sent with the credential, and with the options of the node', async () => {
		const { given, requested } = context();
		await senderOf(given, 'talendCloudTokenApi', { url: '/other', json: false }).httpSend(
			{ ...GET },
			false,
		);
		expect(requested).toEqual([
			{
				caller: given,
				type: 'talendCloudTokenApi',
				options: { method: 'GET', url: '/other', json: false },
				credential: {},
			},
		]);
	});

	test('a request that starts something is not aborted when the workflow is stopped; another one is', async () => {
		const { given, requested, stop } = context();
		const { httpSend } = senderOf(given, 'talendCloudTokenApi');
		await httpSend({ ...GET }, true);
		await httpSend({ ...GET }, false);
		expect(requested.map(({ caller }) => caller.getExecutionCancelSignal())).toEqual([
			undefined,
			stop.signal,
		]);
		expect(requested[0]!.caller.getNode().id).toBe('node');
	});

	test.each<{ what: string; answer: () => Promise<object>; outcome: object }>([
		{
			what: 'is answered with a 401',
			answer: async () => await Promise.resolve({ statusCode: 401 }),
			outcome: { statusCode: 401 },
		},
		{
			what: 'is refused with a 401 by n8n',
			answer: async () =>
				await Promise.reject(Object.assign(new Error('refused'), { httpCode: '401' })),
			outcome: { message: 'refused' },
		},
		{
			what: 'fails',
			answer: async () => await Promise.reject(new Error('broken')),
			outcome: { message: 'broken' },
		},
	])(
		'a request that $what is sent once if it has no token from an exchange',
		async ({ answer, outcome }) => {
			const { given, requested } = context({ answer });
			expect(
				await senderOf(given, 'talendCloudTokenApi')
					.httpSend({ ...GET }, false)
					.catch((error: Error) => error),
			).toMatchObject(outcome);
			expect(requested).toHaveLength(1);
		},
	);
});

describe('the credential', () => {
	afterEach(() => jest.restoreAllMocks());

	const owner = { region: 'eu', clientId: 'id', clientSecret: 'secret' };
	const stored = (
		token: string,
		{ fingerprint = accountFingerprint(owner), expiresAt = Infinity } = {},
	) =>
		JSON.stringify({
			token,
			fingerprint,
			issuedAt: 0,
			...(expiresAt === Infinity ? {} : { expiresAt }),
		});

	/** A run whose credential has another token each time that it is read, on a clock that is set. */
	function running(
		accessToken: (time: number) => string | undefined = (time) => stored(`token ${time}`),
	) {
		let now = 0;
		jest.spyOn(clock, 'elapsed').mockImplementation(() => now);
		let times = 0;
		const one = context();
		const read = jest.fn(
			async (type: string) =>
				await Promise.resolve({ ...owner, type, accessToken: accessToken(++times) }),
		);
		Object.assign(one.given, { getCredentials: read });
		const sent = async (afterMs: number, type = 'talendCloudApi') => {
			now += afterMs;
			await senderOf(one.given, type).httpSend({ ...GET }, false);
			return /token \d+/.exec(String(one.requested.at(-1)!.credential!.accessToken))?.[0];
		};
		return { ...one, read, sent };
	}

	test('the credential is read once for all requests of a run, and again after a second', async () => {
		const { read, sent } = running();
		expect(await sent(0)).toBe('token 1');
		expect(await sent(400)).toBe('token 1');
		expect(await sent(599)).toBe('token 1');
		expect(await sent(1)).toBe('token 2');
		expect(await sent(999)).toBe('token 2');
		expect(read).toHaveBeenCalledTimes(2);
	});

	test('the credential is read once for requests that are sent at the same time, and each has a copy', async () => {
		const { read, sent, requested } = running();
		await Promise.all([sent(0), sent(0), sent(0)]);
		expect(read).toHaveBeenCalledTimes(1);
		expect(requested.map(({ credential }) => credential)).toEqual(
			Array(3).fill({ ...owner, type: 'talendCloudApi', accessToken: stored('token 1') }),
		);
		expect(new Set(requested.map(({ credential }) => credential)).size).toBe(3);
	});

	test('the credential is not shared by two runs, or by two types', async () => {
		const [one, other] = [running(), running()];
		expect([
			await one.sent(0),
			await one.sent(0, 'talendCloudTokenApi'),
			await other.sent(0),
		]).toEqual(['token 1', 'token 2', 'token 1']);
		expect(one.requested.map(({ credential }) => credential!.type)).toEqual([
			'talendCloudApi',
			'talendCloudTokenApi',
		]);
	});

	test.each<{ what: string; accessToken: (time: number) => string | undefined; times: number }>([
		{ what: 'has no token yet', accessToken: () => '', times: 3 },
		{
			what: 'has a token that has expired',
			accessToken: (time) => stored(`token ${time}`, { expiresAt: 1 }),
			times: 3,
		},
		{
			what: 'has the token of another secret',
			accessToken: (time) =>
				stored(`token ${time}`, {
					fingerprint: accountFingerprint({ ...owner, clientSecret: 'older' }),
				}),
			times: 3,
		},
		{ what: 'keeps no token', accessToken: () => undefined, times: 1 },
	])('the credential is read as often as necessary if it $what', async ({ accessToken, times }) => {
		const { read, sent } = running(accessToken);
		for (let request = 0; request < 3; request++) await sent(0);
		expect(read).toHaveBeenCalledTimes(times);
	});

	test('the credential is read again after its token was refused: another process may have renewed it', async () => {
		const { sent, requested } = running();
		await sent(0);
		const { helpers } = signIn();
		await tokenFor(helpers, owner, requested[0]!.credential!.accessToken);
		expect(await sent(0)).toBe('token 2');
	});

	test('the credential without a valid address is not read again: n8n says what is wrong', async () => {
		const { read, given } = running();
		Object.assign(given, {
			getCredentials: read.mockResolvedValue({
				...owner,
				type: 'x',
				accessToken: '',
				region: 'other',
				address: 'no address',
			} as never),
		});
		await senderOf(given, 'talendCloudApi').httpSend({ ...GET }, false);
		await senderOf(given, 'talendCloudApi').httpSend({ ...GET }, false);
		expect(read).toHaveBeenCalledTimes(1);
	});

	test('the credential is left to n8n if it cannot be read: n8n says why', async () => {
		const { given, requested } = context({ credential: new Error('gone') });
		await senderOf(given, 'talendCloudTokenApi').httpSend({ ...GET }, false);
		expect(requested[0]!.credential).toBeUndefined();
	});
});

describe('a token from an exchange', () => {
	afterEach(() => jest.restoreAllMocks());

	/** Requests that go out with a token of another worker each, issued a second before. */
	async function asked(answer: () => Promise<object>) {
		const type = new TalendCloudApi();
		const held = account();
		const { accessToken } = await type.preAuthentication.call(signIn().helpers, held as never);
		const later = Date.now() + 1_000;
		jest.spyOn(Date, 'now').mockImplementation(() => later);
		const { given, requested } = context({
			answer: async () => {
				const stored = JSON.stringify({
					...(JSON.parse(accessToken) as object),
					token: `worker-token-${requested.length}`,
				});
				await (type.authenticate as (credentials: object, request: object) => Promise<object>)(
					{ ...held, accessToken: stored },
					requested.at(-1)!.options,
				);
				return await answer();
			},
		});
		const outcome = await senderOf(given, 'talendCloudTokenApi')
			.httpSend({ ...GET }, false)
			.catch((error: Error) => error);
		return { outcome, times: requested.length };
	}

	test('a request is sent three times at most while it is refused, then the refusal is returned', async () => {
		expect(await asked(async () => await Promise.resolve({ statusCode: 401 }))).toEqual({
			outcome: { statusCode: 401 },
			times: 3,
		});
		expect(
			await asked(
				async () => await Promise.reject(Object.assign(new Error('refused'), { httpCode: '401' })),
			),
		).toMatchObject({ outcome: { message: 'refused' }, times: 3 });
	});

	test.each<[string, jest.Mock<Promise<object>>]>([
		['another answer', jest.fn().mockResolvedValue({ statusCode: 403 })],
		[
			'a fault',
			jest.fn().mockRejectedValue(Object.assign(new Error('broken'), { httpCode: '500' })),
		],
		['nothing', jest.fn().mockRejectedValue(undefined)],
	])('%s does not count as a refused token', async (_what, answer) => {
		expect((await asked(answer)).times).toBe(1);
	});
});

test.each(['token', 'serviceAccount'])(
	'the editor uses the chosen credential: %s',
	async (authentication) => {
		const { given, requested } = context({ authentication });
		const sender = loadOptionsSender(given);
		await sender.httpSend({ ...GET }, false);
		expect(sender.credential).toBe(
			authentication === 'token' ? 'talendCloudTokenApi 7' : 'talendCloudApi node',
		);
		expect(
			sender.explain({ status: 404 }, { endpoint: '/x' } as RequestOperation, []),
		).toMatchObject({ node: { id: 'node' }, httpCode: '404' });
		expect(requested.map(({ type }) => type)).toEqual([
			authentication === 'token' ? 'talendCloudTokenApi' : 'talendCloudApi',
		]);
	},
);
