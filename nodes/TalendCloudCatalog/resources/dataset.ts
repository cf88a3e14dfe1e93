import { nothing, record, records } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { id, suggestion, text } from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { knownValues, onlyWith } from '../../shared/declare/rules';

/** The fields with times in milliseconds since 1970: one is a number, and one a text. */
const times = ['created', 'updated'] as const;
const simple = [
	'id',
	'label',
	'certification',
	'enabled',
	'draft',
	'favorite',
	'datastoreId',
	'owner',
	'creator',
	'trustScore',
	'platformGlobalQuality',
	'talendGlobalQuality',
	'created',
	'updated',
] as const;

/**
 * A switch whose value is a text in requests (docs/platform/interface.md, "Catalog and crawlers").
 */
const yesOrNoField = (description: string) =>
	suggestion(description, [
		{ value: 'true', name: 'Yes' },
		{ value: 'false', name: 'No' },
	])
		.inOrder()
		.sample('true')
		.optional();

/**
 * With more datasets than this, listing them may time out (docs/platform/interface.md, "Limits").
 */
const TOO_MANY_DATASETS =
	'With more than 1500 datasets the list may time out: narrow it with a query, or try again later.';

export const getMany = operation('GET /datasets', {
	name: 'Get Many',
	action: 'Get many datasets',
	description: 'List the datasets that you can access, filtered and sorted',
	query: {
		flat: yesOrNoField('Only flat datasets, or only hierarchical ones'),
		tqlQuery: text('Only datasets that match this query in the Talend Query Language')
			.label('TQL Query')
			.eg("certification = 'certified'")
			.optional(),
		favorite: yesOrNoField('Only favorites, or only datasets that are not favorites'),
		sameSchemaAs: id('Only datasets with the same schema as this one')
			.label('Same Schema as Dataset ID')
			.eg('9a1f2b3c-4d5e-4f60-8a7b-1c2d3e4f5a6b')
			.optional(),
		sortOrder: suggestion('Sort direction; needs Sort By', [
			{ value: 'asc', name: 'Ascending' },
			{ value: 'desc', name: 'Descending' },
		]).optional(),
		sortBy: text('Field to order by; needs Sort Order').eg('label').optional(),
		cloudrunner: yesOrNoField(
			'Only datasets whose connection runs on a cloud engine, or only other datasets',
		).label('On Cloud Engine'),
	},
	rules: [onlyWith('sortBy', 'sortOrder'), onlyWith('sortOrder', 'sortBy')],
	refusals: { '5XX': TOO_MANY_DATASETS },
	pages: allAtOnce,
	answers: records('C.DatasetResponse', { simple, times, key: 'id' }),
});

export const datasetPicker = picker({
	noun: 'dataset',
	method: 'searchDatasets',
	list: getMany,
	entry: ({ id: value, label, datastore }) => ({
		id: value,
		name: label,
		description: (datastore as { label?: string } | undefined)?.label,
	}),
	byName: true,
	example: '9a1f2b3c-4d5e-4f60-8a7b-1c2d3e4f5a6b',
});

export const datasetField = (description = 'The dataset') =>
	id(description).label('Dataset').pick(datasetPicker);

const get = operation('GET /datasets/{datasetId}', {
	name: 'Get',
	action: 'Get a dataset',
	description: 'Get a dataset: its quality, trust score and certification',
	path: { datasetId: datasetField() },
	answers: record('C.DatasetResponse', { requiredFields: ['label'], simple, times }),
});

const remove = operation('DELETE /datasets/{datasetId}', {
	name: 'Delete',
	action: 'Delete a dataset',
	description: 'Delete a dataset from the catalog; the data itself stays where it is',
	path: { datasetId: datasetField() },
	answers: nothing(),
});

/**
 * The certification levels. The interface documents leave out their identifiers, so these are
 * those of Talend's OpenAPI file (docs/platform/interface.md, "Catalog and crawlers").
 */
const CERTIFICATIONS = [
	{ value: 'none', name: 'No Certification' },
	{ value: 'pending', name: 'Certification Pending' },
	{ value: 'certified', name: 'Certified' },
];

const certify = operation('PUT /datasets/{datasetId}/certification', {
	name: 'Set Certification',
	action: 'Set the certification of a dataset',
	description: 'Replace the certification of a dataset',
	path: { datasetId: datasetField() },
	body: {
		currentCertification: suggestion('The new certification', CERTIFICATIONS).label(
			'Certification',
		),
	},
	warnings: [
		knownValues(
			'currentCertification',
			CERTIFICATIONS.map(({ value }) => value),
		),
	],
	refusals: {
		400: `The known certifications are ${CERTIFICATIONS.map(({ value }) => value).join(', ')}.`,
	},
	answers: nothing({
		output: (_answer, { datasetId, currentCertification }) => ({
			success: true,
			datasetId,
			currentCertification,
		}),
	}),
});

export const dataset = resource(
	'dataset',
	'Dataset',
	{ get, getMany, certify, delete: remove },
	'A collection of data that comes through a connection',
);
