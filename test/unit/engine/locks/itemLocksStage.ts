/**
 * Items that write to records, and a log of what they did.
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { id, text } from '../../../../nodes/shared/declare/fields';
import type { Operation } from '../../../../nodes/shared/declare/operation';
import { ItemLocks } from '../../../../nodes/shared/engine/locks/itemLocks';
import type { RunState } from '../../../../nodes/shared/engine/run/runState';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { stub } from '../../../support/stub';

export const path = { taskId: id('T') };

/** Writes to a record. */
export const update = operation('PUT /tasks/{taskId}', {
	...ANY_TEXTS,
	path,
	body: { name: text('N').optional() },
	answers: record(undefined),
});

/** Acts on a record, which is a write as well. */
export const pause = operation('POST /tasks/{taskId}/pause', {
	...ANY_TEXTS,
	path,
	answers: nothing(),
});

/** Creates a record, so that it is about none that is there. */
export const create = operation('POST /tasks', {
	...ANY_TEXTS,
	body: { name: text('N') },
	answers: record(undefined),
});

/** Only reads a record. */
export const read = operation('GET /tasks/{taskId}', {
	...ANY_TEXTS,
	path,
	answers: record(undefined),
});

let credentials = 0;

/** The items of a run, in their order; what they do is written down. */
export function items(count: number, shared: { credential?: string; run?: RunState } = {}) {
	const credential = shared.credential ?? `locks ${++credentials}`;
	const run = shared.run ?? stub<RunState>({ waiting: 0 });
	const stops = Array.from({ length: count }, () => new AbortController());
	return {
		run,
		credential,
		stops,
		locks: stops.map(({ signal }) => new ItemLocks(run, () => credential, signal)),
	};
}

/** What the items of the running test did, in order. */
export const log: string[] = [];

beforeEach(() => void (log.length = 0));

/** After everything that is not waiting for a lock has been done. */
export const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** Work that lasts until the test ends it. */
export function work(name: string) {
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	return {
		end: async () => {
			end();
			await settled();
		},
		run: async () => {
			log.push(`${name} begins`);
			await ended;
			log.push(`${name} ends`);
			return name;
		},
	};
}

/** An item from its beginning to its end. */
export const item = async (
	locks: ItemLocks,
	declared: Operation,
	values: IDataObject,
	run: () => Promise<unknown>,
) =>
	await locks.withItemLock(declared, { path: values, values }, run).finally(() => locks.release());
