/**
 * Recognizes responses that do not come from the platform, but from something in front of it: an IP
 * allowlist, a proxy, a firewall, a gateway.
 */
import { isObject } from '../json';

/** How many characters of a text are examined. */
const MAX_PAGE_START_LENGTH = 10_000;

/** Whether a text begins like a web page, such as the sign-in page of a proxy. */
export const beginsAsPage = (text: string): boolean =>
	/^\s*<(!doctype|!--|html|head|body|title|meta|script|style)/i.test(text);

/** Whether a text is a web page, also with an XML declaration; not the XML of a storage service. */
export function isWebPage(text: string): boolean {
	const start = text.slice(0, MAX_PAGE_START_LENGTH).trimStart();
	return start.startsWith('<') && (beginsAsPage(start) || /<html/i.test(start));
}

/**
 * The only field in the bodies of gateways. The platform's own bodies have more fields (`status`,
 * `requestId`, `detail`).
 */
const OF_GATEWAYS = new Set(['message', 'Message']);
/** The words that gateways write into this field. */
const GATEWAY_WORDS =
	/^(forbidden\.?|(request )?blocked\.?|missing authentication token|access denied\.?|user(: anonymous)? is not authorized to (access this resource|perform: execute-api:).*|no route matched.*)$/i;

/**
 * Whether the body of a refusal comes from something in front of the platform: a web page, a text,
 * or JSON with the few words of a gateway. The platform itself responds in JSON, and its storage in
 * XML.
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

/**
 * What to do about a refusal that did not come from the platform: permissions have nothing to do
 * with it.
 */
export const REFUSED_ON_THE_WAY =
	"Talend Cloud itself did not respond: something in front of it refused the request, such as an IP allowlist, a proxy, or a firewall that objects to the content. Changing permissions does not help: check that n8n's IP address is on the account's IP allowlist, or ask your network administrator.";

/** Statuses with which a proxy, or the network itself, asks for a sign-in. */
export const ASKS_FOR_SIGN_IN: ReadonlySet<number> = new Set([407, 511]);

/**
 * What to do if a proxy asks for a sign-in.
 * @param where the settings that have the user and password of the proxy
 */
export const proxySignIn = (where: string): string =>
	`A proxy or the network between n8n and Talend Cloud requires authentication. Check the user and password of the proxy (${where}), or ask your network administrator.`;
