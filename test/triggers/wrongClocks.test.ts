/** Clocks that are wrong: each event is emitted once, and soon. */
import { clock } from '../../nodes/shared/support/time/clock';
import { changed } from '../support/changed';
import { HOUR, MINUTE } from '../support/time';
import {
	active,
	addExecution,
	addLog,
	expectEachOnce,
	idsOf,
	platform,
	polls,
	pollsFromNow,
	time,
	WATCHED,
} from './stage';

test.each(WATCHED)(
	'the trigger of $what emits at once behind a gateway whose clock is minutes behind',
	async ({ name }) => {
		platform().behavior.gatewaySkewMs = -4 * MINUTE;
		const n8n = await active(name, { options: { lookBack: 1 } });
		for (let minute = 0; minute < 5; minute++) {
			if (name === 'auditLog') addLog();
			else addExecution();
			await time.sleep(MINUTE);
			expect(await n8n.poll()).toBe('emitted');
		}
	},
);

describe('a platform whose clock is ahead of that of its records', () => {
	/** What a trigger watches happens, with this ID of its event. */
	const happens = {
		execution: () => `task:${addExecution().id}:failed`,
		auditLog: () => addLog().id,
		crawler: (id: string) => {
			const { startsAt } = addExecution({ kind: 'crawler', id, end: 'failed' });
			return `c1:${new Date(startsAt).toISOString()}:failed`;
		},
	};

	test.each(
		(
			[
				{ what: 'an execution', name: 'execution' },
				{ what: 'an audit log', name: 'auditLog' },
				{ what: 'the run of a crawler', name: 'crawler' },
			] as const
		).flatMap((each) => [
			{ ...each, before: 'none' },
			{ ...each, before: 'another one' },
		]),
	)(
		'$what right after the activation is emitted, with $before before it',
		async ({ name, before }) => {
			platform().behavior.gatewaySkewMs = 2 * MINUTE;
			if (before === 'another one') happens[name]('c1 1');
			await time.sleep(3 * MINUTE);
			const n8n = await active(name, {
				...(name === 'execution' ? { runsOf: 'tasks' } : {}),
				...(name === 'auditLog' ? {} : { events: ['failed'] }),
				options: { lookBack: 1 },
			});
			await time.sleep(10_000);
			const eventId = happens[name]('c1 2');
			await pollsFromNow(n8n, 10);
			expect(idsOf(n8n)).toEqual([eventId]);
		},
	);
});

describe('a clock that is wrong', () => {
	test.each([-720, -2, 2, 720])(
		'no event is lost or emitted twice if the clock of n8n is wrong by %i hours for some polls',
		async (skewHours) => {
			const n8n = await active('execution', { runsOf: 'tasks', events: ['failed'] });
			for (let each = 0; each < 100; each++) {
				addExecution();
				await polls(n8n, 1);
			}
			const real = clock.now;
			changed(clock, { now: () => real() + skewHours * HOUR });
			for (let each = 0; each < 3; each++) {
				addExecution();
				await polls(n8n, 1);
			}
			clock.now = real;
			for (let each = 0; each < 3; each++) {
				addExecution();
				await polls(n8n, 1);
			}
			// Each of the executions above, and none of them twice.
			const all = platform().executions.length;
			expectEachOnce(n8n, all);
			expect(n8n.warnings).toEqual([]);
		},
	);
});
