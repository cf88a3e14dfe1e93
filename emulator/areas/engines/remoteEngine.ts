/** Remote engines and their clusters. */
import { rfc3339 } from '../../clock';
import { collection } from '../../collection';
import {
	created,
	type Handler,
	type Handlers,
	noContent,
	ok,
	type Request,
	type ShownIn,
} from '../../handler';
import { badRequest, conflict } from '../../refusals';
import type { State } from '../../state';
import { orchestrationOf } from '../orchestration/orchestrationStore';
import { workspaceInfo } from '../orchestration/places';
import {
	type Cluster,
	clusters,
	enginesOf,
	isAvailable,
	isPaired,
	PAIRING_MS,
	type PipelineEngine,
	type RemoteEngine,
	remoteEngines,
	runtimeDeleted,
	type RuntimeProfile,
	runtimeProfiles,
} from './runtimes';

/**
 * The workspace of an engine or cluster in the form that responses have.
 * @throws Refusal 400 if the environment or workspace does not exist
 */
export function workspaceView(
	state: State,
	environmentId: string,
	workspaceId?: string,
): Record<string, unknown> {
	const {
		id,
		name,
		description,
		default: usual,
	} = orchestrationOf(state).environments.get(environmentId) ?? { id: environmentId };
	const workspace = workspaceId === undefined ? undefined : workspaceInfo(state, workspaceId);
	return {
		...workspace,
		environment: {
			id,
			name,
			...(description === undefined ? {} : { description }),
			...(usual === undefined ? {} : { default: usual }),
		},
	};
}

export function checkWorkspace(state: State, environmentId: string, workspaceId?: string): void {
	const { environments, workspaces } = orchestrationOf(state);
	if (!environments.has(environmentId))
		throw badRequest(`Environment ${environmentId} does not exist`);
	if (workspaceId !== undefined && workspaces.get(workspaceId)?.environmentId !== environmentId)
		throw badRequest('The workspace does not belong to the environment');
}

/** A new pairing key. */
export const newKey = (state: State): string => `pak-${state.uuid()}`;

const usedByTasks = (state: State, id: string): boolean =>
	[...orchestrationOf(state).tasks.values()].some(
		({ runConfiguration }) => runConfiguration?.runtime?.id === id,
	);

/** The fields in responses of an engine that installations are paired with. */
export const pairedView = (engine: RemoteEngine | PipelineEngine, { state, clock }: Request) => {
	const now = clock.now();
	const paired = isPaired(engine, now);
	return {
		id: engine.id,
		name: engine.name,
		...(engine.description === undefined ? {} : { description: engine.description }),
		workspace: workspaceView(state, engine.environmentId, engine.workspaceId),
		createDate: rfc3339(engine.createdAt),
		runtimeId: engine.runtimeId,
		availability: isAvailable(engine, now) ? 'AVAILABLE' : 'NOT_AVAILABLE',
		status: paired ? 'PAIRED' : 'NOT_PAIRED',
		...(paired ? {} : { preAuthorizedKey: engine.key }),
	};
};

const engineView = (engine: RemoteEngine, request: Request) => ({
	...pairedView(engine, request),
	...(engine.updatedAt === undefined ? {} : { updateDate: rfc3339(engine.updatedAt) }),
	managed: false,
	runProfiles: engine.runProfiles,
	...(engine.debugHost === undefined ? {} : { debug: { host: engine.debugHost } }),
	...(engine.clusterId === undefined ? {} : { clusterId: engine.clusterId }),
	...(engine.esbCompatibilityVersion === undefined
		? {}
		: { esbCompatibilityVersion: engine.esbCompatibilityVersion }),
});

/** The fields that a query can use, for engines and clusters. */
export const selectors = {
	name: ({ name }: { name: string }) => name,
	'workspace.id': ({ workspaceId }: { workspaceId?: string }) => workspaceId,
	'workspace.environment.id': ({ environmentId }: { environmentId: string }) => environmentId,
};

interface GivenEngine {
	name: string;
	environmentId: string;
	workspaceId?: string;
	description?: string;
	runProfiles?: string[];
	esbCompatibilityVersion?: string;
	debug?: { host: string };
}

/** What new engines of each kind have, what no two of them share, and how they are listed. */
export const engineOptions = {
	fresh: ({ state, clock }: Request) => ({
		createdAt: clock.now(),
		runtimeId: state.uuid(),
		key: newKey(state),
		pairsAt: clock.now() + PAIRING_MS,
		outages: [],
	}),
	unique: [
		{
			by: ({ environmentId, name }: { environmentId: string; name: string }) =>
				`${environmentId} ${name}`,
			says: 'name',
			status: 400,
		},
	],
	// The status follows from the time.
	fiql: ({ clock }: Request) => ({
		...selectors,
		status: (each: Parameters<typeof isPaired>[0]) =>
			isPaired(each, clock.now()) ? 'PAIRED' : 'NOT_PAIRED',
	}),
};

