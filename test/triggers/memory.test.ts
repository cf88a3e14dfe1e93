/** What stays in memory while a trigger catches up, apart from what the test itself keeps of it. */
import { watchStreams } from '../../nodes/shared/trigger/streams/streamPoll';
import { spec as auditLogSpec } from '../../nodes/TalendCloudAccountTrigger/TalendCloudAccountTrigger.node';
import { spec as executionSpec } from '../../nodes/TalendCloudProcessingTrigger/TalendCloudProcessingTrigger.node';
import { megabytesInUse } from '../support/memory';
import { report } from '../support/report';
import { uuid } from './history';
import { SimulatedN8n } from './simulatedN8n';
import { platform, time } from './stage';

const EVENTS = 50_000;
const APART_MS = 1_700;

test.each([
	['audit logs', auditLogSpec, {}],
	['executions', executionSpec, { runsOf: 'tasks', events: ['failed'] }],
] as const)(
	'fifty thousand %s take as much memory after each poll as after the first',
	async (name, spec, parameters) => {
		const n8n = new SimulatedN8n(platform(), watchStreams(spec), parameters, true);
		await n8n.poll({ activation: true });
		const began = time.now();
		for (let each = 0; each < EVENTS; each++) {
			const at = began + each * APART_MS;
			if (name === 'audit logs')
				platform().logs.push({ id: uuid(), time: at, visibleAt: at, category: 'user account' });
			else
				platform().executions.push({
					id: uuid(),
					kind: 'task',
					time: at,
					visibleAt: at,
					startsAt: at,
					endsAt: at,
					end: 'execution_failed',
				});
		}
		await time.sleep(EVENTS * APART_MS);
		let emitted = 0;
		const after: number[] = [];
		while (emitted < EVENTS && after.length < 60) {
			await n8n.poll();
			emitted += n8n.emitted.length;
			// What n8n takes is no longer the trigger's.
			n8n.emitted = [];
			n8n.pollThatEmitted.clear();
			platform().requests = [];
			after.push(megabytesInUse());
			await time.sleep(60_000);
		}
		expect(emitted).toBe(EVENTS);
		report(
			`${name}: ${after.length} polls, ${after[0]!.toFixed(1)} MB after the first, ${Math.max(...after).toFixed(1)} at most, ${after.at(-1)!.toFixed(1)} after the last`,
		);
		// What earlier test files left can still be collected: that must not hide growth.
		const growth = after.map((each, index) => each - Math.min(...after.slice(0, index + 1)));
		expect(Math.max(...growth)).toBeLessThan(3);
	},
);
