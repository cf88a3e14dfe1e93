import { BadInput } from './input/badInput';

/** What the items of one node run share. */
export interface Run {
	/** What is looked up once for all items, such as the IDs of records that were given by name. */
	lookups: Map<string, Promise<unknown>>;
	/** IDs of executions that items have started and that are still running on the platform. */
	stillRunning: Set<string>;
	/** What the items have started or created, by ID. */
	started: Map<string, { what: string; itemIndex: number }>;
	/** Which items may have started or created something, and the action. */
	unknown: Map<number, string>;
	/** Items that wait for others about the same record; meanwhile others may begin. */
	waiting: number;
	whenWaiting?: () => void;
	/** The first item that failed, if that ends the run. */
	failed?: { itemIndex: number; message: string };
	/** Why the run ended early: that item, or the workflow was stopped. */
	endedBy?: { reason: unknown };
	/** Hints shown beside the output; the same text appears once for all items. */
	hints: Set<string>;
	/** Which items had a blank in a field that was left out, by the field's label. */
	leftOut: Map<string, Set<number>>;
	/** The items in progress. Each has its own signal: thousands of listeners on one would be a leak. */
	underWay: Set<AbortController>;
}

/**
 * What is looked up once for all items of a run. What had no response is looked up again by the next item; an unknown
 * name stays unknown.
 */
export async function lookedUpOnce<T>(
	{ lookups }: Run,
	about: readonly unknown[],
	lookUp: () => Promise<T>,
): Promise<T> {
	const key = JSON.stringify(about);
	const lookingUp = (lookups.get(key) as Promise<T> | undefined) ?? lookUp();
	lookups.set(key, lookingUp);
	lookingUp.catch((error) => error instanceof BadInput || lookups.delete(key));
	return await lookingUp;
}
