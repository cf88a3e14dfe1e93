/** Executions of plans. The operations of a single request are in planExecutionRequests.ts. */
import type { IDataObject } from 'n8n-workflow';

import { countsAsSuccess, everRan, outcomeOf } from '../../records/outcome';
import { getManyOfPlan, getManyPlanExecutions } from '../../records/planExecutions';
import { getPlan, planId } from '../../records/plans';
import { getTaskExecution } from '../../records/taskExecutions';
import { type Output, record } from '../../shared/declare/answers';
import { flow, resource, withoutRefusals } from '../../shared/declare/define';
import { boolean, choice, integer } from '../../shared/declare/field';
import { aboutFields, problem, requirement } from '../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { notInFuture, onlyWith } from '../../shared/declare/rules';
import { type Again, awaiting, OWN_RECORD_MESSAGES, ownRecord } from '../../shared/flows/wait';
import { noteRecord } from '../../shared/support/errorNotes';
import { idText, objectIn } from '../../shared/support/json';
import { named, sentence } from '../../shared/support/summary';
import {
	beginUnlessRunning,
	ifAlreadyRunning,
	RUNNING_MESSAGES,
} from '../executions/alreadyRunning';
import {
	describeWhatRan,
	ENDED_PLAN,
	explanationOf,
	FAILED_PLAN,
	FOLLOW_MESSAGES,
	followToEnd,
	outputOfEnd,
} from '../executions/endOfExecution';
import { type Begun, type FollowedExecution, lookingAt } from '../executions/followExecution';
import {
	beginNext,
	continueWith,
	endedAfter,
	exists,
	followNext,
	isNext,
	type Next,
	NEXT_MESSAGES,
	OF_EXECUTION,
	OF_NEXT_END,
	waitFor,
} from '../executions/nextEnd';
import { START_MESSAGES, startedId } from '../executions/startedExecution';
import { explainOnFailure, type WaitChoices, waitSettings } from '../executions/waitSettings';
import { explainPlan } from '../explain/explainPlan';
import { READS_OF_TASK } from '../explain/explainTask';
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
import { EXPLAINED_LINES, logLines } from './taskExecution';

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

