/** The requests about the run configurations of dynamic engines. */
import type { IDataObject } from 'n8n-workflow';

import { runProfileField } from '../../../records/engines/runProfiles';
import { taskField } from '../../../records/tasks/tasks';
import { nothing, type Output, record } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../../../shared/declare/operation';
import { neededWhen } from '../../../shared/declare/rules';
import { type Input, withBody } from '../../../shared/declare/runtime/context';
import { unlessRefused } from '../../../shared/support/http/refused';
import { objectIn, withoutEmptyValues } from '../../../shared/support/json';
import { scheduleTriggerField } from '../../schedules/scheduleTriggerFields';
import { withInterval } from '../../schedules/triggerFinding';
import {
	scheduleForm,
	scheduleRules,
	TRIGGER_MESSAGES,
	triggerOfFormInZone,
	triggerOrCurrent,
} from '../../schedules/triggerForm';
import {
	lineageField,
	logLevelField,
	notConfigured,
	OPERATOR,
	parallelExecutionAllowedField,
	timeoutField,
} from './requests';

export const removeDynamicEngineRunConfig = operation(
	'DELETE /orchestration/executables/tasks/{taskId}/de-run-config',
	{
		name: 'Remove Dynamic Engine Configuration of Task',
		action: 'Remove the dynamic engine configuration of a task',
		description: 'Remove the dynamic engine configuration of a task, which stops its schedule',
		path: { taskId: taskField() },
		answers: nothing(),
	},
);

export const getDynamicEngineRunConfig = operation(
	'GET /orchestration/executables/tasks/{taskId}/de-run-config',
	{
		name: 'Get Dynamic Engine Configuration of Task',
		action: 'Get the dynamic engine configuration of a task',
		description: 'Get the dynamic engine configuration of a task',
		path: { taskId: taskField() },
		refusals: { 404: notConfigured('task', 'Set Dynamic Engine Configuration of Task') },
		answers: record('B.DETaskRunConfig', {
			requiredFields: [
				['trigger', 'parallelExecutionAllowed', 'logLevel', 'timeout', 'runProfileId', 'lineage'],
			],
			orEmpty: true,
		}),
	},
);

export const setDynamicEngineRunConfig = operation(
	'PUT /orchestration/executables/tasks/{taskId}/de-run-config',
	{
		destructive: true,
		name: 'Set Dynamic Engine Configuration of Task',
		action: 'Set the whole dynamic engine configuration of a task',
		description:
			'Set when and how a task runs on a dynamic engine; replaces what was set before, except for a schedule that is kept',
		permissions: OPERATOR,
		path: { taskId: taskField() },
		body: {
			trigger: scheduleTriggerField().optional().onTop(),
			parallelExecutionAllowed: parallelExecutionAllowedField,
			logLevel: logLevelField,
			timeout: timeoutField(
				'After how many minutes Talend Cloud terminates an execution; accurate to about 10 seconds',
			),
			runProfileId: runProfileField('Run profile of the dynamic engine').optional(),
			lineage: lineageField,
		},
		settings: { ...scheduleForm, scheduleType: scheduleForm.scheduleType.initial('KEEP') },
		rules: [...scheduleRules, neededWhen('trigger', 'scheduleType', ['JSON'])],
		// One description requires a schedule in each request. If there is none to keep, a manual one
		// is sent, which starts nothing.
		alternative: {
			body: (body) => ({
				trigger: withInterval(triggerOfFormInZone({ scheduleType: 'MANUAL' }, 'UTC')),
				...objectIn(body),
			}),
		},
		answers: nothing(),
		messages: TRIGGER_MESSAGES,
		perform: setOnDynamicEngine,
	},
);

async function setOnDynamicEngine(
	op: ContextShowing<typeof TRIGGER_MESSAGES>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const trigger =
		input.values.scheduleType === 'KEEP'
			? await presentTrigger(op, input.path)
			: await triggerOrCurrent(op, input.values, async () => undefined);
	return await op.request(
		request,
		withBody(input, withoutEmptyValues({ ...objectIn(input.body), trigger })),
	);
}

/** The schedule of a dynamic-engine configuration, which may be empty or missing. */
async function presentTrigger(
	op: OperationContext,
	path: IDataObject,
): Promise<IDataObject | undefined> {
	const { body } = await unlessRefused(op.sendValues(getDynamicEngineRunConfig, path), [404], {
		body: {},
	});
	return objectIn(body).trigger as IDataObject | undefined;
}
