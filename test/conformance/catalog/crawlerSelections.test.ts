/** The tables that a crawler selects, also those that its last scan did not find. */
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { bodyOf, platform, requests, run, sales, succeed, warehouse } from './stage';

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
				selectedDatasets: ['SALES.CUSTOMERS', 'SALES.ORDERS', 'SALES.ORDER_LINES', 'SALES.RETURNS'],
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

	test.each([
		['adds to the selection', true],
		['replaces the selection', false],
	])(
		'a change that %s is refused with the names of the unknown tables before anything is changed',
		async (_what, keepSelected) => {
			const before = [...sales().selected];
			const { error } = await run('crawler', 'changeSelection', {
				crawlerId,
				selectedDatasets: ['NOPE', 'SALES.ORDERS', 'NEITHER'],
				keepSelected,
			});
			expect(error!.message).toMatch(
				/^"Table Names or IDs" has tables and views that the last scan of the connection did not find: NOPE, NEITHER\. /,
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

judgeRequests(platform, 'Catalog', ['crawler.changeSelection']);
