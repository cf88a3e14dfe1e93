/**
 * Workers that share only the database, as n8n keeps credentials in it: whatever their order,
 * revoked tokens cost none of them its work.
 */
import fc from 'fast-check';
import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import { stub } from '../../../support/stub';

type Credentials = typeof import('../../../../credentials/TalendCloudApi.credentials');
type Authenticate = (
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

const workers = [aProcess(), aProcess()];
let accounts = 0;

let now = 0;
beforeEach(() => {
	now = Date.parse('2026-11-22T12:00:00Z');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/**
 * The sign-in and the database that workers share, and the requests between which a scheduler
 * chooses.
 */
function sharedWorld(scheduler: fc.Scheduler, renews: boolean) {
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
		now++;
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
function n8nOf({ credential }: ReturnType<typeof aProcess>, world: ReturnType<typeof sharedWorld>) {
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

test.each([
	['renews tokens', true],
	['does not renew tokens', false],
])(
	'each revocation costs each of two workers at most one exchange if n8n %s',
	async (_what, renews) => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.integer({ min: 1, max: 4 }),
				fc.boolean(),
				async (scheduler, rounds, inOneRun) => {
					const world = sharedWorld(scheduler, renews);
					const running = workers.map((worker) => n8nOf(worker, world));
					for (let round = 0; round < rounds; round++) {
						world.revoke();
						const before = world.exchanges();
						now += 10_000;
						const asked = workers.flatMap((worker, index) =>
							Array.from({ length: 3 }, async () => {
								const context = inOneRun ? running[index]! : n8nOf(worker, world);
								const { httpSend } = worker.senderOf(
									stub<IExecuteFunctions>(context),
									'talendCloudApi',
								);
								return (
									await httpSend(
										{ url: 'https://api.eu.cloud.talend.com/x', method: 'GET' },
										{ uninterrupted: false },
									)
								).statusCode;
							}),
						);
						const answers = await scheduler.waitFor(Promise.all(asked));
						expect(answers).toEqual(asked.map(() => 200));
						expect(world.exchanges() - before).toBeLessThanOrEqual(workers.length);
					}
				},
			),
			{ numRuns: 300 },
		);
	},
);

test('a request that never gets a token ends', async () => {
	let asked = 0;
	const { credential, senderOf } = workers[0]!;
	const n8n = {
		getNode: () => ({}) as INode,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, request: IHttpRequestOptions) => {
				asked++;
				const held = { region: 'eu', clientId: 'id', clientSecret: 'secret', accessToken: '' };
				return await (credential.authenticate as Authenticate)(held, request).catch(
					(error: Error) => {
						throw Object.assign(error, { httpCode: '401' });
					},
				);
			},
		},
	};
	const { httpSend } = senderOf(stub<IExecuteFunctions>(n8n), 'talendCloudApi');
	await expect(
		httpSend({ url: 'https://api.eu.cloud.talend.com/x', method: 'GET' }, { uninterrupted: false }),
	).rejects.toThrow('The credential has no valid token yet');
	expect(asked).toBeGreaterThan(1);
	expect(asked).toBeLessThanOrEqual(3);
});
