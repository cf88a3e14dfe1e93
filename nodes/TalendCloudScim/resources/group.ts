import { nothing, record } from '../../shared/declare/answers';
import { rows, text } from '../../shared/declare/field';
import { operation, resource } from '../../shared/declare/define';
import { projection } from './filter';
import { getManyGroups as getMany, groupId, GROUPS as needs, userId } from './lists';
import { patchBody, patchConstants, patchRules } from './patch';

const path = { id: groupId().uuid() };
const query = projection({ attributes: 'displayName', excluded: 'members' });
const TAKEN = { 409: 'Another group has this name. Look for it with Get Many, or choose another.' };

const create = operation('POST /scim/v2/Groups', {
	name: 'Create',
	action: 'Create a group',
	description: 'Create a group of users',
	needs,
	query,
	body: {
		displayName: text('Name of the group; no other group may have it').eg('Finance'),
		members: rows('Users in the group', {
			value: userId(),
			display: text('How the member is shown').eg('Ana Demo').optional(),
			ref: text('Address of the member').wireName('$ref').eg('https://api.eu.cloud.talend.com/scim/v2/Users/8b6b2c56').optional(),
		}).optional(),
	},
	constants: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'] },
	refusals: TAKEN,
	answers: record(undefined),
});

const patch = operation('PATCH /scim/v2/Groups/{id}', {
	name: 'Patch',
	action: 'Patch a group',
	description: 'Rename a group, or add and remove members',
	needs,
	path,
	query,
	body: patchBody('members[value eq "8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11"]'),
	constants: patchConstants,
	rules: patchRules,
	refusals: TAKEN,
	answers: record(undefined),
});

const remove = operation('DELETE /scim/v2/Groups/{id}', {
	name: 'Delete',
	action: 'Delete a group',
	description: 'Delete a group; its users stay',
	needs,
	path,
	answers: nothing(),
});

export const group = resource('group', 'Group', { create, getMany, patch, delete: remove }, 'Users who share roles');
