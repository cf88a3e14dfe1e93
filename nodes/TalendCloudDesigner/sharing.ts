/** Sharing of API definitions and test projects. Both have the same operations. */
import type { IDataObject } from 'n8n-workflow';

import { nothing, record } from '../shared/declare/answers';
import { operation } from '../shared/declare/define';
import { choice, type Fields, id, jsonArray, object, rows } from '../shared/declare/fields';
import { picker } from '../shared/declare/lists/picker';
import { isObject, objectsIn, withoutUndefined } from '../shared/support/json';
import { getEligibles } from './resources/apiDefinition/getEligibles';

interface ShareableKind {
	noun: string;
	/** The path of the list. */
	all: '/api/v1/api-definitions' | '/api/v1/api-tests';
	/** The path variable of a single record. */
	path: Fields;
	origin: string;
	/** The schema of the response that says with whom a record is shared. */
	sharing: string;
}

const listIn = (body: unknown, name: 'users' | 'groups'): IDataObject[] =>
	isObject(body) ? objectsIn(body[name]) : [];

const userPicker = picker({
	noun: 'user',
	method: 'searchEligibleUsers',
	list: getEligibles,
	records: (body) => listIn(body, 'users'),
	entry: ({ userId, firstName, lastName }) => ({
		id: userId,
		name: [firstName, lastName].filter(Boolean).join(' ') || userId,
	}),
	byName: false,
	example: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
});

const groupPicker = picker({
	noun: 'group',
	method: 'searchEligibleGroups',
	list: getEligibles,
	records: (body) => listIn(body, 'groups'),
	entry: ({ groupId, groupName }) => ({ id: groupId, name: groupName ?? groupId }),
	byName: false,
	example: '2d9c7a10-5b1e-4c39-8a57-1f6f0b7e2c44',
});

const levelField = object('What they can do', {
	code: choice('Owners can also delete and share it', [
		{ value: 'OWNER', name: 'Owner' },
		{ value: 'WRITER', name: 'Writer' },
	])
		.label('Level')
		.sample('OWNER'),
}).label('Access');

/** Converts what the platform returns about sharing to the form that it accepts. */
const asSent = (shown: unknown): unknown =>
	Array.isArray(shown)
		? shown.filter(isObject).map(({ userId, groupId, level }) =>
				withoutUndefined({
					userId,
					groupId,
					level: isObject(level) ? { code: level.code } : level,
				}),
			)
		: shown;

export function sharingOperations({ noun, all, path, origin, sharing }: ShareableKind) {
	const variable = Object.keys(path)[0]!;
	const article = /^[AEIOU]/i.test(noun) ? 'an' : 'a';
	const getSharings = operation(`GET ${all}/{${variable}}/sharings`, {
		name: 'Get Access',
		action: `Get who has access to ${article} ${noun}`,
		description: `List the users and groups that one ${noun} is shared with`,
		origin,
		path,
		answers: record(sharing, { requiredFields: ['users'] }),
	});
	const setSharings = operation(`PUT ${all}/{${variable}}/sharings`, {
		destructive: true,
		name: 'Set Access',
		action: `Set who has access to ${article} ${noun} and revoke others`,
		description: `Set all users, all groups or both with whom one ${noun} is shared. Those left out lose access. If you set only one of the two lists, the other is kept.`,
		origin,
		path,
		body: {
			users: rows('Complete list of users with whom it is shared; others lose access', {
				userId: id('The user').label('User').pick(userPicker),
				level: levelField,
			}).optional(),
			groups: rows('Complete list of groups with whom it is shared; others lose access', {
				groupId: id('The group').label('Group').pick(groupPicker),
				level: levelField,
			}).optional(),
			tenantSharing: jsonArray('Sharing with the whole account, as Get Access shows it')
				.label('Account Access')
				.optional(),
		},
		refusals: {
			422: `Check that each ID is that of a user or group that can share ${article} ${noun}, and that there is an owner.`,
		},
		answers: nothing(),
		readFirst: {
			get: getSharings,
			keep: { users: 'ifAny', groups: 'ifAny', tenantSharing: 'ifAny' },
			toUpdate: ({ users, groups, tenantSharing }) =>
				({ users: asSent(users), groups: asSent(groups), tenantSharing }) as IDataObject,
		},
	});
	return { getSharings, setSharings };
}
