/** Tasks and plans as YAML: written, compared with a workspace, applied to it. */
import type { IDataObject } from 'n8n-workflow';
import { parse, stringify } from 'yaml';

import { artifacts, connections, plans, runConfigOf, schedules, tasks } from '../../../emulator/areas/orchestration/records';
import { DEMO } from '../../../emulator/seed';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { areaOf, refusedWords } from '../../support/area';
import { byId, taskNamed, workspaceIn } from '../../support/demo';
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
const exported = async (more: IDataObject = {}): Promise<Text> => parse(String((await done('definition', 'export', { workspaceId: finance(), ...more }))[0]!.definitions)) as Text;
const of = (all: IDataObject[], name: string) => all.find((each) => each.name === name)!;
const compare = async (definitions: unknown, more: IDataObject = {}) =>
	await done('definition', 'compare', { workspaceId: finance(), definitions: typeof definitions === 'string' ? definitions : stringify(definitions, { aliasDuplicateObjects: false, lineWidth: 0 }), ...more });
const changes = () => platform.emulator.log.filter(({ method, operation }) => method !== 'GET' && !operation?.includes('search') && !operation?.includes('token'));

describe('export', () => {
	test('the tasks and plans of a workspace, with names instead of IDs', async () => {
		const { items } = await run('definition', 'export', { workspaceId: finance() });
		const { json, binary } = items[0]!;
		const text = parse(String(json.definitions)) as Text;
		expect(json).toMatchObject({ workspace: 'Finance', environment: 'Production', tasks: text.tasks.length, plans: text.plans.length, fileName: 'Finance.yaml' });
		expect(Buffer.from(binary!.data!.data, 'base64').toString()).toBe(json.definitions);
		expect(text.tasks.map(({ name }) => name)).toEqual(expect.arrayContaining([DEMO.goodTask, DEMO.rejectingTask]));
		expect(of(text.tasks, DEMO.goodTask)).toMatchObject({
			artifact: 'load_customers', artifactVersion: '1.2.0', tags: ['nightly'], parameters: { country: 'FR' }, connections: { warehouse: 'Warehouse' }, resources: {},
			runConfiguration: { trigger: { type: 'DAILY', atTimes: { time: '02:30' } }, runtime: { type: 'REMOTE_ENGINE', engine: DEMO_ENGINES.remoteEngine }, logLevel: 'WARN' },
		});
		expect(of(text.plans, DEMO.plan)).toMatchObject({ steps: [{ name: 'Extract', tasks: [DEMO.goodTask] }, { name: 'Load', tasks: [DEMO.rejectingTask] }], runConfiguration: { trigger: { atTimes: { time: '04:00' } } } });
		for (const id of [...tasks.all(state()), ...plans.all(state()), ...connections.all(state()), ...artifacts.all(state())].map((each) => each.id)) expect(json.definitions).not.toContain(id);
		expect(changes()).toEqual([]);
	});

	test('what is read is the same as what was written before, in whatever order the platform lists it', async () => {
		const before = await done('definition', 'export', { workspaceId: finance() });
		good().parameters = Object.fromEntries(Object.entries(good().parameters!).reverse());
		const first = tasks.all(state())[0]!;
		tasks.in(state()).delete(first.id);
		tasks.in(state()).set(first.id, first);
		expect(await done('definition', 'export', { workspaceId: finance() })).toEqual(before);
	});

	test('secrets are left out, and a hint names them', async () => {
		good().parameters = { country: 'FR', db_password: 'open-sesame-1' };
		runConfigOf(good())!.trigger = { type: 'WEBHOOK', startDate: '2026-01-01', timeZone: 'UTC', interval: 1, webhook: { name: 'Order', url: 'https://example.com/open-sesame-2' } };
		const { items, hints } = await run('definition', 'export', { workspaceId: finance() });
		expect(of((parse(String(items[0]!.json.definitions)) as Text).tasks, DEMO.goodTask)).toMatchObject({ parameters: { country: 'FR' } });
		expect(JSON.stringify(items)).not.toMatch(/open-sesame|\*\*\*/);
		expect(JSON.stringify(hints)).toContain(`Secret parameters are not in the text: db_password of ${DEMO.goodTask}.`);
		expect(JSON.stringify(hints)).toContain('these are not in the text');
	});

	test('two tasks of one name, and a task on a dynamic engine, are named in hints', async () => {
		const { id, ...own } = good();
		void id;
		tasks.add(state(), own);
		taskNamed(state(), 'Draft').dynamicEngineConfig = { logLevel: 'INFO' };
		const { hints, items } = await run('definition', 'export', { workspaceId: finance(), includeRunConfigurations: true });
		expect(JSON.stringify(hints)).toContain(`several have the name ${DEMO.goodTask}`);
		expect(JSON.stringify(hints)).toContain('is not in the text: Draft');
		expect(items[0]!.json.definitions).toContain(DEMO.goodTask);
	});

	test('without run configurations, none is read', async () => {
		const text = await exported({ includeRunConfigurations: false });
		expect([...text.tasks, ...text.plans].some((each) => 'runConfiguration' in each)).toBe(false);
		expect(platform.emulator.log.some(({ operation }) => operation?.includes('run-config'))).toBe(false);
	});
});

