/** The interface of the three ways in which triggers find their events (see pollFunction.ts). */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { EmittedEvent } from '../declare/triggerSpec';
import type { Poll } from '../requests/pollRequests';
import type { TriggerSettings } from './settings';

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
export interface EventFinder<M extends object> {
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
