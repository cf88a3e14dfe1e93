/**
 * The limits that docs/guide/triggers.md names: what polls cost, how much they hold, and what they
 * survive.
 */
import type { IDataObject } from 'n8n-workflow';

import { HOUR, MINUTE } from '../support/time';
import { uuid } from './history';
import type { SimulatedN8n } from './simulatedN8n';
import {
	active,
	addExecution,
	addLog,
	answering,
	drain,
	expectEachOnce,
	idsOf,
	platform,
	polls,
	pollsFromNow,
	reply,
	time,
	trigger,
	type TriggerName,
	usePlatform,
} from './stage';

describe('what a poll costs', () => {
	test.each<{ what: string; name: TriggerName; parameters?: IDataObject; requests: string[] }>([
		{ what: 'audit logs', name: 'auditLog', requests: ['GET /security/audit/logs'] },
		{ what: 'crawlers', name: 'crawler', requests: ['GET /connections/crawlers'] },
		{
			what: 'executions of tasks',
			name: 'execution',
			requests: ['GET /processing/executables/tasks/executions'],
		},
		{
			what: 'executions of both kinds',
			name: 'execution',
			parameters: { runsOf: 'tasksAndPlans' },
			requests: [
				'GET /processing/executables/plans/executions',
				'GET /processing/executables/tasks/executions',
			],
		},
	])(
		'an idle poll of $what is one request for each list',
		async ({ name, parameters, requests }) => {
			const n8n = await active(name, parameters);
			await time.sleep(HOUR);
			await n8n.poll();
			expect(platform().requests.sort()).toEqual(requests);
		},
	);

	test('the reads of data services that never end are spread over the polls', async () => {
		const n8n = await active('execution');
		for (let index = 0; index < 100; index++) addExecution({ endsAt: Infinity });
		await n8n.poll();
		await time.sleep(24 * HOUR);
		addExecution({ end: 'execution_successful' });
		await n8n.poll();
		let most = 0;
		let all = 0;
		for (let minute = 0; minute < 60; minute++) {
			platform().requests = [];
			await n8n.poll();
			most = Math.max(most, platform().requests.length);
			all += platform().requests.length;
			await time.sleep(MINUTE);
		}
		// Each of them is read every 15 minutes at most, at times of its own.
		expect(most).toBeLessThanOrEqual(21);
		expect(all).toBeLessThanOrEqual(60 + 100 * 5);
	});

	test('an execution that fails among hundreds that never end is found', async () => {
		const n8n = await active('execution');
		for (let index = 0; index < 150; index++) addExecution({ endsAt: Infinity });
		await n8n.poll();
		await time.sleep(24 * HOUR);
		addExecution({ time: time.now() + HOUR, end: 'execution_successful' });
		const { id } = addExecution({ endsAt: time.now() + 30 * MINUTE });
		await pollsFromNow(n8n, 60);
		expect(idsOf(n8n)).toEqual([`task:${id}:failed`]);
	});
});

