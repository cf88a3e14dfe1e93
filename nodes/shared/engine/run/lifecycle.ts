/** How a node run begins and ends. */
import type { INodeExecutionData } from 'n8n-workflow';

import type { N8nContext } from '../../n8n/contexts';
import { addHint } from './hints';
import { errorOutput } from './itemErrors';
import { newRun, type RunState } from './runState';

/**
 * Begins a run, or continues one. Call `leave` at its end, because the cancel signal of the
 * workflow execution outlives the run.
 */
export function enterRun(
	context: N8nContext,
	nodeRun = newRun(),
): { nodeRun: RunState; leave: () => void } {
	const cancelSignal = context.getExecutionCancelSignal?.();
	if (cancelSignal?.aborted) endRun(nodeRun, cancelSignal.reason);
	const onCancel = () => endRun(nodeRun, cancelSignal?.reason);
	cancelSignal?.addEventListener('abort', onCancel);
	const leave = () => {
		cancelSignal?.removeEventListener('abort', onCancel);
		// There is one hint for all items together.
		const fields = [...nodeRun.leftOut].map(
			([label, { size }]) => `${label} (${size} ${size === 1 ? 'item' : 'items'})`,
		);
		nodeRun.leftOut.clear();
		if (fields.length > 0)
			addHint(context, nodeRun, `Left out because the value is empty: ${fields.join(', ')}.`);
	};
	return { nodeRun, leave };
}

/** Ends the run early: items in progress stop waiting and retrying, and nothing more is started. */
function endRun(nodeRun: RunState, reason: unknown): void {
	if (nodeRun.endedBy) return;
	nodeRun.endedBy = { reason };
	for (const item of nodeRun.inProgress) item.abort(reason);
}

/** Returns an item with the error if the node continues on failure; otherwise ends the run. */
export function afterFailure(
	context: N8nContext,
	nodeRun: RunState,
	error: unknown,
	itemIndex: number,
): INodeExecutionData[] {
	const isCanceled = context.getExecutionCancelSignal?.()?.aborted === true;
	if (context.continueOnFail() && !isCanceled)
		return [errorOutput(error, itemIndex, context.getNode().onError === 'continueErrorOutput')];
	if (!nodeRun.endedBy) {
		nodeRun.failed = { itemIndex, message: (error as Error).message };
		endRun(nodeRun, error);
	}
	return [];
}
