/** What makes one trigger differ from another, and how it shows its events. */
import type { IDataObject } from 'n8n-workflow';

import { readingOrder } from '../../engine/output/readingOrder';
import { simplified } from '../../support/simplify';
import type { TriggerNodeFields } from './triggerNodeFields';

/** What a trigger emits: something that happened to a record. */
export interface EmittedEvent {
	/** The ID of the event, which is the same in each poll. */
	eventId: string;
	event: string;
	occurredAt: string;
	record: IDataObject;
}

/** The fields of a trigger, and how it shows its events. */
export interface TriggerSpec extends TriggerNodeFields {
	/** The fields of a record that Simplify keeps. */
	simpleFields: readonly string[];
	/**
	 * Renames and converts fields before Simplify selects them, so that every trigger shows the
	 * same thing in the same way.
	 */
	readable?: (record: IDataObject) => IDataObject;
	/**
	 * With Simplify: an event in one sentence that can be sent to a chat as it is, with times in
	 * the zone of the workflow.
	 */
	summary?: (event: EmittedEvent, zone: string) => string;
	/** What a manual test says when there is nothing to show. */
	messageIfEmpty: string;
}

/** An event with its record as the platform returned it. */
export const rawEvent = ({ eventId, event, occurredAt, record }: EmittedEvent): IDataObject => ({
	eventId,
	event,
	occurredAt,
	...record,
});

/** The fields of an event that come first: they say what happened. */
const LEADING_FIELDS = ['event', 'summary', 'occurredAt'];

/** Shows events with Simplify: first what happened, then the fields that matter, and IDs last. */
export function readableEvents({ simpleFields, readable, summary }: TriggerSpec, zone: string) {
	const ordered = readingOrder(LEADING_FIELDS);
	return (emitted: EmittedEvent): IDataObject => {
		const record = simplified(readable?.(emitted.record) ?? emitted.record, simpleFields);
		return ordered({
			...rawEvent({ ...emitted, record }),
			...(summary && { summary: summary(emitted, zone) }),
		});
	};
}
