import type { IDataObject } from 'n8n-workflow';

import { record, records } from '../../shared/declare/answers';
import { flow, operation, resource, withoutRefusals } from '../../shared/declare/define';
import { problem } from '../../shared/declare/messages';
import type { Call } from '../../shared/declare/operation';
import { boolean, id } from '../../shared/declare/field';
import { picker } from '../../shared/declare/lists/picker';
import { onlyWith, type Rule } from '../../shared/declare/rules';
import { countsAsSuccess, outcomeOf } from '../../records/outcome';
import { OWN_RECORD_MESSAGES, ownRecord } from '../../shared/flows/wait';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { getManyPlans, getPlan, planId } from '../../records/plans';
import { executionEntry, withNamesOf } from '../../records/executionEntry';
import { explainPlan, READS_OF_TASK } from '../explain';
import {
	ENDED_PLAN,
	explainOnFailure,
	explanationOf,
	FAILED_PLAN,
	FOLLOW_MESSAGES,
	type Followed,
	followToEnd,
	lookUpRun,
	START_MESSAGES,
	startedId,
	waitSettings,
} from '../follow';
import { EXPLAINED_LINES, logLines } from './taskRun';
import { getManyOfPlan, getManyPlanExecutions, simplifiesPlan } from '../../records/planExecutions';

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

const RUN_MESSAGES = [...START_MESSAGES, ...FOLLOW_MESSAGES, FAILED_PLAN];

const executionPicker = picker({
	noun: 'plan execution',
	method: 'searchPlanExecutions',
	list: getManyPlanExecutions,
	always: { lastDays: 60 },
	complete: withNamesOf(getManyPlans, ['planId']),
	entry: executionEntry(['planId']),
	byName: false,
	example: '0d5e3f80-7a3e-4b6e-8f0e-2c9a53d0a7b1',
});

const planExecutionId = () => id('The execution of the plan').pick(executionPicker);

export const get = operation('GET /processing/executions/plans/{planExecutionId}', {
	name: 'Get',
	action: 'Get a plan execution',
	description: 'Read the status and the finished tasks of one execution of a plan',
	path: { planExecutionId: planExecutionId() },
	answers: record('B.PlanExecutionStatus', { ...simplifiesPlan, needs: ['executionId'] }),
});

export const getSteps = operation('GET /processing/executions/plans/{planExecutionId}/steps', {
	name: 'Get Steps',
	action: 'Get the steps of a plan execution',
	description:
		'List the steps of one execution of a plan in their designed order, without error handlers',
	path: { planExecutionId: planExecutionId() },
	answers: records('B.StepExecution', { key: 'executionId' }),
});

/** A step of one run. */
const stepPicker = picker({
	noun: 'step',
	method: 'searchStepExecutions',
	list: getSteps,
	within: ['planExecutionId'],
	entry: executionEntry(['name', 'id']),
	byName: false,
	example: '2f0c1d7e-95c4-4f0e-8a55-0b8f6a2d9c33',
});

/** A step of the run that is to be repeated. */
const stepOfRerunPicker = picker({
	...stepPicker,
	method: 'searchStepsToRerun',
	within: ['executionPlanId'],
	asks: ({ executionPlanId }) =>
		executionPlanId === undefined ? {} : { planExecutionId: executionPlanId },
});

const ofStep = {
	planExecutionId: planExecutionId(),
	stepExecutionId: id("The step's execution, as Get Steps returns it")
		.label('Step Execution')
		.pick(stepPicker),
};

const getStep = operation(
	'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}',
	{
		name: 'Get Step',
		action: 'Get a step of a plan execution',
		description: 'Read one step of one execution of a plan, with its tasks',
		path: ofStep,
		answers: record('B.StepExecutionDetails', { needs: ['plannedExecutableCount'] }),
	},
);

const getStepErrorHandler = operation(
	'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}/error-handler',
	{
		name: 'Get Step Error Handler',
		action: 'Get the error handler of a step of a plan execution',
		description:
			'Read the tasks and plans that ran because a step failed; Get Steps leaves them out',
		extra: FROM_VENDOR,
		path: ofStep,
		refusals: {
			404: 'The step has no error handler, or it did not run: only a step that failed runs it.',
		},
		answers: record('vendor:processing/StepExecutionDetails', {
			needs: ['plannedExecutableCount'],
		}),
	},
);

