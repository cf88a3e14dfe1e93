/** Tasks: creations, updates that keep what was not given, and their run configurations. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { refusedWords } from '../../support/area';
import { byId, byName, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { DESCRIPTION, SEEN } from '../../support/platform';
import {
	ask,
	bodiesSent,
	expectRefused,
	finance,
	goodTask,
	NOTHING,
	orchestration,
	platform,
	requests,
	run,
	RUN_CONFIG,
	state,
	succeed,
	UNKNOWN,
} from './stage';

const TASK = 'PUT /orchestration/executables/tasks/{taskId}';

const definition = () => ({
	workspaceId: byId(finance().id),
	artifact: { id: byId(goodTask().artifactId), version: byId('1.2.0') },
});

/** A task of its own for a test, with all that a task may have. */
async function postedTask(name: string, more: IDataObject = {}): Promise<string> {
	const { body } = await ask('POST /orchestration/executables/tasks', {
		environmentId: finance().environmentId,
		workspaceId: finance().id,
		name,
		description: 'Returned goods of all shops',
		artifact: { id: goodTask().artifactId, version: '1.2.0' },
		tags: ['returns'],
		connections: goodTask().connections,
		parameters: { country: 'FR' },
		resources: { rates: '5a1e1d0e00000000000000aa' },
		autoUpgradeInfo: { autoUpgradable: true },
		...more,
	});
	return (body as { id: string }).id;
}
const schedule = {
	type: 'DAILY',
	interval: 1,
	startDate: '2026-04-01',
	timeZone: 'Europe/Paris',
	atTimes: { type: 'AT_TIME', time: '02:30' },
};
const config = {
	trigger: schedule,
	runtime: { type: 'REMOTE_ENGINE', id: 'engine-1', runProfileId: 'profile-1' },
	logLevel: 'INFO',
	timeout: 30,
};

