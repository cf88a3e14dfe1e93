/** Applying definitions to a workspace: all is looked up and checked first, then only what differs is written. */
import type { IDataObject } from 'n8n-workflow';

import { requirement } from '../shared/declare/messages';
import { readField } from '../shared/declare/input/read';
import type { RequestOperation, Showing } from '../shared/declare/operation';
import { eachAtOnce } from '../shared/flows/atOnce';
import { readIfThere } from '../shared/flows/readIfThere';
import { isObject, withoutEmptyValues } from '../shared/support/json';
import { calledSo } from '../shared/support/seenNames';
import {
	type ContentReader,
	CONTENTS_MESSAGES,
	environmentOf,
	referenceOf,
	stepsOf,
} from './contentReader';
import type { Source } from '../shared/flows/givenFile';
import { DEFINITIONS_MESSAGES, type Entry, type Kind, SECRET, secretsOf } from './definitionFile';
import { findingIn, trigger as triggerField, TRIGGER_MESSAGES, withInterval } from './triggerForm';
import { VERSION_MESSAGES, wholeVersion } from './resources/artifact';
import { create as createPlan, update as updatePlan } from './resources/plan';
import { getPlan } from '../records/plans';
import {
	changePlanRunConfig,
	changeTaskRunConfig,
	setPlanRunConfig,
	setTaskRunConfig,
} from './resources/runConfiguration';
import { create as createTask, update as updateTask } from './resources/taskDefinition';

const NOT_ONE = requirement(
	'{field}',
	'{label}',
	'names the {noun} {name}, and {found} of this name',
);
const NEEDS = requirement('{field}', '{label}', 'needs {what} for the {type} {name}, {why}');
const BIND = requirement(
	'{field}',
	'{label}',
	'names the schedule {schedule}: bind it to {name} with the resource Schedule, then apply again',
);
const TRIGGER = requirement('{field}', '{label}', 'has a trigger for {name} that {finding}');

const MESSAGES = [
	...CONTENTS_MESSAGES,
	...DEFINITIONS_MESSAGES,
	NOT_ONE,
	NEEDS,
	BIND,
	TRIGGER,
	...VERSION_MESSAGES,
	...TRIGGER_MESSAGES,
];
export { MESSAGES as APPLYING_MESSAGES };
type Applying = Showing<typeof MESSAGES>;

/** The operations that write. */
export const APPLYING_WRITES: readonly RequestOperation[] = [
	createTask,
	updateTask,
	setTaskRunConfig,
	createPlan,
	updatePlan,
	setPlanRunConfig,
];

/** Writes a task or plan. @returns its ID */
type Write = (call: Applying) => Promise<string>;

interface Target {
	workspaceId: string;
	environmentId?: string;
	reader: ContentReader;
	/** The field that the text came from. */
	source: Source;
}

