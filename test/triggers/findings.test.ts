/** What once went wrong around the core: time, trouble and pace. Each by its name, on the simulated platform. */
import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../nodes/shared/support/clock';
import type { PageLimits } from '../../nodes/shared/trigger/listing';
import { HOUR, MINUTE, type SimulatedTime, simulateTime } from '../support/time';
import { type Habits, type Run, SimulatedN8n, SimulatedPlatform } from './simulation';
import { activated, addLog, addRun, platformOn, type TriggerName, triggerOn } from './stage';

const DEFAULTS: Record<string, IDataObject> = {
	execution: { runsOf: 'tasks', events: ['failed'] },
	auditLog: {},
	crawler: { events: ['finished', 'partlyFailed', 'failed'] },
};

/** Lists that are so short that few records fill them. */
const SHORT: PageLimits = { pageSize: 7, maxPerPeriod: 49 };
const limitsFor = (pageSize: number): PageLimits => ({
	pageSize,
	maxPerPeriod: pageSize === SHORT.pageSize ? SHORT.maxPerPeriod : 1_000,
});

let time: SimulatedTime;
let platform: SimulatedPlatform;
beforeEach(() => {
	time = simulateTime();
	platform = platformWith({});
});
afterEach(() => time.restore());

const platformWith = (habits: Partial<Habits>) =>
	platformOn(time, { checksPeriod: true, ...habits });

const active = async (name: TriggerName, parameters: IDataObject = {}, durable = false) =>
	await activated(triggerOn(platform, name, { ...DEFAULTS[name], ...parameters }, durable));

const run = (more?: Partial<Run>) => addRun(platform, more);

const log = (at = time.now()) => addLog(platform, { time: at, visibleAt: at });

const happens = (name: 'auditLog' | 'execution', at: number) =>
	name === 'auditLog' ? log(at) : run({ time: at });

const idsOf = (n8n: SimulatedN8n) => n8n.handed.map(({ eventId }) => eventId);

async function polls(n8n: SimulatedN8n, count: number, everyMs = MINUTE): Promise<void> {
	for (let each = 0; each < count; each++) {
		await time.sleep(everyMs);
		await n8n.poll();
	}
}

type Reply = Awaited<ReturnType<SimulatedPlatform['request']>>;

/** Answers that are not as they would be. */
function answering(
	other: (url: string, usual: () => Promise<Reply>) => Promise<Reply> | undefined,
): void {
	const usual = platform.request.bind(platform);
	platform.request = async (options) =>
		await (other(options.url, async () => await usual(options)) ?? usual(options));
}

test('a poll that gets an older state does nothing, and uses it a minute later', async () => {
	const n8n = await active('auditLog', {}, true);
	for (let second = 0; second < 120; second++) {
		log();
		await time.sleep(1_000);
		// Two poll times on one second: the first one's state is kept when the second has started.
		await n8n.poll({ commitMs: 400 });
		await n8n.poll();
	}
	expect(idsOf(n8n)).toHaveLength(120);
	expect(new Set(idsOf(n8n)).size).toBe(120);
	await time.sleep(1_000);
	log();
	await n8n.poll({ commitFails: true });
	await time.sleep(30_000);
	expect(await n8n.poll()).toBe('nothing');
	await time.sleep(31_000);
	expect(await n8n.poll()).toBe('handed');
	expect(new Set(idsOf(n8n)).size).toBe(121);
});

test('one 429 at the first request does not silence a trigger', async () => {
	const n8n = await active('execution');
	platform.faults = [{ after: 0, status: 429, retryAfter: 60 }];
	const late: number[] = [];
	for (let minute = 0; minute < 60; minute++) {
		for (let each = 0; each < 40; each++) run({ time: time.now() - each });
		await time.sleep(MINUTE);
		await n8n.poll();
		late.push(platform.runs.length - n8n.handed.length);
	}
	// At the third poll all is there, and stays so.
	expect(Math.max(...late.slice(3))).toBe(0);
});

test('a trigger catches up after a pause of ten minutes', async () => {
	const n8n = await active('execution', { options: { maxEvents: 10_000 } });
	for (let each = 0; each < 6_000; each++)
		run({ time: time.now() + each * 1_000, visibleAt: time.now() + each * 1_000 });
	await time.sleep(6_000_000);
	platform.faults = [{ after: 12, status: 429, retryAfter: 600 }];
	await n8n.poll();
	const before = n8n.handed.length;
	expect(before).toBeLessThan(6_000);
	await time.sleep(601_000);
	await n8n.poll();
	expect(n8n.handed.length - before).toBeGreaterThan(900);
	await polls(n8n, 2);
	expect(new Set(idsOf(n8n)).size).toBe(6_000);
});

