/** What the tests about data planes share. */
import type { IDataObject } from 'n8n-workflow';

import { newName } from './stage';

export const AZURE = {
	clientId: 'an-azure-client',
	clientSecret: 'an-azure-secret',
	subscriptionId: 'an-azure-subscription',
};
export const AWS = { accessKey: 'an-aws-key-id', secretKey: 'an-aws-secret' };
export const aks = (more: IDataObject = {}) => ({
	name: newName('plane'),
	instanceType: 'Standard_D4s_v5',
	nodeConfig: { minSize: 2, maxSize: 4, diskSize: 100 },
	region: 'westeurope',
	credentialConfig: { value: AZURE },
	resourceGroupName: 'talend',
	...more,
});
export const eks = (more: IDataObject = {}) => ({
	name: newName('plane'),
	instanceType: 'm5.xlarge',
	nodeConfig: { minSize: 1 },
	region: 'eu-west-1',
	credentialConfig: { value: AWS },
	vpcConfig: { subnetIds: ['subnet-1', 'subnet-2'] },
	...more,
});
