import type { IDataObject } from 'n8n-workflow';

import { platformTime } from '../../shared/support/time/time';

/**
 * When an execution was triggered, in ms since 1970; NaN if it does not say. Plans have no trigger
 * time: they start when they are triggered.
 */
export function triggeredAt({ triggerTimestamp, startTimestamp }: IDataObject): number {
	const triggered = platformTime(triggerTimestamp);
	return Number.isNaN(triggered) ? platformTime(startTimestamp) : triggered;
}
