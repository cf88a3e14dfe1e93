/** Tasks and plans as YAML: written, compared with a workspace, applied to it. */
import type { IDataObject } from 'n8n-workflow';
import { parse, stringify } from 'yaml';

import {
	artifacts,
	connections,
	plans,
	runConfigOf,
	schedules,
	tasks,
} from '../../../emulator/areas/orchestration/records';
import { DEMO } from '../../../emulator/seed';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { areaOf, refusedWords } from '../../support/area';
import { byId, named, planNamed, taskNamed, workspaceIn } from '../../support/demo';
import { platformForEach } from '../../support/platform';

const platform = platformForEach({ keepAnswers: true });
const { done, run, refused } = areaOf('Orchestration', () => platform);
const state = () => platform.emulator.state;
const finance = () => byId(workspaceIn(state(), 'Production', 'Finance').id);
const good = () => taskNamed(state(), DEMO.goodTask);

interface Text {
	tasks: IDataObject[];
	plans: IDataObject[];
}
const exported = async (more: IDataObject = {}): Promise<Text> =>
	parse(
		String(
			(await done('definition', 'export', { workspaceId: finance(), ...more }))[0]!.definitions,
		),
	) as Text;
const of = (all: IDataObject[], name: string) => all.find((each) => each.name === name)!;
const compare = async (definitions: unknown, more: IDataObject = {}) =>
	await done('definition', 'compare', {
		workspaceId: finance(),
		definitions:
			typeof definitions === 'string'
				? definitions
				: stringify(definitions, { aliasDuplicateObjects: false, lineWidth: 0 }),
		...more,
	});
const changes = () =>
	platform.emulator.log.filter(
		({ method, operation }) =>
			method !== 'GET' && !operation?.includes('search') && !operation?.includes('token'),
	);

describe('a task that is listed, but answers with 404', () => {
	const GET_TASK = 'GET /orchestration/executables/tasks/{taskId}';
	const unreadable = expect.stringContaining(`so they are left out: task `) as string;
	/** The text of all tasks, and a fault for one of them. */
	const withFault = async () => {
		const text = await exported();
		platform.emulator.faults.add({ operation: GET_TASK, status: 404, times: 1 });
		return text;
	};

	test('a task that is listed, but answers with 404, is neither created again nor changed, and is said not to be readable', async () => {
		const text = await withFault();
		platform.forget();
		const { items, error, hints } = await run('definition', 'apply', {
			workspaceId: finance(),
			definitions: stringify(text, { aliasDuplicateObjects: false, lineWidth: 0 }),
			apply: true,
		});
		expect(error).toBeUndefined();
		expect(items.filter(({ json }) => json.change === 'notReadable')).toMatchObject([
			{ json: { type: 'task', result: 'notChanged' } },
		]);
		expect(items.filter(({ json }) => json.change === 'onlyInText')).toEqual([]);
		expect(hints).toContainEqual(unreadable);
		expect(changes()).toEqual([]);
	});

	test('a task that is listed, but answers with 404, is compared as not readable', async () => {
		const text = await withFault();
		const { items, hints } = await run('definition', 'compare', {
			workspaceId: finance(),
			definitions: stringify(text, { aliasDuplicateObjects: false, lineWidth: 0 }),
		});
		expect(items.map(({ json }) => json.change)).toEqual(['notReadable']);
		expect(hints).toContainEqual(unreadable);
	});

	test('a task that is listed, but answers with 404, is found by a name that only looks the same', async () => {
		const text = await withFault();
		for (const task of text.tasks) task.name = `${String(task.name).replace(/ /g, '\u00a0')}\u200b`;
		const { items } = await run('definition', 'compare', {
			workspaceId: finance(),
			definitions: stringify({ tasks: text.tasks }, { aliasDuplicateObjects: false, lineWidth: 0 }),
		});
		expect(items.map(({ json }) => json.change)).not.toContain('onlyInText');
		expect(items.map(({ json }) => json.change)).toContain('notReadable');
	});

	test('a task that is listed, but answers with 404, is named where it is left out', async () => {
		const text = await withFault();
		const { items, hints } = await run('definition', 'export', { workspaceId: finance() });
		expect(items[0]!.json.tasks).toBe(text.tasks.length - 1);
		expect(hints).toContainEqual(unreadable);
	});

	test('a task that is listed, but answers with 404, is missing in neither of two environments', async () => {
		const compare = async () =>
			await run('environment', 'compare', {
				sourceEnvironmentId: named('Production'),
				targetEnvironmentId: named('Development'),
				types: ['task'],
			});
		const before = await compare();
		platform.emulator.faults.add({ operation: GET_TASK, status: 404, times: 1 });
		const after = await compare();
		expect(after.error).toBeUndefined();
		expect(after.items).toHaveLength(before.items.length - 1);
		expect(after.hints).toContainEqual(unreadable);
	});
});

