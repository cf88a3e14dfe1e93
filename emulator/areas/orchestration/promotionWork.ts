/** What a promotion would do to each object, and how it is done. */
import type { State } from '../../state';
import {
	type Artifact,
	type Connection,
	orchestrationOf,
	type Plan,
	type Promotion,
	type ResourceFile,
	resources,
	type Task,
	type Workspace,
} from './orchestrationStore';

export interface Scope {
	type: string;
	id: string;
}

export interface Keeping {
	keepTargetRunProfiles?: boolean;
	keepTargetResources?: boolean;
}

interface Report {
	status: 'CREATED' | 'REPLACED' | 'REUSED' | 'SKIPPED' | 'FAILED';
	messages: Array<{ level: 'INFO' | 'WARN' | 'ERROR'; info: string }>;
}

type Thing = Task | Plan | Artifact | Connection | ResourceFile;

/** One object, and what happens to it. */
interface Work {
	type: 'FLOW' | 'PLAN' | 'ACTION' | 'CONNECTION' | 'RESOURCE';
	thing: Thing;
	/** The object with the same name in the workspace of the target. */
	there?: Thing;
	report: Report;
	jobType?: string;
}

export interface WorkspaceWork {
	workspace: Workspace;
	target?: Workspace;
	work: Work[];
}

const PARTS = {
	FLOW: 'flows',
	PLAN: 'plans',
	ACTION: 'actions',
	CONNECTION: 'connections',
	RESOURCE: 'resources',
} as const;

const reportOfStatus = (
	status: Report['status'],
	info?: string,
	level: 'INFO' | 'WARN' | 'ERROR' = 'INFO',
): Report => ({ status, messages: info === undefined ? [] : [{ level, info }] });

const recordsOfType = (state: State, type: Work['type']): Map<string, Thing> => {
	const { tasks, plans, artifacts, connections } = orchestrationOf(state);
	return {
		FLOW: tasks,
		PLAN: plans,
		ACTION: artifacts,
		CONNECTION: connections,
		RESOURCE: resources.in(state),
	}[type];
};

/** What a promotion has to do within a scope; the whole environment if there is none. */
export function workOf(
	state: State,
	{ sourceEnvironmentId, targetEnvironmentId }: Promotion,
	scope: Scope | undefined,
	keeping: Keeping,
): WorkspaceWork[] {
	const workspaces = [...orchestrationOf(state).workspaces.values()];
	return workspaces
		.filter(
			({ environmentId, id }) =>
				environmentId === sourceEnvironmentId && (scope?.type !== 'WORKSPACE' || scope.id === id),
		)
		.map((workspace): WorkspaceWork => {
			const target = workspaces.find(
				({ environmentId, name }) =>
					environmentId === targetEnvironmentId && name === workspace.name,
			);
			return {
				workspace,
				target,
				work: objectsInScope(state, workspace, scope).map(({ type, thing }) =>
					workFor(state, { type, thing }, target, keeping),
				),
			};
		})
		.filter(({ work }) => work.length > 0 || scope?.type === 'WORKSPACE');
}

/**
 * The objects of a workspace that are in the scope. With a task, these include the objects that it
 * uses.
 */
function objectsInScope(
	state: State,
	{ id }: Workspace,
	scope: Scope | undefined,
): Array<Pick<Work, 'type' | 'thing'>> {
	const types = ['ACTION', 'CONNECTION', 'RESOURCE', 'FLOW', 'PLAN'] as const;
	const all = types.flatMap((type) =>
		[...recordsOfType(state, type).values()]
			.filter(({ workspaceId }) => workspaceId === id)
			.map((thing) => ({ type, thing })),
	);
	if (scope === undefined || scope.type === 'WORKSPACE') return all;
	const ids = new Set([scope.id]);
	const plan = orchestrationOf(state).plans.get(scope.id);
	for (const { taskIds } of plan?.steps ?? []) for (const task of taskIds) ids.add(task);
	for (const task of [...ids].map((each) => orchestrationOf(state).tasks.get(each)))
		for (const used of task
			? [task.artifactId, ...Object.values({ ...task.connections, ...task.resources })]
			: [])
			ids.add(used);
	return all.filter(({ thing }) => ids.has(thing.id));
}

function workFor(
	state: State,
	{ type, thing }: Pick<Work, 'type' | 'thing'>,
	target: Workspace | undefined,
	{ keepTargetResources }: Keeping,
): Work {
	const there =
		target &&
		[...recordsOfType(state, type).values()].find(
			({ workspaceId, name }) => workspaceId === target.id && name === thing.name,
		);
	const work = (report: Report): Work => ({
		type,
		thing,
		there,
		report,
		...('runtimeType' in thing ? { jobType: 'standard' } : {}),
	});
	if ('runtimeType' in thing && thing.runtimeType === 'REMOTE_ENGINE_CLUSTER')
		return work(
			reportOfStatus(
				'FAILED',
				'The cluster of the task has no counterpart in the target environment',
				'ERROR',
			),
		);
	if (!there) return work(reportOfStatus('CREATED'));
	if (type === 'CONNECTION')
		return work(reportOfStatus('REUSED', "The target's connection is kept, with its own values"));
	if (type === 'RESOURCE')
		return keepTargetResources
			? work(reportOfStatus('SKIPPED', "The target's resource is kept"))
			: work(reportOfStatus('REPLACED', "The target's resource is overwritten", 'WARN'));
	return work(reportOfStatus('REPLACED'));
}

