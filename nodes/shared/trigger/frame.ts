/** What all polls share: one at a time, a time limit, settings, the age of the state, and the resulting items. */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readingOrder } from '../declare/readingOrder';
import { clock } from '../support/clock';
import { simplified } from '../support/simplify';
import { startPoll } from './budget';
import type { TriggerEvent } from './stream';
import { fingerprint, readSettings, type Settings, type TriggerFields } from './settings';
import type { Poll } from './listing';

export type Emitted = Omit<TriggerEvent, 'step'>;

/** What a trigger shows of its events. */
export interface TriggerFrame extends TriggerFields {
	/** Adds what the records lack to events before they are emitted. */
	complete?: (poll: Poll, events: Emitted[]) => Promise<void>;
	/** The fields of a record that Simplify keeps. */
	simple: readonly string[];
	/** What Simplify makes of a record before it keeps those fields: one name and one form for one thing. */
	readable?: (record: IDataObject) => IDataObject;
	/** With Simplify: an event in one sentence that can be sent to a chat as it is, with times in the zone of the workflow. */
	summary?: (event: Emitted, zone: string) => string;
	/** What a manual test says when there is nothing to show. */
	messageIfEmpty: string;
}

export interface CurrentPoll {
	context: IPollFunctions;
	poll: Poll;
	settings: Settings;
	/** Of which workflow and node. Names are unique in a workflow, as n8n's own static data relies on; IDs are not in old workflows. */
	key: string;
}

/** With durable cursors, n8n saves a state after the poll has returned, and can give an older one to the next: how long to wait. */
const KEEPING_MS = 60_000;

/** The polls in progress in this process: two of one node would emit the same events. */
const underWay = new Set<string>();

/** The newest state of each trigger in this process, and when it was made. */
const latest = new Map<string, { polls: number; at: number }>();

/** How a trigger finds events; it remembers an M. */
interface Finding<M extends object> {
	/** For a manual test, which touches no state. */
	shown: (turn: CurrentPoll) => Promise<Emitted[]>;
	/** What is remembered, if it is valid: others can write where it is kept. */
	recall: (stored: IDataObject, given: IDataObject) => M | undefined;
	/** A setting with which the trigger does not start over. */
	apart?: string;
	/** What is new to what is remembered; `keep` remembers. At the activation nothing is, and nothing is emitted. */
	fresh: (turn: CurrentPoll, before: M | undefined, keep: (now: M) => void) => Promise<Emitted[]>;
}

/** The `poll` function of a trigger node. */
export function pollFunction<M extends object>(spec: TriggerFrame, finding: Finding<M>) {
	return async function (this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const manual = this.getMode() === 'manual';
		const key = `${this.getWorkflow().id ?? ''} ${this.getNode().name}`;
		if (!manual && underWay.has(key)) return null;
		if (!manual) underWay.add(key);
		const poll = startPoll(this);
		try {
			const settings = readSettings(this, spec);
			const turn: CurrentPoll = { context: this, poll, settings, key };
			const events = manual ? await finding.shown(turn) : await newEvents(turn, spec, finding);
			if (manual && events.length === 0)
				throw poll.errorOf(
					spec.messageIfEmpty,
					`Change the ${'events' in spec.fields ? 'events or filters' : 'filters'}, or try again when there is one.`,
				);
			await spec
				.complete?.(poll, events)
				.catch((error: unknown) =>
					this.logger.warn(`Names could not be read: ${(error as Error).message}`),
				);
			const shown = settings.simple ? readableEvents(spec, this.getTimezone()) : rawEvent;
			return events.length === 0 ? null : [events.map((event) => ({ json: shown(event) }))];
		} finally {
			if (!manual) underWay.delete(key);
		}
	};
}

/** An event with its record as the platform returned it. */
const rawEvent = ({ eventId, event, occurredAt, record }: Emitted): IDataObject => ({
	eventId,
	event,
	occurredAt,
	...record,
});

/** The fields of an event that come first: they say what happened. */
const LEADS = ['event', 'summary', 'occurredAt'];

/** Events as people read them: what happened, the fields that matter, and IDs last. */
function readableEvents({ simple, readable, summary }: TriggerFrame, zone: string) {
	const ordered = readingOrder(LEADS);
	return (emitted: Emitted): IDataObject => {
		const record = simplified(readable?.(emitted.record) ?? emitted.record, simple);
		return ordered({
			...rawEvent({ ...emitted, record }),
			...(summary && { summary: summary(emitted, zone) }),
		});
	};
}

/** What is new to what a trigger remembers of its scope; the age of that is the number of polls that made it. */
async function newEvents<M extends object>(
	turn: CurrentPoll,
	spec: TriggerFrame,
	finding: Finding<M>,
): Promise<Emitted[]> {
	const { context, key, settings } = turn;
	const data = context.getWorkflowStaticData('node');
	const scope = Object.fromEntries(
		Object.entries(settings.given).filter(([name]) => name !== finding.apart),
	);
	const of = fingerprint(spec, scope, context.getNode().parameters);
	// Plain values, because n8n's object tracks its own changes.
	const stored = JSON.parse(JSON.stringify(data.memory ?? null)) as IDataObject | null;
	const before = stored?.of === of ? finding.recall(stored, settings.given) : undefined;
	const polls = before ? Number(stored!.polls) || 0 : -1;
	const last = latest.get(key);
	// A newer state was made a moment ago. If that state never returns, it was not saved, and nothing of its poll was emitted.
	if (before && last && polls < last.polls && clock.elapsed() - last.at < KEEPING_MS) return [];
	const events = await finding.fresh(turn, before, (now) => {
		data.memory = { of, ...now, polls: polls + 1 };
		latest.set(key, { polls: polls + 1, at: clock.elapsed() });
	});
	if (before) return events;
	await commitState(context);
	return [];
}

/**
 * With durable cursors n8n drops what some polls stage: that of an activation, because it has nothing to emit
 * (the next one would start over, and lose what happened in between), and one that throws.
 */
export async function commitState(context: IPollFunctions): Promise<void> {
	await context
		.__commitCursor?.()
		.catch((error: unknown) =>
			context.logger.warn(`What was read could not be saved: ${(error as Error).message}`),
		);
}