describe('export', () => {
	test('an export has the tasks and plans of a workspace, with names instead of IDs', async () => {
		const { items } = await run('definition', 'export', { workspaceId: finance() });
		const { json, binary } = items[0]!;
		const text = parse(String(json.definitions)) as Text;
		expect(json).toMatchObject({
			workspace: 'Finance',
			environment: 'Production',
			tasks: text.tasks.length,
			plans: text.plans.length,
			fileName: 'Finance.yaml',
		});
		expect(Buffer.from(binary!.data!.data, 'base64').toString()).toBe(json.definitions);
		expect(text.tasks.map(({ name }) => name)).toEqual(
			expect.arrayContaining([DEMO.goodTask, DEMO.rejectingTask]),
		);
		expect(of(text.tasks, DEMO.goodTask)).toMatchObject({
			artifact: 'load_customers',
			artifactVersion: '1.2.0',
			tags: ['nightly'],
			parameters: { country: 'FR' },
			connections: { warehouse: 'Warehouse' },
			resources: {},
			runConfiguration: {
				trigger: { type: 'DAILY', atTimes: { time: '02:30' } },
				runtime: { type: 'REMOTE_ENGINE', engine: DEMO_ENGINES.remoteEngine },
				logLevel: 'WARN',
			},
		});
		expect(of(text.plans, DEMO.plan)).toMatchObject({
			steps: [
				{ name: 'Extract', tasks: [DEMO.goodTask] },
				{ name: 'Load', tasks: [DEMO.rejectingTask] },
			],
			runConfiguration: { trigger: { atTimes: { time: '04:00' } } },
		});
		for (const id of [
			...tasks.all(state()),
			...plans.all(state()),
			...connections.all(state()),
			...artifacts.all(state()),
		].map((each) => each.id))
			expect(json.definitions).not.toContain(id);
		expect(changes()).toEqual([]);
	});

	test('an export is the same as the one before, in whatever order the platform lists its records', async () => {
		const before = await done('definition', 'export', { workspaceId: finance() });
		good().parameters = Object.fromEntries(Object.entries(good().parameters!).reverse());
		const first = tasks.all(state())[0]!;
		tasks.in(state()).delete(first.id);
		tasks.in(state()).set(first.id, first);
		expect(await done('definition', 'export', { workspaceId: finance() })).toEqual(before);
	});

	test('an export leaves secrets out, and a hint names them', async () => {
		good().parameters = { country: 'FR', db_password: 'open-sesame-1' };
		runConfigOf(good())!.trigger = {
			type: 'WEBHOOK',
			startDate: '2026-01-01',
			timeZone: 'UTC',
			interval: 1,
			webhook: { name: 'Order', url: 'https://example.com/open-sesame-2' },
		};
		const { items, hints } = await run('definition', 'export', { workspaceId: finance() });
		expect(
			of((parse(String(items[0]!.json.definitions)) as Text).tasks, DEMO.goodTask),
		).toMatchObject({ parameters: { country: 'FR' } });
		expect(JSON.stringify(items)).not.toMatch(/open-sesame|\*\*\*/);
		expect(JSON.stringify(hints)).toContain(
			`Secret parameters are not in the text, and Apply leaves them as they are: db_password of ${DEMO.goodTask}.`,
		);
		expect(JSON.stringify(hints)).toContain('add condition and onFailurePlans to the text');
	});

	test('two tasks of one name, and a task on a dynamic engine, are named in hints', async () => {
		const { id, ...own } = good();
		void id;
		tasks.add(state(), own);
		taskNamed(state(), 'Draft').dynamicEngineConfig = { logLevel: 'INFO' };
		const { hints, items } = await run('definition', 'export', {
			workspaceId: finance(),
			includeRunConfigurations: true,
		});
		expect(JSON.stringify(hints)).toContain(`several have the name ${DEMO.goodTask}`);
		expect(JSON.stringify(hints)).toContain('is not in the text: Draft');
		expect(items[0]!.json.definitions).toContain(DEMO.goodTask);
	});

	test('tags that are no list count as one', async () => {
		const [task] = await done('task', 'get', { taskId: byId(good().id), simplify: false });
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks/{taskId}',
			status: 200,
			body: { ...task, tags: 'nightly' },
			times: 1,
			after: 1,
		});
		const { tasks: written } = await exported();
		expect(written.every(({ tags }) => Array.isArray(tags))).toBe(true);
	});

	test('an export without run configurations reads none', async () => {
		const text = await exported({ includeRunConfigurations: false });
		expect([...text.tasks, ...text.plans].some((each) => 'runConfiguration' in each)).toBe(false);
		expect(platform.emulator.log.some(({ operation }) => operation?.includes('run-config'))).toBe(
			false,
		);
	});
});

