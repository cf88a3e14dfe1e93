/**
 * A trigger with fields and filters.
 */
import { records } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { choice, datetime, id, list, text } from '../../../../nodes/shared/declare/fields';
import { picker } from '../../../../nodes/shared/declare/lists/picker';
import { onlyWith } from '../../../../nodes/shared/declare/rules';
import { type TriggerNodeFields } from '../../../../nodes/shared/trigger/declare/triggerNodeFields';

const getMany = operation('GET /x', {
	name: 'X',
	action: 'X',
	description: 'X',
	answers: records(undefined),
});

export const tasks = picker({
	noun: 'task',
	method: 'searchTasks',
	byName: true,
	example: 't',
	list: getMany,
	entry: () => ({ id: 't', name: 'T' }),
});

export const spec: TriggerNodeFields = {
	fields: {
		runsOf: choice('R', ['tasks', 'plans']).initial('tasks'),
		events: list('The events').shownWhen({ runsOf: ['tasks'] }),
	},
	filters: {
		taskId: id('The task').pick(tasks).optional(),
		name: text('N').label('Name Contains').optional(),
		from: datetime('F').optional(),
		both: text('B').optional(),
	},
	rules: [
		onlyWith('name', 'taskId'),
		{
			...onlyWith('events', 'name'),
			finding: ({ events }) =>
				Array.isArray(events) && (events as unknown[]).includes('bad')
					? 'cannot be bad'
					: undefined,
		},
	],
};
