/** Reads a value that a job returns by writing `NAME=value` into its log. */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { getEntries, msUntilLogIsComplete } from '../../../records/executions/executionLog';
import { sizeOfLog } from '../../../records/lists/logPaging';
import { BadInput } from '../../../shared/declare/badInput';
import { isLastPage } from '../../../shared/declare/lists/paging';
import { hint } from '../../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../../shared/declare/operation';
import type { Answer } from '../../../shared/declare/runtime/exchange';
import { isObject, objectsIn, textsIn } from '../../../shared/support/json';
import { withoutColors } from '../../../shared/support/text/colors';
import { trimmedName } from '../../../shared/support/text/visibleNames';
import { clock } from '../../../shared/support/time/clock';
import { platformTime } from '../../../shared/support/time/time';

const NOT_IN_LOG = hint(
	'The log of execution {executionId} has no {name}=…: its return value is null.',
);

const NOT_IN_LATEST = hint(
	'The latest {count} entries in the log of execution {executionId} have no {name}=…: its return value is null.',
);

const UNREADABLE_LOG = hint(
	'The log of execution {executionId} could not be read, so its return value is null: {reason}',
);

/** What {@link returnValueOf} can say. */
export const RETURN_VALUE_MESSAGES = [NOT_IN_LOG, NOT_IN_LATEST, UNREADABLE_LOG];

const PAGE_SIZE = 200;
/** How many pages of the log are searched, beginning with the latest entries. */
const MAX_PAGES = 50;

/**
 * Matches what ends a value before the end of its line: the next `NAME=`, after a blank, comma,
 * semicolon or bar.
 */
const NEXT_NAME = String.raw`[^\S\n]*(?:[,;|][^\S\n]*|[^\S\n])[A-Za-z_][\w.-]*=`;

/**
 * The last value that a text gives a name, as a person reads it: without colors, surrounding quotes
 * and what is around the assignment, up to the next `NAME=` of its line. The character before the
 * name must not be one that names can have.
 */
export function valueIn(text: string, name: string): string | undefined {
	const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	const assignment = new RegExp(
		String.raw`(?<![\w.-])${escaped}[^\S\n]*==?[^\S\n]*(?:"([^"\n]*)"|'([^'\n]*)'|(.*?))(?=${NEXT_NAME}|[^\S\n]*$)`,
		'gm',
	);
	const plain = withoutJson(withoutColors(text));
	const last = [...plain.matchAll(assignment)].at(-1);
	if (!last) return undefined;
	const [, doubleQuoted, quoted, bare = ''] = last;
	const before = plain.slice(0, last.index).split('\n').at(-1)!;
	return trimmedName((doubleQuoted ?? quoted ?? withoutEnclosure(bare, before)).trim());
}

/** Some loggers write lines in JSON. This replaces such lines by the texts that they contain. */
const withoutJson = (text: string): string =>
	text.replace(/^\{.*\}\r?$/gm, (line) => {
		try {
			return textsIn(Object.values(JSON.parse(line) as object)).join('\n');
		} catch {
			return line;
		}
	});

/**
 * A value without what follows because something around it ends: brackets, quotes, or a cell of a
 * table, as tLogRow writes them.
 * @param before what the line has before the name
 */
function withoutEnclosure(value: string, before: string): string {
	const mark = /^\s*\|/.test(before) ? '|' : /["']$/.exec(before)?.[0];
	const text = mark === undefined ? value : value.split(mark, 1)[0]!;
	const around = BRACKETS.filter((brackets) => unclosed(before, brackets) > 0);
	return text.slice(0, Math.min(text.length, ...around.map((brackets) => endIn(text, brackets))));
}

const BRACKETS = ['()', '[]', '{}'] as const;

/** How many brackets of a kind a text opens and does not close. */
const unclosed = (text: string, [open, close]: string): number =>
	text.split(open!).length - text.split(close!).length;

/** Where a text closes a bracket that it has not opened; its length if it does not. */
function endIn(text: string, [open, close]: string): number {
	let depth = 0;
	for (let index = 0; index < text.length; index++) {
		if (text[index] === open) depth++;
		else if (text[index] === close && depth-- === 0) return index;
	}
	return text.length;
}

/**
 * The last value for a name in the log of an execution that has ended; null, with a hint, if the
 * log has none or cannot be read. This waits until the log is complete, because its last lines
 * arrive after the end.
 */
export async function returnValueOf(
	op: ContextShowing<typeof RETURN_VALUE_MESSAGES>,
	execution: IDataObject,
	name: string,
): Promise<string | null> {
	const executionId = String(execution.executionId);
	const readPage = async (startIndex: number) =>
		await op.sendValues(getEntries, { executionId, order: 'DESC', count: PAGE_SIZE, startIndex });
	try {
		let { body } = await firstPageOfCompleteLog(op, execution, readPage);
		for (let pageCount = 1, readCount = 0; ; pageCount++) {
			const entries = isObject(body) ? objectsIn(body.data) : [];
			for (const { logMessage } of entries) {
				const value = valueIn(String(logMessage ?? ''), name);
				if (value !== undefined) return value;
			}
			readCount += entries.length;
			const page = { count: entries.length, size: PAGE_SIZE };
			if (isLastPage(page, readCount, sizeOfLog(body).total)) {
				op.hint(NOT_IN_LOG, { executionId, name });
				return null;
			}
			if (pageCount === MAX_PAGES) {
				op.hint(NOT_IN_LATEST, { count: readCount, executionId, name });
				return null;
			}
			({ body } = await readPage(readCount));
		}
	} catch (error) {
		op.signal.throwIfAborted();
		// Some IDs of executions are not accepted by the request for the log.
		if (!(error instanceof NodeApiError || error instanceof BadInput)) throw error as Error;
		op.hint(UNREADABLE_LOG, { executionId, reason: error.message });
		return null;
	}
}

async function firstPageOfCompleteLog(
	op: OperationContext,
	{ finishTimestamp }: IDataObject,
	readPage: (startIndex: number) => Promise<Answer>,
): Promise<Answer> {
	const finishedAt = platformTime(finishTimestamp);
	await clock.sleep(msUntilLogIsComplete(finishedAt), op.signal);
	const answer = await readPage(0);
	// If n8n's clock is ahead, the response shows that the log was not complete yet.
	const missing = Number.isNaN(finishedAt) ? 0 : msUntilLogIsComplete(finishedAt, answer.headers);
	if (missing === 0) return answer;
	await clock.sleep(missing, op.signal);
	return await readPage(0);
}
