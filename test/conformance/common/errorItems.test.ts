/**
 * What an item of an error carries, so that a branch or an agent can use it: what to do, the
 * status, the field, and the run that was started.
 */
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../support/demo';
import { type Platform, platformForEach } from '../../support/platform';

const ID = '7a1e0000-0000-4000-8000-000000000042';
const TASK = 'GET /processing/executions/{executionId}';
const PLAN = 'GET /processing/executions/plans/{planExecutionId}';
const PROMOTION = 'GET /processing/executions/promotions/{executionId}';
const CRAWLER = 'GET /connections/crawlers/{crawlerId}';

interface RunOperation {
	what: string;
	operation: [node: string, resource: string, operation: string];
	parameters: IDataObject;
	/** The answer to the start. */
	startAnswer: [operation: string, status: number, body: IDataObject | undefined];
	/** The request that reads the run, and its answers: before the start, and after it. */
	readRequest: string;
	stateBefore?: IDataObject;
	failedState: IDataObject;
	runningState: IDataObject;
	/** The ID by which the error must name what was started. */
	startedId: IDataObject;
}

const run = { executionId: ID, status: 'execution_failed', executionStatus: 'EXECUTION_FAILED' };
const crawlerIn = (status: IDataObject) => ({ id: 'c-1', status });
const RUN_OPERATIONS: RunOperation[] = [
	{
		what: 'a task',
		operation: ['Processing', 'taskExecution', 'runAndWait'],
		parameters: { executable: byId('t-1') },
		startAnswer: ['POST /processing/executions', 201, { executionId: ID }],
		readRequest: TASK,
		failedState: run,
		runningState: { ...run, status: 'executing', executionStatus: 'STARTING_FLOW_EXECUTION' },
		startedId: { executionId: ID },
	},
	{
		what: 'a plan',
		operation: ['Processing', 'planExecution', 'runAndWait'],
		parameters: { executable: byId('p-1') },
		startAnswer: ['POST /processing/executions/plans', 201, { executionId: ID }],
		readRequest: PLAN,
		failedState: run,
		runningState: { ...run, status: 'executing', executionStatus: 'STARTED' },
		startedId: { executionId: ID },
	},
	{
		what: 'a promotion',
		operation: ['Processing', 'promotionExecution', 'promoteAndWait'],
		parameters: { executable: byId('m-1'), analyzeFirst: false, allowAsTool: true },
		startAnswer: ['POST /processing/executions/promotions', 201, { executionId: ID }],
		readRequest: PROMOTION,
		failedState: { executionId: ID, status: 'PROMOTION_FAILED' },
		runningState: { executionId: ID, status: 'PROMOTING' },
		startedId: { executionId: ID },
	},
	{
		what: 'a crawler, whose runs have no ID of their own',
		operation: ['Catalog', 'crawler', 'runAndWait'],
		parameters: { crawlerId: byId('c-1') },
		startAnswer: ['POST /connections/crawlers/{crawlerId}/run', 202, undefined],
		readRequest: CRAWLER,
		stateBefore: crawlerIn({
			runStatus: 'Finished',
			runStartedAt: '2026-01-01T00:00:00Z',
			runFinishedAt: '2026-01-01T00:01:00Z',
		}),
		failedState: crawlerIn({
			runStatus: 'PropertiesRetrievalFailed',
			runStartedAt: '2026-01-02T00:00:00Z',
		}),
		runningState: crawlerIn({
			runStatus: 'CreatingDatasets',
			runStartedAt: '2026-01-02T00:00:00Z',
		}),
		startedId: { crawlerId: 'c-1' },
	},
];

const platform = platformForEach();

const someText = expect.stringMatching(/\S{2}/) as string;
const errorNaming = (startedId: IDataObject) => ({
	error: someText,
	details: { description: someText, ...startedId },
});

const OUTCOMES = [
	{ outcome: 'fails', state: 'failedState' },
	{ outcome: 'does not end in time', state: 'runningState' },
] as const;

