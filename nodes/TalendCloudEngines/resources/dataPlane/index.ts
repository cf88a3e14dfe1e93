import { nothing, record } from '../../../shared/declare/answers';
import { confirmation } from '../../../shared/declare/confirmation';
import { createdAs } from '../../../shared/declare/created';
import { operation, resource } from '../../../shared/declare/define';
import {
	boolean,
	type Field,
	integer,
	list,
	object,
	pairs,
	suggestions,
	text,
} from '../../../shared/declare/fields';
import { neededToBeUseful, type Rule } from '../../../shared/declare/rules';
import { deletion, OPERATION_IN_PROGRESS, REMAINING_ENVIRONMENTS } from '../../deletion';
import { CLUSTERS } from '../../runtimes';
import {
	dataPlaneId,
	dataPlaneRoleId,
	getManyPlanes,
	getMemberRoles,
	getMembers,
	memberId,
	sensitivePlane,
	simplePlane,
} from './requests';

const name = text('Name of the data plane').maxLength(255).eg('europe-west');
const description = text('What the data plane is for')
	.maxLength(1024)
	.eg('Runs what must stay in Europe');
const tags = pairs('Tags, by name').sample({ team: 'finance' });

/** The fields that the four operations for creating a data plane share. */
const commonFields = { name, description: description.optional(), tags: tags.optional() };

/**
 * The documents do not say which values `provider` can have, so the user has to give it, unless it
 * follows from the operation.
 */
const provider = (example: string) =>
	text('Provider of the cluster, as the API names it').eg(example);

/**
 * The field `provider`, whose value follows from the operation. The user gives it only if the
 * platform uses another name.
 */
const managedBy = (cloud: string) => ({
	constants: { provider: cloud },
	provider: text(`Name of the provider in the API, if it is not ${cloud}`)
		.label('Provider Name')
		.eg(`NEW_${cloud}`)
		.optional(),
	refusals: {
		400: `Check the fields. If Talend Cloud does not know the provider ${cloud}, add Provider Name with the name that it has for it.`,
	},
});
const aks = managedBy('AKS');
const eks = managedBy('EKS');

/** The fields for a managed cluster. */
const managed = {
	nodeConfig: object('Number and size of the nodes', {
		minSize: integer('Minimum number of nodes').min(0).sample(1).optional(),
		maxSize: integer('Maximum number of nodes').min(0).sample(3).optional(),
		diskSize: integer('Disk of each node, in gigabytes')
			.label('Disk Size (GB)')
			.min(1)
			.sample(100)
			.optional(),
	}).label('Nodes'),
};

const sizedNodes = neededToBeUseful('nodeConfig', 'it says how many nodes the cluster has');

const nodesInOrder: Rule = {
	field: 'nodeConfig',
	says: 'minSize must not be above maxSize',
	check: ({ nodeConfig }) => {
		const { minSize, maxSize } = (nodeConfig ?? {}) as { minSize?: number; maxSize?: number };
		return minSize !== undefined && maxSize !== undefined && minSize > maxSize
			? 'must not have a Min Size greater than Max Size'
			: undefined;
	},
};

