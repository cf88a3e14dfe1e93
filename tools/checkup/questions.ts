/**
 * Questions that a single response does not answer: how the platform behaves where its descriptions
 * differ, or where others have seen something that no description says. Each one examines the
 * responses and returns how the platform behaves.
 */
import type { IDataObject } from 'n8n-workflow';

import { isSuccess } from '../../nodes/shared/support/http/statuses';
import { isObject } from '../../nodes/shared/support/json';
import type { SeenName } from '../../platform/observations';
import type { ReadResponse } from '../../platform/recording/recording';

interface Question {
	asks: string;
	/**
	 * An additional request that the question needs: an operation of the interface, and its values. A
	 * function makes a value that is different each time.
	 */
	needs?: { operation: string; values: Readonly<Record<string, unknown>> };
	/**
	 * The answer according to the interface documents, the OpenAPI files, and what others have seen.
	 */
	known?: { documents?: string; vendor?: string; seen?: string };
	/** Which observation `seen` is. */
	observation?: SeenName;
	/** How the platform behaves, in words without values, or nothing if no response shows it. */
	answer: (reads: readonly ReadResponse[]) => string | undefined;
}

const isGood = ({ status }: ReadResponse) => isSuccess(status);
const answeredReads = (reads: readonly ReadResponse[], operation: string) =>
	reads.filter((read) => read.operation === operation && isGood(read));

const listOf = (body: unknown): unknown[] => {
	if (Array.isArray(body)) return body;
	if (!isObject(body)) return [];
	const list = [body.items, body.data, body.Resources].find(Array.isArray);
	return (list as unknown[] | undefined) ?? [];
};

const recordsRead = (reads: readonly ReadResponse[], operation: string) =>
	answeredReads(reads, operation)
		.flatMap(({ body }) => listOf(body))
		.filter(isObject);

/** Which behavior the responses show; several if they differ. */
function waysSeen<T>(
	values: readonly T[],
	ways: Readonly<Record<string, (value: T) => boolean>>,
): string | undefined {
	const seen = Object.entries(ways)
		.filter(([, fits]) => values.some(fits))
		.map(([words]) => words);
	return seen.length < 2 ? seen[0] : `${seen.join(' in some cases, ')} in others`;
}

const listEnvelope = (operation: string) => (reads: readonly ReadResponse[]) =>
	waysSeen(
		answeredReads(reads, operation).map(({ body }) => body),
		{
			'a list without paging': (body) => Array.isArray(body),
			'a page with "items"': (body) => isObject(body) && 'items' in body,
			'a page with "data"': (body) => isObject(body) && 'data' in body,
		},
	);

