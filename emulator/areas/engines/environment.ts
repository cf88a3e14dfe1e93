/** Environments on dynamic engines and data planes, and their connections (document B, "Environment assignment resources"). */
import { rfc3339 } from '../../clock';
import type { Caller } from '../../identity';
import { badRequest, conflict, notFound, Refusal } from '../../refusals';
import type { State } from '../../state';
import {
	engineFor,
	enginesOf,
	engineState,
	environmentsOn,
	environmentStatus,
	madeBy,
	phaseOf,
	planeFor,
	planeState,
	TAKES,
	type HostedEnvironment,
	type Link,
} from './records';
import { created, noContent, ok, type Handlers, type Request } from '../handler';
import { orchestrationOf } from '../orchestration/records';
import { dropEnvironment } from '../orchestration/environment';

type Kind = HostedEnvironment['kind'];

interface Given {
	name: string;
	workspaceName: string;
	description?: string;
	owner?: string;
	logStrategy?: string;
	metricsStrategy?: string;
}

/** Names are unique among all environments of the account. @throws Refusal 409 */
function freeName(state: State, given: string, own?: string): string {
	const name = given.trim();
	if ([...orchestrationOf(state).environments.values()].some((each) => each.name === name && each.id !== own))
		throw conflict(`An environment with the name ${name} exists already`);
	return name;
}

/** Adds an environment with its first workspace; it is one of the account's environments, too. */
function addEnvironment(state: State, kind: Kind, given: Given, caller: Pick<Caller, 'id' | 'name' | 'type'>, now: number): HostedEnvironment {
	const { description = '', workspaceName, owner = caller.id, logStrategy = 'NONE', metricsStrategy = 'NONE' } = given;
	const environment: HostedEnvironment = {
		id: state.objectId(),
		kind,
		name: freeName(state, given.name),
		description,
		logStrategy,
		metricsStrategy,
		creatorType: caller.type,
		modifierType: caller.type,
		...madeBy(caller, now),
	};
	enginesOf(state).environments.set(environment.id, environment);
	const { environments, workspaces } = orchestrationOf(state);
	environments.set(environment.id, { id: environment.id, name: environment.name, description });
	const workspaceId = state.objectId();
	workspaces.set(workspaceId, { id: workspaceId, name: workspaceName, owner, type: 'custom', environmentId: environment.id, members: [owner] });
	return environment;
}

function view(environment: HostedEnvironment, now: number) {
	const status = environmentStatus(environment, now);
	const { id, kind, name, description, logStrategy, metricsStrategy, createdBy, modifiedBy, createdAt, modifiedAt, creatorType, modifierType, link: tie } = environment;
	return {
		id,
		name,
		description,
		...(tie ? { [kind === 'engine' ? 'deId' : 'dpId']: tie.hostId } : {}),
		status,
		logStrategy,
		metricsStrategy,
		createdBy,
		lastModifiedBy: modifiedBy,
		creationDate: rfc3339(createdAt),
		lastModifiedDate: rfc3339(modifiedAt),
		creatorType,
		modifierType,
		...(tie && kind === 'engine' ? { linkId: tie.id } : {}),
	};
}

/** What an environment can be connected to, and whether it is fully connected itself. @throws Refusal 400 */
function hostFor(state: State, kind: Kind, id: string, now: number) {
	try {
		if (kind === 'engine') {
			const host = engineFor(state, id, now);
			return { host, ready: engineState(host, now).state === 'CONNECTED' };
		}
		const host = planeFor(state, id, now);
		return { host, ready: planeState(host, now).state === 'CONNECTED' };
	} catch (error) {
		throw error instanceof Refusal ? badRequest(error.message) : error;
	}
}

