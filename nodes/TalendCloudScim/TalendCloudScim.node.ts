import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { credentials } from '../shared/editor/authentication';
import { methodsOf } from '../shared/editor/methods';
import { propertiesOfNode } from '../shared/editor/nodeProperties';
import { routed } from '../shared/editor/routing';
import { subtitle } from '../shared/editor/subtitle';
import { customOperations } from '../shared/engine/entryPoints/workflow';
import { resources } from './resources';

export class TalendCloudScim implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud SCIM Provisioning',
		name: 'talendCloudScim',
		icon: {
			light: 'file:../../icons/talendCloudScim.svg',
			dark: 'file:../../icons/talendCloudScim.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Provision users and groups over SCIM: create, change, deactivate, and keep the members of groups',
		defaults: { name: 'Talend Cloud SCIM Provisioning' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		requestDefaults: {},
		properties: routed(propertiesOfNode(resources), resources),
	};

	customOperations = customOperations(resources);

	methods = methodsOf(resources);
}
