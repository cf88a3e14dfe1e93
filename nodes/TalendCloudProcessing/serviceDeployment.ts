/**
 * Services: tasks whose artifact is a route or a data service. Their executions run until somebody terminates them, one for each
 * engine of a cluster, and what a start answers with is no execution, but a receipt: the executions appear in the list of
 * the task (docs/platform/interface.md, "Executions").
 */
import type { IDataObject } from 'n8n-workflow';

import { getArtifact, isServiceType, typeInWords } from '../records/artifacts';
import { getCluster, getRemoteEngine } from '../records/engines';
import { outcomeOf } from '../records/outcome';
import { getManyOfTask, getTaskExecution as getExecution } from '../records/taskExecutions';
import { getTask } from '../records/tasks';
import { hint, problem, requirement } from '../shared/declare/messages';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../shared/declare/operation';
import { readIfThere } from '../shared/flows/readIfThere';
import { awaitEnd, END_MESSAGES, WAIT_MESSAGES } from '../shared/flows/wait';
import { clock } from '../shared/support/clock';
import { noteEnd } from '../shared/support/errorNotes';
import { idText, isObject, objectsIn, withoutEmptyValues } from '../shared/support/json';
import { isRefusedWith } from '../shared/support/refused';
import { platformTime } from '../shared/support/time';
import { getTaskRunConfig } from '../TalendCloudOrchestration/resources/runConfiguration';
import type { TooLate } from './alreadyRunning';
import { startedOtherwise } from './follow';
import { terminate } from './resources/taskExecution';

const NO_TASK = requirement(
	'executable',
	'Task',
	'has the ID of an execution, and no task has it: choose the task from the list (an execution has its ID as jobId or taskId)',
);
const NO_SERVICE = requirement(
	'executable',
	'Task',
	'is "{name}", which is not a service: its artifact is of the type {type}. Choose a task whose artifact is a route or a data service; for this task, use Task Execution, Run and Wait',
);
const NO_ENGINE = requirement(
	'executable',
	'Task',
	'runs on {engine} that no longer exists, {id}: give it another one first (Talend Cloud Orchestration, Run Configuration, Update Run Configuration of Task)',
);
const FEWER_ENGINES = hint(
	'Task {taskId} runs on {count} of the {engines} engines of its cluster: no more executions have appeared within a minute.',
);
const NOT_RUNNING = problem(
	'The service does not run{reason}',
	'Execution {executionId} of task {taskId} ended as {status}. {next}',
);

/** What it means that no execution of a task is in the lists. */
export const NONE_LISTED = hint(
	'The lists of the platform show no running execution of task {taskId}. A service that has run for weeks disappears from them, and may still be running.',
);

/** What {@link readService} can say. */
export const SERVICE_MESSAGES = [NO_TASK, NO_SERVICE, NO_ENGINE];
/** What {@link followDeployment} and {@link deploymentFailed} can say. */
export const DEPLOY_MESSAGES = [...WAIT_MESSAGES, ...END_MESSAGES, FEWER_ENGINES, NOT_RUNNING];

/** What {@link readService} reads. */
export const READS_OF_SERVICE: readonly RequestOperation[] = [
	getTask,
	getArtifact,
	getTaskRunConfig,
	getRemoteEngine,
	getCluster,
];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Service {
	taskId: string;
	/** The task and its workspace, as outputs name them. */
	names: IDataObject;
	/** On how many engines it is deployed; unknown for a cluster that cannot be read. */
	engines?: number;
}

/**
 * The service that a task is.
 * @throws BadInput if the task is none, or its engine is gone
 */
