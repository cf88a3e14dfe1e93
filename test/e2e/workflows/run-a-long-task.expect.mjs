/** A task is started once, and its execution is read between waits until it has ended. */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';

export default {
	workflow: 'run-a-long-task',
	async manually({ emulator, run }) {
		const execution = await run();
		assert.match(
			outputOf(execution, 'Report')
				.map(({ json }) => json.report)
				.join('\n'),
			/^Load customers \(Finance, Production\) succeeded at \d\d:\d\d: 1,200 rows in 3 s$/,
		);
		assert.equal(
			emulator.log.filter(({ operation }) => operation === 'POST /processing/executions').length,
			1,
		);
	},
};