describe('bounds', () => {
	const size = (n8n: SimulatedN8n) => Buffer.byteLength(JSON.stringify(n8n.data));

	test('events beyond what a poll emits wait', async () => {
		const n8n = await active('auditLog', { options: { maxEvents: 7 } });
		const logs = Array.from({ length: 30 }, (_, index) => addLog({ time: time.now() + index }));
		expect(await drain(n8n)).toBe(5);
		expect(n8n.eventCounts.slice(1, 6)).toEqual([7, 7, 7, 7, 2]);
		expect(idsOf(n8n)).toEqual(logs.map(({ id }) => id));
	});

	test('tasks do not delay plans', async () => {
		const n8n = await active('execution', { runsOf: 'tasksAndPlans', options: { maxEvents: 5 } });
		for (let index = 0; index < 100; index++) addExecution();
		const { id } = addExecution({ kind: 'plan' });
		await n8n.poll();
		await n8n.poll();
		expect(idsOf(n8n)).toContain(`plan:${id}:failed`);
	});

	test('thousands of events at one and the same time are all emitted', async () => {
		const n8n = await active('auditLog', { options: { maxEvents: 1_000 } });
		const at = time.now();
		for (let index = 0; index < 5_000; index++) addLog({ time: at });
		await drain(n8n);
		expectEachOnce(n8n, 5_000);
		expect(n8n.largestStateBytes).toBeLessThan(64_000);
	});

	test('the state stays small, survives JSON and loses nothing: 20,000 logs in an hour', async () => {
		const n8n = await active('auditLog', { options: { maxEvents: 1_000 } }, true);
		for (let index = 0; index < 20_000; index++)
			addLog({ time: time.now() + index * 180, visibleAt: time.now() + index * 180 });
		await polls(n8n, 90);
		expectEachOnce(n8n, 20_000);
		expect(n8n.largestStateBytes).toBeLessThan(64_000);
	});

	test('the longest open executions are dropped if there are too many', async () => {
		const n8n = await active('execution', {
			runsOf: 'tasksAndPlans',
			events: ['started', 'failed'],
			options: { maxEvents: 1_000 },
		});
		const endsAt = time.now() + 3 * HOUR;
		const of = { task: [] as string[], plan: [] as string[] };
		for (let index = 0; index < 800; index++)
			for (const kind of ['task', 'plan'] as const) {
				const id = kind === 'task' ? `${uuid()}-${'x'.repeat(40)}` : uuid();
				of[kind].push(addExecution({ kind, id, time: time.now() + index, endsAt }).id);
			}
		await drain(n8n);
		expect(size(n8n)).toBeLessThan(64_000);
		expect(n8n.emitted).toHaveLength(1_600);
		// Newer ones make them older than the look-back, so that the list does not show them again.
		await time.sleep(HOUR);
		for (const kind of ['task', 'plan'] as const)
			addExecution({ kind, end: 'execution_successful' });
		await drain(n8n);
		await time.sleep(3 * HOUR);
		await pollsFromNow(n8n, 60);
		expectEachOnce(n8n, n8n.emitted.length);
		const isEmitted = new Set(idsOf(n8n));
		// The IDs of the tasks are longer, and the state has a limit in bytes.
		for (const [kind, atLeast] of [
			['task', 120],
			['plan', 200],
		] as const) {
			const isFollowed = of[kind].map((id) => isEmitted.has(`${kind}:${id}:failed`));
			const count = isFollowed.filter(Boolean).length;
			expect(count).toBeGreaterThan(atLeast);
			expect(isFollowed.lastIndexOf(false)).toBe(800 - count - 1);
		}
	});

	test('a backlog of weeks is emitted in polls that stay within their time', async () => {
		usePlatform({ latencyMs: 4_000 });
		const n8n = await active('execution', {
			events: ['failed', 'succeeded'],
			options: { maxEvents: 1_000 },
		});
		for (let index = 0; index < 3_000; index++)
			addExecution({
				time: time.now() + index * 10 * MINUTE,
				visibleAt: time.now() + index * 10 * MINUTE,
				endsAt: time.now() + index * 10 * MINUTE,
			});
		await time.sleep(3_000 * 10 * MINUTE);
		let pollCount = 0;
		for (let quiet = 0; quiet < 2 && pollCount < 100; pollCount++) {
			const began = time.now();
			quiet = (await n8n.poll()) === 'nothing' ? quiet + 1 : 0;
			expect(time.now() - began).toBeLessThan(36_000);
			await time.sleep(MINUTE);
		}
		expect(n8n.error).toBeUndefined();
		expect(pollCount).toBeLessThan(30);
		expectEachOnce(n8n, 3_000);
	});
});

