import type { IDataObject } from 'n8n-workflow';

/** How many reasons and names a message shows; the output has all of them. */
const MAX_REASONS = 5;
const MAX_NAMES = 20;

/**
 * What to say if the platform refused some of several changes.
 * @param changes one for each record, with its `result`
 * @param reasons why changes were refused
 * @param success the result, or the results, of a change that was made
 * @param nameField the field of a change with the name of its record
 * @returns the values of the message (how many were refused, why, which were made), and all reasons
 */
export function resultsInWords(
	changes: readonly IDataObject[],
	reasons: string[],
	success: string | readonly string[],
	nameField: string,
) {
	const names = changes
		.filter(({ result }) => [success].flat().includes(String(result)))
		.map((change) => String(change[nameField]));
	const more =
		reasons.length > MAX_REASONS
			? ` And ${reasons.length - MAX_REASONS} more: see the details of this node's output.`
			: '';
	const moreNames = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
	const values = {
		count: reasons.length,
		total: changes.length,
		reasons: `${reasons.slice(0, MAX_REASONS).join('. ')}.${more}`,
		done: names.length > 0 ? `Updated: ${names.slice(0, MAX_NAMES).join(', ')}${moreNames}. ` : '',
	};
	return [values, reasons] as const;
}
