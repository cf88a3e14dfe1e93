/** How execution logs are paged. */
import { operation } from '../shared/declare/define';
import { records } from '../shared/declare/answers';
import { choice, datetime, integer } from '../shared/declare/field';
import { ListTruncated, type Page, type Paging } from '../shared/declare/lists/paging';
import { countIn } from '../shared/declare/lists/records';
import { period } from '../shared/declare/rules';
import { isObject } from '../shared/support/json';
import { taskExecutionId } from './taskExecutions';

/** How many entries a log has. `totalSize` counts all of it, including entries outside the requested time. */
function sizeOfLog(body: unknown, given: Page['given'] = {}): { total?: number; atMost?: number } {
	const { totalSizeFiltered, totalSize } = isObject(body) ? body : {};
	const isWithin = given.startTime !== undefined || given.endTime !== undefined;
	const atMost = countIn(totalSize);
	return { total: countIn(totalSizeFiltered) ?? (isWithin ? undefined : atMost), atMost };
}

/** Execution logs: `count`, `startIndex`, and `nextIndex` in the answer. */
export const logIndex: Paging = {
	style: 'startIndex and nextIndex',
	where: 'query',
	size: 'count',
	owns: ['count'],
	at: 'startIndex',
	first: 0,
	largest: 200,
	position: ({ body }, given) => sizeOfLog(body, given),
	next: ({ answer, count, at, before = at, repeats, given }) => {
		const around = isObject(answer.body) ? answer.body : {};
		const { total: all } = sizeOfLog(around, given);
		const index = countIn(around.nextIndex) ?? 0;
		const reached = repeats === 'certainly' ? before : before + count;
		if (index > at && (count > 0 || index < (countIn(around.totalSize) ?? 0))) {
			// Different entries do not all come again by chance, and are not left out silently.
			if (repeats === 'certainly')
				throw new ListTruncated(reached, all !== undefined && all > reached ? all : undefined);
			return index;
		}
		if (all !== undefined && reached < all) throw new ListTruncated(reached, all);
		// An index that leads back says that there is more, but not where.
		if (index > 0 && count > 0 && all === undefined) throw new ListTruncated(reached);
		return undefined;
	},
};

export const executionId = () => taskExecutionId('The execution of a task').uuid();

export const window = {
	startTime: datetime(
		'Only entries from this time on; the start of the execution when not set',
	).optional(),
	endTime: datetime('Only entries up to this time; now when not set').optional(),
};

export const windowRules = [period('startTime', 'endTime')];

export const getEntries = operation('GET /monitoring/executions/{executionId}/logs', {
	name: 'Get Entries',
	action: 'Get the log entries of an execution',
	description: 'Read the log of an execution of a task, latest entries first',
	path: { executionId: executionId() },
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
		...window,
	},
	rules: windowRules,
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
