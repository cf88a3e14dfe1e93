/**
 * The roles that the Account API lists, and the fields for choosing them. The roles of SCIM are in
 * identities.ts.
 */
import { records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id, integer, text } from '../../shared/declare/fields';
import { listOf } from '../../shared/declare/lists/loadedChoices';
import type { Paging } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { pageHeaders } from '../lists/accountPaging';

export const ROLE_MANAGEMENT = 'TMC_ROLE_MANAGEMENT';

export const ROLE = 'vendor:identities-management/Role';

/**
 * How the Account API pages users, groups and roles: at most 100 on a page, and headers say which
 * page is the last.
 */
export const identityPages: Paging = { ...pageHeaders, largest: 100 };

export const identityPageFields = {
	page: integer('Page to start with; the first page is 1').min(1).byDefault(1).sample(2).optional(),
	size: integer('Records per page; by default, as many as the node needs')
		.label('Page Size')
		.min(1)
		.max(100)
		.sample(100)
		.optional(),
};

/** The filter of a list by name. It is not documented whether a part of a name is enough. */
export const nameFilterField = (what: string, example: string) =>
	text(`Only ${what} whose name matches this text`).label('Name').eg(example).optional();

export const getManyAccountRoles = operation('GET /account/roles', {
	name: 'Get Many',
	action: 'Get many roles',
	description: 'List the roles of the account, built-in and custom',
	origin: FROM_VENDOR,
	permissions: ROLE_MANAGEMENT,
	query: { nameFilter: nameFilterField('roles', 'Operator'), ...identityPageFields },
	pages: identityPages,
	answers: records(ROLE, { key: 'id' }),
});

/** This picker does not use the platform's search, which may find only whole names. */
export const accountRolePicker = picker({
	noun: 'role',
	method: 'searchRoles',
	list: getManyAccountRoles,
	entry: ({ id: value, name }) => ({ id: value, name }),
	byName: true,
	example: '4f0d2b9e-7c35-4a18-9d62-8e1b5a7c3f20',
});

/** A field for choosing a role of the account. */
export const accountRoleField = (description = 'The role') =>
	id(description).label('Role').pick(accountRolePicker).uuid();

/**
 * A field for choosing several roles by name or ID. An operation must replace the names by IDs
 * (`valuesToSend`).
 */
export const accountRolesField = (description: string) =>
	listOf(accountRolePicker, 'loadRoles', description);

/**
 * A field for choosing several roles, for requests that take names. An operation must replace IDs
 * by names (`valuesToSend`).
 */
export const accountRoleNamesField = (description: string) =>
	listOf(accountRolePicker, 'loadRoleNames', description, 'name').sample(['Operator']);
