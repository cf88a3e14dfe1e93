/**
 * The addresses from which the account can be used. One call can lock everybody out, this n8n
 * included.
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing, record, records } from '../../shared/declare/answers';
import { operation, resource, wholeBody } from '../../shared/declare/define';
import { boolean, type Fields, id, rows, text } from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { neededWhen } from '../../shared/declare/rules';
import { objectsIn } from '../../shared/support/json';

const origin = FROM_VENDOR;
const ALLOWLIST = 'vendor:ip-allowlist/IpAllowlist';
const ENTRY = 'vendor:ip-allowlist/IpEntry';

/** The path of the record with all addresses: replacing the allowlist replaces all of them. */
const ALLOWLIST_PATH = '/security/ip-allowlist';

const NOTICE =
	'An enabled allowlist takes effect immediately, for every sign-in and every request. If it lacks the address of n8n, this workflow is locked out as well and cannot undo the change.';

const NO_ALLOWLIST = 'The account has no allowlist yet: create one with Create.';
const NOT_LICENSED = 'The license does not allow this. It might not include an IP allowlist.';

/**
 * It is not documented whether ranges and IPv6 are accepted, so only values that do not look like
 * an address are refused.
 */
const ipField = text('Address from which the account can be used')
	.label('IP Address')
	.identifier()
	.matching(
		/^(?:\d{1,3}(?:\.\d{1,3}){3}|[\dA-Fa-f]{0,4}:[\dA-Fa-f]{0,4}:[\dA-Fa-f:.]*)(?:\/\d{1,3})?$/,
		'be an IP address, such as 203.0.113.7',
	)
	.eg('203.0.113.7');

const descriptionField = text('Whose address it is').label('Description').eg('Office in Paris');
const enabledField = boolean('Whether only these addresses can be used; takes effect immediately');

const LOCKOUT_RISK =
	'users and programs whose address is not in the list can no longer use Talend Cloud, including this n8n';

/**
 * The switch that must be on before everybody could be locked out.
 * @param when the values for which it must be on
 */
const accessConfirmation = (when?: (values: IDataObject) => boolean): Fields => ({
	confirmAccess: boolean(
		'Whether you have made sure that the list has the address of this n8n and those of everybody who needs access',
	)
		.label('I Have Checked the Addresses')
		.confirms(LOCKOUT_RISK, when)
		.initial(false),
});

const allowlist = record(ALLOWLIST, { requiredFields: ['enabled'] });

const entry = record(ENTRY, { requiredFields: ['ip'] });

const get = operation('GET /security/ip-allowlist', {
	name: 'Get',
	action: 'Get the IP allowlist',
	description: 'Get the state of the allowlist and its addresses',
	origin,
	query: {
		detailed: boolean('Whether to also return the addresses')
			.label('With Addresses')
			.byDefault(true)
			.optional(),
	},
	refusals: { 404: NO_ALLOWLIST },
	answers: allowlist,
});

const addressesField = rows('Addresses from which the account can be used', {
	ip: ipField,
	description: descriptionField,
});

const create = operation('POST /security/ip-allowlist', {
	destructive: true,
	name: 'Create',
	action: 'Create the IP allowlist',
	description: 'Create the allowlist of the account; there can be only one',
	notice: NOTICE,
	origin,
	body: {
		enabled: enabledField.sample(false),
		ips: addressesField.label('Addresses').min(1).optional().onTop(),
		description: text('What the allowlist is for').eg('Offices and n8n').optional(),
	},
	settings: accessConfirmation(({ enabled }) => enabled === true),
	rules: [{ ...neededWhen('ips', 'enabled', ['true']), caution: true }],
	refusals: {
		409: 'The account already has an allowlist: change it with Update, or add addresses to it.',
	},
	answers: allowlist,
});

const update = operation('PUT /security/ip-allowlist', {
	destructive: true,
	name: 'Update',
	action: 'Update the IP allowlist or replace its addresses',
	description:
		'Update the allowlist. If you set addresses, they replace all existing addresses; anything else that you leave out is kept.',
	notice: NOTICE,
	origin,
	body: {
		enabled: enabledField.sample(false).optional(),
		ips: addressesField
			.label('Addresses')
			.describe('Complete list of addresses; any left out are refused')
			.min(1)
			.optional(),
		description: text('What the allowlist is for').eg('Offices and n8n').mayBeEmpty().optional(),
	},
	settings: accessConfirmation(
		({ enabled, ips }) => enabled === true || (ips !== undefined && enabled !== false),
	),
	refusals: { 402: NOT_LICENSED, 404: NO_ALLOWLIST },
	answers: allowlist,
	readFirst: {
		get,
		values: { detailed: true },
		keep: { enabled: 'always', ips: 'always', description: 'ifAny' },
		toUpdate: ({ ips, ...others }) => ({
			...others,
			ips: Array.isArray(ips)
				? objectsIn(ips).map((present) => ({
						ip: present.ip,
						description: present.description,
					}))
				: ips,
		}),
	},
});

