/**
 * What a trigger remembers from poll to poll, in n8n's static data of the node: when it counts, and
 * when it is saved.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../support/time/clock';
import type { EmittedEvent, TriggerSpec } from '../declare/triggerSpec';
import type { CurrentPoll, EventFinder } from './eventFinder';
import { checkSettings, fingerprint, readSettings } from './settings';

/**
 * With durable cursors, n8n saves the memory of a trigger only after the poll has returned, so the
 * next poll may get an older one. For this long, polls with an older memory than the newest of this
 * process are skipped.
 */
const STALE_MEMORY_MS = 60_000;

/** The newest memory of each trigger in this process, and when it was made. */
const latest = new Map<string, { polls: number; madeAt: number }>();

/** What a trigger remembers of its last poll, and whether it still counts. */
interface LastMemory<M> {
	/**
	 * Absent if nothing is remembered, or nothing that still counts: then the trigger starts over.
	 */
	remembered: M | undefined;
	/**
	 * How many polls have changed the memory since the trigger started over; -1 if nothing is
	 * remembered.
	 */
	polls: number;
	/**
	 * The hash of the fields that the user has filled in, except for `fieldOutsideScope`. What is
	 * remembered counts only for these values.
	 */
	scope: string;
}

function readMemory<M extends object>(
	{ context, settings }: Pick<CurrentPoll, 'context' | 'settings'>,
	spec: TriggerSpec,
	finder: EventFinder<M>,
): LastMemory<M> {
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
export const startsOver = <M extends object>(
	context: IPollFunctions,
	spec: TriggerSpec,
	finder: EventFinder<M>,
): boolean =>
	!readMemory({ context, settings: readSettings(context, spec) }, spec, finder).remembered;

/** Whether a poll of this process has made a newer memory, which n8n may still be saving. */
function isStale(triggerKey: string, polls: number): boolean {
	const newest = latest.get(triggerKey);
	return (
		newest !== undefined &&
		polls < newest.polls &&
		clock.elapsed() - newest.madeAt < STALE_MEMORY_MS
	);
}

/**
 * Finds the events since what the trigger remembers, and remembers them. At the activation, and
 * after a field in its scope has changed, it starts over: nothing is emitted.
 */
export async function eventsSinceLastPoll<M extends object>(
	current: CurrentPoll,
	spec: TriggerSpec,
	finder: EventFinder<M>,
): Promise<EmittedEvent[]> {
	const { context, triggerKey } = current;
	const { remembered, polls, scope } = readMemory(current, spec, finder);
	// n8n may still be saving the newer memory. If it never arrives, n8n did not emit the events of
	// its poll either, so the older memory is the right one.
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
	await saveMemory(context).catch((error: unknown) => {
		throw current.poll.errorOf(
			`The state of the trigger could not be saved: ${(error as Error).message}`,
			'Check the database of n8n, then publish the workflow again.',
		);
	});
	return [];
}

/**
 * Saves the memory at once. With durable cursors, n8n drops it after a poll that throws, and after
 * the first poll of an activation if that has no events. The next poll would then start over, and
 * lose what happened in between.
 */
export async function saveMemory(context: IPollFunctions): Promise<void> {
	await context.__commitCursor?.();
}
