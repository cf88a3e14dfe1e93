/**
 * Redirects of files: each address is checked before it is read, and only the platform sees the
 * credential.
 */
import { type Answer, isOnPlatform } from '../../declare/runtime/exchange';
import { operationError } from '../../n8n/errors';
import { checkedLink, download, fileAt, type ItemInErrors } from '../../transport/download';
import { type Step, wireOf } from '../../transport/pipeline';
import { isRedirect } from '../../transport/response/answer';

const MAX_REDIRECTS = 5;

/** Sends a request, and reads the file where its response says that it is. */
export const followRedirects =
	({ shownNode, itemIndex }: ItemInErrors): Step =>
	async (request, next) => {
		let answer = await next(request);
		const { url } = wireOf(request);
		let externalUrl = isOnPlatform(url) ? undefined : url;
		for (let hops = 0; isRedirect(answer); hops++) {
			if (hops === MAX_REDIRECTS)
				throw operationError(
					shownNode,
					'Talend Cloud returned a download link that redirects in a loop',
					`It redirected ${MAX_REDIRECTS} times. Nothing was returned; try again later.`,
					itemIndex,
				);
			const to = redirectOf(answer, externalUrl);
			if (to !== undefined && isOnPlatform(to)) {
				answer = await next(fileAt(to, { ...request.operation, method: 'GET', effect: 'read' }));
			} else {
				externalUrl = checkedLink({ shownNode, itemIndex }, to);
				answer = await next(
					fileAt(externalUrl, { ...download, answers: request.operation.answers }),
				);
			}
		}
		return answer;
	};

/**
 * Where a redirect leads: an address; or a path on the platform, if the address `from` is not
 * known.
 */
function redirectOf({ headers }: Answer, from: string | undefined): string | undefined {
	const to = headers.location ?? '';
	if (from !== undefined) return URL.canParse(to, from) ? new URL(to, from).href : undefined;
	return isOnPlatform(to) || URL.canParse(to) ? to : undefined;
}
