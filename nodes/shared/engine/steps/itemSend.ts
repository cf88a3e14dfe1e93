/**
 * How a request of an item is sent: the steps that it passes, in their order. Each of them knows
 * only the next one.
 */
import type { INode } from 'n8n-workflow';

import type { SentRequests } from '../../declare/context';
import { makeAttempt } from '../../transport/attempt';
import { pipeline, type Send } from '../../transport/pipeline';
import { limitAndRetry, type Sender } from '../../transport/send';
import type { ItemLocks } from '../locks/itemLocks';
import { followRedirects } from './followRedirects';
import { lockRecord } from './lockRecord';
import { noteSent } from './noteSent';
import { requireSignIn } from './requireSignIn';
import { type StartingItem, startOnce } from './startOnce/startOnce';
import { tryAlternative } from './tryAlternative';

/** What the steps need of an item. */
interface SendingItem extends StartingItem {
	node: INode;
	parameter: (name: string) => unknown;
	locks: ItemLocks;
	sent: SentRequests;
	sender: Sender & StartingItem['sender'];
}

/**
 * Sends the requests of an operation. The order matters:
 *
 * - `tryAlternative` replaces the body, so a step that looks at the final request comes after it.
 * - `followRedirects` may send another request, to another host. The steps after it must not add
 *   anything that this host may not see.
 * - Steps before `limitAndRetry` run once for each request, those after it for each attempt.
 */
export const itemSend = (item: SendingItem): Send =>
	pipeline(
		requireSignIn(item),
		lockRecord(item),
		tryAlternative(item),
		followRedirects(item),
		startOnce(item),
		limitAndRetry(item.sender),
		noteSent(item),
		makeAttempt(item.sender),
	);

/**
 * Sends even after the workflow was stopped, and without waiting for locks: for changes that have
 * to be undone then.
 */
export function lastSend(item: SendingItem): Send {
	const { sender } = item;
	return pipeline(
		limitAndRetry({ ...sender, signal: undefined }),
		noteSent(item),
		makeAttempt({ ...sender, httpSend: async (options) => await sender.httpSend(options, true) }),
	);
}

/** Reads a file from another address, or sends one there, without the credential. */
export const fileSend = (item: SendingItem): Send =>
	pipeline(
		followRedirects(item),
		limitAndRetry(item.sender),
		noteSent(item),
		makeAttempt(item.sender),
	);
