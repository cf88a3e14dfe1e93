/** Datasets: how they are listed, read, certified and deleted. */
import type { IDataObject } from 'n8n-workflow';

import { addDataset } from '../../../emulator/areas/catalog/catalogStore';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	bodyOf,
	connectionCalled,
	contracts,
	expectRefused,
	marketing,
	NONE,
	platform,
	requests,
	run,
	succeed,
	warehouse,
} from './stage';

describe('dataset', () => {
	const labels = async (filters: IDataObject) =>
		(await succeed('dataset', 'getMany', { returnAll: true, filters })).map(({ label }) => label);

	const CRAWLED = ['SALES.CUSTOMERS', 'SALES.ORDERS', 'SALES.ORDER_LINES'];
	const ALL = [DEMO_CATALOG.nestedDataset, ...CRAWLED];
	/** A dataset of the Cloud, with the fields of SALES.CUSTOMERS. */
	const addTwin = () =>
		addDataset(platform.emulator.state, {
			label: 'Twin',
			connectionId: marketing().id,
			owner: 'ana.demo',
			fields: ['id', 'name', 'city'],
			createdAt: 0,
		});

	test.each<[IDataObject, string[]]>([
		[{}, ALL],
		[{ flat: 'true' }, CRAWLED],
		[{ flat: 'false' }, [DEMO_CATALOG.nestedDataset]],
		[{ favorite: 'true' }, [DEMO_CATALOG.nestedDataset]],
		[{ cloudrunner: 'true' }, []],
		[{ sortBy: 'label', sortOrder: 'desc' }, [...ALL].sort().reverse()],
		[
			{ tqlQuery: "(label contains 'ORDER') and not (label = 'SALES.ORDERS')" },
			['SALES.ORDER_LINES'],
		],
	])('the list of datasets filtered by %j is %j', async (filters, expected) => {
		fact('C.95', 'C.96');
		expect(await labels(filters)).toEqual(expected);
	});

	test('datasets are listed by their connection', async () => {
		fact('C.96');
		expect(await labels({ tqlQuery: `datastoreId = '${warehouse().id}'` })).toEqual(CRAWLED);
	});

	test('the datasets with the same schema as another one are listed', async () => {
		fact('C.16', 'C.96');
		const twin = addTwin();
		expect((await labels({ sameSchemaAs: twin.id })).sort()).toEqual(['SALES.CUSTOMERS', 'Twin']);
	});

	test('the datasets that the Cloud can run are listed', async () => {
		fact('C.95');
		addTwin();
		expect(await labels({ cloudrunner: 'true' })).toEqual(['Twin']);
	});

	test('a query that cannot be read is refused', async () => {
		fact('C.96');
		const unreadable = await run('dataset', 'getMany', { filters: { tqlQuery: 'label like x' } });
		expect(unreadable.error).toMatchObject({
			httpCode: '400',
			message: 'The TQL query has "like" where an operator is expected',
		});
	});

	test('an unknown choice of favorites is refused', async () => {
		fact('C.97');
		expect(
			(await run('dataset', 'getMany', { filters: { favorite: 'maybe' } })).error,
		).toMatchObject({ httpCode: '400' });
	});

	test('a limit shortens the list of datasets', async () => {
		expect(await succeed('dataset', 'getMany', { limit: 2 })).toHaveLength(2);
	});

	describe('reading a dataset', () => {
		const read = async (more: IDataObject = {}) => {
			const [dataset] = await succeed('dataset', 'get', {
				datasetId: byName(DEMO_CATALOG.nestedDataset),
				...more,
			});
			return dataset!;
		};

		test('a dataset is read by its name, with the most useful fields', async () => {
			fact('C.11');
			const short = await read();
			const { id } = await contracts();
			expect(short).toMatchObject({
				id,
				label: DEMO_CATALOG.nestedDataset,
				certification: 'none',
				favorite: true,
			});
			expect(short).not.toHaveProperty('entitlements');
		});

		test('the times of a dataset have one format, although the platform gives a number and a text', async () => {
			fact('C.12', 'C.42');
			const short = await read();
			const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
			expect(short).toMatchObject({ created: iso, updated: iso });
			expect((await succeed('dataset', 'getMany', { limit: 1 }))[0]).toMatchObject({
				created: iso,
				updated: iso,
			});
			const full = await read({ simplify: false });
			expect(Number.isInteger(full.created)).toBe(true);
			expect(full.updated).toMatch(/^\d{13}$/);
			expect(short.updated).toBe(new Date(Number(full.updated)).toISOString());
		});

		test('a complete dataset is read by its ID', async () => {
			fact('C.13', 'C.14');
			const { id } = await contracts();
			const full = await read({ datasetId: byId(id), simplify: false });
			expect(full).toMatchObject({
				entitlements: expect.any(Array) as string[],
				nested: true,
				creator: 'Ana Demo',
				owner: 'ana.demo',
				createdBy: expect.any(Object) as object,
			});
		});

		test('a dataset shows the connection that its data comes from', async () => {
			fact('C.7', 'C.15');
			expect(await read({ simplify: false })).toMatchObject({
				datastoreId: connectionCalled(DEMO_CATALOG.bucket).id,
				datastore: { label: DEMO_CATALOG.bucket },
			});
		});

		test.each([
			['rating', 'C.RatingInfo'],
			['sharing', 'C.SharingState'],
			['platformGlobalQuality', 'C.PlatformQuality'],
		] as const)('%s of a dataset is as documented', async (name, schema) => {
			fact('C.17', 'C.18', 'C.19');
			const full = await read({ simplify: false });
			expect(schemaFindings(schema, full[name])).toEqual([]);
		});

		test('the connection and the trust score of a dataset are as documented', async () => {
			fact('C.16', 'C.20', 'C.21');
			const full = await read({ simplify: false });
			expect(schemaFindings('C.ConnectionInfo', full.datastore)).toEqual([]);
			for (const axis of full.trustScoreAxes as unknown[])
				expect(schemaFindings('C.TrustScoreAxis', axis)).toEqual([]);
			expect(full.nested).toBe(true);
		});
	});

	test('a filter also accepts a boolean from an expression', async () => {
		await succeed('dataset', 'getMany', { filters: { favorite: true, flat: false } });
		expect(requests('GET /datasets').at(-1)!.query).toEqual([
			['flat', 'false'],
			['favorite', 'true'],
		]);
	});

	test('optional values may be missing', async () => {
		fact('C.11');
		platform.emulator.faults.add({
			operation: 'GET /datasets',
			status: 200,
			body: [{ label: 'Bare', version: 1 }],
		});
		expect(await succeed('dataset', 'getMany')).toEqual([{ label: 'Bare' }]);
	});

	test('any success status counts if the documents show none', async () => {
		fact('B.3', 'C.2');
		const { id } = await contracts();
		for (const [status, body] of [
			[200, { id: 'a-command' }],
			[202, ''],
			[204, ''],
		] as const) {
			platform.emulator.faults.add({ operation: 'DELETE /datasets/{datasetId}', status, body });
			expect(await succeed('dataset', 'delete', { datasetId: byId(id) })).toEqual([
				{ deleted: true, datasetId: id },
			]);
		}
		platform.emulator.faults.add({
			operation: 'DELETE /connections/{connectionId}',
			status: 204,
			body: '',
		});
		expect(await succeed('connection', 'delete', { connectionId: byId(warehouse().id) })).toEqual([
			{ deleted: true, connectionId: warehouse().id },
		]);
	});

	test('the certification of a dataset is replaced', async () => {
		fact('C.31', 'C.32', 'C.94');
		const { id } = await contracts();
		for (const currentCertification of ['pending', 'certified', 'none']) {
			const result = await run('dataset', 'certify', { datasetId: byId(id), currentCertification });
			expect(result.items[0]!.json).toEqual({ success: true, datasetId: id, currentCertification });
			expect(result.hints).toEqual([]);
			expect((await contracts()).certification).toBe(currentCertification);
		}
		expect(bodyOf('PUT /datasets/{datasetId}/certification')).toEqual({
			currentCertification: 'none',
		});
	});

	describe('an unknown certification', () => {
		const certify = async (currentCertification: string) =>
			await run('dataset', 'certify', {
				datasetId: byId((await contracts()).id),
				currentCertification,
			});

		test('the error says which certifications are known', async () => {
			fact('C.32');
			const { error } = await certify('={{ "gold" }}');
			expect(error).toMatchObject({ httpCode: '400', message: 'Unknown certification gold' });
			expect(error!.description).toMatch(
				/^The known certifications are none, pending, certified\./,
			);
		});

		test('a hint says that it was sent unchanged', async () => {
			platform.emulator.faults.add({
				operation: 'PUT /datasets/{datasetId}/certification',
				status: 204,
				body: '',
			});
			expect((await certify('={{ "gold" }}')).hints).toEqual([
				'"Certification" has unknown values, which are sent unchanged: gold',
			]);
		});
	});

	test('a missing certification is refused', async () => {
		await expectRefused(
			'dataset',
			'certify',
			{ datasetId: byId((await contracts()).id), currentCertification: NONE },
			'"Certification" is required',
		);
	});

	test('a deleted dataset is no longer counted', async () => {
		const { id } = await contracts();
		expect(await succeed('dataset', 'delete', { datasetId: byId(id) })).toEqual([
			{ deleted: true, datasetId: id },
		]);
		expect((await run('dataset', 'get', { datasetId: byId(id) })).error).toMatchObject({
			httpCode: '404',
			message: `Dataset ${id} was not found`,
		});
		expect(
			await succeed('connection', 'get', { connectionId: byName(DEMO_CATALOG.bucket) }),
		).toEqual([expect.objectContaining({ datasetsCount: 0 })]);
	});

	test('the refusal of a list of more than 1500 datasets says to narrow it', async () => {
		fact('C.145');
		for (let index = 0; index < 1500; index++)
			addDataset(platform.emulator.state, {
				label: `d${index}`,
				connectionId: marketing().id,
				owner: 'ana.demo',
				fields: [],
				createdAt: 0,
			});
		const { error } = await run('dataset', 'getMany');
		expect(error).toMatchObject({ httpCode: '503', message: 'The list took too long' });
		expect(error!.description).toMatch(
			/^With more than 1500 datasets the list may time out: narrow it with a query/,
		);
		expect(await labels({ tqlQuery: "label = 'd7'" })).toEqual(['d7']);
	});

	test.each([
		[{ sortBy: 'label' }, '"Sort By" can only be used together with "Sort Order"'],
		[{ sortOrder: 'asc' }, '"Sort Order" can only be used together with "Sort By"'],
	])('%j is refused before anything is sent', async (filters, message) => {
		fact('C.96');
		await expectRefused('dataset', 'getMany', { filters }, message);
	});
});

judgeRequests(platform, 'Catalog', ['dataset']);
