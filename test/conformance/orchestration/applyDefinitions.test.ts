/** Apply: the platform is changed to what a text says. */
import type { IDataObject } from 'n8n-workflow';

import {
	connections,
	plans,
	schedules,
	tasks,
} from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { refusedWords } from '../../support/area';
import { byId, planNamed, taskNamed } from '../../support/demo';
import {
	applied,
	apply,
	changes,
	exported,
	finance,
	given,
	goodTask,
	named,
	platform,
	run,
	state,
	step,
	succeed,
} from './definitionsStage';

describe('apply', () => {
	test('Apply only shows what would change at first', async () => {
		const text = {
			tasks: [
				{ name: DEMO.goodTask, artifactVersion: '1.3.0' },
				{ name: 'New', artifact: 'load_customers', artifactVersion: '1.3.0' },
				{ name: DEMO.rejectingTask },
			],
			plans: [{ name: 'All', steps: [step('One', ['New', DEMO.goodTask])] }],
		};
		const { error, items, hints } = await apply(text);
		expect(error).toBeUndefined();
		expect(hints).toEqual([
			expect.stringMatching(
				/^Nothing was changed\. .* turn on Apply Changes and run the node again\.$/,
			),
		]);
		const results = Object.fromEntries(items.map(({ json }) => [json.name, json.result]));
		expect(results).toMatchObject({
			[DEMO.goodTask]: 'wouldUpdate',
			New: 'wouldCreate',
			[DEMO.rejectingTask]: 'notChanged',
			All: 'wouldCreate',
			Draft: 'notChanged',
		});
		expect(items.find(({ json }) => json.name === DEMO.goodTask)!.json).toMatchObject({
			differences: [{ field: 'artifactVersion', source: '1.3.0', target: '1.2.0' }],
		});
		expect(changes()).toEqual([]);
	});

	test('an empty response is not taken for a missing run configuration: nothing is changed', async () => {
		const text = await exported();
		platform.clearLog();
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks/{taskId}/run-config',
			status: 200,
			body: '',
			times: 1,
		});
		const { error } = await apply(text, { apply: true });
		expect(error!.message).toContain('nothing instead of a record');
		expect(changes()).toEqual([]);
	});

	test('a task whose name looks the same is updated instead of creating a second one', async () => {
		const task = goodTask();
		task.name = `${DEMO.goodTask.replace(' ', '\u00a0')}\u200b`;
		expect(await applied({ tasks: [{ name: DEMO.goodTask, artifactVersion: '1.3.0' }] })).toEqual({
			[DEMO.goodTask]: 'updated',
		});
		expect(changes().map(({ method }) => method)).not.toContain('POST');
		expect(task.artifactVersion).toBe('1.3.0');
	});

	test.each([
		['a new one', 'New task'],
		['one of the workspace', DEMO.goodTask],
	])('the refusal names %s that is given twice, with names that look the same', async (_, name) => {
		const { error } = await apply(
			{ tasks: [name, name.replace(' ', '\u00a0')].map((each) => ({ name: each })) },
			{ apply: true },
		);
		expect(refusedWords(error)).toBe(
			`"Definitions" has the task ${name.replace(' ', '[U+00A0]')} twice`,
		);
		expect(changes()).toEqual([]);
	});

	describe('names that only look the same', () => {
		const looking = (name: unknown) => `${String(name).replace(/ /g, '\u00a0')}\u200b`;
		const withLookingNames = async () => {
			const text = await exported();
			for (const each of [...text.tasks, ...text.plans]) each.name = looking(each.name);
			return text;
		};

		test('definitions whose names only look the same have no differences', async () => {
			expect(await applied(await withLookingNames())).toEqual({});
		});

		test('an update of a plan whose name only looks the same does not change its name', async () => {
			const { plans } = await withLookingNames();
			const plan = named(plans, looking(DEMO.plan));
			(plan.steps as IDataObject[]).splice(0, 9, step('Only', [DEMO.goodTask]));
			expect(await applied({ plans: [plan] })).toEqual({ [looking(DEMO.plan)]: 'updated' });
			expect(planNamed(state(), DEMO.plan).steps).toMatchObject([{ name: 'Only' }]);
		});
	});

	test('two tasks of a workspace whose names look the same are distinguished', async () => {
		const { id, ...own } = goodTask();
		void id;
		tasks.add(state(), { ...own, name: DEMO.goodTask.replace(' ', '\u00a0') });
		expect(await applied(await exported())).toEqual({});
	});

	test('an exported text changes nothing', async () => {
		const [{ definitions }] = (await succeed('definition', 'export', {
			workspaceId: finance(),
		})) as [IDataObject];
		expect(await applied(definitions)).toEqual({});
		expect(changes()).toEqual([]);
	});

	test('only the differences of a task are changed, so its secrets are kept', async () => {
		goodTask().parameters = { country: 'FR', size: '1', db_password: 'open-sesame-1' };
		goodTask().description = 'As before';
		const before = structuredClone(goodTask().runConfiguration);
		expect(
			await applied({
				tasks: [
					{
						name: DEMO.goodTask,
						artifactVersion: '1.3.0',
						parameters: { country: 'DE' },
						tags: ['weekly'],
						runConfiguration: { logLevel: 'ERROR' },
					},
				],
			}),
		).toEqual({ [DEMO.goodTask]: 'updated' });
		expect(goodTask()).toMatchObject({
			artifactVersion: '1.3.0',
			description: 'As before',
			tags: ['weekly'],
		});
		expect(goodTask().parameters).toEqual({ country: 'DE', db_password: 'open-sesame-1' });
		expect(goodTask().connections).toEqual({
			warehouse: connections
				.all(state())
				.find(
					({ name, workspaceId }) => name === 'Warehouse' && workspaceId === goodTask().workspaceId,
				)!.id,
		});
		expect(goodTask().runConfiguration).toEqual({ ...before, logLevel: 'ERROR' });
		expect(
			changes().filter(
				({ operation }) => operation === 'PUT /orchestration/executables/tasks/{taskId}',
			),
		).toHaveLength(1);
	});

	/** A task with everything that one can have, and a plan that runs it. */
	const newDefinitions = () => ({
		tasks: [
			{
				name: 'New',
				description: 'Made from text',
				artifact: 'load_customers',
				artifactVersion: '1.3.0',
				tags: ['nightly'],
				parameters: { country: 'IT' },
				connections: { warehouse: 'Warehouse' },
				resources: { rates: 'rates.csv' },
				runConfiguration: {
					trigger: {
						type: 'DAILY',
						interval: 1,
						startDate: '2027-01-01',
						timeZone: 'Europe/Paris',
						atTimes: { type: 'AT_TIME', time: '05:00' },
					},
					runtime: { type: 'REMOTE_ENGINE', engine: DEMO_ENGINES.remoteEngine },
					timeout: 30,
				},
			},
		],
		plans: [
			{
				name: 'All',
				description: 'A plan',
				steps: [
					step('One', ['New'], {
						onFailure: [DEMO.goodTask],
						onFailurePlans: [DEMO.plan],
						note: 'Careful',
					}),
					step('Two', [DEMO.goodTask]),
				],
				runConfiguration: {
					trigger: { type: 'MANUAL', startDate: '2027-01-01', timeZone: 'UTC' },
				},
			},
		],
	});

	test('Apply creates plans of tasks that it has created', async () => {
		expect(await applied(newDefinitions())).toEqual({ New: 'created', All: 'created' });
		const made = taskNamed(state(), 'New');
		expect(made).toMatchObject({
			description: 'Made from text',
			artifactVersion: '1.3.0',
			parameters: { country: 'IT' },
			runConfiguration: { runtime: { type: 'REMOTE_ENGINE' }, timeout: 30 },
		});
		expect(planNamed(state(), 'All').steps).toMatchObject([
			{
				name: 'One',
				condition: 'ALL_SUCCEEDED',
				taskIds: [made.id],
				note: 'Careful',
				handlerOnFailure: { taskIds: [goodTask().id], planIds: [planNamed(state(), DEMO.plan).id] },
			},
			{ name: 'Two' },
		]);
	});

	test('Apply changes nothing when it is repeated', async () => {
		await applied(newDefinitions());
		platform.clearLog();
		expect(await applied(newDefinitions())).toEqual({});
		expect(changes()).toEqual([]);
	});

	describe('other steps of a plan', () => {
		const STEPS = ['Load', 'Extract', 'New'].map((name) => step(name, [DEMO.goodTask]));
		const applySteps = async () =>
			expect(await applied({ plans: [{ name: DEMO.plan, steps: STEPS }] })).toEqual({
				[DEMO.plan]: 'updated',
			});

		test('steps of the same name keep their IDs', async () => {
			const [first, second] = structuredClone(planNamed(state(), DEMO.plan).steps);
			await applySteps();
			expect(planNamed(state(), DEMO.plan).steps).toMatchObject([
				{ id: second!.id, name: 'Load' },
				{ id: first!.id, name: 'Extract' },
				{ name: 'New' },
			]);
		});

		test('the plan keeps what the text does not mention', async () => {
			planNamed(state(), DEMO.plan).description = 'As before';
			await applySteps();
			const after = planNamed(state(), DEMO.plan);
			expect(after.description).toBe('As before');
			expect(after.runConfiguration).toBeDefined();
		});

		test('the tasks and plans outside the text stay', async () => {
			const counts = () => [tasks.all(state()).length, plans.all(state()).length];
			const before = counts();
			await applySteps();
			expect(counts()).toEqual(before);
		});
	});

	test('a trigger of a task or plan replaces its bound schedule', async () => {
		const trigger = {
			type: 'CRON',
			startDate: '2027-01-01',
			timeZone: 'UTC',
			cronExpression: '0 22 L * ?',
		};
		const [schedule] = schedules.all(state());
		await succeed('schedule', 'bindToTask', {
			taskId: byId(goodTask().id),
			scheduleId: byId(schedule!.id),
		});
		const text = {
			tasks: [{ name: DEMO.goodTask, runConfiguration: { trigger } }],
			plans: [{ name: DEMO.plan, runConfiguration: { trigger, parallelExecutionAllowed: true } }],
		};
		const { items } = await apply(text);
		expect(items.find(({ json }) => json.name === DEMO.goodTask)!.json.differences).toEqual(
			expect.arrayContaining([
				{ field: 'runConfiguration.schedule', source: null, target: 'Weekdays and month end' },
			]),
		);
		expect(await applied(text)).toEqual({ [DEMO.goodTask]: 'updated', [DEMO.plan]: 'updated' });
		expect(planNamed(state(), DEMO.plan).runConfiguration).toMatchObject({
			trigger,
			parallelExecutionAllowed: true,
		});
		expect(goodTask().runConfiguration).toMatchObject({
			trigger,
			runtime: { type: 'REMOTE_ENGINE' },
		});
		expect(await applied(text)).toEqual({});
	});

	test('Retry On Fail creates each task once, with its own artifact version', async () => {
		const text = {
			tasks: [
				{ name: 'First', artifact: 'load_customers', artifactVersion: '1.3.0' },
				{ name: 'Second', artifact: 'load_customers', artifactVersion: '1.2.0' },
			],
		};
		platform.emulator.faults.add({
			operation: 'POST /orchestration/executables/tasks',
			status: 403,
			after: 1,
		});
		const { error, items } = await run(
			'definition',
			'apply',
			{ workspaceId: finance(), definitions: given(text), apply: true },
			{ maxTries: 2 },
		);
		expect(error).toBeUndefined();
		expect(
			items.filter(({ json }) => json.result === 'created').map(({ json }) => json.name),
		).toEqual(['First', 'Second']);
		expect(
			['First', 'Second'].map((name) =>
				tasks
					.all(state())
					.filter((each) => each.name === name)
					.map(({ artifactVersion }) => artifactVersion),
			),
		).toEqual([['1.3.0'], ['1.2.0']]);
	});

	test.each([
		['after', ['Before', 'After']],
		['before', ['After', 'Before']],
	])('a plan can be %s the plan that it runs on failure in the text', async (_place, order) => {
		const plansOfText = {
			Before: { name: 'Before', steps: [step('One', [DEMO.goodTask])] },
			After: {
				name: 'After',
				steps: [step('One', [DEMO.goodTask], { onFailurePlans: ['Before'] })],
			},
		};
		expect(
			await applied({ plans: order.map((name) => plansOfText[name as keyof typeof plansOfText]) }),
		).toEqual({ Before: 'created', After: 'created' });
		expect(planNamed(state(), 'After').steps[0]!.handlerOnFailure).toEqual({
			planIds: [planNamed(state(), 'Before').id],
		});
	});

	test('an existing plan and a new one can run each other on failure', async () => {
		const old = { name: 'Old', steps: [step('A', [DEMO.goodTask])] };
		await applied({ plans: [old] });
		expect(
			await applied({
				plans: [
					{ name: 'New', steps: [step('A', [DEMO.goodTask], { onFailurePlans: ['Old'] })] },
					{ ...old, steps: [step('B', [DEMO.goodTask], { onFailurePlans: ['New'] })] },
				],
			}),
		).toEqual({ New: 'created', Old: 'updated' });
		expect(planNamed(state(), 'Old').steps[0]!.handlerOnFailure).toEqual({
			planIds: [planNamed(state(), 'New').id],
		});
	});

	test.each([
		['itself', 'One', 'One'],
		['a plan that runs it', 'Two', 'One'],
	])(
		'a new plan that runs %s on failure is refused before anything is written',
		async (_what, ofOne, ofTwo) => {
			const { error } = await apply(
				{
					plans: [
						{ name: 'One', steps: [step('A', [DEMO.goodTask], { onFailurePlans: [ofOne] })] },
						{ name: 'Two', steps: [step('A', [DEMO.goodTask], { onFailurePlans: [ofTwo] })] },
					],
				},
				{ apply: true },
			);
			expect(refusedWords(error)).toMatch(
				/^"Definitions" refers to the plan One, but there is none/,
			);
			expect(changes()).toEqual([]);
		},
	);

	test('Apply without run configurations changes none', async () => {
		const text = {
			tasks: [
				{ name: DEMO.goodTask, description: 'New words', runConfiguration: { logLevel: 'ERROR' } },
			],
		};
		expect(await applied(text, { includeRunConfigurations: false })).toEqual({
			[DEMO.goodTask]: 'updated',
		});
		expect(goodTask()).toMatchObject({
			description: 'New words',
			runConfiguration: { logLevel: 'WARN' },
		});
	});
});
