/** What a promotion does to each object: planned for the analysis, and then carried out. */
import type { State } from '../../state/state';
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

type PromotedObject = Task | Plan | Artifact | Connection | ResourceFile;

const isTask = (object: PromotedObject): object is Task => 'runtimeType' in object;

/** One object, and what happens to it. */
interface ObjectWork {
	type: 'FLOW' | 'PLAN' | 'ACTION' | 'CONNECTION' | 'RESOURCE';
	object: PromotedObject;
	/** The object with the same name in the workspace of the target. */
	counterpart?: PromotedObject;
	report: Report;
	jobType?: string;
}

export interface WorkspaceWork {
	workspace: Workspace;
	target?: Workspace;
	objects: ObjectWork[];
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

const recordsOfType = (state: State, type: ObjectWork['type']): Map<string, PromotedObject> => {
	const { tasks, plans, artifacts, connections } = orchestrationOf(state);
	return {
		FLOW: tasks,
		PLAN: plans,
		ACTION: artifacts,
		CONNECTION: connections,
		RESOURCE: resources.recordsIn(state),
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
				objects: objectsInScope(state, workspace, scope).map(({ type, object }) =>
					workFor(state, { type, object }, target, keeping),
				),
			};
		})
		.filter(({ objects }) => objects.length > 0 || scope?.type === 'WORKSPACE');
}

/**
 * The objects of a workspace that are in the scope. With a plan, these include its tasks, and
 * with a task the objects that it uses.
 */
function objectsInScope(
	state: State,
	{ id }: Workspace,
	scope: Scope | undefined,
): Array<Pick<ObjectWork, 'type' | 'object'>> {
	const types = ['ACTION', 'CONNECTION', 'RESOURCE', 'FLOW', 'PLAN'] as const;
	const all = types.flatMap((type) =>
		[...recordsOfType(state, type).values()]
			.filter(({ workspaceId }) => workspaceId === id)
			.map((object) => ({ type, object })),
	);
	if (scope === undefined || scope.type === 'WORKSPACE') return all;
	const { plans, tasks } = orchestrationOf(state);
	const stepsOfPlan = plans.get(scope.id)?.steps ?? [];
	const chosenIds = [scope.id, ...stepsOfPlan.flatMap(({ taskIds }) => taskIds)];
	const usedIds = chosenIds.flatMap((chosenId) => idsUsedBy(tasks.get(chosenId)));
	const ids = new Set([...chosenIds, ...usedIds]);
	return all.filter(({ object }) => ids.has(object.id));
}

/** The IDs of the artifact, connections and resources of a task. */
const idsUsedBy = (task: Task | undefined): string[] =>
	task ? [task.artifactId, ...Object.values({ ...task.connections, ...task.resources })] : [];

function workFor(
	state: State,
	{ type, object }: Pick<ObjectWork, 'type' | 'object'>,
	target: Workspace | undefined,
	{ keepTargetResources }: Keeping,
): ObjectWork {
	const counterpart =
		target &&
		[...recordsOfType(state, type).values()].find(
			({ workspaceId, name }) => workspaceId === target.id && name === object.name,
		);
	const withReport = (report: Report): ObjectWork => ({
		type,
		object,
		counterpart,
		report,
		...(isTask(object) ? { jobType: 'standard' } : {}),
	});
	if (isTask(object) && object.runtimeType === 'REMOTE_ENGINE_CLUSTER')
		return withReport(
			reportOfStatus(
				'FAILED',
				'The cluster of the task has no counterpart in the target environment',
				'ERROR',
			),
		);
	if (!counterpart) return withReport(reportOfStatus('CREATED'));
	if (type === 'CONNECTION')
		return withReport(
			reportOfStatus('REUSED', "The target's connection is kept, with its own values"),
		);
	if (type === 'RESOURCE')
		return keepTargetResources
			? withReport(reportOfStatus('SKIPPED', "The target's resource is kept"))
			: withReport(reportOfStatus('REPLACED', "The target's resource is overwritten", 'WARN'));
	return withReport(reportOfStatus('REPLACED'));
}

/** Whether an object would fail. */
export const wouldFail = (all: readonly WorkspaceWork[]): boolean =>
	all.some(({ objects }) => objects.some(({ report }) => report.status === 'FAILED'));

