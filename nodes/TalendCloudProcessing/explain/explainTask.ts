/**
 * Explains the execution of a task: collects what the platform knows about a failure. It only
 * reads, and says what it could not read.
 */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { getManyComponentMetrics as getComponents } from '../../records/executions/componentMetrics';
import { getEntries, msUntilLogIsComplete } from '../../records/executions/executionLog';
import { misfireReason, outcomeOf } from '../../records/executions/outcome';
import { executionInWords } from '../../records/executions/readable';
import { placeOf } from '../../records/places/placeOf';
import { getTask } from '../../records/tasks/tasks';
import type { OperationContext, RequestOperation } from '../../shared/declare/operation';
import { isRefusedWith } from '../../shared/support/http/refused';
import { idText, isText, withoutEmptyValues } from '../../shared/support/json';
import { knownTime } from '../../shared/support/time/time';
import { causeOf, type Evidence } from './cause';

/** What {@link explainTask} reads besides the execution. */
export const READS_OF_TASK: readonly RequestOperation[] = [getTask, getComponents, getEntries];

/** A source that could not be read, or has no content. */
interface Missing extends IDataObject {
	source: string;
	reason: string;
}

/**
 * Reads the sources of an explanation. If a source cannot be read, the explanation says so; this is
 * no error.
 */
export class Sources {
	readonly missing: Missing[] = [];

	constructor(readonly op: OperationContext) {}

	note(source: string, reason: string): void {
		this.missing.push({ source, reason });
	}

	/** Reads a source. @returns undefined if it cannot be read; then this is noted */
	async read<T>(
		source: string,
		reading: (op: OperationContext) => Promise<T>,
	): Promise<T | undefined> {
		try {
			return await reading(this.op);
		} catch (error) {
			this.op.signal.throwIfAborted();
			const { message } = error as Error;
			this.note(
				source,
				isRefusedWith(error, 404) ? `Talend Cloud has none (404): ${message}` : message,
			);
			return undefined;
		}
	}
}

/** How many entries of the log are searched for lines of errors, beginning with the newest. */
const MAX_LOG_ENTRIES = 200;
const IS_ERROR = /^(error|fatal|severe)$/i;
const readableTime = (timestamp: IDataObject[string]): IDataObject[string] =>
	typeof timestamp === 'number'
		? (DateTime.fromMillis(timestamp, { zone: 'utc' }).toISO() ?? timestamp)
		: timestamp;

/** The last lines of errors, the earliest first. */
async function errorLines(
	op: OperationContext,
	executionId: string,
	most: number,
): Promise<IDataObject[]> {
	const entries = await op.list(getEntries, { executionId, order: 'DESC' }, MAX_LOG_ENTRIES);
	return entries
		.filter(({ severity }) => IS_ERROR.test(String(severity)))
		.slice(0, most)
		.reverse()
		.map(({ severity, logTimestamp, logMessage }): IDataObject => ({
			time: readableTime(logTimestamp),
			severity,
			message: logMessage,
		}));
}

const CHILD = 'tRunJob';

const ANNOUNCEMENT = /^Exception in component \S+ \([^)]*\)$/;

/**
 * The message in a stack trace: its first line; or the second, if the first one only names the
 * component and the job.
 */
function messageOf(stacktrace: string): string {
	const [first = '', second = ''] = stacktrace.split('\n').map((line) => line.trim());
	return ANNOUNCEMENT.test(first) && second !== '' ? second : first;
}

/** A component that failed, for the output. */
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
 * The component that failed and, in a master job, the child job. Child jobs are components of the
 * type tRunJob, and the first one with a stack trace is the one that failed
 * (docs/platform/interface.md, "Logs and metrics").
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
 * @param lines the maximum number of lines from its log
 */
export async function explainTask(
	op: OperationContext,
	execution: IDataObject,
	lines: number,
): Promise<IDataObject> {
	const sources = new Sources(op);
	const executionId = String(execution.executionId);
	const taskId = idText(execution.jobId) ?? idText(execution.taskId);
	const task =
		taskId === undefined
			? undefined
			: await sources.read('task', async () => await op.readRecord(getTask, { taskId }));
	const failed = failedComponents(await readMetrics(sources, executionId));
	const errors = await readErrors(sources, execution, lines);
	const outcome = outcomeOf(execution);
	const { workspaceId, workspaceName, environmentName } = placeOf(task ?? {});
	return {
		outcome: outcome ?? null,
		summary: executionInWords(
			{
				noun: 'Task',
				id: taskId,
				name: task?.name,
				workspaceName,
				environmentName,
			},
			execution,
			op.timezone,
			{
				component: failed.failedComponent?.label ?? failed.failedComponent?.componentId,
				reason: failed.failedComponent?.message,
			},
		),
		...causeOf(outcome, execution, evidenceIn(execution, failed, errors)),
		...withoutEmptyValues({
			executionId,
			taskId,
			taskName: task?.name,
			workspaceId: execution.workspaceId ?? workspaceId,
			workspaceName,
			...fieldsOf(execution),
		}),
		...failed,
		lastErrorLines: errors,
		missingSources: sources.missing,
	};
}

async function readMetrics(sources: Sources, executionId: string): Promise<IDataObject[]> {
	const source = 'component metrics';
	const sorting = { sortBy: 'component_start_time_seconds', sortOrder: 'asc' };
	const metrics = await sources.read(
		source,
		async (op) => await op.list(getComponents, { executionId, ...sorting }),
	);
	if (metrics?.length === 0) sources.note(source, 'There are none, or they are not available yet.');
	return metrics ?? [];
}

async function readErrors(
	sources: Sources,
	execution: IDataObject,
	lines: number,
): Promise<IDataObject[]> {
	const errors = await sources.read(
		'log',
		async (op) => await errorLines(op, String(execution.executionId), lines),
	);
	const finishedAt = knownTime(execution.finishTimestamp);
	if (errors && finishedAt !== undefined && msUntilLogIsComplete(finishedAt) > 0)
		sources.note(
			'log',
			'The execution has just ended: its log is complete 30 seconds after the end.',
		);
	return errors ?? [];
}

/** The texts that may say why it failed, the most informative one first. */
const evidenceIn = (
	execution: IDataObject,
	{ failedComponent, failedChild }: ReturnType<typeof failedComponents>,
	errors: readonly IDataObject[],
): Evidence[] => [
	{ where: 'The stack trace of the failed component', text: failedComponent?.stackTrace },
	{ where: 'The stack trace of the failed child', text: failedChild?.stackTrace },
	{ where: 'The error message of the execution', text: execution.errorMessage },
	...errors.toReversed().map(({ message }) => ({ where: 'The log', text: message })),
	{ where: 'The type of the error', text: execution.errorType },
];

/** The fields of an execution that the output repeats. */
const fieldsOf = (execution: IDataObject): IDataObject => ({
	status: execution.status ?? execution.executionStatus,
	errorType: execution.errorType,
	errorMessage: execution.errorMessage,
	misfiredReason: misfireReason(execution),
	triggerTimestamp: execution.triggerTimestamp,
	startTimestamp: execution.startTimestamp,
	finishTimestamp: execution.finishTimestamp,
});
