/** Who may see and change objects of the catalog: levels of access by user and by group. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { type Handlers, ok, type Request } from '../../handler';
import { badRequest, forbidden, notFound } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { stateEntry } from '../../state/store';
import { scimOf } from '../scim/scimStore';
import { catalogOf } from './catalogStore';

/** Levels of access, lowest first. */
const LEVELS = [
	{ code: 'READER', label: 'Viewer', order: 1 },
	{ code: 'WRITER', label: 'Editor', order: 2 },
	{ code: 'OWNER', label: 'Owner', order: 3 },
];

const ENTITLEMENTS: Readonly<Record<string, string[]>> = {
	READER: ['READ'],
	WRITER: ['READ', 'UPDATE'],
	OWNER: ['READ', 'UPDATE', 'DELETE', 'SHARE'],
};

const TYPES = ['dataset', 'preparation'];

type Kind = 'users' | 'groups';

/** Access of one user or group to one object. */
interface Access {
	id: string;
	code: string;
	deletedAt?: number;
}

interface SharingSet {
	users: Map<string, Access>;
	groups: Map<string, Access>;
}

const sets = stateEntry('sharing sets', () => new Map<string, SharingSet>());

function setOf(state: State, type: string, id: string): SharingSet {
	const key = `${type}/${id}`;
	const existing = sets(state).get(key);
	if (existing) return existing;
	const made: SharingSet = { users: new Map(), groups: new Map() };
	const owner = catalogOf(state).datasets.get(id)?.owner;
	const user = [...scimOf(state).users.values()].find(
		({ attributes }) => attributes.userName === owner,
	);
	if (user) made.users.set(user.id, { id: user.id, code: 'OWNER' });
	sets(state).set(key, made);
	return made;
}

const checkedType = (type: string): string => {
	if (!TYPES.includes(type)) throw badRequest(`Unknown entity type ${type}`);
	return type;
};

/**
 * The object of a request, and how it is shared.
 * @throws Refusal 404 if it does not exist
 */
function sharedObject({ state, path }: Request): { type: string; id: string; set: SharingSet } {
	const type = checkedType(path.entityType!);
	const id = path.entityId!;
	if (type !== 'dataset' || !catalogOf(state).datasets.has(id))
		throw notFound(`${type} ${id} was not found`);
	return { type, id, set: setOf(state, type, id) };
}

const levelOf = (code: string) => LEVELS.find((level) => level.code === code)!;

function recipientFields(state: State, kind: Kind, id: string): Record<string, unknown> {
	if (kind === 'groups')
		return { groupId: id, groupName: scimOf(state).groups.get(id)?.attributes.displayName };
	const name = scimOf(state).users.get(id)?.attributes.name as
		{ givenName?: string; familyName?: string } | undefined;
	return { userId: id, firstName: name?.givenName ?? '', lastName: name?.familyName ?? '' };
}

const accessView =
	(state: State, kind: Kind, entityType: string, entityId: string) => (access: Access) =>
		withoutUndefined({
			...recipientFields(state, kind, access.id),
			level: levelOf(access.code),
			foreignEntity: { entityType, entityId },
			deletedAt: rfc3339(access.deletedAt),
		});

interface Entry {
	userId?: string;
	groupId?: string;
	level?: { code: string };
}

type Entries = Partial<Record<Kind, Entry[]>>;

const idOf = (kind: Kind, entry: Entry) => String(kind === 'users' ? entry.userId : entry.groupId);

/** Everything is checked before anything is changed. */
function checkEntries(state: State, entries: Entries): void {
	for (const kind of ['users', 'groups'] as const)
		for (const entry of entries[kind] ?? []) {
			if (!scimOf(state)[kind].has(idOf(kind, entry)))
				throw badRequest(
					`${kind === 'users' ? 'User' : 'Group'} ${idOf(kind, entry)} does not exist`,
				);
			if (entry.level && !LEVELS.some(({ code }) => code === entry.level!.code))
				throw badRequest(`Unknown level ${entry.level.code}`);
		}
}

function applyEntries(set: SharingSet, entries: Entries, now: number): void {
	for (const kind of ['users', 'groups'] as const)
		for (const entry of entries[kind] ?? []) {
			const id = idOf(kind, entry);
			const access = set[kind].get(id);
			if (entry.level) set[kind].set(id, { id, code: entry.level.code });
			else if (access) access.deletedAt = now;
		}
}

/**
 * The access of the caller. On the platform, users share objects with a service account; that of
 * the demo has access to the whole catalog.
 */
