/**
 * Credentials with *Read-Only*: nothing that changes something is sent, whether a workflow, an
 * expression or an agent requests it.
 */
import type { INodeProperties } from 'n8n-workflow';

import { type Addressable, type Addressed, baseAddress, withAddress } from '../values/address';
import { CredentialRefused } from '../values/credentialRefused';
import { type Contents, isDisguised } from './disguise';

export const readOnlyField: INodeProperties = {
	displayName: 'Read-Only',
	name: 'readOnly',
	type: 'boolean',
	default: false,
	description:
		'Whether to refuse every request that could change something, before it is sent. Searches and other requests that only read still work.',
};

/** The POST requests that only read, as the operations of the nodes declare them. */
export const READING_POSTS: readonly string[] = [
	'/monitoring/executions/{}/logs',
	'/monitoring/executions/{}/logs/status',
	'/monitoring/observability/executions/download',
	'/monitoring/observability/executions/search',
	'/monitoring/observability/metrics/component',
	'/orchestration/dataplane-environments/search',
	'/orchestration/dynamic-engine-environments/search',
	'/orchestration/executables/events/search',
	'/orchestration/executables/promotions/{}',
	'/orchestration/executables/tasks/search',
	'/processing/executables/tasks/executions',
	'/processing/run-profiles/search',
	'/scim/v2/Groups/.search',
	'/scim/v2/Roles/.search',
	'/scim/v2/Users/.search',
];

/**
 * Matches the paths of these requests. A variable is one segment, in which nothing is encoded that
 * could lead to another path.
 */
const READING = new RegExp(
	`^(${READING_POSTS.map((path) => path.replace(/[.]/g, '\\$&').replaceAll('{}', '[^/%]+')).join('|')})$`,
);

interface OutgoingRequest extends Addressable, Omit<Contents, keyof Addressable> {
	method?: unknown;
}

/**
 * Forbids redirects: they could repeat a POST that only reads at an address where it changes
 * something. n8n has two ways to send requests.
 */
const NOT_REDIRECTED = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

/**
 * A copy of a request to the platform with its address, if the credential may send it.
 * @throws CredentialRefused naming the switch, if the credential only reads and the request does
 * not
 */
export function allowedRequest<T extends OutgoingRequest>(
	request: T,
	credential: Addressed & { readOnly?: unknown },
): T {
	const addressed = withAddress(request, credential);
	if (isOn(credential.readOnly) && !onlyReads(addressed, credential))
		throw new CredentialRefused(
			'The credential is read-only: this request was not sent',
			'It could change something in Talend Cloud. To allow that, choose another credential, or turn off "Read-Only" in this one.',
			{ isFinal: true },
		);
	return isOn(credential.readOnly) && methodOf(addressed) === 'POST'
		? { ...addressed, ...NOT_REDIRECTED }
		: addressed;
}

/**
 * Whether *Read-Only* is on. An expression can give any value, so everything that is not clearly
 * "off" counts as on.
 */
const isOn = (readOnly: unknown): boolean =>
	![undefined, null, false, '', 'false'].includes(readOnly as never);

/**
 * Whether a request only reads.
 * @param request the request with its whole address
 */
function onlyReads(request: OutgoingRequest, credential: Addressed): boolean {
	if (isDisguised(request)) return false;
	const { url, uri } = request;
	const method = methodOf(request);
	if (method === 'GET' || method === 'HEAD') return true;
	const { pathname } = new URL(url ?? uri ?? '');
	const prefix = new URL(baseAddress(credential)).pathname.replace(/\/$/, '');
	return (
		method === 'POST' &&
		pathname.startsWith(`${prefix}/`) &&
		READING.test(pathname.slice(prefix.length))
	);
}

/**
 * The method of a request. An expression can give any value, and n8n sends GET if there is none.
 */
const methodOf = ({ method }: OutgoingRequest): string => String(method ?? 'GET').toUpperCase();
