/** Users of SCIM (where the interface is silent, RFC 7643 and 7644). */
import { user as declared } from '../../../nodes/TalendCloudScim/resources/user';
import { collection } from '../../collection';
import {
	invalidValue,
	type Json,
	type ScimListRequest,
	scimPage,
	withAttributes,
} from '../../lists/scimList';
import type { State } from '../../state';
import { created, type Handlers, ok, type Request, type Result } from '../handler';
import { groups, loginOf, type Provisioned, setGroups, userDeleted, users } from './records';
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

export const USER_FIELDS = bodyOf(declared.operations.create);
const ATTRIBUTES = attributesOf(USER_FIELDS);
/** What a client cannot set (RFC 7643: readOnly), and the password, which cannot be read. */
const KEPT_BY_PLATFORM = ['schemas', 'id', 'meta', 'password', 'groups'];

function view(state: State, user: Provisioned, origin: string): Json {
	const groupsOfUser = groups
		.all(state)
		.filter(({ members }) => members.includes(user.id))
		.map(({ id, attributes }) => ({
			value: id,
			display: attributes.displayName,
			type: 'direct',
			$ref: address(origin, 'Groups', id),
		}));
	return {
		schemas: [`${URN}User`],
		id: user.id,
		...user.attributes,
		...(groupsOfUser.length === 0 ? {} : { groups: groupsOfUser }),
		meta: metaOf(user, origin, 'Users'),
	};
}

const answer = ({ state, query, origin }: Request, user: Provisioned): Json =>
	withAttributes(view(state, user, origin), query.attributes, query.excludedAttributes, ATTRIBUTES);

/**
 * Checks a complete user and fills in what is derived from it.
 * @throws Refusal 400
 */
function userFromBody(given: Json): Json {
	const name = (given.name ?? {}) as Json;
	for (const [value, path] of [
		[given.userName, 'userName'],
		[name.givenName, 'name.givenName'],
		[name.familyName, 'name.familyName'],
	] as const)
		if (value === undefined || value === '') throw invalidValue(`${path} is required`);
	const spoken = `${String(name.givenName)} ${String(name.familyName)}`;
	return {
		active: true,
		displayName: spoken,
		...withoutFields(given, KEPT_BY_PLATFORM),
		name: { formatted: spoken, ...name },
	};
}

/**
 * The groups that a user is to be in; nothing if that is not given.
 * @throws Refusal 400 when one does not exist
 */
function groupsGiven(state: State, { groups: given }: Json): string[] | undefined {
	const ids = (given as Json[] | undefined)?.map(({ value }) => String(value));
	const unknown = ids?.find((id) => !groups.in(state).has(id));
	if (unknown !== undefined) throw invalidValue(`Group ${unknown} does not exist`);
	return ids;
}

/**
 * Adds a user.
 * @throws Refusal 400
 */
export function addUser(state: State, now: number, given: Json): Provisioned {
	const memberOf = groupsGiven(state, given);
	const user = users.add(state, { created: now, modified: now, attributes: userFromBody(given) });
	if (memberOf) setGroups(state, user.id, memberOf);
	return user;
}

const { create, get, replace, remove, one, change } = collection(users, {
	unique: [
		{
			by: (user) => loginOf(user).toLowerCase(),
			says: 'userName',
			refuse: (user) => valueTaken('user', 'userName', loginOf(user)),
		},
	],
	given: ({ state, body }) => {
		groupsGiven(state, body as Json);
		return { attributes: userFromBody(body as Json) };
	},
	fresh: ({ clock }) => ({ created: clock.now(), modified: clock.now() }),
	touched: ({ clock }) => ({ modified: clock.now() }),
	added: joinGroups,
	changed: joinGroups,
	removed: (user, { state }) => {
		setGroups(state, user.id, []);
		userDeleted.emit(state, user);
	},
	show: (user, request) => answer(request, user),
});

function joinGroups({ id }: Provisioned, { state, body }: Request): void {
	const memberOf = groupsGiven(state, body as Json);
	if (memberOf) setGroups(state, id, memberOf);
}

const listed = ({ state, origin }: Request, asked: unknown): Result =>
	scimPage(
		users.all(state).map((user) => view(state, user, origin)),
		asked as ScimListRequest,
		ATTRIBUTES,
	);

export const scimUsers: Handlers = {
	'GET /scim/v2/Users': (request) => listed(request, request.query),
	'POST /scim/v2/Users/.search': (request) => listed(request, request.body),
	'POST /scim/v2/Users': create((user, request) =>
		created(answer(request, user), { location: address(request.origin, 'Users', user.id) }),
	),
	'GET /scim/v2/Users/{id}': get(),
	'PUT /scim/v2/Users/{id}': replace(),
	'PATCH /scim/v2/Users/{id}': (request) => {
		const user = one(request);
		const changed = applyPatch(view(request.state, user, request.origin), request, USER_FIELDS);
		const memberOf = groupsGiven(request.state, { groups: [], ...changed })!;
		change(request, user, { attributes: userFromBody(changed) });
		setGroups(request.state, user.id, memberOf);
		return ok(answer(request, user));
	},
	'DELETE /scim/v2/Users/{id}': remove(),
};
