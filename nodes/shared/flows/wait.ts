/** Following something on the platform until it ends. */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import type { Output } from '../declare/answers';
import { flow } from '../declare/define';
import type { Fields, Values } from '../declare/field';
import { type Message, problem } from '../declare/messages';
import type { Call, FlowOperation, FlowSpec, Showing } from '../declare/operation';
import { clock } from '../support/clock';
import { aboutRecord } from '../support/about';
import { otherIdIn } from '../declare/recordId';
import { inWords } from '../support/words';

const CHECK_IT = 'It may still be running. Check it by its ID before starting it again.';

const OTHER_RECORD = problem(
	'The platform answered with another ID, {other}',
	'Nothing was started. Check the ID {id}, then try again.',
);
const OTHER_FOLLOWED = problem(
	'{subject} was started, but could not be followed: the platform answered with another one, {other}',
	CHECK_IT,
);
const OTHER_FOUND = problem(
	'{subject} could not be followed: the platform answered with another one, {other}',
	'Nothing was started. Check its ID.',
);
const TOO_LATE = problem(
	'{subject} did not end within {limit}',
	'{subject} is still running. Read it later by its ID, or raise the time limit.',
);
const UNSEEN_AT_LAST = problem(
	'{subject} did not end within {limit}',
	'At last, it could not be read: {reason} {subject} may still be running. Read it later by its ID, or raise the time limit.',
);
const NO_LONGER_FOLLOWED = problem(
	'{subject} is no longer followed: item {item} stopped the node. {reason}',
	'{subject} is still running. Read it later by its ID.',
);
const TERMINATED = problem(
	'{subject} did not end within {limit}',
	'{subject} was terminated, as chosen.',
);
const NOT_TERMINATED = problem(
	'{subject} did not end within {limit}',
	'It could not be terminated: {reason} {subject} is still running. Read it later by its ID, or raise the time limit.',
);

export const OWN_RECORD_MESSAGES = [OTHER_RECORD];
export const WAIT_MESSAGES = [
	OTHER_FOLLOWED,
	OTHER_FOUND,
	TOO_LATE,
	UNSEEN_AT_LAST,
	NO_LONGER_FOLLOWED,
];
/** {@link awaitEnd} shows these, too, if it ends what it follows. */
export const END_MESSAGES = [TERMINATED, NOT_TERMINATED];

interface Waiting<T> {
	read: () => Promise<T>;
	/** Whether it has ended. What is not known as an end is none. */
	ended: (state: T) => boolean;
	limitMs: number;
	/** The error if it has not ended when the time limit has passed. */
	tooLate: (last: T) => Error | Promise<Error>;
	signal: AbortSignal;
	everyMs?: number;
	atMostMs?: number;
}

const GROWTH = 1.5;

/**
 * Looks at growing distances until it has ended.
 * @throws what `tooLate` makes of the last state; the signal's reason if the workflow is stopped
 */
export async function follow<T>({
	read,
	ended,
	limitMs,
	tooLate,
	signal,
	everyMs = 2_000,
	atMostMs = 30_000,
}: Waiting<T>): Promise<T> {
	if (!Number.isFinite(limitMs)) throw new RangeError('The time limit must be a number');
	const end = clock.elapsed() + limitMs;
	for (let every = everyMs; ; every = Math.min(atMostMs, every * GROWTH)) {
		const state = await read();
		if (ended(state)) return state;
		const left = end - clock.elapsed();
		if (left <= 0) throw await tooLate(state);
		await clock.sleep(Math.min(every, left), signal);
	}
}