const RERUN_MESSAGES = [
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
const followPlan = (op: OperationContext<typeof FAILED_PLAN>, explains?: boolean) => ({
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

interface RetryChoices {
	onRetry?: string;
	retries?: number;
	minutesBetween?: number;
}

/** A run of a plan, and which of its attempts this is. */
interface Attempt extends Begun {
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

/** Starts the plan, or continues its failed execution at the step that failed. */
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
	// A try of Retry On Fail first goes through the failed attempts of earlier tries, without starting anything, then makes its own.
	const isEarlier = attempts <= earlierFailures;
	failures.count = Math.max(failures.count, attempts);
	if (!isEarlier && attempts - earlierFailures > (choices.retries ?? 0)) return undefined;
	// If it never ran, no step has failed, so there is none to continue from.
	const failedId = continues(choices) && everRan(outcome) ? executionId : undefined;
	const afterMs = isEarlier ? 0 : (choices.minutesBetween ?? 0) * MINUTE;
	return { again: { ...begun, failedId }, afterMs };
}

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
	messages: [...RERUN_MESSAGES, ...RUNNING_MESSAGES],
	patient: true,
	answers: record('B.PlanExecutionStatus', { needs: ['executionId'], simple: ENDED_PLAN }),
	begin: async (op, input): Promise<Attempt | Output[]> => {
		const { executable } = input;
		const open = async () =>
			(await op.list(getManyOfPlan, { planId: executable, status: 'executing' })).filter(
				(execution) => outcomeOf(execution) === undefined,
			);
		const startOne = async () => (await startWhole(op, executable)).executionId;
		const begun = await beginUnlessRunning(
			op,
			{ noun: 'plan', executableId: executable, open, start: startOne },
			input,
		);
		if (Array.isArray(begun)) return begun;
		const failures = await op.once('failures', async () => ({ count: 0 }));
		return { ...begun, attempts: 1, failures, earlierFailures: failures.count };
	},
	followed: (op, begun, choices) => lookingAt(op, begun, followPlan(op), choices),
	end: async (op, begun, last, choices) =>
		nextAttempt(begun, last, choices) ?? (await endOfAttempts(op, begun, last, choices)),
	startAgain: async (op, begun) =>
		await beginAgain(op, begun).catch((error: unknown) => {
			throw noteRecord(error, { executionId: begun.executionId });
		}),
});

/** @throws if the last attempt has failed; the error keeps an execution that can be continued, so that Retry On Fail continues it */
async function endOfAttempts(
	op: ContextShowing<typeof RERUN_MESSAGES>,
	begun: Attempt,
	last: IDataObject,
	choices: WaitChoices & RetryChoices & { explainOnFailure?: boolean },
): Promise<Output[]> {
	const kind = {
		...followPlan(op, choices.explainOnFailure),
		keepsStarted: continues(choices),
	};
	return await outputOfEnd(op, { ...begun, last }, kind, choices);
}

const OF_TASK = requirement(
	'planExecutionId',
	'Plan Execution',
	'is the execution of a task: use Task Execution, Wait for End',
);
const OF_PLAN = requirement(
	'planExecutionId',
	'Plan Execution',
	'is the ID of a plan, not of an execution: set Wait For to Next End of a Plan',
);

const listing = { noun: 'plan', list: getManyOfPlan } as const;

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
	rules: [notInFuture('endedAfter')],
	uses: [get, getSteps, getStep, getManyOfPlan, getPlan, getTaskExecution, ...READS_OF_TASK],
	messages: [
		...FOLLOW_MESSAGES,
		FAILED_PLAN,
		...aboutFields(['Plan'], NEXT_MESSAGES),
		OF_PLAN,
		OF_TASK,
	],
	patient: true,
	answers: record('B.PlanExecutionStatus', { needs: ['executionId'], simple: ENDED_PLAN }),
	begin: async (
		op,
		{ waitFor: kind, planExecutionId: executionId, executable, endedAfter: after },
	): Promise<Begun | Next> =>
		kind === 'execution'
			? { executionId, found: true }
			: await beginNext(op, listing, executable, after),
	followed: (op, begun, choices) =>
		isNext(begun)
			? followNext(op, begun, listing, choices.timeLimit)
			: lookingAt(op, begun, { ...followPlan(op), whenUnknown: explainUnknown(op) }, choices),
	end: async (op, begun, last, choices) => {
		if (isNext(begun))
			return continueWith({
				executionId: String(last.executionId),
				executableId: begun.executableId,
			});
		const executableId = begun.executableId ?? idText(last.planId);
		const kind = followPlan(op, choices.explainOnFailure);
		return await outputOfEnd(op, { ...begun, executableId, last }, kind, choices);
	},
});

/** Says what an ID belongs to, if not to an execution of a plan. */
const explainUnknown =
	(op: OperationContext<typeof OF_PLAN | typeof OF_TASK>) => async (id: string) => {
		if (await exists(op, getTaskExecution, { executionId: id })) throw op.refusal(OF_TASK, {}, id);
		if (await exists(op, getPlan, { planId: id })) throw op.refusal(OF_PLAN, {}, id);
	};

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

/** The input of *Re-Run From Failed Step*. */
interface RerunFromFailedStepInput {
	planExecutionId: string;
	waitForEnd: boolean;
	timeLimit: number;
	failOnFailure: boolean;
	simplify: boolean;
	rerunOnlyFailedTasks?: boolean;
}

async function rerunAndFollow(
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

const explain = flow({
	name: 'Explain',
	action: 'Explain why a plan execution failed',
	description:
		'Collect why an execution of a plan failed: its step, the tasks that failed with their components and logs, what did not run after it, and the cause in one word; only reads',
	fields: { planExecutionId: planExecutionId() },
	settings: { logLines },
	uses: [get, getSteps, getStep, getPlan, ...READS_OF_TASK],
	messages: OWN_RECORD_MESSAGES,
	answers: record(undefined),
	run: explainExecution,
});

async function explainExecution(
	op: ContextShowing<typeof OWN_RECORD_MESSAGES>,
	{ planExecutionId: executionId, logLines: lines }: { planExecutionId: string; logLines: number },
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
