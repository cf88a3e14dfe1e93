/**
 * Where n8n calls a node of a workflow, or a tool of a newer agent: goes through the items, a few
 * at a time, until all have ended or a failure ends the node run. processItem.ts processes each of
 * them.
 */
import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { Resource } from '../../declare/operation';
import { clock } from '../../support/time/clock';
import { batchesOf } from '../../transport/request/requestOptions';
import { parametersOf } from '../input/parameters';
import { processItem } from '../item/processItem';
import { withStarted } from '../run/itemErrors';
import { afterFailure, enterRun } from '../run/lifecycle';
import { type ItemRange, pool } from '../run/pool';
import type { RunState } from '../run/runState';

/** How many items may be in progress at once. The request queues limit their requests. */
const MAX_ITEMS = 8;

/**
 * How many items may be in progress at once if their operation waits for a long time. An account
 * can run 200 executions at once (docs/platform/interface.md, "Limits").
 */
const MAX_PATIENT_ITEMS = 50;

/**
 * The entry point of a workflow. n8n's declarative engine would evaluate an expression twice for
 * each item and each property of the same name, and start all items at once. Custom operations
 * evaluate it once, and have only a few items in progress (docs/project/why/entry-points.md has the
 * figures).
 */
export function customOperations(resources: readonly Resource[]) {
	async function runItems(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await outputsOfItems(this, resources)];
	}
	const runItemsForEach = (operations: object) =>
		Object.fromEntries(Object.keys(operations).map((name) => [name, runItems]));
	return Object.fromEntries(
		resources.map(({ value, operations }) => [value, runItemsForEach(operations)]),
	);
}

/** Processes all items of the node, and returns the outputs in the order of the items. */
async function outputsOfItems(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	// `getNode` returns a new copy each time, so it is called only once.
	const node = context.getNode();
	const readParameter = parametersOf(context, node);
	const outputs: INodeExecutionData[][] = [];
	const { nodeRun, leave } = enterRun(context);
	let failureOfFirst: { error: unknown } | undefined;
	const processAt = async (itemIndex: number) => {
		const parameter = (name: string) => readParameter(name, itemIndex);
		const onFailure = (error: unknown) => {
			if (itemIndex === 0) failureOfFirst = { error };
			return afterFailure(context, nodeRun, error, itemIndex);
		};
		outputs[itemIndex] = await processItem(
			{ context, node, nodeRun, itemIndex, parameter, onFailure },
			resources,
		);
	};
	const count = context.getInputData().length;
	const batches = { count, ...batchesOf(readParameter('requestOptions', 0), count) };
	try {
		await inBatches(nodeRun, batches, async (batch) => {
			await pool(batch, maxItemsOf(node, resources), nodeRun, processAt);
		});
	} finally {
		leave();
	}
	if (nodeRun.endedBy) throw withStarted(nodeRun, node);
	if (failureOfFirst)
		for (const itemIndex of nodeRun.leftToFirst)
			outputs[itemIndex] = afterFailure(context, nodeRun, failureOfFirst.error, itemIndex);
	return outputs.flat();
}

/** How many items may be in progress at once. */
function maxItemsOf({ parameters }: INode, resources: readonly Resource[]): number {
	const resource = resources.find(({ value }) => value === parameters.resource);
	const operation = resource?.operations[parameters.operation as string];
	return operation?.kind === 'flow' && operation.patient ? MAX_PATIENT_ITEMS : MAX_ITEMS;
}

/** Processes one batch after the other, with pauses between them, until the run ends. */
async function inBatches(
	nodeRun: RunState,
	{ count, size, intervalMs }: { count: number; size: number; intervalMs: number },
	processBatch: (batch: ItemRange) => Promise<void>,
): Promise<void> {
	// The end of the run interrupts a pause. The error of the run then names what was started.
	const pausing = new AbortController();
	nodeRun.inProgress.add(pausing);
	try {
		for (let from = 0; from < count && !nodeRun.endedBy; from += size) {
			if (from > 0) await clock.sleep(intervalMs, pausing.signal).catch(() => undefined);
			await processBatch({ from, to: Math.min(count, from + size) });
		}
	} finally {
		nodeRun.inProgress.delete(pausing);
	}
}
