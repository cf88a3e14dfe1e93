/**
 * The locks of an item. Writes to one record are sent one after the other, in the order of the
 * items, even while an earlier item retries. Writes to different records do not wait for each
 * other.
 */
import type { IDataObject } from 'n8n-workflow';

import type { FlowOperation, Operation, RequestOperation } from '../../declare/operation';
import { perObject } from '../../support/perObject';
import { visibleName } from '../../support/text/visibleNames';
import { unlessAborted } from '../../support/time/clock';
import { pathOf } from '../../transport/request/wire';
import type { RunState } from '../run/runState';
import { KeyedLock, type Lock } from './keyedLock';

/**
 * The locks of records, by credential and record. All node runs of the process share them, because
 * several may write to the same record.
 */
const recordLock = new KeyedLock();

/** The locks of the items of one node run, by the subject of their flows. */
const runLock = perObject<RunState, KeyedLock>(() => new KeyedLock());

/** The key of the {@link runLock} that all items of the node run request in their order. */
const ORDER_OF_ITEMS = ' ';

/**
 * The key of the record that a request writes to, which all operations on that record share: the
 * path up to and including its last variable, with its values filled in.
 * `PUT …/tasks/{taskId}/pause` has the key `…/tasks/7` for the task 7.
 * - A path without a variable is the key itself: there is only one such record, as in
 *   `PUT /security/ip-allowlist`.
 * - If the operation declares `partOf`, that is the key: the platform stores all such parts in one
 *   record.
 * @returns undefined if the request waits for no other one: it only reads, or it is a POST to a
 * path without a variable, which creates a record
 */
export function recordKey(operation: RequestOperation, path: IDataObject): string | undefined {
	const { effect, endpoint, method, partOf } = operation;
	if (effect === 'read') return undefined;
	if (partOf !== undefined) return partOf;
	const suffix = endpoint.slice(endpoint.lastIndexOf('}') + 1);
	if (suffix === endpoint) return method === 'POST' ? undefined : endpoint;
	const filled = pathOf(operation, path);
	return filled.slice(0, filled.length - suffix.length).toLowerCase();
}

/**
 * The subject of a flow: items with the same subject wait for each other. It is what the flow
 * declares (`lockKey`), or else the first record that it writes to and whose ID is in the input.
 */
function flowKey(flow: FlowOperation, values: IDataObject): string | undefined {
	// Names that look the same may mean the same record.
	if (flow.lockKey) return visibleName(flow.lockKey(values as never));
	const writes = flow.uses.filter(
		({ effect, path }) =>
			effect !== 'read' && path && Object.keys(path).every((name) => values[name] !== undefined),
	);
	return writes.length === 0 ? undefined : recordKey(writes[0]!, values);
}

export class ItemLocks {
	/** The keys of the records that the item has locked. Its own requests do not wait for them. */
	private readonly heldRecords = new Set<string>();
	/** Keeps the items in their order until each has requested its {@link itemLock}. */
	private readonly orderLock: Lock;
	/** The lock of the record that the item is about, or of the subject of its flow. */
	private itemLock: Lock | undefined;

	/** The items of a node run are created in their order, so they also get their locks in it. */
	constructor(
		private readonly nodeRun: RunState,
		private readonly credential: () => string,
		private readonly signal: AbortSignal,
	) {
		this.orderLock = runLock(nodeRun).acquire(ORDER_OF_ITEMS);
	}

	/**
	 * Executes the operation of the item while it has the lock of the record or subject that it is
	 * about. The item keeps this lock until it ends.
	 */
	async withItemLock<T>(
		operation: Operation,
		{ path, values }: { path: IDataObject; values: IDataObject },
		work: () => Promise<T>,
	): Promise<T> {
		const isFlow = operation.kind === 'flow';
		const key = isFlow ? flowKey(operation, values) : recordKey(operation, path);
		if (key !== undefined) {
			await unlessAborted(this.orderLock.ready, this.signal);
			this.itemLock = isFlow
				? runLock(this.nodeRun).acquire(key)
				: recordLock.acquire(this.keyOfAccount(key));
		}
		this.orderLock.release();
		if (this.itemLock?.ready) await this.waitUntil(this.itemLock.ready);
		if (key !== undefined && !isFlow) this.heldRecords.add(this.keyOfAccount(key));
		return await work();
	}

	/** The item has ended: releases what it has locked. */
	release(): void {
		this.orderLock.release();
		this.itemLock?.release();
	}

	/**
	 * Does work while nothing else writes to the record of a request.
	 * @param path the variables of its path, by the API's own names
	 */
	async withRecordLock<T>(
		operation: RequestOperation,
		path: IDataObject,
		work: () => Promise<T>,
	): Promise<T> {
		const record = recordKey(operation, path);
		const key = record === undefined ? undefined : this.keyOfAccount(record);
		if (key === undefined || this.heldRecords.has(key)) return await work();
		return await this.whileLocked(recordLock.acquire(key), async () => {
			this.heldRecords.add(key);
			return await work().finally(() => this.heldRecords.delete(key));
		});
	}

	async serialize<T>(subject: string, work: () => Promise<T>): Promise<T> {
		return await this.whileLocked(runLock(this.nodeRun).acquire(subject), work);
	}

	/** In another account, the same path is another record. */
	private keyOfAccount(record: string): string {
		return `${this.credential()} ${record}`;
	}

	private async whileLocked<T>({ ready, release }: Lock, work: () => Promise<T>): Promise<T> {
		try {
			if (ready) await this.waitUntil(ready);
			return await work();
		} finally {
			release();
		}
	}

	/** Says that the item waits, so that the node run can begin another one (`run/pool.ts`). */
	private async waitUntil(ready: Promise<void>): Promise<void> {
		this.nodeRun.waiting++;
		this.nodeRun.whenWaiting?.();
		try {
			await unlessAborted(ready, this.signal);
		} finally {
			this.nodeRun.waiting--;
		}
	}
}
