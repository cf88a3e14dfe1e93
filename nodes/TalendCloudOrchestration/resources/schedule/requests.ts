/** The requests about schedules as a whole. */
import { IN_A_DAY } from '../../../records/executions/plannedExecutions';
import { environmentField } from '../../../records/places/environments';
import { nothing, record, records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { boolean, id, milliseconds, text } from '../../../shared/declare/fields';
import { pageFields } from '../../../shared/declare/lists/pageFields';
import { limitOffset } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { period } from '../../../shared/declare/rules';
import { objectsIn } from '../../../shared/support/json';

export const OPERATOR = 'TMC_OPERATOR';

export const SCHEDULE = 'vendor:orchestration/Schedule';

export const NO_RIGHT = `This needs the permission ${OPERATOR}, and permissions on the workspace of the task or plan.`;

export const COLLIDING_TRIGGERS =
	'No two triggers of a schedule may be identical, and two executions must be at least 5 minutes apart; Talend Cloud looks 5 years ahead. Choose other times, or another name.';

export const SHORTLY_BEFORE_EXECUTION =
	'A change less than 3 minutes before an execution may affect that execution';

export const getManySchedules = operation('GET /orchestration/schedules', {
	name: 'Get Many',
	action: 'Get many schedules',
	description: 'List schedules with their triggers and what they start',
	origin: FROM_VENDOR,
	query: {
		environmentId: environmentField('Only schedules of this environment').optional(),
		descriptionFilter: text('Only schedules with this description; an asterisk matches any text')
			.label('Description')
			.eg('Finance Q*')
			.optional(),
		onlyBound: boolean('Whether to list only schedules that start a task or plan')
			.byDefault(false)
			.optional(),
		...pageFields('schedules'),
	},
	pages: limitOffset(),
	answers: records(SCHEDULE, { page: 'vendor:orchestration/PageSchedule', key: 'id' }),
});

const namesOf = (triggers: unknown): string =>
	objectsIn(triggers)
		.map(({ name }) => String(name))
		.join(', ');

const schedulePicker = picker({
	noun: 'schedule',
	method: 'searchSchedules',
	list: getManySchedules,
	narrowedBy: ['environmentId'],
	entry: ({ id: value, description, triggers }) => ({
		id: value,
		name: String(description || value),
		description: namesOf(triggers) || undefined,
	}),
	byName: true,
	example: '5f6a2b90e4b0b689a64ffe01',
});

export const scheduleField = (description = 'The schedule') =>
	id(description).label('Schedule').pick(schedulePicker);

export const descriptionField = text('What the schedule is for').eg('Finance quarter');

export const get = operation('GET /orchestration/schedules/{scheduleId}', {
	name: 'Get',
	action: 'Get a schedule',
	description: 'Get a schedule: its triggers, and the task or plan that it starts',
	origin: FROM_VENDOR,
	path: { scheduleId: scheduleField() },
	answers: record(SCHEDULE),
});

const NO_VIEW =
	'The credential lacks a permission on the workspace of the task or plan. Ask an administrator for it.';

export const update = operation('PATCH /orchestration/schedules/{scheduleId}', {
	name: 'Update',
	action: 'Update a schedule',
	description: 'Change the description of a schedule; its triggers have operations of their own',
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	effect: 'write',
	path: { scheduleId: scheduleField() },
	body: { description: descriptionField },
	refusals: { 428: NO_RIGHT },
	answers: nothing(),
});

export const clone = operation('POST /orchestration/schedules/{scheduleId}', {
	name: 'Clone',
	action: 'Clone a schedule',
	description: 'Copy a schedule with all its triggers; the copy starts nothing until it is bound',
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	path: { scheduleId: scheduleField('The schedule to copy') },
	body: {
		description: text(
			'What the copy is for; defaults to "copy of" with the description of the schedule',
		)
			.eg('Finance quarter, test')
			.optional(),
	},
	refusals: { 428: NO_RIGHT },
	answers: record(undefined, { requiredFields: ['id'] }),
});

export const remove = operation('DELETE /orchestration/schedules/{scheduleId}', {
	name: 'Delete',
	action: 'Delete a schedule',
	description: 'Delete a schedule that starts nothing',
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	path: { scheduleId: scheduleField() },
	refusals: {
		409: 'It still starts a task or plan: unbind it first (Unbind From Task, Unbind From Plan).',
		428: NO_RIGHT,
	},
	answers: nothing(),
});

export const getEvents = operation('GET /orchestration/schedules/{scheduleId}/events', {
	name: 'Get Scheduled Executions',
	action: 'Get the scheduled executions of a schedule',
	description: 'List when a schedule would start its task or plan; works even before it is bound',
	origin: FROM_VENDOR,
	path: { scheduleId: scheduleField() },
	query: {
		to: milliseconds('Only executions up to this time')
			.opensWith(IN_A_DAY)
			.sample('2026-05-01T00:00:00Z'),
		from: milliseconds('Only executions from this time on; defaults to now')
			.sample('2026-04-01T00:00:00Z')
			.optional(),
		...pageFields('executions'),
	},
	rules: [period('from', 'to')],
	pages: limitOffset(),
	refusals: { 409: COLLIDING_TRIGGERS, 428: NO_VIEW },
	// No two executions start at the same time.
	answers: records(undefined, { key: 'datetime' }),
});
