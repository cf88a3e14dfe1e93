/** Pipeline engines and their run profiles. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { type Handlers, noContent, type Request } from '../../handler';
import { badRequest, notFound } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import { collection } from '../collection';
import { checkWorkspace, engineOptions, pairedView, unpair } from './pairing';
import {
	isAvailable,
	isPaired,
	type PipelineEngine,
	pipelineEngines,
	type PipelineProfile,
	pipelineProfiles,
	runtimeDeleted,
} from './runtimes';

const engineView = (engine: PipelineEngine, request: Request) => ({
	...pairedView(engine, request),
	managed: engine.cloudRunner === true,
	cloudRunner: engine.cloudRunner === true,
	...(engine.cloudRunner
		? { runStatus: isAvailable(engine, request.clock.now()) ? 'RUNNING' : 'STOPPED' }
		: {}),
});

const engine = collection(pipelineEngines, {
	...engineOptions,
	given: ({ state, body }) => {
		const newEngine = body as Pick<
			PipelineEngine,
			'name' | 'environmentId' | 'workspaceId' | 'description'
		>;
		checkWorkspace(state, newEngine.environmentId, newEngine.workspaceId);
		return newEngine;
	},
	inUse: (record, { clock }) => isPaired(record, clock.now()) && 'The engine is paired',
	removed: ({ id }, { state }) => runtimeDeleted.emit(state, id),
	show: engineView,
});

runtimeDeleted.on((state, id) => {
	for (const profile of pipelineProfiles.all(state))
		if (profile.engineId === id) pipelineProfiles.recordsIn(state).delete(profile.id);
});

const BASE = '/processing/runtimes/pipeline-engines';
const KINDS = ['standard', 'advanced', 'big-data', 'databricks', 'data-integration'];

/** In a response, the type of a data-integration profile is that of its jobs. */
const profileView = (profile: PipelineProfile) =>
	withoutUndefined({
		...profile.values,
		id: profile.id,
		name: profile.name,
		description: profile.description,
		engineId: profile.engineId,
		type: profile.kind === 'data-integration' ? 'JOB_SERVER' : profile.kind,
		createDate:
			profile.kind === 'data-integration'
				? rfc3339(profile.createdAt).slice(0, 10)
				: rfc3339(profile.createdAt),
		updateDate: rfc3339(profile.updatedAt),
	});

const profileListView = (profile: PipelineProfile) =>
	withoutUndefined({
		id: profile.id,
		name: profile.name,
		description: profile.description,
		engineId: profile.engineId,
		type: profile.kind,
		createDate: rfc3339(profile.createdAt),
	});

function profilesOf(kind: string): Handlers {
	const profiles = collection(pipelineProfiles, {
		variable: 'runProfileId',
		sees: (profile, request) =>
			profile.engineId === engine.one(request, 'engineId').id && profile.kind === kind,
		given: (request, own) => {
			const { name, description, engineId, ...values } = request.body as Partial<PipelineProfile> &
				Record<string, unknown>;
			if (engineId !== undefined && engineId !== request.path.engineId)
				throw badRequest('The engine in the body is not the one in the path');
			// The whole profile is replaced: fields that are left out are removed.
			if (own !== undefined && name === undefined) throw badRequest('Field name is required');
			return { name, description, values, kind, engineId: engine.one(request, 'engineId').id };
		},
		fresh: ({ clock }) => ({ createdAt: clock.now() }),
		touched: ({ clock }) => ({ updatedAt: clock.now() }),
		show: profileView,
	});
	return {
		[`POST ${BASE}/{engineId}/run-profiles/${kind}`]: profiles.create(() => ({ status: 201 })),
		[`GET ${BASE}/{engineId}/run-profiles/${kind}/{runProfileId}`]: profiles.get(),
		[`PUT ${BASE}/{engineId}/run-profiles/${kind}/{runProfileId}`]: profiles.replace(() =>
			noContent(),
		),
	};
}

export const pipelineEngineHandlers: Handlers = {
	[`GET ${BASE}`]: engine.list(),
	[`POST ${BASE}`]: engine.create(),
	[`GET ${BASE}/{engineId}`]: engine.get(),
	[`DELETE ${BASE}/{engineId}`]: engine.remove(),
	[`DELETE ${BASE}/{engineId}/pairing`]: unpair(engine.one),
	[`GET ${BASE}/{engineId}/run-profiles`]: (request) => {
		const { id } = engine.one(request, 'engineId');
		return {
			status: 200,
			body: pipelineProfiles
				.all(request.state)
				.filter(({ engineId }) => engineId === id)
				.map(profileListView),
		};
	},
	...Object.fromEntries(KINDS.flatMap((kind) => Object.entries(profilesOf(kind)))),
};

/**
 * Deletes a run profile of a pipeline engine.
 * @throws Refusal 404
 */
export function deletePipelineProfile({ state, path, query }: Request): void {
	const profile = pipelineProfiles.recordsIn(state).get(path.runProfileId!);
	if (!profile || profile.engineId !== path.engineId || profile.kind !== path.type)
		throw notFound(`Run profile ${path.runProfileId} was not found`);
	const other = query.newRunProfileId as string | undefined;
	if (other !== undefined && pipelineProfiles.find(state, other).engineId !== profile.engineId)
		throw badRequest(`Run profile ${other} does not belong to this engine`);
	pipelineProfiles.recordsIn(state).delete(profile.id);
}
