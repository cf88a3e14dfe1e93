/** How long something took: the clocks of the platform and of its engines may differ. */
import {
	durationOf,
	executionInWords,
	readableExecution,
} from '../../../nodes/records/executions/readable';
import {
	runInWords,
	secondsOf,
} from '../../../nodes/TalendCloudCatalog/resources/crawler/crawlState';

const [EARLIER, LATER] = ['2026-03-31T07:59:10.000Z', '2026-03-31T08:00:00.000Z'];
const execution = (startTimestamp: string, finishTimestamp: string) => ({
	status: 'execution_successful',
	numberOfProcessedRows: 1200,
	startTimestamp,
	finishTimestamp,
});

test('an execution that ended before it started has no duration', () => {
	const skewed = execution(LATER, EARLIER);
	expect(readableExecution(skewed)).not.toHaveProperty('durationSeconds');
	expect(executionInWords({ noun: 'Task', id: '7' }, skewed, 'UTC')).toMatch(/: 1,200 rows$/);
	expect(durationOf(execution(EARLIER, LATER))).toBe(50);
	expect(durationOf(execution(LATER, LATER))).toBe(0);
});

test('a run of a crawler that ended before it started has no duration', () => {
	const crawler = (runStartedAt: string, runFinishedAt: string) => ({
		name: 'Sales',
		status: { status: 'FINISHED', nbDatasetsFinished: 3, runStartedAt, runFinishedAt },
	});
	expect(secondsOf(crawler(LATER, EARLIER))).toBeUndefined();
	expect(secondsOf(crawler(EARLIER, LATER))).toBe(50);
	expect(runInWords(crawler(LATER, EARLIER), 'succeeded', EARLIER, 'UTC')).not.toContain(' in ');
});
