/** Export: the tasks and plans of a workspace as text. */
import { parse, stringify } from 'yaml';

import {
	artifacts,
	connections,
	plans,
	runConfigurationOf,
	tasks,
} from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { byId, byName, taskNamed } from '../../support/demo';
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
	Text,
} from './definitionsStage';

describe('a task that is listed, but returns 404', () => {
	const GET_TASK = 'GET /orchestration/executables/tasks/{taskId}';
	const unreadable = expect.stringMatching(
		/^Some listed records are left out, because .* \(404\): task /,
	) as string;
	/** The text of all tasks, and a fault for one of them. */
	const withFault = async () => {
		const text = await exported();
		platform.emulator.faults.add({ operation: GET_TASK, status: 404, times: 1 });
		return text;
	};

	test('the task is reported as unreadable instead of being created again or changed', async () => {
		const text = await withFault();
		platform.clearLog();
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

	test('the task is compared as unreadable', async () => {
		const text = await withFault();
		const { items, hints } = await run('definition', 'compare', {
			workspaceId: finance(),
			definitions: stringify(text, { aliasDuplicateObjects: false, lineWidth: 0 }),
		});
		expect(items.map(({ json }) => json.change)).toEqual(['notReadable']);
		expect(hints).toContainEqual(unreadable);
	});

	test('the task is found by a name that only looks the same', async () => {
		const text = await withFault();
		for (const task of text.tasks) task.name = `${String(task.name).replace(/ /g, '\u00a0')}\u200b`;
		const { items } = await run('definition', 'compare', {
			workspaceId: finance(),
			definitions: stringify({ tasks: text.tasks }, { aliasDuplicateObjects: false, lineWidth: 0 }),
		});
		expect(items.map(({ json }) => json.change)).not.toContain('onlyInText');
		expect(items.map(({ json }) => json.change)).toContain('notReadable');
	});

	test('the task is named where it is left out', async () => {
		const text = await withFault();
		const { items, hints } = await run('definition', 'export', { workspaceId: finance() });
		expect(items[0]!.json.tasks).toBe(text.tasks.length - 1);
		expect(hints).toContainEqual(unreadable);
	});

	test('the task is missing in neither of two environments', async () => {
		const compare = async () =>
			await run('environment', 'compare', {
				sourceEnvironmentId: byName('Production'),
				targetEnvironmentId: byName('Development'),
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
		expect(named(text.tasks, DEMO.goodTask)).toMatchObject({
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
		expect(named(text.plans, DEMO.plan)).toMatchObject({
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

	test('an export stays the same in whatever order the platform lists its records', async () => {
		const before = await succeed('definition', 'export', { workspaceId: finance() });
		goodTask().parameters = Object.fromEntries(Object.entries(goodTask().parameters!).reverse());
		const first = tasks.all(state())[0]!;
		tasks.recordsIn(state()).delete(first.id);
		tasks.recordsIn(state()).set(first.id, first);
		expect(await succeed('definition', 'export', { workspaceId: finance() })).toEqual(before);
	});

	describe.each(['db_pass', 'Password1', 'mot_de_passe', 'api key'])(
		'a parameter called %s',
		(name) => {
			beforeEach(() => {
				goodTask().parameters = { country: 'FR', [name]: 'open-sesame-1' };
			});

			test('an export leaves the parameter out with a hint', async () => {
				const { error, items, hints } = await run('definition', 'export', {
					workspaceId: finance(),
				});
				expect(error).toBeUndefined();
				expect(JSON.stringify(items)).not.toContain('open-sesame');
				expect(hints.join()).toContain(`${name} of ${DEMO.goodTask}`);
			});

			test('a comparison does not show the parameter', async () => {
				const { items } = await run('definition', 'compare', {
					workspaceId: finance(),
					definitions: JSON.stringify({ tasks: [{ name: DEMO.goodTask, parameters: {} }] }),
				});
				expect(items).not.toEqual([]);
				expect(JSON.stringify(items)).not.toContain('open-sesame');
			});
		},
	);

	test('a hint names the secrets that an export leaves out', async () => {
		goodTask().parameters = { country: 'FR', db_password: 'open-sesame-1' };
		runConfigurationOf(goodTask())!.trigger = {
			type: 'WEBHOOK',
			startDate: '2026-01-01',
			timeZone: 'UTC',
			interval: 1,
			webhook: { name: 'Order', url: 'https://example.com/open-sesame-2' },
		};
		const { items, hints } = await run('definition', 'export', { workspaceId: finance() });
		expect(
			named((parse(String(items[0]!.json.definitions)) as Text).tasks, DEMO.goodTask),
		).toMatchObject({ parameters: { country: 'FR' } });
		expect(JSON.stringify(items)).not.toMatch(/open-sesame|\*\*\*/);
		expect(JSON.stringify(hints)).toContain(
			`Secret parameters are not in the text, and Apply leaves them as they are: db_password of ${DEMO.goodTask}.`,
		);
		expect(JSON.stringify(hints)).toContain('add condition and onFailurePlans to the text');
	});

	test('hints name two tasks with one name and a task on a dynamic engine', async () => {
		const { id, ...own } = goodTask();
		void id;
		tasks.add(state(), own);
		taskNamed(state(), 'Draft').dynamicEngineConfig = { logLevel: 'INFO' };
		const { hints, items } = await run('definition', 'export', {
			workspaceId: finance(),
			includeRunConfigurations: true,
		});
		expect(JSON.stringify(hints)).toContain(`share a name: ${DEMO.goodTask}`);
		expect(JSON.stringify(hints)).toContain('dynamic engine configuration of these tasks: Draft');
		expect(items[0]!.json.definitions).toContain(DEMO.goodTask);
	});

	test('tags that are not a list count as one', async () => {
		const [task] = await succeed('task', 'get', { taskId: byId(goodTask().id), simplify: false });
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks/{taskId}',
			status: 200,
			body: { ...task, tags: 'nightly' },
			times: 1,
			after: 1,
		});
		const { tasks: written } = await exported();
		expect(platform.emulator.faults.unconsumed()).toEqual([]);
		expect(written.find(({ name }) => name === task!.name)).toMatchObject({ tags: ['nightly'] });
	});

	test('an export without run configurations reads none', async () => {
		const text = await exported({ includeRunConfigurations: false });
		expect([...text.tasks, ...text.plans].some((each) => 'runConfiguration' in each)).toBe(false);
		expect(platform.emulator.log.some(({ operation }) => operation?.includes('run-config'))).toBe(
			false,
		);
	});
});
