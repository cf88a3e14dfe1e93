/** One task succeeds; the other fails, and the report says where and why. */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';

const reports = (execution, node) => outputOf(execution, node).map(({ json }) => json.report);

export default {
	workflow: 'run-and-report',
	async manually({ run, emulator }) {
		const execution = await run();
		const [succeeded, ...more] = reports(execution, 'Continue');
		assert.match(
			succeeded,
			/^Load customers \(Finance, Production\) succeeded .*\d\d:\d\d: 1,200 rows in 3 s$/,
		);
		assert.deepEqual(more, []);
		const [report] = reports(execution, 'Report');
		assert.match(
			report,
			/^Load orders \(Finance, Production\) failed in write at \d\d:\d\d: Table ORDERS does not exist\. Correct its configuration, then run it again\.$/,
		);
		assert.equal(
			emulator.log.filter(({ operation }) => operation === 'POST /processing/executions').length,
			2,
		);
	},
};
