/** Moving all tasks of an artifact to one of its versions. */
import type { IDataObject } from 'n8n-workflow';

import { type Task, tasks } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { areaOf, refusedWords } from '../../support/area';
import { byId, taskNamed } from '../../support/demo';
import { platformForEach } from '../../support/platform';

const platform = platformForEach();
const { run, succeed } = areaOf('Orchestration', () => platform);
const state = () => platform.emulator.state;
const goodTask = () => taskNamed(state(), DEMO.goodTask);
const others: Task[] = [];
beforeEach(() => {
	others.length = 0;
	for (const [name, artifactVersion] of [
		['Second', '1.1.0'],
		['Third', '1.3.0'],
	] as const) {
		const { id, ...own } = goodTask();
		void id;
		others.push(tasks.add(state(), { ...own, name, artifactVersion }));
	}
});

const updateAll = async (more: IDataObject = {}) =>
	await run('task', 'updateAllOfArtifact', {
		artifactId: byId(goodTask().artifactId),
		version: byId('1.3.0'),
		...more,
	});

const results = (items: Array<{ json: IDataObject }>): Record<string, string> =>
	Object.fromEntries(items.map(({ json }) => [String(json.taskName), String(json.result)]));

const changes = () => platform.emulator.log.filter(({ method }) => method === 'PUT');

test('the operation only shows what would change at first', async () => {
	const { error, items, hints } = await updateAll();
	expect(error).toBeUndefined();
	expect(hints).toEqual([
		expect.stringMatching(
			/^Nothing was changed\. .* turn on Apply Changes and run the node again\.$/,
		),
	]);
	expect(results(items)).toEqual({
		[DEMO.goodTask]: 'wouldUpdate',
		Second: 'wouldUpdate',
		Third: 'upToDate',
	});
	expect(items.find(({ json }) => json.taskName === 'Second')!.json).toMatchObject({
		from: '1.1.0',
		to: '1.3.0',
		workspaceName: 'Finance',
	});
	expect(changes()).toEqual([]);
});

describe('the update of each task', () => {
	test('each task has the chosen version', async () => {
		const { error, items, hints } = await updateAll({ apply: true });
		expect(error).toBeUndefined();
		expect(hints.join()).not.toContain('Nothing was changed');
		expect(results(items)).toEqual({
			[DEMO.goodTask]: 'updated',
			Second: 'updated',
			Third: 'upToDate',
		});
		expect([goodTask(), ...others].map(({ artifactVersion }) => artifactVersion)).toEqual([
			'1.3.0',
			'1.3.0',
			'1.3.0',
		]);
	});

	test('the tasks keep their run configurations', async () => {
		const before = structuredClone(goodTask().runConfiguration);
		await updateAll({ apply: true });
		expect(goodTask().runConfiguration).toEqual(before);
	});

	test('a trial of tasks that are up to date has no hint', async () => {
		await updateAll({ apply: true });
		expect((await updateAll()).hints).toEqual([]);
	});
});

const UNREADABLE = [
	{ status: 404 },
	{ status: 403 },
	{ status: 200, body: '<html>Sign in</html>', contentType: 'text/html' },
	{ status: 200, body: {} },
];

test.each(UNREADABLE)(
	'a task that cannot be read (%j) does not prevent the update of others',
	async (fault) => {
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks/{taskId}',
			times: 1,
			...fault,
		});
		const { error, items } = await updateAll({ apply: true, failOnRefused: false });
		expect(error).toBeUndefined();
		expect(Object.values(results(items)).sort()).toEqual(['notUpdated', 'upToDate', 'updated']);
		expect(items.find(({ json }) => json.result === 'notUpdated')!.json).toMatchObject({
			taskId: expect.any(String) as string,
			taskName: expect.any(String) as string,
			reason: expect.stringMatching(/./) as string,
		});
	},
);

test.each(UNREADABLE)('a task that cannot be read (%j) counts as not updated', async (fault) => {
	platform.emulator.faults.add({
		operation: 'GET /orchestration/executables/tasks/{taskId}',
		times: 1,
		...fault,
	});
	expect((await updateAll({ apply: true })).error?.message).toMatch(/^1 of 3 /);
});

