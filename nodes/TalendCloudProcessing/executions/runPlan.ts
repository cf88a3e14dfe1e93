/** Runs plans, follows their executions, and retries those that failed. */
import type { IDataObject } from 'n8n-workflow';

import { countsAsSuccess, everRan, outcomeOf } from '../../records/outcome';
import { getManyOfPlan } from '../../records/planExecutions';
import { getPlan } from '../../records/plans';
import { type Output } from '../../shared/declare/answers';
import { withoutRefusals } from '../../shared/declare/define';
import { problem } from '../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { type Again, type Followed, OWN_RECORD_MESSAGES, ownRecord } from '../../shared/flows/wait';
import { noteRecord } from '../../shared/support/errorNotes';
import { objectIn } from '../../shared/support/json';
import { named, sentence } from '../../shared/support/summary';
import { explainPlan } from '../explain/explainPlan';
import { EXPLAINED_LINES } from '../explain/logLines';
import {
	get,
	getStep,
	getSteps,
	start,
	stepReader,
	withOutcomeOfSteps,
} from '../resources/planExecutionRequests';
import {
	beginUnlessRunning,
	type Runnable,
	RUNNING_MESSAGES,
	runningExecution,
	type RunningSettings,
} from './alreadyRunning';
import {
	describeWhatRan,
	ENDED_PLAN,
	explanationOf,
	FAILED_PLAN,
	FOLLOW_MESSAGES,
	followToEnd,
	outputOfEnd,
} from './endOfExecution';
import { type Begun, type FollowedExecution, lookingAt } from './followExecution';
import { START_MESSAGES, startedId } from './startedExecution';
import { type WaitChoices } from './waitSettings';

const STILL_RUNNING = problem(
	'The plan is still running: there is nothing to re-run yet',
	'Wait for the end of execution {failedRun}, then try again.',
);
const NOTHING_FAILED = problem(
	'Nothing to re-run: no step of this plan execution failed',
	'Execution {failedRun} ended as {outcome}. To run the plan again as a whole, use Start.',
);
const NO_PLAN = problem(
	'The platform did not say which plan this execution belongs to',
	'Start the plan with Start, giving this execution and the step.',
);

/** What {@link rerunAndFollow} can say. */
export const RERUN_MESSAGES = [
	...START_MESSAGES,
	...FOLLOW_MESSAGES,
	FAILED_PLAN,
	...OWN_RECORD_MESSAGES,
	STILL_RUNNING,
	NOTHING_FAILED,
	NO_PLAN,
];

/** Starts a plan from its beginning: the refusal of a re-run (422) cannot happen. */
const startAnew = withoutRefusals(start, 422);

/** How an execution of a plan is followed. */
export const followPlan = (op: OperationContext<typeof FAILED_PLAN>, explains?: boolean) => ({
	noun: 'plan',
	get,
	idName: 'planExecutionId',
	definition: getPlan,
	names: { id: 'planId', name: 'planName' },
	simple: ENDED_PLAN,
	settle: (execution: IDataObject) => withOutcomeOfSteps(stepReader(op), execution),
	more: (execution: IDataObject) =>
		explanationOf(explains, execution, () =>
			explainPlan(op, execution, { getSteps, getStep }, EXPLAINED_LINES),
		),
	failed: (values: Parameters<FollowedExecution['failed']>[0]) => op.problem(FAILED_PLAN, values),
});

const MINUTE = 60_000;

/** What *Run and Wait* of a plan can say. */
export const RUN_PLAN_MESSAGES = [...RERUN_MESSAGES, ...RUNNING_MESSAGES];

/** What to do after an execution that did not succeed. */
interface RetryChoices {
	onRetry?: string;
	retries?: number;
	minutesBetween?: number;
}

/** A run of a plan, and which of its attempts this is. */
export interface Attempt extends Begun {
	attempts: number;
	/** How many attempts have failed, in this try of Retry On Fail and in earlier ones. */
	failures: { count: number };
	/** How many of them failed in earlier tries. */
	earlierFailures: number;
	/** The ID of the failed execution that the next attempt continues. */
	failedId?: string;
}

const continues = ({ onRetry }: RetryChoices): boolean => onRetry === 'continueFromFailedStep';

