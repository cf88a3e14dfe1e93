/** Each operation of Talend Cloud Processing does its work on the platform. */
import { orchestrationOf } from '../../../emulator/areas/orchestration/records';
import { processingOf } from '../../../emulator/areas/processing/records';
import { isListed } from '../../../emulator/areas/processing/services';
import { DEMO } from '../../../emulator/seed';
import { refusedWords } from '../../support/area';
import { judge } from '../../support/conformance';
import { byId, environmentNamed, named, planNamed, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { pick } from '../../support/picking';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });

const state = () => platform.emulator.state;
const run = (resource: string, operation: string, parameters = {}, more = {}) =>
	platform.run('Processing', resource, operation, parameters, more);

/** Runs an operation that must succeed. */
async function done(resource: string, operation: string, parameters = {}, more = {}) {
	const result = await run(resource, operation, parameters, more);
	if (result.error) throw new Error(`${result.error.message}: ${result.error.description}`);
	return result.items.map(({ json }) => json);
}

/** How often a request reached the platform. */
const times = (operation: string) =>
	platform.emulator.log.filter((request) => request.operation === operation).length;

const GOOD = /^Load customers \(Finance, Production\) succeeded at \d\d:\d\d: 1,200 rows in 3 s$/;

describe('task execution', () => {
	test('the operation starts a task by ID and by name, with the given values', async () => {
		fact('B.5', 'B.73', 'B.190');
		const task = taskNamed(state(), DEMO.goodTask);
		const [byItsId] = await done('taskExecution', 'start', {
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
		const [byItsName] = await done('taskExecution', 'start', { executable: named(DEMO.goodTask) });
		expect(processingOf(state()).tasks.get(String(byItsName!.executionId))!.taskId).toBe(task.id);
	});

	test.each([
		['with blanks around it', 'Blanks around', '\tBlanks around \n'],
		['that has blanks around it on the platform', 'Blanks around ', 'Blanks around'],
		[
			'whose letters are put together in another way',
			'Gr\u00f6\u00dfen laden',
			'Gro\u0308\u00dfen laden',
		],
	])('a name %s is found', async (_how, name, given) => {
		const task = taskNamed(state(), DEMO.goodTask);
		const before = task.name;
		Object.assign(task, { name });
		const [started] = await done('taskExecution', 'start', { executable: named(given) }).finally(
			() => Object.assign(task, { name: before }),
		);
		expect(processingOf(state()).tasks.get(String(started!.executionId))!.taskId).toBe(task.id);
	});

	describe('a task execution that was started', () => {
		const started = async () => {
			const [{ executionId } = {}] = await done('taskExecution', 'start', {
				executable: named(DEMO.serviceTask),
			});
			return { executionId, given: { executionId: byId(executionId) } };
		};

		test('a started task execution can be read at once', async () => {
			fact('B.5');
			const { executionId, given } = await started();
			expect(await done('taskExecution', 'get', given)).toEqual([
				expect.objectContaining({ executionId, status: 'dispatching' }),
			]);
		});

		test('a running task execution is listed by its status', async () => {
			const { executionId } = await started();
			platform.emulator.clock.advance(10_000);
			const running = await done('taskExecution', 'getMany', {
				returnAll: true,
				filters: { status: 'executing' },
			});
			expect(running.map((each) => each.executionId)).toContain(executionId);
		});

		test('a task execution is found by the tags of its task', async () => {
			const { executionId } = await started();
			const tagged = await done('taskExecution', 'search', {
				returnAll: true,
				filters: { tags: ['service'] },
			});
			expect(tagged.map((each) => each.executionId)).toContain(executionId);
		});

		test('a running task execution can be terminated', async () => {
			fact('B.5', 'B.191');
			const { executionId, given } = await started();
			platform.emulator.clock.advance(10_000);
			expect(await done('taskExecution', 'terminate', given)).toEqual([
				{ terminated: true, executionId },
			]);
			const [ended] = await done('taskExecution', 'get', { ...given, simplify: false });
			expect(ended).toMatchObject({
				status: 'terminated',
				executionStatus: 'EXECUTION_TERMINATED',
			});
		});
	});

	test('the executions of one task are listed', async () => {
		const ofTask = await done('taskExecution', 'getManyOfTask', {
			taskId: named(DEMO.failingTask),
			limit: 3,
		});
		expect(ofTask.map(({ status }) => status)).toEqual(Array(3).fill('execution_failed'));
	});

	test('lists of task executions are filtered by environment, time and status, and all pages are read', async () => {
		fact('B.89', 'B.185');
		const production = environmentNamed(state(), 'Production');
		const development = environmentNamed(state(), 'Development');
		const all = await done('taskExecution', 'getMany', { returnAll: true });
		expect(new Set(all.map(({ executionId }) => executionId)).size).toBe(
			[...processingOf(state()).tasks.values()].filter((execution) =>
				isListed(state(), execution, platform.emulator.clock.now()),
			).length,
		);
		expect(
			await done('taskExecution', 'getMany', {
				returnAll: true,
				filters: { environmentId: byId(production.id) },
			}),
		).toHaveLength(all.length);
		expect(
			await done('taskExecution', 'getMany', {
				returnAll: true,
				filters: { environmentId: named('Development') },
			}),
		).toEqual([]);
		const lastDay = await done('taskExecution', 'getMany', {
			returnAll: true,
			filters: { lastDays: 1 },
		});
		expect(lastDay.length).toBeLessThan(all.length);
		const workspace = [...orchestrationOf(state()).workspaces.values()].find(
			({ environmentId }) => environmentId === development.id,
		)!;
		const { error } = await run('taskExecution', 'getMany', {
			filters: { environmentId: byId(production.id), workspaceId: byId(workspace.id) },
		});
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'The workspace does not belong to the environment',
		});
	});
});

