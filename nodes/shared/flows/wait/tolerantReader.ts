import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { otherIdIn } from '../../declare/derived/recordId';
import type { ContextShowing } from '../../declare/operation';
import { signInFailure } from '../../support/errorNotes';
import { isRefusedWith } from '../../support/http/refused';
import { mayPass } from '../../support/http/statuses';
import { clock } from '../../support/time/clock';
import { MINUTE } from '../../support/time/time';
import type { FollowedWork } from './followedWork';
import { OTHER_FOLLOWED, OTHER_FOUND, type WAIT_MESSAGES } from './waitMessages';

/**
 * An execution may be unknown for some seconds after its start
 * (docs/platform/interface.md, "Executions").
 */
const UNKNOWN_AT_FIRST_MS = MINUTE;

/** For how long reading may fail before waiting is given up. */
const PATIENCE_MS = 600_000;

/**
 * Reads the state of what is followed, tolerates failures that are likely to pass, and remembers
 * why the last reading failed.
 */
export class TolerantReader {
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
		return (isNew && isRefusedWith(error, 404)) || (isPassing(error) && this.isPatient());
	}

	private isPatient(): boolean {
		return clock.elapsed() - (this.lastReadAt ?? this.startedAt) < PATIENCE_MS;
	}
}

/** Whether the cause of a failure is likely to pass. */
function isPassing(error: unknown): boolean {
	if (!(error instanceof NodeApiError) || signInFailure(error)?.isFinal) return false;
	const status = Number(error.httpCode ?? 0);
	// A response with such a status that is not a state comes from a proxy. The next one may come
	// from the platform.
	const isOfProxy = status >= 200 && status < 400;
	return status === 0 || isOfProxy || mayPass(status);
}
