/** Which tasks and plans schedules will start in a time span. */
import { DEMO } from '../../../emulator/seed';
import { areaOf } from '../../support/area';
import { byId, byName, planNamed, taskNamed, workspaceIn } from '../../support/demo';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });
const { succeed, expectRefused, requests } = areaOf('Orchestration', () => platform);
const state = () => platform.emulator.state;

const SPAN = {
	environmentId: byName('Production'),
	from: '2026-04-02T00:00:00Z',
	to: '2026-04-03T00:00:00Z',
};
const planned = async (more = {}) =>
	await succeed('runConfiguration', 'getPlannedRuns', { ...SPAN, ...more });

test('the planned runs of tasks and plans have names, places and times, in the order of their times', async () => {
	const runs = await planned({ returnAll: true });
	const finance = workspaceIn(state(), 'Production', 'Finance');
	expect(runs.find(({ name }) => name === DEMO.goodTask)).toEqual({
		date: '2026-04-02T00:30:00.000Z',
		type: 'TASK',
		id: taskNamed(state(), DEMO.goodTask).id,
		name: DEMO.goodTask,
		workspaceId: finance.id,
		workspaceName: 'Finance',
	});
	expect(runs.find(({ name }) => name === DEMO.plan)).toMatchObject({
		date: '2026-04-02T02:00:00.000Z',
		type: 'PLAN',
		id: planNamed(state(), DEMO.plan).id,
	});
	expect(runs.map(({ date }) => String(date))).toEqual(runs.map(({ date }) => String(date)).sort());
});

test('a period without a planned execution is empty without reading tasks', async () => {
	platform.clearLog();
	expect(await planned({ from: '2026-04-02T10:00:00Z', to: '2026-04-02T11:00:00Z' })).toEqual([]);
	expect(requests('GET /orchestration/executables/tasks')).toEqual([]);
});

test('the output has only tasks, or only plans, as selected in Include', async () => {
	const tasks = await planned({ include: 'tasks', returnAll: true });
	const plans = await planned({ include: 'plans', returnAll: true });
	expect(new Set(tasks.map(({ type }) => type))).toEqual(new Set(['TASK']));
	expect(plans.map(({ name }) => name).sort()).toEqual([DEMO.recoveringPlan, DEMO.plan].sort());
	expect(tasks.length + plans.length).toBe((await planned({ returnAll: true })).length);
});

test('the output has no more planned executions than the limit', async () => {
	const plans = await planned({ include: 'plans', returnAll: true });
	expect(await planned({ include: 'plans', limit: 1 })).toEqual(plans.slice(0, 1));
	expect(await planned({ limit: 2 })).toHaveLength(2);
});

test('the filters by workspace and engine keep only the planned executions that match', async () => {
	const [finance, shared] = ['Finance', 'Shared'].map(
		(workspace) => workspaceIn(state(), 'Production', workspace).id,
	);
	const inFinance = (await planned({ returnAll: true })).filter(
		({ workspaceId }) => workspaceId === finance,
	);
	expect(inFinance.length).toBeGreaterThan(0);
	expect(await planned({ returnAll: true, filters: { workspaceIds: [finance] } })).toEqual(
		inFinance,
	);
	expect(await planned({ returnAll: true, filters: { workspaceIds: [shared] } })).toEqual([]);
	const cloud = await planned({ returnAll: true, filters: { runtime: { type: 'CLOUD' } } });
	expect(cloud).toEqual([]);
});

test('a planned execution names which trigger of its schedule starts it', async () => {
	const [made] = await succeed('schedule', 'create', {
		environmentId: byName('Production'),
		triggers: {
			rows: [
				{
					name: 'Morning',
					scheduleType: 'DAILY',
					time: '06:00',
					startDate: '2026-04-01',
					timeZone: 'UTC',
				},
			],
		},
	});
	await succeed('schedule', 'bindToTask', {
		taskId: byId(taskNamed(state(), DEMO.callingTask).id),
		scheduleId: byId(made!.id),
	});
	const runs = await planned({ include: 'tasks', returnAll: true });
	expect(runs.find(({ name }) => name === DEMO.callingTask)).toMatchObject({
		date: '2026-04-02T06:00:00.000Z',
		triggerName: 'Morning',
	});
});

test('a period that ends before it begins is refused', async () => {
	await expectRefused(
		'runConfiguration',
		'getPlannedRuns',
		{ environmentId: byId('e'), from: SPAN.to, to: SPAN.from },
		'"To" must not be before "From"',
	);
});

test('an agent can read the planned runs', async () => {
	const { items, error } = await platform.run(
		'Orchestration',
		'runConfiguration',
		'getPlannedRuns',
		SPAN,
		{ entryPoint: 'tool' },
	);
	expect(error).toBeUndefined();
	expect(items.length).toBeGreaterThan(0);
});
