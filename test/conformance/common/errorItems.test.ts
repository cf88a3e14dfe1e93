/**
 * What an item of an error carries, so that a branch or an agent can use it: what to do, the
 * status, the field, and the run that was started.
 */
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../support/demo';
import { type Platform } from '../../support/platform';
import { errorNaming, OUTCOMES, platform, RUN_OPERATIONS } from './errorItemsStage';

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
