/**
 * Lists that are longer than an execution can hold are written to files: a record is in memory only until its file is full
 * (docs/guide/scaling.md, "Many records").
 */
import { choice, integer, text, type Fields } from '../field';
import { onlyWith, type Rule } from '../rules';

/** Records of a file by default. */
export const RECORDS_PER_FILE = 10_000;

export const fileSettings: Fields = {
	outputAs: choice('Put the results into files instead of one item each: long lists then need little memory', [
		{ value: 'jsonLines', name: 'JSON Lines', description: 'One JSON object per line' },
		{ value: 'csv', name: 'CSV', description: 'A header line, then one line per record; nested values are written as JSON' },
	])
		.label('Output as Files')
		.optional(),
	recordsPerFile: integer(`How many records to put into one file (${RECORDS_PER_FILE} when not set)`)
		.label('Records per File')
		.min(1)
		.max(100_000)
		.eg(RECORDS_PER_FILE)
		.optional(),
	filesField: text('Name of the binary field to put each file in (data when not set)')
		.label('Put Output Files in Field')
		.eg('data')
		.optional(),
};

export const fileRules = (settings: Fields): Rule[] =>
	['recordsPerFile', 'filesField'].filter((field) => field in settings).map((field) => onlyWith(field, 'outputAs'));
