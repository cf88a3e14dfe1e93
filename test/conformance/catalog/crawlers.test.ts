/** Crawlers: creations, connections, updates and deletions. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId, byName, userNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	ask,
	bodyOf,
	crawlerCalled,
	expectRefused,
	LEADS_CRAWLER,
	marketing,
	platform,
	requests,
	run,
	sales,
	succeed,
	warehouse,
} from './stage';

describe('a new crawler', () => {
	const scimId = () => userNamed(platform.emulator.state, 'bao.nguyen');
	const createLeads = async () => {
		const [{ id } = {}] = await succeed('crawler', 'create', {
			connectionId: byName(DEMO_CATALOG.marketing),
			name: 'Leads',
			selectedDatasets: ['MARKETING.LEADS'],
			additionalFields: {
				description: 'All leads',
				sharings: { rows: [{ scimType: 'USER', scimId: scimId(), level: 'READER' }] },
			},
		});
		return id;
	};

	test('a crawler cannot be shared with an unknown group', async () => {
		const nobody = await run('crawler', 'create', {
			connectionId: byName(DEMO_CATALOG.marketing),
			name: 'x',
			selectedDatasets: ['MARKETING.LEADS'],
			additionalFields: {
				sharings: { rows: [{ scimType: 'GROUP', scimId: scimId(), level: 'READER' }] },
			},
		});
		expect(nobody.error).toMatchObject({
			httpCode: '404',
			message: `GROUP ${scimId()} was not found`,
		});
	});

	test('a crawler is created on a JDBC connection with the given values', async () => {
		fact('C.51', 'C.52', 'C.111');
		await createLeads();
		expect(bodyOf('POST /connections/crawlers')).toEqual({
			connectionId: marketing().id,
			name: 'Leads',
			description: 'All leads',
			selectedDatasets: ['MARKETING.LEADS'],
			sharings: [{ scimType: 'USER', scimId: scimId(), level: 'READER' }],
		});
		expect(requests('POST /connections/crawlers').map(({ status }) => status)).toEqual([201]);
	});

	test('a crawler is read with its selection, before its first run', async () => {
		fact('C.44', 'C.48');
		const id = await createLeads();
		const [read] = await succeed('crawler', 'get', { crawlerId: byId(id) });
		expect(read).toMatchObject({
			id: id,
			connectionId: marketing().id,
			name: 'Leads',
			description: 'All leads',
			status: { runStatus: 'NotStarted' },
			crawledDatasets: ['MARKETING.LEADS'],
		});
	});

	test('the users of a crawler are those with whom its datasets are shared', async () => {
		fact('C.18', 'C.46');
		const id = await createLeads();
		const [read] = await succeed('crawler', 'get', { crawlerId: byId(id) });
		for (const sharing of read!.sharings as unknown[])
			expect(schemaFindings('C.Sharing', sharing)).toEqual([]);
		await succeed('crawler', 'runAndWait', { crawlerId: byId(id) });
		expect(
			await succeed('dataset', 'get', { datasetId: byName('MARKETING.LEADS'), simplify: false }),
		).toEqual([expect.objectContaining({ sharing: { isOwner: true, isSharedWithOthers: true } })]);
	});
});

describe('the connection of a crawler', () => {
	test('a second crawler on a connection is refused with advice on what to do', async () => {
		fact('C.54', 'C.114');
		const second = await run('crawler', 'create', {
			connectionId: byId(warehouse().id),
			...LEADS_CRAWLER,
		});
		expect(second.error).toMatchObject({
			httpCode: '409',
			message: 'A crawler already exists for this connection',
		});
		expect(second.error!.description).toMatch(
			/^Only a JDBC connection can have a crawler, and only one at a time: change the selection of the existing one/,
		);
		expect(
			schemaFindings(
				'C.AlreadyExist',
				(await ask('POST /connections/crawlers', { connectionId: warehouse().id, name: 'x' })).body,
			),
		).toEqual([]);
	});

	test('a refusal that only names the connection is explained', async () => {
		fact('C.142');
		platform.emulator.faults.add({
			operation: 'POST /connections/crawlers',
			status: 409,
			body: { connectionId: warehouse().id },
		});
		expect(
			(await run('crawler', 'create', { connectionId: byId(warehouse().id), ...LEADS_CRAWLER }))
				.error!.message,
		).toBe(`Connection ${warehouse().id} already has one`);
	});

	test('a crawler on a connection without JDBC is refused', async () => {
		fact('C.54', 'C.114', 'C.142');
		const bucket = await run('crawler', 'create', {
			connectionId: byName(DEMO_CATALOG.bucket),
			...LEADS_CRAWLER,
		});
		expect(bucket.error).toMatchObject({
			httpCode: '400',
			message: 'Only JDBC connections can be scanned and crawled',
		});
	});

	test('another crawler can be created after the first one was deleted', async () => {
		fact('C.88');
		expect(await succeed('crawler', 'delete', { crawlerId: byId(sales().id) })).toEqual([
			{ deleted: true, crawlerId: DEMO_CATALOG.crawlerId },
		]);
		expect(
			await succeed('crawler', 'create', { connectionId: byId(warehouse().id), ...LEADS_CRAWLER }),
		).toHaveLength(1);
	});
});

describe('a deleted crawler', () => {
	test('a deleted crawler is listed only on request', async () => {
		fact('C.110');
		const names = async (filters: IDataObject) =>
			(await succeed('crawler', 'getMany', { returnAll: true, filters })).map(({ name }) => name);
		expect(await names({ connectionId: byId(warehouse().id) })).toEqual([DEMO_CATALOG.crawler]);
		await succeed('crawler', 'delete', { crawlerId: byId(sales().id) });
		expect(await names({ connectionId: byId(warehouse().id) })).toEqual([]);
		expect(await names({ includeDeleted: true })).toEqual([
			DEMO_CATALOG.crawler,
			DEMO_CATALOG.archiveCrawler,
		]);
	});

	test('a deleted crawler is read only on request', async () => {
		fact('C.110');
		await succeed('crawler', 'delete', { crawlerId: byId(sales().id) });
		const { error } = await run('crawler', 'get', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
		expect(error).toMatchObject({
			httpCode: '404',
			message: `CRAWLER ${DEMO_CATALOG.crawlerId} was not found`,
		});
		expect(
			await succeed('crawler', 'get', {
				crawlerId: byId(DEMO_CATALOG.crawlerId),
				options: { includeDeleted: true },
			}),
		).toHaveLength(1);
	});

	test('the platform deletes only a crawler that exists', async () => {
		fact('C.111');
		expect(await ask('DELETE /connections/crawlers/x')).toMatchObject({
			status: 404,
			body: { entityId: 'x', entityType: 'CRAWLER' },
		});
		expect(
			(await ask(`DELETE /connections/crawlers/${crawlerCalled(DEMO_CATALOG.archiveCrawler).id}`))
				.status,
		).toBe(204);
	});
});

test('the list of crawlers is complete, regardless of limit and offset', async () => {
	fact('C.50', 'C.110');
	expect((await ask('GET /connections/crawlers?limit=1&offset=7')).body).toMatchObject({
		data: { length: 2 },
		total: 2,
	});
	expect(await succeed('crawler', 'getMany', { returnAll: true })).toHaveLength(2);
});

test('only a crawler that is read individually has counters', async () => {
	fact('C.47', 'C.49');
	const [listed] = await succeed('crawler', 'getMany', { limit: 1 });
	expect(listed!.status ?? {}).not.toHaveProperty('nbDatasetsToCrawl');
	const [read] = await succeed('crawler', 'get', { crawlerId: byId(listed!.id) });
	expect(read!.status).toMatchObject({
		runStatus: 'Finished',
		nbDatasetsToCrawl: 3,
		nbDatasetsFinished: 3,
		nbDatasetsCreated: 3,
		nbDatasetsFailed: 0,
		nbSamplesFailed: 0,
	});
	expect(schemaFindings('C.Crawler.status', read!.status)).toEqual([]);
});

test('a crawler is renamed', async () => {
	fact('C.111', 'C.118');
	expect(
		await succeed('crawler', 'rename', {
			crawlerId: byId(DEMO_CATALOG.crawlerId),
			updateFields: { name: 'Sales', description: 'New' },
		}),
	).toEqual([{ success: true, crawlerId: DEMO_CATALOG.crawlerId }]);
	expect(bodyOf('PATCH /connections/crawlers/{crawlerId}')).toEqual({
		name: 'Sales',
		description: 'New',
	});
	expect(requests('PATCH /connections/crawlers/{crawlerId}')[0]!.status).toBe(200);
	expect(crawlerCalled('Sales')).toMatchObject({ description: 'New' });
	await expectRefused(
		'crawler',
		'rename',
		{ crawlerId: byId('x'), updateFields: {} },
		'"Update Fields" needs at least one field to change',
	);
});

test('null values from the platform are not sent back', async () => {
	const present = {
		id: DEMO_CATALOG.crawlerId,
		connectionId: warehouse().id,
		name: 'Bare',
		description: null,
		status: null,
		crawledDatasets: null,
	};
	platform.emulator.faults.add({
		operation: 'GET /connections/crawlers/{crawlerId}',
		status: 200,
		body: present,
	});
	await succeed('crawler', 'changeSelection', {
		crawlerId: byId(DEMO_CATALOG.crawlerId),
		selectedDatasets: ['SALES.ORDERS'],
		keepSelected: true,
	});
	expect(bodyOf('PUT /connections/crawlers/{crawlerId}')).toEqual({
		name: 'Bare',
		selectedDatasets: ['SALES.ORDERS'],
	});
});

test('the description of a crawler can be cleared', async () => {
	const crawlerId = byId(DEMO_CATALOG.crawlerId);
	await succeed('crawler', 'rename', { crawlerId, updateFields: { description: 'Some words' } });
	await succeed('crawler', 'rename', {
		crawlerId,
		updateFields: { clearFields: ['description'] },
	});
	expect(bodyOf('PATCH /connections/crawlers/{crawlerId}')).toEqual({ description: '' });
	await succeed('crawler', 'changeSelection', {
		crawlerId,
		selectedDatasets: ['SALES.ORDERS'],
		updateFields: { clearFields: ['description'] },
	});
	expect(sales().description).toBe('');
});

judgeRequests(platform, 'Catalog', [
	'crawler.create',
	'crawler.delete',
	'crawler.get',
	'crawler.getMany',
	'crawler.rename',
]);
