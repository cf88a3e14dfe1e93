import type { Step } from '../../transport/pipeline';
import { checkSignIn } from '../../transport/signIn';

/**
 * Refuses a request that the platform accepts only from a person, if the credential is a service
 * account.
 */
export const requireSignIn =
	({ parameter }: { parameter: (name: string) => unknown }): Step =>
	async (request, next) => {
		checkSignIn(request.operation, parameter('authentication'));
		return await next(request);
	};