describe('failures', () => {
	test('the second of two polls at the same time does nothing', async () => {
		const n8n = await active('auditLog');
		addLog();
		expect(await Promise.all([n8n.poll(), n8n.poll()])).toEqual(['emitted', 'nothing']);
		expect(platform().requests).toHaveLength(1);
		expect(n8n.emitted).toHaveLength(1);
	});

	test.each([
		[{ status: 429, retryAfter: 600 }, '429', { cause: 'rate-limited', retryAfterMs: 600_000 }],
		[{ status: 401 }, '401', { cause: 'credential-invalid' }],
		[{ status: 403 }, '403', { cause: 'credential-invalid' }],
		[{ status: 503 }, '503', { cause: 'temporarily-unavailable' }],
		[{ breaks: true }, null, { cause: 'temporarily-unavailable' }],
	])(
		'n8n learns why a poll failed with %j, without anything being forgotten',
		async (fault, httpCode, failure) => {
			const n8n = await active('auditLog');
			addLog();
			const before = JSON.stringify(n8n.data);
			platform().faults = Array.from({ length: 10 }, () => ({ after: 0, ...fault }));
			expect(await n8n.poll()).toBe('failed');
			expect(n8n.error).toMatchObject({ name: 'NodeApiError', httpCode, failure });
			expect(JSON.stringify(n8n.data)).toBe(before);
			platform().faults = [];
			await time.sleep(15 * MINUTE);
			expect(await n8n.poll()).toBe('emitted');
		},
	);

	test('a platform that does not respond in time ends the poll in its time', async () => {
		const n8n = await active('auditLog');
		platform().faults = Array.from({ length: 10 }, () => ({ after: 0, slowMs: HOUR }));
		const began = time.now();
		expect(await n8n.poll()).toBe('failed');
		expect(time.now() - began).toBeLessThanOrEqual(36_000);
		expect(n8n.error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
	});

	test('a poll works if n8n gives no budget', async () => {
		const n8n = trigger('auditLog');
		n8n.budgetMs = undefined;
		await n8n.poll({ activation: true });
		addLog();
		expect(await n8n.poll()).toBe('emitted');
	});

	test('a poll that fails after it has read one list emits what it has read', async () => {
		const n8n = await active('execution', { runsOf: 'tasksAndPlans' });
		addExecution();
		addExecution({ kind: 'plan' });
		platform().faults = Array.from({ length: 5 }, () => ({ after: 1, status: 500 }));
		expect(await n8n.poll()).toBe('emitted');
		expect(n8n.emitted).toHaveLength(1);
		expect(n8n.warnings).toEqual([expect.stringMatching(/^Not everything could be read: /)]);
		platform().faults = Array.from({ length: 5 }, () => ({ after: 0, status: 500 }));
		expect(await n8n.poll()).toBe('failed');
		platform().faults = [];
		expect(await n8n.poll()).toBe('emitted');
		expectEachOnce(n8n, 2);
	});

	test('records that disappear from the list while it is read hide no others', async () => {
		usePlatform({ pageLimits: { pageSize: 10, maxPerPeriod: 70 } });
		const n8n = await active('execution', { options: { lookBack: 1 } });
		const executions = Array.from({ length: 95 }, (_, index) =>
			addExecution({
				time: time.now() + index * 2 * MINUTE,
				visibleAt: time.now() + index * 2 * MINUTE,
				endsAt: time.now() + index * 2 * MINUTE,
			}),
		);
		await time.sleep(95 * 2 * MINUTE);
		let deleted = 0;
		platform().afterEachAnswer = () => {
			for (let times = 0; times < 2 && deleted < 20; times++)
				executions[94 - deleted++]!.deleted = true;
		};
		await drain(n8n);
		const emitted = new Set(idsOf(n8n));
		expect(deleted).toBe(20);
		expect(
			executions.filter((each) => !each.deleted && !emitted.has(`task:${each.id}:failed`)),
		).toEqual([]);
	});

	test('an execution that no longer exists is dropped after an hour', async () => {
		const n8n = await active('execution');
		const gone = addExecution({ endsAt: Infinity });
		await n8n.poll();
		await time.sleep(10 * MINUTE);
		addExecution({ end: 'execution_successful' });
		await n8n.poll();
		gone.deleted = true;
		const open = () =>
			Object.keys((n8n.data.memory as { streams: { task: { open: object } } }).streams.task.open);
		await pollsFromNow(n8n, 30);
		expect(open()).toEqual([gone.id]);
		await pollsFromNow(n8n, 60);
		expect(open()).toEqual([]);
	});

	test('an execution that is unknown for a while and reappears is not lost', async () => {
		const n8n = await active('execution');
		const strange = addExecution({ endsAt: time.now() + 40 * MINUTE });
		await n8n.poll();
		strange.deleted = true;
		await time.sleep(10 * MINUTE);
		await n8n.poll();
		strange.deleted = false;
		await pollsFromNow(n8n, 60);
		expect(idsOf(n8n)).toEqual([`task:${strange.id}:failed`]);
	});

	test('an execution that cannot be read does not delay the others', async () => {
		const n8n = await active('execution');
		const [bad, good] = [
			addExecution({ endsAt: time.now() + 20 * MINUTE }),
			addExecution({ endsAt: time.now() + 20 * MINUTE }),
		];
		await n8n.poll();
		await time.sleep(10 * MINUTE);
		addExecution({ end: 'execution_successful' });
		await n8n.poll();
		await time.sleep(20 * MINUTE);
		let isRefused = true;
		answering((url) => (isRefused && url.endsWith(bad.id) ? reply(500, {}) : undefined));
		expect(await n8n.poll()).toBe('emitted');
		expect(idsOf(n8n)).toEqual([`task:${good.id}:failed`]);
		expect(n8n.warnings.join()).toMatch(new RegExp(`${bad.id} could not be read`));
		isRefused = false;
		await time.sleep(15 * MINUTE);
		expect(await n8n.poll()).toBe('emitted');
	});

	test('a response that is not a list is refused', async () => {
		const n8n = await active('auditLog');
		answering(() => reply(200, { surprise: true }));
		expect(await n8n.poll()).toBe('failed');
		expect(n8n.error!.message).toBe(
			'Talend Cloud returned an object with the field "surprise" instead of a list',
		);
	});

	test('a state of another origin makes the trigger start over', async () => {
		const n8n = await active('auditLog');
		n8n.data = { memory: { scope: 'another' } };
		addLog();
		expect(await n8n.poll()).toBe('nothing');
		addLog();
		expect(await n8n.poll()).toBe('emitted');
		expect(n8n.eventCounts.at(-1)).toBe(1);
	});
});

describe('a platform as others have seen it', () => {
	test('a limit of ten requests a second to each endpoint delays nothing for long', async () => {
		usePlatform({
			latencyMs: 5,
			seen: { tenPerSecond: true, missingTotals: true, newestFirst: true },
		});
		const n8n = await active('execution', { options: { maxEvents: 2_500 } });
		// 24 pages, each answered at once.
		const executions = Array.from({ length: 2_400 }, (_, index) =>
			addExecution({ time: time.now() + index * 20 }),
		);
		await time.sleep(2 * MINUTE);
		expect(await drain(n8n)).toBeLessThanOrEqual(3);
		expect(new Set(idsOf(n8n))).toEqual(new Set(executions.map(({ id }) => `task:${id}:failed`)));
		expect(idsOf(n8n)).toHaveLength(executions.length);
		expect(platform().overLimitCount).toBeGreaterThan(0);
		expect(platform().overLimitCount).toBeLessThan(25);
	});
});