/** The same operations for both kinds ("same behavior with data plane in place of dynamic engine"). */
function handlersOf(kind: Kind, base: string, on: 'deId' | 'dpId', target: string): Handlers {
	const find = ({ state, path }: Request): HostedEnvironment => {
		const found = enginesOf(state).environments.get(path.environmentId!);
		if (found?.kind !== kind) throw notFound(`Environment ${path.environmentId} was not found`);
		return found;
	};
	/** Only a dynamic engine tells the link (document B: the row of the data plane lists no header). */
	const located = ({ id }: Link) => (kind === 'engine' ? { location: id } : undefined);
	return {
		[`POST ${base}`]: ({ state, body, caller, clock }) => created(view(addEnvironment(state, kind, body as Given, caller, clock.now()), clock.now())),
		[`GET ${base}/{environmentId}`]: (request) => ok(view(find(request), request.clock.now())),
		[`PUT ${base}/{environmentId}`]: (request) => {
			const { state, body, caller, clock } = request;
			const environment = find(request);
			const given = { ...(body as Partial<Given>) };
			if (given.name !== undefined) given.name = freeName(state, given.name, environment.id);
			Object.assign(environment, given, { modifiedBy: caller.name, modifierType: caller.type, modifiedAt: clock.now() });
			Object.assign(orchestrationOf(state).environments.get(environment.id)!, { name: environment.name, description: environment.description });
			return ok(view(environment, clock.now()));
		},
		[`DELETE ${base}/{environmentId}`]: (request) => {
			const environment = find(request);
			if (phaseOf(environment, request.clock.now()) !== 'free') throw conflict(`Environment ${environment.id} is connected: disconnect it first`);
			dropEnvironment(request.state, environment.id);
			return noContent();
		},
		[`POST ${base}/{environmentId}/connection`]: (request) => {
			const { state, clock, query } = request;
			const now = clock.now();
			const environment = find(request);
			const { host, ready } = hostFor(state, kind, String(query[target]), now);
			const phase = phaseOf(environment, now);
			if (phase === 'leaving') throw conflict(`Environment ${environment.id} is being disconnected`);
			if (phase !== 'free') {
				if (environment.link!.hostId !== host.id) throw conflict(`Environment ${environment.id} is connected to ${environment.link!.hostId}`);
				return noContent(located(environment.link!));
			}
			if (!ready) throw new Refusal(503, `${host.name} is not ready`);
			if (environmentsOn(state, host.id, now).length >= host.namespaces) throw new Refusal(500, `${host.name} cannot allocate a namespace`);
			environment.link = { id: state.uuid(), hostId: host.id, readyAt: now + (host.setUpMs ?? TAKES.setUp), fails: host.setUpFails === true };
			return { status: 202, headers: located(environment.link) };
		},
		[`DELETE ${base}/{environmentId}/connection`]: (request) => {
			const environment = find(request);
			if (phaseOf(environment, request.clock.now()) === 'free') return noContent();
			environment.link!.removedAt ??= request.clock.now();
			return { status: 202 };
		},
		[`POST ${base}/search`]: ({ state, clock, body }) => {
			const { name, status, sortBy, sortOrder, limit = 100, offset = 0, ...more } = body as Record<string, string> & { limit?: number; offset?: number };
			const now = clock.now();
			const key = { NAME: 'name', STATUS: 'status' }[sortBy ?? ''] ?? 'creationDate';
			const found = [...enginesOf(state).environments.values()]
				.filter((each) => each.kind === kind)
				.map((each) => view(each, now) as Record<string, unknown>)
				.filter((each) => name === undefined || String(each.name).toLowerCase().includes(name.toLowerCase()))
				.filter((each) => (more[on] === undefined || each[on] === more[on]) && (status === undefined || each.status === status))
				.sort((a, b) => String(a[key]).localeCompare(String(b[key])));
			if (sortOrder !== 'ASC') found.reverse();
			return ok({ data: found.slice(offset, offset + limit), limit, offset, totalLength: found.length });
		},
	};
}

export const engineEnvironments: Handlers = {
	...handlersOf('engine', '/orchestration/dynamic-engine-environments', 'deId', 'dynamicEngineId'),
	...handlersOf('plane', '/orchestration/dataplane-environments', 'dpId', 'dataplaneId'),
};
