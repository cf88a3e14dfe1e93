/** What a status of a response means and what to do, if the response says nothing more. */
import { applicationOf } from '../../../../credentials/values/applications';
import type { RequestOperation } from '../../declare/operation';
import { isUnpublished } from '../../declare/origin';
import { permissionWords } from '../../declare/permissions';
import { proxySignIn } from '../../support/http/gateway';
import { mayPass } from '../../support/http/statuses';
import { waitInWords } from '../../support/text/words';

interface StatusText {
	message?: string;
	/** What to do, if the general advice for 4XX and 5XX does not fit. */
	todo?: (operation?: RequestOperation) => string;
}

const toProxy = () => proxySignIn('HTTPS_PROXY, or Proxy in Request Options');

const STATUSES: Readonly<Record<number, StatusText>> = {
	400: { message: 'Talend Cloud rejected the values' },
	401: {
		message: 'Talend Cloud rejected the token',
		todo: (operation) =>
			'Check the client ID, secret and region in the credential (or the token, and whether it has expired).' +
			aboutTokens(operation),
	},
	403: {
		message: 'Permission denied',
		todo: (operation) =>
			operation?.permissions
				? `This operation needs the permission ${permissionWords(operation.permissions)}. Ask an administrator to grant it to the credential's service account or user.`
				: "Ask an administrator which permission the credential's service account or user needs for this operation." +
					aboutTokens(operation),
	},
	404: {
		message: 'Record not found',
		todo: (operation) =>
			`Check the ID, and that the credential belongs to the account and region of the record. Talend Cloud also responds with 404 if the credential has no permission to view the record.${
				operation && isUnpublished(operation.endpoint)
					? ' Talend does not document this operation, so it might not be available in your account.'
					: ''
			}`,
	},
	405: {
		message: 'The record does not allow this operation in its current state',
		todo: () => 'Check the current state of the record, then try again.',
	},
	406: {
		message: 'Talend Cloud did not accept the request',
		todo: () => 'Check the format that you chose in the operation.',
	},
	407: { message: "n8n's proxy requires authentication", todo: toProxy },
	409: {
		message: 'The request conflicts with the current state of the record',
		todo: () => 'Check whether the name is taken or the record is in use, then try again.',
	},
	413: {
		message: 'The request is too large',
		todo: () => 'Send less at once, such as a smaller file or fewer records.',
	},
	422: { message: 'The record cannot be processed in its current state' },
	429: {
		message: 'Rate limit reached: too many requests',
		todo: () => 'Try again later, or send fewer requests at a time (Batching in Request Options).',
	},
	500: { message: 'Talend Cloud could not complete the request' },
	501: {
		message: 'This feature is not set up in the account',
		todo: () => 'Ask an account administrator to set it up.',
	},
	502: { message: "Talend Cloud's gateway received an invalid response" },
	503: { message: 'Talend Cloud is busy or under maintenance' },
	504: { message: 'Talend Cloud did not respond to its gateway in time' },
	505: {
		message: 'The version of HTTP is not supported',
		todo: () =>
			'Check the region or address in the credential, and the proxy between n8n and Talend Cloud.',
	},
	511: { todo: toProxy },
};

/** Both texts of a status; also for the reference. */
export const statusInWords = (
	status: number,
	operation?: RequestOperation,
): { message: string; todo: string } => ({
	message: STATUSES[status]?.message ?? `Talend Cloud returned status ${status}`,
	todo: advice(status, operation),
});

/**
 * What to do about a status.
 * @param status undefined if there was no response
 */
export function advice(
	status: number | undefined,
	operation?: RequestOperation,
	retryAfterMs?: number,
): string {
	if (status === undefined)
		return (
			operation?.elsewhereAdvice ??
			'Check the region or address in the credential and the network of n8n, then try again.'
		);
	if (status < 400) return otherServerAdvice(operation);
	if (status === 429 && retryAfterMs !== undefined)
		return `Try again in ${waitInWords(retryAfterMs)}.`;
	return (
		STATUSES[status]?.todo?.(operation) ??
		(status >= 500 || mayPass(status) ? 'Try again later.' : 'Check the values of the fields.')
	);
}

/** What to do if something other than Talend Cloud responded. */
export const otherServerAdvice = (operation?: RequestOperation): string =>
	operation?.elsewhereAdvice ??
	'Check the region or address in the credential: something other than Talend Cloud responds there.';

/**
 * What is known about the tokens of applications that have their own host
 * (docs/platform/interface.md, "The other applications").
 */
function aboutTokens(operation: RequestOperation | undefined): string {
	const application = operation && applicationOf(operation.endpoint);
	return application
		? ` Talend documents ${application.name} only with personal access tokens. If this is a service account, set Authentication to Token.`
		: '';
}
