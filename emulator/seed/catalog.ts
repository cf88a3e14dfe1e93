/**
 * The demo's catalog: a warehouse with tables that were added after it was crawled, and connections
 * that fail.
 */
import { DAY } from '../../nodes/shared/support/time/time';
import {
	addAttribute,
	addCrawler,
	addDataset,
	catalogOf,
	type Connection,
	type Table,
} from '../areas/catalog/catalogStore';
import { startRun } from '../areas/catalog/runs';
import { startScan } from '../areas/catalog/scan';
import type { Clock } from '../state/clock';
import type { State } from '../state/state';

/** Names of the demo's connections, datasets and crawlers, and the IDs used in examples. */
export const DEMO_CATALOG = {
	/** JDBC; scanned and crawled before its last four tables were added. */
	warehouse: 'Sales warehouse',
	/** JDBC; never scanned, without a crawler or datasets. */
	marketing: 'Marketing warehouse',
	/** JDBC; cannot be reached. */
	archive: 'Archive database',
	/** Not a JDBC connection. */
	bucket: 'Contracts bucket',
	crawler: 'Sales tables',
	archiveCrawler: 'Archive tables',
	crawlerId: '59451bf0-a81a-4e1b-9cbc-0242ac130002',
	nestedDataset: 'contracts.json',
	attribute: 'Confidentiality',
	attributeId: '1f6d3c20-7b84-4e0a-9c55-d2a4b6e8f013',
	textAttribute: 'Steward',
} as const;

const table = (name: string, fields: string[], more: Partial<Table> = {}): Table => ({
	name,
	kind: 'TABLE',
	fields,
	...more,
});

const CRAWLED = [
	table('SALES.CUSTOMERS', ['id', 'name', 'city']),
	table('SALES.ORDERS', ['id', 'customer_id', 'ordered_at', 'total']),
	table('SALES.ORDER_LINES', ['order_id', 'article', 'quantity', 'price']),
];

const NEW = [
	table('SALES.RETURNS', ['id', 'order_id', 'reason']),
	table('SALES.OPEN_ORDERS', ['id', 'customer_id', 'ordered_at', 'total'], { kind: 'VIEW' }),
	table('SALES.LEGACY_NOTES', ['id', 'note'], { fails: 'creation' }),
	table('SALES.LETTERS', ['id', 'scan'], { fails: 'sample' }),
];

const OWNER = 'ana.demo';

export function seedCatalog(state: State, clock: Clock): void {
	const now = clock.now();
	const { warehouse, archive, bucket } = seedConnections(state, now);
	seedCrawlers(state, now, { warehouse, archive });
	seedNestedDataset(state, now, bucket);
	seedAttributes(state, now);
}

function seedConnections(state: State, now: number) {
	const connect = (label: string, more: Partial<Connection> = {}): Connection => {
		const connection: Connection = {
			id: state.uuid(),
			label,
			type: 'jdbc',
			typeLabel: 'Database',
			owner: OWNER,
			properties: { configuration: { driver: 'PostgreSQL' } },
			tags: [],
			createdAt: now - 60 * DAY,
			cloud: false,
			...more,
		};
		catalogOf(state).connections.set(connection.id, connection);
		return connection;
	};
	const warehouse = connect(DEMO_CATALOG.warehouse, {
		tables: CRAWLED,
		description: 'Data of the sales team',
		tags: ['sales'],
	});
	connect(DEMO_CATALOG.marketing, {
		tables: [table('MARKETING.LEADS', ['id', 'email'])],
		cloud: true,
	});
	const archive = connect(DEMO_CATALOG.archive, {
		tables: [table('ARCHIVE.LEDGER', ['id', 'amount'])],
		unreachable: 'connection timed out',
	});
	const bucket = connect(DEMO_CATALOG.bucket, {
		type: 's3',
		typeLabel: 'Amazon S3',
		properties: { bucket: 'contracts' },
	});
	return { warehouse, archive, bucket };
}

/** Adds two crawlers. The warehouse gets its other tables after its crawler has run. */
function seedCrawlers(
	state: State,
	now: number,
	{ warehouse, archive }: { warehouse: Connection; archive: Connection },
): void {
	const sales = addCrawler(state, {
		id: DEMO_CATALOG.crawlerId,
		connectionId: warehouse.id,
		name: DEMO_CATALOG.crawler,
		description: 'All tables of the sales team',
		selected: CRAWLED.map(({ name }) => name),
		createdAt: now - 30 * DAY,
		by: OWNER,
	});
	addCrawler(state, {
		connectionId: archive.id,
		name: DEMO_CATALOG.archiveCrawler,
		selected: ['ARCHIVE.LEDGER'],
		createdAt: now - 10 * DAY,
		by: OWNER,
	});
	startScan(state, warehouse.id, now - 30 * DAY);
	startRun(state, sales, OWNER, now - 30 * DAY);
	warehouse.tables = [...CRAWLED, ...NEW];
}

function seedNestedDataset(state: State, now: number, bucket: Connection): void {
	const contracts = addDataset(state, {
		label: DEMO_CATALOG.nestedDataset,
		connectionId: bucket.id,
		owner: OWNER,
		fields: ['number', 'party/name', 'party/address.city', 'signed at 100%'],
		createdAt: now - 20 * DAY,
		nested: true,
		favorite: true,
		sampleRows: 50,
	});
	contracts.descriptions.set('number', 'Number of the contract');
}

function seedAttributes(state: State, now: number): void {
	addAttribute(state, {
		id: DEMO_CATALOG.attributeId,
		label: DEMO_CATALOG.attribute,
		description: 'Who can see the data',
		type: 'enum',
		values: ['Public', 'Internal', 'Secret'],
		defaults: ['Internal'],
		createdAt: now - 50 * DAY,
		by: OWNER,
	});
	addAttribute(state, {
		label: DEMO_CATALOG.textAttribute,
		type: 'text',
		createdAt: now - 50 * DAY,
		by: OWNER,
	});
}
