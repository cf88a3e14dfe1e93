/** Run and Wait with a value that the job wrote into its log. */
import { DEMO } from '../../../emulator/seed';
import { clock } from '../../../nodes/shared/support/time/clock';
import { areaOf } from '../../support/area';
import { changed } from '../../support/changed';
import { byName } from '../../support/demo';
import { platformForEach } from '../../support/platform';

const platform = platformForEach();
const { run, requests } = areaOf('Processing', () => platform);
const GET = 'GET /processing/executions/{executionId}';
const LOG = 'GET /monitoring/executions/{executionId}/logs';
const logged = (...messages: string[]) => ({
	size: messages.length,
	totalSize: messages.length,
	totalSizeFiltered: messages.length,
	data: messages.map((logMessage, index) => ({
		logMessage,
		severity: 'INFO',
		logType: 'JOB',
		logTimestamp: 1_774_944_000_000 - index,
	})),
});
const runTask = async (task: string = DEMO.goodTask, more: object = {}) =>
	await run('taskExecution', 'runAndWait', {
		executable: byName(task),
		options: { returnValueName: 'RETURN_CODE' },
		...more,
	});

test('the last value in the log is returned after the log is complete', async () => {
	platform.emulator.faults.add({
		operation: LOG,
		status: 200,
		body: logged('done', 'RETURN_CODE=4', 'RETURN_CODE=0'),
	});
	const startedAt = platform.emulator.clock.now();
	const { error, items, hints } = await runTask();
	expect(error).toBeUndefined();
	expect(items[0]!.json).toMatchObject({ outcome: 'succeeded', returnValue: '4' });
	expect(hints).toEqual([]);
	// Four seconds of the job, thirty for its log.
	expect(platform.emulator.clock.now() - startedAt).toBeGreaterThanOrEqual(34_000);
	expect(new Map(requests(LOG)[0]!.query).get('order')).toBe('DESC');
});

test('the value that arrives last is returned although the clock of n8n is ahead', async () => {
	const { clock: platformClock } = platform.emulator;
	changed(clock, { now: () => platformClock.now() + 60_000 });
	const startedAt = platformClock.now();
	platform.onRequest(LOG, () => {
		const isComplete = platformClock.now() - startedAt >= 34_000;
		platform.emulator.faults.add({
			operation: LOG,
			status: 200,
			body: logged(isComplete ? 'RETURN_CODE=4' : 'RETURN_CODE=0'),
		});
	});
	const { items } = await runTask();
	expect(items[0]!.json).toMatchObject({ returnValue: '4' });
});

test('the log of an execution without an end time is read once, after 30 seconds', async () => {
	const executionId = '7a1e0000-0000-4000-8000-00000000ffff';
	const execution = { executionId, executionStatus: 'EXECUTION_SUCCESS' };
	platform.emulator.faults.add({ operation: GET, status: 200, body: execution });
	platform.emulator.faults.add({ operation: LOG, status: 200, body: logged('RETURN_CODE=0') });
	const startedAt = platform.emulator.clock.now();
	const options = { returnValueName: 'RETURN_CODE' };
	const { items } = await run('taskExecution', 'waitForEnd', { executionId, options });
	expect(items[0]!.json).toMatchObject({ returnValue: '0' });
	expect(requests(LOG)).toHaveLength(1);
	expect(platform.emulator.clock.now() - startedAt).toBeGreaterThanOrEqual(30_000);
});

test('a longer log is read until the value is found', async () => {
	platform.emulator.faults.add({
		operation: LOG,
		status: 200,
		body: {
			...logged(...Array.from({ length: 200 }, (_, index) => `entry ${index}`)),
			totalSize: 201,
			totalSizeFiltered: 201,
			nextIndex: 200,
		},
	});
	platform.emulator.faults.add({ operation: LOG, status: 200, body: logged('RETURN_CODE=9') });
	const { items } = await runTask();
	expect(items[0]!.json.returnValue).toBe('9');
	expect(new Map(requests(LOG)[1]!.query).get('startIndex')).toBe('200');
});

test('a longer log is read until the value is found, although its pages are short', async () => {
	const short = { ...logged('first', 'second'), totalSize: 3, totalSizeFiltered: 3, nextIndex: 2 };
	platform.emulator.faults.add({ operation: LOG, status: 200, body: short });
	platform.emulator.faults.add({ operation: LOG, status: 200, body: logged('RETURN_CODE=9') });
	const { items } = await runTask();
	expect(items[0]!.json.returnValue).toBe('9');
	expect(new Map(requests(LOG)[1]!.query).get('startIndex')).toBe('2');
});

test('the return value is null, with a hint, if it is not in the log', async () => {
	const none = await runTask(DEMO.callingTask);
	expect(none.items[0]!.json.returnValue).toBeNull();
	expect(none.hints).toEqual([
		expect.stringMatching(
			/^The log of execution \S+ has no RETURN_CODE=…: its return value is null\.$/,
		),
	]);
});

test('the return value is null, with a hint, if the log cannot be read', async () => {
	platform.emulator.faults.add({ operation: LOG, status: 404 });
	const { items, hints } = await runTask();
	expect(items[0]!.json.returnValue).toBeNull();
	expect(hints).toEqual([
		expect.stringMatching(
			/^The log of execution \S+ could not be read, so its return value is null: /,
		),
	]);
});

test('the return value is null, with a hint, if logs cannot be requested by the ID of the execution', async () => {
	const executionId = 'not-a-uuid';
	const execution = {
		executionId,
		executionStatus: 'EXECUTION_SUCCESS',
		finishTimestamp: '2026-03-31T08:00:00Z',
	};
	platform.emulator.faults.add({ operation: GET, status: 200, body: execution });
	const { items, hints } = await run('taskExecution', 'waitForEnd', {
		executionId,
		options: { returnValueName: 'RETURN_CODE' },
	});
	expect(items[0]!.json).toMatchObject({ outcome: 'succeeded', returnValue: null });
	expect(hints).toEqual([
		'The log of execution not-a-uuid could not be read, so its return value is null: "Execution" must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
	]);
});

test('the return value of a failed task is in the item of the error', async () => {
	platform.emulator.faults.add({ operation: LOG, status: 200, body: logged('RETURN_CODE=8') });
	const { items } = await run(
		'taskExecution',
		'runAndWait',
		{ executable: byName(DEMO.failingTask), options: { returnValueName: 'RETURN_CODE' } },
		{ onError: 'continueRegularOutput' },
	);
	expect(items[0]!.json).toMatchObject({
		details: { returnValue: '8', executionId: expect.any(String) as string },
	});
});

test('the log is not read without the name of a value', async () => {
	const { items } = await run('taskExecution', 'runAndWait', { executable: byName(DEMO.goodTask) });
	expect(items[0]!.json).not.toHaveProperty('returnValue');
	expect(requests(LOG)).toEqual([]);
});
