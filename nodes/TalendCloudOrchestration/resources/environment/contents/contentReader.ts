/**
 * Reads what is in an environment or workspace, with names in place of IDs, so that it can be
 * compared with another one or with a file.
 */
import type { IDataObject } from 'n8n-workflow';

import { placeOf, type PlaceOfRecord } from '../../../../records/places/placeOf';
import type { Executable, Scope } from '../../../../records/tasks/executables';
import { boolean } from '../../../../shared/declare/fields';
import { hint } from '../../../../shared/declare/messages';
import type { ContextShowing, RequestOperation } from '../../../../shared/declare/operation';
import { mapConcurrently } from '../../../../shared/flows/mapConcurrently';
import { isSameId } from '../../../../shared/support/json';
import {
	artifactContent,
	connectionContent,
	type Content,
	content,
	CONTENT_TYPES,
	type ContentType,
	engineContent,
	resourceContent,
	workspaceContent,
} from './content';
import {
	type Lists,
	LISTS_MESSAGES,
	LISTS_READS,
	listsOf,
	referenceTo,
	scheduleName,
} from './contentLists';
import { EXECUTABLE_READS, planContent, taskContent } from './executableContents';
import { type SecretsOf, secretsReader } from './secretParameters';

/** The operations that {@link ContentReader} uses. */
export const CONTENT_READS: readonly RequestOperation[] = [...LISTS_READS, ...EXECUTABLE_READS];

const UNREADABLE_RECORDS = hint(
	'Some listed records are left out, because Talend Cloud does not let the credential read them (404): {names}. Check its permissions.',
);

/** What {@link ContentReader} can say. */
export const CONTENTS_MESSAGES = [UNREADABLE_RECORDS, ...LISTS_MESSAGES];

/** Reads what is in an environment or workspace. */
export class ContentReader {
	readonly lists: Lists;
	/** Says which parameters of an artifact's version are secret. */
	readonly secretsOf: SecretsOf;
	/** Tasks and plans that a list shows, but that cannot be read (404). They still exist. */
	readonly unreadable: Executable[] = [];

	constructor(
		private readonly op: ContextShowing<typeof CONTENTS_MESSAGES>,
		private readonly scope: Scope,
		private readonly includeRunConfigurations: boolean,
	) {
		this.lists = listsOf(op, scope);
		this.secretsOf = secretsReader(op);
	}

	/** The records of these types, in the order of {@link CONTENT_TYPES}. */
	async read(types: readonly string[]): Promise<Content[]> {
		const contents: Content[] = [];
		for (const { value: type } of CONTENT_TYPES)
			if (types.includes(type)) contents.push(...(await this.readType[type]()));
		const names = this.unreadable.map(({ type, name }) => `${type.toLowerCase()} ${name}`);
		if (names.length > 0) this.op.hint(UNREADABLE_RECORDS, { names: names.join(', ') });
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
		const { op, lists, secretsOf, includeRunConfigurations } = this;
		const { workspaceId } = this.scope;
		const inScope = (await lists.executables()).filter(
			(each) =>
				each.type.toLowerCase() === type &&
				(workspaceId === undefined || each.workspaceId === workspaceId),
		);
		const readOne = type === 'task' ? taskContent : planContent;
		const read = await mapConcurrently(inScope, async (each) => {
			const record = await readOne({ op, lists, secretsOf, includeRunConfigurations }, each);
			if (record === undefined) this.unreadable.push(each);
			return record;
		});
		return read.filter((each) => each !== undefined);
	}

	private async schedules(): Promise<Content[]> {
		const [environments, executables] = [await this.environments(), await this.lists.executables()];
		return (await this.lists.schedules()).map((each) => {
			const { environmentId } = each;
			return content(
				'schedule',
				{ ...each, name: scheduleName(each) },
				{ environmentId, environmentName: environments.get(environmentId) },
				{
					triggers: each.triggers ?? [],
					starts: each.executableId
						? referenceTo(executables, each.executableId, undefined)
						: undefined,
				},
			);
		});
	}

	/**
	 * The names of environments by their IDs. They are taken from workspaces, because each
	 * environment has at least one.
	 */
	private async environments(): Promise<
		Map<PlaceOfRecord['environmentId'], PlaceOfRecord['environmentName']>
	> {
		const places = (await this.lists.workspaces()).map((workspace) => placeOf({ workspace }));
		return new Map(places.map((place) => [place.environmentId, place.environmentName]));
	}

	/**
	 * The engines of the environment; or all, if all environments are read. The list itself has all
	 * engines, because a task may run on an engine of another environment.
	 */
	private async engines(): Promise<IDataObject[]> {
		const { environmentId } = this.scope;
		return (await this.lists.engines()).filter(
			(each) => environmentId === undefined || isSameId(placeOf(each).environmentId, environmentId),
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
				const place =
					engine === undefined
						? { environmentId: each.scopeId, environmentName: environments.get(each.scopeId) }
						: placeOf(engine);
				return content(
					'runProfile',
					each,
					{ environmentId: place.environmentId, environmentName: place.environmentName },
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

export const includeRunConfigurationsField = boolean(
	'Whether to read the run configuration of each task and plan',
).initial(true);