test('dozens of requests that wait do not share one signal', async () => {
	const listening = new Map<AbortSignal, number>();
	const { timeout } = clock;
	clock.timeout = (ms) => {
		const signal = timeout(ms);
		const add = signal.addEventListener.bind(signal);
		signal.addEventListener = (...given: Parameters<typeof add>) => {
			listening.set(signal, (listening.get(signal) ?? 0) + 1);
			add(...given);
		};
		return signal;
	};
	platform.faults = [{ after: 2, status: 429, retryAfter: 5 }];
	for (let each = 0; each < 3_000; each++) run({ time: time.now() - each });
	await active('execution', { runsOf: 'tasksAndPlans' });
	expect(Math.max(0, ...listening.values())).toBeLessThanOrEqual(10);
});

describe('the errors of a poll', () => {
	test('a pause says until when', async () => {
		const n8n = await active('auditLog');
		platform.faults = [{ after: 0, status: 429, retryAfter: 600 }];
		expect(await n8n.poll()).toBe('failed');
		const described = (n8n.error as Error & { description: string }).description;
		expect(described).toMatch(/The pause ends at \d\d:\d\d:\d\d \(UTC\)\./);
		await time.sleep(MINUTE);
		expect(await n8n.poll()).toBe('failed');
		expect((n8n.error as Error & { description: string }).description).toMatch(
			/The pause ends at \d\d:\d\d:\d\d \(UTC\)\./,
		);
	});

	test('a poll that ran out of time says so, and does not say to check the region', async () => {
		const n8n = await active('auditLog');
		platform.outages = [{ of: 'all', slowMs: HOUR, until: Infinity }];
		expect(await n8n.poll()).toBe('failed');
		const { message, description } = n8n.error as Error & { description: string };
		expect(message).toBe('No response arrived within the time of a poll');
		expect(description).toBe(
			'Talend Cloud took longer than the 35 seconds that n8n gives a poll. The next poll tries again.',
		);
	});
});

test.each([
	['execution', 710, 1_500],
	['auditLog', 3_000, 900],
	['auditLog', 1_500, 1_500],
] as const)(
	'the trigger of %s keeps up with %i records at one time and the next four hours later, %i ms per response',
	async (name, count, latencyMs) => {
		platform = platformWith({ latencyMs });
		const n8n = await active(name, { options: { maxEvents: 10_000 } });
		const at = time.now();
		for (let each = 0; each < count; each++) happens(name, at);
		await time.sleep(4 * HOUR);
		happens(name, time.now());
		await polls(n8n, 3);
		expect(new Set(idsOf(n8n)).size).toBe(count + 1);
	},
);

test.each(['auditLog', 'execution'] as const)(
	'%s: a list of one record without a total that grows while it is read',
	async (name) => {
		platform = platformWith({ tellsTotal: false, latencyMs: 1_500 });
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
		expect(n8n.handed).toHaveLength(3);
		expect(platform.requests.length).toBeLessThanOrEqual(4);
	},
);

test('a record that disappears from a list without totals during the activation hides no other', async () => {
	platform = platformWith({ tellsTotal: false, reach: SHORT });
	const all = Array.from({ length: 8 }, () => run());
	let isFirst = true;
	answering((url, usual) =>
		usual().then((given) => {
			if (isFirst && url.includes('from=')) {
				all[0]!.deleted = true;
				isFirst = false;
			}
			return given;
		}),
	);
	const n8n = await active('execution');
	await polls(n8n, 3);
	expect(n8n.handed).toEqual([]);
});

// Pages overlap by a record: two that disappear show more than one.
test.each([true, false])(
	'no other record is emitted as new, whichever record disappears, or two, during the activation, and whenever, totals %p',
	async (tellsTotal) => {
		for (const [size, count] of [
			[7, 7],
			[7, 8],
			[7, 15],
			[100, 100],
			[100, 101],
		] as const)
			for (let which = 0; which < count; which += size === 7 ? 1 : 50)
				for (let after = 1; after <= 5; after++) {
					platform = platformWith({ reach: limitsFor(size), tellsTotal, latencyMs: 300 });
					const runs = Array.from({ length: count }, () => run());
					platform.meanwhile = () => {
						if (platform.requests.length >= after)
							for (const each of runs.slice(which, which + 1 + (after % 2))) each.deleted = true;
					};
					const n8n = await active('execution', { events: ['started', 'failed'] });
					platform.meanwhile = undefined;
					await polls(n8n, 2);
					expect([size, count, which, after, idsOf(n8n)]).toEqual([size, count, which, after, []]);
				}
	},
);

