/**
 * Records that were given by name or by their other ID: what is looked up, how often, and the
 * message about what is not found.
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing, record, records } from '../../../../nodes/shared/declare/answers';
import { flow, operation } from '../../../../nodes/shared/declare/define';
import { id, spread, text } from '../../../../nodes/shared/declare/field';
import { listOf } from '../../../../nodes/shared/declare/lists/loadedChoices';
import { picker, type Picker } from '../../../../nodes/shared/declare/lists/picker';
import type { Message } from '../../../../nodes/shared/declare/messages';
import type { NodeRun } from '../../../../nodes/shared/declare/nodeRun';
import type {
	Operation,
	OperationContext,
	RequestOperation,
} from '../../../../nodes/shared/declare/operation';
import { checkFields } from '../../../../nodes/shared/engine/input/input';
import { withIds, withoutValuesUnknownToList } from '../../../../nodes/shared/engine/input/names';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { stub } from '../../../support/stub';

const byName = (value: unknown) => ({ __rl: true, mode: 'name', value }) as IDataObject;
const getMany = operation('GET /spaces/{spaceId}/tasks', {
	...ANY_TEXTS,
	path: { spaceId: id('S') },
	query: { name: text('N').optional(), place: text('P').optional() },
	answers: records(undefined),
});
const entryOf = ({ id, name, description }: IDataObject) => ({
	id: String(id),
	name: String(name),
	...(description ? { description: String(description) } : {}),
});
const tasks = (more: Partial<Picker> = {}): Picker =>
	picker({
		noun: 'task',
		method: 'searchTasks',
		byName: true,
		example: 'an example',
		list: getMany,
		search: (name) => ({ name }),
		entry: entryOf,
		...more,
	});
const get = (used: Picker, more: object = {}) =>
	operation('GET /x', {
		...ANY_TEXTS,
		query: { taskId: id('T').pick(used), ...more },
		answers: record(undefined),
	});

/** A call of an item whose lists have these records. */
function calling(
	records: IDataObject[] | ((values: IDataObject, list: RequestOperation) => IDataObject[] | Error),
	sharedReads: NodeRun['sharedReads'] = new Map(),
) {
	const asked: IDataObject[] = [];
	const op = stub<OperationContext<Message>>({
		run: { sharedReads },
		list: async (list: RequestOperation, values: IDataObject) => {
			asked.push(values);
			const found = typeof records === 'function' ? records(values, list) : records;
			return found instanceof Error ? await Promise.reject(found) : await Promise.resolve(found);
		},
	});
	return { op, asked };
}
/** The parameters as an item's input is read from them. */
const reading = (of: Operation, given: IDataObject, names = true) =>
	checkFields(
		of,
		{ value: (name) => given[name] ?? null, entered: () => undefined },
		{ timezone: 'UTC', names },
	);
const resolved = async (
	of: Operation,
	given: IDataObject,
	records: Parameters<typeof calling>[0] = [
		{ id: 1, name: 'One' },
		{ id: 2, name: 'Two' },
	],
) => {
	const { op, asked } = calling(records);
	const { values: values, settings } = await withIds(op, of, reading(of, given));
	return { values, settings, asked };
};

test('a list is narrowed by the values that its operation declares', () => {
	expect(withoutValuesUnknownToList(tasks(), { spaceId: 's', name: 'n', other: 'o' })).toEqual({
		spaceId: 's',
		name: 'n',
	});
	const search = operation('POST /tasks', {
		...ANY_TEXTS,
		effect: 'read',
		body: { place: text('P') },
		answers: records(undefined),
	});
	expect(withoutValuesUnknownToList(tasks({ list: search }), { place: 'p', name: 'n' })).toEqual({
		place: 'p',
	});
});

