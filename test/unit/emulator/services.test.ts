/** Routes and data services: what others have seen of their deployments. */
import { type Dialect, Emulator, standingClock } from '../../../emulator';
import { DEMO } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { NO_LIMITS } from '../../../emulator/server/limits';
import { askAt } from '../../support/ask';
import { taskNamed } from '../../support/demo';

interface Json {
	[name: string]: unknown;
	executionId?: string;
	status?: string;
	errorMessage?: string;
	versions?: string[];
	items?: Json[];
	runtime?: { engineId?: string; runProfileId?: string };
}

let emulator: Emulator;
let address: string;

async function begin(dialect: Dialect = 'field'): Promise<void> {
	emulator = new Emulator({ clock: standingClock(), limits: NO_LIMITS, dialect });
	address = await emulator.listen();
}
afterEach(async () => await emulator.close());

const ask = async (endpoint: string, body?: unknown) =>
	(await askAt(address, endpoint, body)) as { status: number; body: Json };

const taskId = (name: string) => taskNamed(emulator.state, name).id;
const pass = (seconds: number) => emulator.clock.advance(seconds * 1000);
const start = async (name: string): Promise<string> =>
	(await ask('POST /processing/executions', { executable: taskId(name) })).body.executionId!;
/** The executions in the task's list, oldest first. */
const executionsOf = async (name: string): Promise<Json[]> =>
	[
		...((await ask(`GET /processing/executables/tasks/${taskId(name)}/executions`)).body.items ??
			[]),
	].reverse();
const statusesOf = async (name: string) => (await executionsOf(name)).map(({ status }) => status);

test.each(['documents', 'vendor', 'field'] as const)(
	'the start of a service returns a receipt, not the ID of its execution (dialect %s)',
	async (dialect) => {
		await begin(dialect);
		const receipt = await start(DEMO_SERVICES.dataService);
		expect(await executionsOf(DEMO_SERVICES.dataService)).toEqual([]);
		pass(15);
		const [execution] = await executionsOf(DEMO_SERVICES.dataService);
		expect(execution!.executionId).not.toBe(receipt);
		expect((await ask(`GET /processing/executions/${execution!.executionId!}`)).body).toMatchObject(
			{ status: 'dispatching' },
		);
		pass(60);
		expect(await statusesOf(DEMO_SERVICES.dataService)).toEqual(['executing']);
		expect((await ask(`GET /processing/executions/${receipt}`)).status).toBe(404);
		expect((await ask(`DELETE /processing/executions/${execution!.executionId!}`)).status).toBe(
			204,
		);
		expect(await statusesOf(DEMO_SERVICES.dataService)).toEqual(['execution_successful']);
	},
);

test('the start of a job returns the ID of its execution, not a receipt', async () => {
	await begin();
	expect(
		(await ask(`GET /processing/executions/${await start(DEMO.goodTask)}`)).body,
	).toMatchObject({ status: 'dispatching' });
});

describe('a service on a cluster', () => {
	const startRoute = async () => {
		await begin();
		await start(DEMO_SERVICES.route);
		pass(60);
		return await executionsOf(DEMO_SERVICES.route);
	};

	test('a cluster has one execution for each engine', async () => {
		const executions = await startRoute();
		expect(executions.map(({ status }) => status)).toEqual(['executing', 'executing']);
		expect(new Set(executions.map(({ runtime }) => runtime?.engineId)).size).toBe(2);
	});

	test('each execution on a cluster is terminated individually', async () => {
		const [first] = await startRoute();
		await ask(`DELETE /processing/executions/${first!.executionId!}`);
		expect((await statusesOf(DEMO_SERVICES.route)).sort()).toEqual([
			'executing',
			'execution_successful',
		]);
	});
});

