/** Mappings of roles for single sign-on: replaced all at once. */
import { type Handlers, noContent, ok, type Request } from '../../handler';
import { badRequest, notFound } from '../../refusals';
import type { State } from '../../state/state';
import { roleName, roles } from '../account/identities';
import { mappingsOf } from './securityStore';

interface Mapping {
	name: string;
	roles: string[];
}

const allMappings = (state: State): Mapping[] =>
	[...mappingsOf(state).mappings].map(([name, given]) => ({ name, roles: given }));

function mappingNamed({ state, path }: Request): Mapping {
	const found = allMappings(state).find(({ name }) => name === path.customerRoleName);
	if (!found) throw notFound(`There is no mapping of the role ${path.customerRoleName}`);
	return found;
}

export const ssoRoleMappingHandlers: Handlers = {
	'GET /security/role-mappings': ({ state }) => ok(allMappings(state)),
	'POST /security/role-mappings': ({ state, body }) => {
		const roleNames = new Set(roles.all(state).map(roleName));
		const newMappings = body as Mapping[];
		for (const { name, roles: wanted } of newMappings) {
			const unknown = wanted.find((role) => !roleNames.has(role));
			if (unknown !== undefined)
				throw badRequest(`The platform has no role ${unknown} (mapping of ${name})`);
		}
		const kept = mappingsOf(state);
		kept.enabled = true;
		kept.mappings = new Map(newMappings.map(({ name, roles: wanted }) => [name, wanted]));
		return ok(allMappings(state));
	},
	'DELETE /security/role-mappings': ({ state }) => {
		Object.assign(mappingsOf(state), { enabled: false, mappings: new Map() });
		return noContent();
	},
	'GET /security/role-mappings/{customerRoleName}': (request) => ok(mappingNamed(request)),
	'DELETE /security/role-mappings/{customerRoleName}': (request) => {
		mappingsOf(request.state).mappings.delete(mappingNamed(request).name);
		return noContent();
	},
};
