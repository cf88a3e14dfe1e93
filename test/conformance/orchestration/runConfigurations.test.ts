/** Run configurations: updates, webhooks, reading and removal, scheduled executions. */
import type { IDataObject } from 'n8n-workflow';

import type { Task } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { refusedWords } from '../../support/area';
import { changed } from '../../support/changed';
import { byId, byName, planNamed, taskNamed, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { DESCRIPTION } from '../../support/platform';
import {
	ask,
	bodiesSent,
	expectRefused,
	finance,
	goodTask,
	holding,
	NOTHING,
	orchestration,
	platform,
	run,
	RUN_CONFIG,
	state,
	succeed,
} from './stage';

const runtime = {
	runtimeType: 'REMOTE_ENGINE',
	runtimeRemoteEngine: byId('5f3e2d1ca1b2c3d4e5f60718'),
};
const zone = { timeZone: 'Europe/Paris', startDate: '2026-04-01' };
const base = { startDate: '2026-04-01', timeZone: 'Europe/Paris' };
const daily = { type: 'DAILY', interval: 1, ...base };
const task = () => taskNamed(state(), 'Draft');
const set = (form: IDataObject) => ({ taskId: byId(task().id), ...runtime, ...form });

describe('updates of run configurations', () => {
	describe('what else a run configuration has', () => {
		const more = {
			parallelExecutionAllowed: true,
			logLevel: 'INFO',
			remoteRunAsUser: 'talend',
			timeout: 5,
			deploymentStrategy: 'ROLLING',
		};
		const setMore = async (updateFields: IDataObject) =>
			await succeed(
				'runConfiguration',
				'setTaskRunConfig',
				set({ scheduleType: 'MANUAL', updateFields }),
			);

		test('a run configuration is sent with all given values', async () => {
			fact('B.56', 'B.58', 'B.175');
			platform.clearLog();
			const given = { ...more, microservicePort: '8090', lineage: true };
			await setMore(given);
			expect(bodiesSent(RUN_CONFIG)[0]).toMatchObject(given);
		});

		test('a run configuration is read as it was set', async () => {
			fact('B.56', 'B.57', 'B.58');
			await setMore(more);
			const taskId = byId(task().id);
			const [read] = await succeed('runConfiguration', 'getTaskRunConfig', { taskId });
			expect(read).toMatchObject(more);
		});

		test('an execution is terminated after the timeout of its run configuration', async () => {
			fact('B.57');
			await setMore(more);
			Object.assign(task(), {
				behaviors: [{ dispatchMs: 0, durationMs: Infinity, end: 'execution_successful' }],
			});
			const { body } = await ask('POST /processing/executions', { executable: task().id });
			const { executionId } = body as { executionId: string };
			const status = async () => {
				const { body: execution } = await ask(`GET /processing/executions/${executionId}`);
				return (execution as { status: string }).status;
			};
			platform.emulator.clock.advance(4.9 * 60_000);
			expect(await status()).toBe('executing');
			platform.emulator.clock.advance(10_000);
			expect(await status()).toBe('terminated_timeout');
		});
	});

	describe('an update of a configuration', () => {
		/** The task, with a configuration of which everything can be kept. */
		const configured = async () => {
			const config = {
				trigger: { ...daily, atTimes: { type: 'AT_TIME', time: '02:30' } },
				runtime: { type: 'REMOTE_ENGINE', id: 'engine-1' },
				logLevel: 'INFO',
				timeout: 30,
			};
			await ask(`PUT /orchestration/executables/tasks/${task().id}/run-config`, config);
			return { config, taskId: byId(task().id) };
		};

		test('an update of a field keeps the schedule and the other fields', async () => {
			const { config, taskId } = await configured();
			expect(
				await succeed('runConfiguration', 'updateTaskRunConfig', {
					taskId,
					scheduleType: 'KEEP',
					updateFields: { logLevel: 'ERROR' },
				}),
			).toEqual([{ ...config, logLevel: 'ERROR' }]);
		});

		test('an update of the schedule and the runtime keeps the other fields', async () => {
			const { config, taskId } = await configured();
			await succeed('runConfiguration', 'updateTaskRunConfig', {
				taskId,
				scheduleType: 'WEEKLY',
				days: ['MONDAY'],
				time: '06:00',
				...zone,
				updateFields: { runtime: { type: 'CLOUD' } },
			});
			expect(task().runConfiguration).toEqual({
				...config,
				trigger: {
					type: 'WEEKLY',
					interval: 1,
					...base,
					atTimes: { type: 'AT_TIME', time: '06:00' },
					atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY'] },
				},
				runtime: { type: 'CLOUD' },
			});
		});

		test('an update that changes nothing, or sets a schedule without a start, is refused', async () => {
			const { taskId } = await configured();
			await expectRefused(
				'runConfiguration',
				'updateTaskRunConfig',
				{ taskId, scheduleType: 'KEEP' },
				'Update Fields needs at least one field to change while the schedule stays as it is',
			);
			await expectRefused(
				'runConfiguration',
				'updateTaskRunConfig',
				{ taskId, scheduleType: 'JSON', trigger: '{"type":"DAILY"}' },
				/^Schedule \(JSON\): Start Date is required$/,
			);
		});

		test.each(['updateTaskRunConfig', 'setTaskRunConfig'])(
			'%s keeps no schedule with several triggers',
			async (operation) => {
				const { config, taskId } = await configured();
				Object.assign(task().runConfiguration!.trigger, { type: 'Multiple' });
				const { error } = await run('runConfiguration', operation, {
					taskId,
					scheduleType: 'KEEP',
					...(operation === 'setTaskRunConfig' ? { runtimeType: 'CLOUD' } : {}),
					updateFields: { logLevel: 'OFF' },
				});
				expect(error!.message).toMatch(/^The current schedule is of the type Multiple/);
				expect(task().runConfiguration!.logLevel).toBe(config.logLevel);
			},
		);

		test('a schedule that does not exist cannot be kept', async () => {
			const { taskId } = await configured();
			Object.assign(task(), { configured: false, runConfiguration: undefined });
			const { error } = await run('runConfiguration', 'setTaskRunConfig', {
				taskId,
				scheduleType: 'KEEP',
				runtimeType: 'CLOUD',
			});
			expect(error!.message).toBe('The current schedule does not exist yet');
		});
	});

	test('a kept schedule is that of the platform, including the fields that it returns as null', async () => {
		const taskId = byId(task().id);
		const read = 'GET /orchestration/executables/tasks/{taskId}/run-config';
		const config = {
			trigger: {
				...daily,
				startTime: null,
				cronExpression: null,
				webhook: null,
				atTimes: { type: 'AT_TIME', time: '02:30', times: null },
			},
			runtime: { type: 'REMOTE_ENGINE', id: 'engine-1', runProfileId: null },
			remoteRunAsUser: null,
		};
		platform.emulator.faults.add({ operation: read, status: 200, body: config });
		platform.clearLog();
		await succeed('runConfiguration', 'updateTaskRunConfig', {
			taskId,
			scheduleType: 'KEEP',
			updateFields: { logLevel: 'ERROR' },
		});
		const kept = { ...daily, atTimes: { type: 'AT_TIME', time: '02:30' } };
		expect(bodiesSent(RUN_CONFIG)).toEqual([
			{ trigger: kept, runtime: { type: 'REMOTE_ENGINE', id: 'engine-1' }, logLevel: 'ERROR' },
		]);
		platform.emulator.faults.add({ operation: read, status: 200, body: config });
		await succeed('runConfiguration', 'setTaskRunConfig', set({ scheduleType: 'KEEP' }));
		expect(bodiesSent(RUN_CONFIG)[1]!.trigger).toEqual(kept);
		// The platform took it once: what is not known here is not refused here.
		Object.assign(task().runConfiguration!.trigger, { timeZone: 'Mars/Base' });
		const { error } = await run('runConfiguration', 'updateTaskRunConfig', {
			taskId,
			scheduleType: 'KEEP',
			updateFields: { logLevel: 'OFF' },
		});
		expect(error).toMatchObject({ httpCode: '400' });
		expect(bodiesSent(RUN_CONFIG)).toHaveLength(3);
	});
});

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
			await succeed('task', 'pause', { taskId: byId(task().id) });
			expect(await startsOf(2)).toBe(0);
			await succeed('task', 'pause', { taskId: byId(task().id), pause: false });
		});
	});
});

