/**
 * Following something on the platform until it ends. Who calls whom:
 *
 * - An operation that waits is declared with awaiting(), which calls the parts of the declaration:
 *   `begin` starts something or finds it, `howToFollow` describes it ({@link FollowedWork}),
 *   awaitEnd() waits, and `finish` makes the output. If `finish` returns a {@link Continuation}
 *   instead, such as a retry, `restart` starts it again, and it is followed once more. Other flows
 *   call awaitEnd() themselves.
 * - awaitEnd() reads the state after growing pauses (readUntil()), and tolerates failed readings
 *   for a while ({@link TolerantReader}). It fails in one of three ways: at the time limit
 *   (atTimeLimit()), if the workflow is stopped (atStop()), or if the state cannot be read
 *   (errorWhileReading()).
 */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import type { Output } from '../declare/answers';
import { flow } from '../declare/define';
import type { Fields, Values } from '../declare/fields';
import { type Message, problem } from '../declare/messages';
import type {
	ContextShowing,
	FlowOperation,
	FlowSpec,
	OperationContext,
} from '../declare/operation';
import { otherIdIn } from '../declare/recordId';
import { clock } from '../support/clock';
import { noteRecord, signInFailure } from '../support/errorNotes';
import { isRefusedWith } from '../support/refused';
import { MINUTE } from '../support/time';
import { asSentence, inWords } from '../support/words';

const CHECK_IT = 'It may still be running. Check it by its ID before you start it again.';

const OTHER_RECORD = problem(
	'Talend Cloud returned a record with another ID: {other}',
	'Nothing was done. Check the ID {id}, then try again.',
);

const OTHER_FOLLOWED = problem(
	'{subject} was started, but could not be followed: Talend Cloud returned a different one ({other})',
	CHECK_IT,
);

const OTHER_FOUND = problem(
	'{subject} could not be followed: Talend Cloud returned a different one ({other})',
	'Nothing was done. Check its ID.',
);

const NOT_ENDED_IN_TIME = problem(
	'{subject} did not end within {limit}',
	'{subject} is still running. Read it later with Get and its ID, or raise the time limit.',
);

const UNSEEN_AT_LAST = problem(
	'{subject} could not be followed until the time limit of {limit}',
	'Its present state is not known. Read it later with Get and its ID, or raise the time limit. The last attempt to read it failed: {reason}',
);

const NO_LONGER_FOLLOWED = problem(
	'{subject} is no longer followed because item {item} failed and stopped the node. {reason}',
	'Nothing was stopped on Talend Cloud. Read the state later with Get and the ID.',
);

const TERMINATED_AT_LIMIT = problem(
	'{subject} was terminated because it did not end within {limit}',
	'To let it run longer, raise the time limit.',
);

const NOT_TERMINATED_AT_LIMIT = problem(
	'{subject} did not end within {limit}, and could not be terminated',
	'Reason: {reason} {subject} is still running. Read it later with Get and its ID, or raise the time limit.',
);

export const OWN_RECORD_MESSAGES = [OTHER_RECORD];
/** What {@link awaitState} can say, in addition to the error at the time limit. */
export const STATE_MESSAGES = [OTHER_FOUND, UNSEEN_AT_LAST, NO_LONGER_FOLLOWED];
export const WAIT_MESSAGES = [OTHER_FOLLOWED, NOT_ENDED_IN_TIME, ...STATE_MESSAGES];
/** {@link awaitEnd} also shows these messages if it ends what it follows. */
export const END_MESSAGES = [TERMINATED_AT_LIMIT, NOT_TERMINATED_AT_LIMIT];

interface ReadUntilOptions<T> {
	read: () => Promise<T>;
	/** Whether it has ended with this state. An unknown state does not count as an end. */
	ended: (state: T) => boolean;
	limitMs: number;
	/** The error if it has not ended when the time limit has passed. */
	errorAtLimit: (lastState: T) => Error | Promise<Error>;
	signal: AbortSignal;
	firstPauseMs?: number;
	maxPauseMs?: number;
}

/** Each pause is longer than the one before by this factor. */
const GROWTH = 1.5;

/**
 * Reads a state after growing pauses until it is an end.
 * @throws what `errorAtLimit` makes of the last state; the reason of the signal if it is aborted
 */
export async function readUntil<T>({
	read,
	ended,
	limitMs,
	errorAtLimit,
	signal,
	firstPauseMs = 2_000,
	maxPauseMs = 30_000,
}: ReadUntilOptions<T>): Promise<T> {
	if (!Number.isFinite(limitMs)) throw new RangeError('The time limit must be a number');
	const deadline = clock.elapsed() + limitMs;
	for (let pause = firstPauseMs; ; pause = Math.min(maxPauseMs, pause * GROWTH)) {
		const state = await read();
		if (ended(state)) return state;
		const timeLeft = deadline - clock.elapsed();
		if (timeLeft <= 0) throw await errorAtLimit(state);
		await clock.sleep(Math.min(pause, timeLeft), signal);
	}
}

