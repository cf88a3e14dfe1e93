/**
 * Answers of something in front of the platform: an IP allowlist, a proxy, a firewall, a gateway.
 */
import { isObject } from './json';

/** How much of a text is looked at. */
const BEGINNING = 10_000;

/** Whether a text is a web page, not the XML of a storage service. */
export function isWebPage(text: string): boolean {
	const start = text.slice(0, BEGINNING).trimStart();
	return (
		start.startsWith('<') && /^<(!doctype|head|body|title|meta|script|style|!--)|<html/i.test(start)
	);
}

/**
 * The only field that gateways write; the platform's own bodies have more (`status`, `requestId`,
 * `detail`).
 */
const OF_GATEWAYS = new Set(['message', 'Message']);
/** What they write there. */
const GATEWAY_WORDS =
	/^(forbidden\.?|(request )?blocked\.?|missing authentication token|access denied\.?)$/i;

/**
 * Whether the body of a refusal comes from something in front of the platform: a web page, a text,
 * or JSON with the few words of a gateway. The platform refuses in JSON, and its storage in XML.
 */
export function isOfGateway(body: unknown): boolean {
	if (typeof body === 'string') return isWebPage(body) || /^\s*[^\s<{]/.test(body);
	if (!isObject(body)) return false;
	const fields = Object.entries(body);
	return (
		fields.length > 0 &&
		fields.every(
			([name, value]) =>
				OF_GATEWAYS.has(name) && (value === null || GATEWAY_WORDS.test(String(value).trim())),
		)
	);
}

/** What to do about a refusal that the platform did not send: no permission changes it. */
export const REFUSED_ON_THE_WAY =
	'The platform itself did not respond: something in front of it refused the request, such as an IP allowlist, a proxy, or a firewall that objects to the content. Changing permissions does not help: check that the address of n8n is on the IP allowlist of the account, and ask an administrator of the network.';
