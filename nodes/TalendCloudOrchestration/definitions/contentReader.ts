/**
 * Reads what is in an environment or workspace, with names in place of IDs, so that it can be
 * compared with another one or with a file.
 */
import type { IDataObject } from 'n8n-workflow';

import {
	getManyClusters,
	getManyPipelineEngines,
	getManyRemoteEngines,
} from '../../records/engines/engines';
import { searchRunProfiles } from '../../records/engines/runProfiles';
import { getManyWorkspaces } from '../../records/places/workspaces';
import { getManyArtifacts, plainType } from '../../records/tasks/artifacts';
import {
	type Executable,
	EXECUTABLE_LISTS,
	executablesIn,
	type Scope,
} from '../../records/tasks/executables';
import { getPlan } from '../../records/tasks/plans';
import { getTask } from '../../records/tasks/tasks';
import { hint } from '../../shared/declare/messages';
import type { ContextShowing, RequestOperation } from '../../shared/declare/operation';
import { eachAtOnce } from '../../shared/flows/atOnce';
import { listIfAllowed, missing, readIfThere } from '../../shared/flows/readIfThere';
import {
	isObject,
	objectIn,
	objectsIn,
	textsIn,
	withoutEmptyValues,
} from '../../shared/support/json';
import { namesSecret } from '../../shared/support/mask';
import { getVersion } from '../requests/artifact';
import { getManyConnections } from '../requests/connection';
import { getManyResources } from '../requests/resource';
import {
	getDynamicEngineRunConfig,
	getPlanRunConfig,
	getTaskRunConfig,
} from '../requests/runConfiguration';
import { getManySchedules } from '../requests/schedule';
import { isMultiple } from '../schedules/triggerForm';

/** The types of contents, in the order of the output. */
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
] as const;

type ContentType = (typeof CONTENT_TYPES)[number]['value'];

const ENGINE_LISTS = {
	REMOTE_ENGINE: getManyRemoteEngines,
	REMOTE_ENGINE_CLUSTER: getManyClusters,
	PIPELINE_ENGINE: getManyPipelineEngines,
};

/** The operations that read contents. */
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

/** A record with its workspace and environment, and those of its fields that can be compared. */
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

/** Reads something when it is first needed, and only then. */
const readOnFirstUse = <T>(read: () => Promise<T>): (() => Promise<T>) => {
	let reading: Promise<T> | undefined;
	return async () => await (reading ??= read());
};

/** The workspace of a record. Resources have it under another name. */
const workspaceOf = ({ workspace, workspaceInfo }: IDataObject): IDataObject =>
	objectIn(workspace ?? workspaceInfo);
export const environmentOfRecord = (record: IDataObject): IDataObject =>
	objectIn(workspaceOf(record).environment);

/** The newest of an artifact's versions: their parts are compared as numbers. */
export const newestOf = (versions: readonly string[]): string | undefined =>
	[...versions].sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);

/** Values, of which those that are hidden are replaced by {@link HIDDEN}. */
const withHidden = (values: unknown, isHidden: (name: string) => boolean): IDataObject =>
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

/** The IDs of the tasks of a step, which has either the IDs or the records. */
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

/** What {@link ContentReader} can say. */
export const CONTENTS_MESSAGES = [UNREADABLE, ...Object.values(MISSING)];

/** The lists of one environment, or of all. Each is read once, when it is first needed. */
export function listsOf(op: ContextShowing<typeof CONTENTS_MESSAGES>, { environmentId }: Scope) {
	const filter = environmentId === undefined ? {} : { environmentId };
	const schedules = readOnFirstUse(
		async () => await listIfAllowed(op, getManySchedules, filter, MISSING.schedules),
	);
	const engines = readOnFirstUse(async () => {
		const allEngines: IDataObject[] = [];
		for (const [engineType, list] of Object.entries(ENGINE_LISTS))
			for (const engine of await listIfAllowed(op, list, {}, MISSING.engines))
				allEngines.push({ ...engine, engineType });
		return allEngines;
	});
	return {
		workspaces: readOnFirstUse(async () =>
			(await op.list(getManyWorkspaces, {})).filter(
				({ environment }) =>
					environmentId === undefined || objectIn(environment).id === environmentId,
			),
		),
		artifacts: readOnFirstUse(async () => await op.list(getManyArtifacts, filter)),
		connections: readOnFirstUse(async () => await op.list(getManyConnections, filter)),
		resources: readOnFirstUse(async () => await op.list(getManyResources, filter)),
		executables: readOnFirstUse(async () =>
			(await executablesIn(op, filter)).map(({ listed, ...each }) => ({
				...listed,
				...each,
				listed,
			})),
		),
		schedules,
		engines,
		runProfiles: readOnFirstUse(
			async () => await listIfAllowed(op, searchRunProfiles, { offset: 0 }, MISSING.runProfiles),
		),
	};
}

export type Lists = ReturnType<typeof listsOf>;

/** The name of a record, after the name of its workspace if that is another one. */
export function referenceOf(record: IDataObject, workspaceId: unknown): string {
	const { id: itsWorkspaceId, name } = workspaceOf(record);
	return itsWorkspaceId === undefined || workspaceId === undefined || itsWorkspaceId === workspaceId
		? String(record.name)
		: `${String(name)}/${String(record.name)}`;
}

