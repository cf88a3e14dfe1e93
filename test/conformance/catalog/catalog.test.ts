/** Each operation of Talend Cloud Datasets and Crawlers does its work on the platform. */
import type { IDataObject } from 'n8n-workflow';

import {
	addDataset,
	catalogOf,
	type Connection,
	type Crawler,
} from '../../../emulator/areas/catalog/records';
import { scimOf } from '../../../emulator/areas/scim/records';
import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { customAttribute } from '../../../nodes/TalendCloudCatalog/resources/customAttribute';
import { inputFields } from '../../../nodes/shared/declare/define';
import { type Source, sourceOf } from '../../../nodes/shared/declare/lists/source';
import { areaOf } from '../../support/area';
import { ask as askOf } from '../../support/ask';
import { judge } from '../../support/conformance';
import { byId, named, userNamed } from '../../support/demo';
import { schemaFindings } from '../../../tools/interface/documented';
import { load, pick } from '../../support/picking';
import { startPlatform, type Platform } from '../../support/platform';
import { fact } from '../../support/fact';

let platform: Platform;
beforeAll(async () => {
	platform = await startPlatform({ keepAnswers: true });
});
/** What one test makes, no other sees. */
beforeEach(() => {
	platform.forget();
	platform.emulator.resetAccount();
});
afterAll(async () => await platform.close());

const catalog = () => catalogOf(platform.emulator.state);
const ask = async (
	endpoint: `${string} /${string}`,
	body?: unknown,
	headers?: Record<string, string>,
) => await askOf(platform, endpoint, body, headers);
const { run, done, requests, refused } = areaOf('Catalog', () => platform);

const connectionCalled = (label: string): Connection =>
	[...catalog().connections.values()].find((each) => each.label === label)!;
const warehouse = () => connectionCalled(DEMO_CATALOG.warehouse);
const marketing = () => connectionCalled(DEMO_CATALOG.marketing);
const crawlerCalled = (name: string): Crawler =>
	[...catalog().crawlers.values()].find((each) => each.name === name)!;
const sales = () => crawlerCalled(DEMO_CATALOG.crawler);
/** What a list says whose first choice is given in a way that cannot be looked up. */
const FIRST =
	'Choose above from the list or by ID to see what there is. With a name or an expression there, give these values as an expression, too.';
const minutes = (count: number) => platform.emulator.clock.advance(count * 60_000);
/** The datasets of the seed's crawler stand once somebody looks. */
const datasetCalled = async (label: string) => {
	await ask('GET /datasets');
	return [...catalog().datasets.values()].find((each) => each.label === label)!;
};
const contracts = async () => await datasetCalled(DEMO_CATALOG.nestedDataset);
const bodyOf = (operation: string): unknown => JSON.parse(requests(operation).at(-1)!.body);

/** n8n itself refuses an empty input; an expression can still give nothing. */
const NONE = '={{ "" }}';
const UNKNOWN = '9a1f2b3c-4d5e-4f60-8a7b-1c2d3e4f5a6b';

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

