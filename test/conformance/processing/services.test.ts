/**
 * Routes and data services: how they are deployed on their engines, and their status, on the
 * emulated platform as integrators have seen it.
 */
import { enginesOf } from '../../../emulator/areas/engines/runtimes';
import { DEMO } from '../../../emulator/seed';
import { refusedWords } from '../../support/area';
import { ask as askAny } from '../../support/ask';
import { byId, byName, taskNamed } from '../../support/demo';
import {
	dataService,
	executionsOf,
	idOf,
	idsIn,
	now,
	oldService,
	open,
	platform,
	requests,
	route,
	run,
	START,
	state,
	succeed,
	TERMINATE,
} from './servicesStage';

const GET = 'GET /processing/executions/{executionId}';
const LIST = 'GET /processing/executables/tasks/{taskId}/executions';

describe.each(['workflow', 'tool'] as const)('Deploy and Wait (%s)', (entryPoint) => {
	test('the node waits until the service runs, under the ID that its list shows', async () => {
		const startedAt = now();
		const [deployed] = await succeed(
			'service',
			'deployAndWait',
			{ executable: byName(dataService) },
			{ entryPoint },
		);
		expect(deployed).toMatchObject({
			taskId: idOf(dataService),
			taskName: dataService,
			summary: `${dataService} (Shared, Production) is running`,
			status: 'running',
			executions: [{ status: 'executing' }],
		});
		expect(idsIn(deployed!)).toEqual(open(dataService));
		expect(now() - startedAt).toBeLessThan(120_000);
		expect(requests(START)).toHaveLength(1);
		// The receipt is never asked for.
		expect(requests(GET)).toEqual([]);
	});

	test('the node waits until a service on a cluster runs on each engine', async () => {
		const [deployed] = await succeed(
			'service',
			'deployAndWait',
			{ executable: byName(route) },
			{ entryPoint },
		);
		expect(idsIn(deployed!)).toEqual(open(route));
		expect(open(route)).toHaveLength(2);
	});

	test('the node fails with advice when an execution ends because its port is in use', async () => {
		await succeed('service', 'deployAndWait', { executable: byName(route) });
		const { error } = await run(
			'service',
			'deployAndWait',
			{ executable: byName(route) },
			{ entryPoint },
		);
		expect(error!.message).toBe("The service does not run: Can't configure server port");
		expect(error!.description).toMatch(
			/ended with the status execution_failed\. Something else uses its port: Redeploy and Wait undeploys the deployed version first/,
		);
	});
});

test('a failed deployment names its status if the list calls it executionStatus', async () => {
	const taskId = idOf(dataService);
	platform.emulator.faults.add({
		operation: LIST,
		after: 1,
		status: 200,
		body: { items: [{ executionId: 'e', taskId, executionStatus: 'EXECUTION_FAILED' }], total: 1 },
	});
	const { error } = await run('service', 'deployAndWait', { executable: byName(dataService) });
	expect(error!.description).toMatch(
		/^Execution e of task \S+ ended with the status EXECUTION_FAILED\./,
	);
});

describe('Deploy and Wait with Retry On Fail', () => {
	/** Deploys a service in two tries at most. @returns the IDs of what was deployed */
	const deployInTwoTries = async (task: string) => {
		const given = { executable: byName(task) };
		const { error, items } = await run('service', 'deployAndWait', given, { maxTries: 2 });
		expect(error).toBeUndefined();
		return idsIn(items[0]!.json);
	};

	test('the next try of Deploy and Wait follows the deployment that an earlier one started', async () => {
		platform.emulator.faults.add({ operation: LIST, status: 403, after: 2 });
		const deployed = await deployInTwoTries(dataService);
		expect(platform.emulator.faults.unconsumed()).toEqual([]);
		expect(requests(START)).toHaveLength(1);
		expect(deployed).toEqual(open(dataService));
	});

	test('the next try finds what a start with a lost response deployed on each engine, even if it is listed late', async () => {
		platform.emulator.faults.add({ operation: START, breaks: 'after' });
		const deployed = await deployInTwoTries(route);
		expect(requests(START)).toHaveLength(1);
		expect(deployed).toEqual(open(route));
		expect(open(route)).toHaveLength(2);
	});

	test('the next try starts the service again only after it ended without success', async () => {
		const task = taskNamed(state(), dataService);
		task.behaviors = [
			{
				dispatchMs: 1_000,
				durationMs: 1_000,
				end: 'execution_failed',
				errorMessage: 'No route to host',
			},
			task.behaviors[0]!,
		];
		const deployed = await deployInTwoTries(dataService);
		expect(requests(START)).toHaveLength(2);
		expect(deployed).toEqual(open(dataService));
	});
});