const onlyFailedTasks = boolean('Whether to re-run only the tasks of the step that failed').label(
	'Re-Run Only Failed Tasks',
);

/** Without the step one description of the platform refuses the re-run, and the other does not say where it begins. */
const rerunNeedsStep: Rule = {
	field: 'stepId',
	says: 'stepId is required with executionPlanId: a re-run begins at a step',
	caution: true,
	check: ({ executionPlanId, stepId }) =>
		executionPlanId !== undefined && stepId === undefined
			? 'is required together with the execution to re-run: a re-run begins at a step, whose execution ID Get Steps returns. Re-Run From Failed Step finds it automatically'
			: undefined,
};

const start = operation('POST /processing/executions/plans', {
	name: 'Start',
	action: 'Start a plan',
	description:
		'Start a plan, or re-run an execution from a step, and continue immediately with the ID of the execution',
	body: {
		executable: planId('The plan to run').label('Plan'),
		executionPlanId: id('The execution to re-run')
			.label('Plan Execution to Re-Run')
			.pick(executionPicker)
			.optional(),
		stepId: id('The step to start with; needs the execution to re-run')
			.label('Step')
			.pick(stepOfRerunPicker)
			.eg('2f0c1d7e-95c4-4f0e-8a55-0b8f6a2d9c33')
			.optional(),
		rerunOnlyFailedTasks: onlyFailedTasks.optional(),
	},
	rules: [
		onlyWith('stepId', 'executionPlanId'),
		rerunNeedsStep,
		onlyWith('rerunOnlyFailedTasks', 'executionPlanId'),
	],
	refusals: {
		405: 'The plan is paused. Resume it (Talend Cloud Orchestration, Plan, Pause or Resume), then start it again.',
		422: 'This execution cannot be re-run: it did not fail, or it is too old. Start the plan again.',
		501: 'The plan is not configured to run yet. Give it a schedule or a manual run configuration first.',
	},
	look: 'Check with Get Many of a Plan whether an execution has just started before you start the plan again.',
	lookUp: lookUpRun(getManyOfPlan, 'planId'),
	answers: record('B.Executionidentifier', { needs: ['executionId'] }),
});

/** A start that is no re-run. */
const startAnew = withoutRefusals(start, 422);

/** How an execution of a plan is followed. */
const followPlan = (call: Call<typeof FAILED_PLAN>, explained?: boolean) => ({
	noun: 'plan',
	get,
	idName: 'planExecutionId',
	definition: getPlan,
	names: { id: 'planId', name: 'planName' },
	simple: ENDED_PLAN,
	settle: (execution: IDataObject) => withOutcomeOfSteps(stepReader(call), execution),
	more: (execution: IDataObject) =>
		explanationOf(explained, execution, () =>
			explainPlan(call, execution, { getSteps, getStep }, EXPLAINED_LINES),
		),
	failed: (values: Parameters<Followed['failed']>[0]) => call.problem(FAILED_PLAN, values),
});

const stepReader = (call: Call) => async (planExecutionId: string) =>
	await call.list(getSteps, { planExecutionId });

/**
 * A plan that is FINISHED without an outcome: its steps show it. Until they do, it has not ended.
 * @param stepsOf reads the steps of an execution
 */
export async function withOutcomeOfSteps(
	stepsOf: (planExecutionId: string) => Promise<IDataObject[]>,
	execution: IDataObject,
): Promise<IDataObject> {
	if (execution.executionStatus !== 'FINISHED' || outcomeOf(execution) !== undefined)
		return execution;
	const steps = await stepsOf(String(execution.executionId));
	const ends = steps.map(outcomeOf);
	if (ends.some((end) => end !== undefined && !countsAsSuccess(end)))
		return { ...execution, status: 'execution_failed' };
	return steps.length > 0 && ends.every((end) => end !== undefined)
		? { ...execution, status: 'execution_successful' }
		: execution;
}

