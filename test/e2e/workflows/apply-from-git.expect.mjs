/**
 * What is in Git is created and changed in the workspace after an approval, and nothing before it.
 */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { startRepository } from '../support/repository.mjs';
import { DEFINITIONS, orchestrationOf } from '../support/stage.mjs';

export default {
	workflow: 'apply-from-git',
	async manually({ emulator: { state }, run }) {
		const { tasks } = orchestrationOf(state);
		const named = (name) => [...tasks.values()].filter((task) => task.name === name);
		const [customers] = named('Load customers');
		const before = JSON.stringify([...tasks.values()]);
		const repository = await startRepository();
		try {
			repository.commit(DEFINITIONS);
			const change = (workflow) => {
				const { parameters } = workflow.nodes.find(({ name }) => name === 'What to Apply');
				const values = { ...JSON.parse(parameters.jsonOutput), file: repository.address };
				parameters.jsonOutput = `=${JSON.stringify({ ...values, form: '{{ $execution.resumeFormUrl }}' })}`;
			};
			/** Submits the form of the execution that waits. */
			const decide = (decision) => async (execution) => {
				assert.equal(JSON.stringify([...tasks.values()]), before);
				const address = outputOf(execution, 'What to Apply')[0].json.form;
				const page = await (await fetch(address)).text();
				assert.match(
					page,
					/task\/Load customers: parameters\.country becomes .{1,6}DE.{1,6}, now .{1,6}FR.{1,6}; task\/Load customers of today: is new/,
				);
				const form = new globalThis.FormData();
				form.set('field-0', decision);
				assert.equal((await fetch(address, { method: 'POST', body: form })).status, 200);
			};
			const declined = await run({ change, onWaiting: decide('Change nothing') });
			assert.deepEqual(outputOf(declined, 'Apply'), []);
			assert.equal(JSON.stringify([...tasks.values()]), before);

			const execution = await run({ onWaiting: decide('Apply') });
			assert.deepEqual(
				outputOf(execution, 'Report').map(({ json }) => json.report),
				[
					'Production/Finance has been changed to what is in Git:\n• Load customers (task) was updated\n• Load customers of today (task) was created',
				],
			);
			assert.equal(tasks.get(customers.id).parameters.country, 'DE');
			const [created, ...more] = named('Load customers of today');
			assert.deepEqual(
				[created.workspaceId, created.artifactVersion, more],
				[customers.workspaceId, '1.2.0', []],
			);

			// Everything is as in Git: nobody is asked.
			assert.deepEqual(outputOf(await run(), 'Changes'), []);
		} finally {
			await repository.close();
		}
	},
};
