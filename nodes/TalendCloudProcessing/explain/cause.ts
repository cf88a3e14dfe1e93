/** Why an execution failed, in one word, from what the platform and the job say about it. */
import type { IDataObject } from 'n8n-workflow';

import { countsAsSuccess, misfireReason, type Outcome } from '../../records/outcome';
import { withoutColours } from '../../shared/support/colours';
import { excerpt, truncated } from '../../shared/support/truncate';
import { type Cause, type CodeFamily, CODES, RECOGNIZED, type Recognized } from './causes';

/** The word, and what it was concluded from, as a sentence. */
export interface Judgement {
	cause: Cause | null;
	causeReason: string;
}

/** A text that may show the cause, and where it stands, as the beginning of a sentence. */
export interface Evidence {
	where: string;
	text: unknown;
}

/** What was found in a text, and where it stands there. */
interface Match {
	rule: Recognized;
	position: number;
	length: number;
}

/** How much of a text is looked through: a stack trace may be of any length. */
const LOOKED_THROUGH = 30_000;

/** Lines that only say where in the code something happened. */
const FRAME = /^[ \t]*(?:at [\w$.<>/]+\(.*|\.\.\. \d+ (?:more|common frames omitted).*)$/gm;
/**
 * How the statements and documents begin and end that a message repeats: those of a batch, and
 * those in brackets or quotes, which are in one line.
 */
const STATEMENTS = [
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
 * The component and the job that failed, which may have any name, addresses, the values of a row,
 * and what a sentence names: "Column Unauthorized is missing".
 */
const NAMED = [
	/Exception in component [^\n]*/g,
	/\b(?:https?|jdbc):\S{1,300}/g,
	/\)=\([^()\n]{1,300}\)/g,
	/Failing row contains \([^\n]*/g,
	/(?<=\b(?:[Cc]olumn|[Ff]ield|[Cc]ustomer|[Pp]roduct|[Ss]heet|[Tt]opic|[Qq]ueue) )[A-Z]\w{0,60}(?: [A-Z]\w{0,60}){0,4}(?= (?:is|was|has|does|could|in|not)\b)/g,
];
/** The signs that close a quotation, by those that open it. */
const QUOTES: Readonly<Record<string, string>> = {
	...{ '"': '"', "'": "'", '`': '`' },
	...{ '«': '»', '»': '«', '“': '”', '„': '“', '「': '」' },
};
const LONGEST_QUOTE = 300;
/** From so many words on, what is in quotes is a sentence. */
const SENTENCE = 8;
/** After these, quotes are around what happened: `message: '…'`, `"error":"…"`. */
const INTRODUCE_A_MESSAGE = new Set(
	'message messages msg error errors reason description detail details code cause faultstring exceptioncode exceptionmessage'.split(
		' ',
	),
);

function introducesMessage(before: string): boolean {
	const [lastWord = ''] = /\b[A-Za-z]{3,20}["':=]{1,3}$/.exec(before.replaceAll(' ', '')) ?? [];
	return INTRODUCE_A_MESSAGE.has(lastWord.replace(/["':=]/g, '').toLowerCase());
}

const isLetter = (char: string | undefined): boolean =>
	char !== undefined && /[\p{L}\d]/u.test(char);
const blank = (text: string): string => text.replace(/[^\n]/g, '\u0001');

/**
 * Where the quotation that begins at a position ends; undefined if none begins there, as at an
 * apostrophe.
 */
function endOfQuote(text: string, start: number): number | undefined {
	const closing = QUOTES[text[start]!];
	const isApostrophe = closing === "'";
	if (closing === undefined || (isApostrophe && isLetter(text[start - 1]))) return undefined;
	for (let end = start + 1; end < text.length && end - start <= LONGEST_QUOTE; end++) {
		if (text[end] === '\n') return undefined;
		if (text[end] === '\\') end++;
		else if (text[end] === closing && !(isApostrophe && isLetter(text[end + 1]))) return end + 1;
	}
	return undefined;
}

/** The path of a file, in any system. */
const isPath = (word: string): boolean =>
	/^(?:[A-Za-z]:)?[\\/]/.test(word) && word.split(/[\\/]/).length > 2;

/** A text of the same length without statements of SQL, in which are names and values. */
function withoutStatements(text: string): string {
	let plain = text;
	for (const { begins, ends, hasLines } of STATEMENTS) {
		let done = 0;
		for (const { index } of text.matchAll(begins)) {
			if (index < done) continue;
			ends.lastIndex = index;
			const end = ends.exec(text);
			if (!end) break;
			done = end.index;
			const statement = text.slice(index, done);
			// A sentence has none of these signs: "Select a warehouse first".
			if (/[(=*]/.test(statement) && (hasLines === true || !statement.includes('\n')))
				plain = plain.slice(0, index) + blank(statement) + plain.slice(done);
		}
	}
	return plain;
}

/**
 * A text of the same length without the paths of files, in which are names, and numbers that look
 * like codes.
 */
const withoutPaths = (text: string): string =>
	text.replace(/\S{3,300}/g, (word) => (isPath(word) ? blank(word) : word));

/**
 * A text of the same length without what is a name: its words are no causes, as in a table named
 * "certificates".
 */
function withoutNames(text: string): string {
	const named = NAMED.reduce((rest, name) => rest.replace(name, blank), text);
	let plain = '';
	for (let start = 0; start < named.length;) {
		const end = endOfQuote(named, start) ?? start + 1;
		const part = named.slice(start, end);
		const isName =
			part.length > 1 &&
			part.split(/\s+/).length < SENTENCE &&
			!introducesMessage(named.slice(Math.max(0, start - 40), start));
		plain += isName ? blank(part) : part;
		start = end;
	}
	return plain;
}

const isClass = (phrase: string): boolean => /^[A-Z]\w*(?:Exception|Error)$/.test(phrase);

/** A phrase as a part of a regular expression ({@link Recognized.phrases}). */
function pattern(phrase: string): string {
	const inner = phrase
		.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
		.replace(/^… ?| ?…$/g, '')
		.replace(/ … /g, '[^\\n]{0,120}?')
		// In code, words are joined: PERMISSION_DENIED.
		.replace(/ /g, '[\\s_]+');
	const before = /^\w/.test(phrase) && !isClass(phrase) ? '(?<![A-Za-z0-9_])' : '';
	const after = /\w$/.test(phrase) ? 's?(?![A-Za-z0-9_])' : '';
	return `${before}${inner}${after}`;
}

const patterns = new Map<Recognized, RegExp>();

function findPhrase(rule: Recognized, plain: string): Match | undefined {
	if (!rule.phrases) return undefined;
	let test = patterns.get(rule);
	if (!test) {
		test = new RegExp(rule.phrases.map(pattern).join('|'), 'gi');
		patterns.set(rule, test);
	}
	for (const { 0: words, index } of plain.matchAll(test))
		if (!isJoinedName(words, rule.phrases)) return { rule, position: index, length: words.length };
	return undefined;
}

/**
 * Whether words are joined like those of a column or a file, `disk_full`: codes are in capitals, or
 * listed as they are.
 */
const isJoinedName = (words: string, phrases: readonly string[]): boolean =>
	/[a-z]_[a-z]/.test(words) && !/\W/.test(words) && !phrases.includes(words.toLowerCase());

/** Codes of SQLSTATE are listed by their beginnings: class 22 is every "22…". */
const isListed = (listed: string | number, code: string, family: string): boolean =>
	family === 'SQLSTATE'
		? code.toUpperCase().startsWith(String(listed))
		: String(listed) === code || listed === Number(code);

function findCode(rule: Recognized, text: string): Match | undefined {
	for (const [family, codes] of Object.entries(rule.codes ?? {}))
		for (const match of text.matchAll(CODES[family as CodeFamily])) {
			const code = match.slice(1).find((group) => group !== undefined) ?? '';
			if (codes.some((listed) => isListed(listed, code, family)))
				return { rule, position: match.index, length: match[0].length };
		}
	return undefined;
}

/** What jobs write when no Studio watches them: "[statistics] connection refused". */
const WATCHED = /^\s*\[(?:statistics|trace)\] /;
const LEVEL = /\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|SEVERE)\b/;
const LESSER = new Set(['TRACE', 'DEBUG', 'INFO', 'WARN', 'WARNING']);
/** A line of a log begins with its level, or with a time and a thread before it. */
const BEGINNING = 80;

function reportsNoFailure(line: string): boolean {
	if (WATCHED.test(line)) return true;
	const level = LEVEL.exec(line.slice(0, BEGINNING));
	if (!level || !LESSER.has(level[0])) return false;
	const [first = '', ...threads] = line.slice(0, level.index).split('[');
	const time = first + threads.map((thread) => thread.slice(thread.indexOf(']') + 1)).join('');
	// "T", "Z", "PM" and "UTC" belong to a time.
	return time.replace(/[^\p{L}]/gu, '').length <= 3;
}

/**
 * Counts of nothing: `0 duplicate keys`, and `duplicate keys: 0` in a line with another count.
 * Before a bracket, 0 is the time of a log.
 */
const NOTHING =
	/(?<=(?:^|[,;(|]|(?<!(?:[Cc]ode|[Ee]rror|[Ee]rrno|[Rr]ow|[Ll]ine|[Cc]olumn|[Ii]ndex) ?):) ?)0 (?=\p{L})[^,;:()[|\n]{1,80}/gmu;
const COUNT = /[:=] ?(\d{1,12})(?![\w:]|\.\d)/g;
const SEPARATORS = [',', ';', '|', '.'];

/** A text of the same length without what did not happen once. */
function withoutZeros(text: string): string {
	return text.replace(NOTHING, blank).replace(/[^\n]+/g, (line) => {
		const counts = [...line.matchAll(COUNT)];
		if (counts.length < 2) return line;
		let plain = '';
		for (const { 0: count, 1: number, index } of counts) {
			const named = line.slice(plain.length, index);
			const begin = Math.max(...SEPARATORS.map((sign) => named.lastIndexOf(sign))) + 1;
			const what = named.slice(begin) + count;
			plain += named.slice(0, begin) + (Number(number) === 0 ? blank(what) : what);
		}
		return plain + line.slice(plain.length);
	});
}

/**
 * A text of the same length without the lines of a log that report no failure, unless there are no
 * others.
 */
function failuresOf(text: string): string {
	const failures = text
		.split('\n')
		.map((line) => (reportsNoFailure(line) ? blank(line) : line))
		.join('\n');
	return /[\p{L}\d]/u.test(failures) ? failures : text;
}

/**
 * The parts of a text, the innermost cause first: Java puts it last, after "Caused by:". Where each
 * begins is kept, because what is found is repeated.
 */
function partsOf(text: string): Array<{ from: number; part: string }> {
	const starts = [0, ...[...text.matchAll(/^\s*Caused by:/gm)].map(({ index }) => index)];
	return starts
		.map((from, index) => ({ from, part: text.slice(from, starts[index + 1]) }))
		.reverse();
}

/** The first that is recognized in a text ({@link RECOGNIZED}). */
function find(text: string): Match | undefined {
	for (const { from, part } of partsOf(failuresOf(text))) {
		const without = withoutPaths(withoutStatements(part.replace(FRAME, blank)));
		const plain = withoutZeros(withoutNames(without));
		for (const rule of RECOGNIZED) {
			const match = findCode(rule, without) ?? findPhrase(rule, plain);
			if (match) return { ...match, position: from + match.position };
		}
	}
	return undefined;
}

/** Without the colours of a terminal, and with plain apostrophes. */
const simplified = (text: string): string =>
	withoutColours(text.slice(0, LOOKED_THROUGH)).replace(/[’‘]/g, "'");

/** How much around what was recognized is repeated. */
const AROUND = 60;
/** How much of a text is repeated in which nothing was recognized. */
const REPEATED = 200;

/** The beginning of what a text says, without where in the code it happened. */
const saying = (text: string): string =>
	truncated(simplified(text).replace(FRAME, '').replace(/\s+/g, ' ').trim(), REPEATED);

/** What an end shows that says its own cause. */
function causeOfEnd({
	status,
	executionStatus,
	misfiredExecutionReason,
}: IDataObject): Judgement | undefined {
	const reason = String(misfiredExecutionReason ?? '');
	const rule = RECOGNIZED.find(({ codes }) => codes?.Talend?.includes(reason));
	if (rule)
		return {
			cause: rule.cause,
			causeReason: `It did not start: ${misfireReason({ misfiredExecutionReason })}.`,
		};
	const ended = `${String(status ?? '')} ${String(executionStatus ?? '')}`.toLowerCase();
	if (ended.includes('terminated_timeout'))
		return {
			cause: 'configuration',
			causeReason: 'It ran longer than its timeout, and the platform terminated it.',
		};
	if (ended.includes('terminated_shutdown'))
		return { cause: 'engine', causeReason: 'Its engine was shut down while it ran.' };
	if (ended.includes('terminated'))
		return { cause: 'unknown', causeReason: 'Somebody terminated it, or a workflow did.' };
	return undefined;
}

/**
 * The cause of an end.
 * @param outcome how it ended; absent while it runs
 * @param evidence what is known about it, the most telling first
 */
export function causeOf(
	outcome: Outcome | undefined,
	execution: IDataObject,
	evidence: readonly Evidence[],
): Judgement {
	if (outcome === undefined) return { cause: null, causeReason: 'It has not ended yet.' };
	if (outcome === 'rejected') {
		const { numberOfRejectedRows: rejected } = execution;
		const rows = rejected === undefined ? 'rows' : `${String(rejected)} rows`;
		return { cause: 'data', causeReason: `It ended, and rejected ${rows}.` };
	}
	if (countsAsSuccess(outcome)) return { cause: null, causeReason: 'It succeeded.' };
	const byEnd = causeOfEnd(execution);
	if (byEnd) return byEnd;
	const texts = evidence.filter(hasText);
	return causeOfTexts(texts) ?? unrecognized(outcome, texts[0]);
}

/** Evidence that has a text. */
type TextEvidence = Evidence & { text: string };

const hasText = (evidence: Evidence): evidence is TextEvidence =>
	typeof evidence.text === 'string' && evidence.text.trim() !== '';

/** The cause of an end of which no text was recognized. */
function unrecognized(outcome: Outcome, evidence: TextEvidence | undefined): Judgement {
	const quote = evidence && `${evidence.where} says "${saying(evidence.text)}"`;
	if (outcome === 'deployFailed')
		return {
			cause: 'engine',
			causeReason: quote
				? `It could not be deployed to its engine. ${quote}.`
				: 'It could not be deployed to its engine, and nothing says why.',
		};
	return {
		cause: 'unknown',
		causeReason: quote
			? `${quote}, which is not recognized.`
			: 'Nothing that could be read says why.',
	};
}

/** What the texts show: the first that has one cause; otherwise the first that can have several. */
function causeOfTexts(evidence: readonly TextEvidence[]): Judgement | undefined {
	let several: Judgement | undefined;
	for (const { where, text } of evidence) {
		const plain = simplified(text);
		const match = find(plain);
		if (!match) continue;
		const { rule, position, length } = match;
		const quote = excerpt(plain, position - AROUND, position + length + AROUND);
		const says = `${where} says "${quote}"`;
		if (rule.cause !== 'unknown') return { cause: rule.cause, causeReason: `${says}.` };
		several ??= { cause: 'unknown', causeReason: `${says}, which can have several causes.` };
	}
	return several;
}
