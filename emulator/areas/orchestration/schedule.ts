/** Schedules: several triggers for one task or plan. */
import { DAY, MINUTE } from '../../../nodes/shared/support/time/time';
import {
	findingIn,
	unknownIn,
} from '../../../nodes/TalendCloudOrchestration/schedules/triggerFinding';
import { created, type Handler, type Handlers, noContent, ok, type Request } from '../../handler';
import { equals, itemPage } from '../../lists/replies';
import { badRequest, conflict, forbidden, notFound } from '../../refusals';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { environmentToFill } from './environment';
import { occurrences } from './occurrences';
import {
	type Plan,
	plans,
	releaseSchedule,
	type Schedule,
	schedules,
	type ScheduleTrigger,
	type Task,
	tasks,
	type Trigger,
} from './orchestrationStore';
import { planFor } from './plan';
import { taskFor } from './task';

const MAX_TRIGGERS = 15;
const APART_MS = 5 * MINUTE;
/**
 * How far the emulator looks for executions that are too close to each other; the platform looks
 * 5 years ahead.
 */
const AHEAD_MS = 366 * DAY;

/** The task or plan that a schedule is bound to, if it still exists. */
function boundTo(state: State, { executableId }: Schedule): Task | Plan | undefined {
	return executableId === undefined
		? undefined
		: (tasks.recordsIn(state).get(executableId) ?? plans.recordsIn(state).get(executableId));
}

const withTriggerDefaults = (trigger: ScheduleTrigger): Trigger => ({
	timeZone: 'UTC',
	startDate: '2026-01-01',
	interval: 1,
	...trigger,
});

/**
 * Checks a trigger.
 * @throws Refusal if a schedule cannot have it in addition to its others
 */
