/** Clusters of remote engines. */
import { created, type Handlers, noContent, type Request, type ShownIn } from '../../handler';
import { badRequest, conflict } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import { collection } from '../collection';
import { checkWorkspace, selectors, workspaceView } from './pairing';
import { runProfileHandlers } from './runtimeRunProfile';
import {
	type Cluster,
	clusters,
	enginesOf,
	isAvailable,
	remoteEngines,
	runtimeDeleted,
} from './runtimes';

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

const CLUSTERS = '/processing/runtimes/remote-engine-clusters';

export const remoteEngineClusterHandlers: Handlers = {
	[`GET ${CLUSTERS}`]: cluster.list(),
	[`POST ${CLUSTERS}`]: cluster.create((record, request) =>
		created(clusterView('alone')(record, request)),
	),
	[`GET ${CLUSTERS}/{clusterId}`]: cluster.get(),
	[`DELETE ${CLUSTERS}/{clusterId}`]: cluster.remove(),
	[`PUT ${CLUSTERS}/{clusterId}/engines/{engineId}`]: (request) => {
		const { id } = cluster.one(request, 'clusterId');
		const member = remoteEngines.find(request.state, request.path.engineId!);
		if (member.clusterId !== undefined)
			throw conflict(`Engine ${member.id} is already in a cluster`);
		member.clusterId = id;
		return noContent();
	},
	[`DELETE ${CLUSTERS}/{clusterId}/engines/{engineId}`]: (request) => {
		const { id } = cluster.one(request, 'clusterId');
		const member = remoteEngines.find(request.state, request.path.engineId!);
		if (member.clusterId !== id) throw remoteEngines.refusalOfMissing(member.id);
		delete member.clusterId;
		return noContent();
	},
	...runProfileHandlers('clusterId', CLUSTERS),
};
