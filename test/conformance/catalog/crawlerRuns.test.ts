/** Runs of crawlers: their states and counters, the datasets that they create, and their errors. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	catalog,
	datasetCalled,
	expectRefused,
	LEADS_CRAWLER,
	minutes,
	NONE,
	platform,
	requests,
	run,
	sales,
	succeed,
	warehouse,
} from './stage';

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
		...LEADS_CRAWLER,
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
	'"Table Names or IDs" has 1000 tables and views: fewer than 1000 are recommended, and a run with this many may fail';

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
		message: '"Table Names or IDs" needs at least one entry',
	},
	{
		what: 'no selection',
		operation: 'changeSelection',
		parameters: { crawlerId: byId('x'), selectedDatasets: '={{ undefined }}' },
		message: '"Table Names or IDs" is required',
	},
	{
		what: 'a crawler of an empty selection',
		operation: 'create',
		parameters: { connectionId: byId('x'), name: 'x', selectedDatasets: '={{ [] }}' },
		message: '"Table Names or IDs" needs at least one entry',
	},
	{
		what: 'no connection',
		operation: 'create',
		parameters: { connectionId: byId(NONE), name: 'x' },
		message: '"Connection" is required',
	},
	{
		what: 'no name',
		operation: 'create',
		parameters: { connectionId: byId('x'), name: NONE },
		message: '"Name" is required',
	},
	{
		what: 'a crawler "."',
		operation: 'run',
		parameters: { crawlerId: byId('.') },
		message: '"Crawler" must not be "." or ".."',
	},
	{
		what: 'a time limit of 0',
		operation: 'runAndWait',
		parameters: { crawlerId: byId('x'), timeLimit: 0 },
		message: '"Time Limit (Minutes)" must be at least 1',
	},
])('$what is refused before anything is sent', async ({ operation, parameters, message }) => {
	fact('C.51');
	await expectRefused('crawler', operation, parameters, message);
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

judgeRequests(platform, 'Catalog', [
	'crawler.downloadErrors',
	'crawler.end',
	'crawler.getDatasets',
	'crawler.run',
]);
