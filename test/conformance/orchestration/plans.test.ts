import { DEMO } from '../../../emulator/seed';
import { judge } from '../../support/conformance';
import { byId, named, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { ask, done, finance, good, platform, refused, run, state } from './stage';

describe('plan', () => {
	test('a plan is created, read as a chart, listed, replaced, paused and deleted', async () => {
		fact('B.4', 'B.34', 'B.35', 'B.36', 'B.39');
		const taskIds = [good().id];
		const [made] = await done('plan', 'create', {
			workspaceId: byId(finance().id),
			name: 'Weekly',
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
			additionalFields: { description: 'Of the week' },
		});
		expect(made).toMatchObject({
			name: 'Weekly',
			description: 'Of the week',
			steps: [
				{ name: 'Extract', note: 'Empty it first', handlerOnFailure: { taskIds } },
				{ name: 'Load' },
			],
		});
		const [read] = await done('plan', 'get', { planId: byId(made!.id) });
		expect(read).toMatchObject({
			executable: made!.id,
			chart: {
				name: 'Extract',
				taskIds,
				nextStep: { name: 'Load', flows: [{ id: taskIds[0], name: DEMO.goodTask }] },
			},
		});
		expect(
			(
				await done('plan', 'getMany', {
					returnAll: true,
					filters: { taskId: byId(good().id), name: 'week' },
				})
			).map(({ executable }) => executable),
		).toEqual([made!.id]);
		const [changed] = await done('plan', 'update', {
			planId: named('Weekly'),
			workspaceId: byId(finance().id),
			name: 'Monthly',
			stepsJson: JSON.stringify([{ name: 'Only', condition: 'ALL_SUCCEEDED', taskIds }]),
		});
		expect(changed).toMatchObject({ id: made!.id, name: 'Monthly', steps: [{ name: 'Only' }] });
		expect(await done('plan', 'pause', { planId: byId(made!.id) })).toEqual([
			{ success: true, planId: made!.id, paused: true },
		]);
		expect((await ask('POST /processing/executions/plans', { executable: made!.id })).status).toBe(
			405,
		);
		expect(
			(await done('plan', 'get', { planId: byId(made!.id) }))[0]!.planPauseDetails,
		).toMatchObject({ pause: true });
		await done('plan', 'pause', { planId: byId(made!.id), pause: false });
		expect(await done('plan', 'delete', { planId: byId(made!.id) })).toEqual([
			{ deleted: true, planId: made!.id },
		]);
		expect((await run('plan', 'get', { planId: byId(made!.id) })).error).toMatchObject({
			httpCode: '404',
		});
	});

	test('a plan survives tasks of another environment, and keeps those of another workspace that it runs after a failed step', async () => {
		const { artifactId, artifactVersion } = good();
		const { body: made } = await ask('POST /orchestration/environments', {
			name: 'Around',
			workspaceName: 'W',
		});
		const { id: environmentId } = made as { id: string };
		const workspaceId = workspaceIn(state(), 'Around', 'W').id;
		const { body: task } = await ask('POST /orchestration/executables/tasks', {
			environmentId,
			workspaceId,
			name: 'Elsewhere',
			artifact: { id: artifactId, version: artifactVersion },
		});
		const { id } = task as { id: string };
		const steps = [
			{
				name: 'S',
				condition: 'ALL_SUCCEEDED',
				taskIds: [good().id],
				handlerOnFailure: { taskIds: [id] },
			},
		];
		const { body: plan } = await ask('POST /orchestration/executables/plans', {
			workspaceId: finance().id,
			name: 'Across',
			steps,
		});
		const planId = byId((plan as { id: string }).id);
		expect(
			(await run('workspace', 'delete', { id: byId(workspaceId), confirmDeletion: true })).error,
		).toMatchObject({
			httpCode: '409',
			message: expect.stringContaining(`Task ${id} is used by plan`) as string,
		});
		await done('environment', 'delete', { Id: byId(environmentId), confirmDeletion: true });
		expect((await done('plan', 'get', { planId }))[0]).toMatchObject({
			chart: { taskIds: [good().id], stepOnException: { taskIds: [] } },
		});
		await done('plan', 'delete', { planId });
	});

	test('bad input is named and nothing is sent', async () => {
		fact('B.37');
		const given = { workspaceId: byId('w'), name: 'X' };
		await refused('plan', 'create', { ...given, steps: {} }, 'Steps is required');
		await refused(
			'plan',
			'create',
			{ ...given, stepsJson: '[{"name":"A","condition":"ALL_SUCCEEDED"}]' },
			'Steps, row 1: Task Names or IDs is required',
		);
		await refused(
			'plan',
			'create',
			{
				...given,
				stepsJson: '[{"name":"A","condition":"ALL_SUCCEEDED","taskIds":["t"],"colour":"red"}]',
			},
			'Steps, row 1 has no field colour',
		);
		expect(
			(
				await run('plan', 'create', {
					...given,
					workspaceId: byId(finance().id),
					steps: { rows: [{ name: 'A', condition: 'ALL_SUCCEEDED', taskIds: ['none'] }] },
				})
			).error!.message,
		).toBe('There is no task or plan none');
	});
});

test('the operations were done, and the platform responds as documented', () => {
	fact('B.36', 'B.38');
	expect(judge('Orchestration', platform.everything, (resource) => resource === 'plan')).toEqual({
		notDone: [],
		notDocumented: [],
	});
});
