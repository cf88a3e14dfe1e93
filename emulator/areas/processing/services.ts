/** Tasks whose artifact is a route or data service: they are deployed, and run until they are terminated (docs/platform/interface.md, "What others have seen"). */
import type { State } from '../../state';
import { enginesOf, isPaired } from '../engines/runtimes';
import { artifacts, runConfigOf, SERVICE_TYPES, tasks, type Behaviour, type Task } from '../orchestration/records';
import { taskExecutions, type TaskExecution } from './records';
import { endOf, startTask } from './runs';

/** How long an execution stays unseen after its start, one after the other. */
const UNSEEN_MS = [5_000, 9_000, 14_000];
/** From when it is seen until it runs. */
const DEPLOYS_MS = 3_000;
/** After so long, one that still runs is in no list any more. */
const LISTED_MS = 14 * 86_400_000;

/** Whether a task is deployed instead of run. */
export const isService = (state: State, { artifactId }: Task): boolean => state.seen.receipts && SERVICE_TYPES.includes(artifacts.in(state).get(artifactId)?.type ?? '');

/** Whether an execution exists for those who ask for it by its ID. */
export const isShown = ({ shownAt = 0 }: TaskExecution, now: number): boolean => now >= shownAt;

/** Whether lists have an execution. */
export const isListed = (execution: TaskExecution, now: number): boolean =>
	isShown(execution, now) && !(execution.service && now < endOf(execution) && now - execution.triggeredAt > LISTED_MS);

/** Whether it has its port: one that ended as failed may still have it, until it is terminated. */
const hasPort = (execution: TaskExecution, now: number): boolean =>
	execution.service === true && (now < endOf(execution) || (execution.behaviour.servesOn === true && execution.terminatedAt === undefined));

const portOf = (task: Task | undefined): string | undefined => (task && runConfigOf(task)?.microservicePort) ?? undefined;

/** The engines that a task is deployed on; nothing is known of an engine of its own. */
function enginesFor(state: State, task: Task, now: number): Array<string | undefined> {
	const { type, id } = runConfigOf(task, task.runtimeType)?.runtime ?? {};
	if (type !== 'REMOTE_ENGINE_CLUSTER') return [type === 'REMOTE_ENGINE' ? id : undefined];
	const engines = enginesOf(state, id ?? '').filter((engine) => isPaired(engine, now));
	return engines.length === 0 ? [undefined] : engines.map((engine) => engine.id);
}

const PORT_TAKEN: Partial<Behaviour> = { durationMs: 1_000, end: 'execution_failed', errorType: 'DEPLOYMENT_EXCEPTION', errorMessage: "Can't configure server port", servesOn: false };

/**
 * Starts a service on each of its engines.
 * @returns a receipt, which no execution has as its ID
 */
export function deploy(state: State, task: Task, now: number, more: Parameters<typeof startTask>[3]): string {
	const running = taskExecutions.all(state).filter((execution) => hasPort(execution, now));
	const port = portOf(task);
	for (const [index, engineId] of enginesFor(state, task, now).entries()) {
		const execution = startTask(state, task, now, { ...more, service: true, engineId });
		const unseen = UNSEEN_MS[(taskExecutions.all(state).length + index) % UNSEEN_MS.length]!;
		execution.shownAt = now + unseen;
		const onEngine = running.filter((other) => other.engineId === engineId);
		const own = onEngine.filter(({ taskId }) => taskId === task.id);
		const others = onEngine.filter(({ taskId }) => taskId !== task.id && port !== undefined && portOf(tasks.in(state).get(taskId)) === port);
		const isTaken = others.length > 0 || (own.length > 0 && (execution.behaviour.keepsPort === true || own.some(({ behaviour }) => behaviour.servesOn === true)));
		execution.behaviour = { ...execution.behaviour, dispatchMs: unseen + DEPLOYS_MS, ...(isTaken ? PORT_TAKEN : {}) };
		if (!isTaken) for (const before of own) before.terminatedAt = now + execution.behaviour.dispatchMs;
	}
	return state.uuid();
}
