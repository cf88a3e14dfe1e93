/** Environments on dynamic engines and data planes, and their connections. */
import { accepted, type Handlers, noContent, type Request } from '../../handler';
import { contains, dataPage, equals, itemPage } from '../../lists/replies';
import { badRequest, conflict, Refusal } from '../../refusals';
import { userTypeOf } from '../../state/caller';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { collection } from '../collection';
import {
	environmentChanged,
	environmentDeleted,
	environments,
	workspaceCreated,
	workspaces,
} from '../orchestration/orchestrationStore';
import {
	dataPlanes,
	DURATIONS_MS,
	dynamicEngines,
	engineState,
	environmentsOn,
	environmentStatus,
	type Host,
	type HostedEnvironment,
	hostedEnvironments,
	isNotDeleted,
	type Link,
	madeBy,
	phaseOf,
	planeState,
} from './enginesStore';

type Kind = HostedEnvironment['kind'];

interface Given {
	name: string;
	workspaceName: string;
	description?: string;
	owner?: string;
	logStrategy?: string;
	metricsStrategy?: string;
}

/**
 * Checks a name, which must be unique among all environments of the account.
 * @throws Refusal 409
 */
function freeName(state: State, given: string, own?: string): string {
	const name = given.trim();
	if (environments.all(state).some((each) => each.name === name && each.id !== own))
		throw conflict(`An environment with the name ${name} already exists`);
	return name;
}

function environmentView(
	environment: HostedEnvironment,
	{ clock, follows }: Pick<Request, 'clock' | 'follows'>,
) {
	const now = clock.now();
	const status = environmentStatus(environment, now);
	const {
		id,
		kind,
		name,
		description,
		logStrategy,
		metricsStrategy,
		createdBy,
		modifiedBy,
		createdAt,
		modifiedAt,
		creatorType,
		modifierType,
		link: tie,
	} = environment;
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
		creatorType: userTypeOf(creatorType, follows),
		modifierType: userTypeOf(modifierType, follows),
		...(tie && kind === 'engine' ? { linkId: tie.id } : {}),
	};
}

/**
 * The engine or data plane that an environment is to be connected to.
 * @throws Refusal 400 if it cannot be
 */
function hostFor(
	state: State,
	kind: Kind,
	id: string,
	now: number,
): { host: Host; ready: boolean } {
	const kinds = kind === 'engine' ? dynamicEngines : dataPlanes;
	const host: Host | undefined = kinds.recordsIn(state).get(id);
	if (!host || !isNotDeleted(host, now)) throw badRequest(kinds.refusalOfMissing(id).message);
	const { state: status } =
		kind === 'engine'
			? engineState(dynamicEngines.find(state, id), now)
			: planeState(dataPlanes.find(state, id), now);
	return { host, ready: status === 'CONNECTED' };
}

environmentChanged.on((state, { id, name, description = '' }) => {
	const hosted = hostedEnvironments.recordsIn(state).get(id);
	if (hosted) Object.assign(hosted, { name, description });
});

environmentDeleted.on((state, id) => void hostedEnvironments.recordsIn(state).delete(id));

