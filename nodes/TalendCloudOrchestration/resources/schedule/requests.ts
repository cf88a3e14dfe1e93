/** Requests that list and read schedules and add triggers to them. */
import type { IDataObject } from 'n8n-workflow';
import { environmentId } from '../../../records/places/environments';
import { nothing, type Output, record, records } from '../../../shared/declare/answers';
import type { Input } from '../../../shared/declare/context';
import { operation, wholeBody } from '../../../shared/declare/define';
import { boolean, id, integer, text } from '../../../shared/declare/fields';
import { limitOffset } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import type { ContextShowing, RequestOperation } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { withBody } from '../../../shared/flows/wholeRecords';
import { objectsIn } from '../../../shared/support/json';
import { FORM_MESSAGES } from '../../schedules/triggerForm';
import { namedTrigger, platformTrigger, triggerRules, triggerSettings } from './scheduleTriggers';

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
		environmentId: environmentId('Only schedules of this environment').optional(),
		descriptionFilter: text('Only schedules with this description; an asterisk matches any text')
			.label('Description')
			.eg('Finance Q*')
			.optional(),
		onlyBound: boolean('Whether to list only schedules that start a task or plan')
			.byDefault(false)
			.optional(),
		limit: integer('Size of a page').min(1).max(100).byDefault(100).optional(),
		offset: integer('How many schedules to skip').min(0).byDefault(0).sample(10).optional(),
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
	within: ['environmentId'],
	entry: ({ id: value, description, triggers }) => ({
		id: String(value ?? ''),
		name: String(description || value),
		description: namesOf(triggers) || undefined,
	}),
	byName: true,
	example: '5f6a2b90e4b0b689a64ffe01',
});

export const scheduleId = (description = 'The schedule') =>
	id(description).label('Schedule').pick(schedulePicker);

export const description = text('What the schedule is for').eg('Finance quarter');

export const get = operation('GET /orchestration/schedules/{scheduleId}', {
	name: 'Get',
	action: 'Get a schedule',
	description: 'Get a schedule: its triggers, and the task or plan that it starts',
	origin: FROM_VENDOR,
	path: { scheduleId: scheduleId() },
	answers: record(SCHEDULE),
});

/** Sends the trigger from the form or the JSON, with its name. */
export async function sendTrigger(
	op: ContextShowing<typeof FORM_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { triggerName } = input.settings;
	const given = { ...input.settings, trigger: input.body as IDataObject };
	return await op.request(request, withBody(input, namedTrigger(op, given, String(triggerName))));
}

/** The output of an operation on a trigger. */
export const aboutTrigger = nothing({
	output: (_answer, { scheduleId: schedule, triggerName }) => ({
		success: true,
		scheduleId: schedule,
		triggerName,
	}),
});

export const append = operation('POST /orchestration/schedules/{scheduleId}/triggers', {
	name: 'Append Trigger',
	action: 'Append a trigger to a schedule',
	description: `Add a trigger to a schedule that has fewer than 15; ${SHORTLY_BEFORE_EXECUTION.toLowerCase()}`,
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	path: { scheduleId: scheduleId() },
	body: wholeBody('trigger', platformTrigger()),
	settings: {
		triggerName: text('Name of the trigger; must be unique in the schedule').eg('Month end'),
		...triggerSettings,
	},
	rules: triggerRules,
	refusals: {
		400: 'Talend Cloud did not accept the trigger. A schedule has at most 15 of them.',
		409: COLLIDING_TRIGGERS,
		428: NO_RIGHT,
	},
	answers: aboutTrigger,
	messages: FORM_MESSAGES,
	perform: sendTrigger,
});
