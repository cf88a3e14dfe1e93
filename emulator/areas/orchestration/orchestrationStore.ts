/**
 * Environments, workspaces and what is in them. The operations are in the other files of this
 * folder.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Caller } from '../../state/caller';
import type { State } from '../../state/state';
import { stateEvent, store } from '../../state/store';

export interface Environment {
	id: string;
	name: string;
	description?: string;
	maxCloudContainers?: number;
	default?: boolean;
	/**
	 * The promotions of the environment, in words. As long as there are any, or an engine is assigned
	 * to it, it cannot be deleted.
	 */
	usedBy?: string[];
}

export interface Workspace {
	id: string;
	name: string;
	description?: string;
	owner: string;
	type: 'custom' | 'shared' | 'personal';
	environmentId: string;
	/** Ids of callers that may see it without a managing permission. */
	members: string[];
	protectedArtifactUpdate?: boolean;
}

export interface Artifact {
	id: string;
	name: string;
	type: string;
	workspaceId: string;
	/** Oldest first. */
	versions: ArtifactVersion[];
}

/** The types of artifacts that are deployed and run until they are terminated. */
export const SERVICE_TYPES: readonly string[] = ['route', 'data_service'];

export interface ArtifactVersion {
	version: string;
	createdAt: number;
	parameters: Array<{
		name: string;
		value?: string;
		type: string;
		required: boolean;
		comment?: string;
	}>;
}

export interface Connection {
	id: string;
	name: string;
	app: string;
	workspaceId: string;
	createdAt: number;
	parameters: Array<{ name: string; value?: string; encrypted?: boolean }>;
}

/** A file that tasks use. */
export interface ResourceFile {
	id: string;
	name: string;
	description?: string;
	workspaceId: string;
	/** Its content, which the platform never returns. */
	content: Uint8Array;
}

/** A connection of two environments, along which tested work is promoted. */
export interface Promotion {
	id: string;
	sourceEnvironmentId: string;
	targetEnvironmentId: string;
	description?: string;
	userIds: string[];
	serviceAccountIds: string[];
}

/** A project of Studio, and who may work on it. */
export interface Project {
	id: string;
	name: string;
	description?: string;
	url: string;
	owner: string;
	author: string;
	createdAt: number;
	updatedAt?: number;
	userIds: string[];
	groupIds: string[];
}

type Values = IDataObject;

/** When something runs, as the interface describes it. */
export interface Trigger extends Values {
	type: string;
	interval?: number;
	startDate: string;
	startTime?: string;
	timeZone: string;
	atTimes?: {
		type: string;
		time?: string;
		times?: string[];
		startTime?: string;
		endTime?: string;
		interval?: number;
	};
	atDays?: { type: string; day?: number; days?: string[] };
	webhook?: { name: string; url?: string; newUrl?: boolean } & Values;
	cronExpression?: string;
}

export interface RunConfiguration extends Values {
	trigger: Trigger;
	runtime?: {
		type?: string;
		id?: string;
		engineId?: string;
		clusterId?: string;
		runProfileId?: string;
	};
	timeout?: number;
	/** Null once a change of the artifact has removed it. */
	microservicePort?: string | null;
}

/** What tasks and plans have in common. */
export interface Scheduled {
	paused: boolean;
	pauseDetails?: Values;
	/** Whether it has a run configuration. Without one, it cannot be started (501). */
	configured: boolean;
	runConfiguration?: RunConfiguration;
	/** The triggers of the schedule that is bound to it: its type is Multiple. */
	triggers?: Array<Trigger & { name: string }>;
}

/** A trigger of a schedule. */
export type ScheduleTrigger = Omit<Trigger, 'startDate' | 'timeZone' | 'webhook'> & {
	type: string;
	name: string;
	interval?: number;
	startDate?: string;
	timeZone?: string;
	timeout?: number;
};

/** Several triggers for one task or plan. */
export interface Schedule {
	id: string;
	description?: string;
	environmentId: string;
	triggers: ScheduleTrigger[];
	executableId?: string;
	executableType?: 'TASK' | 'PLAN';
}

/**
 * How one execution of a task proceeds. A task has a list of these, one for each execution; the
 * last one applies to all further executions.
 */
