import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { credentials } from '../shared/editor/authentication';
import { methodsOf } from '../shared/editor/methods';
import { propertiesOfNode, sensitiveOutputFields } from '../shared/editor/nodeProperties';
import { routed } from '../shared/editor/routing';
import { subtitle } from '../shared/editor/subtitle';
import { customOperations } from '../shared/engine/entryPoints/workflow';
import { resources } from './resources';

export class TalendCloudObservability implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Observability',
		name: 'talendCloudObservability',
		icon: {
			light: 'file:../../icons/talendCloudObservability.svg',
			dark: 'file:../../icons/talendCloudObservability.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Download the logs of executions, and read their history and the metrics of their components',
		defaults: { name: 'Talend Cloud Observability' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Execution Log → Download gets the log of an execution by its ID, such as the executionId that Talend Cloud Processing returns',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		requestDefaults: {},
		properties: routed(propertiesOfNode(resources), resources),
		sensitiveOutputFields: sensitiveOutputFields(resources),
	};

	customOperations = customOperations(resources);

	methods = methodsOf(resources);
}
