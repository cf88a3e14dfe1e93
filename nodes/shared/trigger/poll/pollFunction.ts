/**
 * What all polls share: that a trigger runs only one at a time (except manual tests), the time
 * limit, the settings, and the output items. Start here: n8n calls the `poll` function of a trigger
 * node, which is made here. An {@link EventFinder} finds its events. There are three:
 *
 * - streams/streamPoll.ts, for lists with times. It reads each stream (source.ts), part by part
 *   (reading/readParts.ts), and gives the parts to the cursor (cursor.ts), which decides what is
 *   new. Then it reads the executions that the list no longer shows (openExecutions.ts), and closes
 *   the cursor: that makes what is remembered.
 * - additions/additions.ts, for lists without times.
 * - states/states.ts, for records that only show their current state.
 */
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { rawEvent, readableEvents, type TriggerSpec } from '../declare/triggerSpec';
import { startPoll } from '../requests/pollRequests';
import type { EventFinder } from './eventFinder';
import { eventsSinceLastPoll, startsOver } from './memory';
import { checkSettings, readSettings } from './settings';

/**
 * The polls in progress in this process, by their triggers: two polls of one node would emit the
 * same events.
 */
const inProgress = new Map<string, Promise<unknown>>();

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
	const current = { context, poll, settings, triggerKey };
	const events = isManual
		? await finder.findTestEvents(current)
		: await eventsSinceLastPoll(current, spec, finder);
	if (isManual && events.length === 0)
		throw poll.errorOf(
			spec.messageIfEmpty,
			`Change the ${'events' in spec.fields ? 'events or filters' : 'filters'}, or try again after such an event.`,
		);
	const outputOf = settings.simplifies ? readableEvents(spec, context.getTimezone()) : rawEvent;
	return events.length === 0 ? null : [events.map((event) => ({ json: outputOf(event) }))];
}
