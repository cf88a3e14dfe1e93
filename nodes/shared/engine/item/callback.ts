/**
 * How an item stores its workflow execution until somebody calls the address that resumes it
 * (`entryPoints/webhook.ts`).
 */
import { BadInput } from '../../declare/badInput';
import type { Callbacks } from '../../declare/runtime/context';
import type { ItemContext } from './itemContext';

const refusal = (rule: string): BadInput => new BadInput('operation', 'Operation', rule);

export function callbacksOf({ context, isTool }: ItemContext): Callbacks {
	return {
		callback: () => {
			if (isTool || !('putExecutionToWait' in context))
				throw refusal(
					'is Start and Wait for Callback, which is not available to agents: use Run and Wait, or Start and then Get',
				);
			const { length } = context.getInputData();
			if (length > 1)
				throw refusal(
					`is Start and Wait for Callback, which can wait for only one item, but there are ${length}. Put a Loop Over Items node with a batch size of 1 before this one, or use Run and Wait`,
				);
			const { resumeUrl } = context.getWorkflowDataProxy(0).$execution as { resumeUrl: string };
			return {
				resumeUrl,
				waitUntil: async (until, json) => {
					// When the time has passed, n8n does not run the node again, but passes on its input. So
					// the input is replaced by the output.
					context.getExecuteData().data = { main: [[{ json }]] };
					await context.putExecutionToWait(until);
				},
			};
		},
	};
}
