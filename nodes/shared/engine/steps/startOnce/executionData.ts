/**
 * What an execution has started on the platform, stored as its custom data: it is there even if a
 * person stopped it, or if it failed before a node output anything. n8n saves it when the execution
 * ends.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { N8nContext } from '../../../transport/senders';

/**
 * n8n stores ten values with an execution, including the workflow's own, so the node uses only some
 * of them.
 */
const KEYS = ['talendStarted', 'talendStarted2', 'talendStarted3', 'talendStarted4'];

const LENGTH = 255;

const SEPARATOR = ', ';

/** Stores the ID of an execution, if n8n supports it (from 2.20 on) and there is space left. */
export function saveExecutionId(context: N8nContext, executionId: unknown): void {
	if (typeof executionId !== 'string' || executionId === '') return;
	try {
		const { customData } = context as IExecuteFunctions;
		const stored = KEYS.map((key) => customData.get(key) ?? '');
		if (stored.some((ids) => ids.split(SEPARATOR).includes(executionId))) return;
		const free = stored.findIndex(
			(ids) => ids.length + SEPARATOR.length + executionId.length <= LENGTH,
		);
		if (free >= 0)
			customData.set(KEYS[free]!, [stored[free], executionId].filter(Boolean).join(SEPARATOR));
	} catch {
		// Earlier n8n and some of its contexts have no execution to store data with: what was started
		// is in the output.
	}
}
