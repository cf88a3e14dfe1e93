/** Sends many new tasks in several requests, and says what became of each. */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import type { OperationContext, RequestOperation } from '../../../shared/declare/operation';
import type { Input } from '../../../shared/declare/runtime/context';
import { isRefusedWith } from '../../../shared/support/http/refused';
import { isObject, withoutUndefined } from '../../../shared/support/json';

/** A record to send, and the item that it came from. */
export interface Row {
	record: unknown;
	assignee?: string;
	item?: number;
}

/** What became of a row: its task, or why there is none. */
export type RowResult =
	{ task: IDataObject } | { status?: number; message: string; error?: NodeApiError };

const isAboutRows = (error: unknown): error is NodeApiError => isRefusedWith(error, 400, 422);

/**
 * Sends rows in requests of a size, in their order. If the platform refuses a request because of
 * its content, it has created nothing. Then both halves are sent separately, and so on, until only
 * the wrong rows are left (docs/platform/interface.md, "The other applications").
 */
export async function sendRows(
	op: OperationContext,
	request: RequestOperation,
	input: Input,
	{
		all,
		type,
		size,
		results,
	}: { all: readonly Row[]; type: unknown; size: number; results: Map<number, RowResult> },
): Promise<void> {
	const waiting = [...all.keys()].filter((index) => !results.has(index));
	const parts: number[][] = [];
	for (let first = 0; first < waiting.length; first += size)
		parts.push(waiting.slice(first, first + size));
	for (let part = parts.shift(); part; part = parts.shift()) {
		const body = part.map((index) =>
			withoutUndefined({
				type,
				assignee: all[index]!.assignee,
				record: all[index]!.record,
			}),
		);
		try {
			const { body: created } = await op.send(request, { ...input, body });
			const tasks = Array.isArray(created) ? (created as unknown[]) : [];
			for (const [at, index] of part.entries())
				results.set(index, {
					task:
						isObject(tasks[at]) && tasks.length === part.length
							? tasks[at]
							: ({ ...body[at] } as IDataObject),
				});
		} catch (error) {
			if (!isAboutRows(error)) throw cutShort(error, part, all.length, results);
			if (part.length === 1)
				results.set(part[0]!, { status: Number(error.httpCode), message: error.message, error });
			else parts.unshift(part.slice(0, part.length >> 1), part.slice(part.length >> 1));
		}
	}
}

/** Adds to the error of a request what became of the other rows. */
function cutShort(
	error: unknown,
	part: readonly number[],
	total: number,
	results: ReadonlyMap<number, RowResult>,
): unknown {
	if (!(error instanceof NodeApiError) || part.length === total) return error;
	const created = [...results.values()].filter((each) => 'task' in each).length;
	const rejected = results.size - created;
	const remaining = total - results.size - part.length;
	error.message = `Rows ${part[0]! + 1} to ${part.at(-1)! + 1} of ${total}: ${error.message}`;
	error.description =
		`${error.description ?? ''} Tasks created before: ${created}. Rows rejected: ${rejected}. Rows not sent: ${remaining}.`.trim();
	return error;
}
