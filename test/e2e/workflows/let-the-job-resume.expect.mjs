/**
 * A task gets the address at which its job resumes the workflow; if the job never calls, the wait
 * ends at the limit.
 */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { orchestrationOf } from '../support/stage.mjs';

export default {
	workflow: 'let-the-job-resume',
	async manually({ emulator, run }) {
		const report = (execution) => outputOf(execution, 'Report').map(({ json }) => json.report);
		let waited = false;
		const execution = await run({
			onWaiting: () => {
				waited = true;
			},
		});
		assert.ok(waited, 'n8n stores the workflow while it waits');
		assert.equal(report(execution).length, 1);
		assert.match(report(execution)[0], /^Load history .*succeeded.* Its job called back$/);
		const [{ json }] = outputOf(execution, 'Start and Wait');
		assert.deepEqual(json.body, { outcome: 'success' });
		assert.equal(json.executionId, outputOf(execution, 'Its End')[0].json.executionId);
		const starts = () =>
			emulator.log.filter(({ operation }) => operation === 'POST /processing/executions');
		assert.match(
			JSON.parse(starts()[0].body).parameters.resume_url,
			/^http:\/\/.*\/webhook-waiting\/\d+/,
		);

		// A job that fails calls, too.
		const task = [...orchestrationOf(emulator.state).tasks.values()].find(
			({ name }) => name === 'Load history',
		);
		const [behavior] = task.behaviors;
		task.behaviors = [{ ...behavior, end: 'execution_failed' }];
		assert.match(report(await run())[0], /^Load history .*failed.* Its job called back$/);
		assert.equal(starts().length, 2);

		// The author of this job forgot the call: the limit ends the wait.
		const { calls, ...silent } = behavior;
		assert.equal(calls, 'resume_url');
		task.behaviors = [silent];
		const change = ({ nodes }) => {
			const { parameters } = nodes.find(({ name }) => name === 'What to Run');
			parameters.jsonOutput = JSON.stringify({
				...JSON.parse(parameters.jsonOutput),
				minutes: 1,
			});
		};
		assert.match(
			report(await run({ change }))[0],
			/^Load history .*succeeded.* Its job did not call back$/,
		);
	},
};
