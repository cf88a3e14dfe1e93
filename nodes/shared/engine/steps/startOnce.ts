/**
 * Each request that starts or creates something is done once for an item, however often n8n runs the node again with the same input
 * (Retry On Fail), and is searched for if its response was lost.
 */
import type { IDataObject } from 'n8n-workflow';

import { recordsOf, totalOf } from '../../declare/lists/records';
import type { LookUp } from '../../declare/operation';
import { idIn } from '../../declare/recordId';
import type { Answer } from '../../declare/wire';
import { clock } from '../../support/clock';
import { isObject, objectIn } from '../../support/json';
import { lostAnswer } from '../../transport/fate';
import { type Outgoing, type Send, type Step, wireOf } from '../../transport/pipeline';
import { inputFrom } from '../input/input';
import type { ItemContext } from '../item';
import { type Lines, takePlace } from '../lines';
import { keepStarted } from '../started';
import type { LostResponse } from '../starts';

/** What it needs of an item. */
export type Starting = Pick<ItemContext, 'context' | 'run' | 'itemIndex' | 'starts' | 'signal'> & {
	sender: Pick<ItemContext['sender'], 'credential' | 'clientId'>;
};

/** Sends a request that starts or creates something: once for the item, whichever the try. */
export const startOnce =
	(item: Starting): Step =>
	async (request, next) =>
		request.operation.effect === 'once'
			? await startedOnce(item, request, next)
			: await next(request);

async function startedOnce(item: Starting, request: Outgoing, next: Send): Promise<Answer> {
	const { starts } = item;
	const done = starts.next(endpointAt(request));
	done.answer ??= done.lost && (await findLost(item, request, next, done.lost));
	if (done.answer) starts.continueEarlier();
	else {
		done.lost = undefined;
		done.answer = await start(item, request, next, (lost) => (done.lost = lost));
	}
	return noteStarted(item, request, done.answer);
}

const endpointAt = (request: Outgoing): string => {
	const { method, url } = wireOf(request);
	return `${method} ${url}`;
};

/** Starts it. If the response is lost, what it may have started is searched for. @param onLost remembers that */
async function start(
	item: Starting,
	request: Outgoing,
	next: Send,
	onLost: (lost: LostResponse) => void,
): Promise<Answer> {
	const since = clock.now();
	return await inLine(item, request, false, async () => await next(request)).catch(
		async (error: Error) => {
			const lostResponse = lostAnswer(error);
			if (!lostResponse) {
				item.starts.refused();
				throw error;
			}
			const lost = { since, error, beganWell: lostResponse.beganWell };
			onLost(lost);
			item.run.unknown.set(item.itemIndex, request.operation.action);
			if (item.signal.aborted) throw error;
			const found = await findLost(item, request, next, lost);
			// It was found, or certainly does not exist.
			item.run.unknown.delete(item.itemIndex);
			if (!found) throw error;
			return found;
		},
	);
}

/** What this process started, by credential and ID, so that it is not mistaken for what another request did. */
const claimed = new Set<string>();
const CLAIMED_KEPT = 10_000;

const claimOf = ({ sender }: Starting, id: unknown): string => `${sender.credential} ${String(id)}`;

/** Takes note of what was started: for other searches, for the error of the run, and in n8n's execution data. */
function noteStarted(item: Starting, { operation }: Outgoing, answer: Answer): Answer {
	const { run, itemIndex, context } = item;
	const id = isObject(answer.body) ? idIn(answer.body, operation.lookUp?.id) : undefined;
	claimed.add(claimOf(item, id));
	if (claimed.size > CLAIMED_KEPT) claimed.delete(claimed.values().next().value!);
	if (id !== undefined) run.started.set(id, { what: operation.action, itemIndex });
	keepStarted(context, objectIn(answer.body).executionId);
	return answer;
}

/** Requests of one kind are sent together, and searches for what they may have done are alone: none is mistaken for another. */
const lines: Lines = new Map();

async function inLine<T>(
	{ sender }: Starting,
	request: Outgoing,
	isSearch: boolean,
	work: () => Promise<T>,
): Promise<T> {
	const { lookUp } = request.operation;
	const kind = JSON.stringify(lookUp?.values(request.input.values) ?? '');
	const { turn, leave } = takePlace(
		lines,
		`${sender.credential} ${endpointAt(request)} ${kind}`,
		isSearch,
	);
	await turn;
	return await work().finally(leave);
}