export async function readService(
	op: ContextShowing<typeof SERVICE_MESSAGES>,
	taskId: string,
): Promise<Service> {
	const task = await op.readRecord(getTask, { taskId }).catch((error: unknown) => {
		if (isMissing(error) && UUID.test(taskId)) throw op.refusal(NO_TASK, {}, taskId);
		throw error;
	});
	const { artifact, name, workspace } = task;
	const artifactId = isObject(artifact) ? idText(artifact.id) : undefined;
	if (artifactId !== undefined) {
		const { type } = await op.readRecord(getArtifact, { artifactId });
		if (!isServiceType(type))
			throw op.refusal(NO_SERVICE, { name: String(name), type: typeInWords(type) });
	}
	const { id: workspaceId, name: workspaceName } = isObject(workspace) ? workspace : {};
	return {
		taskId,
		names: {
			taskId,
			taskName: name,
			...(workspaceId === undefined ? {} : { workspaceId, workspaceName }),
		},
		engines: await enginesOf(op, taskId),
	};
}

/** @throws BadInput if the engine or cluster that the task runs on does not exist */
async function enginesOf(
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
		if (isMissing(error))
			throw op.refusal(NO_ENGINE, { engine: isCluster ? 'a cluster' : 'an engine', id: runsOn });
		op.signal.throwIfAborted();
		// Who may start a service need not be allowed to see its engine.
		return { body: undefined };
	});
	if (!isCluster) return 1;
	const members = isObject(body) && Array.isArray(body.engines) ? body.engines.length : 0;
	return members > 0 ? members : undefined;
}

const isMissing = (error: unknown): boolean => isRefusedWith(error, 404);

/** Whether the artifact of a task is a route or data service; unknown if it cannot be read. */
export async function isService(
	op: OperationContext,
	taskId: string,
): Promise<boolean | undefined> {
	try {
		const { artifact } = await op.readRecord(getTask, { taskId });
		const artifactId = isObject(artifact) ? idText(artifact.id) : undefined;
		return artifactId === undefined
			? undefined
			: isServiceType((await op.readRecord(getArtifact, { artifactId })).type);
	} catch {
		op.signal.throwIfAborted();
		return undefined;
	}
}

/** How many executions of a task are looked at: a service has one for each engine. */
const NEWEST = 100;

const triggeredAt = ({ triggerTimestamp, startTimestamp }: IDataObject): number =>
	platformTime(triggerTimestamp ?? startTimestamp);

const stateOf = (execution: IDataObject): 'starting' | 'running' | undefined => {
	if (outcomeOf(execution) !== undefined) return undefined;
	const status = String(execution.status ?? execution.executionStatus ?? '')
		.trim()
		.toLowerCase();
	return status === 'executing' || status === 'starting_flow_execution' ? 'running' : 'starting';
};

/** The executions of a task that run or are about to, by what the list of the task shows. */
export async function openExecutions(op: OperationContext, taskId: string): Promise<IDataObject[]> {
	const open = new Map<string, IDataObject>();
	// The filter accepts one status; in the order in which an execution goes through them, so that none is missed between the two.
	for (const status of ['dispatching', 'executing'])
		for (const execution of await op.list(getManyOfTask, { taskId, status }))
			if (stateOf(execution) !== undefined) open.set(String(execution.executionId), execution);
	return [...open.values()];
}

/** The status of a service, by its executions that run or are about to. */
export const serviceStatus = (open: readonly IDataObject[]): 'running' | 'starting' | 'notSeen' =>
	open.length === 0
		? 'notSeen'
		: open.some((execution) => stateOf(execution) === 'starting')
			? 'starting'
			: 'running';

/** An execution of a service, as outputs show it. */
export function executionOfService(execution: IDataObject): IDataObject {
	const {
		executionId,
		status,
		executionStatus,
		triggerTimestamp,
		startTimestamp,
		remoteEngineId,
		runtime,
		errorMessage,
	} = execution;
	const engineId = remoteEngineId ?? (isObject(runtime) ? runtime.engineId : undefined);
	return withoutEmptyValues({
		executionId,
		status: status ?? executionStatus,
		triggerTimestamp,
		startTimestamp,
		engineId,
		errorMessage,
	});
}

