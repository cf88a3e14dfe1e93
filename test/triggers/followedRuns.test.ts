/**
 * Runs that take long, wait, or are started again: their starts and ends are emitted, each once.
 */
import { type IDataObject } from 'n8n-workflow';

import { DAY, HOUR, MINUTE } from '../support/time';
import {
	active,
	addExecution,
	answering,
	changeRecords,
	idsOf,
	platform,
	polls,
	pollsFromNow,
	reply,
	time,
} from './stage';

describe('crawlers', () => {
	test('a crawler that is started again is emitted with its new end, not again with the old one', async () => {
		const n8n = await active('crawler');
		addExecution({ kind: 'crawler', id: 'c1 1', end: 'failed' });
		await polls(n8n, 1);
		addExecution({
			kind: 'crawler',
			id: 'c1 2',
			end: 'finished',
			endsAt: time.now() + 10 * MINUTE,
			oldEndMs: 3 * MINUTE,
		});
		await polls(n8n, 15);
		expect(n8n.emitted.map(({ event }) => event)).toEqual(['failed', 'finished']);
	});

	test('a crawler run from before the activation is not emitted if its counters were refused then', async () => {
		addExecution({ kind: 'crawler', id: 'c1 1', time: time.now() - MINUTE, end: 'partlyFailed' });
		platform().outages = [{ of: 'single', status: 403, until: time.now() + 5 * MINUTE }];
		const n8n = await active('crawler');
		await polls(n8n, 20);
		expect(n8n.emitted).toEqual([]);
	});

	test("a crawler's run that is followed by another one before its counters were read is not called finished", async () => {
		const n8n = await active('crawler');
		addExecution({ kind: 'crawler', id: 'c1 1', end: 'partlyFailed' });
		answering((url) => {
			if (url.endsWith('/c1') && platform().executions.length === 1)
				addExecution({
					kind: 'crawler',
					id: 'c1 2',
					time: time.now() + 1_000,
					end: 'failed',
					endsAt: time.now() + MINUTE,
				});
			return undefined;
		});
		await polls(n8n, 5);
		expect(n8n.emitted.map(({ event }) => event)).toEqual(['failed']);
	});
});

test('the end of the newest execution is found after no list shows it any more', async () => {
	const n8n = await active('execution');
	const [unlistedAt, endsAt] = [time.now() + 14 * DAY, time.now() + 23 * DAY + MINUTE];
	addExecution({ unlistedAt, endsAt });
	await polls(n8n, 46, 12 * HOUR);
	expect(idsOf(n8n)).toEqual([]);
	await polls(n8n, 2, 15 * MINUTE);
	expect(idsOf(n8n)).toHaveLength(1);
});

test('the planId of an execution that was read alone is output as planExecutionId', async () => {
	const n8n = await active('execution', { events: ['started', 'failed'], simplify: false });
	// In the list, planId is the plan; in an execution that is read alone, the execution of the plan.
	changeRecords((record) => ({ ...record, planId: 'the plan' }));
	answering((url, usual) =>
		/\/processing\/executions\/\w/.test(url)
			? usual().then((answer) => ({
					...answer,
					body: { ...(answer.body as IDataObject), planId: 'execution of the plan' },
				}))
			: undefined,
	);
	addExecution({ unlistedAt: time.now() + 2 * MINUTE, endsAt: time.now() + 12 * MINUTE });
	await polls(n8n, 20);
	expect(
		n8n.emitted.map(({ event, planId, planExecutionId }) => [event, planId, planExecutionId]),
	).toEqual([
		['started', 'the plan', undefined],
		['failed', undefined, 'execution of the plan'],
	]);
});

test('the end of an execution is found if it has left the list within the look-back', async () => {
	const n8n = await active('execution');
	addExecution({ unlistedAt: time.now() + 2 * MINUTE, endsAt: time.now() + 12 * MINUTE });
	await polls(n8n, 1);
	for (let each = 0; each < 20; each++) {
		addExecution({ end: 'execution_successful' });
		await polls(n8n, 1);
	}
	expect(idsOf(n8n)).toHaveLength(1);
	expect(n8n.warnings).toEqual([]);
});

test('an execution that could not be deployed did not start', async () => {
	const n8n = await active('execution', { events: ['started', 'failed'] });
	addExecution({ end: 'deploy_failed' });
	await n8n.poll();
	expect(n8n.emitted.map(({ event }) => event)).toEqual(['failed']);
});

test.each([
	['tasks', ['failed']],
	['tasks', ['started', 'failed']],
	['tasksAndPlans', ['failed']],
	['tasksAndPlans', ['started', 'failed']],
] as const)(
	'400 to 520 open executions of %s are followed by a trigger with the events %j',
	async (runsOf, events) => {
		const n8n = await active('execution', { runsOf, events: [...events] });
		const kinds = runsOf === 'tasks' ? (['task'] as const) : (['task', 'plan'] as const);
		for (let each = 0; each < 600; each++)
			for (const kind of kinds)
				addExecution({
					kind,
					time: time.now() + each,
					visibleAt: time.now(),
					endsAt: time.now() + 3 * HOUR,
				});
		await polls(n8n, 1);
		// Newer ones make them older than the look-back, so that the list does not show them again.
		await time.sleep(HOUR);
		for (const kind of kinds) addExecution({ kind, end: 'execution_successful' });
		await polls(n8n, 2);
		await time.sleep(3 * HOUR);
		await polls(n8n, 15);
		for (const kind of kinds) {
			const ends = n8n.emitted.filter(
				(event) => event.event === 'failed' && event.kind === kind,
			).length;
			expect(ends).toBeGreaterThanOrEqual(400 / kinds.length);
			expect(ends).toBeLessThanOrEqual(520 / kinds.length);
		}
	},
);

