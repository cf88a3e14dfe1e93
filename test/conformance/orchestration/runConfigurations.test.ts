/** Run configurations of tasks and plans: how they are set, read and removed. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { refusedWords } from '../../support/area';
import { byId, planNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { DESCRIPTION } from '../../support/platform';
import { daily, set, task, zone } from './runConfigurationsStage';
import { ask, bodiesSent, holding, platform, run, state, succeed } from './stage';

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
			expect(error!.description).toMatch(
				/^The task may have no run configuration yet: set one with .*Set Run Configuration of Task\./,
			);
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
		expect(refusedWords(error)).toBe('"Update Fields" needs at least one field to change');
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

judgeRequests(platform, 'Orchestration', [
	'runConfiguration.getDynamicEngineRunConfig',
	'runConfiguration.getPlanEvents',
	'runConfiguration.getPlanRunConfig',
	'runConfiguration.getTaskRunConfig',
	'runConfiguration.removeDynamicEngineRunConfig',
	'runConfiguration.removePlanRunConfig',
	'runConfiguration.removeTaskRunConfig',
	'runConfiguration.setDynamicEngineRunConfig',
	'runConfiguration.setPlanRunConfig',
]);
