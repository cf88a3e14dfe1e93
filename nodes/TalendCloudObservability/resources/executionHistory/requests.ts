/** The requests about the execution history, with the filters of the platform. */
import { environmentField } from '../../../records/places/environments';
import { fileAnswer, records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { choice, id, integer, looseValue, rows } from '../../../shared/declare/fields';
import { limitOffset } from '../../../shared/declare/lists/paging';
import { FROM_VENDOR } from '../../../shared/declare/origin';

const FIELDS = [
	'apiVersion',
	'artifactId',
	'artifactVersion',
	'author',
	'executeDurationMs',
	'id',
	'logLevel',
	'name',
	'operator',
	'period',
	'planId',
	'runProfileId',
	'runtime',
	'status',
	'tags',
	'taskId',
	'version',
	'workspaceId',
];

const OPERATORS = [
	'in',
	'not_in',
	'match',
	'not_match',
	'or',
	'and',
	'between',
	'greater_than',
	'less_than',
	'is_empty',
];

/**
 * The fields of the two operations that take the platform's own filters: *Search*, and the download
 * of one page.
 */
export const searchFields = {
	environmentId: environmentField(),
	category: choice('Jobs, pipelines and plans, or routes and data services', [
		{ value: 'ETL', name: 'Jobs, Pipelines and Plans' },
		{ value: 'ESB', name: 'Routes and Data Services' },
	]).sample('ETL'),
	exclude: choice('What the list leaves out; it cannot list all tasks and all plans at once', [
		{ value: 'PLAN_EXECUTIONS', name: 'Plans' },
		{ value: 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN', name: 'Tasks That a Plan Started' },
	])
		.byDefault('TASK_EXECUTIONS_TRIGGERED_BY_PLAN')
		.sample('PLAN_EXECUTIONS')
		.optional(),
	conditions: rows('Filters in the format of the API; an execution must match all', {
		field: choice('Which field to compare', FIELDS),
		operator: choice('How to compare', OPERATORS),
		value: looseValue(
			'The value: text, a number from an expression, a JSON list, or a list of filters for the runtime',
		),
	})
		.wireName('filters')
		.sample([{ field: 'status', operator: 'in', value: ['EXECUTION_FAILED'] }])
		.optional(),
};

export const search = operation('POST /monitoring/observability/executions/search', {
	name: 'Search',
	action: 'Search the history of executions with API filters',
	description:
		'List executions of tasks and plans with filters in the format of the API; Get Many has a form for them',
	origin: FROM_VENDOR,
	effect: 'read',
	body: {
		...searchFields,
		limit: integer('Size of a page').min(1).max(200).sample(200).optional(),
		offset: integer('How many records to skip').min(0).optional(),
	},
	pages: limitOffset({ where: 'body', largest: 200 }),
	refusals: {
		400: 'Check the conditions. Talend Cloud also refuses to list more than 20 pages: narrow the period, or use Get Many, which does so automatically.',
	},
	answers: records('vendor:execution-history-search/Execution', {
		page: 'vendor:execution-history-search/ExecutionPage',
		key: 'id',
	}),
});

export const downloadPage = operation('POST /monitoring/observability/executions/download', {
	name: 'Download Page',
	action: 'Download a page of the history of executions',
	description: 'Download one page of the history as CSV; Download puts all pages together',
	origin: FROM_VENDOR,
	effect: 'read',
	body: {
		...searchFields,
		lines: integer('Number of lines')
			.wireName('limit')
			.min(1)
			.max(100_000)
			.byDefault(1_000)
			.sample(10)
			.optional(),
		lastId: id('ID of the last line of the previous page')
			.eg('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11')
			.optional(),
	},
	answers: fileAnswer({ fileName: 'execution-history.csv', fileFormat: 'csv' }),
});
