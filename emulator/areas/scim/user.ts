/** Users, groups and what SCIM offers (document A, "SCIM 2.0"; where it is silent, RFC 7643 and 7644). */
import { scimPatch, ScimError, type ScimPatchOperation, type ScimResource } from 'scim-patch';

import { type Field, type Fields, nameOnWire, objectSchema } from '../../../nodes/shared/declare/field';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { ruleOf } from '../../../nodes/shared/declare/read';
import { group as groups } from '../../../nodes/TalendCloudScim/resources/group';
import { user as users } from '../../../nodes/TalendCloudScim/resources/user';
import { rfc3339 } from '../../clock';
import { Refusal } from '../../refusals';
import { invalidValue, projected, scimPage, type Json, type ScimListRequest } from '../../scimList';
import type { State } from '../../state';
import { created, noContent, ok, type Handlers, type Request, type Result } from '../handler';
import { forgetSubject } from '../account/workspacePermission';

/** A user or a group. */
export interface Provisioned {
	id: string;
	/** ms since 1970 */
	created: number;
	modified: number;
	/** Without id, meta and what follows from other records (the groups of a user). */
	attributes: Json;
}

interface Scim {
	users: Map<string, Provisioned>;
	/** `attributes.members` holds the ids of users. */
	groups: Map<string, Provisioned & { members: string[] }>;
}

/** The room of this area. */
export const scimOf = (state: State): Scim => state.room('scim', () => ({ users: new Map(), groups: new Map() }));

const URN = 'urn:ietf:params:scim:schemas:core:2.0:';
const USER = `${URN}User`;
const GROUP = `${URN}Group`;

const refuse = (status: number, message: string, code?: string) => new Refusal(status, message, { code });

const bodyOf = (operation: unknown) => (operation as RequestOperation).body as Fields;
/** Fields of users and groups, as the nodes declare them. */
const USER_FIELDS = bodyOf(users.operations.create);
const GROUP_FIELDS = bodyOf(groups.operations.create);
const wireNames = (fields: Fields) => Object.entries(fields).map(([name, field]) => nameOnWire(name, field));
const USER_ATTRIBUTES = [...new Set(['schemas', 'id', 'meta', ...wireNames(USER_FIELDS)])];
const GROUP_ATTRIBUTES = ['schemas', 'id', 'meta', ...wireNames(GROUP_FIELDS)];

// ---------------------------------------------------------------------------------------------
// Resources as they stand in answers

const address = (origin: string, type: 'Users' | 'Groups', id: string) => `${origin}/scim/v2/${type}/${id}`;

const metaOf = ({ id, created: since, modified }: Provisioned, origin: string, type: 'Users' | 'Groups') => ({
	resourceType: type.slice(0, -1),
	created: rfc3339(since),
	lastModified: rfc3339(modified),
	location: address(origin, type, id),
});

function userView(state: State, user: Provisioned, origin: string): Json {
	const own = [...scimOf(state).groups.values()]
		.filter(({ members }) => members.includes(user.id))
		.map(({ id, attributes }) => ({ value: id, display: attributes.displayName, type: 'direct', $ref: address(origin, 'Groups', id) }));
	return {
		schemas: [USER],
		id: user.id,
		...user.attributes,
		...(own.length === 0 ? {} : { groups: own }),
		meta: metaOf(user, origin, 'Users'),
	};
}

function groupView(state: State, group: Provisioned & { members: string[] }, origin: string): Json {
	const members = group.members.map((id) => ({
		value: id,
		display: scimOf(state).users.get(id)?.attributes.displayName,
		$ref: address(origin, 'Users', id),
	}));
	return {
		schemas: [GROUP],
		id: group.id,
		...group.attributes,
		...(members.length === 0 ? {} : { members }),
		meta: metaOf(group, origin, 'Groups'),
	};
}

// ---------------------------------------------------------------------------------------------
// Users

/** What a client cannot set (RFC 7643: readOnly), and a password, which nobody can read. */
const KEPT_BY_PLATFORM = ['id', 'meta', 'password', 'groups'];

