/** *Compare* of YAML with the tasks and plans of a workspace. */
import { SENSITIVE_ENGINE_FIELDS } from '../../../records/engines/engines';
import { workspaceField } from '../../../records/places/workspaces';
import { records } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { boolean } from '../../../shared/declare/fields';
import { aboutFields } from '../../../shared/declare/messages';
import {
	CONTENT_READS,
	includeRunConfigurationsField,
} from '../environment/contents/contentReader';
import {
	comparedWith,
	COMPARING_MESSAGES,
	definitionsFields,
	entryOutput,
	fieldOfText,
	readDefinitions,
	TEXT_LABELS,
	workspaceOf,
} from './comparedDefinitions';

export const compare = flow({
	name: 'Compare',
	action: 'Compare YAML with a workspace',
	description:
		'List the differences between YAML and the tasks and plans of a workspace, field by field. Fields that are not in the YAML are ignored.',
	fields: {
		workspaceId: workspaceField('The workspace to compare the definitions with'),
	},
	settings: {
		...definitionsFields,
		includeRunConfigurations: includeRunConfigurationsField,
		includeEqual: boolean('Whether to also return objects without differences')
			.label('Include Unchanged')
			.optional(),
	},
	uses: CONTENT_READS,
	messages: aboutFields(TEXT_LABELS, COMPARING_MESSAGES),
	answers: records(undefined, { key: 'key', sensitive: SENSITIVE_ENGINE_FIELDS }),
	run: async (op, values) => {
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
	},
});
