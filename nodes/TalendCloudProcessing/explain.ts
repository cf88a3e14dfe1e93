/** Explains executions: puts together what the platform knows about a failure. It only reads, and names what it could not read. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { Call, RequestOperation } from '../shared/declare/operation';
import { countsAsSuccess, misfireReason, outcomeOf } from '../records/outcome';
import { clock } from '../shared/support/clock';
import { idText, isObject, objectsIn, withoutEmptyValues } from '../shared/support/json';
import { isRefusedWith } from '../shared/support/refused';
import { platformTime } from '../shared/support/time';
import { getManyComponentMetrics as getComponents } from '../records/componentMetrics';
import { getEntries } from '../records/executionLog';
import { getPlan } from '../records/plans';
import { getTask } from '../records/tasks';
import { causeOf, type Evidence } from './cause';
import { executionInWords } from '../records/readable';

/** What {@link explainTask} reads besides the execution. */
export const READS_OF_TASK: readonly RequestOperation[] = [getTask, getComponents, getEntries];

/** A source that could not be read, or has nothing. */
interface Missing extends IDataObject {
	source: string;
	reason: string;
}

/** Reads a source, or notes why it cannot be read: that is part of the explanation, and no error. */
async function readOrNote<T>(
	call: Call,
	missing: Missing[],
	source: string,
	read: () => Promise<T>,
): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		call.signal.throwIfAborted();
		const { message } = error as Error;
		missing.push({
			source,
			reason: isRefusedWith(error, 404) ? `The platform has none (404): ${message}` : message,
		});
		return undefined;
	}
}

/** Entries of the log that are looked through for lines of errors: the newest. */
const LOOKED_THROUGH = 200;
const IS_ERROR = /^(error|fatal|severe)$/i;
/** How long after the end of an execution its log is complete (docs/platform/interface.md, "Logs and metrics"). */
const COMPLETE_AFTER_MS = 30_000;

const timeOf = (timestamp: IDataObject[string]): IDataObject[string] =>
	typeof timestamp === 'number'
		? (DateTime.fromMillis(timestamp, { zone: 'utc' }).toISO() ?? timestamp)
		: timestamp;

/** The last lines of errors, the earliest first. */
async function errorLines(call: Call, executionId: string, most: number): Promise<IDataObject[]> {
	const entries = await call.list(getEntries, { executionId, order: 'DESC' }, LOOKED_THROUGH);
	return entries
		.filter(({ severity }) => IS_ERROR.test(String(severity)))
		.slice(0, most)
		.reverse()
		.map(({ severity, logTimestamp, logMessage }): IDataObject => ({
			time: timeOf(logTimestamp),
			severity,
			message: logMessage,
		}));
}

const CHILD = 'tRunJob';
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const ANNOUNCED = /^Exception in component \S+ \([^)]*\)$/;

/** What a stack trace says: its first line, or the second if the first only names the component and the job. */
function messageOf(stacktrace: string): string {
	const [first = '', second = ''] = stacktrace.split('\n').map((line) => line.trim());
	return ANNOUNCED.test(first) && second !== '' ? second : first;
}

/** A component that failed, in the words of the output. */
function asFailed({
	connector_id: componentId,
	connector_label: label,
	connector_type: type,
	job_name: jobName,
	stacktrace,
}: IDataObject): IDataObject {
	return withoutEmptyValues({
		componentId,
		label,
		type,
		jobName,
		message: isText(stacktrace) ? messageOf(stacktrace) : undefined,
		stackTrace: stacktrace,
	});
}

/**
 * The component that failed, and the child of a master job: children are components of the type tRunJob, and the first that has a stack
 * trace is the one that failed (docs/platform/interface.md, "Logs and metrics").
 */
export function failedComponents(metrics: readonly IDataObject[]): {
	failedComponent: IDataObject | null;
	failedChild: IDataObject | null;
} {
	const failed = metrics.filter(({ stacktrace }) => isText(stacktrace));
	const child = failed.find(({ connector_type: type }) => type === CHILD);
	const component = failed.find(({ connector_type: type }) => type !== CHILD) ?? child;
	return {
		failedComponent: component ? asFailed(component) : null,
		failedChild: child ? asFailed(child) : null,
	};
}

