/** Waits until something has ended on the platform; awaiting.ts says who calls whom. */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import type { Message } from '../../declare/messages';
import type { ContextShowing, OperationContext } from '../../declare/operation';
import { noteRecord } from '../../support/errorNotes';
import { asSentence, waitInWords } from '../../support/text/words';
import { MINUTE } from '../../support/time/time';
import type { FollowedWork } from './followedWork';
import { readUntil } from './readUntil';
import { TolerantReader } from './tolerantReader';
import {
	CHECK_IT,
	NO_LONGER_FOLLOWED,
	NOT_ENDED_IN_TIME,
	NOT_TERMINATED_AT_LIMIT,
	type STATE_MESSAGES,
	TERMINATED_AT_LIMIT,
	UNSEEN_AT_LAST,
	type WAIT_MESSAGES,
} from './waitMessages';

/**
 * Waits until something has ended.
 * @returns its last state
 * @throws an error that always contains the ID of what may still be running
 */
export async function awaitEnd(
	op: ContextShowing<typeof WAIT_MESSAGES>,
	followed: FollowedWork,
): Promise<IDataObject> {
	if (!followed.wasRunning) op.nodeRun.stillRunning.add(followed.id);
	const reader = new TolerantReader(op, followed);
	let timeLimitError: Error | undefined;
	const errorAtLimit = async (lastState: IDataObject): Promise<Error> => {
		const failure = reader.lastFailure;
		// If no reading has succeeded, it is not known whether it is still running, so the failure is
		// reported.
		if (failure && !reader.wasEverRead && !followed.end?.endsAtTimeLimit) return failure;
		return (timeLimitError = await errorAtTimeLimit(op, followed, lastState, failure));
	};
	try {
		return await readUntil({
			read: async () => await reader.read(),
			hasEnded: followed.hasEnded,
			limitMs: followed.timeLimitMinutes * MINUTE,
			errorAtLimit,
			signal: op.signal,
		});
	} catch (error) {
		const shownError =
			timeLimitError ??
			(op.signal.aborted
				? await errorAtStop(op, followed, error)
				: errorWhileReading(followed, error));
		throw noteRecord(shownError, followed.ids);
	} finally {
		// After a stop, it stays listed here, because it keeps running on the platform, unless
		// `errorAtStop` has terminated it.
		if (!op.signal.aborted) op.nodeRun.stillRunning.delete(followed.id);
	}
}

/**
 * Waits until a record that nothing here has started is in a state.
 * @returns the record
 * @throws an error if it is not in that state in time, or cannot be read
 */
export const awaitState = async (
	op: ContextShowing<typeof STATE_MESSAGES>,
	followed: FollowedWork & Required<Pick<FollowedWork, 'errorAtLimit'>>,
): Promise<IDataObject> =>
	// With its own error at the time limit, and nothing started, the other messages cannot occur.
	await awaitEnd(op as OperationContext<Message>, { ...followed, wasRunning: true });

/** The error if what is followed can no longer be read. It names what may still be running. */
function errorWhileReading({ subject, wasRunning }: FollowedWork, error: unknown): unknown {
	if (!(error instanceof NodeApiError)) return error;
	error.message = `${subject}${wasRunning ? '' : ' was started, but'} could not be followed: ${error.message}`;
	if (!wasRunning) error.description = [error.description, CHECK_IT].filter(Boolean).join(' ');
	return error;
}

/** What errors say of what may still be running, and where its state is found. */
const laterOf = ({ subject, later }: FollowedWork) =>
	later ?? { progress: `${subject} is still running.`, lookAt: 'Get and its ID' };

/**
 * The error at the time limit. If the user chose so, this first ends what is followed on the
 * platform.
 */
async function errorAtTimeLimit(
	op: ContextShowing<typeof WAIT_MESSAGES>,
	followed: FollowedWork,
	lastState: IDataObject,
	failure: Error | undefined,
): Promise<Error> {
	const { subject, timeLimitMinutes, end, waitsFor, errorAtLimit } = followed;
	const values = { subject, limit: waitInWords(timeLimitMinutes * MINUTE), ...laterOf(followed) };
	if (!end?.endsAtTimeLimit) {
		if (failure)
			return op.problem(UNSEEN_AT_LAST, { ...values, reason: asSentence(failure.message) });
		if (errorAtLimit) return errorAtLimit(values.limit);
		const error = op.problem(NOT_ENDED_IN_TIME, values);
		error.description = [waitsFor?.(lastState), error.description].filter(Boolean).join(' ');
		return error;
	}
	const reason = await tryToTerminate(end.terminate);
	return reason === undefined
		? end.op.problem(TERMINATED_AT_LIMIT, values)
		: end.op.problem(NOT_TERMINATED_AT_LIMIT, { ...values, reason: asSentence(reason) });
}

/**
 * The error when another item ended the run, or the workflow is stopped. Only in the second case,
 * and if the user chose so, this first ends what is followed on the platform.
 */
async function errorAtStop(
	op: OperationContext<typeof NO_LONGER_FOLLOWED>,
	followed: FollowedWork,
	error: unknown,
): Promise<unknown> {
	const { subject, id, end } = followed;
	const { failed } = op.nodeRun;
	if (failed && failed.itemIndex !== op.itemIndex)
		return op.problem(NO_LONGER_FOLLOWED, {
			subject,
			...laterOf(followed),
			item: failed.itemIndex,
			reason: failed.message,
		});
	if (end?.endsOnStop && (await tryToTerminate(end.terminate)) === undefined)
		op.nodeRun.stillRunning.delete(id);
	return error;
}

/**
 * Terminates what is followed.
 * @returns the message of the error if that fails
 */
const tryToTerminate = async (terminate: () => Promise<unknown>): Promise<string | undefined> =>
	await terminate().then(
		() => undefined,
		(error: Error) => error.message,
	);
