/** The operations of environments that run on a dynamic engine or on a data plane. */
import { userLoginField } from '../../records/identities/identities';
import { nothing } from '../../shared/declare/answers';
import { confirmation } from '../../shared/declare/confirmation';
import { createdAs } from '../../shared/declare/createdAs';
import { operation, resource } from '../../shared/declare/define';
import { suggestion, text } from '../../shared/declare/fields';
import { ENVIRONMENTS } from '../runtimes';
import { connectionOperations } from './environmentConnection';
import { answersOf, type EnvironmentHost, environmentPath } from './environmentHosts';

const nameField = text('Name of the environment; must be unique')
	.matching(/\S/, 'contain more than spaces')
	.eg('Production');

const descriptionField = text('What the environment is for').eg('Jobs in production');

function strategiesOf({ strategies }: EnvironmentHost) {
	const strategy = (object: string) =>
		suggestion(`Where ${object} of executions in this environment are kept`, strategies)
			.byDefault('NONE')
			.optional();
	return { logStrategy: strategy('logs'), metricsStrategy: strategy('metrics') };
}

const NAME_TAKEN = { 409: 'Another environment has this name. Choose another name.' };

const createOf = (host: EnvironmentHost) =>
	operation(`POST ${host.base}`, {
		name: 'Create',
		action: `Create a ${host.noun} environment`,
		description: `Create an environment that can run on a ${host.noun}, together with its first workspace`,
		permissions: ENVIRONMENTS,
		body: {
			name: nameField,
			workspaceName: text('Name of the custom workspace created with it').eg('Finance'),
			description: descriptionField.optional(),
			owner: userLoginField('Login of the owner of that workspace').optional(),
			...strategiesOf(host),
		},
		refusals: NAME_TAKEN,
		answers: answersOf(host),
		lookUp: createdAs({
			subject: 'The environment',
			list: host.search,
			unique: { name: 'name' },
			values: (sent) => ({ name: sent.name, limit: 100, offset: 0 }),
		}),
	});

const getOf = (host: EnvironmentHost) =>
	operation(`GET ${host.base}/{environmentId}`, {
		name: 'Get',
		action: `Get a ${host.noun} environment`,
		description: `Get an environment, its status and its ${host.noun}`,
		permissions: ENVIRONMENTS,
		path: environmentPath(host),
		answers: answersOf(host),
	});

const updateOf = (host: EnvironmentHost) =>
	operation(`PUT ${host.base}/{environmentId}`, {
		name: 'Update',
		action: `Update a ${host.noun} environment`,
		description: 'Change an environment; fields that you leave out are kept',
		permissions: ENVIRONMENTS,
		path: environmentPath(host),
		body: {
			name: nameField.optional(),
			description: descriptionField.mayBeEmpty().optional(),
			...strategiesOf(host),
		},
		refusals: NAME_TAKEN,
		answers: answersOf(host),
	});

const deleteOf = (host: EnvironmentHost) =>
	operation(`DELETE ${host.base}/{environmentId}`, {
		name: 'Delete',
		action: `Delete a ${host.noun} environment with all its contents`,
		description:
			'Delete an environment with everything in it; it must not be connected, and this cannot be undone',
		permissions: ENVIRONMENTS,
		path: environmentPath(host),
		settings: confirmation(
			'the environment with all its workspaces, tasks, plans and other contents',
		),
		refusals: {
			409: `The environment is connected to a ${host.noun}: disconnect it first (Disconnect and Wait).`,
		},
		answers: nothing(),
	});

/** The resource of the environments of one kind. */
export function environmentResource(host: EnvironmentHost, value: string, title: string) {
	const get = getOf(host);
	const connection = connectionOperations(host, get);
	return resource(
		value,
		title,
		{
			connectAndWait: connection.connectAndWait,
			disconnectAndWait: connection.disconnectAndWait,
			search: host.search,
			get,
			create: createOf(host),
			update: updateOf(host),
			delete: deleteOf(host),
			connect: connection.connect,
			disconnect: connection.disconnect,
		},
		`An environment whose tasks and plans run on a ${host.noun}`,
	);
}
