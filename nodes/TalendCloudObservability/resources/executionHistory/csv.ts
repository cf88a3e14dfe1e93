/**
 * Splits CSV into records and values. Quotes are doubled inside quotes, and quoted values may
 * contain line breaks.
 */

/** Splits a CSV text into its records, unchanged and without their line breaks. */
export function csvRecords(text: string): string[] {
	const records: string[] = [];
	let start = 0;
	let quoted = false;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (character === '"') quoted = !quoted;
		else if (character === '\n' && !quoted) {
			records.push(text.slice(start, at).replace(/\r$/, ''));
			start = at + 1;
		}
	}
	if (start < text.length) records.push(text.slice(start));
	return records.filter((record) => record !== '');
}

/** The values of a record. */
export function csvValues(record: string): string[] {
	const values: string[] = [];
	let value = '';
	let quoted = false;
	for (let at = 0; at < record.length; at++) {
		const character = record[at]!;
		if (character === '"' && quoted && record[at + 1] === '"') value += record[++at]!;
		else if (character === '"') quoted = !quoted;
		else if (character === ',' && !quoted) {
			values.push(value);
			value = '';
		} else value += character;
	}
	return [...values, value];
}
