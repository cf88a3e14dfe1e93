/**
 * The request limits of the emulator.
 */
import { EMULATED_LIMITS } from '../../../platform/limits';
import { ask, begin, emulator, LIST } from './emulatorStage';

describe('request limits', () => {
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
		'the limit of $family is a number of requests per minute, followed by 429 with its headers',
		async ({ family, endpoint, limit, headers }) => {
			await begin({
				limits: {
					...EMULATED_LIMITS,
					perMinute: { ...EMULATED_LIMITS.perMinute, [family]: 3 },
				},
			});
			expect(EMULATED_LIMITS.perMinute[family]).toBe(limit);
			emulator().clock.advance(5_000);
			const statuses = [];
			for (let count = 0; count < 4; count++) {
				statuses.push((await ask(endpoint)).status);
				emulator().clock.advance(10_000);
			}
			expect(statuses).toEqual([200, 200, 200, 429]);
			const refused = await ask(endpoint);
			expect(
				[...refused.headers.keys()].filter((name) => /retry|ratelimit/.test(name)).sort(),
			).toEqual(headers);
			expect(refused.headers.get('x-ratelimit-reset')).toBe('20');
			expect((await ask('GET /account/subscription')).status).toBe(200);
			emulator().clock.advance(20_000);
			expect((await ask(endpoint)).status).toBe(200);
		},
	);

	test.each([
		[
			'stewardship',
			'GET /tds/data-stewardship/api/v1/campaigns',
			'GET /tds/semanticservice/categories',
		],
		[
			'designer',
			'GET /apid/api/v1/api-definitions',
			'GET /apid/api/v1/api-definitions/sharings/eligibles',
		],
		['catalog', 'GET /connections', 'GET /datasets'],
	])(
		'a request of the family %s counts for all of its endpoints',
		async (family, first, second) => {
			await begin({ limits: { perMinute: { [family]: 1 } } });
			expect((await ask(first)).status).not.toBe(429);
			expect((await ask(second)).status).toBe(429);
		},
	);

	test('the list of preparations counts as a request of the family preparation', async () => {
		const list = 'GET /tdp/transform/preparations/automation/preparations';
		await begin({ limits: { perMinute: { preparation: 1 } } });
		expect((await ask(list)).status).toBe(200);
		expect((await ask(list)).status).toBe(429);
	});
});