/** The fields of an output or error that are about the attempts. */
const aboutAttempt = (attempts: number, rerunOf?: string): IDataObject => ({
	...(rerunOf === undefined ? {} : { rerunOf }),
	...(attempts > 1 ? { attempts } : {}),
});

/** The executions of a plan that are in progress. */
export const openPlanExecutions = async (
	op: OperationContext,
	executableId: string,
): Promise<IDataObject[]> =>
	(await op.list(getManyOfPlan, { planId: executableId, status: 'executing' })).filter(
		(execution) => outcomeOf(execution) === undefined,
	);

/** Starts the plan, unless it is running and the user chose something else for that case. */
export async function beginPlan(
	op: ContextShowing<typeof RUN_PLAN_MESSAGES>,
	{ executable, ...settings }: RunningSettings & { executable: string },
): Promise<Attempt | Output[]> {
	const begun = await beginUnlessRunning(op, runnablePlan(op, executable), settings);
	if (Array.isArray(begun)) return begun;
	const failures = await op.once('failures', async () => ({ count: 0 }));
	return { ...begun, attempts: 1, failures, earlierFailures: failures.count };
}

const runnablePlan = (
	op: ContextShowing<typeof RUN_PLAN_MESSAGES>,
	executableId: string,
): Runnable => ({
	noun: 'plan',
	executableId,
	open: async () => await openPlanExecutions(op, executableId),
	start: async () => (await startWhole(op, executableId)).executionId,
});

/**
 * Starts the plan, or continues its failed execution at the step that failed. The error names the
 * execution before. If that was found, its owner may have run the plan again meanwhile: then that
 * is followed, and nothing is started.
 */
export const retryPlan = async (
	op: ContextShowing<typeof RUN_PLAN_MESSAGES>,
	attempt: Attempt,
): Promise<Attempt> =>
	await (attempt.found === true ? followOrBeginAgain(op, attempt) : beginAgain(op, attempt)).catch(
		(error: unknown) => {
			throw noteRecord(error, { executionId: attempt.executionId });
		},
	);

async function followOrBeginAgain(
	op: ContextShowing<typeof RUN_PLAN_MESSAGES>,
	attempt: Attempt,
): Promise<Attempt> {
	const attempts = attempt.attempts + 1;
	const { executableId, executionId: failedId } = attempt;
	return await op.serialize(executableId!, async () => {
		// A later try of Retry On Fail follows the same executions again.
		const running = await op.once(
			`running before attempt ${attempts}`,
			async () => await runningExecution(op, runnablePlan(op, executableId!), failedId),
		);
		return running === undefined
			? await beginAgain(op, attempt)
			: {
					...attempt,
					executionId: String(running.executionId),
					failedId: undefined,
					attempts,
					more: { reattached: true, ...aboutAttempt(attempts) },
				};
	});
}

async function beginAgain(
	op: ContextShowing<typeof RERUN_MESSAGES>,
	{ failedId, ...attempt }: Attempt,
): Promise<Attempt> {
	const { executionId } =
		failedId === undefined
			? await startWhole(op, attempt.executableId!)
			: await rerun(op, failedId);
	const attempts = attempt.attempts + 1;
	return {
		...attempt,
		executionId,
		found: false,
		attempts,
		more: aboutAttempt(attempts, failedId),
	};
}

/** Starts a plan from its beginning. */
const startWhole = async (op: ContextShowing<typeof START_MESSAGES>, executable: string) => ({
	executionId: startedId(
		op,
		(await op.sendValues(startAnew, { executable })).body,
		'Get Many of a Plan',
	),
});

/** Runs a failed execution again, from the first step that failed. */
async function rerun(
	op: ContextShowing<typeof RERUN_MESSAGES>,
	failedRun: string,
	rerunOnlyFailedTasks?: boolean,
): Promise<{ executionId: string; planId: string; stepId: string }> {
	const failedExecution = ownRecord(
		op,
		objectIn((await op.sendValues(get, { planExecutionId: failedRun })).body),
		'executionId',
		failedRun,
	);
	const execution = await withOutcomeOfSteps(stepReader(op), failedExecution);
	const outcome = outcomeOf(execution);
	if (outcome === undefined) throw op.problem(STILL_RUNNING, { failedRun });
	const steps = await op.list(getSteps, { planExecutionId: failedRun });
	const failedStep = steps.find((step) => {
		const stepOutcome = outcomeOf(step);
		return stepOutcome !== undefined && !countsAsSuccess(stepOutcome);
	});
	if (!failedStep || typeof failedStep.executionId !== 'string')
		throw op.problem(NOTHING_FAILED, { failedRun, outcome });
	const { planId: executable } = execution;
	if (typeof executable !== 'string') throw op.problem(NO_PLAN);
	const { body } = await op.sendValues(start, {
		executable,
		executionPlanId: failedRun,
		stepId: failedStep.executionId,
		rerunOnlyFailedTasks,
	});
	const executionId = startedId(op, body, 'Get Many of a Plan');
	return { executionId, planId: executable, stepId: failedStep.executionId };
}

