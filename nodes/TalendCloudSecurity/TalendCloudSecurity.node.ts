import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { credentials } from '../shared/editor/authentication';
import { methodsOf } from '../shared/editor/methods';
import { propertiesOfNode } from '../shared/editor/nodeProperties';
import { routed } from '../shared/editor/routing';
import { subtitle } from '../shared/editor/subtitle';
import { customOperations } from '../shared/engine/entryPoints/workflow';
import { resources } from './resources';

export class TalendCloudSecurity implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Security Settings',
		name: 'talendCloudSecurity',
		icon: {
			light: 'file:../../icons/talendCloudSecurity.svg',
			dark: 'file:../../icons/talendCloudSecurity.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Control which addresses the account can be used from, and which roles single sign-on grants',
		defaults: { name: 'Talend Cloud Security Settings' },
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
