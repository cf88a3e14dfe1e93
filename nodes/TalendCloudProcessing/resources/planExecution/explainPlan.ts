import type { IDataObject } from 'n8n-workflow';

import { namedIn } from '../../../records/executions/executableNames';
import {
	endedWithoutSuccess,
	misfireReason,
	type Outcome,
	outcomeOf,
} from '../../../records/executions/outcome';
import { executionInWords, HOW_IT_ENDED } from '../../../records/executions/readable';
import { getPlan } from '../../../records/tasks/plans';
import type { OperationContext } from '../../../shared/declare/operation';
import {
	idText,
	isObject,
	objectIn,
	objectsIn,
	withoutEmptyValues,
} from '../../../shared/support/json';
import { isAbsent } from '../../../shared/support/nothing';
import { reasonWords, sentence, subjectWords } from '../../../shared/support/text/summary';
import { causeOf } from '../../explain/cause';
import { explainTask, Sources } from '../../explain/explainTask';
import { getStep, getSteps } from './requests';

/** A step in the definition of a plan. */
interface Designed {
	id: string;
	name: string;
	tasks: IDataObject[];
}

/** How many failed tasks of a plan are explained at most, because each takes several requests. */
const MAX_EXPLAINED = 10;

/** What could be read about the execution of a plan. */
interface PlanReading {
	plan?: IDataObject;
	/** The steps as they were executed. */
	steps: IDataObject[];
	designed: Designed[];
	failedStep?: IDataObject;
	/** The explanations of the failed tasks of that step. */
	failedTasks: IDataObject[];
}

/**
 * Explains the execution of a plan: the step that failed, its tasks, and what did not run after it.
 * @param execution as it was read, completed by the outcome of its steps
 * @param lines the maximum number of lines from the log of a failed task
 */
export async function explainPlan(
	op: OperationContext,
	execution: IDataObject,
	lines: number,
): Promise<IDataObject> {
	const sources = new Sources(op);
	const reading = await readPlan(op, sources, execution, lines);
	return {
		...verdict(op, execution, reading),
		...withoutEmptyValues({
			executionId: String(execution.executionId),
			planId: idText(execution.planId),
			planName: reading.plan?.name,
			status: execution.status ?? execution.executionStatus,
			misfiredReason: misfireReason(execution),
			startTimestamp: execution.startTimestamp,
			finishTimestamp: execution.finishTimestamp,
		}),
		...stepsOfOutput(outcomeOf(execution), reading),
		missingSources: sources.missing,
	};
}

async function readPlan(
	op: OperationContext,
	sources: Sources,
	execution: IDataObject,
	lines: number,
): Promise<PlanReading> {
	const planExecutionId = String(execution.executionId);
	const planId = idText(execution.planId);
	const plan =
		planId === undefined
			? undefined
			: await sources.read('plan', async () => await op.readRecord(getPlan, { planId }));
	const steps =
		(await sources.read('steps', async () => await op.list(getSteps, { planExecutionId }))) ?? [];
	const failedStep = steps.find(endedWithoutSuccess);
	const failedTasks = failedStep
		? await explainFailedTasks(sources, {
				path: { planExecutionId, stepExecutionId: failedStep.executionId },
				lines,
			})
		: [];
	return { plan, steps, designed: stepsOfChart(plan), failedStep, failedTasks };
}

/**
 * The steps of a plan in their order. In the chart of the plan, each step contains the next one.
 */
function stepsOfChart(plan: IDataObject | undefined): Designed[] {
	const steps: Designed[] = [];
	for (let step = plan?.chart; isObject(step); step = step.nextStep) {
		const flows = objectsIn(step.flows);
		steps.push({
			id: String(step.id),
			name: String(step.name ?? step.id),
			tasks: flows.map(({ id, name }) => ({ taskId: id, taskName: name })),
		});
	}
	return steps;
}

