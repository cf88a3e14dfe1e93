/**
 * Tasks and plans as a text that can be kept in Git: writing it, reading it, and comparing it with
 * a workspace.
 */
import type { IDataObject } from 'n8n-workflow';

import {
	choice,
	type Fields,
	json,
	jsonOf,
	list,
	object,
	pairs,
	rows,
	text,
} from '../../../shared/declare/fields';
import { isBlank } from '../../../shared/declare/kinds/common/blank';
import { readField } from '../../../shared/declare/kinds/common/reading';
import { requirement } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { type FileSource, NOT_YAML, yamlIn } from '../../../shared/flows/givenFile';
import { isObject, objectIn, objectsIn, textsIn } from '../../../shared/support/json';
import { isMasked, MASK, namesSecret } from '../../../shared/support/mask';
import { findAllByName } from '../../../shared/support/visibleNames';
import { toYaml } from '../../../shared/support/yaml';
import { withoutStamp } from '../../artifactVersions';
import { withInterval } from '../../triggers/triggerFinding';
import { differencesBetween, type FieldDifference } from '../environment/contents/compareContents';
import type { Content } from '../environment/contents/content';
import { CONDITIONS } from '../plan';
import { parallelExecutionAllowedField, runSettings } from '../runConfiguration/requests';
import { autoUpgradeInfoField } from '../task/requests';

export type DefinitionKind = 'task' | 'plan';

const KINDS = [
	['task', 'tasks'],
	['plan', 'plans'],
] as const;

const descriptionField = text('What it is for').mayBeEmpty().optional();
const namesField = (nouns: string) => list(`Names of ${nouns}`);
const when = {
	schedule: text('The schedule with several triggers that starts it').optional(),
	trigger: json('The schedule, as Get Run Configuration returns it').asContent().optional(),
};

const runtimeField = object('Where it runs', {
	type: text('Kind of engine'),
	engine: text('Name of the engine or cluster').optional(),
	runProfile: text('Name of the run profile').optional(),
}).optional();

/** The fields of tasks and plans in the text. */
const FIELDS = {
	task: {
		name: text('Name of the task'),
		description: descriptionField,
		artifact: text('Name of the artifact').optional(),
		artifactVersion: text('Version of the artifact').optional(),
		tags: namesField('tags').mayBeEmpty().optional(),
		parameters: pairs('Values of parameters').mayBeEmpty().optional(),
		connections: pairs('Names of connections').mayBeEmpty().optional(),
		resources: pairs('Names of resources').mayBeEmpty().optional(),
		autoUpgradeInfo: autoUpgradeInfoField,
		runConfiguration: object('When and where it runs', {
			...when,
			runtime: runtimeField,
			...runSettings,
		}).optional(),
	},
	plan: {
		name: text('Name of the plan'),
		description: descriptionField,
		steps: rows('The steps', {
			name: text('Name of the step'),
			condition: choice('When the next step runs', CONDITIONS).optional(),
			tasks: namesField('tasks').min(1),
			onFailure: namesField('tasks').mayBeEmpty().optional(),
			onFailurePlans: namesField('plans').mayBeEmpty().optional(),
			note: text('What to know').optional(),
		}).optional(),
		runConfiguration: object('When it runs', {
			...when,
			parallelExecutionAllowed: parallelExecutionAllowedField,
		}).optional(),
	},
} satisfies Record<DefinitionKind, Fields>;

const DOCUMENT = jsonOf('Tasks and plans', {
	tasks: rows('The tasks', FIELDS.task).mayBeEmpty().optional(),
	plans: rows('The plans', FIELDS.plan).mayBeEmpty().optional(),
});

const picked = (values: IDataObject, fields: readonly string[]): IDataObject =>
	Object.fromEntries(
		fields
			.filter((name) => values[name] !== undefined && values[name] !== null)
			.map((name) => [name, values[name]]),
	);

const inOrder = (values: unknown): IDataObject =>
	Object.fromEntries(
		Object.entries(objectIn(values))
			.filter(([, value]) => value !== MASK)
			.sort(([one], [other]) => (one < other ? -1 : 1))
			.map(([name, value]) => [name, String(value)]),
	);

/** Texts in the form in which they are read again: a list is read without blanks around entries. */
const sorted = (values: unknown): string[] =>
	textsIn(values)
		.map((each) => each.trim())
		.sort();

