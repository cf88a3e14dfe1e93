/** Schedules as objects: several triggers for one task or plan. */
import {
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	NodeHelpers,
} from 'n8n-workflow';

import { schedules } from '../../../emulator/areas/orchestration/orchestrationStore';
import { byId, byName, environmentNamed, taskNamed } from '../../support/demo';
import { nodeTypes } from '../../support/engine';
import { judgeRequests } from '../../support/judgeRequests';
import { pick } from '../../support/picking';
import {
	APPEND,
	asSent,
	bodies,
	create,
	expectRefused,
	monthEnd,
	platform,
	run,
	state,
	succeed,
	weekdays,
} from './schedulesStage';

const CREATE = 'POST /orchestration/schedules';
const NO_ZONE = {
	scheduleType: 'DAILY',
	interval: 1,
	times: 'AT_TIME',
	time: '06:00',
};
const taskToChange = () => byId(taskNamed(state(), 'Draft').id);

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
				`"Time Zone Name or ID" must be given: that of the workflow, ${timezone}, is not known`,
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
	{ title: 'no trigger', rows: [], message: /^"Triggers" is required$/ },
	{
		title: 'two of a name',
		rows: [weekdays, { ...monthEnd, name: 'Weekdays' }],
		message: /^"Triggers" must not have the same "Name" twice: row 1 and row 2 have Weekdays$/,
	},
	{
		title: 'more than 15',
		rows: Array.from({ length: 16 }, (_, index) => ({ ...weekdays, name: `T${index}` })),
		message: /^"Triggers" must have at most 15 entries$/,
	},
	{
		title: 'no days',
		rows: [{ ...weekdays, days: [] }],
		message: /^"Triggers, row 1: Weekdays" is required$/,
	},
	{
		title: 'no time',
		rows: [weekdays, { name: 'X', scheduleType: 'DAILY' }],
		message: /^"Triggers, row 2: Time" is required$/,
	},
	{
		title: 'once without its day',
		rows: [{ name: 'X', scheduleType: 'ONCE', time: '10:00' }],
		message:
			/^"Triggers" must be corrected in row 1 \(X\): it needs a Start Date when Trigger Type is Once$/,
	},
	{
		title: 'cron with seconds',
		rows: [{ ...monthEnd, cronExpression: '0 0 22 L * ? 9' }],
		message:
			/^"Triggers" must be corrected in row 1 \(Month end\): Cron Expression must have 5 or 6 parts/,
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
			/has the type MANUAL, but a schedule is always time-based: it must be one of ONCE, DAILY, WEEKLY, MONTHLY, CRON$/,
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

judgeRequests(platform, 'Orchestration', [
	'schedule.clone',
	'schedule.create',
	'schedule.get',
	'schedule.getMany',
	'schedule.update',
]);
