import { executionId, getEntries } from '../../records/executions/executionLog';
import { nothing } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { downloadLog } from '../downloadLog';
import { generateFile, getFileStatus } from '../requests/executionLog';

const remove = operation('DELETE /monitoring/executions/{executionId}/logs', {
	name: 'Delete',
	action: 'Delete the log of an execution',
	description: 'Delete the log of a task execution',
	permissions: 'EXECUTION_LOGS_DELETE',
	path: { executionId: executionId() },
	answers: nothing({
		output: (_answer, values) => ({ deleted: true, executionId: values.executionId }),
	}),
});

export const executionLog = resource(
	'executionLog',
	'Execution Log',
	{ download: downloadLog, getEntries, generateFile, getFileStatus, delete: remove },
	'The log of a task execution',
);
