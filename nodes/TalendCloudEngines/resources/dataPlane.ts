import { boolean, integer, object, pairs, suggestion, text } from '../../shared/field';
import { operation, record, resource } from '../../shared/operation';

const simple = ['id', 'name', 'description', 'provider', 'version', 'state', 'statusDetails', 'creationDate', 'lastModifiedStateDate'] as const;

const common = {
	name: text('Name of the data plane').maxLength(255).eg('europe-west'),
	provider: suggestion('Provider of the cluster; the documents do not name the values', ['AKS', 'EKS', 'RKE2']),
	description: text('What the data plane is for').maxLength(1024).optional(),
	tags: pairs('Tags, by name').sample({ team: 'finance' }).optional(),
};

const nodeConfig = object('Number and size of the nodes', {
	minSize: integer('Fewest nodes').min(0).sample(1).optional(),
	maxSize: integer('Most nodes').min(0).sample(3).optional(),
	diskSize: integer('Disk of each node, in gigabytes').label('Disk Size (GB)').min(1).sample(100).optional(),
});

const createAks = operation('POST /processing/data-planes', {
	name: 'Create on AKS',
	action: 'Create a data plane on azure kubernetes service',
	description: 'Have the platform create a cluster in Azure with the keys that you give',
	variant: 'AKSCreateDataPlaneRequest',
	needs: 'TMC_CLUSTER_MANAGEMENT',
	body: {
		...common,
		instanceType: text('Type of the machines').eg('Standard_D4s_v5'),
		nodeConfig,
		region: text('Azure region').eg('westeurope'),
		credentialConfig: object('Azure service principal that creates the cluster', {
			clientId: text('Application ID of the service principal').sample('00000000-0000-4000-8000-000000000001'),
			clientSecret: text('Secret of the service principal').secret().sample('an-azure-secret'),
			subscriptionId: text('Subscription that pays').sample('00000000-0000-4000-8000-000000000002'),
		}),
		resourceGroupName: text('Resource group for the cluster').eg('talend-data-plane'),
		auditLoggingConf: object('Where audit logs go', {
			monitoring: boolean('Whether to activate log analytics').sample(true).optional(),
			logAnalyticsWorkspaceGroup: text('Resource group of the log analytics workspace').sample('logs').optional(),
			logAnalyticsWorkspaceName: text('Name of the log analytics workspace').sample('audit').optional(),
		}).optional(),
		autoscalingEnabled: boolean('Whether the number of nodes follows the load').sample(true).optional(),
	},
	answers: record('C.DataPlaneDetailsResponse', { simple }),
});

export const dataPlane = resource('dataPlane', 'Data Plane', { createAks }, 'A cluster that jobs run on');
