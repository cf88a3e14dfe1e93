/**
 * Operations that write to one record do so one after the other, and the items of a run in their order, even while an earlier one is
 * being repeated. Writes to different records do not wait for each other.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Operation, RequestOperation } from '../declare/operation';
import type { Run } from '../declare/run';
import { unlessAborted } from '../support/clock';
import { perObject } from '../support/perObject';
import { seenName } from '../support/seenNames';
import { pathOf } from '../transport/wire';
import { type Lines, type Place, takePlace } from './lines';

/** The lines at records, by credential and record: several runs may write to one. */
const recordLines: Lines = new Map();

/** The lines of a run, by what its flows are about; and one of all its items. */
const linesOf = perObject<Run, Lines>(() => new Map());

const ALL_ITEMS = ' ';

/**
 * The record that a request writes to: its path up to the last variable, filled in, so that all operations on a record share it.
 * Something without an ID is its path, and a part of a whole is that whole. Nothing for reads and for creations.
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

/** What a flow is about: what it declares, or the first record that it writes to by a given ID. */
function subjectOf(flow: Operation & { kind: 'flow' }, values: IDataObject): string | undefined {
	// Names that look the same may mean the same record.
	if (flow.about) return seenName(flow.about(values as never));
	const writes = flow.uses.filter(
		({ effect, path }) =>
			effect !== 'read' && path && Object.keys(path).every((name) => values[name] !== undefined),
	);
	return writes.length === 0 ? undefined : recordOf(writes[0]!, values);
}

export class Turns {
	/** Records that the item is writing to: what it does there meanwhile already has its turn. */
	private readonly held = new Set<string>();
	/** Its place among the items of the run, until it has one in the line that it waits in. */
	private readonly order: Place;
	private place: Place | undefined;

	/** Items are created in order: each takes its place after those before it. */
	constructor(
		private readonly run: Run,
		private readonly credential: () => string,
		private readonly signal: AbortSignal,
	) {
		this.order = takePlace(linesOf(run), ALL_ITEMS);
	}

	/** Does the work of the item in its turn, which lasts until the item has ended. */
	async atItem<T>(
		operation: Operation,
		{ path, values }: { path: IDataObject; values: IDataObject },
		work: () => Promise<T>,
	): Promise<T> {
		const isFlow = operation.kind === 'flow';
		const about = isFlow ? subjectOf(operation, values) : recordOf(operation, path);
		if (about !== undefined) {
			await unlessAborted(this.order.turn, this.signal);
			this.place = isFlow
				? takePlace(linesOf(this.run), about)
				: takePlace(recordLines, this.keyOf(about));
		}
		this.order.leave();
		if (this.place?.turn) await this.waitFor(this.place.turn);
		if (about !== undefined && !isFlow) this.held.add(this.keyOf(about));
		return await work();
	}

	/** The item has ended: the next one has its turn. */
	end(): void {
		this.order.leave();
		this.place?.leave();
	}

	/** Does work when no other writes to the record. */
	async atRecord<T>(
		operation: RequestOperation,
		path: IDataObject,
		work: () => Promise<T>,
	): Promise<T> {
		const record = recordOf(operation, path);
		if (record === undefined || this.held.has(this.keyOf(record))) return await work();
		return await this.inPlace(takePlace(recordLines, this.keyOf(record)), this.keyOf(record), work);
	}

	/** Does work after all other work about the same thing in the run. */
	async about<T>(thing: string, work: () => Promise<T>): Promise<T> {
		return await this.inPlace(takePlace(linesOf(this.run), thing), undefined, work);
	}

	private keyOf(record: string): string {
		return `${this.credential()} ${record}`;
	}

	private async inPlace<T>(
		{ turn, leave }: Place,
		key: string | undefined,
		work: () => Promise<T>,
	): Promise<T> {
		try {
			if (turn) await this.waitFor(turn);
			if (key !== undefined) this.held.add(key);
			return await work();
		} finally {
			if (key !== undefined) this.held.delete(key);
			leave();
		}
	}

	/** A waiting item gives its place among those in progress to another one. */
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
