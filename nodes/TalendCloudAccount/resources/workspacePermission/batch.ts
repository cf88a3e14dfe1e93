/**
 * Batches: an item with many changes, which are sent in requests of a given size, in their order.
 * The platform responds with 204 if it has made all changes, and with 207 and the rejected changes
 * otherwise (docs/platform/interface.md, "Permissions"). Each rejected change is reported: in the
 * error, or in an output item with its input row.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../../shared/declare/answers';
import { choice, type Fields, integer } from '../../../shared/declare/fields';
import type { RequestOperation } from '../../../shared/declare/operation';
import type { Input } from '../../../shared/declare/runtime/context';
import { isObject, isSameId } from '../../../shared/support/json';
import {
	asRejection,
	type BatchContext,
	type BatchPart,
	cutShort,
	interrupted,
	isAboutRows,
	outputsOfRows,
	rejectedIn,
	type Rejection,
	rejectionError,
	rejectionOf,
} from './rejections';

/**
 * The settings of a batch: how many `things` are in one request, and what to do about rejected
 * changes.
 */
export const batchSettings = (things: string, size: number): Fields => ({
	onRejection: choice('What to do when Talend Cloud rejects some of the changes', [
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
		for (const part of batchParts(rows, sizeOf(operation, input))) {
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
		if (report) return outputsOfRows(rows, rejections, unsure);
		if (rejections.length > 0) throw rejectionError(op, rejections, rows);
		return [{ json: { success: true, rows: rows.length } }];

		function placed(result: IDataObject, { first, all }: BatchPart<IDataObject>): Rejection {
			const inResult = result[resultField];
			const ids = isObject(inResult) ? inResult : result;
			const index = all.findIndex((row) => names.every((name) => isSameId(row[name], ids[name])));
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
	return batchParts([...new Set(list)], size).map(({ all }) => all);
}

function batchParts<T>(all: readonly T[], size: number): Array<BatchPart<T>> {
	const count = Math.ceil(all.length / size);
	return Array.from({ length: count }, (_part, index) => {
		const first = index * size;
		return { first, all: all.slice(first, first + size) };
	});
}

function sizeOf({ settings }: RequestOperation, input: Input): number {
	return (input.settings.batchSize ?? settings!.batchSize!.spec.apiDefault) as number;
}
