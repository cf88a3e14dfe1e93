import type { IDataObject } from 'n8n-workflow';

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
		reasons.length > 5
			? ` And ${reasons.length - 5} more: see the details of this node's output.`
			: '';
	const moreNames = names.length > 20 ? ` and ${names.length - 20} more` : '';
	const values = {
		count: reasons.length,
		total: changes.length,
		reasons: `${reasons.slice(0, 5).join('. ')}.${more}`,
		done: names.length > 0 ? `Updated: ${names.slice(0, 20).join(', ')}${moreNames}. ` : '',
	};
	return [values, reasons] as const;
}