const runAndWait = flow({
	name: 'Run and Wait',
	action: 'Run a plan and wait for its end',
	description:
		'Start a plan once and wait until it has ended, with its outcome and duration as output',
	fields: { executable: planId('The plan to run').label('Plan') },
	settings: {
		...waitSettings,
		explainOnFailure,
		skipIfRunning: boolean('Whether to start nothing while the plan is already running').optional(),
	},
	uses: [startAnew, get, getSteps, getStep, getManyOfPlan, getPlan, ...READS_OF_TASK],
	messages: RUN_MESSAGES,
	patient: true,
	answers: record('B.PlanExecutionStatus', { needs: ['executionId'], simple: ENDED_PLAN }),
	run: async (call, input) => {
		const { executable } = input;
		const starting = async () =>
			startedId(call, (await call.ask(startAnew, { executable })).body, 'Get Many of a Plan');
		if (input.skipIfRunning !== true)
			return await followToEnd(
				call,
				await starting(),
				executable,
				followPlan(call, input.explainOnFailure),
				input,
			);
		// Looking and starting are one step among the items of a run: the second item sees what the first started.
		const { running, executionId } = await call.oneByOne(executable, async () => {
			// Looked for once: what an earlier try started is followed, and is no reason to skip.
			const open = await call.once('running', async () =>
				(await call.list(getManyOfPlan, { planId: executable, status: 'executing' }, 100)).find(
					(execution) => outcomeOf(execution) === undefined,
				),
			);
			return open ? { running: open } : { executionId: await starting() };
		});
		if (running)
			return [
				{
					json: {
						skipped: true,
						planId: executable,
						runningExecutionId: running.executionId,
						runningStatus: running.status,
					},
				},
			];
		return await followToEnd(
			call,
			executionId,
			executable,
			followPlan(call, input.explainOnFailure),
			input,
		);
	},
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
	messages: [...OWN_RECORD_MESSAGES, STILL_RUNNING, NOTHING_FAILED, NO_PLAN, ...RUN_MESSAGES],
	patient: true,
	answers: record('B.Executionidentifier', { needs: ['executionId'] }),
	run: async (call, input) => {
		const { planExecutionId: failedRun, rerunOnlyFailedTasks } = input;
		const found = ownRecord(
			call,
			(await call.ask(get, { planExecutionId: failedRun })).body as IDataObject,
			'executionId',
			failedRun,
		);
		const execution = await withOutcomeOfSteps(stepReader(call), found);
		const outcome = outcomeOf(execution);
		if (outcome === undefined) throw call.problem(STILL_RUNNING, { failedRun });
		const steps = await call.list(getSteps, { planExecutionId: failedRun });
		const failed = steps.find((step) => {
			const end = outcomeOf(step);
			return end !== undefined && !countsAsSuccess(end);
		});
		if (!failed || typeof failed.executionId !== 'string')
			throw call.problem(NOTHING_FAILED, { failedRun, outcome });
		if (typeof execution.planId !== 'string') throw call.problem(NO_PLAN);
		const { body } = await call.ask(start, {
			executable: execution.planId,
			executionPlanId: failedRun,
			stepId: failed.executionId,
			rerunOnlyFailedTasks,
		});
		const executionId = startedId(call, body, 'Get Many of a Plan');
		const about = { planId: execution.planId, rerunOf: failedRun, stepId: failed.executionId };
		if (!input.waitForEnd) return [{ json: { executionId, ...about } }];
		return await followToEnd(call, executionId, execution.planId, followPlan(call), input, about);
	},
});

const explain = flow({
	name: 'Explain',
	action: 'Explain why a plan execution failed',
	description:
		'Put together why an execution of a plan failed: its step, the tasks that failed with their components and logs, what did not run after it, and the cause in one word; only reads',
	fields: { planExecutionId: planExecutionId() },
	settings: { logLines },
	uses: [get, getSteps, getStep, getPlan, ...READS_OF_TASK],
	messages: OWN_RECORD_MESSAGES,
	answers: record(undefined),
	run: async (call, { planExecutionId: executionId, logLines: lines }) => {
		const found = ownRecord(
			call,
			(await call.ask(get, { planExecutionId: executionId })).body as IDataObject,
			'executionId',
			executionId,
		);
		const execution = await withOutcomeOfSteps(stepReader(call), { ...found, executionId });
		return [{ json: await explainPlan(call, execution, { getSteps, getStep }, lines) }];
	},
});

export const planExecution = resource(
	'planExecution',
	'Plan Execution',
	{
		runAndWait,
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
