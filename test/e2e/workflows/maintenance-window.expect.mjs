/**
 * The tasks that would start in a maintenance window are paused meanwhile; those that were paused
 * before stay paused.
 */
import assert from 'node:assert/strict';

import { outputOf } from '../../../tools/demo/n8n.mjs';
import { orchestrationOf } from '../support/stage.mjs';

const PAUSE = 'PUT /orchestration/executables/tasks/{taskId}/pause';

export default {
	workflow: 'maintenance-window',
	async manually({ emulator, run }) {
		const { tasks } = orchestrationOf(emulator.state);
		const before = [...tasks.values()].find(({ name }) => name === 'Load orders');
		const other = [...tasks.values()].find(({ name }) => name === 'Load customers');
		before.paused = true;
		const execution = await run();
		const planned = outputOf(execution, 'Planned Runs').map(({ json }) => json);
		const once = outputOf(execution, 'Each Task Once').map(({ json }) => json.id);
		assert.equal(new Set(once).size, once.length);
		assert.ok(once.includes(other.id));
		const expected = once.filter((id) => id !== before.id).sort();
		const changes = () =>
			emulator.log
				.filter(({ operation }) => operation === PAUSE)
				.map(({ body, path, at }) => ({ ...JSON.parse(body), id: path.split('/')[4], at }));
		const ids = (paused) =>
			changes()
				.filter(({ pause }) => pause === paused)
				.map(({ id }) => id)
				.sort();
		assert.deepEqual(ids(true), expected);
		assert.deepEqual(ids(false), expected);
		assert.equal(before.paused, true);
		assert.equal(other.paused, false);
		const [
			{
				json: { report },
			},
		] = outputOf(execution, 'Report');
		assert.ok(
			report.startsWith(
				`${expected.length} tasks were paused and resumed. Start what was due meanwhile:\n• `,
			),
			report,
		);
		// This test and n8n may be in different time zones: the minutes are the same in nearly all.
		const minuteOf = (run) => run.date.slice(14, 16);
		const due = minuteOf(planned.find(({ id }) => id === other.id));
		assert.match(
			report,
			new RegExp(`\\n• Load customers \\(Finance\\), due \\d+ [A-Z][a-z]{2} \\d\\d:${due}`),
		);
		// Plans are not paused, but named.
		assert.deepEqual(
			emulator.log.filter(({ path }) => /plans.*pause/.test(path)),
			[],
		);
		const dueOfPlan = minuteOf(planned.find(({ type }) => type === 'PLAN'));
		assert.match(
			report,
			new RegExp(
				`Plans are not paused\\. These were due:\\n• Nightly load \\(Finance\\), due \\d+ [A-Z][a-z]{2} \\d\\d:${dueOfPlan}`,
			),
		);
		const paused = Math.max(
			...changes()
				.filter(({ pause }) => pause)
				.map(({ at }) => at),
		);
		const resumed = Math.min(
			...changes()
				.filter(({ pause }) => !pause)
				.map(({ at }) => at),
		);
		assert.ok(resumed - paused >= 1_500, `resumed after ${resumed - paused} ms`);

		// What cannot be resumed is named.
		emulator.faults.add({ operation: PAUSE, after: expected.length, status: 403, times: 1 });
		await assert.rejects(run(), /Not paused or not resumed: /);
	},
};
