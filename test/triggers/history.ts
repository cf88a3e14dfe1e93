/**
 * The promise of docs/guide/triggers.md, held against random histories: whatever happens to the
 * platform, the network and n8n, each event after the activation is emitted once, and with the
 * second poll in whose way nothing stands. A short draw in the suite, a long one with `npm run
 * test:long`; each draw is another one, and one that fails says how to play it again.
 */
import fc from 'fast-check';

import { isDialect, seenIn } from '../../emulator/dialects';
import { clock } from '../../nodes/shared/support/time/clock';
import type { PageLimits } from '../../nodes/shared/trigger/reading/listing';
import { casesToDraw } from '../support/share';
import type { SimulatedTime } from '../support/time';
import { MINUTE, SECOND } from '../support/time';
import { type Execution } from './platformRecords';
import { type SimulatedN8n } from './simulatedN8n';
import {
	type Behavior,
	type Fault,
	type Outage,
	type SimulatedPlatform,
} from './simulatedPlatform';

/** Histories that a long draw tries in all. */
const LONG = Number(process.env.TRIGGER_HISTORIES ?? 0);
const IS_LONG_RUN = LONG > 0;
/** Many histories take longer than other tests. */
export const PATIENCE_MS = IS_LONG_RUN ? 24 * 3_600_000 : undefined;
/**
 * How many histories are drawn. What else would notice: each history that once failed is a test of
 * its own, in the file named after what it was about (backlogs, failingPolls, followedRuns …), and
 * what is promised is in promise.test.ts.
 * @param share of a long draw
 */
export const histories = (count: number, share = 1) => ({
	numRuns: IS_LONG_RUN ? Math.ceil(LONG * share) : casesToDraw(count),
});

/** How many shorter histories are tried of one that failed. */
const SHORTER = 200;

/**
 * A property that is tried by cases, however long they take: once one has failed, those that are
 * not tried any more count as passed.
 */
export const triedFor = <Given extends unknown[]>(property: (...given: Given) => Promise<void>) => {
	let left = Infinity;
	return async (...given: Given): Promise<void> => {
		if (left-- <= 0) return;
		await property(...given).catch((error: unknown) => {
			left = Math.min(left, SHORTER);
			throw error;
		});
	};
};

const DIALECT = process.env.EMULATOR_DIALECT;
/**
 * What others have seen of the platform, as the dialect has it: `npm run test:long -- --dialect
 * field`.
 */
export const SEEN = seenIn(isDialect(DIALECT) ? DIALECT : 'documents');

/** How far the clocks of the platform's servers differ from each other at most. */
const SKEW_MS = 2 * MINUTE;
/** How late records appear in a list at most. */
const LATE_MS = 50 * SECOND;
/** After how long a record in an odd state is read again at the latest. */
const ODD_MS = MINUTE;

/** A history has succeeded when nothing is owed, and this many polls emitted nothing more. */
const QUIET_POLLS = 3;
/**
 * A history has failed when something is owed, and this many polls, one each two minutes, neither
 * emitted anything nor read further than before.
 */
const STUCK_POLLS = 30;

/** Records that begin at once: executions of tasks or plans, runs of crawlers, or logs. */
export type Happening = {
	type: 'happens';
	/** How many begin. */
	count: number;
	/**
	 * 0 is a special one: a plan instead of a task, another run of the last crawler instead of a
	 * first one, a log of another category. All others are usual ones.
	 */
	variant: number;
	/** The clock of the server that dates them, minus the real one. */
	skewMs: number;
	/** How late they appear in the list. */
	lateMs: number;
	/** How long they wait for an engine before they start. */
	dispatchMs: number;
	/** How long they run after that. */
	lastsMs: number;
	/** Which of the possible ends the first one has; each further one has the next end. */
	firstEnd: number;
	/** How much earlier each further one begins. */
	spreadMs: number;
	/** See `Execution` (platformRecords.ts). */
	noFinish: boolean;
	stopsMs: number;
	settlesMs: number | undefined;
	oldEndMs: number;
};

export type Action =
	| { type: 'wait'; ms: number }
	| {
			type: 'poll';
			faults: Fault[];
			twice: boolean;
			killed: boolean;
			moving: boolean;
			commitMs: number;
			commitFails: boolean;
	  }
	| { type: 'restart' }
	| { type: 'clock'; skewMs: number; forMs: number }
	| Happening
	| { type: 'deletes'; which: number }
	| { type: 'outage'; outage: Omit<Outage, 'until'>; forMs: number };

