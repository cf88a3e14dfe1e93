/** Datasets with their attributes and descriptions, and the connections that they come through (document C). */
import { rfc3339 } from '../../clock';
import { badRequest, conflict, notFound, Refusal } from '../../refusals';
import { pageOf, type State } from '../../state';
import { tql } from '../../tql';
import { created, noContent, ok, type Handlers, type Request } from '../handler';
import { forgetConnection, type Crawler, type Scan } from './crawler';

/** A table or view of the database behind a JDBC connection. */
export interface Table {
	/** Technical name, schema included. */
	name: string;
	kind: 'TABLE' | 'VIEW';
	/** Paths of its fields. */
	fields: string[];
	/** What goes wrong when it is crawled. */
	fails?: 'creation' | 'sample';
}

export interface Connection {
	id: string;
	label: string;
	description?: string;
	/** Connection type id. */
	type: string;
	typeLabel: string;
	owner: string;
	properties: Record<string, unknown>;
	tags: string[];
	createdAt: number;
	cloud: boolean;
	/** What the database holds; absent where the connection is no JDBC connection. */
	tables?: Table[];
	/** How long a crawler needs for one table. */
	tableMs?: number;
	/** The database cannot be reached: scans are refused, runs fail. */
	unreachable?: string;
}

export interface Dataset {
	id: string;
	label: string;
	connectionId: string;
	certification: string;
	owner: string;
	creator: string;
	favorite: boolean;
	nested: boolean;
	fields: string[];
	createdAt: number;
	updatedAt: number;
	/** Rows of its sample; nothing without one. */
	sampleRows?: number;
	shared: boolean;
	version: number;
	/** Descriptions by field path. */
	descriptions: Map<string, string>;
	/** Values by attribute id, where they are not the default. */
	values: Map<string, string[]>;
}

export interface Attribute {
	id: string;
	businessId: string;
	label: string;
	description?: string;
	type: string;
	mandatory: boolean;
	values: string[];
	defaults: string[];
	createdAt: number;
	updatedAt: number;
	by: string;
	updatedBy: string;
}

interface Catalog {
	datasets: Map<string, Dataset>;
	connections: Map<string, Connection>;
	attributes: Map<string, Attribute>;
	crawlers: Map<string, Crawler>;
	/** By connection: the scan under way or the last one, and the result before it. */
	scans: Map<string, Scan[]>;
}

export const catalogOf = (state: State): Catalog =>
	state.room('catalog', () => ({ datasets: new Map(), connections: new Map(), attributes: new Map(), crawlers: new Map(), scans: new Map() }));

/** With more datasets than this a listing may time out (document C, "Limits"). */
const MOST_LISTED = 1500;
const CERTIFICATIONS = ['none', 'pending', 'certified'];

// ---------------------------------------------------------------------------------------------
// Datasets

function datasetView(state: State, dataset: Dataset) {
	const { id, label, certification, connectionId, owner, creator, favorite, nested, shared, sampleRows } = dataset;
	const connection = catalogOf(state).connections.get(connectionId)!;
	const empty = sampleRows === undefined ? 0 : Math.floor(sampleRows / 50);
	return {
		id,
		label,
		certification,
		entitlements: ['DATASET_READ', 'DATASET_WRITE'],
		enabled: true,
		version: dataset.version,
		datastoreId: connectionId,
		datastore: { id: connectionId, label: connection.label, type: connection.type, typeLabel: connection.typeLabel },
		properties: { main: { table: label } },
		owner,
		creator,
		rating: { contributors: 0 },
		draft: false,
		sharing: { isOwner: true, isSharedWithOthers: shared },
		favorite,
		...(sampleRows === undefined ? {} : { platformGlobalQuality: { '-1': 0, '0': empty, '1': sampleRows - empty, total: sampleRows }, trustScore: 3.5 }),
		trustScoreAxes: [{ id: 'quality', label: 'Data quality', currentValue: sampleRows === undefined ? 0 : 3.5, maxValue: 5 }],
		nested,
		created: dataset.createdAt,
		updated: String(dataset.updatedAt),
		createdBy: { id: owner },
		updatedBy: { id: owner },
	};
}

type DatasetView = ReturnType<typeof datasetView>;

