/** Datasets, their certification and the descriptions of their fields. */
import { type Handlers, noContent, ok, type Request, type Result } from '../../handler';
import { tql } from '../../lists/tql';
import { badRequest, notFound, Refusal } from '../../refusals';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { connections, type Dataset, datasets } from './catalogStore';

/**
 * With more datasets than this, listing them may time out on the platform. Here, it always does.
 */
const MAX_LISTED = 1500;
const CERTIFICATIONS = ['none', 'pending', 'certified'];

/** The quality of a dataset, which is known once there is a sample. */
function qualityOf(sampleRows: number | undefined) {
	if (sampleRows === undefined) return {};
	const empty = Math.floor(sampleRows / 50);
	return {
		platformGlobalQuality: {
			'-1': 0,
			'0': empty,
			'1': sampleRows - empty,
			total: sampleRows,
		},
		trustScore: 3.5,
	};
}

function datasetView(state: State, dataset: Dataset) {
	const {
		id,
		label,
		certification,
		connectionId,
		owner,
		creator,
		favorite,
		nested,
		shared,
		sampleRows,
	} = dataset;
	const connection = connections.recordsIn(state).get(connectionId)!;
	return {
		id,
		label,
		certification,
		entitlements: ['DATASET_READ', 'DATASET_WRITE'],
		enabled: true,
		version: dataset.version,
		datastoreId: connectionId,
		datastore: {
			id: connectionId,
			label: connection.label,
			type: connection.type,
			typeLabel: connection.typeLabel,
		},
		properties: { main: { table: label } },
		owner,
		creator,
		rating: { contributors: 0 },
		draft: false,
		sharing: { isOwner: true, isSharedWithOthers: shared },
		favorite,
		...qualityOf(sampleRows),
		trustScoreAxes: [
			{
				id: 'quality',
				label: 'Data quality',
				currentValue: sampleRows === undefined ? 0 : 3.5,
				maxValue: 5,
			},
		],
		nested,
		created: dataset.createdAt,
		updated: String(dataset.updatedAt),
		createdBy: { id: owner },
		updatedBy: { id: owner },
	};
}

type DatasetView = ReturnType<typeof datasetView>;

const DATASET_FIELDS = [
	'id',
	'label',
	'certification',
	'enabled',
	'datastoreId',
	'datastore',
	'owner',
	'creator',
	'draft',
	'favorite',
	'trustScore',
	'nested',
	'created',
	'updated',
];

const isSwitch = (given: unknown, value: boolean, name: string): boolean => {
	if (given !== undefined && given !== 'true' && given !== 'false')
		throw badRequest(`${name} must be true or false`);
	return given === undefined || (given === 'true') === value;
};

function listDatasets({ state, query }: Request) {
	const { flat, tqlQuery, favorite, sameSchemaAs, sortOrder, sortBy, cloudrunner } =
		query as Record<string, string | undefined>;
	const model =
		sameSchemaAs === undefined ? undefined : datasets.find(state, sameSchemaAs).fields.join();
	const passes = tqlQuery === undefined ? () => true : tql(tqlQuery, DATASET_FIELDS);
	if (datasets.recordsIn(state).size > MAX_LISTED && tqlQuery === undefined)
		throw new Refusal(503, 'The list took too long');
	const matchingDatasets = datasets
		.all(state)
		.filter(
			(each) =>
				isSwitch(flat, !each.nested, 'flat') && isSwitch(favorite, each.favorite, 'favorite'),
		)
		.filter((each) =>
			isSwitch(cloudrunner, connections.find(state, each.connectionId).cloud, 'cloudrunner'),
		)
		.filter((each) => model === undefined || each.fields.join() === model)
		.map((each) => datasetView(state, each))
		.filter((each) => passes(each));
	return ok(
		sortBy === undefined ? matchingDatasets : sortedDatasets(matchingDatasets, sortBy, sortOrder),
	);
}

function sortedDatasets(
	found: DatasetView[],
	sortBy: string,
	sortOrder: string | undefined,
): DatasetView[] {
	if (!DATASET_FIELDS.includes(sortBy))
		throw badRequest(`sortBy names the field ${sortBy}, which does not exist`);
	if (sortOrder !== 'asc' && sortOrder !== 'desc')
		throw badRequest('sortOrder must be asc or desc');
	const key = (each: DatasetView) =>
		String((each[sortBy as keyof DatasetView] as string | number | boolean | undefined) ?? '');
	const ascending = [...found].sort((a, b) => byText(key(a), key(b)));
	return sortOrder === 'asc' ? ascending : ascending.reverse();
}

/** Compares two texts by their characters, for `sort`. */
function byText(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

export function noteChange(dataset: Dataset, now: number): void {
	dataset.updatedAt = now;
	dataset.version++;
}

function setFieldDescription(dataset: Dataset, path: string, description: string): void {
	if (!dataset.fields.includes(path)) throw notFound(`Dataset ${dataset.id} has no field ${path}`);
	dataset.descriptions.set(path, description);
}

/** According to the OpenAPI files, some changes return the IDs of the command. */
export const answerToChange = ({ follows, state }: Request): Result =>
	follows === 'vendor' ? ok({ id: state.uuid(), requestId: state.uuid() }) : noContent();

const { get, remove } = collection(datasets, {
	show: (dataset, { state }) => datasetView(state, dataset),
});

export const datasetHandlers: Handlers = {
	'GET /datasets': listDatasets,
	'GET /datasets/{datasetId}': get(),
	'DELETE /datasets/{datasetId}': remove((_dataset, request) => answerToChange(request)),
	'PUT /datasets/{datasetId}/certification': (request) => {
		const { state, path, body, clock } = request;
		const dataset = datasets.find(state, path.datasetId!);
		const { currentCertification } = body as { currentCertification: string };
		if (!CERTIFICATIONS.includes(currentCertification))
			throw badRequest(`Unknown certification ${currentCertification}`);
		dataset.certification = currentCertification;
		noteChange(dataset, clock.now());
		return answerToChange(request);
	},

	'GET /datasets/{datasetId}/columns': ({ state, path }) =>
		ok(
			[...datasets.find(state, path.datasetId!).descriptions].map(([field, description]) => ({
				path: field,
				description,
			})),
		),
	'POST /datasets/{datasetId}/columns': ({ state, path, body, clock }) => {
		const dataset = datasets.find(state, path.datasetId!);
		const descriptions = body as Array<{ path: string; description: string }>;
		// If one field is unknown, the whole request is refused.
		for (const each of descriptions)
			if (!dataset.fields.includes(each.path))
				throw notFound(`Dataset ${dataset.id} has no field ${each.path}`);
		for (const each of descriptions) setFieldDescription(dataset, each.path, each.description);
		noteChange(dataset, clock.now());
		return noContent();
	},
	'PUT /datasets/{datasetId}/columns/{path}': ({ state, path, body, clock }) => {
		const dataset = datasets.find(state, path.datasetId!);
		setFieldDescription(dataset, path.path!, (body as { description: string }).description);
		noteChange(dataset, clock.now());
		return noContent();
	},
};
