/** Undeploy and Wait, and Redeploy and Wait, of routes and data services. */
import { byName, taskNamed } from '../../support/demo';
import {
	dataService,
	idsIn,
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

describe('Undeploy and Wait', () => {
	test('the operation waits until the executions on all engines are terminated', async () => {
		await succeed('service', 'deployAndWait', { executable: byName(route) });
		const running = open(route);
		const [undeployed] = await succeed('service', 'undeployAndWait', { executable: byName(route) });
		expect(undeployed).toMatchObject({ status: 'undeployed', terminated: 2, taskName: route });
		expect(idsIn(undeployed!)).toEqual(running);
		expect(open(route)).toEqual([]);
	});

	test('the operation returns the executions in their final state', async () => {
		await succeed('service', 'deployAndWait', { executable: byName(dataService) });
		const [undeployed] = await succeed('service', 'undeployAndWait', {
			executable: byName(dataService),
		});
		expect(undeployed!.executions).toEqual([
			expect.objectContaining({
				status: 'execution_successful',
				finishTimestamp: expect.anything() as unknown,
			}),
		]);
	});

	test('the record of another execution does not end the wait', async () => {
		await succeed('service', 'deployAndWait', { executable: byName(dataService) });
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			times: 2,
			status: 200,
			body: { executionId: 'another', status: 'execution_successful' },
		});
		platform.clearLog();
		const [undeployed] = await succeed('service', 'undeployAndWait', {
			executable: byName(dataService),
		});
		expect(undeployed).toMatchObject({ status: 'undeployed', terminated: 1 });
		expect(requests('GET /processing/executions/{executionId}')).toHaveLength(3);
	});

	test('the operation says that an unlisted service may still be running', async () => {
		const { items, hints } = await run('service', 'undeployAndWait', {
			executable: byName(oldService),
		});
		expect(items[0]!.json).toMatchObject({ status: 'notSeen', terminated: 0, executions: [] });
		expect(hints).toEqual([
			expect.stringMatching(
				/It no longer lists a service that has been running for weeks, which may still be running/,
			),
		]);
		expect(open(oldService)).toHaveLength(1);
	});

	test('the newest failed execution is terminated as well if failed ones are included', async () => {
		const task = taskNamed(state(), dataService);
		task.behaviors = [
			{ ...task.behaviors[0]!, durationMs: 1_000, end: 'execution_failed', servesOn: true },
		];
		await run('service', 'deployAndWait', { executable: byName(dataService) });
		platform.clearLog();
		const [undeployed] = await succeed('service', 'undeployAndWait', {
			executable: byName(dataService),
			options: { includeFailed: true },
		});
		expect(undeployed).toMatchObject({ status: 'notSeen', terminated: 1 });
		expect(requests(TERMINATE)).toHaveLength(1);
	});
});

describe('Redeploy and Wait', () => {
	test('the operation replaces a service without interruption', async () => {
		await succeed('service', 'deployAndWait', { executable: byName(dataService) });
		const before = open(dataService);
		platform.clearLog();
		const [redeployed] = await succeed('service', 'redeployAndWait', {
			executable: byName(dataService),
		});
		expect(redeployed).toMatchObject({ status: 'running', undeployedFirst: false });
		expect(idsIn(redeployed!)).not.toEqual(before);
		expect(requests(TERMINATE)).toEqual([]);
		expect(requests(START)).toHaveLength(1);
	});

	test('a hint says that the service was undeployed before its start because its port was in use', async () => {
		await succeed('service', 'deployAndWait', { executable: byName(route) });
		const before = open(route);
		platform.clearLog();
		const { error, items, hints } = await run('service', 'redeployAndWait', {
			executable: byName(route),
		});
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({ status: 'running', undeployedFirst: true });
		expect(hints).toEqual([
			expect.stringMatching(
				/The port of task \S+ was taken: the deployed version was terminated first/,
			),
		]);
		expect(requests(START)).toHaveLength(2);
		expect(idsIn(items[0]!.json)).toEqual(open(route));
		expect(open(route).some((id) => before.includes(id))).toBe(false);
	});

	test('the operation frees the port of a failed execution that still responds', async () => {
		const task = taskNamed(state(), dataService);
		const [usual] = task.behaviors;
		task.behaviors = [
			{ ...usual!, durationMs: 1_000, end: 'execution_failed', servesOn: true },
			usual!,
		];
		await run('service', 'deployAndWait', { executable: byName(dataService) });
		const [redeployed] = await succeed('service', 'redeployAndWait', {
			executable: byName(dataService),
		});
		expect(redeployed).toMatchObject({ status: 'running', undeployedFirst: true });
	});

	test('Redeploy and Wait with Retry On Fail starts each of its two deployments once', async () => {
		await succeed('service', 'deployAndWait', { executable: byName(route) });
		platform.clearLog();
		platform.emulator.faults.add({ operation: TERMINATE, status: 403 });
		const { error, items } = await run(
			'service',
			'redeployAndWait',
			{ executable: byName(route) },
			{ maxTries: 2 },
		);
		expect(error).toBeUndefined();
		expect(requests(START)).toHaveLength(2);
		expect(items[0]!.json).toMatchObject({ undeployedFirst: true });
	});

	test('a service that fails for another reason than its port is not undeployed', async () => {
		const task = taskNamed(state(), dataService);
		task.behaviors = [
			{
				...task.behaviors[0]!,
				durationMs: 1_000,
				end: 'execution_failed',
				errorMessage: 'No route to host',
			},
		];
		const { error } = await run('service', 'redeployAndWait', { executable: byName(dataService) });
		expect(error!.message).toBe('The service does not run: No route to host');
		expect(requests(TERMINATE)).toEqual([]);
	});
});
