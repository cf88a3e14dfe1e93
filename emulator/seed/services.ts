/** The demo's routes and data services, in Production · Shared, where its engines are. */
import { DAY } from '../../nodes/shared/support/time/time';
import { clusters, remoteEngines } from '../areas/engines/runtimes';
import {
	type Behavior,
	orchestrationOf,
	type Task,
} from '../areas/orchestration/orchestrationStore';
import { startTask } from '../areas/processing/executions';
import { processingOf } from '../areas/processing/processingStore';
import { asService } from '../areas/processing/service';
import type { Clock } from '../state/clock';
import type { State } from '../state/state';
import { DEMO_ENGINES } from './engines';

/** Names of the demo's services, for workflows that choose them by name. */
export const DEMO_SERVICES = {
	/** A data service on one engine. Starting it again replaces it. */
	dataService: 'Customer API',
	/** A route on a cluster of two engines. Starting it again finds its port taken. */
	route: 'Order events',
	/** It has been running for so long that no list shows it. */
	oldService: 'Price feed',
	/** It is not in production yet. */
	newService: 'Stock API',
} as const;

/** A time stamp in the form that Studio adds to versions. */
const stampOf = (time: number): string =>
	new Date(time).toISOString().replace(/\D/g, '').slice(0, 14);

const RUNS: Behavior = { dispatchMs: 8_000, durationMs: Infinity, end: 'execution_successful' };

/** The versions of each artifact, with their age in days; the second one is deployed. */
const VERSIONS: ReadonlyArray<readonly [version: string, days: number]> = [
	['0.1.3', 40],
	['0.1.4', 30],
	['0.1.4', 5],
	['0.2.0', 1],
];

/** A service of the demo: what it is, where it runs, and how. */
interface Service {
	name: string;
	type: 'route' | 'data_service';
	port: string;
	runtime: { type: string; id: string; runProfileId?: string };
	behavior?: Behavior;
	workspaceId: string;
}

export function seedServices(state: State, clock: Clock): void {
	const now = clock.now();
	const cluster = clusters.all(state).find(({ name }) => name === DEMO_ENGINES.cluster);
	const engine = remoteEngines.all(state).find(({ name }) => name === DEMO_ENGINES.remoteEngine);
	const development = [...orchestrationOf(state).workspaces.values()].find(
		({ name }) => name === 'Shared',
	);
	const profile = [...processingOf(state).profiles.values()].find(
		({ name }) => name === 'Large heap',
	);
	if (!cluster || !engine || !development || !profile) return;
	profile.runtimeId = engine.id;
	const { workspaceId } = cluster;
	const onEngine = { type: 'REMOTE_ENGINE', id: engine.id };
	addService(state, now, {
		name: DEMO_SERVICES.dataService,
		type: 'data_service',
		port: '8090',
		runtime: { ...onEngine, runProfileId: '63a1f0b2c4d5e6f708192a31' },
		workspaceId,
	});
	addService(state, now, {
		name: DEMO_SERVICES.route,
		type: 'route',
		port: '9191',
		runtime: { type: 'REMOTE_ENGINE_CLUSTER', id: cluster.id },
		behavior: { ...RUNS, keepsPort: true },
		workspaceId,
	});
	const old = addService(state, now, {
		name: DEMO_SERVICES.oldService,
		type: 'data_service',
		port: '8092',
		runtime: onEngine,
		workspaceId,
	});
	addService(state, now, {
		name: DEMO_SERVICES.newService,
		type: 'data_service',
		port: '8093',
		runtime: { ...onEngine, runProfileId: profile.id },
		workspaceId: development.id,
	});
	startTask(state, old, now - 20 * DAY, {
		type: 'MANUAL',
		by: { id: 'ana.demo', type: 'HUMAN' },
		...asService(state),
		engineId: engine.id,
	});
}

/** Adds a service: its artifact, and the task with which it is deployed. */
function addService(
	state: State,
	now: number,
	{ name, type, port, runtime, behavior = { ...RUNS }, workspaceId }: Service,
): Task {
	const { tasks, artifacts } = orchestrationOf(state);
	const artifact = {
		id: state.objectId(),
		name: name.toLowerCase().replace(/\W+/g, '_'),
		type,
		workspaceId,
		versions: VERSIONS.map(([version, days]) => ({
			version: `${version}.${stampOf(now - days * DAY)}`,
			createdAt: now - days * DAY,
			parameters: [],
		})),
	};
	artifacts.set(artifact.id, artifact);
	const task: Task = {
		id: state.objectId(),
		name,
		description: `Serves at port ${port}`,
		workspaceId,
		version: '1.0',
		artifactId: artifact.id,
		artifactVersion: artifact.versions[1]!.version,
		artifactName: artifact.name,
		tags: ['api'],
		paused: false,
		configured: true,
		runtimeType: runtime.type,
		runConfiguration: {
			trigger: {
				type: 'MANUAL',
				interval: 1,
				startDate: new Date(now - 30 * DAY).toISOString().slice(0, 10),
				timeZone: 'UTC',
			},
			runtime,
			microservicePort: port,
		},
		behaviors: [behavior],
	};
	tasks.set(task.id, task);
	return task;
}
