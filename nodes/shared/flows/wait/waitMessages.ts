/** What a flow says if what it follows does not end as expected. */
import { problem } from '../../declare/messages';

export const CHECK_IT = 'It may still be running. Check it by its ID before you start it again.';

export const OTHER_FOLLOWED = problem(
	'{subject} was started, but could not be followed: Talend Cloud returned {other} instead',
	CHECK_IT,
);

export const OTHER_FOUND = problem(
	'{subject} could not be followed: Talend Cloud returned {other} instead',
	'Nothing was changed. Check the ID that you entered, and the address in the credential.',
);

export const NOT_ENDED_IN_TIME = problem(
	'{subject} did not end within {limit}',
	'{progress} Check it later with {lookAt}, or raise the time limit.',
);

export const UNSEEN_AT_LAST = problem(
	'{subject} could not be read again before the time limit of {limit} was reached',
	'Its current state is not known. Check it later with {lookAt}, or raise the time limit. The last attempt to read it failed: {reason}',
);

export const NO_LONGER_FOLLOWED = problem(
	'{subject} is no longer followed because item {item} failed and stopped the node. {reason}',
	'Nothing was stopped in Talend Cloud. Check it later with {lookAt}.',
);

export const TERMINATED_AT_LIMIT = problem(
	'{subject} was terminated because it did not end within {limit}',
	'To let it run longer, raise the time limit.',
);

export const NOT_TERMINATED_AT_LIMIT = problem(
	'{subject} did not end within {limit}, and could not be terminated',
	'Reason: {reason} {progress} Check it later with {lookAt}, or raise the time limit.',
);

/** What awaitState() can say, in addition to the error at the time limit. */
export const STATE_MESSAGES = [OTHER_FOUND, UNSEEN_AT_LAST, NO_LONGER_FOLLOWED];
export const WAIT_MESSAGES = [OTHER_FOLLOWED, NOT_ENDED_IN_TIME, ...STATE_MESSAGES];
/** awaitEnd() also shows these messages if it ends what it follows. */
export const END_MESSAGES = [TERMINATED_AT_LIMIT, NOT_TERMINATED_AT_LIMIT];
