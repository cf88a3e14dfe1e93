import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../shared/declare/answers';
import { boolean, type Values } from '../../shared/declare/fields';
import { problem } from '../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { awaiting } from '../../shared/flows/wait/awaiting';
import type { FollowedWork } from '../../shared/flows/wait/followedWork';
import { WAIT_MESSAGES } from '../../shared/flows/wait/waitMessages';
import { noteEnd } from '../../shared/support/errorNotes';
import { objectIn } from '../../shared/support/json';
import { clock } from '../../shared/support/time/clock';
import { MINUTE } from '../../shared/support/time/time';
import {
	type BegunConnection,
	type ConnectionRequests,
	connectionWaitSettings,
	type EndedConnection,
	environmentInWords,
	followedState,
	linkIn,
	normalizedStatus,
	simplifiedIf,
} from './connectionState';
import { answersOf, type EnvironmentHost, environmentPath } from './environmentHosts';

const NOT_CONNECTED = problem(
	'The environment does not run on the {noun}: its status is {status}',
	'{why} To see why, use {where}. To output such environments instead, turn off "Fail When the Connection Fails".',
);

const CONNECT_MESSAGES = [...WAIT_MESSAGES, NOT_CONNECTED];

const connectSettings = {
	...connectionWaitSettings('connected'),
	failOnFailure: boolean(
		'Whether the node fails if the connection does not work; when off, the environment is output',
	)
		.label('Fail When the Connection Fails')
		.initial(true),
};

/**
 * The input without the engine or data plane, whose parameter has a different name for each kind.
 */
type ConnectInput = Values<ReturnType<typeof environmentPath>> & Values<typeof connectSettings>;

/** Connects an environment, and waits until it runs where it should. */
export function connectAndWait(requests: ConnectionRequests) {
	const { host, change, get } = requests;
	const { noun, targetName } = host;
	return awaiting({
		name: 'Connect and Wait',
		action: `Connect an environment to a ${noun} and wait`,
		description: `Have an environment run all its tasks and plans on a ${noun}, and wait until it is ready`,
		notice: host.notice,
		fields: { ...environmentPath(host), [targetName]: host.target() },
		settings: connectSettings,
		uses: [change, get],
		messages: CONNECT_MESSAGES,
		patient: true,
		answers: answersOf(host),
		begin: async (op, input) => await beginConnecting(op, requests, input),
		howToFollow: (op, begun, input) => followConnecting(op, requests, begun, input),
		finish: async (op, begun, last, input) =>
			outputOfConnecting(op, host, { ...begun, last }, input),
	});
}

async function beginConnecting(
	op: OperationContext,
	{ host: { targetName }, change }: ConnectionRequests,
	input: ConnectInput,
): Promise<BegunConnection> {
	const values = {
		environmentId: input.environmentId,
		[targetName]: objectIn(input)[targetName],
	};
	// This is sent once: the next try would find the environment connected by this one, and could
	// mistake a state from before for its end.
	const { status, headers } = await op.once(
		'connecting',
		async () => await op.sendValues(change, values),
	);
	return { hadNothingToDo: status === 204, link: linkIn(headers.location) };
}

const followConnecting = (
	op: OperationContext,
	{ host, get }: ConnectionRequests,
	{ hadNothingToDo }: BegunConnection,
	{ environmentId, timeLimit }: ConnectInput,
): FollowedWork =>
	followedState(op, get, {
		subject: `Connecting environment ${environmentId}`,
		later: {
			progress: `Environment ${environmentId} is still connecting.`,
			lookAt: host.lookAt,
		},
		environmentId,
		timeLimit,
		ended: endOfConnecting(host, hadNothingToDo),
		waitsFor: (state) => (state === host.states.connecting ? host.notice : undefined),
	});

/**
 * For how long an error state is ignored after connecting, because it may still be the state from
 * before. The documents do not exclude that.
 */
const STALE_MS = MINUTE;

/** The function that says whether connecting has ended in a state, with or without success. */
function endOfConnecting({ states }: EnvironmentHost, wasConnected: boolean) {
	const startedAt = clock.elapsed();
	return (state: string, seen: ReadonlySet<string>): boolean => {
		if (state === states.failed)
			return wasConnected || seen.size > 1 || clock.elapsed() - startedAt >= STALE_MS;
		const wasGivenUp = state === states.disconnected && seen.has(states.connecting);
		return state === states.connected || wasGivenUp;
	};
}

/** @throws if it is not connected, and the user chose that the node then fails */
function outputOfConnecting(
	op: ContextShowing<typeof CONNECT_MESSAGES>,
	host: EnvironmentHost,
	{ hadNothingToDo, link, last }: EndedConnection,
	{ environmentId, simplify, failOnFailure }: ConnectInput,
): Output[] {
	const isConnected = normalizedStatus(last) === host.states.connected;
	if (!isConnected && failOnFailure)
		throw noteEnd(op.problem(NOT_CONNECTED, notConnected(host, environmentId, last)), {});
	return [
		{
			json: {
				environmentId,
				outcome: isConnected ? 'connected' : 'failed',
				summary: environmentInWords(
					last,
					`${isConnected ? 'is' : 'could not be'} connected to the ${host.noun}`,
				),
				alreadyConnected: hadNothingToDo,
				...link,
				...simplifiedIf(last, simplify),
			},
		},
	];
}

function notConnected(
	{ noun, states, lookAt }: EnvironmentHost,
	environmentId: string,
	environment: IDataObject,
) {
	const isGone = normalizedStatus(environment) === states.disconnected;
	return {
		noun,
		status: String(environment.status),
		why: isGone
			? `The connection of environment ${environmentId} was started, but is no longer there.`
			: `Environment ${environmentId} is linked to the ${noun}, which reports that it does not work.`,
		where: lookAt,
	};
}
