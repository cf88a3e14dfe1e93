/** Each operation of task executions does its work on the platform. */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { isListed } from '../../../emulator/areas/processing/service';
import { DEMO } from '../../../emulator/seed';
import { changed } from '../../support/changed';
import { byId, byName, environmentNamed, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { GOOD, platform, requestCount, run, state, succeed } from './stage';

describe('task execution', () => {
	test('the operation starts a task by ID or by name, with the given values', async () => {
		fact('B.5', 'B.73', 'B.190');
		const task = taskNamed(state(), DEMO.goodTask);
		const [byItsId] = await succeed('taskExecution', 'start', {
			executable: byId(task.id),
			additionalFields: {
				parameters: { pairs: [{ name: 'country', value: 'FR' }] },
				logLevel: 'INFO',
				timeout: 5,
			},
		});
		const execution = processingOf(state()).tasks.get(String(byItsId!.executionId))!;
		expect(execution).toMatchObject({
			taskId: task.id,
			parameters: { country: 'FR' },
			logLevel: 'INFO',
			timeoutMinutes: 5,
		});
		const [byItsName] = await succeed('taskExecution', 'start', {
			executable: byName(DEMO.goodTask),
		});
		expect(processingOf(state()).tasks.get(String(byItsName!.executionId))!.taskId).toBe(task.id);
	});

	test.each([
		{ how: 'with blanks around it', name: 'Blanks around', given: '\tBlanks around \n' },
		{
			how: 'that has blanks around it on the platform',
			name: 'Blanks around ',
			given: 'Blanks around',
		},
		{
			how: 'whose letters are put together in another way',
			name: 'Gr\u00f6\u00dfen laden',
			given: 'Gro\u0308\u00dfen laden',
		},
	])('a name $how is found', async ({ name, given }) => {
		const task = changed(taskNamed(state(), DEMO.goodTask), { name });
		const [started] = await succeed('taskExecution', 'start', { executable: byName(given) });
		expect(processingOf(state()).tasks.get(String(started!.executionId))!.taskId).toBe(task.id);
	});

	describe('a task execution that was started', () => {
		const started = async () => {
			const [{ executionId } = {}] = await succeed('taskExecution', 'start', {
				executable: byName(DEMO.serviceTask),
			});
			return { executionId, given: { executionId: byId(executionId) } };
		};

		test('a started task execution can be read at once', async () => {
			fact('B.5');
			const { executionId, given } = await started();
			expect(await succeed('taskExecution', 'get', given)).toEqual([
				expect.objectContaining({ executionId, status: 'dispatching' }),
			]);
		});

		test('only the task executions with a status are listed if a filter names it', async () => {
			const { executionId } = await started();
			platform.emulator.clock.advance(10_000);
			const running = await succeed('taskExecution', 'getMany', {
				returnAll: true,
				filters: { status: 'executing' },
			});
			expect(running.map((each) => each.executionId)).toContain(executionId);
			expect(new Set(running.map(({ status }) => status))).toEqual(new Set(['executing']));
		});

		test('only the executions of tasks with a tag are found if a filter names it', async () => {
			const { executionId } = await started();
			const tagged = await succeed('taskExecution', 'search', {
				returnAll: true,
				filters: { tags: ['service'] },
			});
			expect(tagged.map((each) => each.executionId)).toContain(executionId);
			const { id } = taskNamed(state(), DEMO.serviceTask);
			expect(new Set(tagged.map(({ taskId }) => taskId))).toEqual(new Set([id]));
		});

		test('a running task execution can be terminated', async () => {
			fact('B.5', 'B.191');
			const { executionId, given } = await started();
			platform.emulator.clock.advance(10_000);
			expect(await succeed('taskExecution', 'terminate', given)).toEqual([
				{ terminated: true, executionId },
			]);
			const [ended] = await succeed('taskExecution', 'get', { ...given, simplify: false });
			expect(ended).toMatchObject({
				status: 'terminated',
				executionStatus: 'EXECUTION_TERMINATED',
			});
		});
	});

	test('the executions of one task are listed', async () => {
		const ofTask = await succeed('taskExecution', 'getManyOfTask', {
			taskId: byName(DEMO.failingTask),
			limit: 3,
		});
		const { id } = taskNamed(state(), DEMO.failingTask);
		expect(ofTask.map(({ taskId }) => taskId)).toEqual(Array(3).fill(id));
	});

	describe('the list of task executions', () => {
		const listed = async (filters: IDataObject = {}) =>
			await succeed('taskExecution', 'getMany', { returnAll: true, filters });

		test('the list of task executions is read with all of its pages', async () => {
			const all = await listed();
			expect(new Set(all.map(({ executionId }) => executionId)).size).toBe(
				[...processingOf(state()).tasks.values()].filter((execution) =>
					isListed(state(), execution, platform.emulator.clock.now()),
				).length,
			);
		});

		test('the list of task executions is filtered by environment', async () => {
			fact('B.185');
			const { id } = environmentNamed(state(), 'Production');
			const all = await listed();
			expect(all.length).toBeGreaterThan(0);
			expect(await listed({ environmentId: byId(id) })).toHaveLength(all.length);
			expect(await listed({ environmentId: byName('Development') })).toEqual([]);
		});

		test('the list of task executions can be limited to the most recent days', async () => {
			fact('B.185');
			expect((await listed({ lastDays: 1 })).length).toBeLessThan((await listed()).length);
		});

		test('a workspace of another environment is refused as a filter', async () => {
			fact('B.89', 'B.185');
			const development = environmentNamed(state(), 'Development');
			const workspace = [...orchestrationOf(state()).workspaces.values()].find(
				({ environmentId }) => environmentId === development.id,
			)!;
			const { error } = await run('taskExecution', 'getMany', {
				filters: {
					environmentId: byId(environmentNamed(state(), 'Production').id),
					workspaceId: byId(workspace.id),
				},
			});
			expect(error).toMatchObject({
				httpCode: '400',
				message: 'The workspace does not belong to the environment',
			});
		});
	});
});

describe('lists of executions', () => {
	describe('a list of executions', () => {
		const requestsForNames = () => requestCount('GET /orchestration/executables/tasks');
		const listAfterRun = async () => {
			await succeed('taskExecution', 'runAndWait', { executable: byName(DEMO.goodTask) });
			return await succeed('taskExecution', 'getMany', { returnAll: true });
		};

		test('the list has the names of the tasks and of their workspace', async () => {
			const listed = await listAfterRun();
			// By the vendor's files items of lists have no rows.
			const isGood =
				'numberOfProcessedRows' in listed[0]!
					? GOOD
					: /^Load customers \(Finance, Production\) succeeded at \d\d:\d\d after 3 s$/;
			expect(listed[0]).toMatchObject({
				taskName: DEMO.goodTask,
				workspaceName: 'Finance',
				summary: expect.stringMatching(isGood) as string,
			});
			for (const each of listed) expect(each).toMatchObject({ taskName: expect.any(String) });
		});

		test('an execution in a list begins with its name and outcome', async () => {
			const [first] = await listAfterRun();
			expect(Object.keys(first!).slice(0, 4)).toEqual(['taskName', 'outcome', 'summary', 'status']);
		});

		test('the names of a list are read once for all executions', async () => {
			const before = requestsForNames();
			const listed = await succeed('taskExecution', 'getMany', { returnAll: true });
			expect(listed.length).toBeGreaterThan(1);
			expect(requestsForNames()).toBe(before + 1);
		});

		test('a list that is not simplified has no names, so none are read', async () => {
			const before = requestsForNames();
			const [raw] = await succeed('taskExecution', 'getMany', { limit: 1, simplify: false });
			expect(raw).toHaveProperty('executionId');
			expect(raw).not.toHaveProperty('taskName');
			expect(raw).not.toHaveProperty('summary');
			expect(requestsForNames()).toBe(before);
		});
	});

	test('a single execution has the name of its task, which is read once for all items', async () => {
		const [{ executionId } = {}] = await succeed('taskExecution', 'start', {
			executable: byName(DEMO.goodTask),
		});
		const get = { executionId: byId(executionId) };
		const names = () => requestCount('GET /orchestration/executables/tasks/{taskId}');
		const before = names();
		const [started] = await succeed('taskExecution', 'get', get);
		expect(started!.summary).toMatch(
			/^Load customers \(Finance, Production\) is running; it started at \d\d:\d\d$/,
		);
		expect(names()).toBe(before + 1);
		platform.emulator.clock.advance(10_000);
		const { items } = await run('taskExecution', 'get', get, {
			items: [{ json: {} }, { json: {} }],
		});
		expect(items.map(({ json }) => json)).toEqual(
			Array(2).fill(
				expect.objectContaining({
					taskName: DEMO.goodTask,
					workspaceName: 'Finance',
					summary: expect.stringMatching(GOOD) as string,
				}),
			),
		);
		expect(names()).toBe(before + 2);
		await succeed('taskExecution', 'get', { ...get, simplify: false });
		expect(names()).toBe(before + 2);
	});

	test('an execution whose task cannot be read is output without its name', async () => {
		const [{ executionId } = {}] = await succeed('taskExecution', 'start', {
			executable: byName(DEMO.goodTask),
		});
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks/{taskId}',
			status: 404,
			times: 1,
		});
		const [output] = await succeed('taskExecution', 'get', { executionId: byId(executionId) });
		expect(output).toMatchObject({
			executionId,
			taskName: null,
			workspaceName: null,
			summary: expect.stringMatching(/^Task [0-9a-f]{24} is running; it started at/) as string,
		});
	});
});

