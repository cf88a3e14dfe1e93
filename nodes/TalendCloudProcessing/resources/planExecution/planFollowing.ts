import type { IDataObject } from 'n8n-workflow';

import { getPlanExecution } from '../../../records/executions/planExecutions';
import { getPlan } from '../../../records/tasks/plans';
import type { OperationContext } from '../../../shared/declare/operation';
import { explanationOf, FAILED_PLAN, simpleEndedPlanFields } from '../../executions/endOfExecution';
import type { ExecutionProfile } from '../../executions/followExecution';
import { EXPLAINED_LINES } from '../../explain/logLines';
import { explainPlan } from './explainPlan';
import { stepReader, withOutcomeOfSteps } from './requests';

/** How an execution of a plan is followed. */
export const planFollowing = (op: OperationContext<typeof FAILED_PLAN>, explains?: boolean) => ({
	noun: 'plan',
	get: getPlanExecution,
	idName: 'planExecutionId',
	getExecutable: getPlan,
	names: { id: 'planId', name: 'planName' },
	simple: simpleEndedPlanFields,
	complete: (execution: IDataObject) => withOutcomeOfSteps(stepReader(op), execution),
	readExtraFields: (execution: IDataObject) =>
		explanationOf(explains, execution, () => explainPlan(op, execution, EXPLAINED_LINES)),
	failed: (values: Parameters<ExecutionProfile['failed']>[0]) => op.problem(FAILED_PLAN, values),
});
