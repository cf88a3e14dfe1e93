/**
 * The promise of docs/triggers.md, held against random histories: whatever happens to the platform,
 * the network and n8n, each event that came after the activation is handed on once.
 * TRIGGER_HISTORIES multiplies how many histories are tried.
 */
import fc from 'fast-check';

import { polling } from '../../nodes/shared/poll';
import { spec as auditLogSpec } from '../../nodes/TalendCloudAuditLogTrigger/TalendCloudAuditLogTrigger.node';
import { spec as crawlerSpec } from '../../nodes/TalendCloudCrawlerTrigger/TalendCloudCrawlerTrigger.node';
import { spec as executionSpec } from '../../nodes/TalendCloudExecutionTrigger/TalendCloudExecutionTrigger.node';
import { simulateTime, type SimulatedTime } from '../support/time';
import { SimulatedN8n, SimulatedPlatform, type Fault, type Habits, type Log, type Run } from './simulation';

const TIMES = Number(process.env.TRIGGER_HISTORIES ?? 1);

let time: SimulatedTime;
beforeEach(() => {
	time = simulateTime();
});
afterEach(() => time.restore());

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** The clocks of the platform's servers differ from each other by so much at most; records come so late at most. */
const SKEW = 2 * MINUTE;
const LATE = 50 * SECOND;

type Action =
	| { type: 'wait'; ms: number }
	| { type: 'poll'; faults: Fault[]; twice: boolean; killed: boolean; moving: boolean }
	| { type: 'restart' }
	| { type: 'happens'; count: number; kind: number; skew: number; late: number; dispatch: number; lasts: number; end: number; spread: number; noFinish: boolean }
	| { type: 'deletes'; which: number };

const fault = fc.record<Fault>({
	after: fc.nat(4),
	status: fc.constantFrom(undefined, undefined, 401, 429, 429, 500, 503),
	retryAfter: fc.constantFrom(undefined, 1, 20, 90),
	breaks: fc.boolean(),
	slowMs: fc.constantFrom(0, 0, 2_000, 20_000, 70_000),
});

const few = fc.oneof({ weight: 12, arbitrary: fc.integer({ min: 1, max: 4 }) }, { weight: 1, arbitrary: fc.integer({ min: 5, max: 40 }) });
/** More than a poll reads at once, and of one and the same time by the thousand. */
const many = fc.integer({ min: 400, max: 1_500 });

const action = (count: fc.Arbitrary<number>) => fc.oneof<Array<{ weight: number; arbitrary: fc.Arbitrary<Action> }>>(
	{ weight: 4, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(100, SECOND, 20 * SECOND, MINUTE, 4 * MINUTE, 30 * MINUTE, 26 * 60 * MINUTE) }) },
	{
		weight: 6,
		arbitrary: fc.record({
			type: fc.constant('poll' as const),
			faults: fc.oneof({ weight: 2, arbitrary: fc.array(fault, { maxLength: 0 }) }, { weight: 1, arbitrary: fc.array(fault, { maxLength: 6 }) }),
			twice: fc.boolean(),
			killed: fc.nat(9).map((n) => n === 0),
			moving: fc.boolean(),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const) }) },
	{
		weight: 6,
		arbitrary: fc.record({
			type: fc.constant('happens' as const),
			count,
			kind: fc.nat(3),
			skew: fc.integer({ min: -SKEW, max: SKEW }),
			late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: LATE })),
			dispatch: fc.constantFrom(0, 0, 3 * SECOND, 2 * MINUTE),
			lasts: fc.constantFrom(0, 10 * SECOND, 10 * SECOND, 3 * MINUTE, 40 * MINUTE, 30 * 60 * MINUTE, Infinity),
			end: fc.nat(5),
			spread: fc.constantFrom(0, 0, 1, 50),
			noFinish: fc.boolean(),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ type: fc.constant('deletes' as const), which: fc.nat(20) }) },
);

interface Setting {
	maxEvents: number;
	durable: boolean;
	budgetMs: number | undefined;
	habits: Habits;
	before: Action[];
	actions: Action[];
}

function settings(count: fc.Arbitrary<number>, more: { maxEvents: number[]; pageCap: number[]; latencyMs: number[]; actions: number }): fc.Arbitrary<Setting> {
	return fc.record({
		maxEvents: fc.constantFrom(...more.maxEvents),
		durable: fc.boolean(),
		budgetMs: fc.constantFrom(36_000, 300_000, undefined),
		habits: fc.record<Habits>({
			gatewaySkewMs: fc.integer({ min: -SKEW, max: SKEW }),
			pageCap: fc.constantFrom(...more.pageCap),
			inclusive: fc.boolean(),
			tellsTotal: fc.boolean(),
			latencyMs: fc.constantFrom(...more.latencyMs),
		}),
		before: fc.array(action(count), { maxLength: 6 }),
		actions: fc.array(action(count), { minLength: 1, maxLength: more.actions }),
	});
}