export const QUESTIONS: readonly Question[] = [
	{
		asks: 'Are the crawlers in a list complete, or shortened with a run status at the top level?',
		known: { documents: 'complete', vendor: 'shortened' },
		answer: (reads) =>
			waysSeen<IDataObject>(recordsRead(reads, 'GET /connections/crawlers'), {
				complete: (crawler) => isObject(crawler.status),
				shortened: (crawler) => 'runStatus' in crawler && !isObject(crawler.status),
			}),
	},
	{
		asks: 'What do the scheduled executions of a run configuration look like?',
		known: { documents: 'objects', vendor: 'dates as text' },
		answer: (reads) =>
			waysSeen(
				reads
					.filter((read) => read.operation.endsWith('/run-config/events') && isGood(read))
					.flatMap(({ body }) => listOf(body)),
				{ 'dates as text': (event) => typeof event === 'string', objects: isObject },
			),
	},
	{
		asks: 'In which form are environments on dynamic engines listed?',
		known: { documents: 'a page with "data"', vendor: 'a page with "items"' },
		answer: listEnvelope('POST /orchestration/dynamic-engine-environments/search'),
	},
	{
		asks: 'In which form are the scheduled executions of all tasks listed?',
		known: { documents: 'a list without paging', vendor: 'a page with "items"' },
		answer: listEnvelope('POST /orchestration/executables/events/search'),
	},
	{
		asks: 'In which form are service accounts listed?',
		known: { documents: 'a list without paging', vendor: 'a list without paging' },
		answer: listEnvelope('GET /account/service-accounts'),
	},
	{
		asks: 'Is the task of an execution in a list called taskId or jobId?',
		answer: (reads) =>
			waysSeen<IDataObject>(
				reads
					.filter(({ operation }) => /^(GET|POST) \/processing\/executables\/tasks/.test(operation))
					.flatMap(({ body }) => listOf(body))
					.filter(isObject),
				{
					taskId: (execution) => 'taskId' in execution,
					jobId: (execution) => 'jobId' in execution,
				},
			),
	},
	{
		asks: 'Which kinds of user start executions?',
		known: { documents: 'HUMAN, SERVICE_ACCOUNT', vendor: 'HUMAN, SERVICE' },
		answer: (reads) => {
			const types = new Set(
				reads
					.filter(({ operation }) => operation.includes('/processing/'))
					.flatMap(({ body }) => [...listOf(body), body])
					.filter(isObject)
					.map(({ userType }) => userType)
					.filter((type): type is string =>
						['HUMAN', 'SERVICE', 'SERVICE_ACCOUNT'].includes(String(type)),
					),
			);
			return types.size === 0 ? undefined : [...types].sort().join(', ');
		},
	},
	{
		asks: 'Does the filter status=terminated include timeouts and shutdowns?',
		known: { documents: 'no', vendor: 'yes' },
		needs: {
			operation: 'GET /processing/executables/tasks/executions',
			values: { status: 'terminated', lastDays: 60 },
		},
		answer: (reads) => {
			const statuses = reads
				.filter(({ query }) => query.status === 'terminated')
				.flatMap(({ body }) => listOf(body))
				.filter(isObject)
				.map(({ status }) => String(status));
			if (statuses.length === 0) return undefined;
			return statuses.some(
				(status) => status === 'terminated_timeout' || status === 'terminated_shutdown',
			)
				? 'yes'
				: 'not seen';
		},
	},
	{
		asks: 'Does an execution whose rows were rejected, or that was rejected before it started, have a start and an end?',
		needs: {
			operation: 'GET /processing/executables/tasks/executions',
			values: { status: 'execution_rejected', lastDays: 60 },
		},
		answer: (reads) =>
			waysSeen<IDataObject>(
				reads
					.filter(({ query }) => query.status === 'execution_rejected')
					.flatMap(({ body }) => listOf(body))
					.filter(isObject),
				{
					'with a misfire reason': ({ misfiredExecutionReason }) =>
						typeof misfiredExecutionReason === 'string',
					'without start and end': ({ startTimestamp, finishTimestamp, misfiredExecutionReason }) =>
						!startTimestamp && !finishTimestamp && misfiredExecutionReason === undefined,
					'with a start, an end or both': ({
						startTimestamp,
						finishTimestamp,
						misfiredExecutionReason,
					}) => Boolean(startTimestamp ?? finishTimestamp) && misfiredExecutionReason === undefined,
				},
			),
	},
	{
		asks: 'Does an execution that could not be deployed have a start?',
		known: { documents: 'yes', vendor: 'no' },
		needs: {
			operation: 'GET /processing/executables/tasks/executions',
			values: { status: 'deploy_failed', lastDays: 60 },
		},
		answer: (reads) =>
			waysSeen<IDataObject>(
				reads
					.filter(({ query }) => query.status === 'deploy_failed')
					.flatMap(({ body }) => listOf(body))
					.filter(isObject),
				{
					yes: ({ startTimestamp }) => Boolean(startTimestamp),
					no: ({ startTimestamp }) => !startTimestamp,
				},
			),
	},
	{
		asks: 'Are executions listed with an offset of 1,000 or more?',
		needs: {
			operation: 'GET /processing/executables/tasks/executions',
			values: { offset: 1_000, lastDays: 60 },
		},
		answer: (reads) =>
			waysSeen(
				reads.filter(
					({ query, operation }) =>
						query.offset === '1000' && operation === 'GET /processing/executables/tasks/executions',
				),
				{ yes: isGood, 'no, they are refused': ({ status }) => status === 400 },
			),
	},
	{
		asks: 'Does a page of audit logs give its position in headers?',
		known: { vendor: 'yes', documents: 'yes' },
		answer: (reads) =>
			waysSeen(answeredReads(reads, 'GET /security/audit/logs'), {
				yes: ({ headers }) => 'total-pages' in headers || 'page-last' in headers,
				no: ({ headers }) => !('total-pages' in headers) && !('page-last' in headers),
			}),
	},
	{
		asks: 'Are rate limits given in headers?',
		answer: (reads) =>
			waysSeen(
				reads.filter(({ status }) => status !== undefined),
				{
					yes: ({ headers }) =>
						'x-ratelimit-limit' in headers || 'x-ratelimit-remaining' in headers,
					no: ({ headers }) =>
						!('x-ratelimit-limit' in headers) && !('x-ratelimit-remaining' in headers),
				},
			),
	},
	{
		asks: 'Is a page of more than 100 executions refused?',
		known: { seen: 'yes' },
		needs: { operation: 'GET /processing/executables/tasks/executions', values: { limit: 101 } },
		answer: (reads) =>
			waysSeen(
				reads.filter(({ query }) => query.limit === '101'),
				{ yes: ({ status }) => status === 400, no: isGood },
			),
	},
	{
		asks: 'Can the executions of one task be filtered by a start time?',
		known: { documents: 'yes', vendor: 'yes', seen: 'no, in one account' },
		observation: 'refusedPaging',
		needs: {
			operation: 'GET /processing/executables/tasks/{taskId}/executions',
			values: { from: () => new Date(Date.now() - 7 * 86_400_000).toISOString() },
		},
		answer: (reads) =>
			waysSeen(
				reads.filter(
					({ operation, query }) => operation.endsWith('/{taskId}/executions') && 'from' in query,
				),
				{ yes: isGood, no: ({ status }) => status === 400 },
			),
	},
	{
		asks: 'Does a page of executions say how many there are?',
		known: { vendor: 'yes', seen: 'not always' },
		observation: 'missingTotals',
		answer: (reads) =>
			waysSeen(
				answeredReads(reads, 'GET /processing/executables/tasks/executions')
					.map(({ body }) => body)
					.filter(isObject),
				{
					yes: ({ total }) => typeof total === 'number',
					no: ({ total }) => typeof total !== 'number',
				},
			),
	},
	{
		asks: 'In which format is the time of a log entry?',
		known: { seen: 'a number of milliseconds' },
		answer: (reads) =>
			waysSeen<IDataObject>(recordsRead(reads, 'GET /monitoring/executions/{executionId}/logs'), {
				'a number of milliseconds': ({ logTimestamp }) => typeof logTimestamp === 'number',
				text: ({ logTimestamp }) => typeof logTimestamp === 'string',
			}),
	},
	{
		asks: 'Do versions of artifacts end in a time stamp of 14 digits?',
		known: { seen: 'yes' },
		answer: (reads) =>
			waysSeen(
				recordsRead(reads, 'GET /orchestration/artifacts')
					.flatMap(({ versions }) => (Array.isArray(versions) ? (versions as unknown[]) : []))
					.map(String),
				{
					yes: (version) => /\.\d{14}$/.test(version),
					no: (version) => !/\.\d{14}$/.test(version),
				},
			),
	},
	{
		asks: 'Does a refusal because of a limit say when to try again?',
		known: { seen: 'no' },
		observation: 'tenPerSecond',
		answer: (reads) =>
			waysSeen(
				reads.filter(({ status }) => status === 429),
				{
					yes: ({ headers }) => 'retry-after' in headers || 'x-ratelimit-reset' in headers,
					no: ({ headers }) => !('retry-after' in headers) && !('x-ratelimit-reset' in headers),
				},
			),
	},
];
