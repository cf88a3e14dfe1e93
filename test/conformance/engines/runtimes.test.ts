/**
 * Remote engines, their clusters and pipeline engines: each operation does its work on the
 * platform.
 */
import {
	clusters,
	pipelineEngines,
	pipelineProfiles,
	remoteEngines,
	runtimeProfiles,
} from '../../../emulator/areas/engines/runtimes';
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { areaOf } from '../../support/area';
import { judgeRequests } from '../../support/conformance';
import { byId, byName, environmentNamed } from '../../support/demo';
import { pick } from '../../support/picking';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });
beforeEach(() => {
	platform.clearLog();
	platform.emulator.resetAccount();
});

const state = () => platform.emulator.state;
const { run, succeed, requests, expectRefused } = areaOf('Engines', () => platform);
const environment = () => byId(environmentNamed(state(), 'Production').id);
const workspace = () =>
	byId(
		[...orchestrationOf(state()).workspaces.values()].find(
			({ environmentId }) => environmentId === environmentNamed(state(), 'Production').id,
		)!.id,
	);
const engineNamed = (name: string) =>
	remoteEngines.all(state()).find((each) => each.name === name)!;
const clusterId = () => clusters.all(state())[0]!.id;
const pipelineId = () => pipelineEngines.all(state())[0]!.id;
const minutes = (count: number) => platform.emulator.clock.advance(count * 60_000);
const bodyOf = (operation: string): unknown => JSON.parse(requests(operation).at(-1)!.body);

