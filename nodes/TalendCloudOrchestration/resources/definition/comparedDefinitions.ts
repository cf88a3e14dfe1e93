/**
 * What *Compare* and *Apply* share: reading the text, checking it, and comparing it with the
 * workspace.
 */
import type { IDataObject } from 'n8n-workflow';

import { placeOf } from '../../../records/places/placeOf';
import { getManyWorkspaces } from '../../../records/places/workspaces';
import { recordWithId } from '../../../shared/declare/derived/recordId';
import { choice, text } from '../../../shared/declare/fields';
import { requirement } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { type FileSource, NOT_UTF8, readWholeFile, textIn } from '../../../shared/flows/givenFile';
import { objectIn, withoutUndefined } from '../../../shared/support/json';
import {
	findAllByName,
	visibleName,
	withInvisibleShown,
} from '../../../shared/support/text/visibleNames';
import type { Content } from '../environment/contents/content';
import { ContentReader, CONTENTS_MESSAGES } from '../environment/contents/contentReader';
import { type DefinitionEntry, entriesOf } from './definitionDifferences';
import { secretsOf } from './definitionText';
import {
	DEFINED_TWICE,
	type Definitions,
	DEFINITIONS_MESSAGES,
	parseDefinitions,
	VALUE_OF_SECRET,
} from './parseDefinitions';

export const SEVERAL_OF_NAME = requirement(
	'{field}',
	'{label}',
	'has the {type} {name}, and {count} of the workspace have this name: rename all but one of {ids}',
);

/** The workspace with its environment, and a reader of it. */
export async function workspaceOf(
	op: ContextShowing<typeof CONTENTS_MESSAGES>,
	workspaceId: string,
	includeRunConfigurations: boolean,
) {
	const workspace = recordWithId(
		getManyWorkspaces,
		await op.list(getManyWorkspaces, {}),
		workspaceId,
	);
	const place = placeOf({ workspace });
	const environmentId = place.environmentId as string | undefined;
	const reader = new ContentReader(
		op,
		withoutUndefined({ workspaceId, environmentId }),
		includeRunConfigurations,
	);
	return {
		name: String(workspace?.name ?? workspaceId),
		environment: (place.environmentName ?? null) as string | null,
		environmentId,
		reader,
	};
}

export const definitionsFields = {
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
export const TEXT_LABELS = ['Definitions', 'Input Binary Field'];

const READING_MESSAGES = [...DEFINITIONS_MESSAGES, NOT_UTF8];

export const COMPARING_MESSAGES = [...CONTENTS_MESSAGES, ...READING_MESSAGES, SEVERAL_OF_NAME];

/** The field that the text came from. */
export const fieldOfText = ({ definitionsFrom }: { definitionsFrom: string }): FileSource =>
	definitionsFrom === 'file'
		? { field: 'binaryField', label: 'Input Binary Field' }
		: { field: 'definitions', label: 'Definitions' };

export async function readDefinitions(
	op: ContextShowing<typeof READING_MESSAGES>,
	values: { definitionsFrom: string; definitions: string; binaryField: string },
): Promise<Definitions> {
	const from = fieldOfText(values);
	const written =
		values.definitionsFrom === 'file'
			? textIn(op, await readWholeFile(await op.file(values.binaryField, from.field)), from)
			: values.definitions;
	return parseDefinitions(op, written, from);
}

/** Compares the text with the workspace. */
export async function comparedWith(
	op: ContextShowing<typeof COMPARING_MESSAGES>,
	definitions: Definitions,
	reader: ContentReader,
	{ source, includeRunConfigurations }: { source: FileSource; includeRunConfigurations: boolean },
): Promise<DefinitionEntry[]> {
	const { tasks, plans } = definitions;
	const contents = await reader.read([...(tasks ? ['task'] : []), ...(plans ? ['plan'] : [])]);
	const entries = entriesOf(definitions, contents, includeRunConfigurations, reader.unreadable);
	const meant = new Set<string>();
	for (const entry of entries) {
		if (!entry.wanted) continue;
		checkMeantOnce(op, entry, meant, source);
		checkUnambiguous(op, entry, contents, source);
		checkSetsNoSecret(op, entry, source);
	}
	return entries;
}

/**
 * Refuses two entries that mean the same record.
 * @param meant the keys of the previous entries; the key of this one is added
 */
function checkMeantOnce(
	op: ContextShowing<typeof COMPARING_MESSAGES>,
	{ type, name, at, present }: DefinitionEntry,
	meant: Set<string>,
	source: FileSource,
): void {
	const key = present?.key ?? `${type}/${visibleName(name)}`;
	if (meant.has(key))
		throw op.refusal(DEFINED_TWICE, {
			...source,
			field: `${source.field}.${at}.name`,
			type,
			name: withInvisibleShown(name),
		});
	meant.add(key);
}

/** Refuses a name that several tasks or plans of the workspace have. */
function checkUnambiguous(
	op: ContextShowing<typeof COMPARING_MESSAGES>,
	{ type, name, at, present }: DefinitionEntry,
	contents: readonly Content[],
	source: FileSource,
): void {
	if (!present) return;
	const same = findAllByName(
		contents.filter((each) => each.type === type),
		name,
		(each) => each.name,
	);
	if (same.length > 1)
		throw op.refusal(SEVERAL_OF_NAME, {
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
	op: ContextShowing<typeof COMPARING_MESSAGES>,
	{ name, at, wanted, present }: DefinitionEntry,
	source: FileSource,
): void {
	if (!present) return;
	const parameters = objectIn(wanted?.parameters);
	const secret = secretsOf(present).find((parameter) => parameters[parameter] !== undefined);
	if (secret !== undefined)
		throw op.refusal(VALUE_OF_SECRET, {
			...source,
			field: `${source.field}.${at}.parameters.${secret}`,
			name: secret,
			task: name,
		});
}

export const entryOutput = ({
	type,
	name,
	present,
	change,
	differences,
}: DefinitionEntry): IDataObject => ({
	key: `${type}/${name}`,
	type,
	name,
	id: present?.id ?? null,
	change,
	differences,
});
