/** Groups of SCIM. */
import { group as declared } from '../../../nodes/TalendCloudScim/resources/group';
import { collection } from '../../collection';
import {
	invalidValue,
	type Json,
	type ScimListRequest,
	scimPage,
	withAttributes,
} from '../../lists/scimList';
import type { State } from '../../state';
import { created, type Handlers, ok, type Request } from '../handler';
import { type Group, groups, users } from './records';
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

export const GROUP_FIELDS = bodyOf(declared.operations.create);
const ATTRIBUTES = attributesOf(GROUP_FIELDS);

function view(state: State, group: Group, origin: string): Json {
	const members = group.members.map((id) => ({
		value: id,
		display: users.in(state).get(id)?.attributes.displayName,
		$ref: address(origin, 'Users', id),
	}));
	return {
		schemas: [`${URN}Group`],
		id: group.id,
		...group.attributes,
		...(members.length === 0 ? {} : { members }),
		meta: metaOf(group, origin, 'Groups'),
	};
}

const answer = ({ state, query, origin }: Request, group: Group): Json =>
	withAttributes(
		view(state, group, origin),
		query.attributes,
		query.excludedAttributes,
		ATTRIBUTES,
	);

const labelOf = ({ attributes }: Pick<Group, 'attributes'>) => String(attributes.displayName ?? '');

/**
 * Checks a complete group.
 * @throws Refusal 400
 */
function groupFromBody(state: State, given: Json): Pick<Group, 'attributes' | 'members'> {
	if (labelOf({ attributes: given }) === '') throw invalidValue('displayName is required');
	const members = ((given.members ?? []) as Json[]).map(({ value }) => String(value));
	const unknown = members.find((id) => !users.in(state).has(id));
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

const { create, get, replace, remove, one, change } = collection(groups, {
	unique: [
		{
			by: (group) => labelOf(group).toLowerCase(),
			says: 'displayName',
			refuse: (group) => valueTaken('group', 'displayName', labelOf(group)),
		},
	],
	given: ({ state, body }) => groupFromBody(state, body as Json),
	fresh: ({ clock }) => ({ created: clock.now(), modified: clock.now() }),
	touched: ({ clock }) => ({ modified: clock.now() }),
	show: (group, request) => answer(request, group),
});

const listed = ({ state, origin }: Request, asked: unknown) =>
	scimPage(
		groups.all(state).map((group) => view(state, group, origin)),
		asked as ScimListRequest,
		ATTRIBUTES,
	);

export const scimGroups: Handlers = {
	'GET /scim/v2/Groups': (request) => listed(request, request.query),
	'POST /scim/v2/Groups/.search': (request) => listed(request, request.body),
	'POST /scim/v2/Groups': create((group, request) =>
		created(answer(request, group), { location: address(request.origin, 'Groups', group.id) }),
	),
	'GET /scim/v2/Groups/{id}': get(),
	'PUT /scim/v2/Groups/{id}': replace(),
	'PATCH /scim/v2/Groups/{id}': (request) => {
		const group = one(request);
		change(
			request,
			group,
			groupFromBody(
				request.state,
				applyPatch(view(request.state, group, request.origin), request, GROUP_FIELDS),
			),
		);
		return ok(answer(request, group));
	},
	'DELETE /scim/v2/Groups/{id}': remove(),
};
