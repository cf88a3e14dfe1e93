/** Schedules as objects: several triggers for one task or plan. */
import {
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	NodeHelpers,
} from 'n8n-workflow';

import { schedules } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { areaOf } from '../../support/area';
import { byId, byName, environmentNamed, planNamed, taskNamed } from '../../support/demo';
import { nodeTypes } from '../../support/engine';
import { judgeRequests } from '../../support/judgeRequests';
import { pick } from '../../support/picking';
import { DESCRIPTION, platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });

const state = () => platform.emulator.state;
const { run, succeed, requests, expectRefused } = areaOf('Orchestration', () => platform);
const CREATE = 'POST /orchestration/schedules';
const APPEND = 'POST /orchestration/schedules/{scheduleId}/triggers';
const zone = { startDate: '2026-04-01', timeZone: 'Europe/Paris' };
const weekdays = {
	name: 'Weekdays',
	scheduleType: 'WEEKLY',
	days: ['MONDAY', 'FRIDAY'],
	time: '06:00',
	...zone,
};
const monthEnd = { name: 'Month end', scheduleType: 'CRON', cronExpression: '0 22 L * ?', ...zone };
const asSent = {
	weekdays: {
		name: 'Weekdays',
		type: 'WEEKLY',
		interval: 1,
		...zone,
		atTimes: { type: 'AT_TIME', time: '06:00' },
		atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY', 'FRIDAY'] },
	},
	monthEnd: { name: 'Month end', type: 'CRON', ...zone, cronExpression: '0 22 L * ?' },
};
const NO_ZONE = {
	scheduleType: 'DAILY',
	interval: 1,
	times: 'AT_TIME',
	time: '06:00',
};
const taskToChange = () => byId(taskNamed(state(), 'Draft').id);
const bodies = (operation: string) =>
	requests(operation).map(({ body }) => JSON.parse(body) as IDataObject);
const create = async (rows: IDataObject[], more: IDataObject = {}) =>
	(
		await succeed('schedule', 'create', {
			environmentId: byName('Production'),
			triggers: { rows },
			...more,
		})
	)[0]!;

describe.each([
	{
		resource: 'schedule',
		operation: 'create',
		parameters: () => ({
			environmentId: byName('Production'),
			triggers: { rows: [{ name: 'One', ...NO_ZONE }] },
		}),
	},
	{
		resource: 'schedule',
		operation: 'appendTrigger',
		parameters: () => ({ scheduleId: byId('x'), triggerName: 'One', ...NO_ZONE }),
	},
	{
		resource: 'schedule',
		operation: 'changeTrigger',
		parameters: () => ({ scheduleId: byId('x'), triggerName: byId('One'), ...NO_ZONE }),
	},
	{
		resource: 'runConfiguration',
		operation: 'setTaskRunConfig',
		parameters: () => ({ taskId: byId('x'), ...NO_ZONE, runtimeType: 'CLOUD' }),
	},
	{
		resource: 'runConfiguration',
		operation: 'updateTaskRunConfig',
		parameters: () => ({ taskId: taskToChange(), ...NO_ZONE }),
	},
])('$resource, $operation', ({ resource, operation, parameters }) => {
	test.each(['Invalid/Zone', 'Berlin', 'GMT+25', ''])(
		'a schedule does not adopt n8n’s unknown time zone %j',
		async (timezone) => {
			platform.clearLog();
			const { error } = await run(resource, operation, parameters(), { timezone });
			expect(error?.message).toContain(
				`Time Zone Name or ID must be given: that of the workflow, ${timezone}, is not known`,
			);
			expect(
				platform.emulator.log.filter(
					({ method, path }) => method !== 'GET' && !path.includes('oauth'),
				),
			).toEqual([]);
		},
	);
});

test('a schedule is created with all of its triggers in one step', async () => {
	platform.clearLog();
	const made = await create(
		[
			weekdays,
			monthEnd,
			{
				name: 'Copied',
				scheduleType: 'JSON',
				trigger: JSON.stringify({
					...asSent.weekdays,
					atDays: { type: 'DAY_OF_WEEK', days: ['SUNDAY'] },
					timeout: 5,
				}),
				additionalFields: { timeout: 9 },
			},
		],
		{
			additionalFields: { description: 'Finance Q1' },
		},
	);
	expect(bodies(CREATE)).toEqual([
		{
			environmentId: environmentNamed(state(), 'Production').id,
			description: 'Finance Q1',
			trigger: asSent.weekdays,
		},
	]);
	const copied = {
		...asSent.weekdays,
		name: 'Copied',
		atDays: { type: 'DAY_OF_WEEK', days: ['SUNDAY'] },
		timeout: 9,
	};
	expect(bodies(APPEND)).toEqual([asSent.monthEnd, copied]);
	expect(made).toMatchObject({
		description: 'Finance Q1',
		triggers: [asSent.weekdays, asSent.monthEnd, copied],
	});
	expect(await succeed('schedule', 'get', { scheduleId: byId(made.id) })).toEqual([
		{
			id: made.id,
			description: 'Finance Q1',
			environmentId: environmentNamed(state(), 'Production').id,
			triggers: [asSent.weekdays, asSent.monthEnd, copied],
		},
	]);
});

