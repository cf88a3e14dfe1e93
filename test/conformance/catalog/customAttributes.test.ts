/** Custom attributes and their values. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { inputFields } from '../../../nodes/shared/declare/fieldsOf';
import { type ChoiceSource, sourceOf } from '../../../nodes/shared/declare/lists/loadedChoices';
import { customAttribute } from '../../../nodes/TalendCloudCatalog/resources/customAttribute';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { load } from '../../support/picking';
import {
	ask,
	bodyOf,
	catalog,
	contracts,
	expectRefused,
	FIRST,
	NONE,
	platform,
	requests,
	run,
	succeed,
	UNKNOWN,
} from './stage';

describe('custom attribute', () => {
	const attribute = (label: string) =>
		[...catalog().attributes.values()].find((known) => known.label === label)!;

	describe('a new custom attribute', () => {
		const create = async () => {
			const [created] = await succeed('customAttribute', 'create', {
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

		test('the creation of an attribute returns its ID', async () => {
			fact('C.25', 'C.26');
			expect(await create()).toEqual({ definitionId: attribute('Retention').id });
		});

		test('an attribute is read by its name', async () => {
			fact('C.22', 'C.23');
			const { definitionId } = await create();
			const [read] = await succeed('customAttribute', 'get', { definitionId: byName('Retention') });
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
			const [read] = await succeed('customAttribute', 'get', { definitionId: byName('Retention') });
			expect(read!.createdBy).not.toHaveProperty('fullName');
			const [more] = await succeed('customAttribute', 'get', {
				definitionId: byName(DEMO_CATALOG.attribute),
				options: { includeMetadata: true },
			});
			expect(more!.createdBy).toMatchObject({ fullName: 'Ana Demo' });
		});

		test('attributes are listed by their category', async () => {
			fact('C.33');
			await create();
			expect(
				(
					await succeed('customAttribute', 'getMany', {
						returnAll: true,
						filters: { category: 'custom', includeMetadata: true },
					})
				).map(({ label }) => label),
			).toEqual([DEMO_CATALOG.attribute, DEMO_CATALOG.textAttribute, 'Retention']);
			expect(
				await succeed('customAttribute', 'getMany', { filters: { category: 'built-in' } }),
			).toEqual([]);
		});

		test('a deleted attribute can no longer be read', async () => {
			const { definitionId } = await create();
			expect(
				await succeed('customAttribute', 'delete', {
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
			await succeed('customAttribute', 'update', {
				definitionId: byId(id),
				updateFields: { description: 'Changed' },
			}),
		).toEqual([{ success: true, definitionId: id }]);
		expect(bodyOf('PATCH /datasets/attributes/{definitionId}')).toEqual({
			label: DEMO_CATALOG.attribute,
			mandatory: false,
			description: 'Changed',
		});
		await succeed('customAttribute', 'update', {
			definitionId: byId(id),
			updateFields: { values: ['Public', 'Internal'] },
		});
		expect(attribute(DEMO_CATALOG.attribute)).toMatchObject({
			values: ['Public', 'Internal'],
			description: 'Changed',
			defaults: ['Internal'],
		});
	});

	test.each([
		{ what: 'without a required field', body: { label: 'x' }, status: 400 },
		{ what: 'with its type', body: { label: 'x', mandatory: true, type: 'text' }, status: 400 },
		{ what: 'with all required fields', body: { label: 'x', mandatory: true }, status: 204 },
	])('the platform responds with $status to a change $what', async ({ body, status }) => {
		fact('C.27', 'C.103');
		const { id } = attribute(DEMO_CATALOG.attribute);
		expect((await ask(`PATCH /datasets/attributes/${id}`, body)).status).toBe(status);
	});

	test('the platform deletes an attribute without a response body', async () => {
		fact('C.103');
		const { id } = attribute(DEMO_CATALOG.attribute);
		expect((await ask(`DELETE /datasets/attributes/${id}`)).status).toBe(204);
	});

	test('an update can clear a description and the defaults', async () => {
		const { id } = attribute(DEMO_CATALOG.attribute);
		await succeed('customAttribute', 'update', {
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
		const { attribute: CHOICE, textAttribute: TEXT } = DEMO_CATALOG;
		const valuesOf = async (datasetId: IDataObject) => {
			const listed = await succeed('customAttribute', 'getValues', { datasetId, returnAll: true });
			return Object.fromEntries(
				listed.map(({ label, values, isDefault }) => [String(label), { values, isDefault }]),
			);
		};
		const setValue = async (datasetId: IDataObject, id: IDataObject, ...values: string[]) =>
			await succeed('customAttribute', 'setValue', { datasetId, id, values });
		const DEFAULTS = {
			[CHOICE]: { values: ['Internal'], isDefault: true },
			[TEXT]: { values: [], isDefault: true },
		};

		test('a dataset without values of its own has the defaults', async () => {
			fact('C.28', 'C.29');
			const { id } = await contracts();
			expect(await valuesOf(byId(id))).toEqual(DEFAULTS);
		});

		test('a value from the list is set', async () => {
			fact('C.30', 'C.101');
			const { id: datasetId } = await contracts();
			expect(await setValue(byId(datasetId), byName(CHOICE), 'Secret')).toEqual([
				{ success: true, datasetId, id: attribute(CHOICE).id, values: ['Secret'] },
			]);
			expect(await valuesOf(byId(datasetId))).toEqual({
				...DEFAULTS,
				[CHOICE]: { values: ['Secret'], isDefault: false },
			});
		});

		test('a free text is set as one value, even if it contains a comma', async () => {
			fact('C.30', 'C.101');
			const datasetId = byId((await contracts()).id);
			await setValue(datasetId, byId(attribute(TEXT).id), 'Ana, Bao');
			expect(await valuesOf(datasetId)).toEqual({
				...DEFAULTS,
				[TEXT]: { values: ['Ana, Bao'], isDefault: false },
			});
		});

		test('a value can be set by the business ID of its attribute', async () => {
			fact('C.100');
			const dataset = await contracts();
			const { id, businessId } = attribute(CHOICE);
			await setValue(byId(dataset.id), byId(businessId), 'Public');
			expect(dataset.values.get(id)).toEqual(['Public']);
		});

		test('a value that equals the default is treated as the default', async () => {
			fact('C.28');
			const datasetId = byId((await contracts()).id);
			await setValue(datasetId, byName(CHOICE), 'Public');
			await setValue(datasetId, byName(CHOICE), 'Internal');
			expect(await valuesOf(datasetId)).toEqual(DEFAULTS);
		});

		test.each([
			{ kind: 'a value from a list', label: CHOICE, value: 'Secret' },
			{ kind: 'a free text', label: TEXT, value: 'Ana, Bao' },
		])('$kind that is removed returns to its default, or is empty', async ({ label, value }) => {
			fact('C.102');
			const { id: datasetId } = await contracts();
			const { id } = attribute(label);
			await setValue(byId(datasetId), byId(id), value);
			const given = { datasetId: byId(datasetId), id: byId(id) };
			expect(await succeed('customAttribute', 'removeValue', given)).toEqual([
				{ deleted: true, datasetId, id },
			]);
			expect(await valuesOf(byId(datasetId))).toEqual(DEFAULTS);
		});

		test('values are listed by the category of their attribute', async () => {
			fact('C.33');
			const { id } = await contracts();
			expect(
				await succeed('customAttribute', 'getValues', {
					datasetId: byId(id),
					filters: { category: 'built-in' },
				}),
			).toEqual([]);
		});
	});

	describe('the choices of a value', () => {
		/** The parameters of Set Value for the demo's dataset of contracts. */
		const setting = async (id: IDataObject) => ({ datasetId: byId((await contracts()).id), id });
		/** The values that n8n offers to choose from. */
		const offered = async (parameters: IDataObject) => {
			const operation = { resource: 'customAttribute', operation: 'setValue' };
			const choices = await load(platform, 'Catalog', 'loadAttributeValues', {
				...operation,
				...parameters,
			});
			return choices.map(({ value }) => value);
		};
		const byItsId = () => byId(attribute(DEMO_CATALOG.attribute).id);

		test('the default of the attribute is a choice', async () => {
			expect(await offered(await setting(byItsId()))).toEqual(['Internal']);
		});

		test('the value of the dataset is a choice beside the default', async () => {
			const given = await setting(byItsId());
			await succeed('customAttribute', 'setValue', { ...given, text: 'Secret' });
			expect(await offered(given)).toEqual(['Internal', 'Secret']);
		});

		test('a value can be typed instead of chosen', async () => {
			const dataset = await contracts();
			await succeed('customAttribute', 'setValue', {
				...(await setting(byItsId())),
				text: 'Secret',
			});
			const { id } = attribute(DEMO_CATALOG.attribute);
			expect(dataset.values.get(id)).toEqual(['Secret']);
		});

		test('a free text has no choices', async () => {
			const { id } = attribute(DEMO_CATALOG.textAttribute);
			expect(await offered(await setting(byId(id)))).toEqual([]);
		});

		test('there are no choices until an attribute is chosen', async () => {
			expect(await offered(await setting(byId('')))).toEqual([]);
		});

		test('an attribute that is given by its name offers no choices', async () => {
			const given = await setting(byName(DEMO_CATALOG.attribute));
			await expect(offered(given)).rejects.toThrow(FIRST);
		});

		test('only the default is a choice until a dataset is chosen', async () => {
			const given = await setting(byItsId());
			await succeed('customAttribute', 'setValue', { ...given, text: 'Secret' });
			expect(await offered({ ...given, datasetId: byId('') })).toEqual(['Internal']);
		});

		test.each([
			{
				how: 'is neither chosen nor typed',
				value: {},
				message: 'Value Names or IDs or Text must be given: choose values, or type one',
			},
			{
				how: 'is both chosen and typed',
				value: { values: ['Public'], text: 'Public' },
				message: 'Value Names or IDs cannot be given beside Text: leave one of them empty',
			},
		])('a value that $how is refused before anything is sent', async ({ value, message }) => {
			await expectRefused(
				'customAttribute',
				'setValue',
				{ ...(await setting(byItsId())), ...value },
				message,
			);
			expect(requests('PUT /datasets/{datasetId}/attributes/{id}')).toEqual([]);
		});
	});

	test('a definition that shows its values offers all of them without reading the dataset', async () => {
		const field = inputFields(customAttribute.operations.setValue!).values!;
		const asked: string[] = [];
		const load = (sourceOf(field) as Extract<ChoiceSource, { load: unknown }>).load;
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

	describe('a value that the platform refuses', () => {
		const refusal = async (datasetId: string, id: IDataObject, ...values: string[]) => {
			const given = { datasetId: byId(datasetId), id, values };
			return (await run('customAttribute', 'setValue', given)).error!;
		};

		test('a value that the attribute does not have is explained', async () => {
			fact('C.101');
			const { id } = await contracts();
			const error = await refusal(id, byName(DEMO_CATALOG.attribute), 'Cosmic');
			expect(error).toMatchObject({
				httpCode: '400',
				message: 'Not a value of the attribute: Cosmic',
			});
			expect(error.description).toMatch(
				/^Only values from the definition of the attribute can be set/,
			);
		});

		test('a free text can have only one value', async () => {
			fact('C.101');
			const { id } = await contracts();
			expect(await refusal(id, byName(DEMO_CATALOG.textAttribute), 'a', 'b')).toMatchObject({
				httpCode: '400',
				message: 'A free-text attribute takes one value',
			});
		});

		test('an unknown attribute is explained', async () => {
			fact('C.101', 'C.143');
			const { id } = await contracts();
			const error = await refusal(id, byId(UNKNOWN), 'Public');
			expect(error).toMatchObject({ httpCode: '404' });
			expect(error.description).toMatch(
				/^The attribute or the dataset does not exist: check both\./,
			);
		});

		test('an unknown dataset is explained', async () => {
			fact('C.143');
			const error = await refusal(UNKNOWN, byId(DEMO_CATALOG.attributeId), 'Public');
			expect(error).toMatchObject({ httpCode: '404' });
			expect(error.description).toMatch(
				/^The attribute or the dataset does not exist: check both\./,
			);
		});
	});

	test('long lists are read in pages of 100', async () => {
		fact('C.29', 'C.98', 'C.146');
		for (let index = 0; index < 148; index++)
			await ask('POST /datasets/attributes', {
				label: `a${index}`,
				type: 'text',
				mandatory: false,
			});
		platform.clearLog();
		expect(await succeed('customAttribute', 'getMany', { returnAll: true })).toHaveLength(150);
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
			await succeed('customAttribute', 'getValues', { datasetId: byId(id), returnAll: true }),
		).toHaveLength(150);
		expect((await ask(`GET /datasets/${id}/attributes`)).body).toMatchObject({
			data: { length: 100 },
			paging: { limit: 100, offset: 0, total: 150 },
		});
	});

	test('definitions are read from items, from data or from a bare list', async () => {
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
			expect(await succeed('customAttribute', 'getMany')).toEqual([definition]);
		}
		expect(platform.emulator.faults.unconsumed()).toEqual([]);
	});

	const made = { label: 'x', mandatory: false };
	test.each<{ what: string; parameters: IDataObject; message: string }>([
		{
			what: 'a list of values without values',
			parameters: { ...made, type: 'enum' },
			message: 'Values are required for a list of values',
		},
		{
			what: 'a free text with values',
			parameters: { ...made, type: 'text', additionalFields: { values: ['a'] } },
			message: 'Values must not be given for free text',
		},
		{
			what: 'two defaults of a free text',
			parameters: { ...made, type: 'text', additionalFields: { defaults: ['a', 'b'] } },
			message: 'Defaults must have one entry at most for free text',
		},
		{
			what: 'a default that is not a value',
			parameters: {
				...made,
				type: 'enum',
				additionalFields: { values: ['a'], defaults: ['a', 'b'] },
			},
			message: 'Defaults must be among the values: b',
		},
		{ what: 'no type', parameters: { ...made, type: NONE }, message: 'Type is required' },
		{
			what: 'no label',
			parameters: { ...made, label: NONE, type: 'text' },
			message: 'Label is required',
		},
	])('$what is refused before anything is sent', async ({ parameters, message }) => {
		fact('C.23', 'C.25');
		await expectRefused('customAttribute', 'create', parameters, message);
	});

	test('an update whose response was lost is sent again', async () => {
		const update = 'PATCH /datasets/attributes/{definitionId}';
		platform.emulator.faults.add({ operation: update, breaks: 'after' });
		await succeed('customAttribute', 'update', {
			definitionId: byId(DEMO_CATALOG.attributeId),
			updateFields: { label: 'Secrecy' },
		});
		expect(requests(update)).toHaveLength(2);
	});

	test('a creation whose response was lost is found by its label instead of being sent again', async () => {
		platform.emulator.faults.add({ operation: 'POST /datasets/attributes', breaks: 'after' });
		// Each platform gives the same IDs, and the process remembers which of them earlier tests have
		// created.
		for (let used = 0; used < 100; used++) platform.emulator.state.uuid();
		await succeed('customAttribute', 'create', { label: 'Once', type: 'text', mandatory: false });
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

	test.each([
		['alone', { values: ['a'] }],
		['with all other fields', { label: 'x', mandatory: true, values: ['a'] }],
	])('the values of a free text are not updated: given %s', async (_how, updateFields) => {
		const { error } = await run('customAttribute', 'update', {
			definitionId: byName(DEMO_CATALOG.textAttribute),
			updateFields,
		});
		expect(error!.message).toBe('Values must not be given for free text');
		expect(requests('PATCH /datasets/attributes/{definitionId}')).toEqual([]);
	});

	test('an update without a change is refused', async () => {
		await expectRefused(
			'customAttribute',
			'update',
			{ definitionId: byId(UNKNOWN), updateFields: {} },
			'Update Fields needs at least one field to change',
		);
	});

	test('an empty list is refused as a value', async () => {
		await expectRefused(
			'customAttribute',
			'setValue',
			{ datasetId: byId(UNKNOWN), id: byId(UNKNOWN), values: [] },
			/^Value Names or IDs or Text must be given/,
		);
	});
});

judgeRequests(platform, 'Catalog', ['customAttribute']);
