import type { IDataObject } from 'n8n-workflow';

import {
	accountRoleId,
	getManyRoles,
	nameFilter,
	pageQuery,
	pages,
	ROLE,
	roleIds,
} from '../../records/identities/accountRoles';
import {
	getManyUsers as scimUsers,
	groupId,
	groupIds,
	userId,
	USERS,
} from '../../records/identities/identities';
import { quotedInScim } from '../../records/lists/scimFilter';
import { nothing, type Output, record, records } from '../../shared/declare/answers';
import { createdAs } from '../../shared/declare/created';
import { flow, operation, resource, wholeBody } from '../../shared/declare/define';
import { boolean, choice, text, type Values } from '../../shared/declare/field';
import { aboutFields, problem } from '../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { idsOf, NAME_MESSAGES } from '../../shared/flows/named';
import { afterCreation } from '../../shared/flows/readIfThere';
import { READ_FIRST } from '../../shared/flows/wholeRecords';
import {
	allowEmptySwitch,
	createdRecord,
	emptyNeedsSwitch,
	getManyAccountUsers,
	GROUP,
	NO_SEAT,
	USER,
} from '../accountIdentities';
import { idsIn, makeEqual, WITHOUT_IDS } from '../difference';
import { namesAsIds, withNamesAsIds } from '../namesAsIds';
import { getAccess } from '../userAccess';

const extra = FROM_VENDOR;
const path = { id: userId().uuid() };

const LANGUAGES = [
	{ value: 'en', name: 'English' },
	{ value: 'fr', name: 'French' },
	{ value: 'de', name: 'German' },
	{ value: 'ja', name: 'Japanese' },
];

const fields = {
	login: text('What the user signs in with; must be unique').eg('ana.demo@example.com'),
	email: text('Email address; must be unique').label('Email').eg('ana.demo@example.com'),
	firstName: text('First name of the user').eg('Ana'),
	lastName: text('Last name of the user').eg('Demo'),
};

const further = {
	active: boolean('Whether the user can sign in').sample(true).optional(),
	phone: text('Phone number with its country code').eg('+33 1 23 45 67 89').optional(),
	preferredLanguage: choice('Preferred language of the user', LANGUAGES).sample('fr').optional(),
	roleIds: roleIds('Complete list of roles; those that are left out are removed').optional(),
	timezone: text('Time zone of the user')
		.timeZone()
		.label('Time Zone')
		.eg('Europe/Paris')
		.optional(),
	title: text('Job title').eg('Analyst').optional(),
};

/** The platform sends the email unless the value says otherwise, so the value is always sent. */
const invite = boolean('Whether the platform sends the user an invitation by email')
	.label('Send Invitation')
	.initial(false);
const admin = boolean('Whether the user gets the administrator roles as well')
	.label('Administrator')
	.byDefault(false);

const TAKEN =
	'Another user has this login or this email address. Check with Get Many, or use Create or Update.';

const answers = record(USER, { requiredFields: ['login'] });

const create = operation('POST /account/users', {
	name: 'Create',
	action: 'Create a user',
	description: 'Create a user who can sign in to the account; takes a seat of the license',
	extra,
	permissions: USERS,
	query: { invite, admin: admin.optional() },
	body: { ...fields, ...further, roleIds: roleIds('Roles of the user').optional() },
	refusals: { 402: NO_SEAT, 409: TAKEN },
	answers: { ...answers, output: createdRecord, inLocation: true },
	messages: aboutFields(['Role Names or IDs'], NAME_MESSAGES),
	perform: namesAsIds,
	lookUp: createdAs({
		subject: 'The user',
		list: scimUsers,
		unique: { userName: 'login' },
		values: ({ login }) => ({ filter: `userName eq ${quotedInScim(String(login))}` }),
	}),
});

const get = operation('GET /account/users/{id}', {
	name: 'Get',
	action: 'Get a user',
	description: 'Read one user with the IDs of the roles',
	extra,
	permissions: USERS,
	path,
	answers,
});

const remove = operation('DELETE /account/users/{id}', {
	name: 'Delete',
	action: 'Delete a user',
	description:
		'Delete a user permanently; to block sign-in without deleting the user, turn off Active with Update',
	extra,
	permissions: USERS,
	path,
	answers: nothing(),
});

const getGroups = operation('GET /account/users/{id}/groups', {
	name: 'Get Groups',
	action: 'Get the groups of a user',
	description: 'List the groups that a user is in',
	extra,
	permissions: USERS,
	path,
	query: { nameFilter: nameFilter('groups', 'Finance'), ...pageQuery },
	pages,
	answers: records(GROUP, { key: 'id' }),
});

