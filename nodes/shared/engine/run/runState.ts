import type { NodeRun } from '../../declare/runtime/nodeRun';

/** What the engine knows about a node run, in addition to what operations may use. */
export interface RunState extends NodeRun {
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
	/** Why the run ended early: because an item failed, or the workflow was stopped. */
	endedBy?: { reason: unknown };
	/** The subjects of the hints that were shown. Each subject has only one hint for all items. */
	hints: Set<string>;
	/** By the label of a field, the items in which it was left out because its value was blank. */
	leftOut: Map<string, Set<number>>;
	/**
	 * The items in progress, and the pauses between batches. Each has its own signal, because
	 * Node.js warns of a leak if one signal has thousands of listeners.
	 */
	inProgress: Set<AbortController>;
}

/** The state with which a run begins. */
export const newRun = (): RunState => ({
	sharedReads: new Map(),
	hints: new Set(),
	stillRunning: new Set(),
	started: new Map(),
	leftToFirst: new Set(),
	maybeDone: new Map(),
	waiting: 0,
	leftOut: new Map(),
	inProgress: new Set(),
});
