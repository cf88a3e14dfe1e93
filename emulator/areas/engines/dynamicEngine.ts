/** Dynamic engines: instances, manifests, status, versions. */
import { strToU8, zipSync } from 'fflate';
import { randomBytes } from 'node:crypto';

import { withoutUndefined } from '../../../nodes/shared/support/json';
import { accepted, type Handlers, ok, type Request } from '../../handler';
import { badRequest, conflict, notFound } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { collection } from '../collection';
import {
	DURATIONS_MS,
	type DynamicEngine,
	dynamicEngines,
	enginesOf,
	engineState,
	environmentsOn,
	environmentStatus,
	historyView,
	type HostedEnvironment,
	isNotDeleted,
	madeBy,
	phaseOf,
} from './enginesStore';

export const newPairingKey = (): string => randomBytes(24).toString('base64url');

const { list, get, create, replace, remove, one } = collection(dynamicEngines, {
	sees: (engine, { clock }) => isNotDeleted(engine, clock.now()),
	required: ['name', 'description'],
	fresh: ({ caller, clock }) => ({
		pairingKey: newPairingKey(),
		namespaces: 20,
		...madeBy(caller, clock.now()),
	}),
	touched: ({ caller, clock }) => ({ modifiedBy: caller.name, modifiedAt: clock.now() }),
	inUse: ({ id }, { state, clock }) =>
		environmentsOn(state, id, clock.now()).length > 0 &&
		badRequest(`Environments are assigned to dynamic engine ${id}`),
	busy: (engine, { clock }) => {
		const { state } = engineState(engine, clock.now());
		return (
			['CREATING', 'DELETED'].includes(state) &&
			`An operation is ongoing for dynamic engine ${engine.id}: it is ${state}`
		);
	},
	removed: (engine, { state, clock }) => {
		if (engineState(engine, clock.now()).state === 'CONNECTED')
			dynamicEngines.add(state, { ...engine, deletedAt: clock.now() });
	},
	show: (engine, { clock }) => {
		const { id, name, description } = engine;
		return withoutUndefined({
			id,
			name,
			description,
			...historyView(engine, engineState(engine, clock.now())),
		});
	},
});

/**
 * An engine that has a status.
 * @throws Refusal 404
 */
function engineWithStatus(request: Request): DynamicEngine {
	const engine = one(request, 'dynamicEngineId');
	if (engineState(engine, request.clock.now()).state === 'CREATING')
		throw notFound(`Dynamic engine ${engine.id} has no status yet`);
	return engine;
}

/**
 * An environment of an engine.
 * @throws Refusal 404
 */
function environmentOn(request: Request): HostedEnvironment {
	const { path, state, clock } = request;
	const engine = one(request, 'dynamicEngineId');
	const found = environmentsOn(state, engine.id, clock.now()).find(
		({ id }) => id === path.environmentId,
	);
	if (!found)
		throw notFound(
			`Environment ${path.environmentId} was not found on dynamic engine ${engine.id}`,
		);
	return found;
}

function versionOf(state: State, wanted: unknown) {
	const { versions } = enginesOf(state);
	const found =
		wanted === undefined
			? versions[0]
			: versions.find(({ id, name }) => id === wanted || name === wanted);
	if (!found) throw badRequest(`Version ${String(wanted)} is not supported`);
	return found;
}

const service = (
	state: State,
	engine: DynamicEngine,
	status: string,
	{ feature, name }: { feature: string; name: string },
) => ({
	name,
	status,
	chartVersion: versionOf(state, engine.version).services.find((each) => each.feature === feature)
		?.version,
	creationDate: rfc3339(engine.connectedAt ?? engine.createdAt),
});

/**
 * The manifest that somebody applies to the cluster: values of the engine, and values of each
 * environment.
 */
function manifest(state: State, engine: DynamicEngine, now: number): Uint8Array {
	const yaml = (values: Record<string, string>) =>
		strToU8(
			Object.entries(values)
				.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
				.join(''),
		);
	const files: Record<string, Uint8Array> = {
		'infrastructure.yaml': yaml({
			dynamicEngineId: engine.id,
			version: engine.version!,
			pairingKey: engine.pairingKey,
		}),
	};
	for (const { id, link } of environmentsOn(state, engine.id, now))
		files[`environments/${id}.yaml`] = yaml({ environmentId: id, linkId: link!.id });
	return zipSync(files, { mtime: now });
}