/** The work as a report shows it. */
export function reportOf(
	all: readonly WorkspaceWork[],
	which: 'analyzeReport' | 'promotionReport',
) {
	return all.map(({ workspace, target, objects }) => ({
		id: workspace.id,
		name: workspace.name,
		type: 'WORKSPACE',
		...(target ? { targetId: target.id } : {}),
		workspaceType: workspace.type,
		[which]: reportOfStatus(target ? 'REUSED' : 'CREATED'),
		...Object.fromEntries(
			Object.entries(PARTS).map(([type, part]) => [
				part,
				objects.filter((each) => each.type === type).map((each) => objectView(each, which)),
			]),
		),
	}));
}

/** The version of a task or artifact. */
function versionOf(object: PromotedObject): object {
	if (isTask(object))
		return { version: Number.parseInt(object.version, 10), targetVersion: object.version };
	return 'versions' in object ? { version: object.versions.at(-1)!.version } : {};
}

function objectView({ type, object, counterpart, report, jobType }: ObjectWork, which: string) {
	return {
		id: object.id,
		name: object.name,
		type,
		...versionOf(object),
		...(counterpart ? { targetId: counterpart.id } : {}),
		...(jobType ? { jobType } : {}),
		[which]: report,
	};
}

/** Promotes the objects, and notes for each its counterpart. */
export function promote(
	state: State,
	all: readonly WorkspaceWork[],
	targetEnvironmentId: string,
): void {
	for (const workspaceWork of all) {
		workspaceWork.target ??= copyInto(orchestrationOf(state).workspaces, workspaceWork.workspace, {
			id: state.objectId(),
			environmentId: targetEnvironmentId,
		});
		const ids = new Map<string, string>();
		for (const work of workspaceWork.objects) {
			if (['FAILED', 'SKIPPED', 'REUSED'].includes(work.report.status)) {
				if (work.counterpart) ids.set(work.object.id, work.counterpart.id);
				continue;
			}
			const id = work.counterpart?.id ?? (work.type === 'PLAN' ? state.uuid() : state.objectId());
			work.counterpart = copyInto(recordsOfType(state, work.type), work.object, {
				...linksInTarget(work.object, ids),
				...(state.seen.promotedSecrets ? notPromoted(work) : {}),
				id,
				workspaceId: workspaceWork.target.id,
			});
			ids.set(work.object.id, id);
		}
	}
}

/** What the target has in place of the password of a connection. */
export const CHANGE_ME = '<change me>';

/**
 * The fields of an object that are not promoted: they are lost, or kept as they are in the target.
 */
function notPromoted({ object, counterpart }: ObjectWork): object {
	if ('app' in object)
		return {
			parameters: object.parameters.map((parameter) =>
				parameter.encrypted ? { ...parameter, value: CHANGE_ME } : parameter,
			),
		};
	if (!isTask(object)) return {};
	if (counterpart && isTask(counterpart))
		return {
			runConfiguration: counterpart.runConfiguration,
			configured: counterpart.configured,
			autoUpgradeInfo: counterpart.autoUpgradeInfo,
		};
	const { runProfileId, ...runtime } = object.runConfiguration?.runtime ?? {};
	const { microservicePort, ...runConfiguration } = object.runConfiguration ?? {};
	return {
		autoUpgradeInfo: { ...object.autoUpgradeInfo, autoUpgradable: false },
		...(object.runConfiguration && { runConfiguration: { ...runConfiguration, runtime } }),
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
function linksInTarget(object: PromotedObject, ids: ReadonlyMap<string, string>): object {
	const inTarget = (id: string) => ids.get(id) ?? id;
	const mapped = (links: Record<string, string> | undefined) =>
		links && Object.fromEntries(Object.entries(links).map(([name, id]) => [name, inTarget(id)]));
	if ('artifactId' in object)
		return {
			artifactId: inTarget(object.artifactId),
			connections: mapped(object.connections),
			resources: mapped(object.resources),
		};
	if ('steps' in object)
		return {
			steps: object.steps.map((step) => ({ ...step, taskIds: step.taskIds.map(inTarget) })),
		};
	return {};
}