describe('the time limit of Deploy and Wait', () => {
	test('executions that do not run at the time limit are terminated if Terminate at Time Limit is on', async () => {
		const task = taskNamed(state(), dataService);
		task.behaviors = [{ ...task.behaviors[0]!, dispatchMs: 600_000 }];
		platform.emulator.clock.advance(1_000);
		const slow = () =>
			executionsOf(dataService).map((execution) =>
				Object.assign(execution.behavior, { dispatchMs: 600_000 }),
			);
		platform.onAnswer(START, slow);
		const { error } = await run('service', 'deployAndWait', {
			executable: byName(dataService),
			timeLimit: 1,
			options: { terminateAtTimeLimit: true },
		});
		expect(error!.message).toBe(
			`Deploying task ${task.id} was terminated because it did not end within 60 seconds`,
		);
		expect(requests(TERMINATE)).toHaveLength(1);
		expect(open(dataService)).toEqual([]);
	});
});

describe('what is refused before anything is started', () => {
	const refusal = async (operation: string, executable: object) => {
		platform.clearLog();
		const { error } = await run('service', operation, { executable });
		expect(
			platform.emulator.log.filter(
				({ method, operation }) =>
					method !== 'GET' && operation?.startsWith('POST /processing') !== false,
			),
		).toEqual([]);
		return refusedWords(error);
	};
	const operations = ['deployAndWait', 'redeployAndWait', 'undeployAndWait', 'getStatus'];

	test.each(operations)('a task that is not a service is refused: %s', async (operation) => {
		expect(await refusal(operation, byName(DEMO.goodTask))).toMatch(
			/^"Task" is "Load customers", which is not a service: its artifact is of the type Standard\. Choose a task whose artifact is a route or a data service/,
		);
	});

	test.each(operations)('the ID of an execution is refused: %s', async (operation) => {
		const { id } = executionsOf(oldService)[0]!;
		expect(await refusal(operation, byId(id))).toMatch(
			/^"Task" is the ID of an execution, not of a task: choose the task from the list/,
		);
	});

	test.each(['deployAndWait', 'redeployAndWait'])(
		'a task on a missing engine or cluster is refused: %s',
		async (operation) => {
			const { runtime } = taskNamed(state(), dataService).runConfiguration!;
			runtime!.id = '5f3e2d1ca1b2c3d4e5f60000';
			expect(await refusal(operation, byName(dataService))).toMatch(
				/^"Task" runs on an engine that no longer exists \(5f3e2d1ca1b2c3d4e5f60000\): assign another engine first/,
			);
			taskNamed(state(), route).runConfiguration!.runtime!.id = '5f3e2d1ca1b2c3d4e5f60001';
			expect(await refusal(operation, byName(route))).toMatch(
				/^"Task" runs on a cluster that no longer exists/,
			);
		},
	);

	test.each(['deployAndWait', 'redeployAndWait'])(
		'a task whose run configuration is an empty response is refused: %s',
		async (operation) => {
			platform.emulator.faults.add({
				operation: 'GET /orchestration/executables/tasks/{taskId}/run-config',
				status: 200,
				body: '',
			});
			const { error } = await run('service', operation, { executable: byName(dataService) });
			expect(error!.message).toContain('nothing instead of a record');
			expect([requests(START), requests(TERMINATE)]).toEqual([[], []]);
		},
	);

	test('a task that does not exist is refused', async () => {
		const { error } = await run('service', 'deployAndWait', {
			executable: byId('5f3e2d1ca1b2c3d4e5f60000'),
		});
		expect(error).toMatchObject({ httpCode: '404' });
		expect(requests(START)).toEqual([]);
	});
});

