/** The requests about run configurations, except those for dynamic engines. */
import {
	runtimeField,
	runtimeNeedsEngine,
	runtimeNeedsType,
} from '../../../records/engines/taskRuntime';
import {
	events,
	plannedTimeFields,
	plannedTimeRules,
} from '../../../records/executions/plannedExecutions';
import { executionPageFields } from '../../../records/executions/taskExecutions';
import { planField } from '../../../records/tasks/plans';
import { taskField } from '../../../records/tasks/tasks';
import { nothing, type Output, record } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { boolean, type Fields, integer, suggestion, text } from '../../../shared/declare/fields';
import { limitOffset } from '../../../shared/declare/lists/paging';
import type { ContextShowing, RequestOperation } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { type Input, withBody } from '../../../shared/declare/runtime/context';
import { readIfThere } from '../../../shared/flows/mayBeMissing';
import { objectIn, withoutEmptyValues } from '../../../shared/support/json';
import { scheduleTriggerField } from '../../schedules/scheduleTriggerFields';
import {
	scheduleForm,
	scheduleRules,
	TRIGGER_MESSAGES,
	triggerOrCurrent,
} from '../../schedules/triggerForm';

export const OPERATOR = 'TMC_OPERATOR';

/** @param setter the operation that sets what is missing */
export const notConfigured = (noun: string, setter: string) =>
	`The ${noun} may have no run configuration yet: set one with ${setter}.`;

export const logLevelField = suggestion('How much executions write to their log', [
	'OFF',
	'ERROR',
	'WARN',
	'INFO',
])
	.byDefault('WARN')
	.sample('INFO')
	.optional();

export const parallelExecutionAllowedField = boolean(
	'Whether an execution may start while another one is in progress',
)
	.byDefault(false)
	.optional();

export const timeoutField = (description: string) =>
	integer(description).label('Timeout (Minutes)').min(1).eg(90).optional();

export const lineageField = boolean(
	'Whether executions send the datasets and the lineage of the job to Qlik Cloud; for data integration jobs',
).optional();

/** The settings of a run configuration in addition to the schedule and the engine. */
export const runSettings = {
	parallelExecutionAllowed: parallelExecutionAllowedField,
	logLevel: logLevelField,
	remoteRunAsUser: text('Operating system user that the task runs as on a remote engine')
		.eg('talend')
		.optional(),
	timeout: timeoutField(
		'After how many minutes Talend Cloud terminates an execution; accurate to about 10 seconds, for cloud engines and remote engines from 2.12.2',
	),
	deploymentStrategy: suggestion(
		'How a route or data service is deployed to a remote engine cluster; one engine after the other with Rolling',
		[
			{ value: 'PARALLEL', name: 'Parallel' },
			{ value: 'ROLLING', name: 'Rolling' },
		],
	).optional(),
	microservicePort: text('Port of a route or microservice').eg('8090').optional(),
	lineage: lineageField,
};

/** Its schema requires no field, so any one of these shows that it is a run configuration. */
export const taskRunConfiguration = record('B.TaskRunConfig', {
	requiredFields: [
		[
			'trigger',
			'runtime',
			'parallelExecutionAllowed',
			'logLevel',
			'timeout',
			'deploymentStrategy',
			'remoteRunAsUser',
		],
	],
});

export const getTaskRunConfig = operation(
	'GET /orchestration/executables/tasks/{taskId}/run-config',
	{
		name: 'Get Run Configuration of Task',
		action: 'Get the run configuration of a task',
		description:
			'Get the run configuration of a task; the type Multiple means a schedule with several triggers (resource Schedule)',
		path: { taskId: taskField() },
		refusals: { 404: notConfigured('task', 'Set Run Configuration of Task') },
		answers: taskRunConfiguration,
	},
);

/**
 * Sends a run configuration with the schedule from the form or the JSON, or with the current one.
 */
const sendSchedule =
	(get: RequestOperation) =>
	async (
		op: ContextShowing<typeof TRIGGER_MESSAGES>,
		request: RequestOperation,
		input: Input,
	): Promise<Output[]> => {
		const trigger = await triggerOrCurrent(
			op,
			input.values,
			async () => await readIfThere(op, get, input.path),
		);
		return await op.request(request, withBody(input, { ...objectIn(input.body), trigger }));
	};

export const setTaskRunConfig = operation(
	'PUT /orchestration/executables/tasks/{taskId}/run-config',
	{
		destructive: true,
		name: 'Set Run Configuration of Task',
		action: 'Set the whole run configuration of a task',
		description: 'Set when and where a task runs; replaces what was set before',
		permissions: OPERATOR,
		path: { taskId: taskField() },
		body: { trigger: scheduleTriggerField(), runtime: runtimeField, ...runSettings },
		settings: scheduleForm,
		rules: [...scheduleRules, runtimeNeedsType, runtimeNeedsEngine],
		answers: nothing(),
		messages: TRIGGER_MESSAGES,
		perform: sendSchedule(getTaskRunConfig),
	},
);

