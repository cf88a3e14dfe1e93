/** Schedules that are bound to a task or a plan, and unbound. */
import { DEMO } from '../../../emulator/seed';
import { byId, byName, planNamed, taskNamed } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { DESCRIPTION } from '../../support/platform';
import {
	APPEND,
	create,
	monthEnd,
	platform,
	run,
	state,
	succeed,
	weekdays,
	zone,
} from './schedulesStage';

const MONDAYS_AND_FRIDAYS_A_YEAR = 104;
const MONTH_ENDS_A_YEAR = 12;

test('scheduled executions are listed before the schedule is bound', async () => {
	const { id } = await create([weekdays, monthEnd]);
	const span = { to: '2026-05-01T00:00:00Z', filters: { from: '2026-04-28T00:00:00Z' } };
	expect(
		await succeed('schedule', 'getEvents', { scheduleId: byId(id), ...span, returnAll: true }),
	).toEqual([{ datetime: '2026-04-30T20:00:00.000Z', sourceTriggerName: 'Month end' }]);
	expect(
		await succeed('schedule', 'getEvents', {
			scheduleId: byId(id),
			to: '2027-04-01T00:00:00Z',
			filters: { from: '2026-04-01T00:00:00Z' },
			returnAll: true,
		}),
	).toHaveLength(MONDAYS_AND_FRIDAYS_A_YEAR + MONTH_ENDS_A_YEAR);
});

describe('binding a schedule', () => {
	const setUp = async () => {
		const { id } = await create([weekdays, monthEnd]);
		const task = taskNamed(state(), DEMO.goodTask);
		return { id, scheduleId: byId(id), task, taskId: byId(task.id), planId: byName(DEMO.plan) };
	};
	/** A schedule that starts a task, until the test ends. */
	const bound = async () => {
		const all = await setUp();
		await succeed('schedule', 'bindToTask', { taskId: all.taskId, scheduleId: all.scheduleId });
		return all;
	};
	afterEach(() => {
		platform.clearLog();
		platform.emulator.resetAccount();
	});

	test('a schedule is bound to a task', async () => {
		const { id, scheduleId, task, taskId } = await setUp();
		expect(await succeed('schedule', 'bindToTask', { taskId, scheduleId })).toEqual([
			{ success: true, taskId: task.id, scheduleId: id },
		]);
		expect((await succeed('schedule', 'getOfTask', { taskId }))[0]).toMatchObject({
			id,
			executableId: task.id,
			executableType: 'TASK',
		});
		expect((await succeed('runConfiguration', 'getTaskRunConfig', { taskId }))[0]).toMatchObject({
			trigger: { type: 'Multiple' },
		});
	});

	test('the upcoming executions of a task are those of its schedule', async () => {
		const { taskId } = await bound();
		const coming = await succeed('runConfiguration', 'getTaskEvents', {
			taskId,
			to: '2026-05-01T00:00:00Z',
			filters: { from: '2026-04-28T00:00:00Z' },
		});
		// By the vendor's files they are dates alone.
		expect(coming).toEqual([
			DESCRIPTION === 'vendor'
				? { date: '2026-04-30T20:00:00.000Z' }
				: expect.objectContaining({ sourceTriggerName: 'Month end' }),
		]);
	});

	test('the schedules in use can be listed', async () => {
		const { id } = await bound();
		expect(
			(await succeed('schedule', 'getMany', { filters: { onlyBound: true } })).map(
				(each) => each.id,
			),
		).toEqual([id]);
	});

	test('a schedule of a task is refused for a plan with advice on what to do', async () => {
		const { scheduleId, planId } = await bound();
		const taken = await run('schedule', 'bindToPlan', { planId, scheduleId });
		expect(taken.error).toMatchObject({ httpCode: '403' });
		expect(taken.error!.description).toMatch(
			/^The schedule belongs to another task or plan already: one schedule starts one thing\. Clone it and bind the clone\./,
		);
	});

	test('a schedule in use cannot be deleted', async () => {
		const { scheduleId } = await bound();
		const inUse = await run('schedule', 'delete', { scheduleId });
		expect(inUse.error!.description).toMatch(/^It still starts a task or plan: unbind it first/);
	});

	test('a task without a run configuration is refused', async () => {
		await setUp();
		const draft = await run('schedule', 'bindToTask', {
			taskId: byId(taskNamed(state(), 'Draft').id),
			scheduleId: byName('Weekdays and month end'),
		});
		expect(draft.error!.description).toMatch(
			/^The task may have no run configuration yet: set one with .*Set Run Configuration of Task\./,
		);
	});

	test('an unbound task starts manually', async () => {
		const { task, taskId } = await bound();
		expect(await succeed('schedule', 'unbindFromTask', { taskId })).toEqual([
			{ deleted: true, taskId: task.id },
		]);
		expect((await succeed('runConfiguration', 'getTaskRunConfig', { taskId }))[0]).toMatchObject({
			trigger: { type: 'MANUAL' },
		});
	});

	test('the error about the schedule of an unbound task says that there is none', async () => {
		const { taskId } = await bound();
		await succeed('schedule', 'unbindFromTask', { taskId });
		expect((await run('schedule', 'getOfTask', { taskId })).error!.description).toMatch(
			/^No schedule is bound to it/,
		);
	});

	test('a schedule is bound to a plan and unbound', async () => {
		const { id, scheduleId, planId } = await setUp();
		await succeed('schedule', 'bindToPlan', { planId, scheduleId });
		expect((await succeed('schedule', 'getOfPlan', { planId }))[0]).toMatchObject({
			id,
			executableId: planNamed(state(), DEMO.plan).id,
			executableType: 'PLAN',
		});
		expect(await succeed('schedule', 'unbindFromPlan', { planId })).toEqual([
			{ deleted: true, planId: planNamed(state(), DEMO.plan).id },
		]);
	});

	test('a schedule can be deleted after it is unbound', async () => {
		const { taskId, scheduleId } = await bound();
		await succeed('schedule', 'unbindFromTask', { taskId });
		await succeed('schedule', 'delete', { scheduleId });
		expect((await run('schedule', 'get', { scheduleId })).error).toMatchObject({ httpCode: '404' });
	});
});

test('a missing permission is reported, even if the platform returns 428', async () => {
	platform.emulator.faults.add({ operation: APPEND, status: 428 });
	const { error } = await run('schedule', 'appendTrigger', {
		scheduleId: byName('Weekdays and month end'),
		triggerName: 'X',
		scheduleType: 'DAILY',
		time: '12:00',
		...zone,
	});
	expect(error!.description).toMatch(
		/^This needs the permission TMC_OPERATOR, and permissions on the workspace/,
	);
});

judgeRequests(platform, 'Orchestration', [
	'schedule.bindToPlan',
	'schedule.bindToTask',
	'schedule.delete',
	'schedule.getEvents',
	'schedule.getOfPlan',
	'schedule.getOfTask',
	'schedule.unbindFromPlan',
	'schedule.unbindFromTask',
]);
