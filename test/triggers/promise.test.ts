/** The guarantees of docs/guide/triggers.md, one by one, on the simulated platform. */
import type { IDataObject } from 'n8n-workflow';

import { HOUR, MINUTE } from '../support/time';
import {
	active,
	addExecution,
	addLog,
	answering,
	changeRecords,
	drain,
	expectEachOnce,
	idsOf,
	platform,
	reply,
	time,
	trigger,
} from './stage';

describe('events', () => {
	test('each event has its ID, its name, its time and the record', async () => {
		const n8n = await active('execution', { simplify: false });
		await time.sleep(MINUTE);
		const { id, time: at } = addExecution();
		await n8n.poll();
		const occurred = new Date(at).toISOString();
		expect(n8n.emitted).toEqual([
			{
				eventId: `task:${id}:failed`,
				event: 'failed',
				occurredAt: occurred,
				kind: 'task',
				taskId: 't1',
				taskName: 'The task',
				workspaceName: 'Finance',
				executionId: id,
				triggerTimestamp: occurred,
				startTimestamp: occurred,
				finishTimestamp: occurred,
				status: 'execution_failed',
				executionStatus: 'execution_failed',
			},
		]);
	});

	test('Simplify keeps what most people need', async () => {
		const n8n = await active('auditLog', { simplify: true });
		const { id } = addLog({ time: time.now() + 1_000, visibleAt: time.now() });
		await n8n.poll();
		expect(n8n.emitted).toEqual([
			{
				eventId: id,
				event: 'logged',
				occurredAt: '2026-03-31T08:00:01.200Z',
				summary: 'User account at 08:00',
				timestamp: '2026-03-31T08:00:01.200Z',
				logId: id,
				eventCategory: 'user account',
			},
		]);
	});

	test('events are in the order in which they occurred', async () => {
		const n8n = await active('execution', {
			runsOf: 'tasksAndPlans',
			events: ['started', 'failed'],
		});
		const long = addExecution({ endsAt: time.now() + 50_000 });
		const plan = addExecution({
			kind: 'plan',
			time: time.now() + 10_000,
			endsAt: time.now() + 20_000,
		});
		await time.sleep(MINUTE);
		await n8n.poll();
		expect(idsOf(n8n)).toEqual([
			`task:${long.id}:started`,
			`plan:${plan.id}:started`,
			`plan:${plan.id}:failed`,
			`task:${long.id}:failed`,
		]);
	});

	test.each([
		['execution_successful', 'succeeded'],
		['execution_rejected', 'rejected'],
		['execution_failed', 'failed'],
		['deploy_failed', 'failed'],
		['terminated_timeout', 'terminated'],
		['execution_misfired', 'misfired'],
		['something_new', 'failed'],
	])('an execution that ends as %s has the event %s', async (end, event) => {
		const n8n = await active('execution', { events: [event] });
		addExecution({ end });
		await n8n.poll();
		expect(n8n.emitted.map((each) => each.event)).toEqual([event]);
	});

	test('an execution that waits for its engine has not started', async () => {
		const n8n = await active('execution', { events: ['started'] });
		addExecution({ startsAt: time.now() + MINUTE, endsAt: time.now() + HOUR });
		expect(await n8n.poll()).toBe('nothing');
		await time.sleep(2 * MINUTE);
		expect(await n8n.poll()).toBe('emitted');
	});

	test('the outcome of a plan that is only finished is that of its steps', async () => {
		const n8n = await active('execution', { runsOf: 'plans', events: ['failed', 'succeeded'] });
		addExecution({ kind: 'plan', end: 'FINISHED' });
		answering((url) =>
			url.endsWith('/steps')
				? reply(200, [
						{ executionId: 's1', executionStatus: 'EXECUTION_SUCCESS' },
						{ executionId: 's2', executionStatus: 'EXECUTION_FAILED' },
					])
				: undefined,
		);
		await n8n.poll();
		expect(n8n.emitted.map((each) => each.event)).toEqual(['failed']);
	});

	test('crawlers: the counters show that a part failed', async () => {
		const n8n = await active('crawler', { events: ['partlyFailed'], simplify: false });
		addExecution({ kind: 'crawler', id: 'c1 1', end: 'partlyFailed' });
		addExecution({ kind: 'crawler', id: 'c2 1', end: 'finished' });
		addExecution({ kind: 'crawler', id: 'c3 1', end: 'failed' });
		await n8n.poll();
		expect(
			n8n.emitted.map(({ id, event, status }) => [
				id,
				event,
				(status as IDataObject).nbDatasetsFailed,
			]),
		).toEqual([['c1', 'partlyFailed', 1]]);
	});
});