/**
 * A request that sets a whole run configuration, as one that changes only some fields: it reads the
 * others first and keeps them. The present schedule is only checked if it is kept, because some
 * schedules cannot be written back.
 */
const changing = (
	set: RequestOperation,
	get: RequestOperation,
	body: Fields,
	keep: NonNullable<RequestOperation['readFirst']>['keep'],
): RequestOperation => ({
	...set,
	body,
	perform: undefined,
	readFirst: {
		get,
		keep: { trigger: 'always', ...keep },
		keepOthersBut: [],
		toUpdate: async (read, op, { body: newBody }) => {
			const present = withoutEmptyValues(read);
			return objectIn(newBody).trigger !== undefined
				? present
				: {
						...present,
						trigger: await triggerOrCurrent(op, { scheduleType: 'KEEP' }, async () => present),
					};
		},
	},
});

export const changeTaskRunConfiguration = changing(
	setTaskRunConfig,
	getTaskRunConfig,
	{ trigger: scheduleTriggerField().optional(), runtime: runtimeField.optional(), ...runSettings },
	{ runtime: 'always' },
);

export const getPlanRunConfig = operation(
	'GET /orchestration/executables/plans/{planId}/run-config',
	{
		name: 'Get Run Configuration of Plan',
		action: 'Get the run configuration of a plan',
		description:
			'Get the run configuration of a plan; the type Multiple means a schedule with several triggers (resource Schedule)',
		origin: FROM_VENDOR,
		path: { planId: planField() },
		refusals: { 404: notConfigured('plan', 'Set Run Configuration of Plan') },
		answers: record(undefined, { requiredFields: [['trigger', 'parallelExecutionAllowed']] }),
	},
);

export const setPlanRunConfig = operation(
	'PUT /orchestration/executables/plans/{planId}/run-config',
	{
		destructive: true,
		name: 'Set Run Configuration of Plan',
		action: 'Set the whole run configuration of a plan',
		description: 'Set when a plan runs; replaces what was set before',
		origin: FROM_VENDOR,
		permissions: OPERATOR,
		path: { planId: planField() },
		body: {
			trigger: scheduleTriggerField(),
			parallelExecutionAllowed: parallelExecutionAllowedField,
		},
		settings: scheduleForm,
		rules: scheduleRules,
		answers: nothing(),
		messages: TRIGGER_MESSAGES,
		perform: sendSchedule(getPlanRunConfig),
	},
);

export const changePlanRunConfiguration = changing(
	setPlanRunConfig,
	getPlanRunConfig,
	{
		trigger: scheduleTriggerField().optional(),
		parallelExecutionAllowed: parallelExecutionAllowedField,
	},
	{},
);

export const removeTaskRunConfig = operation(
	'DELETE /orchestration/executables/tasks/{taskId}/run-config',
	{
		name: 'Remove Run Configuration of Task',
		action: 'Remove the run configuration of a task',
		description:
			'Remove the run configuration of a task. The task cannot run until it is configured again.',
		path: { taskId: taskField() },
		answers: nothing(),
	},
);

export const getTaskEvents = operation(
	'GET /orchestration/executables/tasks/{taskId}/run-config/events',
	{
		name: 'Get Scheduled Executions of Task',
		action: 'Get the scheduled executions of a task',
		description: 'List when the schedule of a task will start it',
		path: { taskId: taskField() },
		query: { ...plannedTimeFields, ...executionPageFields },
		rules: plannedTimeRules,
		pages: limitOffset(),
		answers: events,
	},
);

export const removePlanRunConfig = operation(
	'DELETE /orchestration/executables/plans/{planId}/run-config',
	{
		name: 'Remove Run Configuration of Plan',
		action: 'Remove the run configuration of a plan',
		description:
			'Remove the run configuration of a plan. The plan cannot run until it is configured again.',
		origin: FROM_VENDOR,
		path: { planId: planField() },
		answers: nothing(),
	},
);

export const getPlanEvents = operation(
	'GET /orchestration/executables/plans/{planId}/run-config/events',
	{
		name: 'Get Scheduled Executions of Plan',
		action: 'Get the scheduled executions of a plan',
		description: 'List when the schedule of a plan will start it',
		origin: FROM_VENDOR,
		path: { planId: planField() },
		query: { ...plannedTimeFields, ...executionPageFields },
		rules: plannedTimeRules,
		pages: limitOffset(),
		answers: events,
	},
);
