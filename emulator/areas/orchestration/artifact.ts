/** Artifacts and connections (document B). */
import { rfc3339 } from '../../clock';
import { conflict, notFound } from '../../refusals';
import { pageOf, type State } from '../../state';
import { created, noContent, ok, type Handlers, type Request } from '../handler';
import { listed, orchestrationOf, seen, workspaceInfo, type Artifact, type Connection } from './records';
import { workspaceToFill } from './task';

const artifactFor = (request: Request): Artifact => seen(request, 'Artifact', orchestrationOf(request.state).artifacts, request.path.artifactId!);
const connectionFor = (request: Request): Connection => seen(request, 'Connection', orchestrationOf(request.state).connections, request.path.connectionId!);

const artifactView = (state: State, { id, name, type, versions, workspaceId }: Artifact) => ({
	id,
	name,
	type,
	versions: versions.map(({ version }) => version),
	workspace: workspaceInfo(state, workspaceId),
});

/** What is encrypted is not told. */
const connectionView = (state: State, { id, name, app, createdAt, parameters, workspaceId }: Connection) => ({
	id,
	name,
	app,
	createDate: rfc3339(createdAt),
	parameters: parameters.map(({ value, ...rest }) => (rest.encrypted ? rest : { ...rest, value })),
	workspace: workspaceInfo(state, workspaceId),
});

/** @throws Refusal 409 when a task uses the artifact, in this version when one is given */
function checkUnused(state: State, { id, name }: Artifact, version?: string): void {
	for (const task of orchestrationOf(state).tasks.values())
		if (task.artifactId === id && (version === undefined || task.artifactVersion === version)) throw conflict(`Artifact ${name} is used by task ${task.id}`);
}

function versionFor(request: Request) {
	const artifact = artifactFor(request);
	const found = artifact.versions.find(({ version }) => version === request.path.version);
	if (!found) throw notFound(`Artifact ${artifact.id} has no version ${request.path.version}`);
	return { artifact, found };
}

export const artifacts: Handlers = {
	'GET /orchestration/artifacts': (request) => {
		const { state, query } = request;
		const page = pageOf(listed(request, orchestrationOf(state).artifacts, query), query.limit as number | undefined, query.offset as number | undefined);
		return ok({ ...page, items: page.items.map((each) => artifactView(state, each)) });
	},
	'GET /orchestration/artifacts/{artifactId}': (request) => ok(artifactView(request.state, artifactFor(request))),
	'DELETE /orchestration/artifacts/{artifactId}': (request) => {
		const artifact = artifactFor(request);
		checkUnused(request.state, artifact);
		orchestrationOf(request.state).artifacts.delete(artifact.id);
		return noContent();
	},
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
		const { artifact, found } = versionFor(request);
		checkUnused(request.state, artifact, found.version);
		artifact.versions = artifact.versions.filter((each) => each !== found);
		if (artifact.versions.length === 0) orchestrationOf(request.state).artifacts.delete(artifact.id);
		return noContent();
	},

	'POST /orchestration/connections': (request) => {
		const { state, clock } = request;
		const { name, app, workspaceId, parameters } = request.body as Pick<Connection, 'name' | 'app' | 'workspaceId' | 'parameters'>;
		workspaceToFill(request, workspaceId);
		const connection: Connection = { id: state.objectId(), name, app, workspaceId, parameters, createdAt: clock.now() };
		orchestrationOf(state).connections.set(connection.id, connection);
		return created(connectionView(state, connection));
	},
	'GET /orchestration/connections': (request) => {
		const { state, query } = request;
		const page = pageOf(listed(request, orchestrationOf(state).connections, query), query.limit as number | undefined, query.offset as number | undefined);
		return ok({ ...page, items: page.items.map((each) => connectionView(state, each)) });
	},
	'GET /orchestration/connections/{connectionId}': (request) => ok(connectionView(request.state, connectionFor(request))),
	'PUT /orchestration/connections/{connectionId}': (request) => {
		const connection = connectionFor(request);
		const { name, parameters } = request.body as Partial<Connection>;
		if (name !== undefined) connection.name = name;
		// An encrypted value that is not given again stays.
		if (parameters !== undefined)
			connection.parameters = parameters.map((each) => ({
				...(each.encrypted ? { value: connection.parameters.find((before) => before.name === each.name)?.value } : {}),
				...each,
			}));
		return ok(connectionView(request.state, connection));
	},
	'DELETE /orchestration/connections/{connectionId}': (request) => {
		const { id, name } = connectionFor(request);
		for (const task of orchestrationOf(request.state).tasks.values())
			if (Object.values(task.connections ?? {}).includes(id)) throw conflict(`Connection ${name} is used by task ${task.id}`);
		orchestrationOf(request.state).connections.delete(id);
		return noContent();
	},
};
