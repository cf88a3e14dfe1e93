import { getTaskExecution, taskExecutionField } from '../../../records/executions/taskExecutions';
import { type Output, record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import type { Values } from '../../../shared/declare/fields';
import type { ContextShowing } from '../../../shared/declare/operation';
import { checkedOwnRecord, OWN_RECORD_MESSAGES } from '../../../shared/flows/ownRecord';
import { objectIn } from '../../../shared/support/json';
import { explainTask, READS_OF_TASK } from '../../explain/explainTask';
import { logLinesField } from '../../explain/logLines';

const explainFields = { executionId: taskExecutionField() };

const explainSettings = { logLines: logLinesField };

type ExplainInput = Values<typeof explainFields> & Values<typeof explainSettings>;

export const explainTaskExecution = flow({
	name: 'Explain',
	action: 'Explain why a task execution failed',
	description:
		'Explain why a task execution failed: the failed component with its stack trace, the child job, the last errors in the log, and the likely cause. Read-only.',
	fields: explainFields,
	settings: explainSettings,
	uses: [getTaskExecution, ...READS_OF_TASK],
	messages: OWN_RECORD_MESSAGES,
	answers: record(undefined),
	run: explainExecution,
});

async function explainExecution(
	op: ContextShowing<typeof OWN_RECORD_MESSAGES>,
	{ executionId, logLines }: ExplainInput,
): Promise<Output[]> {
	const execution = checkedOwnRecord(
		op,
		objectIn((await op.sendValues(getTaskExecution, { executionId })).body),
		'executionId',
		executionId,
	);
	return [{ json: await explainTask(op, { ...execution, executionId }, logLines) }];
}
