/** Roles of SCIM. */
import { role as declared } from '../../../nodes/TalendCloudScim/resources/role';
import { invalidValue, type Json } from '../../lists/scimList';
import type { State } from '../../state/state';
import { type Role, roleAttributes, roleName, roles } from '../account/identities';
import { roleOptions } from '../account/role';
import { declaredBody, withoutFields } from './resource';
import { scimCollection } from './scimCollection';

export const ROLE_FIELDS = declaredBody(declared.operations.create);

/**
 * Checks a complete role.
 * @throws Refusal 400
 */
function roleFromBody(state: State, given: Json): Pick<Role, 'attributes'> {
	const { name, entitlements = [], ...more } = withoutFields(given, ['schemas', 'id', 'meta']);
	if (typeof name !== 'string' || name === '') throw invalidValue('name is required');
	const attributes = roleAttributes(
		state,
		name,
		(entitlements as Json[]).map(({ value }) => String(value)),
		more,
	);
	return { attributes: { ...attributes, entitlements } };
}

export const scimRoles = scimCollection(roles, {
	...roleOptions,
	type: 'Role',
	fields: ROLE_FIELDS,
	name: { attribute: 'name', of: roleName },
	fromBody: ({ state }, resource) => roleFromBody(state, resource),
});
