import { DEMO } from '../../../emulator/seed';
import { byId, byName, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { ask, expectRefused, finance, goodTask, platform, run, state, succeed } from './stage';

describe('plan', () => {
	/** A plan of two steps, which run the demo's good task. */
	const newPlan = async (name: string) => {
		const taskIds = [goodTask().id];
		const [made] = await succeed('plan', 'create', {
			workspaceId: byId(finance().id),
			name,
			steps: {
				rows: [
					{
						name: 'Extract',
						condition: 'ALL_SUCCEEDED',
						taskIds,
						additionalFields: { note: 'Empty it first', handlerOnFailure: { taskIds } },
					},
					{ name: 'Load', condition: 'ALWAYS_PROCEED_ON', taskIds },
				],
			},
			additionalFields: { description: 'Weekly load' },
		});
		return made!;
	};

	test('a new plan has the given steps, in their order', async () => {
		fact('B.34', 'B.35', 'B.36');
		expect(await newPlan('Weekly')).toMatchObject({
			steps: [
				{ name: 'Extract', note: 'Empty it first', handlerOnFailure: { taskIds: [goodTask().id] } },
				{ name: 'Load' },
			],
		});
	});

	test('a new plan has the given name and description', async () => {
		fact('B.4', 'B.36');
		expect(await newPlan('Described')).toMatchObject({
			name: 'Described',
			description: 'Weekly load',
		});
	});

	test('a plan is read as a chart, in which each step has the next one', async () => {
		fact('B.39');
		const { id } = await newPlan('Charted');
		const [read] = await succeed('plan', 'get', { planId: byId(id) });
		expect(read).toMatchObject({
			executable: id,
			chart: {
				name: 'Extract',
				taskIds: [goodTask().id],
				nextStep: { name: 'Load', flows: [{ id: goodTask().id, name: DEMO.goodTask }] },
			},
		});
	});

	test('a plan is listed by a task that it runs and part of its name', async () => {
		const { id } = await newPlan('Quarterly');
		const listed = await succeed('plan', 'getMany', {
			returnAll: true,
			filters: { taskId: byId(goodTask().id), name: 'quart' },
		});
		expect(listed.map(({ executable }) => executable)).toEqual([id]);
	});

	test('an update replaces the name and all steps', async () => {
		const { id } = await newPlan('Changing');
		const [changed] = await succeed('plan', 'update', {
			planId: byName('Changing'),
			workspaceId: byId(finance().id),
			name: 'Monthly',
			stepsJson: JSON.stringify([
				{ name: 'Only', condition: 'ALL_SUCCEEDED', taskIds: [goodTask().id] },
			]),
		});
		expect(changed).toMatchObject({ id, name: 'Monthly', steps: [{ name: 'Only' }] });
	});

	test('a paused plan cannot be run', async () => {
		const { id } = await newPlan('Paused');
		const planId = byId(id);
		expect(await succeed('plan', 'pause', { planId })).toEqual([
			{ success: true, planId: id, paused: true },
		]);
		const { status } = await ask('POST /processing/executions/plans', { executable: id });
		expect(status).toBe(405);
		const [read] = await succeed('plan', 'get', { planId });
		expect(read!.planPauseDetails).toMatchObject({ pause: true });
	});

	test('a resumed plan is no longer paused', async () => {
		const { id } = await newPlan('Resumed');
		const planId = byId(id);
		await succeed('plan', 'pause', { planId });
		expect(await succeed('plan', 'pause', { planId, pause: false })).toEqual([
			{ success: true, planId: id, paused: false },
		]);
		const [read] = await succeed('plan', 'get', { planId });
		expect(read!.planPauseDetails).toMatchObject({ pause: false });
	});

	test('a deleted plan is not found', async () => {
		const { id } = await newPlan('Short-lived');
		const planId = byId(id);
		expect(await succeed('plan', 'delete', { planId })).toEqual([{ deleted: true, planId: id }]);
		expect((await run('plan', 'get', { planId })).error).toMatchObject({ httpCode: '404' });
	});

	describe('a plan that runs a task of another environment after a failed step', () => {
		const acrossEnvironments = async (name: string) => {
			const { artifactId, artifactVersion } = goodTask();
			const { body: environment } = await ask('POST /orchestration/environments', {
				name,
				workspaceName: 'W',
			});
			const { id: environmentId } = environment as { id: string };
			const workspaceId = workspaceIn(state(), name, 'W').id;
			const { body: task } = await ask('POST /orchestration/executables/tasks', {
				environmentId,
				workspaceId,
				name: 'Elsewhere',
				artifact: { id: artifactId, version: artifactVersion },
			});
			const { id: taskId } = task as { id: string };
			const { body: plan } = await ask('POST /orchestration/executables/plans', {
				workspaceId: finance().id,
				name: `Across to ${name}`,
				steps: [
					{
						name: 'S',
						condition: 'ALL_SUCCEEDED',
						taskIds: [goodTask().id],
						handlerOnFailure: { taskIds: [taskId] },
					},
				],
			});
			const { id: planId } = plan as { id: string };
			return { planId: byId(planId), taskId, workspaceId, environmentId };
		};

		test('the plan prevents the deletion of the workspace of the task', async () => {
			const { workspaceId, taskId } = await acrossEnvironments('Kept');
			const { error } = await run('workspace', 'delete', {
				id: byId(workspaceId),
				confirmDeletion: true,
			});
			expect(error).toMatchObject({
				httpCode: '409',
				message: expect.stringContaining(`Task ${taskId} is used by plan`) as string,
			});
		});

		test('the plan stays when the environment of the task is deleted', async () => {
			const { planId, environmentId } = await acrossEnvironments('Around');
			await succeed('environment', 'delete', { Id: byId(environmentId), confirmDeletion: true });
			expect((await succeed('plan', 'get', { planId }))[0]).toMatchObject({
				chart: { taskIds: [goodTask().id], stepOnException: { taskIds: [] } },
			});
		});
	});

	test('bad input is named and nothing is sent', async () => {
		fact('B.37');
		const given = { workspaceId: byId('w'), name: 'X' };
		await expectRefused('plan', 'create', { ...given, steps: {} }, '"Steps" is required');
		await expectRefused(
			'plan',
			'create',
			{ ...given, stepsJson: '[{"name":"A","condition":"ALL_SUCCEEDED"}]' },
			'"Steps, row 1: Task Names or IDs" is required',
		);
		await expectRefused(
			'plan',
			'create',
			{
				...given,
				stepsJson: '[{"name":"A","condition":"ALL_SUCCEEDED","taskIds":["t"],"colour":"red"}]',
			},
			'"Steps, row 1" has no field colour: remove it, or check its spelling',
		);
	});

	test('an unknown task in a step is refused by the platform', async () => {
		const { error } = await run('plan', 'create', {
			workspaceId: byId(finance().id),
			name: 'X',
			steps: { rows: [{ name: 'A', condition: 'ALL_SUCCEEDED', taskIds: ['none'] }] },
		});
		expect(error!.message).toBe('There is no task or plan none');
	});
});

judgeRequests(platform, 'Orchestration', ['plan']);
