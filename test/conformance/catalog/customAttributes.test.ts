/** Custom attributes and their values. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { inputFields } from '../../../nodes/shared/declare/define';
import { type Source, sourceOf } from '../../../nodes/shared/declare/lists/source';
import { customAttribute } from '../../../nodes/TalendCloudCatalog/resources/customAttribute';
import { judge } from '../../support/conformance';
import { byId, named } from '../../support/demo';
import { fact } from '../../support/fact';
import { load } from '../../support/picking';
import {
	ask,
	bodyOf,
	catalog,
	contracts,
	done,
	FIRST,
	NONE,
	platform,
	refused,
	requests,
	run,
	UNKNOWN,
} from './stage';

describe('custom attribute', () => {
	const attribute = (label: string) =>
		[...catalog().attributes.values()].find((each) => each.label === label)!;

	describe('a new custom attribute', () => {
		const create = async () => {
			const [created] = await done('customAttribute', 'create', {
				label: 'Retention',
				type: 'enum',
				mandatory: true,
				additionalFields: {
					description: 'How long it is kept',
					values: ['1 year', '10 years'],
					defaults: ['1 year'],
				},
			});
			return created!;
		};

		test('an attribute is created, and returned with its ID', async () => {
			fact('C.25', 'C.26');
			expect(await create()).toEqual({ definitionId: attribute('Retention').id });
		});

		test('an attribute is read by its name', async () => {
			fact('C.22', 'C.23');
			const { definitionId } = await create();
			const [read] = await done('customAttribute', 'get', { definitionId: named('Retention') });
			expect(read).toMatchObject({
				id: definitionId,
				type: 'enum',
				mandatory: true,
				defaults: ['1 year'],
				createdAt: expect.stringMatching(/^2026-.*Z$/) as string,
				updatedAt: expect.stringMatching(/^2026-.*Z$/) as string,
			});
		});

		test('the author of an attribute has a full name only on request', async () => {
			fact('C.24', 'C.99');
			await create();
			const [read] = await done('customAttribute', 'get', { definitionId: named('Retention') });
			expect(read!.createdBy).not.toHaveProperty('fullName');
			const [more] = await done('customAttribute', 'get', {
				definitionId: named(DEMO_CATALOG.attribute),
				options: { includeMetadata: true },
			});
			expect(more!.createdBy).toMatchObject({ fullName: 'Ana Demo' });
		});

		test('attributes are listed by their category', async () => {
			fact('C.33');
			await create();
			expect(
				(
					await done('customAttribute', 'getMany', {
						returnAll: true,
						filters: { category: 'custom', includeMetadata: true },
					})
				).map(({ label }) => label),
			).toEqual([DEMO_CATALOG.attribute, DEMO_CATALOG.textAttribute, 'Retention']);
			expect(
				await done('customAttribute', 'getMany', { filters: { category: 'built-in' } }),
			).toEqual([]);
		});

		test('an attribute is deleted, and not read any more', async () => {
			const { definitionId } = await create();
			expect(
				await done('customAttribute', 'delete', {
					definitionId: byId(definitionId),
					confirmDeletion: true,
				}),
			).toEqual([{ deleted: true, definitionId: definitionId }]);
			expect(
				(await run('customAttribute', 'get', { definitionId: byId(definitionId) })).error,
			).toMatchObject({
				httpCode: '404',
			});
		});
	});

	test('an update of an attribute keeps what is not given', async () => {
		fact('C.27');
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
	});

	test('an attribute is changed by the platform only with all that it requires, and never in its type', async () => {
		fact('C.27', 'C.103');
		const { id } = attribute(DEMO_CATALOG.attribute);
		expect((await ask(`PATCH /datasets/attributes/${id}`, { label: 'x' })).status).toBe(400);
		expect(
			(await ask(`PATCH /datasets/attributes/${id}`, { label: 'x', mandatory: true, type: 'text' }))
				.status,
		).toBe(400);
		expect(
			(await ask(`PATCH /datasets/attributes/${id}`, { label: 'x', mandatory: true })).status,
		).toBe(204);
	});

	test('an attribute is deleted by the platform without a response body', async () => {
		fact('C.103');
		const { id } = attribute(DEMO_CATALOG.attribute);
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

	describe('the values of a dataset', () => {
		const present = async (datasetId: IDataObject) => {
			const values = await done('customAttribute', 'getValues', { datasetId, returnAll: true });
			return Object.fromEntries(
				values.map(({ label, values: now, isDefault }): [string, unknown] => [
					String(label),
					[now, isDefault],
				]),
			);
		};
		const DEFAULTS = {
			[DEMO_CATALOG.attribute]: [['Internal'], true],
			[DEMO_CATALOG.textAttribute]: [[], true],
		};

		test('a dataset without values of its own has the defaults', async () => {
			fact('C.28', 'C.29');
			const { id } = await contracts();
			expect(await present(byId(id))).toEqual(DEFAULTS);
		});

		test('a value from the list and a text are set', async () => {
			fact('C.30', 'C.101');
			const dataset = await contracts();
			const { id } = attribute(DEMO_CATALOG.attribute);
			const steward = attribute(DEMO_CATALOG.textAttribute);
			const at = { datasetId: byId(dataset.id) };
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
			expect(await present(at.datasetId)).toEqual({
				[DEMO_CATALOG.attribute]: [['Secret'], false],
				[DEMO_CATALOG.textAttribute]: [['Ana, Bao'], false],
			});
		});

		test('a value is set by the business ID of its attribute', async () => {
			fact('C.100');
			const dataset = await contracts();
			const { id, businessId } = attribute(DEMO_CATALOG.attribute);
			const at = { datasetId: byId(dataset.id) };
			await done('customAttribute', 'setValue', {
				...at,
				id: byId(businessId),
				values: ['Public'],
			});
			expect(dataset.values.get(id)).toEqual(['Public']);
		});

		test('a value that is the default counts as the default', async () => {
			fact('C.28');
			const dataset = await contracts();
			const { id, businessId } = attribute(DEMO_CATALOG.attribute);
			const at = { datasetId: byId(dataset.id) };
			await done('customAttribute', 'setValue', {
				...at,
				id: byId(businessId),
				values: ['Public'],
			});
			await done('customAttribute', 'setValue', { ...at, id: byId(id), values: ['Internal'] });
			expect((await present(at.datasetId))[DEMO_CATALOG.attribute]).toEqual([['Internal'], true]);
		});

		test('a removed value is the default again, or empty', async () => {
			fact('C.102');
			const dataset = await contracts();
			const { id } = attribute(DEMO_CATALOG.attribute);
			const steward = attribute(DEMO_CATALOG.textAttribute);
			const at = { datasetId: byId(dataset.id) };
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
			expect(await done('customAttribute', 'removeValue', { ...at, id: byId(id) })).toEqual([
				{ deleted: true, datasetId: dataset.id, id },
			]);
			await done('customAttribute', 'removeValue', { ...at, id: byId(steward.id) });
			expect(await present(at.datasetId)).toEqual(DEFAULTS);
		});

		test('values are listed by the category of their attribute', async () => {
			fact('C.33');
			const { id } = await contracts();
			expect(
				await done('customAttribute', 'getValues', {
					datasetId: byId(id),
					filters: { category: 'built-in' },
				}),
			).toEqual([]);
		});
	});

	describe('the choices of a value', () => {
		test('the choices are the values of the attribute and of the dataset', async () => {
			const dataset = await contracts();
			const { id } = attribute(DEMO_CATALOG.attribute);
			const at = {
				resource: 'customAttribute',
				operation: 'setValue',
				datasetId: byId(dataset.id),
			};
			const offered = async (more: IDataObject) =>
				(await load(platform, 'Catalog', 'loadAttributeValues', { ...at, ...more })).map(
					({ value }) => value,
				);
			expect(await offered({ id: byId(id) })).toEqual(['Internal']);
			await done('customAttribute', 'setValue', { ...at, id: byId(id), text: 'Secret' });
			expect(dataset.values.get(id)).toEqual(['Secret']);
			expect(await offered({ id: byId(id) })).toEqual(['Internal', 'Secret']);
		});

		test('no value can be chosen of a free text, or of no attribute', async () => {
			const dataset = await contracts();
			const steward = attribute(DEMO_CATALOG.textAttribute);
			const at = {
				resource: 'customAttribute',
				operation: 'setValue',
				datasetId: byId(dataset.id),
			};
			const offered = async (more: IDataObject) =>
				(await load(platform, 'Catalog', 'loadAttributeValues', { ...at, ...more })).map(
					({ value }) => value,
				);
			expect(await offered({ id: byId(steward.id) })).toEqual([]);
			expect(await offered({ id: byId('') })).toEqual([]);
		});

		test('an attribute that is given by its name offers no choices', async () => {
			const dataset = await contracts();
			const at = {
				resource: 'customAttribute',
				operation: 'setValue',
				datasetId: byId(dataset.id),
			};
			const offered = async (more: IDataObject) =>
				(await load(platform, 'Catalog', 'loadAttributeValues', { ...at, ...more })).map(
					({ value }) => value,
				);
			await expect(offered({ id: named(DEMO_CATALOG.attribute) })).rejects.toThrow(FIRST);
		});

		test('the choices do not need a dataset', async () => {
			const dataset = await contracts();
			const { id } = attribute(DEMO_CATALOG.attribute);
			const at = {
				resource: 'customAttribute',
				operation: 'setValue',
				datasetId: byId(dataset.id),
			};
			const offered = async (more: IDataObject) =>
				(await load(platform, 'Catalog', 'loadAttributeValues', { ...at, ...more })).map(
					({ value }) => value,
				);
			await done('customAttribute', 'setValue', { ...at, id: byId(id), text: 'Secret' });
			expect(await offered({ id: byId(id), datasetId: byId('') })).toEqual(['Internal']);
		});

		test('a value must be chosen or typed, but not both', async () => {
			const dataset = await contracts();
			const { id } = attribute(DEMO_CATALOG.attribute);
			const at = {
				resource: 'customAttribute',
				operation: 'setValue',
				datasetId: byId(dataset.id),
			};
			const before = requests('PUT /datasets/{datasetId}/attributes/{id}').length;
			expect(
				(await run('customAttribute', 'setValue', { ...at, id: byId(id) })).error!.message,
			).toBe('Value Names or IDs or Text must be given: choose values, or type one');
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
		// Each platform gives the same IDs, and the process remembers which of them earlier tests have
		// created.
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

test('the operations were done, and the responses are as documented', () => {
	fact('C.22', 'C.29');
	expect(
		judge('Catalog', platform.everything, (resource) => resource === 'customAttribute'),
	).toEqual({ notDone: [], notDocumented: [] });
});
