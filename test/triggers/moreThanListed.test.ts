/**
 * More executions than the platform lists of one period (1,000): the period is divided, and nothing
 * is missed silently.
 */
import { PAGE_LIMITS } from '../../nodes/TalendCloudProcessingTrigger/executionLists';
import { HOUR, MINUTE, SECOND } from '../support/time';
import { type Behavior } from './simulatedPlatform';
import {
	active,
	addExecution,
	addExecutions,
	expectEachOnce,
	idsOf,
	LISTED_OF_ONE_TIME,
	platform,
	polls,
	time,
	usePlatform,
} from './stage';

/** Executions that begin one after the other, and a poll that finds them all. */
const backlog = async (count: number, everyMs: number, behavior: Partial<Behavior>) => {
	usePlatform(behavior);
	const n8n = await active('execution', { options: { maxEvents: 10_000 } });
	addExecutions(count, (each) => ({
		time: time.now() + each * everyMs,
		visibleAt: time.now() + each * everyMs,
	}));
	await time.sleep(count * everyMs + 20 * MINUTE);
	return n8n;
};

/** More than an hour with an execution each second: a multiple of neither limit of the lists. */
const LONG = 4_321;

/** The platform with and without each of these habits, in all combinations. */
const eachOf = (...fields: Array<'tellsTotal' | 'inclusive' | 'bySecond'>) =>
	fields.reduce<Array<Partial<Behavior>>>(
		(behaviors, field) =>
			behaviors.flatMap((behavior) =>
				[true, false].map((value) => ({ ...behavior, [field]: value })),
			),
		[{}],
	);

test.each(eachOf('tellsTotal', 'inclusive'))(
	'all executions of a long backlog are emitted by five polls on a platform with %j',
	async (behavior) => {
		const n8n = await backlog(LONG, SECOND, behavior);
		await polls(n8n, 5);
		expectEachOnce(n8n, LONG);
	},
);

test.each([
	{ count: 150, everyMs: 6, totals: 'without totals', tellsTotal: false },
	{ count: 1_000, everyMs: 1, totals: 'with totals', tellsTotal: true },
	{ count: 1_000, everyMs: 60, totals: 'without totals', tellsTotal: false },
	{ count: 1_100, everyMs: 60, totals: 'with totals', tellsTotal: true },
	{ count: LONG, everyMs: 100, totals: 'without totals', tellsTotal: false },
])(
	'a backlog of $count $totals is emitted although pages across the last listed record are refused',
	async ({ count, everyMs, tellsTotal }) => {
		const n8n = await backlog(count, everyMs, { tellsTotal, pagesAcrossEnd: 'refused' });
		await polls(n8n, 3);
		expect(n8n.error).toBeUndefined();
		expectEachOnce(n8n, count);
	},
);

test.each([3, 5, 7, 9, 11, 13, 17])(
	'no execution is skipped by polls that end early because one response in %i is slow',
	async (every) => {
		const n8n = await backlog(LONG, SECOND, {});
		platform().afterEachAnswer = () =>
			(platform().behavior.latencyMs = platform().requests.length % every === 0 ? 15_000 : 10);
		await polls(n8n, 10);
		platform().afterEachAnswer = undefined;
		platform().behavior.latencyMs = 10;
		await polls(n8n, 5);
		expectEachOnce(n8n, LONG);
	},
);

test.each([0, 210, MINUTE])(
	"a burst before the activation is not emitted if its times are %i ms ahead of Talend Cloud's clock",
	async (aheadMs) => {
		usePlatform({ tellsTotal: false, checksPeriod: false });
		addExecutions(1_500, (each) => ({ time: time.now() + aheadMs - each }));
		const n8n = await active('execution');
		const next = addExecution({ time: time.now() + aheadMs + 1 });
		await polls(n8n, 3);
		expect(idsOf(n8n)).toEqual([`task:${next.id}:failed`]);
	},
);