describe('the termination of an execution that has ended', () => {
	test.each(['workflow', 'tool'] as const)(
		'a termination that comes too late says how the execution ended (%s)',
		async (entryPoint) => {
			const started = await platform.run('Processing', 'taskExecution', 'runAndWait', {
				executable: byName(DEMO.goodTask),
			});
			const executionId = String(started.items[0]!.json.executionId);
			const { items } = await platform.run(
				'Processing',
				'taskExecution',
				'terminate',
				{ executionId: byId(executionId) },
				{ entryPoint },
			);
			expect(items.map(({ json }) => json)).toEqual([
				{ terminated: false, executionId, outcome: 'succeeded', status: 'execution_successful' },
			]);
		},
	);

	test('a hint says that the end of the execution could not be read', async () => {
		const { items: started } = await platform.run('Processing', 'taskExecution', 'start', {
			executable: byName(DEMO.goodTask),
		});
		const { executionId } = started[0]!.json;
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			status: 403,
		});
		const { items, hints } = await platform.run('Processing', 'taskExecution', 'terminate', {
			executionId: byId(executionId),
		});
		expect(items.map(({ json }) => json)).toEqual([{ terminated: true, executionId }]);
		expect(hints).toEqual([
			expect.stringMatching(
				/^Talend Cloud accepted the termination of execution \S+, but how it ended could not be read: /,
			) as string,
		]);
	});

	test('a hint says that another execution was returned', async () => {
		const { items: started } = await platform.run('Processing', 'taskExecution', 'start', {
			executable: byName(DEMO.goodTask),
		});
		const { executionId } = started[0]!.json;
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			status: 200,
			body: { executionId: 'another', status: 'execution_failed' },
		});
		const { items, hints } = await platform.run('Processing', 'taskExecution', 'terminate', {
			executionId: byId(String(executionId)),
		});
		expect(items.map(({ json }) => json)).toEqual([{ terminated: true, executionId }]);
		expect(hints).toEqual([
			expect.stringMatching(
				/could not be read: Talend Cloud did not return the requested \w+: it has a different ID$/,
			) as string,
		]);
	});
});

judgeRequests(platform, 'Processing', ['taskExecution']);
