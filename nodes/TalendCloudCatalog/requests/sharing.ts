/** Requests that list and change who shares datasets and connections. */
import type { IDataObject } from 'n8n-workflow';
import { groupId, userId } from '../../records/identities/identities';
import { record, records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { boolean, id, object, rows, suggestion } from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../shared/declare/origin';

export const entityType = suggestion('Kind of the object; an expression may give another kind', [
	{ value: 'dataset', name: 'Dataset' },
	{ value: 'preparation', name: 'Preparation' },
]).sample('dataset');

export const entityId = (description = 'The object that is shared') =>
	id(description).label('Object ID').eg('9a1f2b3c-4d5e-4f60-8a7b-1c2d3e4f5a6b');

export const UNKNOWN_OBJECT =
	'Check the kind and the ID of the object, and that it is shared with you: others are not visible.';

export const sharedAnswer = record('vendor:sharing/SharingSetKey', {
	requiredFields: ['entityId'],
});

export const getLevels = operation('GET /sharing/sharings/levels/{entityType}', {
	name: 'Get Levels',
	action: 'Get the levels of access to a kind of object',
	description: 'List the levels of access that a kind of object has, lowest first',
	origin: FROM_VENDOR,
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

export const level = (description: string) => id(description).label('Level').pick(levelPicker);

/** The field for the level, in the form that the platform requires: an object. */
export const levelForm = (description: string) =>
	object(description, { code: level('The level of access') }).label('Access');

export const getMany = operation('GET /sharing/sharings/{entityType}', {
	name: 'Get Many',
	action: 'Get many objects that are shared with you',
	description:
		'List the objects of a kind that the signed-in user or service account has access to; objects that are shared only with others are not included',
	origin: FROM_VENDOR,
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

/** The level for a request, which is an object there. */
export const levelOf = (code: unknown): IDataObject =>
	code === undefined ? {} : { level: { code: code as string } };

const subject = {
	level: levelForm('What the user or the members can do; without it they lose access').optional(),
};

export const changeMany = operation('PATCH /sharing/sharingset', {
	name: 'Change Many Sharing Sets',
	action: 'Change the sharing sets of many objects',
	description:
		'Change the access of users and groups to many objects at once; a row without a level takes the access away',
	destructive: true,
	origin: FROM_VENDOR,
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
	refusals: { 404: UNKNOWN_OBJECT },
	// The vendor's file declares a single object, although the request may be about several.
	answers: { ...sharedAnswer, several: true },
});