const trouble = {
	status: fc.constantFrom(undefined, undefined, 401, 429, 429, 500, 503),
	retryAfter: fc.constantFrom(undefined, 1, 20, 90),
	breaks: fc.boolean(),
	slowMs: fc.constantFrom(0, 0, 2_000, 20_000, 70_000),
};
const fault = fc.record<Fault>({ after: fc.nat(12), ...trouble });
const outage = fc
	.record<Omit<Outage, 'until'>>({ of: fc.constantFrom('all', 'single'), ...trouble })
	.map((one) => ({
		...one,
		status: one.breaks || (one.slowMs ?? 0) >= 20_000 ? one.status : (one.status ?? 500),
	}));

const few = fc.oneof(
	{ weight: 12, arbitrary: fc.integer({ min: 1, max: 4 }) },
	{ weight: 1, arbitrary: fc.integer({ min: 5, max: 40 }) },
);
/** More than a poll reads at once, and of one and the same time by the thousand. */
const many = fc.integer({ min: 400, max: 3_000 });

const rarely = (times: number) => fc.nat(times).map((n) => n === 0);

const action = (count: fc.Arbitrary<number>) =>
	fc.oneof<Array<{ weight: number; arbitrary: fc.Arbitrary<Action> }>>(
		{
			weight: 4,
			arbitrary: fc.record({
				type: fc.constant('wait' as const),
				ms: fc.constantFrom(
					100,
					SECOND,
					20 * SECOND,
					MINUTE,
					4 * MINUTE,
					30 * MINUTE,
					26 * 60 * MINUTE,
				),
			}),
		},
		{
			weight: 7,
			arbitrary: fc.record({
				type: fc.constant('poll' as const),
				faults: fc.oneof(
					{ weight: 2, arbitrary: fc.array(fault, { maxLength: 0 }) },
					{ weight: 1, arbitrary: fc.array(fault, { maxLength: 6 }) },
				),
				twice: fc.boolean(),
				killed: rarely(9),
				moving: fc.boolean(),
				commitMs: fc.constantFrom(0, 0, 300, 5_000),
				commitFails: rarely(9),
			}),
		},
		{ weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const) }) },
		{
			weight: 1,
			arbitrary: fc.record({
				type: fc.constant('clock' as const),
				skewMs: fc.constantFrom(-30 * 24 * 60 * MINUTE, -2 * 60 * MINUTE, 2 * 60 * MINUTE),
				forMs: fc.constantFrom(MINUTE, 10 * MINUTE, 3 * 60 * MINUTE),
			}),
		},
		{
			weight: 6,
			arbitrary: fc.record({
				type: fc.constant('happens' as const),
				count,
				variant: fc.nat(3),
				skewMs: fc.integer({ min: -SKEW_MS, max: SKEW_MS }),
				lateMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: LATE_MS })),
				dispatchMs: fc.constantFrom(0, 0, 3 * SECOND, 2 * MINUTE, 40 * MINUTE),
				lastsMs: fc.constantFrom(
					0,
					10 * SECOND,
					10 * SECOND,
					3 * MINUTE,
					40 * MINUTE,
					30 * 60 * MINUTE,
					Infinity,
				),
				firstEnd: fc.nat(6),
				spreadMs: fc.constantFrom(0, 0, 1, 50),
				noFinish: fc.boolean(),
				stopsMs: fc.constantFrom(0, 0, 30 * SECOND, 5 * MINUTE),
				settlesMs: fc.constantFrom(undefined, undefined, 0, 20 * SECOND, 5 * MINUTE),
				oldEndMs: fc.constantFrom(0, 0, 90 * SECOND),
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({ type: fc.constant('deletes' as const), which: fc.nat(20) }),
		},
		{
			weight: 1,
			arbitrary: fc.record({
				type: fc.constant('outage' as const),
				outage,
				forMs: fc.constantFrom(2 * MINUTE, 20 * MINUTE, 5 * 60 * MINUTE),
			}),
		},
	);

export interface Setting {
	/** While the activation reads, after each of its first requests. */
	duringActivation: Array<'comes' | 'ends' | 'leaves'>;
	maxEvents: number;
	durable: boolean;
	budgetMs: number | undefined;
	behavior: Behavior;
	before: Action[];
	actions: Action[];
}

