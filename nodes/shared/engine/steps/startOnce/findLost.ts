/** Searches for what a request has started or created whose response was lost. */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { ofKind } from '../../../declare/answers';
import { recordsOf, totalOf } from '../../../declare/lists/listInResponse';
import type { LookUp } from '../../../declare/operation';
import type { Answer } from '../../../declare/runtime/exchange';
import { clock } from '../../../support/time/clock';
import type { LostResponse } from '../../../transport/failure/fate';
import type { Outgoing, Send } from '../../../transport/pipeline';
import { inputFrom } from '../../input/assemble';
import { claimed, claimOf, withStartLock } from './similarStarts';
import type { LostStart, StartingItem } from './starts';

/**
 * Searches for what a request with a lost response has started or created.
 * @returns the answer that was lost; undefined if the request was certainly not carried out
 * @throws the error of the request if it remains unknown whether it was carried out, or if the
 * record cannot replace the lost response (`onlyOnce`)
 */
export async function findLost(
	item: StartingItem,
	request: Outgoing,
	next: Send,
	{ error, sentAt, beganWell }: LostStart,
): Promise<Answer | undefined> {
	const { lookUp } = request.operation;
	// Without a look-up, it remains unknown whether the request was carried out, so it is not sent
	// again.
	if (!lookUp) throw error;
	const searchResult = await withStartLock(
		item,
		request,
		'exclusive',
		async () => await search(item, request, next, { sentAt, beganWell }),
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
	if (isFound) return `The response was lost. ${subject} was found: ${ids}. ${onlyOnce}`;
	return certain
		? `The response was lost, and ${records.length} matching records were found: ${ids}. Check which one it is before retrying.`
		: `The response was lost. A matching record exists, but may be older than this request: ${ids}. Check it before retrying.`;
}

/**
 * How far the clocks of the platform's servers may differ from each other, and from this machine's
 * corrected clock. Triggers allow more (trigger/requests/clocks.ts). With a larger value, a record
 * that existed before the request could be mistaken for its result.
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
	lost: LostResponse,
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
		const since = lost.sentAt + serverAheadMs(answer) - LOOK_UP_SKEW_MS;
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