describe('creations and searches of tasks', () => {
	describe('a new task', () => {
		const createdTask = async (name: string) => {
			platform.clearLog();
			const [made] = await succeed('task', 'create', {
				environmentId: byName('Production'),
				...definition(),
				workspaceId: byName('Finance'),
				name,
				additionalFields: {
					description: 'Prices of all shops',
					tags: ['prices'],
					connections: {
						pairs: [{ name: 'warehouse', value: Object.values(goodTask().connections!)[0]! }],
					},
					parametersJson: '{"country":"DE","batchSize":500}',
					resources: { pairs: [{ name: 'rates', value: '5a1e1d0e00000000000000aa' }] },
					autoUpgradeInfo: { autoUpgradable: false },
				},
			});
			return made!;
		};
		beforeEach(() => platform.emulator.resetAccount());

		test('a task is created with names instead of IDs', async () => {
			fact('B.50', 'B.51');
			await createdTask('Load prices');
			expect(bodiesSent('POST /orchestration/executables/tasks')).toEqual([
				{
					environmentId: finance().environmentId,
					workspaceId: finance().id,
					name: 'Load prices',
					artifact: { id: goodTask().artifactId, version: '1.2.0' },
					description: 'Prices of all shops',
					tags: ['prices'],
					connections: goodTask().connections,
					parameters: { country: 'DE', batchSize: 500 },
					resources: { rates: '5a1e1d0e00000000000000aa' },
					autoUpgradeInfo: { autoUpgradable: false },
				},
			]);
		});

		test('a parameter that was sent as a number is returned as text', async () => {
			fact('B.50', 'B.52');
			const made = await createdTask('Load numbers');
			expect(bodiesSent('POST /orchestration/executables/tasks')).toMatchObject([
				{ parameters: { country: 'DE', batchSize: 500 } },
			]);
			expect(made.parameters).toEqual({ country: 'DE', batchSize: '500' });
		});

		test('a new task is not paused', async () => {
			fact('B.4', 'B.49');
			const made = await createdTask('Load at once');
			expect(made).toMatchObject({ name: 'Load at once', taskPauseDetails: { pause: false } });
		});

		test('a task is read with the created values, complete or simplified', async () => {
			fact('B.49');
			const made = await createdTask('Load costs');
			const [read] = await succeed('task', 'get', { taskId: byName('Load costs') });
			expect(read).toMatchObject({
				id: made.id,
				tags: ['prices'],
				artifact: { id: goodTask().artifactId, name: 'load_customers', version: '1.2.0' },
			});
			expect(read).not.toHaveProperty('resources');
			expect(await succeed('task', 'get', { taskId: byId(made.id), simplify: false })).toEqual([
				made,
			]);
		});

		test('a deleted task is not found', async () => {
			fact('B.180');
			const made = await createdTask('Load rates');
			expect(await succeed('task', 'delete', { taskId: byId(made.id) })).toEqual([
				{ deleted: true, taskId: made.id },
			]);
			expect((await run('task', 'get', { taskId: byId(made.id) })).error).toMatchObject({
				httpCode: '404',
			});
		});
	});

	test('a task must match its environment and workspace', async () => {
		const create = async (more: IDataObject) =>
			(
				await run('task', 'create', {
					environmentId: byName('Production'),
					...definition(),
					name: 'Unfit',
					...more,
				})
			).error!.message;
		expect(await create({ environmentId: byName('Development') })).toBe(
			'The workspace does not belong to the environment',
		);
		expect(await create({ artifact: { id: byId('none'), version: byId('1') } })).toBe(
			'There is no artifact none',
		);
		expect(
			await create({ artifact: { id: byId(goodTask().artifactId), version: byId('9.9.9') } }),
		).toBe(
			'Artifact Version is 9.9.9, and artifact load_customers has no such version: it has 1.1.0, 1.2.0, 1.3.0',
		);
		expect(
			await create({
				additionalFields: { connections: { pairs: [{ name: 'warehouse', value: 'none' }] } },
			}),
		).toBe('There is no connection none');
	});

	test('bad input is named and nothing is sent', async () => {
		fact('B.19');
		const given = { environmentId: byId('e'), ...definition(), name: 'X' };
		await expectRefused('task', 'create', { ...given, name: NOTHING }, 'Name is required');
		await expectRefused(
			'task',
			'create',
			{ ...given, artifact: { id: byId('a'), version: NOTHING } },
			'Artifact Version is required',
		);
		await expectRefused(
			'task',
			'create',
			{ ...given, artifact: { id: NOTHING, version: byId('1') } },
			'Artifact is required',
		);
		await expectRefused(
			'task',
			'create',
			{ ...given, additionalFields: { parametersJson: '{"a": true, "b": [1]}' } },
			/^Parameters must be an object with a text or a number for each name/,
		);
		await expectRefused(
			'task',
			'create',
			{
				...given,
				additionalFields: {
					connections: {
						pairs: [
							{ name: 'a', value: '1' },
							{ name: 'a', value: '2' },
						],
					},
				},
			},
			/must not be given twice/,
		);
		await expectRefused(
			'task',
			'getMany',
			{ filters: { runtimeRunProfileId: 'p' } },
			/^Runtime Run Profile can only be used together with Runtime Type$/,
		);
	});

	test('the tasks of a workspace are listed with the artifacts that they run', async () => {
		const tasks = await succeed('task', 'getMany', {
			filters: { workspaceId: byId(finance().id) },
			returnAll: true,
		});
		const inFinance = [...orchestration().tasks.values()].filter(
			({ workspaceId }) => workspaceId === finance().id,
		);
		expect(tasks.map(({ name }) => name).sort()).toEqual(inFinance.map(({ name }) => name).sort());
		expect(tasks.find(({ name }) => name === DEMO.goodTask)).toMatchObject({
			artifactId: goodTask().artifactId,
		});
	});

	describe('the search for tasks', () => {
		const SEARCH = 'POST /orchestration/executables/tasks/search';
		const found = async (filters: IDataObject) =>
			(await succeed('task', 'search', { returnAll: true, filters })).map(({ name }) => name);

		test('a task is found by its schedule, with its place and runtime', async () => {
			fact('B.61', 'B.62', 'B.65');
			const [daily] = await succeed('task', 'search', {
				returnAll: true,
				filters: { triggerType: 'daily', name: DEMO.goodTask },
			});
			expect(daily).toMatchObject({
				executable: goodTask().id,
				name: DEMO.goodTask,
				artifactId: goodTask().artifactId,
				workspace: { name: 'Finance', environment: { name: 'Production' } },
				runtime: { type: 'REMOTE_ENGINE' },
			});
		});

		test('a task is found by its tags if it has all of them', async () => {
			fact('B.62');
			expect(await found({ tags: ['service'] })).toEqual([DEMO.serviceTask]);
			expect(await found({ tags: ['service', 'nightly'] })).toEqual([]);
		});

		test('a task is found by its environment or its runtime', async () => {
			fact('B.61', 'B.62');
			expect(await found({ environmentId: byName('Development') })).toEqual([
				'Load suppliers',
				DEMO_SERVICES.newService,
			]);
			expect(await found({ runtimeType: 'REMOTE_ENGINE_CLUSTER' })).toEqual([
				DEMO.serviceTask,
				DEMO_SERVICES.route,
			]);
		});

		test('environment and workspace exclude each other', async () => {
			fact('B.174', 'B.183');
			await expectRefused(
				'task',
				'search',
				{ filters: { environmentId: byId('e'), workspaceId: byId('w') } },
				/^Workspace cannot be used together with Environment: give only one of them$/,
			);
			const both = await ask(SEARCH, {
				environmentId: finance().environmentId,
				workspaceId: finance().id,
			});
			expect(both).toMatchObject({
				status: 400,
				body: {
					status: 400,
					message: expect.stringContaining('cannot be used together') as string,
					requestId: expect.any(String) as string,
				},
			});
		});

		test('a run profile requires a runtime', async () => {
			fact('B.63');
			await expectRefused(
				'task',
				'search',
				{ filters: { runtimeRunProfileId: 'p' } },
				/^Runtime Run Profile can only be used together with Runtime Type$/,
			);
		});

		test('a page of a search may be empty, a page of a list may not', async () => {
			fact('B.64', 'B.66', 'B.237');
			expect((await ask(SEARCH, { limit: 0 })).body).toMatchObject({
				items: [],
				limit: 0,
				offset: 0,
				total: orchestration().tasks.size,
			});
			expect((await ask(SEARCH, { limit: 101 })).status).toBe(400);
			expect((await ask('GET /orchestration/executables/tasks?limit=0')).status).toBe(400);
		});

		test('the list refuses filters that only the search has', async () => {
			fact('B.184');
			for (const unknown of UNKNOWN) expect((await ask(unknown.tasks)).status).toBe(400);
		});
	});
});

