/**
 * Dynamic engines: creations, updates and deletions, their environments, and who may change them.
 */
import type { IDataObject } from 'n8n-workflow';

import { DURATIONS_MS } from '../../../emulator/areas/engines/enginesStore';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	ask,
	engineNamed,
	newEngine,
	newName,
	permitted,
	platform,
	run,
	succeed,
	wait,
} from './stage';

test('a new dynamic engine with the given values is being created', async () => {
	fact('C.76', 'C.77');
	const name = newName('engine');
	const [made] = await succeed('dynamicEngine', 'create', {
		name,
		additionalFields: { description: 'For a test' },
	});
	expect(made).toMatchObject({
		name,
		description: 'For a test',
		state: 'CREATING',
		createdBy: 'Demo',
		lastModifiedBy: 'Demo',
	});
});

test('a dynamic engine that is read by its name is disconnected once it has been created', async () => {
	fact('C.76');
	const name = newName('engine');
	const [made] = await succeed('dynamicEngine', 'create', { name });
	wait(DURATIONS_MS.engineCreation);
	expect(await succeed('dynamicEngine', 'get', { id: byName(name) })).toEqual([
		{ ...made, state: 'DISCONNECTED', lastModifiedStateDate: expect.any(String) as string },
	]);
});

test('a dynamic engine can be given another name and description', async () => {
	fact('C.78');
	const id = await newEngine();
	const name = newName('renamed engine');
	expect(
		await succeed('dynamicEngine', 'update', {
			id: byId(id),
			updateFields: { name, description: 'Changed' },
		}),
	).toEqual([expect.objectContaining({ id, name, description: 'Changed' })]);
});

test('dynamic engines are listed in the order of their creation, up to a limit', async () => {
	const ofDemo = Object.values(DEMO_ENGINES).slice(0, 4);
	const id = await newEngine();
	const listed = await succeed('dynamicEngine', 'getMany', { returnAll: true });
	expect(listed.slice(0, 4).map(({ name }) => name)).toEqual(ofDemo);
	expect(listed.at(-1)).toMatchObject({ id });
	const limited = await succeed('dynamicEngine', 'getMany', { limit: 2 });
	expect(limited).toEqual(listed.slice(0, 2));
});

test('a deleted dynamic engine that never ran in a cluster disappears at once', async () => {
	fact('C.134');
	const id = await newEngine();
	expect(await succeed('dynamicEngine', 'delete', { id: byId(id), confirmDeletion: true })).toEqual(
		[{ deleted: true, id, cleaningUp: false }],
	);
	expect((await run('dynamicEngine', 'get', { id: byId(id) })).error).toMatchObject({
		httpCode: '404',
		message: `Dynamic engine ${id} was not found`,
	});
});

test('an update keeps the fields that are left out', async () => {
	fact('C.59', 'C.78');
	const id = await newEngine();
	platform.clearLog();
	const [renamed] = await succeed('dynamicEngine', 'update', {
		id: byId(id),
		updateFields: { name: 'Another name' },
	});
	expect(renamed).toMatchObject({ name: 'Another name', description: 'For a test' });
	expect(platform.emulator.log.map(({ operation }) => operation)).toEqual([
		'GET /processing/runtimes/dynamic-engines/{id}',
		'PUT /processing/runtimes/dynamic-engines/{id}',
	]);
	expect(
		await succeed('dynamicEngine', 'update', {
			id: byId(id),
			updateFields: { clearFields: ['description'] },
		}),
	).toEqual([expect.objectContaining({ name: 'Another name', description: '' })]);
	const [bare] = await succeed('dynamicEngine', 'create', { name: newName('engine') });
	wait(DURATIONS_MS.engineCreation);
	expect(
		await succeed('dynamicEngine', 'update', {
			id: byId(bare!.id),
			updateFields: { name: 'Without words' },
		}),
	).toEqual([expect.objectContaining({ description: '' })]);
	const incomplete = await ask(`PUT /processing/runtimes/dynamic-engines/${id}`, {
		name: 'No description',
	});
	expect(incomplete).toMatchObject({
		status: 400,
		body: { details: 'Field description is required' },
	});
});

test('an operation in progress is explained', async () => {
	fact('C.92', 'C.133', 'C.141');
	const [{ id } = {}] = await succeed('dynamicEngine', 'create', { name: newName('engine') });
	const { error } = await run('dynamicEngine', 'update', {
		id: byId(id),
		updateFields: { name: 'Too early' },
	});
	expect(error).toMatchObject({
		httpCode: '409',
		message: `An operation is ongoing for dynamic engine ${String(id)}: it is CREATING`,
	});
	expect(error!.description).toMatch(/^An operation is in progress: check the state/);
	const body = {
		status: 409,
		title: 'Conflict',
		details: expect.any(String) as string,
		instance: `/processing/runtimes/dynamic-engines/${String(id)}`,
		type: 'about:blank',
	};
	expect(
		await ask(`PUT /processing/runtimes/dynamic-engines/${String(id)}`, {
			name: 'a',
			description: 'b',
		}),
	).toMatchObject({ status: 409, body });
});

