/** Workspaces: whose they are, and when they can be deleted. */
import type { Task } from '../../../emulator/areas/orchestration/records';
import { DEMO } from '../../../emulator/seed';
import { judge } from '../../support/conformance';
import {
	byId,
	environmentNamed,
	named,
	planNamed,
	userNamed,
	workspaceIn,
} from '../../support/demo';
import { fact } from '../../support/fact';
import {
	ask,
	done,
	finance,
	good,
	holding,
	orchestration,
	platform,
	run,
	sent,
	state,
} from './stage';

describe('workspace', () => {
	test('a workspace is created in an environment, listed, changed and deleted', async () => {
		fact('B.31', 'B.163', 'B.165', 'B.166');
		const production = environmentNamed(state(), 'Production');
		const [made] = await done('workspace', 'create', {
			environmentId: named('Production'),
			name: 'Sales',
			additionalFields: { description: 'Of sales', owner: 'bao.nguyen' },
		});
		expect(made).toMatchObject({
			name: 'Sales',
			environmentId: production.id,
			type: 'custom',
			owner: 'bao.nguyen',
		});
		const [listed] = await done('workspace', 'getMany', { filters: { query: 'name==Sales' } });
		expect(listed).toMatchObject({
			id: made!.id,
			environment: { id: production.id, name: 'Production' },
		});
		platform.forget();
		await done('workspace', 'update', {
			id: byId(made!.id),
			updateFields: { protectedArtifactUpdate: true },
		});
		expect(sent('PUT /orchestration/workspaces/{id}')).toEqual([
			{
				name: 'Sales',
				description: 'Of sales',
				owner: 'bao.nguyen',
				protectedArtifactUpdate: true,
			},
		]);
		expect(
			await done('workspace', 'delete', { id: byId(made!.id), confirmDeletion: true }),
		).toEqual([{ deleted: true, id: made!.id }]);
		expect(orchestration().workspaces.has(String(made!.id))).toBe(false);
	});

	test('a workspace belongs to its creator unless another owner is given', async () => {
		fact('B.33');
		const { id } = environmentNamed(state(), 'Development');
		const { body } = await ask('POST /orchestration/workspaces', {
			environmentId: id,
			name: 'Mine',
		});
		expect(body).toMatchObject({ owner: 'ana.demo', ownerFullName: 'Ana Demo', type: 'custom' });
		const { status, body: unknown } = await ask('POST /orchestration/workspaces', {
			environmentId: id,
			name: 'Theirs',
			owner: 'nobody',
		});
		expect([status, unknown]).toMatchObject([
			400,
			{ message: 'There is no user with the login nobody' },
		]);
	});

	test('the owner of a workspace is its creator, and only those who manage environments can create one', async () => {
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
		const { artifactId: id, artifactVersion: version } = good();
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
		await done('workspace', 'delete', { id: byId(workspaceId), confirmDeletion: true });
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

	test('a workspace needs a name that is unique in its environment', async () => {
		fact('B.163', 'B.167');
		const { error } = await run('workspace', 'create', {
			environmentId: named('Production'),
			name: 'Finance',
		});
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'A workspace with the name Finance already exists in the environment',
		});
		expect(error!.description).toMatch(/The name must differ from those of the other workspaces/);
	});

	test('only a custom workspace can be deleted, and only if nobody else uses it', async () => {
		fact('B.32', 'B.166', 'B.169', 'B.171');
		const shared = workspaceIn(state(), 'Production', 'Shared');
		const { error } = await run('workspace', 'delete', {
			id: byId(shared.id),
			confirmDeletion: true,
		});
		expect(error).toMatchObject({
			httpCode: '409',
			message: 'Only custom workspaces can be deleted',
		});
		const elsewhere: Task = { ...good(), id: 'elsewhere', workspaceId: shared.id, connections: {} };
		orchestration().tasks.set(elsewhere.id, elsewhere);
		expect(
			(await run('workspace', 'delete', { id: byId(finance().id), confirmDeletion: true })).error!
				.message,
		).toMatch(/^Artifact load_customers is used by task elsewhere of another workspace$/);
		Object.assign(elsewhere, { artifactId: 'none', connections: good().connections });
		expect(
			(await run('workspace', 'delete', { id: byId(finance().id), confirmDeletion: true })).error!
				.message,
		).toMatch(/^Connection Warehouse is used by task elsewhere/);
		orchestration().tasks.delete(elsewhere.id);
		const plan = { ...planNamed(state(), DEMO.plan), id: 'plan-elsewhere', workspaceId: shared.id };
		orchestration().plans.set(plan.id, plan);
		expect(
			(await run('workspace', 'delete', { id: byId(finance().id), confirmDeletion: true })).error!
				.message,
		).toMatch(/is used by plan plan-elsewhere of another workspace$/);
		orchestration().plans.delete(plan.id);
		expect(
			(
				await ask(
					`DELETE /orchestration/workspaces/${finance().id}`,
					undefined,
					(await holding('TMC_CLUSTER_MANAGEMENT')).headers,
				)
			).status,
		).toBe(403);
	});

	test('a workspace is created or updated, found by its name in the environment', async () => {
		const given = {
			environmentId: named('Development'),
			name: 'Staging',
			additionalFields: { description: 'One', protectedArtifactUpdate: true },
		};
		const [made] = await done('workspace', 'upsert', given);
		expect(made).toMatchObject({
			name: 'Staging',
			description: 'One',
			protectedArtifactUpdate: true,
			created: true,
		});
		const [again] = await done('workspace', 'upsert', {
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
		const [other] = await done('workspace', 'upsert', {
			environmentId: named('Production'),
			name: 'Staging',
		});
		expect(other).toMatchObject({ created: true });
		expect(other!.id).not.toBe(made!.id);
	});
});

test('the operations were done, and the platform responds as documented', () => {
	fact('B.29', 'B.31');
	expect(
		judge('Orchestration', platform.everything, (resource) => resource === 'workspace'),
	).toEqual({ notDone: [], notDocumented: [] });
});
