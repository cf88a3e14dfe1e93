/** Random histories of executions: the promise of docs/guide/triggers.md. */
import fc from 'fast-check';

import {
	bursts,
	burstsOfBoth,
	endVisibleAt,
	type Happening,
	histories,
	PATIENCE_MS,
	promised,
	runHistory,
	type Setting,
	triedFor,
	usual,
	uuid,
	type WatchedPlatform,
} from './history';
import { type Execution } from './platformRecords';
import { time, trigger, usePlatform } from './stage';

/**
 * At most this share of the executions that the platform lists of one period begins within this
 * time (docs/guide/triggers.md, "Limits").
 */
const AT_ONCE_SHARE = 0.9;
const AT_ONCE_MS = 3_000;

const ENDS = [
	'execution_successful',
	'execution_failed',
	'execution_failed',
	'execution_rejected',
	'terminated',
	'execution_misfired',
	'deploy_failed',
];
const EVENT_OF: Record<string, string> = {
	execution_successful: 'succeeded',
	execution_failed: 'failed',
	execution_rejected: 'rejected',
	terminated: 'terminated',
	execution_misfired: 'misfired',
	deploy_failed: 'failed',
};

const WITHOUT_START = ['execution_misfired', 'deploy_failed'];

/** How much earlier than promised the end of an execution in an odd state may be known. */
const ODD_EARLIER_MS = 60_000;

/** From this number on, executions at once end soon: an account does not run as many. */
const MANY = 40;

type Kind = Execution['kind'];

const KINDS_OF: Readonly<Record<string, readonly Kind[]>> = {
	tasks: ['task'],
	plans: ['plan'],
	tasksAndPlans: ['task', 'plan'],
};

/** The events of an execution, and since when each is there. */
function eventsOf(execution: Execution): Array<[event: string, since: number]> {
	const end: [string, number] = [EVENT_OF[execution.end]!, endVisibleAt(execution)];
	if (WITHOUT_START.includes(execution.end)) return [end];
	const { kind, visibleAt, startsAt } = execution;
	return [['started', kind === 'plan' ? visibleAt : Math.max(visibleAt, startsAt)], end];
}

const idOf = ({ kind, id }: Execution, event: string): string => `${kind}:${id}:${event}`;

/** The chosen events of executions, and since when each can be emitted. */
const possibleEvents = (
	executions: readonly Execution[],
	chosenEvents: readonly string[],
): Map<string, number> =>
	new Map(
		executions.flatMap((execution) =>
			eventsOf(execution)
				.filter(([event]) => chosenEvents.includes(event))
				.map(([event, since]) => [idOf(execution, event), since] as const),
		),
	);

/**
 * The chosen events that must have been emitted by now: those of executions that still exist, and
 * that the trigger could remember together with the others of their kind.
 */
function promisedEvents(
	executions: readonly Execution[],
	chosenEvents: readonly string[],
	kinds: readonly Kind[],
): Set<string> {
	const remembered = kinds.flatMap((kind) => [
		...promised(
			executions.filter((execution) => execution.kind === kind),
			1_200 / kinds.length,
		),
	]);
	const existing = remembered.filter(({ deleted }) => !deleted);
	const events = [...possibleEvents(existing, chosenEvents)];
	return new Set(events.filter(([, since]) => since <= time.now()).map(([id]) => id));
}

/**
 * The chosen events that the list shows now. What an odd execution shows may be known before it has
 * to be.
 */
function shownEvents(executions: readonly Execution[], chosenEvents: readonly string[]) {
	const now = time.now();
	const listed = executions.filter(({ deleted, visibleAt }) => !deleted && visibleAt <= now);
	return new Set(
		listed.flatMap((execution) => {
			const earlierMs = execution.settlesMs === undefined ? 0 : ODD_EARLIER_MS;
			return eventsOf({ ...execution, stopsMs: 0 })
				.filter(([event, since]) => chosenEvents.includes(event) && since - earlierMs <= now)
				.map(([event]) => idOf(execution, event));
		}),
	);
}

/**
 * Gives executions times of which none has more around it than the platform lists.
 * @param maxAtOnce fewer than this many begin within three times `AT_ONCE_MS`
 * @returns a function that returns the given time, or the latest one before it that is not too full
 */
