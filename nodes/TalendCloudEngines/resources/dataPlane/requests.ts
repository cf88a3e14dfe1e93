/** The requests about data planes, except those for creating one and those about members. */
import { record, records } from '../../../shared/declare/answers';
import { confirmation } from '../../../shared/declare/confirmation';
import { operation } from '../../../shared/declare/define';
import { boolean, id, object, pairs, suggestions, text } from '../../../shared/declare/fields';
import { allAtOnce } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import {
	CLUSTERS,
	deletion,
	entryWithState,
	OPERATION_IN_PROGRESS,
	REMAINING_ENVIRONMENTS,
} from '../../runtimes';

/** The fields of a data plane that Simplify keeps. */
export const simplePlaneFields = [
	'id',
	'name',
	'description',
	'provider',
	'version',
	'state',
	'statusDetails',
	'creationDate',
	'lastModifiedStateDate',
] as const;

/** The command that connects a cluster contains a token. */
export const sensitivePlane = ['bootstrapCommand'];

export const getMany = operation('GET /processing/data-planes', {
	name: 'Get Many',
	action: 'Get many data planes',
	description: 'List the data planes of the account',
	permissions: CLUSTERS,
	pages: allAtOnce,
	answers: records('C.DataPlaneDetailsResponse', {
		simple: simplePlaneFields,
		sensitive: sensitivePlane,
		key: 'id',
	}),
});

const planePicker = picker({
	noun: 'data plane',
	method: 'searchDataPlanes',
	list: getMany,
	entry: entryWithState,
	byName: true,
	example: 'c-7k2mv',
});

export const dataPlaneField = (description = 'The data plane') =>
	id(description).label('Data Plane').pick(planePicker);

export const nameField = text('Name of the data plane').maxLength(255).eg('europe-west');
export const descriptionField = text('What the data plane is for')
	.maxLength(1024)
	.eg('Runs what must stay in Europe');

export const tagsField = pairs('Tags, by name').sample({ team: 'finance' });

export const aksLoggingField = object('Where audit logs of AKS go', {
	monitoring: boolean('Whether to activate log analytics').sample(true).optional(),
	logAnalyticsWorkspaceGroup: text('Resource group of the log analytics workspace')
		.label('Workspace Group')
		.eg('logs')
		.optional(),
	logAnalyticsWorkspaceName: text('Name of the log analytics workspace')
		.label('Workspace Name')
		.eg('audit')
		.optional(),
}).label('AKS Audit Logging');

/** The logs of the EKS control plane. The documents name no values; these are the ones of AWS. */
export const eksLoggingTypesField = suggestions('Logs of the EKS control plane to keep', [
	'api',
	'audit',
	'authenticator',
	'controllerManager',
	'scheduler',
])
	.label('EKS Logging Types')
	.sample(['audit']);

export const plane = record('C.DataPlaneDetailsResponse', {
	simple: simplePlaneFields,
	sensitive: sensitivePlane,
});

const path = { id: dataPlaneField() };

export const get = operation('GET /processing/data-planes/{id}', {
	name: 'Get',
	action: 'Get a data plane',
	description: 'Get a data plane and its state',
	permissions: CLUSTERS,
	path,
	answers: plane,
});

export const update = operation('PUT /processing/data-planes/{id}', {
	destructive: true,
	name: 'Update',
	action: 'Update a data plane',
	description: 'Change a data plane; a name or description that you leave out is kept',
	permissions: CLUSTERS,
	path,
	body: {
		name: nameField.optional(),
		description: descriptionField.mayBeEmpty().optional(),
		tags: tagsField.optional(),
		aksAuditLoggingConf: aksLoggingField.optional(),
		eksLoggingTypes: eksLoggingTypesField.mayBeEmpty().optional(),
	},
	refusals: { 409: OPERATION_IN_PROGRESS },
	answers: plane,
	// The platform requires both fields.
	readFirst: { get, keep: { name: 'always', description: 'orEmpty' } },
});

export const remove = operation('DELETE /processing/data-planes/{id}', {
	name: 'Delete',
	action: 'Delete a data plane with the cluster created for it',
	description:
		'Delete a data plane, and the cluster if Talend Cloud created it; this cannot be undone',
	permissions: CLUSTERS,
	path,
	settings: confirmation('the data plane, with its cluster if Talend Cloud created it'),
	refusals: { 400: REMAINING_ENVIRONMENTS, 409: OPERATION_IN_PROGRESS },
	answers: deletion,
});

export const getSettings = operation('GET /processing/data-planes/settings', {
	name: 'Get Settings',
	action: 'Get the settings of data plane providers',
	description:
		'Get the version of Kubernetes and the services that are turned off, for each provider',
	permissions: CLUSTERS,
	answers: record('C.CloudProvidersProperties', {
		requiredFields: [['awsEks', 'azureAks', 'rke2']],
	}),
});
