/** The list in an answer. Answers are read tolerantly: the names around a list differ between areas. */
import type { IDataObject } from 'n8n-workflow';

import type { Answer } from './wire';
import { isObject } from '../support/json';

/** The places in which an answer carries its list. */
const LISTS = ['items', 'data', 'Resources', 'results'] as const;

/** The object around a list: the body, or the field of it that `root` names. */
function envelope(body: unknown, root?: string): unknown {
	return root !== undefined && isObject(body) ? body[root] : body;
}

/**
 * The records of a page: the body itself when it is an array, else the list in it.
 * Nothing when the answer has no list.
 */
export function recordsOf(body: unknown, root?: string): IDataObject[] | undefined {
	if (body === undefined || body === null || body === '') return [];
	const around = envelope(body, root);
	if (Array.isArray(around)) return around as IDataObject[];
	if (!isObject(around)) return undefined;
	for (const name of LISTS) {
		const list = around[name];
		if (Array.isArray(list)) return list as IDataObject[];
	}
	// An empty SCIM list may leave `Resources` out, and an empty log page its `data`.
	if (total(around) === 0 || around.size === 0) return [];
	return undefined;
}

/** How many records there are in all, where the answer tells. */
function total(around: IDataObject): number | undefined {
	const paging = isObject(around.paging) ? around.paging : {};
	for (const value of [around.total, around.totalLength, around.totalResults, paging.total]) {
		const count = Number(value);
		if (value !== undefined && value !== null && Number.isFinite(count)) return count;
	}
	return undefined;
}

/** How many records an answer says that there are in all, in its body or its headers. */
export function totalTold(answer: Answer, root?: string): number | undefined {
	const inHeader = Number(answer.headers['total-elements'] || NaN);
	return totalOf(answer, root) ?? (Number.isFinite(inHeader) ? inHeader : undefined);
}

/** Whether an answer says how many records or pages there are in all. */
export const tellsTotal = ({ body, headers }: Answer): boolean =>
	(isObject(body) && total(body) !== undefined) || headers['page-last'] !== undefined || headers['total-pages'] !== undefined;

export const totalOf = (answer: Answer, root?: string) => {
	const around = envelope(answer.body, root);
	return isObject(around) ? total(around) : undefined;
};
