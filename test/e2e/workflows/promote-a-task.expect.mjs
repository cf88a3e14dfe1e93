/**
 * A task is promoted from Development to Production: with its schedule, and with the connections of
 * the same names there.
 */
import assert from 'node:assert/strict';

const out = (runData, node) =>
	(runData[node] ?? []).flatMap((run) => run.data.main[0] ?? []).map(({ json }) => json);

export default {
	workflow: 'promote-a-task',
	async prepare(emulator) {
		const headers = {
			authorization: 'Bearer demo-personal-access-token',
			'content-type': 'application/json',
		};
		const at = `${emulator}/orchestration/executables/tasks`;
		const ask = async (address, options) =>
			await (await fetch(address, { headers, ...options })).text();
		// Another task, whose name contains the one that is searched for, is listed first.
		const [{ executable: first }] = JSON.parse(await ask(`${at}?name=Load%20suppliers`)).items;
		const { workspace, artifact, id, ...task } = JSON.parse(await ask(`${at}/${first}`));
		for (const name of ['version', 'taskPauseDetails']) delete task[name];
		const body = {
			...task,
			workspaceId: workspace.id,
			artifact: { id: artifact.id, version: artifact.version },
			autoUpgradeInfo: { autoUpgradable: false },
		};
		const { id: copy } = JSON.parse(
			await ask(at, {
				method: 'POST',
				body: JSON.stringify({ ...body, environmentId: workspace.environment.id }),
			}),
		);
		await ask(`${at}/${copy}/run-config`, {
			method: 'PUT',
			body: JSON.stringify({ ...JSON.parse(await ask(`${at}/${first}/run-config`)), timeout: 90 }),
		});
		await ask(`${at}/${id}`, {
			method: 'PUT',
			body: JSON.stringify({ ...body, name: 'Load suppliers of last year' }),
		});
	},
	async check({ runData, emulator }) {
		assert.deepEqual(
			out(runData, 'Report').map(({ report }) => report),
			['Load suppliers was created in Finance of Production'],
		);
		const [task] = out(runData, 'Task');
		const [copy] = out(runData, 'Create or Update There');
		for (const name of ['name', 'description', 'tags', 'parameters', 'artifact'])
			assert.deepEqual(copy[name], task[name]);
		assert.equal(copy.workspace.environment.name, 'Production');
		assert.notEqual(copy.connections.warehouse, task.connections.warehouse);
		const there = out(runData, 'Connections').find(({ id }) => id === copy.connections.warehouse);
		assert.deepEqual([there.name, there.workspace.environment.name], ['Warehouse', 'Production']);
		const log = await (await fetch(`${emulator}/__emulator/log`)).json();
		assert.deepEqual(
			JSON.parse(
				log.findLast(({ operation }) => operation === 'POST /orchestration/executables/tasks').body,
			).autoUpgradeInfo,
			{ autoUpgradable: false },
		);
		const written = log
			.filter(
				({ operation }) => operation === 'PUT /orchestration/executables/tasks/{taskId}/run-config',
			)
			.map(({ body }) => JSON.parse(body))
			.at(-1);
		const [configuration] = out(runData, 'Its Run Configuration');
		assert.deepEqual(written, {
			trigger: configuration.trigger,
			runtime: { type: 'CLOUD' },
			logLevel: configuration.logLevel,
			parallelExecutionAllowed: false,
		});
	},
};
