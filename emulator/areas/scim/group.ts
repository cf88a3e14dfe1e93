/** Groups of SCIM. */
import { group as declared } from '../../../nodes/TalendCloudScim/resources/group';
import { invalidValue, type Json } from '../../lists/scimList';
import type { State } from '../../state/state';
import { address, declaredBody, withoutFields } from './resource';
import { scimCollection } from './scimCollection';
import { type Group, groups, users } from './scimStore';

export const GROUP_FIELDS = declaredBody(declared.operations.create);

const labelOf = ({ attributes }: Pick<Group, 'attributes'>) => String(attributes.displayName ?? '');

/**
 * Checks a complete group.
 * @throws Refusal 400
 */
function groupFromBody(state: State, given: Json): Pick<Group, 'attributes' | 'members'> {
	if (labelOf({ attributes: given }) === '') throw invalidValue('displayName is required');
	const members = ((given.members ?? []) as Json[]).map(({ value }) => String(value));
	const unknown = members.find((id) => !users.recordsIn(state).has(id));
	if (unknown !== undefined) throw invalidValue(`User ${unknown} does not exist`);
	return {
		attributes: withoutFields(given, ['schemas', 'id', 'meta', 'members']),
		members: [...new Set(members)],
	};
}

/**
 * Adds a group.
 * @throws Refusal 400
 */
export const addGroup = (state: State, now: number, given: Json): Group =>
	groups.add(state, { created: now, modified: now, ...groupFromBody(state, given) });

export const scimGroups = scimCollection(groups, {
	type: 'Group',
	fields: GROUP_FIELDS,
	name: { attribute: 'displayName', of: labelOf },
	derived: ({ members }, { state, origin }) =>
		members.length === 0
			? {}
			: {
					members: members.map((id) => ({
						value: id,
						display: users.recordsIn(state).get(id)?.attributes.displayName,
						$ref: address(origin, 'User', id),
					})),
				},
	fromBody: ({ state }, resource) => groupFromBody(state, resource),
});
