import { BadInput } from '../badInput';

/** What operations use of the state that all items of one node run share (`RunState`). */
export interface NodeRun {
	/** What is read once for all items, such as the IDs of records that were given by name. */
	sharedReads: Map<string, Promise<unknown>>;
	/** IDs of executions that items have started and that are still running on the platform. */
	stillRunning: Set<string>;
	/** What the items have started or created, by ID. */
	started: Map<string, { action: string; itemIndex: number }>;
	/** The items that left their work to the first one. If it fails, they fail as well. */
	leftToFirst: Set<number>;
	/** The first item that failed, if that ends the run. */
	failed?: { itemIndex: number; message: string };
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
