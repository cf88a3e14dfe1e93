/** Requests and polls that fail: they delay nothing else, lose nothing, and say what happened. */
import { HOUR, MINUTE } from '../support/time';
import type { Outage } from './simulatedPlatform';
import {
	active,
	addExecution,
	addLog,
	answering,
	expectEachOnce,
	idsOf,
	platform,
	polls,
	pollsFromNow,
	reply,
	time,
	trigger,
	usePlatform,
} from './stage';

afterEach(() => jest.restoreAllMocks());

test('a poll that gets an older state does nothing until a minute later', async () => {
	const n8n = await active('auditLog', {}, true);
	for (let second = 0; second < 120; second++) {
		addLog();
		await time.sleep(1_000);
		// Two poll times on one second: the first one's state is kept when the second has started.
		await n8n.poll({ commitMs: 400 });
		await n8n.poll();
	}
	expectEachOnce(n8n, 120);
	await time.sleep(1_000);
	addLog();
	await n8n.poll({ commitFails: true });
	await time.sleep(30_000);
	expect(await n8n.poll()).toBe('nothing');
	await time.sleep(31_000);
	expect(await n8n.poll()).toBe('emitted');
	expectEachOnce(n8n, 121);
});

test('one 429 at the first request does not silence a trigger', async () => {
	const n8n = await active('execution');
	platform().faults = [{ after: 0, status: 429, retryAfter: 60 }];
	const late: number[] = [];
	for (let minute = 0; minute < 60; minute++) {
		for (let each = 0; each < 40; each++) addExecution({ time: time.now() - each });
		await time.sleep(MINUTE);
		await n8n.poll();
		late.push(platform().executions.length - n8n.emitted.length);
	}
	// After the third poll all is there, and stays so.
	expect(Math.max(...late.slice(2))).toBe(0);
});

test('dozens of requests that wait do not share one signal', async () => {
	const listen = jest.spyOn(AbortSignal.prototype, 'addEventListener');
	platform().faults = [{ after: 2, status: 429, retryAfter: 5 }];
	for (let each = 0; each < 3_000; each++) addExecution({ time: time.now() - each });
	await active('execution', { runsOf: 'tasksAndPlans' });
	const listening = new Map<AbortSignal, number>();
	for (const signal of listen.mock.contexts as AbortSignal[])
		listening.set(signal, (listening.get(signal) ?? 0) + 1);
	expect(listening.size).toBeGreaterThanOrEqual(24);
	expect(Math.max(...listening.values())).toBeLessThanOrEqual(10);
});

describe('the errors of a poll', () => {
	test('the error during a pause says until when it lasts', async () => {
		const n8n = await active('auditLog');
		platform().faults = [{ after: 0, status: 429, retryAfter: 600 }];
		expect(await n8n.poll()).toBe('failed');
		const described = (n8n.error as Error & { description: string }).description;
		expect(described).toMatch(/The pause ends at \d\d:\d\d:\d\d \(UTC\)\./);
		await time.sleep(MINUTE);
		expect(await n8n.poll()).toBe('failed');
		expect((n8n.error as Error & { description: string }).description).toMatch(
			/The pause ends at \d\d:\d\d:\d\d \(UTC\)\./,
		);
	});

	test('the error of a poll that ran out of time does not advise checking the region', async () => {
		const n8n = await active('auditLog');
		platform().outages = [{ of: 'all', slowMs: HOUR, until: Infinity }];
		expect(await n8n.poll()).toBe('failed');
		const { message, description } = n8n.error as Error & { description: string };
		expect(message).toBe('No response arrived within the time of a poll');
		expect(description).toBe(
			'Talend Cloud took longer than the 35 seconds that a poll has for reading. The next poll tries again.',
		);
	});
});

test('observations are kept if a poll fails and has no events', async () => {
	const n8n = await active('execution');
	for (let each = 0; each < 6_000; each++)
		addExecution({ time: time.now() + each * 1_000, end: 'execution_successful' });
	await time.sleep(6_000_000);
	const { id } = addExecution();
	// The page of all, the last one, the first ones of eight parts, and eight more of the first part.
	const after = 18;
	for (let poll = 0; poll < 40; poll++) {
		platform().faults = Array.from({ length: 30 }, () => ({ after, status: 500 }));
		await n8n.poll();
		platform().faults = [];
		await time.sleep(MINUTE);
	}
	expect(idsOf(n8n)).toEqual([`task:${id}:failed`]);
});

test('observations of one list are kept if the other one fails and there are no events', async () => {
	const n8n = await active('execution', { runsOf: 'tasksAndPlans' });
	for (let each = 0; each < 200; each++) addExecution({ end: 'execution_successful' });
	answering((url) => (url.includes('plans') ? reply(403, { message: 'not now' }) : undefined));
	await time.sleep(HOUR);
	addExecution({ end: 'execution_successful' });
	const before = n8n.progress();
	expect(await n8n.poll()).toBe('failed');
	expect(n8n.progress()).not.toBe(before);
});

