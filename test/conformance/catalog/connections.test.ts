/** Connections of the catalog, and scans of their tables. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { load, pick } from '../../support/picking';
import {
	ask,
	connectionCalled,
	contracts,
	FIRST,
	marketing,
	minutes,
	platform,
	requests,
	run,
	succeed,
	warehouse,
} from './stage';

describe('connection', () => {
	test('connections are listed, all or by a query', async () => {
		fact('C.105');
		const labels = async (filters: IDataObject) =>
			(await succeed('connection', 'getMany', { returnAll: true, filters })).map(
				({ label }) => label,
			);
		expect(await labels({})).toEqual([
			DEMO_CATALOG.warehouse,
			DEMO_CATALOG.marketing,
			DEMO_CATALOG.archive,
			DEMO_CATALOG.bucket,
		]);
		expect(await labels({ tqlQuery: "typeLabel != 'Database'" })).toEqual([DEMO_CATALOG.bucket]);
	});

	test('a connection in the list is as the documents have it', async () => {
		fact('C.38', 'C.40', 'C.43');
		const [listed] = await succeed('connection', 'getMany', { simplify: false, limit: 1 });
		expect(schemaFindings('C.ConnectionListView', listed)).toEqual([]);
		expect(listed).toMatchObject({
			sharing: { isOwner: true },
			entitlements: expect.any(Array) as string[],
			createdBy: 'ana.demo',
		});
	});

	test('a connection is read as the documents have it', async () => {
		fact('C.41', 'C.42', 'C.106');
		const [read] = await succeed('connection', 'get', {
			connectionId: byName(DEMO_CATALOG.warehouse),
			simplify: false,
		});
		expect(schemaFindings('C.ConnectionResponse', read)).toEqual([]);
		expect(read).toMatchObject({
			datasetsCount: 3,
			properties: { configuration: { driver: 'PostgreSQL' } },
			created: expect.stringMatching(/^2026-\d\d-\d\dT/) as string,
		});
	});

	test('a connection that is read shows neither with whom it is shared nor what may be done with it', async () => {
		fact('C.43');
		const [read] = await succeed('connection', 'get', {
			connectionId: byName(DEMO_CATALOG.warehouse),
			simplify: false,
		});
		expect(read).not.toHaveProperty('sharing');
		expect(read).not.toHaveProperty('entitlements');
	});

	test.each([400, 409, 500])(
		'a status of %s for the deletion of a connection says what may prevent it',
		async (status) => {
			platform.emulator.faults.add({
				operation: 'DELETE /connections/{connectionId}',
				status,
				times: status === 500 ? 5 : 1,
			});
			const { error } = await run('connection', 'delete', {
				connectionId: byId(connectionCalled(DEMO_CATALOG.bucket).id),
			});
			expect(error!.description).toMatch(/^A connection that still has datasets cannot be deleted/);
		},
	);

	test('a connection can be deleted only if it has no datasets left', async () => {
		fact('C.36', 'C.107', 'C.108');
		const { id } = connectionCalled(DEMO_CATALOG.bucket);
		const used = await run('connection', 'delete', { connectionId: byId(id) });
		expect(used.error).toMatchObject({
			httpCode: '409',
			message: `Connection ${id} still has 1 dataset`,
		});
		expect(used.error!.description).toMatch(
			/^A connection that still has datasets cannot be deleted: delete its datasets first/,
		);
		await succeed('dataset', 'delete', { datasetId: byId((await contracts()).id) });
		expect(await succeed('connection', 'delete', { connectionId: byId(id) })).toEqual([
			{
				deleted: true,
				connectionId: id,
				commandId: expect.any(String) as string,
				requestId: expect.any(String) as string,
			},
		]);
		expect((await run('connection', 'get', { connectionId: byId(id) })).error).toMatchObject({
			httpCode: '404',
		});
	});
});

describe('scan', () => {
	test('a connection that was never scanned has no result', async () => {
		fact('C.113');
		const connectionId = byId(marketing().id);
		const never = await run('scan', 'getLastResult', { connectionId });
		expect(never.error).toMatchObject({ httpCode: '404' });
		expect(never.error!.description).toMatch(
			/^The connection does not exist, or was not scanned yet/,
		);
	});

	test('the start of a scan is confirmed, although the platform returns nothing', async () => {
		fact('C.113');
		expect(await succeed('scan', 'start', { connectionId: byId(marketing().id) })).toEqual([
			{ started: true, connectionId: marketing().id },
		]);
		expect(requests('POST /connections/scan/{connectionId}')[0]!.status).toBe(204);
	});

	test('a scan lists what a connection exposes, once it is complete', async () => {
		fact('C.6', 'C.8', 'C.53');
		const connectionId = byId(marketing().id);
		await succeed('scan', 'start', { connectionId });
		expect((await run('scan', 'getLastResult', { connectionId })).error).toMatchObject({
			httpCode: '404',
		});
		minutes(1);
		expect(await succeed('scan', 'getLastResult', { connectionId })).toEqual([
			{
				id: expect.any(String) as string,
				lastScan: expect.stringMatching(/^2026-\S+Z$/) as string,
				results: [
					{ displayName: 'LEADS', technicalName: 'MARKETING.LEADS', metadata: { type: 'TABLE' } },
				],
			},
		]);
	});

	test('Scan and Wait returns what was added and removed since the previous scan', async () => {
		fact('C.53');
		const tables = warehouse().tables!;
		const [{ lastScan: before } = {}] = await succeed('scan', 'getLastResult', {
			connectionId: byName(DEMO_CATALOG.warehouse),
		});
		warehouse().tables = tables.filter(({ name }) => name !== 'SALES.CUSTOMERS');
		const [found] = await succeed('scan', 'scanAndWait', {
			connectionId: byName(DEMO_CATALOG.warehouse),
		});
		expect(found).toMatchObject({
			connectionId: warehouse().id,
			added: ['SALES.RETURNS', 'SALES.OPEN_ORDERS', 'SALES.LEGACY_NOTES', 'SALES.LETTERS'],
			removed: ['SALES.CUSTOMERS'],
			results: expect.arrayContaining([
				{
					displayName: 'OPEN_ORDERS',
					technicalName: 'SALES.OPEN_ORDERS',
					metadata: { type: 'VIEW' },
				},
			]) as object[],
		});
		expect(found!.lastScan).not.toBe(before);
		const [first] = await succeed('scan', 'scanAndWait', {
			connectionId: byName(DEMO_CATALOG.marketing),
		});
		expect(first).toMatchObject({ added: ['MARKETING.LEADS'], removed: [] });
	});

	test('a last result that cannot be read is not treated as missing', async () => {
		platform.emulator.faults.add({
			operation: 'GET /connections/scan/{connectionId}',
			status: 500,
			times: 5,
		});
		const { error } = await run('scan', 'scanAndWait', {
			connectionId: byName(DEMO_CATALOG.warehouse),
		});
		expect(error).toMatchObject({ httpCode: '500' });
		expect(requests('POST /connections/scan/{connectionId}')).toEqual([]);
	});

	test('the refusal of a scan says which connections can be scanned', async () => {
		const { error } = await run('scan', 'start', { connectionId: byName(DEMO_CATALOG.bucket) });
		expect(error!.description).toContain(
			'Only JDBC connections can be scanned: choose another connection.',
		);
	});

	test('several items scan the same connection one after another', async () => {
		const { items, error } = await run(
			'scan',
			'scanAndWait',
			{ connectionId: byName(DEMO_CATALOG.warehouse) },
			{ items: [{ json: {} }, { json: {} }] },
		);
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.lastScan)).size).toBe(2);
		expect(items.map(({ json }) => (json.added as string[]).length)).toEqual([4, 0]);
	});

	test('the error says that a connection of another kind cannot be scanned', async () => {
		fact('C.54');
		const bucket = await run('scan', 'scanAndWait', { connectionId: byName(DEMO_CATALOG.bucket) });
		expect(bucket.error).toMatchObject({
			httpCode: '400',
			message: 'Only JDBC connections can be scanned and crawled',
		});
	});

	test('the error says that the database of a connection was not reached', async () => {
		fact('C.54');
		const archive = await run('scan', 'start', { connectionId: byName(DEMO_CATALOG.archive) });
		expect(archive.error).toMatchObject({
			httpCode: '500',
			message: 'The connection could not be scanned',
		});
		expect(archive.error!.description).toMatch(/^connection timed out\./);
	});

	test('the response to a scan that the database refuses is as documented', async () => {
		fact('C.54');
		expect(
			schemaFindings(
				'C.ServerError',
				(await ask(`POST /connections/scan/${connectionCalled(DEMO_CATALOG.archive).id}`)).body,
			),
		).toEqual([]);
	});

	test('the error says that a scan has no result in time', async () => {
		platform.emulator.faults.add({
			operation: 'POST /connections/scan/{connectionId}',
			status: 204,
			body: '',
		});
		const lost = await run('scan', 'scanAndWait', {
			connectionId: byName(DEMO_CATALOG.marketing),
			timeLimit: 1,
		});
		expect(lost.error!.message).toBe(
			`The scan of connection ${marketing().id} did not end within 60 seconds`,
		);
	});
});

describe('choosing', () => {
	test('records can be chosen from lists', async () => {
		const names = async (method: string, given: IDataObject, filter?: string) =>
			(await pick(platform, 'Catalog', method, given, filter)).results.map(({ name }) => name);
		expect(
			await names('searchCatalogConnections', { resource: 'connection', operation: 'get' }, 'ware'),
		).toEqual([DEMO_CATALOG.warehouse, DEMO_CATALOG.marketing]);
		expect(await names('searchCrawlers', { resource: 'crawler', operation: 'get' })).toEqual([
			DEMO_CATALOG.crawler,
			DEMO_CATALOG.archiveCrawler,
		]);
		expect(
			await names(
				'searchCustomAttributes',
				{ resource: 'customAttribute', operation: 'get' },
				'conf',
			),
		).toEqual([DEMO_CATALOG.attribute]);
		expect(
			await names('searchDatasets', { resource: 'dataset', operation: 'get' }, 'contr'),
		).toEqual([DEMO_CATALOG.nestedDataset]);
	});

	test('tables come from the last scan of the connection, or of the connection of the crawler', async () => {
		const tables = [
			{ value: 'SALES.CUSTOMERS', name: 'CUSTOMERS', description: 'TABLE' },
			{ value: 'SALES.ORDERS', name: 'ORDERS', description: 'TABLE' },
			{ value: 'SALES.ORDER_LINES', name: 'ORDER_LINES', description: 'TABLE' },
		];
		const loaded = async (given: IDataObject) =>
			await load(platform, 'Catalog', 'loadScannedTables', { resource: 'crawler', ...given });
		expect(await loaded({ operation: 'create', connectionId: byId(warehouse().id) })).toEqual(
			tables,
		);
		expect(
			await loaded({ operation: 'changeSelection', crawlerId: byId(DEMO_CATALOG.crawlerId) }),
		).toEqual(tables);
		await expect(
			loaded({ operation: 'create', connectionId: byId(marketing().id) }),
		).rejects.toThrow('was not scanned yet: run Scan and Wait first');
		expect(await loaded({ operation: 'create', connectionId: byId('') })).toEqual([]);
		for (const open of [byId('={{ $json.id }}'), byName(DEMO_CATALOG.warehouse)])
			await expect(loaded({ operation: 'create', connectionId: open })).rejects.toThrow(FIRST);
	});
});

judgeRequests(platform, 'Catalog', ['connection', 'scan']);
