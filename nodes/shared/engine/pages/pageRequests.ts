/** Requests the pages of a list, also ahead of their use. */
import type { IDataObject } from 'n8n-workflow';

import { pageParameters } from '../../declare/lists/paging';
import type { Message } from '../../declare/messages';
import type { OperationContext, RequestOperation } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import type { Answer } from '../../declare/runtime/exchange';
import { isRefusedWith } from '../../support/http/refused';
import { ENGINE_MESSAGES } from '../engineMessages';

/** A span of a list, and who reads it. */
export interface ListSpan {
	op: OperationContext<Message>;
	operation: RequestOperation;
	/** The filters of the list, with those of the span. */
	input: Input;
}

/**
 * The parameters of a list as they are sent: its filters, and its page parameters if the user gives
 * them.
 */
export const filtersOf = ({ pages }: RequestOperation, input: Input): IDataObject =>
	((pages?.where === 'body' ? input.body : input.query) ?? {}) as IDataObject;

/** Requests the pages of a list by their positions. */
export class PageRequests {
	/** The position of the first page that is read. */
	readonly start: number;
	/** How many records are before that page. */
	readonly recordsBefore: number;
	/**
	 * How many records a page has. It is the same for all pages, because the positions of numbered
	 * pages depend on it.
	 */
	private pageSize: number;
	/** Whether requests contain the size. After the platform has refused it, they do not. */
	private isSizeSent = true;
	/** Whether the list is read from its beginning. */
	private readonly startsAtFirst: boolean;
	private readonly pending = new Map<number, Promise<Answer>>();

	/** @param limit how many records are wanted at most */
	constructor(
		private readonly list: ListSpan,
		limit: number,
	) {
		const { pages } = list.operation;
		const { positionName, sizedBy, first = 0, largest = Infinity } = pages ?? {};
		const filters = filtersOf(list.operation, list.input);
		const numberOf = (name: string | undefined) =>
			name === undefined ? undefined : (filters[name] as number | undefined);
		const start = numberOf(positionName);
		this.startsAtFirst = start === undefined;
		this.start = start ?? first;
		this.pageSize = numberOf(sizedBy) ?? Math.min(limit, largest);
		this.recordsBefore = (this.start - first) * (sizedBy === undefined ? 1 : this.pageSize);
	}

	get size(): number {
		return this.pageSize;
	}

	/** Requests a page ahead. Its answer is awaited later, or never if the list ends before. */
	request(position: number): void {
		if (this.pending.has(position)) return;
		const { operation, input, op } = this.list;
		const size = this.isSizeSent ? this.pageSize : undefined;
		const answer = op.send(operation, input, pageParameters(operation.pages, position, size));
		answer.catch(() => undefined);
		this.pending.set(position, answer);
	}

	/**
	 * The answer with the page at a position. If the platform refuses a size that it does not
	 * require, the first page is requested without it.
	 */
	async answer(position: number): Promise<Answer> {
		return await this.requested(position).catch(async (error: unknown) => {
			if (position !== this.start || !this.mayLeaveOutSize || !isRefusedWith(error, 400))
				throw error;
			this.isSizeSent = false;
			const answer = await this.requested(position).catch(() => undefined);
			if (!answer) throw error;
			const { op, operation } = this.list;
			op.hint(ENGINE_MESSAGES.withoutSize, { size: operation.pages!.size! });
			return answer;
		});
	}

	/**
	 * Remembers how many records the first page has: if the platform chooses the size, all pages have
	 * that many.
	 */
	noteFirstPage(count: number): void {
		if (!this.isSizeSent) this.pageSize = count;
	}

	private async requested(position: number): Promise<Answer> {
		this.request(position);
		const answer = this.pending.get(position)!;
		this.pending.delete(position);
		return await answer;
	}

	private get mayLeaveOutSize(): boolean {
		const { pages, effect } = this.list.operation;
		return pages?.size !== undefined && this.startsAtFirst && effect === 'read';
	}
}
