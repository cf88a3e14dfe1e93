import type { IDataObject } from 'n8n-workflow';

import { groupId, groupPicker, userId, userPicker } from '../../records/identities/identities';
import { type Output, record, records } from '../../shared/declare/answers';
import { flow, operation, resource } from '../../shared/declare/define';
import { boolean, id, integer, list, object, rows, suggestion } from '../../shared/declare/field';
import { listOf, type Source } from '../../shared/declare/lists/loadedChoices';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { recordsOf } from '../../shared/declare/lists/records';
import { hint } from '../../shared/declare/messages';
import type { OperationContext } from '../../shared/declare/operation';
import { FROM_VENDOR } from '../../shared/declare/origin';
import type { Rule } from '../../shared/declare/rules';
import { datasetPicker } from './dataset';

const entityType = suggestion('Kind of the object; an expression may give another kind', [
	{ value: 'dataset', name: 'Dataset' },
	{ value: 'preparation', name: 'Preparation' },
]).sample('dataset');
const entityId = (description = 'The object that is shared') =>
	id(description).label('Object ID').eg('9a1f2b3c-4d5e-4f60-8a7b-1c2d3e4f5a6b');
const entity = { entityType, entityId: entityId() };
const UNKNOWN =
	'Check the kind and the ID of the object, and that it is shared with you: others are not visible.';

const changed = record('vendor:sharing/SharingSetKey', { requiredFields: ['entityId'] });

const getLevels = operation('GET /sharing/sharings/levels/{entityType}', {
	name: 'Get Levels',
	action: 'Get the levels of access to a kind of object',
	description: 'List the levels of access that a kind of object has, lowest first',
	extra: FROM_VENDOR,
	path: { entityType },
	pages: allAtOnce,
	answers: records('vendor:sharing/LevelResponse', { key: 'code' }),
});

const levelPicker = picker({
	noun: 'level',
	method: 'searchSharingLevels',
	list: getLevels,
	within: ['entityType'],
	entry: ({ code, label }) => ({ id: String(code ?? ''), name: String(label ?? code ?? '') }),
	byName: false,
	idName: 'Code',
	example: 'WRITER',
});

const level = (description: string) => id(description).label('Level').pick(levelPicker);

/** The level as the platform requires it: an object. */
const levelForm = (description: string) =>
	object(description, { code: level('The level of access') }).label('Access');

const getEligibles = operation('GET /sharing/sharings/eligibles/{entityType}', {
	name: 'Get Eligible Users and Groups',
	action: 'Get eligible users and groups for a kind of object',
	description: 'Read the users and groups that a kind of object can be shared with',
	extra: FROM_VENDOR,
	path: { entityType },
	answers: record('vendor:sharing/Eligibles', { requiredFields: [['users', 'groups']] }),
});

