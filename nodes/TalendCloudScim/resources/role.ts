import { ROLE_MANAGEMENT } from '../../records/identities/accountRoles';
import {
	getManyScimRoles as getMany,
	roleConditions,
	scimRoleField,
} from '../../records/identities/identities';
import { PERMISSIONS } from '../../records/identities/serviceAccounts';
import {
	LIST_PAGE,
	projection,
	quotedInScim,
	requestAttributes,
	scimSearch,
	searchBody,
} from '../../records/lists/scimFilter';
import { nothing, record, records } from '../../shared/declare/answers';
import { createdAs } from '../../shared/declare/createdAs';
import { operation, resource } from '../../shared/declare/define';
import { boolean, rows, suggestion, text } from '../../shared/declare/fields';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { uselessWithout } from '../../shared/declare/rules';
import { patchBody, patchConstants, patchRules } from '../patch';
import { replacement } from '../replacement';

const origin = FROM_VENDOR;
const ROLE = 'vendor:scim-v2/RoleResource';
const path = { id: scimRoleField().uuid() };
const query = projection({ attributes: 'name', excluded: 'entitlements' });
const constants = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Role'] };
const NAME_TAKEN = {
	409: 'Another role has this name. Choose another name, or find that role with Get Many.',
};

const nameField = text('Name of the role; must be unique').eg('Night Shift');
const entitlementsField = rows('Permissions of the role', {
	value: suggestion('A permission; an expression may give another permission ID', PERMISSIONS)
		.label('Permission')
		.sample('TMC_OPERATOR'),
	display: text('How the permission is shown').eg('Operator').optional(),
	type: text('Kind of the entitlement').eg('permission').optional(),
	primary: boolean('Whether this is the main one').sample(true).optional(),
});

const create = operation('POST /scim/v2/Roles', {
	name: 'Create',
	action: 'Create a role',
	description: 'Create a custom role from permissions',
	origin,
	permissions: ROLE_MANAGEMENT,
	query,
	body: { name: nameField, entitlements: entitlementsField.optional() },
	warnings: [
		uselessWithout('entitlements', 'the role allows nothing until Replace or Patch adds some'),
	],
	constants,
	refusals: NAME_TAKEN,
	answers: record(ROLE),
	lookUp: createdAs({
		subject: 'The role',
		list: getMany,
		unique: { name: 'name' },
		values: ({ name }) => ({ filter: `name eq ${quotedInScim(String(name))}` }),
	}),
});

const get = operation('GET /scim/v2/Roles/{id}', {
	name: 'Get',
	action: 'Get a role',
	description: 'Get a role with its permissions',
	origin,
	permissions: ROLE_MANAGEMENT,
	path,
	query,
	answers: record(ROLE),
	perform: requestAttributes,
});

const replace = operation('PUT /scim/v2/Roles/{id}', {
	destructive: true,
	name: 'Replace',
	action: 'Replace the name or all permissions of a role',
	description:
		'Give a role another name, or exactly these permissions: permissions that are not in the list are removed',
	origin,
	permissions: ROLE_MANAGEMENT,
	path,
	query,
	body: {
		name: nameField.optional(),
		entitlements: entitlementsField
			.describe('Complete list of permissions; any left out are removed')
			.optional(),
	},
	constants,
	refusals: NAME_TAKEN,
	answers: record(ROLE),
	...replacement({
		noun: 'role',
		get,
		name: 'name',
		list: 'entitlements',
		loses: 'if you give no entitlements, all permissions are removed',
	}),
});

const patch = operation('PATCH /scim/v2/Roles/{id}', {
	destructive: true,
	name: 'Patch',
	action: 'Patch a role',
	description: 'Rename a role, or add and remove individual permissions',
	origin,
	permissions: ROLE_MANAGEMENT,
	path,
	query,
	body: patchBody('entitlements[value eq "TMC_OPERATOR"]', { path: 'name', value: 'Night Shift' }),
	constants: patchConstants,
	rules: patchRules,
	refusals: NAME_TAKEN,
	answers: record(ROLE),
});

const remove = operation('DELETE /scim/v2/Roles/{id}', {
	name: 'Delete',
	action: 'Delete a role',
	description: 'Delete a custom role; users who have it lose its permissions',
	origin,
	permissions: ROLE_MANAGEMENT,
	path,
	answers: nothing(),
});

const search = operation('POST /scim/v2/Roles/.search', {
	...scimSearch(
		'roles',
		searchBody('roles', {
			filter: 'name eq "Operator"',
			sortBy: 'name',
			attributes: ['name'],
			excluded: ['entitlements'],
		}),
		roleConditions,
	),
	origin,
	permissions: ROLE_MANAGEMENT,
	answers: records(ROLE, { page: LIST_PAGE, key: 'id' }),
});

export const role = resource(
	'role',
	'Role',
	{ create, get, getMany, replace, patch, delete: remove, search },
	'A named set of permissions',
);
