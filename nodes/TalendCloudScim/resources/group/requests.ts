/** The requests about groups. */

import {
	getManyGroups as getMany,
	groupConditions,
	groupField,
	GROUPS,
	userField,
} from '../../../records/identities/identities';
import {
	LIST_PAGE,
	projection,
	quotedInScim,
	requestAttributes,
	scimSearch,
	searchBody,
} from '../../../records/lists/scimFilter';
import { nothing, record, records } from '../../../shared/declare/answers';
import { createdAs } from '../../../shared/declare/createdAs';
import { operation } from '../../../shared/declare/define';
import { rows, text } from '../../../shared/declare/fields';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { uselessWithout } from '../../../shared/declare/rules';
import { patchBody, patchConstants, patchRules } from '../../patch';
import { replacement } from '../../replacement';

const path = { id: groupField().uuid() };
const query = projection({ attributes: 'displayName', excluded: 'members' });
const NAME_TAKEN = {
	409: 'Another group has this name. Choose another name, or find that group with Get Many.',
};

/**
 * The schema of a group. It is that of Talend's OpenAPI file, because the interface documents do
 * not show the fields.
 */
const GROUP = 'vendor:scim-v2/GroupResource';
const constants = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'] };
const displayNameField = text('Name of the group; must be unique').eg('Finance');
const membersField = rows('Users in the group', {
	value: userField(),
	display: text('How the member is shown').eg('Ana Demo').optional(),
	ref: text('URL of the member')
		.label('URL')
		.wireName('$ref')
		.eg('https://api.eu.cloud.talend.com/scim/v2/Users/8b6b2c56')
		.optional(),
});

export const create = operation('POST /scim/v2/Groups', {
	name: 'Create',
	action: 'Create a group',
	description: 'Create a group of users',
	permissions: GROUPS,
	query,
	body: { displayName: displayNameField, members: membersField.optional() },
	warnings: [uselessWithout('members', 'the group has no members until Add Members adds some')],
	constants,
	refusals: NAME_TAKEN,
	answers: record(undefined, { requiredFields: ['id'] }),
	lookUp: createdAs({
		subject: 'The group',
		list: getMany,
		unique: { displayName: 'displayName' },
		values: ({ displayName }) => ({
			filter: `displayName eq ${quotedInScim(String(displayName))}`,
		}),
	}),
});

export const get = operation('GET /scim/v2/Groups/{id}', {
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

export const replace = operation('PUT /scim/v2/Groups/{id}', {
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
		displayName: displayNameField.optional(),
		members: membersField
			.describe('Complete list of members; any left out are removed')
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

export const search = operation('POST /scim/v2/Groups/.search', {
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

export const patch = operation('PATCH /scim/v2/Groups/{id}', {
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

export const remove = operation('DELETE /scim/v2/Groups/{id}', {
	name: 'Delete',
	action: 'Delete a group',
	description: 'Delete a group; its users stay',
	permissions: GROUPS,
	path,
	answers: nothing(),
});
