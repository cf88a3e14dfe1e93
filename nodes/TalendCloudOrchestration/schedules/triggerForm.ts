/**
 * Schedules: the Trigger schema of the interface, the form that builds one, and the rules that
 * apply for both (docs/platform/interface.md, "Schedules").
 */
import { DateTime, IANAZone } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { userLogin } from '../../records/identities/identities';
import {
	boolean,
	choice,
	choices,
	day,
	type Field,
	integer,
	jsonOf,
	list,
	object,
	suggestion,
	suggestions,
	text,
} from '../../shared/declare/field';
import { problem, requirement } from '../../shared/declare/messages';
import type { ContextShowing } from '../../shared/declare/operation';
import type { Rule } from '../../shared/declare/rules';
import { clock } from '../../shared/support/clock';
import { objectIn } from '../../shared/support/json';
import { listedZone, TIME_ZONES } from '../../shared/support/timeZones';
import { cronFinding } from './cron';

export const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
export const REPEATING_TYPES = ['DAILY', 'WEEKLY', 'MONTHLY'];
/** Types to which an interval means nothing. */
const WITHOUT_INTERVAL = ['CRON', 'WEBHOOK', 'MANUAL'];
const TYPES = ['ONCE', ...REPEATING_TYPES, ...WITHOUT_INTERVAL];
const TIMES = ['AT_TIME', 'AT_SPECIFIC_TIMES', 'AT_INTERVALS'];
const KINDS_OF_DAYS = ['DAY_OF_WEEK', 'DAY_OF_MONTH'];
const SEVERAL_TRIGGERS =
	'a schedule with several triggers, which is changed with the resource Schedule';

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const timeOfDay = (description: string) =>
	text(description).matching(TIME_OF_DAY, 'be a time of day such as 08:30').eg('08:30');
const timesOfDay = (description: string) =>
	list(description)
		.matching(TIME_OF_DAY, 'be times of day such as 08:30')
		.sample(['08:30', '17:00']);

// ---------------------------------------------------------------------------------------------
// The schema

const USER_TYPES = [
	{ value: 'HUMAN', name: 'Human' },
	{ value: 'SERVICE', name: 'Service Account' },
];

/** The platform takes no other characters in it (the vendor's help). */
const webhookName = (description: string) =>
	text(description)
		.matching(/^\w+$/, 'have only letters, digits and underscores')
		.eg('order_received');

export const triggerFields = {
	type: suggestion('Kind of schedule', TYPES).matching(
		/^(?!multiple$)/i,
		`not be Multiple: ${SEVERAL_TRIGGERS}`,
	),
	interval: integer('Days, weeks or months between two executions').min(1).sample(1).optional(),
	startDate: day('First day'),
	startTime: timeOfDay('Time of the first day').optional(),
	timeZone: text('Time zone of all times').eg('Europe/Paris'),
	atTimes: object('When during the day', {
		type: suggestion('Kind of times', TIMES),
		time: timeOfDay('The time, with AT_TIME').optional(),
		times: timesOfDay('The times, with AT_SPECIFIC_TIMES').optional(),
		startTime: timeOfDay('First time, with AT_INTERVALS').optional(),
		endTime: timeOfDay('Last time, with AT_INTERVALS').optional(),
		interval: integer('Minutes between two executions, with AT_INTERVALS')
			.min(1)
			.sample(60)
			.optional(),
	}).optional(),
	atDays: object('On which days', {
		type: suggestion('Kind of days', KINDS_OF_DAYS),
		day: integer('The day of the month, with DAY_OF_MONTH').min(1).max(31).sample(1).optional(),
		days: suggestions('The days of the week, with DAY_OF_WEEK', DAYS).optional(),
	}).optional(),
	webhook: object('The endpoint that starts an execution', {
		name: webhookName('Name of the webhook'),
		description: text('What calls it').optional(),
		triggerCalls: integer('Number of calls that start an execution').sample(1).optional(),
		triggerTimeout: integer(
			'How many seconds after the first call an execution starts even if there were fewer calls',
		)
			.sample(60)
			.optional(),
		executionTimeout: integer('Time after which the platform ends an execution')
			.sample(600)
			.optional(),
		runAsUser: text('User that it runs as').optional(),
		runAsUserType: suggestion('What that user is', USER_TYPES).optional(),
		newUrl: boolean('Whether to make a new URL').optional(),
		url: text('URL of the endpoint').optional(),
	}).optional(),
	cronExpression: text('Cron expression in Quartz form without seconds').optional(),
};

