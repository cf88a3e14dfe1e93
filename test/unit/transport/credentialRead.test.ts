/**
 * How often a credential is read.
 */
import { accountFingerprint } from '../../../credentials/signIn/serviceAccount';
import { tokenFor } from '../../../credentials/signIn/token';
import { clock } from '../../../nodes/shared/support/time/clock';
import { senderOf } from '../../../nodes/shared/transport/senders';
import { signIn } from '../../support/signIn';
import { context, GET } from './sendersStage';

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
			await senderOf(one.given, type).httpSend({ ...GET }, { uninterrupted: false });
			return /token \d+/.exec(String(one.requested.at(-1)!.credential!.accessToken))?.[0];
		};
		return { ...one, read, sent };
	}

	test('the credential is read once for all requests of a second', async () => {
		const { read, sent } = running();
		expect(await sent(0)).toBe('token 1');
		expect(await sent(400)).toBe('token 1');
		expect(await sent(599)).toBe('token 1');
		expect(await sent(1)).toBe('token 2');
		expect(await sent(999)).toBe('token 2');
		expect(read).toHaveBeenCalledTimes(2);
	});

	test('the credential is read once for simultaneous requests, which have copies of their own', async () => {
		const { read, sent, requested } = running();
		await Promise.all([sent(0), sent(0), sent(0)]);
		expect(read).toHaveBeenCalledTimes(1);
		expect(requested.map(({ credential }) => credential)).toEqual(
			Array(3).fill({ ...owner, type: 'talendCloudApi', accessToken: stored('token 1') }),
		);
		expect(new Set(requested.map(({ credential }) => credential)).size).toBe(3);
	});

	test('the credential is not shared by two node runs, or by two types', async () => {
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

	test('the credential without a valid address is not read again: n8n reports what is wrong', async () => {
		const { given } = running();
		const read = jest.fn(
			async (type: string) =>
				await Promise.resolve({
					...owner,
					type,
					accessToken: '',
					region: 'other',
					address: 'no address',
				}),
		);
		Object.assign(given, { getCredentials: read });
		await senderOf(given, 'talendCloudApi').httpSend({ ...GET }, { uninterrupted: false });
		await senderOf(given, 'talendCloudApi').httpSend({ ...GET }, { uninterrupted: false });
		expect(read).toHaveBeenCalledTimes(1);
	});

	test('the credential is left to n8n if it cannot be read: n8n says why', async () => {
		const { given, requested } = context({ credential: new Error('gone') });
		await senderOf(given, 'talendCloudTokenApi').httpSend({ ...GET }, { uninterrupted: false });
		expect(requested[0]!.credential).toBeUndefined();
	});
});