function settings(
	count: fc.Arbitrary<number>,
	more: {
		maxEvents: number[];
		pageLimits: Array<PageLimits | undefined>;
		latencyMs: number[];
		actions: number;
	},
): fc.Arbitrary<Setting> {
	return fc.record({
		duringActivation: fc.array(fc.constantFrom('comes', 'ends', 'ends', 'leaves'), {
			maxLength: 5,
		}),
		maxEvents: fc.constantFrom(...more.maxEvents),
		durable: fc.boolean(),
		budgetMs: fc.constantFrom(36_000, 300_000, undefined),
		// More records ahead of the platform's clock than a list shows wait for it, where it refuses
		// periods that begin then.
		behavior: fc
			.record<Behavior>({
				seen: fc.constant(SEEN),
				gatewaySkewMs: fc.integer({ min: -SKEW_MS, max: SKEW_MS }),
				pageLimits: fc.constantFrom(...more.pageLimits),
				inclusive: fc.boolean(),
				tellsTotal: fc.boolean(),
				checksPeriod: fc.boolean(),
				pagesAcrossEnd: fc.constantFrom(undefined, 'refused', 'cut'),
				latencyMs: fc.constantFrom(...more.latencyMs),
			})
			.map((behavior) => ({
				...behavior,
				checksPeriod: behavior.checksPeriod && more.actions === 12 && behavior.pageLimits === USUAL,
			})),
		before: fc.array(action(count), { maxLength: 4 }),
		actions: fc.array(action(count), { minLength: 1, maxLength: more.actions }),
	});
}

/** Pages and lists that are so short that few events fill them. */
const SHORT: PageLimits = { pageSize: 7, maxPerPeriod: 49 };
const USUAL: PageLimits = { pageSize: 100, maxPerPeriod: 1_000 };

/** Histories of few events. */
export const usual = settings(few, {
	maxEvents: [2, 10, 100, 2_500],
	pageLimits: [SHORT, USUAL],
	latencyMs: [5, 300, 1_500],
	actions: 12,
});
const burstsWithin = (latencyMs: number[]) =>
	settings(many, {
		maxEvents: [400, 1_000, 2_500],
		pageLimits: [USUAL, undefined],
		latencyMs,
		actions: 8,
	});
/** Histories of bursts. */
export const bursts = burstsWithin([5, 300, 1_500]);
/**
 * The same for a trigger that reads two lists in the time of one (docs/guide/triggers.md,
 * "Limits").
 */
export const burstsOfBoth = burstsWithin([5, 300, 700]);

/** A trigger on a simulated platform, and which events it must and may emit. Events are IDs. */
export interface WatchedPlatform {
	platform: SimulatedPlatform;
	n8n: SimulatedN8n;
	/** Adds records to the platform. */
	begin: (what: Happening) => void;
	/** One of the records in progress ends now. */
	endOne?: () => void;
	/** The events that the platform shows now: if it is the activation, they belong to the past. */
	shownEvents: () => Set<string>;
	/** The events that must have been emitted in the end, unless they belong to the past. */
	promisedEvents: () => Set<string>;
	/** The events that may be emitted, and since when each of them can be. */
	possibleEvents: () => Map<string, number>;
}

/**
 * The records whose events are promised although many came at once: a trigger remembers a limited
 * number, and what is older than all of these counts as emitted (docs/guide/triggers.md, "Limits").
 * @param windowSize how many a trigger remembers
 */
export function* promised<T extends { time: number; visibleAt: number }>(
	all: T[],
	windowSize: number,
): Generator<T> {
	for (const one of all)
		if (
			all.length < windowSize ||
			all.filter(
				({ time, visibleAt }) =>
					time >= one.time - 1_000 && visibleAt <= one.visibleAt + 6 * MINUTE,
			).length < windowSize
		)
			yield one;
}

/** The clock of n8n is wrong for a while. */
function setClock(time: SimulatedTime, { skewMs, forMs }: { skewMs: number; forMs: number }): void {
	const until = time.now() + forMs;
	clock.now = () => time.now() + (time.now() < until ? skewMs : 0);
}

