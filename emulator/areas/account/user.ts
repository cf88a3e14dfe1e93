/** Users of the identities API, and the caller. They are the same people as in SCIM. */
import { created, type Handlers, noContent, ok, type Request } from '../../handler';
import { contains, numberedPage } from '../../lists/replies';
import { notFound } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import { collection } from '../collection';
import { withoutFields } from '../scim/resource';
import {
	groups,
	loginOf,
	type Provisioned,
	setGroups,
	userByLogin,
	userDeleted,
	users,
} from '../scim/scimStore';
import { serviceAccounts } from './accountStore';
import {
	checkSeatOfUser,
	checkSeatsOfRoles,
	findAll,
	groupsOf,
	groupView,
	mailOf,
	roles,
	rolesAttribute,
	rolesOf,
	roleView,
	userView,
} from './identities';

interface Given {
	login: string;
	email: string;
	firstName: string;
	lastName: string;
	active?: boolean;
	phone?: string;
	preferredLanguage?: string;
	timezone?: string;
	title?: string;
	roleIds?: string[];
}

/**
 * The attributes of a user, from a request. Attributes that are left out are removed, except for
 * those that only SCIM has.
 */
function attributesOf({ state, body }: Request, own?: Provisioned): Provisioned['attributes'] {
	const {
		login,
		email,
		firstName,
		lastName,
		active = true,
		phone,
		preferredLanguage,
		timezone,
		title,
		roleIds = [],
	} = body as Given;
	const wanted = findAll(roles, state, roleIds);
	checkSeatsOfRoles(state, wanted, own ? [own] : []);
	if (active && own?.attributes.active !== true) checkSeatOfUser(state);
	const fullName = `${firstName} ${lastName}`;
	const values = {
		...own?.attributes,
		userName: login,
		displayName: fullName,
		name: { formatted: fullName, givenName: firstName, familyName: lastName },
		emails: [{ value: email, type: 'work', primary: true }],
		active,
		phoneNumbers: phone === undefined ? undefined : [{ value: phone, type: 'work' }],
		preferredLanguage,
		timezone,
		title,
		roles: rolesAttribute(wanted),
	};
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

const { create, get, list, replace, remove, one, change } = collection(users, {
	unique: [
		{ by: (user) => loginOf(user).toLowerCase(), says: 'login' },
		{ by: (user) => mailOf(user)?.toLowerCase(), says: 'email' },
	],
	required: ['login', 'email', 'firstName', 'lastName'],
	given: (request, own) => ({ attributes: attributesOf(request, own) }),
	fresh: ({ clock }) => ({ created: clock.now(), modified: clock.now() }),
	touched: ({ clock }) => ({ modified: clock.now() }),
	removed: (user, { state }) => {
		setGroups(state, user.id, []);
		userDeleted.emit(state, user);
	},
	show: (user, { state }) => userView(state, user),
	paging: numberedPage,
});

/** A page of what belongs to a record, such as the users of a group. */
const page = <T>({ query }: Request, all: readonly T[], show: (record: T) => unknown) =>
	numberedPage(all, query, show);

const user = (request: Request) => one(request, 'id');

/** The roles that a user also gets if it is created with `admin`. */
const ADMINISTRATORS = ['Environment Administrator', 'Security Administrator'];

export const userHandlers: Handlers = {
	'GET /account/users': list(),
	'POST /account/users': create((made, { state, query }) => {
		if (String(query.admin) === 'true') {
			const added = roles
				.all(state)
				.filter(({ attributes }) => ADMINISTRATORS.includes(String(attributes.name)));
			made.attributes.roles = rolesAttribute([...new Set([...rolesOf(state, made), ...added])]);
		}
		return created(userView(state, made));
	}),
	'GET /account/users/{id}': get(),
	'PUT /account/users/{id}': replace(),
	'DELETE /account/users/{id}': remove(),
	'GET /account/users/{id}/groups': (request) => {
		const { nameFilter } = request.query as { nameFilter?: string };
		const all = groupsOf(request.state, user(request));
		const fits = contains<(typeof all)[number]>(({ attributes }) => String(attributes.displayName));
		return page(
			request,
			all.filter((each) => nameFilter === undefined || fits(each, nameFilter)),
			groupView,
		);
	},
	'POST /account/users/{id}/groups': (request) => {
		const { state, body } = request;
		const { id } = user(request);
		for (const group of findAll(groups, state, body as string[]))
			if (!group.members.includes(id)) group.members.push(id);
		return ok(userView(state, user(request)));
	},
	'DELETE /account/users/{id}/groups/{groupId}': (request) => {
		const { id } = user(request);
		const group = groups.find(request.state, request.path.groupId!);
		if (!group.members.includes(id)) throw notFound(`User ${id} is not in the group ${group.id}`);
		group.members = group.members.filter((member) => member !== id);
		return noContent();
	},
	'GET /account/users/{id}/roles': (request) =>
		page(request, rolesOf(request.state, user(request)), roleView),
	'POST /account/users/{id}/roles': (request) => {
		const { state, body } = request;
		const found = user(request);
		const added = findAll(roles, state, body as string[]);
		checkSeatsOfRoles(state, added, [found]);
		change(request, found, {
			attributes: {
				...found.attributes,
				roles: rolesAttribute([...new Set([...rolesOf(state, found), ...added])]),
			},
		});
		return ok(userView(state, found));
	},
	'DELETE /account/users/{id}/roles/{roleId}': (request) => {
		const { state, path } = request;
		const found = user(request);
		const role = roles.find(state, path.roleId!);
		const present = rolesOf(state, found);
		if (!present.includes(role))
			throw notFound(`User ${found.id} does not have the role ${role.id}`);
		change(request, found, {
			attributes: {
				...found.attributes,
				roles: rolesAttribute(present.filter((each) => each !== role)),
			},
		});
		return noContent();
	},
	'GET /account/me': ({ state, caller, clock }) => {
		const account = serviceAccounts.recordsIn(state).get(caller.id);
		if (account) {
			const { id, name, permissions, createdDate, lastModifiedDate } = account;
			return ok({
				type: 'SERVICE_ACCOUNT',
				id,
				name,
				active: true,
				permissions,
				createdDate: rfc3339(createdDate),
				lastModified: rfc3339(lastModifiedDate),
			});
		}
		const person = userByLogin(state, caller.id);
		if (!person) throw notFound(`User ${caller.id} was not found`);
		const rest = withoutFields(userView(state, person), ['roleIds']);
		return ok({
			type: 'USER',
			...rest,
			name: person.attributes.displayName,
			accountId: state.accountId,
			roles: rolesOf(state, person).map(roleView),
			applications: ['TMC'],
			createdDate: rfc3339(person.created),
			lastModified: rfc3339(person.modified),
			lastLoginAttempt: rfc3339(clock.now()),
		});
	},
};
