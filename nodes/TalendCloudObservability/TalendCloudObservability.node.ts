import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { credentials, describe } from '../shared/editor/describe';
import { listSearches } from '../shared/editor/listSearch';
import { customOperations } from '../shared/engine/workflow';
import { resources } from './resources';

export class TalendCloudObservability implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Observability',
		name: 'talendCloudObservability',
		icon: { light: 'file:../../icons/talendCloud.svg', dark: 'file:../../icons/talendCloud.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Read the logs of executions and the metrics of their components',
		defaults: { name: 'Talend Cloud Observability' },
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
