import type { IDataObject } from 'n8n-workflow';

import {
	getManyScimUsers as getMany,
	groupField,
	simpleUserFields as simple,
	userConditions,
	userField,
	USERS,
} from '../../records/identities/identities';
import {
	LIST_PAGE,
	projection,
	quotedInScim,
	requestAttributes,
	scimSearch,
	searchBody,
} from '../../records/lists/scimFilter';
import { nothing, record, records } from '../../shared/declare/answers';
import { createdAs } from '../../shared/declare/createdAs';
import { operation, resource } from '../../shared/declare/define';
import {
	boolean,
	type Field,
	json,
	jsonArray,
	list,
	object,
	rows,
	suggestion,
	text,
} from '../../shared/declare/fields';
import { objectIn } from '../../shared/support/json';
import { patchBody, patchConstants, patchRules } from '../patch';
import { keepOthersField, neededToReplace, replacesAll } from '../replacement';

/** The schema of users (RFC 7643, 4.1). */
const constants = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'] };

const path = { id: userField().uuid() };
const attributes = projection({ attributes: 'userName,emails', excluded: 'groups' });

const userNameField = text('What the user signs in with; must be unique')
	.identifier()
	.eg('ana.demo@example.com');

const givenNameField = text('First name').eg('Ana');
const familyNameField = text('Last name').eg('Demo');
const furtherNames = {
	formatted: text('The full name, as displayed').eg('Dr. Ana M. Demo').optional(),
	middleName: text('Middle names').eg('Maria').optional(),
	honorificPrefix: text('Title before the name').eg('Dr.').optional(),
	honorificSuffix: text('Title after the name').eg('PhD').optional(),
};

/**
 * Several values of one attribute, such as email addresses. Identity providers send empty lists and
 * empty values.
 */
const multiValuedField = (
	description: string,
	value: Field<string>,
	types: readonly string[] = ['home', 'other', 'work'],
) =>
	rows(description, {
		value,
		type: suggestion('Kind of the value', types).optional(),
		display: text('Display form of the value').eg('Ana Demo').optional(),
		primary: boolean('Whether this is the main one').sample(true).optional(),
	})
		.leavesOutBlanks()
		.optional();

