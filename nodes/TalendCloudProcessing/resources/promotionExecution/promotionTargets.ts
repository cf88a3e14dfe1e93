/**
 * Finds out what remains to be done in the target after a promotion (docs/platform/interface.md,
 * "Promotions"). It only reads.
 */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { getTask } from '../../../records/tasks/tasks';
import { hint } from '../../../shared/declare/messages';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../../../shared/declare/operation';
import { mapConcurrently } from '../../../shared/flows/mapConcurrently';
import { readIfThere } from '../../../shared/flows/mayBeMissing';
import { isObject, objectsIn } from '../../../shared/support/json';
import { isNothing } from '../../../shared/support/nothing';
import { getConnection } from '../../../TalendCloudOrchestration/resources/connection/requests';
import type { PromotedObject } from '../../../TalendCloudOrchestration/resources/promotion/promotionReport';
import { getTaskRunConfig } from '../../../TalendCloudOrchestration/resources/runConfiguration/requests';

/** What {@link withTargets} reads. */
export const READS_OF_TARGETS: readonly RequestOperation[] = [
	getConnection,
	getTask,
	getTaskRunConfig,
];

/** What the platform puts in place of a secret that it does not promote. */
const CHANGE_ME = '<change me>';

/**
 * The objects of a promotion, with what is there in the target and what is missing; and a hint for
 * each kind of what is missing.
 */
export async function withTargets(
	op: ContextShowing<typeof TARGET_MESSAGES>,
	objects: readonly PromotedObject[],
): Promise<PromotedObject[]> {
	const seen = await mapConcurrently(objects, async (object): Promise<PromotedObject> => ({
		...object,
		...(await findingsAt(op, object)),
	}));
	for (const [finding, message] of Object.entries(HINTS)) {
		const objectsWithIt = seen.filter((object) => object[finding] !== undefined);
		if (objectsWithIt.length > 0) op.hint(message, { objects: objectNames(objectsWithIt) });
	}
	return seen;
}

const HINTS = {
	changeMe: hint(
		`Connections of the target that still have ${CHANGE_ME} in place of a secret: {objects}. Tasks that use them cannot connect until you set the secret with Talend Cloud Orchestration → Connection → Update.`,
	),
	automaticUpgradeOff: hint(
		'Tasks of the target that no longer take new versions of their artifact: {objects}. To change that, turn on Automatic Upgrade with Talend Cloud Orchestration → Task → Update.',
	),
	runConfigurationMissing: hint(
		'Tasks of the target without a run configuration: {objects}. They cannot run until you set one with Talend Cloud Orchestration → Run Configuration → Set Run Configuration of Task.',
	),
	runProfileMissing: hint(
		'Tasks of the target without a run profile, which they have in the source: {objects}. Choose one of the target with Talend Cloud Orchestration → Run Configuration → Update Run Configuration of Task.',
	),
	portMissing: hint(
		'Tasks of the target without a port, which they have in the source: {objects}. Set it with Talend Cloud Orchestration → Run Configuration → Update Run Configuration of Task.',
	),
	notChecked: hint(
		'Not checked in the target: {objects}. The reason is in the field notChecked of each.',
	),
};

/** What {@link withTargets} can say. */
export const TARGET_MESSAGES = Object.values(HINTS);

const MAX_NAMED = 20;

function objectNames(objects: readonly PromotedObject[]): string {
	const names = objects
		.slice(0, MAX_NAMED)
		.map(
			({ name, targetId, workspace }) =>
				`${name ?? ''} (${targetId}${workspace === undefined ? '' : `, in ${workspace}`})`,
		);
	return `${names.join(', ')}${objects.length > MAX_NAMED ? ` and ${objects.length - MAX_NAMED} more` : ''}`;
}

async function findingsAt(
	op: OperationContext,
	{ type, id, targetId }: PromotedObject,
): Promise<IDataObject> {
	if (targetId === undefined) return {};
	try {
		if (type === 'CONNECTION') return await findingsOfConnection(op, targetId);
		return type === 'FLOW' ? await findingsOfTask(op, id, targetId) : {};
	} catch (error) {
		op.signal.throwIfAborted();
		const { message } = error as Error;
		return {
			notChecked:
				error instanceof NodeApiError && error.httpCode !== null
					? `${message} (${error.httpCode})`
					: message,
		};
	}
}

async function findingsOfConnection(
	op: OperationContext,
	connectionId: string,
): Promise<IDataObject> {
	const { name, parameters } = await op.readRecord(getConnection, { connectionId });
	const open = objectsIn(parameters).filter(({ value }) => value === CHANGE_ME);
	return {
		targetName: name,
		...(open.length > 0 ? { changeMe: open.map((parameter) => String(parameter.name)) } : {}),
	};
}

async function findingsOfTask(
	op: OperationContext,
	source: string | undefined,
	target: string,
): Promise<IDataObject> {
	const [inTarget, inSource] = await Promise.all([
		readTaskWithConfig(op, target),
		source === undefined ? undefined : readTaskWithConfig(op, source),
	]);
	const lost = (has: (config: IDataObject) => unknown) =>
		inSource?.config !== undefined &&
		inTarget.config !== undefined &&
		!isNothing(has(inSource.config)) &&
		isNothing(has(inTarget.config));
	const runtimeOf = ({ runtime }: IDataObject) => (isObject(runtime) ? runtime : {});
	return {
		targetName: inTarget.task.name,
		...(upgrades(inTarget.task) === false && upgrades(inSource?.task) !== false
			? { automaticUpgradeOff: true }
			: {}),
		...(inTarget.config === undefined && inSource?.config !== undefined
			? { runConfigurationMissing: true }
			: {}),
		...(lost((config) => runtimeOf(config).runProfileId) ? { runProfileMissing: true } : {}),
		...(lost(({ microservicePort }) => microservicePort) ? { portMissing: true } : {}),
	};
}

const upgrades = (task: IDataObject | undefined): unknown =>
	isObject(task?.autoUpgradeInfo) ? task.autoUpgradeInfo.autoUpgradable : undefined;

async function readTaskWithConfig(
	op: OperationContext,
	taskId: string,
): Promise<{ task: IDataObject; config?: IDataObject }> {
	const [task, config] = await Promise.all([
		op.readRecord(getTask, { taskId }),
		readIfThere(op, getTaskRunConfig, { taskId }),
	]);
	return { task, config };
}
