/**
 * Mappings of roles of the identity provider to roles of the platform: people who sign in with one
 * of the former get the latter.
 */
import type { IDataObject } from 'n8n-workflow';

import { accountRoleNamesField } from '../../../records/identities/accountRoles';
import { nothing, type Output, record, records } from '../../../shared/declare/answers';
import { operation, wholeBody } from '../../../shared/declare/define';
import { boolean, type Fields, id, rows, text } from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { aboutFields } from '../../../shared/declare/messages';
import type { ContextShowing, RequestOperation } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { noRowTwice } from '../../../shared/declare/rules';
import type { Input } from '../../../shared/declare/runtime/context';
import { NAME_MESSAGES, valuesToSend } from '../../../shared/flows/valuesToSend';
import { objectsIn } from '../../../shared/support/json';

const origin = FROM_VENDOR;
/**
 * The path of the record with all mappings. Changing one mapping writes all of them, so changes
 * wait for each other.
 */
const ALL_MAPPINGS = '/security/role-mappings';
export const MAPPING = 'vendor:sso-role-mapping/RoleMapping';

export const customerRoleField = text('Name of the role at the identity provider')
	.label('Identity Provider Role')
	.eg('finance-analysts');

export const grantedRolesField = accountRoleNamesField(
	'All Talend Cloud roles that users with this role get',
);

/** The switch that allows mappings to be removed. */
const removalSwitch = (what: string): Fields => ({
	confirmLoss: boolean(
		`Whether to ${what}; users who have a role only through them can no longer use Talend Cloud`,
	)
		.label('Remove Mappings')
		.confirms('users who have a role only through a removed mapping can no longer use Talend Cloud')
		.initial(false),
});

export const getMany = operation('GET /security/role-mappings', {
	name: 'Get Many',
	action: 'Get many SSO role mappings',
	description: 'List which identity provider roles grant which Talend Cloud roles',
	origin,
	pages: allAtOnce,
	answers: records(MAPPING, { key: 'name' }),
});

const mappingPicker = picker({
	noun: 'mapping',
	method: 'searchMappings',
	list: getMany,
	entry: ({ name, roles: itsRoles }) => ({
		id: name,
		name,
		description: Array.isArray(itsRoles) ? itsRoles.join(', ') : undefined,
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

export const get = operation('GET /security/role-mappings/{customerRoleName}', {
	name: 'Get',
	action: 'Get an SSO role mapping',
	description: 'List the Talend Cloud roles that an identity provider role grants',
	origin,
	path,
	refusals: { 404: 'There is no mapping of this role. List the mappings with Get Many.' },
	answers: record(MAPPING, { requiredFields: ['name'] }),
});

const REPLACE_ALL_MESSAGES = aboutFields(['Role Names or IDs'], NAME_MESSAGES);

export const replaceAll = operation('POST /security/role-mappings', {
	name: 'Replace All',
	action: 'Replace all SSO role mappings',
	description: 'Replace all mappings with these: mappings that are not in the list are removed',
	notice: 'All mappings of the account are replaced. To add or change one of them, use Set One.',
	origin,
	partOf: ALL_MAPPINGS,
	effect: 'write',
	creates: false,
	body: wholeBody(
		'mappings',
		rows('Complete list of mappings; any left out are removed', {
			name: customerRoleField,
			roles: grantedRolesField.min(1),
		}).min(1),
	),
	settings: removalSwitch('remove all mappings that are not in the list'),
	rules: [noRowTwice('mappings', ['name'])],
	refusals: {
		400: 'Check that each role is spelled as in Talend Cloud: mappings hold the names of roles, not their IDs.',
	},
	// Talend's OpenAPI file declares one mapping as the response, but shows a list. Both are
	// accepted, and so is an empty response.
	answers: nothing(),
	messages: REPLACE_ALL_MESSAGES,
	perform: replaceMappings,
});

async function replaceMappings(
	op: ContextShowing<typeof REPLACE_ALL_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const body: IDataObject[] = [];
	for (const mapping of input.body as Array<{ name: string; roles: string[] }>)
		body.push({ ...mapping, roles: await namesOf(op, mapping.roles) });
	const answer = await op.send(request, { ...input, body });
	return (Array.isArray(answer.body) ? objectsIn(answer.body) : body).map((json) => ({
		json,
	}));
}

/** The names of roles, which were given by name or ID. */
export const namesOf = async (
	op: ContextShowing<typeof NAME_MESSAGES>,
	namesOrIds: readonly string[],
) => await valuesToSend(op, { name: 'roles', field: grantedRolesField }, namesOrIds);

export const remove = operation('DELETE /security/role-mappings/{customerRoleName}', {
	name: 'Delete',
	action: 'Delete an SSO role mapping',
	description:
		'Remove one mapping; users with that role at the identity provider no longer get roles through it',
	origin,
	partOf: ALL_MAPPINGS,
	path,
	refusals: { 404: 'There is no mapping of this role. List the mappings with Get Many.' },
	answers: nothing(),
});

export const deleteAll = operation('DELETE /security/role-mappings', {
	name: 'Delete All',
	action: 'Delete all SSO role mappings',
	description: 'Remove all mappings and turn off role mapping for the account',
	origin,
	settings: removalSwitch('remove all mappings and turn off role mapping'),
	answers: nothing(),
});
