/** Users of SCIM. Where the interface says nothing, RFC 7643 and 7644 apply. */
import { user as declared } from '../../../nodes/TalendCloudScim/resources/user';
import type { Request } from '../../handler';
import { invalidValue, type Json } from '../../lists/scimList';
import type { State } from '../../state/state';
import { address, declaredBody, withoutFields } from './resource';
import { scimCollection } from './scimCollection';
import { groups, loginOf, type Provisioned, setGroups, userDeleted, users } from './scimStore';

export const USER_FIELDS = declaredBody(declared.operations.create);
/**
 * The attributes that a client cannot set (RFC 7643: readOnly), and the password, which cannot be
 * read.
 */
const KEPT_BY_PLATFORM = ['schemas', 'id', 'meta', 'password', 'groups'];

function groupsOf(user: Provisioned, { state, origin }: Request): Json[] {
	return groups
		.all(state)
		.filter(({ members }) => members.includes(user.id))
		.map(({ id, attributes }) => ({
			value: id,
			display: attributes.displayName,
			type: 'direct',
			$ref: address(origin, 'Group', id),
		}));
}

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
	const fullName = `${String(name.givenName)} ${String(name.familyName)}`;
	return {
		active: true,
		displayName: fullName,
		...withoutFields(given, KEPT_BY_PLATFORM),
		name: { formatted: fullName, ...name },
	};
}

/**
 * The groups in the body of a user; undefined if it has none.
 * @throws Refusal 400 if a group does not exist
 */
function groupsGiven(state: State, { groups: given }: Json): string[] | undefined {
	const ids = (given as Json[] | undefined)?.map(({ value }) => String(value));
	const unknown = ids?.find((id) => !groups.recordsIn(state).has(id));
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

function joinGroups({ id }: Provisioned, { state, body }: Request): void {
	const memberOf = groupsGiven(state, body as Json);
	if (memberOf) setGroups(state, id, memberOf);
}

export const scimUsers = scimCollection(users, {
	type: 'User',
	fields: USER_FIELDS,
	name: { attribute: 'userName', of: loginOf },
	derived(user, request) {
		const groupsOfUser = groupsOf(user, request);
		return groupsOfUser.length === 0 ? {} : { groups: groupsOfUser };
	},
	fromBody({ state }, resource) {
		groupsGiven(state, resource);
		return { attributes: userFromBody(resource) };
	},
	added: joinGroups,
	changed: joinGroups,
	patched: (user, { state }, resource) =>
		setGroups(state, user.id, groupsGiven(state, { groups: [], ...resource })!),
	removed(user, { state }) {
		setGroups(state, user.id, []);
		userDeleted.emit(state, user);
	},
});
