/** The requests for the pages of a list. */
import type { IDataObject } from 'n8n-workflow';

import { pageParameters } from '../declare/lists/paging';
import type { Message } from '../declare/messages';
import type { Call, Input, RequestOperation } from '../declare/operation';
import type { Answer } from '../declare/wire';
import { isRefusedWith } from '../support/refused';
import { ENGINE } from './messages';

/** A list that is read. */
export interface ListRead {
	call: Call<Message>;
	operation: RequestOperation;
	/** Which records of the list are wanted. */
	input: Input;
}

/** The filters of a list as they are sent, among them its page parameters if the user gives them. */
export const filtersOf = ({ pages }: RequestOperation, input: Input): IDataObject =>
	((pages?.where === 'body' ? input.body : input.query) ?? {}) as IDataObject;

/** Requests the pages of a list by their positions. */
export class PageRequests {
	/** The position of the first page that is read. */
	readonly start: number;
	/** How many records are before that page. */
	readonly recordsBefore: number;
	/** Records of a page. All pages have the same size: if they are numbered, another size would be another position. */
	private pageSize: number;
	/** Unless the platform refuses the size of a page. */
	private isSizeSent = true;
	private readonly startsAtFirst: boolean;
	private readonly answers = new Map<number, Promise<Answer>>();

	/** @param limit how many records are wanted at most */
	constructor(
		private readonly list: ListRead,
		limit: number,
	) {
		const { pages } = list.operation;
		const { at, sizedBy, first = 0, largest = Infinity } = pages ?? {};
		const filters = filtersOf(list.operation, list.input);
		const filter = (name: string | undefined) =>
			name === undefined ? undefined : (filters[name] as number | undefined);
		const start = filter(at);
		this.startsAtFirst = start === undefined;
		this.start = start ?? first;
		this.pageSize = filter(sizedBy) ?? Math.min(limit, largest);
		this.recordsBefore = (this.start - first) * (sizedBy === undefined ? 1 : this.pageSize);
	}

	get size(): number {
		return this.pageSize;
	}

	/** Requests a page ahead: its answer is awaited in its turn, unless the list ends before. */
	request(at: number): void {
		if (this.answers.has(at)) return;
		const { operation, input, call } = this.list;
		const size = this.isSizeSent ? this.pageSize : undefined;
		const answer = call.send(operation, input, pageParameters(operation.pages, at, size));
		answer.catch(() => undefined);
		this.answers.set(at, answer);
	}

	/** A page. Some platforms refuse the size of pages where nobody has to give one: then the first one is requested without it. */
	async answer(at: number): Promise<Answer> {
		return await this.requested(at).catch(async (error: unknown) => {
			if (at !== this.start || !this.mayLeaveOutSize || !isRefusedWith(error, 400)) throw error;
			this.isSizeSent = false;
			const answer = await this.requested(at).catch(() => undefined);
			if (!answer) throw error;
			const { call, operation } = this.list;
			call.hint(ENGINE.withoutSize, { size: operation.pages!.size! });
			return answer;
		});
	}

	/** Takes note of how many records the first page has: if the platform chooses the size of pages, that is it. */
	noteFirstPage(count: number): void {
		if (!this.isSizeSent) this.pageSize = count;
	}

	private async requested(at: number): Promise<Answer> {
		this.request(at);
		const answer = this.answers.get(at)!;
		this.answers.delete(at);
		return await answer;
	}

	private get mayLeaveOutSize(): boolean {
		const { pages, effect } = this.list.operation;
		return pages?.size !== undefined && this.startsAtFirst && effect === 'read';
	}
}
