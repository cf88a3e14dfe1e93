/**
 * The platform's address. Each region has its own (docs/interface.md, "Addresses and versions").
 */
import type { INodeProperties } from 'n8n-workflow';

export const REGIONS = [
	{ name: 'Asia Pacific', value: 'ap' },
	{ name: 'Australia', value: 'au' },
	{ name: 'Europe', value: 'eu' },
	{ name: 'United States East', value: 'us' },
	{ name: 'United States West', value: 'us-west' },
] as const;

const OTHER = 'other';

/** The fields of a credential that choose the address and the version. */
export const addressFields: INodeProperties[] = [
	{
		displayName: 'Region',
		name: 'region',
		type: 'options',
		options: [...REGIONS, { name: 'Other', value: OTHER }],
		default: 'eu',
		description: 'Region of your account, as in the address of the console: eu in tmc.eu.cloud.talend.com',
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

export const versionField: INodeProperties = {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2021-03',
	description: 'Version of the API, as year and month. Leave empty for the platform\'s own choice.',
};

/** What the address of a credential is made from. */
export interface Addressed {
	region?: unknown;
	address?: unknown;
	apiVersion?: unknown;
}

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
	const name = host.replace(/^\[|\]$/g, '').toLowerCase();
	return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * The address of the API, without a slash at its end.
 * @throws Error naming the field and the rule: a token never leaves unencrypted, except to this machine
 */
export function baseAddress({ region, address }: Addressed): string {
	if (region !== OTHER && region !== undefined && region !== '') {
		const known = REGIONS.find(({ value }) => value === region);
		if (!known) throw new Error(`Region "${String(region)}" is not known: choose one from the list, or Other with an address`);
		return `https://api.${known.value}.cloud.talend.com`;
	}
	if (region !== OTHER) return 'https://api.eu.cloud.talend.com';
	const given = String(address ?? '').trim();
	if (given === '') throw new Error('Enter an address in the credential: "Address" (address) is required when Region is Other');
	if (!URL.canParse(given)) throw new Error('Address must be an address such as https://api.in.cloud.talend.com');
	const url = new URL(given);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
		throw new Error('Address must begin with https:// (http:// is possible only for this machine, such as http://127.0.0.1)');
	if (url.username || url.password || url.search || url.hash)
		throw new Error('Address must have no user, query or fragment in it');
	return withoutSlashes(`${url.origin}${url.pathname}`);
}

/** Without trailing slashes. A regular expression would be slow on many of them. */
function withoutSlashes(address: string): string {
	let end = address.length;
	while (address[end - 1] === '/') end--;
	return address.slice(0, end);
}

/** A request of n8n; its HTTP Request node calls the address `uri`. */
interface Addressable {
	url?: string;
	uri?: string;
	baseURL?: string;
	headers?: Record<string, unknown>;
}

/**
 * Completes a request to the platform: adds the address to a path, and the version as a header, under
 * both of its names (docs/interface.md, "Addresses and versions").
 * @throws Error if the request is for another host: a token is sent only to its own platform
 */
export function withAddress<T extends Addressable>(request: T, base: string, apiVersion: unknown): T {
	const url = request.url ?? request.uri ?? '';
	const target = request.baseURL ? `${withoutSlashes(request.baseURL)}/${url.replace(/^\/+/, '')}` : url;
	const name = request.url === undefined && request.uri !== undefined ? 'uri' : 'url';
	if (/^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith('//')) {
		const absolute = URL.canParse(target) ? new URL(target) : undefined;
		if (absolute?.origin !== new URL(base).origin)
			throw new Error(
				`This credential is for ${new URL(base).host} and is not sent to ${absolute?.host ?? 'another address'}. Check the URL and the region.`,
			);
		request[name] = target;
	} else request[name] = `${base}/${target.replace(/^\/+/, '')}`;
	delete request.baseURL;
	const version = String(apiVersion ?? '').trim();
	if (version !== '')
		request.headers = { ...request.headers, 'talend-version': version, 'platform-version': version };
	return request;
}
