/** *Create or Update* of a user, by login. */
import type { IDataObject } from 'n8n-workflow';

import { getManyAccountRoles } from '../../../records/identities/accountRoles';
import { getManyScimUsers } from '../../../records/identities/identities';
import { quotedInScim } from '../../../records/lists/scimFilter';
import { flow } from '../../../shared/declare/define';
import { aboutFields, problem } from '../../../shared/declare/messages';
import type { OperationContext } from '../../../shared/declare/operation';
import { afterCreation } from '../../../shared/flows/afterCreation';
import { NAME_MESSAGES, valuesToSend } from '../../../shared/flows/valuesToSend';
import { withoutUndefined } from '../../../shared/support/json';
import { createdRecord } from '../../accountIdentities';
import {
	adminField,
	create,
	furtherUserFields,
	get,
	getRoles,
	inviteField,
	update,
	userAnswers,
	userFields,
} from './requests';

const SEVERAL_WITH_LOGIN = problem(
	'{login} matches {count} users: {ids}',
	'Nothing was changed. Change the one you mean by its ID, with Update.',
);

const OTHER_LOGIN = problem(
	'The user {id} has the login {present}, not {login}',
	'Nothing was changed. To change the user, use Update with the ID.',
);

/** The user with a login; undefined if there is none. Only SCIM can search for a login. */
async function userWithLogin(
	op: OperationContext<typeof SEVERAL_WITH_LOGIN>,
	login: string,
): Promise<IDataObject | undefined> {
	const matches = await op.list(getManyScimUsers, {
		filter: `userName eq ${quotedInScim(login)}`,
		attributes: 'userName',
	});
	const fitting = matches.filter(
		({ userName }) => String(userName).toLowerCase() === login.toLowerCase(),
	);
	if (fitting.length > 1)
		throw op.problem(SEVERAL_WITH_LOGIN, {
			login,
			count: fitting.length,
			ids: fitting.map(({ id }) => String(id)).join(', '),
		});
	return fitting[0];
}

export const upsert = flow({
	destructive: true,
	name: 'Create or Update',
	action: 'Create or update a user',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	notice:
		'Users are found by their login. A new user takes a license seat; an email is sent only if Send Invitation is on.',
	fields: userFields,
	optionalAs: 'additionalFields',
	settings: { invite: inviteField, admin: adminField.optional(), ...furtherUserFields },
	uses: [getManyScimUsers, getManyAccountRoles, get, getRoles, create, update],
	answers: { ...userAnswers, leads: ['login', 'created'] },
	messages: [...aboutFields(['Role Names or IDs'], NAME_MESSAGES), SEVERAL_WITH_LOGIN, OTHER_LOGIN],
	lockKey: ({ login }) => `login ${login.toLowerCase()}`,
	run: async (op, { invite, admin, ...newFields }) => {
		const roleIds =
			newFields.roleIds &&
			(await valuesToSend(
				op,
				{ name: 'roleIds', field: furtherUserFields.roleIds },
				newFields.roleIds,
			));
		const wantedUser = withoutUndefined({ ...newFields, roleIds });
		const existing = await userWithLogin(op, newFields.login);
		if (existing === undefined) {
			const user = createdRecord(
				await op.sendValues(create, withoutUndefined({ ...wantedUser, invite, admin })),
			);
			const search = async () => (await userWithLogin(op, newFields.login))?.id;
			const newId = user.id ?? (await afterCreation(`The user ${newFields.login}`, search));
			return [{ json: { ...user, id: newId, created: true } }];
		}
		const id = String(existing.id);
		const [updated] = await op.update(
			update,
			// The given login may be in another letter case.
			{ id, ...wantedUser, login: existing.userName },
			(_op, { present: { login } }) => {
				if (String(login).toLowerCase() !== newFields.login.toLowerCase())
					throw op.problem(OTHER_LOGIN, { id, present: String(login), login: newFields.login });
			},
		);
		return [{ json: { id, ...updated?.json, created: false } }];
	},
});
