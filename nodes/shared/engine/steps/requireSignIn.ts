import type { Step } from '../../transport/pipeline';
import { checkSignIn } from '../../transport/senders';

/** Refuses what only a person may send, if a service account would send it. */
export const requireSignIn =
	({ parameter }: { parameter: (name: string) => unknown }): Step =>
	async (request, next) => {
		checkSignIn(request.operation, parameter('authentication'));
		return await next(request);
	};
