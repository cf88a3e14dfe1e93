/**
 * What remote and pipeline engines have in common: both belong to a workspace, as clusters do, and
 * are paired with an installation.
 */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import type { Handler, Request } from '../../handler';
import { badRequest } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { orchestrationOf } from '../orchestration/orchestrationStore';
import { workspaceInfo } from '../orchestration/places';
import {
	isAvailable,
	isPaired,
	type Paired,
	PAIRING_MS,
	type PipelineEngine,
	type RemoteEngine,
} from './runtimes';

/** The workspace of an engine or cluster in the form that responses have. */
export function workspaceView(
	state: State,
	environmentId: string,
	workspaceId?: string,
): Record<string, unknown> {
	const {
		id,
		name,
		description,
		default: isDefault,
	} = orchestrationOf(state).environments.get(environmentId) ?? { id: environmentId };
	const workspace = workspaceId === undefined ? undefined : workspaceInfo(state, workspaceId);
	return {
		...workspace,
		environment: withoutUndefined({
			id,
			name,
			description,
			default: isDefault,
		}),
	};
}

/** @throws Refusal 400 if the environment or workspace does not exist */
export function checkWorkspace(state: State, environmentId: string, workspaceId?: string): void {
	const { environments, workspaces } = orchestrationOf(state);
	if (!environments.has(environmentId))
		throw badRequest(`Environment ${environmentId} does not exist`);
	if (workspaceId !== undefined && workspaces.get(workspaceId)?.environmentId !== environmentId)
		throw badRequest('The workspace does not belong to the environment');
}

const newKey = (state: State): string => `pak-${state.uuid()}`;

/** The fields in responses that both kinds of engines have. */
export const pairedView = (engine: RemoteEngine | PipelineEngine, { state, clock }: Request) => {
	const now = clock.now();
	const paired = isPaired(engine, now);
	return withoutUndefined({
		id: engine.id,
		name: engine.name,
		description: engine.description,
		workspace: workspaceView(state, engine.environmentId, engine.workspaceId),
		createDate: rfc3339(engine.createdAt),
		runtimeId: engine.runtimeId,
		availability: isAvailable(engine, now) ? 'AVAILABLE' : 'NOT_AVAILABLE',
		status: paired ? 'PAIRED' : 'NOT_PAIRED',
		...(paired ? {} : { preAuthorizedKey: engine.key }),
	});
};

/** The fields that a query can use, for engines and clusters. */
export const selectors = {
	name: ({ name }: { name: string }) => name,
	'workspace.id': ({ workspaceId }: { workspaceId?: string }) => workspaceId,
	'workspace.environment.id': ({ environmentId }: { environmentId: string }) => environmentId,
};

/** What new engines of each kind have, what no two of them share, and how they are listed. */
export const engineOptions = {
	fresh: ({ state, clock }: Request) => ({
		createdAt: clock.now(),
		runtimeId: state.uuid(),
		key: newKey(state),
		pairsAt: clock.now() + PAIRING_MS,
		outages: [],
	}),
	unique: [
		{
			by: ({ environmentId, name }: { environmentId: string; name: string }) =>
				`${environmentId} ${name}`,
			says: 'name',
			status: 400,
		},
	],
	// The status follows from the time.
	fiql: ({ clock }: Request) => ({
		...selectors,
		status: (each: Paired) => (isPaired(each, clock.now()) ? 'PAIRED' : 'NOT_PAIRED'),
	}),
};

/** Ends the pairing of a remote or pipeline engine, which gets a new key. */
export const unpair =
	(engineOf: (request: Request) => Paired): Handler =>
	(request) => {
		const record = engineOf(request);
		if (!isPaired(record, request.clock.now())) throw badRequest('The engine is not paired');
		Object.assign(record, {
			key: newKey(request.state),
			pairsAt: undefined,
			updatedAt: request.clock.now(),
		});
		return {
			status: 200,
			raw: new TextEncoder().encode('OK'),
			headers: { 'content-type': 'text/plain' },
		};
	};
