/**
 * Blanks out everything in texts of jobs and of the platform that is no sign of a cause: names,
 * quotations, statements, and what did not happen. The texts keep their length, so that positions
 * are the same as in the original.
 */

/** A text of the same length whose characters occur in no phrase or code. */
const blank = (text: string): string => text.replace(/[^\n]/g, '\u0001');

/** Matches lines that only say where in the code something happened. */
export const STACK_FRAMES =
	/^[ \t]*(?:at [\w$.<>/]+\(.*|\.\.\. \d+ (?:more|common frames omitted).*)$/gm;

/**
 * The beginning and end of statements and documents that a message repeats. In brackets or quotes,
 * they are in one line.
 */
const STATEMENTS_AND_DOCUMENTS = [
	{
		begins: /\b(?:Batch entry|Batch-Eintrag|élément du batch) \d{1,9} /g,
		ends: / (?:was aborted|wurde abgebrochen|a été annulé)/g,
		hasLines: true,
	},
	{ begins: /\[\s?(?:select|insert|update|delete|merge)\s/gi, ends: /\](?=;|$)/gm },
	{ begins: /"\s?(?:select|insert|update|delete|merge)\s/gi, ends: /"(?=[;:,.]|$)/gm },
	{ begins: /\[Source: \((?:String|InputStream|BufferedReader)\)"/g, ends: /; line: \d/g },
];

/**
 * Matches the component and the job that failed (which may have any name), addresses, the values of
 * a row, and what an exception names, as in "UnknownHostException: forbidden".
 */
const NAMES_AND_ADDRESSES = [
	/Exception in component [^\n]*/g,
	/\b(?:https?|jdbc):[^\s"'<>]{1,300}/g,
	/\)=\([^()\n]{1,300}\)/g,
	/(?<=value is )\([^()\n]{1,100}\)/g,
	/Failing row contains \([^\n]*/g,
	/(?<=(?:(?:UnknownHost|NotFound|NoSuchFile|NoSuchTable)Exception|NoClassDefFoundError): )(?!\d)[^\s():]{1,200}(?=$| \(|: )/gm,
];

/** The closing quotation marks, by the opening ones. */
const CLOSING_QUOTES: Readonly<Record<string, string>> = {
	...{ '"': '"', "'": "'", '`': '`' },
	...{ '«': '»', '»': '«', '“': '”', '„': '“', '「': '」' },
};

const MAX_QUOTE_LENGTH = 300;
/** A quotation with at least this many words is a sentence. */
const MIN_WORDS_OF_SENTENCE = 8;
/** After these words, a quotation says what happened: `message: '…'`, `"error":"…"`. */
const INTRODUCE_A_MESSAGE = new Set(
	'message messages msg error errors reason description detail details code cause errorcode statuscode faultstring exceptioncode exceptionmessage'.split(
		' ',
	),
);

export function introducesMessage(before: string): boolean {
	const [lastWord = ''] = /\b[A-Za-z]{3,20}["':=]{1,3}$/.exec(before.replaceAll(' ', '')) ?? [];
	return INTRODUCE_A_MESSAGE.has(lastWord.replace(/["':=]/g, '').toLowerCase());
}

const isLetter = (char: string | undefined): boolean =>
	char !== undefined && /[\p{L}\d]/u.test(char);

/**
 * Where the quotation that begins at a position ends; undefined if none begins there, as at an
 * apostrophe.
 */
function endOfQuote(text: string, start: number): number | undefined {
	const closing = CLOSING_QUOTES[text[start]!];
	const isApostrophe = closing === "'";
	if (closing === undefined || (isApostrophe && isLetter(text[start - 1]))) return undefined;
	for (let end = start + 1; end < text.length && end - start <= MAX_QUOTE_LENGTH; end++) {
		if (text[end] === '\n') return undefined;
		if (text[end] === '\\') end++;
		else if (text[end] === closing && !(isApostrophe && isLetter(text[end + 1]))) return end + 1;
	}
	return undefined;
}

/** Whether a word is the path of a file, on any operating system. */
const isPath = (word: string): boolean =>
	/^(?:[A-Za-z]:)?[\\/]/.test(word) && word.split(/[\\/]/).length > 2;

/** Matches a folder, or a file with an extension, whose name may have spaces. */
const IN_PATH = /(?<=[\\/])[^\s\\/.:<>][^\n\\/.:<>]{1,80}(?=[\\/]|\.\w)/g;

/** A text of the same length without SQL statements, because these contain names and values. */
function withoutStatements(text: string): string {
	let plain = text;
	for (const { begins, ends, hasLines } of STATEMENTS_AND_DOCUMENTS) {
		let done = 0;
		for (const { index } of text.matchAll(begins)) {
			if (index < done) continue;
			ends.lastIndex = index;
			const end = ends.exec(text);
			if (!end) break;
			done = end.index;
			const statement = text.slice(index, done);
			// A sentence such as "Select a warehouse first" has none of these characters.
			if (/[(=*]/.test(statement) && (hasLines === true || !statement.includes('\n')))
				plain = plain.slice(0, index) + blank(statement) + plain.slice(done);
		}
	}
	return plain;
}

/**
 * A text of the same length without the paths of files, because these contain names, and numbers
 * that look like codes.
 */
const withoutPaths = (text: string): string =>
	text
		.replace(IN_PATH, (name) => (/^\S+(?: \S+){1,3}$/.test(name) ? blank(name) : name))
		.replace(/\S{3,300}/g, (word) => (isPath(word) ? blank(word) : word));

/**
 * A text of the same length without names. Their words are no causes, for example in a table called
 * "certificates".
 */
function withoutNames(text: string): string {
	const named = NAMES_AND_ADDRESSES.reduce((rest, name) => rest.replace(name, blank), text);
	let plain = '';
	for (let start = 0; start < named.length;) {
		const end = endOfQuote(named, start) ?? start + 1;
		const part = named.slice(start, end);
		const isName =
			part.length > 1 &&
			part.split(/\s+/).length < MIN_WORDS_OF_SENTENCE &&
			!introducesMessage(named.slice(Math.max(0, start - 40), start));
		plain += isName ? blank(part) : part;
		start = end;
	}
	return plain;
}

/** Matches what jobs write if no Studio is connected: "[statistics] connection refused". */
const WRITTEN_FOR_STUDIO = /^\s*\[(?:statistics|trace)\] /;
const LEVELS_BELOW_ERROR = new Set(
	'TRACE DEBUG INFO WARN WARNING NOTICE VERBOSE FINE FINER FINEST'.split(' '),
);

const LOG_LEVEL = new RegExp(`\\b(?:${[...LEVELS_BELOW_ERROR].join('|')}|ERROR|FATAL|SEVERE)\\b`);
/** A line of a log begins with its level, or with a time and a thread before it. */
const LEVEL_WITHIN = 80;

function reportsNoFailure(line: string): boolean {
	if (WRITTEN_FOR_STUDIO.test(line)) return true;
	const level = LOG_LEVEL.exec(line.slice(0, LEVEL_WITHIN));
	if (!level || !LEVELS_BELOW_ERROR.has(level[0])) return false;
	const [first = '', ...threads] = line.slice(0, level.index).split('[');
	const time = first + threads.map((thread) => thread.slice(thread.indexOf(']') + 1)).join('');
	// "T", "Z", "PM" and "UTC" belong to a time.
	return time.replace(/[^\p{L}]/gu, '').length <= 3;
}

/**
 * Matches counts that are zero: `0 duplicate keys`, and `duplicate keys: 0` in a line with another
 * count. Before a bracket, a 0 is a time in a log.
 */
const ZERO_OF_SOMETHING =
	/(?<=(?:^|[,;(|]|(?<!(?:[Cc]ode|[Ee]rror|[Ee]rrno|[Rr]ow|[Ll]ine|[Cc]olumn|[Ii]ndex) ?|\d):) ?)0 (?=\p{L})[^,;:()[|\n]{1,80}/gmu;

const COUNT_AFTER_NAME = /[:=] ?(\d{1,12})(?![\w:]|\.\d)/g;
const ENDS_OF_NAMES = [',', ';', '|', '.'];

/** A text of the same length without everything that was counted and did not happen. */
function withoutZeros(text: string): string {
	return text.replace(ZERO_OF_SOMETHING, blank).replace(/[^\n]+/g, (line) => {
		const counts = [...line.matchAll(COUNT_AFTER_NAME)];
		if (counts.length < 2) return line;
		let plain = '';
		for (const { 0: count, 1: number, index } of counts) {
			const named = line.slice(plain.length, index);
			const begin = Math.max(...ENDS_OF_NAMES.map((sign) => named.lastIndexOf(sign))) + 1;
			const what = named.slice(begin) + count;
			plain += named.slice(0, begin) + (Number(number) === 0 ? blank(what) : what);
		}
		return plain + line.slice(plain.length);
	});
}

/**
 * A text of the same length without the lines of a log that report no failure. If no line reports
 * one, all lines stay.
 */
export function failuresOf(text: string): string {
	const failures = text
		.split('\n')
		.map((line) => (reportsNoFailure(line) ? blank(line) : line))
		.join('\n');
	return /[\p{L}\d]/u.test(failures.replace(STACK_FRAMES, '')) ? failures : text;
}

/**
 * A text in which codes can be recognized, because places in source code, statements and file paths
 * are blanked out.
 */
export const withCodes = (text: string): string =>
	withoutPaths(withoutStatements(text.replace(STACK_FRAMES, blank)));

/**
 * A {@link withCodes} text in which phrases can be recognized, because names are blanked out as
 * well.
 */
export const withPhrases = (text: string): string => withoutZeros(withoutNames(text));
