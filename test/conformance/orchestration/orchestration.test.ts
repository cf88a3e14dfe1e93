/** Each operation of Talend Cloud Orchestration does its work on the platform. */
import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';

import { enginesOf } from '../../../emulator/areas/engines/records';
import { orchestrationOf, type Task } from '../../../emulator/areas/orchestration/records';
import { DEMO } from '../../../emulator/seed';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { areas } from '../../../nodes/areas';
import type { Fields } from '../../../nodes/shared/declare/field';
import { bodyFields } from '../../../nodes/shared/declare/define';
import { nameOnWire } from '../../../nodes/shared/declare/field';
import { areaOf, refusedWords } from '../../support/area';
import { ask as askOf } from '../../support/ask';
import { judge } from '../../support/conformance';
import {
	byId,
	environmentNamed,
	named,
	planNamed,
	taskNamed,
	userNamed,
	workspaceIn,
} from '../../support/demo';
import { schemaFindings } from '../../../tools/interface/documented';
import { nodeTypes } from '../../support/engine';
import { interfaceSchemas } from '../../../tools/interface/documents';
import { pick } from '../../support/picking';
import { DESCRIPTION, platformForAll, SEEN } from '../../support/platform';
import { fact } from '../../support/fact';

/** The versions of each artifact of the demo, as lists have them. */
/** Requests with parameters that no description has, where the platform refuses them. */
const UNKNOWN = SEEN.unknownParameters
	? []
	: [
			{
				tasks: 'GET /orchestration/executables/tasks?triggerType=daily',
				environments: 'GET /orchestration/environments?limit=1',
			} as const,
		];
const VERSIONS = SEEN.newestFirst ? ['1.3.0', '1.2.0', '1.1.0'] : ['1.1.0', '1.2.0', '1.3.0'];

const platform = platformForAll({ keepAnswers: true });

const state = () => platform.emulator.state;
const orchestration = () => orchestrationOf(state());
const ask = async (
	endpoint: `${string} /${string}`,
	body?: unknown,
	headers?: Record<string, string>,
) => await askOf(platform, endpoint, body, headers);
const { run, done, requests, refused } = areaOf('Orchestration', () => platform);
const finance = () => workspaceIn(state(), 'Production', 'Finance');
const good = () => taskNamed(state(), DEMO.goodTask);
const sent = (operation: string) =>
	requests(operation).map(({ body }) => JSON.parse(body) as IDataObject);
/** An expression that gives nothing: what is plainly empty n8n itself refuses. */
const NOTHING = '={{ $json.nothing }}';
const TASK = 'PUT /orchestration/executables/tasks/{taskId}';
const RUN_CONFIG = 'PUT /orchestration/executables/tasks/{taskId}/run-config';

/** A token of a service account that holds only these permissions. */
async function holding(
	...permissions: string[]
): Promise<{ id: string; headers: Record<string, string> }> {
	const { body } = await ask('POST /account/service-accounts', {
		name: `Holder ${Math.random()}`,
		permissions: ['TMC_SERVICE_ACCOUNT_MANAGEMENT', ...permissions],
	});
	const { id } = body as { id: string };
	const { access_token: token } = await platform.emulator.tokens.issue(id);
	return { id, headers: { authorization: `Bearer ${String(token)}` } };
}

