/**
 * A list that is sorted newest first, for tests of what reads it by time: what it does meanwhile,
 * and what was asked for.
 */
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import { records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { integer } from '../../../../nodes/shared/declare/fields';
import { limitOffset, type Paging } from '../../../../nodes/shared/declare/lists/paging';
import type { Input } from '../../../../nodes/shared/declare/runtime/context';
import type { Answer } from '../../../../nodes/shared/declare/runtime/exchange';
import type { Listing } from '../../../../nodes/shared/trigger/reading/listing';
import { type Part, readParts } from '../../../../nodes/shared/trigger/reading/readParts';
import { OVERLAP_MS } from '../../../../nodes/shared/trigger/reading/timedPage';
import type { Poll } from '../../../../nodes/shared/trigger/requests/pollRequests';
import { stub } from '../../../support/stub';
import type { SimulatedTime } from '../../../support/time';

export interface Habits {
	/** Records of these times, oldest first; their ID is their number. */
	times?: number[];
	count?: number;
	/** Whether the ends of a period are included. */
	inclusive?: boolean;
	/** What it says of the total; nothing when absent. */
	total?: (count: number, asked: number) => number | undefined;
	/** Positions from here on are refused. */
	refusedFrom?: number;
	/** How long a request takes, all or each of them. */
	takesMs?: number | ((asked: number) => number);
	leftMs?: number;
	pageSize?: number;
	/** How many records of one period are listed. */
	maxPerPeriod?: number;
	/** A page never has more, and says so. */
	limit?: number;
	/** A page never has more, and does not say so. */
	silentLimit?: number;
	/** The requests whose pages are empty, although the total counts records. */
	emptyPages?: readonly number[];
	where?: 'query' | 'body';
	/** What happens at each request. */
	meanwhile?: (list: IDataObject[], asked: number) => void;
	pages?: Paging;
}

/** A list that is sorted newest first, and a poll that reads it. */
export function reading(
	time: SimulatedTime,
	{
		count = 0,
		times = Array.from({ length: count }, (_, index) => (index + 1) * 10),
		inclusive = true,
		total,
		refusedFrom = Infinity,
		takesMs = 0,
		leftMs = 60_000,
		pageSize = 3,
		maxPerPeriod = 1_000,
		limit: largest,
		silentLimit = Infinity,
		emptyPages = [],
		where = 'query',
		meanwhile,
		pages = limitOffset({ where }),
	}: Habits,
) {
	const list: IDataObject[] = times.map((at, index) => ({ id: index + 1, at })).reverse();
	const asked: string[] = [];
	const until = time.elapsed() + leftMs;
	const filters = {
		...(pages.positionName === 'page'
			? { page: integer('P').optional(), size: integer('Z').optional() }
			: { limit: integer('L').optional(), offset: integer('O').optional() }),
		from: integer('F').optional(),
		to: integer('T').optional(),
		of: integer('S').optional(),
	};
	const getMany = operation('POST /x', {
		name: 'X',
		action: 'X',
		description: 'X',
		effect: 'read',
		...(where === 'query' ? { query: filters } : { body: filters }),
		pages,
		answers: records(undefined),
	});
	const poll = stub<Poll>({
		leftMs: () => until - time.elapsed(),
		send: async (
			_operation: unknown,
			input: Partial<Input>,
			page: IDataObject = {},
		): Promise<Answer> => {
			const {
				from = -Infinity,
				to = Infinity,
				of,
			} = (where === 'body' ? input.body : input.query) as {
				from?: number;
				to?: number;
				of?: number;
			};
			expect(of).toBe(7);
			const {
				page: number = 1,
				size: numberedSize = 0,
				offset = (number - 1) * Math.min(numberedSize, silentLimit),
				limit = numberedSize,
			} = page as { offset?: number; limit?: number; page?: number; size?: number };
			const at = offset;
			asked.push(
				`${at}+${limit}${from === -Infinity ? '' : ` from ${from}`}${to === Infinity ? '' : ` to ${to}`}`,
			);
			const which = asked.length;
			await time.sleep(typeof takesMs === 'number' ? takesMs : takesMs(which));
			meanwhile?.(list, which);
			const fitting = list.filter(({ at: when }) =>
				inclusive
					? Number(when) >= from && Number(when) <= to
					: Number(when) > from && Number(when) < to,
			);
			if (at >= refusedFrom)
				throw new NodeApiError({ name: 'N' } as INode, {}, { message: 'too far', httpCode: '400' });
			const shown = emptyPages.includes(which)
				? []
				: fitting.slice(at, at + Math.min(limit, largest ?? limit, silentLimit));
			const stated = total?.(fitting.length, which);
			const body =
				stated === undefined && largest === undefined
					? shown
					: { items: shown, total: stated, limit: largest };
			return { status: 200, headers: { date: new Date(1_000_000).toUTCString() }, body };
		},
		errorOf: (message: string, description: string) =>
			Object.assign(new Error(message), { description }),
	});
	const listing: Listing = {
		operation: getMany,
		input: { [where]: { of: 7 } },
		sinceFilter: (from) => ({ from: Number(from) }),
		untilFilter: (to) => ({ to }),
		pageSize,
		maxPerPeriod,
		key: ({ id }) => String(id),
		time: ({ at }) => Number(at),
	};
	const parts = () => readParts(poll, listing, 0);
	return { parts, poll, listing, asked, list };
}

/** The IDs in each part, in the order of their numbers, and up to where each is complete. */
export async function partsIn(parts: AsyncIterable<Part>) {
	const found: Array<[ids: number[], reached: number | undefined]> = [];
	for await (const { records: shown, reached } of parts)
		found.push([shown.map(({ id }) => Number(id)).sort((a, b) => a - b), reached]);
	return found;
}

export const range = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => first + index);

export const upTo = (count: number) => range(1, count);
export const allIn = (parts: Array<[number[], unknown]>) =>
	[...new Set(parts.flatMap(([ids]) => ids))].sort((a, b) => a - b);

/** What was asked for, without the beginning that each request has. */
export const since0 = (asked: string[]) =>
	asked.map((each) => each.replace(` from ${-OVERLAP_MS}`, '')).join(' ');

/** Says truly how many records there are. */
export const identity = (count: number) => count;
