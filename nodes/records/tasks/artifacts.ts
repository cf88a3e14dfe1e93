/**
 * Artifacts, the published jobs: their types, requests that list and read them, and the field for
 * choosing one.
 */
import { record, records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id, suggestions, text } from '../../shared/declare/fields';
import { pageFields } from '../../shared/declare/lists/pageFields';
import { limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { environmentField } from '../places/environments';
import { locationOf, workspaceField } from '../places/workspaces';

/** Kinds of published jobs (docs/platform/interface.md, "Tasks and plans"). */
export const ARTIFACT_TYPES = [
	{ value: 'big_data_batch', name: 'Big Data Batch' },
	{ value: 'big_data_streaming', name: 'Big Data Streaming' },
	{ value: 'data_fabric', name: 'Data Fabric' },
	{ value: 'data_service', name: 'Data Service' },
	{ value: 'pipeline', name: 'Pipeline' },
	{ value: 'route', name: 'Route' },
	{ value: 'standard', name: 'Standard' },
];

/** The type of an artifact, in the spelling of {@link ARTIFACT_TYPES}. */
export const plainType = (type: unknown): string =>
	String(type)
		.trim()
		.toLowerCase()
		.replace(/[\s-]+/g, '_');

/** Whether artifacts of a type are services: they run until somebody terminates them. */
export const isServiceType = (type: unknown): boolean =>
	['route', 'data_service'].includes(plainType(type));

/** The type of an artifact in words. */
export const typeInWords = (type: unknown): string =>
	ARTIFACT_TYPES.find(({ value }) => value === plainType(type))?.name ?? String(type);

/** There may be many versions, so the place of an artifact comes before them in the output. */
const LEADS = ['name', 'type', 'workspace'];

export const getManyArtifacts = operation('GET /orchestration/artifacts', {
	name: 'Get Many',
	action: 'Get many artifacts',
	description: 'List the artifacts of an environment or workspace',
	query: {
		environmentId: environmentField('Only artifacts of this environment').optional(),
		workspaceId: workspaceField('Only artifacts of this workspace').optional(),
		name: text('Only artifacts whose name contains this').eg('load_customers').optional(),
		types: suggestions('Only artifacts of these types', ARTIFACT_TYPES)
			.sample(['standard', 'route'])
			.optional(),
		...pageFields('artifacts'),
	},
	pages: limitOffset(),
	answers: records('B.Artifact', { page: 'B.PageArtifact', key: 'id', leads: LEADS }),
});

export const artifactPicker = picker({
	noun: 'artifact',
	method: 'searchArtifacts',
	list: getManyArtifacts,
	search: (name) => ({ name }),
	narrowedBy: ['environmentId', 'workspaceId'],
	isDescribed: true,
	entry: (each) => ({ id: each.id, name: each.name, ...locationOf(each) }),
	byName: true,
	example: '5e4e8ab8c3e8e2155ba2fba1',
});

/** A field for choosing a published job. */
export const artifactField = (description = 'The artifact') =>
	id(description).label('Artifact').pick(artifactPicker);

export const getArtifact = operation('GET /orchestration/artifacts/{artifactId}', {
	name: 'Get',
	action: 'Get an artifact',
	description: 'Get an artifact with the numbers of its versions',
	path: { artifactId: artifactField() },
	answers: record('B.Artifact', { leads: LEADS }),
});
