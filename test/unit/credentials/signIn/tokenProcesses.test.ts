/**
 * Workers that share only the database, as n8n keeps credentials in it: whatever their order,
 * revoked tokens cost none of them its work.
 */
import fc from 'fast-check';
import type { IExecuteFunctions, IHttpRequestOptions, INode } from 'n8n-workflow';

import { stub } from '../../../support/stub';
import { type Authenticate, clock, n8nOf, sharedWorld, workers } from './tokenProcessesStage';

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
						clock.now += 10_000;
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
