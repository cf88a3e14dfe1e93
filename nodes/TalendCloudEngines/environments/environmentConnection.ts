/** Connecting an environment to what it runs on, disconnecting it, and waiting for either. */
import type { IDataObject } from 'n8n-workflow';

import { nothing, type Output } from '../../shared/declare/answers';
import { operation, simplifySetting } from '../../shared/declare/define';
import { boolean, integer, type Values } from '../../shared/declare/field';
import { problem } from '../../shared/declare/messages';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../../shared/declare/operation';
import { awaiting, type FollowedWork, WAIT_MESSAGES } from '../../shared/flows/wait';
import { clock } from '../../shared/support/clock';
import { noteEnd } from '../../shared/support/errorNotes';
import { objectIn } from '../../shared/support/json';
import { simplified } from '../../shared/support/simplify';
import { subjectWords } from '../../shared/support/summary';
import { CLUSTERS, simpleEnvironment } from '../engineLists';
import { answersOf, type EnvironmentKind, environmentPath } from './environmentKinds';

const NOT_CONNECTED = problem(
	'The environment does not run on the {noun}: its status is {status}',
	'{why} See why with {where}. To have such environments as outputs, turn off "Fail When the Connection Fails".',
);
const NOT_DISCONNECTED = problem(
	'The environment was not disconnected: its status is {status}',
	'Environment {environmentId} was being disconnected, but no longer is. See its state with {where}, then disconnect it again.',
);

/**
 * A state in one spelling: the interface documents write "Set Up Required", the vendor's OpenAPI
 * files SET_UP_REQUIRED.
 */
const stateOf = ({ status }: IDataObject): string =>
	String(status ?? '')
		.trim()
		.toUpperCase()
		.replace(/\W+/g, '_');

/**
 * For this long, an error state may still be the one from before the connection, which the
 * documents do not exclude.
 */
const STALE_MS = 60_000;

/**
 * The link between an environment and its engine; the header contains the ID itself, or an address
 * that ends with it.
 */
const linkIn = (location: string | undefined): IDataObject =>
	location ? { location, linkId: location.split('/').filter(Boolean).at(-1) } : {};

/**
 * The operations on the connection of environments of one kind.
 * @param get reads one environment
 */
export function connectionOperations(kind: EnvironmentKind, get: RequestOperation) {
	const connect = connectOf(kind);
	const disconnect = disconnectOf(kind);
	return {
		connect,
		disconnect,
		connectAndWait: connectAndWaitOf({ kind, change: connect, get }),
		disconnectAndWait: disconnectAndWaitOf({ kind, change: disconnect, get }),
	};
}

const connectOf = (kind: EnvironmentKind) => {
	const { noun, base, targetName } = kind;
	return operation(`POST ${base}/{environmentId}/connection`, {
		name: 'Connect',
		action: `Connect an environment to a ${noun}`,
		description: `Have an environment run all its tasks and plans on a ${noun}; does not wait`,
		permissions: CLUSTERS,
		// Once connected, the platform answers 204 and does nothing more.
		effect: 'write',
		path: environmentPath(kind),
		query: { [targetName]: kind.target() },
		refusals: {
			409: `An environment runs on one ${noun} only, and cannot be connected while it is being disconnected: disconnect it first (Disconnect and Wait), then connect it.`,
			503: `The ${noun} is not ready: it must be fully connected to the platform. Check its state, then try again.`,
			'5XX': `The ${noun} cannot take another namespace, or did not respond in time. Check its state, then try again: connecting twice does no harm.`,
		},
		answers: nothing({
			output: ({ status, headers }, values) => ({
				success: true,
				environmentId: values.environmentId,
				[targetName]: values[targetName],
				alreadyConnected: status === 204,
				...linkIn(headers.location),
			}),
		}),
	});
};

const disconnectOf = (kind: EnvironmentKind) =>
	operation(`DELETE ${kind.base}/{environmentId}/connection`, {
		name: 'Disconnect',
		action: `Disconnect an environment from its ${kind.noun}`,
		description: `Disconnect an environment from its ${kind.noun}; does not wait`,
		permissions: CLUSTERS,
		path: environmentPath(kind),
		answers: nothing({
			output: ({ status }, { environmentId }) => ({
				success: true,
				environmentId,
				alreadyDisconnected: status === 204,
			}),
		}),
	});

const waitSettings = (end: string) => ({
	timeLimit: integer(`How many minutes to wait until the environment is ${end}`)
		.label('Time Limit (Minutes)')
		.min(1)
		.initial(60),
	simplify: simplifySetting,
});