const aksLogging = object('Where audit logs of AKS go', {
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
const eksLoggingTypes = suggestions('Logs of the EKS control plane to keep', [
	'api',
	'audit',
	'authenticator',
	'controllerManager',
	'scheduler',
])
	.label('EKS Logging Types')
	.sample(['audit']);

const plane = record('C.DataPlaneDetailsResponse', {
	simple: simplePlane,
	sensitive: sensitivePlane,
});
/**
 * A data plane whose output contains the command that connects the cluster, because the user needs
 * it here.
 */
const planeToConnect = record('C.DataPlaneDetailsResponse', {
	simple: [...simplePlane, 'bootstrapCommand'],
	sensitive: sensitivePlane,
	whySecret: 'its bootstrap command has the token with which the cluster signs in',
});

/** A field for the key of a cloud account, which is secret. */
const cloudKey = (words: string, sample: string): Field<string> =>
	text(words).secret().sample(sample);

const lookUp = createdAs({
	subject: 'The data plane',
	list: getManyPlanes,
	unique: { name: 'name' },
	mayRepeat: true,
});

const createAks = operation('POST /processing/data-planes', {
	name: 'Create on AKS',
	action: 'Create a data plane on AKS',
	description: 'Have Talend Cloud create a cluster in Azure with the keys that you give',
	variant: 'AKSCreateDataPlaneRequest',
	permissions: CLUSTERS,
	body: {
		...commonFields,
		provider: aks.provider,
		...managed,
		instanceType: text('Type of the machines').eg('Standard_D4s_v5'),
		region: text('Azure region').eg('westeurope'),
		credentialConfig: object('Azure service principal that creates the cluster', {
			clientId: cloudKey(
				'Application ID of the service principal',
				'00000000-0000-4000-8000-000000000001',
			),
			clientSecret: cloudKey('Secret of the service principal', 'an-azure-secret'),
			subscriptionId: cloudKey(
				'Subscription that is billed',
				'00000000-0000-4000-8000-000000000002',
			),
		}).label('Credentials'),
		resourceGroupName: text('Resource group for the cluster').eg('talend-data-plane'),
		auditLoggingConf: aksLogging.optional(),
		autoscalingEnabled: boolean('Whether the number of nodes follows the load')
			.sample(true)
			.optional(),
	},
	constants: aks.constants,
	rules: [sizedNodes, nodesInOrder],
	refusals: aks.refusals,
	answers: plane,
	lookUp,
});

const createEks = operation('POST /processing/data-planes', {
	name: 'Create on EKS',
	action: 'Create a data plane on EKS',
	description: 'Have Talend Cloud create a cluster in AWS with the keys that you give',
	variant: 'EKSCreateDataPlaneRequest',
	permissions: CLUSTERS,
	body: {
		...commonFields,
		provider: eks.provider,
		...managed,
		instanceType: text('Type of the machines').eg('m5.xlarge'),
		region: text('AWS region').eg('eu-west-1'),
		credentialConfig: object('Access key of the AWS user that creates the cluster', {
			accessKey: cloudKey('ID of the access key', 'an-aws-key-id'),
			secretKey: cloudKey('Secret of the access key', 'an-aws-secret'),
		}).label('Credentials'),
		vpcConfig: object('Network of the cluster', {
			subnetIds: list('Subnets of the nodes').sample(['subnet-0a1', 'subnet-0b2']).optional(),
			securityGroupIds: list('Security groups of the nodes').sample(['sg-0c3']).optional(),
		}).label('Network'),
		eksLoggingTypes: eksLoggingTypes.optional(),
	},
	constants: eks.constants,
	rules: [
		sizedNodes,
		nodesInOrder,
		neededToBeUseful('vpcConfig', 'a cluster without subnets and security groups has no network'),
	],
	refusals: eks.refusals,
	answers: plane,
	lookUp,
});

const createCustom = operation('POST /processing/data-planes', {
	name: 'Create Custom',
	action: 'Create a custom data plane',
	description:
		'Create a data plane on machines of your own; the bootstrap command in the output connects them',
	variant: 'CustomCreateDataPlaneRequest',
	permissions: CLUSTERS,
	body: {
		...commonFields,
		provider: provider('RKE2'),
		distribution: text('Kubernetes distribution to install').eg('rke2').optional(),
		oneNodeDemo: boolean('Whether one machine does everything, for trials only')
			.sample(true)
			.optional(),
	},
	answers: planeToConnect,
	lookUp,
});

const register = operation('POST /processing/data-planes', {
	name: 'Register',
	action: 'Register an existing cluster as a data plane',
	description:
		'Create a data plane on an existing cluster; the bootstrap command in the output connects it',
	variant: 'RegisterCreateDataPlaneRequest',
	permissions: CLUSTERS,
	body: { ...commonFields, provider: provider('IMPORTED') },
	answers: planeToConnect,
	lookUp,
});

const path = { id: dataPlaneId() };

const get = operation('GET /processing/data-planes/{id}', {
	name: 'Get',
	action: 'Get a data plane',
	description: 'Get a data plane and its state',
	permissions: CLUSTERS,
	path,
	answers: plane,
});

const update = operation('PUT /processing/data-planes/{id}', {
	destructive: true,
	name: 'Update',
	action: 'Update a data plane',
	description: 'Change a data plane; a name or description that you leave out is kept',
	permissions: CLUSTERS,
	path,
	body: {
		name: name.optional(),
		description: description.mayBeEmpty().optional(),
		tags: tags.optional(),
		aksAuditLoggingConf: aksLogging.optional(),
		eksLoggingTypes: eksLoggingTypes.mayBeEmpty().optional(),
	},
	refusals: { 409: OPERATION_IN_PROGRESS },
	answers: plane,
	// The platform requires both fields.
	readFirst: { get, keep: { name: 'always', description: 'orEmpty' } },
});

const remove = operation('DELETE /processing/data-planes/{id}', {
	name: 'Delete',
	action: 'Delete a data plane with the cluster created for it',
	description: 'Delete a data plane, and the cluster if Talend Cloud created it; there is no undo',
	permissions: CLUSTERS,
	path,
	settings: confirmation('the data plane, with its cluster if Talend Cloud created it'),
	refusals: { 400: REMAINING_ENVIRONMENTS, 409: OPERATION_IN_PROGRESS },
	answers: deletion,
});

const getSettings = operation('GET /processing/data-planes/settings', {
	name: 'Get Settings',
	action: 'Get the settings of data plane providers',
	description: 'Get the version of Kubernetes and the services that are off, by provider',
	permissions: CLUSTERS,
	answers: record('C.CloudProvidersProperties', {
		requiredFields: [['awsEks', 'azureAks', 'rke2']],
	}),
});

const addMember = operation('POST /processing/data-planes/{dataPlaneId}/members', {
	name: 'Add Member',
	action: 'Add a member to a data plane',
	description:
		'Let somebody work on a data plane for a limited time, with their own user name and password',
	permissions: CLUSTERS,
	path: { dataPlaneId: dataPlaneId() },
	body: {
		roleId: dataPlaneRoleId('What the member can do'),
		duration: integer('After how many hours the member is deleted')
			.label('Duration (Hours)')
			.min(1)
			.eg(8)
			.optional(),
		description: text('Who or what the member is for')
			.maxLength(255)
			.eg('Support case 4711')
			.optional(),
		username: text('User name of the member; generated if left out')
			.maxLength(1100)
			.eg('support')
			.optional(),
	},
	answers: record('C.DataPlaneMember', {
		whySecret: 'anyone with the password can work on the data plane',
		sensitive: ['password'],
	}),
});

const removeMember = operation('DELETE /processing/data-planes/{dataPlaneId}/members/{id}', {
	name: 'Remove Member',
	action: 'Remove a member from a data plane',
	description: 'Remove a member from a data plane before their access expires',
	permissions: CLUSTERS,
	path: { dataPlaneId: dataPlaneId(), id: memberId() },
	answers: nothing(),
});

export const dataPlane = resource(
	'dataPlane',
	'Data Plane',
	{
		getMany: getManyPlanes,
		get,
		createAks,
		createEks,
		createCustom,
		register,
		update,
		delete: remove,
		getSettings,
		getMembers,
		addMember,
		removeMember,
		getMemberRoles,
	},
	'A cluster that jobs run on',
);