describe('remote engine', () => {
	const namesOfEngines = async (filters: object) =>
		(await succeed('remoteEngine', 'getMany', { returnAll: true, filters })).map(
			({ name }) => name,
		);

	test('remote engines are listed by a query or by conditions', async () => {
		expect(await namesOfEngines({})).toEqual([
			DEMO_ENGINES.remoteEngine,
			DEMO_ENGINES.flakyRemoteEngine,
			DEMO_ENGINES.newRemoteEngine,
		]);
		expect(await namesOfEngines({ query: 'status==NOT_PAIRED' })).toEqual([
			DEMO_ENGINES.newRemoteEngine,
		]);
		expect(
			await namesOfEngines({
				conditionsJson: [{ selector: 'name', operator: 'startsWith', value: 'Frank' }],
			}),
		).toEqual([DEMO_ENGINES.remoteEngine, DEMO_ENGINES.flakyRemoteEngine]);
	});

	test('a remote engine is read by its name', async () => {
		expect(await succeed('remoteEngine', 'get', { id: byName(DEMO_ENGINES.remoteEngine) })).toEqual(
			[
				expect.objectContaining({
					status: 'PAIRED',
					availability: 'AVAILABLE',
					clusterId: clusterId(),
				}),
			],
		);
	});

	test('a remote engine is chosen from a list', async () => {
		const { results } = await pick(platform, 'Engines', 'searchRemoteEngines', {
			resource: 'remoteEngine',
			operation: 'get',
		});
		expect(results.map(({ name }) => name)).toContain(DEMO_ENGINES.newRemoteEngine);
	});

	describe('a new remote engine', () => {
		const newEngine = async () =>
			(
				await succeed('remoteEngine', 'create', {
					name: 'Paris 1',
					environmentId: environment(),
					additionalFields: { runProfiles: ['JOB_SERVER'], workspaceId: workspace() },
				})
			)[0]!;
		const waitFor = async (engineId: unknown) =>
			(
				await succeed('remoteEngine', 'waitUntil', {
					id: byId(engineId),
					until: 'available',
					timeLimit: 5,
				})
			)[0]!;

		test('a remote engine is created with a pairing key', async () => {
			expect(await newEngine()).toMatchObject({
				status: 'NOT_PAIRED',
				preAuthorizedKey: expect.any(String) as string,
			});
		});

		test('the node waits until a remote engine is available', async () => {
			const { id } = await newEngine();
			const waited = await waitFor(id);
			expect(waited).toMatchObject({ outcome: 'available', availability: 'AVAILABLE' });
			expect(waited).not.toHaveProperty('preAuthorizedKey');
		});

		test('a remote engine can be deleted only after it has been unpaired', async () => {
			const { id } = await newEngine();
			await waitFor(id);
			const used = await run('remoteEngine', 'delete', { id: byId(id) });
			expect(used.error).toMatchObject({
				httpCode: '409',
				description: expect.stringContaining('unpair it') as string,
			});
			expect(
				await succeed('remoteEngine', 'unpair', {
					id: byId(id),
					options: { keepOsgiDeployments: true },
				}),
			).toEqual([{ unpaired: true, id }]);
			expect(await succeed('remoteEngine', 'delete', { id: byId(id) })).toEqual([
				{ deleted: true, id },
			]);
		});
	});

	test('a wait for a remote engine that cannot be read does not claim to have started anything', async () => {
		platform.emulator.faults.add({
			operation: 'GET /processing/runtimes/remote-engines/{id}',
			status: 403,
		});
		const { error } = await run('remoteEngine', 'waitUntil', {
			id: byName(DEMO_ENGINES.flakyRemoteEngine),
			until: 'available',
			timeLimit: 2,
		});
		expect(error!.message).toMatch(/^Remote engine \w+ could not be followed: /);
		expect(error!.description).not.toContain('still be running');
	});

	test('the wait for a remote engine ends at the time limit, with advice', async () => {
		const { error } = await run('remoteEngine', 'waitUntil', {
			id: byName(DEMO_ENGINES.newRemoteEngine),
			until: 'paired',
			timeLimit: 2,
		});
		expect(error!.message).toMatch(/^Remote engine \w+ did not become paired within 2 minutes$/);
		expect(error!.description).toBe('Check the engine on its machine, or raise the time limit.');
	});

	test('the wait for a remote engine can be for the time when it is unavailable', async () => {
		minutes(25);
		const [away] = await succeed('remoteEngine', 'waitUntil', {
			id: byName(DEMO_ENGINES.flakyRemoteEngine),
			until: 'unavailable',
			timeLimit: 60,
		});
		expect(away).toMatchObject({
			outcome: 'unavailable',
			availability: 'NOT_AVAILABLE',
			summary: 'Frankfurt 2 (Production) is unavailable',
		});
	});

	test('a remote engine for routes requires the version of its runtime', async () => {
		await expectRefused(
			'remoteEngine',
			'create',
			{
				name: 'x',
				environmentId: environment(),
				additionalFields: { runProfiles: ['TALEND_RUNTIME'] },
			},
			'ESB Compatibility Version is required when Run Profiles has Talend Runtime or Microservice',
		);
	});

	test('the debugging of a remote engine can be switched on and off', async () => {
		const setDebug = async (isDebugModeOn: boolean) =>
			(
				await succeed('remoteEngine', 'setDebug', {
					remoteEngineId: byName(DEMO_ENGINES.remoteEngine),
					host: 'debug.example.com',
					isDebugModeOn,
				})
			)[0];
		expect(await setDebug(true)).toMatchObject({ name: DEMO_ENGINES.remoteEngine });
		expect(engineNamed(DEMO_ENGINES.remoteEngine).debugHost).toBe('debug.example.com');
		await setDebug(false);
		expect(engineNamed(DEMO_ENGINES.remoteEngine).debugHost).toBeUndefined();
	});

	test('run profiles of an engine are listed, created, changed and deleted', async () => {
		const engineId = byName(DEMO_ENGINES.remoteEngine);
		const id = engineNamed(DEMO_ENGINES.remoteEngine).id;
		const [made] = await succeed('remoteEngine', 'createRunProfile', {
			engineId,
			name: 'Small',
			type: 'JOB_SERVER',
			jvmArguments: ['-Xmx256M'],
		});
		expect(
			bodyOf('POST /processing/runtimes/remote-engines/{engineId}/run-profiles'),
		).toMatchObject({ runtimeId: id });
		const runProfileId = byId(String(made!.id));
		await succeed('remoteEngine', 'updateRunProfile', {
			engineId,
			runProfileId,
			updateFields: { description: 'For tests' },
		});
		expect(
			(await succeed('remoteEngine', 'getRunProfile', { engineId, runProfileId }))[0],
		).toMatchObject({ name: 'Small', jvmArguments: ['-Xmx256M'], description: 'For tests' });
		expect(
			(
				await succeed('remoteEngine', 'getRunProfiles', {
					engineId,
					returnAll: true,
					filters: { type: 'JOB_SERVER' },
				})
			).map(({ name }) => name),
		).toEqual(['Large heap', 'Small']);
		expect(
			(
				await run('remoteEngine', 'createRunProfile', {
					engineId,
					name: 'Small',
					type: 'JOB_SERVER',
					jvmArguments: ['-Xmx256M'],
				})
			).error,
		).toMatchObject({ httpCode: '409' });
		await succeed('remoteEngine', 'deleteRunProfile', {
			engineId,
			runProfileId,
			options: { newRunProfileId: byName('Large heap') },
		});
		expect(runtimeProfiles.all(state()).map(({ name }) => name)).not.toContain('Small');
	});
});

