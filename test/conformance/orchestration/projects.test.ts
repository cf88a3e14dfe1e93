/** Projects of Studio, which are open to people's own tokens only. */
import { projects } from '../../../emulator/areas/orchestration/records';
import { scimOf } from '../../../emulator/areas/scim/records';
import { areaOf } from '../../support/area';
import { judgeRequests } from '../../support/conformance';
import { byId, named, userNamed } from '../../support/demo';
import { pick } from '../../support/picking';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });

const state = () => platform.emulator.state;
const { run, done, requests, refused } = areaOf('Orchestration', () => platform);
const token = { authentication: 'token' };

/** A project that no other test knows. */
const newProject = async (name: string) => {
	const [made] = await done('project', 'create', {
		...token,
		name,
		url: 'https://git.example.com/sales.git',
		owner: 'ana.demo',
		additionalFields: { description: 'Of sales' },
	});
	return made!;
};

test('a new project has what was given, a repository of the usual type, and an author', async () => {
	expect(await newProject('SALES')).toMatchObject({
		name: 'SALES',
		description: 'Of sales',
		repoType: 'GIT',
		author: 'ana.demo',
	});
});

test('a project is found by a part of its name', async () => {
	await newProject('ARCHIVE');
	const found = await done('project', 'getMany', {
		...token,
		returnAll: true,
		filters: { projectName: 'ARCH' },
	});
	expect(found.map(({ name }) => name)).toEqual(['ARCHIVE']);
});

test('an update that clears the description of a project keeps everything else', async () => {
	const { id } = await newProject('MARKETING');
	platform.forget();
	const [changed] = await done('project', 'update', {
		...token,
		projectId: named('MARKETING'),
		updateFields: { clearFields: ['description'] },
	});
	const sent = requests('PUT /orchestration/projects/{projectId}').map(
		({ body }) => JSON.parse(body) as object,
	);
	expect(sent).toEqual([
		{ owner: 'ana.demo', description: '', url: 'https://git.example.com/sales.git' },
	]);
	expect(changed).toMatchObject({ id, description: '' });
	const [read] = await done('project', 'get', { ...token, projectId: byId(id) });
	expect(read).toMatchObject({ description: '', owner: 'ana.demo' });
});

test('a project is deleted by its ID', async () => {
	const { id } = await newProject('SHORT_LIVED');
	expect(await done('project', 'delete', { ...token, projectId: byId(id) })).toEqual([
		{ deleted: true, projectId: id },
	]);
	const { error } = await run('project', 'get', { ...token, projectId: byId(id) });
	expect(error).toMatchObject({ httpCode: '404' });
});

test('a second project of the same name is refused', async () => {
	const { error } = await run('project', 'create', {
		...token,
		name: 'FINANCE',
		url: 'u',
		owner: 'ana.demo',
	});
	expect(error).toMatchObject({ httpCode: '409' });
	expect(error!.description).toMatch(/^The name must differ/);
});

test('a service account is refused before anything is sent, with an explanation', async () => {
	const words = /^Authentication must be Token\. Only personal access tokens can use projects/;
	await refused('project', 'getMany', {}, words);
	await refused('project', 'get', { projectId: byId('p') }, words);
	await refused('project', 'create', { name: 'X', url: 'u', owner: 'o' }, words);
	await refused('project', 'update', { projectId: byId('p'), updateFields: { owner: 'o' } }, words);
	await refused('project', 'delete', { projectId: byId('p') }, words);
	// By name the list of projects would be asked.
	await refused('project', 'getUsers', { projectId: named('FINANCE') }, words);
	await expect(
		pick(platform, 'Orchestration', 'searchProjects', { resource: 'project', operation: 'get' }),
	).rejects.toThrow(words);
	const list = await pick(platform, 'Orchestration', 'searchProjects', {
		...token,
		resource: 'project',
		operation: 'get',
	});
	expect(list.results.map(({ name }) => name)).toEqual(
		projects.all(state()).map(({ name }) => name),
	);
});

describe.each([
	{ noun: 'User', variable: 'userId', ids: 'userIds' },
	{ noun: 'Group', variable: 'groupId', ids: 'groupIds' },
])('the members of a project: $noun', ({ noun, variable, ids }) => {
	/** The demo's project, and somebody who can be added to it. */
	const parties = () => {
		const { id } = projects.all(state())[0]!;
		const member =
			noun === 'User' ? userNamed(state(), 'ana.demo') : [...scimOf(state()).groups.keys()][0]!;
		return {
			projectId: byId(id),
			given: { projectId: byId(id), [variable]: byId(member) },
			where: { projectId: id, [variable]: member },
			listOf: (members: string[]) => [{ projectId: id, [ids]: members }],
			member,
		};
	};

	test('a member is added to a project', async () => {
		const { given, where, projectId, listOf, member } = parties();
		expect(await done('project', `add${noun}`, given)).toEqual([
			{ success: true, ...where, added: true },
		]);
		expect(await done('project', `get${noun}s`, { projectId })).toEqual(listOf([member]));
		await done('project', `remove${noun}`, given);
	});

	test('a member who is already in a project stays', async () => {
		const { given, where, projectId, listOf, member } = parties();
		await done('project', `add${noun}`, given);
		expect(await done('project', `add${noun}`, given)).toEqual([
			{ success: true, ...where, added: false },
		]);
		expect(await done('project', `get${noun}s`, { projectId })).toEqual(listOf([member]));
		await done('project', `remove${noun}`, given);
	});

	test('a member is removed from a project', async () => {
		const { given, where, projectId, listOf } = parties();
		await done('project', `add${noun}`, given);
		expect(await done('project', `remove${noun}`, given)).toEqual([{ deleted: true, ...where }]);
		expect(await done('project', `get${noun}s`, { projectId })).toEqual(listOf([]));
	});

	test('an unknown member is not added to a project', async () => {
		const { projectId } = parties();
		const given = { projectId, [variable]: byId('nobody') };
		const { error } = await run('project', `add${noun}`, given);
		expect(error).toMatchObject({ httpCode: '404' });
	});
});

test('a refusal of the people of a project says that it may need a personal access token', async () => {
	const projectId = byId(projects.all(state())[0]!.id);
	platform.emulator.faults.add({
		operation: 'GET /orchestration/projects/{projectId}/users',
		status: 403,
	});
	expect((await run('project', 'getUsers', { projectId })).error!.description).toMatch(
		/^Perhaps only personal access tokens can use projects/,
	);
});

judgeRequests(platform, 'Orchestration', ['project']);