describe('a name', () => {
	test('a name is replaced by the ID of the record that has it', async () => {
		const { values, asked } = await resolved(get(tasks(), { other: text('O') }), {
			taskId: byName('Two'),
			other: 'o',
		});
		expect([values, asked]).toEqual([{ taskId: '2', other: 'o' }, [{ name: 'Two' }]]);
	});

	test('a name may be a number, and have blanks around it', async () => {
		expect(
			(await resolved(get(tasks()), { taskId: byName(7) }, [{ id: 'seven', name: '7' }])).values,
		).toEqual({ taskId: 'seven' });
		expect(await resolved(get(tasks()), { taskId: byName(' Two ') })).toMatchObject({
			values: { taskId: '2' },
			asked: [{ name: 'Two' }],
		});
	});

	test('a technical name is accepted where no record is called so', async () => {
		const used = tasks({
			entry: ({ id, name, key }) => ({
				id: String(id),
				name: String(name),
				technicalName: String(key),
			}),
		});
		const records = [
			{ id: 1, name: 'Rejected invoices', key: 'rejected-invoices' },
			{ id: 2, name: 'both', key: 'two' },
			{ id: 3, name: 'Three', key: 'both' },
		];
		const idOf = async (name: string) =>
			(await resolved(get(used), { taskId: byName(name) }, records)).values.taskId;
		expect(await Promise.all(['rejected-invoices', 'both'].map(idOf))).toEqual(['1', '2']);
	});

	test.each<{ what: string; taskId: unknown; expected: string | undefined }>([
		{ what: 'an ID', taskId: { mode: 'id', value: 'Two' }, expected: 'Two' },
		{ what: 'a text', taskId: 'Two', expected: 'Two' },
		{ what: 'nothing', taskId: null, expected: undefined },
	])('a name is not what is $what: nothing is looked up', async ({ taskId, expected }) => {
		const of = operation('GET /x', {
			...ANY_TEXTS,
			query: { taskId: id('T').pick(tasks()).onTop().optional() },
			answers: record(undefined),
		});
		const { values, asked } = await resolved(of, { taskId: taskId as IDataObject });
		expect([values, asked]).toEqual([expected === undefined ? {} : { taskId: expected }, []]);
	});

	test('a name of a record without an ID is refused, because nothing would select everything', async () => {
		const used = tasks({
			entry: ({ id: value, name }) => ({ id: String(value ?? ''), name: String(name) }),
		});
		await expect(
			resolved(get(used), { taskId: byName('One') }, [{ name: 'One' }]),
		).rejects.toMatchObject({
			field: 'taskId',
			label: 'Task',
			rule: '"One" was found, but the platform returned it without its ID: give the ID of the task',
		});
	});

	test('a name must be one, and not blank', async () => {
		await expect(resolved(get(tasks()), { taskId: byName({}) })).rejects.toMatchObject({
			field: 'taskId',
		});
		await expect(resolved(get(tasks()), { taskId: byName(' ') })).rejects.toMatchObject({
			rule: 'is required',
		});
	});

	test('a name is refused where records are not chosen by name', async () => {
		await expect(
			resolved(get(tasks({ byName: false })), { taskId: byName('Two') }),
		).rejects.toThrow('cannot be chosen by name here');
		expect(() => reading(get(tasks()), { taskId: byName('Two') }, false)).toThrow(
			'cannot be chosen by name here',
		);
	});

	test('a name may be that of a setting, and in the collection of what may be left out', async () => {
		const settings = { settings: { setting: id('S').pick(tasks()).optional() } };
		const of = operation('GET /x', { ...ANY_TEXTS, ...settings, answers: record(undefined) });
		expect((await resolved(of, { options: { setting: byName('One') } })).settings).toEqual({
			setting: '1',
		});
		const update = operation('PUT /x', {
			...ANY_TEXTS,
			body: { taskId: id('T').pick(tasks()).optional(), name: text('N').optional() },
			answers: record(undefined),
		});
		expect(
			(
				await resolved(update, {
					updateFields: { taskId: byName('One'), name: 'n' },
					taskId: 'on top',
				})
			).values,
		).toEqual({ taskId: '1', name: 'n' });
	});

	test('a name stands in an object that is entered in parts', async () => {
		const of = operation('POST /x', {
			...ANY_TEXTS,
			body: {
				artifact: spread('A', {
					id: id('I')
						.pick(tasks({ example: '5f' }))
						.matching(/^\w{1,4}$/, 'must be short'),
					version: text('V').optional(),
				}),
			},
			answers: record(undefined),
		});
		expect(
			(await resolved(of, { artifactId: byName('Two'), artifactVersion: '1' })).values,
		).toEqual({ artifact: { id: '2', version: '1' } });
	});

	test('a name is not looked up where other input is refused', async () => {
		const of = get(tasks(), { other: text('O') });
		const { op, asked } = calling([{ id: 1, name: 'One' }]);
		await expect(
			async () => await withIds(op, of, reading(of, { taskId: byName('One') })),
		).rejects.toMatchObject({ field: 'other' });
		expect(asked).toEqual([]);
	});

	test('a name is looked for within what else was chosen, whether by name or by ID', async () => {
		const spaces = tasks({
			method: 'searchSpaces',
			list: operation('GET /spaces', {
				...ANY_TEXTS,
				query: { name: text('N').optional() },
				answers: records(undefined),
			}),
		});
		const of = get(tasks({ within: ['spaceId', 'place', 'unknown'] }), {
			spaceId: id('S').pick(spaces).onTop().optional(),
			place: text('P').onTop().optional(),
		});
		const found = (_values: IDataObject, { endpoint }: RequestOperation) =>
			endpoint === '/spaces' ? [{ id: 's1', name: 'Space' }] : [{ id: 1, name: 'One' }];
		expect(
			(await resolved(of, { taskId: byName('One'), spaceId: byName('Space'), place: 'p' }, found))
				.asked,
		).toEqual([{ name: 'Space' }, { spaceId: 's1', place: 'p', name: 'One' }]);
		expect(
			(
				await resolved(
					of,
					{ taskId: byName('One'), spaceId: { mode: 'id', value: 's2' }, place: '' },
					found,
				)
			).asked,
		).toEqual([{ spaceId: 's2', name: 'One' }]);
		expect((await resolved(of, { taskId: byName('One'), spaceId: null }, found)).asked).toEqual([
			{ name: 'One' },
		]);
		// The one within which it stands is known by its other ID.
		const otherId = { ...spaces, otherId: { name: 'uuid', pattern: /^u-/ } };
		const byOther = get(tasks({ within: ['spaceId'] }), { spaceId: id('S').pick(otherId) });
		expect(
			(
				await resolved(
					byOther,
					{ taskId: byName('One'), spaceId: 'u-1' },
					(_values, { endpoint }) =>
						endpoint === '/spaces'
							? [{ id: 's1', name: 'S', uuid: 'U-1' }]
							: [{ id: 1, name: 'One' }],
				)
			).asked,
		).toEqual([{}, { spaceId: 's1', name: 'One' }]);
	});

	test('a name is looked for in all lists whose records may be chosen, with what they always ask', async () => {
		const used = tasks({
			always: { place: 'here' },
			otherPickers: [tasks({ always: { place: 'there' }, search: undefined })],
		});
		const found = await resolved(get(used), { taskId: byName('Two') }, ({ place }) =>
			place === 'there' ? [{ id: 2, name: 'Two' }] : [{ id: 1, name: 'One' }],
		);
		expect([found.values.taskId, found.asked]).toEqual([
			'2',
			[{ place: 'here', name: 'Two' }, { place: 'there' }],
		]);
	});

	test('a name is looked for among the records that its picker keeps', async () => {
		const used = tasks({ within: ['place'], keep: ({ in: where }, { place }) => where === place });
		const of = get(used, { place: text('P') });
		expect(
			(
				await resolved(of, { taskId: byName('A'), place: 'x' }, [
					{ id: 1, name: 'A', in: 'x' },
					{ id: 2, name: 'A', in: 'y' },
				])
			).values.taskId,
		).toBe('1');
	});

	test('a name is looked for within the part of an object that is shown', async () => {
		const kinds = {
			a: tasks({ method: 'searchA' }),
			b: tasks({ method: 'searchB', otherId: { name: 'uuid', pattern: /^b/ } }),
		};
		const engine = (kind: 'a' | 'b') =>
			id('E')
				.pick(kinds[kind])
				.wireName('id')
				.optional()
				.shownWhen({ type: [kind] });
		const profile = id('P')
			.pick(
				tasks({
					method: 'searchProfiles',
					within: ['runtimeA', 'runtimeB'],
					keep: (_record, within) => (kept.push(within), true),
				}),
			)
			.optional();
		const kept: IDataObject[] = [];
		const of = operation('POST /x', {
			...ANY_TEXTS,
			body: { runtime: spread('R', { type: text('T'), a: engine('a'), b: engine('b'), profile }) },
			answers: record(undefined),
		});
		const { values } = await resolved(of, {
			runtimeType: 'a',
			runtimeA: byName('One'),
			runtimeB: byName('hidden'),
			runtimeProfile: byName('Two'),
		});
		expect([values, kept[0]]).toEqual([
			{ runtime: { type: 'a', id: '1', profile: '2' } },
			{ runtimeA: '1' },
		]);
	});

	test('a name of a flow is looked up as well', async () => {
		const of = flow({
			...ANY_TEXTS,
			fields: { taskId: id('T').pick(tasks()) },
			uses: [],
			answers: nothing(),
			run: async () => await Promise.resolve([]),
		});
		expect((await resolved(of, { taskId: byName('One') })).values).toEqual({ taskId: '1' });
	});
});

