/** Why an execution failed, in one word, from what the platform and the job say about it. */
import type { IDataObject } from 'n8n-workflow';

import { countsAsSuccess, misfireReason, type Outcome } from '../shared/flows/outcome';

export type Cause = 'engine' | 'network' | 'permission' | 'data' | 'configuration' | 'unknown';

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

/** Why the platform did not start an execution (`misfiredExecutionReason`), where its name alone does not show it. */
const MISFIRED: ReadonlyArray<[RegExp, Cause]> = [
	[/PERMISSION|FORBIDDEN_FOR_USER/, 'permission'],
	[/PARALLEL|PAUSED|LIMIT_REACHED|ARTIFACT|PROFILE|INCOMPATIBILITY/, 'configuration'],
	[/ENGINE|CONTAINER|DE_ENV|DEPLOYMENT/, 'engine'],
];

/**
 * What texts of jobs, drivers and Java say, the more certain first: a login that is refused is often wrapped into a failed connection,
 * and a value that does not fit into a statement that failed.
 */
const WORDS: ReadonlyArray<[RegExp, Cause]> = [
	[/OutOfMemoryError|GC overhead limit|Java heap space|No space left on device|(exit|return) (code|status):? ?137|engine (is |was )?(not available|unavailable|stopped|unreachable)|lost (the )?(connection|contact) (to|with) the engine|could not be deployed/i, 'engine'],
	[/access (is |was )?denied|permission denied|not authori[sz]ed|unauthori[sz]ed|\bforbidden\b|insufficient privileges?|invalid (user ?name|credentials?|login|password)|(authentication|login|logon) (has )?failed|logon denied|bad credentials|password (is |has )?expired|AccessControlException|status(?: code)?:? 40[13]\b/i, 'permission'],
	[/UnknownHost|NoRouteToHost|no route to host|ConnectException|SocketException|SocketTimeout|ConnectTimeout|connection (was |is )?(refused|reset|closed|timed out|aborted)|connect timed out|read timed out|communications link failure|SSLHandshake|PKIX path|certificate|name or service not known|ECONN(REFUSED|RESET)|broken pipe|status(?: code)?:? 50[234]\b|could not connect/i, 'network'],
	[/duplicate (key|entry)|(unique|integrity|foreign key|check|primary key|not[- ]null) (key )?(constraint|violation)|constraint.{0,40}violat|violates .{0,40}constraint|ORA-0000?1\b|data truncat|value too (long|large)|cannot be null|NumberFormatException|ParseException|DateTimeParse|unparseable|cannot (parse|convert)|invalid (date|number|byte sequence|utf)|malformed (input|row|record|json|xml)|out of range|overflow|BatchUpdateException|MalformedInputException/i, 'data'],
	[/does not exist|doesn't exist|no such (table|file|column|bucket|host key|element)|not found|unknown (column|table|database|parameter)|invalid object name|ClassNotFound|NoClassDefFound|NoSuchMethod|UnsupportedClassVersion|FileNotFound|NoSuchFile|server port|BindException|address already in use|is not (set|configured|defined)|missing (required )?(parameter|context|configuration)|invalid (url|configuration|parameter|path)|no suitable driver|malformed url|syntax error/i, 'configuration'],
];

/** How much around what was recognized is repeated. */
const AROUND = 60;

function excerpt(text: string, at: number, length: number): string {
	const from = Math.max(0, at - AROUND);
	const to = Math.min(text.length, at + length + AROUND);
	return `${from > 0 ? '…' : ''}${text.slice(from, to).replace(/\s+/g, ' ').trim()}${to < text.length ? '…' : ''}`;
}

/** Ends that show the cause by themselves. */
function causeOfEnd({ status, executionStatus, misfiredExecutionReason }: IDataObject): Judgement | undefined {
	const reason = String(misfiredExecutionReason ?? '');
	const found = MISFIRED.find(([test]) => test.test(reason));
	if (found) return { cause: found[1], causeReason: `It did not start: ${misfireReason({ misfiredExecutionReason })}.` };
	const ended = `${String(status ?? '')} ${String(executionStatus ?? '')}`.toLowerCase();
	if (ended.includes('terminated_timeout')) return { cause: 'configuration', causeReason: 'It ran longer than its timeout, and the platform terminated it.' };
	if (ended.includes('terminated_shutdown')) return { cause: 'engine', causeReason: 'Its engine was shut down while it ran.' };
	if (ended.includes('terminated')) return { cause: 'unknown', causeReason: 'Somebody terminated it, or a workflow did.' };
	return undefined;
}

/**
 * The cause of an end.
 * @param outcome how it ended; absent while it runs
 * @param evidence what is said about it, the most telling first
 */
export function causeOf(outcome: Outcome | undefined, execution: IDataObject, evidence: readonly Evidence[]): Judgement {
	if (outcome === undefined) return { cause: null, causeReason: 'It has not ended yet.' };
	if (outcome === 'rejected') return { cause: 'data', causeReason: `It ended, and rejected ${execution.numberOfRejectedRows === undefined ? 'rows' : `${String(execution.numberOfRejectedRows)} rows`}.` };
	if (countsAsSuccess(outcome)) return { cause: null, causeReason: 'It succeeded.' };
	const byEnd = causeOfEnd(execution);
	if (byEnd) return byEnd;
	for (const { where, text } of evidence) {
		if (typeof text !== 'string') continue;
		for (const [test, cause] of WORDS) {
			const found = test.exec(text);
			if (found) return { cause, causeReason: `${where} says "${excerpt(text, found.index, found[0].length)}".` };
		}
	}
	if (outcome === 'deployFailed') return { cause: 'engine', causeReason: 'It could not be deployed to its engine, and nothing says why.' };
	const said = evidence.some(({ text }) => typeof text === 'string' && text !== '');
	return { cause: 'unknown', causeReason: said ? 'Nothing that is said about it is known to mean one of the causes.' : 'Nothing is said about it.' };
}
