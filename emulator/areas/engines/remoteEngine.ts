/** Remote engines. */
import { type Handlers, ok, type Request } from '../../handler';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { orchestrationOf } from '../orchestration/orchestrationStore';
import { checkWorkspace, engineOptions, pairedView, unpair } from './pairing';
import { runProfileHandlers } from './runtimeRunProfile';
import { isPaired, type RemoteEngine, remoteEngines, runtimeDeleted } from './runtimes';

const usedByTasks = (state: State, id: string): boolean =>
	[...orchestrationOf(state).tasks.values()].some(
		({ runConfiguration }) => runConfiguration?.runtime?.id === id,
	);

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

interface GivenEngine {
	name: string;
	environmentId: string;
	workspaceId?: string;
	description?: string;
	runProfiles?: string[];
	esbCompatibilityVersion?: string;
	debug?: { host: string };
}

const engine = collection(remoteEngines, {
	...engineOptions,
	given: ({ state, body }) => {
		const { debug, runProfiles = ['JOB_SERVER'], ...given } = body as GivenEngine;
		checkWorkspace(state, given.environmentId, given.workspaceId);
		return { ...given, runProfiles, ...(debug ? { debugHost: debug.host } : {}) };
	},
	inUse: (record, { state, clock }) => {
		if (isPaired(record, clock.now())) return 'The engine is paired';
		if (record.clusterId !== undefined) return 'The engine is in a cluster';
		return usedByTasks(state, record.id) && 'Tasks run on the engine';
	},
	removed: ({ id }, { state }) => runtimeDeleted.emit(state, id),
	show: engineView,
});

const ENGINES = '/processing/runtimes/remote-engines';

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
	...runProfileHandlers('engineId', ENGINES),
};
