/**
 * A caller gets how its task ended, the return code from the log, and a refusal for what it may not
 * run.
 */
import assert from 'node:assert/strict';

import { orchestrationOf } from '../support/stage.mjs';

export default {
	workflow: 'run-for-a-caller',
	fast: true,
	async published({ emulator, n8n, executed }) {
		const call = async (body) => {
			const answer = await fetch(`${n8n.address}/webhook/talend-run`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			return { status: answer.status, ...(await answer.json()) };
		};
		const failing = [...orchestrationOf(emulator.state).tasks.values()].find(
			({ name }) => name === 'Load orders',
		);
		failing.behaviors = [
			{ ...failing.behaviors[0], errorMessage: 'Job ended with\nRETURN_CODE=18' },
		];
		// The log of each is waited for.
		const [good, bad] = await Promise.all([
			call({ task: 'Load customers', parameters: { country: 'PT' } }),
			call({ task: 'Load orders' }),
		]);
		assert.deepEqual(
			[
				good.status,
				good.outcome,
				good.numberOfProcessedRows,
				good.returnCode,
				'returnValue' in good,
			],
			[200, 'succeeded', 1200, '0', false],
		);
		assert.match(good.log[0], /^\d{4}-\d\d-\d\dT[\d:.]{12}Z INFO load_customers: entry 1 of 12$/);
		assert.ok(good.log.at(-1) > good.log[0]);
		// Both calls arrive together: either task may be started first.
		const started = emulator.log
			.filter(({ operation }) => operation === 'POST /processing/executions')
			.map(({ body }) => JSON.parse(body));
		assert.deepEqual(started.find(({ executable }) => executable !== failing.id).parameters, {
			country: 'PT',
		});
		// The last one that the job wrote.
		assert.ok(bad.log.some((line) => line.endsWith(': RETURN_CODE=17')));
		assert.deepEqual([bad.status, bad.outcome, bad.returnCode], [500, 'failed', '18 (entry 12)']);

		const starts = () =>
			emulator.log.filter(({ operation }) => operation === 'POST /processing/executions').length;
		const before = starts();
		const refused = await call({ task: 'Load invoices' });
		assert.deepEqual(
			[refused.status, refused.outcome, refused.message],
			[400, 'notRun', 'Load invoices is not in the list of allowed tasks'],
		);
		assert.equal(starts(), before);
		// What was started and could not be followed is not reported as not run.
		emulator.faults.add({ operation: 'GET /processing/executions/{executionId}', status: 403 });
		const lost = await call({ task: 'Load customers' });
		assert.deepEqual([lost.status, lost.outcome], [500, 'unknown']);
		assert.match(lost.message, /was started, but could not be followed/);
		assert.match(lost.executionId, /^[\da-f-]{36}$/);
		failing.paused = true;
		const paused = await call({ task: 'Load orders' });
		assert.equal(paused.status, 400);
		assert.match(paused.message, /paused/);
		await executed(5);
	},
};
