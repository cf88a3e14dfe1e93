/** Updates and patches of SCIM users. */
import { addUser } from '../../../emulator/areas/scim/user';
import { byId, userNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { platform, run, sentBody, state, succeed, USER_SCHEMA } from './stage';

describe('an update of a user', () => {
	const newKim = (userName: string) => ({
		...addUser(state(), platform.emulator.clock.now(), {
			userName,
			name: { givenName: 'Kim', familyName: 'Keep' },
			title: 'Analyst',
			roles: [{ value: 'Operator' }],
		}),
		whole: { userName, name: { givenName: 'Kim', familyName: 'Keep' } },
	});

	test('an update keeps the fields that are left out, except those that the platform maintains', async () => {
		fact('A.44', 'A.120');
		const { id } = newKim('keep');
		await succeed('user', 'update', { id: byId(id), updateFields: { nickName: 'Kiki' } });
		expect(sentBody('PUT /scim/v2/Users/{id}')).toMatchObject({
			userName: 'keep',
			title: 'Analyst',
			roles: [{ value: 'Operator' }],
			nickName: 'Kiki',
		});
		expect(sentBody('PUT /scim/v2/Users/{id}')).not.toHaveProperty('meta');
	});

	test('an update without Keep Other Attributes replaces the user as a whole', async () => {
		fact('A.44', 'A.120');
		const { id, whole } = newKim('replace');
		const [replaced] = await succeed(
			'user',
			'update',
			{ id: byId(id), keepOthers: false, updateFields: whole },
			{ entryPoint: 'tool' },
		);
		expect(replaced).not.toHaveProperty('title');
	});

	test('an update without Keep Other Attributes also requires the name', async () => {
		const { id } = newKim('half');
		const { error } = await run('user', 'update', {
			id: byId(id),
			keepOthers: false,
			updateFields: { userName: 'half' },
		});
		expect(error!.message).toBe(
			'"User Name" and "Name" must be given when Keep Other Attributes is off: the user is replaced as a whole',
		);
	});

	test('an update keeps what the platform has added to a user', async () => {
		const { id, whole } = newKim('formatted');
		const schemas = [USER_SCHEMA, 'urn:example:more'];
		platform.emulator.faults.add({
			operation: 'GET /scim/v2/Users/{id}',
			status: 200,
			body: { id, schemas, ...whole, name: { ...whole.name, formatted: 'Dr. Kim Keep' } },
		});
		await succeed('user', 'update', { id: byId(id), updateFields: { title: 'Analyst' } });
		expect(sentBody('PUT /scim/v2/Users/{id}')).toMatchObject({
			schemas,
			name: { formatted: 'Dr. Kim Keep' },
		});
	});
});

test('a patch can be given as JSON, with values of each kind', async () => {
	fact('A.119');
	const { id } = addUser(state(), platform.emulator.clock.now(), {
		userName: 'patch.me',
		name: { givenName: 'Pat', familyName: 'Chee' },
		nickName: 'P',
	});
	const operations = [
		{
			op: 'add',
			path: 'emails',
			value: [
				{ value: 'one@example.com', type: 'work' },
				{ value: 'two@example.com', type: 'home' },
			],
		},
		{ op: 'replace', path: 'emails[type eq "home"].value', value: 'three@example.com' },
		{ op: 'remove', path: 'nickName' },
		{ op: 'replace', value: { title: 'Analyst', preferredLanguage: 'fr' } },
		{ op: 'replace', path: 'externalId', value: '4711' },
		{ op: 'replace', path: 'active', value: false },
	];
	platform.clearLog();
	const [patched] = await succeed('user', 'patch', {
		id: byId(id),
		operationsJson: operations,
	});
	expect(sentBody('PATCH /scim/v2/Users/{id}')).toEqual({
		schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
		Operations: operations,
	});
	expect(patched).toMatchObject({
		title: 'Analyst',
		preferredLanguage: 'fr',
		externalId: '4711',
		active: false,
	});
	expect(patched!.emails).toEqual([
		{ value: 'one@example.com', type: 'work' },
		{ value: 'three@example.com', type: 'home' },
	]);
	expect(patched).not.toHaveProperty('nickName');
});

test('neither read-only nor unknown attributes can be patched', async () => {
	const id = userNamed(state(), 'ana.demo');
	for (const [operation, scimType] of [
		[{ op: 'replace', path: 'id', value: 'else' }, 'mutability'],
		[{ op: 'add', path: 'shoeSize', value: '38' }, 'invalidPath'],
		[{ op: 'replace', path: 'emails[type eq "none"].value', value: 'x' }, 'noTarget'],
		[{ op: 'replace', path: 'active', value: 'often' }, 'invalidValue'],
		[{ op: 'remove', path: 'userName' }, 'invalidValue'],
	] as const) {
		const { error } = await run('user', 'patch', {
			id: byId(id),
			operations: { rows: [operation] },
		});
		expect(error).toMatchObject({ httpCode: '400' });
		expect(error!.description).toContain(scimType);
	}
	expect(await succeed('user', 'get', { id: byId(id) })).toEqual([
		expect.objectContaining({ userName: 'ana.demo', active: true }),
	]);
});

judgeRequests(platform, 'SCIM', ['user.patch', 'user.update']);
