import type { ICredentialTestRequest } from 'n8n-workflow';

import { ASKS_FOR_SIGN_IN } from '../../nodes/shared/support/http/gateway';

/** Statuses that show that another server than the platform has responded. */
const OTHER_SERVER = [301, 302, 303, 307, 308, 404, 405, 410, 421];

/** Statuses that say nothing about the token. The rules below explain them. */
const NOT_ABOUT_TOKEN = [...OTHER_SERVER, ...ASKS_FOR_SIGN_IN, 408, 429, 500, 502, 503, 504];

/**
 * Requests the list of permission IDs, which needs a valid token but no permission (the interface
 * documents list 401 as its only refusal). A 403 still proves that the token is accepted.
 */
export const signInTest: ICredentialTestRequest = {
	request: {
		method: 'GET',
		url: '/account/service-accounts/permissions',
		ignoreHttpStatusErrors: { ignore: true, except: [401, ...NOT_ABOUT_TOKEN] },
		disableFollowRedirect: true,
	},
	rules: [401, ...NOT_ABOUT_TOKEN].map((value) => ({
		type: 'responseCode' as const,
		properties: { value, message: messageFor(value) },
	})),
};

function messageFor(status: number): string {
	if (status === 401)
		return 'Talend Cloud rejected the token (401): it is wrong, has expired or was revoked, or belongs to another region';
	if (ASKS_FOR_SIGN_IN.has(status))
		return `The request did not reach Talend Cloud (${status}): something in front of it requires its own authentication, such as n8n's proxy (HTTPS_PROXY)`;
	return OTHER_SERVER.includes(status)
		? `Something other than Talend Cloud responds at this address (${status}): check the region or address`
		: `Talend Cloud cannot check the credential right now (${status}): try again later`;
}