const DATASET_FIELDS = ['id', 'label', 'certification', 'enabled', 'datastoreId', 'datastore', 'owner', 'creator', 'draft', 'favorite', 'trustScore', 'nested', 'created', 'updated'];

const isSwitch = (given: unknown, value: boolean, name: string): boolean => {
	if (given !== undefined && given !== 'true' && given !== 'false') throw badRequest(`${name} must be true or false`);
	return given === undefined || (given === 'true') === value;
};

function listDatasets({ state, query }: Request) {
	const { datasets, connections } = catalogOf(state);
	const { flat, tqlQuery, favorite, sameSchemaAs, sortOrder, sortBy, cloudrunner } = query as Record<string, string | undefined>;
	const model = sameSchemaAs === undefined ? undefined : datasetFor(state, sameSchemaAs).fields.join();
	const passes = tqlQuery === undefined ? () => true : tql(tqlQuery, DATASET_FIELDS);
	if (datasets.size > MOST_LISTED && tqlQuery === undefined) throw new Refusal(503, 'The list took too long');
	const found = [...datasets.values()]
		.filter((each) => isSwitch(flat, !each.nested, 'flat') && isSwitch(favorite, each.favorite, 'favorite'))
		.filter((each) => isSwitch(cloudrunner, connections.get(each.connectionId)!.cloud, 'cloudrunner'))
		.filter((each) => model === undefined || each.fields.join() === model)
		.map((each) => datasetView(state, each))
		.filter((each) => passes(each));
	return ok(sortBy === undefined ? found : sorted(found, sortBy, sortOrder));
}

function sorted(found: DatasetView[], sortBy: string, sortOrder: string | undefined): DatasetView[] {
	if (!DATASET_FIELDS.includes(sortBy)) throw badRequest(`sortBy names the field ${sortBy}, which does not exist`);
	if (sortOrder !== 'asc' && sortOrder !== 'desc') throw badRequest('sortOrder must be asc or desc');
	const key = (each: DatasetView) => String(each[sortBy as keyof DatasetView] ?? '');
	const ascending = [...found].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
	return sortOrder === 'asc' ? ascending : ascending.reverse();
}

function datasetFor(state: State, id: string): Dataset {
	const dataset = catalogOf(state).datasets.get(id);
	if (!dataset) throw notFound(`Dataset ${id} was not found`);
	return dataset;
}

/** Adds a dataset, as a crawler or a person makes it. */
export function addDataset(state: State, dataset: Pick<Dataset, 'label' | 'connectionId' | 'owner' | 'fields' | 'createdAt'> & Partial<Dataset>): Dataset {
	const made: Dataset = {
		id: state.uuid(),
		certification: 'none',
		creator: 'Ana Demo',
		favorite: false,
		nested: dataset.fields.some((path) => path.includes('.')),
		updatedAt: dataset.createdAt,
		shared: false,
		version: 1,
		descriptions: new Map(),
		values: new Map(),
		...dataset,
	};
	catalogOf(state).datasets.set(made.id, made);
	return made;
}

function touch(dataset: Dataset, now: number): void {
	dataset.updatedAt = now;
	dataset.version++;
}

function describe(dataset: Dataset, path: string, description: string): void {
	if (!dataset.fields.includes(path)) throw notFound(`Dataset ${dataset.id} has no field ${path}`);
	dataset.descriptions.set(path, description);
}

// ---------------------------------------------------------------------------------------------
// Custom attributes

function attributeFor(state: State, id: string): Attribute {
	const attribute = catalogOf(state).attributes.get(id);
	if (!attribute) throw notFound(`Attribute ${id} was not found`);
	return attribute;
}

/** By the id of the definition or by the business id. */
function attributeOf(state: State, id: string): Attribute {
	const named = [...catalogOf(state).attributes.values()].find(({ businessId }) => businessId === id);
	return named ?? attributeFor(state, id);
}

function attributeView(attribute: Attribute, includeMetadata: unknown) {
	const { id, label, description, type, defaults, mandatory, createdAt, updatedAt, by, updatedBy } = attribute;
	const author = (user: string) => ({ id: user, ...(includeMetadata === true ? { fullName: user === 'ana.demo' ? 'Ana Demo' : user } : {}) });
	return { id, label, ...(description === undefined ? {} : { description }), type, defaults, mandatory, createdAt, updatedAt, createdBy: author(by), updatedBy: author(updatedBy) };
}