describe('run and wait for a task', () => {
	test('Run and Wait starts once and says how it ended', async () => {
		fact('B.95');
		const before = times('POST /processing/executions');
		const [good] = await done('taskExecution', 'runAndWait', { executable: named(DEMO.goodTask) });
		expect(good).toMatchObject({
			outcome: 'succeeded',
			numberOfProcessedRows: 1200,
			numberOfRejectedRows: 0,
			durationSeconds: 3,
		});
		expect(good).toMatchObject({
			taskName: DEMO.goodTask,
			taskId: expect.any(String) as string,
			workspaceName: expect.any(String) as string,
			errorMessage: null,
			summary: expect.stringMatching(
				/^Load customers \(Finance, Production\) succeeded at \d\d:\d\d: 1,200 rows in 3 s$/,
			) as string,
		});
		expect(Object.keys(good!).slice(0, 4)).toEqual([
			'taskName',
			'outcome',
			'summary',
			'errorMessage',
		]);
		expect(Object.keys(good!)).not.toEqual(expect.arrayContaining(['status']));
		const [rejecting] = await done('taskExecution', 'runAndWait', {
			executable: named(DEMO.rejectingTask),
		});
		expect(rejecting).toMatchObject({ outcome: 'rejected', numberOfRejectedRows: 17 });
		expect(times('POST /processing/executions')).toBe(before + 2);
	});

	test('a failure is explained where it is reported, if that was chosen', async () => {
		const explained = {
			cause: expect.any(String) as string,
			causeReason: expect.any(String) as string,
			summary: expect.stringMatching(/^Load orders \(.*\) failed .*: Table ORDERS/) as string,
			lastErrorLines: expect.any(Array) as unknown[],
		};
		const given = { executable: named(DEMO.failingTask), options: { explainOnFailure: true } };
		const { items } = await run('taskExecution', 'runAndWait', given, {
			onError: 'continueRegularOutput',
		});
		expect(items[0]!.json.details).toMatchObject(explained);
		const [output] = await done('taskExecution', 'runAndWait', { ...given, failOnFailure: false });
		expect(output).toMatchObject(explained);
		const metrics = times('GET /monitoring/observability/executions/{executionId}/component');
		const [good] = await done('taskExecution', 'runAndWait', {
			...given,
			executable: named(DEMO.goodTask),
		});
		expect(good).not.toHaveProperty('cause');
		expect(times('GET /monitoring/observability/executions/{executionId}/component')).toBe(metrics);
	});

	describe('a list of executions', () => {
		const requestsForNames = () => times('GET /orchestration/executables/tasks');
		const listAfterRun = async () => {
			await done('taskExecution', 'runAndWait', { executable: named(DEMO.goodTask) });
			return await done('taskExecution', 'getMany', { returnAll: true });
		};

		test('a list of executions has the names of what ran and of its workspace', async () => {
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

		test('an execution in a list begins with its name and how it went', async () => {
			const [first] = await listAfterRun();
			expect(Object.keys(first!).slice(0, 4)).toEqual(['taskName', 'outcome', 'summary', 'status']);
		});

		test('the names of a list are read once for all executions', async () => {
			const before = requestsForNames();
			const listed = await done('taskExecution', 'getMany', { returnAll: true });
			expect(listed.length).toBeGreaterThan(1);
			expect(requestsForNames()).toBe(before + 1);
		});

		test('a list that is not simplified has no names, and reads none', async () => {
			const before = requestsForNames();
			const [raw] = await done('taskExecution', 'getMany', { limit: 1, simplify: false });
			expect(raw).toHaveProperty('executionId');
			expect(raw).not.toHaveProperty('taskName');
			expect(raw).not.toHaveProperty('summary');
			expect(requestsForNames()).toBe(before);
		});
	});

	test('one execution has the name of its task, read once for all items', async () => {
		const [{ executionId } = {}] = await done('taskExecution', 'start', {
			executable: named(DEMO.goodTask),
		});
		const get = { executionId: byId(executionId) };
		const names = () => times('GET /orchestration/executables/tasks/{taskId}');
		const before = names();
		const [started] = await done('taskExecution', 'get', get);
		expect(started!.summary).toMatch(
			/^Load customers \(Finance, Production\) is running; it started at \d\d:\d\d$/,
		);
		expect(names()).toBe(before + 1);
		platform.emulator.clock.advance(10_000);
		const { items } = await run('taskExecution', 'get', get, { items: [{}, {}] });
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
		await done('taskExecution', 'get', { ...get, simplify: false });
		expect(names()).toBe(before + 2);
	});

	test('an execution whose task cannot be read is an output without its name', async () => {
		const [{ executionId } = {}] = await done('taskExecution', 'start', {
			executable: named(DEMO.goodTask),
		});
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks/{taskId}',
			status: 404,
			times: 1,
		});
		const [output] = await done('taskExecution', 'get', { executionId: byId(executionId) });
		expect(output).toMatchObject({
			executionId,
			taskName: null,
			workspaceName: null,
			summary: expect.stringMatching(/^Task [0-9a-f]{24} is running; it started at/) as string,
		});
	});

	test('a failed execution makes the node fail, or is an output, as chosen', async () => {
		const { error, items } = await run('taskExecution', 'runAndWait', {
			executable: named(DEMO.failingTask),
		});
		expect(items).toEqual([]);
		expect(error!.message).toBe('The task failed: Table ORDERS does not exist');
		expect(error!.description).toMatch(
			/^Task Execution, Explain says why.* Execution 7a1e0000-\S+ ended with the status execution_failed \(JOB_EXCEPTION\)\./,
		);
		const [output] = await done('taskExecution', 'runAndWait', {
			executable: named(DEMO.failingTask),
			failOnFailure: false,
		});
		expect(output).toMatchObject({
			outcome: 'failed',
			errorMessage: 'Table ORDERS does not exist',
		});
		const [item] = (
			await run(
				'taskExecution',
				'runAndWait',
				{ executable: named(DEMO.failingTask) },
				{ onError: 'continueRegularOutput' },
			)
		).items;
		expect(item!.json).toEqual({
			error: error!.message,
			details: {
				description: expect.stringContaining(' ended with the status ') as string,
				executionId: expect.stringMatching(/^7a1e0000-/) as string,
			},
		});
		const rejected = await run('taskExecution', 'runAndWait', {
			executable: named(DEMO.rejectingTask),
			options: { failOnRejectedRows: true },
		});
		expect(rejected.error!.message).toBe('The task rejected rows');
	});

	test.each([
		[undefined, /^Execution \S+ is still running. Read it later/],
		[true, /^Execution \S+ was terminated, as chosen\.$/],
	])('the time limit names the execution, terminated: %s', async (terminateAtTimeLimit, words) => {
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: named(DEMO.serviceTask),
			timeLimit: 2,
			options: terminateAtTimeLimit ? { terminateAtTimeLimit } : {},
		});
		expect(error!.message).toMatch(/^Execution 7a1e0000-\S+ did not end within 2 minutes$/);
		expect(error!.description).toMatch(words);
		const id = /Execution (\S+)/.exec(error!.message)![1]!;
		const execution = processingOf(state()).tasks.get(id)!;
		expect(execution.terminatedAt !== undefined).toBe(terminateAtTimeLimit === true);
		execution.terminatedAt ??= platform.emulator.clock.now();
	});

	test('Run and Wait checks after 2 s, then less and less often, at least every 30 s', async () => {
		platform.forget();
		await run('taskExecution', 'runAndWait', {
			executable: named(DEMO.serviceTask),
			timeLimit: 5,
			options: { terminateAtTimeLimit: true },
		});
		const looks = platform.emulator.log
			.filter(({ operation }) => operation === 'GET /processing/executions/{executionId}')
			.map(({ at }) => at);
		const gaps = looks.slice(1).map((at, index) => at - looks[index]!);
		expect(gaps[0]).toBe(2_000);
		expect(gaps[1]).toBe(3_000);
		expect(Math.max(...gaps)).toBe(30_000);
	});

	test('Run and Wait starts nothing while the task is running, if so chosen', async () => {
		const [{ executionId } = {}] = await done('taskExecution', 'start', {
			executable: named(DEMO.serviceTask),
		});
		const before = times('POST /processing/executions');
		for (const advanced of [0, 60_000]) {
			platform.emulator.clock.advance(advanced);
			const [skipped] = await done('taskExecution', 'runAndWait', {
				executable: named(DEMO.serviceTask),
				options: { skipIfRunning: true },
			});
			expect(skipped).toMatchObject({ skipped: true, runningExecutionId: executionId });
		}
		expect(times('POST /processing/executions')).toBe(before);
		await done('taskExecution', 'terminate', { executionId: byId(executionId) });
		expect(
			await done('taskExecution', 'runAndWait', {
				executable: named(DEMO.goodTask),
				options: { skipIfRunning: true },
			}),
		).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
	});

	test('Run and Wait never starts twice, whatever goes wrong', async () => {
		fact('B.190');
		for (const fault of [
			{ breaks: 'after' as const },
			{ breaks: 'before' as const },
			{ status: 503 },
			{ status: 504 },
			{ status: 500 },
		]) {
			platform.emulator.faults.add({ operation: 'POST /processing/executions', ...fault });
			const before = times('POST /processing/executions');
			const { error } = await run('taskExecution', 'runAndWait', {
				executable: named(DEMO.goodTask),
			});
			// The run whose answer was lost is found and followed; one that did not begin is not started
			// again automatically.
			expect(error === undefined).toBe(fault.breaks === 'after');
			expect(times('POST /processing/executions')).toBe(before + 1);
			expect(platform.emulator.faults.unconsumed()).toEqual([]);
		}
		platform.emulator.faults.add({
			operation: 'POST /processing/executions',
			status: 429,
			retryAfter: 3,
			times: 2,
		});
		const started = processingOf(state()).tasks.size;
		expect(
			await done('taskExecution', 'runAndWait', { executable: named(DEMO.goodTask) }),
		).toHaveLength(1);
		expect(processingOf(state()).tasks.size).toBe(started + 1);
	});

	test('Run and Wait of a task keeps waiting through outages, and names the execution when it gives up', async () => {
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			status: 503,
			times: 12,
		});
		expect(await done('taskExecution', 'runAndWait', { executable: named(DEMO.goodTask) })).toEqual(
			[expect.objectContaining({ outcome: 'succeeded' })],
		);
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			status: 404,
		});
		expect(
			await done('taskExecution', 'runAndWait', { executable: named(DEMO.goodTask) }),
		).toHaveLength(1);
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			status: 403,
		});
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: named(DEMO.goodTask),
		});
		expect(error!.message).toMatch(
			/^Execution 7a1e0000-\S+ was started, but could not be followed: /,
		);
		expect(error!.description).toMatch(/before you start it again/);
		expect(platform.emulator.faults.unconsumed()).toEqual([]);
	});

	test('an execution that stays unknown, or cannot be read for long, is given up and named', async () => {
		const GET = 'GET /processing/executions/{executionId}';
		for (const [status, atLeast, atMost] of [
			[404, 60_000, 120_000],
			[503, 600_000, 900_000],
		] as const) {
			platform.emulator.faults.add({ operation: GET, status, times: 10_000 });
			const began = platform.emulator.clock.now();
			const { error } = await run('taskExecution', 'runAndWait', {
				executable: named(DEMO.goodTask),
				timeLimit: 6000,
			});
			platform.emulator.faults.clear();
			expect(error!.message).toMatch(
				/^Execution 7a1e0000-\S+ was started, but could not be followed: /,
			);
			expect(error).toMatchObject({ httpCode: String(status) });
			expect(platform.emulator.clock.now() - began).toBeGreaterThanOrEqual(atLeast);
			expect(platform.emulator.clock.now() - began).toBeLessThan(atMost);
		}
	});

	test('the error says that an execution continues if it cannot be terminated at the time limit', async () => {
		platform.emulator.faults.add({
			operation: 'DELETE /processing/executions/{executionId}',
			status: 403,
			body: { status: 403, message: 'Not yours' },
		});
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: named(DEMO.serviceTask),
			timeLimit: 1,
			options: { terminateAtTimeLimit: true },
		});
		expect(error!.description).toMatch(
			/^It could not be terminated: Not yours\. Execution \S+ is still running. Read it later by its ID/,
		);
		const execution = processingOf(state()).tasks.get(/Execution (\S+)/.exec(error!.message)![1]!)!;
		expect(execution.terminatedAt).toBeUndefined();
		execution.terminatedAt = platform.emulator.clock.now();
	});

	test('Run and Wait outlives tokens', async () => {
		const tokens = times('POST /security/oauth/token');
		const slow = taskNamed(state(), DEMO.goodTask);
		slow.behaviors = [{ ...slow.behaviors[0]!, durationMs: 3 * 3_600_000 }];
		expect(
			await done('taskExecution', 'runAndWait', { executable: byId(slow.id), timeLimit: 600 }),
		).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
		slow.behaviors = [{ ...slow.behaviors[0]!, durationMs: 3_000 }];
		expect(times('POST /security/oauth/token') - tokens).toBeGreaterThanOrEqual(5);
		expect(times('POST /security/oauth/token') - tokens).toBeLessThanOrEqual(7);
	});

	test('an unknown status is not final without an end time', async () => {
		fact('B.148');
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			times: 100,
			status: 200,
			body: {
				toJSON: () => ({
					executionId: platform.emulator.log.at(-1)!.path.split('/').at(-1)!,
					status: 'some_new_status',
					startTimestamp: '2026-03-31T08:00:00Z',
				}),
			},
		});
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: named(DEMO.goodTask),
			timeLimit: 1,
		});
		expect(error!.message).toMatch(/did not end within 60 seconds/);
		platform.emulator.faults.clear();
	});

	test('stopping the workflow stops waiting, and terminates if so chosen', async () => {
		for (const terminateOnStop of [false, true]) {
			const stop = new AbortController();
			const before = processingOf(state()).tasks.size;
			const running = run(
				'taskExecution',
				'runAndWait',
				{ executable: named(DEMO.serviceTask), timeLimit: 6000, options: { terminateOnStop } },
				{ signal: stop.signal },
			);
			while (processingOf(state()).tasks.size === before)
				await new Promise((resolve) => setTimeout(resolve, 5));
			const execution = [...processingOf(state()).tasks.values()].at(-1)!;
			stop.abort();
			const { error } = await running;
			expect(error!.description).toMatch(
				terminateOnStop
					? /^Done by the items \(Start a task\): \S+\.$/
					: /^Still running on the platform, started by the items: \S+\.$/,
			);
			await new Promise((resolve) => setTimeout(resolve, 100));
			expect(execution.terminatedAt !== undefined).toBe(terminateOnStop);
			const looks = times('GET /processing/executions/{executionId}');
			await new Promise((resolve) => setTimeout(resolve, 100));
			expect(times('GET /processing/executions/{executionId}')).toBe(looks);
			execution.terminatedAt ??= platform.emulator.clock.now();
		}
	});

	test('paused and unconfigured tasks say so', async () => {
		fact('B.190');
		const paused = await run('taskExecution', 'runAndWait', { executable: named(DEMO.pausedTask) });
		expect(paused.error).toMatchObject({ httpCode: '405', message: 'The task is paused' });
		expect(paused.error!.description).toMatch(/^The task is paused\. Resume it/);
		const draft = await run('taskExecution', 'start', { executable: named('Draft') });
		expect(draft.error).toMatchObject({ httpCode: '501' });
		expect(draft.error!.description).toMatch(/^The task is not configured to run yet/);
	});

	test('many items run at the same time, also as a tool', async () => {
		for (const entryPoint of ['workflow', 'tool'] as const) {
			const started = platform.emulator.clock.now();
			const result = await run(
				'taskExecution',
				'runAndWait',
				{ executable: named(DEMO.goodTask) },
				{ items: Array.from({ length: 20 }, () => ({ json: {} })), entryPoint },
			);
			expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
				Array.from({ length: 20 }, (_, item) => ({ item })),
			);
			expect(platform.emulator.clock.now() - started).toBeLessThan(20_000);
		}
	});
});

