/** Clocks that are wrong: each event is emitted once, and soon. */
import { clock } from '../../nodes/shared/support/clock';
import { HOUR, MINUTE } from '../support/time';
import { active, addExecution, addLog, idsOf, platform, polls, pollsFromNow, time } from './stage';

test.each(['execution', 'auditLog'] as const)(
	'the trigger of %s emits at once behind a gateway whose clock is minutes behind',
	async (name) => {
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
	test.each([
		['execution', true],
		['execution', false],
		['auditLog', true],
		['auditLog', false],
		['crawler', true],
		['crawler', false],
	] as const)(
		'%s: what happens right after the activation is emitted (something before it: %p)',
		async (name, before) => {
			platform().behavior.gatewaySkewMs = 2 * MINUTE;
			const happens = (id: string) => {
				if (name === 'auditLog') addLog();
				else addExecution(name === 'crawler' ? { kind: 'crawler', id, end: 'failed' } : {});
			};
			if (before) happens('c1 1');
			await time.sleep(3 * MINUTE);
			const n8n = await active(name, {
				...(name === 'execution' ? { runsOf: 'tasks' } : {}),
				...(name === 'auditLog' ? {} : { events: ['failed'] }),
				options: { lookBack: 1 },
			});
			await time.sleep(10_000);
			happens('c1 2');
			await pollsFromNow(n8n, 10);
			expect(n8n.emitted).toHaveLength(1);
		},
	);
});

describe('a clock that is wrong', () => {
	test.each([-30 * 24 * HOUR, -2 * HOUR, 2 * HOUR, 30 * 24 * HOUR])(
		'no event is lost or emitted twice if the clock of n8n is wrong by %i ms for some polls',
		async (skewMs) => {
			const n8n = await active('execution', { runsOf: 'tasks', events: ['failed'] });
			for (let each = 0; each < 100; each++) {
				addExecution();
				await polls(n8n, 1);
			}
			const real = clock.now;
			clock.now = () => real() + skewMs;
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
			expect([n8n.emitted.length, new Set(idsOf(n8n)).size]).toEqual([all, all]);
			expect(n8n.warnings).toEqual([]);
		},
	);
});
