/** Connecting an environment to what it runs on, and disconnecting it. */
import { nothing } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import type { RequestOperation } from '../../shared/declare/operation';
import { CLUSTERS } from '../runtimes';
import { connectAndWait } from './connectAndWait';
import { linkIn } from './connectionState';
import { disconnectAndWait } from './disconnectAndWait';
import { type EnvironmentHost, environmentPath } from './environmentHosts';

/**
 * The operations on the connection of environments of one kind.
 * @param get reads one environment
 */
export function connectionOperations(host: EnvironmentHost, get: RequestOperation) {
	const connect = connectOf(host);
	const disconnect = disconnectOf(host);
	return {
		connect,
		disconnect,
		connectAndWait: connectAndWait({ host, change: connect, get }),
		disconnectAndWait: disconnectAndWait({ host, change: disconnect, get }),
	};
}

const connectOf = (host: EnvironmentHost) => {
	const { noun, base, targetName } = host;
	return operation(`POST ${base}/{environmentId}/connection`, {
		name: 'Connect',
		action: `Connect an environment to a ${noun}`,
		description: `Have an environment run all its tasks and plans on a ${noun}; does not wait`,
		permissions: CLUSTERS,
		// If the environment is already connected, the platform responds with 204 and does nothing.
		effect: 'write',
		path: environmentPath(host),
		query: { [targetName]: host.target() },
		refusals: {
			409: `An environment runs on one ${noun} only, and cannot be connected while it is being disconnected: disconnect it first (Disconnect and Wait), then connect it.`,
			503: `The ${noun} is not ready: it must be fully connected to Talend Cloud. Check its state, then try again.`,
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

const disconnectOf = (host: EnvironmentHost) =>
	operation(`DELETE ${host.base}/{environmentId}/connection`, {
		name: 'Disconnect',
		action: `Disconnect an environment from its ${host.noun}`,
		description: `Disconnect an environment from its ${host.noun}; does not wait`,
		permissions: CLUSTERS,
		path: environmentPath(host),
		answers: nothing({
			output: ({ status }, { environmentId }) => ({
				success: true,
				environmentId,
				alreadyDisconnected: status === 204,
			}),
		}),
	});
