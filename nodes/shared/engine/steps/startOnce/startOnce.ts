/**
 * Sends each request that starts or creates something only once for an item, however often n8n runs
 * the node again with the same input (Retry On Fail). If its response was lost, it searches for
 * what was started.
 */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { ofKind } from '../../../declare/answers';
import type { Answer } from '../../../declare/exchange';
import { recordsOf, totalOf } from '../../../declare/lists/records';
import type { LookUp } from '../../../declare/operation';
import { idIn } from '../../../declare/recordId';
import { clock } from '../../../support/clock';
import { isObject, objectIn } from '../../../support/json';
import { RecentSet } from '../../../support/recentSet';
import { lostResponseOf } from '../../../transport/fate';
import type { N8nContext } from '../../../transport/n8nContext';
import { type Outgoing, type Send, type Step, wireOf } from '../../../transport/pipeline';
import { inputFrom } from '../../input/assemble';
import { KeyedLock, type LockMode } from '../../locks/keyedLock';
import type { RunState } from '../../run/runState';
import { saveExecutionId } from './executionData';
import type { LostResponse, Starts } from './starts';

/** What this step needs of an item. */
export interface StartingItem {
	context: N8nContext;
	nodeRun: RunState;
	itemIndex: number;
	starts: Starts;
	/** Aborted if the item is to end. */
	signal: AbortSignal;
	/** Its `clientId` is the ID of the service account, if there is one. */
	sender: { credential: string; clientId: () => Promise<string | undefined> };
}

/** The step for requests with the effect `once`; all others pass it unchanged. */
export const startOnce =
	(item: StartingItem): Step =>
	async (request, next) =>
		request.operation.effect === 'once'
			? await answerOfStart(item, request, next)
			: await next(request);

async function answerOfStart(item: StartingItem, request: Outgoing, next: Send): Promise<Answer> {
	const { starts } = item;
	const startMemory = starts.next(endpointAt(request));
	startMemory.answer ??=
		startMemory.lost && (await findLost(item, request, next, startMemory.lost));
	if (startMemory.answer) starts.continueEarlier();
	else {
		startMemory.lost = undefined;
		startMemory.answer = await start(item, request, next, (lost) => (startMemory.lost = lost));
	}
	return noteStarted(item, request, startMemory.answer);
}

const endpointAt = (request: Outgoing): string => {
	const { method, url } = wireOf(request);
	return `${method} ${url}`;
};

/**
 * Sends the request. If the response is lost, this searches for what the request may have started.
 * @param onLost remembers the lost response
 */
async function start(
	item: StartingItem,
	request: Outgoing,
	next: Send,
	onLost: (lost: LostResponse) => void,
): Promise<Answer> {
	const since = clock.now();
	return await withStartLock(item, request, 'shared', async () => await next(request)).catch(
		async (error: Error) => {
			const lostResponse = lostResponseOf(error);
			if (!lostResponse) {
				item.starts.notStarted();
				throw error;
			}
			const lost = { since, error, beganWell: lostResponse.beganWell };
			onLost(lost);
			item.nodeRun.maybeDone.set(item.itemIndex, request.operation.action);
			if (item.signal.aborted) throw error;
			const answer = await findLost(item, request, next, lost);
			// The search was conclusive: the result was found, or certainly does not exist.
			item.nodeRun.maybeDone.delete(item.itemIndex);
			if (!answer) throw error;
			return answer;
		},
	);
}

/**
 * What this process has started, by credential and ID: a search must not mistake it for the result
 * of another request.
 */
const claimed = new RecentSet<string>(10_000);

const claimOf = ({ sender }: StartingItem, id: unknown): string =>
	`${sender.credential} ${String(id)}`;

/**
 * Remembers what was started, for later searches, for the error of the run, and in n8n's execution
 * data.
 */
function noteStarted(item: StartingItem, { operation }: Outgoing, answer: Answer): Answer {
	const { nodeRun, itemIndex, context } = item;
	const id = isObject(answer.body) ? idIn(answer.body, operation.lookUp?.id) : undefined;
	if (id !== undefined) {
		claimed.add(claimOf(item, id));
		nodeRun.started.set(id, { action: operation.action, itemIndex });
	}
	saveExecutionId(context, objectIn(answer.body).executionId);
	return answer;
}

/**
 * Similar requests hold a shared lock while they are sent, so they can be sent at the same time. A
 * search holds an exclusive lock, so that it cannot find what another request has just started.
 */
const startLock = new KeyedLock();

async function withStartLock<T>(
	{ sender }: StartingItem,
	request: Outgoing,
	mode: LockMode,
	work: () => Promise<T>,
): Promise<T> {
	const { lookUp } = request.operation;
	const searchKey = JSON.stringify(lookUp?.values(request.input.values) ?? '');
	const key = `${sender.credential} ${endpointAt(request)} ${searchKey}`;
	const { ready, release } = startLock.acquire(key, mode);
	await ready;
	return await work().finally(release);
}

/**
 * Searches for what a request with a lost response has started or created.
 * @returns the answer that was lost; undefined if the request was certainly not carried out
 * @throws the error of the request if it remains unknown whether it was carried out, or if the
 * record cannot replace the lost response (`onlyOnce`)
 */