function checkKind({ type, values, defaults }: Pick<Attribute, 'type' | 'values' | 'defaults'>): void {
	if (type !== 'enum' && type !== 'text') throw badRequest(`Unknown type ${type}`);
	if (type === 'text' && values.length > 0) throw badRequest('A free text has no values');
	checkValues(type, values, defaults);
}

function checkValues(type: string, possible: readonly string[], values: readonly string[]): void {
	if (type === 'text' && values.length > 1) throw badRequest('A free text is one value');
	const unknown = type === 'enum' ? values.filter((value) => !possible.includes(value)) : [];
	if (unknown.length > 0) throw badRequest(`Not among the values of the attribute: ${unknown.join(', ')}`);
}

/** Adds a definition. */
export function addAttribute(state: State, attribute: Pick<Attribute, 'label' | 'type' | 'by' | 'createdAt'> & Partial<Attribute>): Attribute {
	const made: Attribute = {
		id: state.uuid(),
		businessId: attribute.label.toLowerCase().replace(/\W+/g, '_'),
		mandatory: false,
		values: [],
		defaults: [],
		updatedAt: attribute.createdAt,
		updatedBy: attribute.by,
		...attribute,
	};
	checkKind(made);
	catalogOf(state).attributes.set(made.id, made);
	return made;
}

function valueView({ id, label, businessId, defaults }: Attribute, dataset: Dataset) {
	const values = dataset.values.get(id) ?? defaults;
	return { id, label, category: 'custom', values, isDefault: values.join() === defaults.join(), businessId };
}

/** A page of a list of attributes; the envelope is that of the values (document C shows no other). */
function attributePage<T>(all: readonly T[], query: Record<string, unknown>) {
	const of = query.category === undefined || query.category === 'custom' ? all : [];
	const { items, limit, offset, total } = pageOf(of, query.limit as number | undefined, query.offset as number | undefined);
	return ok({ data: items, paging: { limit, offset, total } });
}

// ---------------------------------------------------------------------------------------------
// Connections

export function connectionFor(state: State, id: string): Connection {
	const connection = catalogOf(state).connections.get(id);
	if (!connection) throw notFound(`Connection ${id} was not found`);
	return connection;
}

const datasetsOf = (state: State, connection: Connection) => [...catalogOf(state).datasets.values()].filter(({ connectionId }) => connectionId === connection.id);

function connectionBase(state: State, connection: Connection) {
	const { id, label, type, typeLabel, tags, createdAt, owner } = connection;
	return {
		id,
		label,
		type,
		typeLabel,
		datasetsCount: datasetsOf(state, connection).length,
		tags,
		created: rfc3339(createdAt),
		updated: rfc3339(createdAt),
		createdBy: owner,
		updatedBy: owner,
	};
}

const connectionListView = (state: State, connection: Connection) => ({
	...connectionBase(state, connection),
	entitlements: ['CONNECTION_READ'],
	sharing: { isOwner: true, isSharedWithOthers: false },
});

const connectionView = (state: State, connection: Connection) => ({
	...connectionBase(state, connection),
	...(connection.description === undefined ? {} : { description: connection.description }),
	enabled: true,
	owner: connection.owner,
	properties: connection.properties,
	version: 1,
});

const CONNECTION_FIELDS = ['id', 'label', 'type', 'typeLabel', 'datasetsCount', 'tags', 'created', 'updated', 'createdBy', 'updatedBy'];