/** Something that is running on the platform, usually because this item started it. */
export interface Followed {
	/** It was there before: this item did not start it. */
	found?: boolean;
	/** What it is, with its ID, as the beginning of a sentence: "Execution 8b6b2c56". */
	subject: string;
	/** Its ID, for what a stopped workflow leaves behind. */
	id: string;
	/** What an error is about: the ID, as the output calls it. */
	about: IDataObject;
	/** Reads the present state. */
	read: () => Promise<IDataObject>;
	/** The field of a state that has its ID. A state that names another one says nothing about this one; one that names none is its own. */
	idField?: string;
	ended: (state: IDataObject) => boolean;
	/** What a state waits for, in a sentence, if waiting alone does not end it. */
	waitsFor?: (state: IDataObject) => string | undefined;
	/** How many minutes to wait. */
	timeLimit: number;
	/** The error when they have passed, if that of a followed execution does not fit. */
	tooLate?: (limit: string) => Error;
	/** Ends it on the platform, and when to: at the time limit, or when the workflow is stopped. */
	end?: {
		call: Showing<typeof END_MESSAGES>;
		act: () => Promise<unknown>;
		atTimeLimit?: boolean;
		onStop?: boolean;
	};
}

/** A run may be unknown for some seconds after its start (docs/platform/interface.md, "Executions"). */
const UNKNOWN_AT_FIRST_MS = 60_000;

/** Reading may fail for this long before the wait is given up. */
const PATIENCE_MS = 600_000;

const MINUTE = 60_000;

/**
 * A record that was asked for by its ID, before a flow starts anything because of it.
 * @throws NodeOperationError if it is another one
 */
export function ownRecord(
	call: Showing<typeof OWN_RECORD_MESSAGES>,
	record: IDataObject,
	idField: string,
	id: string,
): IDataObject {
	const other = otherIdIn(record, idField, id);
	if (other !== undefined) throw call.problem(OTHER_RECORD, { other, id });
	return record;
}

/** Looks at it again and again, past what is likely to pass, and remembers why it was not seen. */
function lookout(call: Showing<typeof WAIT_MESSAGES>, followed: Followed) {
	const started = clock.elapsed();
	let seenAt: number | undefined;
	let unseen: Error | undefined;
	const isPatient = () => clock.elapsed() - (seenAt ?? started) < PATIENCE_MS;
	const tolerable = (error: unknown) => {
		const status = error instanceof NodeApiError ? Number(error.httpCode ?? 0) : undefined;
		const young = status === 404 && clock.elapsed() - started < UNKNOWN_AT_FIRST_MS;
		// A page of a proxy says nothing about it either, and the next look may.
		const isOdd = status !== undefined && status >= 200 && status < 400;
		const passing =
			status === 0 || isOdd || status === 408 || status === 429 || (status ?? 0) >= 500;
		return young || (passing && isPatient());
	};
	const own = (state: IDataObject): IDataObject | Error => {
		const { subject, idField, found } = followed;
		const other = idField === undefined ? undefined : otherIdIn(state, idField, followed.id);
		if (other === undefined) return state;
		const others = call.problem(found ? OTHER_FOUND : OTHER_FOLLOWED, { subject, other });
		if (!isPatient()) throw others;
		return others;
	};
	return {
		read: async (): Promise<IDataObject> => {
			const look = await followed
				.read()
				.catch((error) => {
					if (!tolerable(error)) throw error;
					return error as Error;
				})
				.then((seen) => (seen instanceof Error ? seen : own(seen)));
			unseen = look instanceof Error ? look : undefined;
			if (look instanceof Error) return {};
			seenAt = clock.elapsed();
			return look;
		},
		/** Why the last look showed nothing of it; nothing if it did. */
		whyUnseen: () => unseen,
		wasSeen: () => seenAt !== undefined,
	};
}

/** Waits for the end, and answers the last state. Whatever goes wrong from here on, the error names what may still be running. */
export async function awaitEnd(
	call: Showing<typeof WAIT_MESSAGES>,
	followed: Followed,
): Promise<IDataObject> {
	if (!followed.found) call.run.stillRunning.add(followed.id);
	const { read, whyUnseen, wasSeen } = lookout(call, followed);
	let late: Error | undefined;
	const tooLate = async (last: IDataObject): Promise<Error> => {
		const unseen = whyUnseen();
		// Of what was never seen, nobody knows that it is still running.
		if (unseen && !wasSeen() && !followed.end?.atTimeLimit) return unseen;
		return (late = await atTimeLimit(call, followed, last, unseen));
	};
	try {
		return await follow({
			read,
			ended: followed.ended,
			limitMs: followed.timeLimit * MINUTE,
			tooLate,
			signal: call.signal,
		});
	} catch (error) {
		const known =
			late ??
			(call.signal.aborted ? await atStop(call, followed, error) : lostSight(followed, error));
		throw aboutRecord(known, followed.about);
	} finally {
		// If another item ended the run, this one keeps running on the platform.
		if (!call.signal.aborted) call.run.stillRunning.delete(followed.id);
	}
}

