/** *Create* of a schedule: the schedule first, then its triggers, one by one. */
import { environmentField } from '../../../records/places/environments';
import { type Output, record } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { object } from '../../../shared/declare/fields';
import { problem } from '../../../shared/declare/messages';
import type { ContextShowing, RequestOperation } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { type Input, withBody } from '../../../shared/declare/runtime/context';
import { objectIn, objectsIn } from '../../../shared/support/json';
import { FORM_MESSAGES } from '../../schedules/triggerForm';
import { COLLIDING_TRIGGERS, descriptionField, NO_RIGHT, OPERATOR, remove } from './requests';
import { namedTrigger, platformTriggerField, rowRules, triggersField } from './scheduleTriggers';
import { appendTrigger } from './triggerRequests';

const TRIGGER_REFUSED = problem('The trigger {name} was refused: {reason}', '{advice}{what}');

const CREATING_MESSAGES = [TRIGGER_REFUSED, ...FORM_MESSAGES];

/**
 * Creates a schedule with its first trigger, and then adds the others one by one. If one is
 * refused, the schedule is deleted again.
 */
async function createWithTriggers(
	op: ContextShowing<typeof CREATING_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const triggers = objectsIn(input.settings.triggers).map((row) =>
		namedTrigger(op, row, String(row.name)),
	);
	const [first, ...others] = triggers;
	const body = objectIn(input.body);
	const { id: newId } = (await op.send(request, withBody(input, { ...body, trigger: first })))
		.body as { id: string };
	for (const trigger of others)
		await op
			.sendValues(appendTrigger, { scheduleId: newId, trigger })
			.catch(async (error: unknown) => {
				const isRemoved = await op.sendAfterStop(remove, { scheduleId: newId }).then(
					() => true,
					() => false,
				);
				const consequence = isRemoved
					? 'The schedule was not kept.'
					: `The schedule ${newId} was created with the triggers before it: complete or delete it.`;
				const { message: reason, description: advice } = error as {
					message: string;
					description?: string;
				};
				throw op.problem(TRIGGER_REFUSED, {
					name: String(trigger.name),
					reason,
					advice: advice ? `${advice} ` : '',
					what: consequence,
				});
			});
	return [{ json: { id: newId, ...body, triggers } }];
}

export const create = operation('POST /orchestration/schedules', {
	name: 'Create',
	action: 'Create a schedule',
	description:
		'Create a schedule with all its triggers; it starts nothing until it is bound to a task or plan',
	origin: FROM_VENDOR,
	permissions: OPERATOR,
	body: {
		environmentId: environmentField('The environment whose tasks and plans it can start'),
		trigger: object('Its first trigger', { ...platformTriggerField().spec.fields }).derived(),
		description: descriptionField.optional(),
	},
	settings: { triggers: triggersField },
	rules: rowRules,
	refusals: { 409: COLLIDING_TRIGGERS, 428: NO_RIGHT },
	answers: record(undefined, { requiredFields: ['id'] }),
	messages: CREATING_MESSAGES,
	perform: createWithTriggers,
});