/** Runs a history and checks what was emitted against the promise. */
export async function runHistory(
	time: SimulatedTime,
	watched: WatchedPlatform,
	{ before, actions, duringActivation }: Pick<Setting, 'before' | 'actions' | 'duringActivation'>,
): Promise<void> {
	const { platform, n8n } = watched;
	const comes = (variant: number) =>
		watched.begin({
			type: 'happens',
			count: 1,
			variant,
			skewMs: 0,
			lateMs: 0,
			dispatchMs: 0,
			lastsMs: 0,
			firstEnd: 2,
			spreadMs: 0,
			noFinish: false,
			stopsMs: 0,
			settlesMs: undefined,
			oldEndMs: 0,
		});
	const step = async (each: Action, polls: boolean) => {
		if (each.type === 'wait') await time.sleep(each.ms);
		else if (each.type === 'happens') watched.begin(each);
		else if (each.type === 'deletes') deleteExecution(platform, each.which);
		else if (each.type === 'outage')
			platform.outages.push({ ...each.outage, until: polls ? time.now() + each.forMs : 0 });
		else if (!polls) return;
		else if (each.type === 'restart') n8n.restart();
		else if (each.type === 'clock') setClock(time, each);
		else {
			platform.faults = each.faults.map((one) => ({ ...one }));
			if (each.moving) {
				let moves = 3;
				platform.afterEachAnswer = () => {
					if (moves-- > 0) comes(moves);
				};
			}
			const { killed, commitMs, commitFails } = each;
			const first = n8n.poll({ killed, commitMs, commitFails });
			if (each.twice && !killed) expect(await n8n.poll()).toBe('nothing');
			await first;
			platform.faults = [];
			platform.afterEachAnswer = undefined;
		}
	};
	for (const each of before) await step(each, false);
	const shownBefore = watched.shownEvents();
	const changes = [...duringActivation];
	platform.afterEachAnswer = () => {
		const change = changes.shift();
		if (change === 'comes') comes(1);
		else if (change === 'ends') watched.endOne?.();
		else if (change === 'leaves') deleteExecution(platform, changes.length);
	};
	const activation = await n8n.poll({ activation: true });
	expect(activation).toBe('nothing');
	platform.afterEachAnswer = undefined;
	const shownAtFirst = watched.shownEvents();
	for (const each of actions) await step(each, true);
	// Everything ends, and is emitted.
	platform.outages = [];
	await time.sleep(50 * 60 * MINUTE);
	const possible = watched.possibleEvents();
	const owed = [...watched.promisedEvents()].filter((id) => !shownAtFirst.has(id));
	const isOwed = () => owed.some((id) => !n8n.pollThatEmitted.has(id));
	// After a 429 the time of a poll may be enough for a few requests only: one that gets on is
	// waited for.
	for (let quiet = 0, stuck = 0; isOwed() ? stuck < STUCK_POLLS : quiet < QUIET_POLLS;) {
		await time.sleep(2 * MINUTE);
		const countBefore = n8n.emitted.length;
		stuck = (await n8n.pollGetsOn()) ? 0 : stuck + 1;
		quiet = n8n.emitted.length > countBefore ? 0 : quiet + 1;
	}
	const emitted = n8n.emitted.map(({ eventId }) => String(eventId));
	const once = new Set(emitted);
	const { maxEvents } = n8n.parameters.options as { maxEvents: number };
	expect(emitted.length - once.size).toBe(0);
	expect([...once].filter((id) => shownBefore.has(id) || !possible.has(id))).toEqual([]);
	expect(owed.filter((id) => !once.has(id))).toEqual([]);
	expect(
		owed.filter(
			(id) => chancesOf(n8n, possible.get(id)!, n8n.pollThatEmitted.get(id)!, maxEvents) > 1,
		),
	).toEqual([]);
	expect(n8n.largestStateBytes).toBeLessThan(64_000);
	expect(Math.max(0, ...n8n.eventCounts)).toBeLessThanOrEqual(maxEvents);
}

/** Polls that could have emitted an event on before that which did. */
const chancesOf = (
	{ polls }: SimulatedN8n,
	since: number,
	emittedBy: number,
	maxEvents: number,
): number =>
	polls
		.slice(0, emittedBy)
		.filter(
			({ began, couldReadAll, eventCount }) =>
				couldReadAll && began > since && eventCount < maxEvents,
		).length;

/** Since when the end of an execution could be emitted. */
export const endVisibleAt = (
	{ endsAt, visibleAt, stopsMs = 0, settlesMs }: Execution,
	isAnotherTrouble = false,
): number =>
	Math.max(visibleAt, endsAt + (settlesMs ?? 0)) +
	(stopsMs > 0 || settlesMs !== undefined || isAnotherTrouble ? ODD_MS : 0);

function deleteExecution({ executions }: SimulatedPlatform, which: number): void {
	const execution = executions.at(-1 - which);
	if (execution && execution.kind !== 'crawler') execution.deleted = true;
}

let number = 0;
export const uuid = () => `8b6b2c56-0c1c-4b5a-9a3f-${(++number).toString(16).padStart(12, '0')}`;
