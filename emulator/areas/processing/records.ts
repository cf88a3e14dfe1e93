/** Executions of tasks and plans, run profiles. */
import { records, stateEntry, stateEvent } from '../../records';
import type { Caller } from '../../server/caller';
import type { State } from '../../state';
import type { Behavior } from '../orchestration/records';

export interface TaskExecution {
	id: string;
	taskId: string;
	behavior: Behavior;
	triggeredAt: number;
	type: 'MANUAL' | 'SCHEDULED' | 'WEBHOOK' | 'PLAN';
	by: Pick<Caller, 'id' | 'type'>;
	parameters: Record<string, string>;
	timeoutMinutes?: number;
	logLevel: string;
	/** Stopped from outside at this time. */
	terminatedAt?: number;
	planExecutionId?: string;
	/** A route or data service: it serves until it is terminated. */
	service?: boolean;
	/** Its status once it was terminated; `terminated` when absent. */
	terminatedAs?: string;
	/** The engine that it runs on, where it has one for each engine. */
	engineId?: string;
	/** From when on it exists for those who ask, in ms since 1970; at once when absent. */
	shownAt?: number;
	logsDeleted?: boolean;
}

export interface StepExecution {
	/** Id of the step in the plan's design. */
	id: string;
	executionId: string;
	/** The tasks of the step, or of a re-run only those that failed. */
	taskIds: string[];
	startedAt?: number;
	finishedAt?: number;
	taskExecutionIds: string[];
	failed?: boolean;
	/** What ran because the step failed. */
	handler?: { executionId: string; startedAt: number; taskExecutionIds: string[] };
}

export interface PlanExecution {
	id: string;
	planId: string;
	startedAt: number;
	finishedAt?: number;
	/** Final `status`. */
	end?: string;
	misfiredReason?: string;
	by: Pick<Caller, 'id' | 'type'>;
	steps: StepExecution[];
}

export interface RunProfile {
	id: string;
	name: string;
	description?: string;
	processorType: string;
	type: string;
	jvmArguments: string[];
	scopeId?: string;
	runtimeId?: string;
	createdAt: number;
	updatedAt?: number;
	/** Tasks that run with it. */
	taskIds: string[];
}

export const taskExecutions = records<TaskExecution>({ name: 'Execution', id: 'uuid' });
export const planExecutions = records<PlanExecution>({ name: 'Plan execution', id: 'uuid' });
export const runProfiles = records<RunProfile>({ name: 'Run profile', id: 'objectId' });

/** The execution of a task was started. */
export const taskStarted = stateEvent<TaskExecution>();

interface Settings {
	jobJvmRollback: boolean;
	/** How often each task was started, to go through its behaviors. */
	starts: Map<string, number>;
}

export const settingsOf = stateEntry<Settings>('processing', () => ({
	jobJvmRollback: false,
	starts: new Map(),
}));

export const processingOf = (state: State) => ({
	tasks: taskExecutions.in(state),
	plans: planExecutions.in(state),
	profiles: runProfiles.in(state),
	starts: settingsOf(state).starts,
});
