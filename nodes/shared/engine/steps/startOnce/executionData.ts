/**
 * Stores the IDs of what a workflow execution has started on the platform as its custom data. n8n
 * saves them when the execution ends, even if a person stopped it, or if it failed before a node
 * had any output.
 */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { N8nContext } from '../../../n8n/contexts';

/**
 * n8n stores ten values with an execution, including the workflow's own, so the node uses only some
 * of them.
 */
const KEYS = ['talendStarted', 'talendStarted2', 'talendStarted3', 'talendStarted4'];

const LENGTH = 255;

const SEPARATOR = ', ';

/** Stores the ID of an execution, if n8n supports it and there is space left. */
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
		// n8n < 2.20, and some contexts of newer versions, cannot store custom data. Then the IDs are
		// only in the output.
	}
}
