/**
 * Dynamic engines, data planes and the environments on them: the records, and the states that they
 * go through by time. No source describes the transitions, or the states of data planes: they were
 * invented for the emulator.
 */
import { MINUTE } from '../../../nodes/shared/support/time/time';
import type { Caller } from '../../state/caller';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { stateEntry, store } from '../../state/store';

/**
 * How long each change takes, in ms. It is shorter than on the platform, so that users of the demo
 * can watch it.
 */
export const DURATIONS_MS = {
	/** A new dynamic engine has no status before this time. */
	engineCreation: 5_000,
	/** The time from the manifest until somebody has applied it and the cluster runs it. */
	manifest: 30_000,
	/** The creation of a cluster by the platform. */
	cluster: MINUTE,
	/** The time from the bootstrap command until somebody has run it in the cluster. */
	bootstrap: 30_000,
	update: 5_000,
	setUp: 15_000,
	cleanUp: 10_000,
} as const;

/** Who made and changed a record, and when. */
interface History {
	createdBy: string;
	createdAt: number;
	modifiedBy: string;
	modifiedAt: number;
}

export const madeBy = ({ name }: Pick<Caller, 'name'>, now: number): History => ({
	createdBy: name,
	createdAt: now,
	modifiedBy: name,
	modifiedAt: now,
});

/** How an environment is set up on an engine or data plane. */
export interface Host {
	id: string;
	name: string;
	description?: string;
	/** Whether its environments end in an error state. */
	setUpFails?: boolean;
	/** How long the setup of an environment takes, if not as usual. */
	setUpMs?: number;
	/** The maximum number of environments. */
	namespaces: number;
	/** Since when it is being deleted. */
	deletedAt?: number;
}

export interface DynamicEngine extends Host, History {
	pairingKey: string;
	/** The version of its last manifest. */
	version?: string;
	/** When the cluster runs the last manifest. */
	connectedAt?: number;
	/** Whether its cluster reports an error. */
	broken?: boolean;
}

export interface Member {
	id: string;
	username: string;
	description?: string;
	role: string;
	/** Milliseconds since 1970. */
	expiresAt?: number;
}

export interface DataPlane extends Host, History {
	provider: string;
	/**
	 * Whether the platform has created the cluster; otherwise, it is a cluster of the user's, who
	 * runs a command in it.
	 */
	managed: boolean;
	oneNodeDemo?: boolean;
	tags?: Record<string, string>;
	aksLoggingConf?: object;
	eksLoggingTypes?: string[];
	bootstrapToken?: string;
	nodeCount: number;
	readyAt: number;
	/** Until when a change is in progress. */
	changingUntil?: number;
	members: Member[];
}

/** The link between an environment and its engine or data plane. */
export interface Link {
	id: string;
	hostId: string;
	/** When the environment is set up. */
	readyAt: number;
	fails: boolean;
	/** Since when it is being removed. */
	removedAt?: number;
}

export interface HostedEnvironment extends History {
	id: string;
	kind: 'engine' | 'plane';
	name: string;
	description: string;
	logStrategy: string;
	metricsStrategy: string;
	creatorType: Caller['type'];
	modifierType: Caller['type'];
	link?: Link;
}

export interface EngineVersion {
	id: string;
	name: string;
	publishedAt: number;
	kubeVersion: string;
	services: Array<{ id: string; feature: string; version: string }>;
}

export const dynamicEngines = store<DynamicEngine>({ name: 'Dynamic engine', idForm: 'objectId' });
export const dataPlanes = store<DataPlane>({ name: 'Data plane', idForm: 'objectId' });
export const hostedEnvironments = store<HostedEnvironment>({
	name: 'Environment',
	idForm: 'objectId',
});

interface Offers {
	/** Newest first. */
	versions: EngineVersion[];
	roles: Array<{ id: string; description: string }>;
}

/** What the platform offers for engines and clusters. */
const offersOf = stateEntry<Offers>('engines', () => ({ versions: [], roles: [] }));

export const enginesOf = (state: State) => ({
	engines: dynamicEngines.recordsIn(state),
	planes: dataPlanes.recordsIn(state),
	environments: hostedEnvironments.recordsIn(state),
	...offersOf(state),
});

/** A state and since when. */
interface Since {
	state: string;
	at: number;
}

