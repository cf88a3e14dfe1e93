import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { credentials } from '../shared/editor/authentication';
import { methodsOf } from '../shared/editor/methods';
import { propertiesOfNode } from '../shared/editor/nodeProperties';
import { routed } from '../shared/editor/routing';
import { subtitle } from '../shared/editor/subtitle';
import { customOperations } from '../shared/engine/entryPoints/workflow';
import { resources } from './resources';

export class TalendCloudStewardship implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Data Stewardship',
		name: 'talendCloudStewardship',
		icon: {
			light: 'file:../../icons/talendCloudStewardship.svg',
			dark: 'file:../../icons/talendCloudStewardship.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Have people check, correct and merge records: data models, campaigns, tasks and semantic types',
		defaults: { name: 'Talend Cloud Data Stewardship' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Has people check, correct and merge records: campaigns, their tasks, data models and semantic types',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-talend-cloud.talendCloudStewardshipTrigger',
					relationHint:
						'Starts a workflow when a task of a campaign is created, assigned, resolved or moved to another state',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		requestDefaults: {},
		properties: routed(propertiesOfNode(resources), resources),
	};

	customOperations = customOperations(resources);

	methods = methodsOf(resources);
}
