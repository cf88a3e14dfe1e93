/**
 * Tasks whose artifact is a route or data service: they are deployed, and run until they are
 * terminated (docs/platform/interface.md, "What others have seen").
 */
import { DAY } from '../../../nodes/shared/support/time/time';
import type { State } from '../../state/state';
import { enginesOf, isPaired } from '../engines/runtimes';
import {
	artifacts,
	type Behavior,
	runConfigurationOf,
	SERVICE_TYPES,
	type Task,
	tasks,
} from '../orchestration/orchestrationStore';
import { endOfExecution, startTask } from './executions';
import { type TaskExecution, taskExecutions } from './processingStore';

/**
 * How long it takes until the platform shows an execution after its start. Executions use these
 * times in turn.
 */
const UNSEEN_MS = [5_000, 9_000, 14_000];
/** How long it takes from then until the execution runs. */
const DEPLOYS_MS = 3_000;
/** How long an execution that still runs is listed. */
const LISTED_MS = 14 * DAY;

/** Whether a task is a service, which is deployed. */
export const isService = (state: State, { artifactId }: Task): boolean =>
	SERVICE_TYPES.includes(artifacts.recordsIn(state).get(artifactId)?.type ?? '');

/** The fields of an execution of a service. */
export const asService = ({ seen }: State): Pick<TaskExecution, 'service' | 'terminatedAs'> => ({
	service: true,
	...(seen.endlessServices ? { terminatedAs: 'execution_successful' } : {}),
});

/** Whether the platform shows an execution when it is read by its ID. */
export const isShown = ({ shownAt = 0 }: TaskExecution, now: number): boolean => now >= shownAt;

/** Whether lists contain an execution. */
export const isListed = (state: State, execution: TaskExecution, now: number): boolean =>
	isShown(execution, now) &&
	!(
		state.seen.vanishingServices &&
		execution.service &&
		now < endOfExecution(execution) &&
		now - execution.triggeredAt > LISTED_MS
	);

/** Whether an execution occupies its port. A failed one may still do so, until it is terminated. */
const hasPort = (execution: TaskExecution, now: number): boolean =>
	execution.service === true &&
	(now < endOfExecution(execution) ||
		(execution.behavior.servesOn === true && execution.terminatedAt === undefined));

const portOf = (task: Task | undefined): string | undefined =>
	(task && runConfigurationOf(task)?.microservicePort) ?? undefined;

/** The engines that a task is deployed on; undefined for an engine that is not known. */
function enginesFor(state: State, task: Task, now: number): Array<string | undefined> {
	const { type, id } = runConfigurationOf(task, task.runtimeType)?.runtime ?? {};
	if (type !== 'REMOTE_ENGINE_CLUSTER' || !state.seen.executionPerEngine)
		return [type === 'REMOTE_ENGINE' ? id : undefined];
	const engines = enginesOf(state, id ?? '').filter((engine) => isPaired(engine, now));
	return engines.length === 0 ? [undefined] : engines.map((engine) => engine.id);
}

const PORT_TAKEN: Partial<Behavior> = {
	durationMs: 1_000,
	end: 'execution_failed',
	errorType: 'DEPLOYMENT_EXCEPTION',
	errorMessage: "Can't configure server port",
	servesOn: false,
};

/**
 * Starts a service on each of its engines.
 * @returns a receipt, which is not the ID of an execution. If the observation of receipts does not
 * apply, it is that ID
 */
export function deploy(
	state: State,
	task: Task,
	now: number,
	more: Parameters<typeof startTask>[3],
): string {
	const running = taskExecutions.all(state).filter((execution) => hasPort(execution, now));
	const port = portOf(task);
	const { receipts, takenPorts } = state.seen;
	let id: string | undefined;
	for (const [index, engineId] of enginesFor(state, task, now).entries()) {
		const execution = startTask(state, task, now, { ...more, ...asService(state), engineId });
		id ??= execution.id;
		const unseen = receipts
			? UNSEEN_MS[(taskExecutions.all(state).length + index) % UNSEEN_MS.length]!
			: 0;
		execution.shownAt = now + unseen;
		const onEngine = running.filter((other) => other.engineId === engineId);
		const ofThisTask = onEngine.filter(({ taskId }) => taskId === task.id);
		const others = onEngine.filter(
			({ taskId }) =>
				taskId !== task.id &&
				port !== undefined &&
				portOf(tasks.recordsIn(state).get(taskId)) === port,
		);
		const isTaken =
			takenPorts &&
			(others.length > 0 ||
				(ofThisTask.length > 0 &&
					(execution.behavior.keepsPort === true ||
						ofThisTask.some(({ behavior }) => behavior.servesOn === true))));
		execution.behavior = {
			...execution.behavior,
			dispatchMs: unseen + DEPLOYS_MS,
			...(isTaken ? PORT_TAKEN : {}),
		};
		if (takenPorts && !isTaken)
			for (const before of ofThisTask) before.terminatedAt = now + execution.behavior.dispatchMs;
	}
	return receipts ? state.uuid() : id!;
}