const callerAccess = (request: Request, entityType: string, entityId: string, set: SharingSet) => {
	const shareOfCaller = [...set.users.values()].find(
		({ id, deletedAt }) => deletedAt === undefined && id === request.caller.id,
	);
	const code = shareOfCaller?.code ?? 'WRITER';
	const current = (kind: Kind) =>
		[...set[kind].values()].filter(({ deletedAt }) => deletedAt === undefined);
	const owners = (kind: Kind) =>
		current(kind)
			.filter((access) => access.code === 'OWNER')
			.map(accessView(request.state, kind, entityType, entityId));
	const shareCount = current('users').length + current('groups').length;
	return {
		entityType,
		entityId,
		userId: request.caller.id,
		levelCode: code,
		entitlements: ENTITLEMENTS[code],
		...(request.query.includeMetadata === true
			? {
					userOwners: owners('users'),
					groupOwners: owners('groups'),
					sharingSetCount: shareCount,
					isSharedWithOthers: shareCount > 1,
				}
			: {}),
	};
};

export const sharing: Handlers = {
	'GET /sharing/sharings/levels/{entityType}': ({ path }) => {
		checkedType(path.entityType!);
		return ok(LEVELS);
	},
	'GET /sharing/sharings/eligibles/{entityType}': ({ state, path }) => {
		checkedType(path.entityType!);
		const { users, groups } = scimOf(state);
		return ok({
			users: [...users.keys()].map((id) => recipientFields(state, 'users', id)),
			groups: [...groups.keys()].map((id) => recipientFields(state, 'groups', id)),
		});
	},
	'GET /sharing/sharings/{entityType}': (request) => {
		const type = checkedType(request.path.entityType!);
		const ids = type === 'dataset' ? [...catalogOf(request.state).datasets.keys()] : [];
		return ok(ids.map((id) => callerAccess(request, type, id, setOf(request.state, type, id))));
	},
	'GET /sharing/sharings/{entityType}/{entityId}': (request) => {
		const { type, id, set } = sharedObject(request);
		return ok(callerAccess(request, type, id, set));
	},
	'GET /sharing/sharings/{entityType}/{entityId}/entitlements': (request) => {
		const { type, id, set } = sharedObject(request);
		return ok({ entityId: id, entitlements: callerAccess(request, type, id, set).entitlements });
	},
	'GET /sharing/sharingset/{entityType}/{entityId}': (request) => {
		const { type, id, set } = sharedObject(request);
		const {
			includeDeletedSharings,
			foreignEntityType,
			foreignEntityId,
			limit,
			offset = 0,
		} = request.query as {
			includeDeletedSharings?: boolean;
			foreignEntityType?: string;
			foreignEntityId?: string;
			limit?: number;
			offset?: number;
		};
		const isOfThisRecord = (foreignEntityType ?? type) === type && (foreignEntityId ?? id) === id;
		const view = (kind: Kind) =>
			[...set[kind].values()]
				.filter(
					({ deletedAt }) =>
						isOfThisRecord && (includeDeletedSharings === true || deletedAt === undefined),
				)
				.slice(offset, limit === undefined ? undefined : offset + limit)
				.map(accessView(request.state, kind, type, id));
		return ok({ users: view('users'), groups: view('groups') });
	},
	'PUT /sharing/sharingset/{entityType}/{entityId}': (request) => {
		const { type, id, set } = sharedObject(request);
		const entries = request.body as Entries;
		checkEntries(request.state, entries);
		const hasOwner = [...set.users.values(), ...set.groups.values()].some(
			({ code }) => code === 'OWNER',
		);
		const keepsOwner = [...(entries.users ?? []), ...(entries.groups ?? [])].some(
			({ level }) => level?.code === 'OWNER',
		);
		if (hasOwner && !keepsOwner) throw forbidden('An object needs an owner');
		set.users.clear();
		set.groups.clear();
		applyEntries(set, entries, request.clock.now());
		return ok({ entityType: type, entityId: id });
	},
	'PATCH /sharing/sharingset/{entityType}/{entityId}': (request) => {
		const { type, id, set } = sharedObject(request);
		const entries = request.body as Entries;
		checkEntries(request.state, entries);
		applyEntries(set, entries, request.clock.now());
		return ok({ entityType: type, entityId: id });
	},
	'PATCH /sharing/sharingset': (request) => {
		const { bulk } = request.body as {
			bulk: Array<Entries & { entityType: string; entityId: string }>;
		};
		const objects = bulk.map((entries) => ({
			entries,
			...sharedObject({
				...request,
				path: { entityType: entries.entityType, entityId: entries.entityId },
			}),
		}));
		for (const { entries } of objects) checkEntries(request.state, entries);
		for (const { entries, set } of objects) applyEntries(set, entries, request.clock.now());
		const [first] = objects;
		return ok({ entityType: first!.type, entityId: first!.id });
	},
};
