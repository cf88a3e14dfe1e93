import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { credentials } from '../shared/editor/authentication';
import { methodsOf } from '../shared/editor/methods';
import { propertiesOfNode, sensitiveOutputFields } from '../shared/editor/nodeProperties';
import { routed } from '../shared/editor/routing';
import { subtitle } from '../shared/editor/subtitle';
import { customOperations } from '../shared/engine/entryPoints/workflow';
import { resources } from './resources';

export class TalendCloudAccount implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Administration',
		name: 'talendCloudAccount',
		icon: {
			light: 'file:../../icons/talendCloudAccount.svg',
			dark: 'file:../../icons/talendCloudAccount.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Manage users, groups, roles, service accounts and workspace permissions, and read audit logs and the subscription',
		defaults: { name: 'Talend Cloud Administration' },
		usableAsTool: true,
		builderHint: {
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-talend-cloud.talendCloudAccountTrigger',
					relationHint: 'Starts a workflow when something is recorded in the audit log',
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
