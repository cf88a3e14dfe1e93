/** Webhooks of run configurations: their URLs, and the calls that start an execution. */
import type { IDataObject } from 'n8n-workflow';

import { changed } from '../../support/changed';
import { byId } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeResponses } from '../../support/judgeRequests';
import { set, task } from './runConfigurationsStage';
import { ask, platform, succeed } from './stage';

describe('webhooks of run configurations', () => {
	test('the URL of a webhook is kept until a new one is requested', async () => {
		fact('B.45');
		const url = async (newUrl: boolean) => {
			await succeed(
				'runConfiguration',
				'setTaskRunConfig',
				set({
					scheduleType: 'WEBHOOK',
					webhookName: 'Order',
					...(newUrl ? { updateFields: { webhookNewUrl: true } } : {}),
				}),
			);
			return (
				(await succeed('runConfiguration', 'getTaskRunConfig', { taskId: byId(task().id) }))[0]!
					.trigger as { webhook: { url: string } }
			).webhook.url;
		};
		const first = await url(false);
		expect(await url(false)).toBe(first);
		expect(await url(true)).not.toBe(first);
		expect((await fetch(first, { method: 'POST' })).status).toBe(404);
	});

	test('the required number of webhook calls starts an execution, as the user of the webhook', async () => {
		const executions = async () =>
			(await ask(`GET /processing/executables/tasks/${task().id}/executions?lastDays=1`)).body as {
				items: IDataObject[];
			};
		await succeed(
			'runConfiguration',
			'setTaskRunConfig',
			set({
				scheduleType: 'WEBHOOK',
				webhookName: 'Order',
				updateFields: { webhookTriggerCalls: 2, webhookRunAsUser: 'bao.nguyen' },
			}),
		);
		const { url } = task().runConfiguration!.trigger.webhook!;
		const before = (await executions()).items.length;
		await fetch(url!, { method: 'POST' });
		expect((await executions()).items).toHaveLength(before);
		platform.emulator.clock.advance(1_000);
		await fetch(url!, { method: 'POST' });
		const after = (await executions()).items;
		expect(after).toHaveLength(before + 1);
		expect(after).toContainEqual(
			expect.objectContaining({ executionType: 'WEBHOOK', userId: 'bao.nguyen' }),
		);
	});

	describe('the count of webhook calls', () => {
		const total = async () =>
			(
				(await ask(`GET /processing/executables/tasks/${task().id}/executions?lastDays=1`))
					.body as { items: unknown[] }
			).items.length;
		/** A webhook that starts the task at each second call: how many starts some calls cause. */
		const webhookOfTwoCalls = async () => {
			await succeed(
				'runConfiguration',
				'setTaskRunConfig',
				set({
					scheduleType: 'WEBHOOK',
					webhookName: 'Order',
					updateFields: { webhookTriggerCalls: 2, webhookNewUrl: true },
				}),
			);
			const { url } = task().runConfiguration!.trigger.webhook!;
			return async (calls: number) => {
				const before = await total();
				for (let call = 0; call < calls; call++)
					expect((await fetch(url!, { method: 'POST' })).status).toBe(204);
				platform.emulator.clock.advance(1_000);
				return (await total()) - before;
			};
		};

		test('webhook calls are counted from 0 after each start', async () => {
			const startsOf = await webhookOfTwoCalls();
			expect([await startsOf(3), await startsOf(1), await startsOf(1)]).toEqual([1, 1, 0]);
		});

		test('webhook calls do not start a paused task', async () => {
			const startsOf = await webhookOfTwoCalls();
			changed(task(), { paused: true });
			expect(await startsOf(2)).toBe(0);
		});
	});
});

judgeResponses(platform, 'Orchestration');
