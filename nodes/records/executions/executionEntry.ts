/** An execution as a list shows it: what was run, how it ended, and when. */
import { DateTime } from 'luxon';

import type { Picker } from '../../shared/declare/lists/picker';
import type { RequestOperation } from '../../shared/declare/operation';
import { platformTime } from '../../shared/support/time';
import { zoneToShow } from '../../shared/support/timeZones';
import { idOfWhatRan, readNames } from './names';
import { outcomeOf } from './outcome';

/** Pages of tasks or plans that are read for their names while somebody chooses. */
const MAX_PAGES = 3;

/** The name of the task or plan, added to executions. */
const NAME = 'nameOfWhatRan';

/**
 * Completes executions by the names of what ran.
 * @param list the list of tasks or plans
 * @param ids the fields in which an execution has the ID of the task or plan
 */
export const withNamesOf =
	(list: RequestOperation, ids: readonly string[]): NonNullable<Picker['complete']> =>
	async (executions, ask) => {
		const wanted = executions.map((execution) => idOfWhatRan(execution, ids));
		const names = await readNames((values) => ask(list, values), wanted, MAX_PAGES);
		return executions.map((execution) => ({
			...execution,
			[NAME]: names.get(idOfWhatRan(execution, ids))?.name,
		}));
	};

const WORDS = {
	succeeded: 'succeeded',
	rejected: 'rejected rows',
	failed: 'failed',
	deployFailed: 'deployment failed',
	terminated: 'terminated',
	misfired: 'did not start',
	unknown: 'ended',
} as const;

/** "Load orders · failed · 22 Nov 06:39". */
export const executionEntry =
	(ids: readonly string[]): Picker['entry'] =>
	(execution, timezone = 'UTC') => {
		const outcome = outcomeOf(execution);
		const time = DateTime.fromMillis(
			platformTime(execution.triggerTimestamp ?? execution.startTimestamp),
			{ zone: zoneToShow(timezone) },
		);
		const what = execution[NAME] ?? idOfWhatRan(execution, ids);
		const parts = [
			what,
			outcome === undefined ? 'running' : WORDS[outcome],
			time.isValid ? time.toFormat('d LLL HH:mm') : undefined,
		];
		return {
			id: String(execution.executionId ?? ''),
			name: parts.filter((part) => part !== undefined && part !== '').join(' · '),
			...(execution.errorMessage ? { description: String(execution.errorMessage) } : {}),
		};
	};