test('another start replaces a service without interruption, or finds its port in use', async () => {
	await begin();
	for (const name of [DEMO_SERVICES.dataService, DEMO_SERVICES.route]) {
		await start(name);
		pass(60);
		await start(name);
	}
	pass(16);
	expect((await statusesOf(DEMO_SERVICES.dataService)).sort()).toEqual([
		'executing',
		'execution_successful',
	]);
	pass(60);
	expect((await statusesOf(DEMO_SERVICES.route)).sort()).toEqual([
		'executing',
		'executing',
		'execution_failed',
		'execution_failed',
	]);
	const failed = (await executionsOf(DEMO_SERVICES.route)).find(
		({ status }) => status === 'execution_failed',
	);
	expect(failed!.errorMessage).toBe("Can't configure server port");
	for (const { executionId, status } of await executionsOf(DEMO_SERVICES.route))
		if (status === 'executing') await ask(`DELETE /processing/executions/${executionId!}`);
	await start(DEMO_SERVICES.route);
	pass(60);
	expect(
		(await statusesOf(DEMO_SERVICES.route)).filter((status) => status === 'executing'),
	).toHaveLength(2);
});

test('the port of another task on the same engine is also in use', async () => {
	await begin();
	taskNamed(emulator.state, DEMO_SERVICES.dataService).runConfiguration!.microservicePort = '8092';
	await start(DEMO_SERVICES.dataService);
	pass(60);
	expect(await statusesOf(DEMO_SERVICES.dataService)).toEqual(['execution_failed']);
});

test('a service that failed can keep its port until it is terminated', async () => {
	await begin();
	const task = taskNamed(emulator.state, DEMO_SERVICES.dataService);
	task.behaviors = [
		{ ...task.behaviors[0]!, durationMs: 1_000, end: 'execution_failed', servesOn: true },
		task.behaviors[0]!,
	];
	await start(DEMO_SERVICES.dataService);
	pass(60);
	await start(DEMO_SERVICES.dataService);
	pass(60);
	expect(await statusesOf(DEMO_SERVICES.dataService)).toEqual([
		'execution_failed',
		'execution_failed',
	]);
	const [first] = await executionsOf(DEMO_SERVICES.dataService);
	await ask(`DELETE /processing/executions/${first!.executionId!}`);
	await start(DEMO_SERVICES.dataService);
	pass(60);
	expect(await statusesOf(DEMO_SERVICES.dataService)).toEqual([
		'execution_failed',
		'execution_failed',
		'executing',
	]);
});

test('a service that has been running for weeks is in no list', async () => {
	await begin();
	expect(
		(
			await ask(
				`GET /processing/executables/tasks/${taskId(DEMO_SERVICES.oldService)}/executions?status=executing`,
			)
		).body,
	).toMatchObject({ total: 0 });
	await start(DEMO_SERVICES.dataService);
	pass(60);
	expect(await executionsOf(DEMO_SERVICES.dataService)).toHaveLength(1);
	pass(15 * 86_400);
	expect(await executionsOf(DEMO_SERVICES.dataService)).toEqual([]);
});

test.each([
	['field', { microservicePort: null, runProfileId: '63a1f0b2c4d5e6f708192a31' }],
	['vendor', { microservicePort: undefined, runProfileId: undefined }],
] as const)(
	'the port of a service is lost by an update to another version (dialect %s)',
	async (dialect, left) => {
		await begin(dialect);
		const { id, artifactId, workspaceId } = taskNamed(emulator.state, DEMO_SERVICES.dataService);
		// Oldest first: the list of the dialect `field` begins with the newest.
		const versions = (
			await ask(`GET /orchestration/artifacts/${artifactId}`)
		).body.versions!.sort();
		expect(versions.filter((version) => /^0\.1\.4\.\d{14}$/.test(version))).toHaveLength(2);
		const update = async (version: string) =>
			await ask(`PUT /orchestration/executables/tasks/${id}`, {
				name: DEMO_SERVICES.dataService,
				description: '',
				workspaceId,
				artifact: { id: artifactId, version },
			});
		const configuration = async () => {
			const { microservicePort, runtime } = (
				await ask(`GET /orchestration/executables/tasks/${id}/run-config`)
			).body;
			return { microservicePort, runProfileId: runtime?.runProfileId };
		};
		await update(versions[1]!);
		expect(await configuration()).toEqual({
			microservicePort: '8090',
			runProfileId: '63a1f0b2c4d5e6f708192a31',
		});
		await update(versions[3]!);
		expect(await configuration()).toEqual(left);
	},
);
