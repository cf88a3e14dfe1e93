import { pipelineEngineField } from '../../records/engines/engines';
import {
	engineOrCluster,
	JOB_TYPES,
	PROCESSOR_TYPES,
	runProfileField,
	searchRunProfiles,
	simpleRunProfileFields,
} from '../../records/engines/runProfiles';
import { environmentField } from '../../records/places/environments';
import { nothing, record } from '../../shared/declare/answers';
import { createdAs } from '../../shared/declare/createdAs';
import { operation, resource } from '../../shared/declare/define';
import { id, list, suggestion, text } from '../../shared/declare/fields';
import { neededUnless, neededWhen } from '../../shared/declare/rules';

const jvmArgumentsField = list('Arguments for the Java virtual machine')
	.label('JVM Arguments')
	.withCommas()
	.sample(['-Xms256M', '-Xmx1024M']);

const create = operation('POST /processing/run-profiles', {
	name: 'Create',
	action: 'Create a run profile',
	description: 'Create a named set of runtime parameters for an engine',
	body: {
		name: text('Name of the profile').eg('Large heap'),
		processorType: suggestion('Kind of engine that the profile is for', PROCESSOR_TYPES)
			.label('Engine Type')
			.sample('RE'),
		type: suggestion('Kind of run profile for data integration jobs', JOB_TYPES).sample(
			'JOB_SERVER',
		),
		jvmArguments: jvmArgumentsField,
		scopeId: environmentField(
			'Environment in which the profile is defined; required for a dynamic engine',
		)
			.label('Environment')
			.optional(),
		runtimeId: id('Remote engine or cluster; required unless the profile is for a dynamic engine')
			.label('Engine or Cluster')
			.pick(engineOrCluster)
			.optional(),
		description: text('What the profile is for').eg('Jobs that need more memory').optional(),
	},
	rules: [
		neededWhen('scopeId', 'processorType', ['DYNAMIC_ENGINE']),
		neededUnless('runtimeId', 'processorType', ['DYNAMIC_ENGINE']),
	],
	answers: record('B.DIRunProfile'),
	lookUp: createdAs({
		subject: 'The run profile',
		list: searchRunProfiles,
		unique: { name: 'name' },
		mayRepeat: true,
		values: ({ name }) => ({ name, limit: 100, offset: 0 }),
	}),
});

const get = operation('GET /processing/run-profiles/{runProfileId}', {
	name: 'Get',
	action: 'Get a run profile',
	description: 'Get a run profile',
	path: { runProfileId: runProfileField() },
	answers: record('B.DIRunProfile', { simple: [...simpleRunProfileFields, 'jvmArguments'] }),
});

const update = operation('PUT /processing/run-profiles/{runProfileId}', {
	destructive: true,
	name: 'Update',
	action: 'Update a run profile',
	description: 'Change a run profile',
	path: { runProfileId: runProfileField() },
	body: {
		name: text('Name of the profile').eg('Large heap').optional(),
		scopeId: environmentField('Environment in which the profile is defined')
			.label('Environment')
			.optional(),
		description: text('What the profile is for').eg('Jobs that need more memory').optional(),
		jvmArguments: jvmArgumentsField.optional(),
	},
	answers: record('B.DIRunProfile'),
});

const remove = operation('DELETE /processing/run-profiles/{runProfileId}', {
	name: 'Delete',
	action: 'Delete a run profile',
	description: 'Delete a run profile; its tasks can be moved to another one',
	path: { runProfileId: runProfileField() },
	query: {
		rescheduleRunProfileId: runProfileField('Run profile that the tasks move to')
			.label('New Run Profile')
			.optional(),
	},
	refusals: {
		406: 'Tasks may still use this profile: choose the one that they move to (New Run Profile).',
	},
	answers: nothing(),
});

const deleteFromPipelineEngine = operation(
	'DELETE /processing/runtimes/pipeline-engines/{engineId}/run-profiles/{type}/{runProfileId}',
	{
		name: 'Delete From Pipeline Engine',
		action: 'Delete a run profile from a pipeline engine',
		description: 'Delete a run profile of a pipeline engine; its tasks can be moved to another one',
		path: {
			engineId: pipelineEngineField(),
			type: suggestion('Kind of the profile', [
				{ value: 'advanced', name: 'Advanced' },
				{ value: 'big-data', name: 'Big Data' },
				{ value: 'data-integration', name: 'Data Integration' },
				{ value: 'databricks', name: 'Databricks' },
				{ value: 'standard', name: 'Standard' },
			]),
			runProfileId: runProfileField(),
		},
		query: { newRunProfileId: runProfileField('Run profile that the tasks move to').optional() },
		answers: nothing(),
	},
);

export const runProfile = resource(
	'runProfile',
	'Run Profile',
	{ create, get, update, delete: remove, search: searchRunProfiles, deleteFromPipelineEngine },
	'A named set of runtime parameters for an engine',
);