describe('updates of tasks', () => {
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

	test('an update without a change is refused', async () => {
		const id = await postedTask('Unchanged');
		expect(refusedWords((await run('task', 'update', { taskId: byId(id) })).error)).toBe(
			'Update Fields needs at least one field to change',
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

	test('a replacement clears what is not given', async () => {
		const id = await postedTask('Replaced');
		platform.clearLog();
		const [after] = await succeed('task', 'replace', {
			taskId: byId(id),
			...definition(),
			name: 'Load stores',
			description: '',
		});
		// The platform wants one, and takes an empty one.
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
				/^The new version of the artifact made Talend Cloud drop runtime\.runProfileId, logLevel, timeout of the run configuration .* has several triggers: set the run configuration again with one trigger, then bind the schedule to the task again \(Schedule, Bind to Task\)\.$/,
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

	test.each([
		['the same', ['At once', 'At once', 'At once']],
		['alike but for their spaces', ['Soon\u00a0after', 'Soon after', 'Soon  after']],
		['alike but for a soft hyphen', ['Later', 'Lat\u00ader', 'Later']],
	])('items whose names are %s create one task', async (_how, names) => {
		const before = orchestration().tasks.size;
		const { items } = await run(
			'task',
			'upsert',
			{
				environmentId: byId(finance().environmentId),
				...definition(),
				name: '={{ $json.name }}',
			},
			{ items: names.map((name) => ({ json: { name } })) },
		);
		expect(items.map(({ json }) => json.created)).toEqual([true, false, false]);
		expect(orchestration().tasks.size).toBe(before + 1);
	});
});

describe('the life of a task', () => {
	test('a task can be paused and resumed', async () => {
		fact('B.67', 'B.147', 'B.176');
		const { id } = goodTask();
		expect(
			await succeed('task', 'pause', {
				taskId: byId(id),
				updateFields: { pauseContext: 'Maintenance' },
			}),
		).toEqual([{ success: true, taskId: id, paused: true }]);
		expect((await succeed('task', 'get', { taskId: byId(id) }))[0]!.taskPauseDetails).toMatchObject(
			{
				pause: true,
				pauseContext: 'Maintenance',
				userType: DESCRIPTION === 'vendor' ? 'SERVICE' : 'SERVICE_ACCOUNT',
				pauseDate: expect.stringMatching(/^2026-/) as string,
			},
		);
		expect((await ask('POST /processing/executions', { executable: id })).status).toBe(405);
		expect(await succeed('task', 'pause', { taskId: byId(id), pause: false })).toEqual([
			{ success: true, taskId: id, paused: false },
		]);
		expect((await ask('POST /processing/executions', { executable: id })).status).toBe(201);
		expect(
			requests('PUT /orchestration/executables/tasks/{taskId}/pause').map(({ status }) => status),
		).toEqual([202, 204]);
	});

	test('a task cannot be deleted while a plan uses it', async () => {
		const { error } = await run('task', 'delete', { taskId: byId(goodTask().id) });
		expect(error).toMatchObject({ httpCode: '409' });
		expect(error!.description).toMatch(/^A plan may still run this task/);
	});

	describe('a task that is created or updated', () => {
		const given = (name: string) => ({
			environmentId: byName('Production'),
			...definition(),
			name,
			additionalFields: {
				tags: ['first'],
				parameters: { pairs: [{ name: 'country', value: 'FR' }] },
			},
		});
		/** A task that Create or Update has created. */
		const upserted = async (name: string) => {
			const [made] = await succeed('task', 'upsert', given(name));
			return made!;
		};

		test('a missing task is created', async () => {
			expect(await upserted('Staging')).toMatchObject({
				name: 'Staging',
				tags: ['first'],
				created: true,
			});
		});

		test('a task keeps its name when it is found by one that only looks the same', async () => {
			const { id } = await upserted('Kept name');
			expect(await upserted('Kept\u00a0name ')).toMatchObject({
				id,
				name: 'Kept name',
				created: false,
			});
		});

		test('an update by the name in the workspace keeps what is not given', async () => {
			const { id } = await upserted('Staging again');
			await postedTask('Staging again, too');
			const [again] = await succeed('task', 'upsert', {
				...given('Staging again'),
				artifact: { id: byId(goodTask().artifactId), version: byId('1.3.0') },
				additionalFields: { description: 'Changed' },
			});
			expect(again).toMatchObject({
				id,
				description: 'Changed',
				tags: ['first'],
				parameters: { country: 'FR' },
				artifact: { version: '1.3.0' },
				created: false,
			});
			expect(again).not.toHaveProperty('autoUpgradeInfo');
		});

		test('a task keeps its run configuration when it is updated to another version', async () => {
			const { id } = await upserted('Staging configured');
			await ask(`PUT /orchestration/executables/tasks/${String(id)}/run-config`, config);
			await succeed('task', 'upsert', {
				...given('Staging configured'),
				artifact: { id: byId(goodTask().artifactId), version: byId('1.3.0') },
			});
			expect(orchestration().tasks.get(String(id))!.runConfiguration).toEqual(config);
		});

		test('an updated task is returned with all of its fields if it is not simplified', async () => {
			await upserted('Staging whole');
			const [again] = await succeed('task', 'upsert', {
				...given('Staging whole'),
				simplify: false,
				additionalFields: { autoUpgradeInfo: { autoUpgradable: true } },
			});
			expect(again).toMatchObject({
				autoUpgradeInfo: { autoUpgradable: true },
				created: false,
			});
		});

		test('a name that two tasks have is refused, with the IDs of both', async () => {
			const { id } = await upserted('Staging twice');
			const twin = await postedTask('Staging twice');
			const { error } = await run('task', 'upsert', given('Staging twice'));
			expect(error!.message).toBe(`Staging twice matches 2 tasks: ${String(id)}, ${twin}`);
			expect(error!.description).toMatch(/^Nothing was changed\./);
		});
	});
});

judgeRequests(platform, 'Orchestration', ['task']);