test('an engine that runs in a cluster is cleaned up when it is deleted', async () => {
	fact('C.134');
	const id = await newEngine();
	await succeed('dynamicEngine', 'generateManifest', { dynamicEngineId: byId(id) });
	wait(DURATIONS_MS.manifest);
	platform.clearLog();
	expect(await succeed('dynamicEngine', 'delete', { id: byId(id), confirmDeletion: true })).toEqual(
		[{ deleted: true, id, cleaningUp: true }],
	);
	expect(platform.emulator.log.at(-1)).toMatchObject({ status: 202, answer: {} });
	expect(await succeed('dynamicEngine', 'get', { id: byId(id) })).toEqual([
		expect.objectContaining({ state: 'DELETED' }),
	]);
	const again = await run('dynamicEngine', 'delete', { id: byId(id), confirmDeletion: true });
	expect(again.error).toMatchObject({ httpCode: '409' });
	expect(again.error!.description).toMatch(/^An operation is in progress/);
	wait(DURATIONS_MS.cleanUp);
	expect((await run('dynamicEngine', 'get', { id: byId(id) })).error).toMatchObject({
		httpCode: '404',
	});
});

test('Get Status returns the status of its infrastructure', async () => {
	fact('C.80', 'C.136');
	expect(
		await succeed('dynamicEngine', 'getInfrastructureStatus', {
			dynamicEngineId: byName(DEMO_ENGINES.engine),
		}),
	).toEqual([
		expect.objectContaining({
			status: 'RUNNING',
			dynamicEngineVersion: '1.1.0',
			services: [expect.objectContaining({ name: 'engine-operator', chartVersion: '1.1.0' })],
		}),
	]);
	expect(
		await succeed('dynamicEngine', 'getInfrastructureStatus', {
			dynamicEngineId: byName(DEMO_ENGINES.newEngine),
		}),
	).toEqual([expect.objectContaining({ status: 'NOT_DEPLOYED' })]);
});

describe('an environment on a dynamic engine', () => {
	const created = async () => {
		const [{ id } = {}] = await succeed('dynamicEngineEnvironment', 'create', {
			name: newName('environment'),
			workspaceName: 'Finance',
		});
		return {
			id,
			place: { dynamicEngineId: byName(DEMO_ENGINES.engine), environmentId: byId(id) },
		};
	};
	const connected = async () => {
		const environment = await created();
		await succeed('dynamicEngineEnvironment', 'connect', environment.place);
		return environment;
	};

	test('an environment that is not assigned has no status and cannot be removed', async () => {
		fact('C.137', 'C.138');
		const { place } = await created();
		for (const operation of ['getEnvironmentStatus', 'removeEnvironment']) {
			const { error } = await run('dynamicEngine', operation, place);
			expect(error).toMatchObject({ httpCode: '404' });
			expect(error!.description).toMatch(
				/The environment does not exist, or is not assigned to this dynamic engine\./,
			);
		}
	});

	test('an environment is starting until its set-up has ended', async () => {
		fact('C.80', 'C.137');
		const { place } = await connected();
		expect(await succeed('dynamicEngine', 'getEnvironmentStatus', place)).toEqual([
			expect.objectContaining({ status: 'STARTING' }),
		]);
		wait(DURATIONS_MS.setUp);
		expect(await succeed('dynamicEngine', 'getEnvironmentStatus', place)).toEqual([
			expect.objectContaining({
				status: 'RUNNING',
				services: [expect.objectContaining({ name: 'job-server', status: 'RUNNING' })],
			}),
		]);
	});

	test('an environment cannot be removed while it is set up', async () => {
		fact('C.93');
		const { place } = await connected();
		const early = await run('dynamicEngine', 'removeEnvironment', place);
		expect(early.error).toMatchObject({ httpCode: '409' });
		expect(early.error!.description).toMatch(
			/The environment is still being set up or removed: wait until that has ended/,
		);
	});

	test('an engine with an environment cannot be deleted', async () => {
		await connected();
		wait(DURATIONS_MS.setUp);
		expect(
			(
				await run('dynamicEngine', 'delete', {
					id: byName(DEMO_ENGINES.engine),
					confirmDeletion: true,
				})
			).error,
		).toMatchObject({ httpCode: '400' });
	});

	test('an environment is removed, which takes a while', async () => {
		fact('C.138');
		const { id, place } = await connected();
		wait(DURATIONS_MS.setUp);
		platform.clearLog();
		expect(await succeed('dynamicEngine', 'removeEnvironment', place)).toEqual([
			{ removed: true, dynamicEngineId: engineNamed(DEMO_ENGINES.engine), environmentId: id },
		]);
		expect(platform.emulator.log.at(-1)!.status).toBe(202);
		expect((await run('dynamicEngine', 'removeEnvironment', place)).error).toMatchObject({
			httpCode: '409',
		});
		wait(DURATIONS_MS.cleanUp);
		expect(await succeed('dynamicEngineEnvironment', 'get', { environmentId: byId(id) })).toEqual([
			expect.objectContaining({ status: 'NOT_ASSIGNED' }),
		]);
	});
});

