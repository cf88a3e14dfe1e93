import {
	getManyServiceAccounts,
	PERMISSIONS,
	serviceAccountField,
} from '../../records/identities/serviceAccounts';
import { nothing, record, records } from '../../shared/declare/answers';
import { createdAs } from '../../shared/declare/createdAs';
import { operation, resource } from '../../shared/declare/define';
import { suggestions, text } from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { knownValues } from '../../shared/declare/rules';
import { objectIn } from '../../shared/support/json';

const MANAGE = 'TMC_SERVICE_ACCOUNT_MANAGEMENT';
const NAME_TAKEN = 'Another service account has this name. Choose another name.';

const nameField = text('Name of the service account; must be unique').eg('Nightly reports');
const permissionsField = suggestions(
	'Permissions of the service account; an expression can give other permission IDs',
	PERMISSIONS,
)
	.min(1)
	.sample(['TMC_OPERATOR']);

const warnings = [
	knownValues(
		'permissions',
		PERMISSIONS.map(({ value }) => value),
	),
];

const create = operation('POST /account/service-accounts', {
	name: 'Create',
	action: 'Create a service account',
	description: 'Create a service account; its secret is shown only once',
	permissions: MANAGE,
	notice:
		'The output contains the secret of the service account. Talend Cloud shows it only once: store it where you keep secrets.',
	body: { name: nameField, permissions: permissionsField },
	warnings,
	refusals: {
		403: `This needs the permission ${MANAGE}, and a license that allows service accounts.`,
		409: NAME_TAKEN,
	},
	answers: record('A.ServiceAccount', {
		whySecret: 'it is shown only once',
		output: ({ body, headers }) => ({ ...objectIn(body), location: headers.location }),
	}),
	lookUp: createdAs({
		subject: 'The service account',
		list: getManyServiceAccounts,
		unique: { name: 'name' },
		onlyOnce:
			'The secret was only in that response: delete the service account, then create it again.',
	}),
});

const remove = operation('DELETE /account/service-accounts/{id}', {
	name: 'Delete',
	action: 'Delete a service account',
	description: 'Delete a service account; programs that use it can no longer sign in',
	permissions: MANAGE,
	path: { id: serviceAccountField() },
	answers: nothing(),
});

const get = operation('GET /account/service-accounts/{id}', {
	name: 'Get',
	action: 'Get a service account',
	description: 'Get a service account: its permissions and when it was last used',
	permissions: MANAGE,
	path: { id: serviceAccountField() },
	answers: record('A.ServiceAccount'),
});

const getCount = operation('GET /account/service-accounts/count', {
	name: 'Get Count',
	action: 'Get the number of service accounts',
	description: 'Count the service accounts of the account',
	permissions: [MANAGE, 'TMC_SUBSCRIPTION_MANAGEMENT'],
	answers: record('A.ServiceAccountCount', { requiredFields: ['count'] }),
});

const getPermissions = operation('GET /account/service-accounts/permissions', {
	name: 'Get Permissions',
	action: 'Get the permissions that service accounts can hold',
	description: 'List the IDs of all permissions that a service account can hold',
	pages: allAtOnce,
	answers: records(undefined),
});

const update = operation('PUT /account/service-accounts/{id}', {
	destructive: true,
	name: 'Update',
	action: 'Update a service account or replace its permissions',
	description:
		'Change the name or the permissions of a service account; fields that you leave out are kept',
	permissions: MANAGE,
	path: { id: serviceAccountField() },
	body: {
		name: nameField.optional(),
		permissions: permissionsField
			.describe('Complete list of permissions; any left out are removed')
			.optional(),
	},
	warnings,
	refusals: { 409: NAME_TAKEN },
	answers: record('A.ServiceAccount'),
	readFirst: { get, keep: { name: 'always', permissions: 'always' } },
});

export const serviceAccount = resource(
	'serviceAccount',
	'Service Account',
	{
		create,
		get,
		getMany: getManyServiceAccounts,
		update,
		delete: remove,
		getCount,
		getPermissions,
	},
	'An identity for programs',
);