/** A complete schedule as JSON, as Get Run Configuration returns it. */
export const trigger = (): Field<IDataObject> =>
	(
		jsonOf(
			'The whole schedule, such as the trigger that Get Run Configuration returns',
			triggerFields,
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

// ---------------------------------------------------------------------------------------------
// The rules

interface Trigger extends IDataObject {
	type: string;
	timeZone: string;
	atTimes?: IDataObject;
	atDays?: IDataObject;
}

/** Which entries a part of a trigger needs if it has a type. */
const NEEDED_FIELDS: ReadonlyArray<
	readonly [part: 'atTimes' | 'atDays', type: string, needed: readonly string[]]
> = [
	['atTimes', 'AT_TIME', ['time']],
	['atTimes', 'AT_SPECIFIC_TIMES', ['times']],
	['atTimes', 'AT_INTERVALS', ['startTime', 'endTime', 'interval']],
	['atDays', 'DAY_OF_MONTH', ['day']],
];

/** Whether a schedule has several triggers; the documents write Multiple, the vendor MULTIPLE. */
export const isMultiple = (form: IDataObject | undefined): boolean =>
	/^multiple$/i.test(String(form?.type));

/** What is wrong with a schedule, completing "<label> …"; nothing if it is valid. */
export function findingIn(form: IDataObject): string | undefined {
	const { timeZone, cronExpression } = form as Trigger;
	if (isMultiple(form)) return `is of the type Multiple: ${SEVERAL_TRIGGERS}`;
	const missing = missingIn(form as Trigger);
	if (missing !== undefined) return missing;
	const zone = zoneInstead(timeZone);
	if (zone !== undefined)
		return `has the time zone ${timeZone}, which is not known: give one such as ${zone}`;
	const cron = cronExpression === undefined ? undefined : cronFinding(String(cronExpression));
	return cron === undefined ? undefined : `: cronExpression ${cron}`;
}

/** What a schedule of its type needs and has not. */
function missingIn(schedule: Trigger): string | undefined {
	const { type, interval, cronExpression, webhook } = schedule;
	if (interval === undefined && type !== 'ONCE' && !WITHOUT_INTERVAL.includes(type))
		return `needs interval when type is ${type}: only ONCE has none`;
	for (const [part, kind, needed] of NEEDED_FIELDS) {
		const inner = schedule[part];
		const missing =
			inner?.type === kind ? needed.find((name) => inner[name] === undefined) : undefined;
		if (missing) return `needs ${part}.${missing} when ${part}.type is ${kind}`;
	}
	if (type === 'CRON' && cronExpression === undefined)
		return 'needs cronExpression when type is CRON';
	if (type === 'WEBHOOK' && webhook === undefined) return 'needs webhook when type is WEBHOOK';
	return undefined;
}

/**
 * Abbreviations that Java and JavaScript know, but not as everybody means them: BST is Dhaka, and
 * IST neither Dublin nor Tel Aviv. They are no names of the time zone database.
 */
const AMBIGUOUS_ZONES =
	'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(
		' ',
	);

/**
 * Which time zone to give instead of an unknown one.
 * @returns nothing if the zone is known
 */
export function zoneInstead(zone: string): string | undefined {
	const listed = listedZone(zone);
	if (listed !== undefined) return listed === zone ? undefined : listed;
	// Other names of zones, such as US/Eastern, are in no list.
	const isWritten = zone
		.split('/')
		.every((part) => /^[A-Z]/.test(part) && (part.length <= 3 || /[a-z\d]/.test(part)));
	const isKnown =
		IANAZone.isValidZone(zone) &&
		(isWritten || /^[A-Z\d-]+$/.test(zone)) &&
		!AMBIGUOUS_ZONES.includes(zone);
	return isKnown ? undefined : 'Europe/Paris';
}

/** The first unknown entry of a schedule; nothing if all are known. */
export function unknownIn({ type, atTimes, atDays }: IDataObject): string | undefined {
	const entries = [
		[TYPES, type],
		[TIMES, objectIn(atTimes).type],
		[KINDS_OF_DAYS, objectIn(atDays).type],
	] as const;
	const unknownEntry = entries.find(
		([knownValues, value]) => value !== undefined && !knownValues.includes(String(value)),
	);
	return unknownEntry && String(unknownEntry[1]);
}

const shownForTypes = (...types: string[]) => ({ scheduleType: types });

/** n8n wants each word of a name to begin with a capital. */
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

/** The form of a schedule: settings from which {@link triggerFrom} builds the trigger. */
export const scheduleForm = {
	scheduleType: choice('When it runs', SCHEDULES).sample('DAILY').label('Schedule'),
	interval: integer('Days, weeks or months between two executions: 2 for every other')
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
	time: timeOfDay('Time of the execution, in the time zone below').shownWhen({
		...shownForTypes('ONCE', ...REPEATING_TYPES),
		times: ['AT_TIME'],
	}),
	severalTimes: timesOfDay('Times of the executions, in the time zone below')
		.min(1)
		.shownWhen({ ...shownForTypes('ONCE', ...REPEATING_TYPES), times: ['AT_SPECIFIC_TIMES'] }),
	firstTime: timeOfDay('First time of the day').shownWhen({
		...shownForTypes('ONCE', ...REPEATING_TYPES),
		times: ['AT_INTERVALS'],
	}),
	lastTime: timeOfDay('Last time of the day')
		.eg('18:00')
		.shownWhen({ ...shownForTypes('ONCE', ...REPEATING_TYPES), times: ['AT_INTERVALS'] }),
	intervalMinutes: integer('Minutes between two executions')
		.label('Interval (Minutes)')
		.min(1)
		.initial(60)
		.shownWhen({ ...shownForTypes('ONCE', ...REPEATING_TYPES), times: ['AT_INTERVALS'] }),
	cronExpression: text(
		'Quartz form without seconds: minutes, hours, day of month, month, day of week and optionally a year',
	)
		.eg('0 10 ? * MON-FRI')
		.shownWhen(shownForTypes('CRON')),
	webhookName: webhookName(
		'Name of the webhook, of letters, digits and underscores; Get Run Configuration returns its URL',
	).shownWhen(shownForTypes('WEBHOOK')),
	startDate: day(
		'The day, or the first day on which it may run; today if left empty, which Once does not allow',
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
	webhookTriggerCalls: integer('How many calls it takes to start an execution')
		.min(1)
		.sample(1)
		.optional()
		.shownWhen(shownForTypes('WEBHOOK')),
	webhookTriggerTimeout: integer(
		'How many seconds after the first call an execution starts even if there were fewer calls',
	)
		.min(1)
		.eg(30)
		.optional()
		.shownWhen(shownForTypes('WEBHOOK')),
	webhookExecutionTimeout: integer(
		'Time after which an execution is ended; its unit is not documented',
	)
		.min(1)
		.sample(600)
		.optional()
		.shownWhen(shownForTypes('WEBHOOK')),
	webhookRunAsUser: userLogin('User that executions are started as')
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

/** The rules of form and JSON. */
export const scheduleRules: readonly Rule[] = [
	{
		field: 'trigger',
		says: 'a schedule needs an interval unless its type is ONCE, CRON, WEBHOOK or MANUAL; time with AT_TIME; times with AT_SPECIFIC_TIMES; startTime, endTime and interval with AT_INTERVALS; day with DAY_OF_MONTH; cronExpression with CRON; webhook with WEBHOOK; a known time zone. The type Multiple means a schedule with several triggers, which the resource Schedule changes',
		check: ({ trigger: form }) => (form === undefined ? undefined : findingIn(objectIn(form))),
	},
	{
		field: 'cronExpression',
		says: 'a cron expression is in Quartz form without seconds',
		check: ({ cronExpression }) =>
			cronExpression === undefined ? undefined : cronFinding(String(cronExpression)),
	},
	{
		field: 'startDate',
		says: 'a schedule of the type Once needs its day',
		check: ({ scheduleType, startDate }) =>
			scheduleType === 'ONCE' && startDate === undefined
				? 'is required when {scheduleType} is {scheduleType=ONCE}'
				: undefined,
	},
	{
		field: 'timeZone',
		says: 'the time zone is a known one',
		check: ({ timeZone }) => {
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

/** What {@link triggerOf} can say. */
export const FORM_MESSAGES = [NO_ZONE];

/** What {@link triggerFrom} can say. */
export const TRIGGER_MESSAGES = [UNUSABLE_SCHEDULE, ...FORM_MESSAGES];

/**
 * The trigger that the form or the JSON gives, or the current one if it is to be kept.
 * @param reading reads the current run configuration
 */
export async function triggerFrom(
	op: ContextShowing<typeof TRIGGER_MESSAGES>,
	values: IDataObject,
	reading: () => Promise<IDataObject | undefined>,
): Promise<IDataObject> {
	if (values.scheduleType === 'JSON') return withInterval(objectIn(values.trigger));
	if (values.scheduleType !== 'KEEP') return withInterval(triggerOf(op, values));
	const kept = (await reading())?.trigger as IDataObject | undefined;
	// The platform took it once: what else it says is the platform's to judge.
	const finding = !kept ? 'does not exist yet' : isMultiple(kept) ? findingIn(kept) : undefined;
	if (finding) throw op.problem(UNUSABLE_SCHEDULE, { finding });
	return withInterval(kept!);
}

/**
 * The interface requires an interval for all types except ONCE, even for those to which it means
 * nothing.
 */
export const withInterval = (form: IDataObject): IDataObject =>
	WITHOUT_INTERVAL.includes(String(form.type)) ? { interval: 1, ...form } : form;

/**
 * The trigger that the form gives.
 * @throws BadInput if the form has no time zone, and that of the workflow does not exist
 */
export function triggerOf(
	op: ContextShowing<typeof FORM_MESSAGES>,
	form: IDataObject,
): IDataObject {
	const timeZone = String(form.timeZone ?? op.timezone);
	if (!IANAZone.isValidZone(timeZone)) throw op.refusal(NO_ZONE, { zone: timeZone });
	return triggerIn(form, timeZone);
}

/** The trigger that the form gives, in a zone. */
export function triggerIn(form: IDataObject, timeZone: string): IDataObject {
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
		atDays:
			type === 'WEEKLY'
				? { type: 'DAY_OF_WEEK', days: form.days }
				: type === 'MONTHLY'
					? { type: 'DAY_OF_MONTH', day: form.dayOfMonth }
					: undefined,
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

const withoutUndefined = (values: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
