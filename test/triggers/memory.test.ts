/**
 * What stays in memory while a trigger catches up, as a part of what its events take: a trigger
 * that kept all of them would keep 1.
 */
import { watchStreams } from '../../nodes/shared/trigger/streams/streamPoll';
import { spec as auditLogSpec } from '../../nodes/TalendCloudAccountTrigger/TalendCloudAccountTrigger.node';
import { spec as executionSpec } from '../../nodes/TalendCloudProcessingTrigger/TalendCloudProcessingTrigger.node';
import { megabytesInUse } from '../support/memory';
import { report } from '../support/report';
import { ALL } from '../support/share';
import { uuid } from './history';
import { SimulatedN8n } from './simulatedN8n';
import { platform, time } from './stage';

const EVENTS = 50_000;
const APART_MS = 1_700;

/** What the trigger keeps is less: what earlier test files left can still move a little. */
const MOST_KEPT = 0.12;

/** Adds to the platform what happens. */
function happens(at: number, kind: 'audit logs' | 'executions'): void {
	// A text that was joined becomes larger when it is first used as a key: this one is whole.
	const what = { id: Buffer.from(uuid()).toString(), time: at, visibleAt: at };
	if (kind === 'audit logs') platform().logs.push({ ...what, category: 'user account' });
	else
		platform().executions.push({
			...what,
			kind: 'task',
			startsAt: at,
			endsAt: at,
			end: 'execution_failed',
		});
}

/** Both kinds are read by the same code, so audit logs are only watched on Sundays. */
const WATCHED = [
	{ kind: 'executions', spec: executionSpec, parameters: { runsOf: 'tasks', events: ['failed'] } },
	...(ALL ? [{ kind: 'audit logs', spec: auditLogSpec, parameters: {} } as const] : []),
] as const;

test.each(WATCHED)(
	'fifty thousand $kind take as much memory after each poll as after the first',
	async ({ kind, spec, parameters }) => {
		const n8n = new SimulatedN8n(platform(), watchStreams(spec), parameters, true);
		await n8n.poll({ activation: true });
		const began = time.now();
		for (let each = 0; each < EVENTS; each++) happens(began + each * APART_MS, kind);
		await time.sleep(EVENTS * APART_MS);
		let emitted = 0;
		let ofEvents = 0;
		const after: number[] = [];
		while (emitted < EVENTS && after.length < 60) {
			await n8n.poll();
			emitted += n8n.emitted.length;
			platform().requests = [];
			n8n.pollThatEmitted.clear();
			const withEvents = megabytesInUse();
			// What n8n takes is no longer the trigger's.
			n8n.emitted = [];
			after.push(megabytesInUse());
			ofEvents += withEvents - after.at(-1)!;
			await time.sleep(60_000);
		}
		expect(emitted).toBe(EVENTS);
		// What earlier test files left can still be collected: that must not hide growth.
		const growth = after.map((each, index) => each - Math.min(...after.slice(0, index + 1)));
		const kept = Math.max(...growth) / ofEvents;
		report(
			`${kind}: ${after.length} polls, ${ofEvents.toFixed(1)} MB of events, of which at most ${(kept * 100).toFixed(1)}% stay`,
		);
		expect(kept).toBeLessThan(MOST_KEPT);
	},
);
