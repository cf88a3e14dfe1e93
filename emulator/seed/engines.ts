/** The demo's dynamic engines and data planes; environments on them are the person's to create. */
import { newPairingKey } from '../areas/engines/dynamicEngine';
import { enginesOf, madeBy, type DataPlane, type DynamicEngine } from '../areas/engines/records';
import type { Clock } from '../clock';
import type { State } from '../state';

const DAY = 86_400_000;

/** Names of the demo's engines and planes, for workflows that choose them by name. */
export const DEMO_ENGINES = {
	engine: 'europe-west',
	otherEngine: 'us-east',
	/** Its cluster does not run it yet. */
	newEngine: 'asia-south',
	/** Every environment ends in a state of error on it. */
	fullEngine: 'out-of-memory',
	plane: 'on-premises',
	otherPlane: 'azure-managed',
} as const;

export function seedEngines(state: State, clock: Clock): void {
	const now = clock.now();
	const by = { name: 'Ana Demo' };
	const room = enginesOf(state);
	room.roles.push({ id: 'cluster-owner', description: 'May do everything in the cluster' }, { id: 'cluster-member', description: 'May look at the cluster' });
	for (const [index, id] of ['1.2.0', '1.1.0', '1.0.1'].entries())
		room.versions.push({
			id,
			name: id,
			publishedAt: now - (index + 1) * 30 * DAY,
			kubeVersion: '>= 1.27',
			services: [
				{ id: 'engine-operator', feature: 'infra', version: id },
				{ id: 'job-server', feature: 'processing', version: id },
			],
		});
	const engine = (name: string, more: Partial<DynamicEngine>) => {
		const made: DynamicEngine = { id: state.objectId(), name, description: `Cluster in ${name}`, pairingKey: newPairingKey(), namespaces: 20, ...madeBy(by, now - 20 * DAY), ...more };
		room.engines.set(made.id, made);
	};
	const connected = { version: '1.1.0', connectedAt: now - 19 * DAY };
	engine(DEMO_ENGINES.engine, connected);
	engine(DEMO_ENGINES.otherEngine, connected);
	engine(DEMO_ENGINES.newEngine, {});
	engine(DEMO_ENGINES.fullEngine, { ...connected, setUpFails: true });
	const plane = (name: string, more: Pick<DataPlane, 'provider' | 'managed'> & Partial<DataPlane>) => {
		const made: DataPlane = { id: state.objectId(), name, nodeCount: 3, readyAt: now - 9 * DAY, members: [], namespaces: 20, ...madeBy(by, now - 10 * DAY), ...more };
		room.planes.set(made.id, made);
	};
	plane(DEMO_ENGINES.plane, { provider: 'RKE2', managed: false });
	plane(DEMO_ENGINES.otherPlane, { provider: 'AKS', managed: true, tags: { team: 'platform' } });
}
