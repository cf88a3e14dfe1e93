/**
 * Remote engines, their clusters and pipeline engines: requests that list and read them, and the
 * fields for choosing one.
 */
import type { IDataObject } from 'n8n-workflow';

import { record, records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { UUID } from '../../shared/declare/field/pattern';
import { id, text } from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { conditionRule, fiqlConditions, listByQuery } from '../lists/fiql';
import { placeOf } from '../places/placeOf';

const SELECTORS = [
	{ value: 'workspace.environment.id', name: 'Environment ID' },
	{ value: 'name', name: 'Name' },
	{ value: 'status', name: 'Status' },
	{ value: 'workspace.id', name: 'Workspace ID' },
];

const queryField = text('Query in FIQL; an asterisk matches any text')
	.eg('name==Frankfurt*')
	.sample('workspace.environment.id==57f64991e4b0b689a64feed1')
	.optional();

/**
 * Engines have two IDs: one for paths and configurations; and this one, a UUID, in executions and
 * metrics.
 */
const otherId = { name: 'runtimeId', pattern: UUID.regex };

/** The key gives control of the engine: whoever has it can pair an installation of their own. */
export const SENSITIVE_ENGINE_FIELDS = ['preAuthorizedKey'];

const simple = [
	'id',
	'name',
	'description',
	'status',
	'availability',
	'clusterId',
	'runtimeId',
	'workspace',
	'managed',
	'createDate',
	'updateDate',
] as const;

/**
 * An entry of a picker: the name, the environment or cluster, and whether the engine can be
 * reached.
 */
export const entryWithWorkspace = (engine: IDataObject) => {
	const { id: value, name, availability, status } = engine;
	const { workspaceName, environmentName } = placeOf(engine);
	const state = [status, availability]
		.filter((part) => part !== undefined)
		.map((part) => String(part).toLowerCase().replace(/_/g, ' '));
	return {
		id: String(value ?? ''),
		name: String(name ?? ''),
		description: [environmentName, workspaceName, ...state].filter(Boolean).join(' · '),
	};
};

export const getManyRemoteEngines = operation('GET /processing/runtimes/remote-engines', {
	name: 'Get Many',
	action: 'Get many remote engines',
	description: 'List remote engines: whether they are paired, and whether they can be reached',
	origin: FROM_VENDOR,
	query: { query: queryField },
	settings: fiqlConditions(SELECTORS),
	rules: [conditionRule],
	pages: allAtOnce,
	answers: records('vendor:processing/Engine', {
		simple,
		sensitive: SENSITIVE_ENGINE_FIELDS,
		key: 'id',
	}),
	perform: listByQuery,
});

export const remoteEnginePicker = picker({
	noun: 'remote engine',
	method: 'searchRemoteEngines',
	list: getManyRemoteEngines,
	entry: entryWithWorkspace,
	byName: true,
	example: '5f3e2d1ca1b2c3d4e5f60718',
	otherId,
});

export const remoteEngineField = (description = 'The remote engine') =>
	id(description).label('Remote Engine').pick(remoteEnginePicker);

export const getManyClusters = operation('GET /processing/runtimes/remote-engine-clusters', {
	name: 'Get Many',
	action: 'Get many remote engine clusters',
	description: 'List remote engine clusters; only Get shows the engines in a cluster',
	origin: FROM_VENDOR,
	query: { query: queryField.wireName('_s') },
	settings: fiqlConditions(SELECTORS.filter(({ value }) => value !== 'status')),
	rules: [conditionRule],
	pages: allAtOnce,
	answers: records('vendor:processing/BaseEngine', {
		simple: [
			'id',
			'name',
			'description',
			'availability',
			'runtimeId',
			'workspace',
			'managed',
			'createDate',
			'updateDate',
		],
		key: 'id',
	}),
	perform: listByQuery,
});

export const clusterPicker = picker({
	noun: 'cluster',
	method: 'searchRemoteEngineClusters',
	list: getManyClusters,
	entry: entryWithWorkspace,
	byName: true,
	example: '5f3e2d1ca1b2c3d4e5f60719',
	otherId,
});

/** A field for choosing a cluster of remote engines. */
export const clusterField = (description = 'The cluster') =>
	id(description).label('Remote Engine Cluster').pick(clusterPicker);

export const getManyPipelineEngines = operation('GET /processing/runtimes/pipeline-engines', {
	name: 'Get Many',
	action: 'Get many pipeline engines',
	description: 'List the engines that run pipelines and the catalog',
	origin: FROM_VENDOR,
	query: { query: queryField },
	settings: fiqlConditions(SELECTORS),
	rules: [conditionRule],
	pages: allAtOnce,
	answers: records('vendor:processing/PipelineEngine', {
		simple: [
			'id',
			'name',
			'description',
			'status',
			'availability',
			'cloudRunner',
			'runStatus',
			'runtimeId',
			'workspace',
			'managed',
			'createDate',
			'updateDate',
		],
		sensitive: SENSITIVE_ENGINE_FIELDS,
		key: 'id',
	}),
	perform: listByQuery,
});

export const pipelineEnginePicker = picker({
	noun: 'pipeline engine',
	method: 'searchPipelineEngines',
	list: getManyPipelineEngines,
	entry: entryWithWorkspace,
	byName: true,
	example: '5f3e2d1ca1b2c3d4e5f6071a',
	otherId,
});

export const pipelineEngineField = (description = 'The pipeline engine') =>
	id(description).label('Pipeline Engine').pick(pipelineEnginePicker);

export const getRemoteEngine = operation('GET /processing/runtimes/remote-engines/{id}', {
	name: 'Get',
	action: 'Get a remote engine',
	description: 'Get a remote engine: whether it is paired, and whether it can be reached',
	origin: FROM_VENDOR,
	path: { id: remoteEngineField() },
	answers: record('vendor:processing/Engine', { simple, sensitive: SENSITIVE_ENGINE_FIELDS }),
});

export const getCluster = operation('GET /processing/runtimes/remote-engine-clusters/{clusterId}', {
	name: 'Get',
	action: 'Get a remote engine cluster',
	description: 'Get a remote engine cluster with its engines',
	origin: FROM_VENDOR,
	path: { clusterId: clusterField() },
	answers: record('vendor:processing/EngineCluster'),
});
