/** What is in an environment or workspace, by names instead of IDs: so that two environments, or a file, can be compared with it. */
import type { IDataObject } from 'n8n-workflow';

import { hint } from '../shared/declare/messages';
import type { RequestOperation, Showing } from '../shared/declare/operation';
import { eachAtOnce } from '../shared/flows/atOnce';
import { listIfAllowed, missing, NOT_A_RECORD, readIfThere } from '../shared/flows/readIfThere';
import { isObject, objectIn, objectsIn, textsIn, withoutEmptyValues } from '../shared/support/json';
import { namesSecret } from '../shared/support/mask';
import { getManyClusters, getManyPipelineEngines, getManyRemoteEngines } from '../records/engines';
import { searchRunProfiles } from '../records/runProfiles';
import {
	type Executable,
	EXECUTABLE_LISTS,
	executablesIn,
	type Scope,
} from '../records/executables';
import { getVersion } from './resources/artifact';
import { getManyArtifacts, plainType } from '../records/artifacts';
import { getManyConnections } from './resources/connection';
import { getPlan } from '../records/plans';
import { getManyResources } from './resources/resourceFile';
import {
	getDynamicEngineRunConfig,
	getPlanRunConfig,
	getTaskRunConfig,
} from './resources/runConfiguration';
import { getManySchedules } from './resources/schedule';
import { getTask } from '../records/tasks';
import { getManyWorkspaces } from '../records/workspaces';
import { isMultiple } from './triggerForm';

/** What can be listed, in the order in which it is. */
export const CONTENT_TYPES = [
	{ value: 'workspace', name: 'Workspaces' },
	{ value: 'artifact', name: 'Artifacts' },
	{ value: 'connection', name: 'Connections' },
	{ value: 'resource', name: 'Resources' },
	{ value: 'task', name: 'Tasks' },
	{ value: 'plan', name: 'Plans' },
	{ value: 'schedule', name: 'Schedules' },
	{ value: 'engine', name: 'Engines and Clusters' },
	{ value: 'runProfile', name: 'Run Profiles' },
];

const ENGINE_LISTS = {
	REMOTE_ENGINE: getManyRemoteEngines,
	REMOTE_ENGINE_CLUSTER: getManyClusters,
	PIPELINE_ENGINE: getManyPipelineEngines,
};

/** The operations that reading contents uses. */
export const CONTENT_READS: readonly RequestOperation[] = [
	getManyWorkspaces,
	getManyArtifacts,
	getManyConnections,
	getManyResources,
	...EXECUTABLE_LISTS,
	getTask,
	getVersion,
	getPlan,
	getTaskRunConfig,
	getDynamicEngineRunConfig,
	getPlanRunConfig,
	getManySchedules,
	...Object.values(ENGINE_LISTS),
	searchRunProfiles,
];

/** A record with its workspace and environment, and what can be compared of it. */
export interface Content extends IDataObject {
	/** Type and ID: the same as long as the record exists. */
	key: string;
	type: string;
	environment: string | null;
	workspace: string | null;
	name: string;
	id: string;
}

/** In place of a secret. */
export const HIDDEN = '***';

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
	let made: Promise<T> | undefined;
	return async () => await (made ??= make());
};

/** The workspace of a record; of a resource it has a name of its own. */
const workspaceOf = ({ workspace, workspaceInfo }: IDataObject): IDataObject =>
	objectIn(workspace ?? workspaceInfo);
export const environmentOf = (record: IDataObject): IDataObject =>
	objectIn(workspaceOf(record).environment);

/** The newest of an artifact's versions: their parts are compared as numbers. */
export const newestOf = (versions: readonly string[]): string | undefined =>
	[...versions].sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);

/** The values that may be shown. */
const shown = (values: unknown, isHidden: (name: string) => boolean): IDataObject =>
	Object.fromEntries(
		Object.entries(objectIn(values)).map(([name, value]) => [
			name,
			isHidden(name) ? HIDDEN : value,
		]),
	);

/** The steps of a plan, which follow one another in its chart. */
export function stepsOf(chart: unknown): IDataObject[] {
	const steps: IDataObject[] = [];
	for (let step = chart; isObject(step); step = step.nextStep) steps.push(step);
	return steps;
}

/** IDs of the tasks of a step: given as such, or as records. */
const taskIdsOf = ({ taskIds, flows }: IDataObject): string[] =>
	Array.isArray(taskIds) ? taskIds.map(String) : objectsIn(flows).map(({ id }) => String(id));

const MISSING = {
	schedules: missing('Schedules are missing'),
	engines: missing('Engines are missing'),
	runProfiles: missing('Run profiles are missing'),
};

