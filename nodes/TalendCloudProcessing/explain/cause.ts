/** Why an execution failed, in one word, from what the platform and the job say about it. */
import type { IDataObject } from 'n8n-workflow';

import { countsAsSuccess, misfireReason, type Outcome } from '../../records/executions/outcome';
import { withoutColors } from '../../shared/support/text/colors';
import { excerpt, truncated } from '../../shared/support/text/truncate';
import { failuresOf, STACK_FRAMES, withCodes, withPhrases } from './blankedOut';
import { type Cause, type CodeFamily, CODES, RECOGNIZED, type Recognized } from './causes';
import { isNamed, standsAsName } from './standsAsName';

/** The cause in one word, and the reason for this conclusion, as a sentence. */
export interface Judgment {
	cause: Cause | null;
	causeReason: string;
}

/** A text that may show the cause, and where it was found, as the beginning of a sentence. */
export interface Evidence {
	where: string;
	text: unknown;
}

/** What was found in a text, and its position. */
interface Match {
	rule: Recognized;
	position: number;
	length: number;
}

/** How many characters of a text are searched, because a stack trace may have any length. */
const MAX_TEXT_LENGTH = 30_000;

/**
 * The cause of an end.
 * @param outcome how it ended; absent if it is still running
 * @param evidence the texts about it, the most informative one first
 */
export function causeOf(
	outcome: Outcome | undefined,
	execution: IDataObject,
	evidence: readonly Evidence[],
): Judgment {
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

/** The cause, if the status of the execution or its `misfiredExecutionReason` names it. */
function causeOfEnd({
	status,
	executionStatus,
	misfiredExecutionReason,
}: IDataObject): Judgment | undefined {
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
			causeReason: 'It ran longer than its timeout, and Talend Cloud terminated it.',
		};
	if (ended.includes('terminated_shutdown'))
		return { cause: 'engine', causeReason: 'Its engine was shut down while it ran.' };
	if (ended.includes('terminated'))
		return { cause: 'unknown', causeReason: 'It was terminated by a person or a workflow.' };
	return undefined;
}

/** Evidence that has a text. */
type TextEvidence = Evidence & { text: string };

const hasText = (evidence: Evidence): evidence is TextEvidence =>
	typeof evidence.text === 'string' && evidence.text.trim() !== '';

/** The cause if nothing was recognized in any text. */
function unrecognized(outcome: Outcome, evidence: TextEvidence | undefined): Judgment {
	const quote = evidence && `${evidence.where} says "${saying(evidence.text)}"`;
	if (outcome === 'deployFailed')
		return {
			cause: 'engine',
			causeReason: quote
				? `It could not be deployed to its engine. ${quote}.`
				: 'It could not be deployed to its engine. No reason was given.',
		};
	return {
		cause: 'unknown',
		causeReason: quote
			? `The cause was not recognized. ${quote}.`
			: 'Neither the execution nor its log gives a reason.',
	};
}

/** How many characters before and after a match are repeated. */
const QUOTED_AROUND = 60;
/** How many characters are repeated of a text in which nothing was recognized. */
const MAX_QUOTED_LENGTH = 200;

/** The beginning of what a text says, without where in the code it happened. */
const saying = (text: string): string =>
	truncated(
		plainText(text).replace(STACK_FRAMES, '').replace(/\s+/g, ' ').trim(),
		MAX_QUOTED_LENGTH,
	);

/** A text without the colors of a terminal, and with plain apostrophes. */
const plainText = (text: string): string =>
	withoutColors(text.slice(0, MAX_TEXT_LENGTH)).replace(/[’‘]/g, "'");

/**
 * What the texts show: the first match that can have only one cause; otherwise, the first match
 * that can have several.
 */
function causeOfTexts(evidence: readonly TextEvidence[]): Judgment | undefined {
	let several: Judgment | undefined;
	for (const { where, text } of evidence) {
		const plain = plainText(text);
		const match = find(plain);
		if (!match) continue;
		const { rule, position, length } = match;
		const quote = excerpt(plain, position - QUOTED_AROUND, position + length + QUOTED_AROUND);
		const says = `${where} says "${quote}"`;
		if (rule.cause !== 'unknown') return { cause: rule.cause, causeReason: `${says}.` };
		several ??= { cause: 'unknown', causeReason: `${says}, which can have several causes.` };
	}
	return several;
}

/** The first match of {@link RECOGNIZED} in a text. */
function find(text: string): Match | undefined {
	for (const { from, part } of causeParts(failuresOf(text))) {
		const codes = withCodes(part);
		const phrases = withPhrases(codes);
		for (const rule of RECOGNIZED) {
			const match = findCode(rule, codes) ?? findPhrase(rule, phrases);
			if (match) return { ...match, position: from + match.position };
		}
	}
	return undefined;
}

/**
 * The parts of a text, the innermost cause first: Java puts it last, after "Caused by:". Each part
 * has its position, because the message repeats what was found.
 */
function causeParts(text: string): Array<{ from: number; part: string }> {
	const starts = [0, ...[...text.matchAll(/^[ \t]*Caused by:/gm)].map(({ index }) => index)];
	return starts
		.map((from, index) => ({ from, part: text.slice(from, starts[index + 1]) }))
		.reverse();
}

function findCode(rule: Recognized, text: string): Match | undefined {
	for (const [family, codes] of Object.entries(rule.codes ?? {}))
		for (const match of text.matchAll(CODES[family as CodeFamily])) {
			const code = match.slice(1).find((group) => group !== undefined) ?? '';
			const isName = isNamed(text.slice(Math.max(0, match.index - 20), match.index));
			if (!isName && codes.some((listed) => isListed(listed, code, family)))
				return { rule, position: match.index, length: match[0].length };
		}
	return undefined;
}

/**
 * Codes of SQLSTATE are listed by their beginnings: class 22 is every "22…". Numbers can be listed
 * as ranges: "900..980".
 */
function isListed(listed: string | number, code: string, family: string): boolean {
	if (family === 'SQLSTATE') return code.toUpperCase().startsWith(String(listed));
	const [first, last = first] = String(listed).split('..');
	return listed === code || (Number(code) >= Number(first) && Number(code) <= Number(last));
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
		if (!standsAsName(plain, index, index + words.length))
			return { rule, position: index, length: words.length };
	return undefined;
}

/** A phrase as a part of a regular expression ({@link Recognized.phrases}). */
function pattern(phrase: string): string {
	const inner = phrase
		.replace(/[.*+?^${}()[\]\\/]/g, '\\$&')
		.replace(/</g, '(?:')
		.replace(/>/g, ')')
		.replace(/#/g, '\\d+')
		.replace(/^… ?| ?…$/g, '')
		.replace(/ … /g, '[^\\n]{0,120}?')
		// In codes, words are joined by underscores: PERMISSION_DENIED.
		.replace(/ /g, '[\\s_]+');
	const before = /^[\w<]/.test(phrase) && !isClass(phrase) ? '(?<![A-Za-z0-9_])' : '';
	const after = /[\w>]$/.test(phrase) ? 's?(?![A-Za-z0-9_])' : '';
	return `${before}${inner}${after}`;
}

const isClass = (phrase: string): boolean => /^[A-Z]\w*(?:Exception|Error)$/.test(phrase);
