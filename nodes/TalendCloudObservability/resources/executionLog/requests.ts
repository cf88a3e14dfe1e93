/** The requests about the log of an execution as a file. */
import {
	executionField,
	logTimeFields,
	logTimeRules,
} from '../../../records/executions/executionLog';
import { nothing, record } from '../../../shared/declare/answers';
import { operation, wholeBody } from '../../../shared/declare/define';
import { boolean, choice, text } from '../../../shared/declare/fields';
import { objectIn } from '../../../shared/support/json';

export const fileFields = {
	fileFormat: choice('Format of the file', [
		{ value: 'json', name: 'JSON' },
		{ value: 'text', name: 'Text' },
	]),
	...logTimeFields,
};

export const generateFile = operation('POST /monitoring/executions/{executionId}/logs', {
	name: 'Generate File',
	action: 'Generate a log file of an execution',
	description:
		'Have Talend Cloud generate a file of the log; Download does this and the following steps in one',
	effect: 'read',
	path: { executionId: executionField() },
	query: {
		...fileFields,
		fileFormat: fileFields.fileFormat.optional(),
		newFileName: boolean(
			'Whether to name the file after the task and execution. Talend will retire the old form of the name.',
		).optional(),
	},
	rules: logTimeRules,
	alternative: {
		query: (query) => ({
			...query,
			...(typeof query.fileFormat === 'string'
				? { fileFormat: query.fileFormat.toUpperCase() }
				: {}),
		}),
	},
	answers: record('B.Log generation result', {
		requiredFields: ['token'],
		sensitive: ['token'],
		output: ({ status, headers, body }) => ({
			...objectIn(body),
			complete: status !== 206,
			...(headers[NEXT_END] ? { nextRequestEndTime: headers[NEXT_END] } : {}),
		}),
	}),
});

export const getFileStatus = operation('POST /monitoring/executions/{executionId}/logs/status', {
	name: 'Get File Status',
	action: 'Get the status of a log file',
	description: 'Check whether a generated log file is ready and where to download it',
	effect: 'read',
	path: { executionId: executionField() },
	body: wholeBody(
		'token',
		text('The token returned by Generate File; valid for one hour').sample('log-token').secret(),
		'text/plain',
	),
	alternative: { contentType: 'application/json' },
	answers: record('B.Log status', {
		requiredFields: ['status'],
		whySecret: 'anyone with the link can download the file for 60 minutes',
	}),
});

/**
 * Where the platform says that a file is cut, and where the rest ends (docs/platform/interface.md,
 * "Logs and metrics").
 */
export const NEXT_END = 'x-log-next-request-end-time';

export const remove = operation('DELETE /monitoring/executions/{executionId}/logs', {
	name: 'Delete',
	action: 'Delete the log of an execution',
	description: 'Delete the log of a task execution',
	permissions: 'EXECUTION_LOGS_DELETE',
	path: { executionId: executionField() },
	answers: nothing({
		output: (_answer, values) => ({ deleted: true, executionId: values.executionId }),
	}),
});