/** A task or plan of a workspace in the form that the text has, without secrets. */
function definitionOf(content: Content): IDataObject {
	const { description, tags, parameters, connections, resources, steps, runConfiguration } =
		content;
	const fields: Fields = FIELDS[content.type as DefinitionKind];
	const ofType =
		content.type === 'task'
			? {
					tags: sorted(tags),
					parameters: inOrder(parameters),
					connections: inOrder(connections),
					resources: inOrder(resources),
				}
			: {};
	return picked(
		{
			...content,
			...ofType,
			description: isBlank(description) ? '' : description,
			steps: (steps as IDataObject[] | undefined)?.length ? steps : undefined,
			runConfiguration: isObject(runConfiguration)
				? picked(runConfiguration, Object.keys(fields.runConfiguration!.spec.fields!))
				: undefined,
		},
		Object.keys(fields),
	);
}

/** The secret parameters of a task. */
export const secretsOf = ({ parameters }: Content): string[] =>
	Object.entries(objectIn(parameters))
		.filter(([, value]) => value === MASK)
		.map(([name]) => name);

/** The text of tasks and plans, in the order of their names. */
export function definitionText(contents: readonly Content[]): string {
	const byName = [...contents].sort((one, other) =>
		one.name.localeCompare(other.name, 'en', { numeric: true }),
	);
	return toYaml(
		Object.fromEntries(
			KINDS.map(([kind, section]) => [
				section,
				byName.filter(({ type }) => type === kind).map(definitionOf),
			]),
		),
	);
}

const NO_DEFINITIONS = requirement('{field}', '{label}', 'must have tasks or plans, or both');
export const DEFINED_TWICE = requirement('{field}', '{label}', 'has the {type} {name} twice');
const SCHEDULE_AND_TRIGGER = requirement(
	'{field}',
	'{label}',
	'has both schedule and trigger for {name}: leave one of them out',
);

export const VALUE_OF_SECRET = requirement(
	'{field}',
	'{label}',
	'has a value for {name}, which is a secret of {task}: leave it out, and the one in Talend Cloud stays',
);

/** What {@link definitionsIn} can refuse. */
export const DEFINITIONS_MESSAGES = [
	NOT_YAML,
	NO_DEFINITIONS,
	DEFINED_TWICE,
	SCHEDULE_AND_TRIGGER,
	VALUE_OF_SECRET,
];

/** The checked content of a text. */
export interface Definitions {
	tasks?: IDataObject[];
	plans?: IDataObject[];
}

/**
 * Reads a text.
 * @param source the field that the text came from
 * @throws BadInput with the line, or the field in the text, and the rule
 */
export function definitionsIn(
	op: ContextShowing<typeof DEFINITIONS_MESSAGES>,
	written: string,
	source: FileSource,
): Definitions {
	const value = yamlIn(op, written, source);
	if (!isObject(value) || Object.keys(value).length === 0) throw op.refusal(NO_DEFINITIONS, source);
	const definitions = readField(source.field, DOCUMENT.label(source.label), value, {
		timezone: 'UTC',
	}) as Definitions;
	for (const [type, section] of KINDS)
		for (const [index, { name: givenName, parameters, runConfiguration }] of (
			definitions[section] ?? []
		).entries()) {
			const name = String(givenName);
			const at = (path: string) => ({
				...source,
				field: `${source.field}.${section}[${index}].${path}`,
			});
			if (definitions[section]!.findIndex((each) => each.name === givenName) < index)
				throw op.refusal(DEFINED_TWICE, { ...at('name'), type, name });
			const secret = Object.entries(objectIn(parameters)).find(
				([called, set]) => isMasked(String(set)) || namesSecret(called),
			);
			if (secret)
				throw op.refusal(VALUE_OF_SECRET, {
					...at(`parameters.${secret[0]}`),
					name: secret[0],
					task: name,
				});
			const { schedule, trigger } = objectIn(runConfiguration);
			if (schedule !== undefined && trigger !== undefined)
				throw op.refusal(SCHEDULE_AND_TRIGGER, { ...at('runConfiguration'), name });
		}
	return definitions;
}

/** A task or plan that is in the text, in the workspace, or in both. */
export interface DefinitionEntry {
	type: DefinitionKind;
	name: string;
	/** Its path in the text, `tasks[0]`. */
	at: string;
	wanted?: IDataObject;
	present?: Content;
	change: 'onlyInText' | 'onlyInWorkspace' | 'different' | 'equal' | 'notReadable';
	/** The fields that differ; the text is the source. */
	differences: FieldDifference[];
}

/** The tasks, or the plans, of a workspace. */
interface InWorkspace {
	readable: readonly Content[];
	hidden: ReadonlyArray<{ type: string; name: string }>;
}