/** The requests that connecting or disconnecting consists of. */
interface Requests {
	kind: EnvironmentKind;
	/** Connects or disconnects. */
	change: RequestOperation;
	/** Reads one environment. */
	get: RequestOperation;
}

/**
 * What the platform answered: whether there was nothing left to do, and the link between
 * environment and engine.
 */
interface BegunConnection extends IDataObject {
	hadNothingToDo: boolean;
	link: IDataObject;
}

/** The same, with the environment as it was in the end. */
interface EndedConnection extends BegunConnection {
	last: IDataObject;
}

// ---------------------------------------------------------------------------------------------
// Connect and Wait

const CONNECT_MESSAGES = [...WAIT_MESSAGES, NOT_CONNECTED];

const connectSettings = {
	...waitSettings('connected'),
	failOnFailure: boolean(
		'Whether the node fails if the connection does not work; when off, the environment is output like any other',
	)
		.label('Fail When the Connection Fails')
		.initial(true),
};

/**
 * The parameter with the engine or data plane has another name for each kind, so only its type is
 * known here.
 */
type ConnectInput = Values<ReturnType<typeof environmentPath>> & Values<typeof connectSettings>;

function connectAndWaitOf(requests: Requests) {
	const { kind, change, get } = requests;
	const { noun, targetName } = kind;
	return awaiting({
		name: 'Connect and Wait',
		action: `Connect an environment to a ${noun} and wait`,
		description: `Have an environment run all its tasks and plans on a ${noun}, and wait until it can`,
		notice: kind.notice,
		fields: { ...environmentPath(kind), [targetName]: kind.target() },
		settings: connectSettings,
		uses: [change, get],
		messages: CONNECT_MESSAGES,
		patient: true,
		answers: answersOf(kind),
		begin: async (op, input) => await beginConnecting(op, requests, input),
		howToFollow: (op, begun, input) => followConnecting(op, requests, begun, input),
		finish: async (op, begun, last, input) =>
			outputOfConnecting(op, kind, { ...begun, last }, input),
	});
}

async function beginConnecting(
	op: OperationContext,
	{ kind: { targetName }, change }: Requests,
	input: ConnectInput,
): Promise<BegunConnection> {
	const values = {
		environmentId: input.environmentId,
		[targetName]: objectIn(input)[targetName],
	};
	// Once: the next try would find connected what this one has connected, and take a state from
	// before for its end.
	const { status, headers } = await op.once(
		'connecting',
		async () => await op.sendValues(change, values),
	);
	return { hadNothingToDo: status === 204, link: linkIn(headers.location) };
}

const followConnecting = (
	op: OperationContext,
	{ kind, get }: Requests,
	{ hadNothingToDo }: BegunConnection,
	{ environmentId, timeLimit }: ConnectInput,
): FollowedWork =>
	followedState(op, get, {
		subject: `Connecting environment ${environmentId}`,
		environmentId,
		timeLimit,
		ended: endOfConnecting(kind, hadNothingToDo),
		waitsFor: (state) => (state === kind.states.connecting ? kind.notice : undefined),
	});

/** Whether connecting has ended in this state, well or not, as {@link followedState} asks. */
function endOfConnecting({ states }: EnvironmentKind, wasConnected: boolean) {
	const startedAt = clock.elapsed();
	return (state: string, seen: ReadonlySet<string>): boolean => {
		if (state === states.failed)
			return wasConnected || seen.size > 1 || clock.elapsed() - startedAt >= STALE_MS;
		const wasGivenUp = state === states.disconnected && seen.has(states.connecting);
		return state === states.connected || wasGivenUp;
	};
}

/** @throws if it is not connected and the user chose that the node fails then */
function outputOfConnecting(
	op: ContextShowing<typeof CONNECT_MESSAGES>,
	kind: EnvironmentKind,
	{ hadNothingToDo, link, last }: EndedConnection,
	{ environmentId, simplify, failOnFailure }: ConnectInput,
): Output[] {
	const isConnected = stateOf(last) === kind.states.connected;
	if (!isConnected && failOnFailure)
		throw noteEnd(op.problem(NOT_CONNECTED, notConnected(kind, environmentId, last)), {});
	return oneItem({
		environmentId,
		outcome: isConnected ? 'connected' : 'failed',
		summary: inWords(last, `${isConnected ? 'is' : 'could not be'} connected to the ${kind.noun}`),
		alreadyConnected: hadNothingToDo,
		...link,
		...simplifiedIf(last, simplify),
	});
}

