/** Pipeline engines and their run profiles: each operation does its work on the platform. */
import { pipelineEngines, pipelineProfiles } from '../../../emulator/areas/engines/runtimes';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { byId } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import {
	environment,
	expectRefused,
	passMinutes,
	platform,
	run,
	state,
	succeed,
} from './runtimesStage';

const pipelineId = () => pipelineEngines.all(state())[0]!.id;

describe('pipeline engine', () => {
	test('a paired pipeline engine cannot be deleted before it is unpaired', async () => {
		const [made] = await succeed('pipelineEngine', 'create', {
			name: 'Pipelines 2',
			environmentId: environment(),
		});
		expect(made).toMatchObject({
			status: 'NOT_PAIRED',
			preAuthorizedKey: expect.any(String) as string,
		});
		const engineId = byId(String(made!.id));
		passMinutes(2);
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

		test('an update of a run profile keeps the fields that are left out', async () => {
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
			/is required when "Checkpointing" is on$/,
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

judgeRequests(platform, 'Engines', ['pipelineEngine', 'pipelineEngineRunProfile']);
