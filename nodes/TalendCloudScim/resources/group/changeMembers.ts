/** What *Add Members* and *Remove Members* have in common. */
import type { IDataObject } from 'n8n-workflow';

import {
	getManyScimUsers,
	groupField,
	GROUPS,
	usersField,
} from '../../../records/identities/identities';
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
export const changeMembers = (way: {
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
