/**
 * Test gets the plan of production with its tasks, and nothing there starts automatically any more.
 */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { orchestrationOf, remoteEngines } from '../support/stage.mjs';

const report = (execution) => outputOf(execution, 'Report').map(({ json }) => json.report);

export default {
	workflow: 'refresh-a-test-environment',
	fast: true,
	async manually({ emulator: { state }, run }) {
		const { environments, workspaces, tasks, plans } = orchestrationOf(state);
		const test = [...environments.values()].find(({ name }) => name === 'Development');
		const isTest = ({ workspaceId }) => workspaces.get(workspaceId).environmentId === test.id;
		const production = JSON.stringify(
			[...tasks.values(), ...plans.values()].filter((each) => !isTest(each)),
		);
		assert.deepEqual(report(await run()), [
			[
				'Production to Development:',
				'• Nightly load was created',
				'• On Frankfurt 1 and without a schedule: 4 tasks, 1 plan',
				'• Executions still scheduled: 0',
			].join('\n'),
		]);
		const { id } = remoteEngines.all(state).find(({ name }) => name === 'Frankfurt 1');
		const there = [...tasks.values()].filter(isTest);
		assert.deepEqual(there.map(({ name }) => name).sort(), [
			'Load customers',
			'Load invoices',
			'Load suppliers',
			'Stock API',
		]);
		for (const { runConfiguration } of there)
			assert.deepEqual(
				[runConfiguration.trigger.type, runConfiguration.runtime.id],
				['MANUAL', id],
			);
		assert.deepEqual(
			[...plans.values()]
				.filter(isTest)
				.map(({ name, runConfiguration }) => [name, runConfiguration.trigger.type]),
			[['Nightly load', 'MANUAL']],
		);
		assert.equal(
			JSON.stringify([...tasks.values(), ...plans.values()].filter((each) => !isTest(each))),
			production,
			'production stays as it is',
		);

		// A second time; a task that cannot be changed is named.
		const suppliers = there.find(({ name }) => name === 'Load suppliers');
		delete suppliers.runConfiguration;
		suppliers.configured = false;
		assert.match(
			report(await run())[0],
			/• Nightly load was replaced\n.* 3 tasks, 1 plan\n• Load suppliers was left as it was: .+\n• Executions still scheduled: 0$/,
		);
	},
};
