/** Roles of Talend Cloud SCIM: each operation does its work on the platform. */
import type { IDataObject } from 'n8n-workflow';

import { areaOf } from '../../support/area';
import { byId, byName } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { pick } from '../../support/picking';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });

const { run, succeed, requests, expectRefused } = areaOf('SCIM', () => platform);
const sentBody = (operation: string) => JSON.parse(requests(operation).at(-1)!.body) as IDataObject;
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Role';
const permissionsOf = ({ entitlements }: IDataObject) =>
	((entitlements ?? []) as IDataObject[]).map(({ value }) => value);

/** A role with two permissions. */
const newRole = async (name: string) => {
	const [made] = await succeed('role', 'create', {
		name,
		additionalFields: {
			entitlements: {
				rows: [
					{ value: 'TMC_OPERATOR' },
					{ value: 'TMC_ENGINE_USE', additionalFields: { display: 'Engines' } },
				],
			},
		},
	});
	return made!;
};

test('a new role is returned in the form in which it is read', async () => {
	const made = await newRole('Night Shift SCIM');
	expect(made).toMatchObject({
		schemas: [SCHEMA],
		id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
		name: 'Night Shift SCIM',
		meta: { resourceType: 'Role' },
	});
	expect(await succeed('role', 'get', { id: byName('Night Shift SCIM') })).toEqual([made]);
});

test('a role is listed by the beginning of its name', async () => {
	await newRole('Weekend Shift');
	const listed = await succeed('role', 'getMany', {
		filters: {
			conditions: { rows: [{ attribute: 'name', operator: 'sw', value: 'Weekend S' }] },
		},
	});
	expect(listed.map(({ name }) => name)).toEqual(['Weekend Shift']);
});

test('a search leaves out the excluded attributes', async () => {
	const { id } = await newRole('Early Shift');
	expect(
		await succeed('role', 'search', {
			filters: {
				filter: 'name eq "Early Shift"',
				excludedAttributes: ['entitlements', 'meta'],
			},
		}),
	).toEqual([{ schemas: [SCHEMA], id, name: 'Early Shift' }]);
});

test('a replacement with only a name keeps the permissions', async () => {
	const { id } = await newRole('Renamed Shift');
	const [renamed] = await succeed('role', 'replace', {
		id: byId(id),
		updateFields: { name: 'Late Shift' },
	});
	expect(renamed!.name).toBe('Late Shift');
	expect(permissionsOf(renamed!)).toEqual(['TMC_OPERATOR', 'TMC_ENGINE_USE']);
});

test('a replacement sends no metadata', async () => {
	const { id } = await newRole('Bare Shift');
	await succeed('role', 'replace', { id: byId(id), updateFields: { name: 'Plain Shift' } });
	expect(sentBody('PUT /scim/v2/Roles/{id}')).not.toHaveProperty('meta');
});

test('a replacement with only permissions keeps the name', async () => {
	const { id } = await newRole('Smaller Shift');
	const [fewer] = await succeed('role', 'replace', {
		id: byId(id),
		updateFields: { entitlementsJson: [{ value: 'TMC_OPERATOR' }] },
	});
	expect(fewer!.name).toBe('Smaller Shift');
	expect(permissionsOf(fewer!)).toEqual(['TMC_OPERATOR']);
});

test('a replacement without Keep Other Attributes leaves no permissions', async () => {
	const { id } = await newRole('Full Shift');
	const [bare] = await succeed('role', 'replace', {
		id: byId(id),
		keepOthers: false,
		updateFields: { name: 'Bare' },
	});
	expect(permissionsOf(bare!)).toEqual([]);
});

test('a patch adds a permission to the existing ones', async () => {
	const [made] = await succeed('role', 'create', {
		name: 'Growing Shift',
		additionalFields: { entitlements: { rows: [{ value: 'TMC_OPERATOR' }] } },
	});
	const [patched] = await succeed('role', 'patch', {
		id: byId(made!.id),
		operationsJson: [{ op: 'add', path: 'entitlements', value: [{ value: 'TMC_ENGINE_USE' }] }],
	});
	expect(permissionsOf(patched!)).toEqual(['TMC_OPERATOR', 'TMC_ENGINE_USE']);
});

test('a deleted role is not found', async () => {
	const { id } = await newRole('Short-lived Shift');
	expect(await succeed('role', 'delete', { id: byId(id) })).toEqual([{ deleted: true, id }]);
	expect((await run('role', 'get', { id: byId(id) })).error).toMatchObject({ httpCode: '404' });
});

test('the platform refuses a name that another role has', async () => {
	expect((await run('role', 'create', { name: 'operator' })).error!.description).toMatch(
		/^uniqueness\. Another role has this name/,
	);
});

test('the platform refuses an unknown permission', async () => {
	const { error } = await run('role', 'create', {
		name: 'Odd',
		additionalFields: { entitlements: { rows: [{ value: 'FLY' }] } },
	});
	expect(error).toMatchObject({ httpCode: '400', message: 'Invalid permissions: FLY' });
});

test('a replacement as a whole without a name is refused before anything is sent', async () => {
	await expectRefused(
		'role',
		'replace',
		{
			id: byId('4f0d2b9e-7c35-4a18-9d62-8e1b5a7c3f20'),
			keepOthers: false,
			updateFields: { entitlementsJson: [{ value: 'TMC_OPERATOR' }] },
		},
		'"Name" must be given when Keep Other Attributes is off: the role is replaced as a whole',
	);
});

test('an ID that is not a UUID is refused before anything is sent', async () => {
	await expectRefused('role', 'get', { id: byId('4711') }, /^"Role" must be a UUID/);
});

test('roles can be chosen from a list that is searched while typing', async () => {
	expect(
		(await pick(platform, 'SCIM', 'searchRoles', {}, 'operat')).results.map(({ name }) => name),
	).toEqual(['Operator']);
});

judgeRequests(platform, 'SCIM', ['role']);
