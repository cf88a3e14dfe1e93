/** How an environment is followed while it is being connected or disconnected. */
import type { IDataObject } from 'n8n-workflow';

import { simplifyField } from '../../shared/declare/define';
import { integer } from '../../shared/declare/fields';
import type { OperationContext, RequestOperation } from '../../shared/declare/operation';
import type { FollowedWork } from '../../shared/flows/wait/followedWork';
import { objectIn } from '../../shared/support/json';
import { simplified } from '../../shared/support/simplify';
import { subjectWords } from '../../shared/support/text/summary';
import { simpleEnvironmentFields } from '../environmentSearch';
import type { EnvironmentHost } from './environmentHosts';

/**
 * A state in one spelling: the interface documents write "Set Up Required", Talend's OpenAPI
 * files SET_UP_REQUIRED.
 */
export const normalizedStatus = ({ status }: IDataObject): string =>
	String(status ?? '')
		.trim()
		.toUpperCase()
		.replace(/\W+/g, '_');

/**
 * The ID of the link between an environment and its engine. The header contains the ID, or an
 * address that ends with it.
 */
export const linkIn = (location: string | undefined): IDataObject =>
	location ? { location, linkId: location.split('/').filter(Boolean).at(-1) } : {};

/** The settings for waiting. */
export const connectionWaitSettings = (end: string) => ({
	timeLimit: integer(`How many minutes to wait until the environment is ${end}`)
		.label('Time Limit (Minutes)')
		.min(1)
		.initial(60),
	simplify: simplifyField,
});

/** The requests for connecting or disconnecting. */
export interface ConnectionRequests {
	host: EnvironmentHost;
	/** Connects or disconnects. */
	change: RequestOperation;
	/** Reads one environment. */
	get: RequestOperation;
}

/**
 * What the response says: whether nothing had to be done, and the link between environment and
 * engine.
 */
export interface BegunConnection extends IDataObject {
	hadNothingToDo: boolean;
	link: IDataObject;
}

/** The facts of the response, and the environment in its final state. */
export interface EndedConnection extends BegunConnection {
	last: IDataObject;
}

/** An environment, with what has become of it, in words. */
export const environmentInWords = ({ id, name }: IDataObject, how: string): string =>
	`Environment ${subjectWords({ noun: '', id, name })} ${how}`;

interface AwaitedState {
	subject: string;
	later: FollowedWork['later'];
	environmentId: string;
	timeLimit: number;
	/**
	 * Whether the work has ended, from the present state and all observed states, including the
	 * present one.
	 */
	ended: (state: string, seen: ReadonlySet<string>) => boolean;
	/** What a person has to do outside the platform while the environment is in this state. */
	waitsFor?: (state: string) => string | undefined;
}

/** How an environment is followed until its state is an end. */
export function followedState(
	op: OperationContext,
	get: RequestOperation,
	{ subject, later, environmentId, timeLimit, ended, waitsFor }: AwaitedState,
): FollowedWork {
	const seen = new Set<string>();
	return {
		subject,
		later,
		id: environmentId,
		ids: { environmentId },
		read: async () => objectIn((await op.sendValues(get, { environmentId })).body),
		idField: 'id',
		hasEnded: (environment) => {
			const state = normalizedStatus(environment);
			if (state !== '') seen.add(state);
			return ended(state, seen);
		},
		...(waitsFor
			? { waitsFor: (environment: IDataObject) => waitsFor(normalizedStatus(environment)) }
			: {}),
		timeLimitMinutes: timeLimit,
	};
}

/** The fields of an environment that are output. */
export const simplifiedIf = (environment: IDataObject, simplify: boolean): IDataObject =>
	simplify ? simplified(environment, simpleEnvironmentFields) : environment;