describe('run configurations', () => {
	test('a run configuration with several triggers can be read', async () => {
		fact('B.41', 'B.70', 'B.179');
		const trigger = { ...daily, type: 'Multiple' };
		Object.assign(task(), {
			configured: true,
			runConfiguration: { trigger, runtime: {} },
			triggers: [
				{ ...daily, name: 'Morning', atTimes: { type: 'AT_TIME', time: '08:00' } },
				{ ...daily, name: 'Evening', atTimes: { type: 'AT_TIME', time: '20:00' } },
			],
		});
		expect(
			(await succeed('runConfiguration', 'getTaskRunConfig', { taskId: byId(task().id) }))[0],
		).toMatchObject({ trigger });
		const events = await succeed('runConfiguration', 'getTaskEvents', {
			taskId: byId(task().id),
			to: '2026-04-02T00:00:00Z',
			returnAll: true,
		});
		expect(events).toHaveLength(2);
		if (DESCRIPTION === 'documents')
			expect(events.map(({ sourceTriggerName }) => sourceTriggerName)).toEqual([
				'Morning',
				'Evening',
			]);
		expect(
			await ask(`PUT /orchestration/executables/tasks/${task().id}/run-config`, {
				trigger,
				runtime: {},
			}),
		).toMatchObject({ status: 400 });
		expect(
			await ask(`PUT /orchestration/executables/tasks/${task().id}/run-config`, {
				trigger: { ...daily, colour: 'red' },
				runtime: {},
			}),
		).toMatchObject({
			status: 400,
			body: { message: 'Field trigger has no field colour: remove it, or check its spelling' },
		});
	});

	test('setting a run configuration requires TMC_OPERATOR', async () => {
		fact('B.42', 'B.177');
		const { headers } = await holding('TMC_ENVIRONMENT_MANAGEMENT');
		const [set, ofDynamicEngine] = DESCRIPTION === 'vendor' ? [200, { trigger: daily }] : [204, {}];
		const at = `/orchestration/executables/tasks/${task().id}` as const;
		const body = { trigger: daily, runtime: {} };
		expect((await ask(`PUT ${at}/run-config`, body, headers)).status).toBe(403);
		expect((await ask(`PUT ${at}/de-run-config`, ofDynamicEngine, headers)).status).toBe(403);
		const operator = (await holding('TMC_ENVIRONMENT_MANAGEMENT', 'TMC_OPERATOR')).headers;
		expect((await ask(`PUT ${at}/run-config`, body, operator)).status).toBe(set);
		expect((await ask(`PUT ${at}/de-run-config`, ofDynamicEngine, operator)).status).toBe(set);
		expect(
			(
				await ask(
					`PUT ${at}/run-config`,
					{
						...body,
						trigger: { ...daily, type: 'CRON', interval: undefined, cronExpression: '0 10 * * ?' },
					},
					operator,
				)
			).body,
		).toMatchObject({ status: 400, message: 'Field trigger needs interval' });
	});

	describe('a run configuration that is removed', () => {
		const taskId = () => byId(task().id);
		const start = async () =>
			(await ask('POST /processing/executions', { executable: task().id })).status;
		/** Leaves the task without any run configuration. */
		const removeBoth = async () => {
			await succeed('runConfiguration', 'removeTaskRunConfig', { taskId: taskId() });
			await succeed('runConfiguration', 'removeDynamicEngineRunConfig', { taskId: taskId() });
		};
		const setOnDynamicEngine = async () =>
			await succeed('runConfiguration', 'setDynamicEngineRunConfig', {
				taskId: taskId(),
				updateFields: {
					logLevel: 'INFO',
					timeout: 3,
					parallelExecutionAllowed: true,
					runProfileId: byId('profile'),
				},
			});

		test('a run configuration is removed', async () => {
			fact('B.178');
			await succeed('runConfiguration', 'setTaskRunConfig', set({ scheduleType: 'MANUAL' }));
			expect(task()).toHaveProperty('runConfiguration');
			expect(
				await succeed('runConfiguration', 'removeTaskRunConfig', { taskId: taskId() }),
			).toEqual([{ deleted: true, taskId: task().id }]);
			expect(task()).not.toHaveProperty('runConfiguration');
		});

		test('a task with only the configuration for a dynamic engine can be started', async () => {
			fact('B.59');
			await removeBoth();
			await setOnDynamicEngine();
			const [read] = await succeed('runConfiguration', 'getDynamicEngineRunConfig', {
				taskId: taskId(),
			});
			expect(read).toEqual({
				logLevel: 'INFO',
				timeout: 3,
				parallelExecutionAllowed: true,
				runProfileId: 'profile',
				...(DESCRIPTION === 'vendor'
					? { trigger: expect.objectContaining({ type: expect.any(String) as string }) as object }
					: {}),
			});
			expect(await start()).toBe(201);
		});

		test('the configuration for a dynamic engine is removed', async () => {
			await setOnDynamicEngine();
			expect(
				await succeed('runConfiguration', 'removeDynamicEngineRunConfig', { taskId: taskId() }),
			).toEqual([{ deleted: true, taskId: task().id }]);
			const { error } = await run('runConfiguration', 'getDynamicEngineRunConfig', {
				taskId: taskId(),
			});
			expect(error).toMatchObject({ httpCode: '404' });
		});

		test('a missing run configuration is explained', async () => {
			await removeBoth();
			const { error } = await run('runConfiguration', 'getTaskRunConfig', { taskId: taskId() });
			expect(error).toMatchObject({ httpCode: '404' });
			expect(error!.description).toMatch(/^The task or plan may have no run configuration yet/);
		});

		test('a task without a run configuration has no events', async () => {
			fact('B.178');
			await removeBoth();
			const given = { taskId: taskId(), to: '2026-05-01T00:00:00Z' };
			expect(await succeed('runConfiguration', 'getTaskEvents', given)).toEqual([]);
		});

		test('a task without a run configuration cannot be started', async () => {
			fact('B.178');
			await removeBoth();
			expect(await start()).toBe(501);
		});
	});

	test('a schedule is enough to set the dynamic engine configuration', async () => {
		const taskId = byId(task().id);
		await succeed('runConfiguration', 'setDynamicEngineRunConfig', {
			taskId,
			scheduleType: 'CRON',
			cronExpression: '0 10 * * ?',
			...zone,
		});
		expect(
			bodiesSent('PUT /orchestration/executables/tasks/{taskId}/de-run-config').slice(-1),
		).toMatchObject([{ trigger: { type: 'CRON', cronExpression: '0 10 * * ?' } }]);
		await succeed('runConfiguration', 'removeDynamicEngineRunConfig', { taskId });
		const { error } = await run('runConfiguration', 'setDynamicEngineRunConfig', {
			taskId,
			scheduleType: 'KEEP',
		});
		expect(refusedWords(error)).toBe('Update Fields needs at least one field to change');
	});
});