const getMany = operation('GET /sharing/sharings/{entityType}', {
	name: 'Get Many',
	action: 'Get many objects that are shared with you',
	description:
		'List the objects of a kind that the signed-in user or service account has access to; objects that are shared only with others are not included',
	extra: FROM_VENDOR,
	path: { entityType },
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

const get = operation('GET /sharing/sharings/{entityType}/{entityId}', {
	name: 'Get',
	action: 'Get your access to an object',
	description:
		'Read the level of access that the signed-in user or service account has to an object, however it was granted',
	extra: FROM_VENDOR,
	path: entity,
	query: {
		includeMetadata: boolean(
			'Whether to include the owners and the number of users and groups with access',
		)
			.sample(true)
			.optional(),
	},
	refusals: { 404: UNKNOWN },
	answers: record('vendor:sharing/SharingResponse', { requiredFields: ['entityId'] }),
});

const getEntitlements = operation('GET /sharing/sharings/{entityType}/{entityId}/entitlements', {
	name: 'Get Entitlements',
	action: 'Get your entitlements on an object',
	description: 'Read what the signed-in user or service account may do with an object',
	extra: FROM_VENDOR,
	path: entity,
	refusals: { 404: UNKNOWN },
	answers: record('vendor:sharing/EntitlementsResponse', { requiredFields: ['entityId'] }),
});

const getSharingSet = operation('GET /sharing/sharingset/{entityType}/{entityId}', {
	name: 'Get Sharing Set',
	action: 'Get the sharing set of an object',
	description:
		'Read all users and groups that an object is shared with, each with the level of access',
	extra: FROM_VENDOR,
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
	refusals: { 404: UNKNOWN },
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

/** A level is an object in requests. */
const levelOf = (code: unknown): IDataObject =>
	code === undefined ? {} : { level: { code: code as string } };

const replace = operation('PUT /sharing/sharingset/{entityType}/{entityId}', {
	name: 'Replace Sharing Set',
	action: 'Replace all access to an object',
	description: 'Share an object with exactly these users and groups; everybody else loses access',
	extra: FROM_VENDOR,
	path: entity,
	body: {
		users: rows('Users who have access afterwards; others lose it', {
			userId: userId(),
			level: levelForm('What the user may do'),
		})
			.sample([{ userId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', level: { code: 'WRITER' } }])
			.optional(),
		groups: rows('Groups that have access afterwards; others lose it', {
			groupId: groupId(),
			level: levelForm('What the members may do'),
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
	refusals: { 404: UNKNOWN },
	answers: changed,
});

const change = operation('PATCH /sharing/sharingset/{entityType}/{entityId}', {
	name: 'Change Sharing Set',
	action: 'Change the sharing set of an object',
	description:
		'Change the access of some users and groups to an object; a row without a level takes the access away',
	destructive: true,
	extra: FROM_VENDOR,
	effect: 'write',
	path: entity,
	body: {
		users: rows('Users whose access changes', {
			userId: userId(),
			level: levelForm('What the user may do; without it the user loses access').optional(),
		})
			.sample([{ userId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', level: { code: 'WRITER' } }])
			.optional(),
		groups: rows('Groups whose access changes', {
			groupId: groupId(),
			level: levelForm('What the members may do; without it the group loses access').optional(),
		})
			.sample([{ groupId: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d12' }])
			.optional(),
	},
	rules: [somebody],
	refusals: { 404: UNKNOWN },
	answers: changed,
});

const subject = {
	level: levelForm('What the user or the members may do; without it they lose access').optional(),
};

const changeMany = operation('PATCH /sharing/sharingset', {
	name: 'Change Many Sharing Sets',
	action: 'Change the sharing sets of many objects',
	description:
		'Change the access of users and groups to many objects at once; a row without a level takes the access away',
	destructive: true,
	extra: FROM_VENDOR,
	effect: 'write',
	body: {
		bulk: rows('The objects, each with the users and groups whose access changes', {
			entityType,
			entityId: entityId(),
			users: rows('Users whose access changes', { userId: userId(), ...subject }).optional(),
			groups: rows('Groups whose access changes', { groupId: groupId(), ...subject }).optional(),
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
	refusals: { 404: UNKNOWN },
	// The file declares one object, whatever the number of objects was.
	answers: { ...changed, several: true },
});

// ---------------------------------------------------------------------------------------------
// Many objects, many people

/**
 * The objects of a kind: datasets by their names, others as far as they are shared with the
 * account.
 */
const objects: Source = {
	method: 'loadSharedObjects',
	dependsOn: ['entityType'],
	load: async (ask, { id: kind }) => {
		if (kind !== 'dataset')
			return (recordsOf(await ask(getMany, { entityType: kind })) ?? []).map(
				({ entityId: value }) => ({ value: String(value) }),
			);
		return (recordsOf(await ask(datasetPicker.list, {})) ?? [])
			.map((each) => datasetPicker.entry(each))
			.map(({ id: value, name, description }) => ({ value, name: name || value, description }));
	},
};

const many = {
	entityType,
	entityIds: list(
		'The objects. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	)
		.label('Object Names or IDs')
		.from(objects)
		.min(1)
		.sample(['9a1f2b3c-4d5e-4f60-8a7b-1c2d3e4f5a6b']),
	userIds: listOf(userPicker, 'loadUsers', 'The users').onTop().optional(),
	groupIds: listOf(groupPicker, 'loadGroups', 'The groups').onTop().optional(),
};

const someone: Rule = {
	field: 'userIds',
	says: 'userIds or groupIds must be given',
	check: ({ userIds, groupIds }) =>
		userIds === undefined && groupIds === undefined
			? 'or {groupIds} must be given: name at least one user or group'
			: undefined,
};

/** Objects of one request. */
const MAX_OBJECTS = 100;

interface Access {
	entityType: string;
	entityIds: string[];
	userIds?: string[];
	groupIds?: string[];
}

const CHANGED_BEFORE = hint(
	'Access was already changed for these objects: {objects}. Run the node again for the others.',
);

/** Changes the access of all these people to all these objects; one item for each object. */
async function changeAccess(
	op: OperationContext<typeof CHANGED_BEFORE>,
	{ entityType: kind, entityIds, userIds = [], groupIds = [] }: Access,
	code: string | undefined,
): Promise<Output[]> {
	const people = {
		...(userIds.length > 0
			? { users: userIds.map((user) => ({ userId: user, ...levelOf(code) })) }
			: {}),
		...(groupIds.length > 0
			? { groups: groupIds.map((group) => ({ groupId: group, ...levelOf(code) })) }
			: {}),
	};
	const uniqueIds = [...new Set(entityIds)];
	const outputs: Output[] = [];
	for (let from = 0; from < uniqueIds.length; from += MAX_OBJECTS) {
		const part = uniqueIds.slice(from, from + MAX_OBJECTS);
		const body = {
			bulk: part.map((uniqueId) => ({ entityType: kind, entityId: uniqueId, ...people })),
		};
		await op
			.send(changeMany, { path: {}, query: {}, body, settings: {}, values: body })
			.catch((error: unknown) => {
				if (from > 0) op.hint(CHANGED_BEFORE, { objects: uniqueIds.slice(0, from).join(', ') });
				throw error;
			});
		for (const uniqueId of part)
			outputs.push({
				json: {
					success: true,
					entityType: kind,
					entityId: uniqueId,
					...(userIds.length > 0 ? { userIds } : {}),
					...(groupIds.length > 0 ? { groupIds } : {}),
					...(code === undefined ? {} : { level: code }),
				},
			});
	}
	return outputs;
}

const grant = flow({
	destructive: true,
	name: 'Grant',
	action: 'Grant access to objects',
	description: 'Give users and groups access to many objects; others keep their access',
	fields: { ...many, level: level('What they may do') },
	uses: [changeMany],
	messages: [CHANGED_BEFORE],
	rules: [someone],
	answers: record(undefined),
	run: async (op, input) => await changeAccess(op, input, input.level),
});

const revoke = flow({
	name: 'Revoke',
	action: 'Revoke access to objects',
	description: 'Take away the access of users and groups to many objects; others keep theirs',
	destructive: true,
	fields: many,
	uses: [changeMany],
	messages: [CHANGED_BEFORE],
	rules: [someone],
	answers: record(undefined),
	run: async (op, input) => await changeAccess(op, input, undefined),
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
	'Who may see and change datasets and other objects of the catalog',
);
