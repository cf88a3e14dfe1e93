/** Compare: what differs between a text and the platform. */
import type { IDataObject } from 'n8n-workflow';
import { parse } from 'yaml';

import {
	artifacts,
	schedules,
	tasks,
} from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { refusedWords } from '../../support/area';
import { byId } from '../../support/demo';
import {
	changes,
	compare,
	expectRefused,
	exported,
	finance,
	goodTask,
	named,
	run,
	state,
	succeed,
} from './definitionsStage';

describe('compare', () => {
	test('an exported text is equal, in YAML and in JSON', async () => {
		const [{ definitions }] = (await succeed('definition', 'export', {
			workspaceId: finance(),
		})) as [IDataObject];
		expect(await compare(definitions)).toEqual([]);
		expect(await compare(JSON.stringify(parse(String(definitions))))).toEqual([]);
		const all = await compare(definitions, { options: { includeEqual: true } });
		expect(named(all, DEMO.goodTask)).toEqual({
			key: `task/${DEMO.goodTask}`,
			type: 'task',
			name: DEMO.goodTask,
			id: goodTask().id,
			change: 'equal',
			differences: [],
		});
		expect(changes()).toEqual([]);
	});

	test('blanks at the ends of texts, which reading the text removes, are no differences', async () => {
		Object.assign(goodTask(), { name: `${DEMO.goodTask}\t`, tags: [' nightly'], description: ' ' });
		const [{ definitions }] = (await succeed('definition', 'export', {
			workspaceId: finance(),
		})) as [IDataObject];
		expect(await compare(definitions)).toEqual([]);
	});

	test('a comparison shows each difference of the fields, tasks and plans of both sides', async () => {
		const text = await exported();
		const task = named(text.tasks, DEMO.goodTask);
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
		named(text.plans, DEMO.plan).steps = [
			{ name: 'Extract', tasks: [DEMO.goodTask], note: 'All of it' },
		];
		text.tasks = [
			...text.tasks.filter(({ name }) => name !== DEMO.rejectingTask),
			{ name: 'New', artifact: 'load_customers', artifactVersion: '1.3.0' },
		];
		const all = await compare(text);
		expect(named(all, DEMO.goodTask)).toMatchObject({
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
		expect(named(all, DEMO.rejectingTask)).toMatchObject({
			change: 'onlyInWorkspace',
			differences: [],
		});
		expect(named(all, 'New')).toMatchObject({ change: 'onlyInText', id: null });
		expect(named(all, DEMO.plan).differences).toEqual(
			expect.arrayContaining([
				{ field: 'steps[0].note', source: 'All of it', target: null },
				{ field: 'steps[1].name', source: null, target: 'Load' },
			]),
		);
	});

	test('fields, sections and run configurations that the text leaves out are not compared', async () => {
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
		expect(named(await compare(text), DEMO.goodTask)).toMatchObject({
			differences: [{ field: 'runConfiguration.logLevel', source: 'ERROR', target: 'WARN' }],
		});
		expect(
			named(await compare(text, { includeRunConfigurations: false }), DEMO.goodTask),
		).toBeUndefined();
	});

	describe('a version with a time stamp', () => {
		beforeEach(() => {
			artifacts
				.find(state(), goodTask().artifactId)
				.versions.push({ version: '2.0.0.20260705052210', createdAt: 0, parameters: [] });
			Object.assign(goodTask(), { artifactVersion: '2.0.0.20260705052210', tags: ['b', 'a'] });
		});
		const compared = async (task: IDataObject) =>
			named(await compare({ tasks: [{ name: DEMO.goodTask, ...task }] }), DEMO.goodTask);

		test('a version without its time stamp matches it', async () => {
			expect(await compared({ artifactVersion: '2.0.0' })).toBeUndefined();
		});

		test('a version with another time stamp is a difference', async () => {
			expect(await compared({ artifactVersion: '2.0.0.20260101000000' })).toMatchObject({
				change: 'different',
			});
		});

		test('tags in another order are not a difference', async () => {
			expect(await compared({ artifactVersion: '2.0.0', tags: ['a', 'b'] })).toBeUndefined();
		});
	});

	test('a schedule with several triggers is identified by its name', async () => {
		const [schedule] = schedules.all(state());
		await succeed('schedule', 'bindToTask', {
			taskId: byId(goodTask().id),
			scheduleId: byId(schedule!.id),
		});
		const text = await exported();
		expect(named(text.tasks, DEMO.goodTask).runConfiguration).toMatchObject({
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
			'"Definitions" cannot be read as YAML or JSON: line 1, column 4: There is no anchor &x before this alias',
		],
		[
			'tasks:\n\t- name: a',
			'"Definitions" cannot be read as YAML or JSON: line 2, column 1: Tabs are not allowed as indentation',
		],
		['# nothing', '"Definitions" must contain tasks, plans or both'],
		['- a', '"Definitions" must contain tasks, plans or both'],
		['jobs: []', '"Definitions" has no field jobs: remove it, or check its spelling'],
		[
			'tasks:\n  - nam: A',
			'"Definitions: Tasks, row 1" has no field nam: remove it, or check its spelling',
		],
		['tasks:\n  - description: A', '"Definitions: Tasks, row 1: Name" is required'],
		[
			'tasks:\n  - name: A\n    parameters:',
			/^"Definitions: Tasks, row 1: Parameters" was given, but is empty/,
		],
		[
			'tasks:\n  - name: A\n    runConfiguration:\n      timeout: soon',
			/^"Definitions: Tasks, row 1: Run Configuration: Timeout \(Minutes\)" must be a whole number/,
		],
		['tasks:\n  - name: A\n  - name: A', '"Definitions" has the task A twice'],
		[
			'tasks:\n  - name: A\n    parameters:\n      db_password: x',
			'"Definitions" has a value for db_password, which is a secret of A: leave it out, and the one in Talend Cloud stays',
		],
		['tasks:\n  - name: A\n    parameters:\n      country: "***"', /which is a secret of A/],
		['tasks:\n  - name: A\n    parameters:\n      url: u=a;password=***', /which is a secret of A/],
		[
			'tasks:\n  - name: A\n    runConfiguration:\n      schedule: S\n      trigger: {"type": "MANUAL"}',
			'"Definitions" has both schedule and trigger for A: leave one of them out',
		],
		[
			'plans:\n  - name: A\n    steps:\n      - name: B\n        condition: NEVER\n        tasks: ["C"]',
			/^"Definitions: Plans, row 1: Steps, row 1: Condition" must be one of/,
		],
	])('%j is refused before anything is sent', async (definitions, rule) => {
		await expectRefused('definition', 'compare', { workspaceId: finance(), definitions }, rule);
	});

	test('a value for a secret of the artifact is refused', async () => {
		artifacts
			.find(state(), goodTask().artifactId)
			.versions.find(({ version }) => version === '1.2.0')!
			.parameters.push({ name: 'entrance', type: 'id_Password', required: false });
		goodTask().parameters = { country: 'FR', entrance: 'open-sesame-1' };
		const { error } = await run('definition', 'compare', {
			workspaceId: finance(),
			definitions: `tasks:\n  - name: ${DEMO.goodTask}\n    parameters:\n      entrance: open-sesame-3\n`,
		});
		expect(refusedWords(error)).toBe(
			`"Definitions" has a value for entrance, which is a secret of ${DEMO.goodTask}: leave it out, and the one in Talend Cloud stays`,
		);
		expect(JSON.stringify(error)).not.toContain('open-sesame-1');
	});

	test('a name that several tasks have is refused', async () => {
		const { id, ...own } = goodTask();
		const other = tasks.add(state(), own);
		const { error } = await run('definition', 'compare', {
			workspaceId: finance(),
			definitions: `tasks:\n  - name: ${DEMO.goodTask}\n`,
		});
		expect(refusedWords(error)).toBe(
			`"Definitions" has the task ${DEMO.goodTask}, and 2 of the workspace have this name: rename all but one of ${id}, ${other.id}`,
		);
	});

	test('an agent can compare', async () => {
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