/** How environments that are on a dynamic engine, or on a data plane, are kept and listed. */
function environmentsOf(kind: Kind, { on }: Addresses) {
	return collection(hostedEnvironments, {
		variable: 'environmentId',
		sees: (environment) => environment.kind === kind,
		fresh: ({ caller, clock }) => ({
			kind,
			creatorType: caller.type,
			modifierType: caller.type,
			...madeBy(caller, clock.now()),
		}),
		touched: ({ caller, clock }) => ({
			modifiedBy: caller.name,
			modifierType: caller.type,
			modifiedAt: clock.now(),
		}),
		given: ({ state, body }, own) => {
			const { workspaceName, owner, ...given } = body as Partial<Given>;
			if (given.name !== undefined) given.name = freeName(state, given.name, own?.id);
			return own
				? given
				: { description: '', logStrategy: 'NONE', metricsStrategy: 'NONE', ...given };
		},
		// It is also an environment of the account, and gets a first workspace.
		added: ({ id, name, description }, { state, body, caller }) => {
			const { workspaceName, owner = caller.id } = body as Given;
			environments.add(state, { id, name, description });
			workspaceCreated.emit(
				state,
				workspaces.add(state, {
					name: workspaceName,
					owner,
					type: 'custom',
					environmentId: id,
					members: [owner],
				}),
			);
		},
		changed: ({ id, name, description }, { state }) =>
			void Object.assign(environments.find(state, id), { name, description }),
		inUse: (environment, { clock }) =>
			phaseOf(environment, clock.now()) !== 'free' &&
			`Environment ${environment.id} is connected: disconnect it first`,
		removed: ({ id }, { state }) => environmentDeleted.emit(state, id),
		show: environmentView,
		// The OpenAPI files describe only the list for dynamic engines.
		paging: { documents: dataPage, vendor: kind === 'engine' ? itemPage : dataPage },
		filters: {
			name: contains(({ name }) => name),
			status: (environment, status: string, { clock }) =>
				environmentStatus(environment, clock.now()) === status,
			[on]: equals(({ link }) => link?.hostId),
		},
		sorts: ({ clock }) => ({
			CREATION_DATE: ({ createdAt }) => createdAt,
			NAME: ({ name }) => name,
			STATUS: (environment) => environmentStatus(environment, clock.now()),
		}),
		order: 'DESC',
	});
}

/** The handlers that connect an environment to an engine or data plane, and disconnect it. */
function connectionHandlers(
	kind: Kind,
	{ base, target }: Addresses,
	one: (request: Request) => HostedEnvironment,
): Handlers {
	/** Only a dynamic engine returns the link. */
	const locationOf = ({ id }: Link) => (kind === 'engine' ? { location: id } : undefined);
	return {
		[`POST ${base}/{environmentId}/connection`]: (request) => {
			const { state, clock, query } = request;
			const now = clock.now();
			const environment = one(request);
			const { host, ready } = hostFor(state, kind, String(query[target]), now);
			const phase = phaseOf(environment, now);
			if (phase === 'leaving')
				throw conflict(`Environment ${environment.id} is being disconnected`);
			if (phase !== 'free') {
				if (environment.link!.hostId !== host.id)
					throw conflict(
						`Environment ${environment.id} is connected to ${environment.link!.hostId}`,
					);
				return noContent(locationOf(environment.link!));
			}
			if (!ready) throw new Refusal(503, `${host.name} is not ready`);
			if (environmentsOn(state, host.id, now).length >= host.namespaces)
				throw new Refusal(500, `${host.name} cannot allocate a namespace`);
			environment.link = {
				id: state.uuid(),
				hostId: host.id,
				readyAt: now + (host.setUpMs ?? DURATIONS_MS.setUp),
				fails: host.setUpFails === true,
			};
			return accepted(locationOf(environment.link));
		},
		[`DELETE ${base}/{environmentId}/connection`]: (request) => {
			const environment = one(request);
			if (phaseOf(environment, request.clock.now()) === 'free') return noContent();
			environment.link!.removedAt ??= request.clock.now();
			return accepted();
		},
	};
}

/**
 * The paths of the operations of a kind, and the names of the parameters for the engine or data
 * plane.
 */
interface Addresses {
	base: string;
	/** The parameter in a search. */
	on: 'deId' | 'dpId';
	/** The parameter when an environment is connected. */
	target: string;
}

/** The same operations for both kinds. */
function handlersOf(kind: Kind, addresses: Addresses): Handlers {
	const { base } = addresses;
	const { get, create, patch, remove, list, one } = environmentsOf(kind, addresses);
	return {
		[`POST ${base}`]: create(),
		[`GET ${base}/{environmentId}`]: get(),
		// Fields that are left out are kept.
		[`PUT ${base}/{environmentId}`]: patch(),
		[`DELETE ${base}/{environmentId}`]: remove(),
		...connectionHandlers(kind, addresses, one),
		[`POST ${base}/search`]: list(),
	};
}

export const hostedEnvironmentHandlers: Handlers = {
	...handlersOf('engine', {
		base: '/orchestration/dynamic-engine-environments',
		on: 'deId',
		target: 'dynamicEngineId',
	}),
	...handlersOf('plane', {
		base: '/orchestration/dataplane-environments',
		on: 'dpId',
		target: 'dataplaneId',
	}),
};
