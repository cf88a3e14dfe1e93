import { BadInput } from './input/badInput';

/** What the items of one node run share. */
export interface NodeRun {
	/** What is read once for all items, such as the IDs of records that were given by name. */
	sharedReads: Map<string, Promise<unknown>>;
	/** IDs of executions that items have started and that are still running on the platform. */
	stillRunning: Set<string>;
	/** What the items have started or created, by ID. */
	started: Map<string, { action: string; itemIndex: number }>;
	/**
	 * Items that may have started or created something, because a response was lost; and the action.
	 */
	maybeDone: Map<number, string>;
	/** How many items wait for others about the same record; meanwhile more items may begin. */
	waiting: number;
	/** Called when an item begins to wait. */
	whenWaiting?: () => void;
	/** The first item that failed, if that ends the run. */
	failed?: { itemIndex: number; message: string };
	/** Why the run ended early: that item, or the workflow was stopped. */
	endedBy?: { reason: unknown };
	/** What hints were shown about: all items show one hint about each subject. */
	hints: Set<string>;
	/** Which items had a blank in a field that was left out, by the field's label. */
	leftOut: Map<string, Set<number>>;
	/**
	 * The items in progress. Each has its own signal: thousands of listeners on one would be a leak.
	 */
	inProgress: Set<AbortController>;
}

/**
 * Reads something once for all items of a run. A reading that fails is repeated for the next item,
 * unless it refuses the input, such as a name that no record has: that is refused for all items.
 * @param key what is read: equal values share one reading
 */
export async function readOnceForRun<T>(
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
