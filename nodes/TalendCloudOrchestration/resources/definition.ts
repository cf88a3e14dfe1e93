/** Tasks and plans of a workspace as YAML, so that they can be kept in Git. */
import type { IDataObject } from 'n8n-workflow';

import { SENSITIVE } from '../../records/engines/engines';
import { getManyWorkspaces, workspaceId } from '../../records/places/workspaces';
import { type Output, record, records } from '../../shared/declare/answers';
import { binaryPropertyName, flow, resource } from '../../shared/declare/define';
import { boolean, choice, text, type Values } from '../../shared/declare/field';
import { aboutFields, hint, problem, requirement } from '../../shared/declare/messages';
import type { ContextShowing } from '../../shared/declare/operation';
import { contentOf, type FileSource, NOT_UTF8, textIn } from '../../shared/flows/givenFile';
import { applyChanges, NOT_APPLIED_YET } from '../../shared/flows/preview';
import { resultsInWords } from '../../shared/flows/wholeRecords';
import { plainFileName } from '../../shared/support/fileNames';
import { objectIn } from '../../shared/support/json';
import { findNamed, visibleName, withInvisibleShown } from '../../shared/support/visibleNames';
import { APPLYING_MESSAGES, APPLYING_WRITES, writesOf } from '../definitions/applyDefinitions';
import {
	type Content,
	CONTENT_READS,
	ContentReader,
	CONTENTS_MESSAGES,
} from '../definitions/contentReader';
import {
	type DefinitionEntry,
	type Definitions,
	DEFINITIONS_MESSAGES,
	definitionsIn,
	definitionText,
	entriesOf,
	SECRET,
	secretsOf,
	TWICE,
} from '../definitions/definitionFile';
import { includeRunConfigurations } from '../definitions/environmentContents';

const SECRETS = hint(
	'Secret parameters are not in the text, and Apply leaves them as they are: {names}.',
);
const NOT_RETURNED = hint(
	'The platform does not return when the next step of a plan runs, nor which plans run when a step fails: add condition and onFailurePlans to the text.',
);
const ON_DYNAMIC_ENGINES = hint(
	'How these tasks run on a dynamic engine is not in the text: {names}.',
);
const SAME_NAME = hint(
	'Compare and Apply need names that differ, but several have the name {names}.',
);
const SEVERAL = requirement(
	'{field}',
	'{label}',
	'has the {type} {name}, and {count} of the workspace have this name: rename all but one of {ids}',
);
const NOT_APPLIED = problem(
	'{count} of {total} definitions could not be applied',
	'{reasons} {done}Correct these, then run it again: what already matches the text stays as it is.',
);

const names = (contents: readonly Content[]): string => contents.map(({ name }) => name).join(', ');

/** The workspace with its environment, and a reader of it. */
async function workspaceOf(
	op: ContextShowing<typeof CONTENTS_MESSAGES>,
	id: string,
	withRunConfigurations: boolean,
) {
	const workspace = (await op.list(getManyWorkspaces, {})).find((each) => each.id === id);
	const environment = objectIn(workspace?.environment);
	const environmentId = environment.id as string | undefined;
	const reader = new ContentReader(
		op,
		{ workspaceId: id, ...(environmentId === undefined ? {} : { environmentId }) },
		withRunConfigurations,
	);
	return {
		name: String(workspace?.name ?? id),
		environment: (environment.name ?? null) as string | null,
		environmentId,
		reader,
	};
}

const EXPORT_TEXT_MESSAGES = [
	...CONTENTS_MESSAGES,
	SECRETS,
	NOT_RETURNED,
	ON_DYNAMIC_ENGINES,
	SAME_NAME,
];

const exportTextFields = { workspaceId: workspaceId() };

const exportTextSettings = { includeRunConfigurations, binaryPropertyName };

