/** The metrics of components, and what Observability refuses before anything is sent. */
import { refusedWords } from '../../support/area';
import { byId, byName, environmentNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { execution, executionId, jsonOf, platform, run } from './stage';

describe('component metric', () => {
	test('metrics of an execution are returned together with the fields of the execution', async () => {
		fact('B.9', 'B.127', 'B.130');
		const metrics = await jsonOf('componentMetric', 'getMany', {
			executionId: byId(executionId()),
			returnAll: true,
			simplify: false,
		});
		expect(metrics.map(({ connector_id }) => connector_id)).toEqual([
			'tDBInput_1',
			'tMap_1',
			'tDBOutput_1',
		]);
		expect(metrics[0]).toMatchObject({
			task_execution_id: executionId(),
			task_id: execution().taskId,
			job_name: 'load_orders',
			artifact_version: '1.2.0',
			rows_rejected: 0,
		});
		expect(metrics[2]).toMatchObject({ stacktrace: 'Table ORDERS does not exist' });
		expect(metrics[0]).not.toHaveProperty('processes');
	});

	test('metrics of an execution are sorted, or begin at an offset, as requested', async () => {
		fact('B.9', 'B.130');
		const sorted = await jsonOf('componentMetric', 'getMany', {
			executionId: byId(executionId()),
			filters: { sortBy: 'connector_id', sortOrder: 'desc' },
		});
		expect(sorted.map(({ connector_id }) => connector_id)).toEqual([
			'tMap_1',
			'tDBOutput_1',
			'tDBInput_1',
		]);
		const paged = await jsonOf('componentMetric', 'getMany', {
			executionId: byId(executionId()),
			limit: 1,
			filters: { offset: 1 },
		});
		expect(paged.map(({ connector_id }) => connector_id)).toEqual(['tMap_1']);
	});

	test('metrics of an environment are filtered by conditions', async () => {
		fact('B.9', 'B.124', 'B.211');
		const { id } = environmentNamed(platform.emulator.state, 'Production');
		const given = {
			environmentId: byId(id),
			startTime: '2026-03-01T00:00:00Z',
			endTime: '2026-04-01T00:00:00Z',
			returnAll: true,
		};
		const all = await jsonOf('componentMetric', 'query', given);
		expect(all.length).toBe(16 * 3);
		const maps = await jsonOf('componentMetric', 'query', {
			...given,
			environmentId: byName('Production'),
			filters: {
				conditions: { rows: [{ field: 'connector_type', operator: 'in', value: '["tMap"]' }] },
				sortBy: 'task_id',
				sortOrder: 'desc',
			},
		});
		expect(maps).toHaveLength(16);
		const late = await jsonOf('componentMetric', 'query', {
			...given,
			filters: {
				conditions: {
					rows: [
						{
							field: 'component_start_time_seconds',
							operator: 'gte',
							value: String(Math.floor(execution().triggeredAt / 1000)),
						},
					],
				},
			},
		});
		expect(late.map(({ task_execution_id }) => task_execution_id)).toEqual([
			executionId(),
			executionId(),
			executionId(),
		]);
	});

	test('an unknown execution is refused', async () => {
		const { error } = await run('componentMetric', 'getMany', {
			executionId: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
		});
		expect(error).toMatchObject({ httpCode: '404', message: 'The task execution was not found' });
		expect(error!.description).toMatch(/^Check the ID.*\(Status 404, request ID [0-9a-f-]{36}\)$/);
	});
});

describe('refused before anything is sent', () => {
	const span = { environmentId: byId('e'), startTime: '2026-03-01', endTime: '2026-03-02' };
	const query = (...rows: object[]) => ({ ...span, filters: { conditions: { rows } } });
	const row = { field: 'connector_type', operator: 'in', value: '["tMap"]' };
	const started = { field: 'component_start_time_seconds', value: '1772323200' };
	test.each<{
		what: string;
		resource: string;
		operation: string;
		parameters: Record<string, unknown>;
		message: string;
	}>([
		{
			what: 'a log count of 0',
			resource: 'executionLog',
			operation: 'getEntries',
			parameters: { executionId: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'), limit: 0 },
			message: '"Limit" must be at least 1',
		},
		{
			what: 'an execution that is not a UUID',
			resource: 'executionLog',
			operation: 'download',
			parameters: { executionId: byId('17') },
			message: '"Execution" must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
		},
		{
			what: 'a reversed time span',
			resource: 'executionLog',
			operation: 'download',
			parameters: {
				executionId: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
				options: { startTime: '2026-03-02', endTime: '2026-03-01' },
			},
			message: '"End Time" must not be before "Start Time"',
		},
		{
			what: 'a reversed span of entries',
			resource: 'executionLog',
			operation: 'getEntries',
			parameters: {
				executionId: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
				filters: { startTime: '2026-03-02', endTime: '2026-03-01' },
			},
			message: '"End Time" must not be before "Start Time"',
		},
		{
			what: 'a reversed span of a file',
			resource: 'executionLog',
			operation: 'generateFile',
			parameters: {
				executionId: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
				options: { startTime: '2026-03-02', endTime: '2026-03-01' },
			},
			message: '"End Time" must not be before "Start Time"',
		},
		{
			what: 'an execution of metrics that is not a UUID',
			resource: 'componentMetric',
			operation: 'getMany',
			parameters: { executionId: byId('17') },
			message: '"Execution" must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
		},
		{
			what: 'an unknown format',
			resource: 'executionLog',
			operation: 'download',
			parameters: {
				executionId: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
				fileFormat: '={{ "xml" }}',
			},
			message: '"File Format" must be one of json, text',
		},
		{
			what: 'an unknown order',
			resource: 'executionLog',
			operation: 'getEntries',
			parameters: {
				executionId: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
				filters: { order: 'UP' },
			},
			message: '"Order" must be one of DESC, ASC',
		},
		{
			what: 'no token',
			resource: 'executionLog',
			operation: 'getFileStatus',
			parameters: { executionId: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'), token: '={{ "" }}' },
			message: '"Token" is required',
		},
		{
			what: 'three conditions',
			resource: 'componentMetric',
			operation: 'query',
			parameters: query(row, row, row),
			message: '"Conditions" must have at most 2 entries',
		},
		{
			what: 'a value that is not a list',
			resource: 'componentMetric',
			operation: 'query',
			parameters: query({ ...row, value: '"tMap"' }),
			message: '"Conditions" has in row 1 a value that must be a list, such as ["tMap_1"]',
		},
		{
			what: 'a range without a number',
			resource: 'componentMetric',
			operation: 'query',
			parameters: query(row, {
				field: 'component_start_time_seconds',
				operator: 'gte',
				value: '["1"]',
			}),
			message: '"Conditions" has in row 2 a value that must be a number',
		},
		{
			what: 'a range on another field',
			resource: 'componentMetric',
			operation: 'query',
			parameters: query({ field: 'pid', operator: 'gt', value: '1' }),
			message:
				'"Conditions" has in row 1 the operator gt, which can only be used on component_start_time_seconds',
		},
		{
			what: 'two lower bounds',
			resource: 'componentMetric',
			operation: 'query',
			parameters: query({ ...started, operator: 'gt' }, { ...started, operator: 'gte' }),
			message: '"Conditions" has two lower bounds: give one of them',
		},
		{
			what: 'two upper bounds',
			resource: 'componentMetric',
			operation: 'query',
			parameters: query({ ...started, operator: 'lt' }, { ...started, operator: 'lte' }),
			message: '"Conditions" has two upper bounds: give one of them',
		},
		{
			what: 'a span of nothing',
			resource: 'componentMetric',
			operation: 'query',
			parameters: query({ ...started, operator: 'gt' }, { ...started, operator: 'lt' }),
			message: '"Conditions" has an upper bound that is not above the lower one',
		},
		{
			what: 'a row without a field',
			resource: 'componentMetric',
			operation: 'query',
			parameters: query({ ...row, field: '={{ "" }}' }),
			message: '"Conditions, row 1: Field" is required',
		},
		{
			what: 'a reversed query',
			resource: 'componentMetric',
			operation: 'query',
			parameters: { ...span, endTime: '2026-02-01' },
			message: '"End Time" must not be before "Start Time"',
		},
		{
			what: 'no start',
			resource: 'componentMetric',
			operation: 'query',
			parameters: { ...span, startTime: '={{ null }}' },
			message: '"Start Time" is required',
		},
	])(
		'Observability refuses $what before anything is sent',
		async ({ resource, operation, parameters, message }) => {
			fact('B.126', 'B.241');
			platform.clearLog();
			const { error, items } = await run(resource, operation, parameters);
			expect(refusedWords(error)).toBe(message);
			expect(error!.name).toBe('NodeOperationError');
			expect(items).toEqual([]);
			expect(platform.emulator.log).toEqual([]);
		},
	);
});

judgeRequests(platform, 'Observability', ['componentMetric']);