const addToGroups = operation('POST /account/users/{id}/groups', {
	name: 'Add to Groups',
	action: 'Add a user to groups',
	description: 'Add a user to groups; if one of them is unknown, the user is added to none',
	extra,
	permissions: USERS,
	effect: 'write',
	creates: false,
	path,
	body: wholeBody('groupIds', groupIds('The groups').min(1)),
	refusals: {
		400: 'One of the groups is not known, so the user was put into none of them. Check the IDs.',
	},
	answers,
	messages: aboutFields(['Group Names or IDs'], NAME_MESSAGES),
	perform: namesAsIds,
});

const removeFromGroup = operation('DELETE /account/users/{id}/groups/{groupId}', {
	name: 'Remove From Group',
	action: 'Remove a user from a group',
	description: 'Remove a user from one group',
	extra,
	permissions: USERS,
	path: { ...path, groupId: groupId().uuid() },
	answers: nothing(),
});

const getRoles = operation('GET /account/users/{id}/roles', {
	name: 'Get Roles',
	action: 'Get the roles of a user',
	description: 'List the roles that a user has',
	extra,
	permissions: USERS,
	path,
	query: pageQuery,
	pages,
	answers: records(ROLE, { key: 'id' }),
});

const addRoles = operation('POST /account/users/{id}/roles', {
	name: 'Assign Roles',
	action: 'Assign roles to a user',
	description: 'Give a user more roles; if one of them is unknown, none is given',
	extra,
	permissions: USERS,
	effect: 'write',
	creates: false,
	path,
	body: wholeBody('roleIds', roleIds('The roles').min(1)),
	refusals: {
		400: 'One of the roles is not known, so the user got none of them. Check the IDs.',
		402: NO_SEAT,
	},
	answers,
	messages: aboutFields(['Role Names or IDs'], NAME_MESSAGES),
	perform: namesAsIds,
});

const removeRole = operation('DELETE /account/users/{id}/roles/{roleId}', {
	name: 'Revoke Role',
	action: 'Revoke a role of a user',
	description: 'Take one role away from a user',
	extra,
	permissions: USERS,
	path: { ...path, roleId: accountRoleId() },
	answers: nothing(),
});

const update = operation('PUT /account/users/{id}', {
	destructive: true,
	name: 'Update',
	action: 'Update a user or replace all roles',
	description: `Change a user; ${READ_FIRST}`,
	extra,
	permissions: USERS,
	path,
	body: {
		login: fields.login.optional(),
		email: fields.email.optional(),
		firstName: fields.firstName.optional(),
		lastName: fields.lastName.optional(),
		...further,
	},
	refusals: { 402: NO_SEAT, 409: TAKEN },
	answers,
	messages: [...aboutFields(['Role Names or IDs'], NAME_MESSAGES), WITHOUT_IDS],
	prepare: withNamesAsIds,
	readFirst: {
		get,
		keep: {
			login: 'always',
			...Object.fromEntries(
				Object.keys({ ...fields, ...further })
					.filter((name) => name !== 'login')
					.map((name) => [name, 'ifAny']),
			),
		},
		// The roles are read separately if the user record lacks them: a user that is written without
		// roles may lose them.
		toUpdate: async ({ preferredLanguage, ...present }, op, { values }) => ({
			...present,
			// What the platform says of a language that it does not have, and does not take.
			...(preferredLanguage === 'unsupported' ? {} : { preferredLanguage }),
			roleIds:
				present.roleIds ??
				idsIn(op, await op.list(getRoles, { id: values.id }), 'the roles of the user'),
		}),
	},
});

const SEVERAL = problem(
	'{login} matches {count} users: {ids}',
	'Nothing was changed. Change the one you mean by its ID, with Update.',
);
const OTHER_LOGIN = problem(
	'The user {id} has the login {present}, not {login}',
	'Nothing was changed. Change the user by the ID, with Update.',
);

/** The user with a login; nothing if there is none. Only SCIM can search for one. */
async function userWithLogin(
	op: OperationContext<typeof SEVERAL>,
	login: string,
): Promise<IDataObject | undefined> {
	const matches = await op.list(scimUsers, {
		filter: `userName eq ${quotedInScim(login)}`,
		attributes: 'userName',
	});
	const fitting = matches.filter(
		({ userName }) => String(userName).toLowerCase() === login.toLowerCase(),
	);
	if (fitting.length > 1)
		throw op.problem(SEVERAL, {
			login,
			count: fitting.length,
			ids: fitting.map(({ id }) => String(id)).join(', '),
		});
	return fitting[0];
}

