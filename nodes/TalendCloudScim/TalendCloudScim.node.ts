import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { credentials, describe } from '../shared/editor/describe';
import { listSearches } from '../shared/editor/listSearch';
import { customOperations } from '../shared/engine/workflow';
import { resources } from './resources';

export class TalendCloudScim implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud SCIM',
		name: 'talendCloudScim',
		icon: { light: 'file:../../icons/talendCloud.svg', dark: 'file:../../icons/talendCloud.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Provision users, groups and roles',
		defaults: { name: 'Talend Cloud SCIM' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		requestDefaults: {},
		properties: describe(resources),
	};

	customOperations = customOperations(resources);

	methods = { listSearch: listSearches(resources) };
}
