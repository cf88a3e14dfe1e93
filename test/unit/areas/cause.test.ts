import type { IDataObject } from 'n8n-workflow';

import { causeOf } from '../../../nodes/TalendCloudProcessing/cause';
import { outcomeOf } from '../../../nodes/records/outcome';

const judge = (execution: IDataObject, ...texts: string[]) =>
	causeOf(
		outcomeOf(execution),
		execution,
		texts.map((text) => ({ where: 'The log', text })),
	);
const failed = { status: 'execution_failed' };

test.each([
	['java.lang.OutOfMemoryError: Java heap space', 'engine'],
	['No space left on device', 'engine'],
	['java.net.UnknownHostException: db.example.com', 'network'],
	['Communications link failure', 'network'],
	['javax.net.ssl.SSLHandshakeException: PKIX path building failed', 'network'],
	['Request failed with status code 503', 'network'],
	['ORA-01017: invalid username/password; logon denied', 'permission'],
	['Access denied for user loader', 'permission'],
	['FATAL: password authentication failed for user "loader"', 'permission'],
	['Request failed with status 403', 'permission'],
	['ORA-00001: unique constraint (S.PK) violated', 'data'],
	['java.lang.NumberFormatException: For input string: "x"', 'data'],
	['null value in column "id" violates not-null constraint', 'data'],
	['Table ORDERS does not exist', 'configuration'],
	['java.lang.ClassNotFoundException: org.h2.Driver', 'configuration'],
	["Can't configure server port", 'configuration'],
	['Something that nobody has seen before', 'unknown'],
])('%s: %s', (text, cause) => {
	expect(judge(failed, text).cause).toBe(cause);
});

test.each([
	[
		{ status: 'execution_misfired', misfiredExecutionReason: 'REMOTE_ENGINE_UNAVAILABLE' },
		'engine',
		'It did not start: the remote engine was not available.',
	],
	[
		{ status: 'execution_misfired', misfiredExecutionReason: 'TASK_IS_PAUSED' },
		'configuration',
		'It did not start: the task is paused.',
	],
	[
		{ status: 'execution_misfired', misfiredExecutionReason: 'UNKNOWN' },
		'unknown',
		'Nothing is known about it.',
	],
	[
		{ status: 'terminated_timeout' },
		'configuration',
		'It ran longer than its timeout, and the platform terminated it.',
	],
	[{ status: 'terminated_shutdown' }, 'engine', 'Its engine was shut down while it ran.'],
	[{ status: 'terminated' }, 'unknown', 'Somebody terminated it, or a workflow did.'],
	[
		{ status: 'deploy_failed' },
		'engine',
		'It could not be deployed to its engine, and nothing says why.',
	],
	[
		{
			status: 'execution_rejected',
			startTimestamp: '2026-03-01T00:00:00Z',
			numberOfRejectedRows: 17,
		},
		'data',
		'It ended, and rejected 17 rows.',
	],
	[{ status: 'execution_successful' }, null, 'It succeeded.'],
	[{ status: 'executing' }, null, 'It has not ended yet.'],
])('%j: %s', (execution, cause, causeReason) => {
	expect(judge(execution)).toEqual({ cause, causeReason });
});

test('the first text that shows a cause counts, and is repeated in part', () => {
	const long = `${'x'.repeat(200)} connection refused ${'y'.repeat(200)}`;
	const { cause, causeReason } = judge(failed, 'nothing', long, 'Access denied');
	expect(cause).toBe('network');
	expect(causeReason).toMatch(/^The log says "…x{59} connection refused y{59}…"\.$/);
});
