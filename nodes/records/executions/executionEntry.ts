/** The entries of pickers of executions: what was executed, how it ended, and when. */
import { DateTime } from 'luxon';

import type { Picker } from '../../shared/declare/lists/picker';
import type { RequestOperation } from '../../shared/declare/operation';
import { platformTime } from '../../shared/support/time/time';
import { zoneToShow } from '../../shared/support/time/timeZones';
import { executableIdOf, readNames } from './executableNames';
import { outcomeOf } from './outcome';

/** How many pages of tasks or plans are read at most to show their names in a picker. */
const MAX_PAGES = 3;

/** The field that is added to executions, with the name of their task or plan. */
const NAME = 'executableName';

/**
 * Adds the name of its task or plan to each execution.
 * @param list the list of tasks or plans
 * @param ids the fields in which executions may have the ID of the task or plan
 */
export const withNamesOf =
	(list: RequestOperation, ids: readonly string[]): NonNullable<Picker['complete']> =>
	async (executions, ask) => {
		const wanted = executions.map((execution) => executableIdOf(execution, ids));
		const names = await readNames((values) => ask(list, values), wanted, MAX_PAGES);
		return executions.map((execution) => ({
			...execution,
			[NAME]: names.get(executableIdOf(execution, ids))?.name,
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
		const what = execution[NAME] ?? executableIdOf(execution, ids);
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
