/** Random histories of audit logs and crawlers: the promise of docs/triggers.md. */
import fc from 'fast-check';

import { polling } from '../../nodes/shared/trigger/poll';
import { spec as auditLogSpec } from '../../nodes/TalendCloudAccountTrigger/TalendCloudAccountTrigger.node';
import { spec as crawlerSpec } from '../../nodes/TalendCloudCatalogTrigger/TalendCloudCatalogTrigger.node';
import { simulateTime, type SimulatedTime } from '../support/time';
import { histories, PATIENCE_MS, play, promised, setting, uuid } from './history';
import { SimulatedN8n, SimulatedPlatform, type Log, type Run } from './simulation';

let time: SimulatedTime;
beforeEach(() => {
	time = simulateTime();
});
afterEach(() => time.restore());

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
					time,
					{
						platform,
						n8n,
						happens: ({ count: times, kind, skew, late, spread }) => {
							const now = time.now();
							for (let index = 0; index < times; index++)
								platform.logs.push({ id: uuid(), time: now + skew - index * (times > 40 ? Math.min(1, spread) : spread), visibleAt: now + late, category: kind === 0 ? 'user group' : 'user account' });
						},
						shown: () => idsOf(platform.logs.filter(({ visibleAt }) => visibleAt <= time.now())),
						all: () => ({ must: idsOf([...promised(platform.logs, 1_200)]), may: idsOf(platform.logs) }),
					},
					given,
				);
			}),
			histories(3_500),
		);
	}, PATIENCE_MS);
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
					time,
					{
						platform,
						n8n,
						// Each run is of a crawler of its own: of two runs between two polls only the last can be seen.
						happens: ({ count: times, skew, late, lasts, end, spread, noFinish }) => {
							const now = time.now();
							for (let index = 0; index < Math.min(times, 50); index++)
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
			histories(1_500),
		);
	}, PATIENCE_MS);
});

