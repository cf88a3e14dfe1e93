/** Random histories of audit logs and crawlers: the promise of docs/guide/triggers.md. */
import fc from 'fast-check';

import {
	bursts,
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
import { crawlerOf, type Execution, type Log } from './platformRecords';
import { time, trigger, usePlatform } from './stage';

describe('audit logs', () => {
	function world(filtered: boolean, { behavior, durable, maxEvents, budgetMs }: Setting): World {
		const platform = usePlatform(behavior);
		const n8n = trigger(
			'auditLog',
			{ options: { maxEvents }, filters: filtered ? { eventCategory: ['User Account'] } : {} },
			durable,
		);
		n8n.budgetMs = budgetMs;
		const idsOf = (logs: Log[]) =>
			new Set(
				logs.filter(({ category }) => !filtered || category === 'user account').map(({ id }) => id),
			);
		return {
			platform,
			n8n,
			happens: ({ count: times, kind, skew, late, spread }) => {
				const now = time.now();
				for (let index = 0; index < times; index++)
					platform.logs.push({
						id: uuid(),
						time: now + skew - index * (times > 40 ? Math.min(1, spread) : spread),
						visibleAt: now + late,
						category: kind === 0 ? 'user group' : 'user account',
					});
			},
			shown: () => idsOf(platform.logs.filter(({ visibleAt }) => visibleAt <= time.now())),
			all: () => ({
				must: idsOf([...promised(platform.logs, 1_200)]),
				may: idsOf(platform.logs),
				since: new Map(platform.logs.map(({ id, visibleAt }) => [id, visibleAt])),
			}),
		};
	}

	test.each([
		['', usual, 100, 0.2],
		[', in bursts', bursts, 2, 0.001],
	] as const)(
		'each log is emitted once, and soon, whatever happens%s',
		async (_title, setting, count, share) => {
			await fc.assert(
				fc.asyncProperty(
					setting,
					fc.boolean(),
					triedFor(async (given, filtered) => {
						await runHistory(time, world(filtered, given), given);
					}),
				),
				histories(count, share),
			);
		},
		PATIENCE_MS,
	);
});

describe('crawlers', () => {
	const wanted = [['finished', 'partlyFailed', 'failed'], ['started', 'failed'], ['partlyFailed']];

	function world(events: string[], { behavior, durable, maxEvents, budgetMs }: Setting): World {
		const platform = usePlatform(behavior);
		const n8n = trigger('crawler', { events, options: { maxEvents } }, durable);
		n8n.budgetMs = budgetMs;
		const idOf = (run: Execution, event: string) =>
			`${crawlerOf(run)}:${new Date(run.time).toISOString()}:${event}`;
		const eventsOf = (run: Execution): Array<[string, number]> =>
			(
				[
					['started', run.visibleAt],
					[run.end, endVisibleAt(run, true)],
				] as Array<[string, number]>
			)
				.filter(([event]) => events.includes(event))
				.map(([event, at]) => [idOf(run, event), at]);
		const isLast = (run: Execution) =>
			platform.executions.findLast((other) => crawlerOf(other) === crawlerOf(run)) === run;
		const isQuiet = () =>
			n8n.polls.length > 2 &&
			n8n.polls.slice(-2).every(({ couldReadAll, eventCount }) => couldReadAll && eventCount === 0);
		return {
			platform,
			n8n,
			happens: ({ count: times, kind, skew, late, lasts, end, spread, noFinish, oldEndMs }) => {
				const now = time.now();
				const run = (id: string, index: number, more: Partial<Execution> = {}): Execution => ({
					id,
					kind: 'crawler',
					time: now + skew - index * Math.min(1, spread),
					visibleAt: now + late,
					startsAt: now + late,
					endsAt: now + late + (times > 40 ? 0 : lasts),
					end: ['finished', 'partlyFailed', 'failed'][(end + index) % 3]!,
					noFinish,
					...more,
				});
				// One that ended runs again. While it may not have been seen, of two runs only the last can
				// be.
				const last = platform.executions.at(-1);
				if (
					kind === 0 &&
					last &&
					isQuiet() &&
					last.endsAt + 5_000 < n8n.polls.at(-2)!.began &&
					now + skew > last.time + 1_000
				) {
					const [crawler, number] = last.id.split(' ');
					platform.executions.push(
						run(`${crawler} ${Number(number) + 1}`, 0, {
							oldEndMs: last.noFinish ? 0 : oldEndMs,
							endsAt: now + late + Math.max(lasts, oldEndMs),
						}),
					);
					return;
				}
				for (let index = 0; index < Math.min(times, 50); index++)
					platform.executions.push(run(`${uuid()} 1`, index));
			},
			shown: () =>
				new Set(
					platform.executions.flatMap((run) =>
						eventsOf(run)
							.filter(([id, at]) => (id.endsWith(':started') ? at : at - 60_000) <= time.now())
							.map(([id]) => id),
					),
				),
			all: () => {
				const since = new Map(platform.executions.flatMap(eventsOf));
				const now = time.now();
				return {
					must: new Set(
						platform.executions
							.filter(isLast)
							.flatMap(eventsOf)
							.filter(([, at]) => at <= now)
							.map(([id]) => id),
					),
					may: new Set(since.keys()),
					since,
				};
			},
		};
	}

	test(
		'each run once, and soon, whatever happens',
		async () => {
			await fc.assert(
				fc.asyncProperty(
					usual,
					fc.constantFrom(...wanted),
					triedFor(async (given, events) => {
						await runHistory(time, world(events, given), given);
					}),
				),
				histories(80, 0.149),
			);
		},
		PATIENCE_MS,
	);
});
