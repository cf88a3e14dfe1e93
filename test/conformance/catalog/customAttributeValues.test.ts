/** The values that datasets have for custom attributes. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { inputFields } from '../../../nodes/shared/declare/derived/operationParts';
import { type ChoiceSource, sourceOf } from '../../../nodes/shared/declare/lists/loadedChoices';
import { customAttribute } from '../../../nodes/TalendCloudCatalog/resources/customAttribute';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { load } from '../../support/picking';
import {
	attribute,
	contracts,
	expectRefused,
	FIRST,
	platform,
	requests,
	run,
	succeed,
	UNKNOWN,
} from './stage';

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
			message: '"Value Names or IDs" or "Text" must be given: choose values, or type one',
		},
		{
			how: 'is both chosen and typed',
			value: { values: ['Public'], text: 'Public' },
			message: '"Value Names or IDs" cannot be given beside "Text": leave one of them empty',
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
		expect(error.description).toMatch(/^The attribute or the dataset does not exist: check both\./);
	});

	test('an unknown dataset is explained', async () => {
		fact('C.143');
		const error = await refusal(UNKNOWN, byId(DEMO_CATALOG.attributeId), 'Public');
		expect(error).toMatchObject({ httpCode: '404' });
		expect(error.description).toMatch(/^The attribute or the dataset does not exist: check both\./);
	});
});

test('a value that cannot be removed is explained', async () => {
	const { error } = await run('customAttribute', 'removeValue', {
		datasetId: byId(UNKNOWN),
		id: byId(DEMO_CATALOG.attributeId),
	});
	expect(error).toMatchObject({ httpCode: '404' });
	expect(error!.description).toMatch(/^The attribute or the dataset does not exist: check both\./);
});

test('an empty list is refused as a value', async () => {
	await expectRefused(
		'customAttribute',
		'setValue',
		{ datasetId: byId(UNKNOWN), id: byId(UNKNOWN), values: [] },
		/^"Value Names or IDs" or "Text" must be given/,
	);
});

judgeRequests(platform, 'Catalog', [
	'customAttribute.getValues',
	'customAttribute.removeValue',
	'customAttribute.setValue',
]);