test.each([true, false])(
	'no earlier record is emitted as new, however many records of the same time are added during the activation, totals %p',
	async (tellsTotal) => {
		for (const [size, count, coming] of [
			[7, 7, 7],
			[7, 8, 30],
			[7, 20, 20],
			[100, 100, 250],
			[100, 400, 400],
		] as const)
			for (let answers = 1; answers <= 12; answers++) {
				platform = platformWith({ reach: limitsFor(size), tellsTotal, latencyMs: 300 });
				// At the front of those of their time.
				for (let each = 0; each < coming; each++)
					run({ visibleAt: time.now() + answers * 300 - 100 });
				const before = Array.from({ length: count }, () => `task:${run().id}:failed`);
				const n8n = await active('execution');
				await polls(n8n, 2);
				expect([
					size,
					count,
					answers,
					idsOf(n8n).filter((id) => before.includes(String(id))),
				]).toEqual([size, count, answers, []]);
			}
	},
);

test('logs of one time, more than an activation can read, are not emitted as new, and block nothing', async () => {
	platform = platformWith({ latencyMs: 1_500 });
	for (let each = 0; each < 8_000; each++) log();
	const n8n = await active('auditLog');
	await time.sleep(MINUTE);
	const next = log();
	await polls(n8n, 3);
	expect(idsOf(n8n)).toEqual([next.id]);
});

test('an activation that runs out of time does not treat records that it did not reach as new', async () => {
	platform = platformWith({ latencyMs: 3_000 });
	for (let each = 0; each < 8_000; each++) run({ time: time.now() - each * 10 });
	const n8n = await active('execution');
	platform.habits.latencyMs = 100;
	const next = run();
	await polls(n8n, 3);
	expect(idsOf(n8n)).toEqual([`task:${next.id}:failed`]);
});

test('executions of one time behind older ones are all found in time', async () => {
	platform = platformWith({ reach: SHORT, latencyMs: 1_500 });
	for (let each = 0; each < 8; each++) run();
	const n8n = await active('execution', { runsOf: 'tasksAndPlans', options: { maxEvents: 2 } });
	const later = time.now() + 1;
	for (let each = 0; each < 38; each++) run({ time: later });
	await polls(n8n, 19);
	expect(new Set(idsOf(n8n)).size).toBe(38);
});

test('two events for each execution do not reduce how many are remembered', async () => {
	platform = platformWith({ tellsTotal: false });
	const at = time.now() + 55;
	for (let each = 0; each < 550; each++) run({ kind: 'plan', time: at });
	const n8n = await active('execution', { runsOf: 'tasksAndPlans', events: ['started', 'failed'] });
	const late = run({ kind: 'plan', time: at - 50 });
	await polls(n8n, 1);
	expect(idsOf(n8n)).toEqual(['started', 'failed'].map((event) => `plan:${late.id}:${event}`));
});

test('a list that grows between its first page and its end is read without a second look at each page', async () => {
	platform = platformWith({ reach: SHORT, latencyMs: 1_500 });
	const n8n = await active('execution');
	for (let each = 0; each < 20; each++) run({ time: time.now() - each });
	let comes = 5;
	platform.meanwhile = () => {
		if (comes-- > 0) run();
	};
	await n8n.poll();
	platform.meanwhile = undefined;
	expect(n8n.handed.length).toBeGreaterThanOrEqual(20);
	expect(platform.requests.length).toBeLessThan(20);
});

test.each([
	[45, 3_000, 2],
	[26, 2, 14],
])(
	'small pages without totals on a slow platform: %i records of one time, %i in a poll',
	async (count, maxEvents, times) => {
		platform = platformWith({ tellsTotal: false, reach: SHORT, latencyMs: 1_500 });
		const n8n = await active('execution', { runsOf: 'tasksAndPlans', options: { maxEvents } });
		const at = time.now();
		for (let each = 0; each < count; each++) run({ time: at, kind: each % 5 ? 'task' : 'plan' });
		await polls(n8n, times);
		expect(new Set(idsOf(n8n)).size).toBe(count);
	},
);

test('the stream that needs nearly all of the time gets it in its turn', async () => {
	platform = platformWith({ latencyMs: 3_000 });
	const n8n = await active('execution', { runsOf: 'tasksAndPlans' });
	const at = time.now();
	for (let each = 0; each < 150; each++) run({ time: at, kind: 'task' });
	for (let each = 0; each < 150; each++) run({ time: at, kind: 'plan' });
	await polls(n8n, 4);
	expect(new Set(idsOf(n8n)).size).toBe(300);
});