test('an engine that is not visible does not prevent the deployment of a service', async () => {
	platform.emulator.faults.add({
		operation: 'GET /processing/runtimes/remote-engine-clusters/{clusterId}',
		status: 403,
	});
	const [deployed] = await succeed('service', 'deployAndWait', { executable: byName(route) });
	expect(idsIn(deployed!)).toEqual(open(route));
	expect(open(route)).toHaveLength(2);
});

test('the available engines of a cluster count if some are missing, with a hint', async () => {
	const [member] = enginesOf(state(), taskNamed(state(), route).runConfiguration!.runtime!.id!);
	Object.assign(member!, { pairsAt: undefined });
	const { error, items, hints } = await run('service', 'deployAndWait', {
		executable: byName(route),
	});
	expect(error).toBeUndefined();
	expect(idsIn(items[0]!.json)).toHaveLength(1);
	expect(hints).toEqual([
		expect.stringMatching(
			/runs on 1 of the 2 engines of its cluster: no more executions have appeared within a minute/,
		),
	]);
});

describe('Get Status', () => {
	const statusOf = async (service: string) =>
		(await succeed('service', 'getStatus', { executable: byName(service) }))[0]!;

	test('Get Status shows on how many engines a service runs', async () => {
		await succeed('service', 'deployAndWait', { executable: byName(route) });
		const running = await statusOf(route);
		expect(running).toMatchObject({ status: 'running', engines: 2 });
		expect(idsIn(running)).toEqual(open(route));
	});

	test('Get Status shows that a service is starting before it runs', async () => {
		await askAny(platform, START, { executable: idOf(dataService) });
		const statuses = new Set<unknown>();
		for (let second = 0; second < 30; second += 2) {
			statuses.add((await statusOf(dataService)).status);
			platform.emulator.clock.advance(2_000);
		}
		expect([...statuses]).toEqual(['notSeen', 'starting', 'running']);
	});

	test('Get Status does not report that a service without executions is not running', async () => {
		expect(await statusOf(oldService)).toMatchObject({
			status: 'notSeen',
			executions: [],
			note: expect.stringContaining('may still be running') as string,
		});
	});

	test('Get Status shows how the last listed execution ended', async () => {
		await succeed('service', 'deployAndWait', { executable: byName(dataService) });
		await succeed('service', 'undeployAndWait', { executable: byName(dataService) });
		const [status] = await succeed('service', 'getStatus', { executable: byName(dataService) });
		expect(status).toMatchObject({ status: 'notSeen', lastExecution: { outcome: 'succeeded' } });
	});
});

describe('executions of any task', () => {
	test('Run and Wait of a service soon says which operation waits for a service', async () => {
		const startedAt = now();
		const { error } = await run(
			'taskExecution',
			'runAndWait',
			{ executable: byName(dataService), timeLimit: 60 },
			{ maxTries: 2 },
		);
		expect(error!.message).toBe(
			'The task is a route or data service: it was started, and runs until someone terminates it',
		);
		expect(error!.description).toMatch(
			/^Use Service → Deploy and Wait .* only the receipt \S+\.\)/,
		);
		expect(now() - startedAt).toBeLessThan(10_000);
		expect(requests(START)).toHaveLength(1);
	});

	test('Run and Wait of a job whose execution is unknown at first waits for it', async () => {
		platform.emulator.faults.add({ operation: GET, status: 404, times: 2 });
		const [ended] = await succeed('taskExecution', 'runAndWait', {
			executable: byName(DEMO.goodTask),
		});
		expect(ended).toMatchObject({ outcome: 'succeeded' });
	});
});