describe('a name that several records have, or none', () => {
	test('a name that no record has is refused', async () => {
		await expect(resolved(get(tasks()), { taskId: byName('two') })).rejects.toMatchObject({
			field: 'taskId',
			label: 'Task',
			rule: '"two" was not found: check the spelling, or choose the task from the list, which has all that the credential may view',
		});
	});

	test.each([
		['Load customers', 'Load\u00a0customers'],
		['Load\u00a0customers', 'Load customers'],
		['Load customers', 'Load  customers'],
		['Load customers', 'Load cus\u200btomers\ufeff'],
		['Load customers\u00ad', 'Load customers'],
		['Zürich', 'Zu\u0308rich\u200b'],
		['Zu\u0308rich', 'Zürich'],
		['👨‍👩‍👧', '👨\u200d👩\u200d👧'],
		['Load-customers', 'Load\u2011customers'],
		['Load customers', 'Load\u3000customers'],
		['Load customers', 'Load\u2800customers\u0085'],
		['Ze\u0301ro', 'Ze\u200b\u0301ro'],
	])('%j is what looks the same: %j', async (given, called) => {
		// The platform finds only what has the text that it is asked for.
		const all = [
			{ id: 1, name: called },
			{ id: 2, name: 'Other' },
		];
		const { values } = await resolved(get(tasks()), { taskId: byName(given) }, ({ name }) =>
			all.filter((each) => name === undefined || each.name.includes(String(name))),
		);
		expect(values.taskId).toBe('1');
	});

	describe('a name with letters that can be written in two ways', () => {
		const composed = { id: 1, name: 'Zürich' };
		const decomposed = { id: 2, name: 'Zu\u0308rich' };
		const hyphenated = { id: 4, name: 'Zü\u00adrich' };
		const hiddenInOne = { id: 3, name: 'Zürich\u200b' };
		const found = async (name: string, all: IDataObject[]) =>
			(
				await resolved(get(tasks()), { taskId: byName(name) }, (asked) =>
					all.filter(
						(each) => asked.name === undefined || String(each.name).includes(String(asked.name)),
					),
				)
			).values.taskId;

		test.each([composed, decomposed])(
			'$name is the record that is spelled so: $id',
			async (one) => {
				expect(await found(one.name, [composed, decomposed])).toBe(String(one.id));
			},
		);

		test('a name is refused if two look like it, although the platform finds only one of them', async () => {
			await expect(found('Zürich', [hyphenated, hiddenInOne])).rejects.toMatchObject({
				rule: expect.stringContaining('matches 2 records') as string,
			});
		});
	});

	test('an exact name wins over one that only looks the same', async () => {
		const both = [
			{ id: 1, name: 'Load\u00a0customers' },
			{ id: 2, name: 'Load customers' },
		];
		const { values } = await resolved(get(tasks()), { taskId: byName('Load customers') }, both);
		expect(values.taskId).toBe('2');
	});

	test('several names that look the same are refused, and their invisible characters are shown', async () => {
		const both = [
			{ id: 1, name: 'Load\u00a0customers' },
			{ id: 2, name: 'Load  customers' },
			{ id: 3, name: 'Load custom\u200bers' },
		];
		await expect(
			resolved(get(tasks()), { taskId: byName('Load customers') }, both),
		).rejects.toMatchObject({
			rule: '"Load customers" matches 3 records: they differ in invisible characters, choose one by ID (1: Load[U+00A0]customers; 2: Load[2 blanks]customers; 3: Load custom[U+200B]ers)',
		});
	});

	test.each([
		['Production/Sales/CRM', 'Load customers'],
		['Production/Sales', 'CRM/Load customers'],
		['Pro/duction/Sales', 'CRM/Load/customers'],
		['Production/Sales', 'Load customers'],
	])(
		'a name that does not say which record is meant is found by its path, whatever has slashes: %s, %s',
		async (container, name) => {
			const all = [
				{ id: 1, name, container },
				{ id: 2, name, container: 'Test/Sales' },
			];
			const used = tasks({
				entry: (record) => ({ ...entryOf(record), container: String(record.container) }),
			});
			const { values } = await resolved(
				get(used),
				{ taskId: byName(`${container} / ${name}`) },
				(asked) => all.filter((each) => asked.name === undefined || each.name === asked.name),
			);
			expect(values.taskId).toBe('1');
		},
	);

	test('a path that several records have is refused', async () => {
		const used = tasks({
			entry: (record) => ({ ...entryOf(record), container: String(record.container) }),
		});
		const all = [
			{ id: 1, name: 'D', container: 'A/B/C' },
			{ id: 2, name: 'C/D', container: 'A/B' },
		];
		await expect(
			resolved(get(used), { taskId: byName('A/B/C/D') }, (asked) =>
				all.filter((each) => asked.name === undefined || each.name === asked.name),
			),
		).rejects.toMatchObject({ rule: expect.stringContaining('matches 2 records') as string });
	});

	test('a name that several records have is refused, with what tells them apart', async () => {
		const several = [
			{ id: 1, name: 'A', description: 'Production' },
			{ id: 2, name: 'A' },
			{ id: 3, name: 'B' },
		];
		await expect(resolved(get(tasks()), { taskId: byName('A') }, several)).rejects.toMatchObject({
			field: 'taskId',
			rule: '"A" matches 2 records: choose one by ID (1: Production; 2)',
		});
	});
});