const engine = collection(remoteEngines, {
	...engineOptions,
	given: ({ state, body }) => {
		const { debug, runProfiles = ['JOB_SERVER'], ...given } = body as GivenEngine;
		checkWorkspace(state, given.environmentId, given.workspaceId);
		return { ...given, runProfiles, ...(debug ? { debugHost: debug.host } : {}) };
	},
	inUse: (record, { state, clock }) =>
		isPaired(record, clock.now())
			? 'The engine is paired'
			: record.clusterId !== undefined
				? 'The engine is in a cluster'
				: usedByTasks(state, record.id) && 'Tasks run on the engine',
	removed: ({ id }, { state }) => runtimeDeleted.emit(state, id),
	show: engineView,
});

// ---------------------------------------------------------------------------------------------
// Clusters

const clusterView =
	(shownIn: ShownIn) =>
	(record: Cluster, { state, clock }: Request) => {
		const members = enginesOf(state, record.id);
		return {
			id: record.id,
			name: record.name,
			description: record.description,
			workspace: workspaceView(state, record.environmentId, record.workspaceId),
			createDate: rfc3339(record.createdAt),
			runtimeId: record.runtimeId,
			availability: members.some((member) => isAvailable(member, clock.now()))
				? 'AVAILABLE'
				: 'NOT_AVAILABLE',
			managed: false,
			...(shownIn === 'alone' ? { engines: members.map(({ id }) => id) } : {}),
		};
	};

const cluster = collection(clusters, {
	given: ({ state, body }) => {
		const {
			name,
			description,
			environmentId,
			workspaceId,
			remoteEngines: members,
		} = body as Omit<Cluster, 'id'> & { remoteEngines: string[] };
		checkWorkspace(state, environmentId, workspaceId);
		for (const id of members)
			if (remoteEngines.find(state, id).clusterId !== undefined)
				throw badRequest(`Engine ${id} is already in a cluster`);
		return { name, description, environmentId, workspaceId };
	},
	fresh: ({ state, clock }) => ({ createdAt: clock.now(), runtimeId: state.uuid() }),
	added: ({ id }, { state, body }) => {
		for (const member of (body as { remoteEngines: string[] }).remoteEngines)
			remoteEngines.find(state, member).clusterId = id;
	},
	removed: ({ id }, { state }) => {
		for (const member of enginesOf(state, id)) delete member.clusterId;
		runtimeDeleted.emit(state, id);
	},
	fiql: { ...selectors },
	show: clusterView('alone'),
	showInList: clusterView('list'),
});

// ---------------------------------------------------------------------------------------------
// Run profiles of both

const PROCESSOR: Readonly<Record<string, string>> = { engineId: 'RE', clusterId: 'REC' };

/** The variable in the paths of run profiles: that of an engine, or of a cluster. */
type Owner = 'engineId' | 'clusterId';

const environmentOf = (variable: Owner, state: State, id: string): string =>
	(variable === 'engineId' ? remoteEngines.find(state, id) : clusters.find(state, id))
		.environmentId;

/**
 * The engine or cluster of a path.
 * @throws Refusal 404
 */
function ownerId(variable: Owner, request: Request): string {
	const id = request.path[variable]!;
	environmentOf(variable, request.state, id);
	return id;
}

function profilesIn(variable: Owner) {
	const view = (profile: RuntimeProfile, { state }: Request) => ({
		id: profile.id,
		name: profile.name,
		...(profile.description === undefined ? {} : { description: profile.description }),
		createDate: rfc3339(profile.createdAt),
		...(profile.updatedAt === undefined ? {} : { updateDate: rfc3339(profile.updatedAt) }),
		type: profile.type,
		jvmArguments: profile.jvmArguments,
		runtimeId: profile.ownerId,
		version: 1,
		processorId: profile.ownerId,
		processorType: PROCESSOR[variable],
		runProfileType: profile.type,
		scopeId: environmentOf(variable, state, profile.ownerId),
	});
	return collection(runtimeProfiles, {
		variable: 'runProfileId',
		sees: (profile, request) => profile.ownerId === ownerId(variable, request),
		given: (request, own) => {
			const { runtimeId, ...given } = request.body as Partial<RuntimeProfile> & {
				runtimeId?: string;
			};
			if (runtimeId !== undefined && runtimeId !== ownerId(variable, request))
				throw badRequest('The runtime in the body is not the one in the path');
			if (own === undefined && runtimeId === undefined)
				throw badRequest('Field runtimeId is required');
			return { ...given, ownerId: ownerId(variable, request) };
		},
		required: ['name', 'jvmArguments'],
		emptied: ['description'],
		fresh: ({ clock }) => ({ createdAt: clock.now() }),
		touched: ({ clock }) => ({ updatedAt: clock.now() }),
		unique: [{ by: (profile) => `${profile.ownerId} ${profile.name}`, says: 'name' }],
		filters: { type: (profile, type: string) => profile.type === type },
		show: view,
	});
}

