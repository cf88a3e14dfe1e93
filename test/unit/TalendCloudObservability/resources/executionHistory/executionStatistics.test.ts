import {
	healthOf,
	type RecordedExecution,
} from '../../../../../nodes/TalendCloudObservability/resources/executionHistory/executionStatistics';
import { MINUTE } from '../../../../support/time';

const NOW = Date.UTC(2026, 10, 28, 12);

/** A successful run that was started this many minutes ago, and took this long. */
const ran = (minutesAgo: number, minutes: number): RecordedExecution => {
	const started = NOW - minutesAgo * MINUTE;
	return {
		id: String(minutesAgo),
		status: 'EXECUTION_SUCCESS',
		outcome: 'succeeded',
		triggered: started,
		started,
		ended: started + minutes * MINUTE,
	};
};

const health = (...runs: RecordedExecution[]) => healthOf(runs, { now: NOW, slowFactor: 2 });

test('the health of a task has no duration if its end is before its start', () => {
	expect(health(ran(10, -1))).toMatchObject({ durationSeconds: null, durationToMedian: null });
	expect(health(ran(10, 0))).toMatchObject({ durationSeconds: 0 });
});

test('the usual duration leaves out runs whose end is before their start', () => {
	expect(health(ran(10, 4), ran(20, -1), ran(30, -1), ran(40, 2))).toMatchObject({
		durationSeconds: 240,
		medianSeconds: 120,
		durationToMedian: 2,
	});
});

test('an unfinished execution whose start is in the future, because clocks differ, has no duration yet', () => {
	const running = { ...ran(-1, 0), ended: undefined, outcome: undefined };
	expect(health(running)).toMatchObject({ durationSeconds: 0, lastOutcome: 'running' });
});