export interface Behavior {
	/** Before it executes, in ms. */
	dispatchMs: number;
	/** While it executes, in ms; `Infinity` for a service that never ends. */
	durationMs: number;
	/** The final `status`. */
	end: string;
	/** Why it never starts. */
	misfired?: string;
	rows?: number;
	rejected?: number;
	errorType?: string;
	errorMessage?: string;
	/** Jobs that it runs, the last of them with the components that are shown for it. */
	children?: string[];
	/** The minimum number of its components. */
	components?: number;
	/** The number of entries that it writes to its log. */
	logLines?: number;
	/** What it writes to its log, in the entry before the last. */
	lastWords?: string;
	/**
	 * For a service: if it is started again while it runs, its port is occupied, and the running
	 * execution is not replaced.
	 */
	keepsPort?: boolean;
	/** For a service: after it has failed, it still occupies its port until it is terminated. */
	servesOn?: boolean;
	/**
	 * The parameter with the address that the job calls at its end, after a success or failure. If it
	 * is empty, there is no call.
	 */
	calls?: string;
	/** The rows that the job rejects. The call contains them. */
	rejects?: ReadonlyArray<Record<string, unknown>>;
}

export interface Task extends Scheduled {
	id: string;
	name: string;
	description?: string;
	workspaceId: string;
	version: string;
	artifactId: string;
	artifactVersion: string;
	artifactName: string;
	tags: string[];
	connections?: Record<string, string>;
	parameters?: Record<string, string>;
	resources?: Record<string, string>;
	autoUpgradeInfo?: { autoUpgradable?: boolean; overrideWithDefaultParameters?: boolean };
	runtimeType: string;
	/** How it runs on a dynamic engine. */
	dynamicEngineConfig?: Values;
	behaviors: Behavior[];
}

export interface PlanStep {
	id: string;
	name: string;
	condition: 'ALL_SUCCEEDED' | 'AT_LEAST_ONE_SUCCEEDED' | 'ALWAYS_PROCEED_ON';
	taskIds: string[];
	handlerOnFailure?: { taskIds?: string[]; planIds?: string[] };
	note?: string;
}

export interface Plan extends Scheduled {
	id: string;
	name: string;
	description?: string;
	workspaceId: string;
	author?: Pick<Caller, 'id' | 'type'>;
	createdAt?: number;
	updatedAt?: number;
	steps: PlanStep[];
}

export const environments = store<Environment>({ name: 'Environment', idForm: 'objectId' });
export const workspaces = store<Workspace>({ name: 'Workspace', idForm: 'objectId' });
export const tasks = store<Task>({ name: 'Task', idForm: 'objectId' });
export const plans = store<Plan>({ name: 'Plan', idForm: 'uuid' });
export const artifacts = store<Artifact>({ name: 'Artifact', idForm: 'objectId' });
export const connections = store<Connection>({ name: 'Connection', idForm: 'objectId' });
export const resources = store<ResourceFile>({ name: 'Resource', idForm: 'objectId' });
export const promotions = store<Promotion>({ name: 'Promotion', idForm: 'objectId' });
export const schedules = store<Schedule>({ name: 'Schedule', idForm: 'objectId' });
export const projects = store<Project>({ name: 'Project', idForm: 'objectId' });

/** An environment was changed: other areas update their copy of it. */
export const environmentChanged = stateEvent<Environment>();
/** An environment is being deleted, by its ID: other areas delete what is in it. */
export const environmentDeleted = stateEvent<string>();
/** A workspace was created for its owner. */
export const workspaceCreated = stateEvent<Workspace>();
/** A workspace was deleted, by its ID. */
export const workspaceDeleted = stateEvent<string>();

export const orchestrationOf = (state: State) => ({
	environments: environments.recordsIn(state),
	workspaces: workspaces.recordsIn(state),
	tasks: tasks.recordsIn(state),
	plans: plans.recordsIn(state),
	artifacts: artifacts.recordsIn(state),
	connections: connections.recordsIn(state),
});

/**
 * Unbinds the schedule of a task or plan.
 * @returns whether it had one
 */
export function releaseSchedule(state: State, executableId: string): boolean {
	const bound = schedules.all(state).filter((each) => each.executableId === executableId);
	for (const schedule of bound)
		Object.assign(schedule, { executableId: undefined, executableType: undefined });
	return bound.length > 0;
}

/** All tasks that a step may run, including those of its error handler. */
export const tasksOf = ({ taskIds, handlerOnFailure }: PlanStep): string[] => [
	...taskIds,
	...(handlerOnFailure?.taskIds ?? []),
];

/**
 * The run configuration of a task or plan; undefined if it has none. Without a schedule, it is
 * started manually.
 */
export function runConfigurationOf(
	{ configured, runConfiguration }: Scheduled,
	runtimeType?: string,
): RunConfiguration | undefined {
	if (runConfiguration || !configured) return runConfiguration;
	const byHand: Trigger = { type: 'MANUAL', interval: 1, startDate: '2026-01-01', timeZone: 'UTC' };
	return {
		trigger: byHand,
		...(runtimeType === undefined ? {} : { runtime: { type: runtimeType } }),
	};
}
