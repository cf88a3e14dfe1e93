/** One task succeeds; the other fails, and the report says where and why. */
import assert from 'node:assert/strict';

import { judge, PIPELINE } from '../../../tools/demo/pipeline.mjs';

export default {
	workflow: PIPELINE,
	async manually({ run, emulator }) {
		judge(await run());
		assert.equal(
			emulator.log.filter(({ operation }) => operation === 'POST /processing/executions').length,
			2,
		);
	},
};