/**
 * Searches for what a request without a response may have done.
 * @returns its response; nothing if it was certainly not done
 * @throws the error of the request, if that stays unknown, or if it cannot be used
 */
async function findLost(
	item: Starting,
	request: Outgoing,
	next: Send,
	{ error, since, beganWell }: LostResponse,
): Promise<Answer | undefined> {
	const { lookUp } = request.operation;
	// It is impossible to know whether it was done, so it is not done again.
	if (!lookUp) throw error;
	const found = await inLine(
		item,
		request,
		true,
		async () => await search(item, request, next, { since, beganWell }),
	).catch(() => undefined);
	// If there is nothing to search in, the result stays unknown, and so it does if the record must exist but is not listed yet.
	if (!found || (found.records.length === 0 && beganWell)) throw error;
	const { records, certain } = found;
	const isIt = certain && (records.length === 1 || (lookUp.several === true && records.length > 1));
	if (isIt && lookUp.onlyOnce === undefined)
		return { status: 200, headers: {}, body: lookUp.answer?.(records[0]!) ?? records[0] };
	error.description = foundWords(lookUp, found, isIt);
	if (records.length > 0) throw error;
	return undefined;
}

/** The records that may be what was started, and whether none of them can have existed before. */
interface Found {
	records: IDataObject[];
	certain: boolean;
}

/** What an error says about a search that found nothing, or something that cannot be used. */
function foundWords(
	{ noun, id, onlyOnce }: LookUp,
	{ records, certain }: Found,
	isIt: boolean,
): string {
	const ids = records.map((record) => String(record[id])).join(', ');
	if (records.length === 0)
		return `The response was lost. ${noun} was looked for and not found: the node can be run again.`;
	if (isIt) return `The response was lost. ${noun} was looked for and found: ${ids}. ${onlyOnce}`;
	return certain
		? `The response was lost, and ${records.length} matching records were found: ${ids}. Check which one it is before retrying.`
		: `The response was lost, and a matching record was found that may have been there before: ${ids}. Check it before retrying.`;
}

/** How far the clocks of the platform's servers may differ from each other, and from this machine's corrected clock. */
const TOLERANCE_MS = 30_000;

/** What was started may not be listed at once: this long before each search. */
const SEARCHES_MS = [1_000, 4_000, 10_000];

function waitsFor({ appearsWithinMs = 0 }: LookUp): number[] {
	const further = appearsWithinMs - SEARCHES_MS.reduce((sum, wait) => sum + wait, 0);
	return further > 0 ? [...SEARCHES_MS, further / 3, further / 3, further / 3] : SEARCHES_MS;
}

/** @throws if the list does not prove that it is missing */
async function search(
	item: Starting,
	{ operation, input }: Outgoing,
	next: Send,
	lost: Pick<LostResponse, 'since' | 'beganWell'>,
): Promise<Found> {
	const lookUp = operation.lookUp!;
	const { list } = lookUp;
	const clientId = await item.sender.clientId();
	for (const wait of waitsFor(lookUp)) {
		await clock.sleep(wait, item.signal);
		const answer = await next({
			operation: list,
			input: inputFrom(list, lookUp.values(input.values)),
		});
		const listed = recordsOf(answer.body, list.answers.root);
		// Something that is not a list, or only part of one, does not prove that it is missing.
		if (!listed) throw new Error('no list');
		const since = lost.since + serverAheadMs(answer) - TOLERANCE_MS;
		const judged = listed
			.filter((record) => !claimed.has(claimOf(item, record[lookUp.id])))
			.map((record) => ({
				record,
				is: lookUp.is(record, input.values, { since, clientId, beganWell: lost.beganWell }),
			}));
		const sure = judged.filter(({ is }) => is === true);
		const fitting = sure.length > 0 ? sure : judged.filter(({ is }) => is === 'perhaps');
		if (fitting.length > 0)
			return { records: fitting.map(({ record }) => record), certain: sure.length > 0 };
		if (!lookUp.newestFirst && (totalOf(answer, list.answers.root) ?? 0) > listed.length)
			throw new Error('not all of the list');
	}
	return { records: [], certain: true };
}

/** How far the platform's clock is ahead of that of this machine; 0 if it does not say its time. */
function serverAheadMs({ headers }: Answer): number {
	const serverTime = Date.parse(headers.date ?? '');
	return Number.isNaN(serverTime) ? 0 : serverTime - clock.now();
}