describe('the look-ups of one run', () => {
	test('a name is looked up once for all items, unless something else narrows it', async () => {
		const sharedReads: NodeRun['sharedReads'] = new Map();
		const { op, asked } = calling(
			[
				{ id: 1, name: 'One' },
				{ id: 2, name: 'Two' },
			],
			sharedReads,
		);
		const of = get(tasks({ within: ['place'] }), { place: text('P').onTop().optional() });
		const look = async (given: IDataObject) =>
			(await withIds(op, of, reading(of, given))).values.taskId;
		expect(
			await Promise.all([
				look({ taskId: byName('One') }),
				look({ taskId: byName('One') }),
				look({ taskId: byName('Two') }),
				look({ taskId: byName('One'), place: 'p' }),
			]),
		).toEqual(['1', '1', '2', '1']);
		expect(asked).toHaveLength(3);
	});

	test('a name that nothing has stays so, one that was not answered is asked for again', async () => {
		const sharedReads: NodeRun['sharedReads'] = new Map();
		const found: Array<IDataObject[] | Error> = [
			new Error('503'),
			[],
			[],
			[{ id: 1, name: 'One' }],
		];
		const { op, asked } = calling(() => found.shift()!, sharedReads);
		const look = async () =>
			await withIds(op, get(tasks()), reading(get(tasks()), { taskId: byName('One') }));
		await expect(look()).rejects.toThrow('503');
		await expect(look()).rejects.toThrow('was not found');
		await expect(look()).rejects.toThrow('was not found');
		// After the name, all are asked for: one may look the same.
		expect(asked).toHaveLength(3);
	});
});

