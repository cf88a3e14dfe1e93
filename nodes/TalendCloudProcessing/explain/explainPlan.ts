/**
 * Explains the execution of a plan: the step that failed, its tasks, and what did not run after it.
 */
import type { IDataObject } from 'n8n-workflow';

import { namedIn } from '../../records/names';
import { hasFailed, misfireReason, type Outcome, outcomeOf } from '../../records/outcome';
import { getPlan } from '../../records/plans';
import { executionInWords, HOW_IT_ENDED } from '../../records/readable';
import type { OperationContext, RequestOperation } from '../../shared/declare/operation';
import {
	idText,
	isObject,
	objectIn,
	objectsIn,
	withoutEmptyValues,
} from '../../shared/support/json';
import { named as namedSubject, reasonWords, sentence } from '../../shared/support/summary';
import { causeOf } from './cause';
import { explainTask, Sources } from './explainTask';

/** A step as the definition of a plan has it. */
interface Designed {
	id: string;
	name: string;
	tasks: IDataObject[];
}

/** The steps of a plan in their order, from its chart, in which each holds the next. */
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

/** How many failed tasks of a plan are explained at most, each with its sources. */
const EXPLAINED = 10;

interface PlanRequests {
	getSteps: RequestOperation;
	getStep: RequestOperation;
}

/**
 * Explains the execution of a plan.
 * @param execution as it was read, completed by the outcome of its steps
 * @param lines how many lines of the log of a failed task at most
 */
export async function explainPlan(
	op: OperationContext,
	execution: IDataObject,
	{ getSteps, getStep }: PlanRequests,
	lines: number,
): Promise<IDataObject> {
	const sources = new Sources(op);
	const planExecutionId = String(execution.executionId);
	const planId = idText(execution.planId);
	const plan =
		planId === undefined
			? undefined
			: await sources.read('plan', async () => await op.readRecord(getPlan, { planId }));
	const steps =
		(await sources.read('steps', async () => await op.list(getSteps, { planExecutionId }))) ?? [];
	const designed = stepsOfChart(plan);
	const named = (step: IDataObject) => namedStep(step, designed);
	const failedStep = steps.find(hasFailed);
	const failedTasks = failedStep
		? await explainFailedTasks(sources, getStep, {
				path: { planExecutionId, stepExecutionId: failedStep.executionId },
				lines,
			})
		: [];
	const [firstTask] = failedTasks;
	const outcome = outcomeOf(execution);
	return {
		outcome: outcome ?? null,
		summary: executionInWords(
			{ noun: 'Plan', id: planId, ...namedIn(plan ?? {}) },
			execution,
			op.timezone,
			failedStep && firstTask
				? { reason: `step ${named(failedStep).name}, ${failureInWords(firstTask)}` }
				: {},
		),
		...(firstTask ? causeIn(firstTask) : causeOf(outcome, execution, [])),
		...withoutEmptyValues({
			executionId: planExecutionId,
			planId,
			planName: plan?.name,
			status: execution.status ?? execution.executionStatus,
			misfiredReason: misfireReason(execution),
			startTimestamp: execution.startTimestamp,
			finishTimestamp: execution.finishTimestamp,
		}),
		failedStep: failedStep ? named(failedStep) : null,
		failedTasks,
		notRun: outcome === undefined ? [] : notRun(designed, steps),
		steps: steps.map((step) => ({
			...named(step),
			outcome: outcomeOf(step) ?? (hasStarted(step) ? 'running' : 'notRun'),
		})),
		missingSources: sources.missing,
	};
}

/** An executed step, in the words of the output. */
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
		namedSubject({ noun: 'Task', id: taskId, name: taskName }),
		[
			HOW_IT_ENDED[outcome as Outcome],
			component === undefined ? undefined : `in ${String(component)}`,
		],
		[reasonWords(message ?? errorMessage)],
	);
}

const hasStarted = ({ startTimestamp }: IDataObject): boolean =>
	startTimestamp !== undefined && startTimestamp !== null;

const causeIn = ({ cause, causeReason, taskName, taskId }: IDataObject): IDataObject => ({
	cause,
	causeReason: `Task ${String(taskName ?? taskId)}: ${String(causeReason)}`,
});

/**
 * The steps of a plan that has ended without them. A re-run begins at a step: those before it
 * belong to the execution before.
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
	getStep: RequestOperation,
	{ path, lines }: { path: IDataObject; lines: number },
): Promise<IDataObject[]> {
	const source = 'tasks of the failed step';
	const step = await sources.read(source, async (op) => (await op.sendValues(getStep, path)).body);
	const doneTasks = isObject(step) ? objectsIn(step.doneTaskExecutableDetails) : [];
	const failed = doneTasks.filter(hasFailed);
	if (failed.length > EXPLAINED)
		sources.note(source, `${failed.length} tasks failed; the first ${EXPLAINED} are explained.`);
	const explained: IDataObject[] = [];
	for (const execution of failed.slice(0, EXPLAINED))
		explained.push(await explainTask(sources.op, execution, lines));
	return explained;
}
