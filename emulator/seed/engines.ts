/**
 * The demo's dynamic engines and data planes; the environments on them are left for users to
 * create.
 */
import { DAY, HOUR, MINUTE } from '../../nodes/shared/support/time/time';
import { newPairingKey } from '../areas/engines/dynamicEngine';
import {
	type DataPlane,
	type DynamicEngine,
	enginesOf,
	madeBy,
} from '../areas/engines/enginesStore';
import {
	clusters,
	pipelineEngines,
	pipelineProfiles,
	type RemoteEngine,
	remoteEngines,
	runtimeProfiles,
} from '../areas/engines/runtimes';
import { orchestrationOf } from '../areas/orchestration/orchestrationStore';
import type { Clock } from '../state/clock';
import type { State } from '../state/state';

/** Names of the demo's engines and planes, for workflows that choose them by name. */
export const DEMO_ENGINES = {
	engine: 'europe-west',
	otherEngine: 'us-east',
	/** Not running in its cluster yet. */
	newEngine: 'asia-south',
	/** Every environment on it ends up as Not Ready. */
	fullEngine: 'out-of-memory',
	/** A remote engine in the cluster that can be reached. */
	remoteEngine: 'Frankfurt 1',
	/** A remote engine that is unavailable for 20 minutes of each hour. */
	flakyRemoteEngine: 'Frankfurt 2',
	/** A remote engine that is not paired. */
	newRemoteEngine: 'Dublin 1',
	cluster: 'Frankfurt',
	pipelineEngine: 'Pipelines Frankfurt',
	plane: 'on-premises',
	otherPlane: 'azure-managed',
} as const;

/** The ID of {@link DEMO_ENGINES}.remoteEngine. */
export const REMOTE_ENGINE_ID = '5f3e2d1ca1b2c3d4e5f60718';

export function seedEngines(state: State, clock: Clock): void {
	const now = clock.now();
	seedRolesAndVersions(state, now);
	seedDynamicEngines(state, now);
	seedDataPlanes(state, now);
}

const CREATOR = { name: 'Ana Demo' };

function seedRolesAndVersions(state: State, now: number): void {
	const { roles, versions } = enginesOf(state);
	roles.push(
		{ id: 'cluster-owner', description: 'Has full access to the cluster' },
		{ id: 'cluster-member', description: 'Can view the cluster' },
	);
	for (const [index, id] of ['1.2.0', '1.1.0', '1.0.1'].entries())
		versions.push({
			id,
			name: id,
			publishedAt: now - (index + 1) * 30 * DAY,
			kubeVersion: '>= 1.27',
			services: [
				{ id: 'engine-operator', feature: 'infra', version: id },
				{ id: 'job-server', feature: 'processing', version: id },
			],
		});
}

function seedDynamicEngines(state: State, now: number): void {
	const add = (name: string, more: Partial<DynamicEngine>) => {
		const made: DynamicEngine = {
			id: state.objectId(),
			name,
			description: `Cluster in ${name}`,
			pairingKey: newPairingKey(),
			namespaces: 20,
			...madeBy(CREATOR, now - 20 * DAY),
			...more,
		};
		enginesOf(state).engines.set(made.id, made);
	};
	const connected = { version: '1.1.0', connectedAt: now - 19 * DAY };
	add(DEMO_ENGINES.engine, connected);
	add(DEMO_ENGINES.otherEngine, connected);
	add(DEMO_ENGINES.newEngine, {});
	add(DEMO_ENGINES.fullEngine, { ...connected, setUpFails: true });
}

function seedDataPlanes(state: State, now: number): void {
	const add = (
		name: string,
		more: Pick<DataPlane, 'provider' | 'managed'> & Partial<DataPlane>,
	) => {
		const made: DataPlane = {
			id: state.objectId(),
			name,
			nodeCount: 3,
			readyAt: now - 9 * DAY,
			members: [],
			namespaces: 20,
			...madeBy(CREATOR, now - 10 * DAY),
			...more,
		};
		enginesOf(state).planes.set(made.id, made);
	};
	add(DEMO_ENGINES.plane, { provider: 'RKE2', managed: false });
	add(DEMO_ENGINES.otherPlane, { provider: 'AKS', managed: true, tags: { team: 'platform' } });
}

