import { getPlanExecution, planExecutionField } from '../../../records/executions/planExecutions';
import { getPlan } from '../../../records/tasks/plans';
import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { checkedOwnRecord, OWN_RECORD_MESSAGES } from '../../../shared/flows/ownRecord';
import { objectIn } from '../../../shared/support/json';
import { READS_OF_TASK } from '../../explain/explainTask';
import { logLinesField } from '../../explain/logLines';
import { explainPlan } from './explainPlan';
import { getStep, getSteps, stepReader, withOutcomeOfSteps } from './requests';

export const explain = flow({
	name: 'Explain',
	action: 'Explain why a plan execution failed',
	description:
		'Explain why a plan execution failed: the failed step, its failed tasks with components and logs, the steps that did not run, and the likely cause. Read-only.',
	fields: { planExecutionId: planExecutionField() },
	settings: { logLines: logLinesField },
	uses: [getPlanExecution, getSteps, getStep, getPlan, ...READS_OF_TASK],
	messages: OWN_RECORD_MESSAGES,
	answers: record(undefined),
	run: async (op, { planExecutionId, logLines }) => {
		const execution = checkedOwnRecord(
			op,
			objectIn((await op.sendValues(getPlanExecution, { planExecutionId })).body),
			'executionId',
			planExecutionId,
		);
		const withOutcome = await withOutcomeOfSteps(stepReader(op), {
			...execution,
			executionId: planExecutionId,
		});
		return [{ json: await explainPlan(op, withOutcome, logLines) }];
	},
});