test('a task is not updated if its run configuration is an empty response: it would be lost', async () => {
	const before = structuredClone(goodTask().runConfiguration);
	platform.emulator.faults.add({
		operation: 'GET /orchestration/executables/tasks/{taskId}/run-config',
		status: 200,
		body: '',
		times: 1,
	});
	const { error, items } = await updateAll({ apply: true, failOnRefused: false });
	expect(error).toBeUndefined();
	expect(Object.values(results(items)).sort()).toEqual(['notUpdated', 'upToDate', 'updated']);
	const { taskId, reason } = items.find(({ json }) => json.result === 'notUpdated')!.json;
	expect(reason).toContain('nothing instead of a record');
	expect(changes().filter(({ path }) => path.includes(String(taskId)))).toEqual([]);
	expect(goodTask().runConfiguration).toEqual(before);
});

test('the tasks are updated if the ID of the artifact is given in another letter case', async () => {
	const { artifactId } = goodTask();
	const tasksOfArtifact = await succeed('task', 'getMany', {
		filters: { artifactId: byId(artifactId) },
	});
	// The emulator's filter would find none.
	platform.emulator.faults.add({
		operation: 'GET /orchestration/executables/tasks',
		status: 200,
		body: { items: tasksOfArtifact },
	});
	const { error, items } = await updateAll({
		artifactId: byId(artifactId.toUpperCase()),
		apply: true,
	});
	expect(error).toBeUndefined();
	expect(results(items)).toEqual({
		[DEMO.goodTask]: 'updated',
		Second: 'updated',
		Third: 'upToDate',
	});
});

describe('a platform that loses ports', () => {
	const seen = platformForEach({ dialect: 'field' });

	test('a service keeps its port if its version is given without its time stamp', async () => {
		const service = taskNamed(seen.emulator.state, DEMO_SERVICES.dataService);
		const port = service.runConfiguration!.microservicePort;
		const [updated] = await areaOf('Orchestration', () => seen).succeed(
			'task',
			'updateAllOfArtifact',
			{ artifactId: byId(service.artifactId), version: byId('0.2.0'), apply: true },
		);
		expect(port).toBe('8090');
		expect(updated).toMatchObject({
			taskName: DEMO_SERVICES.dataService,
			result: 'updated',
			to: service.artifactVersion,
		});
		expect(service.artifactVersion).toMatch(/^0\.2\.0\.\d{14}$/);
		expect(service.runConfiguration!.microservicePort).toBe(port);
	});
});

describe('a task that cannot be updated', () => {
	const refuseOneUpdate = () =>
		platform.emulator.faults.add({
			operation: 'PUT /orchestration/executables/tasks/{taskId}',
			status: 403,
		});

	test('the error names the task that could not be updated, after all others', async () => {
		refuseOneUpdate();
		const { error } = await updateAll({ apply: true });
		expect(error!.message).toBe('1 of 3 tasks could not be updated');
		expect(error!.description).toMatch(
			/^\S.* \(\S+\): .*403.*Done: .*Correct these, then run it again: what is up to date stays as it is\.$/,
		);
	});

	test('a task that could not be updated is an output item on request', async () => {
		refuseOneUpdate();
		const { items } = await updateAll({ apply: true, failOnRefused: false });
		expect(Object.values(results(items)).sort()).toEqual(['notUpdated', 'upToDate', 'updated']);
	});

	test('only the task that could not be updated is updated when the operation is used again', async () => {
		refuseOneUpdate();
		await updateAll({ apply: true });
		const { items } = await updateAll({ apply: true });
		expect(Object.values(results(items)).sort()).toEqual(['upToDate', 'upToDate', 'updated']);
	});
});

test('the operation refuses an unknown version before anything is changed', async () => {
	const { error } = await updateAll({ version: byId('9.9.9'), apply: true });
	expect(refusedWords(error)).toMatch(
		/^"Version" is 9\.9\.9, and artifact load_customers has no such version: it has 1\.1\.0, 1\.2\.0, 1\.3\.0$/,
	);
	expect(changes()).toEqual([]);
});
