import type { IDataObject } from 'n8n-workflow';

/** CSV (RFC 4180): a header line with the field names of all records, in order of appearance. Nested values are written as JSON. */
export function csvOf(records: readonly IDataObject[]): string {
	const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
	return [names.map(quoted), ...records.map((record) => names.map((name) => quoted(textOf(record[name]))))]
		.map((line) => `${line.join(',')}\r\n`)
		.join('');
}

const textOf = (value: unknown): string =>
	value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