const switchAllowlist = operation('PATCH /security/ip-allowlist', {
	destructive: true,
	name: 'Turn On or Off',
	action: 'Turn the IP allowlist on or off',
	description:
		'Allow only the addresses in the list, or allow all addresses again; the list itself is kept',
	notice: NOTICE,
	origin,
	effect: 'write',
	body: { enabled: enabledField.sample(false) },
	settings: accessConfirmation(({ enabled }) => enabled === true),
	refusals: { 402: NOT_LICENSED, 404: NO_ALLOWLIST },
	answers: nothing({ output: (_answer, { enabled }) => ({ success: true, enabled }) }),
});

const remove = operation('DELETE /security/ip-allowlist', {
	name: 'Delete',
	action: 'Delete the IP allowlist with all its addresses',
	description:
		'Delete the allowlist with all its addresses; the account can then be used from everywhere',
	origin,
	settings: {
		confirmDeletion: boolean(
			'Whether to delete all addresses and allow access from everywhere; this cannot be undone',
		)
			.label('Delete with All Addresses')
			.confirms('the account can be used from everywhere afterwards, and the addresses are deleted')
			.initial(false),
	},
	answers: nothing(),
});

const getAddresses = operation('GET /security/ip-allowlist/ips', {
	name: 'Get Addresses',
	action: 'Get the addresses of the IP allowlist',
	description: 'List the addresses of the allowlist with their IDs',
	origin,
	pages: allAtOnce,
	answers: records(ENTRY, { key: 'id' }),
});

const addressPicker = picker({
	noun: 'address',
	method: 'searchAddresses',
	list: getAddresses,
	entry: ({ id: value, ip, description }) => ({ id: value, name: ip, description }),
	byName: true,
	example: '57f64991e4b0b689a64feed5',
});

const path = { ipEntryId: id('The address').label('Address').pick(addressPicker) };

const addAddresses = operation('POST /security/ip-allowlist/ips', {
	destructive: true,
	name: 'Add Addresses',
	action: 'Add addresses to the IP allowlist',
	description: 'Add addresses to those in the list',
	origin,
	partOf: ALLOWLIST_PATH,
	body: wholeBody('ips', addressesField.label('Addresses').min(1)),
	refusals: {
		409: 'One of the addresses is already in the list, so none was added. Check them with Get Addresses.',
	},
	answers: records(ENTRY),
});

const updateAddresses = operation('PUT /security/ip-allowlist/ips', {
	destructive: true,
	name: 'Update Addresses',
	action: 'Update addresses of the IP allowlist',
	description:
		'Change several addresses of the list by their IDs; if one ID is unknown, nothing is changed',
	notice: NOTICE,
	origin,
	partOf: ALLOWLIST_PATH,
	body: wholeBody(
		'ips',
		rows('The addresses to change', {
			id: path.ipEntryId,
			ip: ipField,
			description: descriptionField,
		})
			.label('Addresses')
			.min(1),
	),
	settings: accessConfirmation(),
	refusals: {
		402: NOT_LICENSED,
		404: 'One of the IDs is not in the list, so nothing was changed. Check them with Get Addresses.',
	},
	answers: records(ENTRY),
});

const getAddress = operation('GET /security/ip-allowlist/ips/{ipEntryId}', {
	name: 'Get Address',
	action: 'Get an address of the IP allowlist',
	description: 'Get an address of the allowlist',
	origin,
	path,
	answers: entry,
});

const updateAddress = operation('PUT /security/ip-allowlist/ips/{ipEntryId}', {
	destructive: true,
	name: 'Update Address',
	action: 'Update an address of the IP allowlist',
	description: 'Change one address or its description; fields that you leave out are kept',
	notice: NOTICE,
	origin,
	partOf: ALLOWLIST_PATH,
	path,
	body: { ip: ipField.optional(), description: descriptionField.optional() },
	settings: accessConfirmation((values) => values.ip !== undefined),
	refusals: { 402: NOT_LICENSED },
	answers: entry,
	readFirst: { get: getAddress, keep: { ip: 'always', description: 'orEmpty' } },
});

const removeAddress = operation('DELETE /security/ip-allowlist/ips/{ipEntryId}', {
	name: 'Remove Address',
	action: 'Remove an address from the IP allowlist',
	description:
		'Remove one address from the list; while the allowlist is on, it is refused from then on',
	notice: NOTICE,
	origin,
	partOf: ALLOWLIST_PATH,
	path,
	settings: accessConfirmation(),
	answers: nothing(),
});

export const ipAllowlist = resource(
	'ipAllowlist',
	'IP Allowlist',
	{
		create,
		get,
		update,
		switch: switchAllowlist,
		delete: remove,
		addAddresses,
		getAddress,
		getAddresses,
		updateAddress,
		updateAddresses,
		removeAddress,
	},
	'The addresses from which the account can be used',
);