const UNREADABLE = hint(
	'Listed, but the platform does not let the account read them (404), so they are left out: {names}. Check the permissions of the credential.',
);

/** What the reading of contents can say. */
export const CONTENTS_MESSAGES = [NOT_A_RECORD, UNREADABLE, ...Object.values(MISSING)];

/** The lists of an environment, or of all, each read once when it is needed. */
export function listsOf(call: Showing<typeof CONTENTS_MESSAGES>, { environmentId }: Scope) {
	const within = environmentId === undefined ? {} : { environmentId };
	const schedules = once(
		async () => await listIfAllowed(call, getManySchedules, within, MISSING.schedules),
	);
	const engines = once(async () => {
		const found: IDataObject[] = [];
		for (const [engineType, list] of Object.entries(ENGINE_LISTS))
			for (const engine of await listIfAllowed(call, list, {}, MISSING.engines))
				found.push({ ...engine, engineType });
		return found;
	});
	return {
		workspaces: once(async () =>
			(await call.list(getManyWorkspaces, {})).filter(
				({ environment }) =>
					environmentId === undefined || objectIn(environment).id === environmentId,
			),
		),
		artifacts: once(async () => await call.list(getManyArtifacts, within)),
		connections: once(async () => await call.list(getManyConnections, within)),
		resources: once(async () => await call.list(getManyResources, within)),
		executables: once(async () =>
			(await executablesIn(call, within)).map(({ listed, ...each }) => ({
				...listed,
				...each,
				listed,
			})),
		),
		schedules,
		engines,
		runProfiles: once(
			async () => await listIfAllowed(call, searchRunProfiles, { offset: 0 }, MISSING.runProfiles),
		),
	};
}

export type Lists = ReturnType<typeof listsOf>;

/** The name of a record, with its workspace where that is another one. */
export function referenceOf(record: IDataObject, workspaceId: unknown): string {
	const { id: own, name } = workspaceOf(record);
	return own === undefined || workspaceId === undefined || own === workspaceId
		? String(record.name)
		: `${String(name)}/${String(record.name)}`;
}

/** The name of a record, as {@link referenceOf} has it; its ID where it is not to be seen. */
export function referenceTo(
	records: readonly IDataObject[],
	id: unknown,
	workspaceId: unknown,
): string {
	const found = records.find(
		(each) => each.id === id || (each.runtimeId !== undefined && each.runtimeId === id),
	);
	return found?.name === undefined ? String(id) : referenceOf(found, workspaceId);
}

/** What a schedule is called: it has no name, only a description. */
export const scheduleName = ({ id, description }: IDataObject): string => String(description || id);

/** Reads what is in an environment or workspace. */
export class ContentReader {
	readonly lists: Lists;
	/** What is listed, and was answered with 404: it exists. */
	readonly unreadable: Executable[] = [];
	private readonly secretNames = new Map<string, Promise<(name: string) => boolean>>();

	constructor(
		private readonly call: Showing<typeof CONTENTS_MESSAGES>,
		readonly scope: Scope,
		private readonly withRunConfigurations: boolean,
	) {
		this.lists = listsOf(call, scope);
	}

	/** The records of these types, in the order of {@link CONTENT_TYPES}. */
	async read(types: readonly string[]): Promise<Content[]> {
		const found: Content[] = [];
		for (const { value } of CONTENT_TYPES)
			if (types.includes(value)) found.push(...(await this.ofType(value)));
		const names = this.unreadable.map(({ type, name }) => `${type.toLowerCase()} ${name}`);
		if (names.length > 0) this.call.hint(UNREADABLE, { names: names.join(', ') });
		const { workspaceId } = this.scope;
		return found.filter((each) => workspaceId === undefined || each.workspaceId === workspaceId);
	}

	private async ofType(type: string): Promise<Content[]> {
		const { lists } = this;
		switch (type) {
			case 'workspace':
				return (await lists.workspaces()).map((each) => {
					const { description, owner, type: kind, protectedArtifactUpdate } = each;
					return content(
						type,
						each,
						{ id: each.id, name: each.name, environment: each.environment },
						{ workspaceType: kind, description, owner, protectedArtifactUpdate },
					);
				});
			case 'artifact':
				return (await lists.artifacts()).map((each) => {
					const versions = textsIn(each.versions);
					return content(type, each, workspaceOf(each), {
						artifactType: plainType(each.type),
						latestVersion: newestOf(versions),
						versions,
					});
				});
			case 'connection':
				return (await lists.connections()).map((each) => {
					const parameters = objectsIn(each.parameters).map(
						({ name, value, encrypted }): [string, unknown] => [
							String(name),
							encrypted === true || namesSecret(name) ? HIDDEN : value,
						],
					);
					return content(type, each, workspaceOf(each), {
						app: each.app,
						parameters: Object.fromEntries(parameters),
					});
				});
			case 'resource':
				return (await lists.resources()).map((each) =>
					content(type, each, workspaceOf(each), { description: each.description }),
				);
			case 'task':
			case 'plan':
				return await this.executables(type);
			case 'schedule':
				return await this.schedules();
			case 'engine':
				return (await this.engines()).map((each) =>
					content(type, each, workspaceOf(each), {
						engineType: each.engineType,
						description: each.description,
						status: each.status,
						availability: each.availability,
						runtimeId: each.runtimeId,
					}),
				);
			default:
				return await this.runProfiles();
		}
	}

