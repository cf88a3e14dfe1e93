/**
 * Backlogs on platforms that answer oddly, in random combinations: totals that are wrong, pages
 * that are shorter than asked for, filters by the second, slow responses, faults and kills. Each
 * event is emitted once, and a trigger never stays where it is.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { HOUR, MINUTE, SECOND } from '../support/time';
import { histories, PATIENCE_MS, triedFor } from './history';
import { type Behavior } from './simulatedPlatform';
import {
	activated,
	addExecution,
	addLog,
	expectEachOnce,
	platform,
	time,
	trigger,
	usePlatform,
} from './stage';

/**
 * A burst of no more than the platform lists of one second, what happens to the polls after it, and
 * how long nothing polls then.
 */
const burst = fc.record({
	count: fc.integer({ min: 1, max: 900 }),
	apartMs: fc.constantFrom(0, 1, 20, 437, 5_000),
	lateMs: fc.constantFrom(0, 0, 20 * SECOND),
	polls: fc.integer({ min: 0, max: 3 }),
	fault: fc.constantFrom(undefined, undefined, 429, 500, 'killed', 'breaks'),
	faultAfter: fc.nat(20),
	gapMs: fc.constantFrom(5 * SECOND, 15 * MINUTE, 20 * HOUR),
});

/** Totals by how many records there really are. */
const TOTALS: Record<string, ((count: number) => number) | undefined> = {
	right: undefined,
	'a few too many': (count) => count + 7,
	'three times as many': (count) => count * 3,
	'always 50,000': () => 50_000,
	'the last page only': (count) => count % 100,
	'one page': (count) => Math.min(count, 30),
	'as many as are listed': (count) => Math.min(count, 1_000),
	'a third': (count) => Math.floor(count / 3),
	nothing: () => 0,
};
const platforms = fc.record({
	tellsTotal: fc.boolean(),
	total: fc.constantFrom(...Object.keys(TOTALS)),
	pagesAcrossEnd: fc.constantFrom(undefined, 'refused', 'cut'),
	inclusive: fc.boolean(),
	bySecond: fc.boolean(),
	withoutZone: fc.boolean(),
	capSize: fc.constantFrom(0, 0, 20, 50, 99),
	isSaid: fc.boolean(),
	latencyMs: fc.constantFrom(50, 300, 900),
	gatewaySkewMs: fc.integer({ min: -MINUTE, max: MINUTE }),
});
type Platform = typeof platforms extends fc.Arbitrary<infer T> ? T : never;

const triggers = fc.constantFrom<[name: 'execution' | 'auditLog', parameters: IDataObject]>(
	['execution', { runsOf: 'tasks', events: ['failed'] }],
	['execution', { runsOf: 'tasksAndPlans', events: ['started', 'failed'] }],
	['auditLog', {}],
);

/**
 * How a platform behaves. Pages are only shorter than asked for where the total says so, or
 * `limit`, which lists of audit logs do not have: otherwise nobody can know that more follow.
 */
function behaviorOf(
	name: 'execution' | 'auditLog',
	{ total, capSize, isSaid, ...behavior }: Platform,
): Partial<Behavior> {
	const wrongTotal = TOTALS[total];
	const isKnownByTotal = behavior.tellsTotal && (wrongTotal?.(1_000) ?? 1_000) >= 1_000;
	const isCapped = capSize > 0 && (isKnownByTotal || name === 'execution');
	return {
		...behavior,
		checksPeriod: false,
		...(wrongTotal && { wrongTotal }),
		...(isCapped && { cap: { size: capSize, isSaid: isSaid || !isKnownByTotal } }),
	};
}

/** A trigger is stuck if this many polls in a row emit nothing and read no further. */
const STUCK_POLLS = 10;

test(
	'each event of a backlog is emitted once, whatever is odd about the platform',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(burst, { minLength: 1, maxLength: 5 }),
				platforms,
				triggers,
				fc.constantFrom(60, 400, 3_000),
				fc.boolean(),
				triedFor(async (bursts, behavior, [name, parameters], maxEvents, durable) => {
					usePlatform(behaviorOf(name, behavior));
					const options = { maxEvents };
					const n8n = await activated(trigger(name, { ...parameters, options }, durable));
					await time.sleep(20 * MINUTE);
					for (const { count, apartMs, lateMs, polls, fault, faultAfter, gapMs } of bursts) {
						for (let each = count - 1; each >= 0; each--) {
							const more = { time: time.now() - lateMs, visibleAt: time.now() };
							if (name === 'auditLog') addLog(more);
							else addExecution(more);
							await time.sleep(apartMs);
						}
						for (let poll = 0; poll < polls; poll++) {
							platform().faults =
								fault === 'breaks'
									? [{ after: faultAfter, breaks: true }]
									: typeof fault === 'number'
										? [{ after: faultAfter, status: fault }]
										: [];
							await n8n.poll({ killed: fault === 'killed' && poll === 0 });
							await time.sleep(MINUTE);
						}
						platform().faults = [];
						await time.sleep(gapMs);
					}
					const eventsEach = name === 'execution' ? (parameters.events as string[]).length : 1;
					const wanted = (platform().executions.length + platform().logs.length) * eventsEach;
					for (let stuck = 0; n8n.emitted.length < wanted && stuck < STUCK_POLLS;) {
						await time.sleep(2 * MINUTE);
						stuck = (await n8n.pollGetsOn()) ? 0 : stuck + 1;
					}
					expectEachOnce(n8n, wanted);
				}),
			),
			histories(8),
		);
	},
	PATIENCE_MS,
);
