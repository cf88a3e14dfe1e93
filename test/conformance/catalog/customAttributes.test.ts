/** Custom attributes: their definitions, created, updated, listed and deleted. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	ask,
	attribute,
	bodyOf,
	contracts,
	expectRefused,
	NONE,
	platform,
	requests,
	run,
	succeed,
	UNKNOWN,
} from './stage';

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

test('an update of an attribute keeps the fields that are left out', async () => {
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
		message: '"Values" is required for a list of values',
	},
	{
		what: 'a free text with values',
		parameters: { ...made, type: 'text', additionalFields: { values: ['a'] } },
		message: '"Values" must not be given for free text',
	},
	{
		what: 'two defaults of a free text',
		parameters: { ...made, type: 'text', additionalFields: { defaults: ['a', 'b'] } },
		message: '"Defaults" must have at most one entry for free text',
	},
	{
		what: 'a default that is not a value',
		parameters: {
			...made,
			type: 'enum',
			additionalFields: { values: ['a'], defaults: ['a', 'b'] },
		},
		message: '"Defaults" must be among the values: b',
	},
	{ what: 'no type', parameters: { ...made, type: NONE }, message: '"Type" is required' },
	{
		what: 'no label',
		parameters: { ...made, label: NONE, type: 'text' },
		message: '"Label" is required',
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

/** Each platform gives the same IDs, and the process remembers those that it has created. */
function skipIdsOfEarlierTests() {
	for (let used = 0; used < 100; used++) platform.emulator.state.uuid();
}

test('a creation whose response was lost is found by its label instead of being sent again', async () => {
	platform.emulator.faults.add({ operation: 'POST /datasets/attributes', breaks: 'after' });
	skipIdsOfEarlierTests();
	expect(
		await succeed('customAttribute', 'create', { label: 'Once', type: 'text', mandatory: false }),
	).toEqual([{ definitionId: attribute('Once').id }]);
	expect(requests('POST /datasets/attributes')).toHaveLength(1);
});

test.each([
	['alone', { values: ['a'] }],
	['with all other fields', { label: 'x', mandatory: true, values: ['a'] }],
])('the values of a free text are not updated: given %s', async (_how, updateFields) => {
	const { error } = await run('customAttribute', 'update', {
		definitionId: byName(DEMO_CATALOG.textAttribute),
		updateFields,
	});
	expect(error!.message).toBe('"Values" must not be given for free text');
	expect(requests('PATCH /datasets/attributes/{definitionId}')).toEqual([]);
});

test('an update without a change is refused', async () => {
	await expectRefused(
		'customAttribute',
		'update',
		{ definitionId: byId(UNKNOWN), updateFields: {} },
		'"Update Fields" needs at least one field to change',
	);
});

judgeRequests(platform, 'Catalog', [
	'customAttribute.create',
	'customAttribute.delete',
	'customAttribute.get',
	'customAttribute.getMany',
	'customAttribute.update',
]);
