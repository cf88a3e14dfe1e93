import type { Step } from '../../transport/pipeline';
import { checkSignIn } from '../../transport/senders';
import type { ItemContext } from '../context/itemContext';

/** Refuses what only a person may send, if a service account would send it. */
export const requireSignIn =
	({ parameter }: Pick<ItemContext, 'parameter'>): Step =>
	async (request, next) => {
		checkSignIn(request.operation, parameter('authentication'));
		return await next(request);
	};
