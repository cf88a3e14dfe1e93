/** Artifacts and their versions. */
import { type Handlers, noContent, ok, type Request } from '../../handler';
import { equals, itemPage } from '../../lists/replies';
import { conflict, notFound } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { type Artifact, artifacts, tasks } from './orchestrationStore';
import { canView, placeFilters, workspaceInfo } from './places';

/** In words, the task that uses the artifact; or the given version of it. */
function usedBy(state: State, { id, name }: Artifact, version?: string): string | undefined {
	const task = tasks
		.all(state)
		.find(
			({ artifactId, artifactVersion }) =>
				artifactId === id && (version ?? artifactVersion) === artifactVersion,
		);
	return task && `Artifact ${name} is used by task ${task.id}`;
}

const { list, get, remove, one } = collection(artifacts, {
	variable: 'artifactId',
	sees: canView,
	inUse: (artifact, { state }) => usedBy(state, artifact),
	show: ({ id, name, type, versions, workspaceId }, { state }) => ({
		id,
		name,
		type,
		versions: state.seen.newestFirst
			? versions.map(({ version }) => version).reverse()
			: versions.map(({ version }) => version),
		workspace: workspaceInfo(state, workspaceId),
	}),
	paging: itemPage,
	filters: { ...placeFilters, types: equals(({ type }) => type) },
});

function versionFor(request: Request) {
	const artifact = one(request);
	const found = artifact.versions.find(({ version }) => version === request.path.version);
	if (!found) throw notFound(`Artifact ${artifact.id} has no version ${request.path.version}`);
	return { artifact, found };
}

/**
 * Publishes a new version of an artifact, as a person does with Studio.
 * @param named the ID or name of the artifact
 * @param version the version; if absent, the next one
 * @returns undefined if there is no such artifact, or if it already has that version
 */
export function publishVersion(
	state: State,
	now: number,
	named: string,
	version?: string,
): { id: string; name: string; version: string } | undefined {
	const artifact = [...artifacts.recordsIn(state).values()].find(
		({ id, name }) => id === named || name === named,
	);
	const last = artifact?.versions.at(-1);
	if (!artifact || !last) return undefined;
	const next = version ?? last.version.replace(/\d+$/, (digits) => String(Number(digits) + 1));
	if (artifact.versions.some((each) => each.version === next)) return undefined;
	artifact.versions.push({ ...last, version: next, createdAt: now });
	return { id: artifact.id, name: artifact.name, version: next };
}

export const artifactHandlers: Handlers = {
	'GET /orchestration/artifacts': list(),
	'GET /orchestration/artifacts/{artifactId}': get(),
	'DELETE /orchestration/artifacts/{artifactId}': remove(),
	'GET /orchestration/artifacts/{artifactId}/versions/{version}': (request) => {
		const { artifact, found } = versionFor(request);
		return ok({
			id: artifact.id,
			name: artifact.name,
			version: found.version,
			type: artifact.type,
			publisher: 'ana.demo',
			publisherType: 'HUMAN',
			marketplaceProduct: '',
			parameters: found.parameters,
			workspace: workspaceInfo(request.state, artifact.workspaceId),
			createDate: rfc3339(found.createdAt),
		});
	},
	'DELETE /orchestration/artifacts/{artifactId}/versions/{version}': (request) => {
		const { state } = request;
		const { artifact, found } = versionFor(request);
		const used = usedBy(state, artifact, found.version);
		if (used) throw conflict(used);
		artifact.versions = artifact.versions.filter((each) => each !== found);
		if (artifact.versions.length === 0) artifacts.recordsIn(state).delete(artifact.id);
		return noContent();
	},
};