describe('an outage of all requests for single records', () => {
	const OUTAGES: Array<[string, Omit<Partial<Outage>, 'of' | 'until'>]> = [
		['they break off', { breaks: true }],
		['they do not answer', { slowMs: HOUR }],
	];

	test.each(OUTAGES)(
		'plans whose steps are not needed are emitted at once if %s',
		async (_what, fault) => {
			const n8n = await active('execution', { runsOf: 'plans' });
			addExecution({ kind: 'plan', settlesMs: 0 });
			platform().outages = [{ of: 'single', ...fault, until: Infinity }];
			for (let each = 0; each < 5; each++) addExecution({ kind: 'plan', time: time.now() + each });
			await n8n.poll();
			expect(n8n.emitted).toHaveLength(5);
			platform().outages = [];
			await polls(n8n, 2);
			expect(n8n.emitted).toHaveLength(6);
		},
	);

	test.each(OUTAGES)(
		'runs of crawlers whose counters are not needed are emitted at once if %s',
		async (_what, fault) => {
			const n8n = await active('crawler');
			addExecution({ kind: 'crawler', id: 'c1 1', end: 'partlyFailed' });
			addExecution({ kind: 'crawler', id: 'c2 1', end: 'failed' });
			platform().outages = [{ of: 'single', ...fault, until: Infinity }];
			await n8n.poll();
			expect(n8n.emitted.map(({ id }) => id)).toEqual(['c2']);
			platform().outages = [];
			await polls(n8n, 2);
			expect(n8n.emitted.map(({ id, event }) => [id, event])).toEqual([
				['c2', 'failed'],
				['c1', 'partlyFailed'],
			]);
		},
	);
});

describe('an execution that is read by its ID', () => {
	test('a response with another record is not emitted', async () => {
		const n8n = await active('execution', { events: ['failed'] });
		const { id } = addExecution({ endsAt: time.now() + 2 * HOUR });
		await n8n.poll();
		await time.sleep(HOUR);
		addExecution({ end: 'execution_successful' });
		await n8n.poll();
		await time.sleep(2 * HOUR);
		let isOdd = true;
		const other = {
			executionId: 'other',
			taskId: 't1',
			startTimestamp: '2026-03-31T08:00:00Z',
			finishTimestamp: '2026-03-31T08:01:00Z',
			status: 'execution_failed',
		};
		answering((url) => (isOdd && url.includes('/executions/') ? reply(200, other) : undefined));
		await polls(n8n, 3);
		expect(n8n.emitted).toEqual([]);
		expect(n8n.warnings.join()).toMatch(/a different record/);
		isOdd = false;
		await polls(n8n, 2);
		expect(idsOf(n8n)).toEqual([`task:${id}:failed`]);
	});

	test('a long backlog does not delay the end of an execution', async () => {
		usePlatform({ latencyMs: 3_000 });
		const n8n = await active('execution');
		const { id } = addExecution({ endsAt: time.now() + 9 * HOUR });
		await n8n.poll();
		await time.sleep(HOUR);
		addExecution({ end: 'execution_successful' });
		await n8n.poll();
		const began = time.now();
		for (let each = 0; each < 20_000; each++) {
			const at = began + each * 1_000;
			addExecution({
				time: at,
				visibleAt: at,
				startsAt: at,
				endsAt: at,
				end: 'execution_successful',
			});
		}
		await time.sleep(9 * HOUR);
		await polls(n8n, 1);
		expect(idsOf(n8n)).toEqual([`task:${id}:failed`]);
	});
});

test('the next poll emits events after a poll with durable cursors that failed and kept what it had read', async () => {
	const n8n = await active('execution', { runsOf: 'tasksAndPlans' }, true);
	for (let each = 0; each < 200; each++) addExecution({ end: 'execution_successful' });
	let refuses = true;
	answering((url) =>
		refuses && url.includes('plans') ? reply(403, { message: 'not now' }) : undefined,
	);
	await time.sleep(HOUR);
	addExecution({ end: 'execution_successful' });
	const before = n8n.progress();
	expect(await n8n.poll()).toBe('failed');
	expect(n8n.progress()).not.toBe(before);
	refuses = false;
	addExecution();
	expect(await n8n.poll()).toBe('emitted');
});

