/** Projects of Studio, which are open to people's own tokens only. */
import { projects } from '../../../emulator/areas/orchestration/records';
import { scimOf } from '../../../emulator/areas/scim/records';
import { areaOf } from '../../support/area';
import { judge } from '../../support/conformance';
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

test('an update of a project sends what it does not change, and clears what it is told to', async () => {
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
	const words = /^Authentication must be Token\. Projects are open to personal access tokens only/;
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

test('people and groups are added and removed; those who are already there stay', async () => {
	const { id } = projects.all(state())[0]!;
	const projectId = byId(id);
	const userId = userNamed(state(), 'ana.demo');
	const groupId = [...scimOf(state()).groups.keys()][0]!;
	for (const [noun, variable, member, ids] of [
		['User', 'userId', userId, 'userIds'],
		['Group', 'groupId', groupId, 'groupIds'],
	] as const) {
		const parameters = { projectId, [variable]: byId(member) };
		const where = { projectId: id, [variable]: member };
		expect(await done('project', `add${noun}`, parameters)).toEqual([
			{ success: true, ...where, added: true },
		]);
		expect(await done('project', `add${noun}`, parameters)).toEqual([
			{ success: true, ...where, added: false },
		]);
		expect(await done('project', `get${noun}s`, { projectId })).toEqual([
			{ projectId: id, [ids]: [member] },
		]);
		expect(await done('project', `remove${noun}`, parameters)).toEqual([
			{ deleted: true, ...where },
		]);
		expect(await done('project', `get${noun}s`, { projectId })).toEqual([
			{ projectId: id, [ids]: [] },
		]);
		expect(
			(await run('project', `add${noun}`, { projectId, [variable]: byId('nobody') })).error,
		).toMatchObject({ httpCode: '404' });
	}
	platform.emulator.faults.add({
		operation: 'GET /orchestration/projects/{projectId}/users',
		status: 403,
	});
	expect((await run('project', 'getUsers', { projectId })).error!.description).toMatch(
		/^Projects may be open to personal access tokens only/,
	);
});

test('every operation was done, and the platform responds as the vendor’s files say', () => {
	expect(judge('Orchestration', platform.everything, (resource) => resource === 'project')).toEqual(
		{ notDone: [], notDocumented: [] },
	);
});
