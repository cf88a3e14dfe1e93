/** Random histories of executions: the promise of docs/guide/triggers.md. */
import fc from 'fast-check';

import {
	bursts,
	burstsOfBoth,
	endVisibleAt,
	histories,
	PATIENCE_MS,
	promised,
	runHistory,
	type Setting,
	triedFor,
	usual,
	uuid,
	type World,
} from './history';
import { type Execution } from './platformRecords';
import { time, trigger, usePlatform } from './stage';

/**
 * What share of the executions that a list shows begins within this time at most
 * (docs/guide/triggers.md, "Its limits").
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

/** The events of an execution, and since when each is there. */
function eventsOf(execution: Execution): Array<[string, number]> {
	const end: [string, number] = [EVENT_OF[execution.end]!, endVisibleAt(execution)];
	if (['execution_misfired', 'deploy_failed'].includes(execution.end)) return [end];
	const { kind, visibleAt, startsAt } = execution;
	return [['started', kind === 'plan' ? visibleAt : Math.max(visibleAt, startsAt)], end];
}

describe('executions', () => {
	const wanted = [
		['failed'],
		['started', 'succeeded', 'rejected', 'failed', 'terminated', 'misfired'],
		['misfired', 'failed', 'started'],
	];

	function world(
		runsOf: string,
		events: string[],
		{ behavior: chosen, durable, maxEvents, budgetMs }: Setting,
	): World {
		const platform = usePlatform(chosen);
		const n8n = trigger('execution', { runsOf, events, options: { maxEvents } }, durable);
		n8n.budgetMs = budgetMs;
		const kinds = (
			{ tasks: ['task'], plans: ['plan'], tasksAndPlans: ['task', 'plan'] } as Record<
				string,
				Array<Execution['kind']>
			>
		)[runsOf]!;
		const own = () => platform.executions.filter(({ kind }) => kinds.includes(kind));
		const eventsIn = (executions: Execution[]) =>
			new Map(
				executions.flatMap((execution) =>
					eventsOf(execution)
						.filter(([event]) => events.includes(event))
						.map(([event, at]) => [`${execution.kind}:${execution.id}:${event}`, at]),
				),
			);
		const idsUntil = (executions: Execution[], now: number) =>
			new Set([...eventsIn(executions)].filter(([, at]) => at <= now).map(([id]) => id));
		/** What an odd execution shows may be known before it has to be. */
		const shownNow = () => {
			const now = time.now();
			return new Set(
				own()
					.filter(({ deleted, visibleAt }) => !deleted && visibleAt <= now)
					.flatMap((execution) =>
						eventsOf({ ...execution, stopsMs: 0, settlesMs: execution.settlesMs })
							.filter(
								([event, at]) =>
									events.includes(event) &&
									at - (execution.settlesMs === undefined ? 0 : 60_000) <= now,
							)
							.map(([event]) => `${execution.kind}:${execution.id}:${event}`),
					),
			);
		};
		const atOnce = Math.floor((chosen.pageLimits?.maxPerPeriod ?? 1_000) * AT_ONCE_SHARE);
		/** How many begin in each period of that length. */
		const begin = new Map<number, number>();
		const begun = (period: number) => begin.get(period) ?? 0;
		/** A time, or the latest before it around which fewer than that many begin. */
		const notTooMany = (wanted: number) => {
			for (let at = wanted; ; at -= 911) {
				const period = Math.floor(at / AT_ONCE_MS);
				if (begun(period - 1) + begun(period) + begun(period + 1) >= atOnce) continue;
				begin.set(period, begun(period) + 1);
				return at;
			}
		};
		return {
			platform,
			n8n,
			happens: ({
				count: times,
				kind,
				skew,
				late,
				dispatch,
				lasts,
				end,
				spread,
				noFinish,
				stopsMs,
				settlesMs,
			}) => {
				const now = time.now();
				for (let index = 0; index < times; index++) {
					const visibleAt = now + late;
					// Many at once have ended or end soon: an account does not run as many at the same time.
					const status = ENDS[(end + index) % ENDS.length]!;
					const isPlan = kind === 0;
					const isStarted =
						status !== 'execution_misfired' && status !== 'deploy_failed' && times <= 40;
					const endsAt = isStarted ? visibleAt + dispatch + lasts + (index % 7) * 100 : visibleAt;
					platform.executions.push({
						id: uuid(),
						kind: isPlan ? 'plan' : 'task',
						time: notTooMany(now + skew - index * (times > 40 ? Math.min(1, spread) : spread)),
						visibleAt,
						startsAt: isStarted ? visibleAt + (isPlan ? 0 : dispatch) : visibleAt,
						endsAt,
						end:
							isPlan && settlesMs !== undefined
								? status === 'execution_successful'
									? status
									: 'execution_failed'
								: status,
						noFinish,
						...(isStarted && lasts > 0 ? { stopsMs: Math.min(stopsMs, lasts) } : {}),
						...(isPlan && times <= 40 && settlesMs !== undefined ? { settlesMs } : {}),
					});
				}
			},
			ends: () => {
				const going = platform.executions.find(
					({ startsAt, endsAt, deleted }) =>
						startsAt <= time.now() && endsAt > time.now() + 60_000 && !deleted,
				);
				if (going)
					Object.assign(going, {
						endsAt: time.now(),
						stopsMs: 0,
						...(going.settlesMs === undefined ? {} : { settlesMs: 0 }),
					});
			},
			shown: shownNow,
			all: () => {
				const now = time.now();
				const kept = kinds.flatMap((kind) => [
					...promised(
						own().filter((execution) => execution.kind === kind),
						1_200 / kinds.length,
					),
				]);
				return {
					must: idsUntil(
						kept.filter(({ deleted }) => !deleted),
						now,
					),
					may: idsUntil(own(), Infinity),
					since: eventsIn(own()),
				};
			},
		};
	}

	test.each([
		['of tasks', 'tasks', usual, 150, 0.4],
		['of plans', 'plans', usual, 60, 0.1],
		['of both', 'tasksAndPlans', usual, 60, 0.148],
		['of tasks, in bursts', 'tasks', bursts, 2, 0.001],
		['of both, in bursts', 'tasksAndPlans', burstsOfBoth, 1, 0.001],
	] as const)(
		'each event is emitted once, and soon, whatever happens: %s',
		async (_title, runsOf, setting, count, share) => {
			await fc.assert(
				fc.asyncProperty(
					setting,
					fc.constantFrom(...wanted),
					triedFor(async (given, events) => {
						await runHistory(time, world(runsOf, events, given), given);
					}),
				),
				histories(count, share),
			);
		},
		PATIENCE_MS,
	);
});
