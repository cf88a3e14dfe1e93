/** The settings of all operations that wait for the end of an execution. */

import { simplifySetting } from '../../shared/declare/define';
import { boolean, integer } from '../../shared/declare/field';

/** The settings for waiting, for any execution. */
export const waitSettings = {
	timeLimit: integer(
		'How many minutes to wait for the end of the execution; if it takes more than about an hour, use Start and the trigger instead, which occupy no worker',
	)
		.label('Time Limit (Minutes)')
		.min(1)
		.startsWith(60),
	failOnFailure: boolean(
		'Whether the node fails when the execution ends without success; when off, such an execution is an output like the others. With Retry On Fail, the next try starts a new one.',
	)
		.label('Fail When the Execution Fails')
		.startsWith(true),
	simplify: simplifySetting,
};

/** Whether a failure is explained where it is reported. */
export const explainOnFailure = boolean(
	'Whether to add to the details of the error, or to the output, why an execution failed, as Explain does',
).optional();

export interface WaitChoices {
	timeLimit: number;
	failOnFailure: boolean;
	simplify: boolean;
	failOnRejectedRows?: boolean;
	terminateAtTimeLimit?: boolean;
	terminateOnStop?: boolean;
}
