/** Run profiles: the request that searches for them, and the field for choosing one. */
import { records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { choice, id, integer, suggestion, suggestions, text } from '../../shared/declare/fields';
import { listOf } from '../../shared/declare/lists/loadedChoices';
import { limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { environmentsField } from '../places/environments';
import { clusterPicker, remoteEnginePicker } from './engines';

/** Chooses the engine or cluster whose run profiles are listed. */
export const engineOrCluster = picker({
	...remoteEnginePicker,
	noun: 'engine or cluster',
	method: 'searchEnginesOrClusters',
	otherPickers: [clusterPicker],
});

export const PROCESSOR_TYPES = [
	{ value: 'DYNAMIC_ENGINE', name: 'Dynamic Engine' },
	{ value: 'GEN_2', name: 'Gen2 Engine' },
	{ value: 'RE', name: 'Remote Engine' },
	{ value: 'REC', name: 'Remote Engine Cluster' },
];

export const JOB_TYPES = [
	{ value: 'JOB_SERVER', name: 'Job Server' },
	{ value: 'MICROSERVICE', name: 'Microservice' },
	{ value: 'TALEND_RUNTIME', name: 'Talend Runtime' },
];

export const PROFILE_TYPES = [
	{ value: 'ADVANCED', name: 'Advanced' },
	{ value: 'BIG_DATA', name: 'Big Data' },
	{ value: 'DATABRICKS', name: 'Databricks' },
	...JOB_TYPES,
	{ value: 'STANDARD', name: 'Standard' },
];

export const simpleRunProfileFields = [
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
			.label('Engine Types')
			.sample(['DYNAMIC_ENGINE'])
			.optional(),
		processorType: suggestion('Deprecated by Talend Cloud: use Engine Types', PROCESSOR_TYPES)
			.label('Engine Type')
			.optional(),
		processorIds: listOf(
			engineOrCluster,
			'loadEnginesAndClusters',
			'Only profiles of these engines or clusters',
		).optional(),
		scopeIds: environmentsField('Only profiles defined in these environments').optional(),
		name: text('Only profiles whose name contains this').eg('Large heap').optional(),
		runProfileType: suggestion('Only profiles of this type', PROFILE_TYPES).optional(),
		limit: integer('Size of a page').min(1).max(100).byDefault(100).optional(),
		offset: integer('How many profiles to skip').min(0).initial(0).sample(10),
		sortBy: suggestion('Field to sort by', [
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
	answers: records('B.BaseRunProfile', {
		page: 'B.PageBaseRunProfile',
		simple: simpleRunProfileFields,
		key: 'id',
	}),
});

export const runProfilePicker = picker({
	noun: 'run profile',
	method: 'searchRunProfiles',
	list: searchRunProfiles,
	always: { offset: 0 },
	search: (name) => ({ name }),
	entry: ({ id: value, name, description }) => ({ id: value, name, description }),
	byName: true,
	example: '63a1f0b2c4d5e6f708192a3b',
});

export const runProfileField = (description = 'The run profile') =>
	id(description).pick(runProfilePicker);