/** The state of a dynamic engine. */
export function engineState(engine: DynamicEngine, now: number): Since {
	const ready = engine.createdAt + DURATIONS_MS.engineCreation;
	if (engine.deletedAt !== undefined) return { state: 'DELETED', at: engine.deletedAt };
	if (now < ready) return { state: 'CREATING', at: engine.createdAt };
	if (engine.broken) return { state: 'ERROR', at: ready };
	return engine.connectedAt !== undefined && now >= engine.connectedAt
		? { state: 'CONNECTED', at: engine.connectedAt }
		: { state: 'DISCONNECTED', at: ready };
}

/** The state of a data plane. */
export function planeState(plane: DataPlane, now: number): Since {
	if (plane.deletedAt !== undefined) return { state: 'DELETING', at: plane.deletedAt };
	if (now < plane.readyAt)
		return { state: plane.managed ? 'CREATING' : 'WAITING_FOR_BOOTSTRAP', at: plane.createdAt };
	if (plane.changingUntil !== undefined && now < plane.changingUntil)
		return { state: 'UPDATING', at: plane.modifiedAt };
	return { state: 'CONNECTED', at: Math.max(plane.readyAt, plane.changingUntil ?? 0) };
}

type Phase = 'free' | 'joining' | 'joined' | 'broken' | 'leaving';

/** The phase of an environment, from free to connected. This removes a link that was cleaned up. */
export function phaseOf(environment: HostedEnvironment, now: number): Phase {
	const { link } = environment;
	if (link?.removedAt !== undefined && now >= link.removedAt + DURATIONS_MS.cleanUp)
		environment.link = undefined;
	if (!environment.link) return 'free';
	if (link!.removedAt !== undefined) return 'leaving';
	return joinedBy(link!, now);
}

/** The state of a link that is not being removed. */
function joinedBy({ readyAt, fails }: Link, now: number): 'joining' | 'joined' | 'broken' {
	if (now < readyAt) return 'joining';
	return fails ? 'broken' : 'joined';
}

const STATUS: Record<
	HostedEnvironment['kind'],
	Record<Exclude<Phase, 'leaving'>, string> & { leaving?: string }
> = {
	engine: {
		free: 'NOT_ASSIGNED',
		joining: 'SET_UP_REQUIRED',
		joined: 'READY',
		broken: 'NOT_READY',
	},
	plane: {
		free: 'NOT_CONNECTED',
		joining: 'CONNECTING',
		joined: 'CONNECTED',
		broken: 'IN_ERROR',
		leaving: 'DISCONNECTING',
	},
};

/**
 * The status of an environment. On dynamic engines, there is none for disconnecting, so it stays as
 * before.
 */
export function environmentStatus(environment: HostedEnvironment, now: number): string {
	const status = STATUS[environment.kind];
	const phase = phaseOf(environment, now);
	return phase === 'leaving'
		? (status.leaving ?? status[joinedBy(environment.link!, environment.link!.removedAt!)])
		: status[phase];
}

/** The environments that are linked to an engine or data plane, including those in progress. */
export const environmentsOn = (state: State, hostId: string, now: number): HostedEnvironment[] =>
	hostedEnvironments
		.all(state)
		.filter((each) => phaseOf(each, now) !== 'free' && each.link!.hostId === hostId);

/** The engines and data planes that an environment runs on, in words. */
export function hostsOf(state: State, environmentId: string, now: number): string[] {
	const hosted = hostedEnvironments.recordsIn(state).get(environmentId);
	return hosted && phaseOf(hosted, now) !== 'free'
		? [`${hosted.kind === 'engine' ? 'dynamic engine' : 'data plane'} ${hosted.link!.hostId}`]
		: [];
}

/**
 * Whether an engine or data plane exists. After a deletion, it exists until it has been cleaned up.
 */
export const isNotDeleted = ({ deletedAt }: Host, now: number): boolean =>
	deletedAt === undefined || now < deletedAt + DURATIONS_MS.cleanUp;

/** A history and a state in the form that responses have. */
export const historyView = (
	{ createdBy, createdAt, modifiedBy, modifiedAt }: History,
	{ state, at }: Since,
) => ({
	state,
	creationDate: rfc3339(createdAt),
	lastModifiedDate: rfc3339(modifiedAt),
	lastModifiedStateDate: rfc3339(at),
	createdBy,
	lastModifiedBy: modifiedBy,
});
