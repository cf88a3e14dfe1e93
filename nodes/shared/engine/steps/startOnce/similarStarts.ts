/**
 * Keeps similar starts of this process apart: what one has started is not the result of another.
 */
import { RecentSet } from '../../../support/recentSet';
import { unlessAborted } from '../../../support/time/clock';
import { type Outgoing, wireOf } from '../../../transport/pipeline';
import { KeyedLock, type LockMode } from '../../locks/keyedLock';
import type { StartingItem } from './starts';

/** What starts that are counted together have in common: their method and their address. */
export const startKeyOf = (request: Outgoing): string => {
	const { method, url } = wireOf(request);
	return `${method} ${url}`;
};

/**
 * What this process has started, by credential and ID: a search must not mistake it for the result
 * of another request.
 */
export const claimed = new RecentSet<string>(10_000);

/** The key of something started in {@link claimed}. */
export const claimOf = ({ sender }: StartingItem, id: unknown): string =>
	`${sender.credentialKey} ${String(id)}`;

/**
 * Similar requests hold a shared lock while they are sent, so they can be sent at the same time. A
 * search holds an exclusive lock, so that it cannot find what another request has just started.
 */
const startLock = new KeyedLock();

/**
 * Does work while it holds the lock of its request and all similar ones.
 * @throws the reason of the item's signal if it is aborted while the work waits for the lock
 */
export async function withStartLock<T>(
	{ sender, signal }: StartingItem,
	request: Outgoing,
	mode: LockMode,
	work: () => Promise<T>,
): Promise<T> {
	const { lookUp } = request.operation;
	const searchKey = JSON.stringify(lookUp?.values(request.input.values) ?? '');
	const key = `${sender.credentialKey} ${startKeyOf(request)} ${searchKey}`;
	const { ready, release } = startLock.acquire(key, mode);
	try {
		// The lock may be held by another workflow, which does not end with this one.
		if (ready) await unlessAborted(ready, signal);
		return await work();
	} finally {
		release();
	}
}
