/** When the platform wants to be asked again, as its response says. */
import { requestedWaitMs } from '../../../../nodes/shared/transport/queue/requestedWait';
import { simulatedTimeForEach } from '../../../support/time';

describe('the time to wait', () => {
	simulatedTimeForEach();
	test.each<[Record<string, string> | undefined, number | undefined]>([
		[undefined, undefined],
		[{}, undefined],
		[{ 'retry-after': '7' }, 7_000],
		[{ 'retry-after': '0' }, 0],
		[{ 'retry-after': 'Tue, 31 Mar 2026 08:00:30 GMT' }, 30_000],
		[{ 'retry-after': 'Tue, 31 Mar 2026 07:00:00 GMT' }, 0],
		[{ 'retry-after': 'soon' }, undefined],
		[{ 'x-ratelimit-reset': '12' }, 12_000],
		[{ 'x-ratelimit-reset': String(Date.UTC(2026, 2, 31, 8, 1) / 1000) }, 60_000],
		[{ 'x-ratelimit-reset': String(Date.UTC(2026, 2, 31, 8, 1)) }, 60_000],
		[{ 'retry-after': '5', 'x-ratelimit-reset': '12' }, 5_000],
		[{ 'x-ratelimit-reset': '-1' }, undefined],
		[{ 'x-ratelimit-reset': '0' }, 0],
		[{ 'x-ratelimit-reset': 'soon' }, undefined],
		[{ 'x-ratelimit-reset': String(Date.UTC(2026, 2, 31, 7) / 1000) }, 0],
		[{ 'x-ratelimit-reset': String(Date.UTC(2026, 2, 31, 7)) }, 0],
		[{ 'retry-after': '-7' }, 0],
		[{ 'retry-after': '', 'x-ratelimit-reset': '12' }, 12_000],
		[{ 'retry-after': 'soon', 'x-ratelimit-reset': '12' }, 12_000],
		[{ 'retry-after': '1000000000000000' }, 3_600_000],
		[{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, 3_600_000],
		[{ 'x-ratelimit-reset': '90000' }, 3_600_000],
		[{ 'retry-after': '1e999', 'x-ratelimit-reset': '12' }, 12_000],
	])('the headers %j give the time %s', (headers, wanted) => {
		expect(requestedWaitMs({ status: 429, headers })).toBe(wanted);
	});

	test.each([408, 500, 502, 503, 504])(
		'the time to wait for a %i comes from Retry-After, not from the reset of a rate limit',
		(status) => {
			expect(requestedWaitMs({ status, headers: { 'x-ratelimit-reset': '3000' } })).toBeUndefined();
			expect(
				requestedWaitMs({ status, headers: { 'retry-after': '7', 'x-ratelimit-reset': '3000' } }),
			).toBe(7_000);
		},
	);
});
