/** What is in an environment, and how two of them differ. */
import type { IDataObject } from 'n8n-workflow';

import {
	artifacts,
	connections,
	resources,
	runConfigurationOf,
	schedules,
	tasks,
} from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { areaOf, writesIn } from '../../support/area';
import {
	byId,
	byName,
	environmentNamed,
	planNamed,
	taskNamed,
	workspaceIn,
} from '../../support/demo';
import { platformForEach, SEEN } from '../../support/platform';

const platform = platformForEach({ keepAnswers: true });
const { succeed, run, expectRefused, requests } = areaOf('Orchestration', () => platform);
const state = () => platform.emulator.state;

const ALL = [
	'workspace',
	'artifact',
	'connection',
	'resource',
	'task',
	'plan',
	'schedule',
	'engine',
	'runProfile',
];
const contents = async (types = ALL, filters: IDataObject = {}, more: IDataObject = {}) =>
	await succeed('environment', 'getContents', {
		types,
		environmentId: byName('Production'),
		filters,
		...more,
	});
const recordNamed = (all: IDataObject[], type: string, name: string) =>
	all.find((each) => each.type === type && each.name === name)!;

describe('contents', () => {
	describe('the contents of an environment', () => {
		test('each record is one item with its place and a permanent key', async () => {
			const all = await contents();
			expect(all.length).toBeGreaterThan(20);
			expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
			expect(new Set(all.map(({ type }) => type))).toEqual(new Set(ALL));
			expect(new Set(all.map(({ environment }) => environment))).toEqual(new Set(['Production']));
		});

		test('a task has the names, instead of the IDs, of what it uses', async () => {
			const all = await contents();
			const { id } = taskNamed(state(), DEMO.goodTask);
			expect(recordNamed(all, 'task', DEMO.goodTask)).toMatchObject({
				key: `task:${id}`,
				id,
				workspace: 'Finance',
				artifact: 'load_customers',
				artifactVersion: '1.2.0',
				parameters: { country: 'FR' },
				connections: { warehouse: 'Warehouse' },
				tags: ['nightly'],
				paused: false,
				runConfiguration: {
					trigger: { type: 'DAILY', atTimes: { time: '02:30' } },
					runtime: { type: 'REMOTE_ENGINE', engine: DEMO_ENGINES.remoteEngine },
					logLevel: 'WARN',
				},
				dynamicEngineConfiguration: null,
			});
			expect(recordNamed(all, 'task', 'Draft').runConfiguration).toBeNull();
		});

		test('a plan has the names of the tasks in its steps', async () => {
			const all = await contents();
			expect(recordNamed(all, 'plan', DEMO.plan)).toMatchObject({
				id: planNamed(state(), DEMO.plan).id,
				steps: [
					{ name: 'Extract', tasks: [DEMO.goodTask] },
					{ name: 'Load', tasks: [DEMO.rejectingTask] },
				],
			});
		});

		test('an artifact has its versions', async () => {
			const all = await contents();
			expect(recordNamed(all, 'artifact', 'load_customers')).toMatchObject({
				latestVersion: '1.3.0',
				versions: SEEN.newestFirst ? ['1.3.0', '1.2.0', '1.1.0'] : ['1.1.0', '1.2.0', '1.3.0'],
				artifactType: 'standard',
			});
		});

		test('a resource, a schedule and an engine have their places and states', async () => {
			const all = await contents();
			expect(recordNamed(all, 'resource', 'rates.csv')).toMatchObject({
				workspace: 'Finance',
				description: 'Rates of the month',
			});
			expect(recordNamed(all, 'schedule', 'Weekdays and month end')).toMatchObject({
				workspace: null,
				starts: null,
			});
			expect(recordNamed(all, 'engine', DEMO_ENGINES.remoteEngine)).toMatchObject({
				engineType: 'REMOTE_ENGINE',
				availability: 'AVAILABLE',
			});
		});
	});

	test('the contents include no secret, however it is recognized', async () => {
		const task = taskNamed(state(), DEMO.goodTask);
		artifacts
			.find(state(), task.artifactId)
			.versions.find(({ version }) => version === '1.2.0')!
			.parameters.push({ name: 'entrance', type: 'id_Password', required: false });
		task.parameters = { country: 'FR', entrance: 'open-sesame-1', db_password: 'open-sesame-2' };
		connections.all(state())[0]!.parameters.push({ name: 'api_key', value: 'open-sesame-3' });
		task.runConfiguration!.trigger = {
			type: 'WEBHOOK',
			startDate: '2026-01-01',
			timeZone: 'UTC',
			interval: 1,
			webhook: { name: 'Order', url: 'https://example.com/open-sesame-4' },
		};
		const all = await contents();
		expect(recordNamed(all, 'task', DEMO.goodTask)).toMatchObject({
			parameters: { country: 'FR', entrance: '***', db_password: '***' },
			runConfiguration: { trigger: { webhook: { name: 'Order' } } },
		});
		expect(recordNamed(all, 'connection', 'Warehouse').parameters).toEqual({
			user: 'loader',
			password: '***',
			api_key: '***',
		});
		expect(JSON.stringify(all)).not.toMatch(/open-sesame|a-demo-password|pak-demo/);
		// What says which are secret cannot be read.
		platform.emulator.faults.add({
			operation: 'GET /orchestration/artifacts/{artifactId}/versions/{version}',
			status: 404,
			times: 100,
		});
		expect(recordNamed(await contents(['task']), 'task', DEMO.goodTask).parameters).toEqual({
			country: '***',
			entrance: '***',
			db_password: '***',
		});
	});

	test('only the chosen types are read', async () => {
		platform.clearLog();
		expect((await contents(['workspace'])).map(({ name }) => name)).toEqual(['Shared', 'Finance']);
		const read = platform.emulator.log.map(({ operation }) => operation);
		expect(
			read.filter(
				(operation) => !/^GET \/orchestration\/(environments|workspaces)/.test(operation!),
			),
		).toEqual(['POST /security/oauth/token']);
	});

	test('the contents can be limited to a workspace', async () => {
		const shared = workspaceIn(state(), 'Production', 'Shared').id;
		expect(
			new Set(
				(await contents(['task', 'plan', 'connection'], { workspaceId: byId(shared) })).map(
					({ workspaceId }) => workspaceId,
				),
			),
		).toEqual(new Set([shared]));
	});

	test('the contents of all environments are read if none is chosen', async () => {
		const everywhere = await succeed('environment', 'getContents', { types: ['task'] });
		expect(new Set(everywhere.map(({ environment }) => environment))).toEqual(
			new Set(['Development', 'Production']),
		);
	});

	test('run configurations can be left out', async () => {
		platform.clearLog();
		expect(
			recordNamed(
				await contents(['task'], {}, { includeRunConfigurations: false }),
				'task',
				DEMO.goodTask,
			).runConfiguration,
		).toBeNull();
		expect(requests('GET /orchestration/executables/tasks/{taskId}/run-config')).toEqual([]);
	});

	test('a schedule with several triggers is named instead of its trigger', async () => {
		const [schedule] = schedules.all(state());
		await succeed('schedule', 'bindToTask', {
			taskId: byId(taskNamed(state(), DEMO.goodTask).id),
			scheduleId: byId(schedule!.id),
		});
		const all = await contents(['task', 'schedule']);
		expect(recordNamed(all, 'task', DEMO.goodTask).runConfiguration).toMatchObject({
			schedule: 'Weekdays and month end',
		});
		expect(recordNamed(all, 'task', DEMO.goodTask).runConfiguration).not.toHaveProperty('trigger');
		expect(recordNamed(all, 'schedule', 'Weekdays and month end')).toMatchObject({
			starts: DEMO.goodTask,
		});
	});

	test('a record of a task has its name, with another workspace before it, or its ID if it is not visible', async () => {
		const task = taskNamed(state(), DEMO.goodTask);
		const shared = workspaceIn(state(), 'Production', 'Shared').id;
		const { id: common } = connections.add(state(), {
			name: 'Lake',
			app: 'S3',
			workspaceId: shared,
			createdAt: 0,
			parameters: [],
		});
		task.connections = { lake: common, gone: '5c1e8ab8c3e8e2155ba2fc99' };
		task.resources = { rates: resources.all(state())[1]!.id };
		task.runConfiguration!.runtime = { type: 'REMOTE_ENGINE', id: '5f3e2d1ca1b2c3d4e5f60799' };
		expect(recordNamed(await contents(['task']), 'task', DEMO.goodTask)).toMatchObject({
			connections: { lake: 'Shared/Lake', gone: '5c1e8ab8c3e8e2155ba2fc99' },
			resources: { rates: 'rates.csv' },
			runConfiguration: { runtime: { engine: '5f3e2d1ca1b2c3d4e5f60799' } },
		});
	});

	test('engines that are not visible are left out with a hint', async () => {
		for (const kind of ['remote-engines', 'remote-engine-clusters', 'pipeline-engines'])
			platform.emulator.faults.add({ operation: `GET /processing/runtimes/${kind}`, status: 403 });
		const { error, items, hints } = await run('environment', 'getContents', {
			types: ['engine', 'workspace'],
			environmentId: byName('Production'),
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.type)).toEqual(['workspace', 'workspace']);
		expect(JSON.stringify(hints)).toContain('Engines are missing: ');
	});

	describe('a task that cannot be read', () => {
		const refusing = (status: number) =>
			platform.emulator.faults.add({
				operation: 'GET /orchestration/executables/tasks/{taskId}',
				status,
			});

		test('a task that is deleted during the reading is left out', async () => {
			const ofProduction = ['Finance', 'Shared'].map(
				(name) => workspaceIn(state(), 'Production', name).id,
			);
			const before = tasks
				.all(state())
				.filter(({ workspaceId }) => ofProduction.includes(workspaceId));
			refusing(404);
			expect(await contents(['task'])).toHaveLength(before.length - 1);
		});

		test('a task that may not be read is an error', async () => {
			refusing(403);
			const { error } = await run('environment', 'getContents', {
				types: ['task'],
				environmentId: byName('Production'),
			});
			expect(error).toMatchObject({ httpCode: '403' });
		});
	});

	test('an agent can read the contents', async () => {
		const { items, error } = await run(
			'environment',
			'getContents',
			{ types: ['task'], environmentId: byName('Production') },
			{ entryPoint: 'tool' },
		);
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(5);
	});
});

