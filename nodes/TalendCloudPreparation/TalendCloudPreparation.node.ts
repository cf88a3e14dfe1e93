import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { credentials } from '../shared/editor/authentication';
import { methodsOf } from '../shared/editor/methods';
import { propertiesOfNode } from '../shared/editor/nodeProperties';
import { routed } from '../shared/editor/routing';
import { subtitle } from '../shared/editor/subtitle';
import { customOperations } from '../shared/engine/entryPoints/workflow';
import { resources } from './resources';

export class TalendCloudPreparation implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Data Preparation',
		name: 'talendCloudPreparation',
		icon: {
			light: 'file:../../icons/talendCloudPreparation.svg',
			dark: 'file:../../icons/talendCloudPreparation.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Find the preparations that can be automated',
		defaults: { name: 'Talend Cloud Data Preparation' },
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
