import { checkPersonOnly } from '../../transport/credentialTypes';
import type { Step } from '../../transport/pipeline';

/**
 * Refuses a request that the platform accepts only from a person, if the credential is a service
 * account.
 */
export const personOnly =
	({ parameter }: { parameter: (name: string) => unknown }): Step =>
	async (request, next) => {
		checkPersonOnly(request.operation, parameter('authentication'));
		return await next(request);
	};
