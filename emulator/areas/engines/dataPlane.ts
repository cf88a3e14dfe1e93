/** Data planes and their members (document C, "Data planes"). */
import { randomBytes } from 'node:crypto';

import { rfc3339 } from '../../clock';
import { badRequest, conflict, notFound } from '../../refusals';
import { enginesOf, environmentsOn, historyView, madeBy, planeFor, planes as planesIn, planeState, TAKES, type DataPlane, type Member } from './records';
import { created, ok, type Handlers, type Request } from '../handler';

const HOUR = 3_600_000;
const KUBERNETES = 'v1.31.4';

function planeView(plane: DataPlane, now: number) {
	const { id, name, description, provider, oneNodeDemo, tags, aksLoggingConf, eksLoggingTypes, bootstrapToken: token, nodeCount } = plane;
	const since = planeState(plane, now);
	const nodes = Array.from({ length: since.state === 'WAITING_FOR_BOOTSTRAP' || since.state === 'CREATING' ? 0 : nodeCount }, (_, index) => ({
		name: `node-${index + 1}`,
		roles: index === 0 ? ['controlplane', 'worker'] : ['worker'],
		address: `10.0.0.${index + 1}`,
	}));
	return {
		id,
		name,
		...(description === undefined ? {} : { description }),
		provider,
		projectId: `p-${id}`,
		...(oneNodeDemo === undefined ? {} : { oneNodeDemo }),
		version: KUBERNETES,
		...(token ? { bootstrapCommand: { token, command: `curl -fsSL https://example.com/bootstrap | sh -s -- --token ${token}` } } : {}),
		...(tags ? { tags } : {}),
		nodes,
		...(aksLoggingConf ? { aksLoggingConf } : {}),
		...(eksLoggingTypes ? { eksLoggingTypes } : {}),
		...historyView(plane, since),
	};
}

const one = ({ state, clock, path }: Request) => planeFor(state, (path.dataPlaneId ?? path.id)!, clock.now());

/** @throws Refusal 409 while an operation is ongoing */
function checkQuiet(plane: DataPlane, now: number): void {
	const { state } = planeState(plane, now);
	if (['CREATING', 'UPDATING', 'DELETING'].includes(state)) throw conflict(`An operation is ongoing for data plane ${plane.id}: it is ${state}`);
}

interface Given {
	name: string;
	provider: string;
	description?: string;
	tags?: Record<string, string>;
	nodeConfig?: { minSize?: number };
	auditLoggingConf?: object;
	eksLoggingTypes?: string[];
	distribution?: string;
	oneNodeDemo?: boolean;
}

/** The create-variant is chosen by the provider and the fields present (document C, "Data planes"). */
function checkProvider(variant: string | undefined, provider: string): void {
	const wanted = { AKSCreateDataPlaneRequest: /aks/i, EKSCreateDataPlaneRequest: /eks/i }[variant ?? ''];
	if (wanted && !wanted.test(provider)) throw badRequest(`Provider ${provider} does not fit the other fields`);
	if (!wanted && /aks|eks/i.test(provider)) throw badRequest(`Provider ${provider} needs the fields of a managed cluster`);
}

/** Members that are not expired; those that are have been deleted. */
function membersOf(plane: DataPlane, now: number): Member[] {
	plane.members = plane.members.filter(({ expiresAt }) => expiresAt === undefined || now < expiresAt);
	return plane.members;
}

const memberView = ({ expiresAt, ...member }: Member) => ({ ...member, ...(expiresAt === undefined ? {} : { expireAt: rfc3339(expiresAt) }) });

