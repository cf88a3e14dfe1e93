/**
 * Each request that starts or creates something is done once for an item, however often n8n runs the node again with the same input
 * (Retry On Fail), and is searched for if its response was lost.
 */
import type { IDataObject } from 'n8n-workflow';

import { recordsOf, totalOf } from '../declare/lists/records';
import type { Input, LookUp, RequestOperation } from '../declare/operation';
import { idIn } from '../declare/recordId';
import type { Run } from '../declare/run';
import type { Answer, WireRequest } from '../declare/wire';
import { clock } from '../support/clock';
import { isObject } from '../support/json';
import { perObject } from '../support/perObject';
import { lostAnswer } from '../transport/fate';
import type { Context } from '../transport/senders';
import { type Lines, takePlace } from './lines';

interface Known {
	/** What was looked up once for the item. */
	value?: Promise<unknown>;
	answer?: Answer;
	lost?: Lost;
}

/** Since when it may have been done, by this machine's clock, the error reported then, and whether the response began as a success. */
interface Lost {
	since: number;
	error: Error & { description?: string };
	beganWell: boolean;
}

type Memory = Map<string, Known>;

const memoriesOf = perObject<object, Map<number, Memory>>(() => new Map());

/**
 * The memory of an item. Between the tries of Retry On Fail n8n keeps the items that come in, and makes
 * new ones for every other run of the node. The calls of an agent's tool share items, but not the object that contains them.
 */
export function memoryOf(context: Context, itemIndex: number): Memory {
	const isTool = 'getItemIndex' in context;
	const holder =
		(isTool ? (context as { inputData?: object }).inputData : context.getInputData()[itemIndex]) ??
		context;
	const of = memoriesOf(holder);
	const key = isTool ? itemIndex : 0;
	const memory = of.get(key) ?? new Map<string, Known>();
	of.set(key, memory);
	return memory;
}

/** What this process began, by credential and ID, so that it is not mistaken for what another request did. */
const claimed = new Set<string>();
const CLAIMED_KEPT = 10_000;

/** Requests of one kind are sent together, and searches for what they may have done are alone: none is mistaken for another. */
const kinds: Lines = new Map();

/** How far the clocks of the platform's servers may differ from each other, and from this machine's corrected clock. */
const TOLERANCE_MS = 30_000;

/** What was started may not be listed at once: this long before each search. */
const LOOKS_MS = [1_000, 4_000, 10_000];

const looksMs = ({ appearsWithinMs = 0 }: LookUp): number[] => {
	const further = appearsWithinMs - LOOKS_MS.reduce((sum, wait) => sum + wait, 0);
	return further > 0 ? [...LOOKS_MS, further / 3, further / 3, further / 3] : LOOKS_MS;
};

export interface Beginning {
	run: Run;
	itemIndex: number;
	memory: Memory;
	credential: string;
	/** The ID of the service account that sends the requests, if there is one. */
	asker: () => Promise<string | undefined>;
	ask: (operation: RequestOperation, values: IDataObject) => Promise<Answer>;
	/** Stores the ID of an execution in n8n's execution data. */
	keep: (executionId: unknown) => void;
	signal: AbortSignal;
}