test('executions of two times, each with as many as are listed of one period, are all emitted', async () => {
	const n8n = await backlog(2 * PAGE_LIMITS.maxPerPeriod, 0, {});
	for (const [index, each] of platform().executions.entries())
		if (index % 2 === 0) each.time += 3 * MINUTE;
	await polls(n8n, 5);
	expectEachOnce(n8n, 2 * PAGE_LIMITS.maxPerPeriod);
});

test.each([
	['with a total', {}],
	['without a total', { tellsTotal: false }],
	['with a total that is too large', { wrongTotal: (count: number) => count * 3 }],
	['with a total that is too small', { wrongTotal: (count: number) => Math.min(count, 150) }],
])(
	'a thousand executions within a second, on a list %s, are found by the second poll',
	async (_what, behavior) => {
		for (const inclusive of [true, false])
			for (const quietMs of [MINUTE, 24 * HOUR]) {
				usePlatform({ latencyMs: 300, inclusive, bySecond: true, ...behavior });
				addExecution({ end: 'execution_successful' });
				const n8n = await active('execution', { options: { maxEvents: 10_000 } });
				await time.sleep(quietMs);
				// As many in one second as are listed, and some before them.
				addExecutions(500, (each) => ({ time: time.now() - 30 * SECOND + each * 2 }));
				addExecutions(1_000, (each) => ({ time: time.now() - 5 * SECOND + each }));
				await n8n.poll();
				await polls(n8n, 1);
				expectEachOnce(n8n, 500 + 1_000);
			}
	},
);

/**
 * Look-Back covers clocks that differ by two minutes and a record that comes three minutes late.
 */
const clocks = [0, 2 * MINUTE, -2 * MINUTE].flatMap((gatewaySkewMs) =>
	[1_000, 30 * MINUTE].map((idleMs) => ({ gatewaySkewMs, idleMs })),
);

test.each(clocks)(
	'late executions within the look-back are found although earlier polls had too little time: %j',
	async ({ gatewaySkewMs, idleMs }) => {
		usePlatform({ gatewaySkewMs, latencyMs: 1_500 });
		const n8n = await active('execution');
		await time.sleep(HOUR);
		const at = time.now() - 2 * MINUTE;
		// More than are listed of one period, nearly up to now.
		const count = 1_100;
		addExecutions(count, (each) => ({ time: at + each * 100, visibleAt: time.now() }));
		await polls(n8n, 2, SECOND);
		expect(idsOf(n8n)).toHaveLength(count);
		await time.sleep(idleMs);
		platform().behavior.latencyMs = 8_000;
		const place = n8n.progress();
		await polls(n8n, 4, SECOND);
		expect(n8n.progress()).not.toBe(place);
		const late = addExecution({ time: time.now() - 3 * MINUTE + 5 * SECOND });
		platform().behavior.latencyMs = 10;
		await polls(n8n, 2, SECOND);
		expect(idsOf(n8n).slice(count)).toEqual([`task:${late.id}:failed`]);
	},
);

test.each([
	{ totals: 'with totals', tellsTotal: true },
	{ totals: 'without totals', tellsTotal: false },
])(
	'no earlier execution is new if many of the same time arrive while the activation reads a list $totals',
	async ({ tellsTotal }) => {
		const latencyMs = 1_500;
		usePlatform({ latencyMs, tellsTotal });
		const now = time.now();
		// As many as are listed with the same time, the newer ones from the third response on.
		const [earlier, later] = [690, 400];
		addExecutions(earlier, () => ({ time: now - 6, visibleAt: now }));
		addExecutions(later, () => ({ time: now, visibleAt: now + 2 * latencyMs + 1 }));
		const n8n = await active('execution');
		const next = addExecution({ time: time.now() });
		await polls(n8n, 2);
		// Those that came meanwhile may be old or new.
		const cameBefore = new Set(
			platform()
				.executions.slice(0, earlier)
				.map(({ id }) => `task:${id}:failed`),
		);
		expect(idsOf(n8n)).toContain(`task:${next.id}:failed`);
		expect(idsOf(n8n).filter((id) => cameBefore.has(id as string))).toEqual([]);
	},
);

