/** Executions of plans. The operations of a single request are in planExecutionRequests.ts. */

import { getManyOfPlan, getManyPlanExecutions } from '../../records/planExecutions';
import { getPlan, planId } from '../../records/plans';
import { getTaskExecution } from '../../records/taskExecutions';
import { type Output, record } from '../../shared/declare/answers';
import { flow, resource } from '../../shared/declare/define';
import { boolean, choice, integer, type Values } from '../../shared/declare/field';
import type { ContextShowing } from '../../shared/declare/operation';
import { onlyWith } from '../../shared/declare/rules';
import { awaiting, OWN_RECORD_MESSAGES, ownRecord } from '../../shared/flows/wait';
import { objectIn } from '../../shared/support/json';
import { ifAlreadyRunning } from '../executions/alreadyRunning';
import { ENDED_PLAN } from '../executions/endOfExecution';
import {
	endedAfter,
	notMuchLater,
	OF_EXECUTION,
	OF_NEXT_END,
	waitFor,
} from '../executions/nextEnd';
import {
	beginPlan,
	endOfAttempt,
	followStartedPlan,
	RERUN_MESSAGES,
	rerunAndFollow,
	retryPlan,
	RUN_PLAN_MESSAGES,
} from '../executions/runPlan';
import {
	beginWaitingForPlan,
	followForeignPlan,
	outputOfForeignPlan,
	WAIT_FOR_PLAN_MESSAGES,
} from '../executions/waitForPlan';
import { explainOnFailure, waitSettings } from '../executions/waitSettings';
import { explainPlan } from '../explain/explainPlan';
import { READS_OF_TASK } from '../explain/explainTask';
import { logLines } from '../explain/logLines';
import {
	get,
	getStep,
	getStepErrorHandler,
	getSteps,
	onlyFailedTasks,
	planExecutionId,
	start,
	stepReader,
	withOutcomeOfSteps,
} from './planExecutionRequests';

/** What to do after an execution that did not succeed. */
const retrySettings = {
	onRetry: choice(
		'What a retry does, of Retries or of Retry On Fail: run the whole plan again, or continue at the step that failed',
		[
			{ value: 'startAgain', name: 'Start Again' },
			{ value: 'continueFromFailedStep', name: 'Continue From Failed Step' },
		],
	)
		.inOrder()
		.optional(),
	retries: integer(
		'How many times to run the plan again if it did not succeed; a plan that was terminated is not run again. The time limit applies to each execution.',
	)
		.min(0)
		.max(5)
		.byDefault(0)
		.eg(2)
		.optional(),
	minutesBetween: integer('How many minutes to wait before each of the Retries')
		.min(0)
		.max(1440)
		.byDefault(0)
		.eg(10)
		.optional(),
};

const runAndWait = awaiting({
	name: 'Run and Wait',
	action: 'Run a plan and wait for its end',
	description:
		'Start a plan once and wait until it has ended, with its outcome and duration as output',
	fields: { executable: planId('The plan to run').label('Plan') },
	settings: {
		...waitSettings,
		explainOnFailure,
		...retrySettings,
		...ifAlreadyRunning('plan'),
	},
	rules: [onlyWith('minutesBetween', 'retries')],
	uses: [start, get, getSteps, getStep, getManyOfPlan, getPlan, ...READS_OF_TASK],
	messages: RUN_PLAN_MESSAGES,
	patient: true,
	answers: record('B.PlanExecutionStatus', { needs: ['executionId'], simple: ENDED_PLAN }),
	begin: beginPlan,
	followed: followStartedPlan,
	end: endOfAttempt,
	startAgain: retryPlan,
});

const waitForEnd = awaiting({
	name: 'Wait for End',
	action: 'Wait for the end of a plan execution',
	description:
		'Wait for the end of an execution that something else started, such as a schedule, with the same output as Run and Wait; only reads',
	fields: {
		...waitFor('plan'),
		planExecutionId: planExecutionId().shownWhen(OF_EXECUTION),
		executable: planId('The plan whose next end is waited for')
			.label('Plan')
			.shownWhen(OF_NEXT_END),
		endedAfter,
	},
	settings: { ...waitSettings, explainOnFailure },
	rules: [notMuchLater],
	uses: [get, getSteps, getStep, getManyOfPlan, getPlan, getTaskExecution, ...READS_OF_TASK],
	messages: WAIT_FOR_PLAN_MESSAGES,
	patient: true,
	answers: record('B.PlanExecutionStatus', { needs: ['executionId'], simple: ENDED_PLAN }),
	begin: beginWaitingForPlan,
	followed: followForeignPlan,
	end: outputOfForeignPlan,
});

const rerunFromFailedStep = flow({
	name: 'Re-Run From Failed Step',
	action: 'Run a plan again from the failed step',
	description:
		'Find the step in which an execution of a plan failed and run the plan again from there',
	fields: { planExecutionId: planExecutionId() },
	settings: {
		waitForEnd: boolean('Whether to wait until the new execution has ended').startsWith(false),
		timeLimit: waitSettings.timeLimit.shownWhen({ waitForEnd: [true] }),
		failOnFailure: waitSettings.failOnFailure.shownWhen({ waitForEnd: [true] }),
		simplify: waitSettings.simplify.shownWhen({ waitForEnd: [true] }),
		rerunOnlyFailedTasks: onlyFailedTasks.optional(),
	},
	uses: [start, get, getSteps, getPlan],
	messages: RERUN_MESSAGES,
	patient: true,
	answers: record('B.Executionidentifier', { needs: ['executionId'] }),
	run: rerunAndFollow,
});

const explainFields = { planExecutionId: planExecutionId() };

const explainSettings = { logLines };

/** The input of *Explain*. */
type ExplainInput = Values<typeof explainFields> & Values<typeof explainSettings>;

const explain = flow({
	name: 'Explain',
	action: 'Explain why a plan execution failed',
	description:
		'Collect why an execution of a plan failed: its step, the tasks that failed with their components and logs, what did not run after it, and the cause in one word; only reads',
	fields: explainFields,
	settings: explainSettings,
	uses: [get, getSteps, getStep, getPlan, ...READS_OF_TASK],
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
		objectIn((await op.sendValues(get, { planExecutionId: executionId })).body),
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
		start,
		rerunFromFailedStep,
		explain,
		get,
		getMany: getManyPlanExecutions,
		getManyOfPlan,
		getStep,
		getStepErrorHandler,
		getSteps,
	},
	'An execution of a plan',
);
