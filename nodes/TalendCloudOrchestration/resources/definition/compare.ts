/** *Compare* of YAML with the tasks and plans of a workspace. */
import { SENSITIVE_ENGINE_FIELDS } from '../../../records/engines/engines';
import { workspaceField } from '../../../records/places/workspaces';
import { type Output, records } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { boolean, type Values } from '../../../shared/declare/fields';
import { aboutFields } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import {
	CONTENT_READS,
	includeRunConfigurationsField,
} from '../environment/contents/contentReader';
import {
	comparedWith,
	COMPARING_MESSAGES,
	definitionsInput,
	entryOutput,
	fieldOfText,
	readDefinitions,
	TEXT_LABELS,
	workspaceOf,
} from './comparedDefinitions';

const COMPARE_MESSAGES = aboutFields(TEXT_LABELS, COMPARING_MESSAGES);

const compareFields = {
	workspaceId: workspaceField('The workspace to compare the definitions with'),
};

const compareSettings = {
	...definitionsInput,
	includeRunConfigurations: includeRunConfigurationsField,
	includeEqual: boolean('Whether to also return objects without differences')
		.label('Include Unchanged')
		.optional(),
};

export const compareWithWorkspace = flow({
	name: 'Compare',
	action: 'Compare YAML with a workspace',
	description:
		'List the differences between YAML and the tasks and plans of a workspace, field by field. Fields that are not in the YAML are ignored.',
	fields: compareFields,
	settings: compareSettings,
	uses: CONTENT_READS,
	messages: COMPARE_MESSAGES,
	answers: records(undefined, { key: 'key', sensitive: SENSITIVE_ENGINE_FIELDS }),
	run: compareWithText,
});

type CompareInput = Values<typeof compareFields> & Values<typeof compareSettings>;

async function compareWithText(
	op: ContextShowing<typeof COMPARE_MESSAGES>,
	values: CompareInput,
): Promise<Output[]> {
	const definitions = await readDefinitions(op, values);
	const { workspaceId, includeRunConfigurations } = values;
	const { reader } = await workspaceOf(op, workspaceId, includeRunConfigurations);
	const source = fieldOfText(values);
	const entries = await comparedWith(op, definitions, reader, {
		source,
		includeRunConfigurations,
	});
	return entries
		.filter(({ change }) => values.includeEqual || change !== 'equal')
		.map((entry) => ({ json: entryOutput(entry) }));
}
