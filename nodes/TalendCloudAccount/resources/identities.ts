/** What users, groups and roles of the account have in common, and the lists that they refer to. */
import type { IDataObject } from 'n8n-workflow';

import { records } from '../../shared/declare/answers';
import { createdAs } from '../../shared/declare/created';
import { operation } from '../../shared/declare/define';
import { boolean, id, integer, text } from '../../shared/declare/field';
import { FROM_VENDOR } from '../../shared/declare/origin';
import type { RequestOperation } from '../../shared/declare/operation';
import { type Paging } from '../../shared/declare/lists/paging';
import { pageHeaders } from '../paging';
import { picker } from '../../shared/declare/lists/picker';
import type { Rule } from '../../shared/declare/rules';
import { listOf } from '../../shared/declare/lists/source';
import type { Answer } from '../../shared/declare/wire';

export const ROLES = 'TMC_ROLE_MANAGEMENT';

export const USER = 'vendor:identities-management/UserResponse';
export const GROUP = 'vendor:identities-management/Group';
export const ROLE = 'vendor:identities-management/Role';

/** What a 402 means. */
export const NO_SEAT =
	'The license has no seat left. Free one (take a role away from a user who does not need it, or deactivate or delete a user) or extend the license. Subscription, Get shows the number of seats.';

/** Users, groups and roles come in pages of at most 100, and headers say which page is the last. */
export const pages: Paging = { ...pageHeaders, largest: 100 };

export const pageQuery = {
	page: integer('Number of the first page to read, from 1')
		.min(1)
		.byDefault(1)
		.sample(2)
		.optional(),
	size: integer('Records in one page; the node asks for as many as it needs when not set')
		.label('Page Size')
		.min(1)
		.max(100)
		.sample(100)
		.optional(),
};

/** How the users of a group or role are listed. */
export const listOfUsers = {
	extra: FROM_VENDOR,
	query: pageQuery,
	pages,
	answers: records(USER, { key: 'id' }),
} as const;

/** How to find a group or role whose creation had no response. */
export const createdByName = (noun: string, list: RequestOperation) =>
	createdAs({
		noun,
		list,
		unique: { name: 'name' },
		values: ({ name: called }) => ({ nameFilter: called, size: 100 }),
	});

/** Whether a part of a name is enough is not documented. */
export const nameFilter = (what: string, example: string) =>
	text(`Only ${what} whose name matches this text`).label('Name').eg(example).optional();

/**
 * A created record, with its ID: the platform returns it in the record or at the end of the
 * record's address.
 */
export const createdRecord = ({ body, headers }: Answer): IDataObject => {
	const { id: own, ...rest } = (body ?? {}) as IDataObject;
	const createdId =
		own ??
		headers.location
			?.split('?')[0]
			?.split('/')
			.filter((part) => part !== '')
			.at(-1);
	return { ...(createdId === undefined ? {} : { id: createdId }), ...rest };
};

export const getManyRoles = operation('GET /account/roles', {
	name: 'Get Many',
	action: 'Get many roles',
	description: 'List the roles of the account, built-in and custom',
	extra: FROM_VENDOR,
	needs: ROLES,
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
export const roleId = (description = 'The role') =>
	id(description).label('Role').pick(rolePicker).uuid();

/** Several roles, as a field of an operation that looks names up. */
export const roleIds = (description: string) => listOf(rolePicker, 'loadRoles', description);

/** Several roles, if the platform accepts their names; IDs are looked up. */
export const roleNames = (description: string) =>
	listOf(rolePicker, 'loadRoleNames', description, 'name').sample(['Operator']);

/** The switch without which an empty list does not remove everything. */
export const allowEmptySwitch = (description: string) => ({
	allowEmpty: boolean(
		`Whether an empty list ${description}; when off, an empty list is refused, such as that of an expression that found nothing`,
	).startsWith(false),
});

/** An empty list removes everything, so it must be intended. */
export const emptyNeedsSwitch = (field: string): Rule => ({
	field,
	says: `${field} needs at least one entry unless allowEmpty is on`,
	check: (values) =>
		values[field] === undefined && values.allowEmpty !== true
			? 'needs at least one entry; to take all away, switch Allow Empty on'
			: undefined,
});