describe('plan execution', () => {
	describe('a plan that was run', () => {
		const inWords = expect.stringMatching(
			/^Nightly load \(Finance, Production\) succeeded at \d\d:\d\d after \d+ s$/,
		) as string;
		const runPlan = async () => {
			const [ended] = await done('planExecution', 'runAndWait', { executable: named(DEMO.plan) });
			return { ended: ended!, planExecutionId: byId(ended!.executionId) };
		};

		test('a plan is run to its end', async () => {
			fact('B.5');
			const { ended } = await runPlan();
			expect(ended).toMatchObject({
				outcome: 'succeeded',
				plannedExecutableCount: 2,
				doneExecutableCount: 2,
			});
		});

		test('a plan execution is read with a summary in words', async () => {
			const { ended, planExecutionId } = await runPlan();
			const [read] = await done('planExecution', 'get', { planExecutionId });
			expect(read).toMatchObject({
				executionId: ended.executionId,
				status: 'execution_successful',
				planName: DEMO.plan,
				summary: inWords,
			});
		});

		test('a plan execution that is not simplified has the details of its tasks', async () => {
			const { planExecutionId } = await runPlan();
			const [raw] = await done('planExecution', 'get', { planExecutionId, simplify: false });
			expect(raw).toMatchObject({
				executionStatus: 'EXECUTION_SUCCESS',
				doneExecutableDetails: expect.any(Array),
			});
		});

		test('the newest plan execution is the first of the list', async () => {
			const { executionId } = (await runPlan()).ended;
			const [newest] = await done('planExecution', 'getMany', { limit: 1 });
			expect(newest).toMatchObject({ executionId, planName: DEMO.plan, summary: inWords });
			const all = await done('planExecution', 'getMany', { returnAll: true });
			expect(all[0]).toMatchObject({ executionId });
		});

		test('the executions of one plan are listed by their status', async () => {
			const { executionId } = (await runPlan()).ended;
			const [newest] = await done('planExecution', 'getManyOfPlan', {
				planId: named(DEMO.plan),
				filters: { status: 'execution_successful' },
			});
			expect(newest).toMatchObject({ executionId });
		});

		test('the steps of a plan execution are listed, and read one by one', async () => {
			fact('B.196');
			const { planExecutionId } = await runPlan();
			const steps = await done('planExecution', 'getSteps', { planExecutionId });
			expect(steps.map(({ executionStatus }) => executionStatus)).toEqual([
				'EXECUTION_SUCCESS',
				'EXECUTION_SUCCESS',
			]);
			const [step] = await done('planExecution', 'getStep', {
				planExecutionId,
				stepExecutionId: byId(steps[0]!.executionId),
			});
			expect(step).toMatchObject({ plannedExecutableCount: 1, doneExecutableCount: 1 });
		});
	});

	test('the operation re-runs from the failed step, by its execution ID', async () => {
		fact('B.84', 'B.193');
		const failed = await run('planExecution', 'runAndWait', {
			executable: named(DEMO.recoveringPlan),
		});
		expect(failed.error!.message).toBe('The plan failed');
		// Only executions of tasks have a log.
		expect(failed.error!.description).toMatch(
			/^Plan Execution, Explain says why.* Execution \S+ ended with the status execution_failed\. Re-Run From Failed Step/,
		);
		expect(failed.error!.description).not.toMatch(/\blog\b/);
		const failedId = /Execution (\S+) ended/.exec(failed.error!.description!)![1]!;
		platform.forget();
		const [rerun] = await done('planExecution', 'rerunFromFailedStep', {
			planExecutionId: byId(failedId),
			waitForEnd: true,
		});
		const steps = processingOf(state()).plans.get(failedId)!.steps;
		expect(rerun).toMatchObject({
			outcome: 'succeeded',
			rerunOf: failedId,
			stepId: steps[1]!.executionId,
		});
		const request = platform.emulator.log.find(
			({ operation }) => operation === 'POST /processing/executions/plans',
		)!;
		expect(JSON.parse(request.body)).toEqual({
			executable: planNamed(state(), DEMO.recoveringPlan).id,
			executionPlanId: failedId,
			stepId: steps[1]!.executionId,
		});
		const again = await run('planExecution', 'rerunFromFailedStep', {
			planExecutionId: byId(rerun!.executionId),
		});
		expect(again.error!.message).toBe('Nothing to re-run: no step of this plan execution failed');
	});

	test('a re-run that the platform refuses says why', async () => {
		fact('B.193');
		const [{ executionId } = {}] = await done('planExecution', 'start', {
			executable: named(DEMO.plan),
		});
		const early = await run('planExecution', 'rerunFromFailedStep', {
			planExecutionId: byId(executionId),
		});
		expect(early.error!.message).toBe('The plan is still running: there is nothing to re-run yet');
		const skipped = await done('planExecution', 'runAndWait', {
			executable: named(DEMO.plan),
			options: { skipIfRunning: true },
		});
		expect(skipped).toEqual([
			expect.objectContaining({ skipped: true, runningExecutionId: executionId }),
		]);
		platform.emulator.clock.advance(60_000);
		const steps = await done('planExecution', 'getSteps', { planExecutionId: byId(executionId) });
		const { error } = await run('planExecution', 'start', {
			executable: named(DEMO.plan),
			additionalFields: { executionPlanId: executionId, stepId: steps[0]!.executionId },
		});
		expect(error).toMatchObject({ httpCode: '422' });
		expect(error!.description).toMatch(/^This execution cannot be re-run/);
	});
});

