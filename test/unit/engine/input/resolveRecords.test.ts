/**
 * Names that are given instead of IDs: where and how they are looked up.
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing, record, records } from '../../../../nodes/shared/declare/answers';
import { flow, operation } from '../../../../nodes/shared/declare/define';
import { id, spread, text } from '../../../../nodes/shared/declare/fields';
import { withoutValuesUnknownToList } from '../../../../nodes/shared/declare/lists/picker';
import type { RequestOperation } from '../../../../nodes/shared/declare/operation';
import type { NodeRun } from '../../../../nodes/shared/declare/runtime/nodeRun';
import { resolveRecords } from '../../../../nodes/shared/engine/input/resolveRecords';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { byName, calling, get, reading, resolved, tasks } from './namesStage';

test('a list is filtered by the values that its operation declares', () => {
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
	test('a name is replaced by the ID of its record', async () => {
		const { values, asked } = await resolved(get(tasks(), { other: text('O') }), {
			taskId: byName('Two'),
			other: 'o',
		});
		expect([values, asked]).toEqual([{ taskId: '2', other: 'o' }, [{ name: 'Two' }]]);
	});

	test('a name can be a number', async () => {
		const records = [{ id: 'seven', name: '7' }];
		expect((await resolved(get(tasks()), { taskId: byName(7) }, records)).values).toEqual({
			taskId: 'seven',
		});
	});

	test('the blanks around a name are not part of it', async () => {
		expect(await resolved(get(tasks()), { taskId: byName(' Two ') })).toMatchObject({
			values: { taskId: '2' },
			asked: [{ name: 'Two' }],
		});
	});

	test('a technical name is accepted if no record has this name', async () => {
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
	])('a value that is $what is not a name: nothing is looked up', async ({ taskId, expected }) => {
		const declared = operation('GET /x', {
			...ANY_TEXTS,
			query: { taskId: id('T').pick(tasks()).onTop().optional() },
			answers: record(undefined),
		});
		const { values, asked } = await resolved(declared, { taskId: taskId as IDataObject });
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
			rule: 'is "One", which was found, but Talend Cloud returned it without its ID: give the ID of the task',
		});
	});

	test('a name must be a single text', async () => {
		await expect(resolved(get(tasks()), { taskId: byName({}) })).rejects.toMatchObject({
			field: 'taskId',
		});
	});

	test('a name must not be blank', async () => {
		await expect(resolved(get(tasks()), { taskId: byName(' ') })).rejects.toMatchObject({
			rule: 'is required',
		});
	});

	test('a name is refused if records are not chosen by name', async () => {
		await expect(
			resolved(get(tasks({ byName: false })), { taskId: byName('Two') }),
		).rejects.toThrow('cannot be chosen by name here');
		expect(() => reading(get(tasks()), { taskId: byName('Two') }, false)).toThrow(
			'cannot be chosen by name here',
		);
	});

	test('a name can be in a setting', async () => {
		const settings = { settings: { setting: id('S').pick(tasks()).optional() } };
		const declared = operation('GET /x', { ...ANY_TEXTS, ...settings, answers: record(undefined) });
		expect((await resolved(declared, { options: { setting: byName('One') } })).settings).toEqual({
			setting: '1',
		});
	});

	test('a name can be in the collection of optional fields', async () => {
		const update = operation('PUT /x', {
			...ANY_TEXTS,
			body: { taskId: id('T').pick(tasks()).optional(), name: text('N').optional() },
			answers: record(undefined),
		});
		const given = { updateFields: { taskId: byName('One'), name: 'n' }, taskId: 'on top' };
		expect((await resolved(update, given)).values).toEqual({ taskId: '1', name: 'n' });
	});

	test('a name can be in an object with separate inputs', async () => {
		const declared = operation('POST /x', {
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
			(await resolved(declared, { artifactId: byName('Two'), artifactVersion: '1' })).values,
		).toEqual({ artifact: { id: '2', version: '1' } });
	});

	test('a name is not looked up if other input is refused', async () => {
		const declared = get(tasks(), { other: text('O') });
		const { op, asked } = calling([{ id: 1, name: 'One' }]);
		await expect(
			async () => await resolveRecords(op, declared, reading(declared, { taskId: byName('One') })),
		).rejects.toMatchObject({ field: 'other' });
		expect(asked).toEqual([]);
	});

	test('a name is searched for within other chosen records, whether these are chosen by name or by ID', async () => {
		const spaces = tasks({
			method: 'searchSpaces',
			list: operation('GET /spaces', {
				...ANY_TEXTS,
				query: { name: text('N').optional() },
				answers: records(undefined),
			}),
		});
		const declared = get(tasks({ narrowedBy: ['spaceId', 'place', 'unknown'] }), {
			spaceId: id('S').pick(spaces).onTop().optional(),
			place: text('P').onTop().optional(),
		});
		const found = (_values: IDataObject, { endpoint }: RequestOperation) =>
			endpoint === '/spaces' ? [{ id: 's1', name: 'Space' }] : [{ id: 1, name: 'One' }];
		expect(
			(
				await resolved(
					declared,
					{ taskId: byName('One'), spaceId: byName('Space'), place: 'p' },
					found,
				)
			).asked,
		).toEqual([{ name: 'Space' }, { spaceId: 's1', place: 'p', name: 'One' }]);
		expect(
			(
				await resolved(
					declared,
					{ taskId: byName('One'), spaceId: { mode: 'id', value: 's2' }, place: '' },
					found,
				)
			).asked,
		).toEqual([{ spaceId: 's2', name: 'One' }]);
		expect(
			(await resolved(declared, { taskId: byName('One'), spaceId: null }, found)).asked,
		).toEqual([{ name: 'One' }]);
		// The one within which it stands is known by its other ID.
		const otherId = { ...spaces, otherId: { name: 'uuid', pattern: /^u-/ } };
		const byOther = get(tasks({ narrowedBy: ['spaceId'] }), { spaceId: id('S').pick(otherId) });
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

	test('a name is searched for in all lists whose records can be chosen, with their fixed filters', async () => {
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

	test('a name is searched for among the records that its picker shows', async () => {
		const used = tasks({
			narrowedBy: ['place'],
			keep: ({ in: where }, { place }) => where === place,
		});
		const declared = get(used, { place: text('P') });
		expect(
			(
				await resolved(declared, { taskId: byName('A'), place: 'x' }, [
					{ id: 1, name: 'A', in: 'x' },
					{ id: 2, name: 'A', in: 'y' },
				])
			).values.taskId,
		).toBe('1');
	});

	test('a name is searched for within the part of an object that is shown', async () => {
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
					narrowedBy: ['runtimeA', 'runtimeB'],
					keep: (_record, within) => (kept.push(within), true),
				}),
			)
			.optional();
		const kept: IDataObject[] = [];
		const declared = operation('POST /x', {
			...ANY_TEXTS,
			body: { runtime: spread('R', { type: text('T'), a: engine('a'), b: engine('b'), profile }) },
			answers: record(undefined),
		});
		const { values } = await resolved(declared, {
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
		const declared = flow({
			...ANY_TEXTS,
			fields: { taskId: id('T').pick(tasks()) },
			uses: [],
			answers: nothing(),
			run: async () => await Promise.resolve([]),
		});
		expect((await resolved(declared, { taskId: byName('One') })).values).toEqual({ taskId: '1' });
	});
});

describe('the look-ups of one node run', () => {
	test('a name is looked up once for all items, unless something else narrows it', async () => {
		const sharedReads: NodeRun['sharedReads'] = new Map();
		const { op, asked } = calling(
			[
				{ id: 1, name: 'One' },
				{ id: 2, name: 'Two' },
			],
			sharedReads,
		);
		const declared = get(tasks({ narrowedBy: ['place'] }), { place: text('P').onTop().optional() });
		const look = async (given: IDataObject) =>
			(await resolveRecords(op, declared, reading(declared, given))).values.taskId;
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

	test('a name is searched for again only if there was no response', async () => {
		const sharedReads: NodeRun['sharedReads'] = new Map();
		const found: Array<IDataObject[] | Error> = [
			new Error('503'),
			[],
			[],
			[{ id: 1, name: 'One' }],
		];
		const { op, asked } = calling(() => found.shift()!, sharedReads);
		const look = async () =>
			await resolveRecords(op, get(tasks()), reading(get(tasks()), { taskId: byName('One') }));
		await expect(look()).rejects.toThrow('503');
		await expect(look()).rejects.toThrow('was not found');
		await expect(look()).rejects.toThrow('was not found');
		// After the name, all are asked for: one may look the same.
		expect(asked).toHaveLength(3);
	});
});
