/** Service accounts: their permissions, the list, and the field that chooses from it. */
import { records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id } from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';

/**
 * The permissions of service accounts that the interface documents name. Get Permissions lists
 * those that exist in the account.
 */
export const PERMISSIONS = [
	{ value: 'AUDIT_LOGS_VIEW', name: 'Audit Logs - View' },
	{ value: 'TMC_CLUSTER_MANAGEMENT', name: 'Clusters - Manage' },
	{ value: 'TMC_ENGINE_USE', name: 'Engines - Use' },
	{ value: 'TMC_ENVIRONMENT_MANAGEMENT', name: 'Environments - Manage' },
	{ value: 'TMC_GROUP_MANAGEMENT', name: 'Groups - Manage' },
	{ value: 'TMC_OPERATOR', name: 'Operator' },
	{ value: 'TMC_PIPELINE_MANAGEMENT', name: 'Pipelines - Manage' },
	{ value: 'TMC_PROMOTION_EXECUTION', name: 'Promotions - Execute' },
	{ value: 'TMC_ROLE_MANAGEMENT', name: 'Roles - Manage' },
	{ value: 'TMC_RUN_PROFILE_MANAGEMENT', name: 'Run Profiles - Manage' },
	{ value: 'TMC_SERVICE_ACCOUNT_MANAGEMENT', name: 'Service Accounts - Manage' },
	{ value: 'TMC_USER_MANAGEMENT', name: 'Users - Manage' },
];

export const getManyServiceAccounts = operation('GET /account/service-accounts', {
	name: 'Get Many',
	action: 'Get many service accounts',
	description: 'List the service accounts of the account',
	pages: allAtOnce,
	answers: records('A.ServiceAccount', { key: 'id' }),
});

export const serviceAccountPicker = picker({
	noun: 'service account',
	method: 'searchServiceAccounts',
	list: getManyServiceAccounts,
	entry: ({ id: value, name }) => ({ id: value, name }),
	byName: true,
	example: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
});

export const serviceAccountField = (description = 'The service account') =>
	id(description).label('Service Account').pick(serviceAccountPicker);