const UPSERT_MESSAGES = [
	...aboutFields(['Role Names or IDs'], NAME_MESSAGES),
	SEVERAL,
	OTHER_LOGIN,
];

const upsertSettings = { invite, admin: admin.optional(), ...further };

const upsert = flow({
	destructive: true,
	name: 'Create or Update',
	action: 'Create or update a user',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	notice:
		'Found by the login. A new user takes a seat of the license; an email is sent only when Send Invitation is on.',
	fields,
	optionalAs: 'additionalFields',
	settings: upsertSettings,
	uses: [scimUsers, getManyRoles, get, create, update],
	answers: { ...answers, leads: ['login', 'created'] },
	messages: UPSERT_MESSAGES,
	lockKey: ({ login }) => `login ${login.toLowerCase()}`,
	run: createOrUpdate,
});

/** The input of *Create or Update*. */
type UpsertInput = Values<typeof fields> & Values<typeof upsertSettings>;

async function createOrUpdate(
	op: ContextShowing<typeof UPSERT_MESSAGES>,
	{ invite: mail, admin: administrator, ...newFields }: UpsertInput,
): Promise<Output[]> {
	const roles =
		newFields.roleIds &&
		(await idsOf(op, { name: 'roleIds', field: further.roleIds }, newFields.roleIds));
	const wantedUser = withoutUndefined({ ...newFields, roleIds: roles });
	const existing = await userWithLogin(op, newFields.login);
	if (existing === undefined) {
		const user = createdRecord(
			await op.sendValues(
				create,
				withoutUndefined({ ...wantedUser, invite: mail, admin: administrator }),
			),
		);
		const search = async () => (await userWithLogin(op, newFields.login))?.id;
		const newId = user.id ?? (await afterCreation(`The user ${newFields.login}`, search));
		return [{ json: { ...user, id: newId, created: true } }];
	}
	const id = String(existing.id);
	const [updated] = await op.update(
		update,
		{ id, ...wantedUser },
		(_call, { present: { login } }) => {
			if (String(login).toLowerCase() !== newFields.login.toLowerCase())
				throw op.problem(OTHER_LOGIN, { id, present: String(login), login: newFields.login });
		},
	);
	return [{ json: { id, ...updated?.json, created: false } }];
}

const withoutUndefined = (values: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const SET_ROLES_MESSAGES = [...aboutFields(['Role Names or IDs'], NAME_MESSAGES), WITHOUT_IDS];

const setRolesFields = {
	id: path.id,
	roleIds: roleIds('Complete list of roles; those that are left out are removed')
		.optional()
		.onTop(),
};

const setRolesSettings = allowEmptySwitch('removes all roles');

/** The input of *Set Roles*. */
type SetRolesInput = Values<typeof setRolesFields> & Values<typeof setRolesSettings>;

const setRoles = flow({
	name: 'Set Roles',
	action: 'Set all roles of a user and revoke others',
	description:
		'Set the roles of a user to exactly these: missing roles are assigned, others are revoked',
	fields: setRolesFields,
	settings: setRolesSettings,
	rules: [emptyNeedsSwitch('roleIds')],
	uses: [getManyRoles, getRoles, addRoles, removeRole],
	messages: SET_ROLES_MESSAGES,
	answers: record(undefined),
	run: setRolesOfUser,
});

async function setRolesOfUser(
	op: ContextShowing<typeof SET_ROLES_MESSAGES>,
	{ id, roleIds: idsOrNames = [] }: SetRolesInput,
): Promise<Output[]> {
	return await op.withRecordLock(addRoles, { id }, async () => {
		const wantedIds = await idsOf(op, { name: 'roleIds', field: further.roleIds }, idsOrNames);
		const present = idsIn(op, await op.list(getRoles, { id }), 'the roles of the user');
		const difference = await makeEqual({
			present,
			wanted: wantedIds,
			add: async (missing) => await op.sendValues(addRoles, { id, roleIds: missing }),
			remove: async (surplus) => await op.sendValues(removeRole, { id, roleId: surplus }),
		});
		return [{ json: { id, ...difference } }];
	});
}

export const user = resource(
	'user',
	'User',
	{
		create,
		get,
		getMany: getManyAccountUsers,
		update,
		delete: remove,
		upsert,
		getGroups,
		addToGroups,
		removeFromGroup,
		getRoles,
		assignRoles: addRoles,
		revokeRole: removeRole,
		setRoles,
		getAccess,
	},
	'A person who signs in to the account',
);
