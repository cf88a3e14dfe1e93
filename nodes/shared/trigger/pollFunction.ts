/**
 * What all polls share: that a trigger runs only one at a time (except manual tests), the time
 * limit, the settings, the check that the state is the newest one, and the output items. Start
 * here; who calls whom:
 *
 * - n8n calls the `poll` function of a trigger node, which is made here. It calls startPoll()
 *   (pollRequests.ts), readSettings() (settings.ts), and an {@link EventFinder}. There are three:
 *   streams/streamPoll.ts for lists with times, comparing/additions.ts for lists without times, and
 *   comparing/states.ts, with stateChanges.ts, for records that only show their current state.
 * - streamPoll.ts reads each of its streams with readStream() (source.ts). That reads the parts of
 *   a list (reading/partReader.ts), and gives them to the cursor (cursor.ts), which decides what is
 *   new. Then it reads the executions that the list no longer shows (openExecutions.ts), and closes
 *   the cursor: that makes the new state. stream.ts and position.ts say what is observed and
 *   remembered.
 * - reading/partReader.ts divides the time since the watermark into periods, and reads each with
 *   readPeriod.ts, page by page (timedPage.ts); listing.ts describes a list.
 * - stateSize.ts says how much is remembered; clocks.ts, which clock counts.
 * - triggerFields.ts has the fields of a trigger, which triggerProperties.ts shows in the editor.
 */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readingOrder } from '../declare/readingOrder';
import { clock } from '../support/clock';
import { simplified } from '../support/simplify';
import type { Poll } from './pollRequests';
import { startPoll } from './pollRequests';
import { checkSettings, fingerprint, readSettings, type TriggerSettings } from './settings';
import type { TriggerEvent } from './streams/stream';
import { type TriggerFields } from './triggerFields';

export type EmittedEvent = Omit<TriggerEvent, 'phase'>;

