/** The entry point of a tool of an older agent: `routing` with its pagination function. */
import {
	type IExecutePaginationFunctions,
	type IExecuteSingleFunctions,
	type INode,
	type INodeExecutionData,
	type ITaskDataConnections,
	NodeApiError,
} from 'n8n-workflow';

import type { Resource } from '../../declare/operation';
import { withMessage } from '../../n8n/errors';
import { clock } from '../../support/time/clock';
import { batchesOf } from '../../transport/request/requestOptions';
import { processItem } from '../item/processItem';
import { nodeError, withStarted } from '../run/itemErrors';
import { afterFailure, enterRun } from '../run/lifecycle';
import type { RunState } from '../run/runState';

/** A node run whose items n8n's declarative engine passes one by one. */
interface ToolRun {
	nodeRun: RunState;
	/** The items that have arrived. */
	items: Set<Promise<unknown>>;
	/** The index of the last item that has arrived; the items of a run arrive in order. */
	lastIndex: number;
	/** Number of items of the input. */
	total: number;
	/** Ends the use of the run ({@link enterRun}); absent while no item is in progress. */
	leave?: () => void;
	/** Aborted when the last item has arrived. */
	allArrived: AbortController;
}

const toolRuns = new WeakMap<object, ToolRun>();

/**
 * The pagination function: n8n's declarative engine prepares each item, and then calls this
 * function instead of its own paging.
 */
export function paginate(resources: readonly Resource[]) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const itemIndex = this.getItemIndex();
		const current = enterToolRun(this, itemIndex);
		const { nodeRun, items } = current;
		const node = this.getNode();
		const parameter = (name: string) => this.getNodeParameter(name, null);
		const onFailure = (error: unknown): never => {
			// If the node continues on failure, the declarative engine turns the error into an item.
			afterFailure(this, nodeRun, error, itemIndex);
			throw asApiError(error, node);
		};
		const item = processItem(
			{ context: this, node, nodeRun, itemIndex, parameter, onFailure },
			resources,
		).finally(() => {
			if (nodeRun.inProgress.size > 0) return;
			current.leave?.();
			current.leave = undefined;
		});
		items.add(item);
		try {
			const outputs = await item;
			// A stopped node has no output, only an error that says what its items have done.
			if (nodeRun.endedBy && !nodeRun.failed) throw nodeRun.endedBy.reason;
			return outputs;
		} catch (error) {
			await untilAwaited(this, current);
			// What the items have started is only known when all of them have ended.
			if (nodeRun.endedBy) await Promise.allSettled(items);
			throw asApiError(
				nodeRun.endedBy ? withStarted(nodeRun, node, { reason: error, itemIndex }) : error,
				node,
			);
		}
	};
}

/**
 * The run that an item belongs to. The declarative engine does not say where a run begins:
 * - Runs are distinguished by their input data, because all tool calls of an agent share one
 *   `executeData`.
 * - Between two batches of a run there may be no item in progress. The run is left then, and
 *   entered again.
 * - Retry On Fail repeats a run with the same data. A new run begins if the index of the item does
 *   not increase.
 */
function enterToolRun(context: IExecuteSingleFunctions, itemIndex: number): ToolRun {
	const { inputData } = context as { inputData?: ITaskDataConnections };
	const key = inputData ?? context;
	let current = toolRuns.get(key);
	if (!current || itemIndex <= current.lastIndex) {
		const total = Object.values(inputData ?? {})[0]?.[0]?.length ?? 1;
		current = {
			...enterRun(context),
			items: new Set(),
			lastIndex: itemIndex,
			total,
			allArrived: new AbortController(),
		};
		toolRuns.set(key, current);
	}
	current.leave ??= enterRun(context, current.nodeRun).leave;
	current.lastIndex = itemIndex;
	if (itemIndex >= current.total - 1) current.allArrived.abort();
	return current;
}

/**
 * How late n8n may start a batch. An error waits for the items of the batch at most this much
 * longer.
 */
const MAX_DELAY_MS = 5_000;

/**
 * Delays an error until n8n awaits the results of the items, which it does only after the last
 * batch. An error that is thrown before would be an unhandled rejection, and end n8n's process.
 */
async function untilAwaited(context: IExecuteSingleFunctions, current: ToolRun): Promise<void> {
	const { size, intervalMs } = batchesOf(
		context.getNodeParameter('requestOptions', {}),
		current.total,
	);
	if (intervalMs <= 0) return;
	const batchOf = (item: number) => Math.floor(item / size);
	// Each batch gets a delay of its own, because each of n8n's pauses may take longer than planned.
	// If n8n could not prepare an item, that item never arrives, and the time limit ends the wait.
	for (
		let batch = batchOf(current.lastIndex);
		batch < batchOf(current.total - 1);
		batch = Math.max(batch + 1, batchOf(current.lastIndex))
	)
		// Each error has its own signal: many errors may wait, and Node.js warns of a leak if one
		// signal has many listeners.
		await clock
			.sleep(intervalMs + MAX_DELAY_MS, AbortSignal.any([current.allArrived.signal]))
			.catch(() => undefined);
}

/**
 * Turns an error into a NodeApiError, the only kind that the declarative engine passes on
 * unchanged. It would replace the message of any other error, and add the node with all of its
 * parameters.
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
