/** The demo's routes and data services, in Production · Shared, where its engines are. */
import { DAY } from '../../nodes/shared/support/time';
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

/** Where a service of the demo runs, and how. */
interface Placed {
	port: string;
	runtime: { type: string; id: string; runProfileId?: string };
	behavior?: Behavior;
	workspaceId?: string;
}

export function seedServices(state: State, clock: Clock): void {
	const now = clock.now();
	const { tasks, artifacts, workspaces } = orchestrationOf(state);
	const cluster = clusters.all(state).find(({ name }) => name === DEMO_ENGINES.cluster);
	const engine = remoteEngines.all(state).find(({ name }) => name === DEMO_ENGINES.remoteEngine);
	if (!cluster || !engine) return;
	const development = [...workspaces.values()].find(({ name }) => name === 'Shared');
	const profile = [...processingOf(state).profiles.values()].find(
		({ name }) => name === 'Large heap',
	);
	if (!development || !profile) return;
	profile.runtimeId = engine.id;
	const runs: Behavior = { dispatchMs: 8_000, durationMs: Infinity, end: 'execution_successful' };
	const add = (
		name: string,
		type: 'route' | 'data_service',
		{ port, runtime, behavior = runs, workspaceId = cluster.workspaceId }: Placed,
	): Task => {
		const versions = (
			[
				['0.1.3', 40],
				['0.1.4', 30],
				['0.1.4', 5],
				['0.2.0', 1],
			] as const
		).map(([version, days]) => ({
			version: `${version}.${stampOf(now - days * DAY)}`,
			createdAt: now - days * DAY,
			parameters: [],
		}));
		const artifact = {
			id: state.objectId(),
			name: name.toLowerCase().replace(/\W+/g, '_'),
			type,
			workspaceId,
			versions,
		};
		artifacts.set(artifact.id, artifact);
		const task: Task = {
			id: state.objectId(),
			name,
			description: `Serves at port ${port}`,
			workspaceId,
			version: '1.0',
			artifactId: artifact.id,
			artifactVersion: versions[1]!.version,
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
	};
	const onEngine = { type: 'REMOTE_ENGINE', id: engine.id };
	add(DEMO_SERVICES.dataService, 'data_service', {
		port: '8090',
		runtime: { ...onEngine, runProfileId: '63a1f0b2c4d5e6f708192a31' },
	});
	add(DEMO_SERVICES.route, 'route', {
		port: '9191',
		runtime: { type: 'REMOTE_ENGINE_CLUSTER', id: cluster.id },
		behavior: { ...runs, keepsPort: true },
	});
	const old = add(DEMO_SERVICES.oldService, 'data_service', { port: '8092', runtime: onEngine });
	add(DEMO_SERVICES.newService, 'data_service', {
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
