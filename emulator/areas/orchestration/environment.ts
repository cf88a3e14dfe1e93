import { type Handlers, noContent, type Request } from '../../handler';
import { badRequest, conflict, Refusal } from '../../refusals';
import { hasPermission } from '../../state/caller';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { hostsOf } from '../engines/enginesStore';
import { userByLogin } from '../scim/scimStore';
import {
	type Environment,
	environmentChanged,
	environmentDeleted,
	environments,
	promotions,
	workspaceCreated,
	workspaces,
} from './orchestrationStore';
import { environmentInfo, MANAGERS, visibleWorkspaces } from './places';

interface Given {
	name?: string;
	description?: string;
	maxCloudContainers?: number;
	workspaceName: string;
	owner?: string;
}

/**
 * The login of the owner: the given one, which must exist, or that of the caller.
 * @throws Refusal 400
 */
export function ownerOf({ state, caller }: Request, owner: string = caller.id): string {
	if (owner !== caller.id && !userByLogin(state, owner))
		throw badRequest(`There is no user with the login ${owner}`);
	return owner;
}

/**
 * The headers that say what still uses an environment. The names of headers cannot have blanks, as
 * they have in the documents.
 */
function usageHeaders(
	{ id, usedBy = [] }: Environment,
	{ state, clock }: Request,
): Record<string, string> | undefined {
	const used = promotions
		.all(state)
		.filter(({ sourceEnvironmentId, targetEnvironmentId }) =>
			[sourceEnvironmentId, targetEnvironmentId].includes(id),
		);
	const all = [
		...hostsOf(state, id, clock.now()),
		...usedBy,
		...used.map((promotion) => `promotion ${promotion.id}`),
	];
	return all.length === 0 ? undefined : { 'usage-details': all.join('; ') };
}

/**
 * Whether the caller sees an environment: managers see all, and others those in which they see a
 * workspace.
 */
const seesEnvironment = ({ id }: Environment, { state, caller }: Request): boolean =>
	hasPermission(caller, MANAGERS) ||
	visibleWorkspaces(state, caller).some(({ environmentId }) => environmentId === id);

/**
 * An environment in which the caller may put something.
 * @throws Refusal 404
 */
export function environmentToFill(request: Request, id: string): Environment {
	const environment = environments.find(request.state, id);
	if (!seesEnvironment(environment, request)) throw environments.refusalOfMissing(id);
	return environment;
}

const { list, create, replace, remove } = collection(environments, {
	sees: seesEnvironment,
	unique: [
		{
			by: ({ name }) => name,
			says: 'name',
			refusal: ({ name }) => conflict(`An environment with the name ${name} already exists`),
		},
	],
	// The documents list no 400 here, but no other status fits a missing name.
	required: ['name'],
	fresh: () => ({ default: false }),
	given: (request, own) => {
		const { name, description, maxCloudContainers, owner } = request.body as Given;
		if (!own) ownerOf(request, owner);
		return { name, description, maxCloudContainers };
	},
	added: ({ id }, request) => {
		const { workspaceName, owner } = request.body as Given;
		const login = ownerOf(request, owner);
		const workspace = workspaces.add(request.state, {
			name: workspaceName,
			owner: login,
			environmentId: id,
			type: 'custom',
			members: [login],
		});
		workspaceCreated.emit(request.state, workspace);
	},
	changed: (environment, { state }) => environmentChanged.emit(state, environment),
	inUse: (environment, request) => {
		const headers = usageHeaders(environment, request);
		return headers && new Refusal(400, 'The environment is still in use', { headers });
	},
	removed: ({ id }, { state }) => environmentDeleted.emit(state, id),
	show: environmentInfo,
	fiql: { name: ({ name }) => name, description: ({ description }) => description },
});

/** Another area can also delete an environment. */
environmentDeleted.on((state: State, id) => void environments.recordsIn(state).delete(id));

export const environmentHandlers: Handlers = {
	'GET /orchestration/environments': list(),
	'POST /orchestration/environments': create(),
	'PUT /orchestration/environments/{Id}': replace((environment, request) =>
		noContent(usageHeaders(environment, request)),
	),
	'DELETE /orchestration/environments/{Id}': remove(),
};
