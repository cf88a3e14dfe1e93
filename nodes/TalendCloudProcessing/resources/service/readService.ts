/** Reads a task as a service: whether it is one, and on how many engines it runs. */
import type { IDataObject } from 'n8n-workflow';

import { getCluster, getRemoteEngine } from '../../../records/engines/engines';
import { placeOf } from '../../../records/places/placeOf';
import { getArtifact, isServiceType, typeInWords } from '../../../records/tasks/artifacts';
import { getTask } from '../../../records/tasks/tasks';
import { UUID } from '../../../shared/declare/field/pattern';
import { requirement } from '../../../shared/declare/messages';
import type { ContextShowing, RequestOperation } from '../../../shared/declare/operation';
import { readIfThere } from '../../../shared/flows/mayBeMissing';
import { isRefusedWith } from '../../../shared/support/http/refused';
import { idText, isObject } from '../../../shared/support/json';
import { getTaskRunConfig } from '../../../TalendCloudOrchestration/resources/runConfiguration/requests';

const NO_TASK = requirement(
	'executable',
	'Task',
	"is the ID of an execution, not of a task: choose the task from the list (its ID is the execution's jobId or taskId)",
);

const NO_SERVICE = requirement(
	'executable',
	'Task',
	'is "{name}", which is not a service: its artifact is of the type {type}. Choose a task whose artifact is a route or a data service; for this task, use Task Execution → Run and Wait',
);

const NO_ENGINE = requirement(
	'executable',
	'Task',
	'runs on {engine} that no longer exists ({id}): assign another engine first (Talend Cloud Orchestration → Run Configuration → Update Run Configuration of Task)',
);

/** What {@link readService} can say. */
export const SERVICE_MESSAGES = [NO_TASK, NO_SERVICE, NO_ENGINE];
/** What {@link readService} reads. */
export const READS_OF_SERVICE: readonly RequestOperation[] = [
	getTask,
	getArtifact,
	getTaskRunConfig,
	getRemoteEngine,
	getCluster,
];

export interface Service {
	taskId: string;
	/** The task and its workspace, as outputs name them. */
	names: IDataObject;
	environmentName?: IDataObject[string];
	/** On how many engines it is deployed; unknown for a cluster that cannot be read. */
	engines?: number;
}

/**
 * Reads a task as a service.
 * @throws BadInput if the task is not a service, or its engine no longer exists
 */
export async function readService(
	op: ContextShowing<typeof SERVICE_MESSAGES>,
	taskId: string,
): Promise<Service> {
	const task = await op.readRecord(getTask, { taskId }).catch((error: unknown) => {
		if (isRefusedWith(error, 404) && UUID.regex.test(taskId)) throw op.refusal(NO_TASK, {}, taskId);
		throw error;
	});
	const { artifact, name } = task;
	const artifactId = isObject(artifact) ? idText(artifact.id) : undefined;
	if (artifactId !== undefined) {
		const { type } = await op.readRecord(getArtifact, { artifactId });
		if (!isServiceType(type))
			throw op.refusal(NO_SERVICE, { name: String(name), type: typeInWords(type) });
	}
	const { workspaceId, workspaceName, environmentName } = placeOf(task);
	return {
		taskId,
		environmentName,
		names: {
			taskId,
			taskName: name,
			...(workspaceId === undefined ? {} : { workspaceId, workspaceName }),
		},
		engines: await countEngines(op, taskId),
	};
}

/** @throws BadInput if the engine or cluster that the task runs on does not exist */
async function countEngines(
	op: ContextShowing<typeof SERVICE_MESSAGES>,
	taskId: string,
): Promise<number | undefined> {
	const { runtime } = (await readIfThere(op, getTaskRunConfig, { taskId })) ?? {};
	const { type, id, engineId, clusterId } = isObject(runtime) ? runtime : {};
	const isCluster = type === 'REMOTE_ENGINE_CLUSTER';
	const runsOn = idText(id) ?? idText(isCluster ? clusterId : engineId);
	if (runsOn === undefined || !(isCluster || type === 'REMOTE_ENGINE'))
		return isCluster ? undefined : 1;
	const reading = isCluster
		? op.sendValues(getCluster, { clusterId: runsOn })
		: op.sendValues(getRemoteEngine, { id: runsOn });
	const { body } = await reading.catch((error: unknown) => {
		if (isRefusedWith(error, 404))
			throw op.refusal(NO_ENGINE, { engine: isCluster ? 'a cluster' : 'an engine', id: runsOn });
		op.signal.throwIfAborted();
		// A user who may start a service may not be allowed to see its engine.
		return { body: undefined };
	});
	if (!isCluster) return 1;
	const members = isObject(body) && Array.isArray(body.engines) ? body.engines.length : 0;
	return members > 0 ? members : undefined;
}
