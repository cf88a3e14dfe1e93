/** The requests about users, with their fields. */
import {
	accountRoleField,
	accountRolesField,
	identityPageFields,
	identityPages,
	nameFilterField,
	ROLE,
} from '../../../records/identities/accountRoles';
import {
	getManyScimUsers,
	groupField,
	groupsField,
	userField,
	USERS,
} from '../../../records/identities/identities';
import { quotedInScim } from '../../../records/lists/scimFilter';
import { nothing, record, records } from '../../../shared/declare/answers';
import { createdAs } from '../../../shared/declare/createdAs';
import { operation, wholeBody } from '../../../shared/declare/define';
import { boolean, choice, text } from '../../../shared/declare/fields';
import { aboutFields } from '../../../shared/declare/messages';
import { READ_FIRST } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { NAME_MESSAGES } from '../../../shared/flows/valuesToSend';
import { createdRecord, GROUP, listOfUsers, NO_SEAT, USER } from '../../accountIdentities';
import { idsOfRecords, MISSING_IDS } from '../../makeEqual';
import { namesAsIds, withNamesAsIds } from '../../namesAsIds';

const origin = FROM_VENDOR;

export const userPath = { id: userField().uuid() };

const LANGUAGES = [
	{ value: 'en', name: 'English' },
	{ value: 'fr', name: 'French' },
	{ value: 'de', name: 'German' },
	{ value: 'ja', name: 'Japanese' },
];

export const userFields = {
	login: text('What the user signs in with; must be unique')
		.identifier()
		.eg('ana.demo@example.com'),
	email: text('Email address; must be unique')
		.identifier()
		.label('Email')
		.eg('ana.demo@example.com'),
	firstName: text('First name of the user').eg('Ana'),
	lastName: text('Last name of the user').eg('Demo'),
};

export const furtherUserFields = {
	active: boolean('Whether the user can sign in').sample(true).optional(),
	phone: text('Phone number with its country code').eg('+33 1 23 45 67 89').optional(),
	preferredLanguage: choice('Preferred language of the user', LANGUAGES).sample('fr').optional(),
	roleIds: accountRolesField('Complete list of roles; any left out are removed').optional(),
	timezone: text('Time zone of the user')
		.timeZone()
		.label('Time Zone')
		.eg('Europe/Paris')
		.optional(),
	title: text('Job title').eg('Analyst').optional(),
};

/** By default, the platform sends the email. So the value of the switch is always sent. */
export const inviteField = boolean('Whether Talend Cloud sends the user an invitation by email')
	.label('Send Invitation')
	.initial(false);

export const adminField = boolean('Whether the user gets the administrator roles as well')
	.label('Administrator')
	.byDefault(false);

const LOGIN_TAKEN =
	'Another user has this login or this email address. Find that user with Get Many.';

export const userAnswers = record(USER, { requiredFields: ['login'] });

export const create = operation('POST /account/users', {
	name: 'Create',
	action: 'Create a user',
	description: 'Create a user who can sign in to the account; takes a seat of the license',
	origin,
	permissions: USERS,
	query: { invite: inviteField, admin: adminField.optional() },
	body: {
		...userFields,
		...furtherUserFields,
		roleIds: accountRolesField('Roles of the user').optional(),
	},
	refusals: { 402: NO_SEAT, 409: LOGIN_TAKEN },
	answers: { ...userAnswers, output: createdRecord, inLocation: true },
	messages: aboutFields(['Role Names or IDs'], NAME_MESSAGES),
	perform: namesAsIds,
	lookUp: createdAs({
		subject: 'The user',
		list: getManyScimUsers,
		unique: { userName: 'login' },
		values: ({ login }) => ({ filter: `userName eq ${quotedInScim(String(login))}` }),
	}),
});

export const get = operation('GET /account/users/{id}', {
	name: 'Get',
	action: 'Get a user',
	description: 'Get a user with the IDs of the roles',
	origin,
	permissions: USERS,
	path: userPath,
	answers: userAnswers,
});

export const getRoles = operation('GET /account/users/{id}/roles', {
	name: 'Get Roles',
	action: 'Get the roles of a user',
	description: 'List the roles that a user has',
	origin,
	permissions: USERS,
	path: userPath,
	query: identityPageFields,
	pages: identityPages,
	answers: records(ROLE, { key: 'id' }),
});

