import type { ICredentialTestRequest } from 'n8n-workflow';

/** Statuses that say nothing about the token: the rules below explain them. */
const NO_ANSWER = [301, 302, 303, 307, 308, 404, 408, 429, 500, 502, 503, 504];

/**
 * Requests the list of permission IDs, which needs a valid token but no permission (the interface
 * documents list 401 as its only refusal). A 403 still proves that the token is accepted.
 */
export const signInTest: ICredentialTestRequest = {
	request: {
		method: 'GET',
		url: '/account/service-accounts/permissions',
		ignoreHttpStatusErrors: { ignore: true, except: [401, ...NO_ANSWER] },
		disableFollowRedirect: true,
	},
	rules: NO_ANSWER.map((value) => ({
		type: 'responseCode' as const,
		properties: {
			value,
			message:
				value < 408
					? 'The address answers, but not as Talend Cloud: check the region or address'
					: `The platform cannot check the credential at present (${value}): try again later`,
		},
	})),
};
