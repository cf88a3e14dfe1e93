/** One task succeeds; the other fails, and the report says where and why. */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';

const reports = (execution, node) => outputOf(execution, node).map(({ json }) => json.report);

export default {
	workflow: 'run-and-report',
	async manually({ run, emulator }) {
		const execution = await run();
		assert.deepEqual(reports(execution, 'Continue'), [
			'Load customers succeeded: 1200 rows in 3 seconds',
		]);
		const [report] = reports(execution, 'Report');
		assert.match(report, /^Load orders failed in tDBOutput_1\. .*Table ORDERS does not exist/);
		assert.equal(
			emulator.log.filter(({ operation }) => operation === 'POST /processing/executions').length,
			2,
		);
	},
};
