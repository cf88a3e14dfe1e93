/**
 * A platform that answers with another execution than the one that was asked for: its end is not
 * the end of the one that was started.
 */
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../support/demo';
import { allOperations } from '../../support/performing';
import { scriptedForAll } from '../../support/scriptedForAll';

const scripted = scriptedForAll();
const named = (area: string, name: string) =>
	allOperations.find((each) => each.area === area && each.name === name)!;

const MINE = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';
const OTHER = '9a1f2b3c-4d5e-4f60-8a7b-1c2d3e4f5a6b';
const json = (body: unknown, status = 200) => ({ status, body: JSON.stringify(body) });

/** What starts and follows; what an execution is called where it ended. */
const FLOWS: Array<[string, IDataObject, string, string]> = [
	[
		'taskExecution.runAndWait',
		{ executable: byId('a-task') },
		'execution_successful',
		'execution_failed',
	],
	[
		'planExecution.runAndWait',
		{ executable: byId('a-plan') },
		'execution_successful',
		'execution_failed',
	],
	[
		'promotionExecution.promoteAndWait',
		{ executable: byId('a-promotion'), analyzeFirst: false },
		'PROMOTED',
		'PROMOTION_FAILED',
	],
];

/**
 * Starts an execution and follows it; its looks meet these IDs and statuses, in their turn, the
 * last one for all that follow.
 */
async function follow(
	operation: string,
	parameters: IDataObject,
	looks: IDataObject[],
	started: IDataObject = { executionId: MINE },
) {
	const asked: string[] = [];
	scripted.server.script = ({ method, path }) => {
		if (method === 'POST') return json(started, 201);
		if (!path.includes('/executions/')) return undefined;
		asked.push(path);
		return json({
			...looks[Math.min(asked.length, looks.length) - 1],
			startTimestamp: '2026-03-31T08:00:00Z',
		});
	};
	const outputs = await scripted
		.perform(named('Processing', operation), { timeLimit: 60, ...parameters })
		.catch((error: unknown) => error as Error & { description?: string });
	return { outputs, asked };
}

describe.each(FLOWS)('the flow %s', (operation, parameters, success, failure) => {
	test('the node waits for its own end', async () => {
		for (const [theirs, own] of [
			[success, failure],
			[failure, success],
		] as const) {
			const { outputs, asked } = await follow(operation, { ...parameters, failOnFailure: false }, [
				{ executionId: OTHER, status: theirs },
				{ executionId: OTHER, status: theirs },
				{ executionId: MINE, status: own },
			]);
			expect(asked).toHaveLength(3);
			expect(outputs).toMatchObject([
				{
					json: {
						executionId: MINE,
						outcome:
							own === success
								? (expect.stringMatching(/^(succeeded|promoted)$/) as string)
								: 'failed',
					},
				},
			]);
		}
	});

	test('the error names both IDs if Talend Cloud only returns another execution', async () => {
		const before = scripted.time.elapsed();
		const { outputs } = await follow(operation, parameters, [
			{ executionId: OTHER, status: success },
		]);
		expect(outputs).toMatchObject({
			message: expect.stringContaining(
				`xecution ${MINE} was started, but could not be followed: Talend Cloud returned ${OTHER} instead`,
			) as string,
			description: expect.stringContaining(
				'It may still be running. Check it by its ID before you start it again.',
			) as string,
		});
		expect(scripted.time.elapsed() - before).toBeGreaterThanOrEqual(600_000);
		expect(scripted.time.elapsed() - before).toBeLessThan(660_000);
	});

	test('the node takes an ID in another letter case for the same ID', async () => {
		const { outputs, asked } = await follow(operation, parameters, [
			{ executionId: MINE.toUpperCase(), status: success },
		]);
		expect(asked).toHaveLength(1);
		expect(outputs).toHaveLength(1);
	});
});

test('the steps of another execution do not show how a plan ended', async () => {
	const { outputs, asked } = await follow(
		'planExecution.runAndWait',
		{ executable: byId('a-plan') },
		[
			{ executionId: OTHER, executionStatus: 'FINISHED' },
			{ executionId: MINE, status: 'execution_successful' },
		],
	);
	expect(asked.filter((path) => path.endsWith('/steps'))).toEqual([]);
	expect(outputs).toMatchObject([{ json: { outcome: 'succeeded' } }]);
});

