/** A file at a download link: the request for it, and the check of the link. */
import { isLoopback } from '../../../credentials/values/address';
import { fileAnswer } from '../declare/answers';
import { operation } from '../declare/define';
import type { RequestOperation } from '../declare/operation';
import type { Input, ItemFacts } from '../declare/runtime/context';
import { isOnPlatform } from '../declare/runtime/exchange';
import { operationError } from '../n8n/errors';
import type { Outgoing } from './pipeline';

/** What an error says of its item. */
export type ItemInErrors = Pick<ItemFacts, 'shownNode' | 'itemIndex'>;

/**
 * Replaces the usual advice for a refusal: the link itself is not valid, and no permission is
 * missing.
 */
const NOT_VALID =
	'The link to the file has expired or is not valid. Run the operation again: it gets a new link.';

/** Reads the file at any link; it is no operation of a node. */
export const download = operation('GET /', {
	name: 'Download',
	action: 'Download a file',
	description: 'Any link',
	family: 'files',
	refusals: { 401: NOT_VALID, 403: NOT_VALID, 404: NOT_VALID, 410: NOT_VALID },
	// An empty file is accepted here: only the operation that returned the link knows whether it may
	// be empty.
	answers: fileAnswer({ whenEmpty: '' }),
});

const NO_INPUT: Input = { path: {}, query: {}, body: undefined, settings: {}, values: {} };

/** The request for the file at a link, or at a path on the platform. */
export const fileAt = (url: string, readBy: RequestOperation = download): Outgoing => ({
	operation: isOnPlatform(url) ? readBy : { ...readBy, elsewhereAdvice: networkAdviceFor(url) },
	input: NO_INPUT,
	wire: { method: 'GET', url, headers: {}, binary: true },
});

/** The address in the credential is not the cause if a link cannot be read. */
const networkAdviceFor = (url: string): string =>
	`The file is at ${new URL(url).host}: check that n8n's network allows requests to it, then try again.`;

/**
 * A download link, and each address that it leads to, must be https, or http on this machine, and
 * must not contain a user name or password.
 */
export function checkedLink(
	{ shownNode, itemIndex }: ItemInErrors,
	link: string | undefined,
): string {
	const url = link !== undefined && URL.canParse(link) ? new URL(link) : undefined;
	const safe =
		url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
	if (safe && url.username === '' && url.password === '') return link!;
	throw operationError(
		shownNode,
		'Talend Cloud returned a download link that is not safe to follow',
		'It, or an address that it leads to, does not begin with https://, or contains a user name. Nothing was downloaded.',
		itemIndex,
	);
}
