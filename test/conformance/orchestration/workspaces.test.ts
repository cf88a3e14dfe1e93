/** Workspaces: whose they are, and when they can be deleted. */
import type { Task } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import {
	byId,
	byName,
	environmentNamed,
	planNamed,
	userNamed,
	workspaceIn,
} from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	ask,
	bodiesSent,
	finance,
	goodTask,
	holding,
	orchestration,
	platform,
	run,
	state,
	succeed,
} from './stage';

describe('workspace', () => {
	describe('a new workspace', () => {
		const create = async (name: string) => {
			const [made] = await succeed('workspace', 'create', {
				environmentId: byName('Production'),
				name,
				additionalFields: { description: 'Of sales', owner: 'bao.nguyen' },
			});
			return made!;
		};

		test('a workspace is created in its environment', async () => {
			fact('B.31', 'B.163');
			expect(await create('Sales')).toMatchObject({
				name: 'Sales',
				environmentId: environmentNamed(state(), 'Production').id,
				type: 'custom',
				owner: 'bao.nguyen',
			});
		});

		test('a listed workspace names its environment', async () => {
			fact('B.31');
			const { id } = await create('Listed');
			const [listed] = await succeed('workspace', 'getMany', {
				filters: { query: 'name==Listed' },
			});
			const { id: environmentId } = environmentNamed(state(), 'Production');
			expect(listed).toMatchObject({ id, environment: { id: environmentId, name: 'Production' } });
		});

		test('an update keeps the fields that are left out', async () => {
			fact('B.165');
			const { id } = await create('Kept');
			platform.clearLog();
			await succeed('workspace', 'update', {
				id: byId(id),
				updateFields: { protectedArtifactUpdate: true },
			});
			expect(bodiesSent('PUT /orchestration/workspaces/{id}')).toEqual([
				{
					name: 'Kept',
					description: 'Of sales',
					owner: 'bao.nguyen',
					protectedArtifactUpdate: true,
				},
			]);
		});

		test('a deleted workspace is gone', async () => {
			fact('B.166');
			const { id } = await create('Short-lived');
			expect(await succeed('workspace', 'delete', { id: byId(id), confirmDeletion: true })).toEqual(
				[{ deleted: true, id }],
			);
			expect(orchestration().workspaces.has(String(id))).toBe(false);
		});
	});

	test('a workspace belongs to its creator if no owner is given', async () => {
		fact('B.33');
		const { id } = environmentNamed(state(), 'Development');
		const { body } = await ask('POST /orchestration/workspaces', {
			environmentId: id,
			name: 'Mine',
		});
		expect(body).toMatchObject({ owner: 'ana.demo', ownerFullName: 'Ana Demo', type: 'custom' });
	});

	test('a workspace cannot be created for an unknown owner', async () => {
		fact('B.33');
		const refused = await ask('POST /orchestration/workspaces', {
			environmentId: environmentNamed(state(), 'Development').id,
			name: 'Theirs',
			owner: 'nobody',
		});
		expect([refused.status, refused.body]).toMatchObject([
			400,
			{ message: 'There is no user with the login nobody' },
		]);
	});

	test('the owner of a workspace is its creator, who must be allowed to manage environments', async () => {
		fact('B.167');
		const body = {
			environmentId: environmentNamed(state(), 'Development').id,
			name: 'By an account',
		};
		const { id, headers } = await holding('TMC_ENVIRONMENT_MANAGEMENT');
		expect(
			(
				await ask(
					'POST /orchestration/workspaces',
					body,
					(await holding('TMC_OPERATOR', 'TMC_CLUSTER_MANAGEMENT')).headers,
				)
			).status,
		).toBe(403);
		expect(await ask('POST /orchestration/workspaces', body, headers)).toMatchObject({
			status: 201,
			body: { owner: id, type: 'custom' },
		});
		const { id: workspaceId } = workspaceIn(state(), 'Development', 'By an account');
		expect(
			(await ask(`GET /security/service-accounts/permissions?workspaceId=${workspaceId}`)).body,
		).toEqual([expect.objectContaining({ userId: id })]);
	});

	test('a workspace is deleted with its tasks, plans and permissions', async () => {
		fact('B.170');
		const { environmentId } = finance();
		const { body } = await ask('POST /orchestration/workspaces', {
			environmentId,
			name: 'Passing',
		});
		const { id: workspaceId } = body as { id: string };
		const { artifactId: id, artifactVersion: version } = goodTask();
		const { body: task } = await ask('POST /orchestration/executables/tasks', {
			environmentId,
			workspaceId,
			name: 'T',
			artifact: { id, version },
		});
		const taskIds = [(task as { id: string }).id];
		const { body: plan } = await ask('POST /orchestration/executables/plans', {
			workspaceId,
			name: 'P',
			steps: [{ name: 'S', condition: 'ALL_SUCCEEDED', taskIds }],
		});
		const rights =
			`GET /security/workspaces/${workspaceId}/users/${userNamed(state(), 'ana.demo')}/permissions` as const;
		expect((await ask(rights)).status).toBe(200);
		await succeed('workspace', 'delete', { id: byId(workspaceId), confirmDeletion: true });
		expect((await ask(rights)).status).toBe(404);
		expect((await ask(`GET /orchestration/executables/tasks/${taskIds[0]!}`)).status).toBe(404);
		// Without a workspace nobody sees them, so it is looked where they are kept.
		const { tasks, plans } = orchestration();
		expect(
			[...tasks.values(), ...plans.values()].filter((kept) => kept.workspaceId === workspaceId),
		).toEqual([]);
		expect(
			(await ask(`GET /orchestration/executables/plans/${(plan as { id: string }).id}`)).status,
		).toBe(404);
		expect((await ask('GET /security/permissions')).body).not.toContainEqual(
			expect.objectContaining({ workspaceId }),
		);
	});

	test('a workspace requires a name that is unique in its environment', async () => {
		fact('B.163', 'B.167');
		const { error } = await run('workspace', 'create', {
			environmentId: byName('Production'),
			name: 'Finance',
		});
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'A workspace with the name Finance already exists in the environment',
		});
		expect(error!.description).toMatch(/Another workspace of the environment may have this name/);
	});

	test('a workspace that is not custom cannot be deleted', async () => {
		fact('B.32', 'B.166', 'B.169');
		const { error } = await run('workspace', 'delete', {
			id: byId(workspaceIn(state(), 'Production', 'Shared').id),
			confirmDeletion: true,
		});
		expect(error).toMatchObject({
			httpCode: '409',
			message: 'Only custom workspaces can be deleted',
		});
	});

	test('an account that may not manage environments cannot delete a workspace', async () => {
		fact('B.169');
		const { headers } = await holding('TMC_CLUSTER_MANAGEMENT');
		const path = `/orchestration/workspaces/${finance().id}` as const;
		expect((await ask(`DELETE ${path}`, undefined, headers)).status).toBe(403);
	});

	describe('a workspace whose contents another workspace uses', () => {
		beforeEach(() => platform.emulator.resetAccount());

		const refusal = async () => {
			const given = { id: byId(finance().id), confirmDeletion: true };
			const { error } = await run('workspace', 'delete', given);
			expect(error).toMatchObject({ httpCode: '409' });
			return error!.message;
		};
		/** A task or a plan of another workspace. */
		const inShared = <T extends object>(like: T, id: string) => ({
			...like,
			id,
			workspaceId: workspaceIn(state(), 'Production', 'Shared').id,
		});

		test('a workspace cannot be deleted while a task elsewhere uses its artifact', async () => {
			fact('B.166', 'B.171');
			const task: Task = { ...inShared(goodTask(), 'elsewhere'), connections: {} };
			orchestration().tasks.set(task.id, task);
			expect(await refusal()).toBe(
				'Artifact load_customers is used by task elsewhere of another workspace',
			);
		});

		test('a workspace cannot be deleted while a task elsewhere uses its connection', async () => {
			fact('B.171');
			const task: Task = { ...inShared(goodTask(), 'elsewhere'), artifactId: 'none' };
			orchestration().tasks.set(task.id, task);
			expect(await refusal()).toMatch(/^Connection Warehouse is used by task elsewhere/);
		});

		test('a workspace cannot be deleted while a plan elsewhere runs its task', async () => {
			fact('B.171');
			const plan = inShared(planNamed(state(), DEMO.plan), 'plan-elsewhere');
			orchestration().plans.set(plan.id, plan);
			expect(await refusal()).toMatch(/is used by plan plan-elsewhere of another workspace$/);
		});
	});

	test('a workspace keeps its name when it is found by one that only looks the same', async () => {
		const given = { environmentId: byName('Development'), name: 'Kept name' };
		const [made] = await succeed('workspace', 'upsert', given);
		const [again] = await succeed('workspace', 'upsert', {
			...given,
			name: 'Kept\u00a0name ',
			additionalFields: { description: 'Changed' },
		});
		expect(again).toMatchObject({ id: made!.id, name: 'Kept name', created: false });
		expect(workspaceIn(state(), 'Development', 'Kept name')).toMatchObject({
			id: made!.id,
			description: 'Changed',
		});
	});

	test('a workspace is found if the ID of its environment is given in another letter case', async () => {
		const { id } = environmentNamed(state(), 'Development');
		const [made] = await succeed('workspace', 'upsert', { environmentId: byId(id), name: 'Found' });
		const [again] = await succeed('workspace', 'upsert', {
			environmentId: byId(id.toUpperCase()),
			name: 'Found',
		});
		expect(again).toMatchObject({ id: made!.id, created: false });
	});

	test('a workspace is created or updated by its name in the environment', async () => {
		const given = {
			environmentId: byName('Development'),
			name: 'Staging',
			additionalFields: { description: 'One', protectedArtifactUpdate: true },
		};
		const [made] = await succeed('workspace', 'upsert', given);
		expect(made).toMatchObject({
			name: 'Staging',
			description: 'One',
			protectedArtifactUpdate: true,
			created: true,
		});
		const [again] = await succeed('workspace', 'upsert', {
			...given,
			additionalFields: { owner: 'bao.nguyen' },
		});
		expect(again).toMatchObject({
			id: made!.id,
			description: 'One',
			protectedArtifactUpdate: true,
			owner: 'bao.nguyen',
			created: false,
		});
		expect(workspaceIn(state(), 'Development', 'Staging')).toMatchObject({
			description: 'One',
			owner: 'bao.nguyen',
		});
		const [other] = await succeed('workspace', 'upsert', {
			environmentId: byName('Production'),
			name: 'Staging',
		});
		expect(other).toMatchObject({ created: true });
		expect(other!.id).not.toBe(made!.id);
	});
});

judgeRequests(platform, 'Orchestration', ['workspace']);
