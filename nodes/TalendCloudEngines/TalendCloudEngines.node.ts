import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { credentials } from '../shared/editor/authentication';
import { methodsOf } from '../shared/editor/methods';
import { propertiesOfNode, sensitiveOutputFields } from '../shared/editor/nodeProperties';
import { routed } from '../shared/editor/routing';
import { subtitle } from '../shared/editor/subtitle';
import { customOperations } from '../shared/engine/entryPoints/workflow';
import { resources } from './resources';

export class TalendCloudEngines implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Engine Management',
		name: 'talendCloudEngines',
		icon: {
			light: 'file:../../icons/talendCloudEngines.svg',
			dark: 'file:../../icons/talendCloudEngines.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Manage remote engines and clusters, pipeline engines, dynamic engines and data planes, and the environments that run on them',
		defaults: { name: 'Talend Cloud Engine Management' },
		usableAsTool: true,
		builderHint: {
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-talend-cloud.talendCloudEnginesTrigger',
					relationHint: 'Starts a workflow when an engine becomes unavailable, or available again',
				},
			],
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
