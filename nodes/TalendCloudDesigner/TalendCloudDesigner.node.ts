import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { credentials } from '../shared/editor/authentication';
import { methodsOf } from '../shared/editor/methods';
import { propertiesOfNode } from '../shared/editor/nodeProperties';
import { routed } from '../shared/editor/routing';
import { subtitle } from '../shared/editor/subtitle';
import { customOperations } from '../shared/engine/entryPoints/workflow';
import { resources } from './resources';

export class TalendCloudDesigner implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud API Designer',
		name: 'talendCloudDesigner',
		icon: {
			light: 'file:../../icons/talendCloudDesigner.svg',
			dark: 'file:../../icons/talendCloudDesigner.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Create, read, update and share API definitions, and share the test projects of API Tester',
		defaults: { name: 'Talend Cloud API Designer' },
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
