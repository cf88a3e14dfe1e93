import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { credentials } from '../shared/editor/authentication';
import { methodsOf } from '../shared/editor/methods';
import { propertiesOfNode } from '../shared/editor/nodeProperties';
import { routed } from '../shared/editor/routing';
import { subtitle } from '../shared/editor/subtitle';
import { customOperations } from '../shared/engine/entryPoints/workflow';
import { resources } from './resources';

export class TalendCloudCatalog implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Datasets and Crawlers',
		name: 'talendCloudCatalog',
		icon: {
			light: 'file:../../icons/talendCloudCatalog.svg',
			dark: 'file:../../icons/talendCloudCatalog.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Manage datasets, their attributes and descriptions, connections and crawlers',
		defaults: { name: 'Talend Cloud Datasets and Crawlers' },
		usableAsTool: true,
		builderHint: {
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-talend-cloud.talendCloudCatalogTrigger',
					relationHint: 'Starts a workflow when a crawler has started, finished or failed',
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
