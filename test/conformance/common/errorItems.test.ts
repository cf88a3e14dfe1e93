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

interface Case {
	what: string;
	of: [node: string, resource: string, operation: string];
	parameters: IDataObject;
	/** The answer to the start. */
	started: [operation: string, status: number, body: IDataObject | undefined];
	/**
	 * What reads the run, and its states: one that has failed, one that continues, and an earlier
	 * one.
	 */
	read: string;
	failed: IDataObject;
	going: IDataObject;
	before?: IDataObject;
	/** What the error must be about. */
	about: IDataObject;
}

const run = { executionId: ID, status: 'execution_failed', executionStatus: 'EXECUTION_FAILED' };
const inCrawler = (status: IDataObject) => ({ id: 'c-1', status });
const cases: Case[] = [
	{
		what: 'a task',
		of: ['Processing', 'taskExecution', 'runAndWait'],
		parameters: { executable: byId('t-1') },
		started: ['POST /processing/executions', 201, { executionId: ID }],
		read: TASK,
		failed: run,
		going: { ...run, status: 'executing', executionStatus: 'STARTING_FLOW_EXECUTION' },
		about: { executionId: ID },
	},
	{
		what: 'a plan',
		of: ['Processing', 'planExecution', 'runAndWait'],
		parameters: { executable: byId('p-1') },
		started: ['POST /processing/executions/plans', 201, { executionId: ID }],
		read: PLAN,
		failed: run,
		going: { ...run, status: 'executing', executionStatus: 'STARTED' },
		about: { executionId: ID },
	},
	{
		what: 'a promotion',
		of: ['Processing', 'promotionExecution', 'promoteAndWait'],
		parameters: { executable: byId('m-1'), analyzeFirst: false, allowAsTool: true },
		started: ['POST /processing/executions/promotions', 201, { executionId: ID }],
		read: PROMOTION,
		failed: { executionId: ID, status: 'PROMOTION_FAILED' },
		going: { executionId: ID, status: 'PROMOTING' },
		about: { executionId: ID },
	},
	{
		what: 'a crawler, whose runs have no ID of their own',
		of: ['Catalog', 'crawler', 'runAndWait'],
		parameters: { crawlerId: byId('c-1') },
		started: ['POST /connections/crawlers/{crawlerId}/run', 202, undefined],
		read: CRAWLER,
		before: inCrawler({
			runStatus: 'Finished',
			runStartedAt: '2026-01-01T00:00:00Z',
			runFinishedAt: '2026-01-01T00:01:00Z',
		}),
		failed: inCrawler({
			runStatus: 'PropertiesRetrievalFailed',
			runStartedAt: '2026-01-02T00:00:00Z',
		}),
		going: inCrawler({ runStatus: 'CreatingDatasets', runStartedAt: '2026-01-02T00:00:00Z' }),
		about: { crawlerId: 'c-1' },
	},
];

const platform = platformForEach();

const someText = expect.stringMatching(/\S{2}/) as string;
const errorOf = ({ about }: { about: IDataObject }) => ({
	error: someText,
	details: { description: someText, ...about },
});

/** What becomes of a run that is started, and ends like this or never. */
const ways = [
	{ end: 'fails', state: ({ failed }: Case) => failed },
	{ end: 'does not end in time', state: ({ going }: Case) => going },
];

describe.each(cases)('$what', (of) => {
	/** Scripts the platform: one start, and looks at the same state. */
	function script(state: IDataObject): void {
		const answer = (operation: string, status: number, body: IDataObject | undefined) =>
			platform.emulator.faults.add({ operation, status, body: body ?? '' });
		if (of.before) answer(of.read, 200, of.before);
		answer(...of.started);
		platform.emulator.faults.add({ operation: of.read, status: 200, body: state, times: 100 });
	}
	const done = async (more: Parameters<Platform['run']>[4]) =>
		await platform.run(...of.of, { ...of.parameters, timeLimit: 5 }, more);
	const ended = (text: unknown) => expect(String(text)).toContain(Object.values(of.about)[0]);

	describe.each(ways)('items that $end', ({ state }) => {
		test('the error item names what was started if the node continues', async () => {
			script(state(of));
			const { items, error } = await done({
				onError: 'continueRegularOutput',
				items: [{ json: { customer: 'Ada' } }],
			});
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json)).toEqual([errorOf(of)]);
		});

		test('the item of the error output names what was started, beside the fields of the input', async () => {
			script(state(of));
			const { items, errorItems } = await done({
				onError: 'continueErrorOutput',
				items: [{ json: { customer: 'Ada' } }],
			});
			expect(items).toEqual([]);
			expect(errorItems.map(({ json }) => json)).toEqual([{ customer: 'Ada', ...errorOf(of) }]);
		});

		test.each(['tool', 'agent'] as const)(
			'the text that a model reads from a tool names what was started (%s)',
			async (entryPoint) => {
				script(state(of));
				const { error } = await done({ entryPoint });
				ended(entryPoint === 'agent' ? error!.message : `${error!.message} ${error!.description}`);
			},
		);

		test('the error of a node that stops names what was started', async () => {
			script(state(of));
			const { error } = await done({});
			ended(`${error!.message} ${error!.description}`);
		});
	});
});

describe.each([
	{
		what: 'input that was refused',
		parameters: { executable: byId('t-1'), timeLimit: -5 },
		json: {
			error: 'Time Limit (Minutes) must be at least 1',
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
		'the item has the message as text, and all other information as details (%s)',
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
