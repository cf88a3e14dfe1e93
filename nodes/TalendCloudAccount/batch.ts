/**
 * Batches: an item with many changes, which are sent in requests of a given size, in their order.
 * The platform responds with 204 if it has made all changes, and with 207 and the rejected changes
 * otherwise (docs/platform/interface.md, "Permissions"). Each rejected change is reported: in the
 * error, or in an output item with its input row.
 */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import type { Output } from '../shared/declare/answers';
import type { Input } from '../shared/declare/context';
import type { Answer } from '../shared/declare/exchange';
import { choice, type Fields, integer } from '../shared/declare/field';
import { problem } from '../shared/declare/messages';
import type { OperationContext, RequestOperation } from '../shared/declare/operation';
import { idKey, isObject, objectIn } from '../shared/support/json';
import { isRefusedWith } from '../shared/support/refused';

/**
 * The settings of a batch: how many `things` are in one request, and what to do about rejected
 * changes.
 */
export const batchSettings = (things: string, size: number): Fields => ({
	onRejection: choice('What to do when the platform rejects some of the changes', [
		{
			value: 'fail',
			name: 'Fail',
			description: 'The node fails with the list of what was rejected',
		},
		{
			value: 'output',
			name: 'Output Each Result',
			description: 'One item for each result, with its input row',
		},
	]).initial('fail'),
	batchSize: integer(`How many ${things} to send in one request`)
		.min(1)
		.max(1000)
		.byDefault(size)
		.sample(2)
		.optional(),
});

const REJECTED_CHANGES = problem(
	'{changes} {were} rejected',
	'{rejections} Everything else was done. To continue with all results, set On Rejection to Output Each Result.',
);

/** The messages of batches. */
export const BATCH_MESSAGES = [REJECTED_CHANGES];

type BatchContext = OperationContext<typeof REJECTED_CHANGES>;

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

/**
 * Executes a batch operation whose body is the rows.
 * @param names the fields that identify a row, both in the rows and in the results
 * @param resultField the field of a result with the row that it is about
 */
export const inBatches = (names: readonly string[], resultField: string) =>
	inOrderOfItems(async (op, operation, input) => {
		const rows = input.body as IDataObject[];
		const report = input.settings.onRejection === 'output';
		const rejections: Rejection[] = [];
		const unsure = new Set<number>();
		for (const part of partsOf(rows, sizeOf(operation, input))) {
			const rejected = await op
				.send(operation, { ...input, body: part.all })
				.then((answer) => rejectedIn(answer).map((result) => placed(result, part)))
				.catch((error: unknown) => {
					if (report && isAboutRows(error))
						return part.all.map((_row, index) => asRejection(error, part.first + index));
					throw cutShort(error, part, rows, rejections);
				});
			rejections.push(...rejected);
			if (rejected.some((each) => each.row === undefined))
				for (const index of part.all.keys()) unsure.add(part.first + index);
		}
		if (report) return outcomes(rows, rejections, unsure);
		if (rejections.length > 0) throw rejectionError(op, rejections, rows);
		return [{ json: { success: true, rows: rows.length } }];

		function placed(result: IDataObject, { first, all }: BatchPart<IDataObject>): Rejection {
			const inResult = result[resultField];
			const ids = isObject(inResult) ? inResult : result;
			const index = all.findIndex((row) =>
				names.every((name) => idKey(row[name]) === idKey(ids[name])),
			);
			return { ...rejectionOf(result), ...(index < 0 ? {} : { row: first + index }) };
		}
	});

/**
 * Executes a batch deletion whose query lists subjects and places. It removes each subject in each
 * place, so both lists can be divided. An empty list means all, and is never divided.
 */