/**
 * Explains the execution of a task.
 * @param execution as it was read
 * @param lines how many lines of its log at most
 */
export async function explainTask(
	call: Call,
	execution: IDataObject,
	lines: number,
): Promise<IDataObject> {
	const executionId = String(execution.executionId);
	const taskId = idText(execution.jobId) ?? idText(execution.taskId);
	const outcome = outcomeOf(execution);
	const missing: Missing[] = [];
	const task =
		taskId === undefined
			? undefined
			: await readOrNote(
					call,
					missing,
					'task',
					async () => await call.readRecord(getTask, { taskId }),
				);
	const metrics = await readOrNote(
		call,
		missing,
		'component metrics',
		async () =>
			await call.list(getComponents, {
				executionId,
				sortBy: 'component_start_time_seconds',
				sortOrder: 'asc',
			}),
	);
	if (metrics?.length === 0)
		missing.push({ source: 'component metrics', reason: 'There are none, or not yet.' });
	const log = await readOrNote(
		call,
		missing,
		'log',
		async () => await errorLines(call, executionId, lines),
	);
	const ended = platformTime(execution.finishTimestamp);
	if (log && clock.now() - ended < COMPLETE_AFTER_MS)
		missing.push({
			source: 'log',
			reason: 'The execution has just ended: its log is complete 30 seconds after the end.',
		});
	const { failedComponent, failedChild } = failedComponents(metrics ?? []);
	const evidence: Evidence[] = [
		{ where: 'The stack trace of the failed component', text: failedComponent?.stackTrace },
		{ where: 'The stack trace of the failed child', text: failedChild?.stackTrace },
		{ where: 'The error message of the execution', text: execution.errorMessage },
		...[...(log ?? [])].reverse().map(({ message }) => ({ where: 'The log', text: message })),
		{ where: 'The type of the error', text: execution.errorType },
	];
	const workspace = isObject(task?.workspace) ? task.workspace : {};
	const misfired = misfireReason(execution);
	const {
		status,
		executionStatus,
		errorType,
		errorMessage,
		triggerTimestamp,
		startTimestamp,
		finishTimestamp,
	} = execution;
	const about: IDataObject = {
		...{
			executionId,
			taskId,
			taskName: task?.name,
			workspaceId: execution.workspaceId ?? workspace.id,
			workspaceName: workspace.name,
		},
		...{
			status: status ?? executionStatus,
			errorType,
			errorMessage,
			misfiredReason: misfired,
			triggerTimestamp,
			startTimestamp,
			finishTimestamp,
		},
	};
	const subject = {
		noun: 'Task',
		id: taskId,
		name: task?.name,
		workspaceName: workspace.name,
		environmentName: isObject(workspace.environment) ? workspace.environment.name : undefined,
	};
	const component = failedComponent?.label ?? failedComponent?.componentId;
	return {
		outcome: outcome ?? null,
		summary: executionInWords(subject, execution, call.timezone, {
			component,
			reason: failedComponent?.message,
		}),
		...causeOf(outcome, execution, evidence),
		...withoutEmptyValues(about),
		failedComponent,
		failedChild,
		lastErrorLines: log ?? [],
		missingSources: missing,
	};
}

/** A step as the definition of a plan has it. */
interface Designed {
	id: string;
	name: string;
	tasks: IDataObject[];
}

/** The steps of a plan in their order, from its chart, in which each holds the next. */
function stepsOfChart(plan: IDataObject | undefined): Designed[] {
	const steps: Designed[] = [];
	for (let step = plan?.chart; isObject(step); step = step.nextStep) {
		const flows = objectsIn(step.flows);
		steps.push({
			id: String(step.id),
			name: String(step.name ?? step.id),
			tasks: flows.map(({ id, name }) => ({ taskId: id, taskName: name })),
		});
	}
	return steps;
}

const stepWords = (step: string | undefined): string =>
	step === undefined ? '' : `step ${step}, `;

/** At most so many failed tasks of a plan are explained, each with its sources. */
const EXPLAINED = 10;

interface PlanRequests {
	getSteps: RequestOperation;
	getStep: RequestOperation;
}

