/** The errors and error items of a node run. */
import {
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { BadInput } from '../../declare/badInput';
import type { SentRequests } from '../../declare/runtime/context';
import { inputError, operationError } from '../../n8n/errors';
import { notedRecord } from '../../support/errorNotes';
import { readingOrder } from '../output/readingOrder';
import { nodeWithoutParameters } from '../output/secretsInNode';
import type { RunState } from './runState';

/**
 * The error that an item shows. There are special messages for refused input, and for an item that
 * was not finished because another one failed.
 */
export function itemError(
	error: unknown,
	{
		shownNode,
		itemIndex,
		nodeRun,
		sent,
	}: { shownNode: INode; itemIndex: number; nodeRun: RunState; sent?: SentRequests },
): unknown {
	if (error instanceof BadInput) return inputError(shownNode, error, itemIndex, sent);
	if (nodeRun.failed && nodeRun.failed.itemIndex !== itemIndex && error === nodeRun.endedBy?.reason)
		return operationError(
			shownNode,
			`${howFarItCame(sent)}: item ${nodeRun.failed.itemIndex} stopped the node. ${nodeRun.failed.message}`,
			'To continue with the other items, set On Error to Continue in the node settings.',
			itemIndex,
		);
	return error;
}

/** Says how far an item had come when another one stopped it. */
function howFarItCame(sent: SentRequests | undefined): string {
	if (sent?.writing) return 'Interrupted after a request that may have succeeded';
	return sent?.any ? 'Interrupted before anything was changed' : 'Not sent';
}

/**
 * Turns the reason why an item or a run ended into an error of the node. The error of an item
 * already contains the node, with masked secrets. The reason with which n8n stops a workflow
 * contains no node; it gets the node without parameters, because n8n stores the error.
 */
export function nodeError(reason: unknown, node: INode): NodeApiError | NodeOperationError {
	if (reason instanceof NodeApiError || reason instanceof NodeOperationError) return reason;
	const { name, message } = (reason ?? {}) as Partial<Error>;
	// An AbortError only says "This operation was aborted".
	const text = (name === 'AbortError' ? undefined : message) ?? 'The workflow was stopped';
	return operationError(nodeWithoutParameters(node), text, undefined);
}

/**
 * How many IDs the description of an error lists. If there are more, all of them are in the details
 * of the error.
 */
const MAX_IDS = 100;

/**
 * Adds what other items have started, and what is still running, to an error.
 * @param item the item whose error it is; absent for the error that ended the run
 */
export function withStarted(
	nodeRun: RunState,
	node: INode,
	item?: { reason: unknown; itemIndex: number },
): unknown {
	const { endedBy, failed } = nodeRun;
	const reason = item ? item.reason : endedBy!.reason;
	// The error of the failed item already says what that item has started.
	const isOfFailedItem = !item || item.itemIndex === failed?.itemIndex;
	const report = startedByItems(nodeRun, isOfFailedItem ? failed?.itemIndex : undefined);
	if (report.size === 0) return reason;
	const error = nodeError(reason, node);
	const sentences = [...report].map(([heading, ids]) => {
		const more = ids.length > MAX_IDS ? ` and ${ids.length - MAX_IDS} more` : '';
		return `${heading}: ${ids.slice(0, MAX_IDS).join(', ')}${more}.`;
	});
	error.description = [error.description, ...sentences].filter(Boolean).join(' ');
	for (const [heading, ids] of report)
		if (ids.length > MAX_IDS) error.messages.push(`${heading}: ${ids.join(', ')}`);
	return error;
}

/**
 * What the items of a run have started, and what is still running.
 * @param exceptItem the index of an item to leave out
 * @returns the IDs below each heading
 */
function startedByItems(
	{ stillRunning, started, maybeDone }: RunState,
	exceptItem: number | undefined,
): Map<string, string[]> {
	const whose = exceptItem === undefined ? 'the' : 'other';
	const report = new Map<string, string[]>();
	const add = (heading: string, id: string) =>
		report.set(heading, [...(report.get(heading) ?? []), id]);
	for (const id of stillRunning)
		add(`Still running in Talend Cloud, started by ${whose} items`, id);
	for (const [id, { action, itemIndex }] of started)
		if (!stillRunning.has(id) && itemIndex !== exceptItem)
			add(`Done by ${whose} items (${action})`, id);
	for (const [itemIndex, action] of maybeDone)
		if (itemIndex !== exceptItem) add('May have succeeded', `item ${itemIndex} (${action})`);
	return report;
}

const inReadingOrder = readingOrder();

/**
 * The output item for an error. The message is in `error`. Facts by which the workflow may decide
 * what to do are in `details`, where they cannot overwrite a field of the input.
 * @param forErrorOutput whether n8n is to pass the item to the error output, together with the
 * fields of the input
 */
export function errorOutput(
	error: unknown,
	itemIndex: number,
	forErrorOutput: boolean,
): INodeExecutionData {
	const { message, description, httpCode } = error as NodeApiError;
	// The message of an error for a model already contains the description.
	const details = {
		...(description && !message.includes(description) ? { description } : {}),
		...(httpCode ? { httpCode } : {}),
		...inReadingOrder(notedRecord(error)),
	};
	const item: INodeExecutionData = {
		json: { error: message, ...(Object.keys(details).length > 0 ? { details } : {}) },
		pairedItem: { item: itemIndex },
	};
	// Recent versions of n8n recognize an error item because its JSON has only `error` and `details`,
	// earlier ones (2.8) only by a property `error` of the item itself. If that property is
	// enumerable, n8n drops all others of the item.
	if (forErrorOutput) Object.defineProperty(item, 'error', { value: error, enumerable: false });
	return item;
}
