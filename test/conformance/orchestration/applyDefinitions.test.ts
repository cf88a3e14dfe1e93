/** Apply: the platform is changed to what a text says. */
import type { IDataObject } from 'n8n-workflow';
import { stringify } from 'yaml';

import {
	artifacts,
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
	changes,
	exported,
	finance,
	goodTask,
	named,
	platform,
	run,
	state,
	succeed,
} from './definitionsStage';

describe('apply', () => {
	const given = (definitions: unknown) =>
		typeof definitions === 'string'
			? definitions
			: stringify(definitions, { aliasDuplicateObjects: false, lineWidth: 0 });
	const apply = async (definitions: unknown, more: IDataObject = {}) =>
		await run('definition', 'apply', {
			workspaceId: finance(),
			definitions: given(definitions),
			...more,
		});
	const applied = async (definitions: unknown, more: IDataObject = {}) => {
		const { error, items } = await apply(definitions, { apply: true, ...more });
		if (error) throw new Error(`${error.message}: ${error.description}`);
		return Object.fromEntries(
			items
				.filter(({ json }) => json.result !== 'notChanged')
				.map(({ json }) => [String(json.name), String(json.result)]),
		);
	};
	const step = (name: string, names: string[], more: IDataObject = {}) => ({
		name,
		condition: 'ALL_SUCCEEDED',
		tasks: names,
		onFailurePlans: [],
		...more,
	});

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
			`Definitions has the task ${name.replace(' ', '[U+00A0]')} twice`,
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

	test.each<{ why: string; definitions: IDataObject; rule: string | RegExp }>([
		{
			why: 'an artifact that is not there',
			definitions: { tasks: [{ name: 'New', artifact: 'nothing', artifactVersion: '1.0.0' }] },
			rule: 'Definitions refers to the artifact nothing, but there is none: create it first, or correct the name',
		},
		{
			why: 'a version that is not there',
			definitions: { tasks: [{ name: DEMO.goodTask, artifactVersion: '9.9.9' }] },
			rule: /^Artifact Version is 9\.9\.9, and artifact load_customers has no such version: it has 1\.1\.0, 1\.2\.0, 1\.3\.0$/,
		},
		{
			why: 'no version',
			definitions: { tasks: [{ name: 'New', artifact: 'load_customers' }] },
			rule: 'Definitions needs artifactVersion for the task New, which is to be created',
		},
		{
			why: 'a connection that is not there',
			definitions: { tasks: [{ name: DEMO.goodTask, connections: { warehouse: 'Nowhere' } }] },
			rule: 'Definitions refers to the connection Nowhere, but there is none: create it first, or correct the name',
		},
		{
			why: 'an engine that is not there',
			definitions: {
				tasks: [
					{
						name: DEMO.goodTask,
						runConfiguration: { runtime: { type: 'REMOTE_ENGINE', engine: 'Nowhere' } },
					},
				],
			},
			rule: 'Definitions refers to the engine or cluster Nowhere, but there is none: create it first, or correct the name',
		},
		{
			why: 'a run profile that is not there',
			definitions: {
				tasks: [
					{
						name: DEMO.goodTask,
						runConfiguration: {
							runtime: {
								type: 'REMOTE_ENGINE',
								engine: DEMO_ENGINES.remoteEngine,
								runProfile: 'Nowhere',
							},
						},
					},
				],
			},
			rule: 'Definitions refers to the run profile Nowhere, but there is none: create it first, or correct the name',
		},
		{
			why: 'no engine',
			definitions: {
				tasks: [
					{
						name: 'New',
						artifact: 'load_customers',
						artifactVersion: '1.3.0',
						runConfiguration: {
							trigger: { type: 'MANUAL', startDate: '2027-01-01', timeZone: 'UTC' },
						},
					},
				],
			},
			rule: 'Definitions needs runConfiguration.runtime for the task New, which has no run configuration yet',
		},
		{
			why: 'a trigger that cannot be',
			definitions: {
				tasks: [
					{
						name: DEMO.goodTask,
						runConfiguration: {
							trigger: { type: 'CRON', startDate: '2027-01-01', timeZone: 'UTC' },
						},
					},
				],
			},
			rule: `Definitions has a trigger for ${DEMO.goodTask} that needs cronExpression when type is CRON`,
		},
		{
			why: 'a trigger with an unknown field',
			definitions: {
				tasks: [
					{
						name: DEMO.goodTask,
						runConfiguration: {
							trigger: { type: 'MANUAL', startDate: '2027-01-01', timeZone: 'UTC', hour: 3 },
						},
					},
				],
			},
			rule: 'Definitions has no field hour: remove it, or check its spelling',
		},
		{
			why: 'a schedule with several triggers',
			definitions: {
				tasks: [{ name: DEMO.goodTask, runConfiguration: { schedule: 'Weekdays and month end' } }],
			},
			rule: `Definitions refers to the schedule Weekdays and month end: bind it to ${DEMO.goodTask} with the resource Schedule, then apply again`,
		},
		{
			why: 'a step without its condition',
			definitions: {
				plans: [{ name: DEMO.plan, steps: [{ name: 'Extract', tasks: [DEMO.goodTask] }] }],
			},
			rule: `Definitions needs steps[0].condition for the plan ${DEMO.plan}, because Talend Cloud replaces plans as a whole and does not return it`,
		},
		{
			why: 'a step of a plan that is there without the plans that run when it fails',
			definitions: {
				plans: [
					{
						name: DEMO.plan,
						steps: [step('Extract', [DEMO.goodTask], { onFailurePlans: undefined })],
					},
				],
			},
			rule: `Definitions needs steps[0].onFailurePlans for the plan ${DEMO.plan}, because Talend Cloud replaces plans as a whole and does not return it; [] if no plan runs when the step fails`,
		},
		{
			why: 'a plan without steps',
			definitions: { plans: [{ name: DEMO.plan, description: 'New words' }] },
			rule: `Definitions needs steps for the plan ${DEMO.plan}, which is replaced as a whole`,
		},
		{
			why: 'a task that is not there',
			definitions: { plans: [{ name: 'All', steps: [step('One', ['Nowhere'])] }] },
			rule: 'Definitions refers to the task Nowhere, but there is none: create it first, or correct the name',
		},
	])(
		'$why is refused before anything is changed, including the valid parts',
		async ({ definitions, rule }) => {
			const { error } = await apply(
				{
					...definitions,
					tasks: [
						{ name: DEMO.rejectingTask, description: 'New words' },
						...((definitions.tasks ?? []) as IDataObject[]),
					],
				},
				{ apply: true },
			);
			const words = refusedWords(error);
			if (typeof rule === 'string') expect(words).toBe(rule);
			else expect(words).toMatch(rule);
			expect(changes()).toEqual([]);
		},
	);

	test('a secret of the artifact is refused for a new task as well', async () => {
		artifacts
			.find(state(), goodTask().artifactId)
			.versions.find(({ version }) => version === '1.3.0')!
			.parameters.push({ name: 'entrance', type: 'id_Password', required: false });
		const { error } = await apply(
			{
				tasks: [
					{
						name: 'New',
						artifact: 'load_customers',
						artifactVersion: '1.3.0',
						parameters: { entrance: 'open-sesame-3' },
					},
				],
			},
			{ apply: true },
		);
		expect(refusedWords(error)).toMatch(
			/^Definitions has a value for entrance, which is a secret of New/,
		);
		expect(JSON.stringify([error!.message, error!.description, changes()])).not.toContain(
			'open-sesame',
		);
	});

	describe('what the platform refuses', () => {
		const text = {
			tasks: [
				{ name: DEMO.goodTask, description: 'New words' },
				{ name: DEMO.rejectingTask, description: 'New words' },
			],
		};
		const refuseOneUpdate = () =>
			platform.emulator.faults.add({
				operation: 'PUT /orchestration/executables/tasks/{taskId}',
				status: 403,
			});

		test('the error names what was refused and what was done, after all definitions', async () => {
			refuseOneUpdate();
			const { error } = await apply(text, { apply: true });
			expect(error!.message).toMatch(/^1 of \d+ definitions could not be applied$/);
			expect(error!.description).toMatch(
				new RegExp(
					`^task ${DEMO.goodTask}: .*Updated: ${DEMO.rejectingTask}\\. Correct these, then run it again`,
				),
			);
		});

		test('a refused definition can be an output item', async () => {
			refuseOneUpdate();
			const { items } = await apply(text, { apply: true, failOnRefused: false });
			expect(
				items
					.filter(({ json }) => json.result !== 'notChanged')
					.map(({ json }) => [json.name, json.result]),
			).toEqual([
				[DEMO.goodTask, 'notApplied'],
				[DEMO.rejectingTask, 'updated'],
			]);
		});

		test('only what was refused is tried again', async () => {
			refuseOneUpdate();
			await apply(text, { apply: true });
			expect(await applied(text)).toEqual({ [DEMO.goodTask]: 'updated' });
		});
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
			expect(refusedWords(error)).toMatch(/^Definitions refers to the plan One, but there is none/);
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
