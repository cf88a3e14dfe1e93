import type { IDataObject } from 'n8n-workflow';
import { IN_A_DAY } from '../../../records/executions/plannedExecutions';
import { environmentId } from '../../../records/places/environments';
import { planId } from '../../../records/tasks/plans';
import { taskId } from '../../../records/tasks/tasks';
import { nothing, type Output, record, records } from '../../../shared/declare/answers';
import type { Input } from '../../../shared/declare/context';
import { operation, resource, wholeBody } from '../../../shared/declare/define';
import {
	type Fields,
	id,
	integer,
	milliseconds,
	object,
	text,
} from '../../../shared/declare/fields';
import { limitOffset } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { problem } from '../../../shared/declare/messages';
import type { ContextShowing, RequestOperation } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { period } from '../../../shared/declare/rules';
import { withBody } from '../../../shared/flows/wholeRecords';
import { objectIn, objectsIn } from '../../../shared/support/json';
import { FORM_MESSAGES } from '../../schedules/triggerForm';
import {
	aboutTrigger,
	append,
	COLLIDING_TRIGGERS,
	description,
	get,
	getManySchedules,
	NO_RIGHT,
	OPERATOR,
	SCHEDULE,
	scheduleId,
	sendTrigger,
	SHORTLY_BEFORE_EXECUTION,
} from './requests';
import {
	namedTrigger,
	platformTrigger,
	rowRules,
	triggerRows,
	triggerRules,
	triggerSettings,
} from './scheduleTriggers';

const NO_VIEW =
	'The credential lacks a permission on the workspace of the task or plan. Ask an administrator for it.';

const TRIGGER_REFUSED = problem('The trigger {name} was refused: {reason}', '{advice}{what}');

const CREATING_MESSAGES = [TRIGGER_REFUSED, ...FORM_MESSAGES];

/**
 * Creates a schedule with its first trigger, and then adds the others one by one. If one is
 * refused, the schedule is deleted again.
 */
async function createWithTriggers(
	op: ContextShowing<typeof CREATING_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const triggers = objectsIn(input.settings.triggers).map((row) =>
		namedTrigger(op, row, String(row.name)),
	);
	const [first, ...others] = triggers;
	const body = objectIn(input.body);
	const { id: newId } = (await op.send(request, withBody(input, { ...body, trigger: first })))
		.body as { id: string };
	for (const trigger of others)
		await op.sendValues(append, { scheduleId: newId, trigger }).catch(async (error: unknown) => {
			const isRemoved = await op.sendAfterStop(remove, { scheduleId: newId }).then(
				() => true,
				() => false,
			);
			const consequence = isRemoved
				? 'The schedule was not kept.'
				: `The schedule ${newId} was created with the triggers before it: complete or delete it.`;
			const { message: reason, description: advice } = error as {
				message: string;
				description?: string;
			};
			throw op.problem(TRIGGER_REFUSED, {
				name: String(trigger.name),
				reason,
				advice: advice ? `${advice} ` : '',
				what: consequence,
			});
		});
	return [{ json: { id: newId, ...body, triggers } }];
}

const create = operation('POST /orchestration/schedules', {
	name: 'Create',
	action: 'Create a schedule',
	description:
		'Create a schedule with all its triggers; it starts nothing until it is bound to a task or plan',
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	body: {
		environmentId: environmentId('The environment whose tasks and plans it can start'),
		trigger: object('Its first trigger', { ...platformTrigger().spec.fields }).derived(),
		description: description.optional(),
	},
	settings: { triggers: triggerRows },
	rules: rowRules,
	refusals: { 409: COLLIDING_TRIGGERS, 428: NO_RIGHT },
	answers: record(undefined, { requiredFields: ['id'] }),
	messages: CREATING_MESSAGES,
	perform: createWithTriggers,
});

const update = operation('PATCH /orchestration/schedules/{scheduleId}', {
	name: 'Update',
	action: 'Update a schedule',
	description: 'Change the description of a schedule; its triggers have operations of their own',
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	effect: 'write',
	path: { scheduleId: scheduleId() },
	body: { description },
	refusals: { 428: NO_RIGHT },
	answers: nothing(),
});

const clone = operation('POST /orchestration/schedules/{scheduleId}', {
	name: 'Clone',
	action: 'Clone a schedule',
	description: 'Copy a schedule with all its triggers; the copy starts nothing until it is bound',
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	path: { scheduleId: scheduleId('The schedule to copy') },
	body: {
		description: text('What the copy is for; if not set, "copy of" the schedule')
			.eg('Finance quarter, test')
			.optional(),
	},
	refusals: { 428: NO_RIGHT },
	answers: record(undefined, { requiredFields: ['id'] }),
});

const remove = operation('DELETE /orchestration/schedules/{scheduleId}', {
	name: 'Delete',
	action: 'Delete a schedule',
	description: 'Delete a schedule that starts nothing',
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	path: { scheduleId: scheduleId() },
	refusals: {
		409: 'It still starts a task or plan: unbind it first (Unbind From Task, Unbind From Plan).',
		428: NO_RIGHT,
	},
	answers: nothing(),
});

const triggerPicker = picker({
	noun: 'trigger',
	method: 'searchScheduleTriggers',
	list: get,
	within: ['scheduleId'],
	records: (body) => (body as { triggers?: IDataObject[] }).triggers ?? [],
	entry: ({ name, type }) => ({
		id: String(name ?? ''),
		name: String(name ?? ''),
		description: String(type ?? '') || undefined,
	}),
	byName: false,
	idName: 'Name',
	example: 'Month end',
});

