/**
 * The form of a schedule, and the trigger that it gives (docs/platform/interface.md, "Schedules").
 */
import { DateTime, IANAZone } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { userLoginField } from '../../records/identities/identities';
import {
	boolean,
	choice,
	choices,
	day,
	integer,
	suggestion,
	text,
} from '../../shared/declare/fields';
import { problem, requirement } from '../../shared/declare/messages';
import type { ContextShowing } from '../../shared/declare/operation';
import { neededWhen, type Rule } from '../../shared/declare/rules';
import { objectIn, withoutUndefined } from '../../shared/support/json';
import { clock } from '../../shared/support/time/clock';
import { TIME_ZONES } from '../../shared/support/time/timeZones';
import { cronFinding } from './cron';
import {
	DAYS,
	REPEATING_TYPES,
	timeOfDayField,
	timesOfDayField,
	USER_TYPES,
	webhookNameField,
} from './scheduleTriggerFields';
import { findingIn, isMultiple, withInterval, zoneInstead } from './triggerFinding';

const shownForTypes = (...types: string[]) => ({ scheduleType: types });

/**
 * The time zones to choose from. n8n requires that each word of a name begins with a capital
 * letter.
 */
const ZONE_CHOICES = [...new Set(TIME_ZONES)].map((value) => ({
	value,
	name: value.replace(/-[a-z]/g, (letter) => letter.toUpperCase()),
}));

export const SCHEDULES = [
	{ value: 'ONCE', name: 'Once' },
	{ value: 'DAILY', name: 'Daily' },
	{ value: 'WEEKLY', name: 'Weekly' },
	{ value: 'MONTHLY', name: 'Monthly' },
	{ value: 'CRON', name: 'Cron Expression' },
	{ value: 'WEBHOOK', name: 'Webhook' },
	{ value: 'MANUAL', name: 'Manually' },
	{ value: 'KEEP', name: 'Keep Current Schedule' },
	{ value: 'JSON', name: 'Written as JSON' },
];

