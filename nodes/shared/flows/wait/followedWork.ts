import type { IDataObject } from 'n8n-workflow';

import type { ContextShowing } from '../../declare/operation';
import type { END_MESSAGES } from './waitMessages';

/** Something that is running on the platform, usually because this item started it. */
export interface FollowedWork {
	/** Whether it was already running, so that this item did not start it. */
	wasRunning?: boolean;
	/** What it is, with its ID, as the beginning of a sentence: "Execution 8b6b2c56". */
	subject: string;
	/**
	 * What errors say of it instead of "is still running" and "Get and its ID", if these do not fit.
	 */
	later?: { progress: string; lookAt: string };
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
	hasEnded: (state: IDataObject) => boolean;
	/** What it waits for in this state, as a sentence of the error at the time limit. */
	waitsFor?: (state: IDataObject) => string | undefined;
	timeLimitMinutes: number;
	/** The error at the time limit, if the usual one does not fit. */
	errorAtLimit?: (limit: string) => Error;
	/**
	 * How to end it on the platform, and when: at the time limit, or when the workflow is stopped.
	 */
	end?: {
		op: ContextShowing<typeof END_MESSAGES>;
		terminate: () => Promise<unknown>;
		endsAtTimeLimit?: boolean;
		endsOnStop?: boolean;
	};
}