describe('scheduled executions', () => {
	/** A scheduled execution of a task or plan: one dialect gives only its date. */
	const event = ({ date, ...more }: IDataObject): IDataObject =>
		DESCRIPTION === 'vendor' ? { date } : { ...more, date };

	test('the scheduled executions of unusual cron expressions are listed', async () => {
		changed(task(), { runConfiguration: task().runConfiguration });
		for (const cronExpression of [
			'0 0 ? * L',
			'0 0 L-3 * ?',
			'0 0 L-3W * ?',
			'0 22-2 * * ?',
			'0 0 ? * FRI-MON',
			'/5 * * * ?',
		]) {
			await succeed(
				'runConfiguration',
				'setTaskRunConfig',
				set({ scheduleType: 'CRON', cronExpression, ...zone }),
			);
			expect(
				(
					await succeed('runConfiguration', 'getTaskEvents', {
						taskId: byId(task().id),
						to: '2026-05-02T00:00:00Z',
						limit: 1,
					})
				).length,
			).toBe(1);
		}
	});

	test('the platform refuses a trigger of an unknown type', async () => {
		expect(
			await ask(`PUT /orchestration/executables/tasks/${task().id}/run-config`, {
				trigger: { ...daily, type: 'daily' },
				runtime: {},
			}),
		).toMatchObject({
			status: 400,
			body: { message: 'Field trigger has the type daily, which is not known' },
		});
	});

	describe('scheduled executions', () => {
		const span = { from: '2026-04-02T00:00:00Z', to: '2026-04-03T00:00:00Z' };
		const ofProduction = async (filters: object = {}) =>
			await succeed('runConfiguration', 'searchEvents', {
				environmentId: byName('Production'),
				to: span.to,
				returnAll: true,
				filters: { from: span.from, ...filters },
			});

		test('the executions of a task are listed until a time', async () => {
			fact('B.14', 'B.70', 'B.181');
			expect(
				await succeed('runConfiguration', 'getTaskEvents', {
					taskId: byId(goodTask().id),
					to: '2026-04-02T12:00:00Z',
					returnAll: true,
				}),
			).toEqual([
				event({ id: goodTask().id, date: '2026-04-01T00:30:00.000Z', type: 'TASK' }),
				event({ id: goodTask().id, date: '2026-04-02T00:30:00.000Z', type: 'TASK' }),
			]);
		});

		test('the executions of a task are listed from a time', async () => {
			fact('B.181');
			expect(
				await succeed('runConfiguration', 'getTaskEvents', {
					taskId: byId(goodTask().id),
					to: span.to,
					filters: { from: span.from },
				}),
			).toEqual([event({ id: goodTask().id, date: '2026-04-02T00:30:00.000Z', type: 'TASK' })]);
		});

		test('the executions of an environment include those of tasks and plans, in order', async () => {
			fact('B.68', 'B.70', 'B.182');
			const all = await ofProduction();
			expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['TASK', 'PLAN']));
			const dates = all.map(({ date }) => String(date));
			expect(dates).toEqual([...dates].sort());
		});

		const tasks = ['Load invoices', 'Load orders', 'Post ledger'];
		test.each<{
			filter: string;
			given: () => object;
			leftOut: () => Partial<Task>;
			wanted: string[];
		}>([
			{
				filter: 'tag',
				given: () => ({ tags: ['nightly'] }),
				leftOut: () => ({ tags: ['weekly'] }),
				wanted: tasks,
			},
			{
				filter: 'workspace',
				given: () => ({ workspaceIds: [finance().id] }),
				leftOut: () => ({ workspaceId: workspaceIn(state(), 'Production', 'Shared').id }),
				wanted: [...tasks, DEMO.plan, 'Month-end close'],
			},
			{
				filter: 'runtime',
				given: () => ({ runtime: { type: 'REMOTE_ENGINE' } }),
				leftOut: () => ({
					runConfiguration: { ...goodTask().runConfiguration!, runtime: { type: 'CLOUD' } },
				}),
				wanted: tasks,
			},
		])('the executions are filtered by $filter', async ({ given, leftOut, wanted }) => {
			fact('B.68', 'B.69');
			changed(goodTask(), leftOut());
			const found = await ofProduction(given());
			const { plans, tasks: all } = orchestration();
			const names = found.map(({ id }) => (all.get(String(id)) ?? plans.get(String(id)))?.name);
			expect(names.sort()).toEqual([...wanted].sort());
		});

		test('the executions begin now if no start is given', async () => {
			fact('B.68');
			const { id: drafted } = taskNamed(state(), 'Load suppliers');
			const listed = await succeed('runConfiguration', 'searchEvents', {
				environmentId: byName('Development'),
				to: span.to,
			});
			expect(listed.map(({ id }) => id)).toEqual([drafted, drafted]);
		});

		test('an end before the start is refused', async () => {
			await expectRefused(
				'runConfiguration',
				'searchEvents',
				{ environmentId: byId('e'), to: span.from, filters: { from: span.to } },
				/^To must not be before From$/,
			);
		});

		test('a missing end is refused', async () => {
			await expectRefused(
				'runConfiguration',
				'getTaskEvents',
				{ taskId: byId('t'), to: NOTHING },
				/^To is required$/,
			);
		});
	});
});