test('the number of executions that are no longer followed is reported', async () => {
	const n8n = await active('execution');
	for (let each = 0; each < 900; each++) addExecution({ endsAt: time.now() + 10 * HOUR });
	await polls(n8n, 1);
	expect(n8n.warnings).toEqual([]);
	await time.sleep(HOUR);
	addExecution({ end: 'execution_successful' });
	await polls(n8n, 1);
	const { warnings } = n8n;
	await time.sleep(10 * HOUR);
	await polls(n8n, 30);
	// Those that are followed end, and the others are never heard of again.
	expect(n8n.emitted.length).toBeGreaterThan(100);
	expect(warnings).toEqual([
		`Too many executions have been in progress for a long time. No longer followed: ${900 - n8n.emitted.length}`,
	]);
});

describe('what has not started or ended', () => {
	test.each([
		{ status: undefined, executionStatus: 'EXECUTION_EVENT_RECEIVED' },
		{ status: undefined, executionStatus: 'DISPATCHING_FLOW' },
		{ status: undefined, executionStatus: 'UNDEFINED' },
		{ status: 'dispatching', executionStatus: 'DISPATCHING_FLOW' },
		{ status: 'DISPATCHING', executionStatus: 'DISPATCHING_FLOW' },
	])('an execution of status $status, $executionStatus has not started', async (state) => {
		const n8n = await active('execution', { runsOf: 'tasks', events: ['started'] });
		addExecution();
		changeRecords((record) => ({ ...record, ...state }));
		await pollsFromNow(n8n, 3);
		expect(n8n.emitted).toEqual([]);
	});

	test("the end of a crawler's previous run is not the end of the present one", async () => {
		const n8n = await active('crawler', { events: ['started', 'finished'] });
		const first = addExecution({
			kind: 'crawler',
			id: 'c1 1',
			endsAt: time.now() + MINUTE,
			end: 'finished',
		});
		await pollsFromNow(n8n, 5);
		addExecution({
			kind: 'crawler',
			id: 'c1 2',
			endsAt: time.now() + 10 * MINUTE,
			end: 'finished',
		});
		const usual = platform().request.bind(platform());
		answering((_url, answer) =>
			answer().then((given) => {
				const { data } = given.body as { data: IDataObject[] };
				return {
					...given,
					body: {
						data: data.map((crawler) => ({
							...crawler,
							status: {
								...(crawler.status as IDataObject),
								runStatus: 'Finished',
								runFinishedAt: new Date(first.endsAt).toISOString(),
							},
						})),
					},
				};
			}),
		);
		await pollsFromNow(n8n, 2);
		expect(n8n.emitted.map(({ event }) => event)).toEqual(['started', 'finished', 'started']);
		platform().request = usual;
		await pollsFromNow(n8n, 20);
		expect(n8n.emitted.map(({ event }) => event)).toEqual([
			'started',
			'finished',
			'started',
			'finished',
		]);
	});
});

describe('an execution that waits for its engine longer than the look-back', () => {
	test('the trigger emits its start soon after it has started, although the list no longer shows it', async () => {
		const n8n = await active('execution', { runsOf: 'tasks', events: ['started'] });
		const waiting = addExecution({
			startsAt: time.now() + 20 * MINUTE,
			endsAt: time.now() + 6 * HOUR,
		});
		for (let each = 0; each < 12; each++) {
			addExecution({ end: 'execution_misfired' });
			await polls(n8n, 2);
		}
		const ofWaiting = () => idsOf(n8n).filter((id) => String(id).includes(waiting.id));
		expect(ofWaiting()).toEqual([`task:${waiting.id}:started`]);
		await polls(n8n, 5);
		expect(ofWaiting()).toHaveLength(1);
	});

	test('the trigger emits its start once, although the list of plans fails in each poll', async () => {
		addExecution({ end: 'execution_successful' });
		// The list still shows it: its time is so little before the watermark that two periods overlap
		// there.
		const waiting = addExecution({
			time: time.now() - 5 * MINUTE - 500,
			startsAt: time.now() + MINUTE,
			endsAt: time.now() + 6 * HOUR,
		});
		const n8n = await active('execution', { runsOf: 'tasksAndPlans', events: ['started'] });
		answering((url) =>
			url.includes('/plans/') ? reply(403, { message: 'no permission' }) : undefined,
		);
		await polls(n8n, 4, 2 * MINUTE);
		expect(idsOf(n8n)).toEqual([`task:${waiting.id}:started`]);
	});
});
