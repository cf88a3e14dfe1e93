/**
 * A task whose job resumes the workflow: what is sent, what n8n stores meanwhile, and what its call
 * adds.
 */
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { resumedByCall } from '../../../nodes/shared/engine/entryPoints/webhook';
import { areaOf } from '../../support/area';
import { byId, taskNamed } from '../../support/demo';
import { platformForEach } from '../../support/platform';
import { stub } from '../../support/stub';

const platform = platformForEach();
const { expectRefused, requests, run } = areaOf('Processing', () => platform);
const START = 'POST /processing/executions';
const waiting = (parameters: object = {}) => ({
	executable: byId(taskNamed(platform.emulator.state, DEMO.callingTask).id),
	callbackParameter: 'resume_url',
	timeLimit: 90,
	additionalFields: {},
	...parameters,
});

describe('Start and Wait for Callback', () => {
	test('the operation starts the task with the callback URL', async () => {
		const given = waiting({ additionalFields: { parametersJson: '{"country": "FR"}' } });
		const { items, error } = await run('taskExecution', 'startAndWaitForCallback', given);
		expect(error).toBeUndefined();
		expect(items[0]!.json).toEqual({
			taskId: expect.any(String),
			executionId: expect.stringMatching(/^.{8,}$/),
			calledBack: false,
		});
		expect(requests(START).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
			expect.objectContaining({
				parameters: { country: 'FR', resume_url: expect.stringMatching(/^http:\/\/127.0.0.1:1\//) },
			}),
		]);
	});

	test('the execution of n8n is stored until the time limit', async () => {
		const { items, stored } = await run('taskExecution', 'startAndWaitForCallback', waiting({}));
		const { executionId } = items[0]!.json;
		const { waitTill, data } = JSON.parse(stored) as {
			waitTill: string;
			data: {
				executionData: { nodeExecutionStack: Array<{ data: { main: unknown[][] } }> };
			};
		};
		const MINUTE = 60_000;
		const waitsForMs = Date.parse(waitTill) - platform.emulator.clock.now();
		expect(waitsForMs).toBeGreaterThan(89 * MINUTE);
		expect(waitsForMs).toBeLessThanOrEqual(90 * MINUTE);
		// What n8n passes on when the time has passed, and what its webhook sees.
		expect(data.executionData.nodeExecutionStack[0]!.data.main[0]).toMatchObject([
			{ json: { executionId, calledBack: false } },
		]);
	});

	test('the operation refuses several items, which one call cannot resume', async () => {
		await expectRefused(
			'taskExecution',
			'startAndWaitForCallback',
			waiting(),
			'"Operation" is Start and Wait for Callback, which can wait for only one item, but there are 2. Put a Loop Over Items node with a batch size of 1 before this one, or use Run and Wait',
			{ items: [{ json: {} }, { json: {} }] },
		);
	});

	test('the operation refuses an agent, which needs the output at once', async () => {
		for (const entryPoint of ['tool', 'agent'] as const) {
			platform.clearLog();
			const { error } = await run('taskExecution', 'startAndWaitForCallback', waiting(), {
				entryPoint,
			});
			expect(`${error!.message} ${error!.description}`).toContain(
				'which is not available to agents',
			);
			expect(requests(START)).toEqual([]);
		}
	});

	test('the operation refuses a callback parameter that is given twice, or empty', async () => {
		await expectRefused(
			'taskExecution',
			'startAndWaitForCallback',
			waiting({ additionalFields: { parametersJson: '{"resume_url": "x"}' } }),
			'"Callback Parameter" must not be among "Parameters": its value is the address of the workflow execution',
		);
		await expectRefused(
			'taskExecution',
			'startAndWaitForCallback',
			waiting({ callbackParameter: ' ' }),
			/^"Callback Parameter" /,
		);
	});
});

describe('the call by the job', () => {
	const resume = async (body?: IDataObject) =>
		await resumedByCall.call(
			stub<IWebhookFunctions>({
				evaluateExpression: (expression: string) => {
					expect(expression).toBe('{{ $json }}');
					return { executionId: 'e1', calledBack: false };
				},
				getBodyData: () => body!,
			}),
		);

	test('the output has what the call sends and what was stored', async () => {
		expect(await resume({ outcome: 'success' })).toEqual({
			workflowData: [
				[{ json: { executionId: 'e1', calledBack: true, body: { outcome: 'success' } } }],
			],
		});
	});

	test('the call may be empty', async () => {
		for (const body of [{}, undefined, ''])
			expect(await resume(body)).toEqual({
				workflowData: [[{ json: { executionId: 'e1', calledBack: true } }]],
			});
	});
});
