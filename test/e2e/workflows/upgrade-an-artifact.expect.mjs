/** The tasks of an artifact get its version after an approval, and keep everything else. */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { orchestrationOf } from '../support/stage.mjs';

export default {
	workflow: 'upgrade-an-artifact',
	async manually({ emulator: { state }, run }) {
		const { tasks } = orchestrationOf(state);
		const task = () => [...tasks.values()].find(({ name }) => name === 'Load customers');
		const second = { ...task(), id: state.objectId(), name: 'Load customers of today' };
		tasks.set(second.id, second);
		const before = JSON.parse(JSON.stringify(task()));
		/** Submits the form of the execution that waits. */
		const decide = (decision) => async (execution) => {
			assert.equal(task().artifactVersion, '1.2.0');
			const form = new globalThis.FormData();
			form.set('field-0', decision);
			assert.equal((await fetch(formOf(execution), { method: 'POST', body: form })).status, 200);
		};
		const formOf = (execution) => outputOf(execution, 'Which Version')[0].json.form;
		const change = (workflow) => {
			const { parameters } = workflow.nodes.find(({ name }) => name === 'Which Version');
			parameters.jsonOutput = `=${parameters.jsonOutput.replace('{', '{ "form": "{{ $execution.resumeFormUrl }}",')}`;
		};
		const declined = await run({ change, onWaiting: decide('Change nothing') });
		assert.deepEqual(outputOf(declined, 'Upgrade'), []);
		assert.equal(task().artifactVersion, '1.2.0');

		const execution = await run({ onWaiting: decide('Upgrade') });
		assert.deepEqual(
			outputOf(execution, 'Report')
				.map(({ json }) => json.report)
				.sort(),
			[
				'Load customers (Finance): 1.2.0 → 1.3.0',
				'Load customers of today (Finance): 1.2.0 → 1.3.0',
			],
		);
		const { parameters, connections, runConfiguration } = task();
		assert.deepEqual(
			{ parameters, connections, runConfiguration },
			{
				parameters: before.parameters,
				connections: before.connections,
				runConfiguration: before.runConfiguration,
			},
		);

		// Everything is up to date: nobody is asked.
		assert.deepEqual(outputOf(await run(), 'Another Version'), []);
	},
};
