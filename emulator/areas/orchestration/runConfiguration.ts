/** Run configurations of tasks and plans, and the runs that their schedules will start. */
import type { IDataObject } from 'n8n-workflow';

import {
	findingIn,
	unknownIn,
} from '../../../nodes/TalendCloudOrchestration/schedules/triggerFinding';
import { type Handlers, noContent, ok, type Request } from '../../handler';
import { arrayPage, itemPage } from '../../lists/replies';
import { badRequest, notFound } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import { occurrences } from './occurrences';
import {
	environments,
	type Plan,
	plans,
	releaseSchedule,
	type RunConfiguration,
	runConfigurationOf,
	type Task,
	tasks,
	type Trigger,
} from './orchestrationStore';
import { canView, isIn } from './places';
import { planFor } from './plan';
import { taskFor } from './task';

type Values = IDataObject;

/** @throws Refusal 404 if there is none */
function requireConfiguration<T>(config: T | undefined, id: string): T {
	if (config === undefined) throw notFound(`${id} has no run configuration`);
	return config;
}

/**
 * Checks a trigger of a run configuration. Each type but ONCE needs an interval.
 * @throws Refusal 400
 */
function checkTrigger(trigger: Trigger): void {
	const finding =
		findingIn(trigger) ??
		(trigger.type !== 'ONCE' && trigger.interval === undefined ? 'needs interval' : undefined);
	if (finding) throw badRequest(`Field trigger ${finding}`);
	// The documents leave the types open. The emulator refuses types that it could never start.
	const unknown = unknownIn(trigger);
	if (unknown !== undefined)
		throw badRequest(`Field trigger has the type ${unknown}, which is not known`);
}

/**
 * Sets a run configuration. The URL of a webhook is kept, unless the request asks for a new one.
 */
function configure(scheduled: Task | Plan, { state, body, origin }: Request): void {
	const config = body as RunConfiguration;
	checkTrigger(config.trigger);
	const { webhook } = config.trigger;
	if (webhook) {
		const { newUrl, ...rest } = webhook;
		const before = scheduled.runConfiguration?.trigger.webhook?.url;
		const url = newUrl || before === undefined ? `${origin}/__webhooks/${state.uuid()}` : before;
		config.trigger = { ...config.trigger, webhook: { ...rest, url } };
	}
	scheduled.runConfiguration = config;
	scheduled.configured = true;
	releaseSchedule(state, scheduled.id);
	delete scheduled.triggers;
}

function unconfigure(scheduled: Task | Plan, { state }: Request): void {
	releaseSchedule(state, scheduled.id);
	delete scheduled.runConfiguration;
	delete scheduled.triggers;
	scheduled.configured =
		'dynamicEngineConfig' in scheduled && scheduled.dynamicEngineConfig !== undefined;
}

interface Event {
	id: string;
	at: number;
	type: 'TASK' | 'PLAN';
	sourceTriggerName?: string;
}

/** The runs that the schedule of a task or plan starts in a span of time. */
function eventsOf(scheduled: Task | Plan, from: number, to: number): Event[] {
	const type = 'steps' in scheduled ? 'PLAN' : 'TASK';
	const triggers: Array<Trigger & { name?: string }> =
		scheduled.triggers ??
		[runConfigurationOf(scheduled)?.trigger].filter((trigger) => trigger !== undefined);
	return triggers
		.flatMap((trigger) =>
			occurrences(trigger, from, to).map((at): Event => ({
				id: scheduled.id,
				at,
				type,
				sourceTriggerName: trigger.name,
			})),
		)
		.sort((a, b) => a.at - b.at);
}

const eventView = ({ at, ...event }: Event) => ({ ...event, date: rfc3339(at) });

function periodAsked({ clock }: Request, { from, to }: Record<string, unknown>): [number, number] {
	return [(from as number | undefined) ?? clock.now(), to as number];
}

function eventPage(request: Request, scheduled: Task | Plan) {
	const { query } = request;
	// According to the OpenAPI files, the response has only the dates.
	return itemPage(
		eventsOf(scheduled, ...periodAsked(request, query)),
		query,
		request.follows === 'vendor' ? ({ at }) => rfc3339(at) : eventView,
	);
}

/**
 * Whether a task or plan matches a filter. Only tasks have tags and engines, so these filters match
 * no plans.
 */
