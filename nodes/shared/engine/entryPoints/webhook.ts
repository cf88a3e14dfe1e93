/** What n8n calls when somebody calls the address of a workflow execution that it has stored. */
import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { isObject } from '../../support/json';

/**
 * The address at which n8n resumes a workflow, for the description of a node with
 * {@link resumedByCall}.
 */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		path: '',
		restartWebhook: true,
	},
];

/**
 * The webhook of a node whose operations wait for a call. n8n resumes the workflow, and what this
 * function returns is the output of the node.
 */
export async function resumedByCall(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	// In a webhook, the input of the node (`$json`) is what the operation has stored.
	const stored = this.evaluateExpression('{{ $json }}');
	const body: unknown = this.getBodyData();
	const isEmpty = isObject(body) ? Object.keys(body).length === 0 : (body ?? '') === '';
	const json: IDataObject = {
		...(isObject(stored) ? stored : {}),
		calledBack: true,
		...(isEmpty ? {} : { body: body as IDataObject }),
	};
	return { workflowData: [[{ json }]] };
}