describe('run profile', () => {
	const createProfile = async (name: string) => {
		const [created] = await done('runProfile', 'create', {
			name,
			processorType: 'RE',
			type: 'JOB_SERVER',
			jvmArguments: '-Xms64M\n-Xmx256M',
			additionalFields: { runtimeId: 'engine-1', description: 'For small jobs' },
		});
		return { created: created!, runProfileId: byId(created!.id) };
	};

	test('the arguments of a run profile may be given as lines', async () => {
		fact('B.6', 'B.101');
		const { created } = await createProfile('Lines');
		expect(created).toMatchObject({ name: 'Lines', jvmArguments: ['-Xms64M', '-Xmx256M'] });
	});

	test('a run profile is changed', async () => {
		fact('B.6', 'B.103');
		const { runProfileId } = await createProfile('Changed');
		await done('runProfile', 'update', {
			runProfileId,
			updateFields: { description: 'For large jobs', jvmArguments: ['-Xmx128M'] },
		});
		expect(await done('runProfile', 'get', { runProfileId })).toEqual([
			expect.objectContaining({ description: 'For large jobs', jvmArguments: ['-Xmx128M'] }),
		]);
	});

	test('a run profile is found by a part of its name', async () => {
		const { created } = await createProfile('Tiny heap');
		const found = await done('runProfile', 'search', { filters: { name: 'tiny' } });
		expect(found.map(({ id }) => id)).toEqual([created.id]);
	});

	describe('a run profile that a task uses', () => {
		const usedProfile = async (name: string) => {
			const { created, runProfileId } = await createProfile(name);
			processingOf(state())
				.profiles.get(String(created.id))!
				.taskIds.push(taskNamed(state(), DEMO.goodTask).id);
			return { created, runProfileId };
		};

		test('a run profile that a task uses is not deleted', async () => {
			fact('B.197');
			const { runProfileId } = await usedProfile('In use');
			const { error } = await run('runProfile', 'delete', { runProfileId });
			expect(error).toMatchObject({ httpCode: '406' });
		});

		test('a run profile that a task uses is deleted if another takes its place', async () => {
			fact('B.197');
			const { created, runProfileId } = await usedProfile('Replaced');
			expect(
				await done('runProfile', 'delete', {
					runProfileId,
					options: { rescheduleRunProfileId: named('Large heap') },
				}),
			).toEqual([{ deleted: true, runProfileId: created.id }]);
			expect(await done('runProfile', 'search', { filters: { name: 'replaced' } })).toEqual([]);
		});
	});

	test('a run profile is deleted from a pipeline engine', async () => {
		fact('B.199');
		const [created] = await done('runProfile', 'create', {
			name: 'Pipeline',
			processorType: 'GEN_2',
			type: 'JOB_SERVER',
			jvmArguments: ['-Xmx1G'],
			additionalFields: { runtimeId: 'pipeline-1' },
		});
		expect(
			await done('runProfile', 'deleteFromPipelineEngine', {
				engineId: 'pipeline-1',
				type: 'standard',
				runProfileId: created!.id,
			}),
		).toEqual([
			{ deleted: true, engineId: 'pipeline-1', type: 'standard', runProfileId: created!.id },
		]);
	});
});

