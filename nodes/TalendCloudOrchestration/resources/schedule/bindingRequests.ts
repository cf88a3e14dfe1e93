/** The requests about the schedule that a task or plan is bound to. */
import { planField } from '../../../records/tasks/plans';
import { taskField } from '../../../records/tasks/tasks';
import { nothing, record } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import type { Fields } from '../../../shared/declare/fields';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { notConfigured } from '../runConfiguration/requests';
import { OPERATOR, SCHEDULE, scheduleField } from './requests';

const SCHEDULE_TAKEN = `The schedule belongs to another task or plan already: one schedule starts one thing. Clone it and bind the clone. If it belongs to neither, the credential lacks the permission ${OPERATOR} or permissions on the workspace.`;

const NO_SCHEDULE = 'No schedule is bound to it, or there is no such task or plan.';

/** The operations that read, bind and unbind the schedule of a task or plan. */
const startsWhat = <P extends Fields>(
	{ noun, title, notReady }: { noun: string; title: string; notReady: string },
	at: `/${string}`,
	path: P,
) => ({
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
		body: { scheduleId: scheduleField() },
		refusals: { 400: notReady, 403: SCHEDULE_TAKEN },
		answers: nothing({ output: (_answer, values) => ({ success: true, ...values }) }),
	}),
});

const OF_TASK = '/orchestration/executables/tasks/{taskId}/schedule';

const OF_PLAN = '/orchestration/executables/plans/{planId}/schedule';

export const ofTask = startsWhat(
	{
		noun: 'task',
		title: 'Task',
		notReady: notConfigured('task', 'Run Configuration → Set Run Configuration of Task'),
	},
	OF_TASK,
	{ taskId: taskField() },
);

export const ofPlan = startsWhat(
	{
		noun: 'plan',
		title: 'Plan',
		notReady: notConfigured('plan', 'Run Configuration → Set Run Configuration of Plan'),
	},
	OF_PLAN,
	{ planId: planField() },
);

export const unbindFromTask = operation(`DELETE ${OF_TASK}`, {
	name: 'Unbind From Task',
	action: 'Unbind the schedule from a task',
	description:
		'Stop starting a task by its schedule; the task can still be started directly or by a plan',
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	path: { taskId: taskField() },
	refusals: { 404: NO_SCHEDULE },
	answers: nothing(),
});

export const unbindFromPlan = operation(`DELETE ${OF_PLAN}`, {
	name: 'Unbind From Plan',
	action: 'Unbind the schedule from a plan',
	description: 'Unbind a plan from its schedule, which then no longer starts it',
	path: { planId: planField() },
	answers: nothing(),
});