export const deletedInBatches = (lists: readonly [string, string]) =>
	inOrderOfItems(async (op, operation, input) => {
		const size = sizeOf(operation, input);
		const [subjects, places] = lists.map((name) =>
			distinctParts(input.query[name] as string[] | undefined, size),
		) as [Split, Split];
		const total = subjects.length * places.length;
		const rejections: Rejection[] = [];
		let sent = 0;
		for (const some of subjects)
			for (const where of places) {
				const query = { [lists[0]]: some, [lists[1]]: where };
				const answer = await op.send(operation, { ...input, query }).catch((error: unknown) => {
					const others = `This was request ${sent + 1} of ${total}; the earlier ones were done, and the later ones were not sent.`;
					throw total === 1 ? error : interrupted(error, others, rejections, []);
				});
				rejections.push(...rejectedIn(answer).map(rejectionOf));
				sent++;
			}
		if (rejections.length === 0) return [{ json: { deleted: true, ...input.query } }];
		if (input.settings.onRejection !== 'output') throw rejectionError(op, rejections, []);
		return rejections.map(({ status, message, result }) => ({
			json: { success: false, status, message, result },
		}));
	});

type Batch = (op: BatchContext, operation: RequestOperation, input: Input) => Promise<Output[]>;

/** Executes the batches of items one after the other, because items may change the same things. */
function inOrderOfItems(work: Batch): Batch {
	return async (op, operation, input) =>
		await op.serialize(operation.endpoint, async () => await work(op, operation, input));
}

type Split = Array<string[] | undefined>;

function distinctParts(list: string[] | undefined, size: number): Split {
	if (list === undefined) return [undefined];
	return partsOf([...new Set(list)], size).map(({ all }) => all);
}

/** The part of a batch that is in one request. */
interface BatchPart<T> {
	/** The number of the first row of the part in the whole input, from 0. */
	first: number;
	all: T[];
}

function partsOf<T>(all: readonly T[], size: number): Array<BatchPart<T>> {
	const count = Math.ceil(all.length / size);
	return Array.from({ length: count }, (_part, index) => {
		const first = index * size;
		return { first, all: all.slice(first, first + size) };
	});
}

function sizeOf({ settings }: RequestOperation, input: Input): number {
	return (input.settings.batchSize ?? settings!.batchSize!.spec.apiDefault) as number;
}

/**
 * The rejected changes in a response: in a 207, all that are not reported as done; in others, those
 * that are reported as rejected. A response without results means that all changes were made.
 */
function rejectedIn({ status, body }: Answer): IDataObject[] {
	const isMixed = status === 207;
	if (!Array.isArray(body))
		return isMixed
			? [
					{
						message: 'The platform rejected changes without saying which',
						answer: body as IDataObject,
					},
				]
			: [];
	const results = (body as unknown[]).map((each): IDataObject =>
		isObject(each)
			? each
			: isMixed
				? {
						message: 'The platform did not say what became of a change',
						answer: each as IDataObject,
					}
				: {},
	);
	return results.filter(({ status: each }) =>
		isMixed ? !(Number(each) >= 200 && Number(each) < 300) : Number(each) >= 400,
	);
}

function rejectionOf(result: IDataObject): Rejection {
	const status = Number(result.status ?? NaN);
	return {
		...(Number.isFinite(status) ? { status } : {}),
		message: String(result.message ?? 'Rejected without a reason'),
		result,
	};
}

const UNSURE_ROW =
	'May not have been done: the platform rejected a row of this request without saying which. Check this row before you send it again.';

/**
 * The output: an item for each row, which says whether it was changed; then the results that match
 * no row.
 * @param unsure rows that were in the same request as such a result
 */
function outcomes(
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

function rejectionError(op: BatchContext, rejections: Rejection[], rows: IDataObject[]): Error {
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
function isAboutRows(error: unknown): error is NodeApiError {
	return isRefusedWith(error, 400, 404, 409, 422);
}

/** The rejection of a row, if its whole request was refused. */
function asRejection(error: NodeApiError, row: number): Rejection {
	return {
		row,
		status: Number(error.httpCode),
		message: `The request with this row was refused: ${error.message}`,
	};
}

/** Adds to the error of a request which rows it had, and which ones were sent before. */
function cutShort(
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
function interrupted(
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
function firstRejections(rejections: Rejection[], rows: IDataObject[]): string {
	const more =
		rejections.length > MAX_NAMED
			? [`And ${rejections.length - MAX_NAMED} more: see the details of this node's output.`]
			: [];
	return [...rejectionLines(rejections.slice(0, MAX_NAMED), rows), ...more].join(' ');
}

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
