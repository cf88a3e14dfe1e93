/** The metrics of components, asked as any client could. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { environmentNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { SECOND } from '../../support/time';
import { advance, ask, start, state, unknown } from './interfaceStage';

describe('component metrics', () => {
	const RUN = '/monitoring/observability/executions';
	const QUERY = 'POST /monitoring/observability/metrics/component';
	const span = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' };
	const query = async (more: object = {}) =>
		await ask(QUERY, {
			environmentId: environmentNamed(state(), 'Production').id,
			...span,
			...more,
		});
	const ended = async () => {
		const id = await start(DEMO.failingTask);
		advance(60 * SECOND);
		return id;
	};

	describe('the metrics of an execution', () => {
		test('an execution in progress has no metrics', async () => {
			fact('B.213');
			const id = await start(DEMO.goodTask);
			expect((await ask(`GET ${RUN}/${id}/component`)).body).toMatchObject({
				metrics: { items: [], limit: 50, offset: 0, total: 0 },
			});
		});

		test('the metrics of an execution that has ended are one page, with its processes', async () => {
			fact('B.127', 'B.133', 'B.212');
			const id = await start(DEMO.goodTask);
			advance(60 * SECOND);
			const { status, body } = await ask(`GET ${RUN}/${id}/component`);
			expect(status).toBe(200);
			expect(schemaFindings('B.ExecutionComponentMetrics', body)).toEqual([]);
			expect(schemaFindings('B.ComponentMetricPage', body.metrics)).toEqual([]);
			expect(body.metrics).toMatchObject({ items: { length: 3 }, limit: 50, offset: 0, total: 3 });
		});

		test('each process and each metric is as documented', async () => {
			fact('B.128', 'B.129', 'B.130');
			const id = await start(DEMO.goodTask);
			advance(60 * SECOND);
			const { body } = await ask(`GET ${RUN}/${id}/component`);
			const processes = body.processes as IDataObject[];
			const { items } = body.metrics as { items: IDataObject[] };
			expect([processes.length > 0, items.length]).toEqual([true, 3]);
			for (const process of processes)
				expect(schemaFindings('B.ProcessMetric', process)).toEqual([]);
			for (const metric of items) {
				expect(schemaFindings('B.ComponentMetric', metric)).toEqual([]);
				expect(Object.keys(metric).every((name) => /^[a-z_]+$/.test(name))).toBe(true);
				expect(metric).not.toHaveProperty('stacktrace');
			}
		});
	});

	test('component metrics are sorted by start time, with empty values last in either direction', async () => {
		fact('B.209', 'B.210', 'B.244');
		const id = await ended();
		const order = async (rest: string) =>
			(
				(await ask(`GET ${RUN}/${id}/component${rest}`)).body.metrics as { items: IDataObject[] }
			).items.map(({ connector_id }) => connector_id);
		expect(await order('')).toEqual(['tDBInput_1', 'tMap_1', 'tDBOutput_1']);
		expect(await order('?sortOrder=desc')).toEqual(['tDBOutput_1', 'tMap_1', 'tDBInput_1']);
		// The last component has no target.
		expect(await order('?sortBy=target_id')).toEqual(['tMap_1', 'tDBInput_1', 'tDBOutput_1']);
		expect(await order('?sortBy=target_id&sortOrder=desc')).toEqual([
			'tDBInput_1',
			'tMap_1',
			'tDBOutput_1',
		]);
		expect(await order('?limit=1&offset=1')).toEqual(['tMap_1']);
	});

	test.each(['?limit=0', '?limit=201', '?offset=-1', '?sortOrder=up', ...unknown('?page=1')])(
		'component metrics are refused with the query %s',
		async (query) => {
			fact('B.209', 'B.210', 'B.244');
			expect((await ask(`GET ${RUN}/${await ended()}/component${query}`)).status).toBe(400);
		},
	);

	describe('a refusal of component metrics', () => {
		const refusal = async (id: string, headers = {}) =>
			await ask(`GET ${RUN}/${id}/component`, undefined, headers);
		const UNKNOWN = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';

		test('an execution ID that is not a UUID is refused with the ID of the request', async () => {
			fact('B.209');
			expect(await refusal('17')).toMatchObject({
				status: 400,
				body: {
					status: 400,
					message: expect.stringContaining('executionId must be a UUID') as string,
					requestId: expect.any(String) as string,
				},
			});
		});

		test('an unknown execution is refused with the ID of the request', async () => {
			fact('B.209');
			expect(await refusal(UNKNOWN)).toMatchObject({
				status: 404,
				body: {
					message: 'The task execution was not found',
					requestId: expect.any(String) as string,
				},
			});
		});

		test('a token is refused without the ID of the request', async () => {
			fact('B.209');
			const { status, body } = await refusal(UNKNOWN, { authorization: 'Bearer none' });
			expect([status, Object.keys(body)]).toEqual([401, ['status', 'message']]);
		});
	});

	describe('the metrics of an environment', () => {
		const where = async (...filters: unknown[]) =>
			(await query({ filters: filters.map((each) => ({ ...(each as object) })) })).body.total;

		test('the metrics are a page of 50', async () => {
			fact('B.124', 'B.131', 'B.211');
			const { body } = await query();
			expect(schemaFindings('B.RawComponentMetricPage', body)).toEqual([]);
			expect(body).toMatchObject({ limit: 50, offset: 0, total: 45, items: { length: 45 } });
		});

		test('each metric is as documented', async () => {
			fact('B.126', 'B.132');
			const { body } = await query();
			expect(body.items).toHaveLength(45);
			for (const item of body.items)
				expect(schemaFindings('B.RawComponentMetric', item)).toEqual([]);
		});

		test('the metrics are filtered by time', async () => {
			fact('B.125');
			const day = { startTime: '2026-03-30T00:00:00Z', endTime: '2026-03-31T00:00:00Z' };
			expect((await query(day)).body.total).toBe(9);
		});

		test('the metrics are filtered by conditions', async () => {
			fact('B.126');
			const day = { startTime: '2026-03-30T00:00:00Z', endTime: '2026-03-31T00:00:00Z' };
			const time = Date.parse(day.startTime) / 1000;
			expect(
				await where({ field: 'connector_type', operator: 'in', value: ['tMap', 'tDBInput'] }),
			).toBe(30);
			expect(
				await where({ field: 'component_start_time_seconds', operator: 'gte', value: time }),
			).toBe(9);
			expect(
				await where(
					{ field: 'component_start_time_seconds', operator: 'gte', value: time },
					{ field: 'connector_type', operator: 'in', value: ['tMap'] },
				),
			).toBe(3);
		});

		test('the last page of metrics has the entries that are left', async () => {
			fact('B.212', 'B.244');
			expect((await query({ limit: 2, offset: 44 })).body.items).toHaveLength(1);
		});

		test.each([
			{ limit: 0 },
			{ limit: 201 },
			{ offset: -1 },
			{ sortOrder: 'up' },
			{ startTime: undefined },
			{ environmentId: undefined },
			{ filters: [{ field: 'pid', operator: 'in' }] },
			{ filters: [{ field: 'pid', operator: 'in', value: 'p' }] },
			{ filters: [{ field: 'component_start_time_seconds', operator: 'gte', value: ['1'] }] },
		])('the platform refuses the query %o', async (wrong) => {
			fact('B.212', 'B.244');
			expect((await query(wrong)).status).toBe(400);
		});
	});
});