/**
 * Explains the execution of a plan: the step that failed, its tasks, and what did not run after it.
 * @param execution as it was read, completed by the outcome of its steps
 */
export async function explainPlan(
	call: Call,
	execution: IDataObject,
	{ getSteps, getStep }: PlanRequests,
	lines: number,
): Promise<IDataObject> {
	const planExecutionId = String(execution.executionId);
	const planId = idText(execution.planId);
	const outcome = outcomeOf(execution);
	const missing: Missing[] = [];
	const plan =
		planId === undefined
			? undefined
			: await readOrNote(
					call,
					missing,
					'plan',
					async () => await call.readRecord(getPlan, { planId }),
				);
	const steps =
		(await readOrNote(
			call,
			missing,
			'steps',
			async () => await call.list(getSteps, { planExecutionId }),
		)) ?? [];
	const designed = stepsOfChart(plan);
	const nameOf = (step: IDataObject) =>
		designed.find(({ id }) => id === step.id)?.name ?? String(step.id);
	const failed = steps.find((step) => {
		const end = outcomeOf(step);
		return end !== undefined && !countsAsSuccess(end);
	});
	const failedTasks =
		failed === undefined
			? []
			: await explainFailedTasks(
					call,
					missing,
					getStep,
					{ planExecutionId, stepExecutionId: failed.executionId },
					lines,
				);
	const ran = new Set(
		steps
			.filter(({ startTimestamp }) => startTimestamp !== undefined && startTimestamp !== null)
			.map(({ id }) => String(id)),
	);
	const began = designed.findIndex(({ id }) => steps.some((step) => step.id === id));
	// A re-run begins at a step: those before it belong to the execution before.
	const notRun =
		outcome === undefined
			? []
			: designed.slice(Math.max(0, began)).filter(({ id }) => !ran.has(id));
	const ofPlan = causeOf(outcome, execution, []);
	const first = failedTasks[0];
	const judged = first
		? {
				cause: first.cause,
				causeReason: `Task ${String(first.taskName ?? first.taskId)}: ${String(first.causeReason)}`,
			}
		: ofPlan;
	const about: IDataObject = {
		executionId: planExecutionId,
		planId,
		planName: plan?.name,
		status: execution.status ?? execution.executionStatus,
		misfiredReason: misfireReason(execution),
		startTimestamp: execution.startTimestamp,
		finishTimestamp: execution.finishTimestamp,
	};
	return {
		outcome: outcome ?? null,
		summary: executionInWords(
			{ noun: 'Plan', id: planId, name: plan?.name },
			execution,
			call.timezone,
			first ? { reason: `${stepWords(failed && nameOf(failed))}${String(first.summary)}` } : {},
		),
		...judged,
		...withoutEmptyValues(about),
		failedStep:
			failed === undefined
				? null
				: { name: nameOf(failed), stepId: failed.id, stepExecutionId: failed.executionId },
		failedTasks,
		notRun: notRun.map(({ id, name, tasks }) => ({ name, stepId: id, tasks })),
		steps: steps.map((step) => ({
			name: nameOf(step),
			stepId: step.id,
			stepExecutionId: step.executionId,
			outcome: outcomeOf(step) ?? (ran.has(String(step.id)) ? 'running' : 'notRun'),
		})),
		missingSources: missing,
	};
}

async function explainFailedTasks(
	call: Call,
	missing: Missing[],
	getStep: RequestOperation,
	path: IDataObject,
	lines: number,
): Promise<IDataObject[]> {
	const step = await readOrNote(
		call,
		missing,
		'tasks of the failed step',
		async () => (await call.ask(getStep, path)).body,
	);
	const done = isObject(step) ? objectsIn(step.doneTaskExecutableDetails) : [];
	const failed = done.filter((execution) => {
		const end = outcomeOf(execution);
		return end !== undefined && !countsAsSuccess(end);
	});
	if (failed.length > EXPLAINED)
		missing.push({
			source: 'tasks of the failed step',
			reason: `${failed.length} tasks failed; the first ${EXPLAINED} are explained.`,
		});
	const explained: IDataObject[] = [];
	for (const execution of failed.slice(0, EXPLAINED))
		explained.push(await explainTask(call, execution, lines));
	return explained;
}
