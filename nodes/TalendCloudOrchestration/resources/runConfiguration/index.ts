import type { IDataObject } from 'n8n-workflow';
import { runtime } from '../../../records/engines/taskRuntime';
import {
	events,
	plannedSpan,
	searchEvents,
	spanRules,
} from '../../../records/executions/plannedExecutions';
import { executionsPage } from '../../../records/executions/taskExecutions';
import { planId } from '../../../records/tasks/plans';
import { taskId } from '../../../records/tasks/tasks';
import { nothing, type Output } from '../../../shared/declare/answers';
import { flow, operation, resource } from '../../../shared/declare/define';
import type { Values } from '../../../shared/declare/fields';
import { ADD_UPDATE_FIELD } from '../../../shared/declare/input/badInput';
import { limitOffset } from '../../../shared/declare/lists/paging';
import { requirement } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { READ_FIRST } from '../../../shared/flows/wholeRecords';
import { objectIn, withoutEmptyValues } from '../../../shared/support/json';
import { trigger as triggerField } from '../../schedules/triggerFields';
import {
	scheduleForm,
	scheduleRules,
	TRIGGER_MESSAGES,
	triggerFrom,
} from '../../schedules/triggerForm';
import { getPlannedRuns } from './getPlannedRuns';
import {
	changeTaskRunConfiguration,
	getDynamicEngineRunConfig,
	getPlanRunConfig,
	getTaskRunConfig,
	runSettings,
	setDynamicEngineRunConfig,
	setPlanRunConfig,
	setTaskRunConfig,
	taskRunConfiguration,
} from './requests';

const NOTHING_CHANGES = requirement(
	'updateFields',
	'Update Fields',
	'needs at least one field to change while the schedule stays as it is',
	ADD_UPDATE_FIELD,
);

const UPDATE_TASK_RUN_CONFIG_MESSAGES = [NOTHING_CHANGES, ...TRIGGER_MESSAGES];

const updateTaskRunConfigFields = { taskId: taskId(), trigger: triggerField() };

const updateTaskRunConfigSettings = {
	...scheduleForm,
	runtime: runtime.describe('Where the task runs; replaces the current runtime').optional(),
	...runSettings,
};

const updateTaskRunConfig = flow({
	destructive: true,
	name: 'Update Run Configuration of Task',
	action: 'Update the run configuration of a task',
	description: `Change when and where a task runs; ${READ_FIRST}`,
	fields: updateTaskRunConfigFields,
	optionalAs: 'updateFields',
	settings: updateTaskRunConfigSettings,
	rules: scheduleRules,
	uses: [getTaskRunConfig, setTaskRunConfig],
	messages: UPDATE_TASK_RUN_CONFIG_MESSAGES,
	answers: taskRunConfiguration,
	run: updateOfTask,
});

type UpdateTaskRunConfigInput = Values<typeof updateTaskRunConfigFields> &
	Values<typeof updateTaskRunConfigSettings>;

async function updateOfTask(
	op: ContextShowing<typeof UPDATE_TASK_RUN_CONFIG_MESSAGES>,
	{ taskId: task, ...values }: UpdateTaskRunConfigInput,
): Promise<Output[]> {
	const inputs = objectIn(values);
	const changes = withoutEmptyValues(
		Object.fromEntries(
			['runtime', ...Object.keys(runSettings)].map((name) => [name, inputs[name]]),
		),
	);
	if (inputs.scheduleType === 'KEEP' && Object.keys(changes).length === 0)
		throw op.refusal(NOTHING_CHANGES);
	if (inputs.scheduleType !== 'KEEP')
		changes.trigger = await triggerFrom(op, inputs, async () => undefined);
	let written: IDataObject = {};
	await op.update(changeTaskRunConfiguration, { taskId: task, ...changes }, (_call, { body }) => {
		written = body;
	});
	return [{ json: written }];
}

const removeTaskRunConfig = operation(
	'DELETE /orchestration/executables/tasks/{taskId}/run-config',
	{
		name: 'Remove Run Configuration of Task',
		action: 'Remove the run configuration of a task',
		description:
			'Remove the run configuration of a task. The task cannot run until it is configured again.',
		path: { taskId: taskId() },
		answers: nothing(),
	},
);

const removeDynamicEngineRunConfig = operation(
	'DELETE /orchestration/executables/tasks/{taskId}/de-run-config',
	{
		name: 'Remove Dynamic Engine Configuration of Task',
		action: 'Remove the dynamic engine configuration of a task',
		description: 'Remove the dynamic engine configuration of a task, which stops its schedule',
		path: { taskId: taskId() },
		answers: nothing(),
	},
);

const getTaskEvents = operation('GET /orchestration/executables/tasks/{taskId}/run-config/events', {
	name: 'Get Scheduled Executions of Task',
	action: 'Get the scheduled executions of a task',
	description: 'List when the schedule of a task will start it',
	path: { taskId: taskId() },
	query: { ...plannedSpan, ...executionsPage },
	rules: spanRules,
	pages: limitOffset(),
	answers: events,
});

const removePlanRunConfig = operation(
	'DELETE /orchestration/executables/plans/{planId}/run-config',
	{
		name: 'Remove Run Configuration of Plan',
		action: 'Remove the run configuration of a plan',
		description:
			'Remove the run configuration of a plan. The plan cannot run until it is configured again.',
		origin: FROM_VENDOR,
		path: { planId: planId() },
		answers: nothing(),
	},
);

const getPlanEvents = operation('GET /orchestration/executables/plans/{planId}/run-config/events', {
	name: 'Get Scheduled Executions of Plan',
	action: 'Get the scheduled executions of a plan',
	description: 'List when the schedule of a plan will start it',
	origin: FROM_VENDOR,
	path: { planId: planId() },
	query: { ...plannedSpan, ...executionsPage },
	rules: spanRules,
	pages: limitOffset(),
	answers: events,
});

export const runConfiguration = resource(
	'runConfiguration',
	'Run Configuration',
	{
		getTaskRunConfig,
		setTaskRunConfig,
		updateTaskRunConfig,
		removeTaskRunConfig,
		getTaskEvents,
		getDynamicEngineRunConfig,
		setDynamicEngineRunConfig,
		removeDynamicEngineRunConfig,
		getPlanRunConfig,
		setPlanRunConfig,
		removePlanRunConfig,
		getPlanEvents,
		searchEvents,
		getPlannedRuns,
	},
	'When and where tasks and plans run',
);
