/** Lists by time: by whose clock, and where a stream begins. */
import { clock } from '../../../../nodes/shared/support/time/clock';
import {
	clocksOf,
	firstTime,
	justAfterNewest,
	newestOrAnHourAgo,
	newestTime,
	platformNow,
	trustedNewest,
} from '../../../../nodes/shared/trigger/requests/clocks';
import { changed } from '../../../support/changed';
import { HOUR } from '../../../support/time';

describe('a time', () => {
	test('the platform’s time is that of the answer, if it has one', () => {
		changed(clock, { now: () => 1_774_944_000_007 });
		const at = (headers: Record<string, string>) =>
			platformNow({ status: 200, headers, body: undefined });
		expect([at({ date: 'Tue, 31 Mar 2026 08:00:00 GMT' }), at({ date: 'soon' }), at({})]).toEqual([
			1_774_944_000_000, 1_774_944_000_007, 1_774_944_000_007,
		]);
	});

	test('the platform’s time is believed up to five minutes ahead of n8n’s clock', () => {
		changed(clock, { now: () => Date.UTC(2026, 2, 31, 8) });
		const at = (date: string) => platformNow({ status: 200, headers: { date }, body: undefined });
		expect(at('Tue, 31 Mar 2026 08:04:00 GMT')).toBe(Date.UTC(2026, 2, 31, 8, 4));
		expect(at('Wed, 31 Mar 2027 08:00:00 GMT')).toBe(Date.UTC(2026, 2, 31, 8, 5));
	});

	test.each([
		['the platform’s clock is ahead', 'Wed, 31 Mar 2027 08:00:00 GMT', Date.UTC(2027, 2, 31, 8)],
		['n8n’s clock is ahead', 'Mon, 31 Mar 2025 08:00:00 GMT', Date.UTC(2026, 2, 31, 8)],
	])('the latest present is that of the later clock: %s', (_which, date, latest) => {
		changed(clock, { now: () => Date.UTC(2026, 2, 31, 8) });
		const { laterClock } = clocksOf({ status: 200, headers: { date }, body: undefined });
		expect(laterClock).toBe(latest);
	});

	test('firstTime() is the first valid time', () => {
		expect(firstTime(7, undefined, '', 'soon', '2026-03-31T08:00:00Z', '2020-01-01')).toBe(
			1_774_944_000_000,
		);
		expect(firstTime(7, undefined, null)).toBe(7);
		expect(firstTime(7)).toBe(7);
	});

	test('the time of the newest record is never later than now', () => {
		const time = ({ at }: { at: number }) => at;
		expect(newestTime([{ at: 3 }, { at: NaN }, { at: 9 }, { at: -1 }], time)).toBe(9);
		expect(newestTime([{ at: -5 }], time)).toBe(-5);
		expect([newestTime([], time), newestTime([{ at: NaN }], time)]).toEqual([undefined, undefined]);
		expect([trustedNewest(5, 9), trustedNewest(9, 5), trustedNewest(5, undefined)]).toEqual([
			5,
			5,
			undefined,
		]);
	});

	test('a stream begins at its newest record, or an hour ago if there is none', () => {
		expect([newestOrAnHourAgo(5 * HOUR, HOUR), newestOrAnHourAgo(5 * HOUR, undefined)]).toEqual([
			HOUR,
			4 * HOUR,
		]);
	});

	test('a stream of which not all records were read begins just after the newest one or now', () => {
		expect([justAfterNewest(9, 5), justAfterNewest(9, undefined), justAfterNewest(9, 0)]).toEqual([
			6, 10, 1,
		]);
	});
});
