/**
 * Executions in random bursts with gaps between them, of the sizes that docs/guide/triggers.md
 * promises: all of them are found soon.
 */
import fc from 'fast-check';

import { MINUTE } from '../support/time';
import { histories, PATIENCE_MS, triedFor } from './history';
import { activated, addExecution, time, trigger, usePlatform } from './stage';

/** How many begin within four seconds at most (docs/guide/triggers.md): a list shows them all. */
const AT_ONCE = 1_000;
/**
 * The same, if the total is wrong, or the platform refuses to list more and has none: after exactly
 * 1,000, the trigger has to say that others may be missing.
 */
const AT_ONCE_WITHOUT_TOTAL = AT_ONCE - 1;

const burst = fc.record({
	count: fc.integer({ min: 1, max: 1_500 }),
	apartMs: fc.constantFrom(0, 0.5, 1, 5, 50, 1_000),
	gapMs: fc.constantFrom(5_000, 10_000, 45_000, 200_000, 5 * 60 * MINUTE),
});
const bursts = fc.array(burst, { minLength: 1, maxLength: 6 });
const platforms = fc.record({
	tellsTotal: fc.boolean(),
	wrongTotal: fc.constantFrom(
		undefined,
		(count: number) => count * 3,
		(count: number) => count + 7,
		(count: number) => Math.floor(count / 3),
		() => 50_000,
	),
	inclusive: fc.boolean(),
	bySecond: fc.boolean(),
	pagesAcrossEnd: fc.constantFrom(undefined, 'refused', 'cut'),
	cap: fc.constantFrom(undefined, { size: 50, isSaid: true }),
});
const triggers = fc.record({
	events: fc.constantFrom(['failed'], ['started', 'failed']),
	maxEvents: fc.constantFrom(400, 3_000),
});

test(
	'all events of bursts are emitted within two polls more than Max Events per Poll requires',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				bursts,
				platforms,
				triggers,
				triedFor(async (all, behavior, { events, maxEvents }) => {
					const platform = usePlatform({
						gatewaySkewMs: 0,
						latencyMs: 300,
						...behavior,
					});
					const n8n = await activated(
						trigger('execution', { runsOf: 'tasks', events, options: { maxEvents } }),
					);
					const { pagesAcrossEnd, tellsTotal, wrongTotal } = behavior;
					const isEndKnown = !wrongTotal && (tellsTotal || pagesAcrossEnd !== 'refused');
					const mostAtOnce = isEndKnown ? AT_ONCE : AT_ONCE_WITHOUT_TOTAL;
					let at = time.now() + 20 * MINUTE;
					for (const { count, apartMs, gapMs } of all) {
						at += gapMs;
						const many = Math.min(count, apartMs < 5 ? mostAtOnce : Infinity);
						for (let each = 0; each < many; each++)
							addExecution({ time: Math.floor(at + each * apartMs), visibleAt: at });
						at += many * apartMs;
					}
					await time.sleep(at - time.now());
					const wanted = platform.executions.length * events.length;
					for (
						let polls = Math.ceil(wanted / maxEvents) + 2;
						polls > 0 && n8n.emitted.length < wanted;
						polls--
					) {
						await time.sleep(2 * MINUTE);
						await n8n.poll();
					}
					expect(n8n.emitted).toHaveLength(wanted);
					expect(new Set(n8n.emitted.map(({ eventId }) => eventId)).size).toBe(wanted);
					expect([n8n.error, n8n.warnings]).toEqual([undefined, []]);
				}),
			),
			histories(8),
		);
	},
	PATIENCE_MS,
);