describe('run configurations of plans', () => {
	/** A scheduled execution of a task or plan: one dialect gives only its date. */
	const event = ({ date, ...more }: IDataObject): IDataObject =>
		DESCRIPTION === 'vendor' ? { date } : { ...more, date };

	test('the run configuration of a plan is set, read and removed, also by Unbind from Plan', async () => {
		fact('B.172');
		const plan = planNamed(state(), DEMO.plan);
		const planId = byId(plan.id);
		await succeed('runConfiguration', 'setPlanRunConfig', {
			planId,
			scheduleType: 'DAILY',
			time: '04:00',
			...zone,
			updateFields: { parallelExecutionAllowed: true },
		});
		expect((await succeed('runConfiguration', 'getPlanRunConfig', { planId }))[0]).toEqual({
			trigger: { ...daily, atTimes: { type: 'AT_TIME', time: '04:00' } },
			parallelExecutionAllowed: true,
		});
		await succeed('runConfiguration', 'setPlanRunConfig', { planId, scheduleType: 'KEEP' });
		expect((await succeed('runConfiguration', 'getPlanRunConfig', { planId }))[0]).toEqual({
			trigger: { ...daily, atTimes: { type: 'AT_TIME', time: '04:00' } },
		});
		expect(
			await succeed('runConfiguration', 'getPlanEvents', { planId, to: '2026-04-02T00:00:00Z' }),
		).toEqual([event({ id: plan.id, date: '2026-04-01T02:00:00.000Z', type: 'PLAN' })]);
		expect(await succeed('schedule', 'unbindFromPlan', { planId })).toEqual([
			{ deleted: true, planId: plan.id },
		]);
		expect((await run('runConfiguration', 'getPlanRunConfig', { planId })).error).toMatchObject({
			httpCode: '404',
		});
		await succeed('runConfiguration', 'setPlanRunConfig', { planId, scheduleType: 'MANUAL' });
		await succeed('runConfiguration', 'removePlanRunConfig', { planId });
		expect((await ask('POST /processing/executions/plans', { executable: plan.id })).status).toBe(
			501,
		);
	});
});

judgeRequests(platform, 'Orchestration', ['runConfiguration']);