describe('compare', () => {
	const compare = async (more: IDataObject = {}) =>
		await succeed('environment', 'compare', {
			sourceEnvironmentId: byName('Development'),
			targetEnvironmentId: byName('Production'),
			...more,
		});
	/** A copy of a task of Production in Development, which differs as given. */
	const copy = (own: IDataObject = {}) => {
		const task = taskNamed(state(), DEMO.goodTask);
		const { id, ...rest } = structuredClone(task);
		void id;
		const development = workspaceIn(state(), 'Development', 'Finance').id;
		const { id: artifactId } = artifacts.add(state(), {
			...artifacts.find(state(), task.artifactId),
			id: undefined,
			workspaceId: development,
		});
		const warehouse = connections
			.all(state())
			.find(({ name, workspaceId }) => name === 'Warehouse' && workspaceId === development)!.id;
		return tasks.add(state(), {
			...rest,
			workspaceId: development,
			artifactId,
			connections: { warehouse },
			runConfiguration: structuredClone(runConfigurationOf(task)),
			...own,
		});
	};

	test('the comparison shows what is only in one environment', async () => {
		const all = await compare({ types: ['task', 'connection', 'plan'] });
		const changeOf = (type: string, name: string) => recordNamed(all, type, name)?.change;
		expect(changeOf('task', 'Load suppliers')).toBe('onlyInSource');
		expect(changeOf('task', DEMO.goodTask)).toBe('onlyInTarget');
		expect(changeOf('connection', 'Warehouse')).toBeUndefined();
		expect(changeOf('connection', 'Invoices')).toBe('onlyInTarget');
		expect(recordNamed(all, 'plan', DEMO.plan)).toMatchObject({
			key: `plan/Finance/${DEMO.plan}`,
			workspace: 'Finance',
			change: 'onlyInTarget',
			sourceId: null,
			targetId: planNamed(state(), DEMO.plan).id,
			differences: [],
		});
	});

	test('the comparison omits equal records unless they are requested, although each ID differs', async () => {
		const made = copy();
		expect(recordNamed(await compare({ types: ['task'] }), 'task', DEMO.goodTask)).toBeUndefined();
		expect(
			recordNamed(
				await compare({ types: ['task'], options: { includeEqual: true } }),
				'task',
				DEMO.goodTask,
			),
		).toMatchObject({
			change: 'equal',
			sourceId: made.id,
			targetId: taskNamed(state(), DEMO.goodTask).id,
			differences: [],
		});
	});

	test('the comparison shows each field that differs, with both values', async () => {
		const { trigger, runtime } = taskNamed(state(), DEMO.goodTask).runConfiguration!;
		copy({
			artifactVersion: '1.3.0',
			parameters: { country: 'DE', size: '5' },
			connections: {},
			runConfiguration: {
				trigger: { ...trigger, atTimes: { type: 'AT_TIME', time: '05:00' } },
				runtime,
				logLevel: 'INFO',
				parallelExecutionAllowed: false,
			},
		});
		const { change, differences } = recordNamed(
			await compare({ types: ['task'] }),
			'task',
			DEMO.goodTask,
		);
		expect(change).toBe('different');
		expect(differences).toEqual(
			expect.arrayContaining([
				{ field: 'artifactVersion', source: '1.3.0', target: '1.2.0' },
				{ field: 'parameters.country', source: 'DE', target: 'FR' },
				{ field: 'parameters.size', source: '5', target: null },
				{ field: 'connections.warehouse', source: null, target: 'Warehouse' },
				{ field: 'runConfiguration.trigger.atTimes.time', source: '05:00', target: '02:30' },
				{ field: 'runConfiguration.logLevel', source: 'INFO', target: 'WARN' },
			]),
		);
	});

	test('fields that may differ are ignored', async () => {
		copy({ artifactVersion: '1.3.0', runConfiguration: undefined });
		const { differences } = recordNamed(
			await compare({ types: ['task'], options: { ignoreFields: ['runConfiguration'] } }),
			'task',
			DEMO.goodTask,
		);
		expect(differences).toEqual([{ field: 'artifactVersion', source: '1.3.0', target: '1.2.0' }]);
		expect(
			recordNamed(
				await compare({
					types: ['task'],
					options: { ignoreFields: ['runConfiguration', 'artifactVersion'] },
				}),
				'task',
				DEMO.goodTask,
			),
		).toBeUndefined();
	});

	test('all records with the same name are compared', async () => {
		copy();
		copy({ artifactVersion: '1.3.0' });
		expect(
			(await compare({ types: ['task'] })).filter(({ name }) => name === DEMO.goodTask),
		).toMatchObject([{ key: `task/Finance/${DEMO.goodTask} (2)`, change: 'onlyInSource' }]);
	});

	test('an environment cannot be compared with itself', async () => {
		const { id } = environmentNamed(state(), 'Production');
		await expectRefused(
			'environment',
			'compare',
			{ sourceEnvironmentId: byId(id), targetEnvironmentId: byId(id), types: ['task'] },
			'"Target Environment" must be a different environment from the source',
		);
	});

	test('the comparison reads each task and the artifacts of each environment once', async () => {
		platform.clearLog();
		await compare({ types: ['task'] });
		const count = tasks.all(state()).length;
		expect(requests('GET /orchestration/executables/tasks/{taskId}')).toHaveLength(count);
		expect(requests('GET /orchestration/artifacts')).toHaveLength(2);
		expect(
			requests('GET /orchestration/artifacts/{artifactId}/versions/{version}').length,
		).toBeLessThanOrEqual(count);
		expect(writesIn(platform)).toEqual([]);
	});
});