	private async executables(type: 'task' | 'plan'): Promise<Content[]> {
		const { workspaceId } = this.scope;
		const wanted = (await this.lists.executables()).filter(
			(each) =>
				each.type.toLowerCase() === type &&
				(workspaceId === undefined || each.workspaceId === workspaceId),
		);
		const read = await eachAtOnce(wanted, async (each) => {
			const found = type === 'task' ? await this.task(each) : await this.plan(each);
			if (found === undefined) this.unreadable.push(each);
			return found;
		});
		return read.filter((each) => each !== undefined);
	}

	private async task({ id, listed }: Executable): Promise<Content | undefined> {
		const record = await readIfThere(this.call, getTask, { taskId: id });
		if (record === undefined) return undefined;
		const within = workspaceOf(record).id;
		const artifact = objectIn(record.artifact);
		const isHidden =
			Object.keys(objectIn(record.parameters)).length === 0
				? () => false
				: await this.secretsOf(artifact);
		const references = async (values: unknown, records: () => Promise<IDataObject[]>) =>
			isObject(values) && Object.keys(values).length > 0
				? Object.fromEntries(
						await eachAtOnce(
							Object.entries(values),
							async ([name, used]) => [name, referenceTo(await records(), used, within)] as const,
						),
					)
				: {};
		const configuration = this.withRunConfigurations
			? await readIfThere(this.call, getTaskRunConfig, { taskId: id })
			: undefined;
		const onDynamicEngine =
			this.withRunConfigurations && configuration === undefined
				? await readIfThere(this.call, getDynamicEngineRunConfig, { taskId: id })
				: undefined;
		return content('task', { ...listed, ...record, id }, workspaceOf(record), {
			description: record.description,
			artifact: referenceTo(await this.lists.artifacts(), artifact.id, within),
			artifactId: artifact.id,
			artifactVersion: artifact.version,
			tags: record.tags ?? [],
			parameters: shown(record.parameters, isHidden),
			connections: await references(record.connections, this.lists.connections),
			resources: await references(record.resources, this.lists.resources),
			autoUpgradeInfo: record.autoUpgradeInfo,
			paused: objectIn(record.taskPauseDetails).pause,
			runConfiguration: await this.configuration(configuration, id),
			dynamicEngineConfiguration: await this.configuration(onDynamicEngine, id),
		});
	}

	/** Whether a parameter of an artifact's version is secret; all are where it cannot be read. */
	async secretsOf({ id, version }: IDataObject): Promise<(name: string) => boolean> {
		const key = JSON.stringify([id, version]);
		const known = this.secretNames.get(key) ?? this.readSecretsOf(id, version);
		this.secretNames.set(key, known);
		return await known;
	}

	private async readSecretsOf(
		artifactId: unknown,
		version: unknown,
	): Promise<(name: string) => boolean> {
		const read =
			artifactId === undefined || version === undefined
				? undefined
				: await readIfThere(this.call, getVersion, { artifactId, version });
		if (read === undefined) return () => true;
		const hidden = new Set(
			objectsIn(read.parameters)
				.filter(({ type }) => /password/i.test(String(type)))
				.map(({ name }) => name),
		);
		return (name) => hidden.has(name) || namesSecret(name);
	}

	private async plan({ id, listed }: Executable): Promise<Content | undefined> {
		const record = await readIfThere(this.call, getPlan, { planId: id });
		if (record === undefined) return undefined;
		const within = workspaceOf(record).id;
		const tasks = await this.lists.executables();
		const named = (step: IDataObject) =>
			taskIdsOf(step).map((task) => referenceTo(tasks, task, within));
		const configuration = this.withRunConfigurations
			? await readIfThere(this.call, getPlanRunConfig, { planId: id })
			: undefined;
		return content('plan', { ...listed, ...record, id }, workspaceOf(record), {
			description: record.description,
			steps: stepsOf(record.chart).map((step) =>
				withoutEmptyValues({
					name: step.name,
					tasks: named(step),
					onFailure: isObject(step.stepOnException) ? named(step.stepOnException) : undefined,
					note: step.note,
				}),
			),
			paused: objectIn(record.planPauseDetails).pause,
			runConfiguration: await this.configuration(configuration, id),
		});
	}

