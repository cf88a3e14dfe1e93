/** Data planes and their members. */
import { randomBytes } from 'node:crypto';

import { withoutUndefined } from '../../../nodes/shared/support/json';
import { HOUR } from '../../../nodes/shared/support/time/time';
import { created, type Handlers, ok } from '../../handler';
import { badRequest, notFound } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import { collection } from '../collection';
import {
	type DataPlane,
	dataPlanes,
	DURATIONS_MS,
	enginesOf,
	environmentsOn,
	historyView,
	isNotDeleted,
	madeBy,
	type Member,
	planeState,
} from './enginesStore';

const KUBERNETES = 'v1.31.4';

function planeView(plane: DataPlane, now: number) {
	const {
		id,
		name,
		description,
		provider,
		oneNodeDemo,
		tags,
		aksLoggingConf,
		eksLoggingTypes,
		bootstrapToken: token,
		nodeCount,
	} = plane;
	const since = planeState(plane, now);
	const nodes = Array.from(
		{
			length: since.state === 'WAITING_FOR_BOOTSTRAP' || since.state === 'CREATING' ? 0 : nodeCount,
		},
		(_, index) => ({
			name: `node-${index + 1}`,
			roles: index === 0 ? ['controlplane', 'worker'] : ['worker'],
			address: `10.0.0.${index + 1}`,
		}),
	);
	return withoutUndefined({
		id,
		name,
		description,
		provider,
		projectId: `p-${id}`,
		oneNodeDemo,
		version: KUBERNETES,
		...(token
			? {
					bootstrapCommand: {
						token,
						command: `curl -fsSL https://example.com/bootstrap | sh -s -- --token ${token}`,
					},
				}
			: {}),
		...(tags ? { tags } : {}),
		nodes,
		...(aksLoggingConf ? { aksLoggingConf } : {}),
		...(eksLoggingTypes ? { eksLoggingTypes } : {}),
		...historyView(plane, since),
	});
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

/**
 * Checks the provider. The variant of the creation follows from the provider and from the fields
 * that are given.
 */
function checkProvider(variant: string | undefined, provider: string): void {
	const wanted = { AKSCreateDataPlaneRequest: /aks/i, EKSCreateDataPlaneRequest: /eks/i }[
		variant ?? ''
	];
	if (wanted && !wanted.test(provider))
		throw badRequest(`Provider ${provider} does not match the other fields`);
	if (!wanted && /aks|eks/i.test(provider))
		throw badRequest(`Provider ${provider} needs the fields of a managed cluster`);
}

/** The members of a data plane. Members whose time has expired are deleted. */
function membersOf(plane: DataPlane, now: number): Member[] {
	plane.members = plane.members.filter(
		({ expiresAt }) => expiresAt === undefined || now < expiresAt,
	);
	return plane.members;
}

const memberView = ({ expiresAt, ...member }: Member) =>
	withoutUndefined({ ...member, expireAt: rfc3339(expiresAt) });

const { list, get, create, replace, remove, one } = collection(dataPlanes, {
	sees: (plane, { clock }) => isNotDeleted(plane, clock.now()),
	required: ['name', 'description'],
	given: ({ body, operation }, own) => {
		if (own) {
			const { aksAuditLoggingConf, ...given } = body as Partial<Given> & {
				aksAuditLoggingConf?: object;
			};
			return { ...given, ...(aksAuditLoggingConf && { aksLoggingConf: aksAuditLoggingConf }) };
		}
		// The keys of a cloud account are used, but not stored.
		const {
			name,
			provider,
			description,
			tags,
			nodeConfig,
			auditLoggingConf,
			eksLoggingTypes,
			oneNodeDemo,
		} = body as Given;
		checkProvider(operation.variant, provider);
		const managed = nodeConfig !== undefined;
		return {
			name,
			provider,
			managed,
			description,
			tags,
			oneNodeDemo,
			aksLoggingConf: auditLoggingConf,
			eksLoggingTypes,
			nodeCount: nodeConfig?.minSize ?? 1,
		};
	},
	fresh: ({ caller, clock }) => ({ members: [], namespaces: 20, ...madeBy(caller, clock.now()) }),
	added: (plane, { clock }) => {
		plane.readyAt = clock.now() + (plane.managed ? DURATIONS_MS.cluster : DURATIONS_MS.bootstrap);
		if (!plane.managed) plane.bootstrapToken = randomBytes(24).toString('base64url');
	},
	touched: ({ caller, clock }) => ({
		modifiedBy: caller.name,
		modifiedAt: clock.now(),
		changingUntil: clock.now() + DURATIONS_MS.update,
	}),
	inUse: ({ id }, { state, clock }) =>
		environmentsOn(state, id, clock.now()).length > 0 &&
		badRequest(`Environments are connected to data plane ${id}`),
	busy: (plane, { clock }) => {
		const { state } = planeState(plane, clock.now());
		return (
			['CREATING', 'UPDATING', 'DELETING'].includes(state) &&
			`An operation is ongoing for data plane ${plane.id}: it is ${state}`
		);
	},
	removed: (plane, { state, clock }) => {
		if (planeState(plane, clock.now()).state === 'CONNECTED')
			dataPlanes.add(state, { ...plane, deletedAt: clock.now() });
	},
	show: (plane, { clock }) => planeView(plane, clock.now()),
});

export const dataPlaneHandlers: Handlers = {
	'GET /processing/data-planes': list(),
	// The documents do not say when the status is 200 and when 201. Here, it is 200 for an existing
	// cluster, which is not created, and 201 for all others.
	'POST /processing/data-planes': create((plane, { clock, body }) => {
		const { distribution, oneNodeDemo, provider } = body as Given;
		const made =
			plane.managed ||
			distribution !== undefined ||
			oneNodeDemo !== undefined ||
			/rke2/i.test(provider);
		return (made ? created : ok)(planeView(plane, clock.now()));
	}),
	'GET /processing/data-planes/settings': () =>
		ok({
			awsEks: { kubernetesVersion: KUBERNETES, servicesDisabled: [] },
			azureAks: { kubernetesVersion: KUBERNETES, servicesDisabled: ['monitoring'] },
			rke2: { kubernetesVersion: `${KUBERNETES}+rke2r1` },
		}),
	'GET /processing/data-planes/{id}': get(),
	'PUT /processing/data-planes/{id}': replace(),
	'DELETE /processing/data-planes/{id}': remove(({ id }, { state }) =>
		dataPlanes.recordsIn(state).has(id) ? { status: 202, body: {} } : { status: 200 },
	),

	'GET /processing/data-planes/{dataPlaneId}/members': (request) =>
		ok(membersOf(one(request, 'dataPlaneId'), request.clock.now()).map(memberView)),
	'POST /processing/data-planes/{dataPlaneId}/members': (request) => {
		const { state, clock, body } = request;
		const { roleId, duration, description, username } = body as {
			roleId: string;
			duration?: number;
			description?: string;
			username?: string;
		};
		if (!enginesOf(state).roles.some(({ id }) => id === roleId))
			throw badRequest(`Role ${roleId} does not exist`);
		const plane = one(request, 'dataPlaneId');
		const id = state.objectId();
		const member: Member = {
			id,
			username: username ?? `member-${id}`,
			...(description === undefined ? {} : { description }),
			role: roleId,
			...(duration === undefined ? {} : { expiresAt: clock.now() + duration * HOUR }),
		};
		if (membersOf(plane, clock.now()).some((other) => other.username === member.username))
			throw badRequest(`Member ${member.username} already exists`);
		plane.members.push(member);
		return created({ ...memberView(member), password: randomBytes(18).toString('base64url') });
	},
	'GET /processing/data-planes/{dataPlaneId}/members/roles': (request) => {
		one(request, 'dataPlaneId');
		return ok(enginesOf(request.state).roles);
	},
	'DELETE /processing/data-planes/{dataPlaneId}/members/{id}': (request) => {
		const { clock, path } = request;
		const plane = one(request, 'dataPlaneId');
		if (!membersOf(plane, clock.now()).some(({ id }) => id === path.id))
			throw notFound(`Member ${path.id} was not found`);
		plane.members = plane.members.filter(({ id }) => id !== path.id);
		return ok({});
	},
};