function matchesFilter(
	scheduled: Task | Plan,
	tags: readonly string[],
	runtime: Values | undefined,
): boolean {
	if ('steps' in scheduled) return tags.length === 0 && runtime === undefined;
	const config = runConfigurationOf(scheduled, scheduled.runtimeType)?.runtime;
	return (
		tags.every((tag) => scheduled.tags.includes(tag)) &&
		(runtime?.type === undefined || runtime.type === config?.type) &&
		(runtime?.id === undefined || runtime.id === config?.id)
	);
}

function searchEvents(request: Request) {
	const { state } = request;
	const body = request.body as Values;
	const {
		environmentId,
		workspaceIds,
		tags = [],
		runtime,
	} = body as Values & { workspaceIds?: string[]; tags?: string[] };
	environments.find(state, String(environmentId));
	const scheduledInScope = [...tasks.all(state), ...plans.all(state)]
		.filter(
			(scheduled) =>
				isIn(state, scheduled.workspaceId, { environmentId }) && canView(scheduled, request),
		)
		.filter(({ workspaceId }) => workspaceIds?.includes(workspaceId) ?? true)
		.filter((scheduled) => matchesFilter(scheduled, tags, runtime as Values | undefined))
		.flatMap((scheduled) => eventsOf(scheduled, ...periodAsked(request, body)))
		.sort((a, b) => a.at - b.at);
	return (request.follows === 'vendor' ? itemPage : arrayPage)(scheduledInScope, body, eventView);
}

/** The response to a change. According to the OpenAPI files, it contains what was set. */
const answerToChange = ({ follows }: Request, config: unknown) =>
	follows === 'vendor' ? ok(config) : noContent();

export const runConfigurationHandlers: Handlers = {
	'GET /orchestration/executables/tasks/{taskId}/run-config': (request) => {
		const task = taskFor(request);
		const { microservicePort, ...documented } = requireConfiguration(
			runConfigurationOf(task, task.runtimeType),
			`Task ${task.id}`,
		);
		// Only the OpenAPI files describe the port.
		return ok({ ...documented, ...(request.follows === 'documents' ? {} : { microservicePort }) });
	},
	'PUT /orchestration/executables/tasks/{taskId}/run-config': (request) => {
		const task = taskFor(request);
		configure(task, request);
		task.runtimeType = task.runConfiguration?.runtime?.type ?? task.runtimeType;
		return answerToChange(request, task.runConfiguration);
	},
	'DELETE /orchestration/executables/tasks/{taskId}/run-config': (request) => {
		unconfigure(taskFor(request), request);
		return noContent();
	},
	'GET /orchestration/executables/tasks/{taskId}/run-config/events': (request) =>
		eventPage(request, taskFor(request)),
	'GET /orchestration/executables/tasks/{taskId}/de-run-config': (request) => {
		const task = taskFor(request);
		const config = requireConfiguration(task.dynamicEngineConfig, `Task ${task.id}`);
		// According to the OpenAPI files, there is always a schedule.
		return ok(
			request.follows === 'vendor'
				? { trigger: runConfigurationOf({ configured: true, paused: false })!.trigger, ...config }
				: config,
		);
	},
	'PUT /orchestration/executables/tasks/{taskId}/de-run-config': (request) => {
		const task = taskFor(request);
		if (request.follows === 'vendor' && (request.body as Values).trigger === undefined)
			throw badRequest('Field trigger is required');
		Object.assign(task, { dynamicEngineConfig: request.body, configured: true });
		return answerToChange(request, task.dynamicEngineConfig);
	},
	'DELETE /orchestration/executables/tasks/{taskId}/de-run-config': (request) => {
		const task = taskFor(request);
		delete task.dynamicEngineConfig;
		task.configured = task.runConfiguration !== undefined;
		return noContent();
	},
	'POST /orchestration/executables/events/search': searchEvents,

	'DELETE /orchestration/executables/plans/{planId}/schedule': (request) => {
		unconfigure(planFor(request), request);
		return noContent();
	},
	'GET /orchestration/executables/plans/{planId}/run-config': (request) => {
		const plan = planFor(request);
		return ok(requireConfiguration(runConfigurationOf(plan), `Plan ${plan.id}`));
	},
	'PUT /orchestration/executables/plans/{planId}/run-config': (request) => {
		const plan = planFor(request);
		configure(plan, request);
		return answerToChange(request, plan.runConfiguration);
	},
	'DELETE /orchestration/executables/plans/{planId}/run-config': (request) => {
		unconfigure(planFor(request), request);
		return noContent();
	},
	'GET /orchestration/executables/plans/{planId}/run-config/events': (request) =>
		eventPage(request, planFor(request)),
};
