/** Roles of SCIM. */
import { role as declared } from '../../../nodes/TalendCloudScim/resources/role';
import { collection } from '../../collection';
import {
	invalidValue,
	type Json,
	type ScimListRequest,
	scimPage,
	withAttributes,
} from '../../lists/scimList';
import type { State } from '../../state';
import { type Role, roleAttributes, roleName, roles } from '../account/identities';
import { roleOptions } from '../account/role';
import { created, type Handlers, ok, type Request } from '../handler';
import {
	address,
	applyPatch,
	attributesOf,
	bodyOf,
	metaOf,
	URN,
	valueTaken,
	withoutFields,
} from './resource';

export const ROLE_FIELDS = bodyOf(declared.operations.create);
const ATTRIBUTES = attributesOf(ROLE_FIELDS);

const view = (role: Role, origin: string): Json => ({
	schemas: [`${URN}Role`],
	id: role.id,
	...role.attributes,
	meta: metaOf(role, origin, 'Roles'),
});

const answer = ({ query, origin }: Request, role: Role): Json =>
	withAttributes(view(role, origin), query.attributes, query.excludedAttributes, ATTRIBUTES);

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

const { create, get, replace, remove, one, change } = collection(roles, {
	...roleOptions,
	unique: [
		{
			by: (role) => roleName(role).toLowerCase(),
			says: 'name',
			refuse: (role) => valueTaken('role', 'name', roleName(role)),
		},
	],
	given: ({ state, body }) => roleFromBody(state, body as Json),
	show: (role, request) => answer(request, role),
});

const listed = ({ state, origin }: Request, asked: unknown) =>
	scimPage(
		roles.all(state).map((role) => view(role, origin)),
		asked as ScimListRequest,
		ATTRIBUTES,
	);

export const scimRoles: Handlers = {
	'GET /scim/v2/Roles': (request) => listed(request, request.query),
	'POST /scim/v2/Roles/.search': (request) => listed(request, request.body),
	'POST /scim/v2/Roles': create((role, request) =>
		created(answer(request, role), { location: address(request.origin, 'Roles', role.id) }),
	),
	'GET /scim/v2/Roles/{id}': get(),
	'PUT /scim/v2/Roles/{id}': replace(),
	'PATCH /scim/v2/Roles/{id}': (request) => {
		const role = one(request);
		change(
			request,
			role,
			roleFromBody(request.state, applyPatch(view(role, request.origin), request, ROLE_FIELDS)),
		);
		return ok(answer(request, role));
	},
	'DELETE /scim/v2/Roles/{id}': remove(),
};
