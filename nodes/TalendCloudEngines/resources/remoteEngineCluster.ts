import {
	clusterField,
	getCluster,
	getManyClusters,
	remoteEngineField,
	remoteEnginePicker,
} from '../../records/engines/engines';
import { environmentField } from '../../records/places/environments';
import { workspaceField } from '../../records/places/workspaces';
import { nothing, record } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { boolean, choice, id, text } from '../../shared/declare/fields';
import { listOf } from '../../shared/declare/lists/loadedChoices';
import { pickerOf } from '../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { createdEngine } from '../newEngine';
import { runtimeRunProfiles } from '../runtimeRunProfiles';

const path = { clusterId: clusterField() };
const member = { ...path, engineId: remoteEngineField() };

const create = operation('POST /processing/runtimes/remote-engine-clusters', {
	name: 'Create',
	action: 'Create a remote engine cluster',
	description: 'Create a remote engine cluster. Its tasks run on any free engine in the cluster.',
	origin: FROM_VENDOR,
	body: {
		name: text('Name of the cluster').eg('Frankfurt'),
		description: text('What the cluster is for').eg('Nightly loads'),
		environmentId: environmentField('The environment that it belongs to'),
		workspaceId: workspaceField('The workspace that it belongs to'),
		remoteEngines: listOf(
			remoteEnginePicker,
			'loadRemoteEngines',
			'The engines of the cluster; it may have none yet',
		).mayBeEmpty(),
	},
	answers: record('vendor:processing/EngineCluster'),
	lookUp: createdEngine('The cluster', getManyClusters),
});

const remove = operation('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}', {
	name: 'Delete',
	action: 'Delete a remote engine cluster',
	description: 'Delete a cluster of remote engines; its engines stay',
	notice:
		'Talend Cloud deletes a cluster even if tasks run on it, and they lose their engine. Give them another one first.',
	origin: FROM_VENDOR,
	path,
	settings: {
		confirmDeletion: boolean('Whether to delete the cluster even if tasks still run on it')
			.label('Delete Even if in Use')
			.confirms('tasks that run on the cluster lose their engine')
			.initial(false),
	},
	answers: nothing(),
});

const profiles = runtimeRunProfiles({
	noun: 'cluster',
	base: '/processing/runtimes/remote-engine-clusters',
	variable: 'clusterId',
	field: clusterField(),
	replacement: 'runProfileId',
	method: 'searchClusterRunProfiles',
});

/** The picker for the run profiles of the cluster. */
const clusterRunProfile = pickerOf(profiles.getRunProfile!.path!.runProfileId!)!;

const addEngine = operation(
	'PUT /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}',
	{
		destructive: true,
		name: 'Add Engine',
		action: 'Add a remote engine to a cluster',
		description:
			'Add a remote engine to a cluster, and choose what happens to the run profiles of its tasks',
		origin: FROM_VENDOR,
		path: member,
		body: {
			method: choice('What happens to the run profiles of its tasks', [
				{ value: 'DEFAULT', name: 'The Default Run Profile' },
				{ value: 'CLUSTER_RUN_PROFILE', name: 'A Run Profile of the Cluster' },
				{ value: 'DUPLICATE_RUN_PROFILES', name: 'Copies of Their Run Profiles in the Cluster' },
			])
				.label('Run Profiles')
				.initial('DEFAULT'),
			runProfileId: id(
				'The run profile of the cluster that the tasks use; Talend Cloud requires one with either choice',
			)
				.label('Run Profile')
				.pick(clusterRunProfile),
		},
		refusals: {
			409: 'The engine is already in a cluster: remove it from that cluster first (Remove Engine).',
		},
		answers: nothing({
			output: (_answer, { clusterId, engineId }) => ({
				added: true,
				clusterId,
				engineId,
			}),
		}),
	},
);

const removeEngine = operation(
	'DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}',
	{
		name: 'Remove Engine',
		action: 'Remove a remote engine from a cluster',
		description:
			'Remove a remote engine from a cluster, such as for patching; tasks of the cluster run on the others',
		origin: FROM_VENDOR,
		path: member,
		refusals: {
			404: 'Check that the engine is in this cluster: Get shows the engines of a cluster.',
		},
		answers: nothing({
			output: (_answer, { clusterId, engineId }) => ({
				removed: true,
				clusterId,
				engineId,
			}),
		}),
	},
);

export const remoteEngineCluster = resource(
	'remoteEngineCluster',
	'Remote Engine Cluster',
	{
		getMany: getManyClusters,
		get: getCluster,
		create,
		delete: remove,
		addEngine,
		removeEngine,
		...profiles,
	},
	'Several remote engines that tasks share',
);
