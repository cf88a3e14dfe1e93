/** All tasks with a tag are paused during a maintenance window; those that were paused before stay paused. */
import assert from 'node:assert/strict';

const out = (runData, node) => (runData[node] ?? []).flatMap((run) => run.data.main[0] ?? []).map(({ json }) => json);

export default {
	workflow: 'maintenance-window',
	async prepare(emulator) {
		const headers = { authorization: 'Bearer demo-personal-access-token', 'content-type': 'application/json' };
		const tasks = await (await fetch(`${emulator}/orchestration/executables/tasks?name=Load%20orders`, { headers })).json();
		await fetch(`${emulator}/orchestration/executables/tasks/${tasks.items[0].executable}/pause`, { method: 'PUT', headers, body: '{"pause":true}' });
		this.pausedBefore = tasks.items[0].executable;
	},
	async check({ runData, emulator }) {
		const tagged = out(runData, 'Tagged Tasks').map(({ executable }) => executable);
		assert.ok(tagged.includes(this.pausedBefore));
		const expected = tagged.filter((id) => id !== this.pausedBefore);
		assert.deepEqual(out(runData, 'Report').map(({ report }) => report), [`${expected.length} tasks were paused and resumed`]);
		const log = await (await fetch(`${emulator}/__emulator/log`)).json();
		const pauses = log.filter(({ operation }) => operation === 'PUT /orchestration/executables/tasks/{taskId}/pause').slice(1);
		// Plans are not paused.
		assert.deepEqual(log.filter(({ operation, path }) => /plans/.test(operation ?? path)), []);
		const ids = (paused) => pauses.filter(({ body }) => JSON.parse(body).pause === paused).map(({ path }) => path.split('/')[4]);
		assert.deepEqual(ids(true).sort(), [...expected].sort());
		assert.deepEqual(ids(false).sort(), [...expected].sort());
		const end = Math.max(...pauses.filter(({ body }) => JSON.parse(body).pause).map(({ at }) => at));
		const begin = Math.min(...pauses.filter(({ body }) => !JSON.parse(body).pause).map(({ at }) => at));
		assert.ok(begin - end >= 1_500, `resumed after ${begin - end} ms`);
	},
};