/** Something that is running on the platform, usually because this item started it. */
export interface FollowedWork {
	/** Whether it was already running, so that this item did not start it. */
	wasRunning?: boolean;
	/** What it is, with its ID, as the beginning of a sentence: "Execution 8b6b2c56". */
	subject: string;
	/** Its ID, which the error of a stopped workflow names. */
	id: string;
	/** The same ID, with the name that it has in the output, for the details of an error. */
	ids: IDataObject;
	/** Reads the present state. */
	read: () => Promise<IDataObject>;
	/**
	 * The field of a state with the ID. A state with another ID is ignored, one without an ID is
	 * accepted.
	 */
	idField?: string;
	ended: (state: IDataObject) => boolean;
	/** What it waits for in this state, as a sentence of the error at the time limit. */
	waitsFor?: (state: IDataObject) => string | undefined;
	/** How many minutes to wait. */
	timeLimit: number;
	/** The error at the time limit, if the usual one does not fit. */
	limitError?: (limit: string) => Error;
	/**
	 * How to end it on the platform, and when: at the time limit, or when the workflow is stopped.
	 */
	end?: {
		op: ContextShowing<typeof END_MESSAGES>;
		act: () => Promise<unknown>;
		atTimeLimit?: boolean;
		onStop?: boolean;
	};
}

/**
 * An execution may be unknown for some seconds after its start
 * (docs/platform/interface.md, "Executions").
 */
const UNKNOWN_AT_FIRST_MS = MINUTE;

/** For how long reading may fail before waiting is given up. */
const PATIENCE_MS = 600_000;

/**
 * Checks a record that was read by its ID, before a flow starts anything because of it.
 * @throws NodeOperationError if it is another record
 */
export function ownRecord(
	op: ContextShowing<typeof OWN_RECORD_MESSAGES>,
	record: IDataObject,
	idField: string,
	id: string,
): IDataObject {
	const otherId = otherIdIn(record, idField, id);
	if (otherId !== undefined) throw op.problem(OTHER_RECORD, { other: otherId, id });
	return record;
}

/** Whether the cause of a failure is likely to pass. */
function mayPass(error: unknown): boolean {
	if (!(error instanceof NodeApiError) || signInFailure(error)?.isFinal) return false;
	const status = Number(error.httpCode ?? 0);
	// A response with such a status that is not a state comes from a proxy. The next one may come
	// from the platform.
	const isOfProxy = status >= 200 && status < 400;
	return status === 0 || isOfProxy || status === 408 || status === 429 || status >= 500;
}

/**
 * Reads the state of what is followed, tolerates failures that are likely to pass, and remembers
 * why the last reading failed.
 */
class TolerantReader {
	/** Why the last reading failed; undefined if it did not fail. */
	lastFailure: Error | undefined;
	private readonly startedAt = clock.elapsed();
	private lastReadAt: number | undefined;

	constructor(
		private readonly op: ContextShowing<typeof WAIT_MESSAGES>,
		private readonly followed: FollowedWork,
	) {}

	get wasEverRead(): boolean {
		return this.lastReadAt !== undefined;
	}

	/**
	 * @returns the state, or an empty object if it could not be read
	 * @throws if it could not be read for a reason that is not likely to pass, or for too long
	 */
	async read(): Promise<IDataObject> {
		const result = await this.followed.read().then(
			(state) => this.ifOwn(state),
			(error: Error) => {
				if (!this.isTolerable(error)) throw error;
				return error;
			},
		);
		this.lastFailure = result instanceof Error ? result : undefined;
		if (result instanceof Error) return {};
		this.lastReadAt = clock.elapsed();
		return result;
	}

	/** The state, or a failure if it is the state of something else. */
	private ifOwn(state: IDataObject): IDataObject | Error {
		const { subject, idField, id, wasRunning } = this.followed;
		const other = idField === undefined ? undefined : otherIdIn(state, idField, id);
		if (other === undefined) return state;
		const error = this.op.problem(wasRunning ? OTHER_FOUND : OTHER_FOLLOWED, { subject, other });
		if (!this.isPatient()) throw error;
		return error;
	}

	private isTolerable(error: unknown): boolean {
		const isNew = clock.elapsed() - this.startedAt < UNKNOWN_AT_FIRST_MS;
		return (isNew && isRefusedWith(error, 404)) || (mayPass(error) && this.isPatient());
	}

