/** A platform's sign-in, for tests of tokens. */
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceAccount } from '../../credentials/signIn/serviceAccount';

export interface Answer {
	statusCode: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** A sign-in that gives these answers in turn, and counts and keeps the requests. */
export function signIn(...answers: Array<Answer | Error>) {
	const requests: IHttpRequestOptions[] = [];
	let number = 0;
	const helpers = {
		helpers: {
			httpRequest: async (request: IHttpRequestOptions) => {
				requests.push(request);
				const answer = answers[Math.min(number++, answers.length - 1)] ?? {
					statusCode: 200,
					body: { access_token: `token-${number}`, expires_in: 1800 },
				};
				await new Promise((resolve) => setImmediate(resolve));
				if (answer instanceof Error) throw answer;
				return answer;
			},
		},
	};
	return { helpers, requests };
}

let accounts = 0;
/** A new account each time. */
export const account = (more: ServiceAccount = {}) =>
	({
		region: 'eu',
		clientId: `client-${++accounts}`,
		clientSecret: 's3cr3t',
		...more,
	}) as ServiceAccount & ICredentialDataDecryptedObject;
/** The token in the text that n8n stores. */
export const plain = (stored: string) => (JSON.parse(stored) as { token: string }).token;

/**
 * A clock that stands still until the test advances it; each test begins a day after the previous
 * one. Call it where the tests are declared.
 */
export function aDayEach(): { now: number } {
	const time = { now: 1_774_944_000_000 };
	beforeEach(() => {
		time.now += 86_400_000;
		jest.spyOn(Date, 'now').mockImplementation(() => time.now);
		jest.spyOn(performance, 'now').mockImplementation(() => time.now - 1_700_000_000_000);
	});
	afterEach(() => jest.restoreAllMocks());
	return time;
}
