/** Run profiles of remote engines and of their clusters. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { type Handler, type Handlers, noContent, type Request } from '../../handler';
import { badRequest, conflict } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { orchestrationOf } from '../orchestration/orchestrationStore';
import {
	clusters,
	remoteEngines,
	runtimeDeleted,
	type RuntimeProfile,
	runtimeProfiles,
} from './runtimes';

const PROCESSOR: Readonly<Record<string, string>> = { engineId: 'RE', clusterId: 'REC' };

/** The variable in the path that names the owner of a run profile: an engine or a cluster. */
type OwnerVariable = 'engineId' | 'clusterId';

const environmentOf = (variable: OwnerVariable, state: State, id: string): string =>
	(variable === 'engineId' ? remoteEngines.find(state, id) : clusters.find(state, id))
		.environmentId;

/**
 * The engine or cluster of a path.
 * @throws Refusal 404
 */
function ownerId(variable: OwnerVariable, request: Request): string {
	const id = request.path[variable]!;
	environmentOf(variable, request.state, id);
	return id;
}

function profilesIn(variable: OwnerVariable) {
	const view = (profile: RuntimeProfile, { state }: Request) =>
		withoutUndefined({
			id: profile.id,
			name: profile.name,
			description: profile.description,
			createDate: rfc3339(profile.createdAt),
			updateDate: rfc3339(profile.updatedAt),
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
function removal(
	variable: OwnerVariable,
	profileOf: (request: Request) => RuntimeProfile,
): Handler {
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
		runtimeProfiles.recordsIn(request.state).delete(id);
		return variable === 'engineId'
			? {
					status: 202,
					raw: new TextEncoder().encode('Accepted'),
					headers: { 'content-type': 'text/plain' },
				}
			: noContent();
	};
}

/** The handlers of the run profiles of engines, or of clusters, whose paths begin with `base`. */
export function runProfileHandlers(variable: OwnerVariable, base: string): Handlers {
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
		if (profile.ownerId === id) runtimeProfiles.recordsIn(state).delete(profile.id);
});