/** Remote engines, a cluster of two of them, and a pipeline engine, all in one environment. */
export function seedRuntimes(state: State, clock: Clock): void {
	const now = clock.now();
	const { environments, workspaces } = orchestrationOf(state);
	const environment = [...environments.values()].find(({ name }) => name === 'Production');
	const workspace = [...workspaces.values()].find(
		({ environmentId }) => environmentId === environment?.id,
	);
	if (!environment || !workspace) return;
	const environmentId = environment.id;
	const clusterId = seedCluster(state, now, { environmentId, workspaceId: workspace.id });
	seedRemoteEngines(state, now, { environmentId, clusterId });
	seedRunProfiles(state, now - 10 * DAY, clusterId);
	seedPipelineEngine(state, now, environmentId);
}

/** @returns the ID of the cluster */
const seedCluster = (
	state: State,
	now: number,
	place: { environmentId: string; workspaceId: string },
): string =>
	clusters.add(state, {
		id: '5f3e2d1ca1b2c3d4e5f60719',
		name: DEMO_ENGINES.cluster,
		description: 'Nightly loads',
		...place,
		createdAt: now - 20 * DAY,
		runtimeId: '3c6d2f10-5b1e-4a77-9c3f-0a1b2c3d4e01',
	}).id;

function seedRemoteEngines(
	state: State,
	now: number,
	{ environmentId, clusterId }: { environmentId: string; clusterId: string },
): void {
	const engine = (id: string, name: string, runtimeId: string, more: Partial<RemoteEngine> = {}) =>
		remoteEngines.add(state, {
			id,
			name,
			environmentId,
			createdAt: now - 20 * DAY,
			runtimeId,
			key: 'pak-demo',
			pairsAt: now - 19 * DAY,
			outages: [],
			runProfiles: ['JOB_SERVER'],
			...more,
		});
	engine(REMOTE_ENGINE_ID, DEMO_ENGINES.remoteEngine, '3c6d2f10-5b1e-4a77-9c3f-0a1b2c3d4e02', {
		clusterId,
	});
	// Unavailable in the second third of each hour from now on, for a day.
	const outages = Array.from({ length: 24 }, (_, hour) => ({
		from: now + hour * HOUR + 20 * MINUTE,
		to: now + hour * HOUR + 40 * MINUTE,
	}));
	engine(
		'5f3e2d1ca1b2c3d4e5f6071b',
		DEMO_ENGINES.flakyRemoteEngine,
		'3c6d2f10-5b1e-4a77-9c3f-0a1b2c3d4e03',
		{ clusterId, outages },
	);
	engine(
		'5f3e2d1ca1b2c3d4e5f6071c',
		DEMO_ENGINES.newRemoteEngine,
		'3c6d2f10-5b1e-4a77-9c3f-0a1b2c3d4e04',
		{ pairsAt: undefined },
	);
}

function seedRunProfiles(state: State, createdAt: number, clusterId: string): void {
	runtimeProfiles.add(state, {
		id: '63a1f0b2c4d5e6f708192a31',
		name: 'Large heap',
		type: 'JOB_SERVER',
		jvmArguments: ['-Xmx4G'],
		ownerId: REMOTE_ENGINE_ID,
		createdAt,
	});
	runtimeProfiles.add(state, {
		id: '63a1f0b2c4d5e6f708192a32',
		name: 'Cluster default',
		type: 'JOB_SERVER',
		jvmArguments: ['-Xmx1G'],
		ownerId: clusterId,
		createdAt,
	});
}

/** Adds a pipeline engine with a run profile. */
function seedPipelineEngine(state: State, now: number, environmentId: string): void {
	pipelineEngines.add(state, {
		id: '5f3e2d1ca1b2c3d4e5f6071a',
		name: DEMO_ENGINES.pipelineEngine,
		environmentId,
		createdAt: now - 20 * DAY,
		runtimeId: '3c6d2f10-5b1e-4a77-9c3f-0a1b2c3d4e05',
		key: 'pak-demo',
		pairsAt: now - 19 * DAY,
		outages: [],
	});
	pipelineProfiles.add(state, {
		id: '63a1f0b2c4d5e6f708192a33',
		name: 'Four threads',
		kind: 'standard',
		engineId: '5f3e2d1ca1b2c3d4e5f6071a',
		createdAt: now - 10 * DAY,
		values: {
			executionFramework: 'SPARK_3',
			configuration: { numberOfThreads: 4, microBatchInterval: 5_000 },
		},
	});
}
