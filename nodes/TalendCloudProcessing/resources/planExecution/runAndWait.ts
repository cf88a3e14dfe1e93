/** *Run and Wait* of a plan, which retries executions that have failed. */
import type { IDataObject } from 'n8n-workflow';

import { countsAsSuccess, everRan, outcomeOf } from '../../../records/executions/outcome';
import { getManyOfPlan, getPlanExecution } from '../../../records/executions/planExecutions';
import { getPlan, planField } from '../../../records/tasks/plans';
import { type Output, record } from '../../../shared/declare/answers';
import { withoutRefusals } from '../../../shared/declare/define';
import { choice, integer, type Values } from '../../../shared/declare/fields';
import type { ContextShowing } from '../../../shared/declare/operation';
import { onlyWith } from '../../../shared/declare/rules';
import { awaiting, type Continuation } from '../../../shared/flows/wait/awaiting';
import type { FollowedWork } from '../../../shared/flows/wait/followedWork';
import { noteRecord } from '../../../shared/support/errorNotes';
import { withoutUndefined } from '../../../shared/support/json';
import { MINUTE } from '../../../shared/support/time/time';
import {
	beginUnlessRunning,
	type ExecutableToRun,
	ifAlreadyRunning,
	OPEN_MESSAGES,
	openExecution,
	type RunningSettings,
} from '../../executions/alreadyRunning';
import { outputOfEnd, simpleEndedPlanFields } from '../../executions/endOfExecution';
import { type FollowedExecution, howToFollow } from '../../executions/followExecution';
import { openPlanExecutions } from '../../executions/openExecutions';
import { type START_MESSAGES, startedId } from '../../executions/startedExecution';
import {
	explainOnFailureField,
	type ReadAfterEnd,
	runAndWaitSettings,
	type WaitChoices,
} from '../../executions/waitSettings';
import { READS_OF_TASK } from '../../explain/explainTask';
import { planFollowing } from './planFollowing';
import { getStep, getSteps, start } from './requests';
import { rerun, RERUN_MESSAGES } from './rerunFromFailedStep';

/** Starts a plan from its beginning, so that the refusal of a re-run (422) cannot occur. */
const startAnew = withoutRefusals(start, 422);

/** What *Run and Wait* of a plan can say. */
const RUN_PLAN_MESSAGES = [...RERUN_MESSAGES, ...OPEN_MESSAGES];

const planToRun = { executable: planField('The plan to run').label('Plan') };

