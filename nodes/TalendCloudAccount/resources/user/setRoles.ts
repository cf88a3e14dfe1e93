/** *Set Roles* of a user: assigns the roles that are missing, and revokes the others. */
import { accountRolesField, getManyAccountRoles } from '../../../records/identities/accountRoles';
import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { aboutFields } from '../../../shared/declare/messages';
import { NAME_MESSAGES, valuesToSend } from '../../../shared/flows/valuesToSend';
import { allowEmptySwitch, emptyNeedsSwitch } from '../../accountIdentities';
import { idsOfRecords, makeEqual, MISSING_IDS } from '../../makeEqual';
import { assignRoles, furtherUserFields, getRoles, revokeRole, userPath } from './requests';

export const setRoles = flow({
	name: 'Set Roles',
	action: 'Set all roles of a user and revoke others',
	description:
		'Set the roles of a user to exactly these: missing roles are assigned, others are revoked',
	fields: {
		id: userPath.id,
		roleIds: accountRolesField('Complete list of roles; any left out are removed')
			.optional()
			.onTop(),
	},
	settings: allowEmptySwitch('removes all roles'),
	rules: [emptyNeedsSwitch('roleIds')],
	uses: [getManyAccountRoles, getRoles, assignRoles, revokeRole],
	messages: [...aboutFields(['Role Names or IDs'], NAME_MESSAGES), MISSING_IDS],
	answers: record(undefined),
	run: async (op, { id, roleIds: idsOrNames = [] }) =>
		await op.withRecordLock(assignRoles, { id }, async () => {
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
		}),
});
