/** What the items of one node run share, and how a run ends. */
import {
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { BadInput } from '../declare/input/badInput';
import { filled } from '../declare/messages';
import type { Sent } from '../declare/operation';
import type { Run } from '../declare/run';
import { aboutOf } from '../support/about';
import { truncated } from '../support/truncate';
import { operationError, refusal } from '../transport/errors';
import { nodeWithoutParameters } from './output/secrets';
import type { Context } from '../transport/senders';
import { ENGINE } from './messages';

const freshRun = (): Run => ({
	lookups: new Map(),
	hints: new Set(),
	stillRunning: new Set(),
	started: new Map(),
	unknown: new Map(),
	waiting: 0,
	leftOut: new Map(),
	underWay: new Set(),
});

/** A run that begins or continues. Call `leave` at its end: the signal of an execution outlives it. */
export function enterRun(context: Context, run = freshRun()): { run: Run; leave: () => void } {
	const stopped = context.getExecutionCancelSignal?.();
	if (stopped?.aborted) endRun(run, stopped.reason);
	const aborted = () => endRun(run, stopped?.reason);
	stopped?.addEventListener('abort', aborted);
	const leave = () => {
		stopped?.removeEventListener('abort', aborted);
		// One hint for all items that ended.
		const fields = [...run.leftOut].map(
			([label, { size }]) => `${label} (${size} ${size === 1 ? 'item' : 'items'})`,
		);
		run.leftOut.clear();
		if (fields.length > 0)
			addHint(context, run, `Left out because the value is empty: ${fields.join(', ')}.`);
	};
	return { run, leave };
}

/**
 * Shows a hint beside the output; tools and earlier n8n cannot, and log it.
 * @param once the subject of a hint that appears only once in a run, whatever its text
 */
export function addHint(context: Context, { hints }: Run, message: string, once = message): void {
	if (hints.has(once)) return;
	hints.add(once);
	if ('addExecutionHints' in context)
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	else context.logger.warn(message);
}

/** Takes note of a field that was left out because its value was blank; its rows count as one field. */
export function noteLeftOut({ leftOut }: Run, label: string, itemIndex: number): void {
	const name = label.replace(/, row \d+/g, '');
	leftOut.set(name, (leftOut.get(name) ?? new Set()).add(itemIndex));
}

/** Says into what a text was divided that was given for a list, once for each field. */
export function hintDivided(
	context: Context,
	run: Run,
	label: string,
	entries: readonly string[],
): void {
	const field = label.replace(/, row \d+/g, '');
	const values = { label: field, count: entries.length, first: truncated(entries[0]!, 60) };
	addHint(context, run, filled(ENGINE.divided.message, values), `divided ${field}`);
}

/** Ends the run early: items in progress stop waiting and retrying, and nothing more is started. */
function endRun(run: Run, reason: unknown): void {
	if (run.endedBy) return;
	run.endedBy = { reason };
	for (const item of run.underWay) item.abort(reason);
}

/** The error of an item: refused input and items that were not sent have their own messages. */
export function errorOfItem(
	error: unknown,
	{ node, itemIndex, run, sent }: { node: INode; itemIndex: number; run: Run; sent?: Sent },
): unknown {
	if (error instanceof BadInput) return refusal(node, error, itemIndex, sent);
	if (run.failed && run.failed.itemIndex !== itemIndex && error === run.endedBy?.reason)
		return operationError(
			node,
			`Not sent: item ${run.failed.itemIndex} stopped the node. ${run.failed.message}`,
			'To continue with the other items, set On Error in the settings of the node to Continue.',
			itemIndex,
		);
	return error;
}

/**
 * What ends an item or a run, as an error of the node. The errors of items have their node already, without secrets; what n8n stops a
 * workflow with gets it here, without parameters, because n8n would store them with the error.
 */
export function nodeError(reason: unknown, node: INode): NodeApiError | NodeOperationError {
	if (reason instanceof NodeApiError || reason instanceof NodeOperationError) return reason;
	// The reason of an aborted signal says less than this: "This operation was aborted".
	const { name, message } = (reason ?? {}) as Partial<Error>;
	const words = name === 'AbortError' ? undefined : message;
	return operationError(
		nodeWithoutParameters(node),
		words ?? 'The workflow was stopped',
		undefined,
	);
}

/** How many IDs the description of an error names; its details have all. */
const NAMED = 100;

/** The error that ended the run, or that of an item that therefore was not processed, with what was started and what is still running. */
export function withStarted(
	run: Run,
	node: INode,
	item?: { reason: unknown; itemIndex: number },
): unknown {
	const { endedBy, failed } = run;
	const reason = item ? item.reason : endedBy!.reason;
	// The error that ended the run names what its own item began.
	const isOfFailed = !item || item.itemIndex === failed?.itemIndex;
	const done = doneByOthers(run, isOfFailed ? failed?.itemIndex : undefined);
	if (done.size === 0) return reason;
	const error = nodeError(reason, node);
	const sentences = [...done].map(([what, ids]) => {
		const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
		return `${what}: ${ids.slice(0, NAMED).join(', ')}${more}.`;
	});
	error.description = [error.description, ...sentences].filter(Boolean).join(' ');
	for (const [what, ids] of done)
		if (ids.length > NAMED) error.messages.push(`${what}: ${ids.join(', ')}`);
	return error;
}

/**
 * What the items of a run have started, and what is still running: in words, with the IDs.
 * @param except the item whose own error names what it has started
 */
function doneByOthers(
	{ stillRunning, started, unknown }: Run,
	except: number | undefined,
): Map<string, string[]> {
	const whose = except === undefined ? 'the' : 'other';
	const done = new Map<string, string[]>();
	const add = (what: string, id: string) => done.set(what, [...(done.get(what) ?? []), id]);
	for (const id of stillRunning)
		add(`Still running on the platform, started by ${whose} items`, id);
	for (const [id, { what, itemIndex }] of started)
		if (!stillRunning.has(id) && itemIndex !== except) add(`Done by ${whose} items (${what})`, id);
	for (const [itemIndex, what] of unknown)
		if (itemIndex !== except) add('May have succeeded', `item ${itemIndex} (${what})`);
	return done;
}

/**
 * The item of an error: its message as `error`; what a branch needs is under `details`, where it hides no field of the input.
 * @param forErrorOutput whether n8n is to pass it to the error output, with the fields of the input
 */
function errorItem(error: unknown, itemIndex: number, forErrorOutput: boolean): INodeExecutionData {
	const { message, description, httpCode } = error as NodeApiError;
	// The message for a model has it already.
	const details = {
		...(description && !message.includes(description) ? { description } : {}),
		...(httpCode ? { httpCode } : {}),
		...aboutOf(error),
	};
	const item: INodeExecutionData = {
		json: { error: message, ...(Object.keys(details).length > 0 ? { details } : {}) },
		pairedItem: { item: itemIndex },
	};
	// Recent n8n takes an item with these two fields for an error, earlier n8n (2.8) only one that carries its error. Of an item
	// whose error is enumerable n8n throws away everything else.
	if (forErrorOutput) Object.defineProperty(item, 'error', { value: error, enumerable: false });
	return item;
}

/** An item with the error if the node continues on failure, otherwise the end of the run. */
export function afterFailure(
	context: Context,
	run: Run,
	error: unknown,
	itemIndex: number,
): INodeExecutionData[] {
	const stopped = context.getExecutionCancelSignal?.()?.aborted === true;
	if (context.continueOnFail() && !stopped)
		return [errorItem(error, itemIndex, context.getNode().onError === 'continueErrorOutput')];
	if (!run.endedBy) {
		run.failed = { itemIndex, message: (error as Error).message };
		endRun(run, error);
	}
	return [];
}