test('observations are kept if a poll fails and has no events', async () => {
	const n8n = await active('execution');
	for (let each = 0; each < 6_000; each++)
		run({ time: time.now() + each * 1_000, end: 'execution_successful' });
	await time.sleep(6_000_000);
	const { id } = run();
	// The page of all, the last one, the first ones of eight parts, five more of the first part, and one that is read again.
	const after = 16;
	for (let poll = 0; poll < 40; poll++) {
		platform.faults = Array.from({ length: 30 }, () => ({ after, status: 500 }));
		await n8n.poll();
		platform.faults = [];
		await time.sleep(MINUTE);
	}
	expect(idsOf(n8n)).toEqual([`task:${id}:failed`]);
});

test('observations of one list are kept if the other one fails and there are no events', async () => {
	const n8n = await active('execution', { runsOf: 'tasksAndPlans' });
	for (let each = 0; each < 200; each++) run({ end: 'execution_successful' });
	answering((url) =>
		url.includes('plans')
			? Promise.resolve({ statusCode: 403, headers: {}, body: { message: 'not now' } })
			: undefined,
	);
	await time.sleep(HOUR);
	run({ end: 'execution_successful' });
	const before = n8n.place();
	expect(await n8n.poll()).toBe('failed');
	expect(n8n.place()).not.toBe(before);
});

describe('what cannot be read one by one', () => {
	test.each([{ breaks: true }, { slowMs: HOUR }])(
		'steps of a plan that cannot be read delay nothing: %j',
		async (fault) => {
			const n8n = await active('execution', { runsOf: 'plans' });
			run({ kind: 'plan', settlesMs: 0 });
			platform.outages = [{ of: 'single', ...fault, until: Infinity }];
			for (let each = 0; each < 5; each++) run({ kind: 'plan', time: time.now() + each });
			await n8n.poll();
			expect(n8n.handed).toHaveLength(5);
			platform.outages = [];
			await polls(n8n, 2);
			expect(n8n.handed).toHaveLength(6);
		},
	);

	test.each([{ breaks: true }, { slowMs: HOUR }])(
		'counters of a crawler that cannot be read delay nothing: %j',
		async (fault) => {
			const n8n = await active('crawler');
			run({ kind: 'crawler', id: 'c1 1', end: 'partlyFailed' });
			run({ kind: 'crawler', id: 'c2 1', end: 'failed' });
			platform.outages = [{ of: 'single', ...fault, until: Infinity }];
			await n8n.poll();
			expect(n8n.handed.map(({ id }) => id)).toEqual(['c2']);
			platform.outages = [];
			await polls(n8n, 2);
			expect(n8n.handed.map(({ id, event }) => [id, event])).toEqual([
				['c2', 'failed'],
				['c1', 'partlyFailed'],
			]);
		},
	);

	test('a response with another record is not emitted', async () => {
		const n8n = await active('execution', { events: ['failed'] });
		const { id } = run({ endsAt: time.now() + 2 * HOUR });
		await n8n.poll();
		await time.sleep(HOUR);
		run({ end: 'execution_successful' });
		await n8n.poll();
		await time.sleep(2 * HOUR);
		let isOdd = true;
		const other = {
			executionId: 'other',
			taskId: 't1',
			startTimestamp: '2026-03-31T08:00:00Z',
			finishTimestamp: '2026-03-31T08:01:00Z',
			status: 'execution_failed',
		};
		answering((url) =>
			isOdd && url.includes('/executions/')
				? Promise.resolve({ statusCode: 200, headers: {}, body: other })
				: undefined,
		);
		await polls(n8n, 3);
		expect(n8n.handed).toEqual([]);
		expect(n8n.warnings.join()).toMatch(/another record/);
		isOdd = false;
		await polls(n8n, 2);
		expect(idsOf(n8n)).toEqual([`task:${id}:failed`]);
	});

	test('a long backlog does not delay the end of an execution', async () => {
		platform = platformWith({ latencyMs: 3_000 });
		const n8n = await active('execution');
		const { id } = run({ endsAt: time.now() + 9 * HOUR });
		await n8n.poll();
		await time.sleep(HOUR);
		run({ end: 'execution_successful' });
		await n8n.poll();
		const began = time.now();
		for (let each = 0; each < 20_000; each++) {
			const at = began + each * 1_000;
			run({ time: at, visibleAt: at, startsAt: at, endsAt: at, end: 'execution_successful' });
		}
		await time.sleep(9 * HOUR);
		await polls(n8n, 1);
		expect(idsOf(n8n)).toEqual([`task:${id}:failed`]);
	});
});

