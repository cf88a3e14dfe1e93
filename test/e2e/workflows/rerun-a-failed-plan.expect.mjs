/**
 * A plan that failed because of the network is re-run from the failed step, once; everything else
 * goes to people.
 */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { MINUTE } from '../../support/durations.mjs';
import { DEMO, DEMO_TOKEN, orchestrationOf, seedFailedPlan } from '../support/stage.mjs';

const reports = (execution, node) => outputOf(execution, node).map(({ json }) => json.report);

export default {
	workflow: 'rerun-a-failed-plan',
	/** Executed manually in the demo. */
	async manually({ emulator: { state, clock }, run }) {
		seedFailedPlan(state, clock);
		const [report] = reports(await run(), 'Tell Someone');
		assert.match(
			report,
			/^Month-end close \(Finance, Production\) failed (?:on \d+ \w+ )?at \d\d:\d\d: step Post, Post ledger failed in \S+: Table ORDERS does not exist\. Cause: \w+\. Not run: Report\. [A-Z].*, then run the plan again from the failed step\.$/,
		);
	},
	published: async ({ emulator, executed }) => {
		const { plans, tasks } = orchestrationOf(emulator.state);
		const plan = [...plans.values()].find(({ name }) => name === DEMO.recoveringPlan);
		const failing = [...tasks.values()].find(({ name }) => name === 'Post ledger');
		failing.behaviors = [
			{ ...failing.behaviors[0], errorMessage: 'java.net.ConnectException: Connection refused' },
		];
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
		const [{ json: rerun }] = outputOf(first, 'Re-Run From Failed Step');
		assert.equal(rerun.rerunOf, executionId);
		const [started] = reports(first, 'Re-Run Started');
		assert.match(
			started,
			/^Month-end close \(Finance, Production\) failed .*Connection refused.* It was started again from its step Post as /,
		);
		assert.ok(started.endsWith(rerun.executionId));
		assert.deepEqual(reports(first, 'Tell Someone'), []);

		emulator.clock.advance(MINUTE);
		const [, second] = await executed(2);
		assert.match(
			reports(second, 'Tell Someone')[0],
			/^The re-run failed, too\. Month-end close \(Finance, Production\) failed .*Connection refused.* Not run: Report\. Check the network, then run the plan again from the failed step\.$/,
		);
		assert.deepEqual(outputOf(second, 'Re-Run From Failed Step'), []);
		const starts = emulator.log.filter(
			({ operation }) => operation === 'POST /processing/executions/plans',
		);
		assert.equal(starts.length, 2);

		// Two plans fail at once, and a paused plan cannot be re-run: each is reported.
		await start();
		await start();
		plan.paused = true;
		emulator.clock.advance(MINUTE);
		const [, , third] = await executed(3);
		const reported = reports(third, 'Tell Someone');
		assert.equal(reported.length, 2);
		for (const report of reported)
			assert.match(
				report,
				/^It could not be started again \(.*paused.*\)\. Month-end close \(Finance, Production\) failed /,
			);
	},
};