function checkTrigger(
	{ clock }: Request,
	trigger: ScheduleTrigger,
	others: readonly ScheduleTrigger[],
): void {
	if (typeof trigger.name !== 'string' || trigger.name === '')
		throw badRequest('Field name is required');
	if (!['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'CRON'].includes(trigger.type))
		throw badRequest(`Field type ${trigger.type} is not known`);
	const finding =
		findingIn({
			...withTriggerDefaults(trigger),
			interval: trigger.type === 'CRON' ? 1 : trigger.interval,
		}) ?? unknownIn(trigger);
	if (finding !== undefined) throw badRequest(`The trigger ${finding}`);
	const textWithoutName = ({ name, ...rest }: ScheduleTrigger) => (void name, JSON.stringify(rest));
	if (others.some((other) => textWithoutName(other) === textWithoutName(trigger)))
		throw conflict('Duplicate trigger: the schedule has an identical one');
	const from = clock.now();
	const times = [...others, trigger]
		.flatMap((each) => occurrences(withTriggerDefaults(each), from, from + AHEAD_MS))
		.sort((a, b) => a - b);
	if (times.some((at, index) => index > 0 && at - times[index - 1]! < APART_MS))
		throw conflict('Too many concurrent events: two executions are less than 5 minutes apart');
}

const { list, get, create, patch, remove, one } = collection(schedules, {
	variable: 'scheduleId',
	given: (request, own) => {
		const { description, environmentId, trigger } = request.body as {
			description?: string;
			environmentId: string;
			trigger: ScheduleTrigger;
		};
		if (own) return { description };
		environmentToFill(request, environmentId);
		checkTrigger(request, trigger, []);
		return { description, environmentId, triggers: [trigger] };
	},
	inUse: (schedule, { state }) => {
		const bound = boundTo(state, schedule);
		return bound && `The schedule is used by ${bound.id}`;
	},
	show: ({ id, description, environmentId, triggers, executableId, executableType }) => ({
		id,
		description,
		environmentId,
		triggers,
		...(executableId === undefined ? {} : { executableId, executableType }),
	}),
	paging: itemPage,
	filters: {
		environmentId: equals(({ environmentId }) => environmentId),
		descriptionFilter: ({ description }, pattern: string) =>
			new RegExp(
				`^${pattern
					.split('*')
					.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
					.join('.*')}$`,
				's',
			).test(description ?? ''),
		onlyBound: (schedule, wanted: boolean, { state }) =>
			!wanted || boundTo(state, schedule) !== undefined,
	},
});

function triggerOf({ triggers }: Schedule, name: unknown): number {
	const index = triggers.findIndex((each) => each.name === name);
	if (index < 0) throw notFound(`The schedule has no trigger ${String(name)}`);
	return index;
}

/** The handlers of the schedule of a task or plan. */
function bindingHandlers(scheduledFor: (request: Request) => Task | Plan): {
	read: Handler;
	bind: Handler;
} {
	return {
		read: (request) => {
			const { id } = scheduledFor(request);
			const found = schedules.all(request.state).find(({ executableId }) => executableId === id);
			if (!found) throw notFound(`${id} has no schedule`);
			return get()({ ...request, path: { ...request.path, scheduleId: found.id } });
		},
		bind: (request) => {
			const { state, body } = request;
			const scheduled = scheduledFor(request);
			const schedule = schedules.find(state, (body as { scheduleId: string }).scheduleId);
			const bound = boundTo(state, schedule);
			if (bound && bound.id !== scheduled.id)
				throw forbidden('The schedule belongs to another executable');
			if (!scheduled.configured) throw badRequest(`${scheduled.id} has no run configuration`);
			releaseSchedule(state, scheduled.id);
			Object.assign(schedule, {
				executableId: scheduled.id,
				executableType: 'steps' in scheduled ? 'PLAN' : 'TASK',
			});
			scheduled.runConfiguration = {
				...scheduled.runConfiguration,
				trigger: { type: 'Multiple', startDate: '2026-01-01', timeZone: 'UTC' },
			};
			scheduled.triggers = schedule.triggers as Plan['triggers'];
			return { status: 200 };
		},
	};
}

const ofTask = bindingHandlers(taskFor);
const ofPlan = bindingHandlers(planFor);

export const scheduleHandlers: Handlers = {
	'GET /orchestration/schedules': list(),
	'POST /orchestration/schedules': create(({ id }) => created({ id })),
	'GET /orchestration/schedules/{scheduleId}': get(),
	'POST /orchestration/schedules/{scheduleId}': (request) => {
		const { description, environmentId, triggers } = one(request);
		const { description: own } = request.body as { description?: string };
		return created({
			id: schedules.add(request.state, {
				description: own ?? `copy of ${description ?? ''}`,
				environmentId,
				triggers: triggers.map((each) => ({ ...each })),
			}).id,
		});
	},
	'PATCH /orchestration/schedules/{scheduleId}': patch(() => noContent()),
	'DELETE /orchestration/schedules/{scheduleId}': remove(),
	'POST /orchestration/schedules/{scheduleId}/triggers': (request) => {
		const { triggers } = one(request);
		const trigger = request.body as ScheduleTrigger;
		if (triggers.length >= MAX_TRIGGERS)
			throw badRequest(`The schedule already has ${MAX_TRIGGERS} triggers`);
		if (triggers.some(({ name }) => name === trigger.name))
			throw conflict(`Duplicate trigger: the name ${trigger.name} is taken`);
		checkTrigger(request, trigger, triggers);
		triggers.push(trigger);
		return { status: 200 };
	},
	'PUT /orchestration/schedules/{scheduleId}/triggers': (request) => {
		const schedule = one(request);
		const trigger = request.body as ScheduleTrigger;
		const index = triggerOf(schedule, trigger.name);
		checkTrigger(
			request,
			trigger,
			schedule.triggers.filter((_each, other) => other !== index),
		);
		schedule.triggers[index] = trigger;
		return { status: 200 };
	},
	'DELETE /orchestration/schedules/{scheduleId}/triggers': (request) => {
		const schedule = one(request);
		schedule.triggers.splice(triggerOf(schedule, request.query.name), 1);
		return noContent();
	},
	'GET /orchestration/schedules/{scheduleId}/events': (request) => {
		const { query, clock } = request;
		const {
			from = clock.now(),
			to,
			limit = 100,
			offset = 0,
		} = query as { from?: number; to: number; limit?: number; offset?: number };
		const plannedTimes = one(request)
			.triggers.flatMap((trigger) =>
				occurrences(withTriggerDefaults(trigger), from, to).map((at) => ({
					at,
					sourceTriggerName: trigger.name,
				})),
			)
			.sort((a, b) => a.at - b.at);
		return ok(
			plannedTimes.slice(offset, offset + limit).map(({ at, sourceTriggerName }) => ({
				datetime: new Date(at).toISOString(),
				sourceTriggerName,
			})),
		);
	},
	'GET /orchestration/executables/tasks/{taskId}/schedule': ofTask.read,
	'PUT /orchestration/executables/tasks/{taskId}/schedule': ofTask.bind,
	'DELETE /orchestration/executables/tasks/{taskId}/schedule': (request) => {
		const task = taskFor(request);
		if (!releaseSchedule(request.state, task.id)) throw notFound(`${task.id} has no schedule`);
		delete task.triggers;
		// The task can still be started manually and by plans.
		task.runConfiguration = {
			...task.runConfiguration,
			trigger: { type: 'MANUAL', interval: 1, startDate: '2026-01-01', timeZone: 'UTC' },
		};
		return noContent();
	},
	'GET /orchestration/executables/plans/{planId}/schedule': ofPlan.read,
	'PUT /orchestration/executables/plans/{planId}/schedule': ofPlan.bind,
};
