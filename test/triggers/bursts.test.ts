/** Executions in random bursts with gaps between them, on a slow platform: no poll spends its time on what it knows. */
import fc from 'fast-check';

import { simulateTime, type SimulatedTime } from '../support/time';
import { PATIENCE_MS } from './history';
import { SimulatedPlatform } from './simulation';
import { activated, addRun, triggerOn } from './stage';

const MINUTE = 60_000;

let time: SimulatedTime;
beforeEach(() => {
	time = simulateTime();
});
afterEach(() => time.restore());

/** More of one time than that need not be found (docs/guide/triggers.md, "Its limits"). */
const AT_ONCE = 450;
/** How many there are in all, at most. */
const MOST = 4_500;

const burst = fc.record({
	count: fc.integer({ min: 1, max: 2_000 }),
	apartMs: fc.constantFrom(0, 0.5, 1, 3, 50),
	gapMs: fc.constantFrom(100, 1_000, 10_000, 45_000, 200_000),
});
const bursts = fc.array(burst, { minLength: 2, maxLength: 5 });
const platforms = fc.record({
	tellsTotal: fc.boolean(),
	inclusive: fc.boolean(),
	reach: fc.constantFrom({ size: 100, most: 500 }, { size: 100, most: 1_000 }),
});
const triggers = fc.record({
	events: fc.constantFrom(['failed'], ['started', 'failed']),
	maxEvents: fc.constantFrom(400, 3_000),
});

test(
	'all events of bursts are emitted, after a few polls more than they fill',
	async () => {
		await fc.assert(
			fc.asyncProperty(bursts, platforms, triggers, async (all, habits, { events, maxEvents }) => {
				const platform = new SimulatedPlatform(time, {
					gatewaySkewMs: 0,
					latencyMs: 1_500,
					...habits,
				});
				const n8n = await activated(
					triggerOn(platform, 'execution', { runsOf: 'tasks', events, options: { maxEvents } }),
				);
				await time.sleep(60 * MINUTE);
				let at = time.now() - 20 * MINUTE;
				for (const { count, apartMs, gapMs } of all) {
					at += gapMs;
					const many = Math.min(
						count,
						MOST - platform.runs.length,
						apartMs === 0 ? AT_ONCE : Infinity,
					);
					for (let each = 0; each < many; each++)
						addRun(platform, { time: Math.floor(at + each * apartMs), visibleAt: time.now() });
					at += many * apartMs;
				}
				const wanted = platform.runs.length * events.length;
				for (
					let polls = Math.ceil(wanted / maxEvents) + 8;
					polls > 0 && n8n.handed.length < wanted;
					polls--
				) {
					await time.sleep(2 * MINUTE);
					await n8n.poll();
				}
				expect(n8n.handed).toHaveLength(wanted);
				expect(new Set(n8n.handed.map(({ eventId }) => eventId)).size).toBe(wanted);
			}),
			{
				numRuns: Number(process.env.TRIGGER_HISTORIES ?? 0) > 0 ? 500 : 8,
				interruptAfterTimeLimit: PATIENCE_MS * 0.75,
				markInterruptAsFailure: true,
			},
		);
	},
	PATIENCE_MS,
);
