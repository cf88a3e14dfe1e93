/** A failed plan is examined and re-run from the failed step; if that fails, too, somebody is notified. */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { DEMO, DEMO_TOKEN, orchestrationOf, seedFailedPlan } from '../support/stage.mjs';

const MINUTE = 60_000;

export default {
	workflow: 'rerun-a-failed-plan',
	/** Executed manually in the demo. */
	async manually({ emulator: { state, clock }, run }) {
		seedFailedPlan(state, clock);
		const [{ json }] = outputOf(await run(), 'Re-Run Started');
		assert.match(json.report, /^Table ORDERS does not exist\. .* It was started again as /);
	},
	published: async ({ emulator, executed, fileOf }) => {
		const { plans, tasks } = orchestrationOf(emulator.state);
		const plan = [...plans.values()].find(({ name }) => name === DEMO.recoveringPlan);
		const failing = [...tasks.values()].find(({ name }) => name === 'Post ledger');
		failing.behaviours = [failing.behaviours[0]];
		const address = `http://127.0.0.1:${emulator.server.address().port}`;
		const start = async () => {
			const started = await fetch(`${address}/processing/executions/plans`, {
				method: 'POST',
				headers: { authorization: `Bearer ${DEMO_TOKEN}`, 'content-type': 'application/json' },
				body: JSON.stringify({ executable: plan.id }),
			});
			return (await started.json()).executionId;
		};
		const executionId = await start();
		emulator.clock.advance(MINUTE);

		const [first] = await executed(1);
		const reports = (execution, node) => outputOf(execution, node).map(({ json }) => json.report);
		const [{ json: rerun }] = outputOf(first, 'Re-Run From Failed Step');
		assert.equal(rerun.rerunOf, executionId);
		assert.deepEqual(reports(first, 'Re-Run Started'), [`Table ORDERS does not exist. It stopped in tDBOutput_1; the log has 12 entries. It was started again as ${rerun.executionId}`]);
		assert.deepEqual(reports(first, 'Tell Someone'), []);
		const [{ binary }] = outputOf(first, 'Download Its Log');
		assert.match((await fileOf(binary.log)).toString('utf8'), /ERROR Table ORDERS does not exist/);

		emulator.clock.advance(MINUTE);
		const [, second] = await executed(2);
		assert.deepEqual(reports(second, 'Tell Someone'), [`The re-run failed, too: Table ORDERS does not exist. It stopped in tDBOutput_1; the log has 12 entries. Plan ${plan.id} needs somebody`]);
		assert.deepEqual(outputOf(second, 'Re-Run From Failed Step'), []);
		const starts = emulator.log.filter(({ operation }) => operation === 'POST /processing/executions/plans');
		assert.equal(starts.length, 2);

		// Two plans fail at once, and a paused plan cannot be re-run: each is reported.
		await start();
		await start();
		plan.paused = true;
		emulator.clock.advance(MINUTE);
		const [, , third] = await executed(3);
		const told = reports(third, 'Tell Someone');
		assert.equal(told.length, 2);
		for (const report of told) assert.match(report, new RegExp(`^It could not be started again \\(.*paused.*\\): .* Plan ${plan.id} needs somebody$`));
	},
};
