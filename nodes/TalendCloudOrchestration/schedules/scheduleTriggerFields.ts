/** The Trigger schema of the interface (docs/platform/interface.md, "Schedules"). */
import type { IDataObject } from 'n8n-workflow';

import {
	boolean,
	day,
	type Field,
	integer,
	jsonOf,
	list,
	object,
	suggestion,
	suggestions,
	text,
} from '../../shared/declare/fields';

export const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
/** Types of which an interval says how often. */
export const REPEATING_TYPES = ['DAILY', 'WEEKLY', 'MONTHLY'];
/** Types for which an interval has no meaning. */
export const WITHOUT_INTERVAL = ['CRON', 'WEBHOOK', 'MANUAL'];
export const TRIGGER_TYPES = ['ONCE', ...REPEATING_TYPES, ...WITHOUT_INTERVAL];
export const KINDS_OF_TIMES = ['AT_TIME', 'AT_SPECIFIC_TIMES', 'AT_INTERVALS'];
export const KINDS_OF_DAYS = ['DAY_OF_WEEK', 'DAY_OF_MONTH'];
/** What the type Multiple means, in words. */
export const SEVERAL_TRIGGERS =
	'a schedule with several triggers, which is changed with the resource Schedule';

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
/** A time of day, as a field. */
export const timeOfDayField = (description: string) =>
	text(description).matching(TIME_OF_DAY, 'be a time of day such as 08:30').eg('08:30');

/** Several times of day, as a field. */
export const timesOfDayField = (description: string) =>
	list(description)
		.matching(TIME_OF_DAY, 'be times of day such as 08:30')
		.sample(['08:30', '17:00']);

/** What the user of a webhook can be. */
export const USER_TYPES = [
	{ value: 'HUMAN', name: 'Human' },
	{ value: 'SERVICE', name: 'Service Account' },
];

/** The name of a webhook. According to Talend's help, no other characters are accepted. */
export const webhookNameField = (description: string) =>
	text(description)
		.matching(/^\w+$/, 'have only letters, digits and underscores')
		.eg('order_received');

/** The fields of a trigger, under their names in the interface. */
export const scheduleTriggerFields = {
	type: suggestion('Kind of schedule', TRIGGER_TYPES).matching(
		/^(?!multiple$)/i,
		`not be Multiple: ${SEVERAL_TRIGGERS}`,
	),
	interval: integer('Days, weeks or months between two executions').min(1).sample(1).optional(),
	startDate: day('First day'),
	startTime: timeOfDayField('Time of the first day').optional(),
	timeZone: text('Time zone of all times').eg('Europe/Paris'),
	atTimes: object('When during the day', {
		type: suggestion('Kind of times', KINDS_OF_TIMES),
		time: timeOfDayField('Time of day; used with AT_TIME').optional(),
		times: timesOfDayField('Times of day; used with AT_SPECIFIC_TIMES').optional(),
		startTime: timeOfDayField('First time; used with AT_INTERVALS').optional(),
		endTime: timeOfDayField('Last time; used with AT_INTERVALS').optional(),
		interval: integer('Minutes between two executions; used with AT_INTERVALS')
			.min(1)
			.sample(60)
			.optional(),
	}).optional(),
	atDays: object('On which days', {
		type: suggestion('Kind of days', KINDS_OF_DAYS),
		day: integer('Day of the month; used with DAY_OF_MONTH').min(1).max(31).sample(1).optional(),
		days: suggestions('Days of the week; used with DAY_OF_WEEK', DAYS).optional(),
	}).optional(),
	webhook: object('The endpoint that starts an execution', {
		name: webhookNameField('Name of the webhook'),
		description: text('What calls it').optional(),
		triggerCalls: integer('Number of calls that start an execution').sample(1).optional(),
		triggerTimeout: integer(
			'How many seconds after the first call an execution starts, even with fewer calls',
		)
			.sample(60)
			.optional(),
		executionTimeout: integer('Time after which Talend Cloud ends an execution')
			.sample(600)
			.optional(),
		runAsUser: text('User that it runs as').optional(),
		runAsUserType: suggestion('What that user is', USER_TYPES).optional(),
		newUrl: boolean('Whether to make a new URL').optional(),
		url: text('URL of the endpoint').optional(),
	}).optional(),
	cronExpression: text('Cron expression in Quartz form, without seconds').optional(),
};

/** A complete trigger as JSON, as Get Run Configuration returns it; users know it as a schedule. */
export const scheduleTriggerField = (): Field<IDataObject> =>
	(
		jsonOf(
			'The whole schedule, such as the trigger that Get Run Configuration returns',
			scheduleTriggerFields,
		).sample({
			type: 'DAILY',
			interval: 1,
			startDate: '2026-04-01',
			timeZone: 'Europe/Paris',
			atTimes: { type: 'AT_TIME', time: '02:30' },
		}) as Field as Field<IDataObject>
	)
		.label('Schedule (JSON)')
		.shownWhen({ scheduleType: ['JSON'] });