/** What was in the list of a task before a start: what is new is not among them, and not older than they are. */
interface Before {
	ids: string[];
	newest?: number;
}

export async function listedBefore(op: OperationContext, taskId: string): Promise<Before> {
	const listed = await op.list(getManyOfTask, { taskId }, NEWEST);
	const times = listed.map(triggeredAt).filter((time) => !Number.isNaN(time));
	return {
		ids: listed.map(({ executionId }) => String(executionId)),
		...(times.length > 0 ? { newest: Math.max(...times) } : {}),
	};
}

async function newSince(
	op: OperationContext,
	taskId: string,
	{ ids, newest }: Before,
): Promise<IDataObject[]> {
	const listed = await op.list(getManyOfTask, { taskId }, NEWEST);
	return listed.filter(
		(execution) =>
			!ids.includes(String(execution.executionId)) &&
			!startedOtherwise(execution) &&
			!(triggeredAt(execution) < (newest ?? -Infinity)),
	);
}

/** The executions of a start appear within this time (docs/platform/interface.md, "Executions"). */
const APPEARS_WITHIN_MS = 60_000;
/** Those on the engines of a cluster whose size is not known have all appeared if none has been added for this long. */
const QUIET_MS = 20_000;

export interface DeployChoices {
	timeLimit: number;
	terminateAtTimeLimit?: boolean;
	terminateOnStop?: boolean;
}

/** How a deployment went: its executions, and the first of them that has ended, which is a failure. */
export interface Deployed extends IDataObject {
	executions: IDataObject[];
	ended?: IDataObject;
}

/** A start of a service, whose executions are those that appear after it. */
interface Start {
	/** The ID that the start was answered with. */
	receipt: string;
	before: Before;
}

/** Waits until the executions of a start run, one for each engine, or one of them has ended. */
export async function followDeployment(
	op: ContextShowing<typeof DEPLOY_MESSAGES>,
	{ taskId, engines }: Service,
	{ receipt, before }: Start,
	choices: DeployChoices,
): Promise<Deployed> {
	let knownCount = 0;
	let changedAt = clock.elapsed();
	const haveAllAppeared = (count: number) =>
		count >= (engines ?? Infinity) ||
		clock.elapsed() - changedAt >= (engines === undefined ? QUIET_MS : APPEARS_WITHIN_MS);
	const last = await awaitEnd(op, {
		subject: `Deploying task ${taskId}`,
		id: receipt,
		ids: { taskId, receiptId: receipt },
		read: async () => {
			const executions = await newSince(op, taskId, before);
			if (executions.length !== knownCount) changedAt = clock.elapsed();
			knownCount = executions.length;
			return { executions };
		},
		ended: (state) => {
			const executions = executionsIn(state);
			if (executions.some(hasEnded)) return true;
			return executions.length > 0 && executions.every(runs) && haveAllAppeared(executions.length);
		},
		waitsFor: (state) => waitingInWords(executionsIn(state), engines),
		timeLimit: choices.timeLimit,
		end: {
			op,
			act: async () => {
				for (const { executionId } of await newSinceLast(op, taskId, before))
					await op.sendAfterStop(terminate, { executionId });
			},
			atTimeLimit: choices.terminateAtTimeLimit,
			onStop: choices.terminateOnStop,
		},
	});
	const executions = executionsIn(last);
	const ended = executions.find(hasEnded);
	if (ended === undefined && engines !== undefined && executions.length < engines)
		op.hint(FEWER_ENGINES, { taskId, count: executions.length, engines });
	return { executions, ...(ended === undefined ? {} : { ended }) };
}

const executionsIn = (state: IDataObject): IDataObject[] => objectsIn(state.executions);

const hasEnded = (execution: IDataObject): boolean => outcomeOf(execution) !== undefined;

const runs = (execution: IDataObject): boolean => stateOf(execution) === 'running';