test.each([true, false])(
	'two thousand logs of one time, with inclusive bounds: %p',
	async (inclusive) => {
		platform = platformWith({ inclusive });
		const n8n = await active('auditLog', { options: { maxEvents: 500 } });
		const at = time.now();
		for (let each = 0; each < 2_000; each++) log(at);
		await polls(n8n, 6);
		expect(idsOf(n8n)).toHaveLength(2_000);
		expect(new Set(idsOf(n8n)).size).toBe(2_000);
	},
);

describe('executions in progress at the activation', () => {
	test('an execution that is in progress at the activation is found, although others end between two pages', async () => {
		const open = Array.from({ length: 250 }, (_, each) =>
			run({ time: time.now() - HOUR - each * 1_000, endsAt: time.now() + HOUR }),
		);
		const n8n = triggerOn(platform, 'execution', { ...DEFAULTS.execution }, false);
		let index = 0;
		platform.meanwhile = () => {
			for (let each = 0; each < 20 && index < 60; each++) open[index++]!.endsAt = time.now();
		};
		expect(await n8n.poll({ activation: true })).toBe('nothing');
		platform.meanwhile = undefined;
		await time.sleep(2 * HOUR);
		await polls(n8n, 5);
		const handed = new Set(idsOf(n8n));
		expect(open.slice(60).filter(({ id }) => !handed.has(`task:${id}:failed`))).toEqual([]);
	});

	test.each([
		['whose status is none', { stopsMs: HOUR }],
		['that are plans without settled steps', { kind: 'plan', endsAt: undefined, settlesMs: HOUR }],
	])(
		'the ends of executions in progress at the activation, %s, are emitted',
		async (_title, more) => {
			const began = time.now() - HOUR;
			const { id, kind } = run({
				time: began,
				visibleAt: began,
				startsAt: began,
				...(more as Partial<Run>),
				endsAt: 'stopsMs' in more ? time.now() + HOUR / 2 : time.now(),
			});
			const n8n = await active('execution', { runsOf: 'tasksAndPlans' });
			await time.sleep(2 * HOUR);
			await polls(n8n, 2);
			expect(idsOf(n8n)).toEqual([`${kind}:${id}:failed`]);
		},
	);
});

test('an execution that began long before the activation, without a status then, is emitted when it ends', async () => {
	const before = time.now() - HOUR;
	run({
		time: before,
		visibleAt: before,
		startsAt: before,
		endsAt: time.now() + 10 * MINUTE,
		stopsMs: 2 * HOUR,
	});
	run({ end: 'execution_successful' });
	const n8n = await active('execution');
	await polls(n8n, 30);
	expect(n8n.handed).toHaveLength(1);
});

describe('crawlers', () => {
	test('a crawler that is started again while it still shows the old end', async () => {
		const n8n = await active('crawler');
		run({ kind: 'crawler', id: 'c1 1', end: 'failed' });
		await polls(n8n, 1);
		run({
			kind: 'crawler',
			id: 'c1 2',
			end: 'finished',
			endsAt: time.now() + 10 * MINUTE,
			oldEndMs: 3 * MINUTE,
		});
		await polls(n8n, 15);
		expect(n8n.handed.map(({ event }) => event)).toEqual(['failed', 'finished']);
	});

	test('counters that are refused during the activation replay nothing', async () => {
		run({ kind: 'crawler', id: 'c1 1', time: time.now() - MINUTE, end: 'partlyFailed' });
		platform.outages = [{ of: 'single', status: 403, until: time.now() + 5 * MINUTE }];
		const n8n = await active('crawler');
		await polls(n8n, 20);
		expect(n8n.handed).toEqual([]);
	});

	test('a run that is followed by another one before its counters were read is not called finished', async () => {
		const n8n = await active('crawler');
		run({ kind: 'crawler', id: 'c1 1', end: 'partlyFailed' });
		answering((url) => {
			if (url.endsWith('/c1') && platform.runs.length === 1)
				run({
					kind: 'crawler',
					id: 'c1 2',
					time: time.now() + 1_000,
					end: 'failed',
					endsAt: time.now() + MINUTE,
				});
			return undefined;
		});
		await polls(n8n, 5);
		expect(n8n.handed.map(({ event }) => event)).toEqual(['failed']);
	});
});

