/** The entry point of a tool: `routing` with its pagination function. */
import { type IExecutePaginationFunctions, type IExecuteSingleFunctions, type INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Resource, Run } from '../declare/operation';
import { inOwnWords } from './errors';
import { perform } from './items';
import { newRun, afterFailure, withBegun } from './run';

interface ToolRun extends ReturnType<typeof newRun> {
	/** What its items do, until they end one way or the other. */
	items: Set<Promise<unknown>>;
}

const toolRuns = new WeakMap<object, ToolRun>();

/**
 * The run that an item of the declarative engine belongs to. An agent gives all calls of its tools
 * one `executeData`; the input data is the call's own. When the last item is done the run is over:
 * n8n repeats a node (Retry On Fail) with the same data.
 */
function toolRun(context: IExecuteSingleFunctions): { run: Run; items: Set<Promise<unknown>>; leave: () => void } {
	const key = (context as { inputData?: object }).inputData ?? context;
	const begun = toolRuns.get(key) ?? { ...newRun(context), items: new Set() };
	toolRuns.set(key, begun);
	return {
		run: begun.run,
		items: begun.items,
		leave: () => {
			if (begun.run.underWay.size > 0 || toolRuns.get(key) !== begun) return;
			toolRuns.delete(key);
			begun.leave();
		},
	};
}

/**
 * The entry point of a tool: n8n's declarative engine prepares each item and calls this in place of its
 * own paging.
 */
export function paginate(resources: readonly Resource[]) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();
		const { run, items, leave } = toolRun(this);
		const parameter = (name: string) => this.getNodeParameter(name, null);
		const survive = (error: unknown): never => {
			// The engine itself makes an item of the error where the node continues on failure.
			if (!this.continueOnFail()) afterFailure(this, run, error, itemIndex);
			throw asApiError(error);
		};
		const item = perform({ context: this, run, itemIndex, parameter, survive, asTool: true }, resources).finally(leave);
		items.add(item);
		try {
			return await item;
		} catch (error) {
			// What the other items began is known when they have ended, too.
			if (run.endedBy) await Promise.allSettled(items);
			throw asApiError(run.endedBy ? withBegun(run, this.getNode(), { reason: error, itemIndex }) : error);
		}
	};
}

/** The declarative engine passes a NodeApiError on as it is, and puts other errors into its own words. */
function asApiError(error: unknown): unknown {
	if (!(error instanceof NodeOperationError)) return error;
	const { message, description } = error;
	const { itemIndex } = error.context as { itemIndex?: number };
	return inOwnWords(
		new NodeApiError(error.node, { message }, { message, description: description ?? undefined, itemIndex }),
		message,
	);
}

