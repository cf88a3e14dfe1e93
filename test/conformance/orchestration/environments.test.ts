/** Environments: what is created, changed and deleted with them, and by whom. */
import { enginesOf } from '../../../emulator/areas/engines/enginesStore';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { refusedWords } from '../../support/area';
import { byId, byName, environmentNamed, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	ask,
	bodiesSent,
	expectRefused,
	finance,
	goodTask,
	holding,
	orchestration,
	platform,
	run,
	state,
	succeed,
} from './stage';

let credentialCount = 0;
/** Credentials of a service account that holds only these permissions. */
async function credentialOf(...permissions: string[]) {
	const { body } = await ask('POST /account/service-accounts', {
		name: `Credential ${++credentialCount}`,
		permissions: ['TMC_SERVICE_ACCOUNT_MANAGEMENT', ...permissions],
	});
	const { id, secret } = body as { id: string; secret: string };
	return {
		talendCloudApi: platform.credentialStore.add('talendCloudApi', {
			region: 'other',
			address: platform.address,
			clientId: id,
			clientSecret: secret,
			apiVersion: '',
			accessToken: '',
		}),
	};
}

describe('environment', () => {
	describe('a new environment', () => {
		const create = async (name: string) => {
			const [made] = await succeed('environment', 'create', {
				name,
				workspaceName: 'Trials',
				additionalFields: { description: 'To try', maxCloudContainers: 1, owner: 'bao.nguyen' },
			});
			return made!;
		};

		test('a new environment has an ID beside the given values', async () => {
			fact('B.152');
			expect(await create('Test')).toMatchObject({
				name: 'Test',
				description: 'To try',
				maxCloudContainers: 1,
				id: expect.any(String) as string,
			});
		});

		test('a new environment has a custom workspace that its owner can use', async () => {
			fact('B.4', 'B.152', 'B.153');
			await create('Used');
			const workspace = workspaceIn(state(), 'Used', 'Trials');
			expect(workspace).toMatchObject({
				type: 'custom',
				owner: 'bao.nguyen',
				members: ['bao.nguyen'],
			});
			const { body: rights } = await ask(`GET /security/permissions?workspaceId=${workspace.id}`);
			expect(rights).toEqual([
				expect.objectContaining({
					permissions: expect.arrayContaining(['AUTHOR', 'EXECUTE', 'MANAGE']) as string[],
				}),
			]);
		});

		test('a new environment is in the list', async () => {
			await create('Listed');
			const listed = await succeed('environment', 'getMany', { returnAll: true });
			expect(listed.map(({ name }) => name)).toContain('Listed');
		});

		test('a renamed environment keeps its other values', async () => {
			fact('B.155');
			const { id } = await create('Trial');
			expect(
				await succeed('environment', 'update', {
					Id: byName('Trial'),
					updateFields: { name: 'Renamed' },
				}),
			).toEqual([{ success: true, id }]);
			expect(environmentNamed(state(), 'Renamed')).toMatchObject({
				id,
				description: 'To try',
				maxCloudContainers: 1,
			});
		});

		test('a deleted environment leaves no workspace', async () => {
			fact('B.156');
			const { id } = await create('Short-lived');
			expect(
				await succeed('environment', 'delete', { Id: byId(id), confirmDeletion: true }),
			).toEqual([{ deleted: true, id }]);
			const left = [...orchestration().workspaces.values()].filter(
				({ environmentId }) => environmentId === id,
			);
			expect(left).toEqual([]);
		});
	});

	describe('an update of an environment', () => {
		const PUT = 'PUT /orchestration/environments/{Id}';
		const description = 'Returned goods of all shops';
		const newEnvironment = async (name: string) => {
			const { body } = await ask('POST /orchestration/environments', {
				name,
				workspaceName: 'W',
				description,
				maxCloudContainers: 3,
			});
			platform.clearLog();
			return byId((body as { id: string }).id);
		};

		test('an update of an environment keeps the fields that are left out', async () => {
			fact('B.155');
			await succeed('environment', 'update', {
				Id: await newEnvironment('Half'),
				updateFields: { maxCloudContainers: 5 },
			});
			expect(bodiesSent(PUT)).toEqual([{ name: 'Half', description, maxCloudContainers: 5 }]);
		});

		test('the description of an environment is cleared on request', async () => {
			fact('B.155');
			await succeed('environment', 'update', {
				Id: await newEnvironment('Without words'),
				updateFields: { clearFields: ['description'] },
			});
			expect(bodiesSent(PUT)).toEqual([
				{ name: 'Without words', description: '', maxCloudContainers: 3 },
			]);
		});

		test('an unknown environment cannot be updated', async () => {
			const { error } = await run('environment', 'update', {
				Id: byId('nobody'),
				updateFields: { name: 'X' },
			});
			expect(error!.message).toBe('The environment was not found');
		});

		test('an update of an environment without a change is refused', async () => {
			const { error } = await run('environment', 'update', { Id: await newEnvironment('Same') });
			expect(refusedWords(error)).toBe('"Update Fields" needs at least one field to change');
		});
	});

	test('an environment cannot be created with the name of another', async () => {
		fact('B.152', 'B.153', 'B.235');
		const { error } = await run('environment', 'create', {
			name: 'Production',
			workspaceName: 'W',
		});
		expect(error).toMatchObject({
			httpCode: '409',
			message: 'An environment with the name Production already exists',
		});
		expect(error!.description).toMatch(/^Another environment has this name/);
	});

	test('an environment cannot be renamed to the name of another', async () => {
		fact('B.155');
		const { error } = await run('environment', 'update', {
			Id: byName('Development'),
			updateFields: { name: 'Production' },
		});
		expect(error).toMatchObject({ httpCode: '409' });
	});

	test('an environment cannot be created for an unknown owner', async () => {
		fact('B.152', 'B.153');
		const { error } = await run('environment', 'create', {
			name: 'Owned',
			workspaceName: 'W',
			additionalFields: { owner: 'nobody' },
		});
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'There is no user with the login nobody',
		});
	});

	test('environments and workspaces are not deleted, even by an agent, until the switch for it is on', async () => {
		fact('B.159');
		const message =
			'"Delete with All Contents" must be turned on: all contents are deleted as well, and this cannot be undone';
		await expectRefused('environment', 'delete', { Id: byId('any') }, message);
		await expectRefused(
			'environment',
			'delete',
			{ Id: byId('any'), confirmDeletion: false },
			message,
		);
		await expectRefused('workspace', 'delete', { id: byId('any') }, message);
		platform.clearLog();
		const [answer] = await platform.callTool(
			'Orchestration',
			{ resource: 'environment', operation: 'delete', Id: byId('any') },
			[{ json: {} }],
		);
		expect((answer as Error).message).toBe(message);
		expect(platform.emulator.log).toEqual([]);
	});

	describe('an environment that a promotion uses', () => {
		const busyEnvironment = async (name: string) => {
			const { body } = await ask('POST /orchestration/environments', { name, workspaceName: 'W' });
			environmentNamed(state(), name).usedBy = ['promotion Nightly'];
			return (body as { id: string }).id;
		};

		test('the refusal of a deletion says what uses the environment', async () => {
			fact('B.156', 'B.160', 'B.235');
			const id = await busyEnvironment('Busy');
			const { error } = await run('environment', 'delete', { Id: byId(id), confirmDeletion: true });
			expect(error).toMatchObject({ httpCode: '400', message: 'The environment is still in use' });
			expect(error!.description).toMatch(
				/^In use by: promotion Nightly\. An environment cannot be deleted while an engine is assigned to it or a promotion/,
			);
			expect(orchestration().environments.has(id)).toBe(true);
		});

		test('an update says what uses the environment', async () => {
			fact('B.161');
			const id = await busyEnvironment('Busy and changed');
			expect(
				await succeed('environment', 'update', {
					Id: byId(id),
					updateFields: { description: 'Still busy' },
				}),
			).toEqual([{ success: true, id, usageDetails: 'promotion Nightly' }]);
		});
	});

	test('an environment cannot be deleted while an engine is assigned to it', async () => {
		fact('B.160');
		const engine = [...enginesOf(state()).engines.values()].find(
			({ name }) => name === DEMO_ENGINES.engine,
		)!;
		const { body } = await ask('POST /orchestration/dynamic-engine-environments', {
			name: 'On an engine',
			workspaceName: 'W',
		});
		const { id } = body as { id: string };
		const at = `/orchestration/dynamic-engine-environments/${id}` as const;
		expect((await ask(`POST ${at}/connection?dynamicEngineId=${engine.id}`)).status).toBe(202);
		const { error } = await run('environment', 'delete', { Id: byId(id), confirmDeletion: true });
		expect(error!.description).toContain(`In use by: dynamic engine ${engine.id}.`);
		await ask(`DELETE ${at}/connection`);
		platform.emulator.clock.advance(60_000);
		await succeed('environment', 'update', {
			Id: byId(id),
			updateFields: { name: 'Off the engine' },
		});
		expect((await ask(`GET ${at}`)).body).toMatchObject({ name: 'Off the engine' });
		expect(await succeed('environment', 'delete', { Id: byId(id), confirmDeletion: true })).toEqual(
			[{ deleted: true, id }],
		);
		expect((await ask(`GET ${at}`)).status).toBe(404);
	});

	test('an environment is deleted with all of its contents', async () => {
		fact('B.159');
		const { id: environmentId } = (
			await ask('POST /orchestration/environments', { name: 'Gone', workspaceName: 'W' })
		).body as { id: string };
		const { id: workspaceId } = workspaceIn(state(), 'Gone', 'W');
		const { artifactId, artifactVersion } = goodTask();
		const { body: task } = await ask('POST /orchestration/executables/tasks', {
			environmentId,
			workspaceId,
			name: 'T',
			artifact: { id: artifactId, version: artifactVersion },
		});
		const { id: taskId } = task as { id: string };
		const { body: plan } = await ask('POST /orchestration/executables/plans', {
			workspaceId,
			name: 'P',
			steps: [{ name: 'S', condition: 'ALL_SUCCEEDED', taskIds: [taskId] }],
		});
		const { body: connection } = await ask('POST /orchestration/connections', {
			workspaceId,
			name: 'C',
			app: 'A',
			parameters: [],
		});
		await succeed('environment', 'delete', { Id: byId(environmentId), confirmDeletion: true });
		expect(orchestration().workspaces.has(workspaceId)).toBe(false);
		expect(orchestration().tasks.has(taskId)).toBe(false);
		expect(orchestration().plans.has((plan as { id: string }).id)).toBe(false);
		expect(orchestration().connections.has((connection as { id: string }).id)).toBe(false);
		expect((await ask(`GET /security/permissions?workspaceId=${workspaceId}`)).status).toBe(404);
	});

	describe('who may do what', () => {
		const ENVIRONMENTS = '/orchestration/environments';
		const WORKSPACES = '/orchestration/workspaces';

		test('an operator cannot create an environment', async () => {
			fact('B.153', 'B.157');
			const { headers } = await holding('TMC_OPERATOR');
			const { status } = await ask(
				`POST ${ENVIRONMENTS}`,
				{ name: 'No', workspaceName: 'W' },
				headers,
			);
			expect(status).toBe(403);
		});

		test('an operator cannot delete an environment', async () => {
			fact('B.156', 'B.159');
			const { headers } = await holding('TMC_OPERATOR');
			const { id } = environmentNamed(state(), 'Production');
			const { status } = await ask(`DELETE ${ENVIRONMENTS}/${id}`, undefined, headers);
			expect(status).toBe(403);
		});

		test('an operator sees only what the permissions include', async () => {
			fact('B.158', 'B.168');
			const { id, headers } = await holding('TMC_OPERATOR');
			const seen = async (path: `/${string}`) =>
				(await ask(`GET ${path}`, undefined, headers)).body;
			expect(await seen(ENVIRONMENTS)).toEqual([]);
			await ask(`POST /security/workspaces/${finance().id}/service-accounts/${id}/permissions`, [
				'VIEW',
			]);
			expect(await seen(`${ENVIRONMENTS}?query=name!=Development`)).toEqual([
				expect.objectContaining({ name: 'Production' }),
			]);
			expect(await seen(`${ENVIRONMENTS}?query=name==Development`)).toEqual([]);
			expect(await seen(WORKSPACES)).toEqual([expect.objectContaining({ id: finance().id })]);
		});

		test.each(['TMC_CLUSTER_MANAGEMENT', 'TMC_ENVIRONMENT_MANAGEMENT'])(
			'%s shows all environments and workspaces',
			async (permission) => {
				fact('B.158', 'B.168');
				const { headers } = await holding(permission);
				const environments = await ask(`GET ${ENVIRONMENTS}`, undefined, headers);
				expect(environments.body).toHaveLength(orchestration().environments.size);
				const workspaces = await ask(`GET ${WORKSPACES}`, undefined, headers);
				expect(workspaces.body).toHaveLength(orchestration().workspaces.size);
			},
		);

		test('the error says which permission allows the creation of environments', async () => {
			fact('B.157');
			const { error } = await run(
				'environment',
				'create',
				{ name: 'Denied', workspaceName: 'W' },
				{ credentials: await credentialOf('TMC_OPERATOR') },
			);
			expect(error).toMatchObject({ httpCode: '403' });
			expect(error!.description).toContain('ENVIRONMENT_MANAGEMENT');
		});
	});

	test('an environment keeps its name when it is found by one that only looks the same', async () => {
		const [made] = await succeed('environment', 'upsert', {
			name: 'Kept name',
			workspaceName: 'First',
		});
		const [again] = await succeed('environment', 'upsert', {
			name: 'Kept\u00a0name ',
			workspaceName: 'First',
			additionalFields: { description: 'Changed' },
		});
		expect(again).toMatchObject({ id: made!.id, name: 'Kept name', created: false });
		expect(orchestration().environments.get(String(made!.id))).toMatchObject({
			name: 'Kept name',
			description: 'Changed',
		});
	});

	test('an environment is created or updated by its name', async () => {
		const given = {
			name: 'Staging',
			workspaceName: 'First',
			additionalFields: { description: 'One' },
		};
		const [made] = await succeed('environment', 'upsert', given);
		expect(made).toMatchObject({
			name: 'Staging',
			description: 'One',
			created: true,
			id: expect.any(String) as string,
		});
		const [again] = await succeed('environment', 'upsert', {
			...given,
			additionalFields: { maxCloudContainers: 4 },
		});
		expect(again).toEqual({ ...made, maxCloudContainers: 4, created: false });
		expect(environmentNamed(state(), 'Staging')).toMatchObject({
			id: made!.id,
			description: 'One',
			maxCloudContainers: 4,
		});
		expect(
			[...orchestration().environments.values()].filter(({ name }) => name === 'Staging'),
		).toHaveLength(1);
	});
});

judgeRequests(platform, 'Orchestration', ['environment']);
