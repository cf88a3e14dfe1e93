import type { Output } from '../../shared/declare/answers';
import type { Values } from '../../shared/declare/fields';
import { problem } from '../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { awaiting } from '../../shared/flows/wait/awaiting';
import type { FollowedWork } from '../../shared/flows/wait/followedWork';
import { WAIT_MESSAGES } from '../../shared/flows/wait/waitMessages';
import {
	type BegunConnection,
	type ConnectionRequests,
	connectionWaitSettings,
	type EndedConnection,
	environmentInWords,
	followedState,
	normalizedStatus,
	simplifiedIf,
} from './connectionState';
import { answersOf, type EnvironmentHost, environmentPath } from './environmentHosts';

const NOT_DISCONNECTED = problem(
	'The environment was not disconnected: its status is {status}',
	'Environment {environmentId} was being disconnected, but no longer is. See its state with {where}, then disconnect it again.',
);

const DISCONNECT_MESSAGES = [...WAIT_MESSAGES, NOT_DISCONNECTED];

const disconnectSettings = connectionWaitSettings('disconnected');

type DisconnectInput = Values<ReturnType<typeof environmentPath>> &
	Values<typeof disconnectSettings>;

/** Disconnects an environment, and waits until it is free. */
export function disconnectAndWait(requests: ConnectionRequests) {
	const { host, change, get } = requests;
	return awaiting({
		destructive: true,
		name: 'Disconnect and Wait',
		action: `Disconnect an environment from its ${host.noun} and wait`,
		description: `Disconnect an environment from its ${host.noun}, and wait until it is free for another one`,
		fields: environmentPath(host),
		settings: disconnectSettings,
		uses: [change, get],
		messages: DISCONNECT_MESSAGES,
		patient: true,
		answers: answersOf(host),
		begin: async (op, { environmentId }): Promise<BegunConnection> => {
			const { status } = await op.sendValues(change, { environmentId });
			return { hadNothingToDo: status === 204, link: {} };
		},
		howToFollow: (op, _begun, input) => followDisconnecting(op, requests, input),
		finish: async (op, begun, last, input) =>
			outputOfDisconnecting(op, host, { ...begun, last }, input),
	});
}

const followDisconnecting = (
	op: OperationContext,
	{ host: { states, lookAt }, get }: ConnectionRequests,
	{ environmentId, timeLimit }: DisconnectInput,
): FollowedWork =>
	followedState(op, get, {
		subject: `Disconnecting environment ${environmentId}`,
		later: { progress: `Environment ${environmentId} is still being disconnected.`, lookAt },
		environmentId,
		timeLimit,
		// Any other state may be the one from before, unless the environment was disconnecting
		// meanwhile.
		ended: (state, seen) =>
			state === states.disconnected ||
			([states.connected, states.failed].includes(state) &&
				states.disconnecting !== undefined &&
				seen.has(states.disconnecting)),
	});

/** @throws if it is not disconnected */
function outputOfDisconnecting(
	op: ContextShowing<typeof DISCONNECT_MESSAGES>,
	{ noun, states, lookAt }: EnvironmentHost,
	{ hadNothingToDo, last }: EndedConnection,
	{ environmentId, simplify }: DisconnectInput,
): Output[] {
	if (normalizedStatus(last) !== states.disconnected)
		throw op.problem(NOT_DISCONNECTED, {
			status: String(last.status),
			environmentId,
			where: lookAt,
		});
	return [
		{
			json: {
				environmentId,
				outcome: 'disconnected',
				summary: environmentInWords(last, `is disconnected from the ${noun}`),
				alreadyDisconnected: hadNothingToDo,
				...simplifiedIf(last, simplify),
			},
		},
	];
}
