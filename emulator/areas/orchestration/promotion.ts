/** Promotions: their design and their dry run. They are executed in the processing area. */
import { type Handler, type Handlers, noContent, ok, type Request } from '../../handler';
import { fiqlFilter } from '../../lists/fiql';
import { badRequest, conflict, notFound, Refusal } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { scimOf } from '../scim/scimStore';
import { orchestrationOf, type Promotion, promotions } from './orchestrationStore';
import { environmentInfo } from './places';
import { type Keeping, reportOf, type Scope, workOf, wouldFail } from './promotionWork';

const environment = (state: State, id: string) => orchestrationOf(state).environments.get(id)!;

const promotionName = (state: State, { sourceEnvironmentId, targetEnvironmentId }: Promotion) =>
	`${environment(state, sourceEnvironmentId).name} to ${environment(state, targetEnvironmentId).name}`;

const listView = (promotion: Promotion, { state }: Request) => ({
	executable: promotion.id,
	name: promotionName(state, promotion),
	sourceEnvironment: environmentInfo(environment(state, promotion.sourceEnvironmentId)),
	targetEnvironment: environmentInfo(environment(state, promotion.targetEnvironmentId)),
});

const { get, create, patch, remove, one } = collection(promotions, {
	variable: 'promotionId',
	fresh: () => ({ userIds: [], serviceAccountIds: [] }),
	given: ({ state, body }, own) => {
		const given = body as Pick<Promotion, 'sourceEnvironmentId' | 'targetEnvironmentId'>;
		if (own) return given;
		for (const id of [given.sourceEnvironmentId, given.targetEnvironmentId])
			if (!orchestrationOf(state).environments.has(id))
				throw notFound(`Environment ${id} was not found`);
		if (given.sourceEnvironmentId === given.targetEnvironmentId)
			throw badRequest('The environments must differ');
		return given;
	},
	unique: [
		{
			by: ({ sourceEnvironmentId, targetEnvironmentId }) =>
				`${sourceEnvironmentId} ${targetEnvironmentId}`,
			says: 'pair of environments',
		},
	],
	show: (promotion, request) => ({
		...listView(promotion, request),
		description: promotion.description,
	}),
});

/** The list is filtered by names, which are made from the names of the environments. */
const list: Handler = (request) => {
	const { state } = request;
	const named = promotions
		.all(state)
		.map((promotion) => ({ promotion, name: promotionName(state, promotion) }));
	const passes = fiqlFilter<{ name: string }>(request.query._s, { name: ({ name }) => name });
	return ok(named.filter(passes).map(({ promotion }) => listView(promotion, request)));
};

/**
 * The scope, which must belong to the source environment.
 * @throws Refusal
 */
export function checkedScope(
	state: State,
	{ sourceEnvironmentId }: Promotion,
	scope: Scope | undefined,
): Scope | undefined {
	if (scope === undefined) return undefined;
	const { workspaces, tasks, plans, artifacts } = orchestrationOf(state);
	if (!['WORKSPACE', 'PLAN', 'FLOW', 'ACTION'].includes(scope.type))
		throw badRequest(`The type ${scope.type} is not known`);
	const workspaceId =
		scope.type === 'WORKSPACE'
			? scope.id
			: (tasks.get(scope.id) ?? plans.get(scope.id) ?? artifacts.get(scope.id))?.workspaceId;
	if (
		workspaceId === undefined ||
		workspaces.get(workspaceId)?.environmentId !== sourceEnvironmentId
	)
		throw notFound(`The source environment has no ${scope.type} ${scope.id}`);
	return scope;
}

/** The analysis, which changes nothing. */
const analyze: Handler = (request) => {
	const { state, caller, clock } = request;
	const promotion = one(request);
	const { promotionAdvancedInfo, ...given } = request.body as Keeping & {
		context?: string;
		promotionAdvancedInfo?: Scope;
	};
	const work = workOf(
		state,
		promotion,
		checkedScope(state, promotion, promotionAdvancedInfo),
		given,
	);
	const now = rfc3339(clock.now());
	return ok({
		executionId: state.uuid(),
		startTimestamp: now,
		triggerTimestamp: now,
		finishTimestamp: now,
		userId: caller.id,
		userType: caller.type,
		promotionId: promotion.id,
		...given,
		...(promotionAdvancedInfo
			? {
					advanced: {
						artifactId: promotionAdvancedInfo.id,
						artifactType: promotionAdvancedInfo.type,
					},
				}
			: {}),
		defective: wouldFail(work),
		status: 'ANALIZED',
		workspaces: reportOf(work, 'analyzeReport'),
		engines: [],
		clusters: [],
	});
};

/** The handlers of who may execute a promotion. */
function executors(
	field: 'userIds' | 'serviceAccountIds',
	variable: 'userId' | 'serviceAccountId',
	known: (state: State, id: string) => boolean,
): { add: Handler; drop: Handler } {
	return {
		add: (request) => {
			const promotion = one(request);
			const id = request.path[variable]!;
			if (!known(request.state, id)) throw notFound(`${id} was not found`);
			const there = promotion[field].includes(id);
			// No 409 is declared for service accounts.
			if (there && field === 'userIds')
				throw conflict(`User ${id} is already allowed to execute the promotion`);
			if (!there) promotion[field].push(id);
			return noContent();
		},
		drop: (request) => {
			const promotion = one(request);
			const id = request.path[variable]!;
			if (!promotion[field].includes(id))
				throw new Refusal(404, `${id} is not allowed to execute the promotion`);
			promotion[field] = promotion[field].filter((each) => each !== id);
			return noContent();
		},
	};
}

const users = executors('userIds', 'userId', (state, id) => scimOf(state).users.has(id));
const serviceAccounts = executors('serviceAccountIds', 'serviceAccountId', (state, id) =>
	state.serviceAccounts.has(id),
);

export const promotionHandlers: Handlers = {
	'GET /orchestration/executables/promotions': list,
	'POST /orchestration/executables/promotions': create(),
	'GET /orchestration/executables/promotions/{promotionId}': get(),
	'POST /orchestration/executables/promotions/{promotionId}': analyze,
	'PATCH /orchestration/executables/promotions/{promotionId}': patch(() => noContent()),
	'DELETE /orchestration/executables/promotions/{promotionId}': remove(),
	'GET /orchestration/executables/promotions/{promotionId}/users': (request) => {
		const { id, userIds, serviceAccountIds } = one(request);
		return ok({ executable: id, userIds, serviceAccountIds });
	},
	'PUT /orchestration/executables/promotions/{promotionId}/users/{userId}': users.add,
	'DELETE /orchestration/executables/promotions/{promotionId}/users/{userId}': users.drop,
	'PUT /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}':
		serviceAccounts.add,
	'DELETE /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}':
		serviceAccounts.drop,
};
