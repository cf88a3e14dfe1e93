/** Roles of the account, who has them, and how users, groups and roles appear in responses. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { badRequest, Refusal } from '../../refusals';
import type { State } from '../../state/state';
import { store } from '../../state/store';
import { type Group, groups, loginOf, type Provisioned, users } from '../scim/scimStore';
import { licenseOf, PERMISSIONS } from './accountStore';

/** A role; `attributes` contains its name and its entitlements. */
export interface Role extends Provisioned {
	/** Whether the role is one of the platform's own, which cannot be changed. */
	builtIn: boolean;
	/** The application for which users with the role need a seat. */
	application?: string;
}

export const roles = store<Role>({ name: 'Role', idForm: 'uuid' });

type Json = Record<string, unknown>;

/** The permissions that only roles can have, not service accounts. */
const MORE_PERMISSIONS = [
	'TMC_SUBSCRIPTION_MANAGEMENT',
	'EXECUTION_LOGS_DELETE',
	'DYN_ENGINE_READ',
	'TMC_PROJECT_MANAGEMENT',
	'STUDIO_USE',
];

export const roleName = ({ attributes }: Pick<Role, 'attributes'>): string =>
	String(attributes.name);

export const permissionsOf = ({ attributes }: Role): string[] =>
	((attributes.entitlements ?? []) as Json[]).map(({ value }) => String(value));

/**
 * A role from its name and permissions.
 * @throws Refusal 400 if a permission does not exist
 */
export function roleAttributes(
	state: State,
	name: string,
	permissions: readonly string[],
	more: Json = {},
): Json {
	const allPermissions = new Set([
		...PERMISSIONS,
		...MORE_PERMISSIONS,
		...licenseOf(state).permissions,
	]);
	const unknown = permissions.filter((permission) => !allPermissions.has(permission));
	if (unknown.length > 0) throw badRequest(`Invalid permissions: ${unknown.join(', ')}`);
	return { ...more, name, entitlements: permissions.map((value) => ({ value })) };
}

/** The names of a user's roles. */
const roleNamesOf = ({ attributes }: Provisioned): string[] =>
	((attributes.roles ?? []) as Json[]).map(({ value }) => String(value));

export const rolesOf = (state: State, user: Provisioned): Role[] => {
	const names = roleNamesOf(user);
	return roles.all(state).filter((role) => names.includes(roleName(role)));
};

export const usersWith = (state: State, role: Role): Provisioned[] =>
	users.all(state).filter((user) => roleNamesOf(user).includes(roleName(role)));

/** Roles in the form that the attributes of a user have. */
export const rolesAttribute = (given: readonly Role[]) =>
	given.map((role) => ({ value: roleName(role), display: roleName(role), type: 'direct' }));

/**
 * The records with these IDs.
 * @throws Refusal 400 if one of them does not exist: then none is accepted
 */
export function findAll<T extends { id: string }>(
	kind: { name: string; recordsIn(state: State): Map<string, T> },
	state: State,
	ids: readonly string[],
): T[] {
	return [...new Set(ids)].map((id) => {
		const record = kind.recordsIn(state).get(id);
		if (!record) throw badRequest(`${kind.name} ${id} does not exist`);
		return record;
	});
}

/**
 * Checks that the license has enough seats.
 * @param more how many more users would need a seat
 * @throws Refusal 402
 */
function checkSeats(state: State, application: string, taken: number, more: number): void {
	const most = licenseOf(state).subscription?.seats.find(
		(seat) => seat.application === application,
	)?.maxUsers;
	if (most !== undefined && more > 0 && taken + more > most)
		throw new Refusal(402, `All ${most} seats of ${application} are taken`);
}

/**
 * Checks that there are seats for the users who get these roles.
 * @throws Refusal 402
 */
export function checkSeatsOfRoles(
	state: State,
	given: readonly Role[],
	to: readonly Provisioned[],
): void {
	for (const application of new Set(given.flatMap((role) => role.application ?? []))) {
		const has = (user: Provisioned) =>
			rolesOf(state, user).some((role) => role.application === application);
		checkSeats(
			state,
			application,
			users.all(state).filter(has).length,
			Math.max(1, to.length) - to.filter(has).length,
		);
	}
}

/**
 * Checks that there is a seat for a user who can sign in.
 * @throws Refusal 402
 */
export const checkSeatOfUser = (state: State): void =>
	checkSeats(
		state,
		'Management Console',
		users.all(state).filter(({ attributes }) => attributes.active !== false).length,
		1,
	);

export const mailOf = ({ attributes }: Pick<Provisioned, 'attributes'>): string | undefined => {
	const emails = (attributes.emails ?? []) as Json[];
	return (emails.find(({ primary }) => primary === true) ?? emails[0])?.value as string | undefined;
};

/** A user as the identities API returns it. */
export function userView(state: State, user: Provisioned): Json {
	const { attributes } = user;
	const name = (attributes.name ?? {}) as Json;
	return withoutUndefined({
		id: user.id,
		login: loginOf(user),
		email: mailOf(user),
		firstName: name.givenName,
		lastName: name.familyName,
		active: attributes.active,
		phone: ((attributes.phoneNumbers ?? []) as Json[])[0]?.value,
		preferredLanguage: attributes.preferredLanguage,
		timezone: attributes.timezone,
		title: attributes.title,
		roleIds: rolesOf(state, user).map(({ id }) => id),
	});
}

export const groupView = ({ id, attributes, members }: Group): Json => ({
	id,
	name: attributes.displayName,
	userIds: members,
});

export const roleView = (role: Role): Json => ({
	id: role.id,
	name: roleName(role),
	permissions: permissionsOf(role),
});

export const groupsOf = (state: State, user: Provisioned): Group[] =>
	groups.all(state).filter(({ members }) => members.includes(user.id));
