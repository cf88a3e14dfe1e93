/** Clusters of remote engines: each operation does its work on the platform. */
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { byId, byName } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import {
	bodyOf,
	clusterId,
	engineNamed,
	environment,
	expectRefused,
	platform,
	requests,
	run,
	succeed,
	workspace,
} from './runtimesStage';

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
			/^"Delete Even if in Use" must be turned on/,
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

judgeRequests(platform, 'Engines', ['remoteEngineCluster']);