export const assignRoles = operation('POST /account/users/{id}/roles', {
	name: 'Assign Roles',
	action: 'Assign roles to a user',
	description: 'Give a user more roles; if one of them is unknown, none is given',
	origin,
	permissions: USERS,
	effect: 'write',
	creates: false,
	path: userPath,
	body: wholeBody('roleIds', accountRolesField('Roles to assign').min(1)),
	refusals: {
		400: 'One of the roles is not known, so the user got none of them. Check the IDs.',
		402: NO_SEAT,
	},
	answers: userAnswers,
	messages: aboutFields(['Role Names or IDs'], NAME_MESSAGES),
	perform: namesAsIds,
});

export const revokeRole = operation('DELETE /account/users/{id}/roles/{roleId}', {
	name: 'Revoke Role',
	action: 'Revoke a role of a user',
	description: 'Take one role away from a user',
	origin,
	permissions: USERS,
	path: { ...userPath, roleId: accountRoleField() },
	answers: nothing(),
});

export const update = operation('PUT /account/users/{id}', {
	destructive: true,
	name: 'Update',
	action: 'Update a user or replace all roles',
	description: `Change a user; ${READ_FIRST}`,
	origin,
	permissions: USERS,
	path: userPath,
	body: {
		login: userFields.login.optional(),
		email: userFields.email.optional(),
		firstName: userFields.firstName.optional(),
		lastName: userFields.lastName.optional(),
		...furtherUserFields,
	},
	refusals: { 402: NO_SEAT, 409: LOGIN_TAKEN },
	answers: userAnswers,
	messages: [...aboutFields(['Role Names or IDs'], NAME_MESSAGES), MISSING_IDS],
	prepare: withNamesAsIds,
	readFirst: {
		get,
		keep: {
			login: 'always',
			...Object.fromEntries(
				Object.keys({ ...userFields, ...furtherUserFields })
					.filter((name) => name !== 'login')
					.map((name) => [name, 'ifAny']),
			),
		},
		// The roles are read separately if the user record lacks them: a user that is written without
		// roles may lose them.
		toUpdate: async ({ preferredLanguage, ...present }, op, { values }) => ({
			...present,
			// The platform returns this for a language that it does not support, but does not accept it.
			...(preferredLanguage === 'unsupported' ? {} : { preferredLanguage }),
			roleIds:
				present.roleIds ??
				idsOfRecords(op, await op.list(getRoles, { id: values.id }), 'the roles of the user'),
		}),
	},
});

export const remove = operation('DELETE /account/users/{id}', {
	name: 'Delete',
	action: 'Delete a user',
	description:
		'Delete a user permanently; to block sign-in without deleting the user, turn off Active with Update',
	origin,
	permissions: USERS,
	path: userPath,
	answers: nothing(),
});

export const getGroups = operation('GET /account/users/{id}/groups', {
	name: 'Get Groups',
	action: 'Get the groups of a user',
	description: 'List the groups that a user is in',
	origin,
	permissions: USERS,
	path: userPath,
	query: { nameFilter: nameFilterField('groups', 'Finance'), ...identityPageFields },
	pages: identityPages,
	answers: records(GROUP, { key: 'id' }),
});

export const addToGroups = operation('POST /account/users/{id}/groups', {
	name: 'Add to Groups',
	action: 'Add a user to groups',
	description: 'Add a user to groups; if one of them is unknown, the user is added to none',
	origin,
	permissions: USERS,
	effect: 'write',
	creates: false,
	path: userPath,
	body: wholeBody('groupIds', groupsField('Groups to add the user to').min(1)),
	refusals: {
		400: 'One of the groups is not known, so the user was not added to any of them. Check the IDs.',
	},
	answers: userAnswers,
	messages: aboutFields(['Group Names or IDs'], NAME_MESSAGES),
	perform: namesAsIds,
});

export const removeFromGroup = operation('DELETE /account/users/{id}/groups/{groupId}', {
	name: 'Remove From Group',
	action: 'Remove a user from a group',
	description: 'Remove a user from one group',
	origin,
	permissions: USERS,
	path: { ...userPath, groupId: groupField().uuid() },
	answers: nothing(),
});

export const getMany = operation('GET /account/users', {
	...listOfUsers,
	name: 'Get Many',
	action: 'Get many users',
	description:
		'List the users of the account; to filter them, use Talend Cloud SCIM Provisioning → User → Get Many',
	permissions: USERS,
});
