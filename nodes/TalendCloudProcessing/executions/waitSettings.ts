/** The settings of all operations that wait for the end of an execution. */

import { simplifyField } from '../../shared/declare/define';
import { boolean, integer, text, type Values } from '../../shared/declare/fields';

const FAIL_ON_FAILURE =
	'Whether the node fails if the execution does not succeed; when off, it is output';

/** The settings for waiting, for any execution. */
export const waitSettings = {
	timeLimit: integer(
		'How many minutes to wait for the execution to finish. For more than about an hour, use the trigger, which occupies no worker.',
	)
		.label('Time Limit (Minutes)')
		.min(1)
		.initial(60),
	failOnFailure: boolean(FAIL_ON_FAILURE).label('Fail When the Execution Fails').initial(true),
	simplify: simplifyField,
};

/** The same for an execution that the operation starts. */
export const runAndWaitSettings = {
	...waitSettings,
	failOnFailure: waitSettings.failOnFailure.describe(
		`${FAIL_ON_FAILURE}. With Retry On Fail, the next try runs it again.`,
	),
};

/** The switch for explaining a failure in the output and in the error. */
export const explainOnFailureField = boolean(
	'Whether to add the reason for a failure to the error details or to the output, as Explain does',
).optional();

/** The settings that only executions of tasks have, because only these can be terminated. */
export const taskWaitSettings = {
	failOnRejectedRows: boolean(
		'Whether an execution that rejected rows counts as failed',
	).optional(),
	terminateAtTimeLimit: boolean(
		'Whether to terminate the execution when the time limit is reached. Earlier executions continue.',
	).optional(),
	terminateOnStop: boolean(
		'Whether to terminate the execution when the workflow is stopped. Earlier executions continue.',
	).optional(),
};

/** What is read of a task execution after its end. */
export const readAfterEndFields = {
	returnValueName: text(
		'Name of a value that the job writes to its log as NAME=value. The node waits about 30 seconds until the log is complete, and returns the last one as returnValue.',
	)
		.label('Return Value From Log')
		.eg('RETURN_CODE')
		.optional(),
	explainOnFailure: explainOnFailureField,
};

export type WaitChoices = Values<typeof waitSettings> & Partial<Values<typeof taskWaitSettings>>;

export type ReadAfterEnd = Partial<Values<typeof readAfterEndFields>>;
