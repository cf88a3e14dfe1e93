import { getManyScimUsers, usersField } from '../../../records/identities/identities';
import { type Output, record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import type { Values } from '../../../shared/declare/fields';
import { aboutFields } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { NAME_MESSAGES, valuesToSend } from '../../../shared/flows/valuesToSend';
import { allowEmptySwitch, emptyNeedsSwitch } from '../../accountIdentities';
import { idsOfRecords, makeEqual, MISSING_IDS } from '../../makeEqual';
import { addUsers, getUsers, path, removeUser } from './requests';

const membersField = usersField('Complete list of members; any left out are removed')
	.optional()
	.onTop();

const SET_MEMBERS_MESSAGES = [...aboutFields(['User Names or IDs'], NAME_MESSAGES), MISSING_IDS];

const setMembersFields = { id: path.id, userIds: membersField };

const setMembersSettings = allowEmptySwitch('removes all members');

type SetMembersInput = Values<typeof setMembersFields> & Values<typeof setMembersSettings>;

export const setMembers = flow({
	name: 'Set Members',
	action: 'Set all members of a group and remove others',
	description:
		'Set the members of a group to exactly these users: missing users are added, others are removed',
	fields: setMembersFields,
	settings: setMembersSettings,
	rules: [emptyNeedsSwitch('userIds')],
	uses: [getManyScimUsers, getUsers, addUsers, removeUser],
	messages: SET_MEMBERS_MESSAGES,
	answers: record(undefined),
	run: setMembersOfGroup,
});

async function setMembersOfGroup(
	op: ContextShowing<typeof SET_MEMBERS_MESSAGES>,
	{ id, userIds: idsOrNames = [] }: SetMembersInput,
): Promise<Output[]> {
	return await op.withRecordLock(addUsers, { id }, async () => {
		const wantedIds = await valuesToSend(op, { name: 'userIds', field: membersField }, idsOrNames);
		const present = idsOfRecords(op, await op.list(getUsers, { id }), 'the members of the group');
		const difference = await makeEqual({
			present,
			wanted: wantedIds,
			add: async (missing) => await op.sendValues(addUsers, { id, userIds: missing }),
			remove: async (member) => await op.sendValues(removeUser, { id, userId: member }),
		});
		return [{ json: { id, ...difference } }];
	});
}
