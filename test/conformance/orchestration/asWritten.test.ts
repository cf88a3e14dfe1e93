/**
 * What people write instead of what the platform knows: versions without their time stamp,
 * workspaces with their environment. And what an update keeps.
 */
import type { IDataObject } from 'n8n-workflow';

import {
	artifacts,
	environments,
	plans,
	tasks,
	workspaces,
} from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { areaOf, refusedWords } from '../../support/area';
import { byId, byName, taskNamed, workspaceIn } from '../../support/demo';
import { pick } from '../../support/picking';
import { platformForEach } from '../../support/platform';

const platform = platformForEach();
const { succeed, run, requests } = areaOf('Orchestration', () => platform);
const state = () => platform.emulator.state;
const service = () => taskNamed(state(), DEMO_SERVICES.dataService);
const versions = () =>
	artifacts.find(state(), service().artifactId).versions.map(({ version }) => version);
const TASK = 'PUT /orchestration/executables/tasks/{taskId}';
const stamped = (version: string) => versions().filter((each) => each.startsWith(`${version}.`));
const toVersion = async (version: string) =>
	await run('task', 'update', {
		taskId: byId(service().id),
		updateFields: { artifact: { id: byId(service().artifactId), version: byId(version) } },
	});

describe('a version without its time stamp', () => {
	test('a version number means the published version that has it', async () => {
		const { error, hints } = await toVersion('0.2.0');
		expect(error).toBeUndefined();
		expect(service().artifactVersion).toBe(stamped('0.2.0')[0]);
		expect(hints.filter((hint) => hint.includes('was published'))).toEqual([]);
	});

	test('a version number means the newest of several versions that have it, with a hint', async () => {
		const { error, hints } = await toVersion('0.1.4');
		expect(error).toBeUndefined();
		expect(stamped('0.1.4')).toHaveLength(2);
		expect(service().artifactVersion).toBe(stamped('0.1.4').sort().at(-1));
		expect(hints).toContainEqual(
			expect.stringMatching(
				/^Version 0\.1\.4 of artifact customer_api was published 2 times: the newest, 0\.1\.4\.\d{14}, is used\.$/,
			),
		);
	});

	test('an unknown version is refused with the existing versions before anything is sent', async () => {
		const { error } = await toVersion('0.1.5');
		expect(refusedWords(error)).toBe(
			`"Artifact Version" is 0.1.5, and artifact customer_api has no such version: it has ${versions().join(', ')}`,
		);
		expect(requests(TASK)).toEqual([]);
		expect(refusedWords((await toVersion('0.1')).error)).toContain('has no such version');
	});

	test.each(['oldest', 'newest'])(
		'an unknown version is refused with the newest 20, whether the %s is listed first',
		async (first) => {
			for (let minor = 3; minor < 25; minor++)
				platform.emulator.publish(service().artifactId, `0.${minor}.0`);
			if (first === 'newest') artifacts.find(state(), service().artifactId).versions.reverse();
			const shown = refusedWords((await toVersion('7.0')).error);
			expect(shown).toMatch(/: it has 0\.5\.0, 0\.6\.0, .*, 0\.10\.0, .*, 0\.24\.0 and 6 more$/);
		},
	);

	test('a version number is enough to read a version or to create and update a task with it', async () => {
		const artifactId = byId(service().artifactId);
		expect(
			(await succeed('artifact', 'getVersion', { artifactId, version: byId('0.2.0') }))[0],
		).toMatchObject({ version: stamped('0.2.0')[0] });
		const { id, environmentId } = workspaceIn(state(), 'Production', 'Shared');
		const given = {
			environmentId: byId(environmentId),
			workspaceId: byId(id),
			name: 'Second API',
			artifact: { id: artifactId, version: byId('0.2.0') },
		};
		expect((await succeed('task', 'create', given))[0]).toMatchObject({
			artifact: { version: stamped('0.2.0')[0] },
		});
		expect((await succeed('task', 'upsert', { ...given, name: 'Third API' }))[0]).toMatchObject({
			artifact: { version: stamped('0.2.0')[0] },
			created: true,
		});
		expect(
			(
				await succeed('task', 'upsert', {
					...given,
					name: 'Third API',
					artifact: { id: artifactId, version: byId('0.1.3') },
				})
			)[0],
		).toMatchObject({ artifact: { version: stamped('0.1.3')[0] }, created: false });
	});

	test('the platform judges a version without its time stamp if the artifact cannot be read', async () => {
		platform.emulator.faults.add({
			operation: 'GET /orchestration/artifacts/{artifactId}',
			status: 403,
		});
		const { error } = await toVersion('0.1.5');
		expect(error).toMatchObject({ httpCode: '400' });
		expect(requests(TASK)).toHaveLength(1);
	});
});

