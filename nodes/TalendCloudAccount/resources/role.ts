import {
	accountRoleField,
	getManyAccountRoles as getMany,
	ROLE,
	ROLE_MANAGEMENT,
} from '../../records/identities/accountRoles';
import { userField, usersField } from '../../records/identities/identities';
import { PERMISSIONS } from '../../records/identities/serviceAccounts';
import { nothing, record } from '../../shared/declare/answers';
import { operation, resource, wholeBody } from '../../shared/declare/define';
import { suggestions, text } from '../../shared/declare/fields';
import { aboutFields } from '../../shared/declare/messages';
import { READ_FIRST } from '../../shared/declare/operation';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { uselessWithout } from '../../shared/declare/rules';
import { NAME_MESSAGES } from '../../shared/flows/valuesToSend';
import { createdByName, createdRecord, listOfUsers, NO_SEAT } from '../accountIdentities';
import { namesAsIds } from '../namesAsIds';

const origin = FROM_VENDOR;
const path = { id: accountRoleField() };
const nameField = text('Name of the role; must be unique').eg('Night Shift');
const permissionsField = suggestions(
	'Permissions of the role; an expression can give other permission IDs',
	PERMISSIONS,
).sample(['TMC_OPERATOR']);

const UNKNOWN_PERMISSION =
	'Check the name and the permissions: Talend Cloud refuses a role with an unknown permission.';

const NAME_TAKEN =
	'Another role has this name. Choose another name, or find that role with Get Many.';

const answers = record(ROLE, { requiredFields: ['name'] });

const create = operation('POST /account/roles', {
	name: 'Create',
	action: 'Create a role',
	description: 'Create a custom role from permissions',
	origin,
	permissions: ROLE_MANAGEMENT,
	body: { name: nameField, permissions: permissionsField.optional().onTop() },
	warnings: [uselessWithout('permissions', 'the role allows nothing until Update adds some')],
	refusals: { 400: UNKNOWN_PERMISSION, 409: NAME_TAKEN },
	answers: { ...answers, output: createdRecord, inLocation: true },
	lookUp: createdByName('The role', getMany),
});

const get = operation('GET /account/roles/{id}', {
	name: 'Get',
	action: 'Get a role',
	description: 'Get a role with its permissions',
	origin,
	permissions: ROLE_MANAGEMENT,
	path,
	answers,
});

const update = operation('PUT /account/roles/{id}', {
	destructive: true,
	name: 'Update',
	action: 'Update a role or replace its permissions',
	description: `Change the name or the permissions of a role; ${READ_FIRST}`,
	origin,
	permissions: ROLE_MANAGEMENT,
	path,
	body: {
		name: nameField.optional(),
		permissions: permissionsField
			.describe('Complete list of permissions; any left out are removed')
			.optional(),
	},
	refusals: { 400: UNKNOWN_PERMISSION, 409: NAME_TAKEN },
	answers,
	readFirst: { get, keep: { name: 'always', permissions: 'always' } },
});

const remove = operation('DELETE /account/roles/{id}', {
	name: 'Delete',
	action: 'Delete a role',
	description: 'Delete a custom role; users who have it lose its permissions',
	origin,
	permissions: ROLE_MANAGEMENT,
	path,
	answers: nothing(),
});

const getUsers = operation('GET /account/roles/{id}/users', {
	name: 'Get Users',
	action: 'Get the users of a role',
	description: 'List the users who have a role',
	...listOfUsers,
	permissions: ROLE_MANAGEMENT,
	path,
});

const assignToUsers = operation('POST /account/roles/{id}/users', {
	name: 'Assign to Users',
	action: 'Assign a role to users',
	description: 'Give a role to several users at once; if one of them is unknown, nobody gets it',
	origin,
	permissions: ROLE_MANAGEMENT,
	effect: 'write',
	creates: false,
	path,
	body: wholeBody('userIds', usersField('Users to assign the role to').min(1)),
	refusals: {
		400: 'One of the users is not known, so nobody got the role. Check the IDs.',
		402: NO_SEAT,
	},
	answers: nothing(),
	messages: aboutFields(['User Names or IDs'], NAME_MESSAGES),
	perform: namesAsIds,
});

const revokeFromUser = operation('DELETE /account/roles/{id}/users/{userId}', {
	name: 'Revoke From User',
	action: 'Revoke a role from a user',
	description: 'Take a role away from one user',
	origin,
	permissions: ROLE_MANAGEMENT,
	path: { ...path, userId: userField().uuid() },
	answers: nothing(),
});

export const role = resource(
	'role',
	'Role',
	{
		create,
		get,
		getMany,
		update,
		delete: remove,
		getUsers,
		assignToUsers,
		revokeFromUser,
	},
	'A named set of permissions',
);
