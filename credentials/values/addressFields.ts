/** The regions and applications of the platform, and the fields in which a person chooses them. */
import type { INodeProperties } from 'n8n-workflow';

export const REGIONS = [
	{ name: 'Asia Pacific', value: 'ap' },
	{ name: 'Australia', value: 'au' },
	{ name: 'Europe', value: 'eu' },
	{ name: 'United States East', value: 'us' },
	{ name: 'United States West', value: 'us-west' },
] as const;

/** The region of an account with addresses of its own. */
export const OTHER = 'other';

/** An application of the platform that has its own host. */
export interface Application {
	name: string;
	/** The first part of its host, in place of `api`. */
	host: string;
	/** The field of the credential with its address, if Region is Other. */
	field:
		'dataPreparationAddress' | 'dataStewardshipAddress' | 'apiDesignerAddress' | 'apiTesterAddress';
	/** The beginnings of its paths. No path of the console's API begins with them. */
	paths: readonly string[];
}

/**
 * The applications with their own hosts. All other paths belong to the API of the console
 * (docs/platform/interface.md, "The other applications").
 */
export const APPLICATIONS: readonly Application[] = [
	{
		name: 'Data Preparation',
		host: 'tdp',
		field: 'dataPreparationAddress',
		paths: ['/transform/'],
	},
	{
		name: 'Data Stewardship',
		host: 'tds',
		field: 'dataStewardshipAddress',
		paths: ['/data-stewardship/', '/schemaservice/', '/semanticservice/'],
	},
	{
		name: 'API Designer',
		host: 'apid',
		field: 'apiDesignerAddress',
		paths: ['/api/v1/api-definitions'],
	},
	{ name: 'API Tester', host: 'apit', field: 'apiTesterAddress', paths: ['/api/v1/api-tests'] },
];

/** The application that a path belongs to; undefined if it is the API of the console. */
export const applicationOf = (path: string): Application | undefined =>
	APPLICATIONS.find(({ paths }) => paths.some((begins) => path.startsWith(begins)));

/** The fields of a credential that choose the address of the API. */
export const addressFields: INodeProperties[] = [
	{
		displayName: 'Region',
		name: 'region',
		type: 'options',
		options: [
			...REGIONS.map(({ name, value }) => ({ name: `${name} (${value})`, value })),
			{ name: 'Other', value: OTHER },
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
		displayOptions: { show: { region: [OTHER] } },
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
		displayOptions: { show: { region: [OTHER] } },
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
