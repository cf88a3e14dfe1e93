/** *Export* of tasks and plans as YAML. */
import { SENSITIVE_ENGINE_FIELDS } from '../../../records/engines/engines';
import { workspaceField } from '../../../records/places/workspaces';
import { record } from '../../../shared/declare/answers';
import { binaryPropertyField, flow } from '../../../shared/declare/define';
import { hint } from '../../../shared/declare/messages';
import { plainFileName } from '../../../shared/support/http/fileNames';
import type { Content } from '../environment/contents/content';
import {
	CONTENT_READS,
	CONTENTS_MESSAGES,
	includeRunConfigurationsField,
} from '../environment/contents/contentReader';
import { workspaceOf } from './comparedDefinitions';
import { definitionText, secretsOf } from './definitionText';

const OMITTED_SECRETS = hint(
	'Secret parameters are not in the text, and Apply leaves them as they are: {names}.',
);

const UNKNOWN_PLAN_PARTS = hint(
	'Talend Cloud does not return when the next step of a plan runs, nor which plans run when a step fails: add condition and onFailurePlans to the text.',
);

const ON_DYNAMIC_ENGINES = hint(
	'The text does not contain the dynamic engine configuration of these tasks: {names}.',
);

const SAME_NAME = hint(
	'Compare and Apply need unique names, but several tasks or plans share a name: {names}.',
);

const names = (contents: readonly Content[]): string => contents.map(({ name }) => name).join(', ');

export const exportDefinitions = flow({
	name: 'Export',
	action: 'Export tasks and plans as YAML',
	description:
		'Write the tasks and plans of a workspace as YAML, with names instead of IDs and without secrets',
	fields: { workspaceId: workspaceField() },
	settings: {
		includeRunConfigurations: includeRunConfigurationsField,
		binaryPropertyName: binaryPropertyField,
	},
	uses: CONTENT_READS,
	messages: [
		...CONTENTS_MESSAGES,
		OMITTED_SECRETS,
		UNKNOWN_PLAN_PARTS,
		ON_DYNAMIC_ENGINES,
		SAME_NAME,
	],
	answers: record(undefined, { sensitive: SENSITIVE_ENGINE_FIELDS }),
	run: async (op, { workspaceId, includeRunConfigurations, binaryPropertyName }) => {
		const { name, environment, reader } = await workspaceOf(
			op,
			workspaceId,
			includeRunConfigurations,
		);
		const contents = await reader.read(['task', 'plan']);
		const secret = contents.flatMap((each) =>
			secretsOf(each).map((parameter) => `${parameter} of ${each.name}`),
		);
		if (secret.length > 0) op.hint(OMITTED_SECRETS, { names: secret.join(', ') });
		const onDynamicEngines = contents.filter(
			({ dynamicEngineConfiguration }) => dynamicEngineConfiguration,
		);
		if (onDynamicEngines.length > 0)
			op.hint(ON_DYNAMIC_ENGINES, { names: names(onDynamicEngines) });
		const plans = contents.filter(({ type }) => type === 'plan');
		if (plans.length > 0) op.hint(UNKNOWN_PLAN_PARTS);
		const same = contents.filter(
			(each, index) =>
				contents.findIndex((other) => other.type === each.type && other.name === each.name) < index,
		);
		if (same.length > 0) op.hint(SAME_NAME, { names: names(same) });
		const definitions = definitionText(contents);
		const fileName = `${plainFileName(name) || workspaceId}.yaml`;
		const json = {
			workspaceId,
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
					[binaryPropertyName]: await op.binary(
						Buffer.from(definitions),
						fileName,
						'application/yaml',
					),
				},
			},
		];
	},
});