describe('custom attribute', () => {
	const attribute = (label: string) =>
		[...catalog().attributes.values()].find((each) => each.label === label)!;

	test('a custom attribute is defined, read, listed, changed and deleted', async () => {
		fact('C.22', 'C.23', 'C.24', 'C.25', 'C.26', 'C.33', 'C.99');
		const [made] = await done('customAttribute', 'create', {
			label: 'Retention',
			type: 'enum',
			mandatory: true,
			additionalFields: {
				description: 'How long it is kept',
				values: ['1 year', '10 years'],
				defaults: ['1 year'],
			},
		});
		expect(made).toEqual({ definitionId: attribute('Retention').id });
		const definitionId = byId(made!.definitionId);
		const [read] = await done('customAttribute', 'get', { definitionId: named('Retention') });
		expect(read).toMatchObject({
			id: made!.definitionId,
			type: 'enum',
			mandatory: true,
			defaults: ['1 year'],
			createdAt: expect.stringMatching(/^2026-.*Z$/) as string,
			updatedAt: expect.stringMatching(/^2026-.*Z$/) as string,
		});
		expect(read!.createdBy).not.toHaveProperty('fullName');
		const [more] = await done('customAttribute', 'get', {
			definitionId: named(DEMO_CATALOG.attribute),
			options: { includeMetadata: true },
		});
		expect(more!.createdBy).toMatchObject({ fullName: 'Ana Demo' });
		expect(
			(
				await done('customAttribute', 'getMany', {
					returnAll: true,
					filters: { category: 'custom', includeMetadata: true },
				})
			).map(({ label }) => label),
		).toEqual([DEMO_CATALOG.attribute, DEMO_CATALOG.textAttribute, 'Retention']);
		expect(await done('customAttribute', 'getMany', { filters: { category: 'built-in' } })).toEqual(
			[],
		);
		expect(
			await done('customAttribute', 'delete', { definitionId, confirmDeletion: true }),
		).toEqual([{ deleted: true, definitionId: made!.definitionId }]);
		expect((await run('customAttribute', 'get', { definitionId })).error).toMatchObject({
			httpCode: '404',
		});
	});

	test('an update keeps what is not given', async () => {
		fact('C.27', 'C.103');
		const { id } = attribute(DEMO_CATALOG.attribute);
		expect(
			await done('customAttribute', 'update', {
				definitionId: byId(id),
				updateFields: { description: 'Changed' },
			}),
		).toEqual([{ success: true, definitionId: id }]);
		expect(bodyOf('PATCH /datasets/attributes/{definitionId}')).toEqual({
			label: DEMO_CATALOG.attribute,
			mandatory: false,
			description: 'Changed',
		});
		await done('customAttribute', 'update', {
			definitionId: byId(id),
			updateFields: { values: ['Public', 'Internal'] },
		});
		expect(attribute(DEMO_CATALOG.attribute)).toMatchObject({
			values: ['Public', 'Internal'],
			description: 'Changed',
			defaults: ['Internal'],
		});
		expect((await ask(`PATCH /datasets/attributes/${id}`, { label: 'x' })).status).toBe(400);
		expect(
			(await ask(`PATCH /datasets/attributes/${id}`, { label: 'x', mandatory: true, type: 'text' }))
				.status,
		).toBe(400);
		expect(
			(await ask(`PATCH /datasets/attributes/${id}`, { label: 'x', mandatory: true })).status,
		).toBe(204);
		expect((await ask(`DELETE /datasets/attributes/${id}`)).status).toBe(204);
	});

	test('an update clears a description and the defaults', async () => {
		const { id } = attribute(DEMO_CATALOG.attribute);
		await done('customAttribute', 'update', {
			definitionId: byId(id),
			updateFields: { clearFields: ['description', 'defaults'] },
		});
		expect(bodyOf('PATCH /datasets/attributes/{definitionId}')).toEqual({
			label: DEMO_CATALOG.attribute,
			mandatory: false,
			description: '',
			defaults: [],
		});
		expect(attribute(DEMO_CATALOG.attribute)).toMatchObject({ description: '', defaults: [] });
	});

	test('a dataset has the default value, then its own, then the default again', async () => {
		fact('C.28', 'C.30', 'C.33', 'C.100', 'C.101', 'C.102');
		const dataset = await contracts();
		const { id, businessId } = attribute(DEMO_CATALOG.attribute);
		const steward = attribute(DEMO_CATALOG.textAttribute);
		const at = { datasetId: byId(dataset.id) };
		const present = async () => {
			const values = await done('customAttribute', 'getValues', { ...at, returnAll: true });
			return Object.fromEntries(
				values.map(({ label, values: now, isDefault }): [string, unknown] => [
					String(label),
					[now, isDefault],
				]),
			);
		};
		expect(await present()).toEqual({
			[DEMO_CATALOG.attribute]: [['Internal'], true],
			[DEMO_CATALOG.textAttribute]: [[], true],
		});
		expect(
			await done('customAttribute', 'setValue', {
				...at,
				id: named(DEMO_CATALOG.attribute),
				values: ['Secret'],
			}),
		).toEqual([{ success: true, datasetId: dataset.id, id, values: ['Secret'] }]);
		await done('customAttribute', 'setValue', {
			...at,
			id: byId(steward.id),
			values: ['Ana, Bao'],
		});
		expect(await present()).toEqual({
			[DEMO_CATALOG.attribute]: [['Secret'], false],
			[DEMO_CATALOG.textAttribute]: [['Ana, Bao'], false],
		});
		await done('customAttribute', 'setValue', { ...at, id: byId(businessId), values: ['Public'] });
		expect(dataset.values.get(id)).toEqual(['Public']);
		await done('customAttribute', 'setValue', { ...at, id: byId(id), values: ['Internal'] });
		expect((await present())[DEMO_CATALOG.attribute]).toEqual([['Internal'], true]);
		expect(await done('customAttribute', 'removeValue', { ...at, id: byId(id) })).toEqual([
			{ deleted: true, datasetId: dataset.id, id },
		]);
		await done('customAttribute', 'removeValue', { ...at, id: byId(steward.id) });
		expect(await present()).toEqual({
			[DEMO_CATALOG.attribute]: [['Internal'], true],
			[DEMO_CATALOG.textAttribute]: [[], true],
		});
		expect(
			await done('customAttribute', 'getValues', { ...at, filters: { category: 'built-in' } }),
		).toEqual([]);
	});

	test('values are chosen from the list or typed, but not both', async () => {
		const dataset = await contracts();
		const { id } = attribute(DEMO_CATALOG.attribute);
		const steward = attribute(DEMO_CATALOG.textAttribute);
		const at = { resource: 'customAttribute', operation: 'setValue', datasetId: byId(dataset.id) };
		const offered = async (more: IDataObject) =>
			(await load(platform, 'Catalog', 'loadAttributeValues', { ...at, ...more })).map(
				({ value }) => value,
			);
		expect(await offered({ id: byId(id) })).toEqual(['Internal']);
		await done('customAttribute', 'setValue', { ...at, id: byId(id), text: 'Secret' });
		expect(dataset.values.get(id)).toEqual(['Secret']);
		expect(await offered({ id: byId(id) })).toEqual(['Internal', 'Secret']);
		expect(await offered({ id: byId(id), datasetId: byId('') })).toEqual(['Internal']);
		expect(await offered({ id: byId(steward.id) })).toEqual([]);
		expect(await offered({ id: byId('') })).toEqual([]);
		await expect(offered({ id: named(DEMO_CATALOG.attribute) })).rejects.toThrow(FIRST);
		const before = requests('PUT /datasets/{datasetId}/attributes/{id}').length;
		expect((await run('customAttribute', 'setValue', { ...at, id: byId(id) })).error!.message).toBe(
			'Value Names or IDs or Text must be given: choose values, or type one',
		);
		expect(
			(
				await run('customAttribute', 'setValue', {
					...at,
					id: byId(id),
					values: ['Public'],
					text: 'Public',
				})
			).error!.message,
		).toBe('Value Names or IDs cannot be given beside Text: leave one of them empty');
		expect(requests('PUT /datasets/{datasetId}/attributes/{id}')).toHaveLength(before);
	});

	test('a definition that shows its values offers all of them, without reading the dataset', async () => {
		const field = inputFields(customAttribute.operations.setValue!).values!;
		const asked: string[] = [];
		const load = (sourceOf(field) as Extract<Source, { load: unknown }>).load;
		const offered = await load(
			(operation) => {
				asked.push(operation.name);
				return Promise.resolve({
					type: 'enum',
					values: ['Public', 'Internal'],
					defaults: ['Internal'],
				});
			},
			{ name: 'id', id: 'x' },
			{ datasetId: 'y' },
		);
		expect(offered.map(({ value }) => value)).toEqual(['Public', 'Internal']);
		expect(asked).toEqual(['Get']);
	});

	test('values that the attribute does not have, and unknown IDs, are explained', async () => {
		fact('C.101', 'C.143');
		const { id: dataset } = await contracts();
		const other = await run('customAttribute', 'setValue', {
			datasetId: byId(dataset),
			id: named(DEMO_CATALOG.attribute),
			values: ['Cosmic'],
		});
		expect(other.error).toMatchObject({
			httpCode: '400',
			message: 'Not a value of the attribute: Cosmic',
		});
		expect(other.error!.description).toMatch(
			/^Only values from the definition of the attribute can be set/,
		);
		const two = await run('customAttribute', 'setValue', {
			datasetId: byId(dataset),
			id: named(DEMO_CATALOG.textAttribute),
			values: ['a', 'b'],
		});
		expect(two.error).toMatchObject({
			httpCode: '400',
			message: 'A free-text attribute takes one value',
		});
		for (const [datasetId, id] of [
			[dataset, UNKNOWN],
			[UNKNOWN, DEMO_CATALOG.attributeId],
		] as const) {
			const { error } = await run('customAttribute', 'setValue', {
				datasetId: byId(datasetId),
				id: byId(id),
				values: ['Public'],
			});
			expect(error).toMatchObject({ httpCode: '404' });
			expect(error!.description).toMatch(
				/^The attribute or the dataset does not exist: check both\./,
			);
		}
	});

	test('long lists are read in pages of 100', async () => {
		fact('C.29', 'C.98', 'C.146');
		for (let index = 0; index < 148; index++)
			await ask('POST /datasets/attributes', {
				label: `a${index}`,
				type: 'text',
				mandatory: false,
			});
		platform.forget();
		expect(await done('customAttribute', 'getMany', { returnAll: true })).toHaveLength(150);
		expect(requests('GET /datasets/attributes').map(({ query }) => query)).toEqual([
			[['limit', '100']],
			[
				['limit', '100'],
				['offset', '100'],
			],
		]);
		expect((await ask('GET /datasets/attributes')).body).toMatchObject({
			data: { length: 100 },
			paging: { limit: 100, offset: 0, total: 150 },
		});
		const { id } = await contracts();
		expect(
			await done('customAttribute', 'getValues', { datasetId: byId(id), returnAll: true }),
		).toHaveLength(150);
		expect((await ask(`GET /datasets/${id}/attributes`)).body).toMatchObject({
			data: { length: 100 },
			paging: { limit: 100, offset: 0, total: 150 },
		});
	});

	test('definitions are read in any envelope', async () => {
		const definition = {
			id: 'x',
			label: 'Bare',
			type: 'text',
			mandatory: false,
			updatedAt: 1,
			createdBy: {},
			updatedBy: {},
		};
		for (const body of [
			{ items: [definition], total: 1 },
			{ data: [definition], totalLength: 1 },
			[definition],
		]) {
			platform.emulator.faults.add({ operation: 'GET /datasets/attributes', status: 200, body });
			// Without a total only an empty page is the end.
			if (Array.isArray(body))
				platform.emulator.faults.add({
					operation: 'GET /datasets/attributes',
					status: 200,
					body: [],
				});
			expect(await done('customAttribute', 'getMany')).toEqual([definition]);
		}
		expect(platform.emulator.faults.unconsumed()).toEqual([]);
	});

	const made = { label: 'x', mandatory: false };
	test.each<[string, IDataObject, string]>([
		[
			'a list of values without values',
			{ ...made, type: 'enum' },
			'Values are required for a list of values',
		],
		[
			'a free text with values',
			{ ...made, type: 'text', additionalFields: { values: ['a'] } },
			'Values are not possible for free text',
		],
		[
			'two defaults of a free text',
			{ ...made, type: 'text', additionalFields: { defaults: ['a', 'b'] } },
			'Defaults must have one entry at most for free text',
		],
		[
			'a default that is no value',
			{ ...made, type: 'enum', additionalFields: { values: ['a'], defaults: ['a', 'b'] } },
			'Defaults must be among the values: b',
		],
		['no type', { ...made, type: NONE }, 'Type is required'],
		['no label', { ...made, label: NONE, type: 'text' }, 'Label is required'],
	])('%s is refused before anything is sent', async (_what, parameters, message) => {
		fact('C.23', 'C.25');
		await refused('customAttribute', 'create', parameters, message);
	});

	test('an update whose response was lost is sent again; the creation of an attribute is not', async () => {
		platform.emulator.faults.add({
			operation: 'PATCH /datasets/attributes/{definitionId}',
			breaks: 'after',
		});
		expect(
			await done('customAttribute', 'update', {
				definitionId: byId(DEMO_CATALOG.attributeId),
				updateFields: { label: 'Secrecy' },
			}),
		).toHaveLength(1);
		expect(requests('PATCH /datasets/attributes/{definitionId}')).toHaveLength(2);
		platform.emulator.faults.add({ operation: 'POST /datasets/attributes', breaks: 'after' });
		// Each platform gives the same IDs, and the process remembers which of them earlier tests have created.
		for (let used = 0; used < 100; used++) platform.emulator.state.uuid();
		// It is looked for by its label, and found.
		const { error } = await run('customAttribute', 'create', {
			label: 'Once',
			type: 'text',
			mandatory: false,
		});
		expect(error).toBeUndefined();
		expect(requests('POST /datasets/attributes')).toHaveLength(1);
	});

	test('a value that cannot be removed is explained', async () => {
		const { error } = await run('customAttribute', 'removeValue', {
			datasetId: byId(UNKNOWN),
			id: byId(DEMO_CATALOG.attributeId),
		});
		expect(error).toMatchObject({ httpCode: '404' });
		expect(error!.description).toMatch(
			/^The attribute or the dataset does not exist: check both\./,
		);
	});

	test('an update knows the type of its attribute', async () => {
		const { error } = await run('customAttribute', 'update', {
			definitionId: named(DEMO_CATALOG.textAttribute),
			updateFields: { values: ['a'] },
		});
		expect(error!.message).toBe('Values are not possible for free text');
		const whole = await run('customAttribute', 'update', {
			definitionId: named(DEMO_CATALOG.textAttribute),
			updateFields: { label: 'x', mandatory: true, values: ['a'] },
		});
		expect(whole.error!.message).toBe('Values are not possible for free text');
		expect(requests('PATCH /datasets/attributes/{definitionId}')).toEqual([]);
		await refused(
			'customAttribute',
			'update',
			{ definitionId: byId(UNKNOWN), updateFields: {} },
			'Update Fields needs at least one field to change',
		);
		await refused(
			'customAttribute',
			'setValue',
			{ datasetId: byId(UNKNOWN), id: byId(UNKNOWN), values: [] },
			/^Value Names or IDs or Text must be given/,
		);
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
					updateFields: {},
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

describe('connection', () => {
	test('a connection is listed and read, each as the documents have it', async () => {
		fact('C.6', 'C.38', 'C.40', 'C.41', 'C.42', 'C.43', 'C.105', 'C.106');
		const labels = async (filters: IDataObject) =>
			(await done('connection', 'getMany', { returnAll: true, filters })).map(({ label }) => label);
		expect(await labels({})).toEqual([
			DEMO_CATALOG.warehouse,
			DEMO_CATALOG.marketing,
			DEMO_CATALOG.archive,
			DEMO_CATALOG.bucket,
		]);
		expect(await labels({ tqlQuery: "typeLabel != 'Database'" })).toEqual([DEMO_CATALOG.bucket]);
		const [listed] = await done('connection', 'getMany', { simplify: false, limit: 1 });
		expect(schemaFindings('C.ConnectionListView', listed)).toEqual([]);
		const [read] = await done('connection', 'get', {
			connectionId: named(DEMO_CATALOG.warehouse),
			simplify: false,
		});
		expect(schemaFindings('C.ConnectionResponse', read)).toEqual([]);
		expect(read).toMatchObject({
			datasetsCount: 3,
			properties: { configuration: { driver: 'PostgreSQL' } },
			created: expect.stringMatching(/^2026-\d\d-\d\dT/) as string,
		});
		expect(Object.keys(read!)).not.toEqual(expect.arrayContaining(['sharing']));
		expect(listed).toMatchObject({
			sharing: { isOwner: true },
			entitlements: expect.any(Array) as string[],
			createdBy: 'ana.demo',
		});
	});

	test.each([400, 409, 500])(
		'a status of %s for its deletion says what may prevent it',
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

	test('a connection is deleted only if it has no datasets left', async () => {
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
		await done('dataset', 'delete', { datasetId: byId((await contracts()).id) });
		expect(await done('connection', 'delete', { connectionId: byId(id) })).toEqual([
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

describe('crawler', () => {
	const create = { name: 'Leads', selectedDatasets: ['MARKETING.LEADS'] };

	test('a crawler is created on a JDBC connection, with the people its datasets are shared with', async () => {
		fact('C.18', 'C.44', 'C.46', 'C.48', 'C.51', 'C.52', 'C.111');
		const scimId = userNamed(platform.emulator.state, 'bao.nguyen');
		const nobody = await run('crawler', 'create', {
			connectionId: named(DEMO_CATALOG.marketing),
			name: 'x',
			selectedDatasets: ['MARKETING.LEADS'],
			additionalFields: { sharings: { rows: [{ scimType: 'GROUP', scimId, level: 'READER' }] } },
		});
		expect(nobody.error).toMatchObject({
			httpCode: '404',
			message: `GROUP ${scimId} was not found`,
		});
		const [made] = await done('crawler', 'create', {
			connectionId: named(DEMO_CATALOG.marketing),
			name: 'Leads',
			selectedDatasets: ['MARKETING.LEADS'],
			additionalFields: {
				description: 'All leads',
				sharings: { rows: [{ scimType: 'USER', scimId, level: 'READER' }] },
			},
		});
		expect(bodyOf('POST /connections/crawlers')).toEqual({
			connectionId: marketing().id,
			name: 'Leads',
			description: 'All leads',
			selectedDatasets: ['MARKETING.LEADS'],
			sharings: [{ scimType: 'USER', scimId, level: 'READER' }],
		});
		expect(requests('POST /connections/crawlers').map(({ status }) => status)).toEqual([404, 201]);
		const [read] = await done('crawler', 'get', { crawlerId: byId(made!.id) });
		expect(read).toMatchObject({
			id: made!.id,
			connectionId: marketing().id,
			name: 'Leads',
			description: 'All leads',
			status: { runStatus: 'NotStarted' },
			crawledDatasets: ['MARKETING.LEADS'],
		});
		for (const sharing of read!.sharings as unknown[])
			expect(schemaFindings('C.Sharing', sharing)).toEqual([]);
		await done('crawler', 'runAndWait', { crawlerId: byId(made!.id) });
		expect(
			await done('dataset', 'get', { datasetId: named('MARKETING.LEADS'), simplify: false }),
		).toEqual([expect.objectContaining({ sharing: { isOwner: true, isSharedWithOthers: true } })]);
	});

	test('there is one active crawler per connection, on JDBC connections only: the refusals say so', async () => {
		fact('C.54', 'C.88', 'C.114', 'C.142');
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
				(await ask('POST /connections/crawlers', { connectionId: warehouse().id, name: 'x' })).body,
			),
		).toEqual([]);
		platform.emulator.faults.add({
			operation: 'POST /connections/crawlers',
			status: 409,
			body: { connectionId: warehouse().id },
		});
		expect(
			(await run('crawler', 'create', { connectionId: byId(warehouse().id), ...create })).error!
				.message,
		).toBe(`Connection ${warehouse().id} already has one`);
		const bucket = await run('crawler', 'create', {
			connectionId: named(DEMO_CATALOG.bucket),
			...create,
		});
		expect(bucket.error).toMatchObject({
			httpCode: '400',
			message: 'Only JDBC connections can be scanned and crawled',
		});
		expect(await done('crawler', 'delete', { crawlerId: byId(sales().id) })).toEqual([
			{ deleted: true, crawlerId: DEMO_CATALOG.crawlerId },
		]);
		expect(
			await done('crawler', 'create', { connectionId: byId(warehouse().id), ...create }),
		).toHaveLength(1);
	});

	test('a deleted crawler is not listed or read, unless asked for', async () => {
		fact('C.110', 'C.111');
		const names = async (filters: IDataObject) =>
			(await done('crawler', 'getMany', { returnAll: true, filters })).map(({ name }) => name);
		expect(await names({ connectionId: byId(warehouse().id) })).toEqual([DEMO_CATALOG.crawler]);
		await done('crawler', 'delete', { crawlerId: byId(sales().id) });
		expect(await names({ connectionId: byId(warehouse().id) })).toEqual([]);
		expect(await names({ includeDeleted: true })).toEqual([
			DEMO_CATALOG.crawler,
			DEMO_CATALOG.archiveCrawler,
		]);
		const { error } = await run('crawler', 'get', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
		expect(error).toMatchObject({
			httpCode: '404',
			message: `CRAWLER ${DEMO_CATALOG.crawlerId} was not found`,
		});
		expect(
			await done('crawler', 'get', {
				crawlerId: byId(DEMO_CATALOG.crawlerId),
				options: { includeDeleted: true },
			}),
		).toHaveLength(1);
		expect(await ask('DELETE /connections/crawlers/x')).toMatchObject({
			status: 404,
			body: { entityId: 'x', entityType: 'CRAWLER' },
		});
		expect(
			(await ask(`DELETE /connections/crawlers/${crawlerCalled(DEMO_CATALOG.archiveCrawler).id}`))
				.status,
		).toBe(204);
	});

	test('the list is complete whatever limit and offset say; only the single read has counters', async () => {
		fact('C.47', 'C.49', 'C.50', 'C.110');
		expect((await ask('GET /connections/crawlers?limit=1&offset=7')).body).toMatchObject({
			data: { length: 2 },
			total: 2,
		});
		const [listed] = await done('crawler', 'getMany', { limit: 1 });
		expect(listed!.status ?? {}).not.toHaveProperty('nbDatasetsToCrawl');
		const [read] = await done('crawler', 'get', { crawlerId: byId(listed!.id) });
		expect(read!.status).toMatchObject({
			runStatus: 'Finished',
			nbDatasetsToCrawl: 3,
			nbDatasetsFinished: 3,
			nbDatasetsCreated: 3,
			nbDatasetsFailed: 0,
			nbSamplesFailed: 0,
		});
		expect(schemaFindings('C.Crawler.status', read!.status)).toEqual([]);
		expect(await done('crawler', 'getMany', { returnAll: true })).toHaveLength(2);
	});

	/** Tables that the last scan has found, too. */
	const found = (names: readonly string[]) =>
		catalog()
			.scans.get(warehouse().id)!
			.at(-1)!
			.found.push(...names.map((name) => ({ name, kind: 'TABLE' as const, fields: ['id'] })));

	test('the selection of a crawler is replaced or extended; name and description are kept', async () => {
		fact('C.45', 'C.111', 'C.118');
		const crawlerId = byId(DEMO_CATALOG.crawlerId);
		const [scanned] = await done('scan', 'scanAndWait', { connectionId: byId(warehouse().id) });
		expect(scanned!.summary).toMatch(
			/^The scan found \d+ tables and views at \d\d:\d\d: \d added, 0 removed$/,
		);
		expect(
			await done('crawler', 'changeSelection', {
				crawlerId,
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
		await done('crawler', 'changeSelection', {
			crawlerId: named(DEMO_CATALOG.crawler),
			selectedDatasets: ['SALES.RETURNS'],
			keepSelected: false,
		});
		expect(bodyOf('PUT /connections/crawlers/{crawlerId}')).toEqual({
			name: DEMO_CATALOG.crawler,
			description: 'All tables of the sales team',
			selectedDatasets: ['SALES.RETURNS'],
		});
		expect(sales()).toMatchObject({
			selected: ['SALES.RETURNS'],
			description: 'All tables of the sales team',
		});
		expect(requests('PUT /connections/crawlers/{crawlerId}').map(({ status }) => status)).toEqual([
			200, 200,
		]);
	});

	test('tables that the last scan did not find are refused by name, and nothing is changed', async () => {
		const crawlerId = byId(DEMO_CATALOG.crawlerId);
		const before = [...sales().selected];
		for (const keepSelected of [true, false]) {
			const { error } = await run('crawler', 'changeSelection', {
				crawlerId,
				selectedDatasets: ['NOPE', 'SALES.ORDERS', 'NEITHER'],
				keepSelected,
			});
			expect(error!.message).toMatch(
				/^Table Names or IDs has tables and views that the last scan of the connection did not find: NOPE, NEITHER\. /,
			);
		}
		expect(requests('PUT /connections/crawlers/{crawlerId}')).toEqual([]);
		expect(sales().selected).toEqual(before);
		// What is selected may stay although it is gone from the scan.
		sales().selected.push('SALES.GONE');
		await done('crawler', 'changeSelection', {
			crawlerId,
			selectedDatasets: ['SALES.ORDERS'],
			keepSelected: true,
		});
		expect(sales().selected).toEqual([...before, 'SALES.GONE']);
	});

	test('a crawler is renamed', async () => {
		fact('C.111', 'C.118');
		expect(
			await done('crawler', 'rename', {
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
		await refused(
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
		await done('crawler', 'changeSelection', {
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
		await done('crawler', 'rename', { crawlerId, updateFields: { description: 'Some words' } });
		await done('crawler', 'rename', { crawlerId, updateFields: { clearFields: ['description'] } });
		expect(bodyOf('PATCH /connections/crawlers/{crawlerId}')).toEqual({ description: '' });
		await done('crawler', 'changeSelection', {
			crawlerId,
			selectedDatasets: ['SALES.ORDERS'],
			updateFields: { clearFields: ['description'] },
		});
		expect(sales().description).toBe('');
	});

	test.each([
		['rename', 'PATCH', '', { updateFields: { name: 'Another' } }],
		['changeSelection', 'PUT', '', { selectedDatasets: ['SALES.ORDERS'] }],
		['end', 'POST', '/end', {}],
		['delete', 'DELETE', '', {}],
	])('%s is sent again if its response was lost', async (operation, method, behind, parameters) => {
		const endpoint = `${method} /connections/crawlers/{crawlerId}${behind}`;
		platform.emulator.faults.add({ operation: endpoint, breaks: 'after' });
		expect(
			await done('crawler', operation, { crawlerId: byId(DEMO_CATALOG.crawlerId), ...parameters }),
		).toHaveLength(1);
		expect(requests(endpoint)).toHaveLength(2);
	});

	test('a running crawler cannot be changed or run again', async () => {
		fact('C.87', 'C.111');
		const crawlerId = byId(DEMO_CATALOG.crawlerId);
		expect(await done('crawler', 'run', { crawlerId })).toEqual([
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
				/^The crawler is running( already)?: wait for the end of its run, or end it/,
			);
		}
	});

	test('the first run creates datasets, later ones only refresh their samples', async () => {
		fact('C.8', 'C.115');
		const { connectionId } = (
			await done('scan', 'scanAndWait', { connectionId: named(DEMO_CATALOG.marketing) })
		)[0]!;
		const [{ id } = {}] = await done('crawler', 'create', {
			connectionId: byId(connectionId),
			...create,
		});
		const counters: unknown[] = [];
		for (let runs = 0; runs < 3; runs++) {
			const [{ status } = {}] = await done('crawler', 'runAndWait', { crawlerId: byId(id) });
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
		await done('dataset', 'delete', { datasetId: byId(leads.id) });
		await done('crawler', 'runAndWait', { crawlerId: byId(id) });
		expect(await datasetCalled('MARKETING.LEADS')).toBeUndefined();
	});

	test('a crawler goes through its states, and its counters grow', async () => {
		fact('C.48', 'C.86');
		sales().selected.push('SALES.RETURNS');
		await done('crawler', 'run', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
		const looks: unknown[] = [];
		for (let seconds = 0; seconds <= 14; seconds += 2) {
			const [{ status } = {}] = await done('crawler', 'get', {
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
		await done('crawler', 'run', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
		platform.emulator.clock.advance(7_500);
		expect(await done('crawler', 'end', { crawlerId: byId(DEMO_CATALOG.crawlerId) })).toEqual([
			{ ended: true, crawlerId: DEMO_CATALOG.crawlerId },
		]);
		expect(requests('POST /connections/crawlers/{crawlerId}/end')[0]!.status).toBe(202);
		minutes(5);
		expect(await datasetCalled('SALES.RETURNS')).toBeDefined();
		expect(await datasetCalled('SALES.OPEN_ORDERS')).toBeUndefined();
		const labels = (
			await done('dataset', 'getMany', {
				filters: { tqlQuery: `datastoreId = '${warehouse().id}'` },
			})
		).map(({ label }) => label);
		expect(labels).toContain('SALES.RETURNS');
	});

	test('a run without errors has an empty file of them, and a hint says what that means', async () => {
		await done('crawler', 'runAndWait', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
		const { items, hints } = await run('crawler', 'downloadErrors', {
			crawlerId: byId(DEMO_CATALOG.crawlerId),
			binaryPropertyName: 'log',
		});
		expect(items[0]!.json.size).toBe(0);
		expect(hints).toEqual(['The file is empty: the last run of the crawler reported no errors.']);
	});

	test('the errors of a crawler are a file with the name that the platform gives', async () => {
		fact('C.112');
		sales().selected.push('SALES.LEGACY_NOTES', 'SALES.LETTERS', 'SALES.GONE');
		await done('crawler', 'runAndWait', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
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

	test.each([
		[999, []],
		[
			1000,
			[
				'Table Names or IDs has 1000 tables and views: fewer than 1000 are recommended, and with so many the run may fail',
			],
		],
	])('the warning about %d tables comes from 1000 on', async (count, hints) => {
		fact('C.144');
		const selectedDatasets = Array.from({ length: count }, (_, index) => `T${index}`);
		const created = await run('crawler', 'create', {
			connectionId: named(DEMO_CATALOG.marketing),
			name: 'Many',
			selectedDatasets,
		});
		expect(created.error).toBeUndefined();
		expect(created.hints).toEqual(hints);
		found(selectedDatasets);
		const changed = await run('crawler', 'changeSelection', {
			crawlerId: byId(DEMO_CATALOG.crawlerId),
			selectedDatasets,
			keepSelected: false,
		});
		expect(changed.hints).toEqual(hints);
		const started = await run('crawler', 'run', { crawlerId: byId(DEMO_CATALOG.crawlerId) });
		if (count < 1000) expect(started.error).toBeUndefined();
		else {
			expect(started.error).toMatchObject({
				httpCode: '500',
				message: 'The run could not be started',
			});
			expect(started.error!.description).toContain(
				'A crawler with 1000 or more tables and views may not be able to run',
			);
			expect(requests('POST /connections/crawlers/{crawlerId}/run')).toHaveLength(1);
		}
	});

	test('a selection that grows beyond 1000 has the warning, too', async () => {
		fact('C.144');
		const selectedDatasets = Array.from({ length: 998 }, (_, index) => `T${index}`);
		found(selectedDatasets);
		const grown = await run('crawler', 'changeSelection', {
			crawlerId: byId(DEMO_CATALOG.crawlerId),
			selectedDatasets,
			keepSelected: true,
		});
		expect(grown.hints).toEqual([
			`Crawler ${DEMO_CATALOG.crawlerId} has 1001 tables and views: fewer than 1000 are recommended, and with so many the run may fail`,
		]);
	});

	test.each<[string, string, IDataObject, string]>([
		[
			'an empty selection',
			'changeSelection',
			{ crawlerId: byId('x'), selectedDatasets: '={{ [] }}' },
			'Table Names or IDs needs at least one entry',
		],
		[
			'no selection',
			'changeSelection',
			{ crawlerId: byId('x'), selectedDatasets: '={{ undefined }}' },
			'Table Names or IDs is required',
		],
		[
			'a crawler of an empty selection',
			'create',
			{ connectionId: byId('x'), name: 'x', selectedDatasets: '={{ [] }}' },
			'Table Names or IDs needs at least one entry',
		],
		['no connection', 'create', { connectionId: byId(NONE), name: 'x' }, 'Connection is required'],
		['no name', 'create', { connectionId: byId('x'), name: NONE }, 'Name is required'],
		['a crawler "."', 'run', { crawlerId: byId('.') }, 'Crawler must not be "." or ".."'],
		[
			'a time limit of 0',
			'runAndWait',
			{ crawlerId: byId('x'), timeLimit: 0 },
			'Time Limit (Minutes) must be at least 1',
		],
	])('%s is refused before anything is sent', async (_what, operation, parameters, message) => {
		fact('C.51');
		await refused('crawler', operation, parameters, message);
	});
});

describe('run a crawler and wait', () => {
	const crawlerId = byId(DEMO_CATALOG.crawlerId);
	const READ = 'GET /connections/crawlers/{crawlerId}';
	const RUN = 'POST /connections/crawlers/{crawlerId}/run';

	test('Run and Wait of a crawler waits for the end of this run, not of the previous one', async () => {
		const [ended] = await done('crawler', 'runAndWait', { crawlerId });
		expect(ended).toMatchObject({
			crawlerId: DEMO_CATALOG.crawlerId,
			outcome: 'succeeded',
			durationSeconds: 11,
			status: { runStatus: 'Finished', nbDatasetsFinished: 3 },
			summary: expect.stringMatching(
				/^Crawler .+ succeeded at \d\d:\d\d: 3 datasets in 11 s$/,
			) as string,
		});
		expect(Object.keys(ended!).slice(0, 4)).toEqual([
			'name',
			'outcome',
			'summary',
			'durationSeconds',
		]);
		expect(requests(RUN)).toHaveLength(1);
		// A platform that shows the run before for a while.
		const stale = (await ask(`GET /connections/crawlers/${DEMO_CATALOG.crawlerId}`)).body as string;
		const reads = requests(READ).length;
		platform.emulator.faults.add({ operation: READ, status: 200, body: stale, times: 3 });
		const [later] = await done('crawler', 'runAndWait', { crawlerId });
		expect((later!.status as IDataObject).runStartedAt).not.toBe(
			(ended!.status as IDataObject).runStartedAt,
		);
		expect(requests(READ).length - reads).toBeGreaterThan(4);
	});

	test.each<[string, IDataObject, IDataObject]>([
		[
			'that was ending in a way not known',
			{ runStatus: 'Ending', runStartedAt: '2026-01-01T00:00:00Z' },
			{
				runStatus: 'Finished',
				runStartedAt: '2026-01-01T00:00:00Z',
				runFinishedAt: '2026-01-01T00:01:00Z',
			},
		],
		[
			'whose end shows beside the new start',
			{
				runStatus: 'Finished',
				runStartedAt: '2026-01-01T00:00:00Z',
				runFinishedAt: '2026-01-01T00:01:00Z',
			},
			{
				runStatus: 'Finished',
				runStartedAt: '2026-01-02T00:00:00Z',
				runFinishedAt: '2026-01-01T00:01:00Z',
			},
		],
	])(
		'the end of a previous run, %s, is not taken for the end of this one',
		async (_which, before, then) => {
			for (const status of [before, then, then])
				platform.emulator.faults.add({
					operation: READ,
					status: 200,
					body: { id: DEMO_CATALOG.crawlerId, status, isOfBefore: true },
				});
			const [ended] = await done('crawler', 'runAndWait', { crawlerId });
			expect(ended).toMatchObject({ outcome: 'succeeded', id: DEMO_CATALOG.crawlerId });
			expect(ended).not.toHaveProperty('isOfBefore');
		},
	);

	test('a run that fails at once, without an end of its own, has ended', async () => {
		const status = {
			runStatus: 'Finished',
			runStartedAt: '2026-01-01T00:00:00Z',
			runFinishedAt: '2026-01-01T00:01:00Z',
		};
		const failed = { runStatus: 'PropertiesRetrievalFailed', runStartedAt: '2026-01-02T00:00:00Z' };
		for (const each of [status, failed])
			platform.emulator.faults.add({
				operation: READ,
				status: 200,
				body: { id: DEMO_CATALOG.crawlerId, status: each },
			});
		expect(await done('crawler', 'runAndWait', { crawlerId, failOnFailure: false })).toEqual([
			expect.objectContaining({ outcome: 'failed' }),
		]);
	});

	test('a run that leaves datasets behind is partial: an output, or a failure, as chosen', async () => {
		const select = () =>
			sales().selected.push('SALES.RETURNS', 'SALES.LEGACY_NOTES', 'SALES.LETTERS');
		select();
		const [partial] = await done('crawler', 'runAndWait', { crawlerId });
		expect(partial).toMatchObject({
			outcome: 'partial',
			status: {
				nbDatasetsToCrawl: 6,
				nbDatasetsFinished: 4,
				nbDatasetsCreated: 2,
				nbDatasetsFailed: 1,
				nbSamplesFailed: 1,
			},
		});
		const { error } = await run('crawler', 'runAndWait', {
			crawlerId,
			options: { failOnPartialFailure: true },
		});
		expect(error!.message).toBe('The crawler run left some datasets without success');
		expect(error!.description).toBe(
			`Crawler ${DEMO_CATALOG.crawlerId} ended as Finished. Of 6 datasets 4 are done, 1 could not be created and 1 have no sample. Read why with Crawler, Download Errors. To have such runs as outputs, switch "Fail When the Run Fails" off.`,
		);
	});

	test('a run that fails fails the node, or is an output, as chosen', async () => {
		fact('C.47', 'C.48');
		const archive = named(DEMO_CATALOG.archiveCrawler);
		const { error, items } = await run('crawler', 'runAndWait', { crawlerId: archive });
		expect(items).toEqual([]);
		expect(error!.message).toBe(
			'The crawler run failed: The properties could not be retrieved: connection timed out',
		);
		expect(error!.description).toMatch(/ended as PropertiesRetrievalFailed\./);
		const [output] = await done('crawler', 'runAndWait', {
			crawlerId: archive,
			failOnFailure: false,
		});
		expect(output).toMatchObject({
			outcome: 'failed',
			status: { runStatus: 'PropertiesRetrievalFailed', failure: expect.any(String) as string },
		});
	});

	test('a run that is ended early is incomplete', async () => {
		const running = run('crawler', 'runAndWait', { crawlerId });
		while (requests(RUN).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
		await ask(`POST /connections/crawlers/${DEMO_CATALOG.crawlerId}/end`);
		const { error } = await running;
		expect(error!.message).toBe('The crawler run was ended before all datasets were done');
	});

	test.each([
		[false, /^The run of crawler \S+ is still running. Read it later/],
		[true, /^The run of crawler \S+ was terminated, as chosen\.$/],
	])('the time limit names the crawler, ended: %s', async (endAtTimeLimit, words) => {
		warehouse().tableMs = 3_600_000;
		const { error } = await run('crawler', 'runAndWait', {
			crawlerId,
			timeLimit: 2,
			options: { endAtTimeLimit },
		});
		expect(error!.message).toBe(
			`The run of crawler ${DEMO_CATALOG.crawlerId} did not end within 2 minutes`,
		);
		expect(error!.description).toMatch(words);
		expect(sales().run!.endedAt !== undefined).toBe(endAtTimeLimit);
	});

	test('a run of several hours outlives tokens', async () => {
		fact('C.116');
		warehouse().tableMs = 3_600_000;
		const tokens = requests('POST /security/oauth/token').length;
		const [ended] = await done('crawler', 'runAndWait', { crawlerId });
		expect(ended).toMatchObject({ outcome: 'succeeded', durationSeconds: 3 * 3600 + 5 });
		expect(requests('POST /security/oauth/token').length - tokens).toBeGreaterThanOrEqual(5);
	});

	test('states that the documents do not list are never final; other spellings of those that they list are', async () => {
		fact('C.86');
		const body = (runStatus: string) => ({
			id: DEMO_CATALOG.crawlerId,
			status: { runStatus, runStartedAt: '2026-01-01T00:00:00Z' },
		});
		platform.emulator.faults.add({ operation: RUN, status: 202, body: '', times: 3 });
		platform.emulator.faults.add({
			operation: READ,
			after: 1,
			status: 200,
			body: body('Pausing'),
			times: 200,
		});
		const { error } = await run('crawler', 'runAndWait', { crawlerId, timeLimit: 5 });
		expect(error!.message).toMatch(/did not end within 5 minutes$/);
		for (const [end, outcome] of [
			['FINISHED', 'succeeded'],
			['PROPERTIES_RETRIEVAL_FAILED', 'failed'],
		] as const) {
			platform.emulator.faults.clear();
			for (const state of ['NOT_STARTED', 'CREATING_DATASETS', end])
				platform.emulator.faults.add({ operation: READ, status: 200, body: body(state) });
			platform.emulator.faults.add({ operation: RUN, status: 202, body: '' });
			expect(await done('crawler', 'runAndWait', { crawlerId, failOnFailure: false })).toEqual([
				expect.objectContaining({ outcome }),
			]);
		}
		const passed = body('Pausing');
		platform.emulator.faults.add({ operation: READ, status: 200, body: passed });
		expect(await done('crawler', 'get', { crawlerId })).toEqual([passed]);
	});

	test('the end of a first run that shows no times is its end, and its error has no counters that are not there', async () => {
		const statuses = [
			{ runStatus: 'NotStarted' },
			{ runStatus: 'PropertiesRetrievalFailed', nbDatasetsToCrawl: 3, failure: { code: 7 } },
		];
		for (const status of statuses)
			platform.emulator.faults.add({
				operation: READ,
				status: 200,
				body: { id: DEMO_CATALOG.crawlerId, status },
			});
		platform.emulator.faults.add({ operation: RUN, status: 202, body: '' });
		const { error } = await run('crawler', 'runAndWait', { crawlerId });
		expect(error!.message).toBe('The crawler run failed');
		expect(error!.description).toBe(
			`Crawler ${DEMO_CATALOG.crawlerId} ended as PropertiesRetrievalFailed. Read why with Crawler, Download Errors. To have such runs as outputs, switch "Fail When the Run Fails" off.`,
		);
	});

	test('a run of 1000 tables or more has a warning', async () => {
		sales().selected = Array.from({ length: 1000 }, (_, index) => `T${index}`);
		platform.emulator.faults.add({ operation: RUN, status: 202, body: '' });
		platform.emulator.faults.add({
			operation: READ,
			after: 1,
			status: 200,
			body: { id: DEMO_CATALOG.crawlerId, status: { runStatus: 'Finished', runStartedAt: 'now' } },
		});
		const { hints } = await run('crawler', 'runAndWait', { crawlerId });
		expect(hints).toEqual([
			`Crawler ${DEMO_CATALOG.crawlerId} has 1000 tables and views: fewer than 1000 are recommended, and with so many the run may fail`,
		]);
	});

	test('Run and Wait skips if the crawler is already running, if so chosen', async () => {
		await done('crawler', 'run', { crawlerId });
		expect(
			await done('crawler', 'runAndWait', { crawlerId, options: { skipIfRunning: true } }),
		).toEqual([
			expect.objectContaining({
				skipped: true,
				id: DEMO_CATALOG.crawlerId,
				status: expect.objectContaining({ runStatus: 'RetrievingProperties' }) as object,
			}),
		]);
		expect(requests(RUN)).toHaveLength(1);
		minutes(1);
		expect(
			await done('crawler', 'runAndWait', { crawlerId, options: { skipIfRunning: true } }),
		).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
	});

	test('Run and Wait starts once, and keeps waiting through outages', async () => {
		platform.emulator.faults.add({ operation: RUN, status: 503 });
		expect((await run('crawler', 'runAndWait', { crawlerId })).error).toMatchObject({
			httpCode: '503',
		});
		expect(requests(RUN)).toHaveLength(1);
		platform.emulator.faults.add({ operation: RUN, status: 429, retryAfter: 3 });
		platform.emulator.faults.add({ operation: READ, after: 1, status: 503, times: 12 });
		expect(await done('crawler', 'runAndWait', { crawlerId })).toEqual([
			expect.objectContaining({ outcome: 'succeeded' }),
		]);
		expect(platform.emulator.faults.unconsumed()).toEqual([]);
	});

	test('several items run the same crawler one after the other, as a tool too', async () => {
		for (const entryPoint of ['workflow', 'tool'] as const) {
			const result = await run(
				'crawler',
				'runAndWait',
				{ crawlerId },
				{ items: [{ json: {} }, { json: {} }, { json: {} }], entryPoint },
			);
			expect(result.error).toBeUndefined();
			expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 0 },
				{ item: 1 },
				{ item: 2 },
			]);
			expect(
				new Set(result.items.map(({ json }) => (json.status as IDataObject).runStartedAt)).size,
			).toBe(3);
		}
	});

	test('stopping the workflow stops waiting, and ends the run if so chosen', async () => {
		warehouse().tableMs = 36_000_000;
		for (const endOnStop of [false, true]) {
			const stop = new AbortController();
			const before = requests(RUN).length;
			const running = run(
				'crawler',
				'runAndWait',
				{ crawlerId, timeLimit: 60_000, options: { endOnStop } },
				{ signal: stop.signal },
			);
			while (requests(RUN).length === before || sales().run?.endedAt !== undefined)
				await new Promise((resolve) => setTimeout(resolve, 2));
			stop.abort();
			await running;
			await new Promise((resolve) => setTimeout(resolve, 100));
			expect(sales().run!.endedAt !== undefined).toBe(endOnStop);
			sales().run!.endedAt ??= platform.emulator.clock.now();
		}
	});
});

describe('scan', () => {
	test('a scan lists what a connection exposes, once it is complete', async () => {
		fact('C.6', 'C.8', 'C.53', 'C.113');
		const connectionId = byId(marketing().id);
		const never = await run('scan', 'getLastResult', { connectionId });
		expect(never.error).toMatchObject({ httpCode: '404' });
		expect(never.error!.description).toMatch(
			/^The connection does not exist, or was not scanned yet/,
		);
		expect(await done('scan', 'start', { connectionId })).toEqual([
			{ started: true, connectionId: marketing().id },
		]);
		expect(requests('POST /connections/scan/{connectionId}')[0]!.status).toBe(204);
		expect((await run('scan', 'getLastResult', { connectionId })).error).toMatchObject({
			httpCode: '404',
		});
		minutes(1);
		expect(await done('scan', 'getLastResult', { connectionId })).toEqual([
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
		const [{ lastScan: before } = {}] = await done('scan', 'getLastResult', {
			connectionId: named(DEMO_CATALOG.warehouse),
		});
		warehouse().tables = tables.filter(({ name }) => name !== 'SALES.CUSTOMERS');
		const [found] = await done('scan', 'scanAndWait', {
			connectionId: named(DEMO_CATALOG.warehouse),
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
		const [first] = await done('scan', 'scanAndWait', {
			connectionId: named(DEMO_CATALOG.marketing),
		});
		expect(first).toMatchObject({ added: ['MARKETING.LEADS'], removed: [] });
	});

	test('a last result that cannot be read does not count as missing', async () => {
		platform.emulator.faults.add({
			operation: 'GET /connections/scan/{connectionId}',
			status: 500,
			times: 5,
		});
		const { error } = await run('scan', 'scanAndWait', {
			connectionId: named(DEMO_CATALOG.warehouse),
		});
		expect(error).toMatchObject({ httpCode: '500' });
		expect(requests('POST /connections/scan/{connectionId}')).toEqual([]);
	});

	test('the refusal of a scan says which connections can be scanned', async () => {
		const { error } = await run('scan', 'start', { connectionId: named(DEMO_CATALOG.bucket) });
		expect(error!.description).toContain(
			'Only JDBC connections can be scanned: choose another connection.',
		);
	});

	test('several items scan the same connection one after the other', async () => {
		const { items, error } = await run(
			'scan',
			'scanAndWait',
			{ connectionId: named(DEMO_CATALOG.warehouse) },
			{ items: [{ json: {} }, { json: {} }] },
		);
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.lastScan)).size).toBe(2);
		expect(items.map(({ json }) => (json.added as string[]).length)).toEqual([4, 0]);
	});

	test('the error says that a connection cannot be scanned', async () => {
		fact('C.54');
		const bucket = await run('scan', 'scanAndWait', { connectionId: named(DEMO_CATALOG.bucket) });
		expect(bucket.error).toMatchObject({
			httpCode: '400',
			message: 'Only JDBC connections can be scanned and crawled',
		});
		const archive = await run('scan', 'start', { connectionId: named(DEMO_CATALOG.archive) });
		expect(archive.error).toMatchObject({
			httpCode: '500',
			message: 'The connection could not be scanned',
		});
		expect(archive.error!.description).toMatch(/^connection timed out\./);
		expect(
			schemaFindings(
				'C.ServerError',
				(await ask(`POST /connections/scan/${connectionCalled(DEMO_CATALOG.archive).id}`)).body,
			),
		).toEqual([]);
		platform.emulator.faults.add({
			operation: 'POST /connections/scan/{connectionId}',
			status: 204,
			body: '',
		});
		const lost = await run('scan', 'scanAndWait', {
			connectionId: named(DEMO_CATALOG.marketing),
			timeLimit: 1,
		});
		expect(lost.error!.message).toBe(
			`The scan of connection ${marketing().id} did not end within 60 seconds`,
		);
	});
});

describe('choosing', () => {
	test('records come from lists', async () => {
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
		for (const open of [byId('={{ $json.id }}'), named(DEMO_CATALOG.warehouse)])
			await expect(loaded({ operation: 'create', connectionId: open })).rejects.toThrow(FIRST);
	});
});

test('refusals have the bodies of their area, and are reported in its words', async () => {
	fact('C.5', 'C.37', 'C.54', 'C.105', 'C.106', 'C.107', 'C.109', 'C.140', 'C.142');
	const stranger = { authorization: 'Bearer nonsense' };
	for (const path of ['/datasets/x', '/connections/x', '/datasets/attributes/x'] as const)
		for (const [headers, status] of [
			[stranger, 401],
			[{}, 404],
		] as const) {
			const { body } = await ask(`GET ${path}`, undefined, headers);
			expect(schemaFindings('C.ErrorMessageBody', body)).toEqual([]);
			expect(body).toMatchObject({
				status,
				path,
				timestamp: expect.any(Number) as number,
				error: expect.any(String) as string,
			});
		}
	expect(
		schemaFindings(
			'C.NotAuthenticated',
			(await ask('GET /connections/crawlers', undefined, stranger)).body,
		),
	).toEqual([]);
	expect(schemaFindings('C.NotFound', (await ask('GET /connections/scan/x')).body)).toEqual([]);
	for (const status of [400, 401, 403, 404, 500, 502, 503]) {
		const body = {
			timestamp: 1,
			status,
			error: 'Some words',
			exception: 'com.example.Exception',
			message: `Message ${status}`,
			path: '/connections',
		};
		platform.emulator.faults.add({ operation: 'GET /connections', status, body, times: 5 });
		expect((await run('connection', 'getMany')).error).toMatchObject({
			httpCode: String(status),
			...(status === 401 ? {} : { message: `Message ${status}` }),
		});
		platform.emulator.faults.clear();
	}
});

describe('sharing', () => {
	const person = () => userNamed(platform.emulator.state, 'ana.demo');
	const group = () => [...scimOf(platform.emulator.state).groups.keys()][0]!;
	const setOf = async (dataset: string) =>
		(await done('sharing', 'getSharingSet', { entityType: 'dataset', entityId: dataset }))[0]!;
	const codes = (entries: unknown) =>
		(entries as Array<{ level: { code: string } }>).map(({ level }) => level.code);

	test('levels, eligible people and entitlements are read', async () => {
		const { id } = await contracts();
		expect(
			(await done('sharing', 'getLevels', { entityType: 'dataset', returnAll: true })).map(
				({ code }) => code,
			),
		).toEqual(['READER', 'WRITER', 'OWNER']);
		const [eligibles] = await done('sharing', 'getEligibles', { entityType: 'dataset' });
		expect((eligibles!.users as unknown[]).length).toBeGreaterThan(0);
		expect(
			await done('sharing', 'getEntitlements', { entityType: 'dataset', entityId: id }),
		).toEqual([{ entityId: id, entitlements: expect.arrayContaining(['READ']) as string[] }]);
		expect(
			(await done('sharing', 'getMany', { entityType: 'dataset', returnAll: true })).map(
				({ entityId }) => entityId,
			),
		).toContain(id);
		expect(
			(
				await done('sharing', 'get', {
					entityType: 'dataset',
					entityId: id,
					options: { includeMetadata: true },
				})
			)[0],
		).toMatchObject({ entityId: id, sharingSetCount: 1 });
	});

	test('access to many objects is granted and revoked at once, and other people keep theirs', async () => {
		await ask('GET /datasets');
		const [first, second] = [...catalog().datasets.keys()] as [string, string];
		const offered = await load(platform, 'Catalog', 'loadSharedObjects', {
			resource: 'sharing',
			operation: 'revoke',
			entityType: 'dataset',
		});
		expect(offered).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ value: first, name: catalog().datasets.get(first)!.label }),
			]),
		);
		expect(
			await load(platform, 'Catalog', 'loadSharedObjects', {
				resource: 'sharing',
				operation: 'revoke',
				entityType: 'preparation',
			}),
		).toEqual([]);
		expect(
			await load(platform, 'Catalog', 'loadSharedObjects', {
				resource: 'sharing',
				operation: 'revoke',
				entityType: '',
			}),
		).toEqual([]);
		const granted = await done('sharing', 'grant', {
			entityType: 'dataset',
			entityIds: [first, second, first],
			groupIds: [group()],
			level: byId('WRITER'),
		});
		expect(granted.map(({ entityId }) => entityId)).toEqual([first, second]);
		expect(requests('PATCH /sharing/sharingset')).toHaveLength(1);
		expect(codes((await setOf(first)).groups)).toEqual(['WRITER']);
		const before = codes((await setOf(first)).users);
		await done('sharing', 'revoke', {
			entityType: 'dataset',
			entityIds: [first],
			groupIds: [group()],
		});
		expect(await setOf(first)).toMatchObject({ groups: [] });
		expect(codes((await setOf(first)).users)).toEqual(before);
		expect(codes((await setOf(second)).groups)).toEqual(['WRITER']);
		expect(
			(
				await done('sharing', 'getSharingSet', {
					entityType: 'dataset',
					entityId: first,
					options: { includeDeletedSharings: true },
				})
			)[0],
		).toMatchObject({ groups: [{ deletedAt: expect.any(String) as string }] });
	});

	test('one set is changed, many are changed, one is replaced', async () => {
		const { id } = await contracts();
		await done('sharing', 'change', {
			entityType: 'dataset',
			entityId: id,
			updateFields: { usersJson: [{ userId: person(), level: { code: 'READER' } }] },
		});
		expect(codes((await setOf(id)).users)).toEqual(['READER']);
		await done('sharing', 'changeMany', {
			bulkJson: [
				{
					entityType: 'dataset',
					entityId: id,
					groups: [{ groupId: group(), level: { code: 'READER' } }],
				},
			],
		});
		expect(codes((await setOf(id)).groups)).toEqual(['READER']);
		// The platform may name each of them in its response.
		const keys = ['a', 'b'].map((entityId) => ({ entityType: 'dataset', entityId }));
		platform.emulator.faults.add({
			operation: 'PATCH /sharing/sharingset',
			status: 200,
			body: keys,
			times: 2,
		});
		expect(
			await done('sharing', 'changeMany', {
				bulkJson: keys.map((key) => ({ ...key, groups: [{ groupId: group() }] })),
			}),
		).toEqual(keys);
		expect(
			await done('sharing', 'revoke', {
				entityType: 'dataset',
				entityIds: ['a', 'b'],
				groupIds: [group()],
			}),
		).toEqual(keys.map((key) => ({ success: true, ...key, groupIds: [group()] })));
		const owner = { usersJson: [{ userId: person(), level: { code: 'OWNER' } }] };
		await refused(
			'sharing',
			'replace',
			{ entityType: 'dataset', entityId: id, confirmReplacement: false, updateFields: owner },
			'Replace All Access must be switched on: who is not listed loses access',
		);
		await done('sharing', 'replace', {
			entityType: 'dataset',
			entityId: id,
			confirmReplacement: true,
			updateFields: owner,
		});
		expect(await setOf(id)).toMatchObject({ users: [{ level: { code: 'OWNER' } }], groups: [] });
	});

	test('sharing refuses no person, an unknown person, and an unknown object', async () => {
		const { id } = await contracts();
		await refused(
			'sharing',
			'grant',
			{ entityType: 'dataset', entityIds: [id], level: byId('READER') },
			/must be given: name at least one user or group/,
		);
		const { error } = await run('sharing', 'grant', {
			entityType: 'dataset',
			entityIds: [id],
			userIds: [UNKNOWN],
			level: byId('READER'),
		});
		expect(error).toMatchObject({ httpCode: '400', message: `User ${UNKNOWN} does not exist` });
		const missing = await run('sharing', 'get', { entityType: 'dataset', entityId: UNKNOWN });
		expect(missing.error).toMatchObject({ httpCode: '404' });
	});

	test('levels are chosen from those of the type of object', async () => {
		expect(
			(
				await pick(platform, 'Catalog', 'searchSharingLevels', {
					resource: 'sharing',
					operation: 'grant',
					entityType: 'dataset',
				})
			).results.map(({ name }) => name),
		).toEqual(['Viewer', 'Editor', 'Owner']);
	});
});

test('the datasets of a crawler show the result for each table, and the reason', async () => {
	sales().selected.push('SALES.LEGACY_NOTES');
	await done('crawler', 'run', { crawlerId: byId(sales().id) });
	minutes(5);
	const found = await done('crawler', 'getDatasets', {
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

test('every operation was done, and the responses are as documented', () => {
	fact('C.22', 'C.29', 'C.43', 'C.44', 'C.50', 'C.52');
	expect(judge('Catalog', platform.everything)).toEqual({ notDone: [], notDocumented: [] });
});
