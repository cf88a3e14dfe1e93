/**
 * The list in a response. Responses are read tolerantly: the names around a list differ between
 * areas.
 */
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../support/json';
import type { Answer } from '../runtime/exchange';

/** The fields in which a response may contain its list. */
export const LIST_FIELDS: readonly string[] = ['items', 'data', 'Resources', 'results'];

/** The object around a list: the body, or the field of it that `listPath` names. */
function envelope(body: unknown, listPath?: string): unknown {
	return listPath !== undefined && isObject(body) ? body[listPath] : body;
}

/**
 * The records of a page; undefined if the response has no list, because a missing list is not an
 * empty one.
 */
export function recordsOf(body: unknown, listPath?: string): IDataObject[] | undefined {
	const around = envelope(body, listPath);
	if (Array.isArray(around)) return around as IDataObject[];
	if (!isObject(around)) return undefined;
	const list = LIST_FIELDS.map((name) => around[name]).find(Array.isArray);
	if (list) return list as IDataObject[];
	// The field with the list may be missing if the list is empty, and the response says so.
	return total(around) === 0 || countIn(around.size) === 0 ? [] : undefined;
}

function total(around: IDataObject): number | undefined {
	const paging = isObject(around.paging) ? around.paging : {};
	return [around.total, around.totalLength, around.totalResults, paging.total]
		.map(countIn)
		.find((count) => count !== undefined);
}

/** The total number of records according to the response, in its body or its headers. */
export function totalOf({ body, headers }: Answer, listPath?: string): number | undefined {
	const around = envelope(body, listPath);
	return (isObject(around) ? total(around) : undefined) ?? countIn(headers['total-elements']);
}

/** The total number of records that a body states. */
export const totalIn = (body: unknown): number | undefined =>
	isObject(body) ? total(body) : undefined;

/**
 * A number that a response says about its page, such as its offset or its limit, in the body or in
 * `paging`.
 */
export function numberOfPage(
	{ body }: Answer,
	listPath: string | undefined,
	name: string,
): number | undefined {
	const around = envelope(body, listPath);
	if (!isObject(around)) return undefined;
	return (
		countIn(around[name]) ?? (isObject(around.paging) ? countIn(around.paging[name]) : undefined)
	);
}

/** A number of records, as a number or as text. */
export function countIn(value: unknown): number | undefined {
	if (typeof value === 'string' && value.trim() !== '') return countIn(Number(value));
	return Number.isInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}