	/**
	 * A run configuration with the names of its schedule, its engine and its run profile. The URL of a webhook lets whoever
	 * has it start the task.
	 */
	private async configuration(
		read: IDataObject | undefined,
		id: string,
	): Promise<IDataObject | undefined> {
		if (read === undefined || Object.keys(read).length === 0) return undefined;
		const { trigger, runtime, runProfileId, ...others } = read;
		const { webhook, ...when } = objectIn(trigger);
		const { url, ...hook } = objectIn(webhook);
		void url;
		const bound = isMultiple(when)
			? (await this.lists.schedules()).find(({ executableId }) => executableId === id)
			: undefined;
		return withoutEmptyValues({
			...(bound === undefined
				? { trigger: trigger && (webhook === undefined ? when : { ...when, webhook: hook }) }
				: { schedule: scheduleName(bound) }),
			runtime: isObject(runtime) ? await this.runtime(runtime) : undefined,
			runProfile:
				runProfileId && referenceTo(await this.lists.runProfiles(), runProfileId, undefined),
			...others,
		});
	}

	private async runtime({
		type,
		id,
		engineId,
		clusterId,
		runProfileId,
	}: IDataObject): Promise<IDataObject> {
		const engine = id ?? engineId ?? clusterId;
		return withoutEmptyValues({
			type,
			engine: engine ? referenceTo(await this.lists.engines(), engine, undefined) : undefined,
			runProfile: runProfileId
				? referenceTo(await this.lists.runProfiles(), runProfileId, undefined)
				: undefined,
		});
	}

	private async schedules(): Promise<Content[]> {
		const [environments, executables] = [await this.environments(), await this.lists.executables()];
		return (await this.lists.schedules()).map((each) => {
			const environment = { id: each.environmentId, name: environments.get(each.environmentId) };
			return content(
				'schedule',
				{ ...each, name: scheduleName(each) },
				{ environment },
				{
					triggers: each.triggers ?? [],
					starts: each.executableId
						? referenceTo(executables, each.executableId, undefined)
						: undefined,
				},
			);
		});
	}

	/** Names of environments by ID: each has a workspace. */
	private async environments(): Promise<Map<unknown, unknown>> {
		return new Map(
			(await this.lists.workspaces()).map(({ environment }) => [
				objectIn(environment).id,
				objectIn(environment).name,
			]),
		);
	}

	/** Those of the environment, or all: a task may run on an engine of another environment. */
	private async engines(): Promise<IDataObject[]> {
		const { environmentId } = this.scope;
		return (await this.lists.engines()).filter(
			(each) => environmentId === undefined || environmentOf(each).id === environmentId,
		);
	}

	/** Those of the engines that are there, and those that are defined in the environment itself. */
	private async runProfiles(): Promise<Content[]> {
		const [environments, engines] = [await this.environments(), await this.engines()];
		const all = (await this.lists.runProfiles()).map((each) => ({
			each,
			engine: engines.find(({ id, runtimeId }) => [id, runtimeId].includes(each.processorId)),
		}));
		const { environmentId } = this.scope;
		return all
			.filter(
				({ each, engine }) =>
					environmentId === undefined || engine !== undefined || each.scopeId === environmentId,
			)
			.map(({ each, engine }) => {
				const environment =
					engine === undefined
						? { id: each.scopeId, name: environments.get(each.scopeId) }
						: environmentOf(engine);
				return content(
					'runProfile',
					each,
					{ environment },
					{
						runProfileType: each.runProfileType,
						processorType: each.processorType,
						engine: engine?.name,
						description: each.description,
					},
				);
			});
	}
}

/** An item, with nothing for what is not known. */
function content(
	type: string,
	{ id, executable, name }: IDataObject,
	workspace: IDataObject,
	fields: Record<string, unknown>,
): Content {
	const own = String(id ?? executable);
	const environment = objectIn(workspace.environment);
	const known = Object.entries(fields).map(([field, value]) => [field, value ?? null]);
	return {
		key: `${type}:${own}`,
		type,
		environment: (environment.name as string | undefined) ?? null,
		workspace: (workspace.name as string | undefined) ?? null,
		name: String(name ?? ''),
		id: own,
		environmentId: environment.id ?? null,
		workspaceId: workspace.id ?? null,
		...(Object.fromEntries(known) as IDataObject),
	};
}
