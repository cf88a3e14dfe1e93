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
	type WatchedPlatform,
} from './history';
import { crawlerOf, type Execution, type Log } from './platformRecords';
import { time, trigger, usePlatform } from './stage';

describe('audit logs', () => {
	function watchedLogs(
		isFiltered: boolean,
		{ behavior, durable, maxEvents, budgetMs }: Setting,
	): WatchedPlatform {
		const platform = usePlatform(behavior);
		const n8n = trigger(
			'auditLog',
			{ options: { maxEvents }, filters: isFiltered ? { eventCategory: ['User Account'] } : {} },
			durable,
		);
		n8n.budgetMs = budgetMs;
		const idsOf = (logs: Log[]) =>
			new Set(
				logs
					.filter(({ category }) => !isFiltered || category === 'user account')
					.map(({ id }) => id),
			);
		return {
			platform,
			n8n,
			begin: ({ count, variant, skewMs, lateMs, spreadMs }) => {
				const now = time.now();
				for (let index = 0; index < count; index++)
					platform.logs.push({
						id: uuid(),
						time: now + skewMs - index * (count > 40 ? Math.min(1, spreadMs) : spreadMs),
						visibleAt: now + lateMs,
						category: variant === 0 ? 'user group' : 'user account',
					});
			},
			shownEvents: () => idsOf(platform.logs.filter(({ visibleAt }) => visibleAt <= time.now())),
			promisedEvents: () => idsOf([...promised(platform.logs, 1_200)]),
			possibleEvents: () => {
				const wanted = idsOf(platform.logs);
				return new Map(
					platform.logs
						.filter(({ id }) => wanted.has(id))
						.map(({ id, visibleAt }) => [id, visibleAt]),
				);
			},
		};
	}

	test.each([
		['', usual, 100, 0.2],
		[', in bursts', bursts, 2, 0.001],
	] as const)(
		'each log is soon emitted, once, whatever happens%s',
		async (_title, setting, count, share) => {
			await fc.assert(
				fc.asyncProperty(
					setting,
					fc.boolean(),
					triedFor(async (given, isFiltered) => {
						await runHistory(time, watchedLogs(isFiltered, given), given);
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

	function watchedCrawlers(
		events: string[],
		{ behavior, durable, maxEvents, budgetMs }: Setting,
	): WatchedPlatform {
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
			begin: ({
				count,
				variant,
				skewMs,
				lateMs,
				lastsMs,
				firstEnd,
				spreadMs,
				noFinish,
				oldEndMs,
			}) => {
				const now = time.now();
				const run = (id: string, index: number, changes: Partial<Execution> = {}): Execution => ({
					id,
					kind: 'crawler',
					time: now + skewMs - index * Math.min(1, spreadMs),
					visibleAt: now + lateMs,
					startsAt: now + lateMs,
					endsAt: now + lateMs + (count > 40 ? 0 : lastsMs),
					end: ['finished', 'partlyFailed', 'failed'][(firstEnd + index) % 3]!,
					noFinish,
					...changes,
				});
				// The last crawler runs again, unless the polls may not have seen its run yet: of two runs
				// between two polls, only the last one is promised.
				const last = platform.executions.at(-1);
				if (
					variant === 0 &&
					last &&
					isQuiet() &&
					last.endsAt + 5_000 < n8n.polls.at(-2)!.began &&
					now + skewMs > last.time + 1_000
				) {
					const [crawler, number] = last.id.split(' ');
					platform.executions.push(
						run(`${crawler} ${Number(number) + 1}`, 0, {
							oldEndMs: last.noFinish ? 0 : oldEndMs,
							endsAt: now + lateMs + Math.max(lastsMs, oldEndMs),
						}),
					);
					return;
				}
				for (let index = 0; index < Math.min(count, 50); index++)
					platform.executions.push(run(`${uuid()} 1`, index));
			},
			shownEvents: () =>
				new Set(
					platform.executions.flatMap((run) =>
						eventsOf(run)
							.filter(([id, at]) => (id.endsWith(':started') ? at : at - 60_000) <= time.now())
							.map(([id]) => id),
					),
				),
			promisedEvents: () => {
				const now = time.now();
				return new Set(
					platform.executions
						.filter(isLast)
						.flatMap(eventsOf)
						.filter(([, at]) => at <= now)
						.map(([id]) => id),
				);
			},
			possibleEvents: () => new Map(platform.executions.flatMap(eventsOf)),
		};
	}

	test(
		'each run is soon emitted, once, whatever happens',
		async () => {
			await fc.assert(
				fc.asyncProperty(
					usual,
					fc.constantFrom(...wanted),
					triedFor(async (given, events) => {
						await runHistory(time, watchedCrawlers(events, given), given);
					}),
				),
				histories(80, 0.149),
			);
		},
		PATIENCE_MS,
	);
});