describe('remote engine cluster', () => {
	const newCluster = async () =>
		(
			await succeed('remoteEngineCluster', 'create', {
				name: 'Dublin',
				description: 'Daily',
				environmentId: environment(),
				workspaceId: workspace(),
				remoteEngines: [engineNamed(DEMO_ENGINES.newRemoteEngine).id],
			})
		)[0]!;

	test('a remote engine cluster is created with engines', async () => {
		expect(await newCluster()).toMatchObject({
			engines: [engineNamed(DEMO_ENGINES.newRemoteEngine).id],
		});
	});

	test('remote engine clusters are listed by a query', async () => {
		await newCluster();
		const found = await succeed('remoteEngineCluster', 'getMany', {
			returnAll: true,
			filters: { query: 'name==Dub*' },
		});
		expect(found.map(({ name }) => name)).toEqual(['Dublin']);
		expect(requests('GET /processing/runtimes/remote-engine-clusters').at(-1)!.query).toEqual([
			['_s', 'name==Dub*'],
		]);
	});

	test('a remote engine cluster is deleted only after confirmation', async () => {
		const path = { clusterId: byId(String((await newCluster()).id)) };
		await expectRefused(
			'remoteEngineCluster',
			'delete',
			{ ...path, confirmDeletion: false },
			/^Delete Even if in Use must be turned on/,
		);
		expect(engineNamed(DEMO_ENGINES.newRemoteEngine).clusterId).toBe(path.clusterId.value);
		await succeed('remoteEngineCluster', 'delete', { ...path, confirmDeletion: true });
		expect(engineNamed(DEMO_ENGINES.newRemoteEngine).clusterId).toBeUndefined();
	});

	test('a cluster accepts engines by either of their IDs', async () => {
		const engines = [
			engineNamed(DEMO_ENGINES.newRemoteEngine),
			engineNamed(DEMO_ENGINES.remoteEngine),
		];
		delete engines[1]!.clusterId;
		const [made] = await succeed('remoteEngineCluster', 'create', {
			name: 'Galway',
			description: 'Daily',
			environmentId: environment(),
			workspaceId: workspace(),
			remoteEngines: [engines[0]!.runtimeId, engines[1]!.id],
		});
		expect(new Set(made!.engines as string[])).toEqual(new Set(engines.map(({ id }) => id)));
		expect(bodyOf('POST /processing/runtimes/remote-engine-clusters')).toMatchObject({
			remoteEngines: engines.map(({ id }) => id),
		});
	});

	test('scheduled executions are searched by either ID of an engine inside an object', async () => {
		const { id, runtimeId } = engineNamed(DEMO_ENGINES.remoteEngine);
		const { error } = await platform.run('Orchestration', 'runConfiguration', 'searchEvents', {
			environmentId: environment(),
			to: '2026-04-02T00:00:00Z',
			filters: { runtime: { type: 'REMOTE_ENGINE', id: byId(runtimeId) } },
		});
		expect(error).toBeUndefined();
		expect(bodyOf('POST /orchestration/executables/events/search')).toMatchObject({
			runtime: { type: 'REMOTE_ENGINE', id },
		});
	});

	test('an engine is removed for patching and added again', async () => {
		const member = {
			clusterId: byName(DEMO_ENGINES.cluster),
			engineId: byName(DEMO_ENGINES.remoteEngine),
		};
		expect(await succeed('remoteEngineCluster', 'removeEngine', member)).toEqual([
			{
				removed: true,
				clusterId: clusterId(),
				engineId: engineNamed(DEMO_ENGINES.remoteEngine).id,
			},
		]);
		expect(
			(await succeed('remoteEngineCluster', 'get', { clusterId: byName(DEMO_ENGINES.cluster) }))[0]!
				.engines,
		).toEqual([engineNamed(DEMO_ENGINES.flakyRemoteEngine).id]);
		expect((await run('remoteEngineCluster', 'removeEngine', member)).error).toMatchObject({
			httpCode: '404',
		});
		await succeed('remoteEngineCluster', 'addEngine', {
			...member,
			method: 'CLUSTER_RUN_PROFILE',
			runProfileId: byName('Cluster default'),
		});
		expect(
			bodyOf('PUT /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}'),
		).toMatchObject({ runProfileId: '63a1f0b2c4d5e6f708192a32' });
		expect(
			(
				await run('remoteEngineCluster', 'addEngine', {
					...member,
					runProfileId: byId('63a1f0b2c4d5e6f708192a32'),
				})
			).error,
		).toMatchObject({
			httpCode: '409',
			description: expect.stringContaining('already in a cluster') as string,
		});
	});

	test('run profiles of a cluster are listed, created, changed and deleted', async () => {
		const path = { clusterId: byName(DEMO_ENGINES.cluster) };
		const [made] = await succeed('remoteEngineCluster', 'createRunProfile', {
			...path,
			name: 'Small',
			type: 'JOB_SERVER',
			jvmArguments: ['-Xmx256M'],
		});
		const runProfileId = byId(String(made!.id));
		await succeed('remoteEngineCluster', 'updateRunProfile', {
			...path,
			runProfileId,
			updateFields: { jvmArguments: ['-Xmx512M'] },
		});
		expect(
			(await succeed('remoteEngineCluster', 'getRunProfile', { ...path, runProfileId }))[0],
		).toMatchObject({ name: 'Small', jvmArguments: ['-Xmx512M'] });
		expect(
			(await succeed('remoteEngineCluster', 'getRunProfiles', { ...path, returnAll: true })).map(
				({ name }) => name,
			),
		).toEqual(['Cluster default', 'Small']);
		await succeed('remoteEngineCluster', 'deleteRunProfile', {
			...path,
			runProfileId,
			options: { newRunProfileId: byName('Cluster default') },
		});
		expect(
			requests(
				'DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}',
			).at(-1)!.query,
		).toEqual([['runProfileId', '63a1f0b2c4d5e6f708192a32']]);
	});
});

