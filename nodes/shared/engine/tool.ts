/** The entry point of a tool: `routing` with its pagination function. */
import {
	type IExecutePaginationFunctions,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
	type ITaskDataConnections,
	NodeApiError,
} from 'n8n-workflow';

import type { Resource } from '../declare/operation';
import type { Run } from '../declare/run';
import { clock } from '../support/clock';
import { withMessage } from '../transport/errors';
import { perform } from './items';
import { batchesOf } from '../transport/requestOptions';
import { afterFailure, enterRun, nodeError, withStarted } from './run';

interface ToolRun {
	run: Run;
	items: Set<Promise<unknown>>;
	/** The last item that arrived: those of a run arrive in order. */
	last: number;
	total: number;
	/** Present while items are in progress. */
	leave?: () => void;
	/** Aborted when the last item of the input has arrived. */
	allArrived: AbortController;
}

const toolRuns = new WeakMap<object, ToolRun>();

/**
 * The run that an item of the declarative engine belongs to. An agent gives all calls of its tools
 * one `executeData`; the input data is the call's own. n8n pauses between the batches of a run, in which
 * nothing is in progress; and it repeats a node (Retry On Fail) with the same data, from its first item on.
 */
function toolRun(context: IExecuteSingleFunctions, itemIndex: number): ToolRun {
	const { inputData } = context as { inputData?: ITaskDataConnections };
	const key = inputData ?? context;
	let of = toolRuns.get(key);
	if (!of || itemIndex <= of.last) {
		const total = Object.values(inputData ?? {})[0]?.[0]?.length ?? 1;
		of = {
			...enterRun(context),
			items: new Set(),
			last: itemIndex,
			total,
			allArrived: new AbortController(),
		};
		toolRuns.set(key, of);
	}
	of.leave ??= enterRun(context, of.run).leave;
	of.last = itemIndex;
	if (itemIndex >= of.total - 1) of.allArrived.abort();
	return of;
}

/**
 * How late n8n may pass an item after a pause. If it is later, an error may be unhandled; if an item never arrives, an
 * error waits for this long.
 */
const DELAY_MS = 5_000;

/** n8n looks at results only after the pause between batches: an error that occurs meanwhile would be unhandled, and end its process. */
async function untilLookedAt(context: IExecuteSingleFunctions, of: ToolRun): Promise<void> {
	const { size, intervalMs } = batchesOf(context.getNodeParameter('requestOptions', {}), of.total);
	if (intervalMs <= 0) return;
	const batchOf = (item: number) => Math.floor(item / size);
	// An item that n8n could not prepare never arrives. Each pause is waited for on its own: on a busy machine, all of n8n's are late.
	for (
		let batch = batchOf(of.last);
		batch < batchOf(of.total - 1);
		batch = Math.max(batch + 1, batchOf(of.last))
	)
		// Each error has a signal of its own: many may wait, and many listeners on one would be a leak.
		await clock
			.sleep(intervalMs + DELAY_MS, AbortSignal.any([of.allArrived.signal]))
			.catch(() => undefined);
}

/** n8n's declarative engine prepares each item and calls this in place of its own paging. */
export function paginate(resources: readonly Resource[]) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();
		const of = toolRun(this, itemIndex);
		const { run, items } = of;
		const node = this.getNode();
		const parameter = (name: string) => this.getNodeParameter(name, null);
		const survive = (error: unknown): never => {
			// The engine itself turns the error into an item if the node continues on failure.
			afterFailure(this, run, error, itemIndex);
			throw asApiError(error, node);
		};
		const item = perform(
			{ context: this, node, run, itemIndex, parameter, survive, asTool: true },
			resources,
		).finally(() => {
			if (run.underWay.size > 0) return;
			of.leave?.();
			of.leave = undefined;
		});
		items.add(item);
		try {
			const outputs = await item;
			// A stopped node outputs nothing: what its items did is in the error.
			if (run.endedBy && !run.failed) throw run.endedBy.reason;
			return outputs;
		} catch (error) {
			await untilLookedAt(this, of);
			// What the other items began is known only when they have ended, too.
			if (run.endedBy) await Promise.allSettled(items);
			throw asApiError(
				run.endedBy ? withStarted(run, node, { reason: error, itemIndex }) : error,
				node,
			);
		}
	};
}

/**
 * The declarative engine passes a NodeApiError on unchanged. It replaces the message of other errors, and adds the node with all of its
 * parameters to them.
 */
function asApiError(reason: unknown, node: INode): NodeApiError {
	const error = nodeError(reason, node);
	if (error instanceof NodeApiError) return error;
	const { message, description } = error;
	const { itemIndex } = error.context as { itemIndex?: number };
	return withMessage(
		new NodeApiError(
			error.node,
			{ message },
			{ message, description: description ?? undefined, itemIndex },
		),
		message,
	);
}