test('a trigger as JSON may leave out what the editor fills in', async () => {
	platform.clearLog();
	const { error } = await run('schedule', 'create', {
		environmentId: byName('Production'),
		triggersJson: JSON.stringify([{ name: 'A', scheduleType: 'DAILY', time: '03:00' }]),
	});
	expect(error).toBeUndefined();
	expect(bodies(CREATE).at(-1)!.trigger).toMatchObject({
		name: 'A',
		type: 'DAILY',
		interval: 1,
		timeZone: 'UTC',
		atTimes: { type: 'AT_TIME', time: '03:00' },
	});
});

test('the creation leaves nothing behind if one of the triggers is refused', async () => {
	const before = schedules.all(state()).length;
	const rows = [weekdays, { ...weekdays, name: 'Too close', time: '06:03' }];
	const { error } = await run('schedule', 'create', {
		environmentId: byName('Production'),
		triggers: { rows },
	});
	expect(error!.message).toBe(
		'The trigger Too close was refused: Too many concurrent events: two executions are less than 5 minutes apart',
	);
	expect(error!.description).toMatch(
		/^No two triggers of a schedule may be identical.* The schedule was not kept\.$/,
	);
	expect(schedules.all(state()).length).toBe(before);
	platform.emulator.faults.add({
		operation: 'DELETE /orchestration/schedules/{scheduleId}',
		status: 403,
	});
	const kept = await run('schedule', 'create', {
		environmentId: byName('Production'),
		triggers: { rows },
	});
	const left = schedules.all(state()).at(-1)!;
	expect(kept.error!.description).toContain(
		`The schedule ${left.id} was created with the triggers before it: complete or delete it.`,
	);
	expect(left.triggers).toEqual([asSent.weekdays]);
});

test.each<{ title: string; rows: IDataObject[]; message: RegExp }>([
	{ title: 'no trigger', rows: [], message: /^Triggers is required$/ },
	{
		title: 'two of a name',
		rows: [weekdays, { ...monthEnd, name: 'Weekdays' }],
		message: /^Triggers must not have the same Name twice: row 1 and row 2 have Weekdays$/,
	},
	{
		title: 'more than 15',
		rows: Array.from({ length: 16 }, (_, index) => ({ ...weekdays, name: `T${index}` })),
		message: /^Triggers must have at most 15 entries$/,
	},
	{
		title: 'no days',
		rows: [{ ...weekdays, days: [] }],
		message: /^Triggers, row 1: Weekdays is required$/,
	},
	{
		title: 'no time',
		rows: [weekdays, { name: 'X', scheduleType: 'DAILY' }],
		message: /^Triggers, row 2: Time is required$/,
	},
	{
		title: 'once without its day',
		rows: [{ name: 'X', scheduleType: 'ONCE', time: '10:00' }],
		message:
			/^Triggers must be corrected in row 1 \(X\): it needs a Start Date when Trigger Type is Once$/,
	},
	{
		title: 'cron with seconds',
		rows: [{ ...monthEnd, cronExpression: '0 0 22 L * ? 9' }],
		message:
			/^Triggers must be corrected in row 1 \(Month end\): Cron Expression must have 5 or 6 parts/,
	},
	{
		title: 'an unknown zone',
		rows: [{ ...weekdays, timeZone: 'Mars/Base' }],
		message: /has the time zone Mars\/Base, which is not known/,
	},
	{
		title: 'a manual trigger as JSON',
		rows: [{ name: 'X', scheduleType: 'JSON', trigger: '{"type":"MANUAL"}' }],
		message:
			/has the type MANUAL: a schedule starts by time, so it must be one of ONCE, DAILY, WEEKLY, MONTHLY, CRON$/,
	},
])('a schedule with $title is refused before anything is sent', async ({ rows, message }) => {
	await expectRefused(
		'schedule',
		'create',
		{ environmentId: byId('e'), triggers: { rows } },
		message,
	);
});

test('a row shows the inputs that its type of schedule requires', () => {
	const { description } = nodeTypes.Orchestration!;
	const property = description.properties.find(
		({ name, displayOptions }) =>
			name === 'triggers' && displayOptions?.show?.resource?.includes('schedule'),
	)!;
	// Of the three kinds of options in n8n's type, a fixed collection has this one.
	const [{ values }] = property.options as unknown as [{ values: INodeProperties[] }];
	const shown = (row: INodeParameters) =>
		values
			.filter((each) => NodeHelpers.displayParameter(row, each, { typeVersion: 1 }, description))
			.map(({ name }) => name);
	expect(shown({ scheduleType: 'CRON' })).toEqual([
		'name',
		'scheduleType',
		'cronExpression',
		'startDate',
		'timeZone',
		'additionalFields',
	]);
	expect(shown({ scheduleType: 'WEEKLY', times: 'AT_TIME' })).toEqual([
		'name',
		'scheduleType',
		'interval',
		'days',
		'times',
		'time',
		'startDate',
		'timeZone',
		'additionalFields',
	]);
	expect(shown({ scheduleType: 'JSON' })).toEqual([
		'name',
		'scheduleType',
		'trigger',
		'additionalFields',
	]);
});

