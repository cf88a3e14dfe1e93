import {
	getManyComponentMetrics,
	METRIC_SORT_FIELDS,
	metricPageFields,
	metricsSortOrderField,
	readableMetric,
	simpleMetricFields,
} from '../../records/executions/componentMetrics';
import { environmentField } from '../../records/places/environments';
import { records } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { choice, datetime, jsonValue, rows, suggestion } from '../../shared/declare/fields';
import { limitOffset } from '../../shared/declare/lists/paging';
import { period, type Rule } from '../../shared/declare/rules';

const SEARCH_SORT_FIELDS = [
	...METRIC_SORT_FIELDS,
	'engine_id',
	'workspace_id',
	'task_id',
	'task_execution_id',
	'process_id',
	'job_name',
	'father_pid',
	'root_pid',
	'connection_type',
	'connection_name',
];

/**
 * The fields to filter by, in the order in which they are offered. An expression can give any other
 * field.
 */
const FILTERED = [
	'connector_id',
	'connector_label',
	'connector_type',
	'component_start_time_seconds',
	'engine_id',
	'job_name',
	'operator',
	'operator_type',
	'task_execution_id',
	'task_id',
	'workspace_id',
];

const RANGE_OPERATORS = ['gt', 'gte', 'lt', 'lte'];

/**
 * The rules for filters (docs/platform/interface.md, "Logs and metrics"): `in` takes a list; ranges
 * take a number, and only for the start time; there can be two filters at most.
 */
const filterRules: Rule[] = [
	{
		field: 'conditions',
		says: 'a filter with the operator in must have a list; one with gt, gte, lt or lte must have a number and the field component_start_time_seconds',
		finding: ({ conditions }) => {
			for (const [index, filter] of (
				(conditions ?? []) as Array<{ field: string; operator: string; value: unknown }>
			).entries()) {
				const row = `has in row ${index + 1} `;
				if (filter.operator === 'in' && !Array.isArray(filter.value))
					return `${row}a value that must be a list, such as ["tMap_1"]`;
				if (!RANGE_OPERATORS.includes(filter.operator)) continue;
				if (typeof filter.value !== 'number') return `${row}a value that must be a number`;
				if (filter.field !== 'component_start_time_seconds')
					return `${row}the operator ${filter.operator}, which can only be used on component_start_time_seconds`;
			}
			return undefined;
		},
	},
	{
		field: 'conditions',
		says: 'there must be at most one filter with gt or gte, and one with lt or lte; the upper bound must be above the lower one',
		finding: ({ conditions }) => {
			const given = (conditions ?? []) as Array<{ operator: string; value: unknown }>;
			const [lower, upper] = [
				['gt', 'gte'],
				['lt', 'lte'],
			].map((operators) => given.filter(({ operator }) => operators.includes(operator)));
			if (lower!.length > 1) return 'has two lower bounds: give one of them';
			if (upper!.length > 1) return 'has two upper bounds: give one of them';
			const isEmpty = lower![0] && upper![0] && Number(upper![0].value) <= Number(lower![0].value);
			return isEmpty ? 'has an upper bound that is not above the lower one' : undefined;
		},
	},
];

const query = operation('POST /monitoring/observability/metrics/component', {
	name: 'Query',
	action: 'Query component metrics',
	description:
		'List the component metrics of all executions in an environment and time span; Talend Cloud allows five queries a minute',
	effect: 'read',
	family: 'monitoring metrics search',
	body: {
		environmentId: environmentField(),
		startTime: datetime('Only metrics from this time on; they are kept for 31 days')
			.opensWith('={{ $now.minus({ days: 1 }).toISO() }}')
			.sample('2026-03-01T00:00:00Z'),
		endTime: datetime('Only metrics up to this time')
			.opensWith('={{ $now.toISO() }}')
			.sample('2026-03-02T00:00:00Z'),
		...metricPageFields,
		sortBy: suggestion('Field to sort by', SEARCH_SORT_FIELDS).sample('task_id').optional(),
		sortOrder: metricsSortOrderField,
		conditions: rows('Conditions that must all hold; at most two', {
			field: suggestion(
				'The field to compare; an expression may give another, which Talend Cloud may refuse',
				FILTERED,
			).sample('connector_type'),
			operator: choice('How to compare', [
				{ value: 'in', name: 'Is One Of' },
				{ value: 'gt', name: 'Is Greater Than' },
				{ value: 'gte', name: 'Is Greater Than or Equal To' },
				{ value: 'lt', name: 'Is Less Than' },
				{ value: 'lte', name: 'Is Less Than or Equal To' },
			]).sample('in'),
			value: jsonValue('A list for Is One Of, such as ["tMap"]; otherwise a number').sample([
				'tMap',
			]),
		})
			.wireName('filters')
			.max(2)
			.optional(),
	},
	rules: [period('startTime', 'endTime'), ...filterRules],
	pages: limitOffset({ where: 'body', largest: 200 }),
	answers: records('B.RawComponentMetric', {
		page: 'B.RawComponentMetricPage',
		simple: simpleMetricFields,
		readable: readableMetric,
	}),
});

export const componentMetric = resource(
	'componentMetric',
	'Component Metric',
	{ getMany: getManyComponentMetrics, query },
	'Rows and times of the components of an execution',
);
