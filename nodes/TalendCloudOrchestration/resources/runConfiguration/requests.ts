/** Requests that read and write run configurations. */
import type { IDataObject } from 'n8n-workflow';
import { runProfileId } from '../../../records/engines/runProfiles';
import {
	runtime,
	runtimeNeedsEngine,
	runtimeNeedsType,
} from '../../../records/engines/taskRuntime';
import { planId } from '../../../records/tasks/plans';
import { taskId } from '../../../records/tasks/tasks';
import { nothing, type Output, record } from '../../../shared/declare/answers';
import type { Input } from '../../../shared/declare/context';
import { operation } from '../../../shared/declare/define';
import { boolean, type Fields, integer, suggestion, text } from '../../../shared/declare/fields';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { neededWhen } from '../../../shared/declare/rules';
import { readIfThere } from '../../../shared/flows/tolerantReads';
import { withBody } from '../../../shared/flows/wholeRecords';
import { objectIn, withoutEmptyValues } from '../../../shared/support/json';
import { unlessRefused } from '../../../shared/support/refused';
import { trigger as triggerField } from '../../schedules/triggerFields';
import { withInterval } from '../../schedules/triggerFinding';
import {
	scheduleForm,
	scheduleRules,
	TRIGGER_MESSAGES,
	triggerFrom,
	triggerIn,
} from '../../schedules/triggerForm';

const OPERATOR = 'TMC_OPERATOR';

const NOT_CONFIGURED =
	'It may have no run configuration yet: give it one with Set Run Configuration.';

const logLevel = suggestion('How much executions write to their log', [
	'OFF',
	'ERROR',
	'WARN',
	'INFO',
])
	.byDefault('WARN')
	.sample('INFO')
	.optional();

export const parallelExecutionAllowed = boolean(
	'Whether an execution may start while another one is in progress',
)
	.byDefault(false)
	.optional();

const timeoutField = (description: string) =>
	integer(description).label('Timeout (Minutes)').min(1).eg(90).optional();

const lineage = boolean(
	'Whether executions send the datasets and the lineage of the job to Qlik Cloud; for data integration jobs',
).optional();

/** The settings of a run configuration in addition to the schedule and the engine. */
export const runSettings = {
	parallelExecutionAllowed,
	logLevel,
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
	lineage,
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
		path: { taskId: taskId() },
		refusals: { 404: NOT_CONFIGURED },
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
		const trigger = await triggerFrom(
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
		path: { taskId: taskId() },
		body: { trigger: triggerField(), runtime, ...runSettings },
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
						trigger: await triggerFrom(op, { scheduleType: 'KEEP' }, async () => present),
					};
		},
	},
});

export const changeTaskRunConfiguration = changing(
	setTaskRunConfig,
	getTaskRunConfig,
	{ trigger: triggerField().optional(), runtime: runtime.optional(), ...runSettings },
	{ runtime: 'always' },
);

export const getDynamicEngineRunConfig = operation(
	'GET /orchestration/executables/tasks/{taskId}/de-run-config',
	{
		name: 'Get Dynamic Engine Configuration of Task',
		action: 'Get the dynamic engine configuration of a task',
		description: 'Get the dynamic engine configuration of a task',
		path: { taskId: taskId() },
		refusals: { 404: NOT_CONFIGURED },
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
		path: { taskId: taskId() },
		body: {
			trigger: triggerField().optional().onTop(),
			parallelExecutionAllowed,
			logLevel,
			timeout: timeoutField(
				'After how many minutes Talend Cloud terminates an execution; accurate to about 10 seconds',
			),
			runProfileId: runProfileId('Run profile of the dynamic engine').optional(),
			lineage,
		},
		settings: { ...scheduleForm, scheduleType: scheduleForm.scheduleType.initial('KEEP') },
		rules: [...scheduleRules, neededWhen('trigger', 'scheduleType', ['JSON'])],
		// One description requires a schedule in each request. If there is none to keep, a manual one
		// is sent, which starts nothing.
		alternative: {
			body: (body) => ({
				trigger: withInterval(triggerIn({ scheduleType: 'MANUAL' }, 'UTC')),
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
			: await triggerFrom(op, input.values, async () => undefined);
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

export const getPlanRunConfig = operation(
	'GET /orchestration/executables/plans/{planId}/run-config',
	{
		name: 'Get Run Configuration of Plan',
		action: 'Get the run configuration of a plan',
		description:
			'Get the run configuration of a plan; the type Multiple means a schedule with several triggers (resource Schedule)',
		origin: FROM_VENDOR,
		path: { planId: planId() },
		refusals: { 404: NOT_CONFIGURED },
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
		path: { planId: planId() },
		body: { trigger: triggerField(), parallelExecutionAllowed },
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
	{ trigger: triggerField().optional(), parallelExecutionAllowed },
	{},
);
