import { nothing, record, records } from '../../shared/declare/answers';
import {
	choice,
	id,
	integer,
	list,
	suggestion,
	suggestions,
	text,
} from '../../shared/declare/field';
import { operation, resource } from '../../shared/declare/define';
import { createdAs } from '../../shared/declare/created';
import { limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { listOf } from '../../shared/declare/lists/source';
import { neededUnless, neededWhen } from '../../shared/declare/rules';
import {
	clusterPicker,
	pipelineEngineId,
	remoteEnginePicker,
} from '../../TalendCloudEngines/resources/runtimes';
import {
	environmentId,
	environmentIds,
} from '../../TalendCloudOrchestration/resources/environment';

/** What run profiles are for. */
const engineOrCluster = picker({
	...remoteEnginePicker,
	noun: 'engine or cluster',
	method: 'searchEnginesOrClusters',
	more: [clusterPicker],
});

const PROCESSOR_TYPES = [
	{ value: 'DYNAMIC_ENGINE', name: 'Dynamic Engine' },
	{ value: 'GEN_2', name: 'Gen2 Engine' },
	{ value: 'RE', name: 'Remote Engine' },
	{ value: 'REC', name: 'Remote Engine Cluster' },
];
const JOB_TYPES = [
	{ value: 'JOB_SERVER', name: 'Job Server' },
	{ value: 'MICROSERVICE', name: 'Microservice' },
	{ value: 'TALEND_RUNTIME', name: 'Talend Runtime' },
];
const PROFILE_TYPES = [
	{ value: 'ADVANCED', name: 'Advanced' },
	{ value: 'BIG_DATA', name: 'Big Data' },
	{ value: 'DATABRICKS', name: 'Databricks' },
	...JOB_TYPES,
	{ value: 'STANDARD', name: 'Standard' },
];

const simple = [
	'id',
	'name',
	'description',
	'scopeId',
	'processorType',
	'processorId',
	'runProfileType',
	'workspaceId',
	'updateDate',
] as const;

export const searchRunProfiles = operation('POST /processing/run-profiles/search', {
	name: 'Search',
	action: 'Search run profiles',
	description: 'List run profiles by engine, environment, name and type',
	effect: 'read',
	body: {
		processorTypes: suggestions('Only profiles for these kinds of engine', PROCESSOR_TYPES)
			.sample(['DYNAMIC_ENGINE'])
			.optional(),
		processorType: suggestion(
			'Deprecated by the platform: use Processor Types',
			PROCESSOR_TYPES,
		).optional(),
		processorIds: listOf(
			engineOrCluster,
			'loadEnginesAndClusters',
			'Only profiles of these engines or clusters',
		).optional(),
		scopeIds: environmentIds('Only profiles defined in these environments').optional(),
		name: text('Only profiles whose name contains this').eg('Large heap').optional(),
		runProfileType: suggestion('Only profiles of this type', PROFILE_TYPES).optional(),
		limit: integer('Size of a page').min(1).max(100).byDefault(100).optional(),
		offset: integer('How many profiles to skip').min(0).startsWith(0).sample(10),
		sortBy: suggestion('What to sort by', [
			{ value: 'DESCRIPTION', name: 'Description' },
			{ value: 'ENVIRONMENT_NAME', name: 'Environment Name' },
			{ value: 'NAME', name: 'Name' },
			{ value: 'RUN_PROFILE_TYPE', name: 'Run Profile Type' },
		])
			.byDefault('NAME')
			.sample('DESCRIPTION')
			.optional(),
		sortOrder: choice('Sort direction', [
			{ value: 'ASC', name: 'Ascending' },
			{ value: 'DESC', name: 'Descending' },
		])
			.byDefault('DESC')
			.sample('ASC')
			.optional(),
	},
	pages: limitOffset({ where: 'body', alwaysSent: true }),
	answers: records('B.BaseRunProfile', { page: 'B.PageBaseRunProfile', simple, key: 'id' }),
});

export const runProfilePicker = picker({
	noun: 'run profile',
	method: 'searchRunProfiles',
	list: searchRunProfiles,
	always: { offset: 0 },
	search: (name) => ({ name }),
	entry: ({ id: value, name, description }) => ({
		id: String(value ?? ''),
		name: String(name ?? ''),
		description: description ? String(description) : undefined,
	}),
	byName: true,
	example: '63a1f0b2c4d5e6f708192a3b',
});

/** A run profile, as a field of an operation. */
export const runProfileId = (description = 'The run profile') =>
	id(description).pick(runProfilePicker);

const jvmArguments = list('Arguments for the Java virtual machine')
	.label('JVM Arguments')
	.sample(['-Xms256M', '-Xmx1024M']);

const create = operation('POST /processing/run-profiles', {
	name: 'Create',
	action: 'Create a run profile',
	description: 'Create a named set of runtime parameters for an engine',
	body: {
		name: text('Name of the profile').eg('Large heap'),
		processorType: suggestion('Kind of engine that the profile is for', PROCESSOR_TYPES).sample(
			'RE',
		),
		type: suggestion('Kind of run profile for data-integration jobs', JOB_TYPES).sample(
			'JOB_SERVER',
		),
		jvmArguments,
		scopeId: environmentId(
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
		noun: 'The run profile',
		list: searchRunProfiles,
		unique: { name: 'name' },
		mayRepeat: true,
		values: ({ name }) => ({ name, limit: 100, offset: 0 }),
	}),
});

const get = operation('GET /processing/run-profiles/{runProfileId}', {
	name: 'Get',
	action: 'Get a run profile',
	description: 'Read one run profile',
	path: { runProfileId: runProfileId() },
	answers: record('B.DIRunProfile', { simple: [...simple, 'jvmArguments'] }),
});

const update = operation('PUT /processing/run-profiles/{runProfileId}', {
	destructive: true,
	name: 'Update',
	action: 'Update a run profile',
	description: 'Change a run profile',
	path: { runProfileId: runProfileId() },
	body: {
		name: text('Name of the profile').eg('Large heap').optional(),
		scopeId: environmentId('Environment in which the profile is defined')
			.label('Environment')
			.optional(),
		description: text('What the profile is for').eg('Jobs that need more memory').optional(),
		jvmArguments: jvmArguments.optional(),
	},
	answers: record('B.DIRunProfile'),
});

const remove = operation('DELETE /processing/run-profiles/{runProfileId}', {
	name: 'Delete',
	action: 'Delete a run profile',
	description: 'Delete a run profile; its tasks can be moved to another one',
	path: { runProfileId: runProfileId() },
	query: {
		rescheduleRunProfileId: runProfileId('Run profile that the tasks move to')
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
			engineId: pipelineEngineId(),
			type: suggestion('Kind of the profile', [
				{ value: 'advanced', name: 'Advanced' },
				{ value: 'big-data', name: 'Big Data' },
				{ value: 'data-integration', name: 'Data Integration' },
				{ value: 'databricks', name: 'Databricks' },
				{ value: 'standard', name: 'Standard' },
			]),
			runProfileId: runProfileId(),
		},
		query: { newRunProfileId: runProfileId('Run profile that the tasks move to').optional() },
		answers: nothing(),
	},
);

export const runProfile = resource(
	'runProfile',
	'Run Profile',
	{ create, get, update, delete: remove, search: searchRunProfiles, deleteFromPipelineEngine },
	'A named set of runtime parameters for an engine',
);
