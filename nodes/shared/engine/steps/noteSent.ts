import type { SentRequests } from '../../declare/runtime/context';
import type { Step } from '../../transport/pipeline';

/**
 * Takes note that something was sent, and whether it may have changed something: the message of a
 * refusal says so.
 */
export const noteSent =
	({ sent }: { sent: SentRequests }): Step =>
	async (request, next) => {
		sent.any = true;
		sent.writing ||= request.operation.effect !== 'read';
		return await next(request);
	};
