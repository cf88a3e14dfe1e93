import { SENSITIVE_ENGINE_FIELDS } from '../../../records/engines/engines';
import { environmentField } from '../../../records/places/environments';
import { workspaceField } from '../../../records/places/workspaces';
import { type Output, records } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { choices, type Values } from '../../../shared/declare/fields';
import type { ContextShowing } from '../../../shared/declare/operation';
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

const getContentsFields = {
	types: typesField,
	environmentId: environmentField(
		'Only the contents of this environment; defaults to all environments that you can access',
	)
		.optional()
		.onTop(),
	workspaceId: workspaceField('Only what is in this workspace').optional(),
};

const getContentsSettings = { includeRunConfigurations: includeRunConfigurationsField };

export const getContents = flow({
	name: 'Get Contents',
	action: 'Get the contents of an environment',
	description: 'List the contents of an environment, with names instead of IDs and without secrets',
	fields: getContentsFields,
	optionalAs: 'filters',
	settings: getContentsSettings,
	uses: CONTENT_READS,
	messages: CONTENTS_MESSAGES,
	answers: records(undefined, { key: 'key', sensitive: SENSITIVE_ENGINE_FIELDS }),
	run: readContents,
});

type GetContentsInput = Values<typeof getContentsFields> & Values<typeof getContentsSettings>;

async function readContents(
	op: ContextShowing<typeof CONTENTS_MESSAGES>,
	{ types, environmentId, workspaceId, includeRunConfigurations }: GetContentsInput,
): Promise<Output[]> {
	const scope = withoutUndefined({ environmentId, workspaceId });
	const contents = await new ContentReader(op, scope, includeRunConfigurations).read(types);
	return contents.map((json) => ({ json }));
}
