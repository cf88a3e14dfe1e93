/**
 * How many requests and polls it takes to find all events since the last poll, an event every 1.7
 * seconds. The tables are published in docs/project/measurements.md.
 */
import { ALL } from '../support/share';
import { MINUTE } from '../support/time';
import type { Behavior } from './simulatedPlatform';
import {
	active,
	addExecution,
	addLog,
	AUDIT_LOGS,
	EXECUTIONS,
	expectEachOnce,
	platform,
	time,
	usePlatform,
} from './stage';

const INTERVAL_MS = 1_700;

type Watched = typeof AUDIT_LOGS | typeof EXECUTIONS;

/** Which totals the platform reports. */
const TOTALS = {
	right: { tellsTotal: true },
	missing: { tellsTotal: false },
	threefold: { tellsTotal: true, wrongTotal: (count: number) => count * 3 },
} satisfies Record<string, Partial<Behavior>>;

/** What it takes to find so many events that happened since the last poll. */
async function costOf({ name }: Watched, count: number, totals: Partial<Behavior>) {
	usePlatform({ latencyMs: 300, ...totals });
	const n8n = await active(name);
	const activatedAt = time.now();
	for (let each = 1; each <= count; each++) {
		const at = activatedAt + each * INTERVAL_MS;
		if (name === 'auditLog') addLog({ time: at, visibleAt: at });
		else addExecution({ time: at, visibleAt: at, startsAt: at, endsAt: at });
	}
	await time.sleep(count * INTERVAL_MS + 10 * MINUTE);
	let polls = 0;
	for (; n8n.emitted.length < count; polls++) {
		await n8n.poll();
		await time.sleep(MINUTE);
	}
	expectEachOnce(n8n, count);
	return { requests: platform().requests.length, polls };
}

interface Costs extends Record<keyof typeof TOTALS, number> {
	count: number;
	polls: number;
}

const EXECUTION_COSTS: Costs[] = [
	{ count: 1, polls: 1, right: 1, missing: 1, threefold: 2 },
	{ count: 100, polls: 1, right: 2, missing: 3, threefold: 4 },
	{ count: 500, polls: 1, right: 6, missing: 9, threefold: 15 },
	{ count: 5_000, polls: 2, right: 67, missing: 93, threefold: 174 },
	{ count: 50_000, polls: 17, right: 863, missing: 1_143, threefold: 2_073 },
];

const AUDIT_LOG_COSTS: Costs[] = [
	{ count: 1, polls: 1, right: 1, missing: 1, threefold: 2 },
	{ count: 100, polls: 1, right: 1, missing: 1, threefold: 2 },
	{ count: 500, polls: 1, right: 3, missing: 5, threefold: 5 },
	{ count: 5_000, polls: 2, right: 42, missing: 67, threefold: 98 },
	{ count: 50_000, polls: 17, right: 574, missing: 731, threefold: 956 },
];

/**
 * Whether a backlog without a right total is read, too: the largest ones only on Sundays. What
 * makes them cost more makes 5,000 events cost more.
 */
const isAffordable = ({ count }: Costs): boolean => ALL || count <= 5_000;

describe.each([
	{ ...EXECUTIONS, costs: EXECUTION_COSTS },
	{ ...AUDIT_LOGS, costs: AUDIT_LOG_COSTS },
])('the cost of $what', ({ costs, ...watched }) => {
	test.each(costs)('a backlog of $count takes $right requests in $polls polls', async (cost) => {
		expect(await costOf(watched, cost.count, TOTALS.right)).toEqual({
			requests: cost.right,
			polls: cost.polls,
		});
	});

	test.each(costs.filter(isAffordable))(
		'a backlog of $count takes $missing requests without a total',
		async (cost) => {
			expect(await costOf(watched, cost.count, TOTALS.missing)).toEqual({
				requests: cost.missing,
				polls: cost.polls,
			});
		},
	);

	test.each(costs.filter(isAffordable))(
		'a backlog of $count takes $threefold requests with a threefold total',
		async (cost) => {
			expect(await costOf(watched, cost.count, TOTALS.threefold)).toEqual({
				requests: cost.threefold,
				polls: cost.polls,
			});
		},
	);
});