test('the report of another promotion is not the result of this one', async () => {
	const { outputs, asked } = await follow(
		'promotionExecution.promoteAndWait',
		{ executable: byId('a-promotion'), analyzeFirst: false, failOnFailure: false },
		[{ executionId: MINE, status: 'PROMOTED' }],
		{ executionId: MINE, executionReport: { executionId: OTHER, status: 'PROMOTION_FAILED' } },
	);
	expect(asked).toHaveLength(1);
	expect(outputs).toMatchObject([{ json: { executionId: MINE, outcome: 'promoted' } }]);
	// One without an ID belongs to the response that has it.
	const own = await follow(
		'promotionExecution.promoteAndWait',
		{ executable: byId('a-promotion'), analyzeFirst: false, failOnFailure: false },
		[],
		{ executionId: MINE, executionReport: { status: 'PROMOTION_FAILED' } },
	);
	expect(own.asked).toEqual([]);
	expect(own.outputs).toMatchObject([{ json: { executionId: MINE, outcome: 'failed' } }]);
});

test('a plan is not run again from the steps of another execution', async () => {
	scripted.server.asked = [];
	scripted.server.script = ({ path }) =>
		path.endsWith('/steps')
			? json([{ executionId: 'a-step', status: 'execution_failed' }])
			: json({ executionId: OTHER, planId: 'another-plan', status: 'execution_failed' });
	const tried = scripted.perform(named('Processing', 'planExecution.rerunFromFailedStep'), {
		planExecutionId: byId(MINE),
	});
	await expect(tried).rejects.toMatchObject({
		message: `Talend Cloud returned a different record: ${OTHER}`,
	});
	expect(scripted.server.asked.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('the output of a termination has no outcome if Talend Cloud shows another execution', async () => {
	scripted.server.script = ({ method }) =>
		method === 'DELETE'
			? { status: 204 }
			: json({
					executionId: OTHER,
					status: 'execution_failed',
					startTimestamp: '2026-03-31T08:00:00Z',
				});
	const items = await scripted.perform(named('Processing', 'taskExecution.terminate'), {
		executionId: byId(MINE),
	});
	expect(items).toMatchObject([{ json: { terminated: true, executionId: MINE } }]);
	expect(items[0]!.json).not.toHaveProperty('outcome');
});

test('the end of another execution does not complete the log of this one', async () => {
	const before = scripted.time.elapsed();
	scripted.server.script = ({ method, path }) => {
		if (method === 'GET' && path.startsWith('/processing/'))
			return json({
				executionId: OTHER,
				status: 'execution_successful',
				finishTimestamp: '2020-01-01T00:00:00Z',
			});
		return { status: 404 };
	};
	await expect(
		scripted.perform(named('Observability', 'executionLog.download'), { executionId: byId(MINE) }),
	).rejects.toThrow('Record not found');
	expect(scripted.time.elapsed() - before).toBe(30_000);
});

describe('a crawler', () => {
	const run = async (...looks: IDataObject[]) => {
		let count = 0;
		scripted.server.asked = [];
		scripted.server.script = ({ method }) =>
			method === 'POST' ? { status: 202 } : json(looks[Math.min(count++, looks.length - 1)]);
		return await scripted.perform(named('Catalog', 'crawler.runAndWait'), {
			crawlerId: byId(MINE),
			failOnFailure: false,
			timeLimit: 60,
		});
	};
	const crawler = (id: string, runStatus: string, runFinishedAt?: number) => ({
		id,
		status: {
			runStatus,
			...(runFinishedAt === undefined ? {} : { runStartedAt: runFinishedAt - 1, runFinishedAt }),
		},
	});

	test('a crawler waits for the end of its own run', async () => {
		const [output] = await run(
			crawler(MINE, 'finished', 1),
			crawler(OTHER, 'finished', 5),
			crawler(MINE, 'creatingDatasets'),
			crawler(OTHER, 'finished', 5),
			crawler(MINE, 'finished', 9),
		);
		expect(output!.json).toMatchObject({ id: MINE, status: { runFinishedAt: 9 } });
	});

	test('a crawler is not run if another one is shown', async () => {
		await expect(run(crawler(OTHER, 'finished', 1))).rejects.toMatchObject({
			message: `Talend Cloud returned a different record: ${OTHER}`,
		});
		expect(scripted.server.asked.filter(({ method }) => method === 'POST')).toEqual([]);
	});
});

test('an environment does not count as connected because another one is', async () => {
	let looks = 0;
	scripted.server.script = ({ method }) =>
		method === 'POST'
			? { status: 202 }
			: json(
					looks++ === 0
						? { id: OTHER, name: 'Other', status: 'READY' }
						: { id: MINE, name: 'Mine', status: 'READY' },
				);
	const items = await scripted.perform(
		named('Engines', 'dynamicEngineEnvironment.connectAndWait'),
		{ environmentId: byId(MINE), dynamicEngineId: byId('an-engine'), timeLimit: 60 },
	);
	expect(items).toMatchObject([{ json: { outcome: 'connected', id: MINE } }]);
	expect(looks).toBe(2);
});