describe('scope', () => {
	const tasks = (...ids: string[]) => ({ tasks: ids });

	test.each([
		[
			'one task has its own list',
			tasks('t1'),
			'GET /processing/executables/tasks/t1/executions',
			1,
		],
		[
			'of several tasks the others are left out',
			tasks('t1', 't2'),
			'GET /processing/executables/tasks/executions',
			1,
		],
		[
			'capitals in an ID do not matter',
			tasks('T1', 't2'),
			'GET /processing/executables/tasks/executions',
			1,
		],
		[
			'other tasks do not count',
			tasks('t2', 't3'),
			'GET /processing/executables/tasks/executions',
			0,
		],
		[
			'tags are searched for',
			{ tags: ['nightly'] },
			'POST /processing/executables/tasks/executions',
			1,
		],
		[
			'one plan has its own list',
			{ runsOf: 'plans', plans: ['p1'] },
			'GET /processing/executables/plans/p1/executions',
			1,
		],
	])('an execution trigger has its scope: %s', async (_title, parameters, request, events) => {
		const n8n = await active('execution', parameters);
		addExecution();
		addExecution({ kind: 'plan' });
		await n8n.poll();
		expect(platform().requests).toEqual([request]);
		expect(n8n.emitted).toHaveLength(events);
	});

	test('a trigger without a chosen event asks for one before anything is sent', async () => {
		const n8n = trigger('execution', { events: [] });
		expect(await n8n.poll()).toBe('failed');
		expect(n8n.error).toMatchObject({
			message: 'Choose at least one event',
			description: '"Events" (events) is required. Nothing was sent.',
		});
		expect(platform().requests).toEqual([]);
	});

	test.each([
		['Max Events per Poll', { maxEvents: 0 }],
		['Look-Back (Minutes)', { lookBack: 0 }],
	])('0 for %s is refused before anything is sent', async (label, options) => {
		const n8n = trigger('execution', { options });
		expect(await n8n.poll()).toBe('failed');
		expect(n8n.error!.message).toBe(`"${label}" must be at least 1`);
		expect(platform().requests).toEqual([]);
	});

	test.each<{ filter: string; field: string }>([
		{ filter: 'eventCategory', field: 'eventCategory' },
		{ filter: 'eventType', field: 'eventType' },
		{ filter: 'eventOperation', field: 'eventOperation' },
		{ filter: 'user', field: 'username' },
		{ filter: 'user', field: 'email' },
		{ filter: 'user', field: 'userId' },
	])(
		'$filter is compared with $field of an audit log without regard to case',
		async ({ filter, field }) => {
			const n8n = await active('auditLog', { filters: { [filter]: ['WANTED', 'other'] } });
			const [{ id }, unwanted] = [addLog(), addLog()];
			changeRecords((log) => ({ ...log, [field]: log.logId === id ? 'wanted' : unwanted.id }));
			await n8n.poll();
			expect(idsOf(n8n)).toEqual([id]);
		},
	);

	test('a single crawler is read on its own', async () => {
		addExecution({ kind: 'crawler', id: 'c1 1', time: time.now() - HOUR });
		addExecution({ kind: 'crawler', id: 'c2 1', time: time.now() - HOUR });
		const n8n = await active('crawler', {
			events: ['started', 'finished', 'partlyFailed', 'failed'],
			filters: { crawlerId: { __rl: true, mode: 'id', value: 'c1' } },
		});
		addExecution({ kind: 'crawler', id: 'c1 2', end: 'finished' });
		addExecution({ kind: 'crawler', id: 'c2 2', end: 'finished' });
		await n8n.poll();
		expect(n8n.emitted.map(({ id }) => id)).toEqual(['c1', 'c1']);
		expect(new Set(platform().requests)).toEqual(new Set(['GET /connections/crawlers/c1']));
	});
});

