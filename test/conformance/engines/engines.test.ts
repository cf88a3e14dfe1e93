/** Each operation of Talend Cloud Engine Management does its work on the platform. */
import { strFromU8, unzipSync } from 'fflate';
import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { enginesOf, DURATIONS_MS } from '../../../emulator/areas/engines/records';
import { orchestrationOf } from '../../../emulator/areas/orchestration/records';
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { TalendCloudEngines } from '../../../nodes/TalendCloudEngines/TalendCloudEngines.node';
import { areaOf } from '../../support/area';
import { ask as askOf } from '../../support/ask';
import { judge } from '../../support/conformance';
import { byId, named } from '../../support/demo';
import { schemaFindings } from '../../../tools/interface/documented';
import { pick } from '../../support/picking';
import { DESCRIPTION, platformForAll } from '../../support/platform';
import { fact } from '../../support/fact';

const SERVICE = DESCRIPTION === 'vendor' ? 'SERVICE' : 'SERVICE_ACCOUNT';

const platform = platformForAll({ keepAnswers: true });
afterEach(() => {
	expect(platform.emulator.faults.unconsumed()).toEqual([]);
});

const state = () => platform.emulator.state;
const ask = async (
	endpoint: `${string} /${string}`,
	body?: unknown,
	headers?: Record<string, string>,
) => await askOf(platform, endpoint, body, headers);
const { run, done, requests, refused } = areaOf('Engines', () => platform);

const wait = (ms: number) => platform.emulator.clock.advance(ms);
const idOf = (records: Map<string, { id: string; name: string }>, name: string) =>
	[...records.values()].find((each) => each.name === name)!.id;
const engineNamed = (name: string) => idOf(enginesOf(state()).engines, name);
const planeNamed = (name: string) => idOf(enginesOf(state()).planes, name);

let count = 0;
const newName = (what: string) => `${what} ${++count}`;

/** Does something as the demo's service account with other permissions. */
async function permitted<T>(permissions: string[], work: () => Promise<T>): Promise<T> {
	const demo = state().serviceAccounts.get(DEMO_ACCOUNT.id)!;
	const held = demo.permissions;
	demo.permissions = permissions;
	return await work().finally(() => {
		demo.permissions = held;
	});
}

// ---------------------------------------------------------------------------------------------