describe('compare', () => {
	test('an exported text is equal, in YAML and in JSON', async () => {
		const [{ definitions }] = (await done('definition', 'export', { workspaceId: finance() })) as [
			IDataObject,
		];
		expect(await compare(definitions)).toEqual([]);
		expect(await compare(JSON.stringify(parse(String(definitions))))).toEqual([]);
		const all = await compare(definitions, { options: { includeEqual: true } });
		expect(of(all, DEMO.goodTask)).toEqual({
			key: `task/${DEMO.goodTask}`,
			type: 'task',
			name: DEMO.goodTask,
			id: good().id,
			change: 'equal',
			differences: [],
		});
		expect(changes()).toEqual([]);
	});

	test('a comparison shows each field that differs, and what is only on one side', async () => {
		const text = await exported();
		const task = of(text.tasks, DEMO.goodTask);
		Object.assign(task, {
			artifactVersion: '1.3.0',
			parameters: { size: 5 },
			tags: ['nightly', 'daily'],
			connections: {},
			runConfiguration: {
				trigger: {
					...((task.runConfiguration as IDataObject).trigger as IDataObject),
					atTimes: { type: 'AT_TIME', time: '05:00' },
				},
				timeout: 30,
			},
		});
		of(text.plans, DEMO.plan).steps = [
			{ name: 'Extract', tasks: [DEMO.goodTask], note: 'All of it' },
		];
		text.tasks = [
			...text.tasks.filter(({ name }) => name !== DEMO.rejectingTask),
			{ name: 'New', artifact: 'load_customers', artifactVersion: '1.3.0' },
		];
		const all = await compare(text);
		expect(of(all, DEMO.goodTask)).toMatchObject({
			change: 'different',
			differences: expect.arrayContaining([
				{ field: 'artifactVersion', source: '1.3.0', target: '1.2.0' },
				{ field: 'parameters.size', source: '5', target: null },
				{ field: 'parameters.country', source: null, target: 'FR' },
				{ field: 'tags', source: ['daily', 'nightly'], target: ['nightly'] },
				{ field: 'connections.warehouse', source: null, target: 'Warehouse' },
				{ field: 'runConfiguration.trigger.atTimes.time', source: '05:00', target: '02:30' },
				{ field: 'runConfiguration.timeout', source: 30, target: null },
			]) as unknown,
		});
		expect(of(all, DEMO.rejectingTask)).toMatchObject({
			change: 'onlyInWorkspace',
			differences: [],
		});
		expect(of(all, 'New')).toMatchObject({ change: 'onlyInText', id: null });
		expect(of(all, DEMO.plan).differences).toEqual(
			expect.arrayContaining([
				{ field: 'steps[0].note', source: 'All of it', target: null },
				{ field: 'steps[1].name', source: null, target: 'Load' },
			]),
		);
	});

	test('fields, sections and run configurations that the text leaves out do not count', async () => {
		expect(
			await compare(`tasks:\n  - name: ${DEMO.goodTask}\n    parameters: {"country": "FR"}\n`, {
				options: { includeEqual: true },
			}),
		).toEqual(
			expect.arrayContaining([expect.objectContaining({ name: DEMO.goodTask, change: 'equal' })]),
		);
		expect(new Set((await compare('plans: []')).map(({ type }) => type))).toEqual(
			new Set(['plan']),
		);
		const text = `tasks:\n  - name: ${DEMO.goodTask}\n    runConfiguration:\n      logLevel: ERROR\n`;
		expect(of(await compare(text), DEMO.goodTask)).toMatchObject({
			differences: [{ field: 'runConfiguration.logLevel', source: 'ERROR', target: 'WARN' }],
		});
		expect(
			of(await compare(text, { includeRunConfigurations: false }), DEMO.goodTask),
		).toBeUndefined();
	});

	test('a version without its time stamp is any of that version; the order of tags and tasks does not count', async () => {
		artifacts
			.find(state(), good().artifactId)
			.versions.push({ version: '2.0.0.20260705052210', createdAt: 0, parameters: [] });
		Object.assign(good(), { artifactVersion: '2.0.0.20260705052210', tags: ['b', 'a'] });
		expect(
			of(
				await compare({
					tasks: [{ name: DEMO.goodTask, artifactVersion: '2.0.0', tags: ['a', 'b'] }],
				}),
				DEMO.goodTask,
			),
		).toBeUndefined();
		expect(
			of(
				await compare({
					tasks: [{ name: DEMO.goodTask, artifactVersion: '2.0.0.20260101000000' }],
				}),
				DEMO.goodTask,
			),
		).toMatchObject({ change: 'different' });
	});

	test('a schedule with several triggers is known by its name', async () => {
		const [schedule] = schedules.all(state());
		await done('schedule', 'bindToTask', {
			taskId: byId(good().id),
			scheduleId: byId(schedule!.id),
		});
		const text = await exported();
		expect(of(text.tasks, DEMO.goodTask).runConfiguration).toMatchObject({
			schedule: 'Weekdays and month end',
		});
		expect(await compare(text)).toEqual([]);
	});

	test('an exported file can be compared', async () => {
		const [item] = (await run('definition', 'export', { workspaceId: finance() })).items;
		const { error, items } = await run(
			'definition',
			'compare',
			{ workspaceId: finance(), definitionsFrom: 'file', binaryField: 'data' },
			{ items: [item!] },
		);
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});

	test.each([
		[
			'a: *x',
			'Definitions cannot be read as YAML or JSON: line 1, column 4: There is no anchor &x before this alias',
		],
		[
			'tasks:\n\t- name: a',
			'Definitions cannot be read as YAML or JSON: line 2, column 1: Tabs are not allowed as indentation',
		],
		['# nothing', 'Definitions must have tasks or plans, or both'],
		['- a', 'Definitions must have tasks or plans, or both'],
		['jobs: []', 'Definitions has no field jobs: remove it, or check its spelling'],
		[
			'tasks:\n  - nam: A',
			'Definitions: Tasks, row 1 has no field nam: remove it, or check its spelling',
		],
		['tasks:\n  - description: A', 'Definitions: Tasks, row 1: Name is required'],
		[
			'tasks:\n  - name: A\n    parameters:',
			/^Definitions: Tasks, row 1: Parameters was given, but is empty/,
		],
		[
			'tasks:\n  - name: A\n    runConfiguration:\n      timeout: soon',
			/^Definitions: Tasks, row 1: Run Configuration: Timeout \(Minutes\) must be a whole number/,
		],
		['tasks:\n  - name: A\n  - name: A', 'Definitions has the task A twice'],
		[
			'tasks:\n  - name: A\n    parameters:\n      db_password: x',
			'Definitions has a value for db_password, which is a secret of A: leave it out, and the one on the platform stays',
		],
		['tasks:\n  - name: A\n    parameters:\n      country: "***"', /which is a secret of A/],
		[
			'tasks:\n  - name: A\n    runConfiguration:\n      schedule: S\n      trigger: {"type": "MANUAL"}',
			'Definitions has schedule and trigger for A, and only one of them can start it',
		],
		[
			'plans:\n  - name: A\n    steps:\n      - name: B\n        condition: NEVER\n        tasks: ["C"]',
			/^Definitions: Plans, row 1: Steps, row 1: Condition must be one of/,
		],
	])('%j is refused before anything is sent', async (definitions, rule) => {
		await refused('definition', 'compare', { workspaceId: finance(), definitions }, rule);
	});

	test('a secret of the artifact, and a name that several tasks have, are refused', async () => {
		artifacts
			.find(state(), good().artifactId)
			.versions.find(({ version }) => version === '1.2.0')!
			.parameters.push({ name: 'entrance', type: 'id_Password', required: false });
		good().parameters = { country: 'FR', entrance: 'open-sesame-1' };
		const { error } = await run('definition', 'compare', {
			workspaceId: finance(),
			definitions: `tasks:\n  - name: ${DEMO.goodTask}\n    parameters:\n      entrance: open-sesame-3\n`,
		});
		expect(refusedWords(error)).toBe(
			`Definitions has a value for entrance, which is a secret of ${DEMO.goodTask}: leave it out, and the one on the platform stays`,
		);
		expect(JSON.stringify(error)).not.toContain('open-sesame-1');
		const { id, ...own } = good();
		const other = tasks.add(state(), own);
		const twice = await run('definition', 'compare', {
			workspaceId: finance(),
			definitions: `tasks:\n  - name: ${DEMO.goodTask}\n`,
		});
		expect(refusedWords(twice.error)).toBe(
			`Definitions has the task ${DEMO.goodTask}, and 2 of the workspace have this name: rename all but one of ${id}, ${other.id}`,
		);
	});

	test('an agent can ask, too', async () => {
		const { items, error } = await run(
			'definition',
			'compare',
			{ workspaceId: finance(), definitions: 'tasks: []' },
			{ entryPoint: 'tool' },
		);
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(3);
	});
});

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

	test('Apply shows only what would change at first', async () => {
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

	test('a run configuration that is answered with nothing is not taken for none: nothing is changed', async () => {
		const text = await exported();
		platform.forget();
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

	test('a task whose name only looks the same is the one that is meant, and not created beside it', async () => {
		const task = good();
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
	])('the refusal names %s that is given twice, by names that look the same', async (_, name) => {
		const { error } = await apply(
			{ tasks: [name, name.replace(' ', '\u00a0')].map((each) => ({ name: each })) },
			{ apply: true },
		);
		expect(refusedWords(error)).toBe(
			`Definitions has the task ${name.replace(' ', '[U+00A0]')} twice`,
		);
		expect(changes()).toEqual([]);
	});

	test('a name that only looks the same is no difference, and is not written', async () => {
		const text = await exported();
		const plan = of(text.plans, DEMO.plan);
		const looking = (name: unknown) => `${String(name).replace(/ /g, '\u00a0')}\u200b`;
		for (const each of [...text.tasks, ...text.plans]) each.name = looking(each.name);
		expect(await applied(text)).toEqual({});
		(plan.steps as IDataObject[]).splice(0, 9, step('Only', [DEMO.goodTask]));
		expect(await applied({ plans: [plan] })).toEqual({ [looking(DEMO.plan)]: 'updated' });
		expect(planNamed(state(), DEMO.plan).steps).toMatchObject([{ name: 'Only' }]);
	});

	test('two tasks of a workspace whose names look the same are told apart', async () => {
		const { id, ...own } = good();
		void id;
		tasks.add(state(), { ...own, name: DEMO.goodTask.replace(' ', '\u00a0') });
		expect(await applied(await exported())).toEqual({});
	});

	test('an exported text changes nothing', async () => {
		const [{ definitions }] = (await done('definition', 'export', { workspaceId: finance() })) as [
			IDataObject,
		];
		expect(await applied(definitions)).toEqual({});
		expect(changes()).toEqual([]);
	});

	test('only what differs of a task is changed, and secrets stay', async () => {
		good().parameters = { country: 'FR', size: '1', db_password: 'open-sesame-1' };
		good().description = 'As before';
		const before = structuredClone(good().runConfig);
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
		expect(good()).toMatchObject({
			artifactVersion: '1.3.0',
			description: 'As before',
			tags: ['weekly'],
		});
		expect(good().parameters).toEqual({ country: 'DE', db_password: 'open-sesame-1' });
		expect(good().connections).toEqual({
			warehouse: connections
				.all(state())
				.find(
					({ name, workspaceId }) => name === 'Warehouse' && workspaceId === good().workspaceId,
				)!.id,
		});
		expect(good().runConfig).toEqual({ ...before, logLevel: 'ERROR' });
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

	test('Apply creates new tasks with their run configurations, and plans that run them', async () => {
		expect(await applied(newDefinitions())).toEqual({ New: 'created', All: 'created' });
		const made = taskNamed(state(), 'New');
		expect(made).toMatchObject({
			description: 'Made from text',
			artifactVersion: '1.3.0',
			parameters: { country: 'IT' },
			runConfig: { runtime: { type: 'REMOTE_ENGINE' }, timeout: 30 },
		});
		expect(planNamed(state(), 'All').steps).toMatchObject([
			{
				name: 'One',
				condition: 'ALL_SUCCEEDED',
				taskIds: [made.id],
				note: 'Careful',
				handlerOnFailure: { taskIds: [good().id], planIds: [planNamed(state(), DEMO.plan).id] },
			},
			{ name: 'Two' },
		]);
	});

	test('Apply changes nothing when it is repeated', async () => {
		await applied(newDefinitions());
		platform.forget();
		expect(await applied(newDefinitions())).toEqual({});
		expect(changes()).toEqual([]);
	});

	test('a plan is replaced as a whole and keeps its steps; tasks and plans that the text does not have stay', async () => {
		const counts = [tasks.all(state()).length, plans.all(state()).length];
		const [first, second] = structuredClone(planNamed(state(), DEMO.plan).steps);
		planNamed(state(), DEMO.plan).description = 'As before';
		expect(
			await applied({
				plans: [
					{
						name: DEMO.plan,
						steps: [
							step('Load', [DEMO.goodTask]),
							step('Extract', [DEMO.goodTask]),
							step('New', [DEMO.goodTask]),
						],
					},
				],
			}),
		).toEqual({ [DEMO.plan]: 'updated' });
		const after = planNamed(state(), DEMO.plan);
		expect(after.steps).toMatchObject([
			{ id: second!.id, name: 'Load' },
			{ id: first!.id, name: 'Extract' },
			{ name: 'New' },
		]);
		expect(after.description).toBe('As before');
		expect(after.runConfig).toBeDefined();
		expect([tasks.all(state()).length, plans.all(state()).length]).toEqual(counts);
	});

	test('Apply sets the schedule of a plan, and a bound schedule gives way to a trigger', async () => {
		const trigger = {
			type: 'CRON',
			startDate: '2027-01-01',
			timeZone: 'UTC',
			cronExpression: '0 22 L * ?',
		};
		const [schedule] = schedules.all(state());
		await done('schedule', 'bindToTask', {
			taskId: byId(good().id),
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
		expect(planNamed(state(), DEMO.plan).runConfig).toMatchObject({
			trigger,
			parallelExecutionAllowed: true,
		});
		expect(good().runConfig).toMatchObject({ trigger, runtime: { type: 'REMOTE_ENGINE' } });
		expect(await applied(text)).toEqual({});
	});

	test.each<[string, IDataObject, string | RegExp]>([
		[
			'an artifact that is not there',
			{ tasks: [{ name: 'New', artifact: 'nothing', artifactVersion: '1.0.0' }] },
			'Definitions refers to the artifact nothing, but there is none: create it first, or correct the name',
		],
		[
			'a version that is not there',
			{ tasks: [{ name: DEMO.goodTask, artifactVersion: '9.9.9' }] },
			/^Artifact Version is 9\.9\.9, and artifact load_customers has no such version: it has 1\.1\.0, 1\.2\.0, 1\.3\.0$/,
		],
		[
			'no version',
			{ tasks: [{ name: 'New', artifact: 'load_customers' }] },
			'Definitions needs artifactVersion for the task New, which is to be created',
		],
		[
			'a connection that is not there',
			{ tasks: [{ name: DEMO.goodTask, connections: { warehouse: 'Nowhere' } }] },
			'Definitions refers to the connection Nowhere, but there is none: create it first, or correct the name',
		],
		[
			'an engine that is not there',
			{
				tasks: [
					{
						name: DEMO.goodTask,
						runConfiguration: { runtime: { type: 'REMOTE_ENGINE', engine: 'Nowhere' } },
					},
				],
			},
			'Definitions refers to the engine or cluster Nowhere, but there is none: create it first, or correct the name',
		],
		[
			'a run profile that is not there',
			{
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
			'Definitions refers to the run profile Nowhere, but there is none: create it first, or correct the name',
		],
		[
			'no engine',
			{
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
			'Definitions needs runConfiguration.runtime for the task New, which has no run configuration yet',
		],
		[
			'a trigger that cannot be',
			{
				tasks: [
					{
						name: DEMO.goodTask,
						runConfiguration: {
							trigger: { type: 'CRON', startDate: '2027-01-01', timeZone: 'UTC' },
						},
					},
				],
			},
			`Definitions has a trigger for ${DEMO.goodTask} that needs cronExpression when type is CRON`,
		],
		[
			'a trigger with an unknown field',
			{
				tasks: [
					{
						name: DEMO.goodTask,
						runConfiguration: {
							trigger: { type: 'MANUAL', startDate: '2027-01-01', timeZone: 'UTC', hour: 3 },
						},
					},
				],
			},
			'Definitions has no field hour: remove it, or check its spelling',
		],
		[
			'a schedule with several triggers',
			{
				tasks: [{ name: DEMO.goodTask, runConfiguration: { schedule: 'Weekdays and month end' } }],
			},
			`Definitions refers to the schedule Weekdays and month end: bind it to ${DEMO.goodTask} with the resource Schedule, then apply again`,
		],
		[
			'a step without its condition',
			{ plans: [{ name: DEMO.plan, steps: [{ name: 'Extract', tasks: [DEMO.goodTask] }] }] },
			`Definitions needs steps[0].condition for the plan ${DEMO.plan}, because the platform replaces plans as a whole and does not return it`,
		],
		[
			'a step of a plan that is there without the plans that run when it fails',
			{
				plans: [
					{
						name: DEMO.plan,
						steps: [step('Extract', [DEMO.goodTask], { onFailurePlans: undefined })],
					},
				],
			},
			`Definitions needs steps[0].onFailurePlans for the plan ${DEMO.plan}, because the platform replaces plans as a whole and does not return it; [] if no plan runs when the step fails`,
		],
		[
			'a plan without steps',
			{ plans: [{ name: DEMO.plan, description: 'New words' }] },
			`Definitions needs steps for the plan ${DEMO.plan}, which is replaced as a whole`,
		],
		[
			'a task that is not there',
			{ plans: [{ name: 'All', steps: [step('One', ['Nowhere'])] }] },
			'Definitions refers to the task Nowhere, but there is none: create it first, or correct the name',
		],
	])(
		'%s is refused before anything is changed, also what would be good',
		async (_why, definitions, rule) => {
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

	test('a secret of the artifact is refused for a new task, too', async () => {
		artifacts
			.find(state(), good().artifactId)
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

	test('the error names at the end what the platform refuses, and the rest is done; again, only that is tried', async () => {
		const text = {
			tasks: [
				{ name: DEMO.goodTask, description: 'New words' },
				{ name: DEMO.rejectingTask, description: 'New words' },
			],
		};
		const PUT = 'PUT /orchestration/executables/tasks/{taskId}';
		platform.emulator.faults.add({ operation: PUT, status: 403 });
		const { error } = await apply(text, { apply: true });
		expect(error!.message).toMatch(/^1 of \d+ definitions could not be applied$/);
		expect(error!.description).toMatch(
			new RegExp(
				`^task ${DEMO.goodTask}: .*Updated: ${DEMO.rejectingTask}\\. Correct these, then run it again`,
			),
		);
		platform.emulator.faults.add({ operation: PUT, status: 403 });
		const { items } = await apply(text, { apply: true, failOnRefused: false });
		expect(
			items
				.filter(({ json }) => json.result !== 'notChanged')
				.map(({ json }) => [json.name, json.result]),
		).toEqual([[DEMO.goodTask, 'notApplied']]);
		expect(await applied(text)).toEqual({ [DEMO.goodTask]: 'updated' });
	});

	test('Retry On Fail creates nothing twice, and the right one', async () => {
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

	test('the order of the text does not matter to a plan that runs another on failure', async () => {
		expect(
			await applied({
				plans: [
					{ name: 'Before', steps: [step('One', [DEMO.goodTask])] },
					{ name: 'After', steps: [step('One', [DEMO.goodTask], { onFailurePlans: ['Before'] })] },
				],
			}),
		).toEqual({ Before: 'created', After: 'created' });
		expect(planNamed(state(), 'After').steps[0]!.handlerOnFailure).toEqual({
			planIds: [planNamed(state(), 'Before').id],
		});
	});

	test('Apply without run configurations changes none', async () => {
		const text = {
			tasks: [
				{ name: DEMO.goodTask, description: 'New words', runConfiguration: { logLevel: 'ERROR' } },
			],
		};
		expect(await applied(text, { includeRunConfigurations: false })).toEqual({
			[DEMO.goodTask]: 'updated',
		});
		expect(good()).toMatchObject({ description: 'New words', runConfig: { logLevel: 'WARN' } });
	});
});