/** What to do after an execution that did not succeed. */
const retrySettings = {
	onRetry: choice(
		'How Retries and Retry On Fail run the plan again: as a whole, or from the failed step',
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

type RetryChoices = Values<typeof retrySettings>;

/** An execution of a plan that may be retried, and what is known of the executions before it. */
interface RetriedExecution extends FollowedExecution {
	/** 1 for the first execution, 2 for the first retry. */
	number: number;
	/** How many executions have failed, in this try of Retry On Fail and in earlier ones. */
	failures: { count: number };
	/** How many of them failed in earlier tries. */
	earlierFailures: number;
	/** The ID of the failed execution that the next one continues. */
	failedId?: string;
}

const continues = ({ onRetry }: RetryChoices): boolean => onRetry === 'continueFromFailedStep';

/** The fields of an output or error that are about retries. */
const aboutRetries = (number: number, rerunOf?: string): IDataObject =>
	withoutUndefined({
		rerunOf,
		...(number > 1 ? { attempts: number } : {}),
	});

/** Starts the plan. If it is already running, this does what the user chose for that case. */
async function beginPlan(
	op: ContextShowing<typeof RUN_PLAN_MESSAGES>,
	{ executable, ...settings }: Values<typeof planToRun> & RunningSettings,
): Promise<RetriedExecution | Output[]> {
	const begun = await beginUnlessRunning(op, executablePlan(op, executable), settings);
	if (Array.isArray(begun)) return begun;
	const failures = await op.once('failures', async () => ({ count: 0 }));
	return { ...begun, number: 1, failures, earlierFailures: failures.count };
}

const executablePlan = (
	op: ContextShowing<typeof RUN_PLAN_MESSAGES>,
	executableId: string,
): ExecutableToRun => ({
	noun: 'plan',
	executableId,
	executableIdName: 'planId',
	open: async () => await openPlanExecutions(op, executableId),
	start: async () => await startWhole(op, executableId),
});

/**
 * Starts the plan, or continues its failed execution at the step that failed. Errors name the
 * previous execution. If that was already running before, somebody may have run the plan again
 * meanwhile: then this follows that execution, and starts nothing.
 */
const retryPlan = async (
	op: ContextShowing<typeof RUN_PLAN_MESSAGES>,
	failed: RetriedExecution,
): Promise<RetriedExecution> =>
	await (
		failed.wasRunning === true ? followOrBeginAgain(op, failed) : beginAgain(op, failed)
	).catch((error: unknown) => {
		throw noteRecord(error, { executionId: failed.executionId });
	});

async function followOrBeginAgain(
	op: ContextShowing<typeof RUN_PLAN_MESSAGES>,
	failed: RetriedExecution,
): Promise<RetriedExecution> {
	const number = failed.number + 1;
	const { executableId, executionId: failedId } = failed;
	return await op.serialize(executableId!, async () => {
		// This is read once, so that a later try of Retry On Fail follows the same executions.
		const running = await op.once(
			`running before execution ${number}`,
			async () => await openExecution(op, executablePlan(op, executableId!), failedId),
		);
		return running === undefined
			? await beginAgain(op, failed)
			: {
					...failed,
					executionId: String(running.executionId),
					failedId: undefined,
					number,
					extraFields: { reattached: true, ...aboutRetries(number) },
				};
	});
}

async function beginAgain(
	op: ContextShowing<typeof RERUN_MESSAGES>,
	{ failedId, ...failed }: RetriedExecution,
): Promise<RetriedExecution> {
	const executionId =
		failedId === undefined
			? await startWhole(op, failed.executableId!)
			: (await rerun(op, failedId)).executionId;
	const number = failed.number + 1;
	return {
		...failed,
		executionId,
		wasRunning: false,
		number,
		extraFields: aboutRetries(number, failedId),
	};
}

/** Starts a plan from its beginning. */
async function startWhole(
	op: ContextShowing<typeof START_MESSAGES>,
	executable: string,
): Promise<string> {
	const { body } = await op.sendValues(startAnew, { executable });
	return startedId(op, body, 'Get Many by Plan');
}

/** What is known of the execution to start next; undefined if none is to be started. */
function nextExecution(
	ended: RetriedExecution,
	lastState: IDataObject,
	choices: RetryChoices,
): Continuation<RetriedExecution> | undefined {
	const { number, earlierFailures, failures, executionId } = ended;
	const outcome = outcomeOf(lastState)!;
	// After somebody has terminated a plan, it is not run again.
	if (countsAsSuccess(outcome) || outcome === 'terminated') return undefined;
	// A try of Retry On Fail first passes over the failed executions of earlier tries without
	// starting anything, and then starts its own.
	const isEarlier = number <= earlierFailures;
	failures.count = Math.max(failures.count, number);
	if (!isEarlier && number - earlierFailures > (choices.retries ?? 0)) return undefined;
	// If it never ran, no step has failed, so there is no step to continue from.
	const failedId = continues(choices) && everRan(outcome) ? executionId : undefined;
	const afterMs = isEarlier ? 0 : (choices.minutesBetween ?? 0) * MINUTE;
	return { continueFrom: { ...ended, failedId }, afterMs };
}

const followStartedPlan = (
	op: ContextShowing<typeof RUN_PLAN_MESSAGES>,
	execution: RetriedExecution,
	choices: WaitChoices,
): FollowedWork => howToFollow(op, execution, planFollowing(op), choices);

/**
 * The execution to start next, or the output of the last one.
 * @throws if the last one has failed. If it can be continued, it stays remembered, so that Retry On
 * Fail continues it
 */
async function endOfPlan(
	op: ContextShowing<typeof RUN_PLAN_MESSAGES>,
	execution: RetriedExecution,
	lastState: IDataObject,
	choices: WaitChoices & RetryChoices & Pick<ReadAfterEnd, 'explainOnFailure'>,
): Promise<Output[] | Continuation<RetriedExecution>> {
	const next = nextExecution(execution, lastState, choices);
	if (next !== undefined) return next;
	const profile = {
		...planFollowing(op, choices.explainOnFailure),
		keepsStarted: continues(choices),
	};
	return await outputOfEnd(op, { ...execution, lastState }, profile, choices);
}

export const runAndWait = awaiting({
	name: 'Run and Wait',
	action: 'Run a plan and wait until it finishes',
	description: 'Start a plan, wait until it has ended, and return its outcome and duration',
	fields: planToRun,
	settings: {
		...runAndWaitSettings,
		explainOnFailure: explainOnFailureField,
		...retrySettings,
		...ifAlreadyRunning('plan'),
	},
	rules: [onlyWith('minutesBetween', 'retries')],
	uses: [start, getPlanExecution, getSteps, getStep, getManyOfPlan, getPlan, ...READS_OF_TASK],
	messages: RUN_PLAN_MESSAGES,
	patient: true,
	answers: record('B.PlanExecutionStatus', {
		requiredFields: ['executionId'],
		simple: simpleEndedPlanFields,
	}),
	begin: beginPlan,
	howToFollow: followStartedPlan,
	finish: endOfPlan,
	restart: retryPlan,
});
