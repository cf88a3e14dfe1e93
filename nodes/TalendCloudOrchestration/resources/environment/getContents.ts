import { SENSITIVE_ENGINE_FIELDS } from '../../../records/engines/engines';
import { environmentField } from '../../../records/places/environments';
import { workspaceField } from '../../../records/places/workspaces';
import { records } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { choices } from '../../../shared/declare/fields';
import { withoutUndefined } from '../../../shared/support/json';
import { CONTENT_TYPES } from './contents/content';
import {
	CONTENT_READS,
	ContentReader,
	CONTENTS_MESSAGES,
	includeRunConfigurationsField,
} from './contents/contentReader';

export const typesField = choices('What to include', CONTENT_TYPES)
	.inOrder()
	.min(1)
	.initial(CONTENT_TYPES.map(({ value }) => value));

export const getContents = flow({
	name: 'Get Contents',
	action: 'Get the contents of an environment',
	description: 'List the contents of an environment, with names instead of IDs and without secrets',
	fields: {
		types: typesField,
		environmentId: environmentField(
			'Only the contents of this environment; defaults to all environments that you can access',
		)
			.optional()
			.onTop(),
		workspaceId: workspaceField('Only what is in this workspace').optional(),
	},
	optionalAs: 'filters',
	settings: { includeRunConfigurations: includeRunConfigurationsField },
	uses: CONTENT_READS,
	messages: CONTENTS_MESSAGES,
	answers: records(undefined, { key: 'key', sensitive: SENSITIVE_ENGINE_FIELDS }),
	run: async (op, { types, environmentId, workspaceId, includeRunConfigurations }) => {
		const scope = withoutUndefined({ environmentId, workspaceId });
		const contents = await new ContentReader(op, scope, includeRunConfigurations).read(types);
		return contents.map((json) => ({ json }));
	},
});
