/** Waits until all executions run that were caused by the start of a service. */
import type { IDataObject } from 'n8n-workflow';

import { outcomeOf } from '../../../records/executions/outcome';
import { getManyOfTask } from '../../../records/executions/taskExecutions';
import { hint, problem } from '../../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../../shared/declare/operation';
import { awaitEnd } from '../../../shared/flows/wait/awaitEnd';
import { END_MESSAGES, WAIT_MESSAGES } from '../../../shared/flows/wait/waitMessages';
import { noteEnd } from '../../../shared/support/errorNotes';
import { isObject, isText, objectsIn, withoutUndefined } from '../../../shared/support/json';
import { clock } from '../../../shared/support/time/clock';
import { MINUTE } from '../../../shared/support/time/time';
import { startedOtherwise } from '../../executions/lookUpExecution';
import { stateOfExecution } from '../../executions/openExecutions';
import { triggeredAt } from '../../executions/triggeredAt';
import { terminateTaskExecution } from '../taskExecution/requests';
import type { Service } from './readService';

const FEWER_ENGINES = hint(
	'Task {taskId} runs on {count} of the {engines} engines of its cluster: no more executions have appeared within a minute.',
);

const NOT_RUNNING = problem(
	'The service does not run{reason}',
	'Execution {executionId} of task {taskId} ended with the status {status}. {next}',
);

/** What {@link followDeployment} and {@link deploymentFailed} can say. */
export const DEPLOYMENT_MESSAGES = [...WAIT_MESSAGES, ...END_MESSAGES, FEWER_ENGINES, NOT_RUNNING];

/** How many executions of a task are read. A service has one on each engine. */
const MAX_EXECUTIONS = 100;

/**
 * The executions of a task before a start. New ones are not among them, and not older than they
 * are.
 */
interface ListBeforeStart {
	ids: string[];
	newest?: number;
}

export async function listedBefore(op: OperationContext, taskId: string): Promise<ListBeforeStart> {
	const listed = await op.list(getManyOfTask, { taskId }, MAX_EXECUTIONS);
	const times = listed.map(triggeredAt).filter((time) => !Number.isNaN(time));
	return {
		ids: listed.map(({ executionId }) => String(executionId)),
		...(times.length > 0 ? { newest: Math.max(...times) } : {}),
	};
}

async function newSince(
	op: OperationContext,
	taskId: string,
	{ ids, newest }: ListBeforeStart,
): Promise<IDataObject[]> {
	const listed = await op.list(getManyOfTask, { taskId }, MAX_EXECUTIONS);
	return listed.filter(
		(execution) =>
			!ids.includes(String(execution.executionId)) &&
			!startedOtherwise(execution) &&
			!(triggeredAt(execution) < (newest ?? -Infinity)),
	);
}

/** The executions of a start appear within this time (docs/platform/interface.md, "Executions"). */
const APPEARS_WITHIN_MS = MINUTE;
/**
 * If it is not known how many engines a cluster has, all executions count as listed when none was
 * added for this long.
 */
const QUIET_MS = 20_000;

export interface DeployChoices {
	timeLimit: number;
	terminateAtTimeLimit?: boolean;
	terminateOnStop?: boolean;
}

/**
 * The result of a deployment: its executions, and the first of them that has ended, because that is
 * a failure.
 */
export interface DeploymentResult extends IDataObject {
	executions: IDataObject[];
	ended?: IDataObject;
}

/** A start of a service, whose executions are those that appear after it. */
interface Start {
	/** The ID in the response to the start. */
	receipt: string;
	before: ListBeforeStart;
}

/**
 * Waits until the executions of a start run, or one of them has ended. It waits for one on each
 * engine, but no longer for the others if no more executions appear for a while.
 */
export async function followDeployment(
	op: ContextShowing<typeof DEPLOYMENT_MESSAGES>,
	{ taskId, engines }: Service,
	{ receipt, before }: Start,
	choices: DeployChoices,
): Promise<DeploymentResult> {
	let knownCount = 0;
	let changedAt = clock.elapsed();
	const haveAllAppeared = (count: number) =>
		count >= (engines ?? Infinity) ||
		clock.elapsed() - changedAt >= (engines === undefined ? QUIET_MS : APPEARS_WITHIN_MS);
	const last = await awaitEnd(op, {
		subject: `Deploying task ${taskId}`,
		later: { progress: `Task ${taskId} is still being deployed.`, lookAt: 'Service → Get Status' },
		id: receipt,
		ids: { taskId, receiptId: receipt },
		read: async () => {
			const executions = await newSince(op, taskId, before);
			if (executions.length !== knownCount) changedAt = clock.elapsed();
			knownCount = executions.length;
			return { executions };
		},
		hasEnded: (state) => {
			const executions = executionsIn(state);
			if (executions.some(hasEnded)) return true;
			return executions.length > 0 && executions.every(runs) && haveAllAppeared(executions.length);
		},
		waitsFor: (state) => waitingInWords(executionsIn(state), engines),
		timeLimitMinutes: choices.timeLimit,
		end: {
			op,
			terminate: async () => {
				for (const { executionId } of await newOpenExecutions(op, taskId, before))
					await op.sendAfterStop(terminateTaskExecution, { executionId });
			},
			endsAtTimeLimit: choices.terminateAtTimeLimit,
			endsOnStop: choices.terminateOnStop,
		},
	});
	const executions = executionsIn(last);
	const ended = executions.find(hasEnded);
	if (ended === undefined && engines !== undefined && executions.length < engines)
		op.hint(FEWER_ENGINES, { taskId, count: executions.length, engines });
	return withoutUndefined({ executions, ended });
}

const executionsIn = (state: IDataObject): IDataObject[] => objectsIn(state.executions);

const hasEnded = (execution: IDataObject): boolean => outcomeOf(execution) !== undefined;

const runs = (execution: IDataObject): boolean => stateOfExecution(execution) === 'running';

function waitingInWords(executions: readonly IDataObject[], engines: number | undefined): string {
	if (executions.length === 0)
		return 'No execution of this start has appeared in the list of the task.';
	const ids = executions.map(({ executionId }) => String(executionId)).join(', ');
	return `Running so far: ${executions.filter(runs).length} of ${engines ?? executions.length} executions (${ids}).`;
}

/**
 * The executions in progress that the list did not have before the start. This also works after a
 * stop, so that they can be terminated.
 */
async function newOpenExecutions(
	op: OperationContext,
	taskId: string,
	{ ids }: ListBeforeStart,
): Promise<IDataObject[]> {
	const { body } = await op.sendAfterStop(getManyOfTask, { taskId, limit: MAX_EXECUTIONS });
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

/** The error for a service that was started, but does not run. */
export function deploymentFailed(
	op: ContextShowing<typeof DEPLOYMENT_MESSAGES>,
	{ taskId }: Service,
	ended: IDataObject,
): Error {
	const { executionId, status, executionStatus, errorMessage } = ended;
	const next = portWasTaken(ended)
		? 'Something else uses its port: Redeploy and Wait undeploys the deployed version first; otherwise choose another port in the run configuration of the task.'
		: 'Read its log with Talend Cloud Observability → Execution Log → Download.';
	const reason = isText(errorMessage) ? `: ${errorMessage}` : '';
	const values = {
		reason,
		executionId: String(executionId),
		taskId,
		status: String(status ?? executionStatus),
		next,
	};
	return noteEnd(op.problem(NOT_RUNNING, values), { executionId, taskId });
}