const setting = fc.oneof(
	{ weight: 300, arbitrary: settings(few, { maxEvents: [2, 10, 100, 1_000], pageCap: [7, 100], latencyMs: [5, 300], actions: 14 }) },
	{ weight: 1, arbitrary: settings(many, { maxEvents: [100, 400, 1_000], pageCap: [100], latencyMs: [5, 100], actions: 8 }) },
);

interface World {
	platform: SimulatedPlatform;
	n8n: SimulatedN8n;
	/** Makes something happen. */
	happens: (what: Extract<Action, { type: 'happens' }>) => void;
	/** Event IDs that are there now. */
	shown: () => Set<string>;
	/** Event IDs that must or may be handed on in the end. */
	all: () => { must: Set<string>; may: Set<string> };
}

/** Runs a history and holds the promise against what was handed on. */
async function play(world: World, { before, actions }: { before: Action[]; actions: Action[] }): Promise<void> {
	const { platform, n8n } = world;
	const step = async (each: Action, polls: boolean) => {
		if (each.type === 'wait') await time.sleep(each.ms);
		else if (each.type === 'happens') world.happens(each);
		else if (each.type === 'deletes') deleteRun(platform, each.which);
		else if (!polls) return;
		else if (each.type === 'restart') n8n.restart();
		else {
			platform.faults = each.faults.map((one) => ({ ...one }));
			if (each.moving) {
				let moves = 3;
				platform.meanwhile = () => {
					if (moves-- > 0) world.happens({ type: 'happens', count: 1, kind: moves, skew: 0, late: 0, dispatch: 0, lasts: 0, end: 2, spread: 0, noFinish: false });
				};
			}
			const first = n8n.poll({ killed: each.killed });
			if (each.twice && !each.killed) expect(await n8n.poll()).toBe('nothing');
			await first;
			platform.faults = [];
			platform.meanwhile = undefined;
		}
	};
	for (const each of before) await step(each, false);
	const shownBefore = world.shown();
	expect(await n8n.poll({ activation: true })).toBe('nothing');
	const shownAtFirst = world.shown();
	for (const each of actions) await step(each, true);
	// Everything ends, and is handed on within some quiet polls: a waiting run is asked for again within 15 minutes.
	await time.sleep(50 * 60 * MINUTE);
	for (let quiet = 0, polls = 0; quiet < 4 && polls < 3_000; polls++) {
		await time.sleep(16 * MINUTE);
		quiet = (await n8n.poll()) === 'nothing' ? quiet + 1 : 0;
	}
	const handed = n8n.handed.map(({ eventId }) => String(eventId));
	const once = new Set(handed);
	const { must, may } = world.all();
	expect(handed.length - once.size).toBe(0);
	expect([...once].filter((id) => shownBefore.has(id) || !may.has(id))).toEqual([]);
	expect([...must].filter((id) => !shownAtFirst.has(id) && !once.has(id))).toEqual([]);
	expect(n8n.largest).toBeLessThan(64_000);
	expect(Math.max(0, ...n8n.sizes)).toBeLessThanOrEqual((n8n.parameters.options as { maxEvents: number }).maxEvents);
}

function deleteRun({ runs }: SimulatedPlatform, which: number): void {
	const run = runs.at(-1 - which);
	if (run && run.kind !== 'crawler') run.deleted = true;
}

const ENDS = ['execution_successful', 'execution_failed', 'execution_failed', 'execution_rejected', 'terminated', 'execution_misfired'];
const EVENT_OF: Record<string, string> = { execution_successful: 'succeeded', execution_failed: 'failed', execution_rejected: 'rejected', terminated: 'terminated', execution_misfired: 'misfired' };

/** The events of a run that are there at a time. */
function eventsOf(run: Run, now: number): string[] {
	if (run.visibleAt > now) return [];
	const event = EVENT_OF[run.end]!;
	const started = (run.kind === 'plan' || now >= run.startsAt || now >= run.endsAt) && !(now >= run.endsAt && event === 'misfired');
	return [...(started && event !== 'misfired' ? ['started'] : []), ...(now >= run.endsAt ? [event] : [])];
}

let number = 0;
const uuid = () => `8b6b2c56-0c1c-4b5a-9a3f-${(++number).toString(16).padStart(12, '0')}`;

