/** Many events at once, or after a long pause: all of them are emitted, each once, and soon. */
import type { PageLimits } from '../../nodes/shared/trigger/reading/listing';
import { HOUR, MINUTE } from '../support/time';
import { type Behavior } from './simulatedPlatform';
import {
	active,
	addExecution,
	addLog,
	answering,
	AUDIT_LOGS,
	EXECUTIONS,
	expectEachOnce,
	idsOf,
	platform,
	polls,
	time,
	usePlatform,
	WATCHED,
} from './stage';

/** Lists that are so short that few records fill them. */
const SHORT: PageLimits = { pageSize: 7, maxPerPeriod: 49 };

const happens = (name: 'auditLog' | 'execution', at: number) =>
	name === 'auditLog' ? addLog({ time: at, visibleAt: at }) : addExecution({ time: at });

test('a trigger catches up after a pause of ten minutes', async () => {
	const n8n = await active('execution', { options: { maxEvents: 10_000 } });
	for (let each = 0; each < 6_000; each++)
		addExecution({ time: time.now() + each * 1_000, visibleAt: time.now() + each * 1_000 });
	await time.sleep(6_000_000);
	platform().faults = [{ after: 12, status: 429, retryAfter: 600 }];
	await n8n.poll();
	const before = n8n.emitted.length;
	expect(before).toBeLessThan(6_000);
	await time.sleep(601_000);
	await n8n.poll();
	expect(n8n.emitted.length - before).toBeGreaterThan(900);
	await polls(n8n, 2);
	expectEachOnce(n8n, 6_000);
});

test.each([
	{ ...EXECUTIONS, count: 710, latencyMs: 1_500 },
	{ ...AUDIT_LOGS, count: 3_000, latencyMs: 900 },
	{ ...AUDIT_LOGS, count: 1_500, latencyMs: 1_500 },
])(
	'$count $what at one time and one four hours later are emitted by three polls, $latencyMs ms per response',
	async ({ name, count, latencyMs }) => {
		usePlatform({ latencyMs });
		const n8n = await active(name, { options: { maxEvents: 10_000 } });
		const at = time.now();
		for (let each = 0; each < count; each++) happens(name, at);
		await time.sleep(4 * HOUR);
		happens(name, time.now());
		await polls(n8n, 3);
		expectEachOnce(n8n, count + 1);
	},
);

test.each(WATCHED)(
	'no event is lost while a list of $what with one record and without a total grows',
	async ({ name }) => {
		usePlatform({ tellsTotal: false, latencyMs: 1_500 });
		happens(name, time.now());
		let grows = true;
		answering((url, usual) =>
			usual().then((given) => {
				if (grows && /from/.test(url)) {
					happens(name, time.now());
					grows = false;
				}
				return given;
			}),
		);
		const n8n = await active(name);
		await time.sleep(20 * MINUTE);
		grows = true;
		happens(name, time.now());
		await n8n.poll();
		await n8n.poll();
		// What happened while the activation was looking, too.
		expect(n8n.emitted).toHaveLength(3);
		expect(platform().requests.length).toBeLessThanOrEqual(4);
	},
);

test('executions of one time behind older ones are all found in time', async () => {
	usePlatform({ pageLimits: SHORT, latencyMs: 1_500 });
	for (let each = 0; each < 8; each++) addExecution();
	const n8n = await active('execution', { runsOf: 'tasksAndPlans', options: { maxEvents: 2 } });
	const later = time.now() + 1;
	for (let each = 0; each < 38; each++) addExecution({ time: later });
	await polls(n8n, 19);
	expectEachOnce(n8n, 38);
});

test('two events for each execution do not reduce how many are remembered', async () => {
	usePlatform({ tellsTotal: false });
	const at = time.now() + 55;
	for (let each = 0; each < 550; each++) addExecution({ kind: 'plan', time: at });
	const n8n = await active('execution', { runsOf: 'tasksAndPlans', events: ['started', 'failed'] });
	const late = addExecution({ kind: 'plan', time: at - 50 });
	await polls(n8n, 1);
	expect(idsOf(n8n)).toEqual(['started', 'failed'].map((event) => `plan:${late.id}:${event}`));
});

test('a list that grows between its first page and its end is read without a second look at each page', async () => {
	usePlatform({ pageLimits: SHORT, latencyMs: 1_500 });
	const n8n = await active('execution');
	for (let each = 0; each < 20; each++) addExecution({ time: time.now() - each });
	let comes = 5;
	platform().afterEachAnswer = () => {
		if (comes-- > 0) addExecution();
	};
	await n8n.poll();
	platform().afterEachAnswer = undefined;
	expect(n8n.emitted.length).toBeGreaterThanOrEqual(20);
	expect(platform().requests.length).toBeLessThan(20);
});

