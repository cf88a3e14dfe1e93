/** The requests about executions of plans, and the outcome that their steps show. */
import type { IDataObject } from 'n8n-workflow';

import { executionEntry } from '../../../records/executions/executionEntry';
import {
	countsAsSuccess,
	isFinishedWithoutOutcome,
	outcomeOf,
} from '../../../records/executions/outcome';
import {
	getManyOfPlan,
	planExecutionField,
	planExecutionPicker,
} from '../../../records/executions/planExecutions';
import { planField } from '../../../records/tasks/plans';
import { record, records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { boolean, id } from '../../../shared/declare/fields';
import { picker } from '../../../shared/declare/lists/picker';
import type { OperationContext } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { onlyWith, type Rule } from '../../../shared/declare/rules';
import { lookUpExecution } from '../../executions/lookUpExecution';

export const getSteps = operation('GET /processing/executions/plans/{planExecutionId}/steps', {
	name: 'Get Steps',
	action: 'Get the steps of a plan execution',
	description:
		'List the steps of a plan execution in the order of the plan, without error handlers',
	path: { planExecutionId: planExecutionField() },
	answers: records('B.StepExecution', { key: 'executionId' }),
});

/** Chooses a step of one execution. */
const stepPicker = picker({
	noun: 'step',
	method: 'searchStepExecutions',
	list: getSteps,
	narrowedBy: ['planExecutionId'],
	entry: executionEntry(['name', 'id']),
	byName: false,
	example: '2f0c1d7e-95c4-4f0e-8a55-0b8f6a2d9c33',
});

/** Chooses a step of the execution that is run again. */
const stepOfRerunPicker = picker({
	...stepPicker,
	method: 'searchStepsToRerun',
	narrowedBy: ['executionPlanId'],
	listValues: ({ executionPlanId }) =>
		executionPlanId === undefined ? {} : { planExecutionId: executionPlanId },
});

const ofStep = {
	planExecutionId: planExecutionField(),
	stepExecutionId: id("The step's execution, as Get Steps returns it")
		.label('Step Execution')
		.pick(stepPicker),
};

export const getStep = operation(
	'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}',
	{
		name: 'Get Step',
		action: 'Get a step of a plan execution',
		description: 'Get a step of a plan execution, with its tasks',
		path: ofStep,
		answers: record('B.StepExecutionDetails', { requiredFields: ['plannedExecutableCount'] }),
	},
);

export const getStepErrorHandler = operation(
	'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}/error-handler',
	{
		name: 'Get Step Error Handler',
		action: 'Get the error handler of a step of a plan execution',
		description:
			'Get the tasks and plans that ran because a step failed; Get Steps leaves them out',
		origin: FROM_VENDOR,
		path: ofStep,
		refusals: {
			404: 'The step has no error handler, or the handler did not run. It runs only if the step fails.',
		},
		answers: record('vendor:processing/StepExecutionDetails', {
			requiredFields: ['plannedExecutableCount'],
		}),
	},
);

export const onlyFailedTasksField = boolean(
	'Whether to re-run only the tasks of the step that failed',
).label('Re-Run Only Failed Tasks');

/**
 * The step must be given: without it, the platform refuses the re-run according to one description,
 * and the other one does not say at which step it would begin.
 */
const rerunNeedsStep: Rule = {
	field: 'stepId',
	says: 'stepId must be given with executionPlanId: a re-run begins at a step',
	requires: true,
	caution: true,
	finding: ({ executionPlanId, stepId }) =>
		executionPlanId !== undefined && stepId === undefined
			? 'is required together with the execution to re-run: a re-run begins at a step, whose execution ID Get Steps returns. Re-Run From Failed Step finds it automatically'
			: undefined,
};

export const start = operation('POST /processing/executions/plans', {
	name: 'Start',
	action: 'Start a plan',
	description:
		'Start a plan, or re-run an execution from a step, and continue immediately with the ID of the execution',
	body: {
		executable: planField('The plan to run').label('Plan'),
		executionPlanId: id('The execution to re-run')
			.label('Plan Execution to Re-Run')
			.pick(planExecutionPicker)
			.optional(),
		stepId: id('The step to start with; needs the execution to re-run')
			.label('Step')
			.pick(stepOfRerunPicker)
			.eg('2f0c1d7e-95c4-4f0e-8a55-0b8f6a2d9c33')
			.optional(),
		rerunOnlyFailedTasks: onlyFailedTasksField.optional(),
	},
	rules: [
		onlyWith('stepId', 'executionPlanId'),
		rerunNeedsStep,
		onlyWith('rerunOnlyFailedTasks', 'executionPlanId'),
	],
	refusals: {
		405: 'The plan is paused. Resume it (Talend Cloud Orchestration → Plan → Pause or Resume), then start it again.',
		422: 'This execution cannot be re-run: it did not fail, or it is too old. Start the plan again.',
		501: 'The plan is not configured to run yet. Give it a schedule or a manual run configuration first.',
	},
	howToCheck:
		'Before you start the plan again, check with Get Many by Plan whether an execution has just started.',
	lookUp: lookUpExecution(getManyOfPlan, 'planId'),
	answers: record('B.Executionidentifier', { requiredFields: ['executionId'] }),
});

export const stepReader = (op: OperationContext) => async (planExecutionId: string) =>
	await op.list(getSteps, { planExecutionId });

/**
 * An execution of a plan with the outcome that its steps show, if its status is FINISHED, which
 * says no outcome. As long as steps have no outcome and none has failed, the execution has not
 * ended.
 * @param stepsOf reads the steps of an execution
 */
export async function withOutcomeOfSteps(
	stepsOf: (planExecutionId: string) => Promise<IDataObject[]>,
	execution: IDataObject,
): Promise<IDataObject> {
	if (!isFinishedWithoutOutcome(execution)) return execution;
	const steps = await stepsOf(String(execution.executionId));
	const ends = steps.map(outcomeOf);
	if (ends.some((end) => end !== undefined && !countsAsSuccess(end)))
		return { ...execution, status: 'execution_failed' };
	return steps.length > 0 && ends.every((end) => end !== undefined)
		? { ...execution, status: 'execution_successful' }
		: execution;
}
