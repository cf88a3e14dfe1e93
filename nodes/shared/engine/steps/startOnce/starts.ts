/**
 * Remembers what an item has started, created or read once. With Retry On Fail, n8n runs the node
 * again with the same input; the next try of the item then continues with what is remembered.
 */
import type { Answer } from '../../../declare/runtime/exchange';
import type { N8nContext } from '../../../n8n/contexts';
import { perObject } from '../../../support/perObject';
import type { LostResponse } from '../../../transport/failure/fate';
import { isDeclarative } from '../../agents/caller';
import type { RunState } from '../../run/runState';

/** What this step needs of an item. */
export interface StartingItem {
	context: N8nContext;
	nodeRun: RunState;
	itemIndex: number;
	starts: Starts;
	/** Aborted if the item is to end. */
	signal: AbortSignal;
	/** Its `clientId` is the ID of the service account, if there is one. */
	sender: { credentialKey: string; clientId: () => Promise<string | undefined> };
}

/** What is remembered of one request that starts or creates something: its result, or none yet. */
interface StartMemory {
	answer?: Answer;
	lost?: LostStart;
}

/** A start whose response was lost. */
export interface LostStart extends LostResponse {
	/** The error that the try has reported. */
	error: Error & { description?: string };
}

/** What is remembered of an item. */
interface ItemMemory {
	starts: Map<string, StartMemory>;
	/** The results of work that is done once for all tries, by its name. */
	onceResults: Map<string, Promise<unknown>>;
}

const memoriesOf = perObject<object, Map<number, ItemMemory>>(() => new Map());

/**
 * The memory of an item. It is bound to the input item: n8n passes the same object to each try of
 * Retry On Fail, and new ones to every other run of the node. With older AI Agents, the calls of a
 * tool share their items, so there it is bound to the object that contains them.
 */
export function memoryOf(context: N8nContext, itemIndex: number): ItemMemory {
	const isSingle = isDeclarative(context);
	const holder =
		(isSingle
			? (context as { inputData?: object }).inputData
			: context.getInputData()[itemIndex]) ?? context;
	const memories = memoriesOf(holder);
	const key = isSingle ? itemIndex : 0;
	const memory = memories.get(key) ?? { starts: new Map(), onceResults: new Map() };
	memories.set(key, memory);
	return memory;
}

/** One try of an item, and what is remembered of the tries before it. */
export class Starts {
	/**
	 * How often this try has come to each request: the second time, it is another start. A refused
	 * one counts, too, so that every try gives a start the same number.
	 */
	private readonly counts = new Map<string, number>();
	private continuesEarlier = false;

	constructor(private readonly memory: ItemMemory) {}

	/** Does work once for all tries of the item. If it fails, the next try does it again. */
	async once<T>(name: string, work: () => Promise<T>): Promise<T> {
		const { onceResults } = this.memory;
		const earlier = onceResults.get(name) as Promise<T> | undefined;
		this.continuesEarlier ||= earlier !== undefined;
		const result = earlier ?? work();
		onceResults.set(name, result);
		result.catch(() => onceResults.delete(name));
		return await result;
	}

	/** What is remembered of the next request with this method and address. */
	nextStart(startKey: string): StartMemory {
		const count = (this.counts.get(startKey) ?? 0) + 1;
		this.counts.set(startKey, count);
		const key = `${count} ${startKey}`;
		const startMemory = this.memory.starts.get(key) ?? {};
		this.memory.starts.set(key, startMemory);
		return startMemory;
	}

	/** This try continues with what an earlier one has started. */
	noteContinued(): void {
		this.continuesEarlier = true;
	}

	/**
	 * A start certainly did nothing: it was refused, or not sent. If nothing else was started either,
	 * this forgets the results of `once`, because they may be outdated before the next try:
	 * meanwhile, others may start and end something.
	 */
	noteNotStarted(): void {
		if (![...this.memory.starts.values()].some(({ answer, lost }) => answer ?? lost)) this.forget();
	}

	/**
	 * Forgets everything, for a flow that begins again in this try: its next start is sent.
	 * @returns whether this try continued with what an earlier one had started or done once
	 */
	forgetStarted(): boolean {
		const wasEarlier = this.continuesEarlier;
		this.forget();
		this.counts.clear();
		return wasEarlier;
	}

	private forget(): void {
		this.continuesEarlier = false;
		this.memory.starts.clear();
		this.memory.onceResults.clear();
	}
}
