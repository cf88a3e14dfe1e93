/**
 * Executions that somebody else has started, and Run and Wait beside them.
 */
import { startTask } from '../../../emulator/areas/processing/executions';
import { DEMO } from '../../../emulator/seed';
import { areaOf } from '../../support/area';
import { taskNamed } from '../../support/demo';
import { platformForEach } from '../../support/platform';

export const platform = platformForEach();

export const state = () => platform.emulator.state;

export const { succeed, requestCount, run } = areaOf('Processing', () => platform);

/** The person who has started an execution by hand. */
export const BY = { id: 'ana.demo', type: 'HUMAN' as const };

export const now = () => platform.emulator.clock.now();

export const advance = (ms: number) => platform.emulator.clock.advance(ms);

export const START = 'POST /processing/executions';

export const START_PLAN = 'POST /processing/executions/plans';

/** An execution that somebody else has started, and that takes this long. */
export function running(seconds = 60) {
	const task = taskNamed(state(), DEMO.goodTask);
	const [first] = task.behaviors;
	const execution = startTask(state(), task, now(), { type: 'SCHEDULED', by: BY });
	execution.behavior = { ...first!, durationMs: seconds * 1_000 };
	return execution;
}
