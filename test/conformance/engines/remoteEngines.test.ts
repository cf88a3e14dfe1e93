/** Remote engines: each operation does its work on the platform. */
import { runtimeProfiles } from '../../../emulator/areas/engines/runtimes';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { byId, byName } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { pick } from '../../support/picking';
import {
	bodyOf,
	clusterId,
	engineNamed,
	environment,
	expectRefused,
	passMinutes,
	platform,
	run,
	state,
	succeed,
	workspace,
} from './runtimesStage';

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
		passMinutes(25);
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
			'"ESB Compatibility Version" is required when Run Profiles has Talend Runtime or Microservice',
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

judgeRequests(platform, 'Engines', ['remoteEngine']);