const exportText = flow({
	name: 'Export',
	action: 'Export tasks and plans as YAML',
	description:
		'Write the tasks and plans of a workspace as YAML, with names instead of IDs and without secrets',
	fields: exportTextFields,
	settings: exportTextSettings,
	uses: CONTENT_READS,
	messages: EXPORT_TEXT_MESSAGES,
	answers: record(undefined, { sensitive: SENSITIVE }),
	run: exportFile,
});

/** The input of *Export*. */
type ExportTextInput = Values<typeof exportTextFields> & Values<typeof exportTextSettings>;

async function exportFile(
	op: ContextShowing<typeof EXPORT_TEXT_MESSAGES>,
	{
		workspaceId: id,
		includeRunConfigurations: withRunConfigurations,
		binaryPropertyName: property,
	}: ExportTextInput,
): Promise<Output[]> {
	const { name, environment, reader } = await workspaceOf(op, id, withRunConfigurations);
	const contents = await reader.read(['task', 'plan']);
	const secret = contents.flatMap((each) =>
		secretsOf(each).map((parameter) => `${parameter} of ${each.name}`),
	);
	if (secret.length > 0) op.hint(SECRETS, { names: secret.join(', ') });
	const onDynamicEngines = contents.filter(
		({ dynamicEngineConfiguration }) => dynamicEngineConfiguration,
	);
	if (onDynamicEngines.length > 0) op.hint(ON_DYNAMIC_ENGINES, { names: names(onDynamicEngines) });
	const plans = contents.filter(({ type }) => type === 'plan');
	if (plans.length > 0) op.hint(NOT_RETURNED);
	const same = contents.filter(
		(each, index) =>
			contents.findIndex((other) => other.type === each.type && other.name === each.name) < index,
	);
	if (same.length > 0) op.hint(SAME_NAME, { names: names(same) });
	const definitions = definitionText(contents);
	const fileName = `${plainFileName(name) || id}.yaml`;
	const json = {
		workspaceId: id,
		workspace: name,
		environment,
		tasks: contents.length - plans.length,
		plans: plans.length,
		fileName,
		definitions,
	};
	return [
		{
			json,
			binary: {
				[property]: await op.binary(Buffer.from(definitions), fileName, 'application/yaml'),
			},
		},
	];
}

const definitionsInput = {
	definitionsFrom: choice('Where the definitions come from', [
		{ value: 'text', name: 'Text', description: 'YAML or JSON, as text' },
		{ value: 'file', name: 'File', description: 'A binary field of the item' },
	])
		.inOrder()
		.initial('text'),
	definitions: text('Tasks and plans as YAML or JSON, as Export writes them')
		.multiline()
		.eg('tasks: [{ name: Load customers }]')
		.sample(
			'tasks:\n  - name: Load customers\n    artifact: load_customers\n    artifactVersion: "1.3.0"\n    parameters:\n      country: FR\n',
		)
		.shownWhen({ definitionsFrom: ['text'] }),
	binaryField: text('Name of the binary field with the definitions')
		.label('Input Binary Field')
		.initial('data')
		.shownWhen({ definitionsFrom: ['file'] }),
};

/** The labels of the inputs that the text comes from. */
const SOURCES = ['Definitions', 'Input Binary Field'];

const READ = [...DEFINITIONS_MESSAGES, NOT_UTF8];

const COMPARED = [...CONTENTS_MESSAGES, ...READ, SEVERAL];

/** The field that the text came from. */
const sourceOf = ({ definitionsFrom }: { definitionsFrom: string }): FileSource =>
	definitionsFrom === 'file'
		? { field: 'binaryField', label: 'Input Binary Field' }
		: { field: 'definitions', label: 'Definitions' };

async function read(
	op: ContextShowing<typeof READ>,
	values: { definitionsFrom: string; definitions: string; binaryField: string },
): Promise<Definitions> {
	const written =
		values.definitionsFrom === 'file'
			? textIn(op, await contentOf(await op.file(values.binaryField)), sourceOf(values))
			: values.definitions;
	return definitionsIn(op, written, sourceOf(values));
}