/** It keeps running while it cannot be read: the error must name it. */
function lostSight({ subject, found }: Followed, error: unknown): unknown {
	if (!(error instanceof NodeApiError)) return error;
	error.message = `${subject}${found ? '' : ' was started, but'} could not be followed: ${error.message}`;
	if (!found) error.description = [error.description, CHECK_IT].filter(Boolean).join(' ');
	return error;
}

const asSentence = (text: string): string => text.replace(/\.?$/, '.');

async function atTimeLimit(
	call: Showing<typeof WAIT_MESSAGES>,
	{ subject, timeLimit, end, waitsFor, tooLate }: Followed,
	last: IDataObject,
	unseen: Error | undefined,
): Promise<Error> {
	const limit = inWords(timeLimit * MINUTE);
	if (!end?.atTimeLimit) {
		if (unseen)
			return call.problem(UNSEEN_AT_LAST, { subject, limit, reason: asSentence(unseen.message) });
		if (tooLate) return tooLate(limit);
		const error = call.problem(TOO_LATE, { subject, limit });
		error.description = [waitsFor?.(last), error.description].filter(Boolean).join(' ');
		return error;
	}
	const refused = await tryToEnd(end.act);
	return refused === undefined
		? end.call.problem(TERMINATED, { subject, limit })
		: end.call.problem(NOT_TERMINATED, { subject, limit, reason: asSentence(refused) });
}

async function atStop(
	call: Call<typeof NO_LONGER_FOLLOWED>,
	{ subject, id, end }: Followed,
	error: unknown,
): Promise<unknown> {
	const { failed } = call.run;
	if (failed && failed.itemIndex !== call.itemIndex)
		return call.problem(NO_LONGER_FOLLOWED, {
			subject,
			item: failed.itemIndex,
			reason: failed.message,
		});
	if (end?.onStop && (await tryToEnd(end.act)) === undefined) call.run.stillRunning.delete(id);
	return error;
}

/** Ends it; answers the words of a refusal. */
const tryToEnd = async (act: () => Promise<unknown>): Promise<string | undefined> =>
	await act().then(
		() => undefined,
		(error: Error) => error.message,
	);

/** What continues after a pause, such as a retry. */
export interface Again<B> {
	again: B;
	afterMs: number;
}

/** The parts of a flow that starts something, or finds it, and waits for its end. */
interface Parts<I, M extends Message, B extends IDataObject> {
	/** @returns what is needed to follow it; outputs if there is nothing to wait for */
	begin: (call: Call<M>, input: I) => Promise<B | Output[]>;
	followed: (call: Call<M>, begun: B, input: I) => Followed;
	end: (call: Call<M>, begun: B, last: IDataObject, input: I) => Promise<Output[] | Again<B>>;
	/** Starts it again, after the pause; absent if nothing has to be done for that. */
	again?: (call: Call<M>, begun: B) => Promise<B>;
}

/** Declares a flow that starts something, or finds it, and waits for its end. */
export function awaiting<
	F extends Fields,
	S extends Fields,
	M extends Message,
	B extends IDataObject,
>({
	begin,
	followed,
	end,
	again,
	...spec
}: Omit<FlowSpec<F, S, M>, 'run'> & Parts<Values<F> & Values<S>, NoInfer<M>, B>): FlowOperation {
	return flow<F, S, M>({
		...spec,
		run: async (call, input) => {
			let begun = await begin(call, input);
			if (Array.isArray(begun)) return begun;
			for (;;) {
				const last = await awaitEnd(call as Call<Message>, followed(call, begun, input));
				const ended = await end(call, begun, last, input);
				if (Array.isArray(ended)) return ended;
				await clock.sleep(ended.afterMs, call.signal);
				begun = (await again?.(call, ended.again)) ?? ended.again;
			}
		},
	});
}
