/** What *Grant* and *Revoke* have in common: the access of users and groups to many objects. */
import { groupPicker, userPicker } from '../../../records/identities/identities';
import type { Output } from '../../../shared/declare/answers';
import { list } from '../../../shared/declare/fields';
import { recordsOf } from '../../../shared/declare/lists/listInResponse';
import { type ChoiceSource, CHOOSE, listOf } from '../../../shared/declare/lists/loadedChoices';
import { hint } from '../../../shared/declare/messages';
import type { OperationContext } from '../../../shared/declare/operation';
import type { Rule } from '../../../shared/declare/rules';
import { withoutUndefined } from '../../../shared/support/json';
import { datasetPicker } from '../dataset';
import { changeMany, entityTypeField, getMany, levelOf } from './requests';

/**
 * The objects to choose from. Datasets are listed by their names; of other objects, only those that
 * are shared with the account.
 */
const objects: ChoiceSource = {
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

export const accessFields = {
	entityType: entityTypeField,
	entityIds: list(`Affected objects. ${CHOOSE}`)
		.label('Object Names or IDs')
		.from(objects)
		.min(1)
		.sample(['9a1f2b3c-4d5e-4f60-8a7b-1c2d3e4f5a6b']),
	userIds: listOf(userPicker, 'loadUsers', 'Affected users').onTop().optional(),
	groupIds: listOf(groupPicker, 'loadGroups', 'Affected groups').onTop().optional(),
};

/** At least one user or group must be named. */
export const someoneNamed: Rule = {
	field: 'userIds',
	says: 'userIds or groupIds must be given',
	finding: ({ userIds, groupIds }) =>
		userIds === undefined && groupIds === undefined
			? 'or {groupIds} must be given: name at least one user or group'
			: undefined,
};

/** How many objects one request may have. */
const MAX_OBJECTS = 100;

interface Access {
	entityType: string;
	entityIds: string[];
	userIds?: string[];
	groupIds?: string[];
}

export const CHANGED_BEFORE = hint(
	'Access was already changed for these objects: {objects}. Run the node again for the others.',
);

/**
 * Changes the access of all chosen people to all chosen objects. The output has an item for each
 * object.
 */
export async function changeAccess(
	op: OperationContext<typeof CHANGED_BEFORE>,
	{ entityType, entityIds, userIds = [], groupIds = [] }: Access,
	code: string | undefined,
): Promise<Output[]> {
	const people = {
		...(userIds.length > 0
			? { users: userIds.map((userId) => ({ userId, ...levelOf(code) })) }
			: {}),
		...(groupIds.length > 0
			? { groups: groupIds.map((groupId) => ({ groupId, ...levelOf(code) })) }
			: {}),
	};
	const uniqueIds = [...new Set(entityIds)];
	const outputs: Output[] = [];
	for (let from = 0; from < uniqueIds.length; from += MAX_OBJECTS) {
		const part = uniqueIds.slice(from, from + MAX_OBJECTS);
		const body = {
			bulk: part.map((uniqueId) => ({ entityType, entityId: uniqueId, ...people })),
		};
		await op
			.send(changeMany, { path: {}, query: {}, body, settings: {}, values: body })
			.catch((error: unknown) => {
				if (from > 0) op.hint(CHANGED_BEFORE, { objects: uniqueIds.slice(0, from).join(', ') });
				throw error;
			});
		for (const uniqueId of part)
			outputs.push({
				json: withoutUndefined({
					success: true,
					entityType,
					entityId: uniqueId,
					...(userIds.length > 0 ? { userIds } : {}),
					...(groupIds.length > 0 ? { groupIds } : {}),
					level: code,
				}),
			});
	}
	return outputs;
}
