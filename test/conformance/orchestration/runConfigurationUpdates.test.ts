/** Updates of run configurations: what they keep, and what they change. */
import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { daily, set, task, zone } from './runConfigurationsStage';
import { ask, bodiesSent, expectRefused, platform, run, RUN_CONFIG, succeed } from './stage';

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
					...zone,
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
				'"Update Fields" needs at least one field to change while the schedule stays as it is',
			);
			await expectRefused(
				'runConfiguration',
				'updateTaskRunConfig',
				{ taskId, scheduleType: 'JSON', trigger: '{"type":"DAILY"}' },
				/^"Schedule \(JSON\): Start Date" is required$/,
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

	test('a kept schedule is sent as the platform returned it, including the fields that are null', async () => {
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

judgeRequests(platform, 'Orchestration', ['runConfiguration.setTaskRunConfig']);