describe('the triggers of a schedule', () => {
	const scheduleOf = async (...triggers: IDataObject[]) => {
		const { id } = await create(triggers);
		return { id, scheduleId: byId(id) };
	};
	const { name: MONTH_END, ...monthEndForm } = monthEnd;
	const namesOf = (id: unknown) =>
		schedules.find(state(), String(id)).triggers.map(({ name }) => name);

	test('a trigger is appended', async () => {
		const { id, scheduleId } = await scheduleOf(weekdays);
		platform.clearLog();
		expect(
			await succeed('schedule', 'appendTrigger', {
				scheduleId,
				triggerName: MONTH_END,
				...monthEndForm,
				options: { timeout: 30 },
			}),
		).toEqual([{ success: true, scheduleId: id, triggerName: MONTH_END }]);
		expect(bodies(APPEND)).toEqual([{ ...asSent.monthEnd, timeout: 30 }]);
	});

	test('the triggers of a schedule can be chosen by their names', async () => {
		const { scheduleId } = await scheduleOf(weekdays, monthEnd);
		const { results } = await pick(platform, 'Orchestration', 'searchScheduleTriggers', {
			resource: 'schedule',
			operation: 'changeTrigger',
			scheduleId,
		});
		expect(results.map(({ value }) => value)).toEqual(['Weekdays', 'Month end']);
	});

	test('a trigger is changed by its name', async () => {
		const { id, scheduleId } = await scheduleOf(weekdays, monthEnd);
		await succeed('schedule', 'changeTrigger', {
			scheduleId,
			triggerName: byId('Month end'),
			scheduleType: 'DAILY',
			time: '23:30',
			...zone,
		});
		expect(schedules.find(state(), String(id)).triggers[1]).toEqual({
			name: 'Month end',
			type: 'DAILY',
			interval: 1,
			...zone,
			atTimes: { type: 'AT_TIME', time: '23:30' },
		});
	});

	test('the error about a change of a trigger says that it is not in the schedule', async () => {
		const { scheduleId } = await scheduleOf(weekdays);
		const unknown = await run('schedule', 'changeTrigger', {
			scheduleId,
			triggerName: byId('Nobody'),
			...monthEndForm,
		});
		expect(unknown.error!.description).toMatch(/^The schedule has no trigger of this name/);
	});

	test('a trigger is removed', async () => {
		const { id, scheduleId } = await scheduleOf(weekdays, monthEnd);
		expect(
			await succeed('schedule', 'removeTrigger', { scheduleId, triggerName: byId('Weekdays') }),
		).toEqual([{ deleted: true, scheduleId: id, triggerName: 'Weekdays' }]);
		expect(namesOf(id)).toEqual(['Month end']);
	});

	test('a trigger that cannot start a schedule is refused', async () => {
		const { scheduleId } = await scheduleOf(weekdays);
		await expectRefused(
			'schedule',
			'appendTrigger',
			{ scheduleId, triggerName: 'X', scheduleType: 'CRON', cronExpression: '0 10 * * *' },
			/^Cron Expression must have a question mark/,
		);
		await expectRefused(
			'schedule',
			'appendTrigger',
			{ scheduleId, triggerName: 'X', scheduleType: 'JSON', trigger: '{"type":"WEBHOOK"}' },
			/^Trigger \(JSON\) has the type WEBHOOK: a schedule starts by time/,
		);
	});
});

test('a schedule can be described, cloned, listed and found by its description', async () => {
	const { id } = await create([weekdays], { additionalFields: { description: 'Sales Q1' } });
	await succeed('schedule', 'update', { scheduleId: byName('Sales Q1'), description: 'Sales Q2' });
	const [{ id: copy }] = (await succeed('schedule', 'clone', { scheduleId: byId(id) })) as [
		{ id: string },
	];
	expect(schedules.find(state(), copy)).toMatchObject({
		description: 'copy of Sales Q2',
		triggers: [asSent.weekdays],
	});
	await succeed('schedule', 'clone', {
		scheduleId: byId(id),
		additionalFields: { description: 'Sales Q3' },
	});
	const listed = await succeed('schedule', 'getMany', {
		returnAll: true,
		filters: {
			descriptionFilter: 'Sales Q*',
			environmentId: byName('Production'),
			onlyBound: false,
		},
	});
	expect(listed.map(({ description }) => description)).toEqual(['Sales Q2', 'Sales Q3']);
	expect(await succeed('schedule', 'delete', { scheduleId: byId(copy) })).toEqual([
		{ deleted: true, scheduleId: copy },
	]);
	const list = await pick(
		platform,
		'Orchestration',
		'searchSchedules',
		{ resource: 'schedule', operation: 'get' },
		'month end',
	);
	expect(list.results.map(({ name }) => name)).toEqual(['Weekdays and month end']);
});

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
	).toHaveLength(104 + 12);
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
		expect(draft.error!.description).toMatch(/^The task or plan may have no run configuration yet/);
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

judgeRequests(platform, 'Orchestration', ['schedule']);
