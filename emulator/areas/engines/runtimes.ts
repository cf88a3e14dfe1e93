/**
 * Remote engines, their clusters and pipeline engines: the records, and how their state changes
 * over time.
 */
import type { State } from '../../state/state';
import { stateEvent, store } from '../../state/store';

/** The time from the registration until somebody has installed the engine and it is paired. */
export const PAIRING_MS = 30_000;

/** A time in which an engine cannot be reached, in milliseconds since 1970. */
export interface Downtime {
	from: number;
	to: number;
}

export interface Paired {
	id: string;
	name: string;
	description?: string;
	environmentId: string;
	workspaceId?: string;
	createdAt: number;
	updatedAt?: number;
	/** The other ID of an engine, which executions and metrics contain. */
	runtimeId: string;
	/** The key with which an installation is paired. */
	key: string;
	/** When an installation is paired; absent if never. */
	pairsAt?: number;
	outages: Downtime[];
}

export interface RemoteEngine extends Paired {
	runProfiles: string[];
	esbCompatibilityVersion?: string;
	debugHost?: string;
	clusterId?: string;
}

export interface PipelineEngine extends Paired {
	/** Whether the platform itself runs the engine. */
	cloudRunner?: boolean;
}

export interface Cluster {
	id: string;
	name: string;
	description: string;
	environmentId: string;
	workspaceId: string;
	createdAt: number;
	runtimeId: string;
}

/** A run profile of a remote engine or of a cluster. */
export interface RuntimeProfile {
	id: string;
	name: string;
	description?: string;
	type: string;
	jvmArguments: string[];
	ownerId: string;
	createdAt: number;
	updatedAt?: number;
}

/** A run profile of a pipeline engine. */
export interface PipelineProfile {
	id: string;
	name: string;
	description?: string;
	kind: string;
	engineId: string;
	createdAt: number;
	updatedAt?: number;
	values: Record<string, unknown>;
}

export const remoteEngines = store<RemoteEngine>({ name: 'Remote engine', idForm: 'objectId' });
export const clusters = store<Cluster>({ name: 'Cluster', idForm: 'objectId' });
export const pipelineEngines = store<PipelineEngine>({
	name: 'Pipeline engine',
	idForm: 'objectId',
});

export const runtimeProfiles = store<RuntimeProfile>({ name: 'Run profile', idForm: 'objectId' });
export const pipelineProfiles = store<PipelineProfile>({ name: 'Run profile', idForm: 'objectId' });

/** An engine or cluster was deleted: its run profiles are deleted as well. */
export const runtimeDeleted = stateEvent<string>();

export const isPaired = ({ pairsAt }: Paired, now: number): boolean =>
	pairsAt !== undefined && now >= pairsAt;

/** Whether an engine can be reached: it is paired, and there is no outage. */
export const isAvailable = (engine: Paired, now: number): boolean =>
	isPaired(engine, now) && !engine.outages.some(({ from, to }) => now >= from && now < to);

export const enginesOf = (state: State, clusterId: string): RemoteEngine[] =>
	remoteEngines.all(state).filter((engine) => engine.clusterId === clusterId);
