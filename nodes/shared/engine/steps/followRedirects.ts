/**
 * Redirects of files: each address is checked before it is read, and only the platform sees the
 * credential.
 */
import { isLoopback } from '../../../../credentials/address';
import { fileAnswer } from '../../declare/answers';
import type { Input, ItemFacts } from '../../declare/context';
import { operation } from '../../declare/define';
import type { Answer } from '../../declare/exchange';
import type { RequestOperation } from '../../declare/operation';
import { operationError } from '../../n8n/errors';
import { isRedirect } from '../../transport/answer';
import { type Outgoing, type Step, wireOf } from '../../transport/pipeline';

/** What an error says of its item. */
type ItemInErrors = Pick<ItemFacts, 'shownNode' | 'itemIndex'>;

const MAX_REDIRECTS = 5;

/** Sends a request, and reads the file where its response says that it is. */
export const followRedirects =
	({ shownNode, itemIndex }: ItemInErrors): Step =>
	async (request, next) => {
		let answer = await next(request);
		let externalUrl = isExternal(request) ? wireOf(request).url : undefined;
		for (let hops = 0; isRedirect(answer); hops++) {
			if (hops === MAX_REDIRECTS)
				throw operationError(
					shownNode,
					'Talend Cloud returned a download link that redirects in a loop',
					`It redirected ${MAX_REDIRECTS} times. Nothing was returned; try again later.`,
					itemIndex,
				);
			const to = redirectOf(answer, externalUrl);
			const isOnPlatform = to?.startsWith('/') === true;
			if (!isOnPlatform) externalUrl = checkedLink({ shownNode, itemIndex }, to);
			answer = await next(
				isOnPlatform
					? fileAt(to, { ...request.operation, method: 'GET', effect: 'read' })
					: fileAt(externalUrl!, { ...download, answers: request.operation.answers }),
			);
		}
		return answer;
	};

/**
 * Replaces the usual advice for a refusal: the link itself is not valid, and no permission is
 * missing.
 */
const NOT_VALID =
	'The link to the file has expired or is not valid. Run the operation again: it gets a new link.';

const download = operation('GET /', {
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
	operation: url.startsWith('/') ? readBy : { ...readBy, elsewhere: networkAdviceFor(url) },
	input: NO_INPUT,
	wire: { method: 'GET', url, headers: {}, binary: true },
});

/** The address in the credential is not the cause if a link cannot be read. */
const networkAdviceFor = (url: string): string =>
	`The file is at ${new URL(url).host}: check that n8n's network allows requests to it, then try again.`;

const isExternal = (request: Outgoing): boolean => !wireOf(request).url.startsWith('/');

/**
 * Where a redirect leads: an address; or a path on the platform, if the address `from` is not
 * known.
 */
function redirectOf({ headers }: Answer, from: string | undefined): string | undefined {
	const to = headers.location ?? '';
	if (from !== undefined) return URL.canParse(to, from) ? new URL(to, from).href : undefined;
	// "//host" would be another host.
	return /^\/(?![/\\])/.test(to) || URL.canParse(to) ? to : undefined;
}

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
