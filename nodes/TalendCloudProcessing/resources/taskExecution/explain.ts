import { getTaskExecution, taskExecutionField } from '../../../records/executions/taskExecutions';
import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { checkedOwnRecord, OWN_RECORD_MESSAGES } from '../../../shared/flows/ownRecord';
import { objectIn } from '../../../shared/support/json';
import { explainTask, READS_OF_TASK } from '../../explain/explainTask';
import { logLinesField } from '../../explain/logLines';

export const explain = flow({
	name: 'Explain',
	action: 'Explain why a task execution failed',
	description:
		'Explain why a task execution failed: the failed component with its stack trace, the child job, the last errors in the log, and the likely cause. Read-only.',
	fields: { executionId: taskExecutionField() },
	settings: { logLines: logLinesField },
	uses: [getTaskExecution, ...READS_OF_TASK],
	messages: OWN_RECORD_MESSAGES,
	answers: record(undefined),
	run: async (op, { executionId, logLines }) => {
		const execution = checkedOwnRecord(
			op,
			objectIn((await op.sendValues(getTaskExecution, { executionId })).body),
			'executionId',
			executionId,
		);
		return [{ json: await explainTask(op, { ...execution, executionId }, logLines) }];
	},
});
