import type { IDataObject } from 'n8n-workflow';

import {
	getManyGroups as getMany,
	getManyUsers,
	groupConditions,
	groupId,
	GROUPS,
	userId,
	userIds,
} from '../../records/identities/identities';
import {
	LIST_PAGE,
	projection,
	quotedInScim,
	requestAttributes,
	scimSearch,
	searchBody,
} from '../../records/lists/scimFilter';
import { nothing, record, records } from '../../shared/declare/answers';
import { createdAs } from '../../shared/declare/created';
import { flow, operation, resource, withoutRefusals } from '../../shared/declare/define';
import { rows, text } from '../../shared/declare/fields';
import { aboutFields } from '../../shared/declare/messages';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { uselessWithout } from '../../shared/declare/rules';
import { idsOfNames, NAME_MESSAGES } from '../../shared/flows/idsOfNames';
import { patchBody, patchConstants, patchRules } from '../patch';
import { replacement } from '../replacement';

const path = { id: groupId().uuid() };
const query = projection({ attributes: 'displayName', excluded: 'members' });
const NAME_TAKEN = { 409: 'Another group has this name. Check with Get Many, or choose another.' };

/**
 * The schema of a group. It is the vendor's, because the interface documents do not show the
 * fields.
 */
const GROUP = 'vendor:scim-v2/GroupResource';
const constants = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'] };
const displayName = text('Name of the group; must be unique').eg('Finance');
const members = rows('Users in the group', {
	value: userId(),
	display: text('How the member is shown').eg('Ana Demo').optional(),
	ref: text('Address of the member')
		.wireName('$ref')
		.eg('https://api.eu.cloud.talend.com/scim/v2/Users/8b6b2c56')
		.optional(),
});

const create = operation('POST /scim/v2/Groups', {
	name: 'Create',
	action: 'Create a group',
	description: 'Create a group of users',
	permissions: GROUPS,
	query,
	body: { displayName, members: members.optional() },
	warnings: [uselessWithout('members', 'the group has no members until Add Members adds some')],
	constants,
	refusals: NAME_TAKEN,
	answers: record(undefined, { requiredFields: ['id'] }),
	lookUp: createdAs({
		subject: 'The group',
		list: getMany,
		unique: { displayName: 'displayName' },
		values: ({ displayName: called }) => ({
			filter: `displayName eq ${quotedInScim(String(called))}`,
		}),
	}),
});

const get = operation('GET /scim/v2/Groups/{id}', {
	name: 'Get',
	action: 'Get a group',
	description: 'Get a group with its members',
	origin: FROM_VENDOR,
	permissions: GROUPS,
	path,
	query,
	answers: record(GROUP),
	perform: requestAttributes,
});

const replace = operation('PUT /scim/v2/Groups/{id}', {
	destructive: true,
	name: 'Replace',
	action: 'Replace the name or all members of a group',
	description:
		'Give a group another name, or exactly these members: members that are not in the list are removed',
	origin: FROM_VENDOR,
	permissions: GROUPS,
	path,
	query,
	body: {
		displayName: displayName.optional(),
		members: members
			.describe('Complete list of members; those that are left out are removed')
			.mayBeEmpty()
			.optional(),
	},
	constants,
	refusals: NAME_TAKEN,
	answers: record(GROUP),
	...replacement({
		noun: 'group',
		get,
		name: 'displayName',
		list: 'members',
		loses: 'if you give no members, all of them are removed',
	}),
});

const search = operation('POST /scim/v2/Groups/.search', {
	...scimSearch(
		'groups',
		searchBody('groups', {
			filter: 'displayName sw "Fin"',
			sortBy: 'displayName',
			attributes: ['displayName'],
			excluded: ['members'],
		}),
		groupConditions,
	),
	origin: FROM_VENDOR,
	permissions: GROUPS,
	answers: records(GROUP, { page: LIST_PAGE, key: 'id' }),
});

const patch = operation('PATCH /scim/v2/Groups/{id}', {
	destructive: true,
	name: 'Patch',
	action: 'Patch a group',
	description: 'Rename a group, or add and remove members',
	permissions: GROUPS,
	path,
	query,
	body: patchBody('members[value eq "ID of the user"]', { path: 'displayName', value: 'Finance' }),
	constants: patchConstants,
	rules: patchRules,
	refusals: NAME_TAKEN,
	answers: record(undefined, { requiredFields: ['id'] }),
});

const remove = operation('DELETE /scim/v2/Groups/{id}', {
	name: 'Delete',
	action: 'Delete a group',
	description: 'Delete a group; its users stay',
	permissions: GROUPS,
	path,
	answers: nothing(),
});

/** A patch that changes no name, so that a conflict of names cannot occur. */
const patchMembers = withoutRefusals(patch, 409);

/**
 * An operation that adds or removes members of a group. An empty list is refused, because without
 * users, the platform would remove all members.
 */
const changeMembers = (way: {
	name: string;
	action: string;
	description: string;
	label: string;
	destructive?: boolean;
	operations: (users: readonly string[]) => IDataObject[];
	done: string;
}) =>
	flow({
		name: way.name,
		action: way.action,
		description: way.description,
		permissions: GROUPS,
		...(way.destructive ? { destructive: true } : {}),
		fields: { id: groupId().uuid(), userIds: userIds(way.label).min(1) },
		uses: [getManyUsers, patchMembers],
		messages: aboutFields(['User Names or IDs'], NAME_MESSAGES),
		answers: record(undefined, { requiredFields: ['id'] }),
		lockKey: ({ id: of }) => `group ${of}`,
		run: async (op, { id: wantedGroupId, userIds: idsOrLogins }) => {
			const users = await idsOfNames(
				op,
				{ name: 'userIds', field: userIds(way.label) },
				idsOrLogins,
			);
			await op.sendValues(patchMembers, { id: wantedGroupId, operations: way.operations(users) });
			return [{ json: { id: wantedGroupId, [way.done]: users } }];
		},
	});

const addMembers = changeMembers({
	name: 'Add Members',
	action: 'Add members to a group',
	description: 'Add users to a group; those who are in it already stay',
	label: 'The users to add',
	operations: (users) => [{ op: 'add', path: 'members', value: users.map((value) => ({ value })) }],
	done: 'added',
});

const removeMembers = changeMembers({
	name: 'Remove Members',
	action: 'Remove members from a group',
	description: 'Remove users from a group; the users themselves and the other members stay',
	destructive: true,
	label: 'The users to remove',
	operations: (users) =>
		users.map((value) => ({ op: 'remove', path: `members[value eq ${quotedInScim(value)}]` })),
	done: 'removed',
});

export const group = resource(
	'group',
	'Group',
	{ create, get, getMany, addMembers, removeMembers, replace, patch, delete: remove, search },
	'Users who share roles',
);
