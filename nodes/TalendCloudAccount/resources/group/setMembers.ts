import { getManyScimUsers, usersField } from '../../../records/identities/identities';
import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { aboutFields } from '../../../shared/declare/messages';
import { NAME_MESSAGES, valuesToSend } from '../../../shared/flows/valuesToSend';
import { allowEmptySwitch, emptyNeedsSwitch } from '../../accountIdentities';
import { idsOfRecords, makeEqual, MISSING_IDS } from '../../makeEqual';
import { addMembers, getMembers, path, removeMember } from './requests';

const membersField = usersField('Complete list of members; any left out are removed')
	.optional()
	.onTop();

export const setMembers = flow({
	name: 'Set Members',
	action: 'Set all members of a group and remove others',
	description:
		'Set the members of a group to exactly these users: missing users are added, others are removed',
	fields: { id: path.id, userIds: membersField },
	settings: allowEmptySwitch('removes all members'),
	rules: [emptyNeedsSwitch('userIds')],
	uses: [getManyScimUsers, getMembers, addMembers, removeMember],
	messages: [...aboutFields(['User Names or IDs'], NAME_MESSAGES), MISSING_IDS],
	answers: record(undefined),
	run: async (op, { id, userIds: idsOrNames = [] }) =>
		await op.withRecordLock(addMembers, { id }, async () => {
			const wantedIds = await valuesToSend(
				op,
				{ name: 'userIds', field: membersField },
				idsOrNames,
			);
			const present = idsOfRecords(
				op,
				await op.list(getMembers, { id }),
				'the members of the group',
			);
			const difference = await makeEqual({
				present,
				wanted: wantedIds,
				add: async (missing) => await op.sendValues(addMembers, { id, userIds: missing }),
				remove: async (member) => await op.sendValues(removeMember, { id, userId: member }),
			});
			return [{ json: { id, ...difference } }];
		}),
});