test.each([
	[45, 3_000, 2],
	[26, 2, 14],
])(
	'small pages without totals on a slow platform lose none of %i records of one time, %i in a poll',
	async (count, maxEvents, times) => {
		usePlatform({ tellsTotal: false, pageLimits: SHORT, latencyMs: 1_500 });
		const n8n = await active('execution', { runsOf: 'tasksAndPlans', options: { maxEvents } });
		const at = time.now();
		for (let each = 0; each < count; each++)
			addExecution({ time: at, kind: each % 5 ? 'task' : 'plan' });
		await polls(n8n, times);
		expectEachOnce(n8n, count);
	},
);

test('a total that is far too large for each period does not use up the time of polls', async () => {
	usePlatform({
		latencyMs: 300,
		wrongTotal: () => 50_000,
		bySecond: true,
		refusesPagesAcrossEnd: true,
		cap: { size: 50, isSaid: true },
	});
	const n8n = await active('execution', {
		events: ['started', 'failed'],
		options: { maxEvents: 3_000 },
	});
	for (let each = 0; each < 999; each++) addExecution({ time: time.now() + each });
	await time.sleep(10_000);
	for (let each = 0; each < 1_043; each++) addExecution({ time: time.now() + each * 50 });
	await time.sleep(MINUTE);
	await polls(n8n, 2);
	expectEachOnce(n8n, 2 * 2_042);
});

test('the stream that needs nearly all of the time gets it in its turn', async () => {
	usePlatform({ latencyMs: 3_000 });
	const n8n = await active('execution', { runsOf: 'tasksAndPlans' });
	const at = time.now();
	for (let each = 0; each < 150; each++) addExecution({ time: at, kind: 'task' });
	for (let each = 0; each < 150; each++) addExecution({ time: at, kind: 'plan' });
	await polls(n8n, 4);
	expectEachOnce(n8n, 300);
});

test.each([true, false])(
	'two thousand logs of one time are emitted, each once, with inclusive bounds %p',
	async (inclusive) => {
		usePlatform({ inclusive });
		const n8n = await active('auditLog', { options: { maxEvents: 500 } });
		const at = time.now();
		for (let each = 0; each < 2_000; each++) addLog({ time: at, visibleAt: at });
		await polls(n8n, 6);
		expectEachOnce(n8n, 2_000);
	},
);

test('both events of each execution in a burst are found', async () => {
	const n8n = await active('execution', { events: ['started', 'failed'] });
	for (let each = 0; each < 509; each++) addExecution({ endsAt: time.now() + 90_000 });
	await polls(n8n, 4);
	expect(n8n.emitted).toHaveLength(1_018);
});

describe('catching up', () => {
	// Beside its full pages, each poll asks for the page of all, the last one, and the first ones of
	// parts that it does not reach; each part ends with a page that is not full.
	test.each([
		{ ...AUDIT_LOGS, pageSize: 200, times: 1.6 },
		{ ...EXECUTIONS, pageSize: 100, times: 1.35 },
	])(
		'a trigger catches up with fifty thousand $what, one poll a minute',
		async ({ name, pageSize, times }) => {
			const n8n = await active(name, {}, true);
			const began = time.now();
			for (let each = 0; each < 50_000; each++) {
				const at = began + each * 1_700;
				if (name === 'auditLog') addLog({ time: at, visibleAt: at });
				else addExecution({ time: at, visibleAt: at, startsAt: at, endsAt: at });
			}
			await time.sleep(50_000 * 1_700);
			platform().requests = [];
			let minutes = 0;
			for (; n8n.emitted.length < 50_000 && minutes < 61; minutes++) {
				await n8n.poll();
				await time.sleep(MINUTE);
			}
			expectEachOnce(n8n, 50_000);
			expect(minutes).toBeLessThanOrEqual(20);
			expect(platform().requests.length).toBeLessThanOrEqual((50_000 / pageSize) * times);
			expect(n8n.largestStateBytes).toBeLessThan(64_000);
		},
	);
});