describe('pipeline engine', () => {
	test('a pipeline engine is created, listed, read, unpaired and deleted', async () => {
		const [made] = await succeed('pipelineEngine', 'create', {
			name: 'Pipelines 2',
			environmentId: environment(),
		});
		expect(made).toMatchObject({
			status: 'NOT_PAIRED',
			preAuthorizedKey: expect.any(String) as string,
		});
		const engineId = byId(String(made!.id));
		minutes(2);
		expect((await run('pipelineEngine', 'delete', { engineId })).error).toMatchObject({
			httpCode: '409',
		});
		await succeed('pipelineEngine', 'unpair', { engineId });
		expect((await succeed('pipelineEngine', 'get', { engineId }))[0]).toMatchObject({
			status: 'NOT_PAIRED',
		});
		expect(
			(
				await succeed('pipelineEngine', 'getMany', {
					returnAll: true,
					filters: { query: 'status==PAIRED' },
				})
			).map(({ name }) => name),
		).toEqual([DEMO_ENGINES.pipelineEngine]);
		await succeed('pipelineEngine', 'delete', { engineId });
	});

	const CONFIGURATION = { numberOfThreads: 2, microBatchInterval: 5_000 };
	const DATABRICKS = {
		cloudProvider: 'Azure',
		endpoint: 'https://adb-1.azuredatabricks.net',
		stagingLocation: '/staging',
		target: {
			cluster: 'old',
			nodeTypeId: 'n',
			logsDestination: 'dbfs:/logs',
			workersNumber: 2,
			id: 'c1',
		},
		token: 'dapi-very-secret-token',
	};
	const json = (name: string, value: unknown) => ({
		[`${name}Json`]: value,
	});

	describe.each([
		{
			title: 'Standard',
			kind: 'standard',
			fields: { executionFramework: 'SPARK_3', ...json('configuration', CONFIGURATION) },
		},
		{ title: 'Advanced', kind: 'advanced', fields: { definition: '{"numberOfThreads":4}' } },
		{
			title: 'BigData',
			kind: 'big-data',
			fields: {
				microBatchInterval: 5_000,
				streamingTimeout: 60_000,
				temporaryStorage: '/tmp',
				executorMemoryOverhead: 512,
				...json('yarnStrategy', { type: 'Fixed', executorsNumber: 2 }),
			},
		},
		{
			title: 'Databricks',
			kind: 'databricks',
			fields: { microBatchInterval: 5_000, additionalFields: { databricksJson: DATABRICKS } },
		},
		{
			title: 'DataIntegration',
			kind: 'data-integration',
			fields: { additionalFields: { jvmArguments: ['-Xmx1G'] } },
		},
	])('a run profile of the type $title', ({ title, kind, fields }) => {
		const name = `My ${kind}`;
		const newProfile = async () =>
			(
				await succeed('pipelineEngineRunProfile', `create${title}`, {
					engineId: byId(pipelineId()),
					name,
					...fields,
				})
			)[0]!;

		test('a run profile is created for a pipeline engine', async () => {
			expect(await newProfile()).toEqual({
				success: true,
				engineId: pipelineId(),
				name,
				type: kind,
				id: expect.any(String) as string,
			});
			const profiles = await succeed('pipelineEngineRunProfile', 'getMany', {
				engineId: byId(pipelineId()),
				returnAll: true,
			});
			expect(profiles.map((profile) => profile.name)).toEqual(['Four threads', name]);
		});

		test('an update of a run profile keeps what is not given', async () => {
			const { id } = await newProfile();
			const profile = { engineId: byId(pipelineId()), runProfileId: byId(String(id)) };
			const [before] = await succeed('pipelineEngineRunProfile', `get${title}`, profile);
			await succeed('pipelineEngineRunProfile', `update${title}`, {
				...profile,
				updateFields: { description: 'For large pipelines' },
			});
			const [after] = await succeed('pipelineEngineRunProfile', `get${title}`, profile);
			expect(after).toEqual({
				...before,
				description: 'For large pipelines',
				updateDate: new Date(platform.emulator.clock.now()).toISOString(),
			});
		});

		test('a run profile is deleted from its pipeline engine', async () => {
			const { error } = await platform.run('Processing', 'runProfile', 'deleteFromPipelineEngine', {
				engineId: pipelineId(),
				type: kind,
				runProfileId: String((await newProfile()).id),
			});
			expect(error).toBeUndefined();
			expect(pipelineProfiles.all(state()).map((profile) => profile.name)).toEqual([
				'Four threads',
			]);
		});
	});

	test('checkpoints require a folder', async () => {
		const fields = {
			microBatchInterval: 5_000,
			streamingTimeout: 60_000,
			temporaryStorage: '/tmp',
			executorMemoryOverhead: 512,
			...json('yarnStrategy', { type: 'Fixed' }),
		};
		await expectRefused(
			'pipelineEngineRunProfile',
			'createBigData',
			{
				engineId: byId(pipelineId()),
				name: 'x',
				...fields,
				additionalFields: { isCheckpointingEnabled: true },
			},
			/is required when Checkpointing is on$/,
		);
	});
});

test.each([
	['Advanced', { definition: '{}' }],
	['DataIntegration', { additionalFields: { jvmArguments: ['-Xmx1G'] } }],
])('a %s run profile whose ID cannot be read is reported as created', async (title, fields) => {
	platform.emulator.faults.add({
		operation: 'GET /processing/runtimes/pipeline-engines/{engineId}/run-profiles',
		status: 403,
		times: 1,
	});
	const { error } = await run('pipelineEngineRunProfile', `create${title}`, {
		engineId: byId(pipelineId()),
		name: 'Unseen',
		...fields,
	});
	expect(error?.description).toContain(
		'The run profile Unseen had already been created and was not deleted.',
	);
});

judgeRequests(platform, 'Engines', [
	'remoteEngine',
	'remoteEngineCluster',
	'pipelineEngine',
	'pipelineEngineRunProfile',
]);
