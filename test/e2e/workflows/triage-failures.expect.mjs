/**
 * A task that failed because of the network is re-run once; everything else goes to people, and the
 * digest counts what failed.
 */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { MINUTE } from '../../support/durations.mjs';
import { DEMO_TOKEN, orchestrationOf } from '../support/stage.mjs';

const reports = (execution, node) => outputOf(execution, node).map(({ json }) => json.report);

export default {
	workflow: 'triage-failures',
	/**
	 * The digest, and the newest failure of the demo; and what becomes of them when the platform
	 * cannot be read.
	 */
	async manually({ emulator, run }) {
		const [digest] = reports(await run({ trigger: 'Every Morning' }), 'Digest');
		const [invoices, orders, ...more] = digest.split('\n').sort();
		assert.match(
			invoices,
			/^• Load invoices \(Finance, Production\) .*17 rejected\. Look at the rejected rows\.$/,
		);
		assert.match(
			orders,
			/^• Load orders \(Finance, Production\) failed .*\d\d:\d\d: Table ORDERS does not exist\. Look into its log\.$/,
		);
		assert.deepEqual(more, []);
		assert.match(
			reports(await run(), 'Tell Someone')[0],
			/^Load orders \(Finance, Production\) failed .*Table ORDERS does not exist.*\. Cause: configuration\. Correct its configuration, then run it again\.$/,
		);
		emulator.faults.add({ operation: 'GET /processing/executions/{executionId}', status: 403 });
		assert.match(
			reports(await run(), 'Tell Someone')[0],
			/^Load orders \(Finance, Production\) failed .*\. The reason could not be read: /,
		);
		emulator.faults.add({ operation: 'GET /processing/executables/tasks/executions', status: 403 });
		assert.match(
			reports(await run({ trigger: 'Every Morning' }), 'Digest')[0],
			/^What failed since yesterday could not be read: /,
		);
	},
	async published({ emulator, executed }) {
		const { tasks } = orchestrationOf(emulator.state);
		const task = [...tasks.values()].find(({ name }) => name === 'Load orders');
		task.behaviors = [
			{ ...task.behaviors[0], errorMessage: 'java.net.ConnectException: Connection refused' },
		];
		const starts = () =>
			emulator.log.filter(
				({ operation, status }) => operation === 'POST /processing/executions' && status === 201,
			);
		const start = async () =>
			await fetch(`http://127.0.0.1:${emulator.server.address().port}/processing/executions`, {
				method: 'POST',
				headers: { authorization: `Bearer ${DEMO_TOKEN}`, 'content-type': 'application/json' },
				body: JSON.stringify({ executable: task.id }),
			});
		await start();
		emulator.clock.advance(MINUTE);
		const [first] = await executed(1);
		assert.match(
			reports(first, 'Started Again')[0],
			/^Load orders .* failed .*Connection refused.*\. Cause: network\. It was started again as /,
		);
		assert.equal(starts().length, 2);

		emulator.clock.advance(MINUTE);
		const [, second] = await executed(2);
		assert.match(
			reports(second, 'Tell Someone')[0],
			/^The re-run failed, too\. Load orders .*Connection refused/,
		);
		assert.equal(starts().length, 2);

		// A failure of the data is not re-run.
		task.behaviors = [{ ...task.behaviors[0], errorMessage: 'Duplicate entry 7 for key ORDER_ID' }];
		await start();
		emulator.clock.advance(MINUTE);
		const [, , third] = await executed(3);
		assert.match(reports(third, 'Tell Someone')[0], /^Load orders .*Duplicate entry/);
		assert.equal(starts().length, 3);

		// What cannot be started again is not lost.
		task.behaviors = [{ ...task.behaviors[0], errorMessage: 'Read timed out' }];
		await start();
		task.paused = true;
		emulator.clock.advance(MINUTE);
		const [, , , fourth] = await executed(4);
		assert.match(
			reports(fourth, 'Tell Someone')[0],
			/^It could not be started again \(.*paused.*\)\. Load orders .*Read timed out/,
		);
	},
};