/** Begins what an item begins, in order. There is one for each try of an item. */
export function beginOnce(of: Beginning) {
	const counts = new Map<string, number>();
	const claimOf = (id: unknown) => `${of.credential} ${String(id)}`;
	let isEarlier = false;
	return { begin, once, forget };

	/** Does work once for the item, whichever the try; if it failed, it is done again. */
	async function once<T>(name: string, work: () => Promise<T>): Promise<T> {
		const earlier = of.memory.get(`once ${name}`);
		isEarlier ||= earlier !== undefined;
		const known = earlier ?? { value: work() };
		of.memory.set(`once ${name}`, known);
		known.value!.catch(() => of.memory.delete(`once ${name}`));
		return (await known.value) as T;
	}

	function forget(): boolean {
		const was = isEarlier;
		isEarlier = false;
		of.memory.clear();
		counts.clear();
		return was;
	}

	/** Sends a request that starts or creates something: once for the item, whichever the try. */
	async function begin(
		operation: RequestOperation,
		input: Input,
		wire: WireRequest,
		sending: () => Promise<Answer>,
	): Promise<Answer> {
		const asked = `${wire.method} ${wire.url}`;
		const count = (counts.get(asked) ?? 0) + 1;
		counts.set(asked, count);
		const key = `${count} ${asked}`;
		const known = of.memory.get(key) ?? {};
		of.memory.set(key, known);
		known.answer ??= known.lost && (await lookForLost(known.lost));
		if (known.answer) {
			isEarlier = true;
			return remember(known.answer);
		}
		known.lost = undefined;
		const since = clock.now();
		known.answer = await inLine(false, sending).catch(async (error: unknown) => {
			const lost = lostAnswer(error);
			if (!lost) {
				// What was looked up before does not apply to the next start: meanwhile others may have started and ended something.
				if (![...of.memory.values()].some((other) => other.answer ?? other.lost)) forget();
				throw error;
			}
			known.lost = { since, error: error as Error, beganWell: lost.beganWell };
			of.run.unknown.set(of.itemIndex, operation.action);
			if (of.signal.aborted) throw error;
			const found = await lookForLost(known.lost);
			// It was found, or certainly does not exist.
			of.run.unknown.delete(of.itemIndex);
			if (!found) throw error;
			return found;
		});
		return remember(known.answer);

		function remember(answer: Answer): Answer {
			const id = isObject(answer.body) ? idIn(answer.body, operation.lookUp?.id) : undefined;
			claimed.add(claimOf(id));
			if (claimed.size > CLAIMED_KEPT) claimed.delete(claimed.values().next().value!);
			if (id !== undefined)
				of.run.started.set(id, { what: operation.action, itemIndex: of.itemIndex });
			of.keep((answer.body as IDataObject | null | undefined)?.executionId);
			return answer;
		}

		async function lookForLost(lost: Lost): Promise<Answer | undefined> {
			const { lookUp } = operation;
			// It is impossible to know whether it was done, so it is not done again.
			if (!lookUp) throw lost.error;
			const found = await inLine(
				true,
				async () => await searchLost(lookUp, input.values, lost),
			).catch(() => undefined);
			// If there is nothing to search in, the result stays unknown, and so it does if the record must exist but is not listed yet.
			if (!found || (found.records.length === 0 && lost.beganWell)) throw lost.error;
			const { records, certain } = found;
			const isIt =
				certain && (records.length === 1 || (lookUp.several === true && records.length > 1));
			if (isIt && lookUp.onlyOnce === undefined)
				return { status: 200, headers: {}, body: lookUp.answer?.(records[0]!) ?? records[0] };
			const ids = records.map((record) => String(record[lookUp.id])).join(', ');
			lost.error.description =
				records.length === 0
					? `The response was lost. ${lookUp.noun} was looked for and not found: the node can be run again.`
					: isIt
						? `The response was lost. ${lookUp.noun} was looked for and found: ${ids}. ${lookUp.onlyOnce}`
						: certain
							? `The response was lost, and ${records.length} matching records were found: ${ids}. Check which one it is before retrying.`
							: `The response was lost, and a matching record was found that may have been there before: ${ids}. Check it before retrying.`;
			if (records.length > 0) throw lost.error;
			return undefined;
		}

		async function inLine<T>(isSearch: boolean, work: () => Promise<T>): Promise<T> {
			const kind = `${of.credential} ${asked} ${JSON.stringify(operation.lookUp?.values(input.values) ?? '')}`;
			const { turn, leave } = takePlace(kinds, kind, isSearch);
			await turn;
			return await work().finally(leave);
		}
	}

	/** The records that may be what was started since then, and whether none of them can have existed before. */
	async function searchLost(lookUp: LookUp, values: IDataObject, { since, beganWell }: Lost) {
		const asker = await of.asker();
		for (const wait of looksMs(lookUp)) {
			await clock.sleep(wait, of.signal);
			const answer = await of.ask(lookUp.list, lookUp.values(values));
			const serverTime = Date.parse(answer.headers.date ?? '');
			const ahead = Number.isNaN(serverTime) ? 0 : serverTime - clock.now();
			const { root } = lookUp.list.answers;
			const listed = recordsOf(answer.body, root);
			// Something that is not a list, or only part of one, does not prove that it is missing.
			if (!listed) throw new Error('no list');
			const about = { since: since + ahead - TOLERANCE_MS, asker, beganWell };
			const judged = listed
				.filter((record) => !claimed.has(claimOf(record[lookUp.id])))
				.map((record) => ({ record, is: lookUp.is(record, values, about) }));
			const sure = judged.filter(({ is }) => is === true);
			const fitting = sure.length > 0 ? sure : judged.filter(({ is }) => is === 'perhaps');
			if (fitting.length > 0)
				return { records: fitting.map(({ record }) => record), certain: sure.length > 0 };
			if (!lookUp.newestFirst && (totalOf(answer, root) ?? 0) > listed.length)
				throw new Error('not all of the list');
		}
		return { records: [], certain: true };
	}
}
