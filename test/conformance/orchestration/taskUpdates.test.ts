/** Updates of tasks: what they keep and what they clear, also of the run configuration. */
import type { IDataObject } from 'n8n-workflow';

import { tasks } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { refusedWords } from '../../support/area';
import { byId, byName, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { DESCRIPTION, SEEN } from '../../support/platform';
import {
	ask,
	bodiesSent,
	finance,
	goodTask,
	orchestration,
	platform,
	requests,
	run,
	RUN_CONFIG,
	state,
	succeed,
} from './stage';
import { config, definition, postedTask, schedule } from './tasksStage';

const TASK = 'PUT /orchestration/executables/tasks/{taskId}';
test('an update keeps every field that was not given', async () => {
	fact('B.180');
	const id = await postedTask('Kept');
	platform.clearLog();
	const [changed] = await succeed('task', 'update', {
		taskId: byId(id),
		updateFields: { name: 'Renamed', parameters: { pairs: [{ name: 'country', value: 'DE' }] } },
	});
	expect(bodiesSent(TASK)).toEqual([
		{
			workspaceId: finance().id,
			name: 'Renamed',
			description: 'Returned goods of all shops',
			artifact: { id: goodTask().artifactId, version: '1.2.0' },
			tags: ['returns'],
			connections: goodTask().connections,
			parameters: { country: 'DE' },
			resources: { rates: '5a1e1d0e00000000000000aa' },
			autoUpgradeInfo: { autoUpgradable: true },
		},
	]);
	expect(changed).toMatchObject({
		id,
		name: 'Renamed',
		description: 'Returned goods of all shops',
		tags: ['returns'],
		resources: { rates: '5a1e1d0e00000000000000aa' },
		autoUpgradeInfo: { autoUpgradable: true },
	});
	// Without a change of the artifact the run configuration is not touched.
	expect(requests('GET /orchestration/executables/tasks/{taskId}/run-config')).toEqual([]);
});

test('an update clears only the fields that it is to clear', async () => {
	const id = await postedTask('Cleared');
	platform.clearLog();
	await succeed('task', 'update', {
		taskId: byId(id),
		updateFields: { clearFields: ['tags', 'description'] },
	});
	expect(bodiesSent(TASK)).toMatchObject([
		{ tags: [], description: '', parameters: { country: 'FR' } },
	]);
});

test.each([
	{ operation: 'update', collection: 'updateFields' },
	{ operation: 'upsert', collection: 'additionalFields' },
])('a form to which nothing was added removes nothing: $operation', async (of) => {
	const name = `Connected, ${of.operation}`;
	const id = await postedTask(name);
	const place = { environmentId: byId(finance().environmentId), ...definition(), name };
	const change = async (values: IDataObject) =>
		await run('task', of.operation, {
			...(of.operation === 'update' ? { taskId: byId(id) } : place),
			[of.collection]: { description: 'Changed', ...values },
		});
	// n8n makes an empty form of an expression that a program wrote in place of the form.
	for (const connections of [{}, { pairs: [] }, '={{ $json.connections }}'])
		expect(refusedWords((await change({ connections })).error)).toMatch(
			/^"Connections" was given, but is empty/,
		);
	expect(tasks.find(state(), id).connections).toEqual(goodTask().connections);
	for (const connectionsJson of ['{}', {}, '={{ ({}) }}']) {
		tasks.find(state(), id).connections = goodTask().connections;
		expect((await change({ connectionsJson })).error).toBeUndefined();
		expect(tasks.find(state(), id).connections).toEqual({});
	}
});

test('an update without a change is refused', async () => {
	const id = await postedTask('Unchanged');
	expect(refusedWords((await run('task', 'update', { taskId: byId(id) })).error)).toBe(
		'"Update Fields" needs at least one field to change',
	);
});

test('an update of one setting of the automatic upgrade keeps the other one', async () => {
	const id = await postedTask('Load returns', {
		autoUpgradeInfo: { autoUpgradable: true, overrideWithDefaultParameters: true },
	});
	platform.clearLog();
	await succeed('task', 'update', {
		taskId: byId(id),
		updateFields: { autoUpgradeInfo: { autoUpgradable: false } },
	});
	expect(bodiesSent(TASK)[0]).toMatchObject({
		autoUpgradeInfo: { autoUpgradable: false, overrideWithDefaultParameters: true },
	});
});

test('an empty object clears the connections and resources of a task', async () => {
	const id = await postedTask('Disconnected');
	platform.clearLog();
	await succeed('task', 'update', {
		taskId: byId(id),
		updateFields: { connectionsJson: '{}', resourcesJson: {} },
	});
	expect(bodiesSent(TASK)[0]).toMatchObject({
		connections: {},
		resources: {},
		parameters: { country: 'FR' },
	});
	expect(orchestration().tasks.get(id)).toMatchObject({ connections: {}, resources: {} });
});

test('an empty object clears the parameters of a task', async () => {
	const id = await postedTask('Without values');
	await succeed('task', 'update', { taskId: byId(id), updateFields: { parameters: {} } });
	expect(orchestration().tasks.get(id)).toMatchObject({ parameters: {} });
});

test('a replacement clears the fields that are left out', async () => {
	const id = await postedTask('Replaced');
	platform.clearLog();
	const [after] = await succeed('task', 'replace', {
		taskId: byId(id),
		...definition(),
		name: 'Load stores',
		description: '',
	});
	// A description is required, but may be empty.
	expect(bodiesSent(TASK)[0]).toMatchObject({ name: 'Load stores', description: '' });
	expect(after).toMatchObject({ id, name: 'Load stores', tags: [] });
	for (const name of ['connections', 'parameters', 'resources', 'autoUpgradeInfo'])
		expect(after).not.toHaveProperty(name);
	expect((await ask(`PUT /orchestration/executables/tasks/${id}`, { name: 'Only' })).status).toBe(
		400,
	);
});

test('a change of the artifact keeps the run configuration that the platform drops', async () => {
	const id = await postedTask('Upgraded');
	const before = { ...config, ...(SEEN.lostPorts ? { microservicePort: '8090' } : {}) };
	await ask(`PUT /orchestration/executables/tasks/${id}/run-config`, before);
	await ask(`PUT /orchestration/executables/tasks/${id}/de-run-config`, {
		logLevel: 'ERROR',
		runProfileId: 'profile-2',
		...(DESCRIPTION === 'vendor' ? { trigger: config.trigger } : {}),
	});
	platform.clearLog();
	await succeed('task', 'update', {
		taskId: byId(id),
		updateFields: { artifact: { id: byId(goodTask().artifactId), version: byId('1.3.0') } },
	});
	expect(orchestration().tasks.get(id)).toMatchObject({
		artifactVersion: '1.3.0',
		runConfiguration: before,
		dynamicEngineConfig: { logLevel: 'ERROR', runProfileId: 'profile-2' },
	});
	expect(bodiesSent(RUN_CONFIG)).toEqual([before]);
	// Raw, it is lost.
	await succeed('task', 'replace', {
		taskId: byId(id),
		...definition(),
		name: 'Upgraded',
		description: 'Returned goods of all shops',
	});
	expect(orchestration().tasks.get(id)!.runConfiguration).toEqual(
		SEEN.lostPorts
			? { ...before, microservicePort: null }
			: { trigger: schedule, runtime: { type: 'REMOTE_ENGINE', id: 'engine-1' } },
	);
});

describe('the change to the latest artifact', () => {
	test('a task changes to the latest artifact and keeps its run configuration', async () => {
		fact('B.53', 'B.180');
		const id = await postedTask('Latest');
		await ask(`PUT /orchestration/executables/tasks/${id}/run-config`, config);
		expect(await succeed('task', 'updateArtifact', { taskId: byId(id) })).toEqual([
			{ success: true, taskId: id },
		]);
		expect(orchestration().tasks.get(id)).toMatchObject({
			artifactVersion: '1.3.0',
			runConfiguration: config,
		});
	});

	test('the refusal to change a task that is not upgraded automatically names Force Update', async () => {
		fact('B.55');
		const id = await postedTask('Fixed', { autoUpgradeInfo: { autoUpgradable: false } });
		const { error } = await run('task', 'updateArtifact', { taskId: byId(id) });
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'The task is not upgraded automatically: autoUpgradable is false',
		});
		expect(error!.description).toContain('Force Update');
	});

	test('a task that is not upgraded automatically is changed with Force Update', async () => {
		fact('B.54');
		const id = await postedTask('Forced', { autoUpgradeInfo: { autoUpgradable: false } });
		await succeed('task', 'updateArtifact', {
			taskId: byId(id),
			updateFields: { forceUpdate: true },
		});
		expect(orchestration().tasks.get(id)).toMatchObject({ artifactVersion: '1.3.0' });
	});

	test('the update of the artifact of a route is refused without changing the task', async () => {
		fact('B.53');
		const route = taskNamed(state(), DEMO_SERVICES.route);
		const before = structuredClone(route);
		platform.clearLog();
		const { error } = await run('task', 'updateArtifact', {
			taskId: byName(DEMO_SERVICES.route),
		});
		expect(error!.message).toMatch(/^Tasks of routes and data services/);
		expect(platform.emulator.log.filter(({ method }) => method === 'PUT')).toEqual([]);
		expect(route).toEqual(before);
	});
});

