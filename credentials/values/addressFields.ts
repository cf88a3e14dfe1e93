/** The fields in which a person chooses the addresses of the platform. */
import type { INodeProperties } from 'n8n-workflow';

import { APPLICATIONS } from './applications';
import { OTHER_REGION, REGIONS } from './regions';

/** The fields of a credential that choose the address of the API. */
export const addressFields: INodeProperties[] = [
	{
		displayName: 'Region',
		name: 'region',
		type: 'options',
		options: [
			...REGIONS.map(({ name, value }) => ({ name: `${name} (${value})`, value })),
			{ name: 'Other', value: OTHER_REGION },
		],
		default: 'eu',
		description:
			'Region of your account, as in the URL of Talend Management Console: eu in tmc.eu.cloud.talend.com',
	},
	{
		displayName: 'Address',
		name: 'address',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://api.in.cloud.talend.com',
		description: 'Address of the API of your region',
		displayOptions: { show: { region: [OTHER_REGION] } },
	},
];

/**
 * The fields that few users need: the addresses of the other applications, and the version. They
 * come after the fields that everybody fills in.
 */
export const furtherFields: INodeProperties[] = [
	...APPLICATIONS.map(({ name, host, field }): INodeProperties => ({
		displayName: `${name} Address`,
		name: field,
		type: 'string',
		default: '',
		placeholder: `e.g. https://${host}.in.cloud.talend.com`,
		description: `Address of Talend Cloud ${name}. Leave empty if Address begins with https://api.: the node then uses ${host} in place of api.`,
		displayOptions: { show: { region: [OTHER_REGION] } },
	})),
	{
		displayName: 'API Version',
		name: 'apiVersion',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2021-03',
		description: 'Version of the API, as year and month. Leave empty to let Talend Cloud choose.',
	},
];
