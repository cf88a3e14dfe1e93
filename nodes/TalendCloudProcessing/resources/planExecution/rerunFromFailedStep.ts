/** *Re-Run From Failed Step*, and the retries of *Run and Wait* for a plan. */
import type { IDataObject } from 'n8n-workflow';

import { endedWithoutSuccess, outcomeOf } from '../../../records/executions/outcome';
import { getPlanExecution, planExecutionField } from '../../../records/executions/planExecutions';
import { getPlan } from '../../../records/tasks/plans';
import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { boolean } from '../../../shared/declare/fields';
import { problem } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { checkedOwnRecord, OWN_RECORD_MESSAGES } from '../../../shared/flows/ownRecord';
import { objectIn } from '../../../shared/support/json';
import { sentence, subjectWords } from '../../../shared/support/text/summary';
import {
	FAILED_PLAN,
	FOLLOW_MESSAGES,
	followToEnd,
	readExecutableFields,
} from '../../executions/endOfExecution';
import { START_MESSAGES, startedId } from '../../executions/startedExecution';
import { waitSettings } from '../../executions/waitSettings';
import { planFollowing } from './planFollowing';
import { getSteps, onlyFailedTasksField, start, stepReader, withOutcomeOfSteps } from './requests';

const STILL_RUNNING = problem(
	'The plan is still running: there is nothing to re-run yet',
	'Wait for the end of execution {planExecutionId}, then try again.',
);

const NOTHING_FAILED = problem(
	'There is nothing to re-run: no step of this plan execution failed',
	'Execution {planExecutionId} ended as {outcome}. To run the plan again as a whole, use Start.',
);

const NO_PLAN = problem(
	'Talend Cloud did not say which plan this execution belongs to',
	'Use Plan Execution → Start with this execution and the step to start from.',
);

/** What {@link rerun} and *Re-Run From Failed Step* can say. */
export const RERUN_MESSAGES = [
	...START_MESSAGES,
	...FOLLOW_MESSAGES,
	FAILED_PLAN,
	...OWN_RECORD_MESSAGES,
	STILL_RUNNING,
	NOTHING_FAILED,
	NO_PLAN,
];

/** Runs a failed execution again, from the first step that failed. */
export async function rerun(
	op: ContextShowing<typeof RERUN_MESSAGES>,
	planExecutionId: string,
	rerunOnlyFailedTasks?: boolean,
): Promise<{ executionId: string; planId: string; stepId: string }> {
	const failedExecution = checkedOwnRecord(
		op,
		objectIn((await op.sendValues(getPlanExecution, { planExecutionId })).body),
		'executionId',
		planExecutionId,
	);
	const execution = await withOutcomeOfSteps(stepReader(op), failedExecution);
	const outcome = outcomeOf(execution);
	if (outcome === undefined) throw op.problem(STILL_RUNNING, { planExecutionId });
	const steps = await op.list(getSteps, { planExecutionId });
	const failedStep = steps.find(endedWithoutSuccess);
	if (!failedStep || typeof failedStep.executionId !== 'string')
		throw op.problem(NOTHING_FAILED, { planExecutionId, outcome });
	const { planId } = execution;
	if (typeof planId !== 'string') throw op.problem(NO_PLAN);
	const { body } = await op.sendValues(start, {
		executable: planId,
		executionPlanId: planExecutionId,
		stepId: failedStep.executionId,
		rerunOnlyFailedTasks,
	});
	const executionId = startedId(op, body, 'Get Many by Plan');
	return { executionId, planId, stepId: failedStep.executionId };
}

/** The output for an execution that was started again, with a sentence that says so. */
const startedAgain = (
	{ location, ...plan }: Awaited<ReturnType<typeof readExecutableFields>>,
	id: string,
): IDataObject => ({
	...plan,
	summary: sentence(subjectWords({ noun: 'Plan', id, name: plan.planName, ...location }), [
		'was started again from the step that failed',
	]),
});

export const rerunFromFailedStep = flow({
	name: 'Re-Run From Failed Step',
	action: 'Run a plan again from the failed step',
	description: 'Find the step in which a plan execution failed, and re-run the plan from that step',
	fields: { planExecutionId: planExecutionField() },
	settings: {
		waitForEnd: boolean('Whether to wait until the new execution has ended').initial(false),
		timeLimit: waitSettings.timeLimit.shownWhen({ waitForEnd: [true] }),
		failOnFailure: waitSettings.failOnFailure.shownWhen({ waitForEnd: [true] }),
		simplify: waitSettings.simplify.shownWhen({ waitForEnd: [true] }),
		rerunOnlyFailedTasks: onlyFailedTasksField.optional(),
	},
	uses: [start, getPlanExecution, getSteps, getPlan],
	messages: RERUN_MESSAGES,
	patient: true,
	answers: record('B.Executionidentifier', { requiredFields: ['executionId'] }),
	run: async (op, input) => {
		const { planExecutionId: rerunOf, rerunOnlyFailedTasks } = input;
		const started = await rerun(op, rerunOf, rerunOnlyFailedTasks);
		const { executionId, planId, stepId } = started;
		const extraFields = { planId, rerunOf, stepId };
		if (!input.waitForEnd) {
			const plan = await readExecutableFields(op, planFollowing(op), planId);
			return [{ json: { ...startedAgain(plan, planId), executionId, ...extraFields } }];
		}
		const begun = { executionId, executableId: planId, extraFields };
		return await followToEnd(op, begun, planFollowing(op), input);
	},
});
