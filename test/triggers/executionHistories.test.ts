/** Random histories of executions: the promise of docs/triggers.md. */
import fc from 'fast-check';

import { polling } from '../../nodes/shared/trigger/poll';
import { spec as executionSpec } from '../../nodes/TalendCloudProcessingTrigger/TalendCloudProcessingTrigger.node';
import { simulateTime, type SimulatedTime } from '../support/time';
import { histories, PATIENCE_MS, play, promised, setting, uuid, type Setting, type World } from './history';
import { SimulatedN8n, SimulatedPlatform, type Run } from './simulation';

let time: SimulatedTime;
beforeEach(() => {
	time = simulateTime();
});
afterEach(() => time.restore());

const ENDS = ['execution_successful', 'execution_failed', 'execution_failed', 'execution_rejected', 'terminated', 'execution_misfired'];
const EVENT_OF: Record<string, string> = { execution_successful: 'succeeded', execution_failed: 'failed', execution_rejected: 'rejected', terminated: 'terminated', execution_misfired: 'misfired' };

/** The events of a run that are there at a time. */
function eventsOf(run: Run, now: number): string[] {
	if (run.visibleAt > now) return [];
	const event = EVENT_OF[run.end]!;
	const started = (run.kind === 'plan' || now >= run.startsAt || now >= run.endsAt) && !(now >= run.endsAt && event === 'misfired');
	return [...(started && event !== 'misfired' ? ['started'] : []), ...(now >= run.endsAt ? [event] : [])];
}

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
					const endsAt = status === 'execution_misfired' || times > 40 ? visibleAt : visibleAt + dispatch + lasts + (index % 7) * 100;
					platform.runs.push({ id: uuid(), kind: kind === 0 ? 'plan' : 'task', time: now + skew - index * (times > 40 ? Math.min(1, spread) : spread), visibleAt, startsAt: visibleAt + dispatch, endsAt, end: status, noFinish });
				}
			},
			shown: () => idsOf(own().filter(({ deleted }) => !deleted), () => time.now()),
			all: () => ({ must: idsOf(kinds.flatMap((kind) => [...promised(own().filter((run) => run.kind === kind), 1_200 / kinds.length)]).filter(({ deleted }) => !deleted), () => time.now()), may: idsOf(own(), ({ endsAt }) => Math.max(endsAt, time.now())) }),
		};
	}

	test.each([
		['of tasks', 'tasks', 3_000],
		['of plans', 'plans', 500],
		['of both', 'tasksAndPlans', 1_500],
	])('each event once, whatever happens: %s', async (_title, runsOf, numRuns) => {
		await fc.assert(
			fc.asyncProperty(setting, fc.constantFrom(...wanted), async (given, events) => {
				await play(time, world(runsOf, events, given), given);
			}),
			histories(numRuns),
		);
	}, PATIENCE_MS);
});
