/** What the engine itself can say, for any operation. */
import { hint, problem } from '../declare/messages';

export const ENGINE_MESSAGES = {
	otherRecord: problem(
		'The platform returned another record than the one that was requested',
		'Its ID is not {id}. Nothing was returned. Check the address in the credential, and run the node again.',
	),
	sameTime: problem(
		'Too many records have the same time for the platform to list them all',
		'Nothing was returned. Add filters, so that fewer records match.',
	),
	withoutSize: hint(
		'The platform refused the page size parameter "{size}", so the list was read without it.',
	),
	noList: problem(
		'The platform returned something that is not a list',
		'Nothing was returned. Check the region or address in the credential, and run the node again.',
	),
	listCut: problem(
		'{cut}',
		'{why} Nothing was returned. To work with the first ones, turn off Return All and set a Limit that is not higher than the number of records returned; to get all, add filters, so that fewer records match.',
	),
	notFound: problem(
		'The {noun} was not found',
		'Check the ID, and that the credential has permission to view the {noun}. Nothing was changed.',
	),
	notTheRecord: problem(
		'Nothing was changed, because what the platform returned is not the record to change: {why}',
		'An update writes back what it does not change, so the record is read and checked first. Try again; if this persists, check the address in the credential and read the record with Get or Get Many.',
	),
	startedAgain: hint(
		'It was started by an earlier try and ended without success, so it was started again. Reason: {reason}',
	),
	divided: hint(
		'{label}: the text was divided into {count} entries, such as "{first}". If an entry has a comma in it, give a list, such as ["a, b", "c"].',
	),
	emptyFile: hint('{why}'),
	warning: hint('{warning}'),
};
