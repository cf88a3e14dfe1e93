/** Which roles of the platform people get who sign in with roles of the identity provider. */
import type { IDataObject } from 'n8n-workflow';

import { nothing, record, records } from '../../shared/declare/answers';
import { flow, operation, resource, wholeBody } from '../../shared/declare/define';
import { boolean, type Fields, id, rows, text } from '../../shared/declare/field';
import { aboutFields, problem } from '../../shared/declare/messages';
import type { Call, Showing } from '../../shared/declare/operation';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { noRowTwice } from '../../shared/declare/rules';
import { idsOf, NAME_MESSAGES } from '../../shared/flows/named';
import { roleNames } from '../../records/accountRoles';
import { objectsIn } from '../../shared/support/json';

const extra = FROM_VENDOR;
/** What takes turns: whoever changes one mapping writes all. */
const WHOLE = '/security/role-mappings';
const MAPPING = 'vendor:sso-role-mapping/RoleMapping';

const customerRole = text('Name of the role at the identity provider')
	.label('Identity Provider Role')
	.eg('finance-analysts');
const roles = roleNames('All platform roles that users with this role get');

/** The switch without which mappings are not lost. */
const confirmation = (what: string): Fields => ({
	confirmLoss: boolean(
		`Whether to ${what}; users who have a role only through them can no longer use the platform`,
	)
		.label('Remove Mappings')
		.confirms('users who have a role only through a removed mapping can no longer use the platform')
		.startsWith(false),
});

const getMany = operation('GET /security/role-mappings', {
	name: 'Get Many',
	action: 'Get many SSO role mappings',
	description: 'List all mappings of roles of the identity provider to roles of the platform',
	extra,
	pages: allAtOnce,
	answers: records(MAPPING, { key: 'name' }),
});

const mappingPicker = picker({
	noun: 'mapping',
	method: 'searchMappings',
	list: getMany,
	entry: ({ name, roles: given }) => ({
		id: String(name ?? ''),
		name: String(name ?? ''),
		description: Array.isArray(given) ? given.join(', ') : undefined,
	}),
	byName: false,
	idName: 'Name',
	example: 'finance-analysts',
});

const path = {
	customerRoleName: id('Name of the role at the identity provider')
		.label('Identity Provider Role')
		.pick(mappingPicker),
};

const get = operation('GET /security/role-mappings/{customerRoleName}', {
	name: 'Get',
	action: 'Get an SSO role mapping',
	description: 'Read which roles of the platform one role of the identity provider grants',
	extra,
	path,
	refusals: { 404: 'There is no mapping of this role. List the mappings with Get Many.' },
	answers: record(MAPPING, { needs: ['name'] }),
});

const replaceAll = operation('POST /security/role-mappings', {
	name: 'Replace All',
	action: 'Replace all SSO role mappings',
	description: 'Replace all mappings with these: mappings that are not in the list are removed',
	notice: 'All mappings of the account are replaced. To add or change one of them, use Set One.',
	extra,
	partOf: WHOLE,
	effect: 'write',
	creates: false,
	body: wholeBody(
		'mappings',
		rows('All mappings from now on', { name: customerRole, roles: roles.min(1) }).min(1),
	),
	settings: confirmation('remove all mappings that are not in the list'),
	rules: [noRowTwice('mappings', ['name'])],
	refusals: {
		400: 'Check that each role is spelled as on the platform: mappings hold the names of roles, not their IDs.',
	},
	// The vendor declares one mapping as the answer and shows a list of them: both are taken, and neither is needed.
	answers: nothing(),
	messages: aboutFields(['Role Names or IDs'], NAME_MESSAGES),
	perform: async (call, of, input) => {
		const body: IDataObject[] = [];
		for (const mapping of input.body as Array<{ name: string; roles: string[] }>)
			body.push({ ...mapping, roles: await namesOf(call, mapping.roles) });
		const answer = await call.send(of, { ...input, body });
		return (Array.isArray(answer.body) ? objectsIn(answer.body) : body).map((json) => ({
			json,
		}));
	},
});

/** Roles by their names; IDs are looked up. */
const namesOf = async (call: Showing<typeof NAME_MESSAGES>, given: readonly string[]) =>
	await idsOf(call, { name: 'roles', field: roles }, given);

const remove = operation('DELETE /security/role-mappings/{customerRoleName}', {
	name: 'Delete',
	action: 'Delete an SSO role mapping',
	description:
		'Remove one mapping; users with that role at the identity provider no longer get roles through it',
	extra,
	partOf: WHOLE,
	path,
	refusals: { 404: 'There is no mapping of this role. List the mappings with Get Many.' },
	answers: nothing(),
});

const removeAll = operation('DELETE /security/role-mappings', {
	name: 'Delete All',
	action: 'Delete all SSO role mappings',
	description: 'Remove all mappings and switch the mapping of roles off for the account',
	extra,
	settings: confirmation('remove all mappings and switch the mapping of roles off'),
	answers: nothing(),
});

const INCOMPLETE = problem(
	'The platform answered with a mapping that has no name or no roles',
	'It could not be written back. Nothing was changed.',
);

const setOne = flow({
	destructive: true,
	name: 'Set One',
	action: 'Set one SSO role mapping',
	description:
		'Add or change one mapping; all others are read and written back, so that a change somebody makes in between is overwritten',
	fields: { name: customerRole, roles: roles.min(1) },
	uses: [getMany, replaceAll],
	answers: record(MAPPING, { needs: ['name'], leads: ['name', 'created'] }),
	messages: [...aboutFields(['Role Names or IDs'], NAME_MESSAGES), INCOMPLETE],
	about: () => 'the mappings',
	run: async (call, { name, roles: wanted }) =>
		await call.alone(replaceAll, {}, async () => {
			const present = await theMappings(call);
			const before = present.find((each) => each.name === name);
			const mapping = { name, roles: await namesOf(call, wanted) };
			const all = before
				? present.map((each) => (each === before ? mapping : each))
				: [...present, mapping];
			// As they were read: the platform may have one without roles, which a person could not give.
			await call.send(replaceAll, { path: {}, query: {}, body: all, settings: {}, values: {} });
			return [{ json: { ...mapping, created: before === undefined, mappings: all.length } }];
		}),
});

/** All mappings, as they can be written back. @throws if one is invalid: leaving it out would delete it */
async function theMappings(
	call: Call<typeof INCOMPLETE>,
): Promise<Array<{ name: string; roles: string[] }>> {
	return (await call.list(getMany, {})).map(({ name, roles: given }: IDataObject) => {
		if (typeof name === 'string' && Array.isArray(given)) return { name, roles: given as string[] };
		throw call.problem(INCOMPLETE);
	});
}

export const ssoRoleMapping = resource(
	'ssoRoleMapping',
	'SSO Role Mapping',
	{ get, getMany, setOne, replaceAll, delete: remove, deleteAll: removeAll },
	'Which platform roles single sign-on grants',
);
