/** Workers of n8n that share a database, and a platform that revokes tokens. */
import fc from 'fast-check';
import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import { stub } from '../../../support/stub';

type Credentials = typeof import('../../../../credentials/TalendCloudApi.credentials');

export type Authenticate = (
	credentials: object,
	request: IHttpRequestOptions,
) => Promise<IHttpRequestOptions>;

type Senders = typeof import('../../../../nodes/shared/transport/senders');

/** What one process has loaded, and so remembers. */
function aProcess(): {
	credential: InstanceType<Credentials['TalendCloudApi']>;
	senderOf: Senders['senderOf'];
} {
	let loaded: ReturnType<typeof aProcess> | undefined;
	jest.isolateModules(() => {
		const { TalendCloudApi } = jest.requireActual<Credentials>(
			'../../../../credentials/TalendCloudApi.credentials',
		);
		const { senderOf } = jest.requireActual<Senders>('../../../../nodes/shared/transport/senders');
		loaded = { credential: new TalendCloudApi(), senderOf };
	});
	return loaded!;
}

export const workers = [aProcess(), aProcess()];

let accounts = 0;

export const clock = { now: 0 };

beforeEach(() => {
	clock.now = Date.parse('2026-11-22T12:00:00Z');
	jest.spyOn(Date, 'now').mockImplementation(() => clock.now);
});

afterEach(() => jest.restoreAllMocks());

/**
 * The sign-in and the database that workers share, and the requests between which a scheduler
 * chooses.
 */
export function sharedWorld(scheduler: fc.Scheduler, renews: boolean) {
	const valid = new Set<string>();
	let exchanges = 0;
	let stored: IDataObject = {
		region: 'eu',
		clientId: `account-${++accounts}`,
		clientSecret: 'secret',
		accessToken: '',
	};
	const step = async <T>(label: string, work: () => T): Promise<T> => {
		await scheduler.schedule(Promise.resolve(), label);
		clock.now++;
		return work();
	};
	const signIn = stub<IHttpRequestHelper>({
		helpers: {
			httpRequest: async () =>
				await step('exchange', () => {
					const token = `a-long-token-${++exchanges}`;
					valid.add(token);
					return {
						statusCode: 200,
						body: { access_token: token, expires_in: 1_800 },
						headers: {},
					};
				}),
		},
	});
	const read = async () => await step('read', () => ({ ...stored }));
	const store = async (held: IDataObject) => await step('store', () => (stored = { ...held }));
	const isAccepted = async (request: IHttpRequestOptions) => {
		const token = String((request.headers as IDataObject).Authorization).replace('Bearer ', '');
		return await step('request', () => valid.has(token));
	};
	const revoke = () => valid.clear();
	return { signIn, read, store, isAccepted, revoke, renews, exchanges: () => exchanges };
}

/**
 * What n8n does around a request: a refused token is renewed and stored once, before 2.9.1 only one
 * that could not be sent.
 */
export function n8nOf(
	{ credential }: ReturnType<typeof aProcess>,
	world: ReturnType<typeof sharedWorld>,
) {
	const { signIn, read, store, isAccepted, renews } = world;
	return {
		getNode: () => stub<INode>({ credentials: { talendCloudApi: { id: '1', name: 'c' } } }),
		getCredentials: read,
		helpers: {
			httpRequestWithAuthentication: async (
				_type: string,
				options: IHttpRequestOptions,
				given?: IAdditionalCredentialOptions,
			) => {
				const held =
					(given?.credentialsDecrypted?.data as IDataObject | undefined) ?? (await read());
				const renew = async () => {
					Object.assign(
						held,
						await credential.preAuthentication.call(signIn, held as ICredentialDataDecryptedObject),
					);
					await store(held);
				};
				let request = options;
				const send = async () => {
					request = await (credential.authenticate as Authenticate)(held, request);
					if (await isAccepted(request)) return { statusCode: 200, body: {}, headers: {} };
					if (!renews) return { statusCode: 401, body: {}, headers: {} };
					throw Object.assign(new Error('refused'), { response: { status: 401 } });
				};
				if (held.accessToken === '') await renew();
				return await send().catch(async (error: { response?: { status?: number } }) => {
					if (error.response?.status !== 401) throw error as Error;
					await renew();
					return await send().catch((second: Error & { response: { status: number } }) => {
						throw Object.assign(second, {
							httpCode: String(second.response.status),
						});
					});
				});
			},
		},
	};
}
