/**
 * Reads tasks and plans, with the names of the records that they use, and their run configurations.
 */
import type { IDataObject } from 'n8n-workflow';

import { placeOf } from '../../../../records/places/placeOf';
import type { Executable } from '../../../../records/tasks/executables';
import { getPlan } from '../../../../records/tasks/plans';
import { getTask } from '../../../../records/tasks/tasks';
import type { OperationContext, RequestOperation } from '../../../../shared/declare/operation';
import { mapConcurrently } from '../../../../shared/flows/mapConcurrently';
import { readIfThere } from '../../../../shared/flows/mayBeMissing';
import { isObject, objectIn, objectsIn, withoutEmptyValues } from '../../../../shared/support/json';
import { MASK } from '../../../../shared/support/text/mask';
import { getVersion } from '../../artifact';
import { getDynamicEngineRunConfig } from '../../runConfiguration/dynamicEngineRequests';
import { getPlanRunConfig, getTaskRunConfig } from '../../runConfiguration/requests';
import { type Content, content } from './content';
import { type Lists, referenceTo } from './contentLists';
import { runConfigurationContent } from './runConfigurationContent';
import type { SecretsOf } from './secretParameters';

/** The operations that read a task or plan, besides the lists. */
export const EXECUTABLE_READS: readonly RequestOperation[] = [
	getTask,
	getVersion,
	getPlan,
	getTaskRunConfig,
	getDynamicEngineRunConfig,
	getPlanRunConfig,
];

/** What tasks and plans are read with. */
export interface ExecutableSources {
	op: OperationContext;
	lists: Lists;
	secretsOf: SecretsOf;
	includeRunConfigurations: boolean;
}

/**
 * Reads a task.
 * @returns undefined if the platform does not have it
 */
export async function taskContent(
	{ op, lists, secretsOf, includeRunConfigurations }: ExecutableSources,
	{ id, listed }: Executable,
): Promise<Content | undefined> {
	const record = await readIfThere(op, getTask, { taskId: id });
	if (record === undefined) return undefined;
	const place = placeOf(record);
	const { workspaceId } = place;
	const artifact = objectIn(record.artifact);
	const isHidden =
		Object.keys(objectIn(record.parameters)).length === 0 ? () => false : await secretsOf(artifact);
	const configuration = includeRunConfigurations
		? await readIfThere(op, getTaskRunConfig, { taskId: id })
		: undefined;
	const onDynamicEngine =
		includeRunConfigurations && configuration === undefined
			? await readIfThere(op, getDynamicEngineRunConfig, { taskId: id })
			: undefined;
	return content('task', { ...listed, ...record, id }, place, {
		description: record.description,
		artifact: referenceTo(await lists.artifacts(), artifact.id, workspaceId),
		artifactId: artifact.id,
		artifactVersion: artifact.version,
		tags: record.tags ?? [],
		parameters: withHidden(record.parameters, isHidden),
		connections: await namesOf(record.connections, lists.connections, workspaceId),
		resources: await namesOf(record.resources, lists.resources, workspaceId),
		autoUpgradeInfo: record.autoUpgradeInfo,
		paused: objectIn(record.taskPauseDetails).pause,
		runConfiguration: await runConfigurationContent(lists, configuration, id),
		dynamicEngineConfiguration: await runConfigurationContent(lists, onDynamicEngine, id),
	});
}

/** Values in which the hidden ones are replaced by {@link MASK}. */
const withHidden = (values: unknown, isHidden: (name: string) => boolean): IDataObject =>
	Object.fromEntries(
		Object.entries(objectIn(values)).map(([name, value]) => [name, isHidden(name) ? MASK : value]),
	);

/** The names of the connections or resources that the parameters of a task use. */
const namesOf = async (
	ids: unknown,
	records: () => Promise<IDataObject[]>,
	workspaceId: unknown,
): Promise<IDataObject> =>
	Object.fromEntries(
		await mapConcurrently(
			Object.entries(objectIn(ids)),
			async ([parameter, id]) =>
				[parameter, referenceTo(await records(), id, workspaceId)] as const,
		),
	);

/**
 * Reads a plan.
 * @returns undefined if the platform does not have it
 */
export async function planContent(
	{ op, lists, includeRunConfigurations }: ExecutableSources,
	{ id, listed }: Executable,
): Promise<Content | undefined> {
	const record = await readIfThere(op, getPlan, { planId: id });
	if (record === undefined) return undefined;
	const place = placeOf(record);
	const { workspaceId } = place;
	const tasks = await lists.executables();
	const taskNames = (step: IDataObject) =>
		taskIdsOf(step).map((task) => referenceTo(tasks, task, workspaceId));
	const configuration = includeRunConfigurations
		? await readIfThere(op, getPlanRunConfig, { planId: id })
		: undefined;
	return content('plan', { ...listed, ...record, id }, place, {
		description: record.description,
		steps: stepsOf(record.chart).map((step) =>
			withoutEmptyValues({
				name: step.name,
				tasks: taskNames(step),
				onFailure: isObject(step.stepOnException) ? taskNames(step.stepOnException) : undefined,
				note: step.note,
			}),
		),
		paused: objectIn(record.planPauseDetails).pause,
		runConfiguration: await runConfigurationContent(lists, configuration, id),
	});
}

/** The steps of a plan, which follow one another in its chart. */
export function stepsOf(chart: unknown): IDataObject[] {
	const steps: IDataObject[] = [];
	for (let step = chart; isObject(step); step = step.nextStep) steps.push(step);
	return steps;
}

/** The IDs of the tasks of a step. The step contains either the IDs or the records. */
const taskIdsOf = ({ taskIds, flows }: IDataObject): string[] =>
	Array.isArray(taskIds) ? taskIds.map(String) : objectsIn(flows).map(({ id }) => String(id));