const segment = (field: string, at: number): string => field.split(/[.[]/)[at]!;

/** What has to be written for the entries of a text, in order. @throws BadInput before anything is written */
export async function writesOf(
	call: Applying,
	entries: readonly Entry[],
	target: Target,
): Promise<Array<{ entry: Entry; write?: Write }>> {
	const planner = new Planner(entries, target);
	const writes: Array<{ entry: Entry; write?: Write }> = [];
	for (const entry of entries)
		writes.push({
			entry,
			...(['onlyInText', 'different'].includes(entry.change)
				? { write: await planner.writeOf(call, entry) }
				: {}),
		});
	return writes;
}

class Planner {
	/** The IDs of what was created. */
	private readonly created = new Map<string, string>();

	constructor(
		private readonly entries: readonly Entry[],
		private readonly target: Target,
	) {}

	async writeOf(call: Applying, entry: Entry): Promise<Write> {
		const { type, name, present, differences } = entry;
		const changed = new Set(differences.map(({ field }) => segment(field, 0)));
		const isConfigured = isObject(present?.runConfiguration);
		const run =
			present === undefined || changed.has('runConfiguration')
				? await this.configurationOf(call, entry)
				: undefined;
		const isDefined =
			present !== undefined && [...changed].every((field) => field === 'runConfiguration');
		const define = isDefined
			? undefined
			: type === 'task'
				? await this.task(call, entry, changed)
				: await this.plan(call, entry);
		return async (writing) => {
			const id = (await define?.(writing)) ?? present!.id;
			this.created.set(`${type}/${name}`, id);
			const variable = { [`${type}Id`]: id };
			const [change, set] =
				type === 'task'
					? [changeTaskRunConfig, setTaskRunConfig]
					: [changePlanRunConfig, setPlanRunConfig];
			if (run && isConfigured) await writing.update(change, { ...variable, ...run });
			else if (run) await writing.ask(set, { ...variable, ...run });
			return id;
		};
	}

	private at({ at }: Entry, path: string) {
		const { field, label } = this.target.source;
		return { field: `${field}.${at}.${path}`, label };
	}

	private needs(call: Applying, entry: Entry, path: string, why: string) {
		const { type, name } = entry;
		return call.refusal(NEEDS, { ...this.at(entry, path), what: path, type, name, why });
	}

	/** The ID of the only record of a name. */
	private idIn(
		call: Applying,
		entry: Entry,
		path: string,
		noun: string,
		records: readonly IDataObject[],
		name: unknown,
	): string {
		const within =
			noun.startsWith('engine') || noun === 'run profile' ? undefined : this.target.workspaceId;
		const byId = records.filter((each) => each.id === name);
		const found =
			byId.length > 0
				? byId
				: calledSo(records, String(name), (each) => String(referenceOf(each, within)));
		const near = found.filter((each) => environmentOf(each).id === this.target.environmentId);
		const [only, ...others] = found.length > 1 && near.length > 0 ? near : found;
		if (only === undefined || others.length > 0)
			throw call.refusal(NOT_ONE, {
				...this.at(entry, path),
				noun,
				name: String(name),
				found: only === undefined ? 'there is none' : `there are ${others.length + 1}`,
			});
		return String(only.id);
	}

	private async task(call: Applying, entry: Entry, changed: ReadonlySet<string>): Promise<Write> {
		const { present, name } = entry;
		const wanted = entry.wanted!;
		const { reader, workspaceId, environmentId } = this.target;
		const isSent = (field: string) =>
			wanted[field] !== undefined && (present === undefined || changed.has(field));
		const values: IDataObject = {};
		for (const field of ['description', 'tags', 'parameters', 'autoUpgradeInfo'])
			if (isSent(field)) values[field] = wanted[field];
		for (const [field, noun, read] of [
			['connections', 'connection', reader.lists.connections],
			['resources', 'resource', reader.lists.resources],
		] as const) {
			if (!isSent(field)) continue;
			const records = await read();
			values[field] = Object.fromEntries(
				Object.entries(wanted[field] as IDataObject).map(([key, used]) => [
					key,
					this.idIn(call, entry, `${field}.${key}`, noun, records, used),
				]),
			);
		}
		let artifact = { id: present?.artifactId, version: present?.artifactVersion } as IDataObject;
		if (present === undefined || isSent('artifact') || isSent('artifactVersion')) {
			const why = present === undefined ? 'which is to be created' : 'whose artifact changes';
			const id =
				wanted.artifact === undefined
					? present?.artifactId
					: this.idIn(
							call,
							entry,
							'artifact',
							'artifact',
							await reader.lists.artifacts(),
							wanted.artifact,
						);
			if (!id) throw this.needs(call, entry, 'artifact', why);
			if (wanted.artifactVersion === undefined)
				throw this.needs(call, entry, 'artifactVersion', why);
			artifact = {
				id,
				version: await wholeVersion(
					call,
					String(id),
					String(wanted.artifactVersion),
					this.at(entry, 'artifactVersion').field,
				),
			};
			values.artifact = artifact;
		}
		const given = Object.keys((values.parameters ?? {}) as IDataObject);
		if (given.length > 0) {
			const secret = given.find(await reader.secretsOf(artifact));
			if (secret !== undefined)
				throw call.refusal(SECRET, {
					...this.at(entry, `parameters.${secret}`),
					name: secret,
					task: name,
				});
		}
		if (present === undefined)
			return async (writing) =>
				String(
					(
						(await writing.ask(createTask, { environmentId, workspaceId, name, ...values }))
							.body as IDataObject
					).id,
				);
		return async (writing) => {
			await writing.update(replacing(secretsOf(present)), { taskId: present.id, ...values });
			return present.id;
		};
	}

	private async plan(call: Applying, entry: Entry): Promise<Write> {
		const { present, name } = entry;
		const wanted = entry.wanted!;
		const { workspaceId } = this.target;
		if (wanted.steps === undefined)
			throw this.needs(
				call,
				entry,
				'steps',
				present ? 'which is replaced as a whole' : 'which is to be created',
			);
		const steps = wanted.steps as IDataObject[];
		for (const [index, step] of steps.entries()) {
			const path = `steps[${index}]`;
			if (step.condition === undefined)
				throw this.needs(
					call,
					entry,
					`${path}.condition`,
					'because the platform replaces plans as a whole and does not return it',
				);
			if (present && step.onFailurePlans === undefined)
				throw this.needs(
					call,
					entry,
					`${path}.onFailurePlans`,
					'because the platform replaces plans as a whole and does not return it; [] if no plan runs when the step fails',
				);
			for (const [field, kind] of STEP_NAMES)
				for (const called of (step[field] ?? []) as string[])
					if (
						!this.entries.some(
							(each) => each.type === kind && each.name === called && each.change === 'onlyInText',
						)
					)
						await this.idOf(call, entry, `${path}.${field}`, kind, called);
		}
		return async (writing) => {
			const idsOf = async (index: number, field: string, kind: Kind) => {
				const given = (steps[index]![field] ?? []) as string[];
				return given.length === 0
					? undefined
					: await eachAtOnce(
							given,
							async (called) =>
								await this.idOf(writing, entry, `steps[${index}].${field}`, kind, called),
						);
			};
			const written = async (stepIds: ReadonlyMap<unknown, unknown>) =>
				await eachAtOnce(
					[...steps.entries()],
					async ([index, { name: called, condition, note }]) => {
						const handlerOnFailure = withoutEmptyValues({
							taskIds: await idsOf(index, 'onFailure', 'task'),
							planIds: await idsOf(index, 'onFailurePlans', 'plan'),
						});
						return withoutEmptyValues({
							id: stepIds.get(called) as string,
							name: called,
							condition,
							taskIds: await idsOf(index, 'tasks', 'task'),
							note,
							handlerOnFailure:
								Object.keys(handlerOnFailure).length > 0 ? handlerOnFailure : undefined,
						});
					},
				);
			if (present === undefined) {
				const { body } = await writing.ask(
					createPlan,
					withoutEmptyValues({
						workspaceId,
						name,
						description: wanted.description,
						steps: await written(new Map()),
					}),
				);
				return String((body as IDataObject).id);
			}
			const planId = present.id;
			return await writing.alone(updatePlan, { planId }, async () => {
				const read = await readIfThere(writing, getPlan, { planId });
				const stepIds = new Map(stepsOf(read?.chart).map(({ id, name: called }) => [called, id]));
				await writing.ask(
					updatePlan,
					withoutEmptyValues({
						planId,
						workspaceId,
						name,
						description: wanted.description ?? read?.description,
						steps: await written(stepIds),
					}),
				);
				return planId;
			});
		};
	}

	/** The ID of a task or plan, also of one that was just created. */
	private async idOf(
		call: Applying,
		entry: Entry,
		path: string,
		kind: Kind,
		name: string,
	): Promise<string> {
		const all = await this.target.reader.lists.executables();
		return (
			this.created.get(`${kind}/${name}`) ??
			this.idIn(
				call,
				entry,
				path,
				kind,
				all.filter(({ type }) => type === kind.toUpperCase()),
				name,
			)
		);
	}

	/** What differs of a run configuration, in the API's form. */
	private async configurationOf(call: Applying, entry: Entry): Promise<IDataObject | undefined> {
		const { present, differences, type, name } = entry;
		const wanted = entry.wanted!.runConfiguration as IDataObject | undefined;
		if (wanted === undefined) return undefined;
		const isNew = !isObject(present?.runConfiguration);
		const changed = new Set(
			differences
				.filter(({ field }) => segment(field, 0) === 'runConfiguration')
				.map(({ field }) => segment(field, 1)),
		);
		const values: IDataObject = Object.fromEntries(
			Object.entries(wanted).filter(([field]) => isNew || changed.has(field)),
		);
		const at = (path: string) => this.at(entry, `runConfiguration.${path}`);
		if (values.schedule !== undefined)
			throw call.refusal(BIND, { ...at('schedule'), schedule: String(values.schedule), name });
		for (const needed of isNew ? ['trigger', ...(type === 'task' ? ['runtime'] : [])] : [])
			if (values[needed] === undefined)
				throw this.needs(
					call,
					entry,
					`runConfiguration.${needed}`,
					'which has no run configuration yet',
				);
		if (values.trigger !== undefined) {
			const given = withInterval(values.trigger as IDataObject);
			values.trigger = readField(
				at('trigger').field,
				triggerField().label(at('trigger').label),
				given,
				{ timezone: 'UTC' },
			) as IDataObject;
			const finding = findingIn(values.trigger as IDataObject);
			if (finding !== undefined) throw call.refusal(TRIGGER, { ...at('trigger'), name, finding });
		}
		if (values.runtime !== undefined)
			values.runtime = await this.runtime(call, entry, values.runtime as IDataObject);
		return values;
	}

	private async runtime(
		call: Applying,
		entry: Entry,
		{ type, engine, runProfile }: IDataObject,
	): Promise<IDataObject> {
		const { lists } = this.target.reader;
		const engines =
			engine === undefined
				? []
				: (await lists.engines()).filter(({ engineType }) => engineType === type);
		const id =
			engine === undefined
				? undefined
				: this.idIn(
						call,
						entry,
						'runConfiguration.runtime.engine',
						'engine or cluster',
						engines,
						engine,
					);
		const used = engines.find((each) => each.id === id);
		const profiles =
			runProfile === undefined
				? []
				: (await lists.runProfiles()).filter(
						({ processorId }) =>
							used === undefined ||
							processorId === undefined ||
							[used.id, used.runtimeId].includes(processorId),
					);
		const runProfileId =
			runProfile === undefined
				? undefined
				: this.idIn(
						call,
						entry,
						'runConfiguration.runtime.runProfile',
						'run profile',
						profiles,
						runProfile,
					);
		return withoutEmptyValues({ type, id, runProfileId });
	}
}

const STEP_NAMES = [
	['tasks', 'task'],
	['onFailure', 'task'],
	['onFailurePlans', 'plan'],
] as const;

/** An update that replaces what is given as a whole; secret parameters stay. */
function replacing(secrets: readonly string[]): RequestOperation {
	const whole = (_kept: unknown, given: unknown) => given;
	const parameters = (kept: unknown, given: unknown) => ({
		...Object.fromEntries(
			Object.entries((kept ?? {}) as IDataObject).filter(([name]) => secrets.includes(name)),
		),
		...(given as IDataObject),
	});
	return {
		...updateTask,
		readFirst: {
			...updateTask.readFirst,
			join: { ...updateTask.readFirst.join, connections: whole, resources: whole, parameters },
		},
	};
}
