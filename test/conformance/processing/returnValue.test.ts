/** Run and Wait with a value that the job wrote into its log. */
import { DEMO } from '../../../emulator/seed';
import { areaOf } from '../../support/area';
import { byName } from '../../support/demo';
import { platformForEach } from '../../support/platform';

const platform = platformForEach();
const { run, requests } = areaOf('Processing', () => platform);
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