describe('executions', () => {
	const wanted = [['failed'], ['started', 'succeeded', 'rejected', 'failed', 'terminated', 'misfired'], ['misfired', 'failed', 'started']];

	function world(runsOf: string, events: string[], { habits: chosen, durable, maxEvents, budgetMs }: Setting): World {
		const platform = new SimulatedPlatform(time, chosen);
		const n8n = new SimulatedN8n(platform, polling(executionSpec), { runsOf, events, options: { maxEvents } }, durable);
		n8n.budgetMs = budgetMs;
		const kinds = ({ tasks: ['task'], plans: ['plan'], tasksAndPlans: ['task', 'plan'] } as Record<string, Array<Run['kind']>>)[runsOf]!;
		const idsOf = (runs: Run[], at: (run: Run) => number) =>
			new Set(runs.flatMap((run) => eventsOf(run, at(run)).filter((event) => events.includes(event)).map((event) => `${run.kind}:${run.id}:${event}`)));
		const own = () => platform.runs.filter(({ kind }) => kinds.includes(kind));
		return {
			platform,
			n8n,
			happens: ({ count: times, kind, skew, late, dispatch, lasts, end, spread, noFinish }) => {
				const now = time.now();
				for (let index = 0; index < times; index++) {
					const visibleAt = now + late;
					// Many at once have ended or end soon: so many do not run at the same time.
					const status = ENDS[(end + index) % ENDS.length]!;
					const endsAt = status === 'execution_misfired' ? visibleAt : visibleAt + dispatch + (times > 40 ? 0 : lasts) + (index % 7) * 100;
					platform.runs.push({ id: uuid(), kind: kind === 0 ? 'plan' : 'task', time: now + skew - index * (times > 40 ? Math.min(1, spread) : spread), visibleAt, startsAt: visibleAt + dispatch, endsAt, end: status, noFinish });
				}
			},
			shown: () => idsOf(own().filter(({ deleted }) => !deleted), () => time.now()),
			all: () => ({ must: idsOf(own().filter(({ deleted }) => !deleted), () => time.now()), may: idsOf(own(), ({ endsAt }) => Math.max(endsAt, time.now())) }),
		};
	}

	test.each([
		['of tasks', 'tasks', 4_000],
		['of plans', 'plans', 1_000],
		['of both', 'tasksAndPlans', 2_000],
	])('each event once, whatever happens: %s', async (_title, runsOf, numRuns) => {
		await fc.assert(
			fc.asyncProperty(setting, fc.constantFrom(...wanted), async (given, events) => {
				await play(world(runsOf, events, given), given);
			}),
			{ numRuns: numRuns * TIMES },
		);
	});
});

describe('audit logs', () => {
	test('each log once, whatever happens', async () => {
		await fc.assert(
			fc.asyncProperty(setting, fc.boolean(), async (given, filtered) => {
				const platform = new SimulatedPlatform(time, given.habits);
				const parameters = { options: { maxEvents: given.maxEvents }, filters: filtered ? { eventCategory: ['User Account'] } : {} };
				const n8n = new SimulatedN8n(platform, polling(auditLogSpec), parameters, given.durable);
				n8n.budgetMs = given.budgetMs;
				const idsOf = (logs: Log[]) => new Set(logs.filter(({ category }) => !filtered || category === 'user account').map(({ id }) => id));
				await play(
					{
						platform,
						n8n,
						happens: ({ count: times, kind, skew, late, spread }) => {
							const now = time.now();
							for (let index = 0; index < times; index++)
								platform.logs.push({ id: uuid(), time: now + skew - index * (times > 40 ? Math.min(1, spread) : spread), visibleAt: now + late, category: kind === 0 ? 'user group' : 'user account' });
						},
						shown: () => idsOf(platform.logs.filter(({ visibleAt }) => visibleAt <= time.now())),
						all: () => ({ must: idsOf(platform.logs), may: idsOf(platform.logs) }),
					},
					given,
				);
			}),
			{ numRuns: 2_500 * TIMES },
		);
	});
});

describe('crawlers', () => {
	test('each run once, whatever happens', async () => {
		const wanted = [['finished', 'partlyFailed', 'failed'], ['started', 'failed'], ['partlyFailed']];
		await fc.assert(
			fc.asyncProperty(setting, fc.constantFrom(...wanted), async (given, events) => {
				const platform = new SimulatedPlatform(time, given.habits);
				const n8n = new SimulatedN8n(platform, polling(crawlerSpec), { events, options: { maxEvents: given.maxEvents } }, given.durable);
				n8n.budgetMs = given.budgetMs;
				const idsOf = (at: (run: Run) => number) =>
					new Set(
						platform.runs.flatMap((run) => {
							const now = at(run);
							if (run.visibleAt > now) return [];
							return ['started', ...(now >= run.endsAt ? [run.end] : [])].filter((event) => events.includes(event)).map((event) => `${run.id.split(' ')[0]}:${new Date(run.time).toISOString()}:${event}`);
						}),
					);
				await play(
					{
						platform,
						n8n,
						// Each run is of a crawler of its own: of two runs between two polls only the last can be seen.
						happens: ({ count: times, skew, late, lasts, end, spread, noFinish }) => {
							const now = time.now();
							for (let index = 0; index < Math.min(times, 300); index++)
								platform.runs.push({
									id: `${uuid()} 1`,
									kind: 'crawler',
									time: now + skew - index * Math.min(1, spread),
									visibleAt: now + late,
									startsAt: now + late,
									endsAt: now + late + (times > 40 ? 0 : lasts),
									end: ['finished', 'partlyFailed', 'failed'][(end + index) % 3]!,
									noFinish,
								});
						},
						shown: () => idsOf(() => time.now()),
						all: () => ({ must: idsOf(() => time.now()), may: idsOf(({ endsAt }) => Math.max(endsAt, time.now())) }),
					},
					given,
				);
			}),
			{ numRuns: 1_000 * TIMES },
		);
	});
});

