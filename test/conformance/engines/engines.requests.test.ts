import {
	clusters,
	pipelineEngines,
	pipelineProfiles,
	remoteEngines,
	runtimeProfiles,
} from '../../../emulator/areas/engines/runtimes';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { describeRequests, type Together } from '../../support/conformance';
import { byId } from '../../support/demo';
import { type Platform, startPlatform } from '../../support/platform';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform();
	const { state, clock } = platform.emulator;
	const engineId = pipelineEngines.all(state)[0]!.id;
	clusters.add(state, { ...clusters.find(state, CLUSTER), id: 'a-cluster-to-delete' });
	for (const kind of ['standard', 'advanced', 'big-data', 'databricks', 'data-integration'])
		pipelineProfiles.add(state, {
			id: `profile-${kind}`,
			name: kind,
			kind,
			engineId,
			createdAt: clock.now(),
			values: VALUES[kind] ?? {},
		});
});
afterAll(async () => await platform.close());

/** With both given nothing has to be read before. */
const whole = { base: { name: 'europe-west', description: 'Runs what must stay in Europe' } };

const VALUES: Record<string, Record<string, unknown>> = {
	standard: {
		executionFramework: 'SPARK_2',
		configuration: { numberOfThreads: 1, microBatchInterval: 1 },
	},
	'big-data': {
		microBatchInterval: 1,
		streamingTimeout: 1,
		temporaryStorage: '/',
		executorMemoryOverhead: 1,
		yarnStrategy: { type: 'Fixed' },
	},
	databricks: { microBatchInterval: 1 },
};

const FRANKFURT = '5f3e2d1ca1b2c3d4e5f60718';
const CLUSTER = '5f3e2d1ca1b2c3d4e5f60719';
const PIPELINES = '5f3e2d1ca1b2c3d4e5f6071a';

/** An update of a profile that is there. */
const profile = (
	runProfileId: string,
	variable: string,
	id: string,
	more: object = {},
): Together => ({
	base: { [variable]: byId(id), runProfileId: byId(runProfileId), ...more },
	keeps: true,
});
const pipelineProfile = (kind: string, more: object = {}) =>
	profile(`profile-${kind}`, 'engineId', PIPELINES, { description: 'For tests', ...more });
const confirmed = { base: { confirmDeletion: true } };

describeRequests('Engines', () => platform, {
	'dynamicEngine.update': whole,
	'dataPlane.update': whole,
	'dynamicEngine.delete': confirmed,
	'dataPlane.delete': confirmed,
	'dynamicEngineEnvironment.delete': confirmed,
	'dataPlaneEnvironment.delete': confirmed,
	// The runtime is in the body, too, given or not.
	'remoteEngine.createRunProfile': { keeps: true },
	'remoteEngineCluster.createRunProfile': { keeps: true },
	'remoteEngine.updateRunProfile': profile('63a1f0b2c4d5e6f708192a31', 'engineId', FRANKFURT, {
		name: 'Large heap',
	}),
	'remoteEngineCluster.updateRunProfile': profile(
		'63a1f0b2c4d5e6f708192a32',
		'clusterId',
		CLUSTER,
		{ name: 'Cluster default' },
	),
	'remoteEngine.create': { with: { esbCompatibilityVersion: { runProfiles: ['TALEND_RUNTIME'] } } },
	'remoteEngineCluster.delete': {
		base: { confirmDeletion: true, clusterId: byId('a-cluster-to-delete') },
	},
	'pipelineEngineRunProfile.createAdvanced': { base: { definition: '{"numberOfThreads": 4}' } },
	'pipelineEngineRunProfile.updateStandard': pipelineProfile('standard'),
	'pipelineEngineRunProfile.updateAdvanced': pipelineProfile('advanced'),
	'pipelineEngineRunProfile.updateBigData': pipelineProfile('big-data'),
	'pipelineEngineRunProfile.updateDatabricks': pipelineProfile('databricks'),
	'pipelineEngineRunProfile.updateDataIntegration': pipelineProfile('data-integration'),
});

test('the demo has the engines that the examples use', () => {
	expect(remoteEngines.find(platform.emulator.state, FRANKFURT).name).toBe(
		DEMO_ENGINES.remoteEngine,
	);
	expect(runtimeProfiles.all(platform.emulator.state).length).toBeGreaterThan(1);
});