export const dataPlanes: Handlers = {
	'GET /processing/data-planes': ({ state, clock }) => ok(planesIn(state, clock.now()).map((each) => planeView(each, clock.now()))),
	'POST /processing/data-planes': ({ state, clock, caller, body, operation }) => {
		// Keys of a cloud account are used and not kept.
		const { name, provider, description, tags, nodeConfig, auditLoggingConf, eksLoggingTypes, distribution, oneNodeDemo } = body as Given;
		checkProvider(operation.variant, provider);
		const managed = nodeConfig !== undefined;
		const custom = distribution !== undefined || oneNodeDemo !== undefined || /rke2/i.test(provider);
		const plane: DataPlane = {
			id: state.objectId(),
			name,
			provider,
			managed,
			description,
			tags,
			oneNodeDemo,
			aksLoggingConf: auditLoggingConf,
			eksLoggingTypes,
			...(managed ? {} : { bootstrapToken: randomBytes(24).toString('base64url') }),
			nodeCount: nodeConfig?.minSize ?? 1,
			readyAt: clock.now() + (managed ? TAKES.cluster : TAKES.bootstrap),
			members: [],
			namespaces: 20,
			...madeBy(caller, clock.now()),
		};
		enginesOf(state).planes.set(plane.id, plane);
		const view = planeView(plane, clock.now());
		// 200 or 201: which answers what is not shown. A cluster that exists is not made.
		return managed || custom ? created(view) : ok(view);
	},
	'GET /processing/data-planes/settings': () =>
		ok({
			awsEks: { kubernetesVersion: KUBERNETES, servicesDisabled: [] },
			azureAks: { kubernetesVersion: KUBERNETES, servicesDisabled: ['monitoring'] },
			rke2: { kubernetesVersion: `${KUBERNETES}+rke2r1` },
		}),
	'GET /processing/data-planes/{id}': (request) => ok(planeView(one(request), request.clock.now())),
	'PUT /processing/data-planes/{id}': (request) => {
		const { body, caller, clock } = request;
		const plane = one(request);
		const { aksAuditLoggingConf, ...given } = body as Partial<Given> & { aksAuditLoggingConf?: object };
		if (given.name === undefined || given.description === undefined) throw badRequest('name and description are required');
		checkQuiet(plane, clock.now());
		Object.assign(plane, given, aksAuditLoggingConf ? { aksLoggingConf: aksAuditLoggingConf } : {}, {
			modifiedBy: caller.name,
			modifiedAt: clock.now(),
			changingUntil: clock.now() + TAKES.update,
		});
		return ok(planeView(plane, clock.now()));
	},
	'DELETE /processing/data-planes/{id}': (request) => {
		const { state, clock } = request;
		const plane = one(request);
		const now = clock.now();
		if (environmentsOn(state, plane.id, now).length > 0) throw badRequest(`Environments are connected to data plane ${plane.id}`);
		checkQuiet(plane, now);
		if (planeState(plane, now).state !== 'CONNECTED') {
			enginesOf(state).planes.delete(plane.id);
			return { status: 200 };
		}
		plane.deletedAt = now;
		return { status: 202, body: {} };
	},

	'GET /processing/data-planes/{dataPlaneId}/members': (request) => ok(membersOf(one(request), request.clock.now()).map(memberView)),
	'POST /processing/data-planes/{dataPlaneId}/members': (request) => {
		const { state, clock, body } = request;
		const { roleId, duration, description, username } = body as { roleId: string; duration?: number; description?: string; username?: string };
		if (!enginesOf(state).roles.some(({ id }) => id === roleId)) throw badRequest(`Role ${roleId} does not exist`);
		const plane = one(request);
		const id = state.objectId();
		const member: Member = {
			id,
			username: username ?? `member-${id}`,
			...(description === undefined ? {} : { description }),
			role: roleId,
			...(duration === undefined ? {} : { expiresAt: clock.now() + duration * HOUR }),
		};
		if (membersOf(plane, clock.now()).some((other) => other.username === member.username)) throw badRequest(`There is a member ${member.username} already`);
		plane.members.push(member);
		return created({ ...memberView(member), password: randomBytes(18).toString('base64url') });
	},
	'GET /processing/data-planes/{dataPlaneId}/members/roles': (request) => {
		one(request);
		return ok(enginesOf(request.state).roles);
	},
	'DELETE /processing/data-planes/{dataPlaneId}/members/{id}': (request) => {
		const { state, clock, path } = request;
		const plane = planeFor(state, path.dataPlaneId!, clock.now());
		if (!membersOf(plane, clock.now()).some(({ id }) => id === path.id)) throw notFound(`Member ${path.id} was not found`);
		plane.members = plane.members.filter(({ id }) => id !== path.id);
		return ok({});
	},
};
