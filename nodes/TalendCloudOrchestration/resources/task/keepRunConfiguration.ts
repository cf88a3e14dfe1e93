/**
 * A new version of the artifact makes the platform drop fields of a task's run configuration
 * (docs/platform/interface.md, "Tasks and plans"): they are read before, compared after, and
 * restored.
 */
import { type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { hint } from '../../../shared/declare/messages';
import type { ContextShowing, RequestOperation } from '../../../shared/declare/operation';
import type { Input } from '../../../shared/declare/runtime/context';
import { readIfThere } from '../../../shared/flows/mayBeMissing';
import { isObject } from '../../../shared/support/json';
import { isAbsent } from '../../../shared/support/nothing';
import { isMultiple } from '../../schedules/triggerFinding';
import {
	getDynamicEngineRunConfig,
	setDynamicEngineRunConfig,
} from '../runConfiguration/dynamicEngineRequests';
import { getTaskRunConfig, setTaskRunConfig } from '../runConfiguration/requests';

const CAUSE = 'The new version of the artifact';
const DROPPED_FIELDS = `${CAUSE} made Talend Cloud drop {fields} of the run configuration of task {task}`;
const RESTORED_FIELDS = hint(`${DROPPED_FIELDS}: it was restored.`);
const UNRESTORED_FIELDS = hint(
	`${DROPPED_FIELDS}. Its schedule has several triggers: set the run configuration again with one trigger, then bind the schedule to the task again (Schedule → Bind to Task).`,
);

export const RUN_CONFIGURATION_MESSAGES = [RESTORED_FIELDS, UNRESTORED_FIELDS];

type RunConfigurationContext = ContextShowing<typeof RUN_CONFIGURATION_MESSAGES>;

/** The requests for the two kinds of run configurations. A task has one of them. */
const RUN_CONFIGS = [
	{ get: getTaskRunConfig, set: setTaskRunConfig },
	{ get: getDynamicEngineRunConfig, set: setDynamicEngineRunConfig },
];

/**
 * Changes a task, and then restores the fields of its run configuration that the platform has
 * dropped.
 */
export async function keepingRunConfiguration<T>(
	op: RunConfigurationContext,
	{ values }: Input,
	write: () => Promise<T>,
): Promise<T> {
	const taskId = String(values.taskId);
	const before = await Promise.all(
		RUN_CONFIGS.map(async ({ get }) => await readIfThere(op, get, { taskId })),
	);
	const result = await write();
	for (const [index, operations] of RUN_CONFIGS.entries()) {
		const wanted = before[index];
		if (wanted) await restore(op, taskId, operations, wanted).catch(notRestored(taskId));
	}
	return result;
}

async function restore(
	op: RunConfigurationContext,
	taskId: string,
	{ get, set }: { get: RequestOperation; set: RequestOperation },
	wanted: IDataObject,
): Promise<void> {
	const now = (await readIfThere(op, get, { taskId })) ?? {};
	const { whole: completed, dropped } = completedBy(now, wanted);
	if (dropped.length === 0) return;
	const lost = { fields: dropped.join(', '), task: taskId };
	if (isMultiple(completed.trigger as IDataObject | undefined))
		return op.hint(UNRESTORED_FIELDS, lost);
	await op.send(set, { path: { taskId }, query: {}, body: completed, settings: {}, values: {} });
	op.hint(RESTORED_FIELDS, lost);
}

/** The error if restoring fails. It says that the task itself has already been changed. */
const notRestored =
	(taskId: string) =>
	(error: unknown): never => {
		if (error instanceof NodeApiError || error instanceof NodeOperationError) {
			error.message = `The task was updated, but not its run configuration: ${error.message}`;
			error.description = `${CAUSE} may have made Talend Cloud drop settings of the run configuration of task ${taskId}: check it. ${error.description ?? ''}`;
		}
		throw error;
	};

/**
 * The present values, completed by the previous ones, and the names of the fields that were
 * missing.
 */
function completedBy(
	now: IDataObject,
	before: IDataObject,
	path = '',
): { whole: IDataObject; dropped: string[] } {
	const completed = { ...now };
	const dropped: string[] = [];
	for (const [key, value] of Object.entries(before)) {
		const present = completed[key];
		if (isAbsent(present)) {
			completed[key] = value;
			dropped.push(`${path}${key}`);
		} else if (isObject(present) && isObject(value)) {
			const inner = completedBy(present, value, `${path}${key}.`);
			completed[key] = inner.whole;
			dropped.push(...inner.dropped);
		}
	}
	return { whole: completed, dropped };
}