test('the error reports what is wrong with an environment, with its events', async () => {
	fact('C.80', 'C.81', 'C.82');
	const [{ id } = {}] = await succeed('dynamicEngineEnvironment', 'create', {
		name: newName('environment'),
		workspaceName: 'Finance',
	});
	const place = { dynamicEngineId: byName(DEMO_ENGINES.fullEngine), environmentId: byId(id) };
	await succeed('dynamicEngineEnvironment', 'connectAndWait', { ...place, failOnFailure: false });
	const [status] = await succeed('dynamicEngine', 'getEnvironmentStatus', place);
	expect(status).toMatchObject({
		status: 'IN_ERROR',
		failureEvents: [{ message: 'Insufficient memory' }],
	});
	const { services, failureEvents } = status as { services: unknown[]; failureEvents: unknown[] };
	expect([
		...services.flatMap((each) => schemaFindings('C.ServiceDetails', each)),
		...failureEvents.flatMap((each) => schemaFindings('C.KubernetesEvent', each)),
	]).toEqual([]);
});

describe('permissions', () => {
	const id = () => byId(engineNamed(DEMO_ENGINES.engine));
	const withPermissions = async <T>(permissions: string[], work: () => Promise<T>) =>
		await permitted(['TMC_SERVICE_ACCOUNT_MANAGEMENT', ...permissions], work);
	const refusal = async (operation: string, parameters: IDataObject) =>
		(await withPermissions([], async () => await run('dynamicEngine', operation, parameters)))
			.error!;
	const missing = (needs: string) => ({
		httpCode: '403',
		description: expect.stringContaining(
			`This operation needs the permission ${needs}. Ask an administrator`,
		) as string,
	});

	test('a list of engines without permission is refused with the permissions that allow it', async () => {
		fact('C.129', 'C.130');
		expect(await refusal('getMany', {})).toMatchObject(
			missing('TMC_CLUSTER_MANAGEMENT or TMC_RUN_PROFILE_MANAGEMENT or TMC_ENVIRONMENT_MANAGEMENT'),
		);
	});

	test('the refusal to read an engine names the permissions that allow it', async () => {
		fact('C.131');
		expect(await refusal('get', { id: id() })).toMatchObject(
			missing('TMC_CLUSTER_MANAGEMENT or DYN_ENGINE_READ'),
		);
	});

	test.each<[string, () => IDataObject]>([
		['create', () => ({ name: 'Not permitted' })],
		['update', () => ({ id: id(), updateFields: { name: 'a', description: 'b' } })],
		['delete', () => ({ id: id(), confirmDeletion: true })],
	])(
		'an account that may not manage clusters cannot %s an engine',
		async (operation, parameters) => {
			fact('C.129', 'C.131');
			expect(await refusal(operation, parameters())).toMatchObject(
				missing('TMC_CLUSTER_MANAGEMENT'),
			);
		},
	);

	test('versions and the status of the infrastructure require no permission', async () => {
		fact('C.132');
		await withPermissions([], async () => {
			const { error } = await run('dynamicEngine', 'getMany');
			expect(error).toMatchObject({ httpCode: '403' });
			expect(await succeed('dynamicEngine', 'getVersions')).not.toEqual([]);
			const given = { dynamicEngineId: id() };
			expect(await succeed('dynamicEngine', 'getInfrastructureStatus', given)).toHaveLength(1);
		});
	});

	test('users who manage run profiles may list engines', async () => {
		fact('C.130');
		await withPermissions(['TMC_RUN_PROFILE_MANAGEMENT'], async () => {
			expect(await succeed('dynamicEngine', 'getMany')).not.toEqual([]);
		});
	});

	test('users who may read engines may get a single one', async () => {
		fact('C.131');
		await withPermissions(['DYN_ENGINE_READ'], async () => {
			expect(await succeed('dynamicEngine', 'get', { id: id() })).toHaveLength(1);
		});
	});
});

judgeRequests(platform, 'Engines', [
	'dynamicEngine.create',
	'dynamicEngine.delete',
	'dynamicEngine.get',
	'dynamicEngine.getEnvironmentStatus',
	'dynamicEngine.getInfrastructureStatus',
	'dynamicEngine.getMany',
	'dynamicEngine.removeEnvironment',
	'dynamicEngine.update',
]);
