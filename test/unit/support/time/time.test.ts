/** Times of the platform, wherever n8n runs. */
import { readableMetric } from '../../../../nodes/records/executions/componentMetrics';
import { platformTime } from '../../../../nodes/shared/support/time/time';

const AT = Date.UTC(2026, 2, 31, 8, 0, 50);

const { parse } = Date;
beforeEach(() => {
	// A host in New York.
	Date.parse = (text) => parse(/[T ]\d\d:\d\d[\d:.]*$/.test(text) ? `${text}-04:00` : text);
});
afterEach(() => {
	Date.parse = parse;
});

test.each<[unknown, number]>([
	['2026-03-31T08:00:50Z', AT],
	['2026-03-31T08:00:50.000+00:00', AT],
	['2026-03-31T10:00:50+02:00', AT],
	['2026-03-31T10:00:50+0200', AT],
	['2026-03-31T08:00:50', AT],
	['2026-03-31T08:00:50.0001', AT],
	['2026-03-31T08:00:50,000', AT],
	['2026-03-31 08:00:50.000', AT],
	[' 2026-03-31T08:00:50 ', AT],
	['2026-03-31T08:00', AT - 50_000],
	['2026-03-31', Date.UTC(2026, 2, 31)],
	['Tue, 31 Mar 2026 08:00:50 GMT', AT],
	[AT, AT],
	[8.64e15, 8.64e15],
])('the platform’s time %j is read', (text, at) => {
	expect(platformTime(text)).toBe(at);
});

test.each<[unknown]>([
	[0],
	[-1],
	['1970-01-01T00:00:00Z'],
	['0001-01-01T00:00:00Z'],
	[Number.MAX_SAFE_INTEGER],
	[-1e21],
	[undefined],
	[null],
	[''],
	['soon'],
	[{}],
	[true],
])('%j is no time', (value) => {
	expect(platformTime(value)).toBeNaN();
});

test('a metric whose start is not a real time keeps the platform’s value', () => {
	const metric = { component_start_time_seconds: AT / 1000, target_id: 't' };
	expect(readableMetric(metric)).toEqual({
		component_start_time: '2026-03-31T08:00:50.000Z',
		target_id: 't',
	});
	for (const odd of [1e21, NaN, '1772323200', null])
		expect(readableMetric({ ...metric, component_start_time_seconds: odd })).toEqual({
			...metric,
			component_start_time_seconds: odd,
		});
});
