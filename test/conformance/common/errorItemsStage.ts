/** Operations that start something, and how their executions end. */
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../support/demo';
import { platformForEach } from '../../support/platform';

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

export const RUN_OPERATIONS: RunOperation[] = [
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

export const platform = platformForEach();

const someText = expect.stringMatching(/\S{2}/) as string;

export const errorNaming = (startedId: IDataObject) => ({
	error: someText,
	details: { description: someText, ...startedId },
});

export const OUTCOMES = [
	{ outcome: 'fails', state: 'failedState' },
	{ outcome: 'does not end in time', state: 'runningState' },
] as const;
