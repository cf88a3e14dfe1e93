/** What the orchestration part of document B holds, and who sees what of it. What is done to it stands in the files beside this one. */
import type { IDataObject } from 'n8n-workflow';

import { rfc3339 } from '../../clock';
import { mayDo, type Caller } from '../../identity';
import { notFound } from '../../refusals';
import type { State } from '../../state';
import type { Request } from '../handler';

export interface Environment {
	id: string;
	name: string;
	description?: string;
	maxCloudContainers?: number;
	default?: boolean;
	/** Promotions that relate to it, in words: it stays while there are any, or an engine is assigned to it. */
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

export interface ArtifactVersion {
	version: string;
	createdAt: number;
	parameters: Array<{ name: string; value?: string; type: string; required: boolean; comment?: string }>;
}

export interface Connection {
	id: string;
	name: string;
	app: string;
	workspaceId: string;
	createdAt: number;
	parameters: Array<{ name: string; value?: string; encrypted?: boolean }>;
}

type Values = IDataObject;

/** When something runs, as the interface describes it. */
export interface Trigger extends Values {
	type: string;
	interval?: number;
	startDate: string;
	startTime?: string;
	timeZone: string;
	atTimes?: { type: string; time?: string; times?: string[]; startTime?: string; endTime?: string; interval?: number };
	atDays?: { type: string; day?: number; days?: string[] };
	webhook?: { name: string; url?: string; newUrl?: boolean } & Values;
	cronExpression?: string;
}

export interface RunConfig extends Values {
	trigger: Trigger;
	runtime?: { type?: string; id?: string; engineId?: string; clusterId?: string; runProfileId?: string };
	timeout?: number;
}

/** What tasks and plans have in common. */
interface Scheduled {
	paused: boolean;
	pauseDetails?: Values;
	/** Without a run configuration it cannot be started (501). */
	configured: boolean;
	runConfig?: RunConfig;
	/** The triggers of a schedule of the type Multiple, which is made elsewhere. */
	triggers?: Array<Trigger & { name: string }>;
}

/** How the runs of a task go; one after the other, the last one from then on. */
export interface Behaviour {
	/** Before it executes, in ms. */
	dispatchMs: number;
	/** While it executes, in ms; `Infinity` for a service that never ends. */
	durationMs: number;
	/** Its final `status`. */
	end: string;
	rows?: number;
	rejected?: number;
	errorType?: string;
	errorMessage?: string;
	/** Entries that it writes to its log. */
	logLines?: number;
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
	behaviours: Behaviour[];
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

export interface Orchestration {
	environments: Map<string, Environment>;
	workspaces: Map<string, Workspace>;
	tasks: Map<string, Task>;
	plans: Map<string, Plan>;
	artifacts: Map<string, Artifact>;
	connections: Map<string, Connection>;
}

/** The room of this area. */
export const orchestrationOf = (state: State): Orchestration =>
	state.room('orchestration', () => ({
		environments: new Map(),
		workspaces: new Map(),
		tasks: new Map(),
		plans: new Map(),
		artifacts: new Map(),
		connections: new Map(),
	}));

/**
 * Holders of CLUSTER_MANAGEMENT or ENVIRONMENT_MANAGEMENT see all; holders of OPERATOR those that
 * they have workspace permissions in (document B, "Environments" 2).
 */
export function maySee(caller: Caller, workspace: Workspace): boolean {
	return mayDo(caller, ['TMC_CLUSTER_MANAGEMENT', 'TMC_ENVIRONMENT_MANAGEMENT']) || workspace.members.includes(caller.id);
}

export function visibleWorkspaces(state: State, caller: Caller): Workspace[] {
	return [...orchestrationOf(state).workspaces.values()].filter((workspace) => maySee(caller, workspace));
}

export function workspaceInfo(state: State, id: string) {
	const { workspaces, environments } = orchestrationOf(state);
	const workspace = workspaces.get(id);
	if (!workspace) return undefined;
	const { name, description, owner, type, protectedArtifactUpdate } = workspace;
	return { id, name, description, owner, type, protectedArtifactUpdate, environment: environmentInfo(environments.get(workspace.environmentId)!) };
}

/** An environment as it stands in answers. */
export function environmentInfo({ usedBy, ...info }: Environment) {
	void usedBy;
	return info;
}

/** The record of a workspace that the caller sees. @throws Refusal 404 */
export function seen<T extends { workspaceId: string }>({ state, caller }: Request, noun: string, records: Map<string, T>, id: string): T {
	const record = records.get(id);
	const workspace = record && orchestrationOf(state).workspaces.get(record.workspaceId);
	if (!record || !workspace || !maySee(caller, workspace)) throw notFound(`${noun} ${id} was not found`);
	return record;
}

/** The records of those workspaces that the caller sees and that pass the place and name filters. */
export function listed<T extends { workspaceId: string; name: string }>({ state, caller }: Request, records: Map<string, T>, query: Record<string, unknown>): T[] {
	const { workspaces } = orchestrationOf(state);
	return [...records.values()].filter(
		({ workspaceId, name }) => inPlace(state, workspaceId, query) && named(query.name, name) && maySee(caller, workspaces.get(workspaceId)!),
	);
}

export const taskFor = (request: Request): Task => seen(request, 'Task', orchestrationOf(request.state).tasks, request.path.taskId!);
export const planFor = (request: Request): Plan => seen(request, 'Plan', orchestrationOf(request.state).plans, request.path.planId!);

/** All tasks that a step may run, that after a failure included. */
export const tasksOf = ({ taskIds, handlerOnFailure }: PlanStep): string[] => [...taskIds, ...(handlerOnFailure?.taskIds ?? [])];

/** The run configuration of what was configured; without a schedule of its own it is started by hand. */
export function runConfigOf({ configured, runConfig }: Scheduled, runtimeType?: string): RunConfig | undefined {
	if (runConfig || !configured) return runConfig;
	const byHand: Trigger = { type: 'MANUAL', interval: 1, startDate: '2026-01-01', timeZone: 'UTC' };
	return { trigger: byHand, ...(runtimeType === undefined ? {} : { runtime: { type: runtimeType } }) };
}

/** Pauses, or lets it run again. What the caller leaves out the platform knows. */
export function pause(scheduled: Scheduled, { body, caller, clock }: Request): void {
	const given = body as Values & { pause: boolean };
	scheduled.paused = given.pause;
	scheduled.pauseDetails = { user: caller.id, userType: caller.type, pauseDate: rfc3339(clock.now()), ...given };
}

/** Whether a name filter keeps a name: it contains the text. */
const named = (filter: unknown, name: string) =>
	filter === undefined || name.toLowerCase().includes(String(filter).toLowerCase());

/** Whether a record of a workspace passes the place filters. */
export function inPlace(state: State, workspaceId: string, query: Record<string, unknown>): boolean {
	const workspace = orchestrationOf(state).workspaces.get(workspaceId);
	return (
		(query.workspaceId === undefined || query.workspaceId === workspaceId) &&
		(query.environmentId === undefined || query.environmentId === workspace?.environmentId)
	);
}