function notConnected(
	{ noun, states, lookAt }: EnvironmentKind,
	environmentId: string,
	environment: IDataObject,
) {
	const isGone = stateOf(environment) === states.disconnected;
	return {
		noun,
		status: String(environment.status),
		why: isGone
			? `The connection of environment ${environmentId} was started, but is no longer there.`
			: `Environment ${environmentId} is linked to the ${noun}, which reports that it does not work.`,
		where: lookAt,
	};
}

// ---------------------------------------------------------------------------------------------
// Disconnect and Wait

const DISCONNECT_MESSAGES = [...WAIT_MESSAGES, NOT_DISCONNECTED];

const disconnectSettings = waitSettings('disconnected');

type DisconnectInput = Values<ReturnType<typeof environmentPath>> &
	Values<typeof disconnectSettings>;

function disconnectAndWaitOf(requests: Requests) {
	const { kind, change, get } = requests;
	return awaiting({
		destructive: true,
		name: 'Disconnect and Wait',
		action: `Disconnect an environment from its ${kind.noun} and wait`,
		description: `Disconnect an environment from its ${kind.noun}, and wait until it is free for another one`,
		fields: environmentPath(kind),
		settings: disconnectSettings,
		uses: [change, get],
		messages: DISCONNECT_MESSAGES,
		patient: true,
		answers: answersOf(kind),
		begin: async (op, { environmentId }): Promise<BegunConnection> => {
			const { status } = await op.sendValues(change, { environmentId });
			return { hadNothingToDo: status === 204, link: {} };
		},
		howToFollow: (op, _begun, input) => followDisconnecting(op, requests, input),
		finish: async (op, begun, last, input) =>
			outputOfDisconnecting(op, kind, { ...begun, last }, input),
	});
}

const followDisconnecting = (
	op: OperationContext,
	{ kind: { states }, get }: Requests,
	{ environmentId, timeLimit }: DisconnectInput,
): FollowedWork =>
	followedState(op, get, {
		subject: `Disconnecting environment ${environmentId}`,
		environmentId,
		timeLimit,
		// Any other state may be that from before, unless it was on its way off since.
		ended: (state, seen) =>
			state === states.disconnected ||
			([states.connected, states.failed].includes(state) &&
				states.disconnecting !== undefined &&
				seen.has(states.disconnecting)),
	});

/** @throws if it is not disconnected */
function outputOfDisconnecting(
	op: ContextShowing<typeof DISCONNECT_MESSAGES>,
	{ noun, states, lookAt }: EnvironmentKind,
	{ hadNothingToDo, last }: EndedConnection,
	{ environmentId, simplify }: DisconnectInput,
): Output[] {
	if (stateOf(last) !== states.disconnected)
		throw op.problem(NOT_DISCONNECTED, {
			status: String(last.status),
			environmentId,
			where: lookAt,
		});
	return oneItem({
		environmentId,
		outcome: 'disconnected',
		summary: inWords(last, `is disconnected from the ${noun}`),
		alreadyDisconnected: hadNothingToDo,
		...simplifiedIf(last, simplify),
	});
}

// ---------------------------------------------------------------------------------------------
// What both have in common

const inWords = ({ id, name }: IDataObject, how: string): string =>
	`Environment ${subjectWords({ noun: '', id, name })} ${how}`;

interface AwaitedState {
	subject: string;
	environmentId: string;
	timeLimit: number;
	/** Asked with the present state and all that were seen, the present one included. */
	ended: (state: string, seen: ReadonlySet<string>) => boolean;
	/** What has to be done outside the platform while the environment is in a state. */
	waitsFor?: (state: string) => string | undefined;
}

/** How an environment is followed until its state is an end. */
function followedState(
	op: OperationContext,
	get: RequestOperation,
	{ subject, environmentId, timeLimit, ended, waitsFor }: AwaitedState,
): FollowedWork {
	const seen = new Set<string>();
	return {
		subject,
		id: environmentId,
		ids: { environmentId },
		read: async () => objectIn((await op.sendValues(get, { environmentId })).body),
		idField: 'id',
		ended: (environment) => {
			const state = stateOf(environment);
			if (state !== '') seen.add(state);
			return ended(state, seen);
		},
		...(waitsFor ? { waitsFor: (environment: IDataObject) => waitsFor(stateOf(environment)) } : {}),
		timeLimit,
	};
}

const simplifiedIf = (environment: IDataObject, simplify: boolean): IDataObject =>
	simplify ? simplified(environment, simpleEnvironment) : environment;

const oneItem = (json: IDataObject): Output[] => [{ json }];