function timesWithRoom(maxAtOnce: number): (wanted: number) => number {
	const countOf = new Map<number, number>();
	const begun = (period: number) => countOf.get(period) ?? 0;
	return (wanted) => {
		for (let at = wanted; ; at -= 911) {
			const period = Math.floor(at / AT_ONCE_MS);
			if (begun(period - 1) + begun(period) + begun(period + 1) >= maxAtOnce) continue;
			countOf.set(period, begun(period) + 1);
			return at;
		}
	};
}

/** An execution of those that begin now. */
function executionOf(what: Happening, index: number): Execution {
	const { count, variant, skewMs, lateMs, dispatchMs, lastsMs, firstEnd, spreadMs } = what;
	const { noFinish, stopsMs, settlesMs } = what;
	const now = time.now();
	const visibleAt = now + lateMs;
	const isPlan = variant === 0;
	const end = ENDS[(firstEnd + index) % ENDS.length]!;
	const isStarted = !WITHOUT_START.includes(end) && count <= MANY;
	// The steps of a plan only say whether it succeeded.
	const settledEnd = end === 'execution_successful' ? end : 'execution_failed';
	return {
		id: uuid(),
		kind: isPlan ? 'plan' : 'task',
		time: now + skewMs - index * (count > MANY ? Math.min(1, spreadMs) : spreadMs),
		visibleAt,
		startsAt: isStarted ? visibleAt + (isPlan ? 0 : dispatchMs) : visibleAt,
		endsAt: isStarted ? visibleAt + dispatchMs + lastsMs + (index % 7) * 100 : visibleAt,
		end: isPlan && settlesMs !== undefined ? settledEnd : end,
		noFinish,
		...(isStarted && lastsMs > 0 ? { stopsMs: Math.min(stopsMs, lastsMs) } : {}),
		...(isPlan && count <= MANY && settlesMs !== undefined ? { settlesMs } : {}),
	};
}

/** Ends an execution in progress that would not end soon. */
function endOne(executions: readonly Execution[]): void {
	const now = time.now();
	const inProgress = executions.find(
		({ startsAt, endsAt, deleted }) => startsAt <= now && endsAt > now + 60_000 && !deleted,
	);
	if (inProgress)
		Object.assign(inProgress, {
			endsAt: now,
			stopsMs: 0,
			...(inProgress.settlesMs === undefined ? {} : { settlesMs: 0 }),
		});
}

/** A trigger of executions, and the platform that it watches. */
function watchedExecutions(
	runsOf: string,
	events: string[],
	{ behavior, durable, maxEvents, budgetMs }: Setting,
): WatchedPlatform {
	const platform = usePlatform(behavior);
	const n8n = trigger('execution', { runsOf, events, options: { maxEvents } }, durable);
	n8n.budgetMs = budgetMs;
	const kinds = KINDS_OF[runsOf]!;
	const ofKinds = () => platform.executions.filter(({ kind }) => kinds.includes(kind));
	const maxPerPeriod = behavior.pageLimits?.maxPerPeriod ?? 1_000;
	const timeWithRoom = timesWithRoom(Math.floor(maxPerPeriod * AT_ONCE_SHARE));
	return {
		platform,
		n8n,
		begin: (what) => {
			for (let index = 0; index < what.count; index++) {
				const execution = executionOf(what, index);
				platform.executions.push({ ...execution, time: timeWithRoom(execution.time) });
			}
		},
		endOne: () => endOne(platform.executions),
		shownEvents: () => shownEvents(ofKinds(), events),
		promisedEvents: () => promisedEvents(ofKinds(), events, kinds),
		possibleEvents: () => possibleEvents(ofKinds(), events),
	};
}

describe('executions', () => {
	const choices = [
		['failed'],
		['started', 'succeeded', 'rejected', 'failed', 'terminated', 'misfired'],
		['misfired', 'failed', 'started'],
	];

	test.each([
		['of tasks', 'tasks', usual, 150, 0.4],
		['of plans', 'plans', usual, 60, 0.1],
		['of both', 'tasksAndPlans', usual, 60, 0.148],
		['of tasks, in bursts', 'tasks', bursts, 2, 0.001],
		['of both, in bursts', 'tasksAndPlans', burstsOfBoth, 1, 0.001],
	] as const)(
		'each event is soon emitted, once, whatever happens: %s',
		async (_title, runsOf, setting, count, share) => {
			await fc.assert(
				fc.asyncProperty(
					setting,
					fc.constantFrom(...choices),
					triedFor(async (given, events) => {
						await runHistory(time, watchedExecutions(runsOf, events, given), given);
					}),
				),
				histories(count, share),
			);
		},
		PATIENCE_MS,
	);
});
