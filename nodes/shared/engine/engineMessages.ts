/** What the engine itself can say, for any operation. */
import { hint, problem } from '../declare/messages';

export const ENGINE_MESSAGES = {
	otherRecord: problem(
		'Talend Cloud returned a different record from the one requested',
		'Its ID is not {id}. Nothing was returned. Check the address in the credential, and run the node again.',
	),
	sameTime: problem(
		'The list is incomplete: too many records have the same time',
		'Nothing was returned. Add filters, so that fewer records match.',
	),
	withoutSize: hint(
		'Talend Cloud refused the page size parameter "{size}", so the list was read without it.',
	),
	noList: problem(
		'Talend Cloud returned something that is not a list',
		'Nothing was returned. Check the region or address in the credential, and run the node again.',
	),
	listCut: problem(
		'{cut}',
		'{why} Nothing was returned. To get all records, add filters so that fewer match. To get only the first ones, turn off Return All and set Limit to at most the number of records that arrived.',
	),
	notFound: problem(
		'The {noun} was not found',
		'Check the ID, and that the credential has permission to view the {noun}. Nothing was changed.',
	),
	notRequested: problem(
		'Talend Cloud did not return the requested {noun}: {why}',
		'Try again. If this persists, check the address in the credential, and read the {noun} with Get or Get Many.',
	),
	notTheRecord: problem(
		'Nothing was changed, because the record to update was not returned: {why}',
		'Try again. If this persists, check the address in the credential, and read the record with Get or Get Many. (An update reads the whole record first, because it writes back the fields that do not change.)',
	),
	startedAgain: hint(
		'An earlier try started an execution that did not succeed, so the node started it again. Reason: {reason}',
	),
	divided: hint(
		'{label}: the text was split at commas into {count} entries, such as "{first}". If an entry contains a comma, enter a list, such as ["a, b", "c"].',
	),
	emptyFile: hint('{why}'),
	warning: hint('{warning}'),
};