async function findLost(
	item: StartingItem,
	request: Outgoing,
	next: Send,
	{ error, since, beganWell }: LostResponse,
): Promise<Answer | undefined> {
	const { lookUp } = request.operation;
	// Without a look-up, it remains unknown whether the request was carried out, so it is not sent
	// again.
	if (!lookUp) throw error;
	const searchResult = await withStartLock(
		item,
		request,
		'exclusive',
		async () => await search(item, request, next, { since, beganWell }),
	).catch((searchError: unknown) => {
		if (!item.signal.aborted && !(searchError instanceof NodeApiError)) throw searchError;
	});
	// Whether the request was carried out remains unknown, too, if the list could not be read, if the
	// search proves nothing, or if nothing was found although the response began as a success.
	if (!searchResult || (searchResult.records.length === 0 && beganWell)) throw error;
	const { records, certain } = searchResult;
	const isFound =
		certain && (records.length === 1 || (lookUp.several === true && records.length > 1));
	if (isFound && lookUp.onlyOnce === undefined)
		return { status: 200, headers: {}, body: lookUp.answer?.(records[0]!) ?? records[0] };
	error.description = searchResultInWords(lookUp, searchResult, isFound);
	if (records.length > 0) throw error;
	return undefined;
}

/**
 * The records that may have been started by the request; `certain` if none of them can have existed
 * before.
 */
interface SearchResult {
	records: IDataObject[];
	certain: boolean;
}

/** The description of the error after a search without a usable result. */
function searchResultInWords(
	{ subject, id, onlyOnce }: LookUp,
	{ records, certain }: SearchResult,
	isFound: boolean,
): string {
	const ids = records.map((record) => String(record[id])).join(', ');
	if (records.length === 0)
		return `The response was lost. ${subject} was not found afterwards, so you can safely run the node again.`;
	if (isFound)
		return `The response was lost. ${subject} was looked for and found: ${ids}. ${onlyOnce}`;
	return certain
		? `The response was lost, and ${records.length} matching records were found: ${ids}. Check which one it is before retrying.`
		: `The response was lost. A matching record exists, but may be older than this request: ${ids}. Check it before retrying.`;
}

/**
 * How far the clocks of the platform's servers may differ from each other, and from this machine's
 * corrected clock. Triggers allow more (trigger/clocks.ts). With a larger value, a record that
 * existed before the request could be mistaken for its result.
 */
const LOOK_UP_SKEW_MS = 30_000;

/** The waits before the searches: the platform may list a new record only after a while. */
const SEARCH_WAITS_MS = [1_000, 4_000, 10_000];

function waitsFor({ appearsWithinMs = 0 }: LookUp): number[] {
	const remainingMs = appearsWithinMs - SEARCH_WAITS_MS.reduce((sum, wait) => sum + wait, 0);
	return remainingMs > 0
		? [...SEARCH_WAITS_MS, remainingMs / 3, remainingMs / 3, remainingMs / 3]
		: SEARCH_WAITS_MS;
}

/**
 * Searches until a record fits, or it is certain that there is none.
 * @returns undefined if the list cannot prove that there is no such record, or the credential
 * cannot be read
 * @throws the error of the list
 */
async function search(
	item: StartingItem,
	{ operation, input }: Outgoing,
	next: Send,
	lost: Pick<LostResponse, 'since' | 'beganWell'>,
): Promise<SearchResult | undefined> {
	const lookUp = operation.lookUp!;
	const { list } = lookUp;
	const { listPath } = ofKind('list', list.answers);
	const caller = await item.sender.clientId().then(
		(clientId) => ({ clientId }),
		() => undefined,
	);
	// Without the credential, it is not known which of the listed records belong to this account.
	if (!caller) return undefined;
	const { clientId } = caller;
	for (const wait of waitsFor(lookUp)) {
		await clock.sleep(wait, item.signal);
		const answer = await next({
			operation: list,
			input: inputFrom(list, lookUp.values(input.values)),
		});
		const listed = recordsOf(answer.body, listPath);
		// A response without a list, or with only a part of it, does not prove that there is no such
		// record.
		if (!listed) return undefined;
		const since = lost.since + serverAheadMs(answer) - LOOK_UP_SKEW_MS;
		const matches = listed
			.filter((record) => !claimed.has(claimOf(item, record[lookUp.id])))
			.map((record) => ({
				record,
				match: lookUp.matches(record, input.values, { since, clientId, beganWell: lost.beganWell }),
			}));
		const certain = matches.filter(({ match }) => match === true);
		const likely =
			certain.length > 0 ? certain : matches.filter(({ match }) => match === 'perhaps');
		if (likely.length > 0)
			return { records: likely.map(({ record }) => record), certain: certain.length > 0 };
		if (!lookUp.newestFirst && (totalOf(answer, listPath) ?? 0) > listed.length) return undefined;
	}
	return { records: [], certain: true };
}

/** How far the platform's clock is ahead of this machine's; 0 if the response has no time. */
function serverAheadMs({ headers }: Answer): number {
	const serverTime = Date.parse(headers.date ?? '');
	return Number.isNaN(serverTime) ? 0 : serverTime - clock.now();
}
