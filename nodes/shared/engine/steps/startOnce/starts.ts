/**
 * What an item has started, created or read once, for all tries of it (Retry On Fail): each of that
 * is done once for an item, however often n8n runs the node again with the same input.
 */
import type { Answer } from '../../../declare/exchange';
import { perObject } from '../../../support/perObject';
import type { N8nContext } from '../../../transport/senders';
import { hasSingleItem } from '../../caller';

/** One request of an item that starts or creates something, or something that is read once. */
interface StartMemory {
	/** What was read once for the item. */
	value?: Promise<unknown>;
	answer?: Answer;
	lost?: LostResponse;
}

/**
 * Since when it may have been done, by this machine's clock, the error reported then, and whether
 * the response began as a success.
 */
export interface LostResponse {
	since: number;
	error: Error & { description?: string };
	beganWell: boolean;
}

type ItemMemory = Map<string, StartMemory>;

const memoriesOf = perObject<object, Map<number, ItemMemory>>(() => new Map());

/**
 * The memory of an item. Between the tries of Retry On Fail n8n keeps the items that come in, and
 * makes new ones for every other run of the node. The calls of an older agent's tool share items,
 * but not the object that contains them.
 */
export function memoryOf(context: N8nContext, itemIndex: number): ItemMemory {
	const isSingle = hasSingleItem(context);
	const holder =
		(isSingle
			? (context as { inputData?: object }).inputData
			: context.getInputData()[itemIndex]) ?? context;
	const memories = memoriesOf(holder);
	const key = isSingle ? itemIndex : 0;
	const memory = memories.get(key) ?? new Map<string, StartMemory>();
	memories.set(key, memory);
	return memory;
}

/** One try of an item, and what is remembered of the tries before it. */
export class Starts {
	/** How often each request was sent in this try: the second one is another start. */
	private readonly counts = new Map<string, number>();
	private continuesEarlier = false;

	constructor(private readonly memory: ItemMemory) {}

	/** Does work once for the item, whichever the try; if it failed, it is done again. */
	async once<T>(name: string, work: () => Promise<T>): Promise<T> {
		const key = `once ${name}`;
		const earlier = this.memory.get(key);
		this.continuesEarlier ||= earlier !== undefined;
		const value = (earlier ?? { value: work() }).value!;
		this.memory.set(key, { value });
		value.catch(() => this.memory.delete(key));
		return (await value) as T;
	}

	/** What is remembered of the next request of this method and address. */
	next(request: string): StartMemory {
		const count = (this.counts.get(request) ?? 0) + 1;
		this.counts.set(request, count);
		const key = `${count} ${request}`;
		const startMemory = this.memory.get(key) ?? {};
		this.memory.set(key, startMemory);
		return startMemory;
	}

	/** This try continues with what an earlier one has started. */
	continueEarlier(): void {
		this.continuesEarlier = true;
	}

	/**
	 * A start certainly did nothing: it was refused, or not sent. What was read before does not
	 * apply to the next one, as long as nothing was started: meanwhile others may have started and
	 * ended something.
	 */
	notStarted(): void {
		if (![...this.memory.values()].some(({ answer, lost }) => answer ?? lost)) this.forget();
	}

	/**
	 * Forgets everything: the next start sends it again.
	 * @returns whether an earlier try had started it
	 */
	forget(): boolean {
		const wasEarlier = this.continuesEarlier;
		this.continuesEarlier = false;
		this.memory.clear();
		this.counts.clear();
		return wasEarlier;
	}
}
