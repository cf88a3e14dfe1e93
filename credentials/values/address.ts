/**
 * The addresses of the platform for a credential. Each region has its own
 * (docs/platform/interface.md, "Addresses and versions").
 */
import { type Application, applicationOf, APPLICATIONS } from './applications';
import { withoutInvisible } from './copied';
import { CredentialRefused } from './credentialRefused';
import { OTHER_REGION, REGIONS } from './regions';

/** The values of a credential from which addresses are made. */
export interface Addressed {
	region?: unknown;
	address?: unknown;
	dataPreparationAddress?: unknown;
	dataStewardshipAddress?: unknown;
	apiDesignerAddress?: unknown;
	apiTesterAddress?: unknown;
	apiVersion?: unknown;
}

/** The refusal of a credential with an address or a version that cannot be used. */
const refusalOfUnusable = (message: string): CredentialRefused =>
	new CredentialRefused(message, 'Nothing was sent. Check the credential.', { isFinal: true });

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
	const name = host.replace(/^\[|\]$/g, '').toLowerCase();
	return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * The address of the API, without a slash at its end.
 * @throws CredentialRefused naming the field and the rule; for example, a token must not be sent
 * unencrypted to another machine
 */
export function baseAddress({ region, address }: Addressed): string {
	if (region !== OTHER_REGION && region !== undefined && region !== '') {
		const knownRegion = REGIONS.find(({ value }) => value === region);
		if (!knownRegion)
			throw refusalOfUnusable(
				`Region "${String(region)}" is not known: choose one from the list, or Other with an address`,
			);
		return `https://api.${knownRegion.value}.cloud.talend.com`;
	}
	if (region !== OTHER_REGION) return 'https://api.eu.cloud.talend.com';
	const entered = withoutInvisible(address);
	if (entered === '')
		throw refusalOfUnusable(
			'Enter an address in the credential: "Address" (address) is required when Region is Other',
		);
	return normalizedAddress('Address', entered, 'api');
}

/** @throws CredentialRefused naming the field and the rule */
function normalizedAddress(label: string, entered: string, host: string): string {
	if (!URL.canParse(entered))
		throw refusalOfUnusable(
			`${label} must be an address such as https://${host}.in.cloud.talend.com`,
		);
	const url = new URL(entered);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
		throw refusalOfUnusable(
			`${label} must begin with https:// (http:// is possible only for this machine, such as http://127.0.0.1)`,
		);
	if (url.username || url.password || url.search || url.hash)
		throw refusalOfUnusable(`${label} must not contain a user name, a query or a fragment`);
	if (/^https?$/.test(url.hostname))
		throw refusalOfUnusable(`${label} must contain https:// only once`);
	const path = withoutSlashes(url.pathname);
	if (url.hostname.endsWith('.cloud.talend.com')) {
		const [application] = url.hostname.split('.', 1);
		if (application !== host)
			throw refusalOfUnusable(
				`${label} must begin with https://${host}. and not with https://${application}., which is another application of Talend Cloud`,
			);
		if (path !== '')
			throw refusalOfUnusable(`${label} must end with cloud.talend.com: remove ${path}`);
	}
	if (path.endsWith('/security/oauth/token'))
		throw refusalOfUnusable(
			`${label} must not contain /security/oauth/token: the node adds the path`,
		);
	return `${url.origin}${path}`;
}

/**
 * The headers with the version of the API; undefined if the platform chooses the version.
 * @throws CredentialRefused naming the field and the rule
 */
export function versionHeaders({ apiVersion }: Addressed): Record<string, string> | undefined {
	const version = withoutInvisible(apiVersion);
	if (version === '') return undefined;
	if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(version))
		throw refusalOfUnusable(
			'API Version (apiVersion) in the credential must be a year and a month such as 2021-03, or empty',
		);
	return { 'talend-version': version, 'platform-version': version };
}

/**
 * Matches the beginning of the address of the console's API. The addresses of the other
 * applications differ only in this `api`.
 */
const API_HOST = /^https:\/\/api\.(?=[^/]+$)/;

