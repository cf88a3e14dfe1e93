/** Roles of Talend Cloud SCIM: each operation does its work on the platform. */
import type { IDataObject } from 'n8n-workflow';

import { areaOf } from '../../support/area';
import { judge } from '../../support/conformance';
import { byId, named } from '../../support/demo';
import { pick } from '../../support/picking';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });

const { run, done, requests, refused } = areaOf('SCIM', () => platform);
const sentBody = (operation: string) => JSON.parse(requests(operation).at(-1)!.body) as IDataObject;
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Role';
const permissionsOf = ({ entitlements }: IDataObject) =>
	((entitlements ?? []) as IDataObject[]).map(({ value }) => value);

test('a role is created, read, listed, searched, replaced, patched and deleted', async () => {
	const [made] = await done('role', 'create', {
		name: 'Night Shift SCIM',
		additionalFields: {
			entitlements: {
				rows: [
					{ value: 'TMC_OPERATOR' },
					{ value: 'TMC_ENGINE_USE', additionalFields: { display: 'Engines' } },
				],
			},
		},
	});
	expect(made).toMatchObject({
		schemas: [SCHEMA],
		id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
		name: 'Night Shift SCIM',
		meta: { resourceType: 'Role' },
	});
	const id = byId(made!.id);
	expect(await done('role', 'get', { id: named('Night Shift SCIM') })).toEqual([made]);
	expect(
		(
			await done('role', 'getMany', {
				filters: {
					conditions: { rows: [{ attribute: 'name', operator: 'sw', value: 'Night Shift S' }] },
				},
			})
		).map(({ name }) => name),
	).toEqual(['Night Shift SCIM']);
	expect(
		await done('role', 'search', {
			filters: {
				filter: 'name eq "Night Shift SCIM"',
				excludedAttributes: ['entitlements', 'meta'],
			},
		}),
	).toEqual([{ schemas: [SCHEMA], id: made!.id, name: 'Night Shift SCIM' }]);
	const [renamed] = await done('role', 'replace', { id, updateFields: { name: 'Late Shift' } });
	expect([renamed!.name, permissionsOf(renamed!)]).toEqual([
		'Late Shift',
		['TMC_OPERATOR', 'TMC_ENGINE_USE'],
	]);
	expect(sentBody('PUT /scim/v2/Roles/{id}')).not.toHaveProperty('meta');
	const [fewer] = await done('role', 'replace', {
		id,
		updateFields: { entitlementsJson: [{ value: 'TMC_OPERATOR' }] },
	});
	expect([fewer!.name, permissionsOf(fewer!)]).toEqual(['Late Shift', ['TMC_OPERATOR']]);
	const [patched] = await done('role', 'patch', {
		id,
		operationsJson: [{ op: 'add', path: 'entitlements', value: [{ value: 'TMC_ENGINE_USE' }] }],
	});
	expect(permissionsOf(patched!)).toEqual(['TMC_OPERATOR', 'TMC_ENGINE_USE']);
	const [bare] = await done('role', 'replace', {
		id,
		keepOthers: false,
		updateFields: { name: 'Bare' },
	});
	expect(permissionsOf(bare!)).toEqual([]);
	expect(await done('role', 'delete', { id })).toEqual([{ deleted: true, id: made!.id }]);
	expect((await run('role', 'get', { id })).error).toMatchObject({ httpCode: '404' });
});

test('the platform refuses some input, and the node refuses some before anything is sent', async () => {
	expect((await run('role', 'create', { name: 'operator' })).error!.description).toMatch(
		/^uniqueness\. Another role has this name/,
	);
	expect(
		(
			await run('role', 'create', {
				name: 'Odd',
				additionalFields: { entitlements: { rows: [{ value: 'FLY' }] } },
			})
		).error,
	).toMatchObject({ httpCode: '400', message: 'Invalid permissions: FLY' });
	await refused(
		'role',
		'replace',
		{
			id: byId('4f0d2b9e-7c35-4a18-9d62-8e1b5a7c3f20'),
			keepOthers: false,
			updateFields: { entitlementsJson: [{ value: 'TMC_OPERATOR' }] },
		},
		'Name must be given when Keep Other Attributes is off: the role is replaced as a whole',
	);
	await refused('role', 'get', { id: byId('4711') }, /^Role must be a UUID/);
});

test('roles can be chosen from a list that is searched while typing', async () => {
	expect(
		(await pick(platform, 'SCIM', 'searchRoles', {}, 'operat')).results.map(({ name }) => name),
	).toEqual(['Operator']);
});

test('every operation was done, and the responses match the vendor’s files', () => {
	expect(judge('SCIM', platform.everything, (resource) => resource === 'role')).toEqual({
		notDone: [],
		notDocumented: [],
	});
});