/**
 * The name of the record with an ID, as in {@link referenceOf}; the ID itself if the record is not
 * in the list.
 */
export function referenceTo(
	records: readonly IDataObject[],
	id: unknown,
	workspaceId: unknown,
): string {
	const record = records.find(
		(each) => each.id === id || (each.runtimeId !== undefined && each.runtimeId === id),
	);
	return record?.name === undefined ? String(id) : referenceOf(record, workspaceId);
}

/** The name of a schedule: its description, because it has no name. */
export const scheduleName = ({ id, description }: IDataObject): string => String(description || id);

/** Reads what is in an environment or workspace. */
export class ContentReader {
	readonly lists: Lists;
	/** Tasks and plans that are listed, but answered with 404: they exist. */
	readonly unreadable: Executable[] = [];
	private readonly secretNames = new Map<string, Promise<(name: string) => boolean>>();

	constructor(
		private readonly op: ContextShowing<typeof CONTENTS_MESSAGES>,
		readonly scope: Scope,
		private readonly withRunConfigurations: boolean,
	) {
		this.lists = listsOf(op, scope);
	}

	/** The records of these types, in the order of {@link CONTENT_TYPES}. */
	async read(types: readonly string[]): Promise<Content[]> {
		const contents: Content[] = [];
		for (const { value: type } of CONTENT_TYPES)
			if (types.includes(type)) contents.push(...(await this.readType[type]()));
		const names = this.unreadable.map(({ type, name }) => `${type.toLowerCase()} ${name}`);
		if (names.length > 0) this.op.hint(UNREADABLE, { names: names.join(', ') });
		const { workspaceId } = this.scope;
		return contents.filter((each) => workspaceId === undefined || each.workspaceId === workspaceId);
	}

	/** How the contents of each type are read. */
	private readonly readType: Record<ContentType, () => Promise<Content[]>> = {
		workspace: async () => (await this.lists.workspaces()).map(workspaceContent),
		artifact: async () => (await this.lists.artifacts()).map(artifactContent),
		connection: async () => (await this.lists.connections()).map(connectionContent),
		resource: async () => (await this.lists.resources()).map(resourceContent),
		task: async () => await this.executables('task'),
		plan: async () => await this.executables('plan'),
		schedule: async () => await this.schedules(),
		engine: async () => (await this.engines()).map(engineContent),
		runProfile: async () => await this.runProfiles(),
	};

	private async executables(type: 'task' | 'plan'): Promise<Content[]> {
		const { workspaceId } = this.scope;
		const inScope = (await this.lists.executables()).filter(
			(each) =>
				each.type.toLowerCase() === type &&
				(workspaceId === undefined || each.workspaceId === workspaceId),
		);
		const read = await eachAtOnce(inScope, async (each) => {
			const record = type === 'task' ? await this.task(each) : await this.plan(each);
			if (record === undefined) this.unreadable.push(each);
			return record;
		});
		return read.filter((each) => each !== undefined);
	}