/** The form of a schedule: settings from which {@link triggerOrCurrent} builds the trigger. */
export const scheduleForm = {
	scheduleType: choice('When it runs', SCHEDULES).sample('DAILY').label('Schedule'),
	interval: integer('Days, weeks or months between two executions; 2 means every other one')
		.label('Every (Days, Weeks or Months)')
		.labeledBy('scheduleType', {
			DAILY: 'Every (Days)',
			WEEKLY: 'Every (Weeks)',
			MONTHLY: 'Every (Months)',
		})
		.min(1)
		.initial(1)
		.shownWhen(shownForTypes(...REPEATING_TYPES)),
	days: choices('Days on which it runs', DAYS)
		.inOrder()
		.label('Weekdays')
		.shownWhen(shownForTypes('WEEKLY'))
		.sample(['MONDAY', 'FRIDAY']),
	dayOfMonth: integer('Day on which it runs')
		.label('Day of the Month')
		.min(1)
		.max(31)
		.initial(1)
		.shownWhen(shownForTypes('MONTHLY')),
	times: choice('When during the day', [
		{ value: 'AT_TIME', name: 'At a Time' },
		{ value: 'AT_SPECIFIC_TIMES', name: 'At Several Times' },
		{ value: 'AT_INTERVALS', name: 'At Intervals' },
	])
		.initial('AT_TIME')
		.shownWhen(shownForTypes('ONCE', ...REPEATING_TYPES)),
	time: timeOfDayField('Time of the execution, in the time zone below').shownWhen({
		...shownForTypes('ONCE', ...REPEATING_TYPES),
		times: ['AT_TIME'],
	}),
	severalTimes: timesOfDayField('Times of the executions, in the time zone below')
		.min(1)
		.shownWhen({ ...shownForTypes('ONCE', ...REPEATING_TYPES), times: ['AT_SPECIFIC_TIMES'] }),
	firstTime: timeOfDayField('First time of the day').shownWhen({
		...shownForTypes('ONCE', ...REPEATING_TYPES),
		times: ['AT_INTERVALS'],
	}),
	lastTime: timeOfDayField('Last time of the day')
		.eg('18:00')
		.shownWhen({ ...shownForTypes('ONCE', ...REPEATING_TYPES), times: ['AT_INTERVALS'] }),
	intervalMinutes: integer('Minutes between two executions')
		.label('Interval (Minutes)')
		.min(1)
		.initial(60)
		.shownWhen({ ...shownForTypes('ONCE', ...REPEATING_TYPES), times: ['AT_INTERVALS'] }),
	cronExpression: text(
		'Quartz form without seconds: minutes, hours, day of month, month, day of week (1 is Sunday) and optionally a year',
	)
		.eg('0 10 ? * MON-FRI')
		.shownWhen(shownForTypes('CRON')),
	webhookName: webhookNameField(
		'Name of the webhook, with only letters, digits and underscores; Get Run Configuration returns its URL',
	).shownWhen(shownForTypes('WEBHOOK')),
	startDate: day(
		'The day, or the first day on which it may run. Required for Once; otherwise, the default is today.',
	)
		.optional()
		.onTop()
		.shownWhen(shownForTypes('ONCE', ...REPEATING_TYPES, 'CRON')),
	timeZone: suggestion(
		'Time zone of all times. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		[{ value: '', name: 'Time Zone of the Workflow' }, ...ZONE_CHOICES],
	)
		.label('Time Zone Name or ID')
		.inOrder()
		.listedBy('getTimeZones')
		.initial('')
		.optional()
		.shownWhen(shownForTypes('ONCE', ...REPEATING_TYPES, 'CRON'))
		.sample('Europe/Paris'),
	webhookDescription: text('What calls the webhook')
		.eg('The shop')
		.optional()
		.shownWhen(shownForTypes('WEBHOOK')),
	webhookTriggerCalls: integer('Number of webhook calls that start one execution')
		.min(1)
		.sample(1)
		.optional()
		.shownWhen(shownForTypes('WEBHOOK')),
	webhookTriggerTimeout: integer(
		'How many seconds after the first call an execution starts, even with fewer calls',
	)
		.min(1)
		.eg(30)
		.optional()
		.shownWhen(shownForTypes('WEBHOOK')),
	webhookExecutionTimeout: integer('Timeout of an execution; Talend does not document its unit')
		.min(1)
		.sample(600)
		.optional()
		.shownWhen(shownForTypes('WEBHOOK')),
	webhookRunAsUser: userLoginField('User that executions are started as')
		.optional()
		.shownWhen(shownForTypes('WEBHOOK')),
	webhookRunAsUserType: suggestion('Type of the user that executions are started as', USER_TYPES)
		.optional()
		.shownWhen(shownForTypes('WEBHOOK')),
	webhookNewUrl: boolean('Whether to make a new URL; the current one stops working')
		.label('Webhook New URL')
		.optional()
		.shownWhen(shownForTypes('WEBHOOK')),
};

/** The rules for schedules, from the form or from JSON. */
export const scheduleRules: readonly Rule[] = [
	{
		field: 'trigger',
		says: 'a schedule must have an interval, unless its type is ONCE, CRON, WEBHOOK or MANUAL. It must have time with AT_TIME; times with AT_SPECIFIC_TIMES; startTime, endTime and interval with AT_INTERVALS; day with DAY_OF_MONTH; cronExpression with CRON; webhook with WEBHOOK. The time zone must exist. The type Multiple means a schedule with several triggers: change these with the resource Schedule',
		finding: ({ trigger }) => (trigger === undefined ? undefined : findingIn(objectIn(trigger))),
	},
	{
		field: 'cronExpression',
		says: 'a cron expression must be in Quartz form, without seconds',
		finding: ({ cronExpression }) =>
			cronExpression === undefined ? undefined : cronFinding(String(cronExpression)),
	},
	neededWhen('startDate', 'scheduleType', ['ONCE']),
	{
		field: 'timeZone',
		says: 'timeZone must be the name of an existing time zone',
		finding: ({ timeZone }) => {
			const zone = timeZone === undefined ? undefined : zoneInstead(String(timeZone));
			return zone && `must be a time zone such as ${zone}`;
		},
	},
];

