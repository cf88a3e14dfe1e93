/**
 * Writes lists to files that are too long for an execution of n8n. Records are in memory only until
 * their file is full (docs/guide/scaling.md, "Large lists").
 */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../../shared/declare/answers';
import { choice, type Fields, integer, text } from '../../../shared/declare/fields';
import { hint } from '../../../shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../../shared/declare/operation';
import { onlyWith } from '../../../shared/declare/rules';
import type { Input } from '../../../shared/declare/runtime/context';
import { isObject, objectIn } from '../../../shared/support/json';
import { isAbsent } from '../../../shared/support/nothing';

/** How many records a file has by default. */
export const RECORDS_PER_FILE = 10_000;

export const fileSettings: Fields = {
	outputAs: choice(
		'Return files instead of one item for each record, so that long lists need little memory',
		[
			{ value: 'jsonLines', name: 'JSON Lines', description: 'One JSON object per line' },
			{
				value: 'csv',
				name: 'CSV',
				description: 'A header line, then one line per record; nested values are written as JSON',
			},
		],
	)
		.label('Output as Files')
		.optional(),
	recordsPerFile: integer(`How many records to put into one file (defaults to ${RECORDS_PER_FILE})`)
		.label('Records per File')
		.min(1)
		.max(100_000)
		.eg(RECORDS_PER_FILE)
		.optional(),
	filesField: text('Name of the binary field to put each file in (defaults to data)')
		.label('Put Output Files in Field')
		.eg('data')
		.optional(),
};

export const FILE_RULES = [
	onlyWith('recordsPerFile', 'outputAs'),
	onlyWith('filesField', 'outputAs'),
];

/**
 * From half a million items on n8n may be unable to save an execution (docs/guide/scaling.md,
 * "Large lists").
 */
const FILES_ADVISED_FROM = 200_000;

export const MANY_ITEMS = hint(
	'{count} items are more than n8n saves reliably. Choose Output as Files to put such a list into files.',
);

type ListCall = OperationContext<typeof MANY_ITEMS>;

/**
 * Reads a list into items or files.
 * @param name the beginning of the names of the files
 * @param words makes the sentence that an item has with Simplify, with times in a zone
 */
export const intoItemsOrFiles =
	(name: string, words?: (record: IDataObject, zone: string) => string) =>
	async (op: ListCall, operation: RequestOperation, input: Input): Promise<Output[]> => {
		const { returnAll, limit, outputAs } = input.settings;
		const fields = input.settings.fields as string[] | undefined;
		const list = {
			operation,
			input,
			limit: returnAll === true ? undefined : (limit as number | undefined),
		};
		const shown = (records: IDataObject[]): IDataObject[] =>
			fields
				? records.map((record) => picked(record, fields))
				: op
						.outputs(operation, input, { status: 200, headers: {}, body: records })
						.map(({ json }) => json);
		if (outputAs !== undefined) {
			const files = fileWriter(op, input, name);
			await op.pages(
				{ ...list, remembersAll: false },
				async (records) => await files.take(shown(records)),
			);
			return await files.end();
		}
		const outputs: Output[] = [];
		const inWords = input.settings.simplify === true && !fields ? words : undefined;
		await op.pages(list, (records) => {
			for (const [index, json] of shown(records).entries())
				outputs.push({
					json: inWords ? { summary: inWords(records[index]!, op.timezone), ...json } : json,
				});
		});
		if (outputs.length >= FILES_ADVISED_FROM) op.hint(MANY_ITEMS, { count: outputs.length });
		return outputs;
	};

/** Keeps only these fields of a record; "request.url" keeps one field of a nested object. */
export function picked(record: IDataObject, paths: readonly string[]): IDataObject {
	const kept: IDataObject = {};
	for (const path of paths) {
		const [name, ...rest] = path.split('.') as [string, ...string[]];
		if (!(name in record)) continue;
		const value = record[name];
		if (rest.length === 0) kept[name] = value;
		else if (isObject(value))
			kept[name] = {
				...objectIn(kept[name]),
				...picked(value, [rest.join('.')]),
			};
	}
	return kept;
}

interface Form {
	suffix: string;
	mimeType: string;
	write: (records: readonly IDataObject[]) => string;
}

const FORMS: Readonly<Record<string, Form>> = {
	jsonLines: {
		suffix: 'jsonl',
		mimeType: 'application/x-ndjson',
		write: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
	},
	csv: { suffix: 'csv', mimeType: 'text/csv', write: csvOf },
};

/** Makes a writer that collects records, and writes a file as soon as there are enough. */
function fileWriter(op: ListCall, { settings }: Input, name: string) {
	const { suffix, mimeType, write } = FORMS[String(settings.outputAs)]!;
	const size = (settings.recordsPerFile as number | undefined) ?? RECORDS_PER_FILE;
	const field = String(settings.filesField ?? 'data');
	const outputs: Output[] = [];
	let waiting: IDataObject[] = [];

	async function finish(records: readonly IDataObject[]): Promise<void> {
		const fileName = `${name}-${outputs.length + 1}.${suffix}`;
		const data = Buffer.from(write(records));
		outputs.push({
			json: { fileName, mimeType, size: data.length, records: records.length },
			binary: { [field]: await op.binary(data, fileName, mimeType) },
		});
	}

	return {
		take: async (records: readonly IDataObject[]): Promise<void> => {
			for (const record of records) waiting.push(record);
			while (waiting.length >= size) {
				const full = waiting.slice(0, size);
				waiting = waiting.slice(size);
				await finish(full);
			}
		},
		/**
		 * Called at the end of the list.
		 * @returns an item for each file; none if the list is empty
		 */
		end: async (): Promise<Output[]> => {
			if (waiting.length > 0) await finish(waiting);
			return outputs;
		},
	};
}

/**
 * CSV (RFC 4180): a header line with the field names of all records, in order of appearance. Nested
 * values are written as JSON.
 */
export function csvOf(records: readonly IDataObject[]): string {
	const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
	return [
		names.map(quoted),
		...records.map((record) => names.map((name) => quoted(cellText(record[name])))),
	]
		.map((line) => `${line.join(',')}\r\n`)
		.join('');
}

function cellText(value: unknown): string {
	if (isAbsent(value)) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const quoted = (cell: string): string =>
	/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