test('the runtime of cloud engines is set and read', async () => {
	fact('B.7', 'B.106', 'B.201');
	const path = '/processing/runtimes/cloud-engines/configuration';
	expect(await done('cloudEngine', 'setRuntime', { path, jobJvmRollback: true })).toEqual([
		{ success: true, path },
	]);
	expect(await done('cloudEngine', 'getRuntime', { path })).toEqual([{ jobJvmRollback: true }]);
	const without = await run('cloudEngine', 'getRuntime', {
		path: '/processing/../security/permissions',
	});
	expect(without.error!.message).toBe('Path must not have "." or ".." in it');
});

describe('refused before anything is sent', () => {
	test.each<[string, string, string, Record<string, unknown>, string]>([
		['a limit of 0', 'taskExecution', 'getMany', { limit: 0 }, 'Limit must be at least 1'],
		[
			'61 last days',
			'taskExecution',
			'getMany',
			{ filters: { lastDays: 61 } },
			'Last Days must be at most 60',
		],
		[
			'0 last days',
			'taskExecution',
			'search',
			{ filters: { lastDays: 0 } },
			'Last Days must be at least 1',
		],
		[
			'a period of 61 days',
			'taskExecution',
			'getMany',
			{ filters: { from: '2026-01-01', to: '2026-03-03' } },
			'To must be at most 60 days after From',
		],
		[
			'a period that began 61 days ago',
			'taskExecution',
			'getMany',
			{ filters: { from: '2026-01-01' } },
			'To must be at most 60 days after From (To is now if left out)',
		],
		[
			'a reversed period',
			'taskExecution',
			'search',
			{ filters: { from: '2026-03-03', to: '2026-03-01' } },
			'To must not be before From',
		],
		[
			'a reversed period of one task',
			'taskExecution',
			'getManyOfTask',
			{ taskId: byId('t'), filters: { from: '2026-03-03', to: '2026-03-01' } },
			'To must not be before From',
		],
		[
			'a long period of plans',
			'planExecution',
			'getMany',
			{ filters: { from: '2026-01-01', to: '2026-03-03' } },
			'To must be at most 60 days after From',
		],
		[
			'a long period of one plan',
			'planExecution',
			'getManyOfPlan',
			{ planId: byId('p'), filters: { from: '2026-01-01', to: '2026-03-03' } },
			'To must be at most 60 days after From',
		],
		[
			'61 last days of plans',
			'planExecution',
			'getMany',
			{ filters: { lastDays: 61 } },
			'Last Days must be at most 60',
		],
		[
			'only the failed tasks of no execution',
			'planExecution',
			'start',
			{ executable: byId('p'), additionalFields: { rerunOnlyFailedTasks: true } },
			'Re-Run Only Failed Tasks can only be used together with Plan Execution to Re-Run',
		],
		[
			'a date that is none',
			'taskExecution',
			'getMany',
			{ filters: { from: 'yesterday' } },
			'From must be a date and time, such as 2026-03-31T08:00:00Z',
		],
		[
			'a timeout of 0',
			'taskExecution',
			'start',
			{ executable: byId('t'), additionalFields: { timeout: 0 } },
			'Timeout (Minutes) must be at least 1',
		],
		[
			'an unknown log level',
			'taskExecution',
			'start',
			{ executable: byId('t'), additionalFields: { logLevel: 'LOUD' } },
			'Log Level must be one of OFF, ERROR, WARN, INFO',
		],
		[
			'an unknown log level by expression',
			'taskExecution',
			'runAndWait',
			{ executable: byId('t'), options: { logLevel: '={{ "lo" + "ud" }}' } },
			'Log Level must be one of OFF, ERROR, WARN, INFO',
		],
		[
			'a time limit of 0',
			'taskExecution',
			'runAndWait',
			{ executable: byId('t'), timeLimit: 0 },
			'Time Limit (Minutes) must be at least 1',
		],
		[
			'a timeout that is no whole number',
			'taskExecution',
			'start',
			{ executable: byId('t'), additionalFields: { timeout: 1.5 } },
			'Timeout (Minutes) must be a whole number',
		],
		[
			'a limit that is no number',
			'planExecution',
			'getMany',
			{ limit: '={{ "ten" }}' },
			'Limit must be a whole number',
		],
		[
			'a plan ".."',
			'planExecution',
			'getManyOfPlan',
			{ planId: byId('..') },
			'Plan must not be "." or ".."',
		],
		[
			'an empty step',
			'planExecution',
			'getStep',
			{ planExecutionId: byId('e'), stepExecutionId: byId(' ') },
			'Step Execution is required',
		],
		['no task', 'taskExecution', 'start', { executable: byId('={{ "" }}') }, 'Task is required'],
		[
			'a task "."',
			'taskExecution',
			'getManyOfTask',
			{ taskId: byId('.') },
			'Task must not be "." or ".."',
		],
		[
			'a task ".."',
			'taskExecution',
			'getManyOfTask',
			{ taskId: byId('..') },
			'Task must not be "." or ".."',
		],
		[
			'an execution of blanks',
			'taskExecution',
			'get',
			{ executionId: byId(' ') },
			'Execution is required',
		],
		[
			'no execution',
			'taskExecution',
			'get',
			{ executionId: byId('={{ undefined }}') },
			'Execution is required',
		],
		[
			'a step without an execution',
			'planExecution',
			'start',
			{ executable: byId('p'), additionalFields: { stepId: 's' } },
			'Step can only be used together with Plan Execution to Re-Run',
		],
		[
			'a re-run without a step',
			'planExecution',
			'start',
			{ executable: byId('p'), additionalFields: { executionPlanId: 'e' } },
			'Step is required together with the execution to re-run: a re-run begins at a step, whose execution ID Get Steps returns. Re-Run From Failed Step finds it automatically',
		],
		[
			'a dynamic engine without scope',
			'runProfile',
			'create',
			{ name: 'x', processorType: 'DYNAMIC_ENGINE', type: 'JOB_SERVER', jvmArguments: ['-Xmx1G'] },
			'Environment is required when Processor Type is Dynamic Engine',
		],
		[
			'a remote engine without runtime',
			'runProfile',
			'create',
			{ name: 'x', processorType: 'RE', type: 'JOB_SERVER', jvmArguments: ['-Xmx1G'] },
			'Engine or Cluster is required unless Processor Type is Dynamic Engine',
		],
		['a negative offset', 'runProfile', 'search', { offset: -1 }, 'Offset must be at least 0'],
		[
			'a name that nothing has',
			'taskExecution',
			'start',
			{ executable: named('No such task') },
			'Task "No such task" was not found: check the spelling, or choose the task from the list, which has all that the credential may view',
		],
	])(
		'Processing refuses %s before anything is sent',
		async (_what, resource, operation, parameters, message) => {
			fact(
				'B.57',
				'B.73',
				'B.84',
				'B.91',
				'B.92',
				'B.93',
				'B.102',
				'B.104',
				'B.116',
				'B.238',
				'B.239',
			);
			platform.forget();
			const { error, items } = await run(resource, operation, parameters);
			expect(refusedWords(error)).toBe(message);
			expect(error!.name).toBe('NodeOperationError');
			expect(items).toEqual([]);
			// Looking up a name is all that may be sent, and then the message does not say that nothing
			// was.
			expect(error!.description).toContain(
				platform.emulator.log.length > 0
					? 'Nothing was changed on the platform.'
					: 'Nothing was sent.',
			);
			const lookUp = ['POST /security/oauth/token', 'GET /orchestration/executables/tasks'];
			expect(platform.emulator.log.filter(({ operation }) => !lookUp.includes(operation!))).toEqual(
				[],
			);
		},
	);

	test('a name that two tasks have is refused, with the IDs of both', async () => {
		const { tasks } = orchestrationOf(state());
		const twin = { ...taskNamed(state(), DEMO.goodTask), id: 'twin' };
		tasks.set(twin.id, twin);
		const { error } = await run('taskExecution', 'start', { executable: named(DEMO.goodTask) });
		tasks.delete(twin.id);
		expect(error!.message).toBe(
			`Task "${DEMO.goodTask}" matches 2 records: choose one by ID (${taskNamed(state(), DEMO.goodTask).id}: Finance, Production; twin: Finance, Production)`,
		);
	});
});

