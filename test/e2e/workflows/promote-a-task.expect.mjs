/** A task of development comes to production: with its schedule, and with the connections of the same names there. */
import assert from 'node:assert/strict';

const out = (runData, node) => (runData[node] ?? []).flatMap((run) => run.data.main[0] ?? []).map(({ json }) => json);

export default {
	workflow: 'promote-a-task',
	async check({ runData, emulator }) {
		assert.deepEqual(out(runData, 'Report').map(({ report }) => report), ['Load suppliers was created in Finance of Production']);
		const [task] = out(runData, 'Task');
		const [copy] = out(runData, 'Create or Update There');
		for (const name of ['name', 'description', 'tags', 'parameters', 'artifact']) assert.deepEqual(copy[name], task[name]);
		assert.equal(copy.workspace.environment.name, 'Production');
		assert.notEqual(copy.connections.warehouse, task.connections.warehouse);
		const there = out(runData, 'Connections').find(({ id }) => id === copy.connections.warehouse);
		assert.deepEqual([there.name, there.workspace.environment.name], ['Warehouse', 'Production']);
		const log = await (await fetch(`${emulator}/__emulator/log`)).json();
		const [written] = log.filter(({ operation }) => operation === 'PUT /orchestration/executables/tasks/{taskId}/run-config').map(({ body }) => JSON.parse(body));
		const [schedule] = out(runData, 'Its Schedule');
		assert.deepEqual(written, { trigger: schedule.trigger, runtime: { type: 'CLOUD' }, logLevel: schedule.logLevel });
	},
};