describe('the activation', () => {
	test('nothing from the past is emitted', async () => {
		for (let minutes = 0; minutes < 20; minutes++) {
			addExecution({ time: time.now() - minutes * MINUTE });
			addLog({ time: time.now() - minutes * MINUTE });
			addExecution({
				kind: 'crawler',
				id: `c${minutes} 1`,
				time: time.now() - minutes * MINUTE,
				end: 'failed',
			});
		}
		for (const name of ['execution', 'auditLog', 'crawler'] as const) {
			const n8n = await active(name);
			await time.sleep(MINUTE);
			expect(await n8n.poll()).toBe('nothing');
		}
	});

	test('executions that began before the activation and end after it are emitted', async () => {
		const { id } = addExecution({ time: time.now() - 5 * HOUR, endsAt: time.now() + HOUR });
		addExecution({
			kind: 'crawler',
			id: 'c1 1',
			time: time.now() - 5 * HOUR,
			endsAt: time.now() + HOUR,
			end: 'failed',
		});
		const executions = await active('execution', { events: ['started', 'failed'] });
		const crawlers = await active('crawler', {
			events: ['started', 'finished', 'partlyFailed', 'failed'],
		});
		await time.sleep(2 * HOUR);
		await executions.poll();
		await crawlers.poll();
		expect(idsOf(executions)).toEqual([`task:${id}:failed`]);
		expect(crawlers.emitted.map((each) => each.event)).toEqual(['failed']);
	});

	test('past audit logs are emitted on request: from a time, from a log, until a time', async () => {
		const old = Array.from({ length: 10 }, (_, index) =>
			addLog({ time: time.now() - (10 - index) * HOUR }),
		);
		const iso = (index: number) => new Date(old[index]!.time).toISOString();
		const fromLog = await active('auditLog', { filters: { fromId: old[6]!.id } });
		expect(await drain(fromLog)).toBe(1);
		expect(idsOf(fromLog)).toEqual(old.slice(6).map(({ id }) => id));
		const from = await active('auditLog', { filters: { fromDate: iso(7) } });
		expect(await drain(from)).toBe(1);
		expect(idsOf(from)).toEqual(old.slice(7).map(({ id }) => id));
		const until = await active('auditLog', { filters: { fromDate: iso(2), toDate: iso(4) } });
		await drain(until);
		expect(idsOf(until)).toEqual(old.slice(2, 5).map(({ id }) => id));
	});

	test('a trigger with Catch Up Until sends no requests once that time and the look-back have passed', async () => {
		const n8n = await active('auditLog', { filters: { toDate: '2026-03-31T09:00:00Z' } });
		await time.sleep(30 * MINUTE);
		addLog();
		await n8n.poll();
		await time.sleep(HOUR);
		addLog();
		await n8n.poll();
		expect(n8n.emitted).toHaveLength(1);
		platform().requests = [];
		addLog({ time: time.now() });
		expect(await n8n.poll()).toBe('nothing');
		expect(platform().requests).toEqual([]);
	});

	test('Catch Up Until may move with the time: each log is emitted once that time has reached it', async () => {
		const n8n = trigger('auditLog');
		n8n.rawParameters = { filters: { toDate: '={{ $now.minus({ hours: 1 }) }}' } };
		const pollNow = async (options?: { activation: boolean }) => {
			n8n.parameters.filters = { toDate: new Date(time.now() - HOUR).toISOString() };
			await n8n.poll(options);
		};
		await pollNow({ activation: true });
		for (let minute = 0; minute < 180; minute++) {
			if (minute < 100) addLog();
			await time.sleep(MINUTE);
			if (minute % 5 === 0) await pollNow();
		}
		expectEachOnce(n8n, 100);
	});

	describe('a changed choice', () => {
		const chosen = (value: string, cachedResultName: string) => ({
			filters: { environmentId: { __rl: true, mode: 'list', value, cachedResultName } },
		});
		const activeWith = async (change: IDataObject) => {
			const n8n = await active('execution', {
				...chosen('e1', 'Production'),
				events: ['failed', 'succeeded'],
			});
			addExecution();
			n8n.parameters = { ...n8n.parameters, ...change };
			return n8n;
		};

		test.each([
			{ what: 'another environment', change: chosen('e2', 'Production') },
			{ what: 'other events', change: { events: ['failed'] } },
			{ what: 'another scope', change: { runsOf: 'tasksAndPlans' } },
		])('the trigger starts over with $what', async ({ change }) => {
			const n8n = await activeWith(change);
			expect(await n8n.poll()).toBe('nothing');
			addExecution();
			expect(await n8n.poll()).toBe('emitted');
			expect(n8n.eventCounts.at(-1)).toBe(1);
		});

		test.each([
			{ what: 'another name of the environment', change: chosen('e1', 'Renamed') },
			{ what: 'other options', change: { options: { maxEvents: 10, lookBack: 7 } } },
			{ what: 'another form of the output', change: { simplify: false } },
			{ what: 'another order of the events', change: { events: ['succeeded', 'failed'] } },
		])('the trigger continues with $what', async ({ change }) => {
			expect(await (await activeWith(change)).poll()).toBe('emitted');
		});
	});
});

describe('a manual test', () => {
	test('a manual test shows the newest event and does not change the state', async () => {
		const n8n = await active('execution', { runsOf: 'tasksAndPlans', events: ['failed'] });
		const before = JSON.stringify(n8n.data);
		addExecution({ time: time.now() - HOUR });
		const { id } = addExecution({ time: time.now() - 2 * MINUTE });
		addExecution({ kind: 'plan', time: time.now() - MINUTE, end: 'execution_successful' });
		n8n.mode = 'manual';
		expect(await n8n.poll()).toBe('emitted');
		expect(idsOf(n8n)).toEqual([`task:${id}:failed`]);
		expect(JSON.stringify(n8n.data)).toBe(before);
	});

	test.each([
		['execution', 'None of the newest 500 executions has these events', 'events or filters'],
		['auditLog', 'No audit log with these filters was found', 'filters'],
		['crawler', 'No run of a crawler with these events was found', 'events or filters'],
	] as const)(
		'the trigger %s says so if there is nothing to show',
		async (name, message, change) => {
			const n8n = trigger(name);
			n8n.mode = 'manual';
			expect(await n8n.poll()).toBe('failed');
			expect(n8n.error).toMatchObject({
				message,
				description: `Change the ${change}, or try again after such an event.`,
			});
		},
	);
});