/** Whether an object would fail. */
export const wouldFail = (all: readonly WorkspaceWork[]): boolean =>
	all.some(({ work }) => work.some(({ report }) => report.status === 'FAILED'));

/** The work as a report shows it. */
export function reportOf(
	all: readonly WorkspaceWork[],
	which: 'analyzeReport' | 'promotionReport',
) {
	return all.map(({ workspace, target, work }) => ({
		id: workspace.id,
		name: workspace.name,
		type: 'WORKSPACE',
		...(target ? { targetId: target.id } : {}),
		workspaceType: workspace.type,
		[which]: reportOfStatus(target ? 'REUSED' : 'CREATED'),
		...Object.fromEntries(
			Object.entries(PARTS).map(([type, part]) => [
				part,
				work.filter((each) => each.type === type).map((each) => objectView(each, which)),
			]),
		),
	}));
}

function objectView({ type, thing, there, report, jobType }: Work, which: string) {
	const version =
		'runtimeType' in thing
			? { version: Number.parseInt(thing.version, 10), targetVersion: thing.version }
			: 'versions' in thing
				? { version: thing.versions.at(-1)!.version }
				: {};
	return {
		id: thing.id,
		name: thing.name,
		type,
		...version,
		...(there ? { targetId: there.id } : {}),
		...(jobType ? { jobType } : {}),
		[which]: report,
	};
}

/** Promotes the objects, and adds to each what was created. */
export function promote(
	state: State,
	all: readonly WorkspaceWork[],
	targetEnvironmentId: string,
): void {
	for (const copied of all) {
		copied.target ??= copyInto(orchestrationOf(state).workspaces, copied.workspace, {
			id: state.objectId(),
			environmentId: targetEnvironmentId,
		});
		const ids = new Map<string, string>();
		for (const work of copied.work) {
			if (['FAILED', 'SKIPPED', 'REUSED'].includes(work.report.status)) {
				if (work.there) ids.set(work.thing.id, work.there.id);
				continue;
			}
			const id = work.there?.id ?? (work.type === 'PLAN' ? state.uuid() : state.objectId());
			work.there = copyInto(recordsOfType(state, work.type), work.thing, {
				...linksInTarget(work.thing, ids),
				...(state.seen.promotedSecrets ? notPromoted(work) : {}),
				id,
				workspaceId: copied.target.id,
			});
			ids.set(work.thing.id, id);
		}
	}
}

/** What the target has in place of the password of a connection. */
export const CHANGE_ME = '<change me>';

/**
 * The fields of an object that are not promoted: they are lost, or kept as they are in the target.
 */
function notPromoted({ thing, there }: Work): object {
	if ('app' in thing)
		return {
			parameters: thing.parameters.map((parameter) =>
				parameter.encrypted ? { ...parameter, value: CHANGE_ME } : parameter,
			),
		};
	if (!('runtimeType' in thing)) return {};
	if (there && 'runtimeType' in there)
		return {
			runConfiguration: there.runConfiguration,
			configured: there.configured,
			autoUpgradeInfo: there.autoUpgradeInfo,
		};
	const { runProfileId, ...runtime } = thing.runConfiguration?.runtime ?? {};
	const { microservicePort, ...runConfiguration } = thing.runConfiguration ?? {};
	void [runProfileId, microservicePort];
	return {
		autoUpgradeInfo: { ...thing.autoUpgradeInfo, autoUpgradable: false },
		...(thing.runConfiguration && { runConfiguration: { ...runConfiguration, runtime } }),
	};
}

function copyInto<T extends { id: string }>(
	into: Map<string, T>,
	from: T,
	changes: Partial<T> & { id: string },
): T {
	const copy = { ...from, ...changes };
	into.set(copy.id, copy);
	return copy;
}

/**
 * The references of an object in the target. The objects that it refers to were promoted before.
 */
function linksInTarget(thing: Thing, ids: ReadonlyMap<string, string>): object {
	const there = (id: string) => ids.get(id) ?? id;
	const mapped = (links: Record<string, string> | undefined) =>
		links && Object.fromEntries(Object.entries(links).map(([name, id]) => [name, there(id)]));
	if ('artifactId' in thing)
		return {
			artifactId: there(thing.artifactId),
			connections: mapped(thing.connections),
			resources: mapped(thing.resources),
		};
	if ('steps' in thing)
		return { steps: thing.steps.map((step) => ({ ...step, taskIds: step.taskIds.map(there) })) };
	return {};
}