/** More executions with the same time than are listed, and another one after them. */
const AT_ONCE = 2_500;
const atOnce = async (behavior: Partial<Behavior>, durable = false) => {
	usePlatform(behavior);
	const n8n = await active('execution', { options: { maxEvents: 10_000 } }, durable);
	await time.sleep(HOUR);
	addExecutions(AT_ONCE, () => ({ time: time.now() - 10 * SECOND }));
	addExecution();
	return n8n;
};
const MISSING =
	/^Some executions or logs before 2026-.* may have been missed: too many have the same time for Talend Cloud to list$/;

test.each([
	{ totals: 'with totals', tellsTotal: true },
	{ totals: 'without totals', tellsTotal: false },
])(
	'executions with the same time are all found if the platform lists them $totals',
	async ({ tellsTotal }) => {
		const n8n = await atOnce({ tellsTotal });
		platform().behavior.pageLimits = { pageSize: 100, maxPerPeriod: Infinity };
		await polls(n8n, 2);
		expectEachOnce(n8n, AT_ONCE + 1);
		expect([n8n.error, n8n.warnings]).toEqual([undefined, []]);
	},
);

test.each(
	eachOf('tellsTotal').flatMap((behavior) =>
		[true, false].map((durable) => ({ ...behavior, durable })),
	),
)(
	'a poll fails once if not all executions with the same time are listed: %j',
	async ({ durable, tellsTotal }) => {
		const n8n = await atOnce({ tellsTotal }, durable);
		await polls(n8n, 1);
		expect([n8n.emitted.length, n8n.error]).toEqual([LISTED_OF_ONE_TIME + 1, undefined]);
		await polls(n8n, 1);
		expect(n8n.error?.message).toMatch(MISSING);
		n8n.error = undefined;
		const next = addExecution();
		await polls(n8n, 3);
		expect(idsOf(n8n).slice(LISTED_OF_ONE_TIME + 1)).toEqual([`task:${next.id}:failed`]);
		expect(n8n.error).toBeUndefined();
	},
);

test.each(eachOf('inclusive', 'bySecond', 'tellsTotal'))(
	'all of a thousand executions that begin within one second are found: %j',
	async (behavior) => {
		usePlatform(behavior);
		const n8n = await active('execution');
		await time.sleep(HOUR);
		const second = Math.floor(time.now() / SECOND) * SECOND - MINUTE;
		addExecutions(1_000, (each) => ({ time: second + each }));
		// Others begin close by, but not in the four whole seconds that a period can show.
		const others = [-4 * SECOND, 4 * SECOND, 5 * SECOND];
		for (const away of others) addExecutions(300, (each) => ({ time: second + away + each }));
		await polls(n8n, 2);
		expectEachOnce(n8n, 1_000 + others.length * 300);
		expect([n8n.error, n8n.warnings]).toEqual([undefined, []]);
	},
);

test('a last page that is returned again and again does not stop the trigger', async () => {
	const n8n = await atOnce({});
	const usual = platform().request.bind(platform());
	platform().request = async (options) =>
		await usual({
			...options,
			...(typeof options.body === 'string' && {
				body: options.body.replace(/"offset":[1-9]\d{3,}/, '"offset":900'),
			}),
		});
	await polls(n8n, 1);
	expect(idsOf(n8n).length).toBeGreaterThanOrEqual(PAGE_LIMITS.maxPerPeriod + 1);
	await polls(n8n, 1);
	expect(n8n.error?.message).toMatch(MISSING);
	const next = addExecution();
	await polls(n8n, 2);
	expect(idsOf(n8n).at(-1)).toBe(`task:${next.id}:failed`);
});
