/** Why an execution failed, in one word, from what the platform and the job say about it. */
import type { IDataObject } from 'n8n-workflow';

import { excerpt } from '../shared/support/truncate';
import { countsAsSuccess, misfireReason, type Outcome } from '../records/outcome';

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
 * What texts of jobs, drivers and Java say, in small letters, the more certain first: a login that is refused is often wrapped into
 * a failed connection,
 * and a value that does not fit into a statement that failed.
 */
const WORDS: ReadonlyArray<[Cause, readonly string[]]> = [
	[
		'engine',
		[
			...[
				'outofmemoryerror',
				'gc overhead limit',
				'java heap space',
				'no space left on device',
				'exit code 137',
			],
			...[
				'return code 137',
				'exit status 137',
				'engine is not available',
				'engine was not available',
				'engine is unavailable',
			],
			...[
				'engine is stopped',
				'engine is unreachable',
				'lost the connection to the engine',
				'lost contact with the engine',
			],
			...['could not be deployed'],
		],
	],
	[
		'permission',
		[
			...[
				'access denied',
				'access is denied',
				'permission denied',
				'not authorized',
				'not authorised',
				'unauthorized',
			],
			...[
				'unauthorised',
				'forbidden',
				'insufficient privilege',
				'invalid username',
				'invalid user name',
				'invalid credential',
			],
			...[
				'invalid login',
				'invalid password',
				'authentication failed',
				'authentication has failed',
				'login failed',
			],
			...[
				'logon failed',
				'logon denied',
				'bad credentials',
				'password expired',
				'password has expired',
			],
			...[
				'accesscontrolexception',
				'status 401',
				'status code 401',
				'status: 401',
				'status code: 401',
				'status 403',
			],
			...['status code 403', 'status: 403', 'status code: 403'],
		],
	],
	[
		'network',
		[
			...[
				'unknownhost',
				'noroutetohost',
				'no route to host',
				'connectexception',
				'socketexception',
				'sockettimeout',
			],
			...[
				'connecttimeout',
				'connection refused',
				'connection reset',
				'connection was reset',
				'connection closed',
			],
			...[
				'connection was closed',
				'connection timed out',
				'connection aborted',
				'connect timed out',
				'read timed out',
			],
			...[
				'communications link failure',
				'sslhandshake',
				'pkix path',
				'certificate',
				'name or service not known',
			],
			...[
				'econnrefused',
				'econnreset',
				'broken pipe',
				'could not connect',
				'status 502',
				'status code 502',
				'status: 502',
			],
			...[
				'status code: 502',
				'status 503',
				'status code 503',
				'status: 503',
				'status code: 503',
				'status 504',
			],
			...['status code 504', 'status: 504', 'status code: 504'],
		],
	],
	[
		'data',
		[
			...[
				'duplicate key',
				'duplicate entry',
				'unique constraint',
				'integrity constraint',
				'foreign key constraint',
			],
			...[
				'check constraint',
				'primary key constraint',
				'not-null constraint',
				'unique violation',
				'ora-00001',
				'data truncat',
			],
			...[
				'value too long',
				'value too large',
				'cannot be null',
				'numberformatexception',
				'parseexception',
				'datetimeparse',
			],
			...[
				'unparseable',
				'cannot parse',
				'cannot convert',
				'invalid date',
				'invalid number',
				'invalid byte sequence',
			],
			...[
				'malformed input',
				'malformed row',
				'malformed record',
				'malformed json',
				'malformed xml',
				'malformedinputexception',
			],
			...['out of range', 'overflow'],
		],
	],
	[
		'configuration',
		[
			...[
				'does not exist',
				"doesn't exist",
				'no such table',
				'no such file',
				'no such column',
				'no such bucket',
			],
			...[
				'no such element',
				'not found',
				'unknown column',
				'unknown table',
				'unknown database',
				'unknown parameter',
			],
			...[
				'invalid object name',
				'classnotfound',
				'noclassdeffound',
				'nosuchmethod',
				'unsupportedclassversion',
				'filenotfound',
			],
			...[
				'nosuchfile',
				'configure server port',
				'bindexception',
				'address already in use',
				'port already in use',
			],
			...[
				'port is already in use',
				'is not set',
				'is not configured',
				'is not defined',
				'missing parameter',
			],
			...[
				'missing required parameter',
				'missing context',
				'missing configuration',
				'invalid url',
				'invalid configuration',
			],
			...[
				'invalid parameter',
				'invalid path',
				'no suitable driver',
				'malformed url',
				'syntax error',
			],
		],
	],
];

/** How much around what was recognized is repeated. */
const AROUND = 60;

/** What an end shows that says its own cause. */
function causeOfEnd({
	status,
	executionStatus,
	misfiredExecutionReason,
}: IDataObject): Judgement | undefined {
	const reason = String(misfiredExecutionReason ?? '');
	const found = MISFIRED.find(([test]) => test.test(reason));
	if (found)
		return {
			cause: found[1],
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
	if (outcome === 'rejected')
		return {
			cause: 'data',
			causeReason: `It ended, and rejected ${execution.numberOfRejectedRows === undefined ? 'rows' : `${String(execution.numberOfRejectedRows)} rows`}.`,
		};
	if (countsAsSuccess(outcome)) return { cause: null, causeReason: 'It succeeded.' };
	const byEnd = causeOfEnd(execution);
	if (byEnd) return byEnd;
	for (const { where, text } of evidence) {
		if (typeof text !== 'string') continue;
		const plain = text.toLowerCase();
		for (const [cause, words] of WORDS) {
			const found = words.find((each) => plain.includes(each));
			if (found === undefined) continue;
			const at = plain.indexOf(found);
			const said = excerpt(text, at - AROUND, at + found.length + AROUND);
			return { cause, causeReason: `${where} says "${said}".` };
		}
	}
	if (outcome === 'deployFailed')
		return {
			cause: 'engine',
			causeReason: 'It could not be deployed to its engine, and nothing says why.',
		};
	const hasEvidence = evidence.some(({ text }) => typeof text === 'string' && text !== '');
	return {
		cause: 'unknown',
		causeReason: hasEvidence
			? 'None of what is known about it points to a cause.'
			: 'Nothing is known about it.',
	};
}
