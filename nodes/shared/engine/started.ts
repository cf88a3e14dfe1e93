/**
 * What an execution has started on the platform, stored as its custom data: it is there even if a person stopped it, or if it failed
 * before a node output anything. n8n saves it when the execution ends.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Context } from '../transport/senders';

/** n8n stores ten values with an execution, including the workflow's own, so the node uses only some of them. */
const KEYS = ['talendStarted', 'talendStarted2', 'talendStarted3', 'talendStarted4'];

const LENGTH = 255;

const SEPARATOR = ', ';

/** Stores the ID of an execution, if n8n supports it (from 2.20 on) and there is space left. */
export function keepStarted(context: Context, executionId: unknown): void {
	if (typeof executionId !== 'string' || executionId === '') return;
	try {
		const { customData } = context as IExecuteFunctions;
		const kept = KEYS.map((key) => customData.get(key) ?? '');
		if (kept.some((ids) => ids.split(SEPARATOR).includes(executionId))) return;
		const room = kept.findIndex(
			(ids) => ids.length + SEPARATOR.length + executionId.length <= LENGTH,
		);
		if (room >= 0)
			customData.set(KEYS[room]!, [kept[room], executionId].filter(Boolean).join(SEPARATOR));
	} catch {
		// Earlier n8n and some of its contexts have no execution to store data with: what was started is in the output.
	}
}