const UNUSABLE_SCHEDULE = problem(
	'The current schedule {finding}',
	'Nothing was changed. Choose another schedule.',
);

/** n8n does not check the time zone that it is configured with. */
const NO_ZONE = requirement(
	'timeZone',
	'Time Zone Name or ID',
	'must be given: that of the workflow, {zone}, is not known',
);

/** What {@link triggerOfForm} can say. */
export const FORM_MESSAGES = [NO_ZONE];

/** What {@link triggerOrCurrent} can say. */
export const TRIGGER_MESSAGES = [UNUSABLE_SCHEDULE, ...FORM_MESSAGES];

/**
 * The trigger that the form or the JSON gives, or the current one if it is to be kept.
 * @param reading reads the current run configuration
 */
export async function triggerOrCurrent(
	op: ContextShowing<typeof TRIGGER_MESSAGES>,
	values: IDataObject,
	reading: () => Promise<IDataObject | undefined>,
): Promise<IDataObject> {
	if (values.scheduleType === 'JSON') return withInterval(objectIn(values.trigger));
	if (values.scheduleType !== 'KEEP') return withInterval(triggerOfForm(op, values));
	const kept = (await reading())?.trigger as IDataObject | undefined;
	// The platform has accepted this schedule before, so the node does not check it.
	const unusable = (finding: string) => op.problem(UNUSABLE_SCHEDULE, { finding });
	if (!kept) throw unusable('does not exist yet');
	const finding = isMultiple(kept) ? findingIn(kept) : undefined;
	if (finding) throw unusable(finding);
	return withInterval(kept);
}

/**
 * The trigger that the form gives.
 * @throws BadInput if the form has no time zone, and that of the workflow does not exist
 */
export function triggerOfForm(
	op: ContextShowing<typeof FORM_MESSAGES>,
	form: IDataObject,
): IDataObject {
	const timeZone = String(form.timeZone ?? op.timezone);
	if (!IANAZone.isValidZone(timeZone)) throw op.refusal(NO_ZONE, { zone: timeZone });
	return triggerOfFormInZone(form, timeZone);
}

function daysIn({ scheduleType, days, dayOfMonth }: IDataObject): IDataObject | undefined {
	if (scheduleType === 'WEEKLY') return { type: 'DAY_OF_WEEK', days };
	return scheduleType === 'MONTHLY' ? { type: 'DAY_OF_MONTH', day: dayOfMonth } : undefined;
}

/** The trigger that the form gives, in a zone. */
export function triggerOfFormInZone(form: IDataObject, timeZone: string): IDataObject {
	const type = String(form.scheduleType);
	return withoutUndefined({
		type,
		interval: form.interval,
		startDate:
			form.startDate ?? DateTime.fromMillis(clock.now(), { zone: timeZone }).toFormat('yyyy-MM-dd'),
		timeZone,
		atTimes:
			form.times &&
			withoutUndefined({
				type: form.times,
				time: form.time,
				times: form.severalTimes,
				startTime: form.firstTime,
				endTime: form.lastTime,
				interval: form.intervalMinutes,
			}),
		atDays: daysIn(form),
		cronExpression: form.cronExpression,
		webhook:
			type === 'WEBHOOK'
				? withoutUndefined({
						name: form.webhookName,
						description: form.webhookDescription,
						triggerCalls: form.webhookTriggerCalls,
						triggerTimeout: form.webhookTriggerTimeout,
						executionTimeout: form.webhookExecutionTimeout,
						runAsUser: form.webhookRunAsUser,
						runAsUserType: form.webhookRunAsUserType,
						newUrl: form.webhookNewUrl,
					})
				: undefined,
	});
}
