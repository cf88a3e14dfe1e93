/** The metrics of the components of one execution. */
import type { IDataObject } from 'n8n-workflow';

import { records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { choice, suggestion } from '../../shared/declare/fields';
import { pageFields } from '../../shared/declare/lists/pageFields';
import { limitOffset } from '../../shared/declare/lists/paging';
import { objectsIn } from '../../shared/support/json';
import { platformTime } from '../../shared/support/time/time';
import { executionField } from './executionLog';

export const simpleMetricFields = [
	'connector_label',
	'connector_type',
	'component_connection_rows_total',
	'component_execution_duration_milliseconds',
	'component_start_time',
	'target_label',
	'stacktrace',
	'job_name',
	'connector_id',
	'task_execution_id',
] as const;

/**
 * A metric with the start of its component in ISO 8601; the platform has it in seconds since 1970.
 */
export function readableMetric(metric: IDataObject): IDataObject {
	const { component_start_time_seconds: seconds, ...others } = metric;
	const time = platformTime(typeof seconds === 'number' ? seconds * 1000 : undefined);
	return Number.isNaN(time)
		? metric
		: { ...others, component_start_time: new Date(time).toISOString() };
}

/** The fields that can be sorted by (docs/platform/interface.md, "Logs and metrics"). */
export const METRIC_SORT_FIELDS = [
	'pid',
	'connector_type',
	'connector_label',
	'connector_id',
	'target_connector_type',
	'target_label',
	'target_id',
	'component_start_time_seconds',
	'component_connection_rows_total',
	'component_execution_duration_milliseconds',
];

export const metricPageFields = pageFields('metrics', { largest: 200, usual: 50 });

export const metricsSortOrderField = choice('Sort direction; empty values always come last', [
	{ value: 'asc', name: 'Ascending' },
	{ value: 'desc', name: 'Descending' },
])
	.sample('desc')
	.optional();

/**
 * A metric with the fields that the response has only once, for the whole execution or for a
 * process.
 */
export function withItsExecution(
	metric: IDataObject,
	{ metrics, processes, ...execution }: IDataObject,
): IDataObject {
	const process = objectsIn(processes).find(({ pid }) => pid === metric.pid);
	return { ...execution, ...process, ...metric };
}

export const getManyComponentMetrics = operation(
	'GET /monitoring/observability/executions/{executionId}/component',
	{
		name: 'Get Many',
		action: 'Get the component metrics of an execution',
		description:
			'List rows, times and failures of each component in a task execution; they may take some time to become accurate',
		path: { executionId: executionField() },
		query: {
			...metricPageFields,
			sortBy: suggestion('Field to sort by', METRIC_SORT_FIELDS)
				.byDefault('component_start_time_seconds')
				.sample('pid')
				.optional(),
			sortOrder: metricsSortOrderField,
		},
		pages: limitOffset({ largest: 200, listPath: 'metrics' }),
		answers: records('B.ComponentMetric', {
			page: 'B.ExecutionComponentMetrics',
			simple: simpleMetricFields,
			readable: readableMetric,
			listPath: 'metrics',
			completeRecord: withItsExecution,
		}),
	},
);
