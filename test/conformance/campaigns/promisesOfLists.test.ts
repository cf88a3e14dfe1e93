/**
 * What the engine promises about lists.
 */
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { byName } from '../../support/demo';
import { start } from './promisesStage';

describe('lists', () => {
	test('a failing page makes the node fail: part of a list is never returned as the whole', async () => {
		const { run, emulator } = await start();
		const { goodTask } = DEMO;
		const listed = async () =>
			(await run('Processing', 'taskExecution', 'getMany', { returnAll: true })).items.map(
				({ json }) => json.executionId,
			);
		const before = (await listed()).length;
		for (let count = 0; count < 120; count++)
			await run('Processing', 'taskExecution', 'start', { executable: byName(goodTask) });
		emulator.faults.add({
			operation: 'GET /processing/executables/tasks/executions',
			after: 1,
			status: 500,
			times: 5,
		});
		const { error, items: output } = await run('Processing', 'taskExecution', 'getMany', {
			returnAll: true,
		});
		expect(error).toMatchObject({ httpCode: '500' });
		expect(output).toEqual([]);
		expect(new Set(await listed()).size).toBe(before + 120);
	});

	test('records that move between pages are returned once', async () => {
		const { run, emulator } = await start();
		const all = [...processingOf(emulator.state).tasks.values()]
			.map(({ id }) => ({ executionId: id }))
			.slice(0, 15);
		emulator.faults.add({
			operation: 'GET /processing/executables/tasks/executions',
			status: 200,
			body: { items: all.slice(0, 10), limit: 100, offset: 0, total: 15 },
		});
		emulator.faults.add({
			operation: 'GET /processing/executables/tasks/executions',
			status: 200,
			body: { items: all.slice(9, 15), limit: 100, offset: 10, total: 16 },
		});
		const { items: output } = await run('Processing', 'taskExecution', 'getMany', {
			returnAll: true,
		});
		expect(output.map(({ json }) => json.executionId)).toEqual(
			all.map(({ executionId }) => executionId),
		);
	});

	test('a response that is not a list is reported', async () => {
		const { run, emulator } = await start();
		emulator.faults.add({
			operation: 'GET /processing/executables/tasks/executions',
			status: 200,
			body: { surprise: true },
		});
		const { error } = await run('Processing', 'taskExecution', 'getMany');
		expect(error!.message).toBe(
			'Talend Cloud returned an object with the field "surprise" instead of a list',
		);
	});
});
