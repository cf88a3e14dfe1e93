/**
 * The promise of docs/triggers.md, held against random histories: whatever happens to the platform,
 * the network and n8n, each event that came after the activation is handed on once.
 * TRIGGER_HISTORIES multiplies how many histories are tried.
 */
import fc from 'fast-check';

import type { SimulatedTime } from '../support/time';
import type { Fault, Habits, SimulatedN8n, SimulatedPlatform } from './simulation';

/** How many histories are tried, as a multiple of what the suite tries. */
const TIMES = Number(process.env.TRIGGER_HISTORIES ?? 1);
/**
 * How many histories, and which: the suite tries the same ones each time, so that what turns red is
 * the change; with TRIGGER_HISTORIES they are drawn anew.
 */
export const histories = (count: number) => ({ numRuns: count * TIMES, ...(process.env.TRIGGER_HISTORIES ? {} : { seed: 20_260_331 }) });
/** Many histories take longer than other tests, and so does finding the shortest one that fails. */
export const PATIENCE_MS = 600_000 * Math.max(1, TIMES);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** The clocks of the platform's servers differ from each other by so much at most; records come so late at most. */
const SKEW = 2 * MINUTE;
const LATE = 50 * SECOND;

export type Action =
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

export interface Setting {
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
		before: fc.array(action(count), { maxLength: 4 }),
		actions: fc.array(action(count), { minLength: 1, maxLength: more.actions }),
	});
}

export const setting = fc.oneof(
	{ weight: 500, arbitrary: settings(few, { maxEvents: [2, 10, 100, 1_000], pageCap: [7, 100], latencyMs: [5, 300], actions: 10 }) },
	{ weight: 1, arbitrary: settings(many, { maxEvents: [100, 400, 1_000], pageCap: [100], latencyMs: [5, 100], actions: 8 }) },
);

export interface World {
	platform: SimulatedPlatform;
	n8n: SimulatedN8n;
	/** Makes something happen. */
	happens: (what: Extract<Action, { type: 'happens' }>) => void;
	/** Event IDs that are there now. */
	shown: () => Set<string>;
	/** Event IDs that must or may be handed on in the end. */
	all: () => { must: Set<string>; may: Set<string> };
}

/**
 * What is promised although much came at once: marks are kept of so many, and what is older than all
 * of them counts as known (docs/triggers.md, "Limits").
 */
export function* promised<T extends { time: number; visibleAt: number }>(all: T[], kept: number): Generator<T> {
	for (const one of all)
		if (all.length < kept || all.filter(({ time, visibleAt }) => time >= one.time - 1_000 && visibleAt <= one.visibleAt + 6 * MINUTE).length < kept) yield one;
}

/** Runs a history and holds the promise against what was handed on. */
export async function play(time: SimulatedTime, world: World, { before, actions }: { before: Action[]; actions: Action[] }): Promise<void> {
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
	// A poll with nothing to hand on is not quiet while it gets on: after a 429 its time may be enough for a request or two.
	for (let quiet = 0, polls = 0; quiet < 3 && polls < 3_000; polls++) {
		await time.sleep(16 * MINUTE);
		const before = n8n.place();
		quiet = (await n8n.poll()) === 'nothing' && n8n.place() === before ? quiet + 1 : 0;
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

let number = 0;
export const uuid = () => `8b6b2c56-0c1c-4b5a-9a3f-${(++number).toString(16).padStart(12, '0')}`;
