/**
 * How often a request is sent while its token is refused.
 */
import { TalendCloudApi } from '../../../credentials/TalendCloudApi.credentials';
import { senderOf } from '../../../nodes/shared/transport/senders';
import { account, signIn } from '../../support/signIn';
import { context, GET } from './sendersStage';

describe('a token from an exchange', () => {
	afterEach(() => jest.restoreAllMocks());

	/** Requests that go out with a token of another worker each, issued a second before. */
	async function asked(answer: () => Promise<object>) {
		const type = new TalendCloudApi();
		const held = account();
		const { accessToken } = await type.preAuthentication.call(signIn().helpers, held);
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
			.httpSend({ ...GET }, { uninterrupted: false })
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
