/** Tasks: creations, lists, pauses and deletions. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { DESCRIPTION } from '../../support/platform';
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
	succeed,
} from './stage';
import { definition } from './tasksStage';

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

test('a task is refused with a workspace, artifact, version or connection that does not fit', async () => {
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
		'"Artifact Version" is 9.9.9, and artifact load_customers has no such version: it has 1.1.0, 1.2.0, 1.3.0',
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
	await expectRefused('task', 'create', { ...given, name: NOTHING }, '"Name" is required');
	await expectRefused(
		'task',
		'create',
		{ ...given, artifact: { id: byId('a'), version: NOTHING } },
		'"Artifact Version" is required',
	);
	await expectRefused(
		'task',
		'create',
		{ ...given, artifact: { id: NOTHING, version: byId('1') } },
		'"Artifact" is required',
	);
	await expectRefused(
		'task',
		'create',
		{ ...given, additionalFields: { parametersJson: '{"a": true, "b": [1]}' } },
		/^"Parameters" must be an object with a text or a number for each name/,
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
		/^"Runtime Run Profile" can only be used together with "Runtime Type"$/,
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

test('a task can be paused and resumed', async () => {
	fact('B.67', 'B.147', 'B.176');
	const { id } = goodTask();
	expect(
		await succeed('task', 'pause', {
			taskId: byId(id),
			updateFields: { pauseContext: 'Maintenance' },
		}),
	).toEqual([{ success: true, taskId: id, paused: true }]);
	expect((await succeed('task', 'get', { taskId: byId(id) }))[0]!.taskPauseDetails).toMatchObject({
		pause: true,
		pauseContext: 'Maintenance',
		userType: DESCRIPTION === 'vendor' ? 'SERVICE' : 'SERVICE_ACCOUNT',
		pauseDate: expect.stringMatching(/^2026-/) as string,
	});
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

judgeRequests(platform, 'Orchestration', [
	'task.create',
	'task.delete',
	'task.get',
	'task.getMany',
	'task.pause',
]);
