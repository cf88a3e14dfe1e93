import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { credentials } from '../shared/editor/authentication';
import { methodsOf } from '../shared/editor/methods';
import { propertiesOfNode } from '../shared/editor/nodeProperties';
import { routed } from '../shared/editor/routing';
import { subtitle } from '../shared/editor/subtitle';
import { customOperations } from '../shared/engine/entryPoints/workflow';
import { resources } from './resources';

export class TalendCloudOrchestration implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Orchestration',
		name: 'talendCloudOrchestration',
		icon: {
			light: 'file:../../icons/talendCloudOrchestration.svg',
			dark: 'file:../../icons/talendCloudOrchestration.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Manage environments, workspaces, tasks, plans, schedules, artifacts, connections, resources, promotions and projects',
		defaults: { name: 'Talend Cloud Orchestration' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Manages what is run: tasks, plans, schedules, artifacts, environments and workspaces. To run a task or a plan, use Talend Cloud Processing',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-talend-cloud.talendCloudOrchestrationTrigger',
					relationHint: 'Starts a workflow when a new version of an artifact is published',
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
