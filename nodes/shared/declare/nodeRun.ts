import { BadInput } from './input/badInput';

/** The state that all items of one node run share. */
export interface NodeRun {
	/** What is read once for all items, such as the IDs of records that were given by name. */
	sharedReads: Map<string, Promise<unknown>>;
	/** IDs of executions that items have started and that are still running on the platform. */
	stillRunning: Set<string>;
	/** What the items have started or created, by ID. */
	started: Map<string, { action: string; itemIndex: number }>;
	/**
	 * The items that may have started or created something, because a response was lost, and the
	 * action of each.
	 */
	maybeDone: Map<number, string>;
	/**
	 * How many items wait for another item with the same record or subject. Meanwhile, more items may
	 * begin.
	 */
	waiting: number;
	/** Called when an item begins to wait. */
	whenWaiting?: () => void;
	/** The first item that failed, if that ends the run. */
	failed?: { itemIndex: number; message: string };
	/** Why the run ended early: because an item failed, or the workflow was stopped. */
	endedBy?: { reason: unknown };
	/** The subjects of the hints that were shown. Each subject has only one hint for all items. */
	hints: Set<string>;
	/** By the label of a field, the items in which it was left out because its value was blank. */
	leftOut: Map<string, Set<number>>;
	/**
	 * The items in progress. Each has its own signal, because Node.js warns of a leak if one signal
	 * has thousands of listeners.
	 */
	inProgress: Set<AbortController>;
}

/**
 * Reads something once for all items of a run. A reading that fails is repeated for the next item,
 * unless the input itself is refused, such as a name that no record has: then it is refused for all
 * items.
 * @param key says what is read; equal keys share one reading
 */
export async function readOncePerNodeRun<T>(
	{ sharedReads }: NodeRun,
	key: readonly unknown[],
	read: () => Promise<T>,
): Promise<T> {
	const keyText = JSON.stringify(key);
	const reading = (sharedReads.get(keyText) as Promise<T> | undefined) ?? read();
	sharedReads.set(keyText, reading);
	reading.catch((error) => error instanceof BadInput || sharedReads.delete(keyText));
	return await reading;
}
