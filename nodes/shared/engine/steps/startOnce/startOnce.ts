/**
 * Sends each request that starts or creates something only once for an item, however often n8n runs
 * the node again with the same input (Retry On Fail). If its response was lost, it searches for
 * what was started.
 */

import { idIn } from '../../../declare/derived/recordId';
import type { Answer } from '../../../declare/runtime/exchange';
import { isObject, objectIn } from '../../../support/json';
import { lostResponseOf } from '../../../transport/failure/fate';
import type { Outgoing, Send, Step } from '../../../transport/pipeline';
import { saveExecutionId } from './executionData';
import { findLost } from './findLost';
import { claimed, claimOf, startKeyOf, withStartLock } from './similarStarts';
import type { LostStart, StartingItem } from './starts';

/** The step for requests with the effect `start`; all others pass it unchanged. */
export const startOnce =
	(item: StartingItem): Step =>
	async (request, next) =>
		request.operation.effect === 'start'
			? await answerOfStart(item, request, next)
			: await next(request);

async function answerOfStart(item: StartingItem, request: Outgoing, next: Send): Promise<Answer> {
	const { starts } = item;
	const startMemory = starts.nextStart(startKeyOf(request));
	startMemory.answer ??=
		startMemory.lost && (await findNotedLost(item, request, next, startMemory.lost));
	if (startMemory.answer) starts.noteContinued();
	else {
		startMemory.lost = undefined;
		startMemory.answer = await start(item, request, next, (lost) => (startMemory.lost = lost));
	}
	return noteStarted(item, request, startMemory.answer);
}

/**
 * Sends the request. If the response is lost, this searches for what the request may have started.
 * @param onLost remembers the lost response
 */
async function start(
	item: StartingItem,
	request: Outgoing,
	next: Send,
	onLost: (lost: LostStart) => void,
): Promise<Answer> {
	return await withStartLock(item, request, 'shared', async () => await next(request)).catch(
		async (error: Error) => {
			// If another item has ended this one before it sent anything, this is the error of that item.
			const isOfOther = error === item.signal.reason;
			const lostResponse = isOfOther ? undefined : lostResponseOf(error);
			if (!lostResponse) {
				item.starts.noteNotStarted();
				throw error;
			}
			const lost = { ...lostResponse, error };
			onLost(lost);
			const answer = await findNotedLost(item, request, next, lost);
			if (!answer) throw error;
			return answer;
		},
	);
}

/**
 * Searches for a lost result ({@link findLost}). Until the search is conclusive, the node run notes
 * that the item may have started something. Each try has a node run of its own.
 */
async function findNotedLost(
	item: StartingItem,
	request: Outgoing,
	next: Send,
	lost: LostStart,
): Promise<Answer | undefined> {
	const { nodeRun, itemIndex, signal } = item;
	nodeRun.maybeDone.set(itemIndex, request.operation.action);
	if (signal.aborted) throw lost.error;
	const answer = await findLost(item, request, next, lost);
	// The search was conclusive: the result was found, or certainly does not exist.
	nodeRun.maybeDone.delete(itemIndex);
	return answer;
}

/**
 * Remembers what was started, for later searches, for the error of the run, and in n8n's execution
 * data.
 */
function noteStarted(item: StartingItem, { operation }: Outgoing, answer: Answer): Answer {
	const { nodeRun, itemIndex, context } = item;
	const id = isObject(answer.body) ? idIn(answer.body, operation.lookUp?.id) : undefined;
	if (id !== undefined) {
		claimed.add(claimOf(item, id));
		nodeRun.started.set(id, { action: operation.action, itemIndex });
	}
	saveExecutionId(context, objectIn(answer.body).executionId);
	return answer;
}
