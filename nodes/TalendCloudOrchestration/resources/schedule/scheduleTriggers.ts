/**
 * The triggers of a schedule: up to 15, each with a name, made by the same form as the schedule of
 * a run configuration.
 */
import type { IDataObject } from 'n8n-workflow';

import { choice, integer, jsonOf, rows, text } from '../../../shared/declare/fields';
import type { ContextShowing } from '../../../shared/declare/operation';
import type { Rule } from '../../../shared/declare/rules';
import { objectIn, objectsIn, withoutUndefined } from '../../../shared/support/json';
import { cronFinding } from '../../schedules/cron';
import { scheduleTriggerFields } from '../../schedules/scheduleTriggerFields';
import { findingIn, zoneInstead } from '../../schedules/triggerFinding';
import {
	FORM_MESSAGES,
	scheduleForm,
	scheduleRules,
	SCHEDULES,
	triggerOfForm,
} from '../../schedules/triggerForm';

/** Maximum number of triggers of a schedule. */
const MAX_TRIGGERS = 15;

/** A schedule starts by time only. */
const TYPES = ['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'CRON', 'JSON'];

const {
	interval,
	days,
	dayOfMonth,
	times,
	time,
	severalTimes,
	firstTime,
	lastTime,
	intervalMinutes,
	cronExpression,
	startDate,
	timeZone,
} = scheduleForm;

const scheduleType = choice(
	'When it runs',
	SCHEDULES.filter(({ value }) => TYPES.includes(value)),
)
	.label('Trigger Type')
	.sample('DAILY');

const timeout = integer(
	'After how many minutes Talend Cloud terminates an execution that this trigger started; defaults to the timeout of the task',
)
	.label('Timeout (Minutes)')
	.min(1)
	.eg(90)
	.optional();

const { webhook, ...timed } = scheduleTriggerFields;

/** A field for a trigger in the platform's own form. */
export const platformTriggerField = () =>
	jsonOf('A whole trigger, as Get returns it', {
		...timed,
		name: text('Name of the trigger').optional(),
		startDate: timed.startDate.optional(),
		timeZone: timed.timeZone.optional(),
		timeout,
	})
		.sample({
			type: 'DAILY',
			interval: 1,
			startDate: '2026-04-01',
			timeZone: 'Europe/Paris',
			atTimes: { type: 'AT_TIME', time: '02:30' },
		})
		.label('Trigger (JSON)')
		.shownWhen({ scheduleType: ['JSON'] });

const form = {
	scheduleType,
	interval,
	days,
	dayOfMonth,
	times,
	time,
	severalTimes,
	firstTime,
	lastTime,
	intervalMinutes,
	cronExpression,
	startDate,
	timeZone: timeZone.onTop(),
};

/** The form of one trigger, as settings of an operation. */
export const triggerSettings = { ...form, timeZone, timeout };

/** All triggers of a schedule, one row each. */
export const triggersField = rows('When it runs: up to 15 triggers', {
	name: text('Name of the trigger; must be unique in the schedule').eg('Weekdays'),
	...form,
	trigger: platformTriggerField(),
	timeout,
})
	.label('Triggers')
	.min(1)
	.max(MAX_TRIGGERS)
	.sample([
		{
			name: 'Weekdays',
			scheduleType: 'CRON',
			cronExpression: '0 6 ? * MON-FRI',
			startDate: '2026-04-01',
			timeZone: 'Europe/Paris',
		},
	]);

/** The rules of a trigger, from the form or from JSON. */
export const triggerRules = scheduleRules.map((rule) =>
	rule.field === 'trigger'
		? {
				...rule,
				finding: ({ trigger }: IDataObject) => trigger && asTriggerFinding(objectIn(trigger)),
			}
		: rule,
) as Rule[];

function asTriggerFinding(trigger: IDataObject): string | undefined {
	if (!TYPES.includes(String(trigger.type)) || trigger.type === 'JSON')
		return `has the type ${String(trigger.type)}, but a schedule is always time-based: it must be one of ${TYPES.slice(0, -1).join(', ')}`;
	// A trigger of a schedule has no time zone, but the rules of run configurations require one.
	return findingIn({
		timeZone: 'UTC',
		...(trigger.type === 'CRON' ? { interval: 1 } : {}),
		...trigger,
	});
}

/** The rules for all rows. A finding names the row that breaks them. */
export const rowRules: Rule[] = [
	{
		field: 'triggers',
		says: 'each trigger must have a time-based type, and a name of its own',
		finding: ({ triggers }) => {
			for (const [index, row] of objectsIn(triggers).entries()) {
				const finding = rowFinding(row);
				if (finding)
					return `must be corrected in row ${index + 1} (${String(row.name)}): ${finding}`;
				const same = objectsIn(triggers).findIndex(({ name }) => name === row.name);
				if (same < index)
					return `must not have the same "Name" twice: row ${same + 1} and row ${index + 1} have ${String(row.name)}`;
			}
			return undefined;
		},
	},
];

function rowFinding({
	scheduleType: type,
	trigger,
	cronExpression: cron,
	startDate: start,
	timeZone: zone,
}: IDataObject): string | undefined {
	const ofJson = type === 'JSON' ? asTriggerFinding(objectIn(trigger)) : undefined;
	if (ofJson !== undefined) return `it ${ofJson}`;
	if (type === 'ONCE' && start === undefined)
		return 'it needs a Start Date when Trigger Type is Once';
	const instead = zone === undefined ? undefined : zoneInstead(String(zone));
	if (instead !== undefined)
		return `it has the time zone ${String(zone)}, which is not known: give one such as ${instead}`;
	const finding = cron === undefined ? undefined : cronFinding(String(cron));
	return finding && `Cron Expression ${finding}`;
}

/** A trigger as it is sent, from the form or the JSON. */
export function namedTrigger(
	op: ContextShowing<typeof FORM_MESSAGES>,
	values: IDataObject,
	name: string,
): IDataObject {
	const createdTrigger =
		values.scheduleType === 'JSON' ? objectIn(values.trigger) : triggerOfForm(op, values);
	return withoutUndefined({
		...createdTrigger,
		name,
		timeout: values.timeout,
	});
}
