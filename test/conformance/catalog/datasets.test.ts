/** Datasets and the descriptions of their fields. */
import type { IDataObject } from 'n8n-workflow';

import { addDataset } from '../../../emulator/areas/catalog/records';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { schemaFindings } from '../../../tools/interface/documented';
import { judge } from '../../support/conformance';
import { byId, named } from '../../support/demo';
import { fact } from '../../support/fact';
import {
	ask,
	bodyOf,
	connectionCalled,
	contracts,
	done,
	marketing,
	NONE,
	platform,
	refused,
	requests,
	run,
	UNKNOWN,
	warehouse,
} from './stage';

describe('dataset', () => {
	const labels = async (filters: IDataObject) =>
		(await done('dataset', 'getMany', { returnAll: true, filters })).map(({ label }) => label);

	test('a dataset is listed by each filter, and in order', async () => {
		fact('C.16', 'C.95', 'C.96', 'C.97');
		const crawled = ['SALES.CUSTOMERS', 'SALES.ORDERS', 'SALES.ORDER_LINES'];
		expect(await labels({})).toEqual([DEMO_CATALOG.nestedDataset, ...crawled]);
		expect(await labels({ flat: 'true' })).toEqual(crawled);
		expect(await labels({ flat: 'false' })).toEqual([DEMO_CATALOG.nestedDataset]);
		expect(await labels({ favorite: 'true' })).toEqual([DEMO_CATALOG.nestedDataset]);
		expect(await labels({ cloudrunner: 'true' })).toEqual([]);
		expect(await labels({ sortBy: 'label', sortOrder: 'desc' })).toEqual(
			[DEMO_CATALOG.nestedDataset, ...crawled].sort().reverse(),
		);
		expect(
			await labels({ tqlQuery: "(label contains 'ORDER') and not (label = 'SALES.ORDERS')" }),
		).toEqual(['SALES.ORDER_LINES']);
		expect(await labels({ tqlQuery: `datastoreId = '${warehouse().id}'` })).toEqual(crawled);
		const twin = addDataset(platform.emulator.state, {
			label: 'Twin',
			connectionId: marketing().id,
			owner: 'ana.demo',
			fields: ['id', 'name', 'city'],
			createdAt: 0,
		});
		expect(await labels({ sameSchemaAs: twin.id })).toEqual(['SALES.CUSTOMERS', 'Twin']);
		expect(await labels({ cloudrunner: 'true' })).toEqual(['Twin']);
		const unreadable = await run('dataset', 'getMany', { filters: { tqlQuery: 'label like x' } });
		expect(unreadable.error).toMatchObject({
			httpCode: '400',
			message: 'The TQL query has "like" where an operator is expected',
		});
		expect(
			(await run('dataset', 'getMany', { filters: { favorite: 'maybe' } })).error,
		).toMatchObject({ httpCode: '400' });
		expect(await done('dataset', 'getMany', { limit: 2 })).toHaveLength(2);
	});

	test('a dataset is read by ID and by name, simplified or not', async () => {
		fact(
			'C.7',
			'C.11',
			'C.12',
			'C.13',
			'C.14',
			'C.15',
			'C.16',
			'C.17',
			'C.18',
			'C.19',
			'C.20',
			'C.21',
			'C.42',
		);
		const [short] = await done('dataset', 'get', { datasetId: named(DEMO_CATALOG.nestedDataset) });
		const { id } = await contracts();
		expect(short).toMatchObject({
			id,
			label: DEMO_CATALOG.nestedDataset,
			certification: 'none',
			favorite: true,
		});
		expect(short).not.toHaveProperty('entitlements');
		// One form for both times, which the platform gives as a number and as text.
		const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
		expect(short).toMatchObject({ created: iso, updated: iso });
		expect((await done('dataset', 'getMany', { limit: 1 }))[0]).toMatchObject({
			created: iso,
			updated: iso,
		});
		const [full] = await done('dataset', 'get', { datasetId: byId(id), simplify: false });
		expect(full).toMatchObject({
			entitlements: expect.any(Array) as string[],
			datastoreId: connectionCalled(DEMO_CATALOG.bucket).id,
			datastore: { label: DEMO_CATALOG.bucket },
			nested: true,
			creator: 'Ana Demo',
			owner: 'ana.demo',
			createdBy: expect.any(Object) as object,
		});
		expect(schemaFindings('C.ConnectionInfo', full!.datastore)).toEqual([]);
		expect(schemaFindings('C.RatingInfo', full!.rating)).toEqual([]);
		expect(schemaFindings('C.SharingState', full!.sharing)).toEqual([]);
		expect(schemaFindings('C.PlatformQuality', full!.platformGlobalQuality)).toEqual([]);
		for (const axis of full!.trustScoreAxes as unknown[])
			expect(schemaFindings('C.TrustScoreAxis', axis)).toEqual([]);
		expect(Number.isInteger(full!.created)).toBe(true);
		expect(full!.updated).toMatch(/^\d{13}$/);
		expect(short!.updated).toBe(new Date(Number(full!.updated)).toISOString());
	});

	test('a filter also accepts a switch from an expression', async () => {
		await done('dataset', 'getMany', { filters: { favorite: true, flat: false } });
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
		expect(await done('dataset', 'getMany')).toEqual([{ label: 'Bare' }]);
	});

	test('any success counts if the documents show none', async () => {
		fact('B.3', 'C.2');
		const { id } = await contracts();
		for (const [status, body] of [
			[200, { id: 'a-command' }],
			[202, ''],
			[204, ''],
		] as const) {
			platform.emulator.faults.add({ operation: 'DELETE /datasets/{datasetId}', status, body });
			expect(await done('dataset', 'delete', { datasetId: byId(id) })).toEqual([
				{ deleted: true, datasetId: id },
			]);
		}
		platform.emulator.faults.add({
			operation: 'DELETE /connections/{connectionId}',
			status: 204,
			body: '',
		});
		expect(await done('connection', 'delete', { connectionId: byId(warehouse().id) })).toEqual([
			{ deleted: true, connectionId: warehouse().id },
		]);
	});

	test('the certification of a dataset is replaced; an unknown value is sent with a warning', async () => {
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
		const gold = { datasetId: byId(id), currentCertification: '={{ "gold" }}' };
		const other = await run('dataset', 'certify', gold);
		expect(other.error).toMatchObject({ httpCode: '400', message: 'Unknown certification gold' });
		expect(other.error!.description).toMatch(
			/^The known certifications are none, pending, certified\./,
		);
		platform.emulator.faults.add({
			operation: 'PUT /datasets/{datasetId}/certification',
			status: 204,
			body: '',
		});
		expect((await run('dataset', 'certify', gold)).hints).toEqual([
			'Certification has unknown values, which were sent unchanged: gold',
		]);
		await refused(
			'dataset',
			'certify',
			{ datasetId: byId(id), currentCertification: NONE },
			'Certification is required',
		);
	});

	test('a dataset is deleted, and no longer counts', async () => {
		const { id } = await contracts();
		expect(await done('dataset', 'delete', { datasetId: byId(id) })).toEqual([
			{ deleted: true, datasetId: id },
		]);
		expect((await run('dataset', 'get', { datasetId: byId(id) })).error).toMatchObject({
			httpCode: '404',
			message: `Dataset ${id} was not found`,
		});
		expect(await done('connection', 'get', { connectionId: named(DEMO_CATALOG.bucket) })).toEqual([
			expect.objectContaining({ datasetsCount: 0 }),
		]);
	});

	test('the refusal says to narrow a list of more than 1500 datasets', async () => {
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
		[{ sortBy: 'label' }, 'Sort By can only be used together with Sort Order'],
		[{ sortOrder: 'asc' }, 'Sort Order can only be used together with Sort By'],
	])('%j is refused before anything is sent', async (filters, message) => {
		fact('C.96');
		await refused('dataset', 'getMany', { filters }, message);
	});
});

