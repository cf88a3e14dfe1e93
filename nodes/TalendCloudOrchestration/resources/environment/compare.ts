import { SENSITIVE_ENGINE_FIELDS } from '../../../records/engines/engines';
import { environmentField } from '../../../records/places/environments';
import { records } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { boolean, list } from '../../../shared/declare/fields';
import { twoEnvironments } from '../promotion/requests';
import { compared } from './contents/compareContents';
import type { Content } from './contents/content';
import {
	CONTENT_READS,
	ContentReader,
	CONTENTS_MESSAGES,
	includeRunConfigurationsField,
} from './contents/contentReader';
import { typesField } from './getContents';

export const compare = flow({
	name: 'Compare',
	action: 'Compare two environments',
	description: 'List the differences between two environments, by workspace and name',
	fields: {
		sourceEnvironmentId: environmentField().label('Source Environment'),
		targetEnvironmentId: environmentField('The environment to compare with')
			.label('Target Environment')
			.sample('57f64991e4b0b689a64feed9'),
		types: typesField,
	},
	settings: {
		includeRunConfigurations: includeRunConfigurationsField,
		ignoreFields: list('Fields to ignore, with everything in them')
			.label('Ignore Fields')
			.sample(['runConfiguration.runtime', 'description'])
			.optional(),
		includeEqual: boolean('Whether to also return objects without differences')
			.label('Include Unchanged')
			.optional(),
	},
	rules: [twoEnvironments],
	uses: CONTENT_READS,
	messages: CONTENTS_MESSAGES,
	answers: records(undefined, { key: 'key', sensitive: SENSITIVE_ENGINE_FIELDS }),
	run: async (
		op,
		{
			sourceEnvironmentId,
			targetEnvironmentId,
			types,
			includeRunConfigurations,
			ignoreFields,
			includeEqual,
		},
	) => {
		const unreadable = new Set<string>();
		const contentsOf = async (environmentId: string) => {
			const reader = new ContentReader(op, { environmentId }, includeRunConfigurations);
			const contents = await reader.read(types);
			for (const { type, workspaceName, name } of reader.unreadable)
				unreadable.add(`${type.toLowerCase()}/${String(workspaceName)}/${name}`);
			return contents;
		};
		const both = [await contentsOf(sourceEnvironmentId), await contentsOf(targetEnvironmentId)];
		// A record that cannot be read in one of the two must not seem to be missing there, so it is
		// left out in both.
		const [inSource, inTarget] = both.map((contents) =>
			contents.filter(
				({ type, workspace, name }) => !unreadable.has(`${type}/${String(workspace)}/${name}`),
			),
		) as [Content[], Content[]];
		return compared(inSource, inTarget, { ignored: ignoreFields, includeEqual }).map((json) => ({
			json,
		}));
	},
});
