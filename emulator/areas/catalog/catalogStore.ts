/** Datasets with their attributes, the connections that they come through, crawlers and scans. */
import { badRequest, Refusal } from '../../refusals';
import type { State } from '../../state/state';
import { stateEntry, stateEvent, store } from '../../state/store';

/** A table or view of the database behind a JDBC connection. */
export interface Table {
	/** The technical name, including the schema. */
	name: string;
	kind: 'TABLE' | 'VIEW';
	/** Paths of its fields. */
	fields: string[];
	/** What fails if the table is crawled. */
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
	/** The contents of the database; absent if the connection is not a JDBC connection. */
	tables?: Table[];
	/** How long a crawler needs for one table. */
	tableMs?: number;
	/** Why the database cannot be reached: then scans are refused, and runs fail. */
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
	/** The number of rows in its sample; undefined if it has none. */
	sampleRows?: number;
	shared: boolean;
	version: number;
	/** Descriptions by field path. */
	descriptions: Map<string, string>;
	/** The values that differ from the default, by the ID of the attribute. */
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

export interface Sharing {
	scimType: string;
	scimId: string;
	level: string;
}

/**
 * A run of a crawler. It processes the tables one after the other; the present time says how many
 * of them are done.
 */
export interface Run {
	by: string;
	startedAt: number;
	/** The tables and views that were selected when it started. */
	names: string[];
	/**
	 * The tables for which it creates datasets, because they were selected since the previous run.
	 */
	fresh: ReadonlySet<string>;
	/** How long one table takes. */
	tableMs: number;
	/** Why the database could not be reached when the run started. */
	unreachable?: string;
	/** When somebody has ended the run. */
	endedAt?: number;
	/** How many tables are done. */
	done: number;
	created: number;
	finished: number;
	errors: string[];
	failed: number;
	withoutSample: number;
}

export interface Crawler {
	id: string;
	connectionId: string;
	name: string;
	description?: string;
	sharings: Sharing[];
	selected: string[];
	createdAt: number;
	by: string;
	deleted?: boolean;
	run?: Run;
	/** Datasets that it has created, by table. */
	datasets: Map<string, string>;
}

export interface Scan {
	id: string;
	startedAt: number;
	found: Table[];
}

/** The refusal for a crawler that does not exist. */
export const refusalOfMissing =
	(entityType: string) =>
	(entityId: string): Refusal =>
		new Refusal(404, `${entityType} ${entityId} was not found`, { body: { entityId, entityType } });

export const datasets = store<Dataset>({ name: 'Dataset', idForm: 'uuid' });
export const connections = store<Connection>({ name: 'Connection', idForm: 'uuid' });
export const attributes = store<Attribute>({ name: 'Attribute', idForm: 'uuid' });
export const crawlers = store<Crawler>({
	name: 'Crawler',
	idForm: 'uuid',
	refusalOfMissing: refusalOfMissing('CRAWLER'),
});

/** By connection: the scan in progress or the last one, and the result before it. */
const scansOf = stateEntry('scans', () => new Map<string, Scan[]>());

/** A connection was deleted. */
export const connectionDeleted = stateEvent<Connection>();

export const catalogOf = (state: State) => ({
	datasets: datasets.recordsIn(state),
	connections: connections.recordsIn(state),
	attributes: attributes.recordsIn(state),
	crawlers: crawlers.recordsIn(state),
	scans: scansOf(state),
});

/** Adds a dataset, as a crawler or a person makes it. */
export function addDataset(
	state: State,
	dataset: Pick<Dataset, 'label' | 'connectionId' | 'owner' | 'fields' | 'createdAt'> &
		Partial<Dataset>,
): Dataset {
	return datasets.add(state, {
		certification: 'none',
		creator: 'Ana Demo',
		favorite: false,
		nested: dataset.fields.some((path) => path.includes('./')),
		updatedAt: dataset.createdAt,
		shared: false,
		version: 1,
		descriptions: new Map(),
		values: new Map(),
		...dataset,
	});
}

/** @throws Refusal 400 */
export function checkKind({
	type,
	values,
	defaults,
}: Pick<Attribute, 'type' | 'values' | 'defaults'>): void {
	if (type !== 'enum' && type !== 'text') throw badRequest(`Unknown type ${type}`);
	if (type === 'text' && values.length > 0)
		throw badRequest('A free-text attribute has no list of values');
	checkValues(type, values, defaults);
}

/** @throws Refusal 400 */
export function checkValues(
	type: string,
	possible: readonly string[],
	values: readonly string[],
): void {
	if (type === 'text' && values.length > 1)
		throw badRequest('A free-text attribute takes one value');
	const unknown = type === 'enum' ? values.filter((value) => !possible.includes(value)) : [];
	if (unknown.length > 0) throw badRequest(`Not a value of the attribute: ${unknown.join(', ')}`);
}

type NewAttribute = Pick<Attribute, 'label' | 'type' | 'by' | 'createdAt'> & Partial<Attribute>;

/**
 * A definition completed by the fields that follow from others.
 * @throws Refusal 400
 */
export function newAttribute(attribute: NewAttribute): Omit<Attribute, 'id'> & { id?: string } {
	const made = {
		businessId: attribute.label.toLowerCase().replace(/\W+/g, '_'),
		mandatory: false,
		values: [],
		defaults: [],
		updatedAt: attribute.createdAt,
		updatedBy: attribute.by,
		...attribute,
	};
	checkKind(made);
	return made;
}

/** Adds a definition. */
export const addAttribute = (state: State, attribute: NewAttribute): Attribute =>
	attributes.add(state, newAttribute(attribute));

/** Adds a crawler without any checks. */
export function addCrawler(
	state: State,
	crawler: Pick<Crawler, 'connectionId' | 'name' | 'createdAt' | 'by'> & Partial<Crawler>,
): Crawler {
	return crawlers.add(state, { sharings: [], selected: [], datasets: new Map(), ...crawler });
}
