/** Descriptions of the fields of a dataset: one at a time, or several in one request. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_CATALOG } from '../../../emulator/seed/catalog';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	ask,
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

describe('field description', () => {
	test('a field description is set by a path with slashes, dots and spaces, as one segment', async () => {
		fact('C.34', 'C.35', 'C.104');
		const { id, descriptions } = await contracts();
		for (const [path, segment] of [
			['party/address.city', 'party%2Faddress.city'],
			['signed at 100%', 'signed%20at%20100%25'],
		] as const) {
			expect(
				await succeed('fieldDescription', 'set', {
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
			await succeed('fieldDescription', 'getMany', {
				datasetId: byName(DEMO_CATALOG.nestedDataset),
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

	test('a path that is not in the schema is explained', async () => {
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

	test('several descriptions whose response was lost are sent again', async () => {
		const { id } = await contracts();
		platform.emulator.faults.add({
			operation: 'POST /datasets/{datasetId}/columns',
			breaks: 'after',
		});
		await succeed('fieldDescription', 'setMany', {
			datasetId: byId(id),
			descriptions: { rows: [{ path: 'number', description: 'Its number' }] },
		});
		expect(requests('POST /datasets/{datasetId}/columns')).toHaveLength(2);
	});

	test('several descriptions are set in one request, from a form and from JSON', async () => {
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
				await succeed('fieldDescription', 'setMany', { datasetId: byId(id), ...parameters }),
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

	test.each<{ what: string; operation: string; parameters: IDataObject; message: string }>([
		{
			what: 'the path "."',
			operation: 'set',
			parameters: { path: '.', description: 'x' },
			message: '"Field Path" must not be "." or ".."',
		},
		{
			what: 'the path ".."',
			operation: 'set',
			parameters: { path: '..', description: 'x' },
			message: '"Field Path" must not be "." or ".."',
		},
		{
			what: 'no path',
			operation: 'set',
			parameters: { path: NONE, description: 'x' },
			message: '"Field Path" is required',
		},
		{
			what: 'no description',
			operation: 'set',
			parameters: { path: 'number', description: NONE },
			message: '"Description" is required',
		},
		{
			what: 'no rows',
			operation: 'setMany',
			parameters: { descriptions: {} },
			message: '"Descriptions" is required',
		},
		{
			what: 'an empty list',
			operation: 'setMany',
			parameters: { descriptionsJson: '[]' },
			message: '"Descriptions" is required',
		},
		{
			what: 'a field twice',
			operation: 'setMany',
			parameters: {
				descriptionsJson: '[{"path":"a","description":"x"},{"path":"a","description":"y"}]',
			},
			message: '"Descriptions" must not have the same "Field Path" twice: row 1 and row 2 have a',
		},
	])('$what is refused before anything is sent', async ({ operation, parameters, message }) => {
		await expectRefused(
			'fieldDescription',
			operation,
			{ datasetId: byId(UNKNOWN), ...parameters },
			message,
		);
	});
});

judgeRequests(platform, 'Catalog', ['fieldDescription']);