describe('another ID of a record', () => {
	const other = { otherId: { name: 'uuid', pattern: /^u-/ } };
	const engines = tasks({ byName: false, always: { place: 'all' }, ...other });
	const clusters = tasks({
		method: 'searchClusters',
		byName: false,
		otherId: { name: 'clusterUuid', pattern: /^[uc]-/ },
	});
	const both = { ...engines, otherPickers: [clusters] };
	const found = ({ place }: IDataObject) =>
		place === 'all'
			? [{ id: 1, name: 'E', uuid: 'U-1' }]
			: [{ id: 2, name: 'C', clusterUuid: 'c-2' }];
	const of = operation('PUT /x/{engineId}', {
		...ANY_TEXTS,
		path: { engineId: id('E').pick(both) },
		body: { ids: listOf(both, 'getEngines', 'E').optional(), name: text('N').optional() },
		settings: { setting: id('S').pick(both).optional() },
		answers: record(undefined),
	});

	test('another ID of a record is replaced by the one that the platform takes, wherever it stands', async () => {
		const { op, asked } = calling(found);
		expect(
			await withIds(op, of, {
				values: { engineId: 'u-1', ids: ['c-2', '7'], name: 'u-1', undeclared: 'u-1' },
				settings: { setting: 'c-2' },
			}),
		).toEqual({
			values: { engineId: '1', ids: ['2', '7'], name: 'u-1', undeclared: 'u-1' },
			settings: { setting: '2' },
		});
		// Each list once for each ID.
		expect(asked).toEqual([{ place: 'all' }, {}]);
	});

	test('another ID of a record stays where it is nobody’s, or is no such ID', async () => {
		const { op, asked } = calling(found);
		expect((await withIds(op, of, { values: { engineId: 'u-9' }, settings: {} })).values).toEqual({
			engineId: 'u-9',
		});
		expect(asked).toEqual([{ place: 'all' }, {}]);
		expect((await withIds(op, of, { values: { engineId: 'x-1' }, settings: {} })).values).toEqual({
			engineId: 'x-1',
		});
		expect(asked).toHaveLength(2);
		const plain = operation('GET /x', {
			...ANY_TEXTS,
			query: { a: text('A') },
			answers: record(undefined),
		});
		expect(await withIds(op, plain, { values: { a: 'u-1' }, settings: {} })).toEqual({
			values: { a: 'u-1' },
			settings: {},
		});
	});

	test('another ID of a record is looked up once in a run, again where there was no answer', async () => {
		const answers: Array<IDataObject[] | Error> = [new Error('503'), [{ id: 1, uuid: 'u-1' }]];
		const { op, asked } = calling(() => answers.shift()!);
		const look = async () =>
			(await withIds(op, of, { values: { engineId: 'u-1' }, settings: {} })).values.engineId;
		await expect(look()).rejects.toThrow('503');
		expect([await look(), await look()]).toEqual(['1', '1']);
		expect(asked).toHaveLength(2);
	});
});