/**
 * The handler that deletes a run profile. Tasks with this run profile get the other one that the
 * request names.
 */
function removal(variable: Owner, profileOf: (request: Request) => RuntimeProfile): Handler {
	const replacement = variable === 'engineId' ? 'newRunProfileId' : 'runProfileId';
	return (request) => {
		const { id } = profileOf(request);
		const other = request.query[replacement] as string | undefined;
		if (
			other !== undefined &&
			runtimeProfiles.find(request.state, other).ownerId !== ownerId(variable, request)
		)
			throw badRequest(`Run profile ${other} does not belong to this runtime`);
		const runsWith = [...orchestrationOf(request.state).tasks.values()]
			.map(({ runConfiguration }) => runConfiguration?.runtime)
			.filter((runtime) => runtime?.runProfileId === id);
		if (runsWith.length > 0 && other === undefined) throw conflict('Tasks use the run profile');
		for (const runtime of runsWith) runtime!.runProfileId = other;
		runtimeProfiles.in(request.state).delete(id);
		return variable === 'engineId'
			? {
					status: 202,
					raw: new TextEncoder().encode('Accepted'),
					headers: { 'content-type': 'text/plain' },
				}
			: noContent();
	};
}

function profileHandlers(variable: Owner, base: string): Handlers {
	const profiles = profilesIn(variable);
	return {
		[`GET ${base}/{${variable}}/run-profiles`]: (request) => {
			ownerId(variable, request);
			return profiles.list()(request);
		},
		[`POST ${base}/{${variable}}/run-profiles`]: profiles.create(),
		[`GET ${base}/{${variable}}/run-profiles/{runProfileId}`]: profiles.get(),
		[`PUT ${base}/{${variable}}/run-profiles/{runProfileId}`]: profiles.replace(),
		[`DELETE ${base}/{${variable}}/run-profiles/{runProfileId}`]: removal(variable, profiles.one),
	};
}

runtimeDeleted.on((state, id) => {
	for (const profile of runtimeProfiles.all(state))
		if (profile.ownerId === id) runtimeProfiles.in(state).delete(profile.id);
});

/** Ends the pairing of a remote or pipeline engine, which gets a new key. */
export const unpair =
	(
		engineOf: (
			request: Request,
		) => Parameters<typeof isPaired>[0] & { key: string; updatedAt?: number },
	): Handler =>
	(request) => {
		const record = engineOf(request);
		if (!isPaired(record, request.clock.now())) throw badRequest('The engine is not paired');
		Object.assign(record, {
			key: newKey(request.state),
			pairsAt: undefined,
			updatedAt: request.clock.now(),
		});
		return {
			status: 200,
			raw: new TextEncoder().encode('OK'),
			headers: { 'content-type': 'text/plain' },
		};
	};

const ENGINES = '/processing/runtimes/remote-engines';
const CLUSTERS = '/processing/runtimes/remote-engine-clusters';

export const remoteEngineHandlers: Handlers = {
	[`GET ${ENGINES}`]: engine.list(),
	[`POST ${ENGINES}`]: engine.create(),
	[`GET ${ENGINES}/{id}`]: engine.get(),
	[`DELETE ${ENGINES}/{id}`]: engine.remove(),
	[`DELETE ${ENGINES}/{id}/pairing`]: unpair(engine.one),
	[`PUT ${ENGINES}/{remoteEngineId}/debug`]: (request) => {
		const { host, isDebugModeOn } = request.body as { host: string; isDebugModeOn: boolean };
		const record = engine.one(request, 'remoteEngineId');
		Object.assign(record, {
			debugHost: isDebugModeOn ? host : undefined,
			updatedAt: request.clock.now(),
		});
		return ok(engineView(record, request));
	},
	...profileHandlers('engineId', ENGINES),
	[`GET ${CLUSTERS}`]: cluster.list(),
	[`POST ${CLUSTERS}`]: cluster.create((record, request) =>
		created(clusterView('alone')(record, request)),
	),
	[`GET ${CLUSTERS}/{clusterId}`]: cluster.get(),
	[`DELETE ${CLUSTERS}/{clusterId}`]: cluster.remove(),
	[`PUT ${CLUSTERS}/{clusterId}/engines/{engineId}`]: (request) => {
		const { id } = cluster.one(request, 'clusterId');
		const member = engine.one(request, 'engineId');
		if (member.clusterId !== undefined)
			throw conflict(`Engine ${member.id} is already in a cluster`);
		member.clusterId = id;
		return noContent();
	},
	[`DELETE ${CLUSTERS}/{clusterId}/engines/{engineId}`]: (request) => {
		const { id } = cluster.one(request, 'clusterId');
		const member = engine.one(request, 'engineId');
		if (member.clusterId !== id) throw remoteEngines.missing(member.id);
		delete member.clusterId;
		return noContent();
	},
	...profileHandlers('clusterId', CLUSTERS),
};
