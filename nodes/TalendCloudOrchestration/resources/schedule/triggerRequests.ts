/** The requests about the triggers of a schedule. */
import type { IDataObject } from 'n8n-workflow';

import { nothing, type Output } from '../../../shared/declare/answers';
import { operation, wholeBody } from '../../../shared/declare/define';
import { id, text } from '../../../shared/declare/fields';
import { picker } from '../../../shared/declare/lists/picker';
import type { ContextShowing, RequestOperation } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { type Input, withBody } from '../../../shared/declare/runtime/context';
import { FORM_MESSAGES } from '../../schedules/triggerForm';
import {
	COLLIDING_TRIGGERS,
	get,
	NO_RIGHT,
	OPERATOR,
	scheduleField,
	SHORTLY_BEFORE_EXECUTION,
} from './requests';
import {
	namedTrigger,
	platformTriggerField,
	triggerRules,
	triggerSettings,
} from './scheduleTriggers';

/** Sends the trigger from the form or the JSON, with its name. */
async function sendTrigger(
	op: ContextShowing<typeof FORM_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { triggerName } = input.settings;
	const given = { ...input.settings, trigger: input.body as IDataObject };
	return await op.request(request, withBody(input, namedTrigger(op, given, String(triggerName))));
}

/** The output of an operation on a trigger. */
const aboutTrigger = nothing({
	output: (_answer, { scheduleId, triggerName }) => ({
		success: true,
		scheduleId,
		triggerName,
	}),
});

export const appendTrigger = operation('POST /orchestration/schedules/{scheduleId}/triggers', {
	name: 'Append Trigger',
	action: 'Append a trigger to a schedule',
	description: `Add a trigger to a schedule that has fewer than 15; ${SHORTLY_BEFORE_EXECUTION.toLowerCase()}`,
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	path: { scheduleId: scheduleField() },
	body: wholeBody('trigger', platformTriggerField()),
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

const triggerPicker = picker({
	noun: 'trigger',
	method: 'searchScheduleTriggers',
	list: get,
	narrowedBy: ['scheduleId'],
	records: (body) => (body as { triggers?: IDataObject[] }).triggers ?? [],
	entry: ({ name, type }) => ({ id: name, name, description: type }),
	byName: false,
	idName: 'Name',
	example: 'Month end',
});

const triggerField = (about: string) => id(about).label('Trigger').pick(triggerPicker);

export const changeTrigger = operation('PUT /orchestration/schedules/{scheduleId}/triggers', {
	destructive: true,
	name: 'Change Trigger',
	action: 'Change a trigger of a schedule as a whole',
	description: `Replace a trigger of a schedule; its name stays; ${SHORTLY_BEFORE_EXECUTION.toLowerCase()}`,
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	path: { scheduleId: scheduleField() },
	body: wholeBody('trigger', platformTriggerField()),
	settings: { triggerName: triggerField('The trigger, by its name'), ...triggerSettings },
	rules: triggerRules,
	refusals: {
		404: 'The schedule has no trigger of this name, or there is no such schedule.',
		409: COLLIDING_TRIGGERS,
		428: NO_RIGHT,
	},
	answers: aboutTrigger,
	messages: FORM_MESSAGES,
	perform: sendTrigger,
});

export const removeTrigger = operation('DELETE /orchestration/schedules/{scheduleId}/triggers', {
	name: 'Remove Trigger',
	action: 'Remove a trigger from a schedule',
	description: 'Remove a trigger from a schedule',
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	path: { scheduleId: scheduleField() },
	query: { triggerName: triggerField('The trigger, by its name').wireName('name') },
	answers: nothing({
		output: (_answer, { scheduleId, triggerName }) => ({
			deleted: true,
			scheduleId,
			triggerName,
		}),
	}),
});
