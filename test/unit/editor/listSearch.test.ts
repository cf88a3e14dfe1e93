/**
 * What the editor asks the platform while a person fills in a node: records, choices and names to
 * choose from.
 */
import type { IDataObject, IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';

import { nothing, record, records } from '../../../nodes/shared/declare/answers';
import { operation, resource } from '../../../nodes/shared/declare/define';
import {
	choice,
	type Fields,
	id,
	integer,
	list,
	object,
	text,
} from '../../../nodes/shared/declare/field';
import { mapped } from '../../../nodes/shared/declare/field';
import {
	type Columns,
	listOf,
	type Loaded,
	type Source,
} from '../../../nodes/shared/declare/lists/loadedChoices';
import { limitOffset } from '../../../nodes/shared/declare/lists/paging';
import { picker, type Picker } from '../../../nodes/shared/declare/lists/picker';
import type { RequestSpec, Resource } from '../../../nodes/shared/declare/operation';
import { chosenIn, isAnyGiven } from '../../../nodes/shared/editor/editorValues';
import { methodsOf } from '../../../nodes/shared/editor/methods';
import { ANY_TEXTS } from '../../support/anyTexts';
import { stub } from '../../support/stub';

const paged = { limit: integer('L').optional(), offset: integer('O').optional() };
const getMany = (more: Partial<RequestSpec> = {}) =>
	operation('GET /tasks', {
		...ANY_TEXTS,
		query: { ...paged, name: text('N').optional(), environmentId: text('E').optional() },
		pages: limitOffset(),
		answers: records(undefined),
		...more,
	});

let nodes = 0;
/** The editor of a node with these parameters, on a platform that answers so. */
function editor(parameters: IDataObject, answers: (url: string) => unknown = () => []) {
	const asked: string[] = [];
	const id = `searches ${++nodes}`;
	const context = stub<ILoadOptionsFunctions>({
		getNode: () => ({ id, name: 'Node', type: 't', typeVersion: 1, position: [0, 0], parameters }),
		getTimezone: () => 'Asia/Tokyo',
		getCredentials: async () => await Promise.resolve({}),
		getCurrentNodeParameter: (name: string) => parameters[name],
		helpers: {
			httpRequestWithAuthentication: async (
				_type: string,
				{ method, url, body }: IHttpRequestOptions,
			) => {
				asked.push(`${method} ${url}${body === undefined ? '' : ` ${body as string}`}`);
				const found = answers(url);
				if (found instanceof Error) throw found;
				return await Promise.resolve({ statusCode: 200, headers: {}, body: JSON.stringify(found) });
			},
		},
	});
	return { context, asked };
}
const refused = (httpCode: string) => Object.assign(new Error('refused'), { httpCode });

const tasks = (more: Partial<Picker> = {}): Picker =>
	picker({
		noun: 'task',
		method: 'searchTasks',
		byName: true,
		example: 't1',
		list: getMany(),
		search: (name) => ({ name }),
		entry: ({ id, name, description }) => ({
			id: String(id ?? ''),
			name: String(name ?? ''),
			...(description ? { description: String(description) } : {}),
		}),
		...more,
	});
/** A node with one operation that has these fields. */
const nodeWith = (query: Fields, settings: Fields = {}): Resource[] => [
	resource('x', 'X', {
		get: operation('GET /x', { ...ANY_TEXTS, query, settings, answers: record(undefined) }),
	}),
];
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

describe('a node searches in each list that its fields are chosen from', () => {
	test('the fields are found wherever they are, and searched once for each list', () => {
		const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((method) => tasks({ method }));
		const resources = nodeWith(
			{
				one: id('One').pick(a!),
				again: id('Again').pick(a!),
				inner: object('I', { b: id('B').pick(b!) }),
				other: text('O'),
			},
			{ set: id('S').pick(c!).optional() },
		);
		expect(Object.keys(methodsOf(resources, { more: id('M').pick(d!) }).listSearch)).toEqual([
			'd',
			'a',
			'b',
			'c',
		]);
		expect(methodsOf([]).listSearch).toEqual({});
	});
});

describe('records to choose one from', () => {
	test('records to choose one from are shown by name, with their ID where they have none', async () => {
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

	test('records to choose one from with the same name say where they are', async () => {
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

	describe('records to choose one from, narrowed by what was typed', () => {
		test('the platform narrows the records if it can search', async () => {
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
		])('the node narrows the records by $by if the platform cannot', async ({ typed, name }) => {
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

	test('pages of which nothing stays are passed over, twenty at most', async () => {
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
			more: { within: ['environmentId'] },
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

	describe('the records within what else was chosen', () => {
		const within = tasks({ within: ['environmentId', 'unknown'] });
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

		test('a choice of an operation is in its options, one of a trigger in its filters', async () => {
			const chosen = { options: { environmentId: 'e2' }, filters: { environmentId: 'e3' } };
			expect(await queryWith(chosen)).toBe('environmentId=e2');
			expect(await queryWith({ resource: undefined, ...chosen })).toBe('environmentId=e3');
		});

		test('a list may ask with other values than those that were chosen', async () => {
			const used = tasks({
				within: ['environmentId'],
				always: { name: 'all' },
				asks: ({ environmentId }) => ({ environmentId: `of ${String(environmentId)}` }),
			});
			expect(await queryWith({ environmentId: 'e1' }, used)).toBe('name=all&environmentId=of%20e1');
		});

		test('a choice counts instead of what the list always asks', async () => {
			const used = tasks({ within: ['environmentId'], always: { environmentId: 'fixed' } });
			expect(await queryWith({ environmentId: 'e1' }, used)).toBe('environmentId=e1');
		});
	});

	test('records to choose one from are kept by what else was chosen', async () => {
		const used = tasks({
			within: ['environmentId'],
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

	test('records to choose one from whose list needs another that is not chosen yet cannot be asked for', async () => {
		const inside = operation('GET /environments/{environmentId}/tasks', {
			...ANY_TEXTS,
			path: { environmentId: id('E').label('Environment') },
			answers: records(undefined),
		});
		const used = tasks({ list: inside, within: ['environmentId'], search: undefined });
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
				await searching({ ...used, within: [], always: { environmentId: 'all' } }, {}, () => [
					{ id: 1 },
				])
			).asked,
		).toEqual(['GET /environments/all/tasks']);
	});

	test('records to choose one from of other lists come with the first page', async () => {
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

	test('records to choose one from may be elsewhere in the response, or be completed by another request', async () => {
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
		const without = await searching(completed, {}, (url) =>
			url.startsWith('/names') ? refused('403') : { items: [{ id: 1, name: 'old' }], total: 1 },
		);
		expect(without.results.map(({ name }) => name)).toEqual(['old']);
		await expect(searching(tasks(), {}, () => ({ surprise: 1 }))).rejects.toThrow();
	});

	test('records to choose one from are shown in the time of the workflow', async () => {
		const used = tasks({ entry: ({ id }, zone) => ({ id: String(id), name: String(zone) }) });
		expect((await searching(used, {}, () => [{ id: 1 }])).results[0]!.name).toBe('Asia/Tokyo');
	});

	test('records to choose one from that only a person may list are not asked for by a service account', async () => {
		const used = tasks({ list: getMany({ personOnly: 'Talend asks for a user.' }) });
		await expect(searching(used, { authentication: 'serviceAccount' })).rejects.toMatchObject({
			field: 'authentication',
			rule: 'must be Token. Talend asks for a user.',
		});
		expect(
			(await searching(used, { authentication: 'token' }, () => [{ id: 1 }])).results,
		).toHaveLength(1);
	});
});

describe('what was chosen so far', () => {
	const chosen = (parameters: IDataObject, ...names: string[]) =>
		chosenIn(editor(parameters).context, names);
	test.each<[unknown, string | undefined]>([
		['t1', 't1'],
		[{ mode: 'list', value: 't1' }, 't1'],
		[{ __rl: true, value: 't1' }, 't1'],
		[{ mode: 'name', value: 't1' }, undefined],
		['={{ $json.id }}', undefined],
		['', undefined],
		[7, undefined],
		[undefined, undefined],
	])('the choice %j gives %s', (given, found) => {
		expect(chosen({ taskId: given as string }, 'taskId.value')).toEqual(
			found === undefined ? {} : { taskId: found },
		);
		expect(
			chosen({ updateFields: { taskId: given as string } }, 'updateFields.taskId.value'),
		).toEqual(found === undefined ? {} : { taskId: found });
	});

	test('the other choices are known by the last part of their names', () => {
		expect(
			chosen(
				{ kind: 'a', updateFields: { taskId: 't1' } },
				'kind',
				'updateFields.taskId.value',
				'other.taskId',
			),
		).toEqual({ kind: 'a', taskId: 't1' });
		expect(chosen({ 'x.valued': 'a' }, 'x.valued')).toEqual({});
	});

	test('the other choices count, in whichever way they were given', () => {
		const isGiven = (given: unknown) =>
			isAnyGiven(editor({ taskId: given as string }).context, ['other', 'taskId.value']);
		expect(['t', '={{ x }}', { mode: 'name', value: 'N' }, 0].map(isGiven)).toEqual([
			true,
			true,
			true,
			true,
		]);
		expect([undefined, null, '', { mode: 'list', value: '' }].map(isGiven)).toEqual([
			false,
			false,
			false,
			false,
		]);
	});
});

describe('choices that are loaded', () => {
	const loading = async (
		fields: Fields,
		method: string,
		parameters: IDataObject = {},
		answers?: (url: string) => unknown,
	) => {
		const { context, asked } = editor({ resource: 'x', operation: 'get', ...parameters }, answers);
		return { found: await methodsOf(nodeWith(fields)).loadOptions[method]!.call(context), asked };
	};

	test('choices that are too many for the description of a node are loaded, wherever they stand', async () => {
		const zones = choice('Z', [
			{ value: 'b', name: 'B' },
			{ value: 'a', name: 'A', description: 'First' },
		]);
		const declared = zones.spec as object;
		const field = Object.assign(Object.create(zones) as typeof zones, {
			spec: { ...declared, listedBy: 'getZones' },
		});
		const inOrder = Object.assign(Object.create(zones) as typeof zones, {
			spec: { ...declared, listedBy: 'getDays', inOrder: true },
		});
		const loaders = methodsOf(nodeWith({ plain: zones, inner: object('I', { field }) }), {
			inOrder,
		}).loadOptions;
		expect(Object.keys(loaders).sort()).toEqual(['getDays', 'getZones']);
		const { context } = editor({});
		expect(await loaders.getZones!.call(context)).toEqual([
			{ name: 'A', value: 'a', description: 'First' },
			{ name: 'B', value: 'b' },
		]);
		expect((await loaders.getDays!.call(context)).map(({ value }) => value)).toEqual(['b', 'a']);
	});

	const several = {
		tasks: listOf(tasks(), 'getTasks', 'Tasks').optional(),
		names: listOf(tasks(), 'getNames', 'Names', 'name').optional(),
	};
	test('the choices are the records of a list, by ID or by name', async () => {
		const answers = () => ({
			items: [{ id: 't2' }, { id: 't1', name: 'One', description: 'In A' }, { name: 'none' }],
			total: 3,
		});
		expect((await loading(several, 'getTasks', {}, answers)).found).toEqual([
			{ name: 'One', value: 't1', description: 'In A' },
			{ name: 't2', value: 't2', description: undefined },
		]);
		expect((await loading(several, 'getNames', {}, answers)).found).toEqual([
			{ name: 'One', value: 'One', description: 'In A' },
		]);
	});

	test('the choices come from all pages of the list, up to twenty', async () => {
		const some = await loading(several, 'getTasks', {}, (url) => ({
			items: [{ id: /offset=(\d)/.exec(url)?.[1] ?? '0' }],
			total: 3,
		}));
		expect([some.found.map(({ value }) => value), some.asked]).toEqual([
			['0', '1', '2'],
			['GET /tasks?limit=100', 'GET /tasks?limit=100&offset=1', 'GET /tasks?limit=100&offset=2'],
		]);
		expect((await loading(several, 'getTasks', {}, () => [{ id: 1 }])).asked).toHaveLength(20);
	});

	const asking: Source[] = [];
	const loadedBy = (more: Partial<Loaded> = {}) => {
		const given: unknown[] = [];
		const used: Source = {
			method: 'getParts',
			dependsOn: ['taskId.value', 'planId.value'],
			knows: ['kind'],
			load: async (_ask, ...with_) =>
				await Promise.resolve(
					(given.push(...with_), [{ value: 'p' }, { value: 'q', name: 'Q', description: 'D' }]),
				),
			...more,
		};
		asking.push(used);
		return {
			fields: {
				parts: list('P').from(used).optional(),
				inner: object('I', {
					more: list('M').from({
						method: 'getMore',
						dependsOn: [],
						load: async () => await Promise.resolve([]),
					} as Source),
				}),
			},
			given,
		};
	};

	test('choices that are loaded may be loaded by a function, for the record that was chosen', async () => {
		const { fields, given } = loadedBy();
		expect(
			(
				await loading(fields, 'getParts', {
					taskId: { mode: 'list', value: 't1' },
					planId: 'p1',
					kind: 'k',
				})
			).found,
		).toEqual([
			{ value: 'p', name: 'p', description: undefined },
			{ value: 'q', name: 'Q', description: 'D' },
		]);
		expect(given).toEqual([{ name: 'taskId', id: 't1' }, { kind: 'k' }]);
		given.length = 0;
		await loading(fields, 'getParts', { planId: 'p1' });
		expect(given).toEqual([{ name: 'planId', id: 'p1' }, {}]);
		expect((await loading(fields, 'getMore')).found).toEqual([]);
	});

	test('choices that are loaded are loaded at once if they depend on no other field', async () => {
		const { fields, given } = loadedBy({ dependsOn: [], knows: undefined });
		expect((await loading(fields, 'getParts')).found).toHaveLength(2);
		expect(given).toEqual([{ name: '', id: '' }, {}]);
	});

	test('no choices are loaded before a record is chosen, and none can be for a name or an expression', async () => {
		const { fields, given } = loadedBy();
		expect((await loading(fields, 'getParts')).found).toEqual([]);
		await expect(
			loading(fields, 'getParts', { taskId: { mode: 'name', value: 'One' } }),
		).rejects.toThrow(
			'To load this list, choose the record above from its list or by ID. If you give that record by name or with an expression, give these values with an expression, too.',
		);
		expect(given).toEqual([]);
	});

	test('choices that are loaded are asked for with values of the wire', async () => {
		const get = operation('GET /parts', {
			...ANY_TEXTS,
			query: { of: text('O') },
			answers: records(undefined),
		});
		const { fields } = loadedBy({
			dependsOn: [],
			load: async (ask) =>
				((await ask(get, { of: 'a b' })) as string[]).map((value) => ({ value })),
		});
		expect(await loading(fields, 'getParts', {}, () => ['one'])).toEqual({
			found: [{ value: 'one', name: 'one', description: undefined }],
			asked: ['GET /parts?of=a%20b'],
		});
	});

	test.each<{ what: string; error: object; message: string }>([
		{
			what: 'a description',
			error: { message: 'It failed.', description: 'Try again.' },
			message: 'It failed. Try again.',
		},
		{
			what: 'a description, without a stop',
			error: { message: 'It failed', description: 'Try again.' },
			message: 'It failed. Try again.',
		},
		{ what: 'no description', error: { message: 'It failed.' }, message: 'It failed.' },
		{
			what: 'an empty one',
			error: { message: 'It failed.', description: '' },
			message: 'It failed.',
		},
		{
			what: 'one that is no text',
			error: { message: 'It failed.', description: null },
			message: 'It failed.',
		},
	])('an error with $what says all in its message', async ({ error, message }) => {
		const { fields } = loadedBy({
			dependsOn: [],
			load: async () => await Promise.reject(Object.assign(new Error(), error)),
		});
		await expect(loading(fields, 'getParts')).rejects.toMatchObject({ message });
	});
});

describe('names that are loaded', () => {
	const loading = async (
		more: Partial<Columns>,
		parameters: IDataObject = {},
		answers?: (url: string) => unknown,
	) => {
		const used: Columns = {
			method: 'getParameters',
			dependsOn: ['taskId.value'],
			words: { singular: 'parameter', plural: 'parameters' },
			first: 'Choose a task.',
			load: async () => await Promise.resolve([]),
			...more,
		};
		const { context, asked } = editor({ resource: 'x', operation: 'get', ...parameters }, answers);
		const taskId = id('T').pick(tasks());
		return {
			...(await methodsOf(
				nodeWith({ taskId, parameters: mapped('Values', used).label('P').optional() }),
			).resourceMapping.getParameters!.call(context)),
			asked,
		};
	};

	test('names that are loaded are columns', async () => {
		const found = [
			{ name: 'a' },
			{
				name: 'b',
				label: 'The b',
				type: 'options' as const,
				options: [
					{ value: 'y', name: 'Y' },
					{ value: 'x', name: 'X' },
				],
				required: true,
			},
		];
		const usual = { display: true, defaultMatch: false, canBeUsedToMatch: false };
		expect(await loading({ load: async () => await Promise.resolve(found) })).toEqual({
			fields: [
				{ id: 'a', displayName: 'a', type: 'string', required: false, ...usual },
				{
					id: 'b',
					displayName: 'The b',
					type: 'options',
					required: true,
					...usual,
					options: [
						{ name: 'X', value: 'x' },
						{ name: 'Y', value: 'y' },
					],
				},
			],
			asked: [],
		});
	});

	test('names that are loaded are asked for with what was chosen', async () => {
		const get = operation('GET /parts', {
			...ANY_TEXTS,
			query: { of: text('O') },
			answers: records(undefined),
		});
		const { asked } = await loading(
			{ load: async (ask, { taskId }) => (await ask(get, { of: taskId })) as [] },
			{ taskId: { mode: 'list', value: 't1' } },
		);
		expect(asked).toEqual(['GET /parts?of=t1']);
	});

	test.each<{ what: string; found: IDataObject[]; read: string[] }>([
		{ what: 'one record', found: [{ id: 't1', name: 'Load' }], read: ['GET /parts?of=t1'] },
		{ what: 'no record', found: [], read: [] },
		{
			what: 'several',
			found: [
				{ id: 't1', name: 'Load' },
				{ id: 't2', name: 'Load' },
			],
			read: [],
		},
	])('a name may mean $what', async ({ found, read }) => {
		const get = operation('GET /parts', {
			...ANY_TEXTS,
			query: { of: text('O') },
			answers: records(undefined),
		});
		const { asked, emptyFieldsNotice } = await loading(
			{ load: async (ask, { taskId }) => (await ask(get, { of: taskId })) as [] },
			{ taskId: { mode: 'name', value: 'Load' } },
			(url) => (url.startsWith('/tasks') ? { items: found, total: found.length } : []),
		);
		expect(asked.filter((request) => request.includes('/parts'))).toEqual(read);
		expect(emptyFieldsNotice).toBe(
			read.length > 0
				? 'There are no parameters.'
				: 'The parameters could not be loaded: "Load" is not the name of exactly one task. You can add P (JSON) under Options.',
		);
	});

	test.each<{ what: string; load: () => Promise<undefined | []>; emptyFieldsNotice: string }>([
		{
			what: 'too little is known',
			load: async () => await Promise.resolve(undefined),
			emptyFieldsNotice:
				'Choose a task. Where it comes from an expression, add P (JSON) under Options.',
		},
		{
			what: 'there are none',
			load: async () => await Promise.resolve([]),
			emptyFieldsNotice: 'There are no parameters.',
		},
		{
			what: 'they cannot be had',
			load: async () => await Promise.reject(new Error('<b> & more')),
			emptyFieldsNotice:
				'The parameters could not be loaded: &lt;b&gt; &amp; more. You can add P (JSON) under Options.',
		},
		{
			what: 'they cannot be had, with a stop',
			load: async () => await Promise.reject(new Error('No.')),
			emptyFieldsNotice:
				'The parameters could not be loaded: No. You can add P (JSON) under Options.',
		},
	])(
		'a notice takes the place of the loaded names if $what',
		async ({ load, emptyFieldsNotice }) => {
			expect(await loading({ load })).toEqual({ fields: [], emptyFieldsNotice, asked: [] });
		},
	);

	test('a node without names to load has no method for them', () => {
		expect(methodsOf(nodeWith({ a: text('A') })).resourceMapping).toEqual({});
		expect(
			methodsOf([
				resource('x', 'X', { get: operation('DELETE /x', { ...ANY_TEXTS, answers: nothing() }) }),
			]).resourceMapping,
		).toEqual({});
	});
});
