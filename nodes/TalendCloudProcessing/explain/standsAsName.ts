/**
 * Whether the words of a cause stand where a text names something: a table `FORBIDDEN`, a file
 * `access_denied.csv`, a company "Connection Reset Ltd". Such words do not say what happened.
 */
import { introducesMessage } from './blankedOut';

/** How many characters before and after the words decide. */
const CONTEXT_LENGTH = 60;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that come before a name: "table PERMISSION_DENIED". */
const NAMED = setOf(
	'table view column field object index key file sheet topic queue host job task step rule customer product article order invoice ticket value named',
);

/** Labels of values, which can be any words: "Category: Login failed". */
const LABELS = setOf(
	'category comment key label name note remark state status subject text title type value',
);

/**
 * Labels that come before what happened. All other labels come before values, as in "artist: Access
 * Denied".
 */
const LABELS_OF_MESSAGES = setOf(
	'error reason message response fatal cause http https ftp sftp ssh smtp api curl java',
);

/** Words after which a single word says what happened: "the response was Forbidden". */
const REPORTING = setOf(
	'is are was were be been not a an with returned returns got received responded replied error errors exception failure code status reason message response answer http request access operation action method call client user token server service connect read write getaddrinfo invoked des eine wegen wird wurde würden',
);

/** Words that follow what happened: "Forbidden for", "Unauthorized access". */
const CONTINUING = setOf(
	'access action an as at because beim by call character client due during error exception failure for found from message nach on operation or quoted request response sur user when while with',
);

const VERBS = setOf('is are was were has have had does did can could will hat ist est');

/** The word directly before a position; empty if a punctuation mark is there. */
const lastWord = (before: string): string =>
	before
		.trimEnd()
		.split(/[^\p{L}]/u)
		.at(-1)!;

const firstWord = (after: string): string => /^ [\p{L}]{1,40}/u.exec(after)?.[0].slice(1) ?? '';

/** Whether a name follows the last word of a text. */
export const isNamed = (before: string): boolean =>
	before.endsWith(' ') && NAMED.has(lastWord(before).toLowerCase().replace(/s$/, ''));

/** Whether a position is at the beginning of a clause, or after a number: "403 Forbidden". */
function isBeginning(before: string): boolean {
	const text = before.trimEnd();
	const sign = text.at(-1) ?? '';
	if (sign === '(' || sign === '[') {
		const outside = text.slice(0, -1);
		return (sign === '(' && outside.endsWith(' ')) || !/\p{L}$/u.test(outside.trimEnd());
	}
	return /\d\w?$/.test(text) || !/[\p{L}{_]/u.test(sign);
}

function reports(before: string): boolean {
	const [determiner = ''] = before.trimEnd().split(' ').slice(-2);
	return REPORTING.has(lastWord(before)) && !['for', 'no', 'unknown'].includes(determiner);
}

/** Whether words begin with capital letters, like the name of a company or a title. */
const isTitle = (words: string): boolean =>
	words !== words.toUpperCase() &&
	words.split(/[^\p{L}\d'’]/u).every((word) => /^(?:of|to)$|^(?!\p{Ll})/u.test(word));

/**
 * Whether the text continues in the way that it does after a name: "Forbidden Fruit", "Access
 * Denied has".
 */
const goesOn = (after: string): boolean =>
	firstWord(after) !== '' && !CONTINUING.has(firstWord(after));

const isWithinSentence = (before: string): boolean => !isBeginning(before) && !reports(before);

/**
 * Whether a single word or a code is only a part of a sentence. It is a sign of a cause only if it
 * stands alone, or says what something is.
 */
function isPartOfText(before: string, after: string): boolean {
	const next = after.replace(/^[)\]>]/, '');
	const previous = before.replace(/\d[-.]$/, '');
	return (
		/[#@]$|-> ?$|[\p{L}\d][-./\\]$/u.test(previous) ||
		(before.endsWith(': ') && /(?:found|exist|host): $/.test(before)) ||
		// It is a part of source code, of a list of names, or of a count.
		/^(?:\((?!\d)| ?->)/.test(after) ||
		(!/\d ?$/.test(before) && /^ ?(?:[,;|] ?\d{1,2}(?![\d.])|: \d{1,9} of )/.test(after)) ||
		(goesOn(next) && /^ \p{Ll}/u.test(next)) ||
		isWithinSentence(before.toLowerCase())
	);
}

/**
 * Whether words are the value of a label, or one of several values: "state=forbidden", "17; Access
 * denied; 5".
 */
function isValue(words: string, before: string, after: string): boolean {
	const label = /[:>] ?$/.test(before) ? lastWord(before.trimEnd().slice(0, -1)) : '';
	const isWhole = after === '' || after.startsWith(' (');
	return (
		LABELS.has(label.toLowerCase()) ||
		(before === `${label}: ` &&
			label === label.toLowerCase() &&
			!LABELS_OF_MESSAGES.has(label) &&
			isTitle(words) &&
			isWhole) ||
		// The exceptions are labels with which AMQP and Elasticsearch say what happened.
		(/(?<!reply-text|\[type)= ?$/.test(before) && !introducesMessage(before)) ||
		// "Ticket 17 (Login failed) has no owner"
		(/^(?:\)| [-–]) /.test(after) && VERBS.has(firstWord(after.replace(/^(?:\)| [-–])/, '')))) ||
		(/[,;|] ?$/.test(before) && /^ ?[,;|\]]/.test(after))
	);
}

/**
 * Whether words are joined to what follows, as in a file name or an address: `access_denied.csv`,
 * `forbidden:443`.
 */
function isJoined(words: string, after: string): boolean {
	const last = words.split(/\s/).at(-1)!;
	return /^(?:[-./\\@]\w|:\d)/.test(after) && (last === words || last.includes('_'));
}

/**
 * The beginning of the name of a class that ends with the words: `com.example.My` before
 * `LoginException`.
 */
const qualifierIn = (words: string, before: string): string =>
	/(?:Exception|Error|Fault)$/.test(words.split('$')[0]!) && !/[\s_]/.test(words)
		? before.split(/[^\w$.]/).at(-1)!
		: '';

/**
 * Whether words that were found in a text are part of a name or value there.
 * @param text the text in which other things are already blanked out (`withPhrases`)
 */
export function standsAsName(text: string, start: number, end: number): boolean {
	const words = text.slice(start, end);
	const [after = ''] = text
		.slice(end, end + CONTEXT_LENGTH)
		.replace(/^\w{1,60}/, '')
		.split('\n');
	const line = text
		.slice(Math.max(0, start - CONTEXT_LENGTH), start)
		.split('\n')
		.at(-1)!;
	const qualifier = qualifierIn(words, line);
	const before = line.slice(0, line.length - qualifier.length);
	if (isValue(words, before, after)) return true;
	// Words in other scripts are not checked: they have no capital letters, and are not joined.
	if (!/[A-Za-z]/.test(words) || /[^\p{L}\d]$/u.test(words)) return false;
	if (isJoined(words, after) || (isTitle(words) && goesOn(after))) return true;
	if (/\s/.test(words)) return isTitle(words) && isWithinSentence(before);
	return qualifier.split('.').length > 2 ? isNamed(before) : isPartOfText(before, after);
}
