/** Workflow executions that n8n stores until somebody calls the address that resumes them. */
import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import type { Waiting } from '../../declare/context';
import { BadInput } from '../../declare/input/badInput';
import { isObject } from '../../support/json';
import type { ItemContext } from './itemContext';

const refused = (rule: string): BadInput => new BadInput('operation', 'Operation', rule);

export function waitingOf({ context, isTool }: ItemContext): Waiting {
	return {
		parking: () => {
			if (isTool || !('putExecutionToWait' in context))
				throw refused(
					'waits for a call, which an agent cannot do: use Run and Wait, or Start and then Get',
				);
			const { length } = context.getInputData();
			if (length > 1)
				throw refused(
					`waits for one call, but there are ${length} items. Put a Loop Over Items node with a batch size of 1 before this one, or use Run and Wait`,
				);
			const { resumeUrl } = context.getWorkflowDataProxy(0).$execution as { resumeUrl: string };
			return {
				resumeUrl,
				storeUntilCalled: async (until, json) => {
					// When the time has passed, n8n does not run the node again: it passes on what is its
					// input then.
					context.getExecuteData().data = { main: [[{ json }]] };
					await context.putExecutionToWait(until);
				},
			};
		},
	};
}

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
 * The webhook of a node whose operations wait for a call: n8n resumes the workflow with this as the
 * output of the node.
 */
export async function resumedByCall(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	// It sees as its input what the operation has stored.
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
