/** *Apply* of YAML to a workspace. */
import type { IDataObject } from 'n8n-workflow';

import { SENSITIVE_ENGINE_FIELDS } from '../../../records/engines/engines';
import { workspaceField } from '../../../records/places/workspaces';
import { getArtifact } from '../../../records/tasks/artifacts';
import { records } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { boolean, type Values } from '../../../shared/declare/fields';
import { aboutFields, problem } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { NOT_UTF8 } from '../../../shared/flows/givenFile';
import { applyChangesField, NOT_APPLIED_YET } from '../../../shared/flows/preview';
import { resultsInWords } from '../../../shared/flows/resultsInWords';
import {
	CONTENT_READS,
	includeRunConfigurationsField,
} from '../environment/contents/contentReader';
import { APPLYING_WRITES, type EntryWrite, writesOf } from './applyDefinitions';
import {
	comparedWith,
	definitionsFields,
	entryOutput,
	fieldOfText,
	readDefinitions,
	SEVERAL_OF_NAME,
	TEXT_LABELS,
	workspaceOf,
} from './comparedDefinitions';
import type { Definitions } from './parseDefinitions';
import { APPLYING_MESSAGES } from './placeInText';

const NOT_APPLIED = problem(
	'{count} of {total} definitions could not be applied',
	'{reasons} {done}Correct these, then run it again: what already matches the text stays as it is.',
);

const APPLY_MESSAGES = aboutFields(TEXT_LABELS, [
	SEVERAL_OF_NAME,
	NOT_UTF8,
	NOT_APPLIED,
	NOT_APPLIED_YET,
	...APPLYING_MESSAGES,
]);

const applyFields = { workspaceId: workspaceField('The workspace to apply the definitions to') };

const applySettings = {
	...definitionsFields,
	includeRunConfigurations: includeRunConfigurationsField.describe(
		'Whether to also apply the run configurations',
	),
	apply: applyChangesField('change the workspace'),
	failOnRefused: boolean(
		'Whether the node fails when tasks or plans are not applied; when off, these are returned as items with the reason',
	)
		.label('Fail When Something Is Not Applied')
		.initial(true),
};

export const apply = flow({
	destructive: true,
	name: 'Apply',
	action: 'Apply YAML to a workspace',
	description:
		'Create and update tasks and plans to match the YAML. Nothing is deleted. Until Apply Changes is on, it only shows what would change.',
	notice:
		'A field that the YAML leaves out stays as it is. The steps of a plan are replaced as a whole: the YAML needs condition and onFailurePlans of each.',
	fields: applyFields,
	settings: applySettings,
	uses: [...CONTENT_READS, getArtifact, ...APPLYING_WRITES],
	messages: APPLY_MESSAGES,
	answers: records(undefined, { key: 'key', sensitive: SENSITIVE_ENGINE_FIELDS }),
	lockKey: ({ workspaceId }) => `definitions of ${workspaceId}`,
	run: async (op, values) => {
		const definitions = await readDefinitions(op, values);
		// The changes are determined only once, so that a later try of the item (Retry On Fail)
		// continues where the first one ended, and creates nothing again.
		const writes = await op.once('changes', async () => await writesFor(op, definitions, values));
		const outputs: IDataObject[] = [];
		for (const each of writes) outputs.push(await resultOf(op, each, values.apply));
		if (values.failOnRefused) checkAllApplied(op, outputs);
		if (!values.apply && writes.some(({ write }) => write)) op.hint(NOT_APPLIED_YET);
		return outputs.map((json) => ({ json }));
	},
});

type ApplyInput = Values<typeof applyFields> & Values<typeof applySettings>;

/** What has to be written so that the workspace is as in the text. */
async function writesFor(
	op: ContextShowing<typeof APPLY_MESSAGES>,
	definitions: Definitions,
	values: ApplyInput,
): Promise<EntryWrite[]> {
	const { workspaceId, includeRunConfigurations } = values;
	const source = fieldOfText(values);
	const { reader, environmentId } = await workspaceOf(op, workspaceId, includeRunConfigurations);
	const choices = { source, includeRunConfigurations };
	const entries = await comparedWith(op, definitions, reader, choices);
	return await writesOf(op, entries, { workspaceId, environmentId, reader, source });
}

/**
 * The output for an entry. Writes it if it differs and the user chose so; if the platform refuses
 * that, the output says so.
 */
async function resultOf(
	op: ContextShowing<typeof APPLY_MESSAGES>,
	{ entry, write }: EntryWrite,
	isApplied: boolean,
): Promise<IDataObject> {
	const output = entryOutput(entry);
	const isNew = entry.change === 'onlyInText';
	if (!write) return { ...output, result: 'notChanged' };
	if (!isApplied) return { ...output, result: isNew ? 'wouldCreate' : 'wouldUpdate' };
	return await write(op).then(
		(made) => ({ ...output, id: made, result: isNew ? 'created' : 'updated' }),
		(error: unknown) => {
			op.signal.throwIfAborted();
			return { ...output, result: 'notApplied', reason: (error as Error).message };
		},
	);
}

function checkAllApplied(
	op: ContextShowing<typeof APPLY_MESSAGES>,
	outputs: readonly IDataObject[],
): void {
	const notApplied = outputs.filter(({ result }) => result === 'notApplied');
	if (notApplied.length === 0) return;
	const [words, lines] = resultsInWords(
		outputs,
		notApplied.map(
			({ type, name, reason }) => `${String(type)} ${String(name)}: ${String(reason)}`,
		),
		['created', 'updated'],
		'name',
	);
	throw op.problem(NOT_APPLIED, words, lines);
}