describe('an update of a service to another version', () => {
	const seen = platformForEach({ dialect: 'field' });
	const served = () => taskNamed(seen.emulator.state, DEMO_SERVICES.dataService);

	test('a hint says that the port of a service was restored after a change of its version', async () => {
		const before = structuredClone(served().runConfiguration);
		const { error, hints } = await seen.run('Orchestration', 'task', 'update', {
			taskId: byId(served().id),
			updateFields: { artifact: { id: byId(served().artifactId), version: byId('0.2.0') } },
		});
		expect(error).toBeUndefined();
		expect(served().artifactVersion).toMatch(/^0\.2\.0\.\d{14}$/);
		expect(served().runConfiguration).toEqual(before);
		expect(hints).toEqual([
			expect.stringMatching(
				/^The new version of the artifact made Talend Cloud drop microservicePort of the run configuration of task \S+: it was restored\.$/,
			),
		]);
	});

	test('an update of something else neither reads nor writes the run configuration', async () => {
		await succeed('task', 'update', {
			taskId: byId(service().id),
			updateFields: { description: 'New' },
		});
		expect(platform.emulator.log.filter(({ path }) => path.endsWith('run-config'))).toEqual([]);
	});
});

describe('a workspace by name', () => {
	const find = async (name: string) =>
		await run('task', 'getMany', { filters: { workspaceId: byName(name) }, returnAll: true });

	test('a workspace is found by its name and environment', async () => {
		for (const name of ['Production/Finance', 'Production / Finance', ' Production/Finance ']) {
			const { error, items } = await find(name);
			expect(error).toBeUndefined();
			expect(items.length).toBeGreaterThan(3);
			for (const { json } of items)
				expect((json.workspace as IDataObject).id).toBe(
					workspaceIn(state(), 'Production', 'Finance').id,
				);
		}
	});

	test('a workspace name in two environments is refused with the paths of both', async () => {
		expect(refusedWords((await find('Finance')).error)).toMatch(
			/^"Workspace" is "Finance", which matches 2 records: write Development\/Finance or Production\/Finance, or choose one by ID \(\S+: Development; \S+: Production\)$/,
		);
		expect(refusedWords((await find('Staging/Finance')).error)).toMatch(
			/^"Workspace" is "Staging\/Finance", which was not found/,
		);
	});

	test('a workspace whose name contains a slash is found by it', async () => {
		const made = await succeed('workspace', 'create', {
			environmentId: byId(workspaceIn(state(), 'Production', 'Finance').environmentId),
			name: 'Production/Finance',
		});
		const { items } = await find('Production/Finance');
		expect(made).toHaveLength(1);
		expect(items).toEqual([]);
	});
});

describe('what is in a workspace, by name', () => {
	test('a record is found by its environment and workspace although others have the same name', async () => {
		const { id, ...own } = taskNamed(state(), DEMO.goodTask);
		const twin = tasks.add(state(), {
			...own,
			workspaceId: workspaceIn(state(), 'Development', 'Finance').id,
		});
		for (const [place, wanted] of [
			['Production/Finance', id],
			['Development / Finance', twin.id],
		] as const)
			expect(
				(await succeed('task', 'get', { taskId: byName(`${place}/${DEMO.goodTask}`) }))[0],
			).toMatchObject({ id: wanted });
		expect(
			refusedWords(
				(await run('task', 'get', { taskId: byName(`Development/Shared/${DEMO.goodTask}`) })).error,
			),
		).toMatch(/was not found/);
	});

	test.each([
		{ resource: 'artifact', operation: 'get', field: 'artifactId', name: 'load_customers' },
		{ resource: 'plan', operation: 'get', field: 'planId', name: DEMO.plan },
		{ resource: 'connection', operation: 'get', field: 'connectionId', name: 'Warehouse' },
		{ resource: 'resource', operation: 'get', field: 'resourceId', name: 'rates.csv' },
	])(
		'the path of a record is accepted as its name: $resource',
		async ({ resource, operation, field, name }) => {
			const [found] = await succeed(resource, operation, {
				[field]: byName(`Production/Finance/${name}`),
			});
			expect(found).toMatchObject({ name });
		},
	);

	test('a record whose name contains a slash is found by it, in one request', async () => {
		taskNamed(state(), DEMO.goodTask).name = 'Load A/B';
		platform.clearLog();
		expect((await succeed('task', 'get', { taskId: byName('Load A/B') }))[0]).toMatchObject({
			name: 'Load A/B',
		});
		expect(
			platform.emulator.log.filter(
				({ operation }) => operation === 'GET /orchestration/executables/tasks',
			),
		).toHaveLength(1);
		expect(
			(await succeed('task', 'get', { taskId: byName('Production/Finance/Load A/B') }))[0],
		).toMatchObject({ name: 'Load A/B' });
	});
});

