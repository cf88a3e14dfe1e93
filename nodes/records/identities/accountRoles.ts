/**
 * Roles as the Account API lists them, and the fields that choose from the list. Those of SCIM are
 * in identities.ts.
 */
import { records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id, integer, text } from '../../shared/declare/field';
import { listOf } from '../../shared/declare/lists/loadedChoices';
import type { Paging } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { pageHeaders } from '../lists/accountPaging';

export const ROLE_MANAGEMENT = 'TMC_ROLE_MANAGEMENT';

export const ROLE = 'vendor:identities-management/Role';

/** Users, groups and roles come in pages of at most 100, and headers say which page is the last. */
export const pages: Paging = { ...pageHeaders, largest: 100 };

export const pageQuery = {
	page: integer('Number of the first page to read, from 1')
		.min(1)
		.byDefault(1)
		.sample(2)
		.optional(),
	size: integer('Records in one page; defaults to as many as the node needs')
		.label('Page Size')
		.min(1)
		.max(100)
		.sample(100)
		.optional(),
};

/** Whether a part of a name is enough is not documented. */
export const nameFilter = (what: string, example: string) =>
	text(`Only ${what} whose name matches this text`).label('Name').eg(example).optional();

export const getManyRoles = operation('GET /account/roles', {
	name: 'Get Many',
	action: 'Get many roles',
	description: 'List the roles of the account, built-in and custom',
	origin: FROM_VENDOR,
	permissions: ROLE_MANAGEMENT,
	query: { nameFilter: nameFilter('roles', 'Operator'), ...pageQuery },
	pages,
	answers: records(ROLE, { key: 'id' }),
});

/** Without the platform's own search: it may want whole names. */
export const rolePicker = picker({
	noun: 'role',
	method: 'searchRoles',
	list: getManyRoles,
	entry: ({ id: value, name }) => ({ id: String(value ?? ''), name: String(name ?? '') }),
	byName: true,
	example: '4f0d2b9e-7c35-4a18-9d62-8e1b5a7c3f20',
});

/** A role of the account, as a field of an operation. */
export const accountRoleId = (description = 'The role') =>
	id(description).label('Role').pick(rolePicker).uuid();

/** Several roles, as a field of an operation that resolves names. */
export const roleIds = (description: string) => listOf(rolePicker, 'loadRoles', description);

/** Several roles, if the platform accepts their names; IDs are replaced by names. */
export const roleNames = (description: string) =>
	listOf(rolePicker, 'loadRoleNames', description, 'name').sample(['Operator']);
