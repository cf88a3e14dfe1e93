import type { IDataObject } from 'n8n-workflow';

/** How many names a message shows. */
const MAX_NAMES = 20;

/** The first sentences of several, and how many others the details of the error have. */
export function firstSentences(sentences: readonly string[], most = 5): string {
	const others = sentences.length - most;
	const more = `And ${others} more: see the details of this node's output.`;
	return [...sentences.slice(0, most), ...(others > 0 ? [more] : [])].join(' ');
}

/** The values of a message about the changes of several records. */
interface ResultValues extends Record<string, string | number> {
	/** How many changes were refused. */
	count: number;
	/** How many changes there were. */
	total: number;
	reasons: string;
	/** The names of the records that were changed, as a sentence. */
	done: string;
}

/**
 * What to say if the platform refused some of several changes.
 * @param changes one for each record, with its `result`
 * @param reasons why changes were refused
 * @param success the result, or the results, of a change that was made
 * @param nameField the field of a change with the name of its record
 * @returns the values of the message, with the first reasons and names, and all reasons
 */
export function resultsInWords(
	changes: readonly IDataObject[],
	reasons: string[],
	success: string | readonly string[],
	nameField: string,
): [values: ResultValues, allReasons: string[]] {
	const names = changes
		.filter(({ result }) => [success].flat().includes(String(result)))
		.map((change) => String(change[nameField]));
	const moreNames = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
	const values = {
		count: reasons.length,
		total: changes.length,
		reasons: firstSentences(reasons.map((reason) => `${reason}.`)),
		done: names.length > 0 ? `Done: ${names.slice(0, MAX_NAMES).join(', ')}${moreNames}. ` : '',
	};
	return [values, reasons];
}