/** All other fields of UserResource (docs/platform/interface.md, "SCIM"). */
const further = {
	displayName: text('Name of the user, as displayed').eg('Ana Demo').optional(),
	active: boolean('Whether the user can sign in').sample(true).optional(),
	emails: multiValuedField(
		'Email addresses',
		text('Email address').identifier().label('Email').eg('ana.demo@example.com'),
	).label('Emails'),
	phoneNumbers: multiValuedField(
		'Phone numbers of the user',
		text('Phone number with its country code').label('Number').eg('+33 1 23 45 67 89'),
		['fax', 'home', 'mobile', 'other', 'work'],
	),
	roles: multiValuedField(
		'Roles of the user in Talend Cloud',
		text('Role, by its name in Talend Cloud').label('Role').eg('Operator'),
		['direct', 'indirect'],
	),
	groups: rows('Groups of the user', {
		value: groupField(),
		display: text('Name of the group').eg('Finance').optional(),
		type: suggestion('How the user became a member of the group', [
			'direct',
			'indirect',
		]).optional(),
		ref: text('URL of the group')
			.label('URL')
			.wireName('$ref')
			.eg('https://api.eu.cloud.talend.com/scim/v2/Groups/2d9c7a10')
			.optional(),
	})
		.leavesOutBlanks()
		.optional(),
	addresses: rows('Postal addresses', {
		streetAddress: text('Street and number').eg('1 Rue de la Paix').optional().onTop(),
		postalCode: text('ZIP or postal code').eg('75002').optional().onTop(),
		locality: text('City or town').label('City').eg('Paris').optional().onTop(),
		region: text('State or region').eg('Île-de-France').optional(),
		country: text('Two-letter country code').eg('FR').optional().onTop(),
		formatted: text('The full address, as displayed')
			.multiline()
			.eg('1 Rue de la Paix, 75002 Paris')
			.optional(),
		type: suggestion('Kind of the address', ['home', 'other', 'work']).optional(),
		primary: boolean('Whether this is the main one').sample(true).optional(),
	})
		.leavesOutBlanks()
		.optional(),
	title: text('Job title').eg('Analyst').optional(),
	userType: text('Type of user in your organization').eg('Employee').optional(),
	nickName: text('Nickname of the user').label('Nickname').eg('Ani').optional(),
	profileUrl: text('URL of a page about the user').eg('https://example.com/ana').optional(),
	preferredLanguage: text('Preferred language of the user').eg('en').optional(),
	locale: text('Locale of the user, for dates and numbers').eg('en-US').optional(),
	timezone: text('Time zone of the user')
		.timeZone()
		.label('Time Zone')
		.eg('Europe/Paris')
		.optional(),
	externalId: text('ID of the user in your own directory')
		.label('External ID')
		.eg('HR-4711')
		.optional(),
	password: text('Initial password of the user').secret().sample('a-first-password').optional(),
	ims: multiValuedField(
		'Addresses of instant messengers',
		text('User name or number in the messaging service').eg('ana.demo'),
		['slack', 'teams'],
	).label('Instant Messengers'),
	photos: multiValuedField(
		'URLs of pictures',
		text('URL of the picture').eg('https://example.com/ana.png'),
		['photo', 'thumbnail'],
	),
	entitlements: multiValuedField(
		'Entitlements of the user',
		text('What the user is entitled to').eg('Studio'),
	),
	x509Certificates: jsonArray('Certificates, each with value, display, type and primary')
		.label('X.509 Certificates')
		.leavesOutBlanks()
		.sample([{ value: 'MIIB', type: 'work', primary: true }])
		.optional(),
	schemas: list(
		'Schemas of the user, if there are others besides the user schema; attributes of such an extension are set with Patch, with the schema in the path',
	)
		.sample([...constants.schemas, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'])
		.optional(),
	bodyId: text('ID of the user').wireName('id').optional().readOnly(),
	meta: json('Metadata of the record').optional().readOnly(),
};

const USER_NAME_TAKEN = {
	409: 'Another user has this user name. Choose another one, or find that user with Get Many.',
};

const create = operation('POST /scim/v2/Users', {
	name: 'Create',
	action: 'Create a user',
	description: 'Create a user who can sign in to the account',
	permissions: USERS,
	query: attributes,
	body: {
		userName: userNameField,
		name: object('Name of the user', {
			givenName: givenNameField,
			familyName: familyNameField,
			...furtherNames,
		}),
		...further,
	},
	constants,
	refusals: USER_NAME_TAKEN,
	answers: record('A.UserResource'),
	lookUp: createdAs({
		subject: 'The user',
		list: getMany,
		unique: { userName: 'userName' },
		values: ({ userName }) => ({ filter: `userName eq ${quotedInScim(String(userName))}` }),
	}),
});

const get = operation('GET /scim/v2/Users/{id}', {
	name: 'Get',
	action: 'Get a user',
	description: 'Get a user',
	permissions: USERS,
	path,
	query: attributes,
	answers: record('A.UserResource', { simple }),
	perform: requestAttributes,
});

const update = operation('PUT /scim/v2/Users/{id}', {
	destructive: true,
	name: 'Update',
	action: 'Update a user',
	description: 'Update a user. To change individual values in a list, use Patch.',
	permissions: USERS,
	path,
	query: attributes,
	body: {
		userName: userNameField.optional(),
		name: object('Name of the user', {
			givenName: givenNameField.optional(),
			familyName: familyNameField.optional(),
			...furtherNames,
		}).optional(),
		...further,
	},
	constants,
	settings: { keepOthers: keepOthersField('user') },
	// The platform requires these fields of a whole user (docs/platform/interface.md, "SCIM").
	rules: [neededToReplace('user', 'userName', 'name')],
	refusals: USER_NAME_TAKEN,
	answers: record('A.UserResource'),
	// The platform replaces the user as a whole.
	readFirst: {
		get,
		keep: { userName: 'always', name: 'ifAny', schemas: 'ifAny' },
		keepOthersBut: ['id', 'meta'],
		join: {
			schemas: (present, change, { values }) =>
				values.schemas === undefined ? (present ?? change) : change,
			// The formatted name follows from its parts, unless it is given, so the present one is not
			// kept.
			name: (present, change) => ({ ...withoutFields(present, 'formatted'), ...objectIn(change) }),
		},
		unless: replacesAll,
	},
});

function withoutFields(value: unknown, ...names: string[]): IDataObject {
	return Object.fromEntries(
		Object.entries(objectIn(value)).filter(([name]) => !names.includes(name)),
	);
}

const patch = operation('PATCH /scim/v2/Users/{id}', {
	destructive: true,
	name: 'Patch',
	action: 'Patch a user',
	description: 'Add, replace or remove individual attributes of a user',
	permissions: USERS,
	path,
	query: attributes,
	body: patchBody('emails[type eq "work"].value', { path: 'title', value: 'Analyst' }),
	constants: patchConstants,
	rules: patchRules,
	refusals: USER_NAME_TAKEN,
	answers: record('A.UserResource'),
});

const remove = operation('DELETE /scim/v2/Users/{id}', {
	name: 'Delete',
	action: 'Delete a user',
	description:
		'Delete a user. To only prevent the user from signing in, set Active to false with Patch.',
	permissions: USERS,
	path,
	answers: nothing(),
});

const search = operation('POST /scim/v2/Users/.search', {
	...scimSearch(
		'users',
		searchBody('users', {
			filter: 'userName eq "ana.demo"',
			sortBy: 'userName',
			attributes: ['userName', 'emails'],
		}),
		userConditions,
	),
	permissions: USERS,
	answers: records('A.UserResource', { page: LIST_PAGE, simple, key: 'id' }),
});

export const user = resource(
	'user',
	'User',
	{ create, get, getMany, update, patch, delete: remove, search },
	'A person who signs in to the account',
);
