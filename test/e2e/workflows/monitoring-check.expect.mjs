/**
 * An alarm system gets the worst state of the environment, also when the platform cannot be read.
 */
import assert from 'node:assert/strict';

import { orchestrationOf, startTask } from '../support/stage.mjs';

const SUCCEEDS = {
	dispatchMs: 1_000,
	durationMs: 3_000,
	end: 'execution_successful',
	rows: 1,
	rejected: 0,
};

export default {
	workflow: 'monitoring-check',
	async published({ emulator, n8n, executed }) {
		const ask = async () => {
			const answer = await fetch(`${n8n.address}/webhook/talend-health`);
			return { status: answer.status, ...(await answer.json()) };
		};
		const { status, code, state, message, text, checks } = await ask();
		assert.deepEqual({ status, code, state }, { status: 503, code: 2, state: 'CRITICAL' });
		assert.match(
			message,
			/^CRITICAL - Production: .*Load orders \(Finance, Production\) failed .*Table ORDERS does not exist.* \| checked=\d+ .*failed=[1-9]/,
		);
		// For a chat: one line for each, with when, where and what to do.
		const [title, ...lines] = text.split('\n');
		assert.equal(title, 'CRITICAL: Production');
		assert.ok(
			lines.some((line) =>
				/^• Load orders \(Finance, Production\) failed .*\d\d:\d\d: Table ORDERS does not exist.*\. [A-Z][^.]+\.$/.test(
					line,
				),
			),
			text,
		);
		assert.equal(new Set(checks.map(({ name, type }) => type + name)).size, lines.length);
		assert.ok(checks.some(({ name, finding }) => name === 'Load orders' && finding === 'failed'));

		// Everything is paused, and what failed has succeeded since.
		const { tasks, plans } = orchestrationOf(emulator.state);
		for (const each of [...tasks.values(), ...plans.values()]) each.paused = true;
		for (const each of tasks.values())
			startTask(
				emulator.state,
				{ ...each, behaviors: [SUCCEEDS] },
				emulator.clock.now() - 120_000,
				{ type: 'MANUAL', by: { id: 'ana.demo', type: 'HUMAN' } },
			);
		const well = await ask();
		assert.deepEqual([well.status, well.code, well.state], [200, 0, 'OK'], well.message);
		assert.match(well.text, /^OK: Production, all \d+ tasks and plans are well$/);

		emulator.faults.add({ operation: 'GET /orchestration/executables/tasks', status: 403 });
		const unknown = await ask();
		assert.deepEqual([unknown.status, unknown.code], [503, 3]);
		assert.match(unknown.message, /^UNKNOWN - /);
		await executed(3);
	},
};