const triggerField = (about: string) => id(about).label('Trigger').pick(triggerPicker);

const change = operation('PUT /orchestration/schedules/{scheduleId}/triggers', {
	destructive: true,
	name: 'Change Trigger',
	action: 'Change a trigger of a schedule as a whole',
	description:
		`Replace a trigger of a schedule; its name stays. ${SHORTLY_BEFORE_EXECUTION}`.replace(
			/\. ([A-Z])/,
			(_all, letter: string) => `; ${letter.toLowerCase()}`,
		),
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	path: { scheduleId: scheduleId() },
	body: wholeBody('trigger', platformTrigger()),
	settings: { triggerName: triggerField('The trigger, by its name'), ...triggerSettings },
	rules: triggerRules,
	refusals: {
		404: 'The schedule has no trigger of this name, or there is no such schedule.',
		409: COLLIDING_TRIGGERS,
		428: NO_RIGHT,
	},
	answers: aboutTrigger,
	messages: FORM_MESSAGES,
	perform: sendTrigger,
});

const removeTrigger = operation('DELETE /orchestration/schedules/{scheduleId}/triggers', {
	name: 'Remove Trigger',
	action: 'Remove a trigger from a schedule',
	description: 'Remove a trigger from a schedule',
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	path: { scheduleId: scheduleId() },
	query: { triggerName: triggerField('The trigger, by its name').wireName('name') },
	answers: nothing({
		output: (_answer, { scheduleId: schedule, triggerName }) => ({
			deleted: true,
			scheduleId: schedule,
			triggerName,
		}),
	}),
});

const getEvents = operation('GET /orchestration/schedules/{scheduleId}/events', {
	name: 'Get Scheduled Executions',
	action: 'Get the scheduled executions of a schedule',
	description: 'List when a schedule would start its task or plan; works even before it is bound',
	origin: FROM_VENDOR,
	path: { scheduleId: scheduleId() },
	query: {
		to: milliseconds('Only executions up to this time')
			.opensWith(IN_A_DAY)
			.sample('2026-05-01T00:00:00Z'),
		from: milliseconds('Only executions from this time on; defaults to now')
			.sample('2026-04-01T00:00:00Z')
			.optional(),
		limit: integer('Size of a page').min(1).max(100).byDefault(100).optional(),
		offset: integer('How many executions to skip').min(0).byDefault(0).sample(10).optional(),
	},
	rules: [period('from', 'to')],
	pages: limitOffset(),
	refusals: { 409: COLLIDING_TRIGGERS, 428: NO_VIEW },
	// No two executions start at the same time.
	answers: records(undefined, { key: 'datetime' }),
});

const SCHEDULE_TAKEN = `The schedule belongs to another task or plan already: one schedule starts one thing. Clone it and bind the clone. If it belongs to neither, the credential lacks the permission ${OPERATOR} or permissions on the workspace.`;

const TASK_NOT_READY =
	'The task or plan may have no run configuration yet: give it one (Run Configuration, Set Run Configuration).';

const NO_SCHEDULE = 'No schedule is bound to it, or there is no such task or plan.';

/** The operations that read, bind and unbind the schedule of a task or plan. */
const startsWhat = <P extends Fields>(noun: string, title: string, at: `/${string}`, path: P) => ({
	getOf: operation(`GET ${at}`, {
		name: `Get Schedule of ${title}`,
		action: `Get the schedule of a ${noun}`,
		description: `Get the schedule that starts a ${noun}`,
		origin: FROM_VENDOR,
		path,
		refusals: { 404: NO_SCHEDULE },
		answers: record(SCHEDULE),
	}),
	bindTo: operation(`PUT ${at}`, {
		destructive: true,
		name: `Bind to ${title}`,
		action: `Bind a schedule to a ${noun} in place of its trigger`,
		description: `Let a schedule start a ${noun}; it replaces the trigger of the run configuration at once`,
		origin: FROM_VENDOR,
		permissions: OPERATOR,
		path,
		body: { scheduleId: scheduleId() },
		refusals: { 400: TASK_NOT_READY, 403: SCHEDULE_TAKEN },
		answers: nothing({ output: (_answer, values) => ({ success: true, ...values }) }),
	}),
});

const OF_TASK = '/orchestration/executables/tasks/{taskId}/schedule';

const OF_PLAN = '/orchestration/executables/plans/{planId}/schedule';

const task = startsWhat('task', 'Task', OF_TASK, { taskId: taskId() });

const plan = startsWhat('plan', 'Plan', OF_PLAN, { planId: planId() });

const unbindFromTask = operation(`DELETE ${OF_TASK}`, {
	name: 'Unbind From Task',
	action: 'Unbind the schedule from a task',
	description: 'Stop the schedule of a task; it can still be started directly or by a plan',
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	path: { taskId: taskId() },
	refusals: { 404: NO_SCHEDULE },
	answers: nothing(),
});

const unbindFromPlan = operation(`DELETE ${OF_PLAN}`, {
	name: 'Unbind From Plan',
	action: 'Unbind the schedule from a plan',
	description: 'Stop the schedule of a plan',
	path: { planId: planId() },
	answers: nothing(),
});

export const schedule = resource(
	'schedule',
	'Schedule',
	{
		create,
		get,
		getMany: getManySchedules,
		update,
		clone,
		delete: remove,
		appendTrigger: append,
		changeTrigger: change,
		removeTrigger,
		getEvents,
		bindToTask: task.bindTo,
		unbindFromTask,
		getOfTask: task.getOf,
		bindToPlan: plan.bindTo,
		unbindFromPlan,
		getOfPlan: plan.getOf,
	},
	'Several triggers for one task or plan',
);