describe.each(RUN_OPERATIONS)('$what', (runOperation) => {
	const { operation, parameters, startedId } = runOperation;

	/** Scripts the platform: one start, after which each request sees the same state. */
	function script(state: IDataObject): void {
		const answer = (request: string, status: number, body: IDataObject | undefined) =>
			platform.emulator.faults.add({ operation: request, status, body: body ?? '' });
		if (runOperation.stateBefore) answer(runOperation.readRequest, 200, runOperation.stateBefore);
		answer(...runOperation.startAnswer);
		const { readRequest } = runOperation;
		platform.emulator.faults.add({ operation: readRequest, status: 200, body: state, times: 100 });
	}

	const runToEnd = async (settings: Parameters<Platform['run']>[4]) =>
		await platform.run(...operation, { ...parameters, timeLimit: 5 }, settings);
	const expectStartedIn = (text: string) => expect(text).toContain(Object.values(startedId)[0]);

	describe.each(OUTCOMES)('an execution that $outcome', ({ state }) => {
		beforeEach(() => script(runOperation[state]));

		test('the error item names what was started if the node continues', async () => {
			const { items, error } = await runToEnd({
				onError: 'continueRegularOutput',
				items: [{ json: { customer: 'Ada' } }],
			});
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json)).toEqual([errorNaming(startedId)]);
		});

		test('the item of the error output names what was started, beside the fields of the input', async () => {
			const { items, errorItems } = await runToEnd({
				onError: 'continueErrorOutput',
				items: [{ json: { customer: 'Ada' } }],
			});
			expect(items).toEqual([]);
			expect(errorItems.map(({ json }) => json)).toEqual([
				{ customer: 'Ada', ...errorNaming(startedId) },
			]);
		});

		test('the text that a model reads from a tool names what was started', async () => {
			const { error } = await runToEnd({ entryPoint: 'tool' });
			expectStartedIn(`${error!.message} ${error!.description}`);
		});

		test('the message that an agent gets names what was started', async () => {
			const { error } = await runToEnd({ entryPoint: 'agent' });
			expectStartedIn(error!.message);
		});

		test('the error of a node that stops names what was started', async () => {
			const { error } = await runToEnd({});
			expectStartedIn(`${error!.message} ${error!.description}`);
		});
	});
});

describe.each([
	{
		what: 'input that was refused',
		parameters: { executable: byId('t-1'), timeLimit: -5 },
		json: {
			error: '"Time Limit (Minutes)" must be at least 1',
			details: {
				description:
					'Nothing was sent. Change the field "Time Limit (Minutes)" (timeLimit). You gave -5.',
				field: 'timeLimit',
			},
		},
	},
	{
		what: 'input that is missing',
		parameters: { executable: byId('={{ "" }}') },
		json: {
			error: 'Choose a task: what was given is empty',
			details: {
				description: expect.stringContaining('(executable)') as string,
				field: 'executable',
			},
		},
	},
	{
		what: 'a refusal of the platform',
		parameters: { executable: byId('t-1') },
		refused: {
			operation: 'POST /processing/executions',
			status: 404,
			body: { status: 404, message: 'Task t-1 was not found', requestId: 'r-1' },
		},
		json: {
			error: 'Task t-1 was not found',
			details: {
				description: expect.stringMatching(
					/^Check the ID.* \(Status 404, request ID r-1\)$/,
				) as string,
				httpCode: '404',
			},
		},
	},
	{
		what: 'a missing permission',
		parameters: { executable: byId('t-1') },
		refused: {
			operation: 'POST /processing/executions',
			status: 403,
			body: { status: 403, message: 'Access is denied' },
		},
		json: {
			error: 'Access is denied',
			details: {
				description: expect.stringContaining('Ask an administrator') as string,
				httpCode: '403',
			},
		},
	},
])('an item of $what', ({ parameters, refused, json }) => {
	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'the item has the message as text beside the details of the error (%s)',
		async (onError) => {
			if (refused) platform.emulator.faults.add(refused);
			const { items, errorItems } = await platform.run(
				'Processing',
				'taskExecution',
				'runAndWait',
				{ timeLimit: 5, ...parameters },
				{ onError, items: [{ json: { customer: 'Ada', description: 'of the input' } }] },
			);
			const isApart = onError === 'continueErrorOutput';
			expect((isApart ? errorItems : items).map((item) => item.json)).toEqual([
				{ ...(isApart ? { customer: 'Ada', description: 'of the input' } : {}), ...json },
			]);
			expect(isApart ? items : errorItems).toEqual([]);
		},
	);
});
