import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { credentials } from '../shared/editor/authentication';
import { methodsOf } from '../shared/editor/methods';
import { propertiesOfNode } from '../shared/editor/nodeProperties';
import { requestOptionsField } from '../shared/editor/requestOptionsField';
import { routed } from '../shared/editor/routing';
import { subtitle } from '../shared/editor/subtitle';
import { resumedByCall, resumeWebhooks } from '../shared/engine/entryPoints/webhook';
import { customOperations } from '../shared/engine/entryPoints/workflow';
import { resources } from './resources';

export class TalendCloudProcessing implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Talend Cloud Processing',
		name: 'talendCloudProcessing',
		icon: {
			light: 'file:../../icons/talendCloudProcessing.svg',
			dark: 'file:../../icons/talendCloudProcessing.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Run Talend jobs: start tasks and plans and wait for their end, run promotions, and manage run profiles',
		defaults: { name: 'Talend Cloud Processing' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Runs Talend jobs: Task Execution → Run and Wait starts a task and returns how it ended; Start does not wait. Plans: Plan Execution. Logs of an execution: Talend Cloud Observability',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-talend-cloud.talendCloudProcessingTrigger',
					relationHint:
						'Starts a workflow when an execution of a task or a plan has started, ended or failed',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		waitingNodeTooltip: 'Continues when the job calls back, or when the time limit has passed',
		webhooks: resumeWebhooks,
		credentials,
		requestDefaults: {},
		properties: [...routed(propertiesOfNode(resources), resources), requestOptionsField],
	};

	customOperations = customOperations(resources);

	methods = methodsOf(resources);

	webhook = resumedByCall;
}