test('the error says that the run configuration of a task could not be restored', async () => {
	const id = await postedTask('Unlucky');
	await ask(`PUT /orchestration/executables/tasks/${id}/run-config`, config);
	platform.emulator.faults.add({ operation: RUN_CONFIG, status: 403 });
	const { error } = await run('task', 'updateArtifact', { taskId: byId(id) });
	expect(error!.message).toBe(
		'The task was updated, but not its run configuration: Injected fault: 403',
	);
	expect(error!.description).toMatch(
		/^The new version of the artifact may have made Talend Cloud drop settings of the run configuration of task \S+: check it\. .*TMC_OPERATOR/,
	);
});

test('a task whose run configuration cannot be read is not changed', async () => {
	const id = await postedTask('Unread');
	await ask(`PUT /orchestration/executables/tasks/${id}/run-config`, config);
	platform.emulator.faults.add({
		operation: 'GET /orchestration/executables/tasks/{taskId}/run-config',
		status: 403,
	});
	platform.clearLog();
	expect((await run('task', 'updateArtifact', { taskId: byId(id) })).error).toMatchObject({
		httpCode: '403',
		message: 'Injected fault: 403',
	});
	expect(requests('PATCH /orchestration/executables/tasks/{taskId}')).toEqual([]);
});

test('a hint says how to set again what a task with several triggers has lost', async () => {
	const id = await postedTask('Several triggers');
	Object.assign(orchestration().tasks.get(id)!, {
		configured: true,
		runConfiguration: { ...config, trigger: { ...schedule, type: 'Multiple' } },
	});
	const { error, hints } = await run('task', 'updateArtifact', { taskId: byId(id) });
	expect(error).toBeUndefined();
	expect(hints).toEqual([
		expect.stringMatching(
			/^The new version of the artifact made Talend Cloud drop runtime\.runProfileId, logLevel, timeout of the run configuration .* has several triggers: set the run configuration again with one trigger, then bind the schedule to the task again \(Schedule → Bind to Task\)\.$/,
		),
	]);
});

test('items that change the same task wait for each other', async () => {
	const id = await postedTask('Shared');
	const items = Array.from({ length: 8 }, (_, index) => ({
		json: { id, name: `Name ${index}`, tags: [`tag-${index}`] },
	}));
	platform.clearLog();
	const { error } = await run(
		'task',
		'update',
		{
			taskId: byId('={{ $json.id }}'),
			updateFields: { name: '={{ $json.name }}', tags: '={{ $json.tags }}' },
		},
		{ items },
	);
	expect(error).toBeUndefined();
	const written = platform.emulator.log
		.filter(({ path }) => path === `/orchestration/executables/tasks/${id}`)
		.map(({ method, body }) =>
			method === 'PUT' ? String((JSON.parse(body) as IDataObject).name) : method,
		);
	expect(written).toEqual(items.flatMap(({ json }) => ['GET', json.name]));
	expect(orchestration().tasks.get(id)).toMatchObject({ name: 'Name 7', tags: ['tag-7'] });
});

judgeRequests(platform, 'Orchestration', ['task.replace', 'task.update', 'task.updateArtifact']);