function without(record: Json, names: readonly string[]): Json {
	return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

function userFor(state: State, id: string): Provisioned {
	const user = scimOf(state).users.get(id);
	if (!user) throw refuse(404, `User ${id} was not found`);
	return user;
}

/** Checks a whole user and fills in what follows from it. @throws Refusal 400, 409 */
function wholeUser(state: State, given: Json, own?: Provisioned): Json {
	const name = (given.name ?? {}) as Json;
	for (const [value, path] of [
		[given.userName, 'userName'],
		[name.givenName, 'name.givenName'],
		[name.familyName, 'name.familyName'],
	] as const)
		if (value === undefined || value === '') throw invalidValue(`${path} is required`);
	const login = String(given.userName).toLowerCase();
	for (const other of scimOf(state).users.values())
		if (other !== own && String(other.attributes.userName).toLowerCase() === login)
			throw refuse(409, `A user with the userName ${String(given.userName)} exists already`, 'uniqueness');
	const spoken = `${String(name.givenName)} ${String(name.familyName)}`;
	return {
		active: true,
		displayName: spoken,
		...without(given, KEPT_BY_PLATFORM),
		name: { formatted: spoken, ...name },
	};
}

/** Makes a user a member of exactly these groups. @throws Refusal 400 when one does not exist */
function setGroups(state: State, userId: string, given: unknown): void {
	if (given === undefined) return;
	const { groups: all } = scimOf(state);
	const ids = (given as Json[]).map(({ value }) => String(value));
	for (const id of ids) if (!all.has(id)) throw invalidValue(`Group ${id} does not exist`);
	for (const group of all.values()) {
		group.members = group.members.filter((member) => member !== userId);
		if (ids.includes(group.id)) group.members.push(userId);
	}
}

/** Adds a user, as Create does. @throws Refusal */
export function addUser(state: State, now: number, given: Json): Provisioned {
	const attributes = wholeUser(state, given);
	const user = { id: state.uuid(), created: now, modified: now, attributes };
	setGroups(state, user.id, given.groups);
	scimOf(state).users.set(user.id, user);
	return user;
}

function replaceUser(state: State, now: number, user: Provisioned, given: Json): void {
	const attributes = wholeUser(state, given, user);
	setGroups(state, user.id, given.groups);
	Object.assign(user, { attributes, modified: now });
}

/** The changes of a PATCH, done on a copy (RFC 7644, 3.5.2). @throws Refusal 400 with the scimType of what is wrong */
function patched(view: Json, { body }: Request, fields: Fields): Json {
	const { Operations: operations } = body as { Operations: ScimPatchOperation[] };
	let result: Json;
	try {
		// A replacement for what a filter does not find has no target (RFC 7644, 3.5.2.3).
		const options = { mutateDocument: true, treatMissingAsAdd: false };
		result = scimPatch(structuredClone(view) as unknown as ScimResource, operations, options) as unknown as Json;
	} catch (error) {
		throw refuse(400, (error as Error).message, error instanceof ScimError ? (error.scimCode ?? 'invalidPath') : 'invalidPath');
	}
	for (const name of ['id', 'meta', 'schemas'])
		if (JSON.stringify(result[name]) !== JSON.stringify(view[name])) throw refuse(400, `${name} cannot be changed`, 'mutability');
	const checked = objectSchema(fields).safeParse(without(result, ['schemas', 'id', 'meta']));
	if (checked.success) return result;
	const issue = checked.error.issues[0]!;
	throw refuse(400, `${[...issue.path, ''].join('.').replace(/\.$/, ' ')}${ruleOf(issue)}`, issue.code === 'unrecognized_keys' ? 'invalidPath' : 'invalidValue');
}

const answer = ({ state, query, origin }: Request, user: Provisioned): Json =>
	projected(userView(state, user, origin), query.attributes, query.excludedAttributes, USER_ATTRIBUTES);

const allUsers = ({ state, origin }: Request) => [...scimOf(state).users.values()].map((user) => userView(state, user, origin));

// ---------------------------------------------------------------------------------------------
// Groups

function groupFor(state: State, id: string): Provisioned & { members: string[] } {
	const group = scimOf(state).groups.get(id);
	if (!group) throw refuse(404, `Group ${id} was not found`);
	return group;
}

function wholeGroup(state: State, given: Json, own?: Provisioned): { attributes: Json; members: string[] } {
	const label = String(given.displayName ?? '');
	if (label === '') throw invalidValue('displayName is required');
	for (const other of scimOf(state).groups.values())
		if (other !== own && String(other.attributes.displayName).toLowerCase() === label.toLowerCase())
			throw refuse(409, `A group with the displayName ${label} exists already`, 'uniqueness');
	const members = ((given.members ?? []) as Json[]).map(({ value }) => String(value));
	for (const id of members) if (!scimOf(state).users.has(id)) throw invalidValue(`User ${id} does not exist`);
	return { attributes: without(given, ['schemas', 'id', 'meta', 'members']), members: [...new Set(members)] };
}

/** Adds a group, as Create does. @throws Refusal */
export function addGroup(state: State, now: number, given: Json): Provisioned & { members: string[] } {
	const group = { id: state.uuid(), created: now, modified: now, ...wholeGroup(state, given) };
	scimOf(state).groups.set(group.id, group);
	return group;
}

const groupAnswer = ({ state, query, origin }: Request, group: Provisioned & { members: string[] }): Json =>
	projected(groupView(state, group, origin), query.attributes, query.excludedAttributes, GROUP_ATTRIBUTES);

// ---------------------------------------------------------------------------------------------
// Discovery

const TYPES: Record<string, string> = { integer: 'integer', number: 'decimal', boolean: 'boolean', date: 'dateTime', object: 'complex', rows: 'complex', json: 'complex' };

function attributeOf([name, field]: [string, Field]): Json {
	const { kind, description, required, secret, fields } = field.spec;
	const wire = nameOnWire(name, field);
	return {
		name: wire,
		type: TYPES[kind] ?? 'string',
		multiValued: field.isMany,
		description,
		required,
		caseExact: false,
		mutability: ['id', 'meta'].includes(wire) ? 'readOnly' : 'readWrite',
		returned: secret ? 'never' : wire === 'id' ? 'always' : 'default',
		uniqueness: wire === 'userName' ? 'server' : 'none',
		...(fields ? { subAttributes: Object.entries(fields).map(attributeOf) } : {}),
	};
}

const schemaOf = (name: string, description: string, fields: Fields) => ({
	schemas: [`${URN}Schema`],
	id: `${URN}${name}`,
	name,
	description,
	attributes: Object.entries(fields).map(attributeOf),
});

const SCHEMAS: Json[] = [
	schemaOf('User', 'User Account', USER_FIELDS),
	schemaOf('Group', 'Group', GROUP_FIELDS),
	schemaOf('Role', 'Role', { displayName: GROUP_FIELDS.displayName! }),
];

/** Users, groups and roles (document A, "Discovery"). */
const RESOURCE_TYPES: Json[] = ['User', 'Group', 'Role'].map((name) => ({
	schemas: [`${URN}ResourceType`],
	id: name,
	name,
	endpoint: `/${name}s`,
	description: `${name} resource`,
	schema: `${URN}${name}`,
}));

const CONFIG = {
	schemas: [`${URN}ServiceProviderConfig`],
	patch: { supported: true },
	bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
	filter: { supported: true, maxResults: 1000 },
	changePassword: { supported: true },
	sort: { supported: true },
	etag: { supported: false },
	authenticationSchemes: [{ type: 'oauthbearertoken', name: 'OAuth Bearer Token', description: 'JWT or personal access token', primary: true }],
};

function one(all: readonly Json[], id: string, noun: string): Result {
	const found = all.find((each) => each.id === id);
	if (!found) throw refuse(404, `${noun} ${id} was not found`);
	return ok(found);
}

const discovered = (all: readonly Json[], { query }: Request): Result => scimPage(all, query as ScimListRequest, Object.keys(all[0]!));

// ---------------------------------------------------------------------------------------------

export const scim: Handlers = {
	'GET /scim/v2/ServiceProviderConfig': () => ok(CONFIG),
	'GET /scim/v2/Schemas': (request) => discovered(SCHEMAS, request),
	'GET /scim/v2/Schemas/{id}': ({ path }) => one(SCHEMAS, path.id!, 'Schema'),
	'GET /scim/v2/ResourceTypes': (request) => discovered(RESOURCE_TYPES, request),
	'GET /scim/v2/ResourceTypes/{id}': ({ path }) => one(RESOURCE_TYPES, path.id!, 'Resource type'),

	'GET /scim/v2/Users': (request) => scimPage(allUsers(request), request.query as ScimListRequest, USER_ATTRIBUTES),
	'POST /scim/v2/Users/.search': (request) => scimPage(allUsers(request), request.body as ScimListRequest, USER_ATTRIBUTES),
	'POST /scim/v2/Users': (request) => {
		const { state, clock, body, origin } = request;
		const user = addUser(state, clock.now(), without(body as Json, ['schemas']));
		return created(answer(request, user), { location: address(origin, 'Users', user.id) });
	},
	'GET /scim/v2/Users/{id}': (request) => ok(answer(request, userFor(request.state, request.path.id!))),
	'PUT /scim/v2/Users/{id}': (request) => {
		const { state, clock, body, path } = request;
		const user = userFor(state, path.id!);
		replaceUser(state, clock.now(), user, without(body as Json, ['schemas']));
		return ok(answer(request, user));
	},
	'PATCH /scim/v2/Users/{id}': (request) => {
		const { state, clock, path, origin } = request;
		const user = userFor(state, path.id!);
		const view = { ...userView(state, user, origin) };
		const changed = patched(view, request, USER_FIELDS);
		replaceUser(state, clock.now(), user, { ...without(changed, ['schemas']), groups: changed.groups ?? [] });
		return ok(answer(request, user));
	},
	'DELETE /scim/v2/Users/{id}': ({ state, path }) => {
		const { id } = userFor(state, path.id!);
		forgetSubject(state, 'user', id);
		setGroups(state, id, []);
		scimOf(state).users.delete(id);
		return noContent();
	},

	'GET /scim/v2/Groups': (request) =>
		scimPage(
			[...scimOf(request.state).groups.values()].map((group) => groupView(request.state, group, request.origin)),
			request.query as ScimListRequest,
			GROUP_ATTRIBUTES,
		),
	'POST /scim/v2/Groups': (request) => {
		const { state, clock, body, origin } = request;
		const group = addGroup(state, clock.now(), body as Json);
		return created(groupAnswer(request, group), { location: address(origin, 'Groups', group.id) });
	},
	'PATCH /scim/v2/Groups/{id}': (request) => {
		const { state, clock, path, origin } = request;
		const group = groupFor(state, path.id!);
		const changed = patched(groupView(state, group, origin), request, GROUP_FIELDS);
		Object.assign(group, wholeGroup(state, changed, group), { modified: clock.now() });
		return ok(groupAnswer(request, group));
	},
	'DELETE /scim/v2/Groups/{id}': ({ state, path }) => {
		scimOf(state).groups.delete(groupFor(state, path.id!).id);
		return noContent();
	},
};
