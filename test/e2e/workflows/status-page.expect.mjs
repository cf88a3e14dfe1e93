/**
 * Each visit gets a page with the last states; names from the platform are text in it, never
 * markup.
 */
import assert from 'node:assert/strict';

import { orchestrationOf, planExecutions, startTask } from '../support/stage.mjs';

const MINUTE = 60_000;

/** A task and a plan that the scheduler rejected before they started. */
function seedRejected({ state, clock }) {
	const { tasks, plans } = orchestrationOf(state);
	const by = { id: 'ana.demo', type: 'HUMAN' };
	startTask(
		state,
		[...tasks.values()].find(({ name }) => name === 'Archive 2024'),
		clock.now() - MINUTE,
		{
			type: 'SCHEDULED',
			by,
			behavior: {
				dispatchMs: 0,
				durationMs: 0,
				end: 'execution_rejected',
				misfired: 'REMOTE_ENGINE_UNAVAILABLE',
			},
		},
	);
	planExecutions.add(state, {
		planId: [...plans.values()].find(({ name }) => name === 'Orders with a fallback').id,
		startedAt: clock.now() - MINUTE,
		finishedAt: clock.now() - MINUTE,
		end: 'execution_misfired',
		misfiredReason: 'PLAN_EXECUTIONS_PAUSED',
		by,
		steps: [],
	});
}

export default {
	workflow: 'status-page',
	async published({ emulator, n8n, executed }) {
		seedRejected(emulator);
		const { tasks } = orchestrationOf(emulator.state);
		[...tasks.values()].find(({ name }) => name === 'Draft').name = '<img src=x onerror=alert(1)>';
		const answer = await fetch(`${n8n.address}/webhook/talend-status`);
		const page = await answer.text();
		assert.equal(answer.status, 200);
		assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
		const rows = [...page.matchAll(/<tr class=.*?<\/tr>/g)].map(([row]) =>
			row
				.replace(/<[^>]*>/g, '|')
				.split(/\|+/)
				.map((cell) => cell.trim())
				.filter(Boolean),
		);
		const stateOf = (name) => rows.filter((row) => row[1] === name).map(([state]) => state);
		// Whether a schedule has passed since the last start depends on the time of day.
		assert.match(stateOf('Load customers').join(), /^(✔ succeeded|◷ late)$/);
		assert.deepEqual(stateOf('Load orders'), ['✖ failed']);
		assert.deepEqual(stateOf('Load invoices'), ['▲ rejected rows']);
		assert.match(stateOf('Nightly load').join(), /^(– not run for 14 days|◷ late)$/);
		const notStarted = rows.filter(([state]) => state === '✖ did not start');
		assert.deepEqual(
			notStarted.map((row) => [row[1], row.at(-1)]),
			[
				['Orders with a fallback', 'the plan is paused'],
				['Archive 2024', 'the remote engine was not available'],
			],
		);
		assert.match(page, /<b>2<\/b> did not start/);
		assert.match(rows[0][0], /failed/);
		// In each environment, what needs a person is first, and what has not run is last.
		for (const section of page.split('<section>').slice(1)) {
			const signs = [...section.matchAll(/class="state">(.)/g)].map(([, sign]) => sign);
			assert.match(signs.join(''), /^✖*◷*▲*▶*✔*–*$/);
		}
		const failed = rows.find((row) => row[1] === 'Load orders');
		assert.match(failed.at(-1), /Table ORDERS does not exist/);
		assert.equal(rows.length, tasks.size + orchestrationOf(emulator.state).plans.size);
		assert.match(page, /<ul class="totals"><li class="failed"><b>\d+<\/b> failed/);
		assert.match(page, /<b>1<\/b> with rejected rows/);
		assert.match(page, /As of \d+ \w{3} \d{4} \d\d:\d\d \([\w/]+\)/);
		assert.doesNotMatch(page, /<(img|script|link|iframe)\b|https?:/);
		await executed(1);
	},
};
