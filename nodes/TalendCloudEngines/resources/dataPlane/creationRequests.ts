/** The requests that create or register a data plane. */
import { record } from '../../../shared/declare/answers';
import { createdAs } from '../../../shared/declare/createdAs';
import { operation } from '../../../shared/declare/define';
import { boolean, type Field, integer, list, object, text } from '../../../shared/declare/fields';
import { neededToBeUseful, type Rule } from '../../../shared/declare/rules';
import { CLUSTERS } from '../../runtimes';
import {
	aksLoggingField,
	descriptionField,
	eksLoggingTypesField,
	getMany,
	nameField,
	plane,
	sensitivePlane,
	simplePlaneFields,
	tagsField,
} from './requests';

/** The fields that the four operations for creating a data plane share. */
const commonFields = {
	name: nameField,
	description: descriptionField.optional(),
	tags: tagsField.optional(),
};

/**
 * The documents do not say which values `provider` can have, so the user has to give it, unless it
 * follows from the operation.
 */
const providerField = (example: string) =>
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
		400: `Check the fields. If Talend Cloud does not know the provider ${cloud}, add Provider Name and enter the name that the API uses.`,
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
	finding: ({ nodeConfig }) => {
		const { minSize, maxSize } = (nodeConfig ?? {}) as { minSize?: number; maxSize?: number };
		return minSize !== undefined && maxSize !== undefined && minSize > maxSize
			? 'must not have a Min Size greater than Max Size'
			: undefined;
	},
};

/**
 * A data plane whose output contains the command that connects the cluster, because the user needs
 * it here.
 */
const planeToConnect = record('C.DataPlaneDetailsResponse', {
	simple: [...simplePlaneFields, 'bootstrapCommand'],
	sensitive: sensitivePlane,
	whySecret: 'its bootstrap command has the token with which the cluster signs in',
});

/** A field for the key of a cloud account, which is secret. */
const cloudKeyField = (words: string, sample: string): Field<string> =>
	text(words).secret().sample(sample);

const lookUp = createdAs({
	subject: 'The data plane',
	list: getMany,
	unique: { name: 'name' },
	mayRepeat: true,
});

export const createAks = operation('POST /processing/data-planes', {
	name: 'Create on AKS',
	action: 'Create a data plane on AKS',
	description: 'Have Talend Cloud create a cluster in Azure with keys that you provide',
	variant: 'AKSCreateDataPlaneRequest',
	permissions: CLUSTERS,
	body: {
		...commonFields,
		provider: aks.provider,
		...managed,
		instanceType: text('Type of the machines').eg('Standard_D4s_v5'),
		region: text('Azure region').eg('westeurope'),
		credentialConfig: object('Azure service principal that creates the cluster', {
			clientId: cloudKeyField(
				'Application ID of the service principal',
				'00000000-0000-4000-8000-000000000001',
			),
			clientSecret: cloudKeyField('Secret of the service principal', 'an-azure-secret'),
			subscriptionId: cloudKeyField(
				'Subscription that is billed',
				'00000000-0000-4000-8000-000000000002',
			),
		}).label('Credentials'),
		resourceGroupName: text('Resource group for the cluster').eg('talend-data-plane'),
		auditLoggingConf: aksLoggingField.optional(),
		autoscalingEnabled: boolean('Whether to scale the number of nodes with the load')
			.sample(true)
			.optional(),
	},
	constants: aks.constants,
	rules: [sizedNodes, nodesInOrder],
	refusals: aks.refusals,
	answers: plane,
	lookUp,
});

export const createEks = operation('POST /processing/data-planes', {
	name: 'Create on EKS',
	action: 'Create a data plane on EKS',
	description: 'Have Talend Cloud create a cluster in AWS with keys that you provide',
	variant: 'EKSCreateDataPlaneRequest',
	permissions: CLUSTERS,
	body: {
		...commonFields,
		provider: eks.provider,
		...managed,
		instanceType: text('Type of the machines').eg('m5.xlarge'),
		region: text('AWS region').eg('eu-west-1'),
		credentialConfig: object('Access key of the AWS user that creates the cluster', {
			accessKey: cloudKeyField('ID of the access key', 'an-aws-key-id'),
			secretKey: cloudKeyField('Secret of the access key', 'an-aws-secret'),
		}).label('Credentials'),
		vpcConfig: object('Network of the cluster', {
			subnetIds: list('Subnets of the nodes').sample(['subnet-0a1', 'subnet-0b2']).optional(),
			securityGroupIds: list('Security groups of the nodes').sample(['sg-0c3']).optional(),
		}).label('Network'),
		eksLoggingTypes: eksLoggingTypesField.optional(),
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

export const createCustom = operation('POST /processing/data-planes', {
	name: 'Create Custom',
	action: 'Create a custom data plane',
	description:
		'Create a data plane on machines of your own; the bootstrap command in the output connects them',
	variant: 'CustomCreateDataPlaneRequest',
	permissions: CLUSTERS,
	body: {
		...commonFields,
		provider: providerField('RKE2'),
		distribution: text('Kubernetes distribution to install').eg('rke2').optional(),
		oneNodeDemo: boolean('Whether one machine does everything, for trials only')
			.sample(true)
			.optional(),
	},
	answers: planeToConnect,
	lookUp,
});

export const register = operation('POST /processing/data-planes', {
	name: 'Register',
	action: 'Register an existing cluster as a data plane',
	description:
		'Create a data plane on an existing cluster; the bootstrap command in the output connects it',
	variant: 'RegisterCreateDataPlaneRequest',
	permissions: CLUSTERS,
	body: { ...commonFields, provider: providerField('IMPORTED') },
	answers: planeToConnect,
	lookUp,
});