describe('dynamic engine', () => {
	/** A new engine that has its status. */
	async function newEngine(): Promise<string> {
		const [{ id } = {}] = await done('dynamicEngine', 'create', {
			name: newName('engine'),
			additionalFields: { description: 'For a test' },
		});
		wait(DURATIONS_MS.engineCreation);
		return String(id);
	}

	test('a dynamic engine is created, read, listed, changed and deleted', async () => {
		fact('C.76', 'C.77', 'C.78', 'C.134');
		const name = newName('engine');
		const [made] = await done('dynamicEngine', 'create', {
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
		wait(DURATIONS_MS.engineCreation);
		const id = byId(made!.id);
		expect(await done('dynamicEngine', 'get', { id: named(name) })).toEqual([
			{ ...made, state: 'DISCONNECTED', lastModifiedStateDate: expect.any(String) as string },
		]);
		expect(
			await done('dynamicEngine', 'update', {
				id,
				updateFields: { name: `${name}, renamed`, description: 'Changed' },
			}),
		).toEqual([
			expect.objectContaining({ id: made!.id, name: `${name}, renamed`, description: 'Changed' }),
		]);
		expect(
			(await done('dynamicEngine', 'getMany', { returnAll: true })).map((each) => each.name),
		).toEqual([...Object.values(DEMO_ENGINES).slice(0, 4), `${name}, renamed`]);
		expect(await done('dynamicEngine', 'getMany', { limit: 2 })).toHaveLength(2);
		expect(await done('dynamicEngine', 'delete', { id, confirmDeletion: true })).toEqual([
			{ deleted: true, id: made!.id, cleaningUp: false },
		]);
		expect((await run('dynamicEngine', 'get', { id })).error).toMatchObject({
			httpCode: '404',
			message: `Dynamic engine ${String(made!.id)} was not found`,
		});
	});

	test('an update keeps what is not given', async () => {
		fact('C.59', 'C.78');
		const id = await newEngine();
		platform.forget();
		const [renamed] = await done('dynamicEngine', 'update', {
			id: byId(id),
			updateFields: { name: 'Another name' },
		});
		expect(renamed).toMatchObject({ name: 'Another name', description: 'For a test' });
		expect(platform.emulator.log.map(({ operation }) => operation)).toEqual([
			'GET /processing/runtimes/dynamic-engines/{id}',
			'PUT /processing/runtimes/dynamic-engines/{id}',
		]);
		expect(
			await done('dynamicEngine', 'update', {
				id: byId(id),
				updateFields: { clearFields: ['description'] },
			}),
		).toEqual([expect.objectContaining({ name: 'Another name', description: '' })]);
		const [bare] = await done('dynamicEngine', 'create', { name: newName('engine') });
		wait(DURATIONS_MS.engineCreation);
		expect(
			await done('dynamicEngine', 'update', {
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
		const [{ id } = {}] = await done('dynamicEngine', 'create', { name: newName('engine') });
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
		await done('dynamicEngine', 'generateManifest', { dynamicEngineId: byId(id) });
		wait(DURATIONS_MS.manifest);
		platform.forget();
		expect(await done('dynamicEngine', 'delete', { id: byId(id), confirmDeletion: true })).toEqual([
			{ deleted: true, id, cleaningUp: true },
		]);
		expect(platform.emulator.log.at(-1)).toMatchObject({ status: 202, answer: {} });
		expect(await done('dynamicEngine', 'get', { id: byId(id) })).toEqual([
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

	async function manifest(parameters: IDataObject) {
		const { items, error } = await run('dynamicEngine', 'generateManifest', parameters);
		if (error) throw error;
		const [{ json, binary }] = items as [INodeExecutionData];
		const [[field, file]] = Object.entries(binary!) as [
			[string, { data: string; fileName?: string; mimeType: string }],
		];
		const files = Object.fromEntries(
			Object.entries(unzipSync(Buffer.from(file.data, 'base64'))).map(([name, data]) => [
				name,
				strFromU8(data),
			]),
		);
		return {
			json,
			field,
			file,
			files,
			key: /pairingKey: "(.+)"/.exec(files['infrastructure.yaml']!)![1]!,
		};
	}

	test('the Helm values are a zip, with a new key if requested', async () => {
		const dynamicEngineId = byId(await newEngine());
		const keyIn = async (options: IDataObject) => {
			const { items, error } = await run('dynamicEngine', 'generateHelm', {
				dynamicEngineId,
				binaryPropertyName: 'zip',
				options,
			});
			if (error) throw error;
			const files = unzipSync(Buffer.from(items[0]!.binary!.zip!.data, 'base64'));
			return /pairingKey: (.+)/.exec(strFromU8(files['infrastructure-values.yaml']!))![1];
		};
		const before = await keyIn({});
		expect(await keyIn({})).toBe(before);
		expect(await keyIn({ generateNewPairingKey: true })).not.toBe(before);
	});

	test('the manifest is a zip with the name from its header', async () => {
		fact('C.135', 'C.139');
		const id = await newEngine();
		const dynamicEngineId = byId(id);
		const { json, field, file, files } = await manifest({
			dynamicEngineId,
			binaryPropertyName: 'zip',
		});
		expect(field).toBe('zip');
		expect(file).toMatchObject({
			mimeType: 'application/zip',
			fileName: expect.stringMatching(/^engine-\d+-1\.2\.0\.zip$/) as string,
		});
		expect(json).toEqual({
			dynamicEngineId: id,
			fileName: file.fileName,
			mimeType: 'application/zip',
			size: Buffer.from(file.data, 'base64').length,
		});
		expect(Object.keys(files)).toEqual(['infrastructure.yaml']);
		expect(files['infrastructure.yaml']).toContain(`dynamicEngineId: "${id}"\nversion: "1.2.0"`);
		expect(
			requests(
				'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-manifest',
			).at(-1)!.body,
		).toBe('{}');
		wait(DURATIONS_MS.manifest);
		expect(await done('dynamicEngine', 'get', { id: dynamicEngineId })).toEqual([
			expect.objectContaining({ state: 'CONNECTED' }),
		]);
	});

	test('the manifest contains all environments of the engine', async () => {
		fact('C.135');
		const [environment] = await done('dynamicEngineEnvironment', 'create', {
			name: newName('environment'),
			workspaceName: 'Finance',
		});
		const [{ linkId } = {}] = await done('dynamicEngineEnvironment', 'connect', {
			environmentId: byId(environment!.id),
			dynamicEngineId: named(DEMO_ENGINES.otherEngine),
		});
		const { files } = await manifest({ dynamicEngineId: named(DEMO_ENGINES.otherEngine) });
		expect(files).toMatchObject({
			[`environments/${String(environment!.id)}.yaml`]: `environmentId: "${String(environment!.id)}"\nlinkId: "${String(linkId)}"\n`,
		});
	});

	test('the manifest is for the latest version or the chosen one, with a new key on request', async () => {
		fact('C.79', 'C.83', 'C.85', 'C.139');
		const versions = await done('dynamicEngine', 'getVersions', { returnAll: true });
		expect(versions.map(({ id }) => id)).toEqual(['1.2.0', '1.1.0', '1.0.1']);
		expect(versions[0]).toMatchObject({
			kubeVersion: '>= 1.27',
			services: [{ id: 'engine-operator', feature: 'infra', version: '1.2.0' }, expect.anything()],
		});
		expect(schemaFindings('C.DynamicEngineReleaseNote', versions[0]!.releaseNotes)).toEqual([]);
		expect(
			(versions[0]!.services as unknown[]).flatMap((each) =>
				schemaFindings('C.DynamicEngineService', each),
			),
		).toEqual([]);
		const dynamicEngineId = byId(await newEngine());
		const first = await manifest({ dynamicEngineId, options: { version: named('1.1.0') } });
		expect(first.files['infrastructure.yaml']).toContain('version: "1.1.0"');
		const again = await manifest({ dynamicEngineId, options: { version: byId('1.0.1') } });
		expect(again.key).toBe(first.key);
		const renewed = await manifest({ dynamicEngineId, options: { generateNewPairingKey: true } });
		expect(renewed.key).not.toBe(first.key);
		expect(renewed.files['infrastructure.yaml']).toContain('version: "1.2.0"');
		const { error } = await run('dynamicEngine', 'generateManifest', {
			dynamicEngineId,
			options: { version: byId('0.0.1') },
		});
		expect(error).toMatchObject({ httpCode: '400', message: 'Version 0.0.1 is not supported' });
	});

	test('there is neither a manifest nor a status until the engine has one', async () => {
		fact('C.135', 'C.136');
		const [{ id } = {}] = await done('dynamicEngine', 'create', { name: newName('engine') });
		for (const dynamicEngineId of [byId(id), byId('no-such-engine')])
			for (const operation of ['generateManifest', 'getInfrastructureStatus']) {
				const { error } = await run('dynamicEngine', operation, { dynamicEngineId });
				expect(error).toMatchObject({ httpCode: '404' });
				expect(error!.description).toMatch(
					/The dynamic engine does not exist, or has no status yet: a new one gets it after some time\./,
				);
			}
	});

	test('Get Status returns the status of its infrastructure', async () => {
		fact('C.80', 'C.136');
		expect(
			await done('dynamicEngine', 'getInfrastructureStatus', {
				dynamicEngineId: named(DEMO_ENGINES.engine),
			}),
		).toEqual([
			expect.objectContaining({
				status: 'RUNNING',
				dynamicEngineVersion: '1.1.0',
				services: [expect.objectContaining({ name: 'engine-operator', chartVersion: '1.1.0' })],
			}),
		]);
		expect(
			await done('dynamicEngine', 'getInfrastructureStatus', {
				dynamicEngineId: named(DEMO_ENGINES.newEngine),
			}),
		).toEqual([expect.objectContaining({ status: 'NOT_DEPLOYED' })]);
	});

	test('the operations return the status of an environment on it, and remove it', async () => {
		fact('C.80', 'C.93', 'C.137', 'C.138');
		const [{ id } = {}] = await done('dynamicEngineEnvironment', 'create', {
			name: newName('environment'),
			workspaceName: 'Finance',
		});
		const place = { dynamicEngineId: named(DEMO_ENGINES.engine), environmentId: byId(id) };
		for (const operation of ['getEnvironmentStatus', 'removeEnvironment']) {
			const { error } = await run('dynamicEngine', operation, place);
			expect(error).toMatchObject({ httpCode: '404' });
			expect(error!.description).toMatch(
				/The environment does not exist, or is not assigned to this dynamic engine\./,
			);
		}
		await done('dynamicEngineEnvironment', 'connect', {
			environmentId: byId(id),
			dynamicEngineId: named(DEMO_ENGINES.engine),
		});
		expect(await done('dynamicEngine', 'getEnvironmentStatus', place)).toEqual([
			expect.objectContaining({ status: 'STARTING' }),
		]);
		const early = await run('dynamicEngine', 'removeEnvironment', place);
		expect(early.error).toMatchObject({ httpCode: '409' });
		expect(early.error!.description).toMatch(
			/The environment is still being set up or removed: wait until that has ended/,
		);
		wait(DURATIONS_MS.setUp);
		expect(
			await done('dynamicEngine', 'getEnvironmentStatus', { ...place, environmentId: byId(id) }),
		).toEqual([
			expect.objectContaining({
				status: 'RUNNING',
				services: [expect.objectContaining({ name: 'job-server', status: 'RUNNING' })],
			}),
		]);
		expect(
			(
				await run('dynamicEngine', 'delete', {
					id: named(DEMO_ENGINES.engine),
					confirmDeletion: true,
				})
			).error,
		).toMatchObject({ httpCode: '400' });
		platform.forget();
		expect(await done('dynamicEngine', 'removeEnvironment', place)).toEqual([
			{ removed: true, dynamicEngineId: engineNamed(DEMO_ENGINES.engine), environmentId: id },
		]);
		expect(platform.emulator.log.at(-1)!.status).toBe(202);
		expect((await run('dynamicEngine', 'removeEnvironment', place)).error).toMatchObject({
			httpCode: '409',
		});
		wait(DURATIONS_MS.cleanUp);
		expect(await done('dynamicEngineEnvironment', 'get', { environmentId: byId(id) })).toEqual([
			expect.objectContaining({ status: 'NOT_ASSIGNED' }),
		]);
	});

	test('the error reports what does not work in an environment, with its events', async () => {
		fact('C.80', 'C.81', 'C.82');
		const [{ id } = {}] = await done('dynamicEngineEnvironment', 'create', {
			name: newName('environment'),
			workspaceName: 'Finance',
		});
		const place = { dynamicEngineId: named(DEMO_ENGINES.fullEngine), environmentId: byId(id) };
		await done('dynamicEngineEnvironment', 'connectAndWait', { ...place, failOnFailure: false });
		const [status] = await done('dynamicEngine', 'getEnvironmentStatus', place);
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

	test('a dynamic engine says which permission each operation needs', async () => {
		fact('C.129', 'C.130', 'C.131', 'C.132');
		const id = byId(engineNamed(DEMO_ENGINES.engine));
		const dynamicEngineId = id;
		await permitted(['TMC_SERVICE_ACCOUNT_MANAGEMENT'], async () => {
			for (const [operation, parameters, needs] of [
				[
					'getMany',
					{},
					'TMC_CLUSTER_MANAGEMENT or TMC_RUN_PROFILE_MANAGEMENT or TMC_ENVIRONMENT_MANAGEMENT',
				],
				['get', { id }, 'TMC_CLUSTER_MANAGEMENT or DYN_ENGINE_READ'],
				['create', { name: 'Not permitted' }, 'TMC_CLUSTER_MANAGEMENT'],
				['update', { id, updateFields: { name: 'a', description: 'b' } }, 'TMC_CLUSTER_MANAGEMENT'],
				['delete', { id, confirmDeletion: true }, 'TMC_CLUSTER_MANAGEMENT'],
			] as Array<[string, IDataObject, string]>) {
				const { error } = await run('dynamicEngine', operation, parameters);
				expect(error).toMatchObject({ httpCode: '403' });
				expect(error!.description).toContain(
					`This needs the permission ${needs}: ask an administrator`,
				);
			}
			await done('dynamicEngine', 'getVersions');
			await done('dynamicEngine', 'getInfrastructureStatus', { dynamicEngineId });
		});
		await permitted(
			['TMC_SERVICE_ACCOUNT_MANAGEMENT', 'TMC_RUN_PROFILE_MANAGEMENT'],
			async () => await done('dynamicEngine', 'getMany'),
		);
		await permitted(
			['TMC_SERVICE_ACCOUNT_MANAGEMENT', 'DYN_ENGINE_READ'],
			async () => await done('dynamicEngine', 'get', { id }),
		);
	});
});

// ---------------------------------------------------------------------------------------------

describe('data plane', () => {
	const AZURE = {
		clientId: 'an-azure-client',
		clientSecret: 'an-azure-secret',
		subscriptionId: 'an-azure-subscription',
	};
	const AWS = { accessKey: 'an-aws-key-id', secretKey: 'an-aws-secret' };
	const aks = (more: IDataObject = {}) => ({
		name: newName('plane'),
		instanceType: 'Standard_D4s_v5',
		nodeConfig: { minSize: 2, maxSize: 4, diskSize: 100 },
		region: 'westeurope',
		credentialConfig: { value: AZURE },
		resourceGroupName: 'talend',
		...more,
	});
	const eks = (more: IDataObject = {}) => ({
		name: newName('plane'),
		instanceType: 'm5.xlarge',
		nodeConfig: { minSize: 1 },
		region: 'eu-west-1',
		credentialConfig: { value: AWS },
		vpcConfig: { subnetIds: ['subnet-1', 'subnet-2'] },
		...more,
	});
	const bodyOf = () =>
		JSON.parse(requests('POST /processing/data-planes').at(-1)!.body) as IDataObject;

	test('a data plane is created on AKS and EKS with cloud keys, each with its own form', async () => {
		fact(
			'C.9',
			'C.55',
			'C.58',
			'C.60',
			'C.61',
			'C.62',
			'C.63',
			'C.66',
			'C.67',
			'C.68',
			'C.69',
			'C.75',
			'C.121',
			'C.126',
		);
		const auditLoggingConf = {
			monitoring: true,
			logAnalyticsWorkspaceGroup: 'logs',
			logAnalyticsWorkspaceName: 'audit',
		};
		const [azure] = await done(
			'dataPlane',
			'createAks',
			aks({
				simplify: false,
				additionalFields: {
					auditLoggingConf,
					autoscalingEnabled: true,
					tags: { pairs: [{ name: 'team', value: 'finance' }] },
				},
			}),
		);
		expect(bodyOf()).toMatchObject({
			provider: 'AKS',
			credentialConfig: AZURE,
			nodeConfig: { minSize: 2, maxSize: 4, diskSize: 100 },
			auditLoggingConf,
			autoscalingEnabled: true,
			resourceGroupName: 'talend',
		});
		expect(azure).toMatchObject({
			provider: 'AKS',
			state: 'CREATING',
			aksLoggingConf: auditLoggingConf,
			tags: { team: 'finance' },
		});
		expect(azure).not.toHaveProperty('bootstrapCommand');
		const [aws] = await done(
			'dataPlane',
			'createEks',
			eks({ simplify: false, additionalFields: { eksLoggingTypes: ['audit', 'something new'] } }),
		);
		expect(bodyOf()).toMatchObject({
			provider: 'EKS',
			credentialConfig: AWS,
			vpcConfig: { subnetIds: ['subnet-1', 'subnet-2'] },
		});
		expect(aws).toMatchObject({ provider: 'EKS', eksLoggingTypes: ['audit', 'something new'] });
		wait(DURATIONS_MS.cluster);
		const [ready] = await done('dataPlane', 'get', { id: byId(azure!.id), simplify: false });
		expect(ready).toMatchObject({
			state: 'CONNECTED',
			nodes: [
				{ name: 'node-1', roles: expect.any(Array) as string[], address: '10.0.0.1' },
				{ name: 'node-2' },
			],
		});
		expect(
			(ready!.nodes as unknown[]).flatMap((each) =>
				schemaFindings('C.DataPlaneNodeResponse', each),
			),
		).toEqual([]);
		expect(schemaFindings('C.AksLoggingConf', ready!.aksLoggingConf)).toEqual([]);
	});

	test('cloud keys appear in no output, list or error', async () => {
		fact('C.67', 'C.68');
		for (const [operation, keys, parameters] of [
			['createAks', AZURE, aks()],
			['createEks', AWS, eks()],
			['createAks', AZURE, aks({ credentialConfigJson: JSON.stringify(AZURE) })],
		] as Array<[string, Record<string, string>, IDataObject]>) {
			const good = await done('dataPlane', operation, { ...parameters, simplify: false });
			const all = await done('dataPlane', 'getMany', { returnAll: true, simplify: false });
			const echo = {
				title: `Look at ${Object.values(keys)[1]}`,
				details: `Not accepted: ${Object.values(keys).join(' and ')}`,
			};
			platform.emulator.faults.add({
				operation: 'POST /processing/data-planes',
				status: 400,
				body: echo,
			});
			const { error } = await run('dataPlane', operation, parameters);
			expect(error!.message).toMatch(/^Not accepted: \*\*\*/);
			const text = JSON.stringify([good, all, error, error!.message, error!.description]);
			for (const value of Object.values(keys)) expect(text).not.toContain(value);
			expect(await (await fetch(`${platform.address}/__emulator/log`)).text()).not.toContain(
				Object.values(keys)[1],
			);
		}
	});

	test.each<[string, unknown, string | undefined]>([
		[
			'in JSON',
			{
				title: 'Bad Request',
				details: `No such key: ${JSON.stringify({ clientSecret: 'a "quoted" \\ secret' })}`,
			},
			undefined,
		],
		[
			'in an address',
			{
				title: 'Bad Request',
				details: `No such key: ?secret=${encodeURIComponent('a "quoted" \\ secret')}`,
			},
			undefined,
		],
		['at the end of a long text', `${'x'.repeat(290)} a "quoted" \\ secret`, 'text/plain'],
	])(
		'a cloud key that the platform repeats %s appears in no error',
		async (_where, body, contentType) => {
			const clientSecret = 'a "quoted" \\ secret';
			platform.emulator.faults.add({
				operation: 'POST /processing/data-planes',
				status: 400,
				body,
				contentType,
			});
			const { error } = await run(
				'dataPlane',
				'createAks',
				aks({ credentialConfig: { value: { ...AZURE, clientSecret } } }),
			);
			expect(error).toMatchObject({ httpCode: '400' });
			expect(`${error!.message} ${error!.description}`).not.toMatch(/quoted|a "q|a %22/);
			expect(`${error!.message} ${error!.description}`).toContain('***');
		},
	);

	test('a cloud key that the platform repeats in its response appears in no output', async () => {
		platform.emulator.faults.add({
			operation: 'POST /processing/data-planes',
			status: 201,
			body: {
				id: 'c-1',
				name: 'echo',
				credentialConfig: AZURE,
				notes: [`with ${AZURE.clientSecret}`],
			},
		});
		const [made] = await done('dataPlane', 'createAks', aks({ simplify: false }));
		expect(made).toMatchObject({ id: 'c-1', name: 'echo', notes: ['with ***'] });
		for (const value of Object.values(AZURE)) expect(JSON.stringify(made)).not.toContain(value);
	});

	test('a key that is a common word changes no other value of the output', async () => {
		const [made] = await done(
			'dataPlane',
			'createAks',
			aks({
				name: 'a finance cluster',
				credentialConfig: { value: { ...AZURE, clientId: 'finance' } },
			}),
		);
		expect(made).toMatchObject({ name: 'a finance cluster' });
	});

	test.each(['workflow', 'tool'] as const)(
		'a continued item that n8n stores contains no cloud keys, as a %s',
		async (entryPoint) => {
			for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
				platform.emulator.faults.add({
					operation: 'POST /processing/data-planes',
					status: 400,
					body: { title: 'Bad Request', details: `No: ${AZURE.clientSecret}`, data: AZURE },
				});
				const { items, errorItems, hints, error } = await run('dataPlane', 'createAks', aks(), {
					onError,
					entryPoint,
				});
				const text = JSON.stringify([items, errorItems, hints, error]);
				expect(text).toContain('No: ***');
				for (const value of Object.values(AZURE)) expect(text).not.toContain(value);
			}
		},
	);

	test('cloud keys are typed as passwords', () => {
		fact('C.67', 'C.68');
		const forms = new TalendCloudEngines().description.properties.filter(
			({ name, type }) => name === 'credentialConfig' && type === 'collection',
		);
		const inputs = forms.flatMap(({ options }) => options as INodeProperties[]);
		expect(inputs.map(({ name, typeOptions }) => [name, typeOptions?.password])).toEqual(
			[...Object.keys(AZURE), ...Object.keys(AWS)].map((name) => [name, true]),
		);
	});

	test('a data plane is created on your own machines or in an existing cluster, with the command that connects it', async () => {
		fact('C.9', 'C.55', 'C.57', 'C.64', 'C.65', 'C.121', 'C.126', 'C.127');
		const [custom] = await done('dataPlane', 'createCustom', {
			name: newName('plane'),
			provider: 'RKE2',
			additionalFields: { distribution: 'rke2', oneNodeDemo: true },
		});
		const [registered] = await done('dataPlane', 'register', {
			name: newName('plane'),
			provider: 'IMPORTED',
		});
		expect(
			requests('POST /processing/data-planes')
				.slice(-2)
				.map(({ status }) => status),
		).toEqual([201, 200]);
		for (const each of [custom, registered]) {
			const { token, command } = each!.bootstrapCommand as Record<string, string>;
			expect(command).toContain(token);
			expect(each).toMatchObject({ state: 'WAITING_FOR_BOOTSTRAP' });
			expect((await done('dataPlane', 'get', { id: byId(each!.id) }))[0]).not.toHaveProperty(
				'bootstrapCommand',
			);
		}
		expect(await done('dataPlane', 'get', { id: byId(custom!.id), simplify: false })).toEqual([
			expect.objectContaining({ oneNodeDemo: true, bootstrapCommand: custom!.bootstrapCommand }),
		]);
		wait(DURATIONS_MS.bootstrap);
		expect(await done('dataPlane', 'get', { id: byId(registered!.id) })).toEqual([
			expect.objectContaining({ state: 'CONNECTED' }),
		]);
		expect(new TalendCloudEngines().description.sensitiveOutputFields).toEqual([
			'preAuthorizedKey',
			'bootstrapCommand',
			'password',
		]);
	});

	test('an update turns the logs of EKS off', async () => {
		const [made] = await done('dataPlane', 'createEks', eks());
		wait(DURATIONS_MS.cluster);
		await done('dataPlane', 'update', {
			id: byId(made!.id),
			updateFields: { eksLoggingTypes: [] },
		});
		expect(JSON.parse(requests('PUT /processing/data-planes/{id}').at(-1)!.body)).toMatchObject({
			eksLoggingTypes: [],
		});
		expect(
			(await done('dataPlane', 'get', { id: byId(made!.id), simplify: false }))[0],
		).toMatchObject({ eksLoggingTypes: [] });
	});

	test('the provider must match the form', async () => {
		fact('C.120', 'C.126');
		const { error } = await run(
			'dataPlane',
			'createAks',
			aks({ additionalFields: { provider: 'EKS' } }),
		);
		expect(error!.description).toMatch(
			/^Check the fields. If the platform does not know the provider AKS, add Provider Name/,
		);
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'Provider EKS does not match the other fields',
		});
		expect(
			(await run('dataPlane', 'register', { name: 'x', provider: 'AKS' })).error!.message,
		).toBe('Provider AKS needs the fields of a managed cluster');
		expect(
			await ask('POST /processing/data-planes', { name: 'x', provider: 'AKS', instanceType: 'x' }),
		).toMatchObject({ status: 400 });
	});

	test('a data plane is listed, partly changed, and deleted when no operation is in progress', async () => {
		fact('C.59', 'C.60', 'C.90', 'C.122', 'C.123', 'C.124');
		const planes = await done('dataPlane', 'getMany', { returnAll: true });
		expect(planes.map(({ name }) => name)).toEqual(
			expect.arrayContaining([DEMO_ENGINES.plane, DEMO_ENGINES.otherPlane]),
		);
		expect(planes[0]).not.toHaveProperty('createdBy');
		const [{ id } = {}] = await done('dataPlane', 'createAks', aks());
		const plane = byId(id);
		const busy = await run('dataPlane', 'update', {
			id: plane,
			updateFields: { name: 'Too early', description: 'Too early' },
		});
		expect(busy.error).toMatchObject({
			httpCode: '409',
			message: `An operation is ongoing for data plane ${String(id)}: it is CREATING`,
		});
		expect(busy.error!.description).toMatch(/^An operation is in progress/);
		wait(DURATIONS_MS.cluster);
		const aksAuditLoggingConf = { monitoring: false };
		const [changed] = await done('dataPlane', 'update', {
			id: plane,
			simplify: false,
			updateFields: {
				description: 'Changed',
				tags: { pairs: [{ name: 'a', value: 'b' }] },
				aksAuditLoggingConf,
				eksLoggingTypes: ['api'],
			},
		});
		expect(changed).toMatchObject({
			description: 'Changed',
			tags: { a: 'b' },
			aksLoggingConf: aksAuditLoggingConf,
			state: 'UPDATING',
		});
		const changing = await run('dataPlane', 'delete', { id: plane, confirmDeletion: true });
		expect(changing.error).toMatchObject({ httpCode: '409' });
		expect(changing.error!.description).toMatch(/^An operation is in progress/);
		wait(DURATIONS_MS.update);
		expect(await done('dataPlane', 'delete', { id: plane, confirmDeletion: true })).toEqual([
			{ deleted: true, id, cleaningUp: true },
		]);
		expect(await done('dataPlane', 'get', { id: plane })).toEqual([
			expect.objectContaining({ state: 'DELETING' }),
		]);
		wait(DURATIONS_MS.cleanUp);
		expect((await run('dataPlane', 'get', { id: plane })).error).toMatchObject({ httpCode: '404' });
		const [never] = await done('dataPlane', 'register', {
			name: newName('plane'),
			provider: 'IMPORTED',
		});
		expect(
			await done('dataPlane', 'delete', { id: byId(never!.id), confirmDeletion: true }),
		).toEqual([{ deleted: true, id: never!.id, cleaningUp: false }]);
	});

	test('the settings of the providers are not a data plane', async () => {
		fact('C.73');
		expect(await done('dataPlane', 'getSettings')).toEqual([
			{
				awsEks: { kubernetesVersion: expect.any(String) as string, servicesDisabled: [] },
				azureAks: {
					kubernetesVersion: expect.any(String) as string,
					servicesDisabled: ['monitoring'],
				},
				rke2: { kubernetesVersion: expect.any(String) as string },
			},
		]);
	});

	test('members are added for a limited time, with a role and a password that is shown once', async () => {
		fact('C.10', 'C.70', 'C.71', 'C.72', 'C.125');
		const dataPlaneId = named(DEMO_ENGINES.plane);
		const roles = await done('dataPlane', 'getMemberRoles', { dataPlaneId, returnAll: true });
		expect(roles).toEqual([
			{ id: 'cluster-owner', description: expect.any(String) as string },
			{ id: 'cluster-member', description: expect.any(String) as string },
		]);
		const [guest] = await done('dataPlane', 'addMember', {
			dataPlaneId,
			roleId: byId('cluster-member'),
			additionalFields: { duration: 2, description: 'Support', username: 'guest' },
		});
		expect(guest).toMatchObject({
			username: 'guest',
			role: 'cluster-member',
			description: 'Support',
			password: expect.any(String) as string,
			expireAt: new Date(platform.emulator.clock.now() + 7_200_000).toISOString(),
		});
		const [lasting] = await done('dataPlane', 'addMember', {
			dataPlaneId,
			roleId: byId('cluster-owner'),
		});
		expect(lasting).toMatchObject({ username: expect.stringMatching(/^member-/) as string });
		expect(lasting).not.toHaveProperty('expireAt');
		const listed = await done('dataPlane', 'getMembers', { dataPlaneId, returnAll: true });
		expect(listed.map(({ username }) => username)).toEqual(['guest', lasting!.username]);
		for (const each of listed) expect(each).not.toHaveProperty('password');
		wait(7_200_000);
		expect((await done('dataPlane', 'getMembers', { dataPlaneId })).map(({ id }) => id)).toEqual([
			lasting!.id,
		]);
		expect(
			await done('dataPlane', 'removeMember', {
				dataPlaneId,
				id: named(String(lasting!.username)),
			}),
		).toEqual([{ deleted: true, dataPlaneId: planeNamed(DEMO_ENGINES.plane), id: lasting!.id }]);
		expect(await done('dataPlane', 'getMembers', { dataPlaneId })).toEqual([]);
		expect(
			(await run('dataPlane', 'addMember', { dataPlaneId, roleId: byId('nobody') })).error!.message,
		).toBe('Role nobody does not exist');
	});

	test('every operation needs the permission to manage clusters', async () => {
		fact('C.119', 'C.120');
		const id = byId(planeNamed(DEMO_ENGINES.plane));
		const dataPlaneId = id;
		const held = (await ask('GET /account/service-accounts/permissions')).body as string[];
		await permitted(
			held.filter((permission) => permission !== 'TMC_CLUSTER_MANAGEMENT'),
			async () => {
				for (const [operation, parameters] of [
					['getMany', {}],
					['get', { id }],
					['createAks', aks()],
					['createEks', eks()],
					['createCustom', { name: 'x', provider: 'RKE2' }],
					['register', { name: 'x', provider: 'IMPORTED' }],
					['update', { id, updateFields: { name: 'a', description: 'b' } }],
					['delete', { id, confirmDeletion: true }],
					['getSettings', {}],
					['getMembers', { dataPlaneId }],
					['addMember', { dataPlaneId, roleId: byId('cluster-member') }],
					['removeMember', { dataPlaneId, id }],
					['getMemberRoles', { dataPlaneId }],
				] as Array<[string, IDataObject]>) {
					const { error } = await run('dataPlane', operation, parameters);
					expect(error).toMatchObject({ httpCode: '403' });
					expect(error!.description).toContain('This needs the permission TMC_CLUSTER_MANAGEMENT');
				}
			},
		);
	});
});

// ---------------------------------------------------------------------------------------------

const KINDS = [
	{
		kind: 'dynamic engine',
		resource: 'dynamicEngineEnvironment',
		base: '/orchestration/dynamic-engine-environments',
		at: 'dynamicEngineId',
		on: 'deId',
		host: () => engineNamed(DEMO_ENGINES.engine),
		other: () => engineNamed(DEMO_ENGINES.otherEngine),
		free: 'NOT_ASSIGNED',
		joining: 'SET_UP_REQUIRED',
		joined: 'READY',
		leaving: 'READY',
		broken: 'NOT_READY',
		spelled: {
			joining: 'Set Up Required',
			joined: 'Ready',
			broken: 'Not Ready',
			free: 'Not Assigned',
		},
		tellsLink: true,
	},
	{
		kind: 'data plane',
		resource: 'dataPlaneEnvironment',
		base: '/orchestration/dataplane-environments',
		at: 'dataplaneId',
		on: 'dpId',
		host: () => planeNamed(DEMO_ENGINES.plane),
		other: () => planeNamed(DEMO_ENGINES.otherPlane),
		free: 'NOT_CONNECTED',
		joining: 'CONNECTING',
		joined: 'CONNECTED',
		leaving: 'DISCONNECTING',
		broken: 'IN_ERROR',
		spelled: {
			joining: 'Connecting',
			joined: 'Connected',
			broken: 'In Error',
			free: 'Not Connected',
		},
		tellsLink: false,
	},
] as const;

describe.each(KINDS)(
	'$kind environment',
	({
		kind,
		resource,
		base,
		at,
		on,
		host,
		other,
		free,
		joining,
		joined,
		leaving,
		broken,
		spelled,
		tellsLink,
	}) => {
		const READ = `GET ${base}/{environmentId}`;

		/** A new environment. */
		async function newEnvironment(): Promise<string> {
			const [{ id } = {}] = await done(resource, 'create', {
				name: newName('environment'),
				workspaceName: 'Finance',
			});
			return String(id);
		}
		const connecting = (id: string, to = host()) => ({ environmentId: byId(id), [at]: byId(to) });
		const read = async (id: string) =>
			(await done(resource, 'get', { environmentId: byId(id), simplify: false }))[0]!;
		/** The engine or plane as the emulator keeps it. */
		const hostOf = (id: string) =>
			(enginesOf(state()).engines.get(id) ?? enginesOf(state()).planes.get(id))!;

		test('a data plane is created with a workspace, read, partly changed, and deleted with all its contents', async () => {
			fact(
				'B.110',
				'B.111',
				'B.113',
				'B.114',
				'B.115',
				'B.119',
				'B.135',
				'B.216',
				'B.217',
				'B.218',
				'B.219',
				'B.225',
				'B.226',
				'B.227',
			);
			const name = newName('environment');
			const [made] = await done(resource, 'create', {
				name: `  ${name} `,
				workspaceName: 'First',
				simplify: false,
				additionalFields: {
					description: 'For a test',
					owner: 'bao.nguyen',
					logStrategy: 'CONTROL_PLANE',
					metricsStrategy: '={{ "ELSEWHERE" }}',
				},
			});
			expect(made).toMatchObject({
				name,
				description: 'For a test',
				status: free,
				logStrategy: 'CONTROL_PLANE',
				metricsStrategy: 'ELSEWHERE',
				creatorType: SERVICE,
				createdBy: 'Demo',
			});
			expect(requests(`POST ${base}`).at(-1)!.status).toBe(201);
			const { environments, workspaces, tasks } = orchestrationOf(state());
			const workspace = [...workspaces.values()].find(
				({ environmentId }) => environmentId === made!.id,
			)!;
			expect(workspace).toMatchObject({ name: 'First', owner: 'bao.nguyen', type: 'custom' });
			tasks.set('of-it', { ...[...tasks.values()][0]!, id: 'of-it', workspaceId: workspace.id });
			const environmentId = byId(made!.id);
			expect(await done(resource, 'get', { environmentId, simplify: false })).toEqual([made]);
			expect(await done(resource, 'get', { environmentId })).toEqual([
				expect.not.objectContaining({ creatorType: expect.anything() as string }),
			]);
			platform.forget();
			expect(
				await done(resource, 'update', {
					environmentId,
					updateFields: { clearFields: ['description'], metricsStrategy: 'NONE' },
				}),
			).toEqual([
				expect.objectContaining({
					name,
					description: '',
					logStrategy: 'CONTROL_PLANE',
					metricsStrategy: 'NONE',
				}),
			]);
			expect(platform.emulator.log.map(({ body }) => body)).toEqual([
				'{"description":"","metricsStrategy":"NONE"}',
			]);
			expect(
				await done(resource, 'update', {
					environmentId,
					updateFields: { name: ` ${name}, renamed ` },
				}),
			).toEqual([expect.objectContaining({ name: `${name}, renamed` })]);
			expect(await done(resource, 'delete', { environmentId, confirmDeletion: true })).toEqual([
				{ deleted: true, environmentId: made!.id },
			]);
			expect([
				environments.has(String(made!.id)),
				workspaces.has(workspace.id),
				tasks.has('of-it'),
			]).toEqual([false, false, false]);
			expect((await run(resource, 'get', { environmentId })).error).toMatchObject({
				httpCode: '404',
			});
		});

		test('an environment stores logs and metrics nowhere unless configured', async () => {
			fact('B.114', 'B.119');
			expect(await read(await newEnvironment())).toMatchObject({
				description: '',
				logStrategy: 'NONE',
				metricsStrategy: 'NONE',
			});
		});

		test('a name can be used only once', async () => {
			fact('B.118', 'B.216', 'B.218', 'B.225');
			const { name } = await read(await newEnvironment());
			const { error } = await run(resource, 'create', { name, workspaceName: 'Finance' });
			expect(error).toMatchObject({
				httpCode: '409',
				message: `An environment with the name ${String(name)} already exists`,
			});
			expect(error!.description).toMatch(
				/^The name must differ from those of all other environments: choose another\./,
			);
			expect(await ask(`POST ${base}`, { name, workspaceName: 'x' })).toMatchObject({
				status: 409,
				body: {
					status: 409,
					message: expect.any(String) as string,
					uri: base,
					requestId: expect.any(String) as string,
				},
			});
			const renamed = await run(resource, 'update', {
				environmentId: byId(await newEnvironment()),
				updateFields: { name },
			});
			expect(renamed.error).toMatchObject({ httpCode: '409' });
			expect(renamed.error!.description).toMatch(/^The name must differ/);
		});

		test('a data plane is searched by name, status and host, sorted, page by page', async () => {
			fact('B.13', 'B.116', 'B.117', 'B.222', 'B.230');
			const prefix = newName('searched');
			const ids: unknown[] = [];
			for (const letter of ['b', 'a', 'c']) {
				ids.push(
					(
						await done(resource, 'create', {
							name: `${prefix} ${letter}`,
							workspaceName: 'Finance',
						})
					)[0]!.id,
				);
				wait(1_000);
			}
			const found = async (filters: IDataObject) =>
				(
					await done(resource, 'search', {
						returnAll: true,
						filters: { name: prefix.toUpperCase(), ...filters },
					})
				).map(({ id }) => id);
			expect(await found({})).toEqual([ids[2], ids[1], ids[0]]);
			expect(await found({ sortBy: 'NAME', sortOrder: 'ASC' })).toEqual([ids[1], ids[0], ids[2]]);
			await done(resource, 'connect', connecting(String(ids[1]), other()));
			expect(await found({ [on]: byId(other()) })).toEqual([ids[1]]);
			expect(await found({ status: joining })).toEqual([ids[1]]);
			expect(await found({ offset: 1 })).toEqual([ids[1], ids[0]]);
			expect(await done(resource, 'search', { limit: 1, filters: { name: prefix } })).toHaveLength(
				1,
			);
			platform.emulator.faults.add({
				operation: `POST ${base}/search`,
				status: 200,
				body: {
					items: [{ id: 'x', name: 'As the vendor writes it' }],
					limit: 100,
					offset: 0,
					total: 1,
				},
			});
			expect(await done(resource, 'search')).toEqual([
				{ id: 'x', name: 'As the vendor writes it' },
			]);
		});

		test('a search whose response was lost is sent again', async () => {
			platform.emulator.faults.add({ operation: `POST ${base}/search`, breaks: 'after' });
			platform.forget();
			await done(resource, 'search', { limit: 1 });
			expect(requests(`POST ${base}/search`)).toHaveLength(2);
		});

		test('a data plane is connected and disconnected, once each', async () => {
			fact(
				'B.111',
				'B.112',
				'B.113',
				'B.135',
				'B.136',
				'B.137',
				'B.141',
				'B.143',
				'B.145',
				'B.220',
				'B.221',
				'B.228',
				'B.229',
			);
			const id = await newEnvironment();
			platform.forget();
			const [first] = await done(resource, 'connect', connecting(id));
			const linkId = enginesOf(state()).environments.get(id)!.link!.id;
			expect(first).toEqual({
				success: true,
				environmentId: id,
				[at]: host(),
				alreadyConnected: false,
				...(tellsLink ? { location: linkId, linkId } : {}),
			});
			expect(await read(id)).toMatchObject({
				status: joining,
				[on]: host(),
				...(tellsLink ? { linkId } : {}),
			});
			expect(await done(resource, 'connect', connecting(id))).toEqual([
				{ ...first, alreadyConnected: true },
			]);
			wait(DURATIONS_MS.setUp);
			expect(await read(id)).toMatchObject({ status: joined });
			expect(await done(resource, 'disconnect', { environmentId: byId(id) })).toEqual([
				{ success: true, environmentId: id, alreadyDisconnected: false },
			]);
			expect(await read(id)).toMatchObject({ status: leaving });
			wait(DURATIONS_MS.cleanUp);
			expect(await done(resource, 'disconnect', { environmentId: byId(id) })).toEqual([
				{ success: true, environmentId: id, alreadyDisconnected: true },
			]);
			expect(await read(id)).not.toHaveProperty(on);
			const statuses = platform.emulator.log
				.filter(({ operation }) => operation?.endsWith('/connection'))
				.map(({ status }) => status);
			expect(statuses).toEqual([202, 204, 202, 204]);
		});

		test('a Location that is an address ends with the link ID', async () => {
			fact('B.220');
			const id = await newEnvironment();
			platform.emulator.faults.add({
				operation: `POST ${base}/{environmentId}/connection`,
				status: 202,
				body: '',
				headers: { location: 'https://api.example.com/links/l-1/' },
			});
			expect(await done(resource, 'connect', connecting(id))).toEqual([
				{
					success: true,
					environmentId: id,
					[at]: host(),
					alreadyConnected: false,
					location: 'https://api.example.com/links/l-1/',
					linkId: 'l-1',
				},
			]);
		});

		test('an environment runs on one host only, and not while it is leaving', async () => {
			fact(
				'B.10',
				'B.140',
				'B.142',
				'B.143',
				'B.144',
				'B.146',
				'B.219',
				'B.220',
				'B.223',
				'B.227',
				'B.228',
			);
			const id = await newEnvironment();
			await done(resource, 'connectAndWait', connecting(id));
			const elsewhere = await run(resource, 'connect', connecting(id, other()));
			expect(elsewhere.error).toMatchObject({ httpCode: '409' });
			expect(elsewhere.error!.description).toContain(
				`An environment runs on one ${kind} only, and cannot be connected while it is being disconnected`,
			);
			const removed = await run(resource, 'delete', {
				environmentId: byId(id),
				confirmDeletion: true,
			});
			expect(removed.error).toMatchObject({ httpCode: '409' });
			expect(removed.error!.description).toContain(
				`The environment is connected to a ${kind}: disconnect it first (Disconnect and Wait).`,
			);
			await done(resource, 'disconnect', { environmentId: byId(id) });
			expect((await run(resource, 'connectAndWait', connecting(id))).error).toMatchObject({
				httpCode: '409',
			});
			const kept = await run(kind === 'data plane' ? 'dataPlane' : 'dynamicEngine', 'delete', {
				id: byId(host()),
				confirmDeletion: true,
			});
			expect(kept.error).toMatchObject({ httpCode: '400' });
			expect(kept.error!.description).toMatch(
				/^Environments may still run on it: disconnect them first \(Disconnect and Wait\)\./,
			);
			await done(resource, 'disconnectAndWait', { environmentId: byId(id) });
			expect(await done(resource, 'connectAndWait', connecting(id, other()))).toEqual([
				expect.objectContaining({ outcome: 'connected', [on]: other() }),
			]);
		});

		test('a data plane says what is not ready, has no capacity, or does not exist', async () => {
			fact('B.140', 'B.144', 'B.220', 'B.228');
			const id = await newEnvironment();
			const [made] =
				kind === 'data plane'
					? await done('dataPlane', 'register', { name: newName('plane'), provider: 'IMPORTED' })
					: await done('dynamicEngine', 'create', { name: newName('engine') });
			const early = await run(resource, 'connectAndWait', connecting(id, String(made!.id)));
			expect(early.error).toMatchObject({ httpCode: '503' });
			expect(early.error!.description).toContain(
				`The ${kind} is not ready: it must be fully connected to the platform.`,
			);
			const used = hostOf(other());
			const { namespaces } = used;
			used.namespaces = 0;
			const full = await run(resource, 'connect', connecting(id, other()));
			used.namespaces = namespaces;
			expect(full.error).toMatchObject({
				httpCode: '500',
				message: `${used.name} cannot allocate a namespace`,
			});
			expect(full.error!.description).toContain(
				`The ${kind} cannot take another namespace, or did not answer in time.`,
			);
			platform.emulator.faults.add({
				operation: `POST ${base}/{environmentId}/connection`,
				status: 504,
				times: 5,
			});
			expect((await run(resource, 'connect', connecting(id))).error!.description).toContain(
				'did not answer in time',
			);
			expect((await run(resource, 'connect', connecting(id, 'nowhere'))).error).toMatchObject({
				httpCode: '400',
			});
			expect(
				(await run(resource, 'disconnect', { environmentId: byId('nothing') })).error,
			).toMatchObject({ httpCode: '404' });
			expect(await read(id)).toMatchObject({ status: free });
		});

		test('a connection whose response was lost is not made twice', async () => {
			const id = await newEnvironment();
			platform.emulator.faults.add({
				operation: `POST ${base}/{environmentId}/connection`,
				breaks: 'after',
			});
			platform.forget();
			expect(await done(resource, 'connect', connecting(id))).toEqual([
				expect.objectContaining({ alreadyConnected: true }),
			]);
			expect(requests(`POST ${base}/{environmentId}/connection`)).toHaveLength(2);
		});

		test('an environment connects, and the node waits until it is connected', async () => {
			fact('B.112', 'B.136', 'B.137');
			const id = await newEnvironment();
			platform.forget();
			const started = platform.emulator.clock.now();
			const [output] = await done(resource, 'connectAndWait', connecting(id));
			const linkId = enginesOf(state()).environments.get(id)!.link!.id;
			expect(output).toMatchObject({
				environmentId: id,
				outcome: 'connected',
				alreadyConnected: false,
				status: joined,
				summary: expect.stringMatching(
					/^Environment .+ is connected to the (dynamic engine|data plane)$/,
				) as string,
				[on]: host(),
				...(tellsLink ? { location: linkId, linkId } : {}),
			});
			expect(output).not.toHaveProperty('creatorType');
			expect(platform.emulator.clock.now() - started).toBeGreaterThanOrEqual(DURATIONS_MS.setUp);
			expect(requests(`POST ${base}/{environmentId}/connection`)).toHaveLength(1);
			expect(requests(READ).length).toBeLessThan(12);
			const [again] = await done(resource, 'connectAndWait', {
				...connecting(id),
				simplify: false,
			});
			expect(again).toMatchObject({
				outcome: 'connected',
				alreadyConnected: true,
				creatorType: SERVICE,
			});
		});

		test('an environment disconnects, and the node waits until it is free', async () => {
			fact('B.221', 'B.229');
			const id = await newEnvironment();
			await done(resource, 'connectAndWait', connecting(id));
			const [output] = await done(resource, 'disconnectAndWait', { environmentId: byId(id) });
			expect(output).toMatchObject({
				environmentId: id,
				outcome: 'disconnected',
				alreadyDisconnected: false,
				status: free,
				summary: expect.stringMatching(
					/^Environment .+ is disconnected from the (dynamic engine|data plane)$/,
				) as string,
			});
			expect(output).not.toHaveProperty(on);
			expect(await done(resource, 'disconnectAndWait', { environmentId: byId(id) })).toEqual([
				expect.objectContaining({ outcome: 'disconnected', alreadyDisconnected: true }),
			]);
		});

		test('a connection that does not work fails the node, or is an output, as chosen', async () => {
			fact('B.138', 'B.143');
			const used = hostOf(other());
			used.setUpFails = true;
			const id = await newEnvironment();
			const { error, items } = await run(resource, 'connectAndWait', connecting(id, other()));
			used.setUpFails = false;
			expect(items).toEqual([]);
			expect(error!.message).toBe(
				`The environment does not run on the ${kind}: its status is ${broken}`,
			);
			expect(error!.description).toMatch(
				new RegExp(
					`^Environment ${id} is linked to the ${kind}, which reports that it does not work\\. Look at `,
				),
			);
			expect(
				await done(resource, 'connectAndWait', {
					...connecting(id, other()),
					failOnFailure: false,
				}),
			).toEqual([
				expect.objectContaining({ outcome: 'failed', status: broken, alreadyConnected: true }),
			]);
			expect(await done(resource, 'disconnectAndWait', { environmentId: byId(id) })).toEqual([
				expect.objectContaining({ outcome: 'disconnected' }),
			]);
		});

		test('both spellings of states are understood, and unknown states are not final', async () => {
			fact('B.143');
			const id = await newEnvironment();
			const reported = (status: string) =>
				platform.emulator.faults.add({ operation: READ, status: 200, body: { id, status } });
			for (const status of [
				spelled.free,
				spelled.joining,
				'Something New',
				'SOMETHING_NEW',
				spelled.joined,
			])
				reported(status);
			expect(await done(resource, 'connectAndWait', connecting(id))).toEqual([
				expect.objectContaining({ outcome: 'connected', status: spelled.joined }),
			]);
			reported(spelled.broken);
			expect((await run(resource, 'connectAndWait', connecting(id))).error!.message).toBe(
				`The environment does not run on the ${kind}: its status is ${spelled.broken}`,
			);
			for (const status of [spelled.broken, 'Something New', spelled.free]) reported(status);
			expect(await done(resource, 'disconnectAndWait', { environmentId: byId(id) })).toEqual([
				expect.objectContaining({ outcome: 'disconnected', status: spelled.free }),
			]);
		});

		test('an error state from before the connection does not end it, unless it stays', async () => {
			const id = await newEnvironment();
			const reported = (status: string, times = 1) =>
				platform.emulator.faults.add({ operation: READ, status: 200, body: { id, status }, times });
			for (const status of [broken, joining, joined]) reported(status);
			expect(await done(resource, 'connectAndWait', connecting(id))).toEqual([
				expect.objectContaining({ outcome: 'connected', alreadyConnected: false }),
			]);
			await done(resource, 'disconnectAndWait', { environmentId: byId(id) });
			reported(broken, 100);
			const started = platform.emulator.clock.now();
			expect(
				await done(resource, 'connectAndWait', { ...connecting(id), failOnFailure: false }),
			).toEqual([expect.objectContaining({ outcome: 'failed' })]);
			expect(platform.emulator.clock.now() - started).toBeLessThan(120_000);
			platform.emulator.faults.clear();
		});

		test.each([500, 501, 502, 504, 507, 520])(
			'a status of %s says that there may be no capacity',
			async (status) => {
				const id = await newEnvironment();
				platform.emulator.faults.add({
					operation: `POST ${base}/{environmentId}/connection`,
					status,
					times: [501, 507, 520].includes(status) ? 1 : 5,
				});
				const { error } = await run(resource, 'connect', connecting(id));
				expect(error).toMatchObject({ httpCode: String(status) });
				expect(error!.description).toContain(
					`The ${kind} cannot take another namespace, or did not answer in time.`,
				);
			},
		);

		test('an environment that does not work keeps its state while it is disconnected, unless there is a state for that', async () => {
			const used = hostOf(other());
			used.setUpFails = true;
			const id = await newEnvironment();
			await done(resource, 'connectAndWait', { ...connecting(id, other()), failOnFailure: false });
			used.setUpFails = false;
			await done(resource, 'disconnect', { environmentId: byId(id) });
			expect(await read(id)).toMatchObject({ status: kind === 'data plane' ? leaving : broken });
		});

		test('a connection that is canceled or removed while it is waited for has ended', async () => {
			const id = await newEnvironment();
			const reported = (status: string, times = 1) =>
				platform.emulator.faults.add({ operation: READ, status: 200, body: { id, status }, times });
			for (const status of [free, joining, free]) reported(status);
			const { error } = await run(resource, 'connectAndWait', connecting(id));
			expect(error!.message).toBe(
				`The environment does not run on the ${kind}: its status is ${free}`,
			);
			expect(error!.description).toMatch(
				new RegExp(`^The connection of environment ${id} was started, but is no longer there`),
			);
			await done(resource, 'disconnectAndWait', { environmentId: byId(id) });
			for (const status of [spelled.joining, spelled.free]) reported(status);
			expect(
				await done(resource, 'connectAndWait', { ...connecting(id), failOnFailure: false }),
			).toEqual([expect.objectContaining({ outcome: 'failed', status: spelled.free })]);
		});

		if (kind === 'data plane')
			test.each([joined, broken])('a disconnection that ends as %s has failed', async (status) => {
				const id = await newEnvironment();
				await done(resource, 'connectAndWait', connecting(id));
				for (const each of [status, leaving, status])
					platform.emulator.faults.add({
						operation: READ,
						status: 200,
						body: { id, status: each },
					});
				const { error } = await run(resource, 'disconnectAndWait', { environmentId: byId(id) });
				expect(error!.message).toBe(
					`The environment was not disconnected: its status is ${status}`,
				);
				expect(error!.description).toBe(
					`Environment ${id} was being disconnected, but no longer is. Look at Data Plane, Get, then disconnect it again.`,
				);
			});

		test('a data plane says what has to be done outside the platform', () => {
			const shown = new TalendCloudEngines().description.properties.filter(
				({ type, displayOptions }) =>
					type === 'notice' && displayOptions?.show?.resource?.includes(resource),
			);
			expect(
				shown.map(({ displayName, displayOptions }) => [
					displayName.slice(0, 31),
					displayOptions!.show!.operation,
				]),
			).toEqual(
				kind === 'dynamic engine' ? [['The status stays Set Up Require', ['connectAndWait']]] : [],
			);
		});

		test('the error names the environment at the time limit, and it keeps connecting', async () => {
			const id = await newEnvironment();
			const slow = hostOf(other());
			slow.setUpMs = 300_000;
			const { error } = await run(resource, 'connectAndWait', {
				...connecting(id, other()),
				timeLimit: 1,
			});
			slow.setUpMs = undefined;
			expect(error!.message).toBe(`Connecting environment ${id} did not end within 60 seconds`);
			const waitsFor =
				kind === 'dynamic engine'
					? 'The status stays Set Up Required until the cluster was set up for the environment: generate the manifest (Dynamic Engine, Generate Manifest) and have it applied. '
					: '';
			expect(error!.description).toBe(
				`${waitsFor}Connecting environment ${id} is still running. Read it later by its ID, or raise the time limit.`,
			);
			expect(await read(id)).toMatchObject({ status: joining });
		});

		test('stopping the workflow stops only the wait', async () => {
			const id = await newEnvironment();
			const stop = new AbortController();
			const running = run(resource, 'connectAndWait', connecting(id), { signal: stop.signal });
			while (!enginesOf(state()).environments.get(id)!.link)
				await new Promise((resolve) => setTimeout(resolve, 1));
			stop.abort();
			await running;
			const looks = requests(READ).length;
			await new Promise((resolve) => setTimeout(resolve, 100));
			expect(requests(READ)).toHaveLength(looks);
			expect(
				requests(`DELETE ${base}/{environmentId}/connection`).filter(({ path }) =>
					path.includes(id),
				),
			).toEqual([]);
			expect(enginesOf(state()).environments.get(id)!.link).toBeDefined();
		});

		test('many items are connected at the same time, independently, also as a tool', async () => {
			const ids = await Promise.all(Array.from({ length: 6 }, newEnvironment));
			for (const [entryPoint, operation, outcome] of [
				['workflow', 'connectAndWait', 'connected'],
				['tool', 'disconnectAndWait', 'disconnected'],
			] as const) {
				const started = platform.emulator.clock.now();
				const where = operation === 'connectAndWait' ? { [at]: byId(host()) } : {};
				const { items, error } = await run(
					resource,
					operation,
					{ environmentId: byId('={{ $json.id }}'), ...where },
					{ items: ids.map((id) => ({ json: { id } })), entryPoint },
				);
				expect(error).toBeUndefined();
				expect(
					items.map(({ json, pairedItem }) => [json.environmentId, json.outcome, pairedItem]),
				).toEqual(ids.map((id, item) => [id, outcome, { item }]));
				expect(platform.emulator.clock.now() - started).toBeLessThan(2 * DURATIONS_MS.setUp);
			}
		});

		test('connecting needs the permission to manage engines, everything else the one to manage environments', async () => {
			fact('B.215', 'B.224');
			const id = await newEnvironment();
			const environmentId = byId(id);
			const sign = 'TMC_SERVICE_ACCOUNT_MANAGEMENT';
			const not = async (operation: string, parameters: IDataObject, needs: string) => {
				const { error } = await run(resource, operation, parameters);
				expect(error).toMatchObject({ httpCode: '403' });
				expect(error!.description).toContain(`This needs the permission ${needs}`);
			};
			await permitted([sign, 'TMC_CLUSTER_MANAGEMENT'], async () => {
				await not('create', { name: 'x', workspaceName: 'x' }, 'TMC_ENVIRONMENT_MANAGEMENT');
				await not('get', { environmentId }, 'TMC_ENVIRONMENT_MANAGEMENT');
				await not(
					'update',
					{ environmentId, updateFields: { name: 'x' } },
					'TMC_ENVIRONMENT_MANAGEMENT',
				);
				await not('delete', { environmentId, confirmDeletion: true }, 'TMC_ENVIRONMENT_MANAGEMENT');
				await not('search', {}, 'TMC_ENVIRONMENT_MANAGEMENT');
				await done(resource, 'connect', connecting(id));
				await done(resource, 'disconnect', { environmentId });
			});
			await permitted([sign, 'TMC_ENVIRONMENT_MANAGEMENT'], async () => {
				await not('connect', connecting(id), 'TMC_CLUSTER_MANAGEMENT');
				await not('disconnect', { environmentId }, 'TMC_CLUSTER_MANAGEMENT');
				await not('connectAndWait', connecting(id), 'TMC_CLUSTER_MANAGEMENT');
			});
		});
	},
);

// ---------------------------------------------------------------------------------------------

describe('lists to choose from', () => {
	const names = async (method: string, parameters: IDataObject, filter?: string) =>
		(await pick(platform, 'Engines', method, parameters, filter)).results.map(({ name }) => name);

	test('the lists show engines, planes and versions, with their state', async () => {
		expect(
			await pick(
				platform,
				'Engines',
				'searchDynamicEngines',
				{ resource: 'dynamicEngine', operation: 'get' },
				'EUROPE',
			),
		).toEqual({
			results: [
				{
					name: DEMO_ENGINES.engine,
					value: engineNamed(DEMO_ENGINES.engine),
					description: 'CONNECTED',
				},
			],
		});
		expect(
			await names('searchDataPlanes', { resource: 'dataPlane', operation: 'get' }, 'azure'),
		).toEqual([DEMO_ENGINES.otherPlane]);
		expect(
			await names('searchDynamicEngineVersions', {
				resource: 'dynamicEngine',
				operation: 'generateManifest',
			}),
		).toEqual(['1.2.0', '1.1.0', '1.0.1']);
	});

	test('the lists show roles and members of the data plane that was chosen', async () => {
		const dataPlaneId = byId(planeNamed(DEMO_ENGINES.otherPlane));
		await done('dataPlane', 'addMember', {
			dataPlaneId,
			roleId: byId('cluster-member'),
			additionalFields: { username: 'chosen' },
		});
		expect(
			await names('searchDataPlaneRoles', {
				resource: 'dataPlane',
				operation: 'addMember',
				dataPlaneId,
			}),
		).toEqual(['cluster-owner', 'cluster-member']);
		expect(
			await names('searchDataPlaneMembers', {
				resource: 'dataPlane',
				operation: 'removeMember',
				dataPlaneId,
			}),
		).toEqual(['chosen']);
		await expect(
			names('searchDataPlaneRoles', { resource: 'dataPlane', operation: 'addMember' }),
		).rejects.toThrow('Data Plane must be chosen from the list or by ID first');
	});

	test('the environments of an engine are found among more than a hundred others', async () => {
		const [first] = await done('dynamicEngineEnvironment', 'create', {
			name: newName('behind'),
			workspaceName: 'Finance',
		});
		await done('dynamicEngineEnvironment', 'connectAndWait', {
			environmentId: byId(first!.id),
			dynamicEngineId: named(DEMO_ENGINES.otherEngine),
		});
		for (let index = 0; index < 105; index++) {
			wait(1_000);
			await ask('POST /orchestration/dynamic-engine-environments', {
				name: newName('before'),
				workspaceName: 'w',
			});
		}
		const dynamicEngineId = byId(engineNamed(DEMO_ENGINES.otherEngine));
		expect(
			await names(
				'searchAssignedEnvironments',
				{ resource: 'dynamicEngine', operation: 'getEnvironmentStatus', dynamicEngineId },
				String(first!.name),
			),
		).toEqual([first!.name]);
		expect(
			await names('searchAssignedEnvironments', {
				resource: 'dynamicEngine',
				operation: 'getEnvironmentStatus',
				dynamicEngineId,
			}),
		).toContain(first!.name);
	});

	test('the lists show environments by name, and those on the engine that was chosen', async () => {
		const [{ id, name } = {}] = await done('dynamicEngineEnvironment', 'create', {
			name: newName('chosen'),
			workspaceName: 'Finance',
		});
		expect(
			await names(
				'searchDynamicEngineEnvironments',
				{ resource: 'dynamicEngineEnvironment', operation: 'get' },
				String(name),
			),
		).toEqual([name]);
		await done('dynamicEngineEnvironment', 'connectAndWait', {
			environmentId: named(String(name)),
			dynamicEngineId: named(DEMO_ENGINES.otherEngine),
		});
		const on = (engine: string) => ({
			resource: 'dynamicEngine',
			operation: 'getEnvironmentStatus',
			dynamicEngineId: byId(engineNamed(engine)),
		});
		expect(
			await names('searchAssignedEnvironments', on(DEMO_ENGINES.otherEngine), 'chosen'),
		).toEqual([name]);
		expect(await names('searchAssignedEnvironments', on(DEMO_ENGINES.newEngine), 'chosen')).toEqual(
			[],
		);
		expect(
			await done('dynamicEngine', 'getEnvironmentStatus', {
				dynamicEngineId: named(DEMO_ENGINES.otherEngine),
				environmentId: named(String(name)),
			}),
		).toEqual([expect.objectContaining({ status: 'RUNNING' })]);
		const [plane] = await done('dataPlaneEnvironment', 'create', {
			name: newName('chosen'),
			workspaceName: 'Finance',
		});
		expect(
			await names(
				'searchDataPlaneEnvironments',
				{ resource: 'dataPlaneEnvironment', operation: 'get' },
				String(plane!.name),
			),
		).toEqual([plane!.name]);
		expect(id).toEqual(expect.any(String));
	});
});

describe('refused before anything is sent', () => {
	const long = (length: number) => 'x'.repeat(length);
	const credentialConfig = {
		value: { clientId: 'a-client', clientSecret: 'a-secret', subscriptionId: 'a-subscription' },
	};
	const aks = {
		name: 'x',
		instanceType: 'x',
		nodeConfig: {},
		region: 'x',
		credentialConfig,
		resourceGroupName: 'x',
	};
	test.each<[string, string, string, IDataObject, string]>([
		[
			'an engine with a long name',
			'dynamicEngine',
			'create',
			{ name: long(256) },
			'Name must have at most 255 characters',
		],
		[
			'an engine without a name',
			'dynamicEngine',
			'create',
			{ name: '={{ "" }}' },
			'Name is required',
		],
		[
			'an engine with a long description',
			'dynamicEngine',
			'create',
			{ name: 'x', additionalFields: { description: long(1025) } },
			'Description must have at most 1024 characters',
		],
		[
			'a long new name of an engine',
			'dynamicEngine',
			'update',
			{ id: byId('e'), updateFields: { name: long(256) } },
			'Name must have at most 255 characters',
		],
		[
			'a long new description of an engine',
			'dynamicEngine',
			'update',
			{ id: byId('e'), updateFields: { description: long(1025) } },
			'Description must have at most 1024 characters',
		],
		[
			'no engine',
			'dynamicEngine',
			'get',
			{ id: byId('={{ undefined }}') },
			'Dynamic Engine is required',
		],
		[
			'an engine ".."',
			'dynamicEngine',
			'getInfrastructureStatus',
			{ dynamicEngineId: byId('..') },
			'Dynamic Engine must not be "." or ".."',
		],
		[
			'an environment of blanks',
			'dynamicEngine',
			'getEnvironmentStatus',
			{ dynamicEngineId: byId('e'), environmentId: byId(' ') },
			'Environment is required',
		],
		[
			'a key that is neither yes nor no',
			'dynamicEngine',
			'generateManifest',
			{ dynamicEngineId: byId('e'), options: { generateNewPairingKey: '={{ "perhaps" }}' } },
			'Generate New Pairing Key must be true or false',
		],
		[
			'a plane with a long name',
			'dataPlane',
			'createCustom',
			{ name: long(256), provider: 'RKE2' },
			'Name must have at most 255 characters',
		],
		[
			'a plane with a long description',
			'dataPlane',
			'register',
			{ name: 'x', provider: 'y', additionalFields: { description: long(1025) } },
			'Description must have at most 1024 characters',
		],
		[
			'a plane without a provider',
			'dataPlane',
			'register',
			{ name: 'x', provider: '={{ "" }}' },
			'Provider is required',
		],
		[
			'a cluster without keys',
			'dataPlane',
			'createAks',
			{ ...aks, credentialConfig: {} },
			'Credentials is required',
		],
		[
			'a cluster without a region',
			'dataPlane',
			'createAks',
			{ ...aks, region: '={{ "" }}' },
			'Region is required',
		],
		[
			'fewer nodes at most than at least',
			'dataPlane',
			'createAks',
			{ ...aks, nodeConfig: { minSize: 3, maxSize: 2 } },
			'Nodes must not have more nodes in Min Size than in Max Size',
		],
		[
			'fewer nodes at most than at least on EKS',
			'dataPlane',
			'createEks',
			{
				...aks,
				credentialConfig: { value: { accessKey: 'a-key', secretKey: 'a-secret' } },
				vpcConfig: {},
				nodeConfig: { minSize: 3, maxSize: 2 },
			},
			'Nodes must not have more nodes in Min Size than in Max Size',
		],
		[
			'half a node',
			'dataPlane',
			'createAks',
			{ ...aks, nodeConfig: { minSize: 0.5 } },
			'Nodes: Min Size must be a whole number',
		],
		[
			'a member for 0 hours',
			'dataPlane',
			'addMember',
			{ dataPlaneId: byId('p'), roleId: byId('r'), additionalFields: { duration: 0 } },
			'Duration (Hours) must be at least 1',
		],
		[
			'a member with a long description',
			'dataPlane',
			'addMember',
			{ dataPlaneId: byId('p'), roleId: byId('r'), additionalFields: { description: long(256) } },
			'Description must have at most 255 characters',
		],
		[
			'a member with a long user name',
			'dataPlane',
			'addMember',
			{ dataPlaneId: byId('p'), roleId: byId('r'), additionalFields: { username: long(1101) } },
			'Username must have at most 1100 characters',
		],
		[
			'a member without a role',
			'dataPlane',
			'addMember',
			{ dataPlaneId: byId('p'), roleId: byId('={{ "" }}') },
			'Role is required',
		],
		[
			'a plane update that changes nothing',
			'dataPlane',
			'update',
			{ id: byId('p') },
			'Update Fields needs at least one field to change',
		],
		...(['dynamicEngineEnvironment', 'dataPlaneEnvironment'] as const).flatMap(
			(resource): Array<[string, string, string, IDataObject, string]> => [
				[
					`${resource}: a name of blanks`,
					resource,
					'create',
					{ name: '  ', workspaceName: 'x' },
					'Name is required',
				],
				[
					`${resource}: no workspace`,
					resource,
					'create',
					{ name: 'x', workspaceName: '={{ "" }}' },
					'Workspace Name is required',
				],
				[
					`${resource}: a negative offset`,
					resource,
					'search',
					{ filters: { offset: -1 } },
					'Offset must be at least 0',
				],
				[
					`${resource}: a time limit of 0`,
					resource,
					'disconnectAndWait',
					{ environmentId: byId('e'), timeLimit: 0 },
					'Time Limit (Minutes) must be at least 1',
				],
				[
					`${resource}: no environment`,
					resource,
					'connectAndWait',
					{
						environmentId: byId('={{ undefined }}'),
						dynamicEngineId: byId('e'),
						dataplaneId: byId('p'),
					},
					'Environment is required',
				],
			],
		),
		[
			'an environment without an engine',
			'dynamicEngineEnvironment',
			'connectAndWait',
			{ environmentId: byId('e'), dynamicEngineId: byId('={{ "" }}') },
			'Dynamic Engine is required',
		],
		[
			'an environment without a plane',
			'dataPlaneEnvironment',
			'connect',
			{ environmentId: byId('e'), dataplaneId: byId('={{ "" }}') },
			'Data Plane is required',
		],
	])(
		'Engine Management refuses %s before anything is sent',
		async (_what, resource, operation, parameters, message) => {
			fact(
				'B.114',
				'C.62',
				'C.64',
				'C.65',
				'C.66',
				'C.67',
				'C.70',
				'C.77',
				'C.78',
				'C.147',
				'C.148',
				'C.149',
			);
			await refused(resource, operation, parameters, message);
		},
	);
});

test('errors are in the shape of their area', async () => {
	fact('B.118', 'B.217', 'B.222', 'B.233', 'C.74', 'C.84', 'C.120', 'C.122', 'C.129', 'C.141');
	const unknown = await ask('GET /processing/data-planes/nothing');
	expect(unknown).toMatchObject({
		status: 404,
		body: {
			status: 404,
			title: 'Not Found',
			details: 'Data plane nothing was not found',
			instance: '/processing/data-planes/nothing',
			type: 'about:blank',
		},
	});
	const noToken = { authorization: 'Bearer nonsense' };
	for (const [endpoint, body, headers, status, shape] of [
		['GET /processing/data-planes/nothing', undefined, {}, 404, 'C.ApiError'],
		['GET /processing/data-planes', undefined, noToken, 401, 'C.ApiError'],
		['POST /processing/data-planes', { name: 'x' }, {}, 400, 'C.ApiError'],
		['GET /processing/runtimes/dynamic-engines', undefined, noToken, 401, 'C.ApiError'],
		['GET /processing/runtimes/dynamic-engine-versions', undefined, noToken, 401, 'C.ApiError'],
		['POST /processing/runtimes/dynamic-engines', { name: 'x', unknown: 1 }, {}, 400, 'C.ApiError'],
		[
			'POST /orchestration/dataplane-environments/search',
			{},
			noToken,
			401,
			'B.ErrorResponse (environment assignment)',
		],
		[
			'POST /orchestration/dynamic-engine-environments/search',
			{ limit: 101 },
			{},
			400,
			'B.ErrorResponse (environment assignment)',
		],
		[
			'POST /orchestration/dynamic-engine-environments/x/connection',
			undefined,
			{},
			400,
			'B.ErrorResponse (environment assignment)',
		],
		[
			'GET /orchestration/dynamic-engine-environments/x',
			undefined,
			{},
			404,
			'B.ErrorResponse (environment assignment)',
		],
	] as const) {
		const answer = await ask(endpoint, body, headers);
		expect([endpoint, answer.status, schemaFindings(shape, answer.body)]).toEqual([
			endpoint,
			status,
			[],
		]);
	}
});

test('every operation was done, and the responses are as documented', () => {
	fact('B.13', 'B.110', 'B.113', 'B.117', 'C.55', 'C.71', 'C.72', 'C.73', 'C.76', 'C.80', 'C.83');
	// The others are in runtimes.test.ts.
	expect(
		judge(
			'Engines',
			platform.everything,
			(resource) => resource.startsWith('dynamicEngine') || resource.startsWith('dataPlane'),
		),
	).toEqual({ notDone: [], notDocumented: [] });
});
