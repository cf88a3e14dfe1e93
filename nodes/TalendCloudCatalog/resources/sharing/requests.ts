/** The requests about who shares datasets and connections. */
import type { IDataObject } from 'n8n-workflow';

import { groupField, userField } from '../../../records/identities/identities';
import { record, records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { boolean, id, integer, object, rows, suggestion } from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import type { Rule } from '../../../shared/declare/rules';

export const entityTypeField = suggestion(
	'Kind of the object; an expression may give another kind',
	[
		{ value: 'dataset', name: 'Dataset' },
		{ value: 'preparation', name: 'Preparation' },
	],
)
	.label('Object Type')
	.sample('dataset');

const entityField = (description = 'The object that is shared') =>
	id(description).label('Object ID').eg('9a1f2b3c-4d5e-4f60-8a7b-1c2d3e4f5a6b');

const UNKNOWN_OBJECT =
	'Check the kind and the ID of the object, and that it is shared with you: others are not visible.';

const sharedAnswer = record('vendor:sharing/SharingSetKey', {
	requiredFields: ['entityId'],
});

export const getLevels = operation('GET /sharing/sharings/levels/{entityType}', {
	name: 'Get Levels',
	action: 'Get the levels of access to a kind of object',
	description: 'List the levels of access that a kind of object has, lowest first',
	origin: FROM_VENDOR,
	path: { entityType: entityTypeField },
	pages: allAtOnce,
	answers: records('vendor:sharing/LevelResponse', { key: 'code' }),
});

const levelPicker = picker({
	noun: 'level',
	method: 'searchSharingLevels',
	list: getLevels,
	narrowedBy: ['entityType'],
	entry: ({ code, label }) => ({ id: code, name: label ?? code }),
	byName: false,
	idName: 'Code',
	example: 'WRITER',
});

export const levelField = (description: string) => id(description).label('Level').pick(levelPicker);

/** The field for the level, in the form that the platform requires: an object. */
const accessField = (description: string) =>
	object(description, { code: levelField('The level of access') }).label('Access');

export const getMany = operation('GET /sharing/sharings/{entityType}', {
	name: 'Get Many',
	action: 'Get many objects that are shared with you',
	description:
		'List the objects of a kind that the signed-in user or service account has access to; objects that are shared only with others are not included',
	origin: FROM_VENDOR,
	path: { entityType: entityTypeField },
	query: {
		includeMetadata: boolean(
			'Whether to include the owners and the number of users and groups with access',
		)
			.sample(true)
			.optional(),
	},
	pages: allAtOnce,
	answers: records('vendor:sharing/SharingResponse', { key: 'entityId' }),
});

/** The level for a request, which is an object there. */
export const levelOf = (code: unknown): IDataObject =>
	code === undefined ? {} : { level: { code: code as string } };

const subject = {
	level: accessField('What the user or the members can do; without it they lose access').optional(),
};

export const changeMany = operation('PATCH /sharing/sharingset', {
	name: 'Change Many',
	action: 'Change who has access to many objects',
	description:
		'Change the access of users and groups to many objects at once; a row without a level takes the access away',
	destructive: true,
	origin: FROM_VENDOR,
	effect: 'write',
	body: {
		bulk: rows('The objects, each with the users and groups whose access changes', {
			entityType: entityTypeField,
			entityId: entityField(),
			users: rows('Users whose access changes', { userId: userField(), ...subject }).optional(),
			groups: rows('Groups whose access changes', { groupId: groupField(), ...subject }).optional(),
		})
			.label('Objects')
			.min(1)
			.sample([
				{
					entityType: 'dataset',
					entityId: '9a1f2b3c-4d5e-4f60-8a7b-1c2d3e4f5a6b',
					users: [{ userId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', level: { code: 'WRITER' } }],
				},
			]),
	},
	refusals: { 404: UNKNOWN_OBJECT },
	// Talend's OpenAPI file declares a single object, although the request may be about several.
	answers: { ...sharedAnswer, several: true },
});

const entity = { entityType: entityTypeField, entityId: entityField() };

export const getEligibles = operation('GET /sharing/sharings/eligibles/{entityType}', {
	name: 'Get Eligible Users and Groups',
	action: 'Get eligible users and groups for a kind of object',
	description: 'Get the users and groups that a kind of object can be shared with',
	origin: FROM_VENDOR,
	path: { entityType: entityTypeField },
	answers: record('vendor:sharing/Eligibles', { requiredFields: [['users', 'groups']] }),
});

export const get = operation('GET /sharing/sharings/{entityType}/{entityId}', {
	name: 'Get',
	action: 'Get your access to an object',
	description:
		'Get the level of access that the signed-in user or service account has to an object, however it was granted',
	origin: FROM_VENDOR,
	path: entity,
	query: {
		includeMetadata: boolean(
			'Whether to include the owners and the number of users and groups with access',
		)
			.sample(true)
			.optional(),
	},
	refusals: { 404: UNKNOWN_OBJECT },
	answers: record('vendor:sharing/SharingResponse', { requiredFields: ['entityId'] }),
});

export const getEntitlements = operation(
	'GET /sharing/sharings/{entityType}/{entityId}/entitlements',
	{
		name: 'Get Entitlements',
		action: 'Get your entitlements on an object',
		description: 'List what the signed-in user or service account can do with an object',
		origin: FROM_VENDOR,
		path: entity,
		refusals: { 404: UNKNOWN_OBJECT },
		answers: record('vendor:sharing/EntitlementsResponse', { requiredFields: ['entityId'] }),
	},
);

export const getSharingSet = operation('GET /sharing/sharingset/{entityType}/{entityId}', {
	name: 'Get Users and Groups',
	action: 'Get who has access to an object',
	description:
		'Get all users and groups that an object is shared with, each with the level of access',
	origin: FROM_VENDOR,
	path: entity,
	query: {
		includeDeletedSharings: boolean(
			'Whether to include access that has ended; such access has the field deletedAt',
		)
			.label('Include Ended Access')
			.byDefault(false)
			.sample(true)
			.optional(),
		foreignEntityType: suggestion('Only access that came through an object of this kind', [
			{ value: 'dataset', name: 'Dataset' },
			{ value: 'preparation', name: 'Preparation' },
		])
			.label('Through Object Type')
			.optional(),
		foreignEntityId: id('Only access that came through this object')
			.label('Through Object ID')
			.eg('9a1f2b3c-4d5e-4f60-8a7b-1c2d3e4f5a6b')
			.optional(),
		most: integer('How many users and groups to read')
			.label('Max Users and Groups')
			.wireName('limit')
			.min(1)
			.sample(100)
			.optional(),
		offset: integer('How many users and groups to skip').min(0).byDefault(0).sample(1).optional(),
	},
	refusals: { 404: UNKNOWN_OBJECT },
	answers: record('vendor:sharing/SharingSetResponse', { requiredFields: [['users', 'groups']] }),
});

const somebody: Rule = {
	field: 'users',
	says: 'users or groups must be given',
	finding: ({ users, groups }) =>
		users === undefined && groups === undefined
			? 'or {groups} must be given: name at least one user or group'
			: undefined,
};

export const replace = operation('PUT /sharing/sharingset/{entityType}/{entityId}', {
	name: 'Replace',
	action: 'Replace all access to an object',
	description: 'Share an object with exactly these users and groups; everybody else loses access',
	origin: FROM_VENDOR,
	path: entity,
	body: {
		users: rows('Users who have access afterwards; others lose it', {
			userId: userField(),
			level: accessField('What the user can do'),
		})
			.sample([{ userId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', level: { code: 'WRITER' } }])
			.optional(),
		groups: rows('Groups that have access afterwards; others lose it', {
			groupId: groupField(),
			level: accessField('What the members can do'),
		})
			.sample([{ groupId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d12', level: { code: 'READER' } }])
			.optional(),
	},
	settings: {
		confirmReplacement: boolean('Whether everybody who is not listed loses access to the object')
			.label('Replace All Access')
			.confirms('anyone who is not listed loses access')
			.initial(false),
	},
	rules: [somebody],
	refusals: { 404: UNKNOWN_OBJECT },
	answers: sharedAnswer,
});

export const change = operation('PATCH /sharing/sharingset/{entityType}/{entityId}', {
	name: 'Change',
	action: 'Change who has access to an object',
	description:
		'Change the access of some users and groups to an object; a row without a level takes the access away',
	destructive: true,
	origin: FROM_VENDOR,
	effect: 'write',
	path: entity,
	body: {
		users: rows('Users whose access changes', {
			userId: userField(),
			level: accessField('What the user can do; without it the user loses access').optional(),
		})
			.sample([{ userId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', level: { code: 'WRITER' } }])
			.optional(),
		groups: rows('Groups whose access changes', {
			groupId: groupField(),
			level: accessField('What the members can do; without it the group loses access').optional(),
		})
			.sample([{ groupId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d12' }])
			.optional(),
	},
	rules: [somebody],
	refusals: { 404: UNKNOWN_OBJECT },
	answers: sharedAnswer,
});