/** Compares the text with the workspace. */
async function comparedWith(
	op: ContextShowing<typeof COMPARED>,
	definitions: Definitions,
	reader: ContentReader,
	{ source, withRunConfigurations }: { source: FileSource; withRunConfigurations: boolean },
): Promise<DefinitionEntry[]> {
	const { tasks, plans } = definitions;
	const contents = await reader.read([...(tasks ? ['task'] : []), ...(plans ? ['plan'] : [])]);
	const entries = entriesOf(definitions, contents, withRunConfigurations, reader.unreadable);
	const meant = new Set<string>();
	for (const entry of entries) {
		if (!entry.wanted) continue;
		checkMeantOnce(op, entry, meant, source);
		checkUnambiguous(op, entry, contents, source);
		checkSetsNoSecret(op, entry, source);
	}
	return entries;
}

/** @param meant the keys of the entries before, to which that of this one is added */
function checkMeantOnce(
	op: ContextShowing<typeof COMPARED>,
	{ type, name, at, present }: DefinitionEntry,
	meant: Set<string>,
	source: FileSource,
): void {
	const key = present?.key ?? `${type}/${visibleName(name)}`;
	if (meant.has(key))
		throw op.refusal(TWICE, {
			...source,
			field: `${source.field}.${at}.name`,
			type,
			name: withInvisibleShown(name),
		});
	meant.add(key);
}

/** Refuses a name that several tasks or plans of the workspace have. */
function checkUnambiguous(
	op: ContextShowing<typeof COMPARED>,
	{ type, name, at, present }: DefinitionEntry,
	contents: readonly Content[],
	source: FileSource,
): void {
	if (!present) return;
	const same = findNamed(
		contents.filter((each) => each.type === type),
		name,
		(each) => each.name,
	);
	if (same.length > 1)
		throw op.refusal(SEVERAL, {
			...source,
			field: `${source.field}.${at}`,
			type,
			name,
			count: same.length,
			ids: same.map(({ id }) => id).join(', '),
		});
}

/** Refuses a value for a parameter that is a secret on the platform. */
function checkSetsNoSecret(
	op: ContextShowing<typeof COMPARED>,
	{ name, at, wanted, present }: DefinitionEntry,
	source: FileSource,
): void {
	if (!present) return;
	const parameters = objectIn(wanted?.parameters);
	const secret = secretsOf(present).find((parameter) => parameters[parameter] !== undefined);
	if (secret !== undefined)
		throw op.refusal(SECRET, {
			...source,
			field: `${source.field}.${at}.parameters.${secret}`,
			name: secret,
			task: name,
		});
}

const outputOf = ({ type, name, present, change, differences }: DefinitionEntry): IDataObject => ({
	key: `${type}/${name}`,
	type,
	name,
	id: present?.id ?? null,
	change,
	differences,
});

const COMPARE_MESSAGES = aboutFields(SOURCES, COMPARED);

const compareFields = { workspaceId: workspaceId('The workspace that it is compared with') };

const compareSettings = {
	...definitionsInput,
	includeRunConfigurations,
	includeEqual: boolean('Whether to also return what is equal')
		.label('Include What Is Equal')
		.optional(),
};

const compare = flow({
	name: 'Compare',
	action: 'Compare YAML with a workspace',
	description:
		'List what differs between YAML and the tasks and plans of a workspace, field by field; fields that the YAML leaves out do not count',
	fields: compareFields,
	settings: compareSettings,
	uses: CONTENT_READS,
	messages: COMPARE_MESSAGES,
	answers: records(undefined, { key: 'key', sensitive: SENSITIVE }),
	run: compareWithFile,
});

/** The input of *Compare*. */
type CompareInput = Values<typeof compareFields> & Values<typeof compareSettings>;

async function compareWithFile(
	op: ContextShowing<typeof COMPARE_MESSAGES>,
	values: CompareInput,
): Promise<Output[]> {
	const definitions = await read(op, values);
	const { workspaceId: id, includeRunConfigurations: withRunConfigurations } = values;
	const { reader } = await workspaceOf(op, id, withRunConfigurations);
	const source = sourceOf(values);
	const entries = await comparedWith(op, definitions, reader, {
		source,
		withRunConfigurations,
	});
	return entries
		.filter(({ change }) => values.includeEqual || change !== 'equal')
		.map((entry) => ({ json: outputOf(entry) }));
}

