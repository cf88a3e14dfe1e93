/**
 * How a request of an item is sent: the steps that it passes, in their order. Each of them knows
 * only the next one.
 */
import type { INode } from 'n8n-workflow';

import type { SentRequests } from '../../declare/runtime/context';
import { makeAttempt } from '../../transport/attempt';
import { limitAndRetry } from '../../transport/limitAndRetry';
import { pipeline, type Send } from '../../transport/pipeline';
import { type Sender } from '../../transport/senders';
import type { ItemLocks } from '../locks/itemLocks';
import { followRedirects } from './followRedirects';
import { lockRecord } from './lockRecord';
import { noteSent } from './noteSent';
import { personOnly } from './personOnly';
import { startOnce } from './startOnce/startOnce';
import type { StartingItem } from './startOnce/starts';
import { tryAlternative } from './tryAlternative';

/** What the steps need of an item. */
interface SendingItem extends StartingItem {
	shownNode: INode;
	parameter: (name: string) => unknown;
	locks: ItemLocks;
	sent: SentRequests;
	sender: Sender & StartingItem['sender'];
}

/**
 * Sends the requests of an operation. The order matters: a step acts on everything that the steps
 * after it do.
 */
export const itemSend = (item: SendingItem): Send =>
	pipeline(
		// First: a flow's request that is refused here does not wait for its record.
		personOnly(item),
		// Before the steps that may send several requests: the lock is held until the last of them.
		lockRecord(item),
		// May replace the query, the body and the media type. The steps after it see what is sent.
		tryAlternative(item),
		// May read from another host: no later step may add what this host must not see.
		followRedirects(item),
		// After the redirects: if a link cannot be read, the next try starts nothing again.
		startOnce(item),
		// Steps before this one do not run again for a retry, those after it do.
		limitAndRetry(item.sender),
		// After the queue: a request that is given up while it waits was not sent.
		noteSent(item),
		makeAttempt(item.sender),
	);

/**
 * Sends even after the workflow was stopped, and without waiting for locks: for what must not
 * remain then, such as an execution to be terminated.
 */
export function sendAfterStop(item: SendingItem): Send {
	const { sender } = item;
	return pipeline(
		limitAndRetry({ ...sender, signal: undefined }),
		noteSent(item),
		makeAttempt({
			...sender,
			httpSend: async (options) => await sender.httpSend(options, { uninterrupted: true }),
		}),
	);
}

/** Sends a request to another address, such as that of a file, without the credential. */
export const sendElsewhere = (item: SendingItem): Send =>
	pipeline(
		followRedirects(item),
		limitAndRetry(item.sender),
		noteSent(item),
		makeAttempt(item.sender),
	);
