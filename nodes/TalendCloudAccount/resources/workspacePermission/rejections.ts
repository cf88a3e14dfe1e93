/**
 * What the platform rejects of a batch: which of its results are rejections, and how an output or
 * an error names them.
 */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import type { Output } from '../../../shared/declare/answers';
import { problem } from '../../../shared/declare/messages';
import type { OperationContext } from '../../../shared/declare/operation';
import type { Answer } from '../../../shared/declare/runtime/exchange';
import { firstSentences } from '../../../shared/flows/resultsInWords';
import { isRefusedWith } from '../../../shared/support/http/refused';
import { isSuccess } from '../../../shared/support/http/statuses';
import { isObject, objectIn } from '../../../shared/support/json';

const REJECTED_CHANGES = problem(
	'{changes} {were} rejected',
	'{rejections} Everything else was done. To continue with all results, set On Rejection to Output Each Result.',
);

/** The messages of batches. */
export const BATCH_MESSAGES = [REJECTED_CHANGES];

/** The operation context of a batch. */
export type BatchContext = OperationContext<typeof REJECTED_CHANGES>;

/** How many rejections the description of an error names. Its details have all of them. */
const MAX_NAMED = 10;

/** A change that the platform rejected. */
export interface Rejection {
	/** The number of the row in the whole input, from 0; undefined if no row matches. */
	row?: number;
	status?: number;
	message: string;
	/** The result in the response. */
	result?: IDataObject;
}

/** The part of a batch that is in one request. */
export interface BatchPart<T> {
	/** The number of the first row of the part in the whole input, from 0. */
	first: number;
	all: T[];
}

/**
 * The rejected changes in a response: in a 207, all that are not reported as done; in others, those
 * that are reported as rejected. A response without results means that all changes were made.
 */
export function rejectedIn({ status, body }: Answer): IDataObject[] {
	const isMixed = status === 207;
	if (!Array.isArray(body))
		return isMixed
			? [
					{
						message: 'Talend Cloud rejected changes without saying which',
						answer: body as IDataObject,
					},
				]
			: [];
	const results = (body as unknown[]).map((each): IDataObject => {
		if (isObject(each)) return each;
		return isMixed
			? {
					message: 'Talend Cloud did not report the result of a change',
					answer: each as IDataObject,
				}
			: {};
	});
	return results.filter(({ status: each }) =>
		isMixed ? !isSuccess(Number(each)) : Number(each) >= 400,
	);
}

/** The rejection that a result reports; its row is not known from it. */
export function rejectionOf(result: IDataObject): Rejection {
	const status = Number(result.status ?? NaN);
	return {
		...(Number.isFinite(status) ? { status } : {}),
		message: String(result.message ?? 'Rejected without a reason'),
		result,
	};
}

const UNSURE_ROW =
	'This row may not have been processed: Talend Cloud rejected a row of this request without saying which. Check it before you send it again.';

/**
 * The output: an item for each row, which says whether it was changed; then the results that match
 * no row.
 * @param unsure rows that were in the same request as such a result
 */
export function outputsOfRows(
	rows: IDataObject[],
	rejections: Rejection[],
	unsure: ReadonlySet<number>,
): Output[] {
	const byRow = new Map(rejections.map((rejection) => [rejection.row, rejection]));
	const outputs = rows.map((row, index): Output => {
		const rejection = byRow.get(index);
		if (!rejection)
			return {
				json: unsure.has(index)
					? { success: false, message: UNSURE_ROW, row }
					: { success: true, row },
			};
		const { status, message } = rejection;
		return { json: { success: false, status, message, row } };
	});
	for (const { row, status, message, result } of rejections)
		if (row === undefined) outputs.push({ json: { success: false, status, message, result } });
	return outputs;
}

/** The error of a batch of which changes were rejected, with the list of them. */
export function rejectionError(
	op: BatchContext,
	rejections: Rejection[],
	rows: IDataObject[],
): Error {
	const { length } = rejections;
	const changes =
		rows.length > 0
			? `${length} of ${rows.length} rows`
			: `${length} ${length === 1 ? 'change' : 'changes'}`;
	const values = {
		changes,
		were: length === 1 ? 'was' : 'were',
		rejections: firstRejections(rejections, rows),
	};
	return op.problem(REJECTED_CHANGES, values, rejectionLines(rejections, rows));
}

/**
 * Whether a refusal is about the content of the rows, and not about the caller, a limit or the
 * network.
 */
export function isAboutRows(error: unknown): error is NodeApiError {
	return isRefusedWith(error, 400, 404, 409, 422);
}

/** The rejection of a row, if its whole request was refused. */
export function asRejection(error: NodeApiError, row: number): Rejection {
	return {
		row,
		status: Number(error.httpCode),
		message: `The request with this row was refused: ${error.message}`,
	};
}

/** Adds to the error of a request which rows it had, and which ones were sent before. */
export function cutShort(
	error: unknown,
	{ first, all: { length } }: BatchPart<IDataObject>,
	rows: IDataObject[],
	rejections: Rejection[],
): unknown {
	if (length === rows.length) return error;
	const after = rows.length - first - length;
	const others = [
		first === 0
			? undefined
			: `${rowsInWords(0, first)} ${first === 1 ? 'was' : 'were'} sent before.`,
		after === 0
			? undefined
			: `${rowsInWords(first + length, after)} ${after === 1 ? 'was' : 'were'} not sent.`,
	];
	const explained = interrupted(
		error,
		others.filter((part) => part !== undefined).join(' '),
		rejections,
		rows,
	);
	if (explained instanceof NodeApiError)
		explained.message = `${rowsInWords(first, length)} of ${rows.length}: ${explained.message}`;
	return explained;
}

/** "Row 3", "Rows 1 to 100". */
const rowsInWords = (first: number, length: number): string =>
	length === 1 ? `Row ${first + 1}` : `Rows ${first + 1} to ${first + length}`;

/** Adds to the error of a request what became of the other ones. */
export function interrupted(
	error: unknown,
	others: string,
	rejections: Rejection[],
	rows: IDataObject[],
): unknown {
	if (!(error instanceof NodeApiError)) return error;
	const before =
		rejections.length > 0 ? ` Rejected before: ${firstRejections(rejections, rows)}` : '';
	error.description = `${error.description ?? ''} ${others}${before}`.trim();
	error.messages = rejectionLines(rejections, rows);
	return error;
}

/** The first rejections in words. */
const firstRejections = (rejections: Rejection[], rows: IDataObject[]): string =>
	firstSentences(rejectionLines(rejections, rows), MAX_NAMED);

/** One line for each rejection. */
function rejectionLines(rejections: Rejection[], rows: IDataObject[]): string[] {
	return rejections.map(({ row, status, message, result }) => {
		const which =
			row === undefined ? idsInWords(result) : `Row ${row + 1} (${idsInWords(rows[row])})`;
		return `${which}: ${message.replace(/\.$/, '')}${status === undefined ? '' : ` (${status})`}.`;
	});
}

/** The IDs in a row or result, in words. */
function idsInWords(record: IDataObject | undefined): string {
	const texts = Object.entries(record ?? {}).flatMap(([name, value]) => {
		if (name === 'message') return [];
		if (typeof value === 'string') return [value];
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? [idsInWords(objectIn(value))]
			: [];
	});
	return texts.filter((text) => text !== '').join(', ') || 'A change';
}
