/** A caller gets how its task ended, the return code from the log, and a refusal for what it may not run. */
import assert from 'node:assert/strict';

import { orchestrationOf } from '../support/stage.mjs';

export default {
	workflow: 'run-for-a-caller',
	fast: true,
	/** The log is complete half a minute later; the clock of a test runs ten times as fast. */
	change: (workflow) => {
		const { parameters } = workflow.nodes.find(({ name }) => name === 'What to Run');
		parameters.jsonOutput = parameters.jsonOutput.replace('"logSeconds": 30', '"logSeconds": 4');
	},
	async published({ emulator, n8n, executed }) {
		const call = async (body) => {
			const answer = await fetch(`${n8n.address}/webhook/talend-run`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
			return { status: answer.status, ...(await answer.json()) };
		};
		const good = await call({ task: 'Load customers', parameters: { country: 'PT' } });
		assert.deepEqual([good.status, good.outcome, good.processedRows, good.returnCode], [200, 'succeeded', 1200, null]);
		assert.deepEqual(JSON.parse(emulator.log.find(({ operation }) => operation === 'POST /processing/executions').body).parameters, { country: 'PT' });

		const failing = [...orchestrationOf(emulator.state).tasks.values()].find(({ name }) => name === 'Load orders');
		failing.behaviours = [{ ...failing.behaviours[0], errorMessage: 'Job ended with RETURN_CODE=17' }];
		const bad = await call({ task: 'Load orders' });
		assert.deepEqual([bad.status, bad.outcome, bad.returnCode], [500, 'failed', '17']);
		assert.ok(bad.log.some((line) => /ERROR .*RETURN_CODE=17/.test(line)));

		const starts = () => emulator.log.filter(({ operation }) => operation === 'POST /processing/executions').length;
		const before = starts();
		const refused = await call({ task: 'Load invoices' });
		assert.deepEqual([refused.status, refused.outcome, refused.message], [400, 'notRun', 'Load invoices is not in the list of allowed tasks']);
		assert.equal(starts(), before);
		failing.paused = true;
		const paused = await call({ task: 'Load orders' });
		assert.equal(paused.status, 400);
		assert.match(paused.message, /paused/);
		await executed(4);
	},
};