	private isPatient(): boolean {
		return clock.elapsed() - (this.lastReadAt ?? this.startedAt) < PATIENCE_MS;
	}
}

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
		if (failure && !reader.wasEverRead && !followed.end?.atTimeLimit) return failure;
		return (timeLimitError = await atTimeLimit(op, followed, lastState, failure));
	};
	try {
		return await readUntil({
			read: async () => await reader.read(),
			ended: followed.ended,
			limitMs: followed.timeLimit * MINUTE,
			errorAtLimit,
			signal: op.signal,
		});
	} catch (error) {
		const shownError =
			timeLimitError ??
			(op.signal.aborted ? await atStop(op, followed, error) : errorWhileReading(followed, error));
		throw noteRecord(shownError, followed.ids);
	} finally {
		// After a stop, it stays listed here: it keeps running on the platform.
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
	followed: FollowedWork & Required<Pick<FollowedWork, 'limitError'>>,
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

/**
 * The error at the time limit. If the user chose so, this first ends what is followed on the
 * platform.
 */
async function atTimeLimit(
	op: ContextShowing<typeof WAIT_MESSAGES>,
	{ subject, timeLimit, end, waitsFor, limitError }: FollowedWork,
	lastState: IDataObject,
	failure: Error | undefined,
): Promise<Error> {
	const limit = inWords(timeLimit * MINUTE);
	if (!end?.atTimeLimit) {
		if (failure)
			return op.problem(UNSEEN_AT_LAST, { subject, limit, reason: asSentence(failure.message) });
		if (limitError) return limitError(limit);
		const error = op.problem(NOT_ENDED_IN_TIME, { subject, limit });
		error.description = [waitsFor?.(lastState), error.description].filter(Boolean).join(' ');
		return error;
	}
	const refusal = await refusalToEnd(end.act);
	return refusal === undefined
		? end.op.problem(TERMINATED_AT_LIMIT, { subject, limit })
		: end.op.problem(NOT_TERMINATED_AT_LIMIT, { subject, limit, reason: asSentence(refusal) });
}

/**
 * The error when the workflow is stopped, or another item ended the run. If the user chose so, this
 * first ends what is followed on the platform.
 */
async function atStop(
	op: OperationContext<typeof NO_LONGER_FOLLOWED>,
	{ subject, id, end }: FollowedWork,
	error: unknown,
): Promise<unknown> {
	const { failed } = op.nodeRun;
	if (failed && failed.itemIndex !== op.itemIndex)
		return op.problem(NO_LONGER_FOLLOWED, {
			subject,
			item: failed.itemIndex,
			reason: failed.message,
		});
	if (end?.onStop && (await refusalToEnd(end.act)) === undefined)
		op.nodeRun.stillRunning.delete(id);
	return error;
}

/**
 * Ends something on the platform.
 * @returns the message of the error if that fails
 */
const refusalToEnd = async (act: () => Promise<unknown>): Promise<string | undefined> =>
	await act().then(
		() => undefined,
		(error: Error) => error.message,
	);

/** What to follow next, such as a retry, and the pause before it. */
export interface Continuation<T> {
	continueFrom: T;
	afterMs: number;
}

/** The parts of a flow that starts something, or finds it, and waits for its end. */
interface AwaitingParts<I, M extends Message, T extends IDataObject> {
	/** @returns what `howToFollow` needs; or outputs, if there is nothing to wait for */
	begin: (op: OperationContext<M>, input: I) => Promise<T | Output[]>;
	howToFollow: (op: OperationContext<M>, toFollow: T, input: I) => FollowedWork;
	finish: (
		op: OperationContext<M>,
		toFollow: T,
		lastState: IDataObject,
		input: I,
	) => Promise<Output[] | Continuation<T>>;
	/** Starts it again after the pause; absent if it starts on its own. */
	restart?: (op: OperationContext<M>, continueFrom: T) => Promise<T>;
}

/** Declares a flow that starts something, or finds it, and waits for its end. */
export function awaiting<
	F extends Fields,
	S extends Fields,
	M extends Message,
	T extends IDataObject,
>({
	begin,
	howToFollow,
	finish,
	restart,
	...spec
}: Omit<FlowSpec<F, S, M>, 'run'> &
	AwaitingParts<NoInfer<Values<F> & Values<S>>, NoInfer<M>, T>): FlowOperation {
	return flow<F, S, M>({
		...spec,
		run: async (op, input) => {
			let toFollow = await begin(op, input);
			if (Array.isArray(toFollow)) return toFollow;
			for (;;) {
				const lastState = await awaitEnd(
					op as OperationContext<Message>,
					howToFollow(op, toFollow, input),
				);
				const result = await finish(op, toFollow, lastState, input);
				if (Array.isArray(result)) return result;
				await clock.sleep(result.afterMs, op.signal);
				toFollow = (await restart?.(op, result.continueFrom)) ?? result.continueFrom;
			}
		},
	});
}
