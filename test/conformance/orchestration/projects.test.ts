/** Projects of Studio, which are open to people's own tokens only. */
import { projects } from '../../../emulator/areas/orchestration/orchestrationStore';
import { scimOf } from '../../../emulator/areas/scim/scimStore';
import { areaOf } from '../../support/area';
import { byId, byName, userNamed } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { pick } from '../../support/picking';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });

const state = () => platform.emulator.state;
const { run, succeed, requests, expectRefused } = areaOf('Orchestration', () => platform);
const token = { authentication: 'token' };

/** A project that no other test knows. */
const newProject = async (name: string) => {
	const [made] = await succeed('project', 'create', {
		...token,
		name,
		url: 'https://git.example.com/sales.git',
		owner: 'ana.demo',
		additionalFields: { description: 'Of sales' },
	});
	return made!;
};

test('a new project has the usual type of repository beside the given values', async () => {
	expect(await newProject('SALES')).toMatchObject({
		name: 'SALES',
		description: 'Of sales',
		repoType: 'GIT',
		author: 'ana.demo',
	});
});

test('a project is found by part of its name', async () => {
	await newProject('ARCHIVE');
	const found = await succeed('project', 'getMany', {
		...token,
		returnAll: true,
		filters: { projectName: 'ARCH' },
	});
	expect(found.map(({ name }) => name)).toEqual(['ARCHIVE']);
});

test('an update that clears the description of a project keeps everything else', async () => {
	const { id } = await newProject('MARKETING');
	platform.clearLog();
	const [changed] = await succeed('project', 'update', {
		...token,
		projectId: byName('MARKETING'),
		updateFields: { clearFields: ['description'] },
	});
	const sent = requests('PUT /orchestration/projects/{projectId}').map(
		({ body }) => JSON.parse(body) as object,
	);
	expect(sent).toEqual([
		{ owner: 'ana.demo', description: '', url: 'https://git.example.com/sales.git' },
	]);
	expect(changed).toMatchObject({ id, description: '' });
	const [read] = await succeed('project', 'get', { ...token, projectId: byId(id) });
	expect(read).toMatchObject({ description: '', owner: 'ana.demo' });
});

test('a project is deleted by its ID', async () => {
	const { id } = await newProject('SHORT_LIVED');
	expect(await succeed('project', 'delete', { ...token, projectId: byId(id) })).toEqual([
		{ deleted: true, projectId: id },
	]);
	const { error } = await run('project', 'get', { ...token, projectId: byId(id) });
	expect(error).toMatchObject({ httpCode: '404' });
});

test('a second project with the same name is refused', async () => {
	const { error } = await run('project', 'create', {
		...token,
		name: 'FINANCE',
		url: 'u',
		owner: 'ana.demo',
	});
	expect(error).toMatchObject({ httpCode: '409' });
	expect(error!.description).toMatch(/^Another project has this name/);
});

test('a service account is refused before anything is sent, with an explanation', async () => {
	const words = /^"Authentication" must be Token\. Only personal access tokens can use projects/;
	await expectRefused('project', 'getMany', {}, words);
	await expectRefused('project', 'get', { projectId: byId('p') }, words);
	await expectRefused('project', 'create', { name: 'X', url: 'u', owner: 'o' }, words);
	await expectRefused(
		'project',
		'update',
		{ projectId: byId('p'), updateFields: { owner: 'o' } },
		words,
	);
	await expectRefused('project', 'delete', { projectId: byId('p') }, words);
	// A name would be looked up in the list of projects.
	await expectRefused('project', 'getUsers', { projectId: byName('FINANCE') }, words);
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
	beforeEach(() => platform.emulator.resetAccount());

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
		expect(await succeed('project', `add${noun}`, given)).toEqual([
			{ success: true, ...where, added: true },
		]);
		expect(await succeed('project', `get${noun}s`, { projectId })).toEqual(listOf([member]));
	});

	test('a member who is already in a project stays', async () => {
		const { given, where, projectId, listOf, member } = parties();
		await succeed('project', `add${noun}`, given);
		expect(await succeed('project', `add${noun}`, given)).toEqual([
			{ success: true, ...where, added: false },
		]);
		expect(await succeed('project', `get${noun}s`, { projectId })).toEqual(listOf([member]));
	});

	test('a member is removed from a project', async () => {
		const { given, where, projectId, listOf } = parties();
		await succeed('project', `add${noun}`, given);
		expect(await succeed('project', `remove${noun}`, given)).toEqual([{ deleted: true, ...where }]);
		expect(await succeed('project', `get${noun}s`, { projectId })).toEqual(listOf([]));
	});

	test('an unknown member cannot be added to a project', async () => {
		const { projectId } = parties();
		const given = { projectId, [variable]: byId('nobody') };
		const { error } = await run('project', `add${noun}`, given);
		expect(error).toMatchObject({ httpCode: '404' });
	});
});

test('a refusal to show the members of a project says that a personal access token may be needed', async () => {
	const projectId = byId(projects.all(state())[0]!.id);
	platform.emulator.faults.add({
		operation: 'GET /orchestration/projects/{projectId}/users',
		status: 403,
	});
	expect((await run('project', 'getUsers', { projectId })).error!.description).toMatch(
		/^Projects may require a personal access token/,
	);
});

judgeRequests(platform, 'Orchestration', ['project']);
