/**
 * The fields for choosing where a task runs: first the kind of engine, which decides which list is
 * shown next.
 */
import { id, spread, suggestion } from '../../shared/declare/fields';
import { picker, type Picker } from '../../shared/declare/lists/picker';
import type { Rule } from '../../shared/declare/rules';
import { objectIn } from '../../shared/support/json';
import { clusterPicker, pipelineEnginePicker, remoteEnginePicker } from './engines';
import { runProfilePicker } from './runProfiles';

export const runtimeTypeField = suggestion('Kind of engine that the task runs on', [
	{ value: 'CLOUD', name: 'Cloud' },
	{ value: 'CLOUD_EXCLUSIVE', name: 'Cloud Exclusive' },
	{ value: 'PIPELINE_ENGINE', name: 'Pipeline Engine' },
	{ value: 'REMOTE_ENGINE', name: 'Remote Engine' },
	{ value: 'REMOTE_ENGINE_CLUSTER', name: 'Remote Engine Cluster' },
]);

/** Chooses any engine or cluster that tasks can run on, for a field that accepts all of them. */
const anyEnginePicker = picker({
	...remoteEnginePicker,
	noun: 'engine or cluster',
	method: 'searchEnginesAndClusters',
	otherPickers: [clusterPicker, pipelineEnginePicker],
});

/** A field for choosing an engine or a cluster. */
export const anyEngineField = (description: string) =>
	id(description).label('Engine or Cluster').pick(anyEnginePicker);

/**
 * The run profiles of the chosen engine. Run profiles that do not say to which engine they belong
 * are shown, too.
 */
const profileOfEngine: Picker = picker({
	...runProfilePicker,
	method: 'searchRunProfilesOfEngine',
	narrowedBy: ['runtimeRemoteEngine', 'runtimeCluster', 'runtimePipelineEngine'],
	keep: ({ processorId }, narrowing) =>
		processorId === undefined ||
		Object.keys(narrowing).length === 0 ||
		Object.values(narrowing).includes(processorId),
});

const ON_ENGINES = ['REMOTE_ENGINE', 'REMOTE_ENGINE_CLUSTER', 'PIPELINE_ENGINE', 'CLOUD_EXCLUSIVE'];

const engineField = (label: string, used: Picker, type: string) =>
	id(`The ${used.noun}`)
		.label(label)
		.pick(used)
		.wireName('id')
		.optional()
		.shownWhen({ type: [type] });

/**
 * Where a task runs. The platform calls the ID of the engine `id`; in some responses, another field
 * has it as well, whose name depends on the kind.
 */
export const runtimeField = spread('Where the task runs', {
	type: runtimeTypeField.initial('').optional(),
	remoteEngine: engineField('Remote Engine', remoteEnginePicker, 'REMOTE_ENGINE'),
	cluster: engineField('Remote Engine Cluster', clusterPicker, 'REMOTE_ENGINE_CLUSTER'),
	pipelineEngine: engineField('Pipeline Engine', pipelineEnginePicker, 'PIPELINE_ENGINE'),
	engineId: id('The remote engine').optional().derived(),
	clusterId: id('The cluster').optional().derived(),
	runProfileId: id('Run profile of the engine')
		.label('Run Profile')
		.pick(profileOfEngine)
		.optional()
		.shownWhen({ type: ON_ENGINES }),
});

/** The kinds of engines of which one must be chosen, and what messages call it. */
const RECORD_OF = new Map([
	['REMOTE_ENGINE', 'Remote Engine'],
	['REMOTE_ENGINE_CLUSTER', 'Remote Engine Cluster'],
	['PIPELINE_ENGINE', 'Pipeline Engine'],
]);

/** The engine must be given, because without it, the task would run nowhere. */
export const runtimeNeedsEngine: Rule = {
	field: 'runtime',
	says: 'runtime must have the id of the engine or cluster, if its type is a remote engine, a cluster or a pipeline engine',
	caution: true,
	finding: ({ runtime }) => {
		const { type, id: engineOrCluster, engineId, clusterId } = objectIn(runtime);
		const record = RECORD_OF.get(String(type));
		return record !== undefined && !(engineOrCluster ?? engineId ?? clusterId)
			? `needs a ${record.toLowerCase()}: choose it under "${record}"`
			: undefined;
	},
};

/** The kind must be given. The platform itself accepts an empty runtime. */
export const runtimeNeedsType: Rule = {
	field: 'runtime',
	says: 'runtime must have a type',
	caution: true,
	finding: ({ runtime }) =>
		runtime !== undefined && (runtime as { type?: unknown }).type === undefined
			? 'needs a type: choose the kind of engine under Runtime Type'
			: undefined,
};
