/** Crawlers: creation, selection, states and errors. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId, byName, userNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	ask,
	bodyOf,
	catalog,
	crawlerCalled,
	datasetCalled,
	expectRefused,
	marketing,
	minutes,
	NONE,
	platform,
	requests,
	run,
	sales,
	succeed,
	warehouse,
} from './stage';

describe('crawlers', () => {
	const create = { name: 'Leads', selectedDatasets: ['MARKETING.LEADS'] };

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
			).toEqual([
				expect.objectContaining({ sharing: { isOwner: true, isSharedWithOthers: true } }),
			]);
		});
	});

	describe('the connection of a crawler', () => {
		test('a second crawler on a connection is refused with advice on what to do', async () => {
			fact('C.54', 'C.114');
			const second = await run('crawler', 'create', {
				connectionId: byId(warehouse().id),
				...create,
			});
			expect(second.error).toMatchObject({
				httpCode: '409',
				message: 'A crawler already exists for this connection',
			});
			expect(second.error!.description).toMatch(
				/^Only a JDBC connection can have a crawler, and only one at a time: change the selection of the one it has/,
			);
			expect(
				schemaFindings(
					'C.AlreadyExist',
					(await ask('POST /connections/crawlers', { connectionId: warehouse().id, name: 'x' }))
						.body,
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
				(await run('crawler', 'create', { connectionId: byId(warehouse().id), ...create })).error!
					.message,
			).toBe(`Connection ${warehouse().id} already has one`);
		});

		test('a crawler on a connection without JDBC is refused', async () => {
			fact('C.54', 'C.114', 'C.142');
			const bucket = await run('crawler', 'create', {
				connectionId: byName(DEMO_CATALOG.bucket),
				...create,
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
				await succeed('crawler', 'create', { connectionId: byId(warehouse().id), ...create }),
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

	describe('the selection of a crawler', () => {
		const PUT = 'PUT /connections/crawlers/{crawlerId}';
		const scanWarehouse = async () => {
			const [scanned] = await succeed('scan', 'scanAndWait', {
				connectionId: byId(warehouse().id),
			});
			expect(scanned!.summary).toMatch(
				/^The scan found \d+ tables and views at \d\d:\d\d: \d added, 0 removed$/,
			);
		};

		test('added tables extend the selection', async () => {
			fact('C.45', 'C.111');
			await scanWarehouse();
			expect(
				await succeed('crawler', 'changeSelection', {
					crawlerId: byId(DEMO_CATALOG.crawlerId),
					selectedDatasets: ['SALES.RETURNS', 'SALES.ORDERS'],
					keepSelected: true,
				}),
			).toEqual([
				{
					success: true,
					crawlerId: DEMO_CATALOG.crawlerId,
					selectedDatasets: [
						'SALES.CUSTOMERS',
						'SALES.ORDERS',
						'SALES.ORDER_LINES',
						'SALES.RETURNS',
					],
				},
			]);
			expect(requests(PUT).map(({ status }) => status)).toEqual([200]);
		});

		test('a replaced selection keeps the name and the description', async () => {
			fact('C.45', 'C.111', 'C.118');
			await scanWarehouse();
			await succeed('crawler', 'changeSelection', {
				crawlerId: byName(DEMO_CATALOG.crawler),
				selectedDatasets: ['SALES.RETURNS'],
				keepSelected: false,
			});
			expect(bodyOf(PUT)).toEqual({
				name: DEMO_CATALOG.crawler,
				description: 'All tables of the sales team',
				selectedDatasets: ['SALES.RETURNS'],
			});
			expect(sales()).toMatchObject({
				selected: ['SALES.RETURNS'],
				description: 'All tables of the sales team',
			});
			expect(requests(PUT).map(({ status }) => status)).toEqual([200]);
		});
	});

	describe('tables that the last scan did not find', () => {
		const crawlerId = byId(DEMO_CATALOG.crawlerId);

		test.each([true, false])(
			'the refusal names the unknown tables before anything is changed (keepSelected: %s)',
			async (keepSelected) => {
				const before = [...sales().selected];
				const { error } = await run('crawler', 'changeSelection', {
					crawlerId,
					selectedDatasets: ['NOPE', 'SALES.ORDERS', 'NEITHER'],
					keepSelected,
				});
				expect(error!.message).toMatch(
					/^Table Names or IDs has tables and views that the last scan of the connection did not find: NOPE, NEITHER\. /,
				);
				expect(requests('PUT /connections/crawlers/{crawlerId}')).toEqual([]);
				expect(sales().selected).toEqual(before);
			},
		);

		test('a selected table may stay although it is gone from the scan', async () => {
			const before = [...sales().selected];
			sales().selected.push('SALES.GONE');
			await succeed('crawler', 'changeSelection', {
				crawlerId,
				selectedDatasets: ['SALES.ORDERS'],
				keepSelected: true,
			});
			expect(sales().selected).toEqual([...before, 'SALES.GONE']);
		});
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
			'Update Fields needs at least one field to change',
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

	test.each([
		{
			operation: 'rename',
			method: 'PATCH',
			behind: '',
			parameters: { updateFields: { name: 'Another' } },
		},
		{
			operation: 'changeSelection',
			method: 'PUT',
			behind: '',
			parameters: { selectedDatasets: ['SALES.ORDERS'] },
		},
		{ operation: 'end', method: 'POST', behind: '/end', parameters: {} },
		{ operation: 'delete', method: 'DELETE', behind: '', parameters: {} },
	])(
		'$operation is sent again if its response was lost',
		async ({ operation, method, behind, parameters }) => {
			const endpoint = `${method} /connections/crawlers/{crawlerId}${behind}`;
			platform.emulator.faults.add({ operation: endpoint, breaks: 'after' });
			expect(
				await succeed('crawler', operation, {
					crawlerId: byId(DEMO_CATALOG.crawlerId),
					...parameters,
				}),
			).toHaveLength(1);
			expect(requests(endpoint)).toHaveLength(2);
		},
	);
});

describe('runs of crawlers', () => {
	const create = { name: 'Leads', selectedDatasets: ['MARKETING.LEADS'] };

	/** Tables that the last scan has found, too. */
	const found = (names: readonly string[]) =>
		catalog()
			.scans.get(warehouse().id)!
			.at(-1)!
			.found.push(...names.map((name) => ({ name, kind: 'TABLE' as const, fields: ['id'] })));

	test('a running crawler cannot be changed or run again', async () => {
		fact('C.87', 'C.111');
		const crawlerId = byId(DEMO_CATALOG.crawlerId);
		expect(await succeed('crawler', 'run', { crawlerId })).toEqual([
			{ started: true, crawlerId: DEMO_CATALOG.crawlerId },
		]);
		expect(requests('POST /connections/crawlers/{crawlerId}/run')[0]!.status).toBe(202);
		for (const [operation, parameters] of [
			['rename', { updateFields: { name: 'x' } }],
			['changeSelection', { selectedDatasets: ['SALES.ORDERS'] }],
			['run', {}],
		] as const) {
			const { error } = await run('crawler', operation, { crawlerId, ...parameters });
			expect(error).toMatchObject({
				httpCode: '409',
				message: `Crawler ${DEMO_CATALOG.crawlerId} is running`,
			});
			expect(error!.description).toMatch(
				/^The crawler is (already )?running: wait for the end of its run, or end it/,
			);
		}
	});

	test('the first run creates datasets, later runs only refresh their samples', async () => {
		fact('C.8', 'C.115');
		const { connectionId } = (
			await succeed('scan', 'scanAndWait', { connectionId: byName(DEMO_CATALOG.marketing) })
		)[0]!;
		const [{ id } = {}] = await succeed('crawler', 'create', {
			connectionId: byId(connectionId),
			...create,
		});
		const counters: unknown[] = [];
		for (let runs = 0; runs < 3; runs++) {
			const [{ status } = {}] = await succeed('crawler', 'runAndWait', { crawlerId: byId(id) });
			counters.push([
				(status as IDataObject).nbDatasetsCreated,
				(status as IDataObject).nbDatasetsFinished,
			]);
		}
		expect(counters).toEqual([
			[1, 1],
			[0, 1],
			[0, 1],
		]);
		const leads = await datasetCalled('MARKETING.LEADS');
		expect(leads.updatedAt).toBeGreaterThan(leads.createdAt);
		expect(
			[...catalog().datasets.values()].filter(({ label }) => label === 'MARKETING.LEADS'),
		).toHaveLength(1);
		await succeed('dataset', 'delete', { datasetId: byId(leads.id) });
		await succeed('crawler', 'runAndWait', { crawlerId: byId(id) });
		expect(await datasetCalled('MARKETING.LEADS')).toBeUndefined();
	});

	test('a crawler passes through its states while its counters grow', async () => {
		fact('C.48', 'C.86');
		sales().selected.push('SALES.RETURNS');
		await succeed('crawler', 'run', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
		const looks: unknown[] = [];
		for (let seconds = 0; seconds <= 14; seconds += 2) {
			const [{ status } = {}] = await succeed('crawler', 'get', {
				crawlerId: byId(DEMO_CATALOG.crawlerId),
			});
			const { runStatus, nbDatasetsFinished, nbDatasetsToCrawl, runFinishedAt } =
				status as IDataObject;
			looks.push(
				`${String(runStatus)} ${String(nbDatasetsFinished)}/${String(nbDatasetsToCrawl)}${runFinishedAt ? ' done' : ''}`,
			);
			platform.emulator.clock.advance(2_000);
		}
		expect(looks).toEqual([
			'RetrievingProperties 0/4',
			'RetrievingProperties 0/4',
			'RetrievingProperties 0/4',
			'CreatingDatasets 0/4',
			'CreatingDatasets 1/4',
			'CreatingDatasets 2/4',
			'CreatingDatasets 3/4',
			'Finished 4/4 done',
		]);
	});

	test('ending a run keeps the datasets that it has created', async () => {
		fact('C.87', 'C.111', 'C.117');
		sales().selected = ['SALES.RETURNS', 'SALES.OPEN_ORDERS'];
		await succeed('crawler', 'run', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
		platform.emulator.clock.advance(7_500);
		expect(await succeed('crawler', 'end', { crawlerId: byId(DEMO_CATALOG.crawlerId) })).toEqual([
			{ ended: true, crawlerId: DEMO_CATALOG.crawlerId },
		]);
		expect(requests('POST /connections/crawlers/{crawlerId}/end')[0]!.status).toBe(202);
		minutes(5);
		expect(await datasetCalled('SALES.RETURNS')).toBeDefined();
		expect(await datasetCalled('SALES.OPEN_ORDERS')).toBeUndefined();
		const labels = (
			await succeed('dataset', 'getMany', {
				filters: { tqlQuery: `datastoreId = '${warehouse().id}'` },
			})
		).map(({ label }) => label);
		expect(labels).toContain('SALES.RETURNS');
	});

	test('a hint explains the empty error file of a run without errors', async () => {
		await succeed('crawler', 'runAndWait', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
		const { items, hints } = await run('crawler', 'downloadErrors', {
			crawlerId: byId(DEMO_CATALOG.crawlerId),
			binaryPropertyName: 'log',
		});
		expect(items[0]!.json.size).toBe(0);
		expect(hints).toEqual(['The file is empty: the last run of the crawler reported no errors.']);
	});

	test('the errors of a crawler are a file with the name that the platform gives it', async () => {
		fact('C.112');
		sales().selected.push('SALES.LEGACY_NOTES', 'SALES.LETTERS', 'SALES.GONE');
		await succeed('crawler', 'runAndWait', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
		const result = await run('crawler', 'downloadErrors', {
			crawlerId: byId(DEMO_CATALOG.crawlerId),
			binaryPropertyName: 'log',
		});
		const [item] = result.items;
		expect(item!.json).toEqual({
			crawlerId: DEMO_CATALOG.crawlerId,
			fileName: `crawler-${DEMO_CATALOG.crawlerId}-errors.log`,
			mimeType: 'text/plain',
			size: expect.any(Number) as number,
		});
		const text = Buffer.from(item!.binary!.log!.data, 'base64').toString('utf8');
		expect(text.split('\n').map((line) => line.split(' ')[2])).toEqual([
			'SALES.LEGACY_NOTES:',
			'SALES.LETTERS:',
			'SALES.GONE:',
			undefined,
		]);
	});

	const tablesOf = (count: number) => Array.from({ length: count }, (_, index) => `T${index}`);
	const TOO_MANY =
		'Table Names or IDs has 1000 tables and views: fewer than 1000 are recommended, and a run with this many may fail';

	/** Selects this many tables for the crawler of the demo. */
	const select = async (count: number) => {
		found(tablesOf(count));
		return await run('crawler', 'changeSelection', {
			crawlerId: byId(DEMO_CATALOG.crawlerId),
			selectedDatasets: tablesOf(count),
			keepSelected: false,
		});
	};

	test.each<{ count: number; has: string; hints: string[] }>([
		{ count: 999, has: 'no warning', hints: [] },
		{ count: 1000, has: 'a warning', hints: [TOO_MANY] },
	])('a selection of $count tables has $has', async ({ count, hints }) => {
		fact('C.144');
		const created = await run('crawler', 'create', {
			connectionId: byName(DEMO_CATALOG.marketing),
			name: 'Many',
			selectedDatasets: tablesOf(count),
		});
		expect(created).toMatchObject({ error: undefined, hints });
		expect((await select(count)).hints).toEqual(hints);
	});

	test('a run with 999 tables is started', async () => {
		fact('C.144');
		await select(999);
		await succeed('crawler', 'run', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
	});

	test('a failed run with 1000 tables says that there may be too many', async () => {
		fact('C.144');
		await select(1000);
		const { error } = await run('crawler', 'run', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
		expect(error).toMatchObject({
			httpCode: '500',
			message: 'The run could not be started',
			description: expect.stringContaining(
				'A crawler with 1000 or more tables and views may not be able to run',
			) as string,
		});
		expect(requests('POST /connections/crawlers/{crawlerId}/run')).toHaveLength(1);
	});

	test('a selection that grows beyond 1000 has a hint that a run may fail', async () => {
		fact('C.144');
		const selectedDatasets = Array.from({ length: 998 }, (_, index) => `T${index}`);
		found(selectedDatasets);
		const grown = await run('crawler', 'changeSelection', {
			crawlerId: byId(DEMO_CATALOG.crawlerId),
			selectedDatasets,
			keepSelected: true,
		});
		expect(grown.hints).toEqual([
			`Crawler ${DEMO_CATALOG.crawlerId} has 1001 tables and views: fewer than 1000 are recommended, and a run with this many may fail`,
		]);
	});

	test.each<{ what: string; operation: string; parameters: IDataObject; message: string }>([
		{
			what: 'an empty selection',
			operation: 'changeSelection',
			parameters: { crawlerId: byId('x'), selectedDatasets: '={{ [] }}' },
			message: 'Table Names or IDs needs at least one entry',
		},
		{
			what: 'no selection',
			operation: 'changeSelection',
			parameters: { crawlerId: byId('x'), selectedDatasets: '={{ undefined }}' },
			message: 'Table Names or IDs is required',
		},
		{
			what: 'a crawler of an empty selection',
			operation: 'create',
			parameters: { connectionId: byId('x'), name: 'x', selectedDatasets: '={{ [] }}' },
			message: 'Table Names or IDs needs at least one entry',
		},
		{
			what: 'no connection',
			operation: 'create',
			parameters: { connectionId: byId(NONE), name: 'x' },
			message: 'Connection is required',
		},
		{
			what: 'no name',
			operation: 'create',
			parameters: { connectionId: byId('x'), name: NONE },
			message: 'Name is required',
		},
		{
			what: 'a crawler "."',
			operation: 'run',
			parameters: { crawlerId: byId('.') },
			message: 'Crawler must not be "." or ".."',
		},
		{
			what: 'a time limit of 0',
			operation: 'runAndWait',
			parameters: { crawlerId: byId('x'), timeLimit: 0 },
			message: 'Time Limit (Minutes) must be at least 1',
		},
	])('$what is refused before anything is sent', async ({ operation, parameters, message }) => {
		fact('C.51');
		await expectRefused('crawler', operation, parameters, message);
	});
});

test('the datasets of a crawler show the result of each table, with the reason for a failure', async () => {
	sales().selected.push('SALES.LEGACY_NOTES');
	await succeed('crawler', 'run', { crawlerId: byId(sales().id) });
	minutes(5);
	const found = await succeed('crawler', 'getDatasets', {
		crawlerId: byId(sales().id),
		returnAll: true,
	});
	expect(
		found.map(({ technicalName, exportStatus }) => [technicalName, exportStatus]),
	).toContainEqual(['SALES.LEGACY_NOTES', 'CreationFailed']);
	expect(found.find(({ technicalName }) => technicalName === 'SALES.LEGACY_NOTES')).toMatchObject({
		failure: expect.stringContaining('could not be created') as string,
	});
	expect(
		found
			.filter(({ exportStatus }) => exportStatus === 'Finished')
			.every(({ datasetId }) => datasetId !== undefined),
	).toBe(true);
});

judgeRequests(platform, 'Catalog', ['crawler']);