/**
 * Compares a text with a workspace. Whole sections, and fields of a task or plan, that the text
 * does not have are not compared.
 */
export function entriesOf(
	definitions: Definitions,
	contents: readonly Content[],
	withRunConfigurations: boolean,
	unreadable: ReadonlyArray<{ type: string; name: string }> = [],
): DefinitionEntry[] {
	const sections = KINDS.filter(([, section]) => definitions[section] !== undefined);
	return sections.flatMap(([type, section]) => {
		const readable = contents.filter((each) => each.type === type);
		const hidden = unreadable.filter((each) => each.type.toLowerCase() === type);
		const entries = definitions[section]!.map((definition, index): DefinitionEntry => {
			const wanted = withRunConfigurations ? definition : withoutRunConfiguration(definition);
			return {
				type,
				at: `${section}[${index}]`,
				...comparedByName(wanted, { readable, hidden }),
			};
		});
		const others = readable.filter((each) => !entries.some(({ present }) => present === each));
		return [...entries, ...others.map((present) => entryOnlyInWorkspace(type, present))];
	});
}

const withoutRunConfiguration = ({ runConfiguration, ...others }: IDataObject): IDataObject =>
	others;

/** A task or plan of the text, beside the one of this name in the workspace. */
function comparedByName(
	wanted: IDataObject,
	{ readable, hidden }: InWorkspace,
): Omit<DefinitionEntry, 'type' | 'at'> {
	const name = String(wanted.name);
	const namesakes = findAllByName([...readable, ...hidden], name, (each) => each.name);
	const present = readable.find((each) => namesakes.includes(each));
	const differences = present ? differencesOf(wanted, present) : [];
	// If several have this name, the entry may mean the one that cannot be read.
	const isHidden = hidden.some((each) => namesakes.includes(each));
	const change = isHidden ? 'notReadable' : changeOf(present, differences);
	return { name, wanted, present, differences, change };
}

function changeOf(
	present: Content | undefined,
	differences: readonly FieldDifference[],
): DefinitionEntry['change'] {
	if (!present) return 'onlyInText';
	return differences.length > 0 ? 'different' : 'equal';
}

const entryOnlyInWorkspace = (type: DefinitionKind, present: Content): DefinitionEntry => ({
	type,
	name: present.name,
	at: '',
	present,
	change: 'onlyInWorkspace',
	differences: [],
});

/**
 * Steps with the fields that the platform returns. The order of the tasks in a step does not
 * matter.
 */
const visibleSteps = (steps: unknown): IDataObject[] =>
	objectsIn(steps).map(({ name, tasks, onFailure, note }) => ({
		name,
		tasks: sorted(tasks),
		onFailure: sorted(onFailure),
		note,
	}));

function differencesOf(wanted: IDataObject, present: Content): FieldDifference[] {
	const now = definitionOf(present);
	const { runConfiguration, autoUpgradeInfo, tags, steps, artifactVersion, ...plain } = wanted;
	const part = (wantedPart: unknown, presentPart: unknown, more: readonly string[] = []) =>
		picked(objectIn(presentPart), [...Object.keys(objectIn(wantedPart)), ...more]);
	const isTriggered =
		isObject(runConfiguration) &&
		(runConfiguration.trigger !== undefined || runConfiguration.schedule !== undefined);
	const configuration = (config: IDataObject) =>
		isObject(config.trigger) ? { ...config, trigger: withInterval(config.trigger) } : config;
	const version = String(now.artifactVersion);
	return differencesBetween(
		{
			...plain,
			// In the text, a version without a time stamp means any publication of that version.
			artifactVersion: artifactVersion === withoutStamp(version) ? version : artifactVersion,
			tags: tags && sorted(tags),
			steps: steps && visibleSteps(steps),
			autoUpgradeInfo,
			runConfiguration: runConfiguration && configuration(objectIn(runConfiguration)),
		},
		{
			...part(plain, now),
			// The text gets the name in the workspace, because the names may only look the same.
			name: plain.name,
			artifactVersion: artifactVersion && version,
			tags: tags && now.tags,
			steps: steps && visibleSteps(now.steps),
			autoUpgradeInfo: autoUpgradeInfo && part(autoUpgradeInfo, now.autoUpgradeInfo),
			runConfiguration:
				runConfiguration &&
				configuration(
					part(runConfiguration, now.runConfiguration, isTriggered ? ['trigger', 'schedule'] : []),
				),
		},
	);
}
