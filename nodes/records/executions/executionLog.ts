/** The log of an execution: the request that reads it, and the time span of its entries. */

import { records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { choice, datetime, integer } from '../../shared/declare/fields';
import { period } from '../../shared/declare/rules';
import type { Answer } from '../../shared/declare/runtime/exchange';
import { clock } from '../../shared/support/time/clock';
import { platformTime } from '../../shared/support/time/time';
import { logIndex } from '../lists/logPaging';
import { taskExecutionField } from './taskExecutions';

/**
 * How long after the end of an execution its log is complete (docs/platform/interface.md, "Logs and
 * metrics").
 */
const LOG_COMPLETE_AFTER_MS = 30_000;

/**
 * How long until the log of an execution is complete, in ms; 0 if it is. It is at most 30 seconds,
 * even if clocks differ.
 * @param finishedAt when the execution ended, in ms since 1970; NaN if that is not known: then it
 * may have ended just now
 * @param headers of a response, with the time of the platform; without it, n8n's clock counts
 */
export function msUntilLogIsComplete(finishedAt: number, headers: Answer['headers'] = {}): number {
	const serverTime = platformTime(headers.date);
	const now = Number.isNaN(serverTime) ? clock.now() : serverTime;
	const missing = (Number.isNaN(finishedAt) ? now : finishedAt) + LOG_COMPLETE_AFTER_MS - now;
	return Math.max(0, Math.min(missing, LOG_COMPLETE_AFTER_MS));
}

export const executionField = () => taskExecutionField('The task execution').uuid();

export const logTimeFields = {
	startTime: datetime(
		'Only entries from this time on; defaults to the start of the execution',
	).optional(),
	endTime: datetime('Only entries up to this time; defaults to now').optional(),
};

export const logTimeRules = [period('startTime', 'endTime')];

export const getEntries = operation('GET /monitoring/executions/{executionId}/logs', {
	name: 'Get Entries',
	action: 'Get the log entries of an execution',
	description: 'Get the log of a task execution, latest entries first',
	path: { executionId: executionField() },
	query: {
		count: integer('Size of a page').min(1).max(200).byDefault(50).optional(),
		startIndex: integer('How many entries to skip').min(0).byDefault(0).sample(10).optional(),
		order: choice('Which entries come first', [
			{ value: 'DESC', name: 'Latest First' },
			{ value: 'ASC', name: 'Earliest First' },
		])
			.byDefault('DESC')
			.sample('ASC')
			.optional(),
		...logTimeFields,
	},
	rules: logTimeRules,
	pages: logIndex,
	answers: records(undefined, {
		page: 'B.Log page',
		simple: [
			'logTimestamp',
			'severity',
			'logMessage',
			'logType',
			'bundleName',
			'bundleVersion',
			'podName',
		],
		times: ['logTimestamp'],
		leads: ['logTimestamp'],
	}),
});