describe('compare', () => {
	test('what was exported is equal, in YAML and in JSON', async () => {
		const [{ definitions }] = (await done('definition', 'export', { workspaceId: finance() })) as [IDataObject];
		expect(await compare(definitions)).toEqual([]);
		expect(await compare(JSON.stringify(parse(String(definitions))))).toEqual([]);
		const all = await compare(definitions, { options: { includeEqual: true } });
		expect(of(all, DEMO.goodTask)).toEqual({ key: `task/${DEMO.goodTask}`, type: 'task', name: DEMO.goodTask, id: good().id, change: 'equal', differences: [] });
		expect(changes()).toEqual([]);
	});

	test('each field that differs, and what is only in one of them', async () => {
		const text = await exported();
		const task = of(text.tasks, DEMO.goodTask);
		Object.assign(task, { artifactVersion: '1.3.0', parameters: { size: 5 }, tags: ['nightly', 'daily'], connections: {}, runConfiguration: { trigger: { ...(task.runConfiguration as IDataObject).trigger as IDataObject, atTimes: { type: 'AT_TIME', time: '05:00' } }, timeout: 30 } });
		of(text.plans, DEMO.plan).steps = [{ name: 'Extract', tasks: [DEMO.goodTask], note: 'All of it' }];
		text.tasks = [...text.tasks.filter(({ name }) => name !== DEMO.rejectingTask), { name: 'New', artifact: 'load_customers', artifactVersion: '1.3.0' }];
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
		expect(of(all, DEMO.rejectingTask)).toMatchObject({ change: 'onlyInWorkspace', differences: [] });
		expect(of(all, 'New')).toMatchObject({ change: 'onlyInText', id: null });
		expect(of(all, DEMO.plan).differences).toEqual(expect.arrayContaining([{ field: 'steps[0].note', source: 'All of it', target: null }, { field: 'steps[1].name', source: null, target: 'Load' }]));
	});

	test('what the text leaves out does not count: fields, sections, run configurations', async () => {
		expect(await compare(`tasks:\n  - name: ${DEMO.goodTask}\n    parameters: {"country": "FR"}\n`, { options: { includeEqual: true } })).toEqual(expect.arrayContaining([expect.objectContaining({ name: DEMO.goodTask, change: 'equal' })]));
		expect(new Set((await compare('plans: []')).map(({ type }) => type))).toEqual(new Set(['plan']));
		const text = `tasks:\n  - name: ${DEMO.goodTask}\n    runConfiguration:\n      logLevel: ERROR\n`;
		expect(of(await compare(text), DEMO.goodTask)).toMatchObject({ differences: [{ field: 'runConfiguration.logLevel', source: 'ERROR', target: 'WARN' }] });
		expect(of(await compare(text, { includeRunConfigurations: false }), DEMO.goodTask)).toBeUndefined();
	});

	test('a version without its time stamp is any of that version; the order of tags and tasks does not count', async () => {
		artifacts.find(state(), good().artifactId).versions.push({ version: '2.0.0.20260705052210', createdAt: 0, parameters: [] });
		Object.assign(good(), { artifactVersion: '2.0.0.20260705052210', tags: ['b', 'a'] });
		expect(of(await compare({ tasks: [{ name: DEMO.goodTask, artifactVersion: '2.0.0', tags: ['a', 'b'] }] }), DEMO.goodTask)).toBeUndefined();
		expect(of(await compare({ tasks: [{ name: DEMO.goodTask, artifactVersion: '2.0.0.20260101000000' }] }), DEMO.goodTask)).toMatchObject({ change: 'different' });
	});

	test('a schedule with several triggers is known by its name', async () => {
		const [schedule] = schedules.all(state());
		await done('schedule', 'bindToTask', { taskId: byId(good().id), scheduleId: byId(schedule!.id) });
		const text = await exported();
		expect(of(text.tasks, DEMO.goodTask).runConfiguration).toMatchObject({ schedule: 'Weekdays and month end' });
		expect(await compare(text)).toEqual([]);
	});

	test('a file', async () => {
		const [item] = (await run('definition', 'export', { workspaceId: finance() })).items;
		const { error, items } = await run('definition', 'compare', { workspaceId: finance(), definitionsFrom: 'file', binaryField: 'data' }, { items: [item!] });
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});

	test.each([
		['a: &x 1', 'Definitions cannot be read: line 1 has & where a value begins: put a text in quotes; anchors, tags and texts of several lines are not read'],
		['tasks:\n\t- name: a', 'Definitions cannot be read: line 2 is indented with a tab: use blanks'],
		['# nothing', 'Definitions must have tasks or plans, or both'],
		['- a', 'Definitions must have tasks or plans, or both'],
		['jobs: []', 'Definitions has no field jobs'],
		['tasks:\n  - nam: A', 'Definitions: Tasks, row 1 has no field nam'],
		['tasks:\n  - description: A', 'Definitions: Tasks, row 1: Name is required'],
		['tasks:\n  - name: A\n    parameters:', /^Definitions: Tasks, row 1: Parameters was given, but is empty/],
		['tasks:\n  - name: A\n    runConfiguration:\n      timeout: soon', /^Definitions: Tasks, row 1: Run Configuration: Timeout \(Minutes\) must be a whole number/],
		['tasks:\n  - name: A\n  - name: A', 'Definitions has the task A twice'],
		['tasks:\n  - name: A\n    parameters:\n      db_password: x', 'Definitions has a value for db_password, which is a secret of A: leave it out, and the one on the platform stays'],
		['tasks:\n  - name: A\n    parameters:\n      country: "***"', /which is a secret of A/],
		['tasks:\n  - name: A\n    runConfiguration:\n      schedule: S\n      trigger: {"type": "MANUAL"}', 'Definitions has schedule and trigger for A, and only one of them can start it'],
		['plans:\n  - name: A\n    steps:\n      - name: B\n        condition: NEVER\n        tasks: ["C"]', /^Definitions: Plans, row 1: Steps, row 1: Condition must be one of/],
	])('%j is refused before anything is sent', async (definitions, rule) => {
		await refused('definition', 'compare', { workspaceId: finance(), definitions }, rule);
	});

	test('a secret of the artifact, and a name that several tasks have, are refused', async () => {
		artifacts.find(state(), good().artifactId).versions.find(({ version }) => version === '1.2.0')!.parameters.push({ name: 'entrance', type: 'id_Password', required: false });
		good().parameters = { country: 'FR', entrance: 'open-sesame-1' };
		const { error } = await run('definition', 'compare', { workspaceId: finance(), definitions: `tasks:\n  - name: ${DEMO.goodTask}\n    parameters:\n      entrance: open-sesame-3\n` });
		expect(refusedWords(error)).toBe(`Definitions has a value for entrance, which is a secret of ${DEMO.goodTask}: leave it out, and the one on the platform stays`);
		expect(JSON.stringify(error)).not.toContain('open-sesame-1');
		const { id, ...own } = good();
		const other = tasks.add(state(), own);
		const twice = await run('definition', 'compare', { workspaceId: finance(), definitions: `tasks:\n  - name: ${DEMO.goodTask}\n` });
		expect(refusedWords(twice.error)).toBe(`Definitions has the task ${DEMO.goodTask}, and 2 of the workspace have this name: rename all but one of ${id}, ${other.id}`);
	});

	test('an agent can ask, too', async () => {
		const { items, error } = await run('definition', 'compare', { workspaceId: finance(), definitions: 'tasks: []' }, { entryPoint: 'tool' });
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(3);
	});
});

