/** The history of task and plan executions: its filters, pages and download. */
import type { IDataObject } from 'n8n-workflow';

import { remoteEngines } from '../../../emulator/areas/engines/runtimes';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { afterTest, changed } from '../../support/changed';
import { byId, environmentNamed, taskNamed } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { execution, executionId, itemsOf, jsonOf, platform, run, textOf } from './stage';

describe('execution history', () => {
	const environment = () => byId(environmentNamed(platform.emulator.state, 'Production').id);
	const searches = () =>
		platform.emulator.log
			.filter(({ operation }) => operation === 'POST /monitoring/observability/executions/search')
			.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

	test('tasks and plans are in one list, newest first, each once', async () => {
		platform.clearLog();
		const found = await jsonOf('executionHistory', 'getMany', {
			environmentId: environment(),
			include: 'everything',
			returnAll: true,
		});
		expect(searches().map(({ category, exclude }) => [category, exclude])).toEqual([
			['ETL', 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN'],
			['ETL', 'PLAN_EXECUTIONS'],
			['ESB', undefined],
		]);
		const ids = found.map((each) => each.executionId);
		expect(new Set(ids).size).toBe(found.length);
		expect(ids).toContain(executionId());
		expect(
			found.find(({ name, status }) => name === DEMO.failingTask && status !== undefined),
		).toMatchObject({
			summary: expect.stringMatching(
				/^Load orders \(Finance, Production\) (failed|was|succeeded) .*: /,
			) as string,
		});
		const ends = found.map(({ finishTimestamp }) =>
			Date.parse(String(finishTimestamp ?? '9999-01-01')),
		);
		expect(ends).toEqual([...ends].sort((a, b) => b - a));
	});

	describe('an execution in the history', () => {
		const historyOf = async (more: IDataObject = {}) =>
			await jsonOf('executionHistory', 'getMany', {
				environmentId: environment(),
				include: 'tasks',
				returnAll: true,
				...more,
			});
		const simplified = async () =>
			(await historyOf()).find((each) => each.executionId === executionId())!;

		test('an execution has the same field names and times as in the list of executions', async () => {
			const one = await simplified();
			const { items } = await platform.run('Processing', 'taskExecution', 'get', {
				executionId: byId(executionId()),
			});
			const listed = items[0]!.json;
			const same = ['outcome', 'durationSeconds', 'startTimestamp', 'finishTimestamp', 'taskId'];
			expect(same.map((name) => [name, one[name]])).toEqual(
				same.map((name) => [name, listed[name]]),
			);
		});

		test('an execution that is not simplified keeps the platform’s field names', async () => {
			const raw = await historyOf({ simplify: false });
			expect(raw.find(({ id }) => id === executionId())).toMatchObject({
				runStartTime: expect.anything() as unknown,
				runEndTime: expect.anything() as unknown,
				executeDurationMs: Number((await simplified()).durationSeconds) * 1_000,
			});
		});
	});

	test('the refusal of a page says what to do', async () => {
		const { error } = await run('executionHistory', 'search', {
			environmentId: environment(),
			category: 'ETL',
			limit: 50,
			filters: { offset: 4_000 },
		});
		expect(error).toMatchObject({
			httpCode: '400',
			description: expect.stringContaining(
				'or use Get Many, which does so automatically',
			) as string,
		});
	});

	test('an engine is found by either of its IDs', async () => {
		const state = platform.emulator.state;
		const engine = remoteEngines.all(state)[0]!;
		const task = taskNamed(state, DEMO.goodTask);
		changed(task, {
			runtimeType: 'REMOTE_ENGINE',
			runConfiguration: {
				...task.runConfiguration!,
				runtime: { type: 'REMOTE_ENGINE', id: engine.id },
			},
		});
		const found = async (engineIds: string[]) =>
			await jsonOf('executionHistory', 'getMany', {
				environmentId: environment(),
				include: 'tasks',
				returnAll: true,
				simplify: false,
				filters: { engineIds },
			});
		const all = await found([engine.id]);
		const byRuntimeId = await found([engine.runtimeId]);
		const ofOther = await found([remoteEngines.all(state)[1]!.id]);
		const csv = await run('executionHistory', 'download', {
			environmentId: environment(),
			include: 'tasks',
			filters: { engineIds: [engine.id] },
		});
		expect(all.map(({ taskId }) => taskId)).toContain(task.id);
		expect(new Set(all.map(({ engineId }) => engineId))).toEqual(new Set([engine.id]));
		expect(byRuntimeId).toEqual(all);
		expect(ofOther).toEqual([]);
		expect(csv.items[0]!.json.rows).toBe(all.length);
	});

	test('each filter of the form is sent as the platform accepts it', async () => {
		platform.clearLog();
		await itemsOf('executionHistory', 'getMany', {
			environmentId: environment(),
			include: 'tasks',
			returnAll: true,
			filters: {
				name: 'load',
				statuses: ['EXECUTION_FAILED', 'execution_successful', 'terminated'],
				engineIds: ['e1'],
				destinations: ['CLOUD'],
				longerThanSeconds: 60,
				startedByApi: true,
				from: '2026-03-01T00:00:00Z',
				to: '2026-04-01T00:00:00Z',
				operators: ['ana.demo'],
			},
		});
		expect(searches()[0]!.filters).toEqual([
			{ field: 'name', operator: 'match', value: 'load' },
			{
				field: 'status',
				operator: 'in',
				value: ['EXECUTION_FAILED', 'EXECUTION_SUCCESS', 'EXECUTION_TERMINATED'],
			},
			{ field: 'operator', operator: 'in', value: ['ana.demo'] },
			{
				field: 'runtime',
				operator: 'or',
				value: [
					{ field: 'engineId', operator: 'in', value: ['e1'] },
					{ field: 'destination', operator: 'in', value: ['CLOUD'] },
				],
			},
			{ field: 'executeDurationMs', operator: 'greater_than', value: 60_000 },
			{ field: 'apiVersion', operator: 'is_empty', value: false },
			{
				field: 'period',
				operator: 'between',
				value: ['2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'],
			},
		]);
	});

	test('a history of more than 20 pages is complete and has each execution once', async () => {
		const { state, clock } = platform.emulator;
		const { tasks } = processingOf(state);
		const before = new Set(tasks.keys());
		afterTest(() => {
			for (const id of tasks.keys()) if (!before.has(id)) tasks.delete(id);
		});
		for (let index = 0; index < 4_500; index++) {
			const id = state.uuid();
			// Many end at the same moment, some have not ended.
			tasks.set(id, {
				...execution(),
				id,
				triggeredAt: clock.now() - 40 * 86_400_000 + Math.floor(index / 7) * 60_000,
				...(index % 900 === 0
					? { behavior: { ...execution().behavior, durationMs: Infinity } }
					: {}),
			});
		}
		const found = await jsonOf('executionHistory', 'getMany', {
			environmentId: environment(),
			include: 'tasks',
			returnAll: true,
		});
		const wanted = [...tasks.values()]
			.filter(({ id, taskId }) => !before.has(id) || taskId === execution().taskId)
			.map(({ id }) => id);
		const ids = found.map((each) => String(each.executionId));
		const unknown = ids.filter((id) => !tasks.has(id));
		const { items } = await run('executionHistory', 'download', {
			environmentId: environment(),
			include: 'tasks',
			binaryPropertyName: 'data',
		});
		const came = new Set(ids);
		expect(wanted.filter((id) => !came.has(id))).toEqual([]);
		expect(unknown).toEqual([]);
		expect(found.length).toBe(came.size);
		expect(items[0]!.json.rows).toBe(found.length);
	});

	test('pages that do not say whether another one follows are read to the end', async () => {
		const operation = 'POST /monitoring/observability/executions/search';
		platform.clearLog();
		for (const id of ['first', 'second', undefined])
			platform.emulator.faults.add({
				operation,
				status: 200,
				body: { items: id === undefined ? [] : [{ id, status: 'EXECUTION_SUCCESS' }] },
			});
		const found = await jsonOf('executionHistory', 'getMany', {
			environmentId: environment(),
			include: 'tasks',
			returnAll: true,
			simplify: false,
		});
		expect(found.map(({ id }) => id)).toEqual(['first', 'second']);
		expect(searches().map(({ offset }) => offset)).toEqual([0, 1, 2]);
	});

	test('the history is downloaded as one file with one header', async () => {
		const items = await itemsOf('executionHistory', 'download', {
			environmentId: environment(),
			include: 'everything',
			binaryPropertyName: 'data',
		});
		const lines = textOf(items[0]).trim().split('\r\n');
		expect(lines.filter((line) => line.startsWith('id,'))).toHaveLength(1);
		expect(lines).toHaveLength(Number(items[0]!.json.rows) + 1);
		const page = await itemsOf('executionHistory', 'downloadPage', {
			environmentId: environment(),
			category: 'ETL',
			options: { lines: 1 },
		});
		expect(textOf(page[0])).toMatch(/^id,/);
	});

	test('different lines without an ID are all kept', async () => {
		platform.emulator.faults.add({
			operation: 'POST /monitoring/observability/executions/download',
			status: 200,
			body: 'id,name\n,first\n,second\nlast,third\n',
			contentType: 'text/csv',
		});
		const [file] = await itemsOf('executionHistory', 'download', {
			environmentId: environment(),
			include: 'tasks',
			binaryPropertyName: 'data',
		});
		expect(textOf(file)).toBe('id,name\r\n,first\r\n,second\r\nlast,third\r\n');
	});

	test('a page of fewer lines than requested is not the end if their number is round', async () => {
		const lines = Array.from({ length: 101 }, (_, index) => `line-${index},x`);
		for (const page of [lines.slice(0, 100), lines.slice(100)])
			platform.emulator.faults.add({
				operation: 'POST /monitoring/observability/executions/download',
				status: 200,
				body: ['id,name', ...page].join('\n'),
				contentType: 'application/octet-stream',
			});
		platform.clearLog();
		const [file] = await itemsOf('executionHistory', 'download', {
			environmentId: environment(),
			include: 'tasks',
			binaryPropertyName: 'data',
		});
		expect(textOf(file).trim().split('\r\n')).toEqual(['id,name', ...lines]);
		expect(
			platform.emulator.log.map(({ body }) => (JSON.parse(body) as IDataObject).lastId),
		).toEqual([undefined, 'line-99']);
	});

	test('conditions given as JSON select the executions', async () => {
		const found = await jsonOf('executionHistory', 'search', {
			environmentId: environment(),
			category: 'ETL',
			returnAll: true,
			filters: {
				conditionsJson: [{ field: 'status', operator: 'in', value: ['EXECUTION_FAILED'] }],
			},
		});
		expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['EXECUTION_FAILED']));
	});

	test('a name of two characters is refused before anything is sent', async () => {
		platform.clearLog();
		const { error } = await run('executionHistory', 'getMany', {
			environmentId: environment(),
			include: 'tasks',
			filters: { name: 'ab' },
		});
		expect(error!.message).toBe('"Name" must have at least 3 characters');
		expect(platform.emulator.log).toEqual([]);
	});
});

judgeRequests(platform, 'Observability', ['executionHistory']);