/**
 * The engine and the version for which its files are requested; the request counts as an
 * installation that connects soon after.
 */
function engineToInstall(request: Request): { engine: DynamicEngine; id: string } {
	const { state, clock, body } = request;
	const { version, generateNewPairingKey } = body as {
		version?: string;
		generateNewPairingKey?: boolean;
	};
	const engine = engineWithStatus(request);
	const { id } = versionOf(state, version);
	if (generateNewPairingKey) engine.pairingKey = newPairingKey();
	if (generateNewPairingKey || engine.connectedAt === undefined)
		engine.connectedAt = clock.now() + DURATIONS_MS.manifest;
	engine.version = id;
	return { engine, id };
}

export const dynamicEngineHandlers: Handlers = {
	'GET /processing/runtimes/dynamic-engines': list(),
	'POST /processing/runtimes/dynamic-engines': create(),
	'GET /processing/runtimes/dynamic-engines/{id}': get(),
	'PUT /processing/runtimes/dynamic-engines/{id}': replace(),
	// If a cluster runs the engine, its resources are cleaned up first.
	'DELETE /processing/runtimes/dynamic-engines/{id}': remove(({ id }, { state }) =>
		dynamicEngines.recordsIn(state).has(id) ? { status: 202, body: {} } : { status: 200 },
	),
	'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-manifest': (
		request,
	) => {
		const { engine, id } = engineToInstall(request);
		const name = `${engine.name.replace(/\W+/g, '-')}-${id}.zip`;
		return {
			status: 200,
			raw: manifest(request.state, engine, request.clock.now()),
			headers: {
				'content-type': 'application/zip',
				'content-disposition': `attachment; filename="${name}"`,
			},
		};
	},
	'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-helm': (
		request,
	) => {
		const { engine, id } = engineToInstall(request);
		const values = zipSync(
			{
				'infrastructure-values.yaml': strToU8(`version: ${id}\npairingKey: ${engine.pairingKey}\n`),
			},
			{ mtime: request.clock.now() },
		);
		return {
			status: 200,
			raw: values,
			headers: {
				'content-type': 'application/zip',
				'content-disposition': `attachment; filename="${engine.name.replace(/\W+/g, '-')}-helm.zip"`,
			},
		};
	},
	'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/infra/status': (request) => {
		const engine = engineWithStatus(request);
		const { state } = engineState(engine, request.clock.now());
		const status =
			{ CONNECTED: 'RUNNING', ERROR: 'IN_ERROR', DELETED: 'STOPPING' }[state] ?? 'NOT_DEPLOYED';
		return ok({
			status,
			...(engine.version ? { dynamicEngineVersion: engine.version } : {}),
			services: [
				service(request.state, engine, status, { feature: 'infra', name: 'engine-operator' }),
			],
			failureEvents: [],
		});
	},
	'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}/status':
		(request) => {
			const { state, clock } = request;
			const phase = phaseOf(environmentOn(request), clock.now());
			const engine = one(request, 'dynamicEngineId');
			const status = {
				joining: 'STARTING',
				joined: 'RUNNING',
				broken: 'IN_ERROR',
				leaving: 'STOPPING',
				free: 'NOT_FOUND',
			}[phase];
			return ok({
				status,
				...(engine.version ? { dynamicEngineVersion: engine.version } : {}),
				services: [service(state, engine, status, { feature: 'processing', name: 'job-server' })],
				failureEvents:
					phase === 'broken'
						? [
								{
									message: 'Insufficient memory',
									source: 'default-scheduler',
									creationDate: rfc3339(clock.now()),
								},
							]
						: [],
			});
		},
	'DELETE /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}': (
		request,
	) => {
		const environment = environmentOn(request);
		const status = environmentStatus(environment, request.clock.now());
		if (['joining', 'leaving'].includes(phaseOf(environment, request.clock.now())))
			throw conflict(`An operation is ongoing for environment ${environment.id} (${status})`);
		environment.link!.removedAt = request.clock.now();
		return accepted();
	},
	'GET /processing/runtimes/dynamic-engine-versions': ({ state }) =>
		ok(
			enginesOf(state).versions.map(({ publishedAt, ...version }) => ({
				...version,
				publicationDate: rfc3339(publishedAt),
				releaseNotes: {
					releaseNotesLink: `https://example.com/dynamic-engine/${version.id}`,
					changelogLink: `https://example.com/dynamic-engine/${version.id}/changes`,
				},
			})),
		),
};
