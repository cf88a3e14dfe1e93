/** Users that are created or updated by their login. */
import { users } from '../../../emulator/areas/scim/scimStore';
import { userNamed } from '../../support/demo';
import { judgeResponses } from '../../support/judgeRequests';
import { platform, queryOf, requests, rolesNow, run, state, succeed } from './identitiesStage';

const given = { login: 'joiner', email: 'joiner@example.com', firstName: 'Jo', lastName: 'Park' };

test('blanks around a login do not create a second user', async () => {
	platform.clearLog();
	const users = [];
	for (const login of ['blanks\u00a0', ' blanks', '\u200bblanks\n'])
		users.push(
			...(await succeed('user', 'upsert', { ...given, login, email: ' blanks@example.com ' })),
		);
	expect(users).toMatchObject([
		{ login: 'blanks', email: 'blanks@example.com', created: true },
		{ id: users[0]!.id, created: false },
		{ id: users[0]!.id, created: false },
	]);
	expect(requests('POST /account/users')).toHaveLength(1);
});

test('Create or Update creates a user once, then changes only what is given', async () => {
	platform.clearLog();
	const [made] = await succeed('user', 'upsert', {
		...given,
		additionalFields: { title: 'Analyst', roleIds: ['Operator'] },
	});
	expect(made).toMatchObject({ login: 'joiner', created: true });
	expect(queryOf('POST /account/users')).toEqual({ invite: 'false' });
	const [again] = await succeed('user', 'upsert', {
		...given,
		login: 'JOINER',
		lastName: 'Mover',
	});
	expect(again).toMatchObject({
		id: made!.id,
		login: 'joiner',
		created: false,
		lastName: 'Mover',
		title: 'Analyst',
	});
	expect(requests('POST /account/users')).toHaveLength(1);
	expect(rolesNow(made!.id)).toEqual(['Operator']);
	await succeed('user', 'upsert', {
		...given,
		additionalFields: { active: false, roleIds: ['Security Administrator'] },
	});
	expect([users.find(state(), String(made!.id)).attributes.active, rolesNow(made!.id)]).toEqual([
		false,
		['Security Administrator'],
	]);
});

test('Create or Update finds a new user even if the response has no ID', async () => {
	platform.emulator.faults.add({
		operation: 'POST /account/users',
		status: 201,
		body: { login: 'leaver' },
	});
	platform.emulator.faults.add({
		operation: 'GET /scim/v2/Users',
		after: 1,
		status: 200,
		body: { totalResults: 1, Resources: [{ id: '4711', userName: 'leaver' }] },
	});
	expect(
		await succeed('user', 'upsert', { ...given, login: 'leaver', email: 'leaver@example.com' }),
	).toEqual([{ id: '4711', login: 'leaver', created: true }]);
});

test('Create or Update reports the creation of a user who cannot be found afterwards', async () => {
	platform.emulator.faults.add({
		operation: 'POST /account/users',
		status: 201,
		body: { login: 'leaver' },
	});
	platform.emulator.faults.add({ operation: 'GET /scim/v2/Users', after: 1, status: 403 });
	const { error } = await run('user', 'upsert', {
		...given,
		login: 'leaver',
		email: 'leaver@example.com',
	});
	expect(error).toMatchObject({
		httpCode: '403',
		description: expect.stringMatching(
			/ The user leaver had already been created and was not deleted\.$/,
		) as string,
	});
});

test('the same login in many items creates one user', async () => {
	platform.clearLog();
	const items = Array.from({ length: 5 }, (_, index) => ({ json: { title: `T${index}` } }));
	const { items: out, error } = await run(
		'user',
		'upsert',
		{
			...given,
			login: 'twice',
			email: 'twice@example.com',
			additionalFields: { title: '={{ $json.title }}' },
		},
		{ items },
	);
	expect(error).toBeUndefined();
	expect(out.map(({ json }) => json.created)).toEqual([true, false, false, false, false]);
	expect(new Set(out.map(({ json }) => json.id)).size).toBe(1);
	expect(requests('POST /account/users')).toHaveLength(1);
});

test('a record with another login is not changed', async () => {
	const id = userNamed(state(), 'ana.demo');
	platform.clearLog();
	platform.emulator.faults.add({
		operation: 'GET /account/users/{id}',
		status: 200,
		body: { id, login: 'somebody.else', email: 'x', firstName: 'x', lastName: 'x' },
	});
	const { error } = await run('user', 'upsert', { ...given, login: 'ana.demo' });
	expect(error!.message).toBe(`The user ${id} has the login somebody.else, not ana.demo`);
	expect(requests('PUT /account/users/{id}')).toEqual([]);
});

test('the error about an email address of another user does not advise trying again', async () => {
	platform.emulator.faults.add({ operation: 'POST /account/users', status: 409 });
	const { error } = await run('user', 'upsert', { ...given, login: 'newcomer' });
	expect(error!.description).toContain(
		'Another user has this login or this email address. Find that user with Get Many.',
	);
});

judgeResponses(platform, 'Account');
