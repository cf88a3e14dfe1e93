/** Executions of plans. The operations of a single request are in requests/. */

import {
	getManyOfPlan,
	getManyPlanExecutions,
	getPlanExecution,
	planExecutionId,
} from '../../../records/executions/planExecutions';
import { getTaskExecution } from '../../../records/executions/taskExecutions';
import { getPlan } from '../../../records/tasks/plans';
import { type Output, record } from '../../../shared/declare/answers';
import { flow, resource } from '../../../shared/declare/define';
import type { Values } from '../../../shared/declare/fields';
import type { ContextShowing } from '../../../shared/declare/operation';
import { onlyWith } from '../../../shared/declare/rules';
import { awaiting, OWN_RECORD_MESSAGES, ownRecord } from '../../../shared/flows/wait';
import { objectIn } from '../../../shared/support/json';
import { ENDED_PLAN } from '../../executions/endOfExecution';
import { notMuchLater } from '../../executions/nextEnd';
import { explainOnFailure, waitSettings } from '../../executions/waitSettings';
import { READS_OF_TASK } from '../../explain/explainTask';
import { logLines } from '../../explain/logLines';
import { ifAlreadyRunning } from '../taskExecution/alreadyRunning';
import { explainPlan } from './explainPlan';
import {
	getStep,
	getStepErrorHandler,
	getSteps,
	startPlanExecution,
	stepReader,
	withOutcomeOfSteps,
} from './requests';
import {
	executionToRerun,
	RERUN_MESSAGES,
	rerunAndFollow,
	rerunSettings,
} from './rerunFromFailedStep';
import {
	beginPlan,
	endOfPlan,
	followStartedPlan,
	planToRun,
	retryPlan,
	retrySettings,
	RUN_PLAN_MESSAGES,
} from './runAndWait';
import { planToWaitFor, WAIT_FOR_PLAN_MESSAGES, waitingForPlan } from './waitForEnd';

const runAndWait = awaiting({
	name: 'Run and Wait',
	action: 'Run a plan and wait until it finishes',
	description:
		'Start a plan once and wait until it has ended, with its outcome and duration as output',
	fields: planToRun,
	settings: {
		...waitSettings,
		explainOnFailure,
		...retrySettings,
		...ifAlreadyRunning('plan'),
	},
	rules: [onlyWith('minutesBetween', 'retries')],
	uses: [
		startPlanExecution,
		getPlanExecution,
		getSteps,
		getStep,
		getManyOfPlan,
		getPlan,
		...READS_OF_TASK,
	],
	messages: RUN_PLAN_MESSAGES,
	patient: true,
	answers: record('B.PlanExecutionStatus', { requiredFields: ['executionId'], simple: ENDED_PLAN }),
	begin: beginPlan,
	howToFollow: followStartedPlan,
	finish: endOfPlan,
	restart: retryPlan,
});

const waitForEnd = awaiting({
	name: 'Wait for End',
	action: 'Wait for a plan execution to finish',
	description:
		'Wait until an execution that something else started, such as a schedule, has ended. Returns the same output as Run and Wait. Read-only.',
	fields: planToWaitFor,
	settings: { ...waitSettings, explainOnFailure },
	rules: [notMuchLater],
	uses: [
		getPlanExecution,
		getSteps,
		getStep,
		getManyOfPlan,
		getPlan,
		getTaskExecution,
		...READS_OF_TASK,
	],
	messages: WAIT_FOR_PLAN_MESSAGES,
	patient: true,
	answers: record('B.PlanExecutionStatus', { requiredFields: ['executionId'], simple: ENDED_PLAN }),
	...waitingForPlan,
});

const rerunFromFailedStep = flow({
	name: 'Re-Run From Failed Step',
	action: 'Run a plan again from the failed step',
	description: 'Find the step in which a plan execution failed, and re-run the plan from that step',
	fields: executionToRerun,
	settings: rerunSettings,
	uses: [startPlanExecution, getPlanExecution, getSteps, getPlan],
	messages: RERUN_MESSAGES,
	patient: true,
	answers: record('B.Executionidentifier', { requiredFields: ['executionId'] }),
	run: rerunAndFollow,
});

const explainFields = { planExecutionId: planExecutionId() };

const explainSettings = { logLines };

type ExplainInput = Values<typeof explainFields> & Values<typeof explainSettings>;

const explain = flow({
	name: 'Explain',
	action: 'Explain why a plan execution failed',
	description:
		'Explain why a plan execution failed: the failed step, its failed tasks with components and logs, the steps that did not run, and the likely cause. Read-only.',
	fields: explainFields,
	settings: explainSettings,
	uses: [getPlanExecution, getSteps, getStep, getPlan, ...READS_OF_TASK],
	messages: OWN_RECORD_MESSAGES,
	answers: record(undefined),
	run: explainExecution,
});

async function explainExecution(
	op: ContextShowing<typeof OWN_RECORD_MESSAGES>,
	{ planExecutionId: executionId, logLines: lines }: ExplainInput,
): Promise<Output[]> {
	const execution = ownRecord(
		op,
		objectIn((await op.sendValues(getPlanExecution, { planExecutionId: executionId })).body),
		'executionId',
		executionId,
	);
	const withOutcome = await withOutcomeOfSteps(stepReader(op), { ...execution, executionId });
	return [{ json: await explainPlan(op, withOutcome, { getSteps, getStep }, lines) }];
}

export const planExecution = resource(
	'planExecution',
	'Plan Execution',
	{
		runAndWait,
		waitForEnd,
		start: startPlanExecution,
		rerunFromFailedStep,
		explain,
		get: getPlanExecution,
		getMany: getManyPlanExecutions,
		getManyOfPlan,
		getStep,
		getStepErrorHandler,
		getSteps,
	},
	'A plan that Talend Cloud runs or has run',
);
