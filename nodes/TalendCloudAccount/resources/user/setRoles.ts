/** *Set Roles* of a user: assigns the roles that are missing, and revokes the others. */
import { accountRolesField, getManyAccountRoles } from '../../../records/identities/accountRoles';
import { type Output, record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import type { Values } from '../../../shared/declare/fields';
import { aboutFields } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { NAME_MESSAGES, valuesToSend } from '../../../shared/flows/valuesToSend';
import { allowEmptySwitch, emptyNeedsSwitch } from '../../accountIdentities';
import { idsOfRecords, makeEqual, MISSING_IDS } from '../../makeEqual';
import { assignRoles, furtherUserFields, getRoles, revokeRole, userPath } from './requests';

const SET_ROLES_MESSAGES = [...aboutFields(['Role Names or IDs'], NAME_MESSAGES), MISSING_IDS];

const setRolesFields = {
	id: userPath.id,
	roleIds: accountRolesField('Complete list of roles; any left out are removed').optional().onTop(),
};

const setRolesSettings = allowEmptySwitch('removes all roles');

type SetRolesInput = Values<typeof setRolesFields> & Values<typeof setRolesSettings>;

export const setRoles = flow({
	name: 'Set Roles',
	action: 'Set all roles of a user and revoke others',
	description:
		'Set the roles of a user to exactly these: missing roles are assigned, others are revoked',
	fields: setRolesFields,
	settings: setRolesSettings,
	rules: [emptyNeedsSwitch('roleIds')],
	uses: [getManyAccountRoles, getRoles, assignRoles, revokeRole],
	messages: SET_ROLES_MESSAGES,
	answers: record(undefined),
	run: setRolesOfUser,
});

async function setRolesOfUser(
	op: ContextShowing<typeof SET_ROLES_MESSAGES>,
	{ id, roleIds: idsOrNames = [] }: SetRolesInput,
): Promise<Output[]> {
	return await op.withRecordLock(assignRoles, { id }, async () => {
		const wantedIds = await valuesToSend(
			op,
			{ name: 'roleIds', field: furtherUserFields.roleIds },
			idsOrNames,
		);
		const present = idsOfRecords(op, await op.list(getRoles, { id }), 'the roles of the user');
		const difference = await makeEqual({
			present,
			wanted: wantedIds,
			add: async (missing) => await op.sendValues(assignRoles, { id, roleIds: missing }),
			remove: async (surplus) => await op.sendValues(revokeRole, { id, roleId: surplus }),
		});
		return [{ json: { id, ...difference } }];
	});
}
