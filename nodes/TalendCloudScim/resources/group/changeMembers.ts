/** *Add Members* and *Remove Members*. */
import type { IDataObject } from 'n8n-workflow';

import {
	getManyScimUsers,
	groupField,
	GROUPS,
	usersField,
} from '../../../records/identities/identities';
import { quotedInScim } from '../../../records/lists/scimFilter';
import { record } from '../../../shared/declare/answers';
import { flow, withoutRefusals } from '../../../shared/declare/define';
import { aboutFields } from '../../../shared/declare/messages';
import { NAME_MESSAGES, valuesToSend } from '../../../shared/flows/valuesToSend';
import { patch } from './requests';

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
		destructive: way.destructive,
		fields: { id: groupField().uuid(), userIds: usersField(way.label).min(1) },
		uses: [getManyScimUsers, patchMembers],
		messages: aboutFields(['User Names or IDs'], NAME_MESSAGES),
		answers: record(undefined, { requiredFields: ['id'] }),
		lockKey: ({ id: wantedGroupId }) => `group ${wantedGroupId}`,
		run: async (op, { id: wantedGroupId, userIds: idsOrLogins }) => {
			const users = await valuesToSend(
				op,
				{ name: 'userIds', field: usersField(way.label) },
				idsOrLogins,
			);
			await op.sendValues(patchMembers, { id: wantedGroupId, operations: way.operations(users) });
			return [{ json: { id: wantedGroupId, [way.done]: users } }];
		},
	});

export const addMembers = changeMembers({
	name: 'Add Members',
	action: 'Add members to a group',
	description: 'Add users to a group; current members stay',
	label: 'The users to add',
	operations: (users) => [{ op: 'add', path: 'members', value: users.map((value) => ({ value })) }],
	done: 'added',
});

export const removeMembers = changeMembers({
	name: 'Remove Members',
	action: 'Remove members from a group',
	description: 'Remove users from a group; the users themselves and the other members stay',
	destructive: true,
	label: 'The users to remove',
	operations: (users) =>
		users.map((value) => ({ op: 'remove', path: `members[value eq ${quotedInScim(value)}]` })),
	done: 'removed',
});
