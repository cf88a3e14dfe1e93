/**
 * Following something on the platform until it ends. Who calls whom:
 *
 * - An operation that waits is declared with awaiting(), which calls the parts of the declaration:
 *   `begin` starts something or finds it, `howToFollow` describes it ({@link FollowedWork}),
 *   awaitEnd() waits, and `finish` makes the output. If `finish` returns a {@link Continuation}
 *   instead, such as a retry, `restart` starts it again, and it is followed once more. Other flows
 *   call awaitEnd() themselves.
 * - awaitEnd() reads the state after growing pauses (readUntil()), and tolerates failed readings
 *   for a while (tolerantReader.ts). It fails in one of three ways: at the time limit
 *   (errorAtTimeLimit()), if the workflow is stopped (errorAtStop()), or if the state cannot be
 *   read (errorWhileReading()).
 */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../declare/answers';
import { flow } from '../../declare/define';
import type { Fields, Values } from '../../declare/fields';
import type { Message } from '../../declare/messages';
import type { FlowOperation, FlowSpec, OperationContext } from '../../declare/operation';
import { clock } from '../../support/time/clock';
import { awaitEnd } from './awaitEnd';
import type { FollowedWork } from './followedWork';

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
