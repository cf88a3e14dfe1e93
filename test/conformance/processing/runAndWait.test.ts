/** Run and Wait: what it starts, how it waits, and how it ends when it is stopped. */
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { changed } from '../../support/changed';
import { byId, byName, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { quiet, until } from '../../support/followedClock';
import { GOOD, platform, requestCount, run, state, succeed } from './stage';

/** Ends the services that a test has started. */
afterEach(() => {
	const service = taskNamed(state(), DEMO.serviceTask).id;
	for (const execution of processingOf(state()).tasks.values())
		if (execution.taskId === service) execution.terminatedAt ??= platform.emulator.clock.now();
});

describe('run and wait for a task', () => {
	const runGood = async () =>
		(await succeed('taskExecution', 'runAndWait', { executable: byName(DEMO.goodTask) }))[0]!;

	test('Run and Wait says how the task ended', async () => {
		fact('B.95');
		expect(await runGood()).toMatchObject({
			outcome: 'succeeded',
			numberOfProcessedRows: 1200,
			numberOfRejectedRows: 0,
			durationSeconds: 3,
		});
	});

	test('Run and Wait starts the task once', async () => {
		fact('B.95');
		const before = requestCount('POST /processing/executions');
		await runGood();
		expect(requestCount('POST /processing/executions')).toBe(before + 1);
	});

	test('Run and Wait names the task and its place', async () => {
		expect(await runGood()).toMatchObject({
			taskName: DEMO.goodTask,
			taskId: expect.any(String) as string,
			workspaceName: expect.any(String) as string,
			errorMessage: null,
			summary: expect.stringMatching(GOOD) as string,
		});
	});

	test('the output of Run and Wait begins with the name, the outcome and the summary', async () => {
		const good = await runGood();
		expect(Object.keys(good).slice(0, 4)).toEqual([
			'taskName',
			'outcome',
			'summary',
			'errorMessage',
		]);
		expect(good).not.toHaveProperty('status');
	});

	test('rejected rows are the outcome rejected', async () => {
		const before = requestCount('POST /processing/executions');
		const [rejecting] = await succeed('taskExecution', 'runAndWait', {
			executable: byName(DEMO.rejectingTask),
		});
		expect(rejecting).toMatchObject({ outcome: 'rejected', numberOfRejectedRows: 17 });
		expect(requestCount('POST /processing/executions')).toBe(before + 1);
	});

	describe('the explanation of a failure', () => {
		const METRICS = 'GET /monitoring/observability/executions/{executionId}/component';
		const explained = {
			cause: expect.any(String) as string,
			causeReason: expect.any(String) as string,
			summary: expect.stringMatching(/^Load orders \(.*\) failed .*: Table ORDERS/) as string,
			lastErrorLines: expect.any(Array) as unknown[],
		};
		const explaining = (task: string) => ({
			executable: byName(task),
			options: { explainOnFailure: true },
		});
		const detailsOfError = async () => {
			const { items } = await run('taskExecution', 'runAndWait', explaining(DEMO.failingTask), {
				onError: 'continueRegularOutput',
			});
			return items[0]!.json.details as Record<string, unknown>;
		};

		test('the error item says why the task failed', async () => {
			const details = await detailsOfError();
			expect(details).toMatchObject(explained);
			expect(details.description).toMatch(
				/^The stack trace .*Table ORDERS.* Execution .* ended with the status/,
			);
		});

		test('the details of an error begin with the explanation and end with the IDs', async () => {
			const names = Object.keys(await detailsOfError());
			expect(names.slice(0, 5)).toEqual([
				'description',
				'taskName',
				'outcome',
				'summary',
				'status',
			]);
			expect(names.slice(-3).sort()).toEqual(['executionId', 'taskId', 'workspaceId']);
		});

		test('the output says why the task failed if the node is not to fail', async () => {
			const [output] = await succeed('taskExecution', 'runAndWait', {
				...explaining(DEMO.failingTask),
				failOnFailure: false,
			});
			expect(output).toMatchObject(explained);
		});

		test('nothing is explained if the task succeeded', async () => {
			const before = requestCount(METRICS);
			const [output] = await succeed('taskExecution', 'runAndWait', explaining(DEMO.goodTask));
			expect(output).not.toHaveProperty('cause');
			expect(requestCount(METRICS)).toBe(before);
		});
	});

	test('a failed execution makes the node fail', async () => {
		const { error, items } = await run('taskExecution', 'runAndWait', {
			executable: byName(DEMO.failingTask),
		});
		expect(items).toEqual([]);
		expect(error!.message).toBe('The task "Load orders" failed: Table ORDERS does not exist');
		expect(error!.description).toMatch(
			/^Execution 7a1e0000-\S+ ended with the status execution_failed \(JOB_EXCEPTION\)\. .*Task Execution → Explain\./,
		);
	});

	test('a failed execution is an output if the node is not to fail', async () => {
		const [output] = await succeed('taskExecution', 'runAndWait', {
			executable: byName(DEMO.failingTask),
			failOnFailure: false,
		});
		expect(output).toMatchObject({
			outcome: 'failed',
			errorMessage: 'Table ORDERS does not exist',
		});
	});

	test('a failed execution is an error item if the node continues', async () => {
		const [item] = (
			await run(
				'taskExecution',
				'runAndWait',
				{ executable: byName(DEMO.failingTask) },
				{ onError: 'continueRegularOutput' },
			)
		).items;
		expect(item!.json).toEqual({
			error: 'The task "Load orders" failed: Table ORDERS does not exist',
			details: {
				description: expect.stringContaining(' ended with the status ') as string,
				executionId: expect.stringMatching(/^7a1e0000-/) as string,
			},
		});
	});

	test('rejected rows make the node fail if Fail on Rejected Rows is on', async () => {
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: byName(DEMO.rejectingTask),
			options: { failOnRejectedRows: true },
		});
		expect(error!.message).toBe(`The task "${DEMO.rejectingTask}" rejected rows`);
	});

	test('rejected rows make the node fail even if the status is a success', async () => {
		const task = taskNamed(state(), DEMO.goodTask).id;
		platform.onRequest('GET /processing/executions/{executionId}', () => {
			for (const execution of processingOf(state()).tasks.values())
				if (execution.taskId === task) execution.behavior = { ...execution.behavior, rejected: 3 };
		});
		const parameters = { executable: byId(task) };
		const [silent] = await succeed('taskExecution', 'runAndWait', parameters);
		expect(silent).toMatchObject({ outcome: 'succeeded', numberOfRejectedRows: 3 });
		const { error } = await run('taskExecution', 'runAndWait', {
			...parameters,
			options: { failOnRejectedRows: true },
		});
		expect(error!.message).toBe(`The task "${DEMO.goodTask}" rejected rows`);
	});

	test.each([
		{
			what: 'still runs',
			terminateAtTimeLimit: undefined,
			words:
				/^Execution 7a1e0000-\S+ did not end within 2 minutes\nExecution \S+ is still running. Check it later/,
		},
		{
			what: 'was terminated',
			terminateAtTimeLimit: true,
			words:
				/^Execution 7a1e0000-\S+ was terminated because it did not end within 2 minutes\nTo let it run longer, raise the time limit\.$/,
		},
	])(
		'the error at the time limit names the execution that $what',
		async ({ terminateAtTimeLimit, words }) => {
			const { error } = await run('taskExecution', 'runAndWait', {
				executable: byName(DEMO.serviceTask),
				timeLimit: 2,
				options: terminateAtTimeLimit ? { terminateAtTimeLimit } : {},
			});
			expect(`${error!.message}\n${error!.description}`).toMatch(words);
			const id = /Execution (\S+)/.exec(error!.message)![1]!;
			const execution = processingOf(state()).tasks.get(id)!;
			expect(execution.terminatedAt !== undefined).toBe(terminateAtTimeLimit === true);
		},
	);

	test('the pauses of Run and Wait between its checks grow from 2 s to 30 s', async () => {
		platform.clearLog();
		await run('taskExecution', 'runAndWait', {
			executable: byName(DEMO.serviceTask),
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
		// The time limit cuts the last pause short.
		const uncut = gaps.slice(0, -1);
		expect(uncut).toEqual([...uncut].sort((shorter, longer) => shorter - longer));
	});

	test('Run and Wait starts nothing while the task is running if Skip is chosen', async () => {
		const [{ executionId } = {}] = await succeed('taskExecution', 'start', {
			executable: byName(DEMO.serviceTask),
		});
		const before = requestCount('POST /processing/executions');
		for (const advanced of [0, 60_000]) {
			platform.emulator.clock.advance(advanced);
			const [skipped] = await succeed('taskExecution', 'runAndWait', {
				executable: byName(DEMO.serviceTask),
				options: { ifAlreadyRunning: 'skip' },
			});
			expect(skipped).toMatchObject({ skipped: true, runningExecutionId: executionId });
		}
		expect(requestCount('POST /processing/executions')).toBe(before);
		await succeed('taskExecution', 'terminate', { executionId: byId(executionId) });
		expect(
			await succeed('taskExecution', 'runAndWait', {
				executable: byName(DEMO.goodTask),
				options: { ifAlreadyRunning: 'skip' },
			}),
		).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
	});

	test.each<{ what: string; fault: { breaks?: 'before' | 'after'; status?: number } }>([
		{ what: 'a lost response', fault: { breaks: 'after' } },
		{ what: 'a lost request', fault: { breaks: 'before' } },
		...[500, 503, 504].map((status) => ({ what: `a status ${status}`, fault: { status } })),
	])('Run and Wait sends its start once, even after $what', async ({ fault }) => {
		fact('B.190');
		platform.emulator.faults.add({ operation: 'POST /processing/executions', ...fault });
		const before = requestCount('POST /processing/executions');
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: byName(DEMO.goodTask),
		});
		// The execution whose response was lost is found and followed; one that did not begin is
		// not started again automatically.
		expect(error === undefined).toBe(fault.breaks === 'after');
		expect(requestCount('POST /processing/executions')).toBe(before + 1);
		expect(platform.emulator.faults.unconsumed()).toEqual([]);
	});

	test('Run and Wait starts one execution although the limit refuses its start twice', async () => {
		fact('B.190');
		platform.emulator.faults.add({
			operation: 'POST /processing/executions',
			status: 429,
			retryAfter: 3,
			times: 2,
		});
		const started = processingOf(state()).tasks.size;
		expect(
			await succeed('taskExecution', 'runAndWait', { executable: byName(DEMO.goodTask) }),
		).toHaveLength(1);
		expect(processingOf(state()).tasks.size).toBe(started + 1);
	});

	describe('Run and Wait while executions cannot be read', () => {
		const failing = (status: number, times = 1) =>
			platform.emulator.faults.add({
				operation: 'GET /processing/executions/{executionId}',
				status,
				times,
			});
		const runTask = async () =>
			await run('taskExecution', 'runAndWait', { executable: byName(DEMO.goodTask) });

		test.each([
			{ status: 503, times: 12 },
			{ status: 404, times: 1 },
		])('the node keeps waiting through a $status', async ({ status, times }) => {
			failing(status, times);
			const { error, items } = await runTask();
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.outcome)).toEqual(['succeeded']);
			expect(platform.emulator.faults.unconsumed()).toEqual([]);
		});

		test('the error names the execution when the node gives up', async () => {
			failing(403);
			const { error } = await runTask();
			expect(error!.message).toMatch(
				/^Execution 7a1e0000-\S+ was started, but could not be followed: /,
			);
			expect(error!.description).toMatch(/before you start it again/);
		});
	});

	test.each([
		{ what: 'unknown', status: 404, atLeastMs: 60_000, atMostMs: 120_000 },
		{ what: 'unreadable', status: 503, atLeastMs: 600_000, atMostMs: 900_000 },
	])(
		'the error names an execution that stays $what for long',
		async ({ status, atLeastMs, atMostMs }) => {
			const operation = 'GET /processing/executions/{executionId}';
			platform.emulator.faults.add({ operation, status, times: 10_000 });
			const began = platform.emulator.clock.now();
			const { error } = await run('taskExecution', 'runAndWait', {
				executable: byName(DEMO.goodTask),
				timeLimit: 6000,
			});
			expect(error!.message).toMatch(
				/^Execution 7a1e0000-\S+ was started, but could not be followed: /,
			);
			expect(error).toMatchObject({ httpCode: String(status) });
			expect(platform.emulator.clock.now() - began).toBeGreaterThanOrEqual(atLeastMs);
			expect(platform.emulator.clock.now() - began).toBeLessThan(atMostMs);
		},
	);

	test('the error says that an execution continues if it cannot be terminated at the time limit', async () => {
		platform.emulator.faults.add({
			operation: 'DELETE /processing/executions/{executionId}',
			status: 403,
			body: { status: 403, message: 'Not yours' },
		});
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: byName(DEMO.serviceTask),
			timeLimit: 1,
			options: { terminateAtTimeLimit: true },
		});
		expect(error!.description).toMatch(
			/^Reason: Not yours\. Execution \S+ is still running. Check it later with Get and its ID/,
		);
		const execution = processingOf(state()).tasks.get(/Execution (\S+)/.exec(error!.message)![1]!)!;
		expect(execution.terminatedAt).toBeUndefined();
	});

	test('Run and Wait can last longer than tokens', async () => {
		const tokens = requestCount('POST /security/oauth/token');
		const slow = taskNamed(state(), DEMO.goodTask);
		changed(slow, { behaviors: [{ ...slow.behaviors[0]!, durationMs: 3 * 3_600_000 }] });
		expect(
			await succeed('taskExecution', 'runAndWait', { executable: byId(slow.id), timeLimit: 600 }),
		).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
		expect(requestCount('POST /security/oauth/token') - tokens).toBeGreaterThanOrEqual(5);
		expect(requestCount('POST /security/oauth/token') - tokens).toBeLessThanOrEqual(7);
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
			executable: byName(DEMO.goodTask),
			timeLimit: 1,
		});
		expect(error!.message).toMatch(/did not end within 60 seconds/);
	});

	test.each([
		{
			what: 'leaves the execution running',
			terminateOnStop: false,
			says: /^Still running in Talend Cloud, started by the items: \S+\.$/,
		},
		{
			what: 'terminates the execution if so chosen',
			terminateOnStop: true,
			says: /^Done by the items \(Start a task\): \S+\.$/,
		},
	])('stopping the workflow $what', async ({ terminateOnStop, says }) => {
		const stop = new AbortController();
		const before = processingOf(state()).tasks.size;
		const running = run(
			'taskExecution',
			'runAndWait',
			{ executable: byName(DEMO.serviceTask), timeLimit: 6000, options: { terminateOnStop } },
			{ signal: stop.signal },
		);
		await until('the task is started', () => processingOf(state()).tasks.size > before);
		const execution = [...processingOf(state()).tasks.values()].at(-1)!;
		stop.abort();
		const { error } = await running;
		expect(error!.description).toMatch(says);
		expect(execution.terminatedAt !== undefined).toBe(terminateOnStop);
		const looks = requestCount('GET /processing/executions/{executionId}');
		await quiet();
		expect(requestCount('GET /processing/executions/{executionId}')).toBe(looks);
	});

	test('the error says that a task is paused or has no run configuration', async () => {
		fact('B.190');
		const paused = await run('taskExecution', 'runAndWait', {
			executable: byName(DEMO.pausedTask),
		});
		expect(paused.error).toMatchObject({ httpCode: '405', message: 'The task is paused' });
		expect(paused.error!.description).toMatch(/^The task is paused\. Resume it/);
		const draft = await run('taskExecution', 'start', { executable: byName('Draft') });
		expect(draft.error).toMatchObject({ httpCode: '501' });
		expect(draft.error!.description).toMatch(
			/^The task has no run configuration yet\. Set one with /,
		);
	});

	test('many items run simultaneously, in a workflow and as a tool', async () => {
		for (const entryPoint of ['workflow', 'tool'] as const) {
			const started = platform.emulator.clock.now();
			const result = await run(
				'taskExecution',
				'runAndWait',
				{ executable: byName(DEMO.goodTask) },
				{ items: Array.from({ length: 20 }, () => ({ json: {} })), entryPoint },
			);
			expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(
				Array.from({ length: 20 }, (_, item) => ({ item })),
			);
			expect(platform.emulator.clock.now() - started).toBeLessThan(20_000);
		}
	});
});
