/** Run profiles of engines. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { type Handlers, noContent, type Request } from '../../handler';
import { contains, equals, itemPage } from '../../lists/replies';
import { badRequest, notFound, Refusal } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import { collection } from '../collection';
import { deletePipelineProfile } from '../engines/pipelineEngine';
import { pipelineProfiles } from '../engines/runtimes';
import { type RunProfile, runProfiles } from './processingStore';

function profileView(profile: RunProfile) {
	return withoutUndefined({
		id: profile.id,
		name: profile.name,
		scopeId: profile.scopeId ?? profile.runtimeId ?? '',
		runProfileType: profile.type,
		processorId: profile.runtimeId ?? profile.scopeId ?? '',
		processorType: profile.processorType,
		...(profile.description ? { description: profile.description } : {}),
		createDate: rfc3339(profile.createdAt),
		updateDate: rfc3339(profile.updatedAt),
		jvmArguments: profile.jvmArguments,
		...(profile.runtimeId ? { runtimeId: profile.runtimeId } : {}),
		type: profile.type,
	});
}

function baseProfileView(profile: RunProfile) {
	const {
		id,
		name,
		description,
		scopeId,
		runProfileType,
		processorType,
		processorId,
		createDate,
		updateDate,
	} = profileView(profile);
	return {
		id,
		name,
		description,
		scopeId,
		runProfileType,
		processorType,
		processorId,
		creationDate: createDate,
		updateDate,
	};
}

const processorOf = ({ runtimeId, scopeId }: RunProfile) => runtimeId ?? scopeId ?? '';

const { list, get, create, patch, remove, one } = collection(runProfiles, {
	variable: 'runProfileId',
	fresh: ({ clock }) => ({ createdAt: clock.now(), taskIds: [] }),
	touched: ({ clock }) => ({ updatedAt: clock.now() }),
	inUse: (profile, request) => {
		const replacement = replacementOf(request);
		if (replacement?.id === profile.id) return badRequest('A run profile cannot replace itself');
		return (
			profile.taskIds.length > 0 &&
			!replacement &&
			new Refusal(406, `Run profile ${profile.id} is used by ${profile.taskIds.length} tasks`)
		);
	},
	// The tasks that use it get another run profile.
	removed: ({ taskIds }, request) => void replacementOf(request)?.taskIds.push(...taskIds),
	show: profileView,
	showInList: baseProfileView,
	paging: itemPage,
	filters: {
		processorTypes: equals(({ processorType }) => processorType),
		processorType: equals(({ processorType }) => processorType),
		processorIds: equals(processorOf),
		scopeIds: equals(({ scopeId, runtimeId }) => scopeId ?? runtimeId ?? ''),
		name: contains(({ name }) => name),
		runProfileType: equals(({ type }) => type),
	},
	sorts: {
		NAME: ({ name }) => name,
		DESCRIPTION: ({ description }) => description ?? '',
		RUN_PROFILE_TYPE: ({ type }) => type,
		ENVIRONMENT_NAME: ({ scopeId, runtimeId }) => scopeId ?? runtimeId ?? '',
	},
	order: 'DESC',
});

/**
 * The run profile that replaces a deleted one.
 * @throws Refusal 404
 */
function replacementOf({ state, query }: Request): RunProfile | undefined {
	const id = query.rescheduleRunProfileId ?? query.newRunProfileId;
	return id === undefined ? undefined : runProfiles.find(state, String(id));
}

const removeOne = remove();

export const runProfileHandlers: Handlers = {
	'POST /processing/run-profiles': create(),
	'GET /processing/run-profiles/{runProfileId}': get(),
	// Fields that are left out are kept.
	'PUT /processing/run-profiles/{runProfileId}': patch(),
	'DELETE /processing/run-profiles/{runProfileId}': removeOne,
	'POST /processing/run-profiles/search': list(),
	'DELETE /processing/runtimes/pipeline-engines/{engineId}/run-profiles/{type}/{runProfileId}': (
		request,
	) => {
		if (pipelineProfiles.recordsIn(request.state).has(request.path.runProfileId!)) {
			deletePipelineProfile(request);
			return noContent();
		}
		const { id, runtimeId } = one(request);
		if (runtimeId !== request.path.engineId)
			throw notFound(`Engine ${request.path.engineId} has no run profile ${id}`);
		return removeOne(request);
	},
};
