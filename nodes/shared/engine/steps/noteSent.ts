import type { Step } from '../../transport/pipeline';
import type { ItemContext } from '../context/itemContext';

/**
 * Takes note that something was sent, and whether it may have changed something: the message of a
 * refusal says so.
 */
export const noteSent =
	({ sent }: Pick<ItemContext, 'sent'>): Step =>
	async (request, next) => {
		sent.any = true;
		sent.writing ||= request.operation.effect !== 'read';
		return await next(request);
	};