/** Says in words how the plan ended, and why: the cause of the task that failed first. */
function verdict(
	op: OperationContext,
	execution: IDataObject,
	{ plan, designed, failedStep, failedTasks: [firstTask] }: PlanReading,
): IDataObject {
	const outcome = outcomeOf(execution);
	return {
		outcome: outcome ?? null,
		summary: executionInWords(
			{ noun: 'Plan', id: idText(execution.planId), ...namedIn(plan ?? {}) },
			execution,
			op.timezone,
			failedStep && firstTask
				? { reason: `step ${namedStep(failedStep, designed).name}, ${failureInWords(firstTask)}` }
				: {},
		),
		...(firstTask ? causeIn(firstTask) : causeOf(outcome, execution, [])),
	};
}

/** The fields of the output about steps: the one that failed, and what became of each. */
const stepsOfOutput = (
	outcome: Outcome | undefined,
	{ steps, designed, failedStep, failedTasks }: PlanReading,
): IDataObject => ({
	failedStep: failedStep ? namedStep(failedStep, designed) : null,
	failedTasks,
	notRun: outcome === undefined ? [] : notRun(designed, steps),
	steps: steps.map((step) => ({
		...namedStep(step, designed),
		outcome: outcomeOf(step) ?? (hasStarted(step) ? 'running' : 'notRun'),
	})),
});

/** An executed step with its name, for the output. */
const namedStep = ({ id, executionId }: IDataObject, designed: readonly Designed[]) => ({
	name: designed.find((each) => each.id === id)?.name ?? String(id),
	stepId: id,
	stepExecutionId: executionId,
});

/** "Load orders failed in tDBOutput_1: Table ORDERS does not exist", without the time and place. */
function failureInWords({
	taskId,
	taskName,
	outcome,
	failedComponent,
	errorMessage,
}: IDataObject): string {
	const { label, componentId, message } = objectIn(failedComponent);
	const component = label ?? componentId;
	return sentence(
		subjectWords({ noun: 'Task', id: taskId, name: taskName }),
		[
			HOW_IT_ENDED[outcome as Outcome],
			component === undefined ? undefined : `in ${String(component)}`,
		],
		[reasonWords(message ?? errorMessage)],
	);
}

const hasStarted = ({ startTimestamp }: IDataObject): boolean => !isAbsent(startTimestamp);

const causeIn = ({ cause, causeReason, taskName, taskId }: IDataObject): IDataObject => ({
	cause,
	causeReason: `Task ${String(taskName ?? taskId)}: ${String(causeReason)}`,
});

/**
 * The steps that were not executed, although the plan has ended. A re-run begins at a step, so the
 * steps before that one were executed by the previous execution.
 */
function notRun(designed: readonly Designed[], steps: readonly IDataObject[]): IDataObject[] {
	const started = new Set(steps.filter(hasStarted).map(({ id }) => String(id)));
	const began = designed.findIndex(({ id }) => steps.some((step) => step.id === id));
	return designed
		.slice(Math.max(0, began))
		.filter(({ id }) => !started.has(id))
		.map(({ id, name, tasks }) => ({ name, stepId: id, tasks }));
}

async function explainFailedTasks(
	sources: Sources,
	{ path, lines }: { path: IDataObject; lines: number },
): Promise<IDataObject[]> {
	const source = 'tasks of the failed step';
	const step = await sources.read(source, async (op) => (await op.sendValues(getStep, path)).body);
	const doneTasks = isObject(step) ? objectsIn(step.doneTaskExecutableDetails) : [];
	const failed = doneTasks.filter(endedWithoutSuccess);
	if (failed.length > MAX_EXPLAINED)
		sources.note(
			source,
			`${failed.length} tasks failed; the first ${MAX_EXPLAINED} are explained.`,
		);
	const explained: IDataObject[] = [];
	for (const execution of failed.slice(0, MAX_EXPLAINED))
		explained.push(await explainTask(sources.op, execution, lines));
	return explained;
}
