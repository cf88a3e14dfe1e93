/**
 * The platform of the tests about logs, metrics and the history of executions, and its names: each
 * file that imports this starts its own, with a log of 450 entries.
 */
import {
	processingOf,
	type TaskExecution,
} from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { byId, taskNamed } from '../../support/demo';
import { platformForAll } from '../../support/platform';

export const platform = platformForAll({ keepAnswers: true, logFileEntries: 100 });
let failed: TaskExecution;
beforeAll(async () => {
	const { state } = platform.emulator;
	// Each entry is known by its number.
	state.seen = { ...state.seen, startAndDone: false };
	const task = taskNamed(state, DEMO.failingTask);
	task.behaviors = [{ ...task.behaviors[0]!, logLines: 450 }];
	const { items } = await platform.run('Processing', 'taskExecution', 'runAndWait', {
		executable: byId(task.id),
		failOnFailure: false,
	});
	const executionId = String(items[0]!.json.executionId);
	failed = processingOf(platform.emulator.state).tasks.get(executionId)!;
	// Its log is complete.
	platform.emulator.clock.advance(60_000);
});

/** The execution that failed, and whose log has 450 entries. */
export const execution = () => failed;
export const executionId = () => failed.id;

export const run = (resource: string, operation: string, parameters = {}, more = {}) =>
	platform.run('Observability', resource, operation, parameters, more);

export async function itemsOf(resource: string, operation: string, parameters = {}, more = {}) {
	const result = await run(resource, operation, parameters, more);
	if (result.error) throw new Error(`${result.error.message}: ${result.error.description}`);
	return result.items;
}

export const jsonOf = async (...args: Parameters<typeof itemsOf>) =>
	(await itemsOf(...args)).map(({ json }) => json);

/** The text of a binary output. */
export const textOf = (
	item: { binary?: Record<string, { data: string }> } | undefined,
	name = 'data',
) => Buffer.from(item!.binary![name]!.data, 'base64').toString('utf8');

export const LINES = Array.from({ length: 450 }, (_, index) => index + 1);
