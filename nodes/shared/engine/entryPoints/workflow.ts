import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Resource } from '../../declare/operation';
import { clock } from '../../support/clock';
import { batchesOf } from '../../transport/requestOptions';
import { parametersOf } from '../input/parameters';
import { perform } from '../item/perform';
import { afterFailure, enterRun, withStarted } from '../run/lifecycle';
import { pool } from '../run/pool';

/** Items of a workflow that are in progress at once; their requests are bounded by the queues. */
const MAX_ITEMS = 8;

/**
 * The same for operations that wait for a long time; an account runs 200 executions at once
 * (docs/platform/interface.md, "Limits").
 */
const MAX_PATIENT_ITEMS = 50;

/**
 * The entry point of a workflow. n8n's declarative engine evaluates every expression of every
 * property with the same name twice per item before a request is sent, and starts all items at
 * once; this evaluates once and has only a few items in progress (docs/project/architecture.md has
 * the figures).
 */
export function customOperations(resources: readonly Resource[]) {
	async function runItems(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await overItems(this, resources)];
	}
	const runItemsForEach = (operations: object) =>
		Object.fromEntries(Object.keys(operations).map((name) => [name, runItems]));
	return Object.fromEntries(
		resources.map(({ value, operations }) => [value, runItemsForEach(operations)]),
	);
}

async function overItems(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	// n8n copies the node each time.
	const node = context.getNode();
	const readParameter = parametersOf(context, node);
	const results: INodeExecutionData[][] = [];
	const { run, leave } = enterRun(context);
	const pausing = new AbortController();
	run.inProgress.add(pausing);
	const { size, intervalMs } = batchesOf(readParameter('requestOptions', 0), items.length);
	const processItem = async (itemIndex: number) => {
		const parameter = (name: string) => readParameter(name, itemIndex);
		const onFailure = (error: unknown) => afterFailure(context, run, error, itemIndex);
		results[itemIndex] = await perform(
			{ context, node, run, itemIndex, parameter, onFailure },
			resources,
		);
	};
	const { resource, operation } = node.parameters;
	const declared = resources.find(({ value }) => value === resource)?.operations[
		operation as string
	];
	const atOnce = declared?.kind === 'flow' && declared.patient ? MAX_PATIENT_ITEMS : MAX_ITEMS;
	try {
		for (let from = 0; from < items.length && !run.endedBy; from += size) {
			// Interrupted if the run has ended: what it has started is named below.
			if (from > 0) await clock.sleep(intervalMs, pausing.signal).catch(() => undefined);
			const batch = { from, to: Math.min(items.length, from + size) };
			await pool(batch, atOnce, run, processItem);
		}
	} finally {
		leave();
	}
	if (run.endedBy) throw withStarted(run, node);
	return results.flat();
}
