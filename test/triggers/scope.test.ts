/** What a trigger was set to emit, and since when: only that is requested. */
import { HOUR, MINUTE } from '../support/time';
import { active, addLog, answering, idsOf, platform, time, trigger } from './stage';

describe('scope', () => {
	test.each([
		['tasks', 't1', 'GET /processing/executables/tasks/executions'],
		['plans', 'p1', 'GET /processing/executables/plans/executions'],
	])(
		'the trigger asks for one of the %s in an environment within that environment',
		async (runsOf, id, request) => {
			const n8n = await active('execution', {
				runsOf,
				events: ['failed'],
				[runsOf]: [id],
				filters: { environmentId: 'e1' },
			});
			await n8n.poll();
			expect(platform().requests).toEqual([request]);
		},
	);

	test('times that are expressions do not make the trigger start over with each poll', async () => {
		const written = { filters: { fromDate: '={{ $now.minus({ hours: 1 }) }}' } };
		const n8n = trigger('auditLog', {});
		n8n.rawParameters = written;
		const tick = async () => {
			n8n.parameters = { filters: { fromDate: new Date(time.now() - 60 * MINUTE).toISOString() } };
			const reported = await n8n.poll();
			await time.sleep(MINUTE);
			return reported;
		};
		const old = addLog({ time: time.now() - 30 * MINUTE });
		expect(await tick()).toBe('nothing');
		expect(await tick()).toBe('emitted');
		const fresh = addLog();
		await tick();
		expect(idsOf(n8n)).toEqual([old.id, fresh.id]);
		n8n.rawParameters = { filters: { fromDate: '={{ $now.minus({ hours: 2 }) }}' } };
		expect(await tick()).toBe('nothing');
		await tick();
		expect(n8n.emitted).toHaveLength(4);
	});

	test.each([
		['"Catch Up From" must not be in the future', { fromDate: '2099-01-01T00:00:00Z' }],
		[
			'"Catch Up Until" must not be before "Catch Up From"',
			{ fromDate: '2026-03-02T00:00:00Z', toDate: '2026-03-01T00:00:00Z' },
		],
	])('filters are refused before anything is sent: %s', async (message, filters) => {
		const n8n = trigger('auditLog', { filters });
		expect(await n8n.poll()).toBe('failed');
		expect(n8n.error!.message).toBe(message);
		expect(platform().requests).toEqual([]);
	});

	test('Catch Up From as an expression is not compared with Catch Up Until once the trigger has started', async () => {
		const n8n = trigger('auditLog', {});
		n8n.rawParameters = { filters: { fromDate: '={{ $now.minus({ minutes: 15 }) }}' } };
		const end = time.now() + 10 * MINUTE;
		const poll = async () => {
			n8n.parameters = {
				filters: {
					fromDate: new Date(time.now() - 15 * MINUTE).toISOString(),
					toDate: new Date(end).toISOString(),
				},
			};
			return await n8n.poll();
		};
		expect(await poll()).toBe('nothing');
		await time.sleep(9 * MINUTE);
		const last = addLog();
		await time.sleep(30 * MINUTE);
		expect(await poll()).toBe('emitted');
		expect(idsOf(n8n)).toEqual([last.id]);
	});

	test('no time span is requested that ends before it begins, if the end has passed', async () => {
		const asked: string[] = [];
		answering((url, answer) => (asked.push(url), answer()));
		const n8n = trigger('auditLog', {
			filters: { toDate: new Date(time.now() - 2 * HOUR).toISOString() },
		});
		expect(await n8n.poll({ activation: true })).toBe('nothing');
		const backwards = asked
			.map((url) => new URL(url, 'http://platform').searchParams)
			.filter(
				(query) =>
					query.has('fromDate') &&
					query.has('toDate') &&
					Date.parse(query.get('fromDate')!) > Date.parse(query.get('toDate')!),
			);
		expect(asked.length).toBeGreaterThan(0);
		expect(backwards).toEqual([]);
	});

	test('Catch Up From Log ID finds its log among a hundred thousand while n8n waits', async () => {
		const oldest = addLog({ time: time.now() - 100_000 });
		for (let at = 1; at < 100_000; at++) addLog({ time: time.now() - 100_000 + at });
		platform().behavior.latencyMs = 2_000;
		const n8n = await active('auditLog', { filters: { fromId: oldest.id } });
		await n8n.poll();
		expect(idsOf(n8n)[0]).toBe(oldest.id);
	});
});