describe('environment', () => {
	test('an environment is created with a custom workspace that its owner can use, listed, changed and deleted', async () => {
		fact('B.4', 'B.152', 'B.153', 'B.156');
		const [made] = await done('environment', 'create', {
			name: 'Test',
			workspaceName: 'Trials',
			additionalFields: { description: 'To try', maxCloudContainers: 1, owner: 'bao.nguyen' },
		});
		expect(made).toMatchObject({
			name: 'Test',
			description: 'To try',
			maxCloudContainers: 1,
			id: expect.any(String) as string,
		});
		const workspace = workspaceIn(state(), 'Test', 'Trials');
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
		expect(
			(await done('environment', 'getMany', { returnAll: true })).map(({ name }) => name),
		).toContain('Test');
		expect(
			await done('environment', 'update', { Id: named('Test'), updateFields: { name: 'Trial' } }),
		).toEqual([{ success: true, id: made!.id }]);
		expect(environmentNamed(state(), 'Trial')).toMatchObject({
			id: made!.id,
			description: 'To try',
			maxCloudContainers: 1,
		});
		expect(
			await done('environment', 'delete', { Id: byId(made!.id), confirmDeletion: true }),
		).toEqual([{ deleted: true, id: made!.id }]);
		expect(
			[...orchestration().workspaces.values()].filter(
				({ environmentId }) => environmentId === made!.id,
			),
		).toEqual([]);
	});

	test('an update keeps what is not given, and an empty description clears it', async () => {
		fact('B.155');
		const { id } = (
			await ask('POST /orchestration/environments', {
				name: 'Half',
				workspaceName: 'W',
				description: 'Returned goods of all shops',
				maxCloudContainers: 3,
			})
		).body as { id: string };
		platform.forget();
		await done('environment', 'update', { Id: byId(id), updateFields: { maxCloudContainers: 5 } });
		await done('environment', 'update', {
			Id: byId(id),
			updateFields: { clearFields: ['description'] },
		});
		expect(sent('PUT /orchestration/environments/{Id}')).toEqual([
			{ name: 'Half', description: 'Returned goods of all shops', maxCloudContainers: 5 },
			{ name: 'Half', description: '', maxCloudContainers: 5 },
		]);
		const { error } = await run('environment', 'update', {
			Id: byId('nobody'),
			updateFields: { name: 'X' },
		});
		expect(error!.message).toBe('The environment was not found');
		expect(refusedWords((await run('environment', 'update', { Id: byId(id) })).error)).toBe(
			'Update Fields needs at least one field to change',
		);
	});

	test('an environment needs a unique name', async () => {
		fact('B.152', 'B.153', 'B.155', 'B.235');
		const taken = await run('environment', 'create', { name: 'Production', workspaceName: 'W' });
		expect(taken.error).toMatchObject({
			httpCode: '409',
			message: 'An environment with the name Production already exists',
		});
		expect(taken.error!.description).toMatch(
			/^The name must differ from those of the other environments/,
		);
		expect(
			(
				await run('environment', 'update', {
					Id: named('Development'),
					updateFields: { name: 'Production' },
				})
			).error,
		).toMatchObject({ httpCode: '409' });
		expect(
			(
				await run('environment', 'create', {
					name: 'Owned',
					workspaceName: 'W',
					additionalFields: { owner: 'nobody' },
				})
			).error,
		).toMatchObject({ httpCode: '400', message: 'There is no user with the login nobody' });
	});

	test('an environment is deleted only with the switch on, even by an agent', async () => {
		fact('B.159');
		const message =
			'Delete with All Contents must be switched on: it deletes all contents, too, and cannot be undone';
		await refused('environment', 'delete', { Id: byId('any') }, message);
		await refused('environment', 'delete', { Id: byId('any'), confirmDeletion: false }, message);
		await refused('workspace', 'delete', { id: byId('any') }, message);
		platform.forget();
		const [answer] = await platform.callTool(
			'Orchestration',
			{ resource: 'environment', operation: 'delete', Id: byId('any') },
			[{ json: {} }],
		);
		expect((answer as Error).message).toBe(message);
		expect(platform.emulator.log).toEqual([]);
	});

	test('an environment cannot be deleted while it is in use, and the refusal says what uses it', async () => {
		fact('B.156', 'B.160', 'B.161', 'B.235');
		const { id } = (
			await ask('POST /orchestration/environments', { name: 'Busy', workspaceName: 'W' })
		).body as { id: string };
		environmentNamed(state(), 'Busy').usedBy = ['promotion Nightly'];
		const { error } = await run('environment', 'delete', { Id: byId(id), confirmDeletion: true });
		expect(error).toMatchObject({ httpCode: '400', message: 'The environment is still in use' });
		expect(error!.description).toMatch(
			/^In use by: promotion Nightly\. An environment cannot be deleted while an engine is assigned to it or a promotion/,
		);
		expect(orchestration().environments.has(id)).toBe(true);
		expect(
			await done('environment', 'update', {
				Id: byId(id),
				updateFields: { description: 'Still busy' },
			}),
		).toEqual([{ success: true, id, usageDetails: 'promotion Nightly' }]);
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
		await done('environment', 'update', { Id: byId(id), updateFields: { name: 'Off the engine' } });
		expect((await ask(`GET ${at}`)).body).toMatchObject({ name: 'Off the engine' });
		expect(await done('environment', 'delete', { Id: byId(id), confirmDeletion: true })).toEqual([
			{ deleted: true, id },
		]);
		expect((await ask(`GET ${at}`)).status).toBe(404);
	});

	test('an environment is deleted with all its contents', async () => {
		fact('B.159');
		const { id: environmentId } = (
			await ask('POST /orchestration/environments', { name: 'Gone', workspaceName: 'W' })
		).body as { id: string };
		const { id: workspaceId } = workspaceIn(state(), 'Gone', 'W');
		const { artifactId, artifactVersion } = good();
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
		await done('environment', 'delete', { Id: byId(environmentId), confirmDeletion: true });
		expect(orchestration().workspaces.has(workspaceId)).toBe(false);
		expect(orchestration().tasks.has(taskId)).toBe(false);
		expect(orchestration().plans.has((plan as { id: string }).id)).toBe(false);
		expect(orchestration().connections.has((connection as { id: string }).id)).toBe(false);
		expect((await ask(`GET /security/permissions?workspaceId=${workspaceId}`)).status).toBe(404);
	});

	test('an environment is created and deleted by those who manage environments, and seen by others with permissions on it', async () => {
		fact('B.153', 'B.156', 'B.157', 'B.158', 'B.159', 'B.168');
		const operator = await holding('TMC_OPERATOR');
		expect(
			(
				await ask(
					'POST /orchestration/environments',
					{ name: 'No', workspaceName: 'W' },
					operator.headers,
				)
			).status,
		).toBe(403);
		expect(
			(
				await ask(
					`DELETE /orchestration/environments/${environmentNamed(state(), 'Production').id}`,
					undefined,
					operator.headers,
				)
			).status,
		).toBe(403);
		expect(
			(await ask('GET /orchestration/environments', undefined, operator.headers)).body,
		).toEqual([]);
		await ask(
			`POST /security/workspaces/${finance().id}/service-accounts/${operator.id}/permissions`,
			['VIEW'],
		);
		expect(
			(
				await ask(
					'GET /orchestration/environments?query=name!=Development',
					undefined,
					operator.headers,
				)
			).body,
		).toEqual([expect.objectContaining({ name: 'Production' })]);
		expect(
			(
				await ask(
					'GET /orchestration/environments?query=name==Development',
					undefined,
					operator.headers,
				)
			).body,
		).toEqual([]);
		expect((await ask('GET /orchestration/workspaces', undefined, operator.headers)).body).toEqual([
			expect.objectContaining({ id: finance().id }),
		]);
		for (const permission of ['TMC_CLUSTER_MANAGEMENT', 'TMC_ENVIRONMENT_MANAGEMENT']) {
			const { headers } = await holding(permission);
			expect(
				((await ask('GET /orchestration/environments', undefined, headers)).body as unknown[])
					.length,
			).toBe(orchestration().environments.size);
			expect(
				((await ask('GET /orchestration/workspaces', undefined, headers)).body as unknown[]).length,
			).toBe(orchestration().workspaces.size);
		}
		const { error } = await run(
			'environment',
			'create',
			{ name: 'Denied', workspaceName: 'W' },
			{ credentials: await credentialOf('TMC_OPERATOR') },
		);
		expect(error).toMatchObject({ httpCode: '403' });
		expect(error!.description).toContain('ENVIRONMENT_MANAGEMENT');
	});

	test('an environment is created or updated, found by its name', async () => {
		const given = {
			name: 'Staging',
			workspaceName: 'First',
			additionalFields: { description: 'One' },
		};
		const [made] = await done('environment', 'upsert', given);
		expect(made).toMatchObject({
			name: 'Staging',
			description: 'One',
			created: true,
			id: expect.any(String) as string,
		});
		const [again] = await done('environment', 'upsert', {
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

/** Credentials of a service account that holds only these permissions. */
async function credentialOf(...permissions: string[]) {
	const { body } = await ask('POST /account/service-accounts', {
		name: `Credential ${Math.random()}`,
		permissions: ['TMC_SERVICE_ACCOUNT_MANAGEMENT', ...permissions],
	});
	const { id, secret } = body as { id: string; secret: string };
	return {
		talendCloudApi: platform.helper.add('talendCloudApi', {
			region: 'other',
			address: platform.address,
			clientId: id,
			clientSecret: secret,
			apiVersion: '',
			accessToken: '',
		}),
	};
}

describe('queries', () => {
	const names = (records: IDataObject[]) => records.map(({ name }) => name);

	test('a query can be given as text, with a form, and as both', async () => {
		fact('B.154', 'B.164');
		expect(
			names(
				await done('environment', 'getMany', { returnAll: true, filters: { query: 'name==Dev*' } }),
			),
		).toEqual(['Development']);
		const conditions = {
			rows: [{ selector: 'description', operator: 'contains', value: 'in production' }],
		};
		expect(
			names(await done('environment', 'getMany', { returnAll: true, filters: { conditions } })),
		).toEqual(['Production']);
		expect(
			names(
				await done('environment', 'getMany', {
					returnAll: true,
					filters: { query: 'name==Dev*', conditions },
				}),
			),
		).toEqual([]);
		const inProduction = {
			rows: [
				{ selector: 'environment.name', operator: 'is', value: 'Production' },
				{ selector: 'name', operator: 'startsWith', value: 'Fin' },
			],
		};
		expect(
			await done('workspace', 'getMany', {
				returnAll: true,
				filters: { conditions: inProduction },
			}),
		).toEqual([expect.objectContaining({ id: finance().id })]);
	});

	test('values are escaped', async () => {
		const name = 'A "B"; C, (D) \\ E\'s ==';
		await ask('POST /orchestration/environments', { name, workspaceName: 'W' });
		for (const operator of ['is', 'contains', 'startsWith', 'endsWith'])
			expect(
				names(
					await done('environment', 'getMany', {
						returnAll: true,
						filters: { conditions: { rows: [{ selector: 'name', operator, value: name }] } },
					}),
				),
			).toEqual([name]);
		await refused(
			'environment',
			'getMany',
			{ filters: { conditions: { rows: [{ selector: 'name', operator: 'is', value: 'A*' }] } } },
			/^Conditions must have no asterisk in the value of row 1/,
		);
	});

	test('an invalid one is refused by the platform, and the error shows all of it', async () => {
		fact('B.154', 'B.164');
		const { error } = await run('workspace', 'getMany', { filters: { query: 'name==' } });
		expect(error).toMatchObject({ httpCode: '400', message: 'The query is not valid FIQL' });
		expect(error!.description).toMatch(/^The query was: name== — /);
		expect(
			(await run('environment', 'getMany', { filters: { query: 'colour==red' } })).error!.message,
		).toBe('The query uses the unknown field colour');
	});
});

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

describe('artifact', () => {
	test('an artifact is listed by workspace and name, read with its versions, and deleted if no task uses it', async () => {
		fact('B.4', 'B.16', 'B.17', 'B.21', 'B.149', 'B.150');
		const { artifactId } = good();
		expect(
			await done('artifact', 'getMany', {
				returnAll: true,
				filters: { workspaceId: byId(finance().id), name: 'load_cust' },
			}),
		).toEqual([
			expect.objectContaining({
				id: artifactId,
				name: 'load_customers',
				type: 'standard',
				versions: VERSIONS,
				workspace: expect.objectContaining({ name: 'Finance' }) as object,
			}),
		]);
		expect(
			(await done('artifact', 'getMany', { filters: { environmentId: named('Development') } })).map(
				({ name }) => name,
			),
		).toEqual(['load_suppliers', 'stock_api']);
		expect(await done('artifact', 'get', { artifactId: named('load_customers') })).toEqual([
			expect.objectContaining({ id: artifactId }),
		]);
		const [version] = await done('artifact', 'getVersion', {
			artifactId: byId(artifactId),
			version: byId('1.2.0'),
		});
		expect(version).toMatchObject({
			version: '1.2.0',
			parameters: [{ name: 'country', type: 'string', required: false }],
		});
		expect(version).not.toHaveProperty('publisher');
		expect(
			await done('artifact', 'getVersion', {
				artifactId: byId(artifactId),
				version: byId('1.2.0'),
				simplify: false,
			}),
		).toEqual([expect.objectContaining({ publisher: 'ana.demo' })]);
		expect(
			(await run('artifact', 'delete', { artifactId: byId(artifactId), confirmDeletion: true }))
				.error,
		).toMatchObject({ httpCode: '409' });
		expect(
			(
				await run('artifact', 'deleteVersion', {
					artifactId: byId(artifactId),
					version: byId('1.2.0'),
				})
			).error!.message,
		).toMatch(/^Artifact load_customers is used by task/);
		expect(
			await done('artifact', 'deleteVersion', {
				artifactId: byId(artifactId),
				version: byId('1.1.0'),
			}),
		).toEqual([{ deleted: true, artifactId, version: '1.1.0' }]);
		expect(
			(
				await run('artifact', 'getVersion', {
					artifactId: byId(artifactId),
					version: byId('1.1.0'),
				})
			).error!.message,
		).toBe(
			'Version is 1.1.0, and artifact load_customers has no such version: it has 1.2.0, 1.3.0',
		);
		orchestration().artifacts.set('unused', {
			...orchestration().artifacts.get(artifactId)!,
			id: 'unused',
		});
		expect(
			await done('artifact', 'delete', { artifactId: byId('unused'), confirmDeletion: true }),
		).toEqual([{ deleted: true, artifactId: 'unused' }]);
		platform.emulator.faults.add({
			operation: 'GET /orchestration/artifacts',
			status: 500,
			times: 5,
		});
		expect((await run('artifact', 'getMany')).error).toMatchObject({ httpCode: '500' });
	});

	test('an artifact is listed by its types, several at once', async () => {
		const typesOf = async (...types: string[]) =>
			[
				...new Set(
					(await done('artifact', 'getMany', { returnAll: true, filters: { types } })).map(
						({ type }) => type,
					),
				),
			].sort();
		orchestration().artifacts.set('route', {
			...orchestration().artifacts.get(good().artifactId)!,
			id: 'route',
			type: 'route',
		});
		expect(await typesOf('route')).toEqual(['route']);
		expect(await typesOf('route', 'standard')).toEqual(['route', 'standard']);
		expect(await typesOf('big_data_batch')).toEqual([]);
		orchestration().artifacts.delete('route');
	});

	test('the versions of an artifact are offered, however it was chosen', async () => {
		const versions = async (parameters: IDataObject) =>
			(
				await pick(platform, 'Orchestration', 'searchArtifactVersions', {
					resource: 'task',
					operation: 'create',
					...parameters,
				})
			).results.map(({ value }) => value);
		const { artifactId } = taskNamed(state(), DEMO.failingTask);
		expect(
			await versions({
				operation: 'getVersion',
				resource: 'artifact',
				artifactId: byId(artifactId),
			}),
		).toEqual(VERSIONS);
		expect(await versions({ artifactId: byId(artifactId) })).toEqual(VERSIONS);
		expect(
			await versions({ operation: 'update', updateFields: { artifactId: byId(artifactId) } }),
		).toEqual(VERSIONS);
		const message =
			'Artifact must be chosen from the list or by ID first, not by an expression or a name: the list depends on it';
		for (const nothing of [
			{},
			{ artifactId: byId('={{ $json.id }}') },
			{ operation: 'getVersion', resource: 'artifact', artifactId: named('load_customers') },
		])
			await expect(versions(nothing)).rejects.toThrow(message);
	});
});

describe('connection', () => {
	const parameters = {
		rows: [
			{ name: 'host', value: 'db.example.com' },
			{ name: 'password', value: 'a-secret-password', additionalFields: { encrypted: true } },
		],
	};

	test('a connection is created, read without its encrypted values, listed, changed and deleted', async () => {
		fact('B.4', 'B.23', 'B.24', 'B.25', 'B.151');
		const [made] = await done('connection', 'create', {
			workspaceId: byId(finance().id),
			name: 'Ledger',
			app: 'Oracle',
			parameters,
		});
		expect(made).toMatchObject({
			name: 'Ledger',
			app: 'Oracle',
			workspace: { id: finance().id },
			parameters: [
				{ name: 'host', value: '***' },
				{ name: 'password', encrypted: true },
			],
		});
		expect(JSON.stringify(made)).not.toContain('a-secret-password');
		const connectionId = made!.id;
		expect(await done('connection', 'get', { connectionId: named('Ledger') })).toEqual([
			{
				...made,
				parameters: [
					{ name: 'host', value: 'db.example.com' },
					{ name: 'password', encrypted: true },
				],
			},
		]);
		expect(
			(await done('connection', 'getMany', { filters: { name: 'ledg' } })).map(({ id }) => id),
		).toEqual([connectionId]);
		const [changed] = await done('connection', 'update', {
			connectionId: byId(connectionId),
			updateFields: {
				name: 'Books',
				parameters: { rows: [{ name: 'password', value: 'another-secret' }] },
			},
		});
		expect(changed).toMatchObject({
			id: connectionId,
			name: 'Books',
			parameters: made!.parameters,
		});
		expect(orchestration().connections.get(String(connectionId))!.parameters).toEqual([
			{ name: 'host', value: 'db.example.com' },
			{ name: 'password', value: 'another-secret', encrypted: true },
		]);
		for (const [operation, more] of [
			['update', { connectionId: byId(connectionId), updateFields: { name: 'Ledger' } }],
			[
				'update',
				{
					connectionId: byId(connectionId),
					updateFields: {
						parameters: { rows: [{ name: 'password', additionalFields: { encrypted: true } }] },
					},
				},
			],
			[
				'upsert',
				{
					workspaceId: byId(finance().id),
					name: 'Books',
					app: 'Oracle',
					parameters: { rows: [{ name: 'host', value: 'db2.example.com' }] },
				},
			],
		] as const) {
			platform.forget();
			const { error } = await run('connection', operation, more);
			expect(error!.message).toBe(
				'Not changed: the encrypted parameter password of this connection cannot be read, and might be lost',
			);
			expect(platform.emulator.log.every(({ method }) => method === 'GET')).toBe(true);
		}
		await done('connection', 'update', {
			connectionId: byId(connectionId),
			keepOtherParameters: false,
			updateFields: { name: 'Ledger' },
		});
		expect(sent('PUT /orchestration/connections/{connectionId}')).toEqual([{ name: 'Ledger' }]);
		expect(await done('connection', 'delete', { connectionId: byId(connectionId) })).toEqual([
			{ deleted: true, connectionId },
		]);
		expect(
			(await run('connection', 'get', { connectionId: byId(connectionId) })).error,
		).toMatchObject({ httpCode: '404' });
	});

	test('a connection is moved to another workspace of its environment', async () => {
		const [made] = await done('connection', 'create', {
			workspaceId: byId(finance().id),
			name: 'Ledger archive',
			app: 'Oracle',
			parameters,
		});
		const shared = workspaceIn(state(), 'Production', 'Shared');
		const target = (id: string) => ({ connectionId: byId(made!.id), targetWorkspaceId: byId(id) });
		expect(await done('connection', 'move', target(shared.id))).toEqual([
			expect.objectContaining({
				id: made!.id,
				workspace: expect.objectContaining({ id: shared.id }) as object,
			}),
		]);
		const { error } = await run(
			'connection',
			'move',
			target(workspaceIn(state(), 'Development', 'Shared').id),
		);
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'The workspace must be of the same environment',
		});
		await done('connection', 'create', {
			workspaceId: byId(finance().id),
			name: 'Ledger archive',
			app: 'Oracle',
			parameters,
		});
		expect((await run('connection', 'move', target(finance().id))).error!.description).toMatch(
			/^A connection of that workspace already has this name/,
		);
	});

	test('a connection cannot be deleted while a task uses it', async () => {
		const { error } = await run('connection', 'delete', {
			connectionId: byId(Object.values(good().connections!)[0]),
		});
		expect(error).toMatchObject({ httpCode: '409' });
		expect(error!.description).toMatch(/^A task may still use it/);
	});

	test('no value of it appears in an error', async () => {
		platform.emulator.faults.add({
			operation: 'POST /orchestration/connections',
			status: 400,
			body: { status: 400, message: 'a-secret-password is too weak' },
		});
		const { error, stored } = await run('connection', 'create', {
			workspaceId: byId(finance().id),
			name: 'Ledger',
			app: 'Oracle',
			parameters,
		});
		expect(error!.message).toBe('*** is too weak');
		expect(JSON.stringify(error)).not.toContain('a-secret-password');
		expect(stored).not.toMatch(/message[^}]*a-secret-password/);
	});

	test('a connection is created or updated, found by its name in the workspace', async () => {
		const given = { workspaceId: byId(finance().id), name: 'Staging', app: 'Oracle', parameters };
		const [made] = await done('connection', 'upsert', given);
		expect(made).toMatchObject({ name: 'Staging', created: true });
		platform.forget();
		const [again] = await done('connection', 'upsert', {
			...given,
			parameters: {
				rows: [
					{ name: 'password', value: 'another-secret' },
					{ name: 'port', value: '1521' },
				],
			},
		});
		expect(again).toMatchObject({
			id: made!.id,
			created: false,
			parameters: [
				{ name: 'host' },
				{ name: 'password', encrypted: true },
				{ name: 'port', value: '***' },
			],
		});
		expect(sent('PUT /orchestration/connections/{connectionId}')).toEqual([
			{
				name: 'Staging',
				parameters: [
					{ name: 'host', value: 'db.example.com' },
					{ name: 'password', value: 'another-secret', encrypted: true },
					{ name: 'port', value: '1521' },
				],
			},
		]);
		const { error } = await run('connection', 'upsert', { ...given, app: 'MySQL' });
		expect(error!.message).toBe('The connection Staging is one to Oracle, not to MySQL');
		const [elsewhere] = await done('connection', 'upsert', {
			...given,
			workspaceId: byId(workspaceIn(state(), 'Production', 'Shared').id),
		});
		expect(elsewhere).toMatchObject({ created: true });
	});

	test.each([
		['given', 'Look alike', 'Look\u00a0alike\u200b'],
		['on the platform', 'Looks\u00a0like\u200b', 'Looks like'],
		['both', 'Like\u00a0this', 'Like  this'],
	])(
		'a connection whose name has signs that nobody sees (%s) is not created again',
		async (_where, first, second) => {
			const given = { workspaceId: byId(finance().id), app: 'Oracle', parameters };
			const [made] = await done('connection', 'upsert', { ...given, name: first });
			expect(made).toMatchObject({ created: true });
			const [again] = await done('connection', 'upsert', { ...given, name: second });
			expect(again).toMatchObject({ id: made!.id, created: false });
		},
	);

	test('two of the same name are an error that lists both IDs', async () => {
		const twin = {
			...[...orchestration().connections.values()].find(({ name }) => name === 'Invoices')!,
			id: 'twin',
		};
		orchestration().connections.set('twin', twin);
		const original = [...orchestration().connections.values()].find(
			({ name }) => name === 'Invoices',
		)!.id;
		const { error } = await run('connection', 'upsert', {
			workspaceId: byId(finance().id),
			name: 'Invoices',
			app: 'PostgreSQL',
			parameters,
		});
		expect(error!.message).toBe(`Invoices matches 2 connections: ${original}, twin`);
		orchestration().connections.delete('twin');
	});
});

describe('task', () => {
	const definition = () => ({
		workspaceId: byId(finance().id),
		artifact: { id: byId(good().artifactId), version: byId('1.2.0') },
	});

	/** A task of its own for a test, with all that a task may have. */
	async function newTask(name: string, more: IDataObject = {}): Promise<string> {
		const { body } = await ask('POST /orchestration/executables/tasks', {
			environmentId: finance().environmentId,
			workspaceId: finance().id,
			name,
			description: 'Returned goods of all shops',
			artifact: { id: good().artifactId, version: '1.2.0' },
			tags: ['returns'],
			connections: good().connections,
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

	test('a task is created with names and values, and numbers are returned as text', async () => {
		fact('B.4', 'B.49', 'B.50', 'B.51', 'B.52', 'B.180');
		platform.forget();
		const [made] = await done('task', 'create', {
			environmentId: named('Production'),
			...definition(),
			workspaceId: named('Finance'),
			name: 'Load prices',
			additionalFields: {
				description: 'Prices of all shops',
				tags: ['prices'],
				connections: {
					pairs: [{ name: 'warehouse', value: Object.values(good().connections!)[0]! }],
				},
				parametersJson: '{"country":"DE","batchSize":500}',
				resources: { pairs: [{ name: 'rates', value: '5a1e1d0e00000000000000aa' }] },
				autoUpgradeInfo: { autoUpgradable: false },
			},
		});
		expect(sent('POST /orchestration/executables/tasks')).toEqual([
			{
				environmentId: finance().environmentId,
				workspaceId: finance().id,
				name: 'Load prices',
				artifact: { id: good().artifactId, version: '1.2.0' },
				description: 'Prices of all shops',
				tags: ['prices'],
				connections: good().connections,
				parameters: { country: 'DE', batchSize: 500 },
				resources: { rates: '5a1e1d0e00000000000000aa' },
				autoUpgradeInfo: { autoUpgradable: false },
			},
		]);
		expect(made).toMatchObject({
			name: 'Load prices',
			parameters: { country: 'DE', batchSize: '500' },
			taskPauseDetails: { pause: false },
		});
		const [read] = await done('task', 'get', { taskId: named('Load prices') });
		expect(read).toMatchObject({
			id: made!.id,
			tags: ['prices'],
			artifact: { id: good().artifactId, name: 'load_customers', version: '1.2.0' },
		});
		expect(read).not.toHaveProperty('resources');
		expect((await done('task', 'get', { taskId: byId(made!.id), simplify: false }))[0]).toEqual(
			made,
		);
		expect(await done('task', 'delete', { taskId: byId(made!.id) })).toEqual([
			{ deleted: true, taskId: made!.id },
		]);
		expect((await run('task', 'get', { taskId: byId(made!.id) })).error).toMatchObject({
			httpCode: '404',
		});
	});

	test('a task must match its environment and workspace', async () => {
		const create = async (more: IDataObject) =>
			(
				await run('task', 'create', {
					environmentId: named('Production'),
					...definition(),
					name: 'Unfit',
					...more,
				})
			).error!.message;
		expect(await create({ environmentId: named('Development') })).toBe(
			'The workspace does not belong to the environment',
		);
		expect(await create({ artifact: { id: byId('none'), version: byId('1') } })).toBe(
			'There is no artifact none',
		);
		expect(
			await create({ artifact: { id: byId(good().artifactId), version: byId('9.9.9') } }),
		).toBe(
			'Artifact Version is 9.9.9, and artifact load_customers has no such version: it has 1.2.0, 1.3.0',
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
		await refused('task', 'create', { ...given, name: NOTHING }, 'Name is required');
		await refused(
			'task',
			'create',
			{ ...given, artifact: { id: byId('a'), version: NOTHING } },
			'Artifact Version is required',
		);
		await refused(
			'task',
			'create',
			{ ...given, artifact: { id: NOTHING, version: byId('1') } },
			'Artifact is required',
		);
		await refused(
			'task',
			'create',
			{ ...given, additionalFields: { parametersJson: '{"a": true, "b": [1]}' } },
			/^Parameters must have names, and texts or numbers as values/,
		);
		await refused(
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
		await refused(
			'task',
			'getMany',
			{ filters: { runtimeRunProfileId: 'p' } },
			/^Runtime Run Profile can only be used together with Runtime Type$/,
		);
	});

	test('a task is searched by what the list cannot filter by; environment and workspace exclude each other', async () => {
		fact('B.61', 'B.62', 'B.63', 'B.64', 'B.65', 'B.66', 'B.174', 'B.183', 'B.184', 'B.237');
		const [daily] = await done('task', 'search', {
			returnAll: true,
			filters: { triggerType: 'daily', name: DEMO.goodTask },
		});
		expect(daily).toMatchObject({
			executable: good().id,
			name: DEMO.goodTask,
			artifactId: good().artifactId,
			workspace: { name: 'Finance', environment: { name: 'Production' } },
			runtime: { type: 'REMOTE_ENGINE' },
		});
		expect(
			(await done('task', 'search', { returnAll: true, filters: { tags: ['service'] } })).map(
				({ name }) => name,
			),
		).toEqual([DEMO.serviceTask]);
		expect(
			await done('task', 'search', { returnAll: true, filters: { tags: ['service', 'nightly'] } }),
		).toEqual([]);
		expect(
			(await done('task', 'search', { filters: { environmentId: named('Development') } })).map(
				({ name }) => name,
			),
		).toEqual(['Load suppliers', DEMO_SERVICES.newService]);
		expect(
			(
				await done('task', 'search', {
					returnAll: true,
					filters: { runtimeType: 'REMOTE_ENGINE_CLUSTER' },
				})
			).map(({ name }) => name),
		).toEqual([DEMO.serviceTask, DEMO_SERVICES.route]);
		await refused(
			'task',
			'search',
			{ filters: { environmentId: byId('e'), workspaceId: byId('w') } },
			/^Workspace cannot be used together with Environment: give only one of them$/,
		);
		await refused(
			'task',
			'search',
			{ filters: { runtimeRunProfileId: 'p' } },
			/^Runtime Run Profile can only be used together with Runtime Type$/,
		);
		const both = await ask('POST /orchestration/executables/tasks/search', {
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
		expect(
			(await ask('POST /orchestration/executables/tasks/search', { limit: 0 })).body,
		).toMatchObject({ items: [], limit: 0, offset: 0, total: orchestration().tasks.size });
		expect((await ask('POST /orchestration/executables/tasks/search', { limit: 101 })).status).toBe(
			400,
		);
		expect((await ask('GET /orchestration/executables/tasks?limit=0')).status).toBe(400);
		for (const unknown of UNKNOWN) expect((await ask(unknown.tasks)).status).toBe(400);
	});

	test('an update keeps every field that was not given', async () => {
		fact('B.180');
		const id = await newTask('Kept');
		platform.forget();
		const [changed] = await done('task', 'update', {
			taskId: byId(id),
			updateFields: { name: 'Renamed', parameters: { pairs: [{ name: 'country', value: 'DE' }] } },
		});
		expect(sent(TASK)).toEqual([
			{
				workspaceId: finance().id,
				name: 'Renamed',
				description: 'Returned goods of all shops',
				artifact: { id: good().artifactId, version: '1.2.0' },
				tags: ['returns'],
				connections: good().connections,
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
		await done('task', 'update', {
			taskId: byId(id),
			updateFields: { clearFields: ['tags', 'description'] },
		});
		expect(sent(TASK).at(-1)).toMatchObject({
			tags: [],
			description: '',
			parameters: { country: 'DE' },
		});
		expect(refusedWords((await run('task', 'update', { taskId: byId(id) })).error)).toBe(
			'Update Fields needs at least one field to change',
		);
		// Without a change of the artifact the run configuration is not touched.
		expect(requests('GET /orchestration/executables/tasks/{taskId}/run-config')).toEqual([]);
	});

	test('an update keeps the other setting of the automatic upgrade, and clears names and values if requested', async () => {
		const id = await newTask('Load returns', {
			autoUpgradeInfo: { autoUpgradable: true, overrideWithDefaultParameters: true },
		});
		platform.forget();
		await done('task', 'update', {
			taskId: byId(id),
			updateFields: { autoUpgradeInfo: { autoUpgradable: false } },
		});
		expect(sent(TASK)[0]).toMatchObject({
			autoUpgradeInfo: { autoUpgradable: false, overrideWithDefaultParameters: true },
		});
		await done('task', 'update', {
			taskId: byId(id),
			updateFields: { connectionsJson: '{}', resourcesJson: {} },
		});
		expect(sent(TASK)[1]).toMatchObject({
			connections: {},
			resources: {},
			parameters: { country: 'FR' },
		});
		await done('task', 'update', { taskId: byId(id), updateFields: { parameters: {} } });
		expect(orchestration().tasks.get(id)).toMatchObject({
			connections: {},
			resources: {},
			parameters: {},
		});
	});

	test('a replacement clears what was not given', async () => {
		const id = await newTask('Replaced');
		platform.forget();
		const [after] = await done('task', 'replace', {
			taskId: byId(id),
			...definition(),
			name: 'Load stores',
			description: '',
		});
		// The platform wants one, and takes an empty one.
		expect(sent(TASK)[0]).toMatchObject({ name: 'Load stores', description: '' });
		expect(after).toMatchObject({ id, name: 'Load stores', tags: [] });
		for (const name of ['connections', 'parameters', 'resources', 'autoUpgradeInfo'])
			expect(after).not.toHaveProperty(name);
		expect((await ask(`PUT /orchestration/executables/tasks/${id}`, { name: 'Only' })).status).toBe(
			400,
		);
	});

	test('a change of the artifact keeps the run configuration that the platform drops', async () => {
		const id = await newTask('Upgraded');
		const before = { ...config, ...(SEEN.lostPorts ? { microservicePort: '8090' } : {}) };
		await ask(`PUT /orchestration/executables/tasks/${id}/run-config`, before);
		await ask(`PUT /orchestration/executables/tasks/${id}/de-run-config`, {
			logLevel: 'ERROR',
			runProfileId: 'profile-2',
			...(DESCRIPTION === 'vendor' ? { trigger: config.trigger } : {}),
		});
		platform.forget();
		await done('task', 'update', {
			taskId: byId(id),
			updateFields: { artifact: { id: byId(good().artifactId), version: byId('1.3.0') } },
		});
		expect(orchestration().tasks.get(id)).toMatchObject({
			artifactVersion: '1.3.0',
			runConfig: before,
			dynamicEngineConfig: { logLevel: 'ERROR', runProfileId: 'profile-2' },
		});
		expect(sent(RUN_CONFIG)).toEqual([before]);
		// Raw, it is lost.
		await done('task', 'replace', {
			taskId: byId(id),
			...definition(),
			name: 'Upgraded',
			description: 'Returned goods of all shops',
		});
		expect(orchestration().tasks.get(id)!.runConfig).toEqual(
			SEEN.lostPorts
				? { ...before, microservicePort: null }
				: { trigger: schedule, runtime: { type: 'REMOTE_ENGINE', id: 'engine-1' } },
		);
	});

	test('a task changes to the latest artifact and keeps its run configuration', async () => {
		fact('B.53', 'B.54', 'B.55', 'B.180');
		const id = await newTask('Latest');
		await ask(`PUT /orchestration/executables/tasks/${id}/run-config`, config);
		expect(await done('task', 'updateArtifact', { taskId: byId(id) })).toEqual([
			{ success: true, taskId: id },
		]);
		expect(orchestration().tasks.get(id)).toMatchObject({
			artifactVersion: '1.3.0',
			runConfig: config,
		});
		const fixed = await newTask('Fixed', { autoUpgradeInfo: { autoUpgradable: false } });
		const { error } = await run('task', 'updateArtifact', { taskId: byId(fixed) });
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'The task is not upgraded automatically: autoUpgradable is false',
		});
		expect(error!.description).toContain('Force Update');
		await done('task', 'updateArtifact', {
			taskId: byId(fixed),
			updateFields: { forceUpdate: true },
		});
		expect(orchestration().tasks.get(fixed)).toMatchObject({ artifactVersion: '1.3.0' });
		expect(
			(await run('task', 'updateArtifact', { taskId: named(DEMO_SERVICES.route) })).error!.message,
		).toMatch(/^Tasks of routes and data services/);
	});

	test('a task says so if the run configuration could not be restored', async () => {
		const id = await newTask('Unlucky');
		await ask(`PUT /orchestration/executables/tasks/${id}/run-config`, config);
		platform.emulator.faults.add({ operation: RUN_CONFIG, status: 403 });
		const { error } = await run('task', 'updateArtifact', { taskId: byId(id) });
		expect(error!.message).toBe(
			'The task was updated, but not its run configuration: Injected fault: 403',
		);
		expect(error!.description).toMatch(
			/^The new version of the artifact may have made the platform drop settings of the run configuration of task \S+: look at it\. .*TMC_OPERATOR/,
		);
		// What cannot be read before could not be put back after: nothing is written.
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks/{taskId}/run-config',
			status: 403,
		});
		platform.forget();
		expect((await run('task', 'updateArtifact', { taskId: byId(id) })).error).toMatchObject({
			httpCode: '403',
			message: 'Injected fault: 403',
		});
		expect(requests('PATCH /orchestration/executables/tasks/{taskId}')).toEqual([]);
		const multiple = await newTask('Several triggers');
		Object.assign(orchestration().tasks.get(multiple)!, {
			configured: true,
			runConfig: { ...config, trigger: { ...schedule, type: 'Multiple' } },
		});
		const { error: none, hints } = await run('task', 'updateArtifact', { taskId: byId(multiple) });
		expect(none).toBeUndefined();
		expect(hints).toEqual([
			expect.stringMatching(
				/^The new version of the artifact made the platform drop runtime\.runProfileId, logLevel, timeout of the run configuration .* has several triggers: set the run configuration again with one trigger, then bind the schedule to the task again \(Schedule, Bind to Task\)\.$/,
			),
		]);
	});

	test('items that change the same task wait for each other', async () => {
		const id = await newTask('Shared');
		const items = Array.from({ length: 8 }, (_, index) => ({
			json: { id, name: `Name ${index}`, tags: [`tag-${index}`] },
		}));
		platform.forget();
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
		const given = {
			environmentId: byId(finance().environmentId),
			...definition(),
			name: 'At once',
		};
		const { items: made } = await run('task', 'upsert', given, { items: items.slice(0, 3) });
		expect(made.map(({ json }) => json.created)).toEqual([true, false, false]);
		expect(
			[...orchestration().tasks.values()].filter(({ name }) => name === 'At once'),
		).toHaveLength(1);
		for (const spellings of [
			['Soon\u00a0after', 'Soon after', 'Soon  after'],
			['Later', 'Lat\u00ader', 'Later'],
		]) {
			const { items: alike } = await run(
				'task',
				'upsert',
				{ ...given, name: '={{ $json.name }}' },
				{ items: spellings.map((name) => ({ json: { name } })) },
			);
			expect(alike.map(({ json }) => json.created)).toEqual([true, false, false]);
		}
	});

	test('a task is paused and resumed', async () => {
		fact('B.67', 'B.147', 'B.176');
		const { id } = good();
		expect(
			await done('task', 'pause', {
				taskId: byId(id),
				updateFields: { pauseContext: 'Maintenance' },
			}),
		).toEqual([{ success: true, taskId: id, paused: true }]);
		expect((await done('task', 'get', { taskId: byId(id) }))[0]!.taskPauseDetails).toMatchObject({
			pause: true,
			pauseContext: 'Maintenance',
			userType: DESCRIPTION === 'vendor' ? 'SERVICE' : 'SERVICE_ACCOUNT',
			pauseDate: expect.stringMatching(/^2026-/) as string,
		});
		expect((await ask('POST /processing/executions', { executable: id })).status).toBe(405);
		expect(await done('task', 'pause', { taskId: byId(id), pause: false })).toEqual([
			{ success: true, taskId: id, paused: false },
		]);
		expect((await ask('POST /processing/executions', { executable: id })).status).toBe(201);
		expect(
			requests('PUT /orchestration/executables/tasks/{taskId}/pause').map(({ status }) => status),
		).toEqual([202, 204]);
	});

	test('a task cannot be deleted while a plan uses it', async () => {
		const { error } = await run('task', 'delete', { taskId: byId(good().id) });
		expect(error).toMatchObject({ httpCode: '409' });
		expect(error!.description).toMatch(/^A plan may still run this task/);
	});

	test('a task is created or updated, found by its name in the workspace', async () => {
		const given = {
			environmentId: named('Production'),
			...definition(),
			name: 'Staging',
			additionalFields: {
				tags: ['one'],
				parameters: { pairs: [{ name: 'country', value: 'FR' }] },
			},
		};
		const [made] = await done('task', 'upsert', given);
		expect(made).toMatchObject({ name: 'Staging', tags: ['one'], created: true });
		await ask(`PUT /orchestration/executables/tasks/${String(made!.id)}/run-config`, config);
		await newTask('Staging too');
		const [again] = await done('task', 'upsert', {
			...given,
			artifact: { id: byId(good().artifactId), version: byId('1.3.0') },
			additionalFields: { description: 'Two' },
		});
		expect(again).toMatchObject({
			id: made!.id,
			description: 'Two',
			tags: ['one'],
			parameters: { country: 'FR' },
			artifact: { version: '1.3.0' },
			created: false,
		});
		expect(orchestration().tasks.get(String(made!.id))!.runConfig).toEqual(config);
		expect(again).not.toHaveProperty('autoUpgradeInfo');
		expect(
			await done('task', 'upsert', {
				...given,
				simplify: false,
				additionalFields: { autoUpgradeInfo: { autoUpgradable: true } },
			}),
		).toMatchObject([{ autoUpgradeInfo: { autoUpgradable: true }, created: false }]);
		const twin = await newTask('Staging');
		const { error } = await run('task', 'upsert', given);
		expect(error!.message).toBe(`Staging matches 2 tasks: ${String(made!.id)}, ${twin}`);
		expect(error!.description).toMatch(/^Nothing was changed\./);
	});
});

test('a creation or update clears what it is asked to clear', async () => {
	const artifact = { id: byId(good().artifactId), version: byId('1.2.0') };
	const each: Array<[string, IDataObject, IDataObject]> = [
		['environment', { name: 'Emptied', workspaceName: 'W' }, {}],
		['workspace', { environmentId: named('Production'), name: 'Emptied' }, {}],
		[
			'task',
			{
				environmentId: named('Production'),
				workspaceId: byId(finance().id),
				artifact,
				name: 'Emptied',
				simplify: false,
			},
			{ tags: ['one'], parametersJson: '{"country":"FR"}' },
		],
	];
	for (const [resource, given, more] of each) {
		const empty = {
			clearFields: ['description', ...(resource === 'task' ? ['tags', 'parameters'] : [])],
		};
		expect(
			await done(resource, 'upsert', { ...given, additionalFields: { ...empty } }),
		).toMatchObject([{ created: true }]);
		await done(resource, 'upsert', {
			...given,
			additionalFields: { description: 'Returned goods of all shops', ...more },
		});
		expect(await done(resource, 'upsert', { ...given, additionalFields: {} })).toMatchObject([
			{ description: 'Returned goods of all shops' },
		]);
		expect(await done(resource, 'upsert', { ...given, additionalFields: empty })).toMatchObject([
			{
				description: '',
				...(resource === 'task' ? { tags: [], parameters: {} } : {}),
				created: false,
			},
		]);
	}
});

describe('by name', () => {
	test('two equal names are an error that lists both IDs, and the list shows their workspaces', async () => {
		const { id } = good();
		const shared = workspaceIn(state(), 'Production', 'Shared');
		orchestration().tasks.set('twin', { ...good(), id: 'twin', workspaceId: shared.id });
		const { error } = await run('task', 'get', { taskId: named(DEMO.goodTask) });
		expect(error!.message).toBe(
			`Task "${DEMO.goodTask}" matches 2 records: write Production/Finance/${DEMO.goodTask} or Production/Shared/${DEMO.goodTask}, or choose one by ID (${id}: Finance, Production; twin: Shared, Production)`,
		);
		const { results } = await pick(
			platform,
			'Orchestration',
			'searchTasks',
			{ resource: 'task', operation: 'get' },
			DEMO.goodTask,
		);
		expect(results.map(({ name }) => name)).toEqual([
			`${DEMO.goodTask} (Finance, Production)`,
			`${DEMO.goodTask} (Shared, Production)`,
		]);
		orchestration().tasks.delete('twin');
		const workspaces = await pick(
			platform,
			'Orchestration',
			'searchWorkspaces',
			{ resource: 'task', operation: 'create' },
			'Finance',
		);
		expect(workspaces.results.map(({ name }) => name)).toEqual([
			'Finance (Development)',
			'Finance (Production)',
		]);
		const both = await run('task', 'getMany', { filters: { workspaceId: named('Finance') } });
		expect(both.error!.message).toMatch(
			/^Workspace "Finance" matches 2 records: write Development\/Finance or Production\/Finance, or choose one by ID \(\S+: Development; \S+: Production\)$/,
		);
		const [one] = await done('task', 'getMany', {
			limit: 1,
			filters: { environmentId: named('Production'), workspaceId: named('Finance') },
		});
		expect(one).toBeDefined();
		const plan = { ...planNamed(state(), DEMO.plan), id: 'plan-twin' };
		orchestration().plans.set(plan.id, plan);
		expect((await run('plan', 'get', { planId: named(DEMO.plan) })).error!.message).toMatch(
			/^Plan "Nightly load" matches 2 records: choose one by ID \(\S+: Finance, Production; plan-twin: Finance, Production\)$/,
		);
		orchestration().plans.delete(plan.id);
		orchestration().environments.set('environment-twin', {
			...environmentNamed(state(), 'Production'),
			id: 'environment-twin',
		});
		expect(
			(await run('environment', 'update', { Id: named('Production'), updateFields: { name: 'X' } }))
				.error!.message,
		).toMatch(
			/^Environment "Production" matches 2 records: choose one by ID \(\S+.*; environment-twin.*\)$/,
		);
		orchestration().environments.delete('environment-twin');
	});
});

describe('plan', () => {
	test('a plan is created, read as a chart, listed, replaced, paused and deleted', async () => {
		fact('B.4', 'B.34', 'B.35', 'B.36', 'B.39');
		const taskIds = [good().id];
		const [made] = await done('plan', 'create', {
			workspaceId: byId(finance().id),
			name: 'Weekly',
			steps: {
				rows: [
					{
						name: 'Extract',
						condition: 'ALL_SUCCEEDED',
						taskIds,
						additionalFields: { note: 'Empty it first', handlerOnFailure: { taskIds } },
					},
					{ name: 'Load', condition: 'ALWAYS_PROCEED_ON', taskIds },
				],
			},
			additionalFields: { description: 'Of the week' },
		});
		expect(made).toMatchObject({
			name: 'Weekly',
			description: 'Of the week',
			steps: [
				{ name: 'Extract', note: 'Empty it first', handlerOnFailure: { taskIds } },
				{ name: 'Load' },
			],
		});
		const [read] = await done('plan', 'get', { planId: byId(made!.id) });
		expect(read).toMatchObject({
			executable: made!.id,
			chart: {
				name: 'Extract',
				taskIds,
				nextStep: { name: 'Load', flows: [{ id: taskIds[0], name: DEMO.goodTask }] },
			},
		});
		expect(
			(
				await done('plan', 'getMany', {
					returnAll: true,
					filters: { taskId: byId(good().id), name: 'week' },
				})
			).map(({ executable }) => executable),
		).toEqual([made!.id]);
		const [changed] = await done('plan', 'update', {
			planId: named('Weekly'),
			workspaceId: byId(finance().id),
			name: 'Monthly',
			stepsJson: JSON.stringify([{ name: 'Only', condition: 'ALL_SUCCEEDED', taskIds }]),
		});
		expect(changed).toMatchObject({ id: made!.id, name: 'Monthly', steps: [{ name: 'Only' }] });
		expect(await done('plan', 'pause', { planId: byId(made!.id) })).toEqual([
			{ success: true, planId: made!.id, paused: true },
		]);
		expect((await ask('POST /processing/executions/plans', { executable: made!.id })).status).toBe(
			405,
		);
		expect(
			(await done('plan', 'get', { planId: byId(made!.id) }))[0]!.planPauseDetails,
		).toMatchObject({ pause: true });
		await done('plan', 'pause', { planId: byId(made!.id), pause: false });
		expect(await done('plan', 'delete', { planId: byId(made!.id) })).toEqual([
			{ deleted: true, planId: made!.id },
		]);
		expect((await run('plan', 'get', { planId: byId(made!.id) })).error).toMatchObject({
			httpCode: '404',
		});
	});

	test('a plan survives tasks of another environment, and keeps those of another workspace that it runs after a failed step', async () => {
		const { artifactId, artifactVersion } = good();
		const { body: made } = await ask('POST /orchestration/environments', {
			name: 'Around',
			workspaceName: 'W',
		});
		const { id: environmentId } = made as { id: string };
		const workspaceId = workspaceIn(state(), 'Around', 'W').id;
		const { body: task } = await ask('POST /orchestration/executables/tasks', {
			environmentId,
			workspaceId,
			name: 'Elsewhere',
			artifact: { id: artifactId, version: artifactVersion },
		});
		const { id } = task as { id: string };
		const steps = [
			{
				name: 'S',
				condition: 'ALL_SUCCEEDED',
				taskIds: [good().id],
				handlerOnFailure: { taskIds: [id] },
			},
		];
		const { body: plan } = await ask('POST /orchestration/executables/plans', {
			workspaceId: finance().id,
			name: 'Across',
			steps,
		});
		const planId = byId((plan as { id: string }).id);
		expect(
			(await run('workspace', 'delete', { id: byId(workspaceId), confirmDeletion: true })).error,
		).toMatchObject({
			httpCode: '409',
			message: expect.stringContaining(`Task ${id} is used by plan`) as string,
		});
		await done('environment', 'delete', { Id: byId(environmentId), confirmDeletion: true });
		expect((await done('plan', 'get', { planId }))[0]).toMatchObject({
			chart: { taskIds: [good().id], stepOnException: { taskIds: [] } },
		});
		await done('plan', 'delete', { planId });
	});

	test('bad input is named and nothing is sent', async () => {
		fact('B.37');
		const given = { workspaceId: byId('w'), name: 'X' };
		await refused('plan', 'create', { ...given, steps: {} }, 'Steps is required');
		await refused(
			'plan',
			'create',
			{ ...given, stepsJson: '[{"name":"A","condition":"ALL_SUCCEEDED"}]' },
			'Steps, row 1: Task Names or IDs is required',
		);
		await refused(
			'plan',
			'create',
			{
				...given,
				stepsJson: '[{"name":"A","condition":"ALL_SUCCEEDED","taskIds":["t"],"colour":"red"}]',
			},
			'Steps, row 1 has no field colour',
		);
		expect(
			(
				await run('plan', 'create', {
					...given,
					workspaceId: byId(finance().id),
					steps: { rows: [{ name: 'A', condition: 'ALL_SUCCEEDED', taskIds: ['none'] }] },
				})
			).error!.message,
		).toBe('There is no task or plan none');
	});
});

describe('run configuration', () => {
	const runtime = {
		runtimeType: 'REMOTE_ENGINE',
		runtimeRemoteEngine: byId('5f3e2d1ca1b2c3d4e5f60718'),
	};
	const zone = { timeZone: 'Europe/Paris', startDate: '2026-04-01' };
	const base = { startDate: '2026-04-01', timeZone: 'Europe/Paris' };
	const daily = { type: 'DAILY', interval: 1, ...base };
	const task = () => taskNamed(state(), 'Draft');
	const set = (form: IDataObject) => ({ taskId: byId(task().id), ...runtime, ...form });

	test.each<[string, IDataObject, IDataObject]>([
		[
			'once',
			{ scheduleType: 'ONCE', time: '10:00', ...zone },
			{ type: 'ONCE', ...base, atTimes: { type: 'AT_TIME', time: '10:00' } },
		],
		[
			'daily at a time',
			{ scheduleType: 'DAILY', interval: 2, time: '02:30', ...zone },
			{ type: 'DAILY', interval: 2, ...base, atTimes: { type: 'AT_TIME', time: '02:30' } },
		],
		[
			'daily at several times',
			{
				scheduleType: 'DAILY',
				times: 'AT_SPECIFIC_TIMES',
				severalTimes: ['08:30', '17:00'],
				...zone,
			},
			{
				type: 'DAILY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_SPECIFIC_TIMES', times: ['08:30', '17:00'] },
			},
		],
		[
			'daily at intervals',
			{
				scheduleType: 'DAILY',
				times: 'AT_INTERVALS',
				firstTime: '08:00',
				lastTime: '18:00',
				intervalMinutes: 30,
				...zone,
			},
			{
				type: 'DAILY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_INTERVALS', startTime: '08:00', endTime: '18:00', interval: 30 },
			},
		],
		[
			'weekly',
			{ scheduleType: 'WEEKLY', days: ['MONDAY', 'FRIDAY'], time: '06:00', ...zone },
			{
				type: 'WEEKLY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_TIME', time: '06:00' },
				atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY', 'FRIDAY'] },
			},
		],
		[
			'monthly',
			{ scheduleType: 'MONTHLY', dayOfMonth: 31, time: '06:00', ...zone },
			{
				type: 'MONTHLY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_TIME', time: '06:00' },
				atDays: { type: 'DAY_OF_MONTH', day: 31 },
			},
		],
		[
			'cron',
			{ scheduleType: 'CRON', cronExpression: '0 10 ? * MON-FRI', ...zone },
			{ type: 'CRON', interval: 1, ...base, cronExpression: '0 10 ? * MON-FRI' },
		],
		[
			'today in the time zone of the workflow when nothing else is given',
			{ scheduleType: 'DAILY', time: '02:30' },
			{
				type: 'DAILY',
				interval: 1,
				startDate: '2026-03-31',
				timeZone: 'Asia/Tokyo',
				atTimes: { type: 'AT_TIME', time: '02:30' },
			},
		],
		[
			'manually',
			{ scheduleType: 'MANUAL' },
			{ type: 'MANUAL', interval: 1, startDate: '2026-03-31', timeZone: 'Asia/Tokyo' },
		],
		[
			'webhook',
			{
				scheduleType: 'WEBHOOK',
				webhookName: 'Order',
				updateFields: {
					webhookDescription: 'The shop',
					webhookTriggerCalls: 3,
					webhookTriggerTimeout: 10,
					webhookRunAsUser: 'ana.demo',
					webhookNewUrl: true,
				},
			},
			{
				type: 'WEBHOOK',
				interval: 1,
				startDate: '2026-03-31',
				timeZone: 'Asia/Tokyo',
				webhook: {
					name: 'Order',
					description: 'The shop',
					triggerCalls: 3,
					triggerTimeout: 10,
					runAsUser: 'ana.demo',
					newUrl: true,
				},
			},
		],
	])('the form says %s', async (_title, form, trigger) => {
		fact('B.42', 'B.44', 'B.45', 'B.46', 'B.61');
		platform.forget();
		expect(
			(await run('runConfiguration', 'setTaskRunConfig', set(form), { timezone: 'Asia/Tokyo' }))
				.error,
		).toBeUndefined();
		expect(sent(RUN_CONFIG)).toEqual([
			{ trigger, runtime: { type: 'REMOTE_ENGINE', id: '5f3e2d1ca1b2c3d4e5f60718' } },
		]);
		const [read] = await done('runConfiguration', 'getTaskRunConfig', { taskId: byId(task().id) });
		expect(read!.trigger).toMatchObject(
			trigger.type === 'WEBHOOK'
				? {
						type: 'WEBHOOK',
						webhook: { url: expect.stringMatching(/^http.*\/__webhooks\//) as string },
					}
				: trigger,
		);
		// What was read can be written again.
		const { error } = await run(
			'runConfiguration',
			'setTaskRunConfig',
			set({ scheduleType: 'JSON', trigger: JSON.stringify(read!.trigger) }),
		);
		expect(error).toBeUndefined();
		expect(sent(RUN_CONFIG)[1]!.trigger).toEqual(read!.trigger);
	});

	test.each(['setTaskRunConfig', 'updateTaskRunConfig', 'setPlanRunConfig'])(
		'%s shows the inputs that the schedule needs',
		(operation) => {
			const { description } = nodeTypes.Orchestration!;
			const shown = (parameters: IDataObject) => {
				const given = { resource: 'runConfiguration', operation, ...parameters } as INodeParameters;
				return description.properties
					.filter((property) =>
						NodeHelpers.displayParameter(given, property, { typeVersion: 1 }, description),
					)
					.map(({ name }) => name);
			};
			const about = (parameters: IDataObject) =>
				shown(parameters)
					.slice(shown(parameters).indexOf('scheduleType'))
					.filter((name) => !['options', 'updateFields', 'requestOptions'].includes(name));
			expect(about({ scheduleType: 'ONCE', times: 'AT_TIME' })).toEqual([
				'scheduleType',
				'times',
				'time',
				'startDate',
				'timeZone',
			]);
			expect(about({ scheduleType: 'DAILY', times: 'AT_SPECIFIC_TIMES' })).toEqual([
				'scheduleType',
				'interval',
				'times',
				'severalTimes',
				'startDate',
				'timeZone',
			]);
			expect(about({ scheduleType: 'WEEKLY', times: 'AT_INTERVALS' })).toEqual([
				'scheduleType',
				'interval',
				'days',
				'times',
				'firstTime',
				'lastTime',
				'intervalMinutes',
				'startDate',
				'timeZone',
			]);
			expect(about({ scheduleType: 'MONTHLY', times: 'AT_TIME' })).toEqual([
				'scheduleType',
				'interval',
				'dayOfMonth',
				'times',
				'time',
				'startDate',
				'timeZone',
			]);
			expect(about({ scheduleType: 'CRON' })).toEqual([
				'scheduleType',
				'cronExpression',
				'startDate',
				'timeZone',
			]);
			expect(about({ scheduleType: 'WEBHOOK' })).toEqual(['scheduleType', 'webhookName']);
			expect(about({ scheduleType: 'MANUAL' })).toEqual(['scheduleType']);
			expect(about({ scheduleType: 'JSON' })).toEqual(['scheduleType', 'trigger']);
			expect(about({ scheduleType: 'KEEP' })).toEqual(['scheduleType']);
			const inCollections = description.properties.flatMap(({ type, options }) =>
				type === 'collection' ? (options as INodeProperties[]) : [],
			);
			const webhook = inCollections.filter(({ name }) => name.startsWith('webhook'));
			expect(webhook.length).toBeGreaterThan(4);
			for (const { displayOptions } of webhook)
				expect(displayOptions).toEqual({ show: { '/scheduleType': ['WEBHOOK'] } });
		},
	);

	test('an agent can use the form, too', async () => {
		platform.forget();
		const parameters = {
			resource: 'runConfiguration',
			operation: 'setTaskRunConfig',
			allowAsTool: true,
			...set({
				scheduleType: '={{ $json.type }}',
				days: '={{ $json.days }}',
				time: '={{ $json.at }}',
				...zone,
			}),
		};
		const answers = await platform.callTool('Orchestration', parameters, [
			{ json: { type: 'DAILY', at: '05:00' } },
			{ json: { type: 'WEEKLY', at: '06:00', days: ['SUNDAY'] } },
			{ json: { type: 'WEEKLY', at: '06:00' } },
		]);
		expect(sent(RUN_CONFIG).map((body) => body.trigger)).toEqual([
			{ type: 'DAILY', interval: 1, ...base, atTimes: { type: 'AT_TIME', time: '05:00' } },
			{
				type: 'WEEKLY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_TIME', time: '06:00' },
				atDays: { type: 'DAY_OF_WEEK', days: ['SUNDAY'] },
			},
		]);
		expect(answers[2]).toMatchObject({
			message: 'Choose at least one day: what was given is empty',
			description: '"On Days" (days) is required. Nothing was sent.',
		});
	});

	test('a run configuration sends everything else of the configuration', async () => {
		fact('B.56', 'B.57', 'B.58', 'B.175');
		platform.forget();
		const more = {
			parallelExecutionAllowed: true,
			logLevel: 'INFO',
			remoteRunAsUser: 'talend',
			timeout: 5,
			deploymentStrategy: 'ROLLING',
		};
		await done(
			'runConfiguration',
			'setTaskRunConfig',
			set({
				scheduleType: 'MANUAL',
				updateFields: { ...more, microservicePort: '8090', lineage: true },
			}),
		);
		expect(sent(RUN_CONFIG)[0]).toMatchObject({ ...more, microservicePort: '8090', lineage: true });
		await done(
			'runConfiguration',
			'setTaskRunConfig',
			set({ scheduleType: 'MANUAL', updateFields: more }),
		);
		expect(
			(await done('runConfiguration', 'getTaskRunConfig', { taskId: byId(task().id) }))[0],
		).toMatchObject(more);
		// A run is terminated after the configured time.
		Object.assign(task(), {
			behaviours: [{ dispatchMs: 0, durationMs: Infinity, end: 'execution_successful' }],
		});
		const { body } = await ask('POST /processing/executions', { executable: task().id });
		const status = async () =>
			(
				(await ask(`GET /processing/executions/${(body as { executionId: string }).executionId}`))
					.body as { status: string }
			).status;
		platform.emulator.clock.advance(4.9 * 60_000);
		expect(await status()).toBe('executing');
		platform.emulator.clock.advance(10_000);
		expect(await status()).toBe('terminated_timeout');
	});

	test('an update keeps the rest of the configuration', async () => {
		const config = {
			trigger: { ...daily, atTimes: { type: 'AT_TIME', time: '02:30' } },
			runtime: { type: 'REMOTE_ENGINE', id: 'engine-1' },
			logLevel: 'INFO',
			timeout: 30,
		};
		await ask(`PUT /orchestration/executables/tasks/${task().id}/run-config`, config);
		const taskId = byId(task().id);
		expect(
			await done('runConfiguration', 'updateTaskRunConfig', {
				taskId,
				scheduleType: 'KEEP',
				updateFields: { logLevel: 'ERROR' },
			}),
		).toEqual([{ ...config, logLevel: 'ERROR' }]);
		await done('runConfiguration', 'updateTaskRunConfig', {
			taskId,
			scheduleType: 'WEEKLY',
			days: ['MONDAY'],
			time: '06:00',
			...zone,
			updateFields: { runtime: { type: 'CLOUD' } },
		});
		expect(task().runConfig).toEqual({
			trigger: {
				type: 'WEEKLY',
				interval: 1,
				...base,
				atTimes: { type: 'AT_TIME', time: '06:00' },
				atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY'] },
			},
			runtime: { type: 'CLOUD' },
			logLevel: 'ERROR',
			timeout: 30,
		});
		await refused(
			'runConfiguration',
			'updateTaskRunConfig',
			{ taskId, scheduleType: 'KEEP' },
			'Update Fields needs at least one field to change while the schedule stays as it is',
		);
		await refused(
			'runConfiguration',
			'updateTaskRunConfig',
			{ taskId, scheduleType: 'JSON', trigger: '{"type":"DAILY"}' },
			/^Schedule \(JSON\): Start Date is required$/,
		);
		Object.assign(task().runConfig!.trigger, { type: 'Multiple' });
		for (const operation of ['updateTaskRunConfig', 'setTaskRunConfig']) {
			const { error } = await run('runConfiguration', operation, {
				taskId,
				scheduleType: 'KEEP',
				...(operation === 'setTaskRunConfig' ? { runtimeType: 'CLOUD' } : {}),
				updateFields: { logLevel: 'OFF' },
			});
			expect(error!.message).toMatch(/^The current schedule is of the type Multiple/);
		}
		expect(task().runConfig!.logLevel).toBe('ERROR');
		Object.assign(task(), { configured: false, runConfig: undefined });
		expect(
			(
				await run('runConfiguration', 'setTaskRunConfig', {
					taskId,
					scheduleType: 'KEEP',
					runtimeType: 'CLOUD',
				})
			).error!.message,
		).toBe('The current schedule does not exist yet');
	});

	test("a schedule that is kept is the platform's, with the fields that it returns as null", async () => {
		const taskId = byId(task().id);
		const read = 'GET /orchestration/executables/tasks/{taskId}/run-config';
		const config = {
			trigger: {
				...daily,
				startTime: null,
				cronExpression: null,
				webhook: null,
				atTimes: { type: 'AT_TIME', time: '02:30', times: null },
			},
			runtime: { type: 'REMOTE_ENGINE', id: 'engine-1', runProfileId: null },
			remoteRunAsUser: null,
		};
		platform.emulator.faults.add({ operation: read, status: 200, body: config });
		platform.forget();
		await done('runConfiguration', 'updateTaskRunConfig', {
			taskId,
			scheduleType: 'KEEP',
			updateFields: { logLevel: 'ERROR' },
		});
		const kept = { ...daily, atTimes: { type: 'AT_TIME', time: '02:30' } };
		expect(sent(RUN_CONFIG)).toEqual([
			{ trigger: kept, runtime: { type: 'REMOTE_ENGINE', id: 'engine-1' }, logLevel: 'ERROR' },
		]);
		platform.emulator.faults.add({ operation: read, status: 200, body: config });
		await done('runConfiguration', 'setTaskRunConfig', set({ scheduleType: 'KEEP' }));
		expect(sent(RUN_CONFIG)[1]!.trigger).toEqual(kept);
		// The platform took it once: what is not known here is not refused here.
		Object.assign(task().runConfig!.trigger, { timeZone: 'Mars/Base' });
		const { error } = await run('runConfiguration', 'updateTaskRunConfig', {
			taskId,
			scheduleType: 'KEEP',
			updateFields: { logLevel: 'OFF' },
		});
		expect(error).toMatchObject({ httpCode: '400' });
		expect(sent(RUN_CONFIG)).toHaveLength(3);
	});

	test('the URL of a webhook is kept until a new one is requested', async () => {
		fact('B.45');
		const url = async (newUrl: boolean) => {
			await done(
				'runConfiguration',
				'setTaskRunConfig',
				set({
					scheduleType: 'WEBHOOK',
					webhookName: 'Order',
					...(newUrl ? { updateFields: { webhookNewUrl: true } } : {}),
				}),
			);
			return (
				(await done('runConfiguration', 'getTaskRunConfig', { taskId: byId(task().id) }))[0]!
					.trigger as { webhook: { url: string } }
			).webhook.url;
		};
		const first = await url(false);
		expect(await url(false)).toBe(first);
		expect(await url(true)).not.toBe(first);
		expect((await fetch(first, { method: 'POST' })).status).toBe(404);
	});

	test('the required number of webhook calls starts an execution, as its user', async () => {
		const executions = async () =>
			(await ask(`GET /processing/executables/tasks/${task().id}/executions?lastDays=1`)).body as {
				items: IDataObject[];
			};
		await done(
			'runConfiguration',
			'setTaskRunConfig',
			set({
				scheduleType: 'WEBHOOK',
				webhookName: 'Order',
				updateFields: { webhookTriggerCalls: 2, webhookRunAsUser: 'bao.nguyen' },
			}),
		);
		const { url } = task().runConfig!.trigger.webhook!;
		const before = (await executions()).items.length;
		await fetch(url!, { method: 'POST' });
		expect((await executions()).items).toHaveLength(before);
		platform.emulator.clock.advance(1_000);
		await fetch(url!, { method: 'POST' });
		const after = (await executions()).items;
		expect(after).toHaveLength(before + 1);
		expect(after).toContainEqual(
			expect.objectContaining({ executionType: 'WEBHOOK', userId: 'bao.nguyen' }),
		);
	});

	test('webhook calls are counted from 0 after each start, and start nothing that is paused', async () => {
		const total = async () =>
			(
				(await ask(`GET /processing/executables/tasks/${task().id}/executions?lastDays=1`))
					.body as { items: unknown[] }
			).items.length;
		await done(
			'runConfiguration',
			'setTaskRunConfig',
			set({
				scheduleType: 'WEBHOOK',
				webhookName: 'Order',
				updateFields: { webhookTriggerCalls: 2, webhookNewUrl: true },
			}),
		);
		const { url } = task().runConfig!.trigger.webhook!;
		const called = async (times: number) => {
			const before = await total();
			for (let time = 0; time < times; time++)
				expect((await fetch(url!, { method: 'POST' })).status).toBe(204);
			platform.emulator.clock.advance(1_000);
			return (await total()) - before;
		};
		expect([await called(3), await called(1), await called(1)]).toEqual([1, 1, 0]);
		await done('task', 'pause', { taskId: byId(task().id) });
		expect(await called(2)).toBe(0);
		await done('task', 'pause', { taskId: byId(task().id), pause: false });
	});

	const json = (trigger: IDataObject | string) => ({
		scheduleType: 'JSON',
		trigger: typeof trigger === 'string' ? trigger : JSON.stringify(trigger),
	});
	test.each<[string, IDataObject, RegExp]>([
		['no schedule', { scheduleType: NOTHING }, /^Schedule is required$/],
		[
			'once without a day',
			{ scheduleType: 'ONCE', time: '10:00' },
			/^Start Date is required when Schedule is Once$/,
		],
		[
			'a time that is none',
			{ scheduleType: 'DAILY', time: '25:00' },
			/^Time must be a time of day such as 08:30$/,
		],
		['no time', { scheduleType: 'DAILY', time: NOTHING }, /^Time is required$/],
		[
			'no times',
			{ scheduleType: 'DAILY', times: 'AT_SPECIFIC_TIMES' },
			/^Several Times is required$/,
		],
		[
			'no first time',
			{ scheduleType: 'DAILY', times: 'AT_INTERVALS', firstTime: NOTHING, lastTime: '18:00' },
			/^First Time is required$/,
		],
		[
			'no last time',
			{ scheduleType: 'DAILY', times: 'AT_INTERVALS', firstTime: '08:00', lastTime: NOTHING },
			/^Last Time is required$/,
		],
		[
			'an interval of 0',
			{ scheduleType: 'DAILY', interval: 0, time: '10:00' },
			/^Every \(Days, Weeks or Months\) must be at least 1$/,
		],
		[
			'weekly without days',
			{ scheduleType: 'WEEKLY', days: NOTHING, time: '10:00' },
			/^On Days is required$/,
		],
		[
			'the 32nd',
			{ scheduleType: 'MONTHLY', dayOfMonth: 32, time: '10:00' },
			/^On Day must be at most 31$/,
		],
		[
			'a cron expression with seconds',
			{ scheduleType: 'CRON', cronExpression: '0 0 10 * * ?' },
			/^Cron Expression has "\?" as year.*leave the seconds out$/,
		],
		[
			'a webhook without a name',
			{ scheduleType: 'WEBHOOK', webhookName: NOTHING },
			/^Webhook Name is required$/,
		],
		[
			'a webhook with a blank in its name',
			{ scheduleType: 'WEBHOOK', webhookName: 'Order received' },
			/^Webhook Name must have only letters, digits and underscores$/,
		],
		[
			'a time zone in small letters',
			{ scheduleType: 'DAILY', time: '10:00', timeZone: 'europe/paris' },
			/^Time Zone Name or ID must be a time zone such as Europe\/Paris$/,
		],
		[
			'a time zone that nobody knows',
			{ scheduleType: 'DAILY', time: '10:00', timeZone: 'Mars/Base' },
			/^Time Zone Name or ID must be a time zone such as Europe\/Paris$/,
		],
		['JSON that is none', json('{'), /^Schedule \(JSON\) must be an object in valid JSON$/],
		['JSON without type', json(base), /^Schedule \(JSON\): Type is required$/],
		[
			'JSON without start date',
			json({ type: 'ONCE', timeZone: 'UTC' }),
			/^Schedule \(JSON\): Start Date is required$/,
		],
		[
			'JSON without time zone',
			json({ type: 'ONCE', startDate: '2026-04-01' }),
			/^Schedule \(JSON\): Time Zone is required$/,
		],
		[
			'JSON without interval',
			json({ type: 'DAILY', ...base }),
			/^Schedule \(JSON\) needs interval when type is DAILY: only ONCE has none$/,
		],
		[
			'JSON with AT_TIME without time',
			json({ ...daily, atTimes: { type: 'AT_TIME' } }),
			/^Schedule \(JSON\) needs atTimes\.time when atTimes\.type is AT_TIME$/,
		],
		[
			'JSON with DAY_OF_MONTH without day',
			json({ ...daily, atDays: { type: 'DAY_OF_MONTH' } }),
			/^Schedule \(JSON\) needs atDays\.day when/,
		],
		[
			'JSON with a field that nobody knows',
			json({ ...daily, colour: 'red' }),
			/^Schedule \(JSON\) has no field colour$/,
		],
		[
			'JSON of the type Multiple',
			json({ ...daily, type: 'Multiple' }),
			/^Schedule \(JSON\): Type must not be Multiple: a schedule with several triggers, which is changed with the resource Schedule$/,
		],
		[
			'JSON that says of Multiple nothing else',
			json({ type: 'MULTIPLE' }),
			/^Schedule \(JSON\): Type must not be Multiple: a schedule with several triggers,/,
		],
		[
			'a timeout of 0',
			{ scheduleType: 'MANUAL', updateFields: { timeout: 0 } },
			/^Timeout \(Minutes\) must be at least 1$/,
		],
	])('%s is refused before anything is sent', async (_title, form, message) => {
		fact('B.43', 'B.179');
		await refused(
			'runConfiguration',
			'setTaskRunConfig',
			{ taskId: byId('t'), ...runtime, ...form },
			message,
		);
		if (!('runtime' in form) && !('updateFields' in form))
			await refused(
				'runConfiguration',
				'setPlanRunConfig',
				{ planId: byId('p'), ...form },
				message,
			);
	});

	/** A scheduled execution of a task or plan: one dialect gives only its date. */
	const event = ({ date, ...more }: IDataObject): IDataObject =>
		DESCRIPTION === 'vendor' ? { date } : { ...more, date };

	test('a run configuration with several triggers can be read', async () => {
		fact('B.41', 'B.70', 'B.179');
		const trigger = { ...daily, type: 'Multiple' };
		Object.assign(task(), {
			configured: true,
			runConfig: { trigger, runtime: {} },
			triggers: [
				{ ...daily, name: 'Morning', atTimes: { type: 'AT_TIME', time: '08:00' } },
				{ ...daily, name: 'Evening', atTimes: { type: 'AT_TIME', time: '20:00' } },
			],
		});
		expect(
			(await done('runConfiguration', 'getTaskRunConfig', { taskId: byId(task().id) }))[0],
		).toMatchObject({ trigger });
		const events = await done('runConfiguration', 'getTaskEvents', {
			taskId: byId(task().id),
			to: '2026-04-02T00:00:00Z',
			returnAll: true,
		});
		expect(events).toHaveLength(2);
		if (DESCRIPTION === 'documents')
			expect(events.map(({ sourceTriggerName }) => sourceTriggerName)).toEqual([
				'Morning',
				'Evening',
			]);
		expect(
			await ask(`PUT /orchestration/executables/tasks/${task().id}/run-config`, {
				trigger,
				runtime: {},
			}),
		).toMatchObject({ status: 400 });
		expect(
			await ask(`PUT /orchestration/executables/tasks/${task().id}/run-config`, {
				trigger: { ...daily, colour: 'red' },
				runtime: {},
			}),
		).toMatchObject({ status: 400, body: { message: 'Field trigger has no field colour' } });
	});

	test('a run configuration needs TMC_OPERATOR to be set', async () => {
		fact('B.42', 'B.177');
		const { headers } = await holding('TMC_ENVIRONMENT_MANAGEMENT');
		const [set, ofDynamicEngine] = DESCRIPTION === 'vendor' ? [200, { trigger: daily }] : [204, {}];
		const at = `/orchestration/executables/tasks/${task().id}` as const;
		const body = { trigger: daily, runtime: {} };
		expect((await ask(`PUT ${at}/run-config`, body, headers)).status).toBe(403);
		expect((await ask(`PUT ${at}/de-run-config`, ofDynamicEngine, headers)).status).toBe(403);
		const operator = (await holding('TMC_ENVIRONMENT_MANAGEMENT', 'TMC_OPERATOR')).headers;
		expect((await ask(`PUT ${at}/run-config`, body, operator)).status).toBe(set);
		expect((await ask(`PUT ${at}/de-run-config`, ofDynamicEngine, operator)).status).toBe(set);
		expect(
			(
				await ask(
					`PUT ${at}/run-config`,
					{
						...body,
						trigger: { ...daily, type: 'CRON', interval: undefined, cronExpression: '0 10 * * ?' },
					},
					operator,
				)
			).body,
		).toMatchObject({ status: 400, message: 'Field trigger needs interval' });
	});

	test('a run configuration is removed; if there is none, the message says so', async () => {
		fact('B.59', 'B.178');
		const taskId = byId(task().id);
		expect(await done('runConfiguration', 'removeTaskRunConfig', { taskId })).toEqual([
			{ deleted: true, taskId: task().id },
		]);
		await done('runConfiguration', 'setDynamicEngineRunConfig', {
			taskId,
			updateFields: {
				logLevel: 'INFO',
				timeout: 3,
				parallelExecutionAllowed: true,
				runProfileId: byId('profile'),
			},
		});
		expect(await done('runConfiguration', 'getDynamicEngineRunConfig', { taskId })).toEqual([
			{
				logLevel: 'INFO',
				timeout: 3,
				parallelExecutionAllowed: true,
				runProfileId: 'profile',
				...(DESCRIPTION === 'vendor'
					? { trigger: expect.objectContaining({ type: expect.any(String) as string }) as object }
					: {}),
			},
		]);
		expect((await ask('POST /processing/executions', { executable: task().id })).status).toBe(201);
		expect(await done('runConfiguration', 'removeDynamicEngineRunConfig', { taskId })).toEqual([
			{ deleted: true, taskId: task().id },
		]);
		const { error } = await run('runConfiguration', 'getTaskRunConfig', { taskId });
		expect(error).toMatchObject({ httpCode: '404' });
		expect(error!.description).toMatch(/^It may have no run configuration yet/);
		expect((await ask('POST /processing/executions', { executable: task().id })).status).toBe(501);
		expect(
			await done('runConfiguration', 'getTaskEvents', { taskId, to: '2026-05-01T00:00:00Z' }),
		).toEqual([]);
	});

	test('a schedule is enough to set the dynamic engine configuration', async () => {
		const taskId = byId(task().id);
		await done('runConfiguration', 'setDynamicEngineRunConfig', {
			taskId,
			scheduleType: 'CRON',
			cronExpression: '0 10 * * ?',
			...zone,
		});
		expect(
			sent('PUT /orchestration/executables/tasks/{taskId}/de-run-config').slice(-1),
		).toMatchObject([{ trigger: { type: 'CRON', cronExpression: '0 10 * * ?' } }]);
		await done('runConfiguration', 'removeDynamicEngineRunConfig', { taskId });
		const { error } = await run('runConfiguration', 'setDynamicEngineRunConfig', {
			taskId,
			scheduleType: 'KEEP',
		});
		expect(refusedWords(error)).toBe('Update Fields needs at least one field to change');
	});

	test('the scheduled executions of every valid cron expression are listed', async () => {
		for (const cronExpression of [
			'0 0 ? * L',
			'0 0 L-3 * ?',
			'0 22-2 * * ?',
			'0 0 ? * FRI-MON',
			'/5 * * * ?',
		]) {
			await done(
				'runConfiguration',
				'setTaskRunConfig',
				set({ scheduleType: 'CRON', cronExpression, ...zone }),
			);
			expect(
				(
					await done('runConfiguration', 'getTaskEvents', {
						taskId: byId(task().id),
						to: '2026-05-02T00:00:00Z',
						limit: 1,
					})
				).length,
			).toBe(1);
		}
		await done('runConfiguration', 'removeTaskRunConfig', { taskId: byId(task().id) });
		expect(
			await ask(`PUT /orchestration/executables/tasks/${task().id}/run-config`, {
				trigger: { ...daily, type: 'daily' },
				runtime: {},
			}),
		).toMatchObject({
			status: 400,
			body: { message: 'Field trigger has the type daily, which is not known' },
		});
		expect(
			await ask(`PUT /orchestration/executables/tasks/${task().id}/run-config`, {
				trigger: { ...daily, type: 'CRON', cronExpression: '0 0 L-3W * ?' },
				runtime: {},
			}),
		).toMatchObject({
			status: 400,
			body: {
				message: expect.stringContaining(
					'The emulator cannot evaluate the cron expression 0 0 L-3W * ?',
				) as string,
			},
		});
	});

	test('scheduled executions are listed, of a task, of a plan and of all', async () => {
		fact('B.14', 'B.68', 'B.69', 'B.70', 'B.181', 'B.182');
		const [first, second] = await done('runConfiguration', 'getTaskEvents', {
			taskId: byId(good().id),
			to: '2026-04-02T12:00:00Z',
			returnAll: true,
		});
		expect([first, second]).toEqual([
			event({ id: good().id, date: '2026-04-01T00:30:00.000Z', type: 'TASK' }),
			event({ id: good().id, date: '2026-04-02T00:30:00.000Z', type: 'TASK' }),
		]);
		const span = { from: '2026-04-02T00:00:00Z', to: '2026-04-03T00:00:00Z' };
		expect(
			await done('runConfiguration', 'getTaskEvents', {
				taskId: byId(good().id),
				to: span.to,
				filters: { from: span.from },
			}),
		).toEqual([second]);
		const all = await done('runConfiguration', 'searchEvents', {
			environmentId: named('Production'),
			to: span.to,
			returnAll: true,
			filters: { from: span.from },
		});
		expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['TASK', 'PLAN']));
		expect(all.map(({ date }) => String(date))).toEqual(all.map(({ date }) => String(date)).sort());
		const only = await done('runConfiguration', 'searchEvents', {
			environmentId: named('Production'),
			to: span.to,
			returnAll: true,
			filters: {
				from: span.from,
				tags: ['nightly'],
				workspaceIds: [finance().id],
				runtime: { type: 'REMOTE_ENGINE' },
			},
		});
		expect(only.length).toBeGreaterThan(0);
		expect(only.every(({ type }) => type === 'TASK')).toBe(true);
		const { id: drafted } = taskNamed(state(), 'Load suppliers');
		expect(
			(
				await done('runConfiguration', 'searchEvents', {
					environmentId: named('Development'),
					to: span.to,
				})
			).map(({ id }) => id),
		).toEqual([drafted, drafted]);
		await refused(
			'runConfiguration',
			'searchEvents',
			{ environmentId: byId('e'), to: span.from, filters: { from: span.to } },
			/^To must not be before From$/,
		);
		await refused(
			'runConfiguration',
			'getTaskEvents',
			{ taskId: byId('t'), to: NOTHING },
			/^To is required$/,
		);
	});

	test('a run configuration that of a plan is set, read, listed and removed, through both entry points', async () => {
		fact('B.172');
		const plan = planNamed(state(), DEMO.plan);
		const planId = byId(plan.id);
		await done('runConfiguration', 'setPlanRunConfig', {
			planId,
			scheduleType: 'DAILY',
			time: '04:00',
			...zone,
			updateFields: { parallelExecutionAllowed: true },
		});
		expect((await done('runConfiguration', 'getPlanRunConfig', { planId }))[0]).toEqual({
			trigger: { ...daily, atTimes: { type: 'AT_TIME', time: '04:00' } },
			parallelExecutionAllowed: true,
		});
		await done('runConfiguration', 'setPlanRunConfig', { planId, scheduleType: 'KEEP' });
		expect((await done('runConfiguration', 'getPlanRunConfig', { planId }))[0]).toEqual({
			trigger: { ...daily, atTimes: { type: 'AT_TIME', time: '04:00' } },
		});
		expect(
			await done('runConfiguration', 'getPlanEvents', { planId, to: '2026-04-02T00:00:00Z' }),
		).toEqual([event({ id: plan.id, date: '2026-04-01T02:00:00.000Z', type: 'PLAN' })]);
		expect(await done('schedule', 'unbindFromPlan', { planId })).toEqual([
			{ deleted: true, planId: plan.id },
		]);
		expect((await run('runConfiguration', 'getPlanRunConfig', { planId })).error).toMatchObject({
			httpCode: '404',
		});
		await done('runConfiguration', 'setPlanRunConfig', { planId, scheduleType: 'MANUAL' });
		await done('runConfiguration', 'removePlanRunConfig', { planId });
		expect((await ask('POST /processing/executions/plans', { executable: plan.id })).status).toBe(
			501,
		);
	});
});

describe('as documented', () => {
	const fieldsOf = (resource: string, operation: string, ...inner: string[]): Fields => {
		const declared = areas.Orchestration!.find(({ value }) => value === resource)!.operations[
			operation
		]!;
		return inner.reduce((fields, name) => fields[name]!.spec.fields!, bodyFields(declared));
	};

	test.each<[string, Fields, string[]?, string[]?]>([
		['CreateConnectionRequest', fieldsOf('connection', 'create')],
		['UpdateConnectionRequest', fieldsOf('connection', 'update')],
		['ConnectionParameter', fieldsOf('connection', 'create', 'parameters')],
		['CreateWorkspaceRequest', fieldsOf('workspace', 'create')],
		['PlanRequest', fieldsOf('plan', 'create')],
		['Step', fieldsOf('plan', 'create', 'steps')],
		['StepErrorHandler', fieldsOf('plan', 'create', 'steps', 'handlerOnFailure')],
		['TaskV21CreateRequest', fieldsOf('task', 'create')],
		['ArtifactRequest', fieldsOf('task', 'create', 'artifact')],
		['AutoUpgradeInfo', fieldsOf('task', 'create', 'autoUpgradeInfo')],
		// Who paused it and when is the platform's to say.
		['TaskPauseDetails', fieldsOf('task', 'pause'), [], ['user', 'pauseDate']],
		['TaskFiltersRequest', fieldsOf('task', 'search')],
		// The port of a microservice and the lineage are in the vendor's OpenAPI files only.
		[
			'TaskRunConfig',
			fieldsOf('runConfiguration', 'setTaskRunConfig'),
			['microservicePort', 'lineage'],
		],
		['Trigger', fieldsOf('runConfiguration', 'setTaskRunConfig', 'trigger')],
		['TimeSchedule', fieldsOf('runConfiguration', 'setTaskRunConfig', 'trigger', 'atTimes')],
		['DaySchedule', fieldsOf('runConfiguration', 'setTaskRunConfig', 'trigger', 'atDays')],
		[
			'Webhook',
			fieldsOf('runConfiguration', 'setTaskRunConfig', 'trigger', 'webhook'),
			['executionTimeout', 'runAsUserType'],
		],
		['Runtime', fieldsOf('runConfiguration', 'setTaskRunConfig', 'runtime')],
		[
			'DETaskRunConfig',
			fieldsOf('runConfiguration', 'setDynamicEngineRunConfig'),
			['trigger', 'lineage'],
		],
		['ScheduledEventsRequest', fieldsOf('runConfiguration', 'searchEvents')],
		['ScheduledEventsRequestRuntime', fieldsOf('runConfiguration', 'searchEvents', 'runtime')],
	])(
		'%s has the documented fields, and requires the same ones',
		(name, fields, more = [], answeredOnly = []) => {
			fact(
				'B.19',
				'B.22',
				'B.23',
				'B.24',
				'B.33',
				'B.34',
				'B.35',
				'B.37',
				'B.41',
				'B.43',
				'B.44',
				'B.46',
				'B.48',
				'B.51',
				'B.55',
				'B.56',
				'B.59',
				'B.60',
				'B.62',
				'B.67',
				'B.68',
				'B.69',
			);
			const documented = Object.fromEntries(
				Object.entries(interfaceSchemas.B![name]!.fields!)
					.filter(([field]) => !answeredOnly.includes(field))
					.map(([field, { required }]) => [field, required === true]),
			);
			const declared = Object.fromEntries(
				Object.entries(fields)
					.filter(([field]) => !more.includes(field))
					.map(([field, each]) => [nameOnWire(field, each), each.spec.required]),
			);
			expect(declared).toEqual(documented);
		},
	);

	test('TaskUpdateRequest has the fields of the documents', () => {
		fact('B.53');
		expect(Object.keys(fieldsOf('task', 'updateArtifact'))).toEqual(
			Object.keys(interfaceSchemas.B!.TaskUpdateRequest!.fields!),
		);
	});

	test('nested records of responses have the documented fields, too', async () => {
		fact('B.18', 'B.20', 'B.22', 'B.27', 'B.29', 'B.38', 'B.39', 'B.40', 'B.67');
		const wrong: string[] = [];
		const check = (schema: string, ...values: unknown[]) =>
			wrong.push(...values.flatMap((value) => schemaFindings(`B.${schema}`, value)));
		type Inner = Record<string, IDataObject & Record<string, IDataObject>>;
		const { body: task } = (await ask(
			`GET /orchestration/executables/tasks/${taskNamed(state(), DEMO.failingTask).id}`,
		)) as { body: Inner };
		check('TaskV21', task);
		check('WorkspaceInfo', task.workspace);
		check('EnvironmentInfo', task.workspace!.environment);
		check('BaseArtifactVersion', task.artifact);
		check('TaskPauseDetails', task.taskPauseDetails);
		const { body: version } = (await ask(
			`GET /orchestration/artifacts/${String(task.artifact!.id)}/versions/1.2.0`,
		)) as { body: { parameters: unknown[] } };
		check('ArtifactParameter', ...version.parameters);
		const { body: connections } = (await ask('GET /orchestration/connections')) as {
			body: { items: Array<{ parameters: unknown[] }> };
		};
		check('ConnectionParameter', ...connections.items.flatMap(({ parameters }) => parameters));
		const { body: config } = (await ask(
			`GET /orchestration/executables/tasks/${String(task.id)}/run-config`,
		)) as { body: Inner };
		check('Trigger', config.trigger);
		check('Runtime', config.runtime);
		check('TimeSchedule', config.trigger!.atTimes);
		const { body: plan } = (await ask(
			`GET /orchestration/executables/plans/${planNamed(state(), DEMO.recoveringPlan).id}`,
		)) as { body: { chart: { flows: unknown[]; nextStep: unknown } } };
		check('PlanExecutableDetails', plan);
		check('PlanStep', plan.chart, plan.chart.nextStep);
		check('PlanTask', ...plan.chart.flows);
		expect(wrong).toEqual([]);
	});

	test('a refusal has status, message and request ID', async () => {
		fact('B.231', 'B.235');
		const { status, body } = await ask('GET /orchestration/executables/tasks/none');
		expect(status).toBe(404);
		expect(body).toEqual({
			status: 404,
			message: 'Task none was not found',
			requestId: expect.any(String) as string,
		});
		expect((await ask('GET /orchestration/environments?query=name==')).body).toMatchObject({
			status: 400,
			detail: expect.any(String) as string,
		});
		expect(
			(await ask('GET /orchestration/environments', undefined, { authorization: 'Bearer none' }))
				.body,
		).toMatchObject({ status: 401, message: expect.any(String) as string });
	});

	test('refusals of executions and of metrics have shapes of their own', async () => {
		fact('B.232', 'B.234');
		const started = await ask('POST /processing/executions', { executable: 'none' });
		expect(started).toMatchObject({
			status: 404,
			body: {
				status: 404,
				message: 'Task none was not found',
				requestId: expect.any(String) as string,
			},
		});
		const at = '/monitoring/observability/executions';
		const requestId = expect.any(String) as string;
		expect((await ask(`GET ${at}/8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11/component`)).body).toEqual({
			status: 404,
			message: 'The task execution was not found',
			requestId,
		});
		expect((await ask(`GET ${at}/17/component`)).body).toEqual({
			status: 400,
			message: expect.any(String) as string,
			requestId,
		});
		expect(
			(await ask(`GET ${at}/17/component`, undefined, { authorization: 'Bearer none' })).body,
		).toEqual({ status: 401, message: expect.any(String) as string });
	});

	test('a page has 1 to 100 records, 100 by default', async () => {
		fact('B.11', 'B.12', 'B.26', 'B.151', 'B.237');
		const { connections } = orchestration();
		const [one] = connections.values();
		for (let index = 0; index < 120; index++)
			connections.set(`more-${index}`, { ...one!, id: `more-${index}`, name: `More ${index}` });
		const page = async (query: string) =>
			(await ask(`GET /orchestration/connections?name=more${query}`)).body as {
				items: unknown[];
				limit: number;
				offset: number;
				total: number;
			};
		expect(await page('')).toMatchObject({ limit: 100, offset: 0, total: 120 });
		expect((await page('&offset=100')).items).toHaveLength(20);
		expect((await page('&limit=1')).items).toHaveLength(1);
		expect((await ask('GET /orchestration/connections?limit=0')).status).toBe(400);
		expect((await ask('GET /orchestration/connections?limit=101')).status).toBe(400);
		expect((await ask('GET /orchestration/connections?offset=-1')).status).toBe(400);
		expect(
			await done('connection', 'getMany', { returnAll: true, filters: { name: 'more' } }),
		).toHaveLength(120);
		for (let index = 0; index < 120; index++) connections.delete(`more-${index}`);
		for (const unknown of UNKNOWN) expect((await ask(unknown.environments)).status).toBe(400);
	});
});

test('every operation was done, and the platform responds as documented', () => {
	fact(
		'B.12',
		'B.14',
		'B.16',
		'B.17',
		'B.21',
		'B.25',
		'B.26',
		'B.27',
		'B.29',
		'B.31',
		'B.36',
		'B.38',
		'B.49',
		'B.65',
		'B.66',
		'B.70',
	);
	const elsewhere = ['project', 'promotion', 'resource', 'schedule'];
	expect(
		judge('Orchestration', platform.everything, (resource) => !elsewhere.includes(resource)),
	).toEqual({ notDone: [], notDocumented: [] });
});
