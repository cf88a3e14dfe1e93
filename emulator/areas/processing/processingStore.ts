/** Executions of tasks and plans, run profiles. */
import type { Caller } from '../../state/caller';
import type { State } from '../../state/state';
import { stateEntry, stateEvent, store } from '../../state/store';
import type { Behavior } from '../orchestration/orchestrationStore';

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
	/** When it was terminated. */
	terminatedAt?: number;
	planExecutionId?: string;
	/** Whether it executes a route or data service, which runs until it is terminated. */
	service?: boolean;
	/** Its status after it was terminated; `terminated` if absent. */
	terminatedAs?: string;
	/** The engine that it runs on, if a task has an execution on each engine. */
	engineId?: string;
	/** When the platform begins to show it, in ms since 1970; at once if absent. */
	shownAt?: number;
	logsDeleted?: boolean;
}

export interface StepExecution {
	/** Id of the step in the plan's design. */
	id: string;
	executionId: string;
	/** The tasks of the step; in a re-run, only those that failed. */
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
	/** The tasks that run with it. */
	taskIds: string[];
}

export const taskExecutions = store<TaskExecution>({ name: 'Execution', idForm: 'uuid' });
export const planExecutions = store<PlanExecution>({ name: 'Plan execution', idForm: 'uuid' });
export const runProfiles = store<RunProfile>({ name: 'Run profile', idForm: 'objectId' });

/** The execution of a task was started. */
export const taskStarted = stateEvent<TaskExecution>();

interface Settings {
	jobJvmRollback: boolean;
	/** How often each task was started, which decides which of its behaviors is next. */
	starts: Map<string, number>;
}

export const settingsOf = stateEntry<Settings>('processing', () => ({
	jobJvmRollback: false,
	starts: new Map(),
}));

export const processingOf = (state: State) => ({
	tasks: taskExecutions.recordsIn(state),
	plans: planExecutions.recordsIn(state),
	profiles: runProfiles.recordsIn(state),
	starts: settingsOf(state).starts,
});
