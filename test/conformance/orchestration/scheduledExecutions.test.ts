/** The executions that the triggers of a run configuration will start. */
import type { IDataObject } from 'n8n-workflow';

import type { Task } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { changed } from '../../support/changed';
import { byId, byName, taskNamed, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { DESCRIPTION } from '../../support/platform';
import { daily, set, task, zone } from './runConfigurationsStage';
import {
	ask,
	expectRefused,
	finance,
	goodTask,
	NOTHING,
	orchestration,
	platform,
	state,
	succeed,
} from './stage';

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
				/^"To" must not be before "From"$/,
			);
		});

		test('a missing end is refused', async () => {
			await expectRefused(
				'runConfiguration',
				'getTaskEvents',
				{ taskId: byId('t'), to: NOTHING },
				/^"To" is required$/,
			);
		});
	});
});

judgeRequests(platform, 'Orchestration', [
	'runConfiguration.getTaskEvents',
	'runConfiguration.searchEvents',
]);
