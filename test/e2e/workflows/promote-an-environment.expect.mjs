/** Nothing is promoted before somebody has approved it, or after somebody has declined. */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';

const reports = (execution, node) => outputOf(execution, node).map(({ json }) => json.report);

export default {
	workflow: 'promote-an-environment',
	async manually({ run, emulator }) {
		const starts = () =>
			emulator.log.filter(({ operation }) => operation === 'POST /processing/executions/promotions')
				.length;
		/** Submits the form that the message links to. */
		const decide = (decision) => async (execution) => {
			assert.equal(starts(), 0);
			const [{ json }] = outputOf(execution, 'Ask for Approval');
			assert.match(
				json.message,
				/^Release 12: promote [1-9]\d* new and \d+ changed objects \(Development to Production\)\. This cannot be undone\./,
			);
			const form = new globalThis.FormData();
			form.set('field-0', decision);
			form.set('field-1', 'Ana');
			const answer = await fetch(json.link, { method: 'POST', body: form });
			assert.equal(answer.status, 200);
		};
		assert.deepEqual(reports(await run({ onWaiting: decide('Do not promote') }), 'Not Approved'), [
			'Development to Production was declined by Ana; nothing was changed',
		]);
		assert.equal(starts(), 0);

		const execution = await run({ onWaiting: decide('Promote') });
		assert.match(
			reports(execution, 'Report')[0],
			/^Development to Production: promoted, \d+ objects, approved by Ana$/,
		);
		assert.equal(starts(), 1);
		assert.equal(
			JSON.parse(
				emulator.log.find(({ operation }) => operation === 'POST /processing/executions/promotions')
					.body,
			).context,
			'Release 12, approved by Ana',
		);
	},
};