test('an execution that could not be deployed did not start', async () => {
	const n8n = await active('execution', { events: ['started', 'failed'] });
	run({ end: 'deploy_failed' });
	await n8n.poll();
	expect(n8n.handed.map(({ event }) => event)).toEqual(['failed']);
});

test.each(['execution', 'auditLog'] as const)(
	'the trigger of %s emits at once behind a gateway whose clock is minutes behind',
	async (name) => {
		platform.habits.gatewaySkewMs = -4 * MINUTE;
		const n8n = await active(name, { options: { lookBack: 1 } });
		for (let minute = 0; minute < 5; minute++) {
			if (name === 'auditLog') log();
			else run();
			await time.sleep(MINUTE);
			expect(await n8n.poll()).toBe('handed');
		}
	},
);

test('the ends of a burst that the list shows are all found', async () => {
	const n8n = await active('execution', { events: ['started', 'failed'] });
	for (let each = 0; each < 509; each++) run({ endsAt: time.now() + 90_000 });
	await polls(n8n, 4);
	expect(n8n.handed).toHaveLength(1_018);
});

test.each([
	['tasks', ['failed']],
	['tasks', ['started', 'failed']],
	['tasksAndPlans', ['failed']],
	['tasksAndPlans', ['started', 'failed']],
] as const)(
	'unfinished executions of %s, events %j, are followed in the number that docs/guide/triggers.md says',
	async (runsOf, events) => {
		const n8n = await active('execution', { runsOf, events: [...events] });
		const kinds = runsOf === 'tasks' ? (['task'] as const) : (['task', 'plan'] as const);
		for (let each = 0; each < 600; each++)
			for (const kind of kinds)
				run({
					kind,
					time: time.now() + each,
					visibleAt: time.now(),
					endsAt: time.now() + 3 * HOUR,
				});
		await polls(n8n, 1);
		// Newer ones make them older than the look-back, so that the list does not show them again.
		await time.sleep(HOUR);
		for (const kind of kinds) run({ kind, end: 'execution_successful' });
		await polls(n8n, 2);
		await time.sleep(3 * HOUR);
		await polls(n8n, 15);
		for (const kind of kinds) {
			const ends = n8n.handed.filter(
				(event) => event.event === 'failed' && event.kind === kind,
			).length;
			expect(ends).toBeGreaterThanOrEqual(400 / kinds.length);
			expect(ends).toBeLessThanOrEqual(520 / kinds.length);
		}
	},
);

test('dropped executions are reported', async () => {
	const n8n = await active('execution');
	for (let each = 0; each < 900; each++) run({ endsAt: time.now() + 10 * HOUR });
	await polls(n8n, 1);
	expect(n8n.warnings).toEqual([]);
	await time.sleep(HOUR);
	run({ end: 'execution_successful' });
	await polls(n8n, 1);
	expect(n8n.warnings.join()).toMatch(
		/\d+ executions are no longer followed: they have been in progress for long, beside many others/,
	);
});

describe('catching up', () => {
	// Beside its full pages, each poll asks for the page of all, the last one, and the first ones of parts that it does not reach; each
	// part ends with a page that is not full.
	test.each([
		['auditLog', 200, 1.6],
		['execution', 100, 1.35],
	] as const)(
		'the trigger of %s catches up with fifty thousand events, one poll a minute',
		async (name, page, times) => {
			const n8n = await active(name, {}, true);
			const began = time.now();
			for (let each = 0; each < 50_000; each++) {
				const at = began + each * 1_700;
				if (name === 'auditLog') log(at);
				else run({ time: at, visibleAt: at, startsAt: at, endsAt: at });
			}
			await time.sleep(50_000 * 1_700);
			platform.requests = [];
			let minutes = 0;
			for (; n8n.handed.length < 50_000 && minutes < 61; minutes++) {
				await n8n.poll();
				await time.sleep(MINUTE);
			}
			expect(n8n.handed).toHaveLength(50_000);
			expect(new Set(idsOf(n8n)).size).toBe(50_000);
			expect(minutes).toBeLessThanOrEqual(20);
			expect(platform.requests.length).toBeLessThanOrEqual((50_000 / page) * times);
			expect(n8n.largest).toBeLessThan(64_000);
		},
	);
});