/** The next attempt, if there is to be one. */
function nextAttempt(
	begun: Attempt,
	last: IDataObject,
	choices: RetryChoices,
): Again<Attempt> | undefined {
	const { attempts, earlierFailures, failures, executionId } = begun;
	const outcome = outcomeOf(last)!;
	// A plan that somebody has terminated is not run again.
	if (countsAsSuccess(outcome) || outcome === 'terminated') return undefined;
	// A try of Retry On Fail first goes through the failed attempts of earlier tries, without
	// starting anything, then makes its own.
	const isEarlier = attempts <= earlierFailures;
	failures.count = Math.max(failures.count, attempts);
	if (!isEarlier && attempts - earlierFailures > (choices.retries ?? 0)) return undefined;
	// If it never ran, no step has failed, so there is none to continue from.
	const failedId = continues(choices) && everRan(outcome) ? executionId : undefined;
	const afterMs = isEarlier ? 0 : (choices.minutesBetween ?? 0) * MINUTE;
	return { again: { ...begun, failedId }, afterMs };
}

export const followStartedPlan = (
	op: ContextShowing<typeof RUN_PLAN_MESSAGES>,
	attempt: Attempt,
	choices: WaitChoices,
): Followed => lookingAt(op, attempt, followPlan(op), choices);

/**
 * The next attempt, or the output of the last one.
 * @throws if that has failed; the error keeps an execution that can be continued, so that Retry On
 * Fail continues it
 */
export async function endOfAttempt(
	op: ContextShowing<typeof RUN_PLAN_MESSAGES>,
	attempt: Attempt,
	last: IDataObject,
	choices: WaitChoices & RetryChoices & { explainOnFailure?: boolean },
): Promise<Output[] | Again<Attempt>> {
	const next = nextAttempt(attempt, last, choices);
	if (next !== undefined) return next;
	const kind = {
		...followPlan(op, choices.explainOnFailure),
		keepsStarted: continues(choices),
	};
	return await outputOfEnd(op, { ...attempt, last }, kind, choices);
}

/** The plan that was started again, with a sentence that says so. */
const startedAgain = (
	{ location, ...plan }: Awaited<ReturnType<typeof describeWhatRan>>,
	id: string,
): IDataObject => ({
	...plan,
	summary: sentence(named({ noun: 'Plan', id, name: plan.planName, ...location }), [
		'was started again from the step that failed',
	]),
});

/** The input of *Re-Run From Failed Step*. */
interface RerunFromFailedStepInput {
	planExecutionId: string;
	waitForEnd: boolean;
	timeLimit: number;
	failOnFailure: boolean;
	simplify: boolean;
	rerunOnlyFailedTasks?: boolean;
}

/** Runs a plan again from the step that failed, and waits for its end, if chosen. */
export async function rerunAndFollow(
	op: ContextShowing<typeof RERUN_MESSAGES>,
	input: RerunFromFailedStepInput,
): Promise<Output[]> {
	const { planExecutionId: rerunOf, rerunOnlyFailedTasks } = input;
	const started = await rerun(op, rerunOf, rerunOnlyFailedTasks);
	const { executionId, planId: executableId, stepId } = started;
	const more = { planId: executableId, rerunOf, stepId };
	if (!input.waitForEnd) {
		const plan = await describeWhatRan(op, followPlan(op), executableId);
		return [{ json: { ...startedAgain(plan, executableId), executionId, ...more } }];
	}
	const begun = { executionId, executableId, more };
	return await followToEnd(op, begun, followPlan(op), input);
}