export const catalog: Handlers = {
	'GET /datasets': listDatasets,
	'GET /datasets/{datasetId}': ({ state, path }) => ok(datasetView(state, datasetFor(state, path.datasetId!))),
	'DELETE /datasets/{datasetId}': ({ state, path }) => {
		catalogOf(state).datasets.delete(datasetFor(state, path.datasetId!).id);
		return noContent();
	},
	'PUT /datasets/{datasetId}/certification': ({ state, path, body, clock }) => {
		const dataset = datasetFor(state, path.datasetId!);
		const { currentCertification } = body as { currentCertification: string };
		if (!CERTIFICATIONS.includes(currentCertification)) throw badRequest(`Unknown certification ${currentCertification}`);
		dataset.certification = currentCertification;
		touch(dataset, clock.now());
		return noContent();
	},

	'GET /datasets/{datasetId}/columns': ({ state, path }) =>
		ok([...datasetFor(state, path.datasetId!).descriptions].map(([field, description]) => ({ path: field, description }))),
	'POST /datasets/{datasetId}/columns': ({ state, path, body, clock }) => {
		const dataset = datasetFor(state, path.datasetId!);
		const given = body as Array<{ path: string; description: string }>;
		// All or nothing: an unknown field refuses the whole.
		for (const each of given) if (!dataset.fields.includes(each.path)) throw notFound(`Dataset ${dataset.id} has no field ${each.path}`);
		for (const each of given) describe(dataset, each.path, each.description);
		touch(dataset, clock.now());
		return noContent();
	},
	'PUT /datasets/{datasetId}/columns/{path}': ({ state, path, body, clock }) => {
		const dataset = datasetFor(state, path.datasetId!);
		describe(dataset, path.path!, (body as { description: string }).description);
		touch(dataset, clock.now());
		return noContent();
	},

	'GET /datasets/attributes': ({ state, query }) =>
		attributePage([...catalogOf(state).attributes.values()].map((each) => attributeView(each, query.includeMetadata)), query),
	'POST /datasets/attributes': ({ state, body, clock, caller }) => {
		const { id: definitionId } = addAttribute(state, { ...(body as Attribute), by: caller.id, createdAt: clock.now() });
		return created({ definitionId });
	},
	'GET /datasets/attributes/{definitionId}': ({ state, path, query }) => ok(attributeView(attributeFor(state, path.definitionId!), query.includeMetadata)),
	'PATCH /datasets/attributes/{definitionId}': ({ state, path, body, clock, caller }) => {
		const attribute = attributeFor(state, path.definitionId!);
		const given = body as Partial<Attribute>;
		if (given.label === undefined || given.mandatory === undefined) throw badRequest('label and mandatory are required');
		checkKind({ ...attribute, ...given });
		Object.assign(attribute, given, { updatedAt: clock.now(), updatedBy: caller.id });
		return noContent();
	},
	'DELETE /datasets/attributes/{definitionId}': ({ state, path }) => {
		const { id } = attributeFor(state, path.definitionId!);
		const { attributes, datasets } = catalogOf(state);
		attributes.delete(id);
		for (const dataset of datasets.values()) dataset.values.delete(id);
		return noContent();
	},
	'GET /datasets/{datasetId}/attributes': ({ state, path, query }) => {
		const dataset = datasetFor(state, path.datasetId!);
		return attributePage([...catalogOf(state).attributes.values()].map((each) => valueView(each, dataset)), query);
	},
	'PUT /datasets/{datasetId}/attributes/{id}': ({ state, path, body, clock }) => {
		const dataset = datasetFor(state, path.datasetId!);
		const attribute = attributeOf(state, path.id!);
		const { values } = body as { values: string[] };
		checkValues(attribute.type, attribute.values, values);
		dataset.values.set(attribute.id, values);
		touch(dataset, clock.now());
		return noContent();
	},
	'DELETE /datasets/{datasetId}/attributes/{id}': ({ state, path, clock }) => {
		const dataset = datasetFor(state, path.datasetId!);
		dataset.values.delete(attributeOf(state, path.id!).id);
		touch(dataset, clock.now());
		return noContent();
	},

	'GET /connections': ({ state, query }) => {
		const passes = query.tqlQuery === undefined ? () => true : tql(String(query.tqlQuery), CONNECTION_FIELDS);
		return ok([...catalogOf(state).connections.values()].map((each) => connectionListView(state, each)).filter((each) => passes(each)));
	},
	'GET /connections/{connectionId}': ({ state, path }) => ok(connectionView(state, connectionFor(state, path.connectionId!))),
	'DELETE /connections/{connectionId}': ({ state, path }) => {
		const connection = connectionFor(state, path.connectionId!);
		const { length } = datasetsOf(state, connection);
		// The documents do not say which status this has.
		if (length > 0) throw conflict(`Connection ${connection.id} still has ${length} dataset${length === 1 ? '' : 's'}`);
		catalogOf(state).connections.delete(connection.id);
		forgetConnection(state, connection.id);
		return ok({ id: state.uuid(), requestId: state.uuid() });
	},
};