/** The fields of a trigger, and how it shows its events. */
export interface TriggerSpec extends TriggerFields {
	/**
	 * Adds to the records of events what the platform's list leaves out, such as names, before they
	 * are emitted.
	 */
	addDetails?: (poll: Poll, events: EmittedEvent[]) => Promise<void>;
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

export interface CurrentPoll {
	context: IPollFunctions;
	poll: Poll;
	settings: TriggerSettings;
	/**
	 * Identifies the workflow and the node. A node's name is unique in its workflow; its ID is not
	 * in workflows of old n8n versions.
	 */
	triggerKey: string;
}

/** How a trigger finds its events. `M` is what it remembers from poll to poll. */
interface EventFinder<M extends object> {
	/** The events that a manual test shows. It neither reads nor changes what is remembered. */
	findTestEvents: (current: CurrentPoll) => Promise<EmittedEvent[]>;
	/**
	 * What was remembered; undefined if it is not valid, because other code can write where it is
	 * stored.
	 */
	restore: (stored: IDataObject, values: IDataObject) => M | undefined;
	/** The name of a field whose change does not make the trigger start over. */
	fieldOutsideScope?: string;
	/**
	 * The events since the last poll.
	 * @param before what was remembered; undefined at the activation, when no event is emitted
	 * @param remember keeps something for the next poll
	 */
	findNewEvents: (
		current: CurrentPoll,
		before: M | undefined,
		remember: (memory: M) => void,
	) => Promise<EmittedEvent[]>;
}

/**
 * With durable cursors, n8n saves a state only after the poll has returned, so the next poll may
 * get an older one. For this long, polls with an older state than the newest of this process are
 * skipped.
 */
const STALE_STATE_MS = 60_000;

/**
 * The polls in progress in this process, by their triggers: two polls of one node would emit the
 * same events.
 */
const inProgress = new Map<string, Promise<unknown>>();

/** The share of a poll's time that is kept to add details to its events. */
const DETAILS_SHARE = 0.1;

/** For how long details may delay events at most. */
const MAX_DETAILS_MS = 30_000;

/** The newest state of each trigger in this process, and when it was made. */
const latest = new Map<string, { polls: number; madeAt: number }>();

/** The `poll` function of a trigger node. */
export function pollFunction<M extends object>(spec: TriggerSpec, finder: EventFinder<M>) {
	return async function (this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const triggerKey = `${this.getWorkflow().id ?? ''} ${this.getNode().name}`;
		const findEvents = async () => await pollOnce(this, triggerKey, spec, finder);
		if (this.getMode() === 'manual') return await findEvents();
		while (inProgress.has(triggerKey)) {
			// A poll that starts over is not skipped. If other settings have just been published, what
			// happens until the next poll would be lost, and wrong settings would not be reported. If
			// two of them wait for the same poll, the second then waits for the first.
			if (!startsOver(this, spec, finder)) return null;
			await inProgress.get(triggerKey);
		}
		const polling = findEvents();
		inProgress.set(
			triggerKey,
			polling.catch(() => undefined),
		);
		return await polling.finally(() => inProgress.delete(triggerKey));
	};
}

async function pollOnce<M extends object>(
	context: IPollFunctions,
	triggerKey: string,
	spec: TriggerSpec,
	finder: EventFinder<M>,
): Promise<INodeExecutionData[][] | null> {
	const isManual = context.getMode() === 'manual';
	const poll = startPoll(context);
	const settings = readSettings(context, spec);
	if (isManual) checkSettings(context, spec, settings.values);
	const findMs = poll.leftMs() * (spec.addDetails ? 1 - DETAILS_SHARE : 1);
	const current = { context, poll: poll.limitedTo(findMs), settings, triggerKey };
	const events = isManual
		? await finder.findTestEvents(current)
		: await eventsSinceLastPoll(current, spec, finder);
	if (isManual && events.length === 0)
		throw poll.errorOf(
			spec.messageIfEmpty,
			`Change the ${'events' in spec.fields ? 'events or filters' : 'filters'}, or try again after such an event.`,
		);
	await spec
		.addDetails?.(poll.limitedTo(MAX_DETAILS_MS), events)
		.catch((error: unknown) =>
			context.logger.warn(`Names could not be read: ${(error as Error).message}`),
		);
	const outputOf = settings.simplifies ? readableEvents(spec, context.getTimezone()) : rawEvent;
	return events.length === 0 ? null : [events.map((event) => ({ json: outputOf(event) }))];
}

/** An event with its record as the platform returned it. */
const rawEvent = ({ eventId, event, occurredAt, record }: EmittedEvent): IDataObject => ({
	eventId,
	event,
	occurredAt,
	...record,
});

/** The fields of an event that come first: they say what happened. */
const LEADING_FIELDS = ['event', 'summary', 'occurredAt'];

/** Shows events with Simplify: first what happened, then the fields that matter, and IDs last. */
function readableEvents({ simpleFields, readable, summary }: TriggerSpec, zone: string) {
	const ordered = readingOrder(LEADING_FIELDS);
	return (emitted: EmittedEvent): IDataObject => {
		const record = simplified(readable?.(emitted.record) ?? emitted.record, simpleFields);
		return ordered({
			...rawEvent({ ...emitted, record }),
			...(summary && { summary: summary(emitted, zone) }),
		});
	};
}

/** What a trigger remembers of its last poll, and whether it still counts. */
interface RememberedState<M> {
	/**
	 * Absent if nothing is remembered, or nothing that still counts: then the trigger starts over.
	 */
	remembered: M | undefined;
	/**
	 * How many polls have changed the state since the activation; -1 if nothing is remembered that
	 * still counts.
	 */
	polls: number;
	/**
	 * The hash of the fields that the user has filled in. What is remembered counts only for these.
	 */
	scope: string;
}

function readMemory<M extends object>(
	{ context, settings }: Pick<CurrentPoll, 'context' | 'settings'>,
	spec: TriggerSpec,
	finder: EventFinder<M>,
): RememberedState<M> {
	const fields = Object.fromEntries(
		Object.entries(settings.values).filter(([name]) => name !== finder.fieldOutsideScope),
	);
	const scope = fingerprint(spec, fields, context.getNode().parameters);
	const { memory } = context.getWorkflowStaticData('node');
	// A plain copy, because n8n tracks the changes of its own object.
	const stored = JSON.parse(JSON.stringify(memory ?? null)) as IDataObject | null;
	if (stored?.scope !== scope) return { remembered: undefined, polls: -1, scope };
	const remembered = finder.restore(stored, settings.values);
	if (!remembered)
		context.logger.warn('The saved state of the trigger is damaged, so it starts over');
	return { remembered, polls: remembered ? Number(stored.polls) || 0 : -1, scope };
}

/** Whether nothing is remembered that counts for the present settings. */
const startsOver = <M extends object>(
	context: IPollFunctions,
	spec: TriggerSpec,
	finder: EventFinder<M>,
): boolean =>
	!readMemory({ context, settings: readSettings(context, spec) }, spec, finder).remembered;

/** Whether a poll of this process has made a newer state, which n8n may still be saving. */
function isStale(triggerKey: string, polls: number): boolean {
	const newest = latest.get(triggerKey);
	return (
		newest !== undefined && polls < newest.polls && clock.elapsed() - newest.madeAt < STALE_STATE_MS
	);
}

/**
 * Finds the events since what the trigger remembers, and remembers them. At the activation, and
 * after its fields have changed, it starts over: nothing is emitted.
 */
async function eventsSinceLastPoll<M extends object>(
	current: CurrentPoll,
	spec: TriggerSpec,
	finder: EventFinder<M>,
): Promise<EmittedEvent[]> {
	const { context, triggerKey } = current;
	const { remembered, polls, scope } = readMemory(current, spec, finder);
	// n8n may still be saving the newer state. If it never arrives, n8n did not emit the events of
	// its poll either, so the older state is the right one.
	if (remembered && isStale(triggerKey, polls)) return [];
	// A running trigger does not use where it starts. The value of an expression there may have
	// passed the end by now.
	if (!remembered) checkSettings(context, spec, current.settings.values);
	const events = await finder.findNewEvents(current, remembered, (memory) => {
		// n8n saves this after the poll: its default scheduler does so before it creates the workflow
		// execution for the events, durable cursors do both together.
		const data = context.getWorkflowStaticData('node');
		data.memory = { scope, ...memory, polls: polls + 1 };
		latest.set(triggerKey, { polls: polls + 1, madeAt: clock.elapsed() });
	});
	if (remembered) return events;
	await commitState(context).catch((error: unknown) => {
		throw current.poll.errorOf(
			`The state of the trigger could not be saved: ${(error as Error).message}`,
			'Check the database of n8n, then publish the workflow again.',
		);
	});
	return [];
}

/**
 * Saves the state at once. With durable cursors, n8n drops it after a poll that throws, and after
 * the first poll of an activation if that has no events. The next poll would then start over, and
 * lose what happened in between.
 */
export async function commitState(context: IPollFunctions): Promise<void> {
	await context.__commitCursor?.();
}
