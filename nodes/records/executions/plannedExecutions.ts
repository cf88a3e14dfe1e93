/**
 * The executions that schedules will start: the search, and what the other ways to list them share
 * with it.
 */
import { records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { list, milliseconds, object } from '../../shared/declare/fields';
import { limitOffset } from '../../shared/declare/lists/paging';
import { period } from '../../shared/declare/rules';
import { anyEngineField, runtimeTypeField } from '../engines/taskRuntime';
import { environmentField } from '../places/environments';
import { workspacesField } from '../places/workspaces';
import { executionPageFields } from './taskExecutions';

export const NOW = '={{ $now.toISO() }}';
export const IN_A_DAY = '={{ $now.plus({ days: 1 }).toISO() }}';

/** The time span in which executions are searched for. */
export const plannedTimeFields = {
	to: milliseconds('Only executions up to this time')
		.opensWith(IN_A_DAY)
		.sample('2026-05-01T00:00:00Z'),
	from: milliseconds('Only executions from this time on; defaults to now')
		.sample('2026-04-01T00:00:00Z')
		.optional(),
};

export const plannedTimeRules = [period('from', 'to')];

/** Objects, or only the dates. */
export const events = records('B.ScheduledEventsResponse', {
	valueName: 'date',
	leads: ['date', 'sourceTriggerName'],
});

export const searchEvents = operation('POST /orchestration/executables/events/search', {
	name: 'Search Events',
	action: 'Search scheduled executions',
	description: 'List when schedules will start the tasks and plans of an environment',
	effect: 'read',
	body: {
		environmentId: environmentField(),
		...plannedTimeFields,
		workspaceIds: workspacesField('Only executions in these workspaces').optional(),
		tags: list('Only executions of tasks that have all of these tags')
			.sample(['nightly', 'finance'])
			.optional(),
		runtime: object('Only executions on this engine', {
			type: runtimeTypeField.optional(),
			id: anyEngineField('Remote engine or cluster').optional(),
		}).optional(),
		...executionPageFields,
	},
	rules: plannedTimeRules,
	pages: limitOffset({ where: 'body' }),
	answers: events,
});