function waitingInWords(executions: readonly IDataObject[], engines: number | undefined): string {
	if (executions.length === 0)
		return 'No execution of this start has appeared in the list of the task.';
	const ids = executions.map(({ executionId }) => String(executionId)).join(', ');
	return `Of its executions, ${executions.filter(runs).length} of ${engines ?? executions.length} run: ${ids}.`;
}

/** What is to be terminated must also be found after the workflow was stopped. */
async function newSinceLast(
	op: OperationContext,
	taskId: string,
	{ ids }: Before,
): Promise<IDataObject[]> {
	const { body } = await op.sendAfterStop(getManyOfTask, { taskId, limit: NEWEST });
	const listed = isObject(body) && Array.isArray(body.items) ? objectsIn(body.items) : [];
	return listed.filter(
		(execution) =>
			!ids.includes(String(execution.executionId)) &&
			!startedOtherwise(execution) &&
			!hasEnded(execution),
	);
}

/** Whether a deployment failed because its port was taken. */
export function portWasTaken({ errorMessage }: IDataObject): boolean {
	const message = String(errorMessage ?? '').toLowerCase();
	return [
		'configure server port',
		'bindexception',
		'address already in use',
		'port already in use',
		'port is already in use',
	].some((words) => message.includes(words));
}

/** The error of a service that was started and does not run. */
export function deploymentFailed(
	op: ContextShowing<typeof DEPLOY_MESSAGES>,
	{ taskId }: Service,
	ended: IDataObject,
): Error {
	const { executionId, status, executionStatus, errorMessage } = ended;
	const next = portWasTaken(ended)
		? 'Something has its port: Redeploy and Wait undeploys what is there first; else choose another port in the run configuration of the task.'
		: 'Read its log with Talend Cloud Observability, Execution Log, Download.';
	const reason = typeof errorMessage === 'string' && errorMessage !== '' ? `: ${errorMessage}` : '';
	const values = {
		reason,
		executionId: String(executionId),
		taskId,
		status: String(status ?? executionStatus),
		next,
	};
	return noteEnd(op.problem(NOT_RUNNING, values), { executionId, taskId });
}

/**
 * Terminates executions, and waits until each of those that have not ended has.
 * @returns the executions that were terminated, as outputs show them
 */
export async function terminateAndWait(
	op: ContextShowing<typeof WAIT_MESSAGES>,
	taskId: string,
	executions: readonly IDataObject[],
	{ timeLimit, tooLate }: { timeLimit: number; tooLate?: TooLate },
): Promise<IDataObject[]> {
	for (const { executionId } of executions)
		await op.sendValues(terminate, { executionId }).catch((error: unknown) => {
			// It is gone already.
			if (!isMissing(error)) throw error;
		});
	const open = new Set(
		executions
			.filter((execution) => outcomeOf(execution) === undefined)
			.map(({ executionId }) => String(executionId)),
	);
	await awaitEnd(op, {
		subject: `Terminating the executions of task ${taskId}`,
		id: taskId,
		ids: { taskId },
		read: async () => {
			for (const executionId of open) {
				const execution = await op.readRecord(getExecution, { executionId });
				if (outcomeOf(execution) !== undefined) open.delete(executionId);
			}
			return {};
		},
		ended: () => open.size === 0,
		waitsFor: () => `Not terminated yet: ${[...open].join(', ')}.`,
		timeLimit,
		tooLate: tooLate && ((limit) => tooLate(limit, [...open])),
	});
	return executions.map(executionOfService);
}

/** How many of the newest executions that failed are terminated, too, where they may hold a port. */
const FAILED_AT_MOST = 10;

/** The newest executions of a task that failed: some of them may still serve (docs/platform/interface.md, "Executions"). */
export async function failedExecutions(
	op: OperationContext,
	taskId: string,
): Promise<IDataObject[]> {
	const failed = await op.list(
		getManyOfTask,
		{ taskId, status: 'execution_failed' },
		FAILED_AT_MOST,
	);
	return failed.slice(0, FAILED_AT_MOST);
}
