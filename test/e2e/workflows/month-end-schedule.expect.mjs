/** A schedule with two triggers starts a plan, and its scheduled executions are listed. */
import assert from 'node:assert/strict';

const out = (runData, node) =>
	(runData[node] ?? []).flatMap((run) => run.data.main[0] ?? []).map(({ json }) => json);

export default {
	workflow: 'month-end-schedule',
	async check({ runData, emulator }) {
		const [{ report }] = out(runData, 'Report');
		assert.match(
			report,
			/^Month-end close runs 1[123] times in the next six months, first on \d+ [A-Z][a-z]{2} \d{4} (22|06):00 \(Europe\/Paris\)$/,
		);
		const runs = out(runData, 'Scheduled Executions');
		const nameOf = (trigger) =>
			runs.filter(({ sourceTriggerName }) => sourceTriggerName === trigger).length;
		assert.equal(nameOf('Last day of the month') + nameOf('First weekday'), runs.length);
		assert.ok(nameOf('Last day of the month') >= 5 && nameOf('First weekday') >= 5);
		const [{ planId, scheduleId }] = out(runData, 'Bind to Plan');
		const read = await fetch(`${emulator}/orchestration/executables/plans/${planId}/schedule`, {
			headers: { authorization: 'Bearer demo-personal-access-token' },
		});
		const { id, triggers } = await read.json();
		assert.equal(id, scheduleId);
		assert.deepEqual(
			triggers.map(({ name, cronExpression, timeZone }) => [name, cronExpression, timeZone]),
			[
				['Last day of the month', '0 22 L * ?', 'Europe/Paris'],
				['First weekday', '0 6 1W * ?', 'Europe/Paris'],
			],
		);
	},
};