	private async task({ id, listed }: Executable): Promise<Content | undefined> {
		const record = await readIfThere(this.op, getTask, { taskId: id });
		if (record === undefined) return undefined;
		const { id: workspaceId } = workspaceOf(record);
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
							async ([name, usedId]) =>
								[name, referenceTo(await records(), usedId, workspaceId)] as const,
						),
					)
				: {};
		const configuration = this.withRunConfigurations
			? await readIfThere(this.op, getTaskRunConfig, { taskId: id })
			: undefined;
		const onDynamicEngine =
			this.withRunConfigurations && configuration === undefined
				? await readIfThere(this.op, getDynamicEngineRunConfig, { taskId: id })
				: undefined;
		return content('task', { ...listed, ...record, id }, workspaceOf(record), {
			description: record.description,
			artifact: referenceTo(await this.lists.artifacts(), artifact.id, workspaceId),
			artifactId: artifact.id,
			artifactVersion: artifact.version,
			tags: record.tags ?? [],
			parameters: withHidden(record.parameters, isHidden),
			connections: await references(record.connections, this.lists.connections),
			resources: await references(record.resources, this.lists.resources),
			autoUpgradeInfo: record.autoUpgradeInfo,
			paused: objectIn(record.taskPauseDetails).pause,
			runConfiguration: await this.configuration(configuration, id),
			dynamicEngineConfiguration: await this.configuration(onDynamicEngine, id),
		});
	}

	/**
	 * Tells which parameters of an artifact's version are secret: all, if the version cannot be read.
	 */
	async secretsOf({ id, version }: IDataObject): Promise<(name: string) => boolean> {
		const key = JSON.stringify([id, version]);
		const reading = this.secretNames.get(key) ?? this.readSecretsOf(id, version);
		this.secretNames.set(key, reading);
		return await reading;
	}

	private async readSecretsOf(
		artifactId: unknown,
		version: unknown,
	): Promise<(name: string) => boolean> {
		const versionRecord =
			artifactId === undefined || version === undefined
				? undefined
				: await readIfThere(this.op, getVersion, { artifactId, version });
		if (versionRecord === undefined) return () => true;
		const secret = new Set(
			objectsIn(versionRecord.parameters)
				.filter(({ type }) => /password/i.test(String(type)))
				.map(({ name }) => name),
		);
		return (name) => secret.has(name) || namesSecret(name);
	}

	private async plan({ id, listed }: Executable): Promise<Content | undefined> {
		const record = await readIfThere(this.op, getPlan, { planId: id });
		if (record === undefined) return undefined;
		const { id: workspaceId } = workspaceOf(record);
		const tasks = await this.lists.executables();
		const taskNames = (step: IDataObject) =>
			taskIdsOf(step).map((task) => referenceTo(tasks, task, workspaceId));
		const configuration = this.withRunConfigurations
			? await readIfThere(this.op, getPlanRunConfig, { planId: id })
			: undefined;
		return content('plan', { ...listed, ...record, id }, workspaceOf(record), {
			description: record.description,
			steps: stepsOf(record.chart).map((step) =>
				withoutEmptyValues({
					name: step.name,
					tasks: taskNames(step),
					onFailure: isObject(step.stepOnException) ? taskNames(step.stepOnException) : undefined,
					note: step.note,
				}),
			),
			paused: objectIn(record.planPauseDetails).pause,
			runConfiguration: await this.configuration(configuration, id),
		});
	}

	/**
	 * A run configuration with the names of its schedule, its engine and its run profile. It has no
	 * URL of a webhook, because anybody who knows the URL can start the task.
	 */
	private async configuration(
		record: IDataObject | undefined,
		id: string,
	): Promise<IDataObject | undefined> {
		if (record === undefined || Object.keys(record).length === 0) return undefined;
		const { trigger, runtime, runProfileId, ...others } = record;
		const { webhook, ...timing } = objectIn(trigger);
		const { url, ...webhookWithoutUrl } = objectIn(webhook);
		void url;
		const schedule = isMultiple(timing)
			? (await this.lists.schedules()).find(({ executableId }) => executableId === id)
			: undefined;
		return withoutEmptyValues({
			...(schedule === undefined
				? {
						trigger:
							trigger &&
							(webhook === undefined ? timing : { ...timing, webhook: webhookWithoutUrl }),
					}
				: { schedule: scheduleName(schedule) }),
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

	/** The names of environments by their IDs, from their workspaces: each has at least one. */
	private async environments(): Promise<Map<unknown, unknown>> {
		return new Map(
			(await this.lists.workspaces()).map(({ environment }) => [
				objectIn(environment).id,
				objectIn(environment).name,
			]),
		);
	}

	/**
	 * The engines of the environment, or all. The list has all of them, because a task may run on an
	 * engine of another environment.
	 */
	private async engines(): Promise<IDataObject[]> {
		const { environmentId } = this.scope;
		return (await this.lists.engines()).filter(
			(each) => environmentId === undefined || environmentOfRecord(each).id === environmentId,
		);
	}

	/** The run profiles of the engines of the environment, and those of the environment itself. */
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
						: environmentOfRecord(engine);
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

/** An item of the output. Fields without a value are null. */
function content(
	type: string,
	{ id, executable, name }: IDataObject,
	workspace: IDataObject,
	fields: Record<string, unknown>,
): Content {
	const itsId = String(id ?? executable);
	const environment = objectIn(workspace.environment);
	const withNulls = Object.entries(fields).map(([field, value]) => [field, value ?? null]);
	return {
		key: `${type}:${itsId}`,
		type,
		environment: (environment.name as string | undefined) ?? null,
		workspace: (workspace.name as string | undefined) ?? null,
		name: String(name ?? ''),
		id: itsId,
		environmentId: environment.id ?? null,
		workspaceId: workspace.id ?? null,
		...(Object.fromEntries(withNulls) as IDataObject),
	};
}

function workspaceContent(record: IDataObject): Content {
	const { id, name, environment, description, owner, type, protectedArtifactUpdate } = record;
	return content(
		'workspace',
		record,
		{ id, name, environment },
		{ workspaceType: type, description, owner, protectedArtifactUpdate },
	);
}

function artifactContent(record: IDataObject): Content {
	const versions = textsIn(record.versions);
	return content('artifact', record, workspaceOf(record), {
		artifactType: plainType(record.type),
		latestVersion: newestOf(versions),
		versions,
	});
}

function connectionContent(record: IDataObject): Content {
	const parameters = objectsIn(record.parameters).map(
		({ name, value, encrypted }): [string, unknown] => [
			String(name),
			encrypted === true || namesSecret(name) ? HIDDEN : value,
		],
	);
	return content('connection', record, workspaceOf(record), {
		app: record.app,
		parameters: Object.fromEntries(parameters),
	});
}

const resourceContent = (record: IDataObject): Content =>
	content('resource', record, workspaceOf(record), { description: record.description });

function engineContent(record: IDataObject): Content {
	const { engineType, description, status, availability, runtimeId } = record;
	return content('engine', record, workspaceOf(record), {
		engineType,
		description,
		status,
		availability,
		runtimeId,
	});
}
