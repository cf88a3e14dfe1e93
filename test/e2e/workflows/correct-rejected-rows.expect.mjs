/**
 * The rows that a job rejects become tasks of the right people; when these are resolved, the
 * workflow continues with the corrected rows.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { root } from '../../../tools/programs.mjs';
import { orchestrationOf } from '../support/stage.mjs';

const { tasks } = createRequire(import.meta.url)(
	join(root, 'build/emulator/areas/stewardship/stewardshipStore.js'),
);

export default {
	workflow: 'correct-rejected-rows',
	async manually({ emulator, run }) {
		const { state } = emulator;
		const loaded = () =>
			tasks.all(state).filter(({ record }) => String(record.number).startsWith('INV-2'));
		const task = [...orchestrationOf(state).tasks.values()].find(
			({ name }) => name === 'Load invoices',
		);
		const [behavior] = task.behaviors;

		// Once they have their tasks, people work quickly.
		const working = setInterval(() => loaded().length === 17 && emulator.clock.advance(2_000), 200);
		const done = await run().finally(() => clearInterval(working));
		const corrected = outputOf(done, 'Corrected Rows').map(({ json }) => json);
		assert.deepEqual(corrected, behavior.rejects);
		assert.equal(loaded().length, 17);
		for (const { assignee, record } of loaded())
			assert.equal(assignee, record.amount >= 1000 ? 'chloe.martin' : 'bao.nguyen');
		assert.deepEqual(outputOf(done, 'Tell Someone'), []);

		// A row that the data model does not have: nothing is created, and a person learns which row it
		// is.
		task.behaviors = [
			{
				...behavior,
				rejects: [...behavior.rejects.slice(0, 2), { number: 'INV-3', amount: 'much' }],
			},
		];
		const [{ json: reported }] = outputOf(await run(), 'Tell Someone');
		assert.match(
			reported.report,
			/^Load invoices: 1 of 3 records do not fit the data model of the campaign\. Item 2: amount .+\. Nothing was sent\./,
		);
		assert.equal(loaded().length, 17);

		// Nothing was rejected: nobody has anything to do.
		task.behaviors = [{ ...behavior, end: 'execution_successful', rejected: 0, rejects: [] }];
		const none = await run();
		assert.deepEqual(outputOf(none, 'Create Tasks'), []);
		assert.equal(loaded().length, 17);
		task.behaviors = [behavior];
	},
};