describe('more executions than a list shows', () => {
	/** Executions that begin one after the other, and a poll that finds them all. */
	const backlog = async (count: number, everyMs: number, behavior: Partial<Behavior>) => {
		usePlatform(behavior);
		const n8n = await active('execution', { options: { maxEvents: 10_000 } });
		for (let each = 0; each < count; each++)
			addExecution({ time: time.now() + each * everyMs, visibleAt: time.now() + each * everyMs });
		await time.sleep(count * everyMs + 20 * MINUTE);
		return n8n;
	};

	test.each([
		[true, true],
		[true, false],
		[false, true],
		[false, false],
	])(
		'all of a backlog are emitted, with totals %s, inclusive %s',
		async (tellsTotal, inclusive) => {
			const n8n = await backlog(4_321, 1_000, { tellsTotal, inclusive });
			await polls(n8n, 5);
			expectEachOnce(n8n, 4_321);
		},
	);

	test.each([
		{ count: 150, everyMs: 6, tellsTotal: false },
		{ count: 1_000, everyMs: 1, tellsTotal: true },
		{ count: 1_000, everyMs: 60, tellsTotal: false },
		{ count: 1_100, everyMs: 60, tellsTotal: true },
		{ count: 4_321, everyMs: 100, tellsTotal: false },
	])(
		'a backlog of $count is emitted where pages across the last listed record are refused, totals $tellsTotal',
		async ({ count, everyMs, tellsTotal }) => {
			const n8n = await backlog(count, everyMs, { tellsTotal, refusesPagesAcrossEnd: true });
			await polls(n8n, 3);
			expect(n8n.error).toBeUndefined();
			expectEachOnce(n8n, count);
		},
	);

	test.each([3, 5, 7, 9, 11, 13, 17])(
		'no execution is skipped if a poll has no time for a whole span, one response in %i slow',
		async (every) => {
			const n8n = await backlog(4_321, 1_000, {});
			platform().afterEachAnswer = () =>
				(platform().behavior.latencyMs = platform().requests.length % every === 0 ? 15_000 : 10);
			await polls(n8n, 10);
			platform().afterEachAnswer = undefined;
			platform().behavior.latencyMs = 10;
			await polls(n8n, 5);
			expectEachOnce(n8n, 4_321);
		},
	);

	test.each([0, 210, MINUTE])(
		'a new trigger emits only what begins after a burst that is %i ms ahead of the clock of the platform',
		async (aheadMs) => {
			usePlatform({ tellsTotal: false, checksPeriod: false });
			for (let each = 0; each < 1_500; each++) addExecution({ time: time.now() + aheadMs - each });
			const n8n = await active('execution');
			const next = addExecution({ time: time.now() + aheadMs + 1 });
			await polls(n8n, 3);
			expect(idsOf(n8n)).toEqual([`task:${next.id}:failed`]);
		},
	);

	test('the maximum number at two times is emitted', async () => {
		const n8n = await backlog(2_000, 0, {});
		for (const [index, each] of platform().executions.entries())
			if (index % 2 === 0) each.time += 3 * MINUTE;
		await polls(n8n, 5);
		expectEachOnce(n8n, 2_000);
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
					for (let each = 0; each < 500; each++)
						addExecution({ time: time.now() - 30_000 + each * 2 });
					for (let each = 0; each < 1_000; each++)
						addExecution({ time: time.now() - 5_000 + each });
					await n8n.poll();
					await polls(n8n, 1);
					expectEachOnce(n8n, 1_500);
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
		'late executions within the look-back are found although polls before had too little time: %j',
		async ({ gatewaySkewMs, idleMs }) => {
			usePlatform({ gatewaySkewMs, latencyMs: 1_500 });
			const n8n = await active('execution');
			await time.sleep(HOUR);
			const at = time.now() - 2 * MINUTE;
			for (let each = 0; each < 1_100; each++)
				addExecution({ time: at + each * 100, visibleAt: time.now() });
			await polls(n8n, 2, 1_000);
			expect(idsOf(n8n)).toHaveLength(1_100);
			await time.sleep(idleMs);
			platform().behavior.latencyMs = 5_000;
			const place = n8n.progress();
			await polls(n8n, 4, 1_000);
			expect(n8n.progress()).not.toBe(place);
			const late = addExecution({ time: time.now() - 3 * MINUTE + 5_000 });
			platform().behavior.latencyMs = 10;
			await polls(n8n, 2, 1_000);
			expect(idsOf(n8n).slice(1_100)).toEqual([`task:${late.id}:failed`]);
		},
	);

	test.each([true, false])(
		'an activation succeeds although others of nearly one time come while it reads the list, with totals %s',
		async (tellsTotal) => {
			usePlatform({ latencyMs: 1_500, tellsTotal });
			const now = time.now();
			for (let each = 0; each < 1_090; each++)
				addExecution({
					time: now + (each < 690 ? -6 : 0),
					visibleAt: now + (each < 690 ? 0 : 3_001),
				});
			const n8n = await active('execution');
			const next = addExecution({ time: time.now() });
			await polls(n8n, 2);
			// Those that came meanwhile may be old or new.
			const cameBefore = new Set(
				platform()
					.executions.slice(0, 690)
					.map(({ id }) => `task:${id}:failed`),
			);
			expect(idsOf(n8n)).toContain(`task:${next.id}:failed`);
			expect(idsOf(n8n).filter((id) => cameBefore.has(id as string))).toEqual([]);
		},
	);

	/** A number of executions of one time, and another one after them. */
	const atOnce = async (behavior: Partial<Behavior>, durable = false) => {
		usePlatform(behavior);
		const n8n = await active('execution', { options: { maxEvents: 10_000 } }, durable);
		await time.sleep(HOUR);
		for (let each = 0; each < 2_500; each++) addExecution({ time: time.now() - 10_000 });
		addExecution();
		return n8n;
	};
	const MISSING =
		/^Some executions or logs before 2026-.* were missed: too many have the same time for Talend Cloud to list$/;

	test.each([true, false])(
		'executions of one time are all found if the platform lists them, with totals %s',
		async (tellsTotal) => {
			const n8n = await atOnce({ tellsTotal });
			platform().behavior.pageLimits = { pageSize: 100, maxPerPeriod: Infinity };
			await polls(n8n, 2);
			expectEachOnce(n8n, 2_501);
			expect([n8n.error, n8n.warnings]).toEqual([undefined, []]);
		},
	);

	test.each([
		[true, true],
		[true, false],
		[false, true],
		[false, false],
	])(
		'a poll fails once if a list lacks executions of one time (totals %s, durable cursors %s)',
		async (tellsTotal, durable) => {
			const n8n = await atOnce({ tellsTotal }, durable);
			await polls(n8n, 1);
			expect([n8n.emitted.length, n8n.error]).toEqual([1_091, undefined]);
			await polls(n8n, 1);
			expect(n8n.error?.message).toMatch(MISSING);
			n8n.error = undefined;
			const next = addExecution();
			await polls(n8n, 3);
			expect(idsOf(n8n).slice(1_091)).toEqual([`task:${next.id}:failed`]);
			expect(n8n.error).toBeUndefined();
		},
	);

	test.each(
		[true, false].flatMap((inclusive) =>
			[true, false].flatMap((bySecond) =>
				[true, false].map((tellsTotal) => ({ inclusive, bySecond, tellsTotal })),
			),
		),
	)('all of a thousand executions that begin within one second are found: %j', async (behavior) => {
		usePlatform(behavior);
		const n8n = await active('execution');
		await time.sleep(HOUR);
		const second = Math.floor(time.now() / 1_000) * 1_000 - 60_000;
		for (let each = 0; each < 1_000; each++) addExecution({ time: second + each });
		// Others begin close by, but not in the four whole seconds that a period can show.
		for (const away of [-4_000, 4_000, 5_000])
			for (let each = 0; each < 300; each++) addExecution({ time: second + away + each });
		await polls(n8n, 2);
		expectEachOnce(n8n, 1_900);
		expect([n8n.error, n8n.warnings]).toEqual([undefined, []]);
	});

	test('a last page that is shown again and again blocks nothing', async () => {
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
		expect(idsOf(n8n).length).toBeGreaterThanOrEqual(1_001);
		await polls(n8n, 1);
		expect(n8n.error?.message).toMatch(MISSING);
		const next = addExecution();
		await polls(n8n, 2);
		expect(idsOf(n8n).at(-1)).toBe(`task:${next.id}:failed`);
	});
});

test.each(WATCHED)(
	'new $what are emitted by ten polls although one poll cannot list a look-back of a day',
	async ({ name }) => {
		usePlatform({ latencyMs: 4_000 });
		const n8n = await active(name, {
			...(name === 'auditLog' && { filters: { eventCategory: ['User Account'] } }),
			options: { lookBack: 1_440 },
		});
		// None of these is emitted, so the window does not remember them.
		const activatedAt = time.now();
		for (let at = activatedAt; at < activatedAt + 26 * HOUR; at += 8_000)
			if (name === 'auditLog') addLog({ time: at, visibleAt: at, category: 'user group' });
			else addExecution({ time: at, visibleAt: at, end: 'execution_successful' });
		await time.sleep(26 * HOUR);
		await polls(n8n, 10);
		for (let count = 1; count <= 5; count++) {
			happens(name, time.now());
			await polls(n8n, 10);
			expect(n8n.emitted).toHaveLength(count);
		}
	},
);