const APPLY_MESSAGES = aboutFields(SOURCES, [
	SEVERAL,
	NOT_UTF8,
	NOT_APPLIED,
	NOT_APPLIED_YET,
	...APPLYING_MESSAGES,
]);

const applyFields = { workspaceId: workspaceId('The workspace that it is applied to') };

const applySettings = {
	...definitionsInput,
	includeRunConfigurations: includeRunConfigurations.describe(
		'Whether to also apply the run configurations',
	),
	apply: applyChanges('change the workspace'),
	failOnRefused: boolean(
		'Whether the node fails when tasks or plans are not applied; when off, these are returned as items with the reason',
	)
		.label('Fail When Something Is Not Applied')
		.initial(true),
};

const apply = flow({
	destructive: true,
	name: 'Apply',
	action: 'Apply YAML to a workspace',
	description:
		'Create and change tasks and plans so that they are as in the YAML; deletes none, and only shows what would change until Apply Changes is on',
	notice:
		'A field that the YAML leaves out stays as it is. The steps of a plan are replaced as a whole: the YAML needs condition and onFailurePlans of each.',
	fields: applyFields,
	settings: applySettings,
	uses: [...CONTENT_READS, ...APPLYING_WRITES],
	messages: APPLY_MESSAGES,
	answers: records(undefined, { key: 'key', sensitive: SENSITIVE }),
	lockKey: ({ workspaceId: id }) => `definitions of ${id}`,
	run: applyFile,
});

/** The input of *Apply*. */
type ApplyInput = Values<typeof applyFields> & Values<typeof applySettings>;

async function applyFile(
	op: ContextShowing<typeof APPLY_MESSAGES>,
	values: ApplyInput,
): Promise<Output[]> {
	const { workspaceId: id, includeRunConfigurations: withRunConfigurations } = values;
	const source = sourceOf(values);
	const definitions = await read(op, values);
	// Another try of the same item continues where the first one ended: what it has created is not
	// created again.
	const writes = await op.once('changes', async () => {
		const { reader, environmentId } = await workspaceOf(op, id, withRunConfigurations);
		const entries = await comparedWith(op, definitions, reader, {
			source,
			withRunConfigurations,
		});
		return await writesOf(op, entries, { workspaceId: id, environmentId, reader, source });
	});
	const outputs: IDataObject[] = [];
	for (const { entry, write } of writes) {
		const output = outputOf(entry);
		const isNew = entry.change === 'onlyInText';
		if (!write) outputs.push({ ...output, result: 'notChanged' });
		else if (!values.apply)
			outputs.push({ ...output, result: isNew ? 'wouldCreate' : 'wouldUpdate' });
		else
			outputs.push(
				await write(op).then(
					(made) => ({ ...output, id: made, result: isNew ? 'created' : 'updated' }),
					(error: unknown) => {
						op.signal.throwIfAborted();
						return { ...output, result: 'notApplied', reason: (error as Error).message };
					},
				),
			);
	}
	const refused = outputs.filter(({ result }) => result === 'notApplied');
	if (refused.length > 0 && values.failOnRefused) {
		const [words, lines] = resultsInWords(
			outputs,
			refused.map(({ type, name, reason }) => `${String(type)} ${String(name)}: ${String(reason)}`),
			['created', 'updated'],
			'name',
		);
		throw op.problem(NOT_APPLIED, words, lines);
	}
	if (!values.apply && writes.some(({ write }) => write)) op.hint(NOT_APPLIED_YET);
	return outputs.map((json) => ({ json }));
}

export const definition = resource(
	'definition',
	'Definition',
	{ apply, compare, export: exportText },
	'Tasks and plans as YAML, to keep in Git',
);
