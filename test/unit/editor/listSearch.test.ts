/**
 * The lists that records are chosen from.
 */
import type { IDataObject } from 'n8n-workflow';

import { records } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import { id, text } from '../../../nodes/shared/declare/fields';
import { limitOffset } from '../../../nodes/shared/declare/lists/paging';
import { type Picker } from '../../../nodes/shared/declare/lists/picker';
import { methodsOf } from '../../../nodes/shared/editor/methods';
import { ANY_TEXTS } from '../../support/anyTexts';
import { editor, getMany, nodeWith, tasks } from './listSearchStage';

const refused = (httpCode: string) => Object.assign(new Error('refused'), { httpCode });

const searching = async (
	used: Picker,
	parameters: IDataObject = {},
	answers?: (url: string) => unknown,
	filter?: string,
	token?: string,
) => {
	const { context, asked } = editor({ resource: 'x', operation: 'get', ...parameters }, answers);
	const result = await methodsOf(nodeWith({ one: id('One').pick(used) })).listSearch[
		used.method
	]!.call(context, filter, token);
	return { ...result, asked };
};

describe('records to choose from', () => {
	test('records are shown by name, or by ID if they have none', async () => {
		const { asked, ...shown } = await searching(tasks(), {}, () => [
			{ id: 1, name: 'One', description: 'In A' },
			{ id: 2 },
			{ name: 'without an ID' },
		]);
		expect(shown).toEqual({
			results: [
				{ name: 'One', value: '1', description: 'In A' },
				{ name: '2', value: '2' },
			],
			paginationToken: '3',
		});
		expect(asked).toEqual(['GET /tasks?limit=100']);
	});

	test('records with the same name say where they are', async () => {
		const { results } = await searching(tasks(), {}, () => [
			{ id: 1, name: 'A', description: 'X' },
			{ id: 2, name: 'A', description: 'Y' },
			{ id: 3, name: 'A' },
			{ id: 4, name: 'B', description: 'X' },
		]);
		expect(results.map(({ name }) => name)).toEqual(['A (X)', 'A (Y)', 'A', 'B']);
		const always = await searching(tasks({ isDescribed: true }), {}, () => [
			{ id: 4, name: 'B', description: 'X' },
			{ id: 5, name: 'C' },
		]);
		expect(always.results.map(({ name }) => name)).toEqual(['B (X)', 'C']);
	});

	describe('records to choose from, filtered by the entered text', () => {
		test('the platform filters the records if it can search', async () => {
			const { asked, results } = await searching(
				tasks(),
				{},
				() => [{ id: 1, name: 'Other' }],
				'one',
			);
			expect(asked).toEqual(['GET /tasks?name=one&limit=100']);
			expect(results).toHaveLength(1);
		});

		test.each([
			{ by: 'a part of the name', typed: 'SEC', name: 'Second' },
			{ by: 'the ID', typed: 'Abc', name: 'First' },
		])('the node filters the records by $by if the platform cannot', async ({ typed, name }) => {
			const items = [
				{ id: 'abc', name: 'First' },
				{ id: 'd', name: 'Second' },
			];
			const used = tasks({ search: undefined });
			const { asked, results } = await searching(used, {}, () => ({ items, total: 2 }), typed);
			expect(asked).toEqual(['GET /tasks?limit=100']);
			expect(results.map((found) => found.name)).toEqual([name]);
		});
	});

	test('the records come page by page', async () => {
		const first = await searching(tasks(), {}, () => ({ items: [{ id: 1 }, { id: 2 }], total: 3 }));
		expect(first.paginationToken).toBe('2');
		const second = await searching(tasks(), {}, () => ({ items: [{ id: 3 }], total: 3 }), '', '2');
		expect([second.asked, 'paginationToken' in second]).toEqual([
			['GET /tasks?limit=100&offset=2'],
			false,
		]);
		const always = await searching(
			tasks({ list: getMany({ pages: limitOffset({ alwaysSent: true }) }) }),
			{},
			() => [{ id: 1 }],
		);
		expect(always.asked).toEqual(['GET /tasks?limit=100&offset=0']);
		const whole = await searching(tasks({ list: getMany({ pages: undefined }) }), {}, () => [
			{ id: 1 },
		]);
		expect([whole.asked, 'paginationToken' in whole]).toEqual([['GET /tasks'], false]);
		const sized = { ...limitOffset(), size: undefined, sizedBy: 'limit' };
		expect(
			(await searching(tasks({ list: getMany({ pages: sized }) }), {}, () => [{ id: 1 }])).asked,
		).toEqual(['GET /tasks?limit=100']);
	});

	test('pages without a match are skipped, twenty at most', async () => {
		const found = await searching(tasks({ keep: ({ id }) => id === 5 }), {}, (url) => [
			{ id: Number(/offset=(\d+)/.exec(url)?.[1] ?? 0) },
		]);
		expect([found.asked.length, found.results, found.paginationToken]).toEqual([
			6,
			[{ name: '5', value: '5' }],
			'6',
		]);
		const never = await searching(tasks({ keep: () => false }), {}, () => [{ id: 1 }]);
		expect([never.asked.length, never.results, never.paginationToken]).toEqual([20, [], '20']);
		const ended = await searching(
			tasks({ keep: () => false }),
			{},
			() => ({ items: [{ id: 1 }], total: 1 }),
			'x',
		);
		expect([ended.asked.length, ended.results]).toEqual([1, []]);
		// Of a list of several pages it is known only at its end that there is nothing to choose.
		await expect(
			searching(tasks({ keep: () => false }), {}, () => ({ items: [{ id: 1 }], total: 3 })),
		).rejects.toThrow('No task was found.');
	});

	test.each<{ what: string; more: Partial<Picker>; message: string }>([
		{
			what: '',
			more: {},
			message:
				'No task was found. There is none yet, or the account of the credential has no permission to view it.',
		},
		{
			what: ' within others',
			more: { narrowedBy: ['environmentId'] },
			message:
				'No task was found. There is none yet, or none that fits the other fields, or the account of the credential has no permission to view it.',
		},
		{
			what: ' that need permissions',
			more: { list: getMany({ permissions: ['A', 'B'] }) },
			message:
				'No task was found. There is none yet, or the account of the credential has no permission to view it (A or B).',
		},
	])(
		'the message gives possible reasons if there are no records$what',
		async ({ more, message }) => {
			await expect(searching(tasks(more))).rejects.toThrow(message);
			// Of what was typed there may be none.
			expect((await searching(tasks(more), {}, () => [], 'typed')).results).toEqual([]);
			expect((await searching(tasks(more), {}, () => [], '', '100')).results).toEqual([]);
		},
	);

	describe('the records within other choices', () => {
		const within = tasks({ narrowedBy: ['environmentId', 'unknown'] });
		/** The query of the request, without its limit. */
		const queryWith = async (parameters: IDataObject, used = within) => {
			const { asked } = await searching(used, parameters, () => [{ id: 1 }]);
			return asked[0]!.replace('GET /tasks?', '').replace(/&?limit=100/, '');
		};

		test.each<[string, IDataObject]>([
			['an ID', { environmentId: 'e1' }],
			[
				'a record of a list, beside a field that the list does not take',
				{ environmentId: { mode: 'list', value: 'e1' }, unknown: 'u' },
			],
		])('records are searched within a choice that is %s', async (_what, parameters) => {
			expect(await queryWith(parameters)).toBe('environmentId=e1');
		});

		test.each([
			[''],
			['={{ $json.id }}'],
			[{ mode: 'name', value: 'Production' }],
			[{ mode: 'id', value: '=x' }],
			[7],
			[undefined],
		])('records are not searched within %j', async (environmentId) => {
			expect(await queryWith({ environmentId })).toBe('');
		});

		test('a choice for an operation is in its options, one for a trigger in its filters', async () => {
			const chosen = { options: { environmentId: 'e2' }, filters: { environmentId: 'e3' } };
			expect(await queryWith(chosen)).toBe('environmentId=e2');
			expect(await queryWith({ resource: undefined, ...chosen })).toBe('environmentId=e3');
		});

		test('a list can use values other than the chosen ones', async () => {
			const used = tasks({
				narrowedBy: ['environmentId'],
				always: { name: 'all' },
				listValues: ({ environmentId }) => ({ environmentId: `of ${String(environmentId)}` }),
			});
			expect(await queryWith({ environmentId: 'e1' }, used)).toBe('name=all&environmentId=of%20e1');
		});

		test('a choice overrides what the list always requests', async () => {
			const used = tasks({ narrowedBy: ['environmentId'], always: { environmentId: 'fixed' } });
			expect(await queryWith({ environmentId: 'e1' }, used)).toBe('environmentId=e1');
		});
	});

	test('records that do not match the other choices are left out', async () => {
		const used = tasks({
			narrowedBy: ['environmentId'],
			keep: ({ in: where }, { environmentId }) =>
				environmentId === undefined || where === environmentId,
		});
		expect(
			(
				await searching(used, { environmentId: 'e1' }, () => ({
					items: [
						{ id: 1, in: 'e1' },
						{ id: 2, in: 'e2' },
					],
					total: 2,
				}))
			).results.map(({ value }) => value),
		).toEqual(['1']);
	});

	test('a list that needs another record is not requested before that is chosen', async () => {
		const inside = operation('GET /environments/{environmentId}/tasks', {
			...ANY_TEXTS,
			path: { environmentId: id('E').label('Environment') },
			answers: records(undefined),
		});
		const used = tasks({ list: inside, narrowedBy: ['environmentId'], search: undefined });
		await expect(searching(used)).rejects.toMatchObject({
			field: 'environmentId',
			label: 'Environment',
			rule: 'must be chosen from the list or by ID first, not by an expression or a name: the list depends on it',
		});
		await expect(searching(used, { environmentId: '' })).rejects.toMatchObject({
			field: 'environmentId',
			rule: expect.stringContaining('first') as string,
		});
		expect((await searching(used, { environmentId: 'e1' }, () => [{ id: 1 }])).asked).toEqual([
			'GET /environments/e1/tasks',
		]);
		expect(
			(
				await searching({ ...used, narrowedBy: [], always: { environmentId: 'all' } }, {}, () => [
					{ id: 1 },
				])
			).asked,
		).toEqual(['GET /environments/all/tasks']);
	});

	test('records of other lists come with the first page', async () => {
		const used = tasks({
			otherPickers: [tasks({ list: getMany({ family: 'other' }), always: { name: 'clusters' } })],
		});
		const both = (url: string) => ({
			items: [{ id: url.includes('clusters') ? 'c' : 't' }],
			total: 2,
		});
		const first = await searching(used, {}, both);
		expect([first.results.map(({ value }) => value), first.paginationToken, first.asked]).toEqual([
			['t', 'c'],
			'1',
			['GET /tasks?limit=100', 'GET /tasks?name=clusters&limit=100'],
		]);
		expect((await searching(used, {}, both, '', '1')).asked).toEqual([
			'GET /tasks?limit=100&offset=1',
		]);
	});

	test('records can be elsewhere in the response, or completed by another request', async () => {
		const reported = tasks({ records: (body) => (body as { deep: IDataObject[] }).deep });
		expect(
			(
				await searching(reported, {}, () => ({ items: [], deep: [{ id: 1, name: 'D' }] }))
			).results.map(({ name }) => name),
		).toEqual(['D']);
		const names = operation('GET /names', {
			name: 'X',
			action: 'X',
			description: 'X',
			query: { of: text('O').optional() },
			answers: records(undefined),
		});
		const completed = tasks({
			complete: async (found, ask) =>
				((await ask(names, { of: 'all' })) as IDataObject[]).map(({ name }, index) => ({
					...found[index],
					name,
				})),
		});
		const shown = await searching(completed, {}, (url) =>
			url.startsWith('/names') ? [{ name: 'N' }] : { items: [{ id: 1, name: 'old' }], total: 1 },
		);
		expect([shown.results.map(({ name }) => name), shown.asked]).toEqual([
			['N'],
			['GET /tasks?limit=100', 'GET /names?of=all'],
		]);
		// What only completes them is no reason to show nothing.
		const uncompleted = await searching(completed, {}, (url) =>
			url.startsWith('/names') ? refused('403') : { items: [{ id: 1, name: 'old' }], total: 1 },
		);
		expect(uncompleted.results.map(({ name }) => name)).toEqual(['old']);
		await expect(searching(tasks(), {}, () => ({ surprise: 1 }))).rejects.toThrow(
			'an object with the field "surprise" instead of a list',
		);
	});

	test('times are shown in the time zone of the workflow', async () => {
		const used = tasks({ entry: ({ id }, zone) => ({ id: String(id), name: String(zone) }) });
		expect((await searching(used, {}, () => [{ id: 1 }])).results[0]!.name).toBe('Asia/Tokyo');
	});

	test('a service account does not request a list that only a person may read', async () => {
		const used = tasks({ list: getMany({ whyPersonOnly: 'Talend asks for a user.' }) });
		await expect(searching(used, { authentication: 'serviceAccount' })).rejects.toMatchObject({
			field: 'authentication',
			rule: 'must be Token. Talend asks for a user.',
		});
		expect(
			(await searching(used, { authentication: 'token' }, () => [{ id: 1 }])).results,
		).toHaveLength(1);
	});
});