test('the tasks of a failed step are listed', async () => {
	// The demo has a plan of which this can be tried.
	const plan = planNamed(state(), DEMO.handlingPlan);
	const [handler] = [...orchestrationOf(state()).tasks.values()].filter(
		({ name }) => name === DEMO.goodTask,
	);
	const [{ executionId }] = (await done('planExecution', 'runAndWait', {
		executable: byId(plan.id),
		failOnFailure: false,
	})) as [{ executionId: string }];
	platform.emulator.clock.advance(60_000);
	const { results } = await pick(platform, 'Processing', 'searchStepExecutions', {
		resource: 'planExecution',
		operation: 'getStepErrorHandler',
		planExecutionId: byId(executionId),
	});
	const of = { planExecutionId: byId(executionId), stepExecutionId: byId(results[0]!.value) };
	expect(await done('planExecution', 'getStepErrorHandler', of)).toEqual([
		expect.objectContaining({
			plannedExecutableCount: 1,
			doneExecutableCount: 1,
			executionStatus: 'EXECUTION_SUCCESS',
			donePlanExecutableDetails: [],
			doneTaskExecutableDetails: [
				expect.objectContaining({ jobId: handler!.id, status: 'execution_successful' }),
			],
		}),
	]);
	const { executionId: good } = (
		await done('planExecution', 'runAndWait', { executable: named(DEMO.plan) })
	)[0] as { executionId: string };
	const [step] = await done('planExecution', 'getSteps', { planExecutionId: byId(good) });
	const { error } = await run('planExecution', 'getStepErrorHandler', {
		planExecutionId: byId(good),
		stepExecutionId: byId(step!.executionId),
	});
	expect(error!.description).toMatch(/^The step has no error handler, or it did not run/);
});

test('every operation was done, and the responses are as documented', () => {
	fact('B.75', 'B.85', 'B.86', 'B.87', 'B.95', 'B.96', 'B.98', 'B.100');
	expect(
		judge('Processing', platform.everything, (resource) => resource !== 'promotionExecution'),
	).toEqual({ notDone: [], notDocumented: [] });
});