/**
 * The address of an application; undefined if the credential does not say what it is.
 * @throws CredentialRefused naming the field and the rule
 */
function applicationAddress(
	{ name, host, field }: Application,
	credential: Addressed,
): string | undefined {
	const entered = credential.region === OTHER_REGION ? withoutInvisible(credential[field]) : '';
	if (entered !== '') return normalizedAddress(`${name} Address`, entered, host);
	const base = baseAddress(credential);
	return API_HOST.test(base) ? base.replace(API_HOST, `https://${host}.`) : undefined;
}

/**
 * The address for a path of the platform, without a slash at its end: it is that of the application
 * that the path belongs to.
 * @throws CredentialRefused naming the field and the rule
 */
export function addressFor(path: string, credential: Addressed): string {
	const application = applicationOf(path);
	if (!application) return baseAddress(credential);
	const address = applicationAddress(application, credential);
	if (address !== undefined) return address;
	const { name, field } = application;
	throw refusalOfUnusable(
		`Enter the address of Talend Cloud ${name} in the credential: "${name} Address" (${field}) is needed because Address does not begin with https://api.`,
	);
}

/** The origins of all addresses to which the token of a credential may be sent. */
function originsOf(credential: Addressed): Set<string> {
	const applicationAddresses = APPLICATIONS.map((application) =>
		applicationAddress(application, credential),
	);
	return new Set(
		[baseAddress(credential), ...applicationAddresses].flatMap((address) =>
			address === undefined ? [] : [new URL(address).origin],
		),
	);
}

/**
 * An address without slashes at its end. A regular expression would be slow if there are many of
 * them.
 */
function withoutSlashes(address: string): string {
	let end = address.length;
	while (address[end - 1] === '/') end--;
	return address.slice(0, end);
}

/** A request of n8n; its HTTP Request node calls the address `uri`. */
export interface Addressable {
	url?: string;
	uri?: string;
	baseURL?: string;
	headers?: Record<string, unknown>;
}

/**
 * Whether an address belongs to the API of the console, and not to another application of the same
 * account.
 * @throws CredentialRefused if it is on a host that is not the credential's
 */
function isForConsoleApi(address: string, credential: Addressed): boolean {
	const base = baseAddress(credential);
	const absolute = URL.canParse(address) ? new URL(address) : undefined;
	if (absolute === undefined || !originsOf(credential).has(absolute.origin))
		throw refusalOfUnusable(
			`This credential is for ${new URL(base).host} and is not sent to ${absolute?.host ?? 'another address'}. Check the URL and the region.`,
		);
	const applicationUrls = APPLICATIONS.flatMap((application) =>
		[base, applicationAddress(application, credential)].flatMap((each) =>
			application.paths.map((path) => `${each}${path}`),
		),
	);
	const { href } = absolute;
	return href.startsWith(`${base}/`) && !applicationUrls.some((begins) => href.startsWith(begins));
}

/**
 * A copy of a request to the platform, with the address before its path, and the version as a
 * header, under both of its names (docs/platform/interface.md, "Addresses and versions"). The other
 * applications have no version.
 * @throws CredentialRefused if the request is for another host: a token is sent only to its own
 * platform
 */
export function withAddress<T extends Addressable>(request: T, credential: Addressed): T {
	const url = request.url ?? request.uri ?? '';
	const target = request.baseURL
		? `${withoutSlashes(request.baseURL)}/${url.replace(/^\/+/, '')}`
		: url;
	const name = request.url === undefined && request.uri !== undefined ? 'uri' : 'url';
	const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith('//');
	const path = `/${target.replace(/^\/+/, '')}`;
	const isVersioned = isAbsolute
		? isForConsoleApi(target, credential)
		: applicationOf(path) === undefined;
	const addressed = {
		...request,
		[name]: isAbsolute ? target : `${addressFor(path, credential)}${path}`,
	};
	delete addressed.baseURL;
	const version = versionHeaders(credential);
	return version && isVersioned
		? { ...addressed, headers: { ...addressed.headers, ...version } }
		: addressed;
}
