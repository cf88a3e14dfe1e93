/** Platforms that limit requests, or refuse the size of a page. */
import { DEMO } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { EMULATED_LIMITS } from '../../../platform/limits';
import { areaOf } from '../../support/area';
import { byId, byName, environmentNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { quiet, standStill, until } from '../../support/followedClock';
import { platformForEach } from '../../support/platform';
import { SECOND } from '../../support/time';

const TASK = byName(DEMO.goodTask);

describe('queries of metrics, of which five a minute are allowed', () => {
	const QUERY = 'POST /monitoring/observability/metrics/component';
	const platform = platformForEach({ limits: EMULATED_LIMITS });
	const processing = areaOf('Processing', () => platform);
	const { succeed, run, requests } = areaOf('Observability', () => platform);
	const now = () => platform.emulator.clock.now();

	const sendTwelve = () =>
		run(
			'componentMetric',
			'query',
			{
				environmentId: byId(environmentNamed(platform.emulator.state, 'Production').id),
				startTime: '2026-03-01T00:00:00Z',
				endTime: '2026-04-01T00:00:00Z',
			},
			{ items: Array.from({ length: 12 }, () => ({ json: {} })) },
		);

	test('all of twelve queries get a response within 200 seconds, but not before two minutes', async () => {
		fact('B.245');
		const beganAt = now();
		expect((await sendTwelve()).error).toBeUndefined();
		expect(requests(QUERY).filter(({ status }) => status === 200)).toHaveLength(12);
		expect(now() - beganAt).toBeGreaterThanOrEqual(120 * SECOND);
		expect(now() - beganAt).toBeLessThan(200 * SECOND);
	});

	test('other requests do not wait for the queries', async () => {
		const [started] = await processing.succeed('taskExecution', 'runAndWait', { executable: TASK });
		const { clock } = platform.emulator;
		const goOn = standStill();
		const beganAt = clock.now();
		const queries = sendTwelve();
		await until('a query is refused', () => requests(QUERY).some(({ status }) => status === 429));
		// The refusals must have arrived: only then the queries are paused.
		await quiet();
		const executionId = byId(started!.executionId);
		expect(await succeed('componentMetric', 'getMany', { executionId })).toHaveLength(3);
		expect(clock.now()).toBe(beganAt);
		goOn();
		await queries;
	});
});

describe('an endpoint that allows ten requests a second', () => {
	const platform = platformForEach({ dialect: 'field', limits: EMULATED_LIMITS });
	const { succeed, run } = areaOf('Processing', () => platform);

	test('300 reads keep within the limit, with few refusals and a hint', async () => {
		const [started] = await succeed('taskExecution', 'start', { executable: TASK });
		const { emulator } = platform;
		const beganAt = emulator.clock.now();
		const { error, items, hints } = await run(
			'taskExecution',
			'get',
			{ executionId: byId(started!.executionId) },
			{ items: Array.from({ length: 300 }, () => ({ json: {} })) },
		);
		expect([error, items.length]).toEqual([undefined, 300]);
		expect(emulator.clock.now() - beganAt).toBeLessThan(30 * SECOND * 1.15);
		expect(emulator.log.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(10);
		expect(hints).toEqual([
			expect.stringMatching(/^Rate limit reached \(429\): requests to "processing" are slowed/),
		]);
	});
});

describe('a platform that refuses the size of a page', () => {
	const platform = platformForEach({ dialect: 'field', also: ['refusedPaging'] });
	const { succeed, run, requests } = areaOf('Processing', () => platform);

	test('the list is read again without the size', async () => {
		for (let runs = 0; runs < 130; runs++)
			await succeed('taskExecution', 'start', { executable: TASK });
		const { error, items, hints } = await run('taskExecution', 'getManyOfTask', {
			taskId: TASK,
			returnAll: true,
		});
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.executionId)).size).toBeGreaterThanOrEqual(130);
		expect(hints).toEqual([
			'Talend Cloud refused the page size parameter "limit", so the list was read without it.',
		]);
		const statuses = requests('GET /processing/executables/tasks/{taskId}/executions').map(
			({ status }) => status,
		);
		expect(statuses).toEqual([400, ...statuses.slice(1).fill(200)]);
	});

	test('a service is followed although its executions are listed without the size', async () => {
		const executable = byName(DEMO_SERVICES.dataService);
		expect(await succeed('service', 'deployAndWait', { executable })).toMatchObject([
			{ status: 'running' },
		]);
		const lists = requests('GET /processing/executables/tasks/{taskId}/executions');
		expect(lists.map(({ status }) => status)).toContain(400);
	});

	test('a filter that is refused is an error instead of being left out', async () => {
		const filters = { from: '2026-03-01T00:00:00Z' };
		const { error } = await run('taskExecution', 'getManyOfTask', { taskId: TASK, filters });
		expect(error).toMatchObject({ httpCode: '400' });
	});
});
