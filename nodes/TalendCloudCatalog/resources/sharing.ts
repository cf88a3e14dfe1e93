import { groupId, userId } from '../../records/identities/identities';
import { record } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { boolean, id, integer, rows, suggestion } from '../../shared/declare/fields';
import { FROM_VENDOR } from '../../shared/declare/origin';
import type { Rule } from '../../shared/declare/rules';
import { grant, revoke } from '../changeAccess';
import {
	changeMany,
	entityId,
	entityType,
	getLevels,
	getMany,
	levelForm,
	sharedAnswer,
	UNKNOWN_OBJECT,
} from '../requests/sharing';

const entity = { entityType, entityId: entityId() };

const getEligibles = operation('GET /sharing/sharings/eligibles/{entityType}', {
	name: 'Get Eligible Users and Groups',
	action: 'Get eligible users and groups for a kind of object',
	description: 'Get the users and groups that a kind of object can be shared with',
	origin: FROM_VENDOR,
	path: { entityType },
	answers: record('vendor:sharing/Eligibles', { requiredFields: [['users', 'groups']] }),
});

const get = operation('GET /sharing/sharings/{entityType}/{entityId}', {
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

const getEntitlements = operation('GET /sharing/sharings/{entityType}/{entityId}/entitlements', {
	name: 'Get Entitlements',
	action: 'Get your entitlements on an object',
	description: 'List what the signed-in user or service account can do with an object',
	origin: FROM_VENDOR,
	path: entity,
	refusals: { 404: UNKNOWN_OBJECT },
	answers: record('vendor:sharing/EntitlementsResponse', { requiredFields: ['entityId'] }),
});

const getSharingSet = operation('GET /sharing/sharingset/{entityType}/{entityId}', {
	name: 'Get Sharing Set',
	action: 'Get the sharing set of an object',
	description:
		'Get all users and groups that an object is shared with, each with the level of access',
	origin: FROM_VENDOR,
	path: entity,
	query: {
		includeDeletedSharings: boolean(
			'Whether to include access that has ended; such access has the field deletedAt',
		)
			.byDefault(false)
			.sample(true)
			.optional(),
		foreignEntityType: suggestion('Only access that came through an object of this kind', [
			{ value: 'dataset', name: 'Dataset' },
			{ value: 'preparation', name: 'Preparation' },
		]).optional(),
		foreignEntityId: id('Only access that came through this object')
			.label('Foreign Object ID')
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
	check: ({ users, groups }) =>
		users === undefined && groups === undefined
			? 'or {groups} must be given: name at least one user or group'
			: undefined,
};

const replace = operation('PUT /sharing/sharingset/{entityType}/{entityId}', {
	name: 'Replace Sharing Set',
	action: 'Replace all access to an object',
	description: 'Share an object with exactly these users and groups; everybody else loses access',
	origin: FROM_VENDOR,
	path: entity,
	body: {
		users: rows('Users who have access afterwards; others lose it', {
			userId: userId(),
			level: levelForm('What the user can do'),
		})
			.sample([{ userId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', level: { code: 'WRITER' } }])
			.optional(),
		groups: rows('Groups that have access afterwards; others lose it', {
			groupId: groupId(),
			level: levelForm('What the members can do'),
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

const change = operation('PATCH /sharing/sharingset/{entityType}/{entityId}', {
	name: 'Change Sharing Set',
	action: 'Change the sharing set of an object',
	description:
		'Change the access of some users and groups to an object; a row without a level takes the access away',
	destructive: true,
	origin: FROM_VENDOR,
	effect: 'write',
	path: entity,
	body: {
		users: rows('Users whose access changes', {
			userId: userId(),
			level: levelForm('What the user can do; without it the user loses access').optional(),
		})
			.sample([{ userId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', level: { code: 'WRITER' } }])
			.optional(),
		groups: rows('Groups whose access changes', {
			groupId: groupId(),
			level: levelForm('What the members can do; without it the group loses access').optional(),
		})
			.sample([{ groupId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d12' }])
			.optional(),
	},
	rules: [somebody],
	refusals: { 404: UNKNOWN_OBJECT },
	answers: sharedAnswer,
});

export const sharing = resource(
	'sharing',
	'Sharing',
	{
		grant,
		revoke,
		getSharingSet,
		getMany,
		get,
		getEntitlements,
		getEligibles,
		getLevels,
		change,
		changeMany,
		replace,
	},
	'Who can see and change datasets and other objects of the catalog',
);
