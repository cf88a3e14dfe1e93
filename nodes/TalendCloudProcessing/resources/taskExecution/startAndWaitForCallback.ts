/**
 * Starts a task whose job resumes the workflow: n8n stores the workflow execution until the job
 * calls the address that it was given.
 */
import type { IDataObject } from 'n8n-workflow';

import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { integer, text } from '../../../shared/declare/fields';
import type { Rule } from '../../../shared/declare/rules';
import { isObject } from '../../../shared/support/json';
import { clock } from '../../../shared/support/time/clock';
import { MINUTE } from '../../../shared/support/time/time';
import { START_MESSAGES, startedId } from '../../executions/startedExecution';
import { startTaskExecution, taskRunFields } from './requests';

const GIVEN_TWICE: Rule = {
	field: 'callbackParameter',
	says: 'parameters must not contain the callback parameter: its value is the address of the workflow execution',
	finding: ({ callbackParameter, parameters }) =>
		isObject(parameters) && String(callbackParameter) in parameters
			? 'must not be among {parameters}: its value is the address of the workflow execution'
			: undefined,
};

export const startAndWaitForCallback = flow({
	name: 'Start and Wait for Callback',
	action: 'Start a task and wait until its job calls back',
	description:
		'Start a task and pass a callback URL to its job. The workflow continues when the job sends a POST request to that URL, and occupies no worker until then.',
	notice:
		'Processes one item. At its end, the job must send a POST request to the URL, whether it succeeded or failed. To read the outcome, use Wait for End afterwards.',
	fields: {
		...taskRunFields,
		callbackParameter: text('The job parameter that receives the callback URL').initial(
			'resume_url',
		),
	},
	settings: {
		timeLimit: integer(
			'How many minutes to wait for the call; then the workflow continues, with calledBack set to false',
		)
			.label('Time Limit (Minutes)')
			.min(1)
			.initial(1_440),
	},
	optionalAs: 'additionalFields',
	rules: [GIVEN_TWICE],
	uses: [startTaskExecution],
	messages: START_MESSAGES,
	answers: record(undefined),
	run: async (op, { callbackParameter, timeLimit, parameters, ...more }) => {
		const callback = op.callback();
		const runFields = {
			...more,
			parameters: { ...parameters, [callbackParameter]: callback.resumeUrl },
		};
		const { body } = await op.sendValues(startTaskExecution, runFields);
		const executionId = startedId(op, body, 'Get Many by Task');
		const json: IDataObject = { taskId: more.executable, executionId, calledBack: false };
		await callback.waitUntil(new Date(clock.now() + timeLimit * MINUTE), json);
		return [{ json }];
	},
});
