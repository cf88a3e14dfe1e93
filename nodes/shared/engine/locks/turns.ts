/**
 * A keyed lock for records. Writes to one record are sent one after the other, in the order of the items, even while an earlier item
 * retries. Writes to different records do not wait for each other.
 */
import type { IDataObject } from 'n8n-workflow';

import type { FlowOperation, Operation, RequestOperation } from '../../declare/operation';
import type { Run } from '../../declare/run';
import { unlessAborted } from '../../support/clock';
import { perObject } from '../../support/perObject';
import { visibleName } from '../../support/visibleNames';
import { pathOf } from '../../transport/wire';
import { type Lines, type PlaceInLine, takePlace } from './lines';

/** The lines of all records that are written to, by credential and record: several runs may write to the same record. */
const recordLines: Lines = new Map();

/** The lines of one run, by the subject of its flows; one more line contains all its items. */
const linesOf = perObject<Run, Lines>(() => new Map());

const ALL_ITEMS = ' ';

/**
 * The key of the record that a request writes to, which all operations on that record share: the path up to and including its last
 * variable, with its values filled in. `PUT …/tasks/{taskId}/pause` has the key `…/tasks/7` for the task 7.
 * - A path without a variable is the key itself: there is only one such record, as in `PUT /security/ip-allowlist`.
 * - If the operation declares `partOf`, that is the key: the platform stores all such parts in one record.
 * @returns nothing for reads and for creations, which wait for nobody
 */
export function recordOf(operation: RequestOperation, path: IDataObject): string | undefined {
	const { effect, endpoint, method, partOf } = operation;
	if (effect === 'read') return undefined;
	if (partOf !== undefined) return partOf;
	const suffix = endpoint.slice(endpoint.lastIndexOf('}') + 1);
	if (suffix === endpoint) return method === 'POST' ? undefined : endpoint;
	const filled = pathOf(operation, path);
	return filled.slice(0, filled.length - suffix.length).toLowerCase();
}

/** The subject of a flow, for which its items wait: what it declares as such, or else the first record that it writes to by an ID from the input. */
function subjectOf(flow: FlowOperation, values: IDataObject): string | undefined {
	// Names that look the same may mean the same record.
	if (flow.lockKey) return visibleName(flow.lockKey(values as never));
	const writes = flow.uses.filter(
		({ effect, path }) =>
			effect !== 'read' && path && Object.keys(path).every((name) => values[name] !== undefined),
	);
	return writes.length === 0 ? undefined : recordOf(writes[0]!, values);
}

/** The locks of one item. */
export class Turns {
	/** Keys of the records that the item has locked: its other requests to them need not wait. */
	private readonly held = new Set<string>();
	/** The place of the item among all items of its run, which it keeps until it has a place in the line of its record. */
	private readonly order: PlaceInLine;
	/** The place of the item in the line of its record, or of the subject of its flow. */
	private place: PlaceInLine | undefined;

	/** The items of a run are created in their order, and so take their places in it. */
	constructor(
		private readonly run: Run,
		private readonly credential: () => string,
		private readonly signal: AbortSignal,
	) {
		this.order = takePlace(linesOf(run), ALL_ITEMS);
	}

	/** Executes the operation of the item when it is its turn; the turn lasts until the item ends. */
	async atItem<T>(
		operation: Operation,
		{ path, values }: { path: IDataObject; values: IDataObject },
		work: () => Promise<T>,
	): Promise<T> {
		const isFlow = operation.kind === 'flow';
		const subject = isFlow ? subjectOf(operation, values) : recordOf(operation, path);
		if (subject !== undefined) {
			await unlessAborted(this.order.turn, this.signal);
			this.place = isFlow
				? takePlace(linesOf(this.run), subject)
				: takePlace(recordLines, this.keyOf(subject));
		}
		this.order.leave();
		if (this.place?.turn) await this.waitFor(this.place.turn);
		if (subject !== undefined && !isFlow) this.held.add(this.keyOf(subject));
		return await work();
	}

	/** Ends the turn of the item, so that the next one has its turn. */
	end(): void {
		this.order.leave();
		this.place?.leave();
	}

	/** Does work while nothing else writes to the record of a request. */
	async atRecord<T>(
		operation: RequestOperation,
		path: IDataObject,
		work: () => Promise<T>,
	): Promise<T> {
		const record = recordOf(operation, path);
		const key = record === undefined ? undefined : this.keyOf(record);
		if (key === undefined || this.held.has(key)) return await work();
		return await this.inTurn(takePlace(recordLines, key), async () => {
			this.held.add(key);
			return await work().finally(() => this.held.delete(key));
		});
	}

	/** Does work after all work about the same subject that items of this run began before. */
	async inOrder<T>(subject: string, work: () => Promise<T>): Promise<T> {
		return await this.inTurn(takePlace(linesOf(this.run), subject), work);
	}

	/** A record has its own line for each credential: the same path may be another account's. */
	private keyOf(record: string): string {
		return `${this.credential()} ${record}`;
	}

	private async inTurn<T>({ turn, leave }: PlaceInLine, work: () => Promise<T>): Promise<T> {
		try {
			if (turn) await this.waitFor(turn);
			return await work();
		} finally {
			leave();
		}
	}

	/** While an item waits, the run may begin another one in its stead (`run/pool.ts`). */
	private async waitFor(turn: Promise<void>): Promise<void> {
		this.run.waiting++;
		this.run.whenWaiting?.();
		try {
			await unlessAborted(turn, this.signal);
		} finally {
			this.run.waiting--;
		}
	}
}