describe('field description', () => {
	test('a field description is set by a path with slashes, dots and spaces, as one segment', async () => {
		fact('C.34', 'C.35', 'C.104');
		const { id, descriptions } = await contracts();
		for (const [path, segment] of [
			['party/address.city', 'party%2Faddress.city'],
			['signed at 100%', 'signed%20at%20100%25'],
		] as const) {
			expect(
				await done('fieldDescription', 'set', {
					datasetId: byId(id),
					path,
					description: `About ${path}`,
				}),
			).toEqual([{ success: true, datasetId: id, path }]);
			expect(requests('PUT /datasets/{datasetId}/columns/{path}').at(-1)!.path).toBe(
				`/datasets/${id}/columns/${segment}`,
			);
			expect(descriptions.get(path)).toBe(`About ${path}`);
		}
		expect(bodyOf('PUT /datasets/{datasetId}/columns/{path}')).toEqual({
			description: 'About signed at 100%',
		});
		expect(
			await done('fieldDescription', 'getMany', {
				datasetId: named(DEMO_CATALOG.nestedDataset),
				returnAll: true,
			}),
		).toEqual([
			{ path: 'number', description: 'Number of the contract' },
			{ path: 'party/address.city', description: 'About party/address.city' },
			{ path: 'signed at 100%', description: 'About signed at 100%' },
		]);
		const { error } = await run('fieldDescription', 'set', {
			datasetId: byId(id),
			path: 'party.name',
			description: 'x',
		});
		expect(error).toMatchObject({
			httpCode: '404',
			message: `Dataset ${id} has no field party.name`,
		});
	});

	test('a path that the schema does not have is explained', async () => {
		const { id } = await contracts();
		const { error } = await run('fieldDescription', 'set', {
			datasetId: byId(id),
			path: 'Number',
			description: 'Its number',
		});
		expect(error).toMatchObject({ httpCode: '404', message: `Dataset ${id} has no field Number` });
		expect(error!.description).toMatch(
			/^Check the ID of the dataset, and that the path is that of a field in its schema, in the same spelling\./,
		);
	});

	test('many descriptions whose response was lost are sent again', async () => {
		const { id } = await contracts();
		platform.emulator.faults.add({
			operation: 'POST /datasets/{datasetId}/columns',
			breaks: 'after',
		});
		await done('fieldDescription', 'setMany', {
			datasetId: byId(id),
			descriptions: { rows: [{ path: 'number', description: 'Its number' }] },
		});
		expect(requests('POST /datasets/{datasetId}/columns')).toHaveLength(2);
	});

	test('many descriptions are set in one request, from a form and from JSON', async () => {
		fact('C.34', 'C.104');
		const { id, descriptions } = await contracts();
		const given = [
			{ path: 'number', description: 'A' },
			{ path: 'party/name', description: 'B' },
		];
		for (const parameters of [
			{ descriptions: { rows: given } },
			{ descriptionsJson: JSON.stringify(given) },
		]) {
			expect(
				await done('fieldDescription', 'setMany', { datasetId: byId(id), ...parameters }),
			).toEqual([{ success: true, datasetId: id, fields: 2 }]);
			expect(bodyOf('POST /datasets/{datasetId}/columns')).toEqual(given);
		}
		expect([...descriptions]).toEqual([
			['number', 'A'],
			['party/name', 'B'],
		]);
		expect((await ask(`POST /datasets/${id}/columns`, given)).status).toBe(204);
		expect((await ask(`PUT /datasets/${id}/columns/number`, { description: 'C' })).status).toBe(
			204,
		);
	});

	test.each<[string, string, IDataObject, string]>([
		['the path "."', 'set', { path: '.', description: 'x' }, 'Field Path must not be "." or ".."'],
		[
			'the path ".."',
			'set',
			{ path: '..', description: 'x' },
			'Field Path must not be "." or ".."',
		],
		['no path', 'set', { path: NONE, description: 'x' }, 'Field Path is required'],
		['no description', 'set', { path: 'number', description: NONE }, 'Description is required'],
		['no rows', 'setMany', { descriptions: {} }, 'Descriptions is required'],
		['an empty list', 'setMany', { descriptionsJson: '[]' }, 'Descriptions is required'],
		[
			'a field twice',
			'setMany',
			{
				descriptionsJson: '[{"path":"a","description":"x"},{"path":"a","description":"y"}]',
			},
			'Descriptions must not have the same Field Path twice: row 1 and row 2 have a',
		],
	])('%s is refused before anything is sent', async (_what, operation, parameters, message) => {
		await refused(
			'fieldDescription',
			operation,
			{ datasetId: byId(UNKNOWN), ...parameters },
			message,
		);
	});
});

test('the operations were done, and the responses are as documented', () => {
	expect(
		judge('Catalog', platform.everything, (resource) =>
			['dataset', 'fieldDescription'].includes(resource),
		),
	).toEqual({ notDone: [], notDocumented: [] });
});