describe('two of one name', () => {
	/** Two environments with a workspace each. */
	const PLACES = [
		[
			['A /B', 'C'],
			['A/B', 'C'],
		],
		[
			['Prod ', 'W'],
			['Prod', 'W'],
		],
		[
			['Prod/Sales', 'CRM'],
			['Prod', 'Sales/CRM'],
		],
		[
			['Prod/Sales', 'CRM'],
			['Prod', 'CRM'],
		],
		[
			['/', '/'],
			['//', '//'],
		],
		[
			['a or b', 'c'],
			['a', 'c'],
		],
		[
			['\\', '"'],
			['\\\\', "'"],
		],
	] as const;
	const PICKERS = { task: 'searchTasks', plan: 'searchPlans', artifact: 'searchArtifacts' };
	const NAMES = ['Load', 'a/b', ' x ', 'Load (x)'];

	/** The records of one name, each in its own place, and how a person writes it. */
	const twins = (
		kind: 'task' | 'plan' | 'artifact',
		places: (typeof PLACES)[number],
		name: string,
	) =>
		places.map(([environment, workspace]) => {
			const own = workspaceIn(state(), 'Production', 'Finance');
			const { id: environmentId } = environments.add(state(), { name: environment });
			const { id: workspaceId } = workspaces.add(state(), {
				...{ ...own, id: undefined },
				name: workspace,
				environmentId,
			});
			// Only what all three have is changed.
			const records = { task: tasks, plan: plans, artifact: artifacts }[kind] as typeof tasks;
			const [model] = records.all(state());
			const copy = { ...model!, id: undefined, name, workspaceId };
			const { id } = records.add(state(), copy);
			return { id, path: `${environment}/${workspace}/${name}` };
		});

	test.each(['task', 'plan', 'artifact'] as const)(
		'every way to choose that the refusal suggests leads to its record: %s',
		async (kind) => {
			for (const places of PLACES)
				for (const name of NAMES) {
					const both = twins(kind, places, name);
					/** The ID of the record that is read, or the words of the refusal. */
					const chosen = async (locator: IDataObject) => {
						const { error } = await run(kind, 'get', { [`${kind}Id`]: locator });
						return error
							? refusedWords(error)
							: platform.emulator.log.at(-1)!.path.split('/').at(-1)!;
					};
					const words = await chosen(byName(name));
					for (const { id, path } of both) {
						expect(words).toContain(id);
						expect(await chosen(byId(id))).toBe(id);
						if (words.includes(`write ${both[0]!.path} or `))
							expect([path, await chosen(byName(path))]).toEqual([path, id]);
						const { results } = await pick(platform, 'Orchestration', PICKERS[kind], {
							resource: kind,
							operation: 'get',
						});
						const shown = results.find(({ value }) => value === id)!.name;
						expect([shown, await chosen(byName(shown))]).toEqual([shown, id]);
					}
					for (const { id } of both)
						({ task: tasks, plan: plans, artifact: artifacts })[kind].recordsIn(state()).delete(id);
				}
		},
	);
});

test('the search of a list ignores blanks around the entered text', async () => {
	const { results } = await pick(
		platform,
		'Orchestration',
		'searchTasks',
		{ resource: 'task', operation: 'get' },
		` ${DEMO.goodTask}\u00a0`,
	);
	expect(results).toHaveLength(1);
});

test('a task by name is the one with exactly that name, not one whose name contains it', async () => {
	const task = service();
	const { id, ...own } = task;
	tasks.add(state(), { ...own, name: `${task.name} 2` });
	expect((await succeed('task', 'get', { taskId: byName(task.name) }))[0]).toMatchObject({ id });
	expect(refusedWords((await run('task', 'get', { taskId: byName('Customer') })).error)).toMatch(
		/was not found/,
	);
});