describe('one record that the platform refuses', () => {
	test.each([403, 404, 500])(
		'a plan whose steps are refused with %i does not delay other plans',
		async (status) => {
			const n8n = await active('execution', { runsOf: 'plans', events: ['failed'] });
			const bad = addExecution({ kind: 'plan', end: 'FINISHED' });
			let refusing = true;
			answering((url) =>
				url.endsWith('/steps')
					? refusing
						? reply(status, { message: 'no' })
						: reply(200, [{ executionId: 's1', executionStatus: 'EXECUTION_FAILED' }])
					: undefined,
			);
			const good = addExecution({ kind: 'plan', time: time.now() + 1 });
			await pollsFromNow(n8n, 3);
			expect(idsOf(n8n)).toEqual([`plan:${good.id}:failed`]);
			expect(n8n.warnings.join()).toMatch(new RegExp(bad.id));
			refusing = false;
			await pollsFromNow(n8n, 20);
			expect(idsOf(n8n)).toEqual([`plan:${good.id}:failed`, `plan:${bad.id}:failed`]);
		},
	);

	test.each([403, 500])(
		'a crawler whose counters are refused with %i does not delay other crawlers',
		async (status) => {
			const n8n = await active('crawler', { events: ['finished', 'failed'] });
			addExecution({ kind: 'crawler', id: 'c1 1', end: 'finished' });
			addExecution({ kind: 'crawler', id: 'c2 1', time: time.now() + 1, end: 'finished' });
			let refusing = true;
			answering((url) =>
				refusing && url.endsWith('/crawlers/c1') ? reply(status, { message: 'no' }) : undefined,
			);
			await pollsFromNow(n8n, 3);
			expect(n8n.emitted.map(({ id }) => id)).toEqual(['c2']);
			refusing = false;
			await pollsFromNow(n8n, 20);
			expect(n8n.emitted.map(({ id }) => id)).toEqual(['c2', 'c1']);
		},
	);
});

test.each(['failed', 'succeeded'])(
	'the steps of a plan that is finished are read once, for the event %s',
	async (event) => {
		const n8n = await active('execution', { runsOf: 'plans', events: [event] });
		addExecution({ kind: 'plan', end: 'FINISHED' });
		let asked = 0;
		answering((url) =>
			url.endsWith('/steps')
				? (asked++, reply(200, [{ executionId: 's1', executionStatus: 'EXECUTION_SUCCESS' }]))
				: undefined,
		);
		await pollsFromNow(n8n, 10);
		expect(asked).toBe(1);
	},
);

test.each([1, 500])('a poll with a budget of %i ms ends in that time', async (budgetMs) => {
	const n8n = await active('auditLog');
	n8n.budgetMs = budgetMs;
	platform().faults = Array.from({ length: 20 }, () => ({ after: 0, slowMs: HOUR }));
	const began = time.now();
	expect(await n8n.poll()).toBe('failed');
	expect(n8n.error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
	expect(time.now() - began).toBeLessThanOrEqual(budgetMs);
});

test('a poll ends in five minutes, however large its budget', async () => {
	usePlatform({ latencyMs: 30_000 });
	const n8n = await active('auditLog', { options: { maxEvents: 10_000 } });
	n8n.budgetMs = 2 ** 40;
	for (let index = 0; index < 20_000; index++) addLog({ time: time.now() + index * 1_000 });
	await time.sleep(6 * HOUR);
	const began = time.now();
	expect(await n8n.poll()).toBe('emitted');
	expect(time.now() - began).toBeGreaterThan(4 * MINUTE);
	expect(time.now() - began).toBeLessThanOrEqual(5 * MINUTE);
});

test.each([
	{ budgetMs: 1, outcome: 'failed' },
	{ budgetMs: 500, outcome: 'nothing' },
	{ budgetMs: 2 ** 40, outcome: 'nothing' },
])(
	'an activation with a budget of $budgetMs ms ends as $outcome',
	async ({ budgetMs, outcome }) => {
		const n8n = trigger('auditLog', {});
		n8n.budgetMs = budgetMs;
		expect(await n8n.poll({ activation: true })).toBe(outcome);
	},
);

test('the failure of one list is reported in the log if the other list has events', async () => {
	const n8n = await active('execution', { runsOf: 'tasksAndPlans', events: ['failed'] });
	addExecution();
	answering((url) =>
		url.includes('/plans/') ? reply(403, { message: 'not permitted' }) : undefined,
	);
	expect(await n8n.poll()).toBe('emitted');
	expect(n8n.warnings.join()).toMatch(/not permitted/);
	expect(await n8n.poll()).toBe('failed');
});

test('an activation whose state cannot be saved fails', async () => {
	const n8n = trigger('execution', { runsOf: 'tasks', events: ['failed'] }, true);
	Object.assign(n8n, {
		commit: () => {
			throw new Error('no database');
		},
	});
	expect(await n8n.poll({ activation: true })).toBe('failed');
	expect(n8n.error?.message).toBe('The state of the trigger could not be saved: no database');
});