describe('more executions than a list shows', () => {
	/** So many in so much time, and a poll that meets them all at once. */
	const backlog = async (count: number, everyMs: number, habits: Partial<Habits>) => {
		platform = platformWith({ ...habits });
		const n8n = await active('execution', { options: { maxEvents: 10_000 } });
		for (let each = 0; each < count; each++)
			run({ time: time.now() + each * everyMs, visibleAt: time.now() + each * everyMs });
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
			expect(idsOf(n8n)).toHaveLength(4_321);
			expect(new Set(idsOf(n8n)).size).toBe(4_321);
		},
	);

	test.each([3, 5, 7, 9, 11, 13, 17])(
		'no execution is skipped if a poll has no time for a whole span, one response in %i slow',
		async (every) => {
			const n8n = await backlog(4_321, 1_000, {});
			platform.meanwhile = () =>
				(platform.habits.latencyMs = platform.requests.length % every === 0 ? 15_000 : 10);
			await polls(n8n, 10);
			platform.meanwhile = undefined;
			platform.habits.latencyMs = 10;
			await polls(n8n, 5);
			expect(new Set(idsOf(n8n)).size).toBe(4_321);
		},
	);

	test.each([0, 210, MINUTE])(
		'all of a burst that is %i ms ahead of the clock of the platform are emitted',
		async (aheadMs) => {
			platform = platformWith({ tellsTotal: false, checksPeriod: false });
			for (let each = 0; each < 1_500; each++) run({ time: time.now() + aheadMs - each });
			const n8n = await active('execution');
			const next = run({ time: time.now() + aheadMs + 1 });
			await polls(n8n, 3);
			expect(idsOf(n8n)).toEqual([`task:${next.id}:failed`]);
		},
	);

	test('the maximum number at two times is emitted', async () => {
		const n8n = await backlog(2_000, 0, {});
		for (const [index, each] of platform.runs.entries())
			if (index % 2 === 0) each.time += 3 * MINUTE;
		await polls(n8n, 5);
		expect(new Set(idsOf(n8n)).size).toBe(2_000);
	});

	test.each([
		['with a total', {}],
		['without', { tellsTotal: false }],
		['that is too large', { wrongTotal: (count: number) => count * 3 }],
		['that is too small', { wrongTotal: (count: number) => Math.min(count, 150) }],
	])('a thousand within a second, on a list %s, are found in one poll', async (_what, habits) => {
		for (const inclusive of [true, false])
			for (const quietMs of [MINUTE, 24 * HOUR]) {
				platform = platformWith({ latencyMs: 300, inclusive, bySecond: true, ...habits });
				run({ end: 'execution_successful' });
				const n8n = await active('execution', { options: { maxEvents: 10_000 } });
				await time.sleep(quietMs);
				for (let each = 0; each < 500; each++) run({ time: time.now() - 30_000 + each * 2 });
				for (let each = 0; each < 1_000; each++) run({ time: time.now() - 5_000 + each });
				await n8n.poll();
				await polls(n8n, 1);
				expect([n8n.handed.length, new Set(idsOf(n8n)).size]).toEqual([1_500, 1_500]);
			}
	});

	/** Look-Back covers clocks that differ by two minutes and a record that comes three minutes late. */
	const clocks = [0, 2 * MINUTE, -2 * MINUTE].flatMap((gatewaySkewMs) =>
		[1_000, 30 * MINUTE].map((idleMs) => ({ gatewaySkewMs, idleMs })),
	);

	test.each(clocks)(
		'late executions within the look-back are found although polls before had too little time: %j',
		async ({ gatewaySkewMs, idleMs }) => {
			platform = platformWith({ gatewaySkewMs, latencyMs: 1_500 });
			const n8n = await active('execution');
			await time.sleep(HOUR);
			const at = time.now() - 2 * MINUTE;
			for (let each = 0; each < 1_100; each++)
				run({ time: at + each * 100, visibleAt: time.now() });
			await polls(n8n, 2, 1_000);
			expect(idsOf(n8n)).toHaveLength(1_100);
			await time.sleep(idleMs);
			platform.habits.latencyMs = 5_000;
			const place = n8n.place();
			await polls(n8n, 4, 1_000);
			expect(n8n.place()).not.toBe(place);
			const late = run({ time: time.now() - 3 * MINUTE + 5_000 });
			platform.habits.latencyMs = 10;
			await polls(n8n, 2, 1_000);
			expect(idsOf(n8n).slice(1_100)).toEqual([`task:${late.id}:failed`]);
		},
	);

	test.each([true, false])(
		'an activation succeeds although others of nearly one time come while it reads the list, with totals %s',
		async (tellsTotal) => {
			platform = platformWith({ latencyMs: 1_500, tellsTotal });
			const now = time.now();
			for (let each = 0; each < 1_090; each++)
				run({ time: now + (each < 690 ? -6 : 0), visibleAt: now + (each < 690 ? 0 : 3_001) });
			const n8n = await active('execution');
			const next = run({ time: time.now() });
			await polls(n8n, 2);
			// Those that came meanwhile may be old or new.
			const cameBefore = new Set(platform.runs.slice(0, 690).map(({ id }) => `task:${id}:failed`));
			expect(idsOf(n8n)).toContain(`task:${next.id}:failed`);
			expect(idsOf(n8n).filter((id) => cameBefore.has(id as string))).toEqual([]);
		},
	);

	/** So many of one time, and another one after them. */
	const atOnce = async (habits: Partial<Habits>, durable = false) => {
		platform = platformWith(habits);
		const n8n = await active('execution', { options: { maxEvents: 10_000 } }, durable);
		await time.sleep(HOUR);
		for (let each = 0; each < 2_500; each++) run({ time: time.now() - 10_000 });
		run();
		return n8n;
	};
	const MISSING =
		/^Talend Cloud lists only so many executions or logs of one time: some before 2026-.* are missing$/;

	test.each([true, false])(
		'more executions than a list shows of one time are all found if the platform lists them, with totals %s',
		async (tellsTotal) => {
			const n8n = await atOnce({ tellsTotal });
			platform.habits.reach = { pageSize: 100, maxPerPeriod: Infinity };
			await polls(n8n, 2);
			expect(new Set(idsOf(n8n)).size).toBe(2_501);
			expect([n8n.handed.length, n8n.error, n8n.warnings]).toEqual([2_501, undefined, []]);
		},
	);

	test.each([
		[true, true],
		[true, false],
		[false, true],
		[false, false],
	])(
		'more executions than a list shows of one time than the platform lists are not lost silently: a poll fails once, and says so, with totals %s, durable cursors %s',
		async (tellsTotal, durable) => {
			const n8n = await atOnce({ tellsTotal }, durable);
			await polls(n8n, 1);
			expect([n8n.handed.length, n8n.error]).toEqual([1_091, undefined]);
			await polls(n8n, 1);
			expect(n8n.error?.message).toMatch(MISSING);
			n8n.error = undefined;
			const next = run();
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
	)('all of a thousand executions that begin within one second are found: %j', async (habits) => {
		platform = platformWith(habits);
		const n8n = await active('execution');
		await time.sleep(HOUR);
		const second = Math.floor(time.now() / 1_000) * 1_000 - 60_000;
		for (let each = 0; each < 1_000; each++) run({ time: second + each });
		// Others begin close by, but not in the four whole seconds that a period can show.
		for (const away of [-4_000, 4_000, 5_000])
			for (let each = 0; each < 300; each++) run({ time: second + away + each });
		await polls(n8n, 2);
		expect(new Set(idsOf(n8n)).size).toBe(1_900);
		expect([n8n.handed.length, n8n.error, n8n.warnings]).toEqual([1_900, undefined, []]);
	});

	test('more executions than a list shows of one time, on a platform that shows its last page again and again, block nothing', async () => {
		const n8n = await atOnce({});
		const usual = platform.request.bind(platform);
		platform.request = async (options) =>
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
		const next = run();
		await polls(n8n, 2);
		expect(idsOf(n8n).at(-1)).toBe(`task:${next.id}:failed`);
	});
});

test('observations of a failing poll are kept with durable cursors, too: the next poll does not skip its turn', async () => {
	const n8n = await active('execution', { runsOf: 'tasksAndPlans' }, true);
	for (let each = 0; each < 200; each++) run({ end: 'execution_successful' });
	let refuses = true;
	answering((url) =>
		refuses && url.includes('plans')
			? Promise.resolve({ statusCode: 403, headers: {}, body: { message: 'not now' } })
			: undefined,
	);
	await time.sleep(HOUR);
	run({ end: 'execution_successful' });
	const before = n8n.place();
	expect(await n8n.poll()).toBe('failed');
	expect(n8n.place()).not.toBe(before);
	refuses = false;
	run();
	expect(await n8n.poll()).toBe('handed');
});

test('a plan that was finished before the activation is not emitted, although its steps could not be read then', async () => {
	run({ kind: 'plan', settlesMs: 0 });
	await time.sleep(MINUTE);
	platform.outages = [{ of: 'single', status: 403, until: time.now() + 5 * MINUTE }];
	const n8n = await active('execution', { runsOf: 'plans' });
	await polls(n8n, 20);
	expect(n8n.handed).toEqual([]);
});
